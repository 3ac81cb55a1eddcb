/* An exchanger whose operations may give up: then they return NONE, and have met no other. */
#include "spec/builtin/common.h"

/* NONE means that no partner came, so it cannot be exchanged. */
static void next(lince_step *step) {
    if (step->count == 1) emit_meeting(step, &(lince_results){{LINCE_NONE}});
    else if (step->count == 2 && argument(step, 0) != LINCE_NONE && argument(step, 1) != LINCE_NONE)
        emit_meeting(step, (lince_results[2]){{{argument(step, 1)}}, {{argument(step, 0)}}});
}

static const lince_method methods[] = {
    {.name = "exchange", TAKES_AND_RETURNS(1, 1), .role = LINCE_ROLE_EITHER, .pure_result = LINCE_NONE}};

const lince_spec lc_spec_timeout_exchanger = {
    .abi = LINCE_SPEC_ABI,
    .name = "timeout-exchanger",
    .summary = "exchange(x) → y or NONE: two meet, or one gives up",
    TABLE(methods),
    .traits = LINCE_STATELESS | LINCE_PAIRS | LINCE_NO_SELF_WAIT,
    .arity_min = 1,
    .arity_max = 2,
    .init = init_no_items,
    .next = next,
};
