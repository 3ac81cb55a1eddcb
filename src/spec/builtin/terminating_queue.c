/* A queue whose dequeues wait while it is empty; when all n threads wait so, they all return NONE.  The state is its
 * contents, oldest first. */
#include "spec/builtin/common.h"

enum { ENQUEUE, DEQUEUE, MOST = 256 };

static void arity(const int64_t *params, uint32_t *least, uint32_t *most) {
    (void)least;
    *most = (uint32_t)params[0];
}

static bool all_give_up(const lince_step *step) {
    for (size_t i = 0; i < step->count; i++)
        if (step->calls[i].method != DEQUEUE || !may_return(&step->calls[i], LINCE_NONE)) return false;
    return !step->size;
}

static bool joins(const lince_step *step) { return step->count == 1 || all_give_up(step); }

static void give_up(lince_step *step) {
    lince_results results[MOST];
    for (size_t i = 0; i < step->count; i++) results[i] = (lince_results){{LINCE_NONE}};
    emit_meeting(step, results);
}

/* NONE means that there is nothing, so it cannot be an element. */
static void next(lince_step *step) {
    if (step->count == (size_t)step->params[0] && all_give_up(step)) give_up(step);
    if (step->count != 1) return;
    if (step->calls->method == ENQUEUE) {
        if (argument(step, 0) != LINCE_NONE)
            emit_inserted(step, 1, item_count(step, 1), step->calls->args, LINCE_NO_VALUE);
    } else if (step->size && may_return(step->calls, items(step)[0])) {
        emit_removed(step, 1, 0, items(step)[0]);
    }
}

static const lince_method methods[] = {
    [ENQUEUE] = {.name = "enqueue", .aliases = "enq put", TAKES_AND_RETURNS(1, 0)},
    [DEQUEUE] = {.name = "dequeue", .aliases = "deq get take", TAKES_AND_RETURNS(0, 1), .pure_result = LINCE_NONE},
};

static const lince_param params[] = {{.name = "n", .min = 1, .max = MOST, .required = true}};

const lince_spec lc_spec_terminating_queue = {
    .abi = LINCE_SPEC_ABI,
    .name = "terminating-queue",
    .summary = "enqueue(x), dequeue() → x or NONE when all n threads wait",
    TABLE(methods),
    .params = params,
    .param_count = 1,
    .traits = LINCE_NO_SELF_WAIT,
    .arity_min = 1,
    .arity_max = MOST,
    .arity = arity,
    .init = init_no_items,
    .next = next,
    .print = print_list,
    .joins = joins,
};
