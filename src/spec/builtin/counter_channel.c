/* A synchronous channel that counts: both sides learn how many values have passed.  The state is that number. */
#include "spec/builtin/common.h"

enum { SEND, RECEIVE };

static void next(lince_step *step) {
    if (!are_two(step, SEND, RECEIVE)) return;
    int64_t count = number(step) + 1;
    lince_value n = lince_int(step->values, count);
    lince_emit(step, &count, sizeof count, (lince_results[2]){{{n}}, {{argument(step, 0), n}}});
}

static void print(lince_step *step, lince_text *out) { lince_print(out, "%" PRId64 " passed", number(step)); }

static const lince_method methods[] = {
    [SEND] = {.name = "send", .aliases = "put", TAKES_AND_RETURNS(1, 1)},
    [RECEIVE] = {.name = "receive", .aliases = "recv get", TAKES_AND_RETURNS(0, 2)},
};

const lince_spec lc_spec_counter_channel = {
    .abi = LINCE_SPEC_ABI,
    .name = "counter-channel",
    .summary = "send(x) → n, receive() → x, n: they meet, for the n-th time",
    TABLE(methods),
    .traits = LINCE_NO_SELF_WAIT,
    .arity_min = 2,
    .arity_max = 2,
    .init = init_zero,
    .next = next,
    .print = print,
};
