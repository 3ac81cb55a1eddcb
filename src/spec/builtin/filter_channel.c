/* A synchronous channel whose receivers give the values they want: those from lo to hi. */
#include "spec/builtin/common.h"

enum { SEND, RECEIVE };

static void next(lince_step *step) {
    if (!are_two(step, SEND, RECEIVE)) return;
    int64_t x, low, high;
    const lince_value *bounds = step->calls[1].args;
    if (!lince_get_int(step->values, argument(step, 0), &x) || !lince_get_int(step->values, bounds[0], &low) ||
        !lince_get_int(step->values, bounds[1], &high))
        return;
    if (low <= x && x <= high) emit_meeting(step, (lince_results[2]){{{0}}, {{argument(step, 0)}}});
}

static const lince_method methods[] = {
    [SEND] = {.name = "send", .aliases = "put write", TAKES_AND_RETURNS(1, 0)},
    [RECEIVE] = {.name = "receive", .aliases = "recv get read take", TAKES_AND_RETURNS(2, 1)},
};

const lince_spec lc_spec_filter_channel = {
    .abi = LINCE_SPEC_ABI,
    .name = "filter-channel",
    .summary = "send(x), receive(lo, hi) → x with lo ≤ x ≤ hi: they meet",
    TABLE(methods),
    .traits = LINCE_STATELESS | LINCE_NO_SELF_WAIT,
    MEETING_IN_PAIRS,
    .next = next,
};
