/* First in, first out.  The state is the elements, the oldest first. */
#include "spec/builtin/common.h"

enum { ENQ, DEQ, PEEK };

/* Both with a capacity (in params[0]) and without, when it is 0. */
static void next(lince_step *step) {
    const lince_call *call = only_call(step);
    size_t count = item_count(step, 1);
    int64_t capacity = step->params[0];
    if (call->method == PEEK) {
        emit_unchanged(step, count ? items(step)[0] : LINCE_EMPTY);
    } else if (call->method == DEQ) {
        if (count) emit_removed(step, 1, 0, items(step)[0]);
        else emit_unchanged(step, LINCE_EMPTY);
    } else if (capacity && count >= (uint64_t)capacity) {
        emit_unchanged(step, LINCE_FALSE);
    } else if (can_be_element(call->args[0])) {
        emit_inserted(step, 1, count, &call->args[0], capacity ? LINCE_TRUE : LINCE_NO_VALUE);
    }
}

#define ENQ_COMMON                                                                                                     \
    .name = "enq", .aliases = "enqueue try_enqueue offer push try_push add put", .args_min = 1, .args_max = 1,         \
    .role = LINCE_ROLE_ADD

#define DEQ_ROW                                                                                                        \
    {                                                                                                                  \
        .name = "deq", .aliases = "dequeue try_dequeue poll pop try_pop remove take", TAKES_AND_RETURNS(0, 1),         \
        .role = LINCE_ROLE_REMOVE, .pure_result = LINCE_EMPTY                                                          \
    }

#define PEEK_ROW                                                                                                       \
    {                                                                                                                  \
        .name = "peek", .aliases = "front first", TAKES_AND_RETURNS(0, 1), .role = LINCE_ROLE_PEEK, .pure = true,      \
        .pure_result = LINCE_EMPTY                                                                                     \
    }

static const lince_method methods[] = {[ENQ] = {ENQ_COMMON}, [DEQ] = DEQ_ROW, [PEEK] = PEEK_ROW};

static const lince_method bounded_methods[] = {
    [ENQ] = {ENQ_COMMON, .results_min = 1, .results_max = 1, .pure_result = LINCE_FALSE, .ok_result = LINCE_TRUE},
    [DEQ] = DEQ_ROW,
    [PEEK] = PEEK_ROW,
};

static const lince_param params[] = {{.name = "capacity", .min = 0, .max = INT32_MAX}};

const lince_spec lc_spec_queue = {
    .abi = LINCE_SPEC_ABI,
    .name = "queue",
    .summary = "enq(v), deq() → v or EMPTY, peek() → v or EMPTY",
    TABLE(methods),
    .params = params,
    .param_count = 1,
    .traits = LINCE_DROPPABLE_VALUES | LINCE_FIFO | LINCE_STATES_ARE_VALUES,
    .is = LINCE_IS_QUEUE,
    .init = init_no_items,
    .next = next,
    .print = print_list,
};

const lince_spec lc_spec_bounded_queue = {
    .abi = LINCE_SPEC_ABI,
    .name = "queue",
    .summary = "enq(v) → true or false, deq() → v or EMPTY, peek() → v or EMPTY",
    TABLE(bounded_methods),
    .params = params,
    .param_count = 1,
    .traits = LINCE_FIFO | LINCE_STATES_ARE_VALUES,
    .is = LINCE_IS_QUEUE,
    .size_of = first_param,
    .init = init_no_items,
    .next = next,
    .print = print_list,
};
