/* A synchronous channel that can be closed: from then on nothing passes, and no operation waits.  The state is whether
 * it is.
 */
#include "spec/builtin/common.h"

enum { SEND, RECEIVE, CLOSE };

/* A send that succeeded returns nothing; a history may have `ok` or `true` for that. */
static lince_value acknowledged(const lince_call *send) {
    bool plain = send->known && (send->results[0] == LINCE_OK || send->results[0] == LINCE_TRUE);
    return plain ? send->results[0] : LINCE_NO_VALUE;
}

/* CLOSED means that nothing passed, so it cannot be sent. */
static void next(lince_step *step) {
    bool closed = number(step);
    if (step->count == 1 && step->calls->method == CLOSE) emit_number(step, 1, LINCE_NO_VALUE);
    else if (step->count == 1 && closed) emit_unchanged(step, LINCE_CLOSED);
    else if (are_two(step, SEND, RECEIVE) && !closed && argument(step, 0) != LINCE_CLOSED)
        emit_meeting(step, (lince_results[2]){{{acknowledged(step->calls)}}, {{argument(step, 0)}}});
}

static void print(lince_step *step, lince_text *out) { lince_print(out, "%s", number(step) ? "closed" : "open"); }

static const lince_method methods[] = {
    [SEND] = {.name = "send",
              .aliases = "put write",
              .args_min = 1,
              .args_max = 1,
              .results_max = 1,
              .pure_result = LINCE_CLOSED},
    [RECEIVE] = {.name = "receive", .aliases = "recv get read", TAKES_AND_RETURNS(0, 1), .pure_result = LINCE_CLOSED},
    [CLOSE] = {.name = "close"},
};

const lince_spec lc_spec_closeable_channel = {
    .abi = LINCE_SPEC_ABI,
    .name = "closeable-channel",
    .summary = "send(x) → CLOSED or nothing, receive() → x or CLOSED, close()",
    TABLE(methods),
    .traits = LINCE_NO_SELF_WAIT,
    .arity_min = 1,
    .arity_max = 2,
    .init = init_zero,
    .next = next,
    .print = print,
};
