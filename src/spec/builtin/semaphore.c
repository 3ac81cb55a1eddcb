/* A counting semaphore.  The state is its value, which starts at n and has no upper limit. */
#include "spec/builtin/common.h"

enum { WAIT, TRYWAIT, POST };

static void init(lince_step *step) { emit_number(step, step->params[0], LINCE_NO_VALUE); }

static void next(lince_step *step) {
    int64_t value = number(step);
    switch (only_call(step)->method) {
    case WAIT:
        if (value > 0) emit_number(step, value - 1, LINCE_NO_VALUE);
        break;
    case TRYWAIT:
        if (value > 0) emit_number(step, value - 1, LINCE_TRUE);
        else emit_unchanged(step, LINCE_FALSE);
        break;
    case POST: emit_number(step, value + 1, LINCE_NO_VALUE); break;
    }
}

static void print(lince_step *step, lince_text *out) { lince_print(out, "%" PRId64, number(step)); }

static const lince_method methods[] = {
    [WAIT] = {.name = "wait", .aliases = "acquire down p", .role = LINCE_ROLE_LOWER},
    [TRYWAIT] = {.name = "trywait",
                 .aliases = "try_wait tryWait try_acquire tryAcquire",
                 .role = LINCE_ROLE_LOWER,
                 TAKES_AND_RETURNS(0, 1),
                 .pure_result = LINCE_FALSE,
                 .ok_result = LINCE_TRUE},
    [POST] = {.name = "post", .aliases = "release signal up v", .role = LINCE_ROLE_RAISE},
};

static const lince_param params[] = {{.name = "n", .min = 0, .max = INT32_MAX, .required = true}};

const lince_spec lc_spec_semaphore = {
    .abi = LINCE_SPEC_ABI,
    .name = "semaphore",
    .summary = "wait(), trywait() → true or false, post()",
    TABLE(methods),
    .params = params,
    .param_count = 1,
    .traits = LINCE_STATES_LACK_VALUES,
    .is = LINCE_IS_SEMAPHORE,
    .size_of = first_param,
    .init = init,
    .next = next,
    .print = print,
};
