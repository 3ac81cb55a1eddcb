/* Barriers: n operations meet.  A combining barrier gives all of them a function of the values that they brought. */
#include "spec/builtin/common.h"

enum { MOST = 256 };

static void arity(const int64_t *params, uint32_t *least, uint32_t *most) { *least = *most = (uint32_t)params[0]; }

static void next(lince_step *step) {
    if (step->count == (size_t)step->params[0]) lince_emit(step, step->state, step->size, NULL);
}

static const lince_method methods[] = {{.name = "sync", .aliases = "wait await arrive_and_wait"}};

static const lince_param params[] = {{.name = "n", .min = 1, .max = MOST, .required = true}};

const lince_spec lc_spec_barrier = {
    .abi = LINCE_SPEC_ABI,
    .name = "barrier",
    .summary = "sync(): n meet",
    TABLE(methods),
    .params = params,
    .param_count = 1,
    .traits = LINCE_STATELESS | LINCE_NO_SELF_WAIT,
    .arity_min = 1,
    .arity_max = MOST,
    .arity = arity,
    .init = init_no_items,
    .next = next,
};

/* ---- combining ---- */

enum { SUM, MIN, MAX };

/* False: not numbers, or a sum that is none. */
static bool combine(const lince_step *step, int64_t *out) {
    __int128 sum = 0;
    int64_t least = INT64_MAX, greatest = INT64_MIN, x;
    for (size_t i = 0; i < step->count; i++) {
        if (!lince_get_int(step->values, argument(step, i), &x)) return false;
        sum += x;
        if (x < least) least = x;
        if (x > greatest) greatest = x;
    }
    *out = step->params[1] == SUM ? (int64_t)sum : step->params[1] == MIN ? least : greatest;
    return step->params[1] != SUM || *out == sum;
}

static void next_combined(lince_step *step) {
    int64_t combined;
    if (step->count != (size_t)step->params[0] || !combine(step, &combined)) return;
    lince_results results[MOST];
    lince_value result = lince_int(step->values, combined);
    for (size_t i = 0; i < step->count; i++) results[i] = (lince_results){{result}};
    emit_meeting(step, results);
}

/* All get the same. */
static bool joins(const lince_step *step) {
    lince_value result = LINCE_NO_VALUE;
    for (size_t i = 0; i < step->count; i++) {
        if (!step->calls[i].known) continue;
        if (result != LINCE_NO_VALUE && result != step->calls[i].results[0]) return false;
        result = step->calls[i].results[0];
    }
    return true;
}

static const lince_method combining[] = {{.name = "sync", .aliases = "combine wait await", TAKES_AND_RETURNS(1, 1)}};

static const lince_param combining_params[] = {{.name = "n", .min = 1, .max = MOST, .required = true},
                                               {.name = "f", .required = true, .choices = "sum|min|max"}};

const lince_spec lc_spec_combining_barrier = {
    .abi = LINCE_SPEC_ABI,
    .name = "combining-barrier",
    .summary = "sync(x) → f of all: n meet",
    TABLE(combining),
    .params = combining_params,
    .param_count = 2,
    .traits = LINCE_STATELESS | LINCE_NO_SELF_WAIT,
    .arity_min = 1,
    .arity_max = MOST,
    .arity = arity,
    .init = init_no_items,
    .next = next_combined,
    .joins = joins,
};
