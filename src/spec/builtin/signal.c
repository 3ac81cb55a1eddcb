/* A signal between a parent and a child (Lawrence and Lowe, figure 17).  The child's call meets two of the parent's,
 * one after the other: it begins together with one that waits for the signal, and ends together with one that takes it
 * down.  The state is how many signals are up: each child that waits has its own. */
#include "spec/builtin/common.h"

enum { UP_AND_WAIT, WAIT_FOR_UP, DOWN };

static bool takes_part(const lince_call *call, uint32_t method, lince_part part) {
    return call->method == method && call->part == part;
}

static void next(lince_step *step) {
    const lince_call *child = &step->calls[0], *parent = &step->calls[1];
    if (step->count != 2) return;
    int64_t up = number(step);
    if (takes_part(child, UP_AND_WAIT, LINCE_PART_FIRST) && takes_part(parent, WAIT_FOR_UP, LINCE_PART_WHOLE)) up++;
    else if (takes_part(child, UP_AND_WAIT, LINCE_PART_LAST) && takes_part(parent, DOWN, LINCE_PART_WHOLE)) up--;
    else return;
    lince_emit(step, &up, sizeof up, NULL);
}

static void print(lince_step *step, lince_text *out) { lince_print(out, "%" PRId64 " up", number(step)); }

static const lince_method methods[] = {
    [UP_AND_WAIT] = {.name = "signal_up_and_wait", .aliases = "signalUpAndWait"},
    [WAIT_FOR_UP] = {.name = "wait_for_signal_up", .aliases = "waitForSignalUp"},
    [DOWN] = {.name = "signal_down", .aliases = "signalDown"},
};

const lince_spec lc_spec_signal = {
    .abi = LINCE_SPEC_ABI,
    .name = "signal",
    .summary =
        "signal_up_and_wait(), wait_for_signal_up(), signal_down(): the first meets each of the other two in turn",
    TABLE(methods),
    .traits = LINCE_INTERVALS | LINCE_NO_SELF_WAIT,
    .arity_min = 2,
    .arity_max = 2,
    .init = init_zero,
    .next = next,
    .print = print,
};
