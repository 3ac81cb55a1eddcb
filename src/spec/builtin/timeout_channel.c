/* A synchronous channel whose operations may give up: then they return false and NONE, and have met no other. */
#include "spec/builtin/common.h"

enum { SEND, RECEIVE };

/* NONE means that nothing came, so it cannot be sent. */
static void next(lince_step *step) {
    if (step->count == 1)
        emit_meeting(step, &(lince_results){{step->calls->method == SEND ? LINCE_FALSE : LINCE_NONE}});
    else if (are_two(step, SEND, RECEIVE) && argument(step, 0) != LINCE_NONE)
        emit_meeting(step, (lince_results[2]){{{LINCE_TRUE}}, {{argument(step, 0)}}});
}

static const lince_method methods[] = {
    [SEND] = {.name = "send",
              .aliases = "put offer",
              TAKES_AND_RETURNS(1, 1),
              .role = LINCE_ROLE_LEFT,
              .pure_result = LINCE_FALSE,
              .ok_result = LINCE_TRUE},
    [RECEIVE] = {.name = "receive",
                 .aliases = "recv get poll",
                 TAKES_AND_RETURNS(0, 1),
                 .role = LINCE_ROLE_RIGHT,
                 .pure_result = LINCE_NONE},
};

const lince_spec lc_spec_timeout_channel = {
    .abi = LINCE_SPEC_ABI,
    .name = "timeout-channel",
    .summary = "send(x) → true or false, receive() → x or NONE: they meet, or give up",
    TABLE(methods),
    .traits = LINCE_STATELESS | LINCE_PAIRS | LINCE_NO_SELF_WAIT,
    .arity_min = 1,
    .arity_max = 2,
    .init = init_no_items,
    .next = next,
};
