/* Atomic broadcast: one sender and n receivers meet. */
#include "spec/builtin/common.h"

enum { SEND, RECEIVE, MOST = 255 };

static void arity(const int64_t *params, uint32_t *least, uint32_t *most) { *least = *most = (uint32_t)params[0] + 1; }

/* At most one sender, and all receivers get the same value; the sender comes first. */
static bool joins(const lince_step *step) {
    bool sent = step->calls[0].method == SEND;
    lince_value x = sent ? argument(step, 0) : LINCE_NO_VALUE;
    size_t receivers = step->count - sent;
    for (size_t i = sent; i < step->count; i++) {
        const lince_call *call = &step->calls[i];
        if (call->method == SEND || (call->known && x != LINCE_NO_VALUE && call->results[0] != x)) return false;
        if (call->known) x = call->results[0];
    }
    return receivers <= (size_t)step->params[0];
}

static void next(lince_step *step) {
    if (step->count != (size_t)step->params[0] + 1 || step->calls[0].method != SEND || !joins(step)) return;
    lince_results results[MOST + 1] = {{{0}}};
    for (size_t i = 1; i < step->count; i++) results[i] = (lince_results){{argument(step, 0)}};
    emit_meeting(step, results);
}

static const lince_method methods[] = {
    [SEND] = {.name = "send", .aliases = "broadcast publish", TAKES_AND_RETURNS(1, 0)},
    [RECEIVE] = {.name = "receive", .aliases = "recv get", TAKES_AND_RETURNS(0, 1)},
};

static const lince_param params[] = {{.name = "n", .min = 1, .max = MOST, .required = true}};

const lince_spec lc_spec_broadcast = {
    .abi = LINCE_SPEC_ABI,
    .name = "broadcast",
    .summary = "send(x), receive() → x: one sender and n receivers meet",
    TABLE(methods),
    .params = params,
    .param_count = 1,
    .traits = LINCE_STATELESS | LINCE_NO_SELF_WAIT,
    .arity_min = 2,
    .arity_max = MOST + 1,
    .arity = arity,
    .init = init_no_items,
    .next = next,
    .joins = joins,
};
