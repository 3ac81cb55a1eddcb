/* Three kinds of threads meet, one of each, and each learns the identities of the other two. */
#include "spec/builtin/common.h"

enum { A, B, C };

static bool joins(const lince_step *step) {
    for (size_t i = 1; i < step->count; i++)
        if (step->calls[i].method == step->calls[i - 1].method) return false;
    return true;
}

static void next(lince_step *step) {
    if (step->count != 3 || !joins(step)) return;
    lince_value x = argument(step, A), y = argument(step, B), z = argument(step, C);
    emit_meeting(step, (lince_results[3]){{{y, z}}, {{x, z}}, {{x, y}}});
}

#define ONE_OF_THREE(n)                                                                                                \
    { .name = (n), TAKES_AND_RETURNS(1, 2) }
static const lince_method methods[] = {[A] = ONE_OF_THREE("a"), [B] = ONE_OF_THREE("b"), [C] = ONE_OF_THREE("c")};

const lince_spec lc_spec_abc = {
    .abi = LINCE_SPEC_ABI,
    .name = "abc",
    .summary = "a(x) → y, z, b(y) → x, z, c(z) → x, y: three meet",
    TABLE(methods),
    .traits = LINCE_STATELESS | LINCE_NO_SELF_WAIT,
    .arity_min = 3,
    .arity_max = 3,
    .init = init_no_items,
    .next = next,
    .joins = joins,
};
