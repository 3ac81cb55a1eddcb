/* A counter.  The state is its value.  Where the value would leave 64 bits, or the value added is no integer, there is
 * no step. */
#include "spec/builtin/common.h"

enum { INC, DEC, ADD, GET, FETCH_ADD };

static void add(lince_step *step, lince_value amount, lince_value result) {
    int64_t more, sum;
    if (!lince_get_int(step->values, amount, &more)) return;
    if (__builtin_add_overflow(number(step), more, &sum)) return;
    emit_number(step, sum, result);
}

static void next(lince_step *step) {
    const lince_call *call = only_call(step);
    switch (call->method) {
    case INC: add(step, lince_int(step->values, 1), LINCE_NO_VALUE); break;
    case DEC: add(step, lince_int(step->values, -1), LINCE_NO_VALUE); break;
    case ADD: add(step, call->args[0], LINCE_NO_VALUE); break;
    case GET: emit_unchanged(step, lince_int(step->values, number(step))); break;
    case FETCH_ADD: add(step, call->args[0], lince_int(step->values, number(step))); break;
    }
}

static void print(lince_step *step, lince_text *out) { lince_print(out, "%" PRId64, number(step)); }

static const lince_method methods[] = {
    [INC] = {.name = "inc", .aliases = "incr increment", .role = LINCE_ROLE_RAISE},
    [DEC] = {.name = "dec", .aliases = "decr decrement", .role = LINCE_ROLE_LOWER},
    [ADD] = {.name = "add", TAKES_AND_RETURNS(1, 0), .role = LINCE_ROLE_RAISE},
    [GET] =
        {.name = "get", .aliases = "read load value", .role = LINCE_ROLE_QUERY, TAKES_AND_RETURNS(0, 1), .pure = true},
    [FETCH_ADD] = {.name = "fetch_add",
                   .aliases = "fetch_and_add fetchAdd getAndAdd get_and_add faa",
                   .role = LINCE_ROLE_RAISE,
                   TAKES_AND_RETURNS(1, 1)},
};

const lince_spec lc_spec_counter = {
    .abi = LINCE_SPEC_ABI,
    .name = "counter",
    .summary = "inc(), dec(), add(n), get() → n, fetch_add(n) → old",
    TABLE(methods),
    .traits = LINCE_STATES_LACK_VALUES,
    .is = LINCE_IS_COUNTER,
    .init = init_zero,
    .next = next,
    .print = print,
};
