/* Last in, first out.  The state is the elements, the oldest first. */
#include "spec/builtin/common.h"

enum { PUSH, POP, PEEK };

/* Both with a capacity (in params[0]) and without, when it is 0. */
static void next(lince_step *step) {
    const lince_call *call = only_call(step);
    size_t count = item_count(step, 1);
    int64_t capacity = step->params[0];
    if (call->method == PEEK) {
        emit_unchanged(step, count ? items(step)[count - 1] : LINCE_EMPTY);
    } else if (call->method == POP) {
        if (count) emit_removed(step, 1, count - 1, items(step)[count - 1]);
        else emit_unchanged(step, LINCE_EMPTY);
    } else if (capacity && count >= (uint64_t)capacity) {
        emit_unchanged(step, LINCE_FALSE);
    } else if (can_be_element(call->args[0])) {
        emit_inserted(step, 1, count, &call->args[0], capacity ? LINCE_TRUE : LINCE_NO_VALUE);
    }
}

#define PUSH_COMMON .name = "push", .aliases = "try_push add put", .args_min = 1, .args_max = 1, .role = LINCE_ROLE_ADD

#define POP_ROW                                                                                                        \
    {                                                                                                                  \
        .name = "pop", .aliases = "try_pop remove take", TAKES_AND_RETURNS(0, 1), .role = LINCE_ROLE_REMOVE,           \
        .pure_result = LINCE_EMPTY                                                                                     \
    }

#define PEEK_ROW                                                                                                       \
    {                                                                                                                  \
        .name = "peek", .aliases = "top", TAKES_AND_RETURNS(0, 1), .role = LINCE_ROLE_PEEK, .pure = true,              \
        .pure_result = LINCE_EMPTY                                                                                     \
    }

static const lince_method methods[] = {[PUSH] = {PUSH_COMMON}, [POP] = POP_ROW, [PEEK] = PEEK_ROW};

static const lince_method bounded_methods[] = {
    [PUSH] = {PUSH_COMMON, .results_min = 1, .results_max = 1, .pure_result = LINCE_FALSE, .ok_result = LINCE_TRUE},
    [POP] = POP_ROW,
    [PEEK] = PEEK_ROW,
};

static const lince_param params[] = {{.name = "capacity", .min = 0, .max = INT32_MAX}};

const lince_spec lc_spec_stack = {
    .abi = LINCE_SPEC_ABI,
    .name = "stack",
    .summary = "push(v), pop() → v or EMPTY, peek() → v or EMPTY",
    TABLE(methods),
    .params = params,
    .param_count = 1,
    .traits = LINCE_DROPPABLE_VALUES | LINCE_LIFO | LINCE_STATES_ARE_VALUES,
    .is = LINCE_IS_STACK,
    .init = init_no_items,
    .next = next,
    .print = print_list,
};

const lince_spec lc_spec_bounded_stack = {
    .abi = LINCE_SPEC_ABI,
    .name = "stack",
    .summary = "push(v) → true or false, pop() → v or EMPTY, peek() → v or EMPTY",
    TABLE(bounded_methods),
    .params = params,
    .param_count = 1,
    .traits = LINCE_LIFO | LINCE_STATES_ARE_VALUES,
    .is = LINCE_IS_STACK,
    .size_of = first_param,
    .init = init_no_items,
    .next = next,
    .print = print_list,
};
