/* A priority queue.  The state is its elements as pairs of priority and value, sorted by both: elements of one priority
 * leave in any order, so there is no first among them to remember. */
#include "spec/builtin/common.h"

enum { INSERT, DELMIN, PEEK };
enum { PAIR = 2 };

static void insert(lince_step *step, const lince_call *call) {
    lince_value v = call->args[call->argc - 1];
    if (!can_be_element(v)) return;
    lince_value pair[PAIR] = {call->args[0], v};
    emit_inserted(step, PAIR, place_of(step, PAIR, pair, PAIR), pair, LINCE_NO_VALUE);
}

static void delmin(lince_step *step, const lince_call *call) {
    const lince_value *row = items(step);
    size_t count = item_count(step, PAIR);
    if (count == 0) emit_unchanged(step, LINCE_EMPTY);
    for (size_t i = 0; i < count && row[i * PAIR] == row[0]; i++) {
        lince_value v = row[i * PAIR + 1];
        bool same_as_before = i && v == row[(i - 1) * PAIR + 1];
        if (!same_as_before && may_return(call, v)) emit_removed(step, PAIR, i, v);
    }
}

/* One of those that delmin could remove. */
static void peek(lince_step *step, const lince_call *call) {
    const lince_value *row = items(step);
    size_t count = item_count(step, PAIR);
    if (count == 0) emit_unchanged(step, LINCE_EMPTY);
    for (size_t i = 0; i < count && row[i * PAIR] == row[0]; i++)
        if (may_return(call, row[i * PAIR + 1])) emit_unchanged(step, row[i * PAIR + 1]);
}

static void next(lince_step *step) {
    const lince_call *call = only_call(step);
    switch (call->method) {
    case INSERT: insert(step, call); break;
    case DELMIN: delmin(step, call); break;
    case PEEK: peek(step, call); break;
    }
}

static void print(lince_step *step, lince_text *out) {
    lince_print(out, "[");
    for (size_t i = 0; i < item_count(step, PAIR); i++) {
        lince_value priority = items(step)[i * PAIR], v = items(step)[i * PAIR + 1];
        if (i) lince_print(out, ", ");
        lince_print_value(out, step->values, priority);
        if (v == priority) continue;
        lince_print(out, ": ");
        lince_print_value(out, step->values, v);
    }
    lince_print(out, "]");
}

/* push and pop are no aliases: for many they take the largest first. */
static const lince_method methods[] = {
    [INSERT] =
        {.name = "insert", .aliases = "enq enqueue add offer", .args_min = 1, .args_max = 2, .role = LINCE_ROLE_ADD},
    [DELMIN] = {.name = "delmin",
                .aliases = "delete_min deleteMin remove_min removeMin extract_min extractMin pop_min popMin poll deq "
                           "dequeue",
                TAKES_AND_RETURNS(0, 1),
                .role = LINCE_ROLE_REMOVE,
                .pure_result = LINCE_EMPTY},
    [PEEK] = {.name = "peek",
              .aliases = "min find_min findMin peek_min peekMin",
              TAKES_AND_RETURNS(0, 1),
              .role = LINCE_ROLE_PEEK,
              .pure = true,
              .pure_result = LINCE_EMPTY},
};

const lince_spec lc_spec_pqueue = {
    .abi = LINCE_SPEC_ABI,
    .name = "pqueue",
    .summary = "insert(v) or insert(priority, v), delmin() → v or EMPTY, peek() → v or EMPTY",
    TABLE(methods),
    .traits = LINCE_DROPPABLE_VALUES | LINCE_STATES_ARE_VALUES,
    .is = LINCE_IS_PQUEUE,
    .init = init_no_items,
    .next = next,
    .print = print,
};
