/* A bag, or pool: each value put in comes out once, in any order.  The state is the elements, sorted.  `take` returns
 * EMPTY only when there is none. */
#include "spec/builtin/common.h"

enum { PUT, TAKE };

static void take(lince_step *step, const lince_call *call) {
    const lince_value *row = items(step);
    size_t count = item_count(step, 1);
    if (count == 0) emit_unchanged(step, LINCE_EMPTY);
    for (size_t i = 0; i < count; i++) {
        bool same_as_before = i && row[i] == row[i - 1];
        if (!same_as_before && may_return(call, row[i])) emit_removed(step, 1, i, row[i]);
    }
}

static void next(lince_step *step) {
    const lince_call *call = only_call(step);
    if (call->method == TAKE) take(step, call);
    else if (can_be_element(call->args[0]))
        emit_inserted(step, 1, place_of(step, 1, call->args, 1), call->args, LINCE_NO_VALUE);
}

static void print(lince_step *step, lince_text *out) { print_row(step, out, "{", "}"); }

static const lince_method methods[] = {
    [PUT] = {.name = "put",
             .aliases = "add insert push enq enqueue offer",
             TAKES_AND_RETURNS(1, 0),
             .role = LINCE_ROLE_ADD},
    [TAKE] = {.name = "take",
              .aliases = "remove get pop deq dequeue poll steal try_take try_pop try_dequeue",
              TAKES_AND_RETURNS(0, 1),
              .role = LINCE_ROLE_REMOVE,
              .pure_result = LINCE_EMPTY},
};

const lince_spec lc_spec_bag = {
    .abi = LINCE_SPEC_ABI,
    .name = "bag",
    .summary = "put(v), take() → v or EMPTY",
    TABLE(methods),
    .traits = LINCE_DROPPABLE_VALUES | LINCE_STATES_ARE_VALUES,
    .is = LINCE_IS_BAG,
    .init = init_no_items,
    .next = next,
    .print = print,
};
