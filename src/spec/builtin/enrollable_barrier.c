/* A barrier of the threads enrolled, whose set changes.  The state is this set, sorted. */
#include "spec/builtin/common.h"

enum { SYNC, ENROL, RESIGN, MOST = 256 };

static bool is_enrolled(const lince_step *step, lince_value id, size_t *place) {
    *place = place_of(step, 1, &id, 1);
    return *place < item_count(step, 1) && items(step)[*place] == id;
}

/* The threads enrolled, each once: then as many as there are is all of them. */
static bool joins(const lince_step *step) {
    size_t place;
    if (step->count == 1) return true;
    if (step->count > item_count(step, 1)) return false;
    for (size_t i = 0; i < step->count; i++) {
        if (step->calls[i].method != SYNC || !is_enrolled(step, argument(step, i), &place)) return false;
        for (size_t k = 0; k < i; k++)
            if (argument(step, k) == argument(step, i)) return false;
    }
    return true;
}

static void next(lince_step *step) {
    size_t place;
    bool enrolled = is_enrolled(step, argument(step, 0), &place);
    switch (step->calls->method) {
    case SYNC:
        if (enrolled && step->count == item_count(step, 1) && joins(step))
            lince_emit(step, step->state, step->size, NULL);
        break;
    case ENROL:
        if (step->count == 1 && !enrolled && item_count(step, 1) < MOST)
            emit_inserted(step, 1, place, step->calls->args, LINCE_NO_VALUE);
        break;
    case RESIGN:
        if (step->count == 1 && enrolled) emit_removed(step, 1, place, LINCE_NO_VALUE);
        break;
    }
}

static void print(lince_step *step, lince_text *out) { print_row(step, out, "{", "} enrolled"); }

static const lince_method methods[] = {
    [SYNC] = {.name = "sync", .aliases = "wait await", TAKES_AND_RETURNS(1, 0)},
    [ENROL] = {.name = "enrol", .aliases = "enroll register", TAKES_AND_RETURNS(1, 0)},
    [RESIGN] = {.name = "resign", .aliases = "deregister", TAKES_AND_RETURNS(1, 0)},
};

const lince_spec lc_spec_enrollable_barrier = {
    .abi = LINCE_SPEC_ABI,
    .name = "enrollable-barrier",
    .summary = "sync(id), enrol(id), resign(id): all enrolled participants meet",
    TABLE(methods),
    .traits = LINCE_NO_SELF_WAIT,
    .arity_min = 1,
    .arity_max = MOST,
    .init = init_no_items,
    .next = next,
    .print = print,
    .joins = joins,
};
