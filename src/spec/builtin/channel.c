/* A synchronous channel: a send and a receive meet, and the value passes from one to the other. */
#include "spec/builtin/common.h"

enum { SEND, RECEIVE };

static void next(lince_step *step) {
    if (are_two(step, SEND, RECEIVE)) emit_meeting(step, (lince_results[2]){{{0}}, {{argument(step, 0)}}});
}

static const lince_method methods[] = {
    [SEND] = {.name = "send", .aliases = "put write", TAKES_AND_RETURNS(1, 0), .role = LINCE_ROLE_LEFT},
    [RECEIVE] = {.name = "receive", .aliases = "recv get read take", TAKES_AND_RETURNS(0, 1), .role = LINCE_ROLE_RIGHT},
};

const lince_spec lc_spec_channel = {
    .abi = LINCE_SPEC_ABI,
    .name = "channel",
    .summary = "send(x), receive() → x: they meet",
    TABLE(methods),
    .traits = LINCE_STATELESS | LINCE_PAIRS | LINCE_NO_SELF_WAIT,
    MEETING_IN_PAIRS,
    .next = next,
};
