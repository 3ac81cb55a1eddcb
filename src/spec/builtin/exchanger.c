/* An exchanger: two operations meet, and each gets the value of the other. */
#include "spec/builtin/common.h"

static void next(lince_step *step) {
    if (step->count == 2) emit_meeting(step, (lince_results[2]){{{argument(step, 1)}}, {{argument(step, 0)}}});
}

static const lince_method methods[] = {{.name = "exchange", TAKES_AND_RETURNS(1, 1), .role = LINCE_ROLE_EITHER}};

const lince_spec lc_spec_exchanger = {
    .abi = LINCE_SPEC_ABI,
    .name = "exchanger",
    .summary = "exchange(x) → y: two meet",
    TABLE(methods),
    .traits = LINCE_STATELESS | LINCE_PAIRS | LINCE_NO_SELF_WAIT,
    MEETING_IN_PAIRS,
    .next = next,
};
