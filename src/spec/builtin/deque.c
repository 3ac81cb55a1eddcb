/* A queue with two ends.  The state is the elements from front to back. */
#include "spec/builtin/common.h"

enum { PUSH_FRONT, PUSH_BACK, POP_FRONT, POP_BACK };

static void next(lince_step *step) {
    const lince_call *call = only_call(step);
    size_t count = item_count(step, 1);
    bool front = call->method == PUSH_FRONT || call->method == POP_FRONT;
    if (call->method == PUSH_FRONT || call->method == PUSH_BACK) {
        if (can_be_element(call->args[0])) emit_inserted(step, 1, front ? 0 : count, &call->args[0], LINCE_NO_VALUE);
    } else if (count == 0) {
        emit_unchanged(step, LINCE_EMPTY);
    } else {
        size_t end = front ? 0 : count - 1;
        emit_removed(step, 1, end, items(step)[end]);
    }
}

#define PUSH(END, ...)                                                                                                 \
    { __VA_ARGS__, .args_min = 1, .args_max = 1, .role = LINCE_ROLE_ADD, .end = (END) }
#define POP(END, ...)                                                                                                  \
    {                                                                                                                  \
        __VA_ARGS__, .results_min = 1, .results_max = 1, .role = LINCE_ROLE_REMOVE, .pure_result = LINCE_EMPTY,        \
                     .end = (END)                                                                                      \
    }

static const lince_method methods[] = {
    [PUSH_FRONT] =
        PUSH(LINCE_END_FRONT, .name = "push_front", .aliases = "pushFront push_left pushLeft addFirst offerFirst"),
    [PUSH_BACK] =
        PUSH(LINCE_END_BACK, .name = "push_back", .aliases = "pushBack push_right pushRight addLast offerLast"),
    [POP_FRONT] =
        POP(LINCE_END_FRONT, .name = "pop_front", .aliases = "popFront pop_left popLeft removeFirst pollFirst"),
    [POP_BACK] = POP(LINCE_END_BACK, .name = "pop_back", .aliases = "popBack pop_right popRight removeLast pollLast"),
};

const lince_spec lc_spec_deque = {
    .abi = LINCE_SPEC_ABI,
    .name = "deque",
    .summary = "push_front(v), push_back(v), pop_front() → v or EMPTY, pop_back() → v or EMPTY",
    TABLE(methods),
    .traits = LINCE_DROPPABLE_VALUES | LINCE_STATES_ARE_VALUES,
    .is = LINCE_IS_DEQUE,
    .init = init_no_items,
    .next = next,
    .print = print_list,
};
