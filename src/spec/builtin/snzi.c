/* A scalable non-zero indicator (Ellen, Lev, Luchangco, Moir; PODC 2007), seen from outside: a counter that only shows
 * whether it is zero.  The state is the count. */
#include "spec/builtin/common.h"

enum { ARRIVE, DEPART, QUERY };

static void next(lince_step *step) {
    int64_t present = number(step);
    switch (only_call(step)->method) {
    case ARRIVE: emit_number(step, present + 1, LINCE_NO_VALUE); break;
    case DEPART:
        if (present > 0) emit_number(step, present - 1, LINCE_NO_VALUE);
        break;
    case QUERY: emit_unchanged(step, lince_bool(present > 0)); break;
    }
}

static void print(lince_step *step, lince_text *out) { lince_print(out, "%" PRId64 " present", number(step)); }

static const lince_method methods[] = {
    [ARRIVE] = {.name = "arrive", .role = LINCE_ROLE_RAISE},
    [DEPART] = {.name = "depart", .role = LINCE_ROLE_LOWER},
    [QUERY] = {.name = "query", .role = LINCE_ROLE_QUERY, TAKES_AND_RETURNS(0, 1), .pure = true},
};

const lince_spec lc_spec_snzi = {
    .abi = LINCE_SPEC_ABI,
    .name = "snzi",
    .summary = "arrive(), depart(), query() → true or false",
    TABLE(methods),
    .traits = LINCE_STATES_LACK_VALUES,
    .is = LINCE_IS_SNZI,
    .init = init_zero,
    .next = next,
    .print = print,
};
