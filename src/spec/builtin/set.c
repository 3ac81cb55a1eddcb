/* A set.  The state is its members, sorted.
 *
 * Its methods do not have the roles of a container: `remove` names the value that leaves by its argument and not by its
 * result, and each value is a key of its own anyway. */
#include "spec/builtin/common.h"

enum { ADD, REMOVE, CONTAINS };

static void next(lince_step *step) {
    const lince_call *call = only_call(step);
    lince_value v = call->args[0];
    size_t place = place_of(step, 1, &v, 1);
    bool member = place < item_count(step, 1) && items(step)[place] == v;
    if (call->method == CONTAINS) emit_unchanged(step, lince_bool(member));
    else if (member == (call->method == ADD)) emit_unchanged(step, LINCE_FALSE);
    else if (member) emit_removed(step, 1, place, LINCE_TRUE);
    else emit_inserted(step, 1, place, &v, LINCE_TRUE);
}

static void print(lince_step *step, lince_text *out) { print_row(step, out, "{", "}"); }

#define ROW(...)                                                                                                       \
    { __VA_ARGS__, .args_min = 1, .args_max = 1, .results_min = 1, .results_max = 1, .key = 1 }

static const lince_method methods[] = {
    [ADD] = ROW(.name = "add", .aliases = "insert", .role = LINCE_ROLE_INSERT, .pure_result = LINCE_FALSE),
    [REMOVE] =
        ROW(.name = "remove", .aliases = "delete del erase", .role = LINCE_ROLE_DELETE, .pure_result = LINCE_FALSE),
    [CONTAINS] =
        ROW(.name = "contains", .aliases = "has member lookup find", .role = LINCE_ROLE_CONTAINS, .pure = true),
};

const lince_spec lc_spec_set = {
    .abi = LINCE_SPEC_ABI,
    .name = "set",
    .summary = "add(v) → true or false, remove(v) → true or false, contains(v) → true or false",
    TABLE(methods),
    .traits = LINCE_STATES_ARE_VALUES,
    .is = LINCE_IS_SET,
    .init = init_no_items,
    .next = next,
    .print = print,
};
