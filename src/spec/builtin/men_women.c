/* Men and women pair off: each passes its own identity and learns that of its partner. */
#include "spec/builtin/common.h"

enum { MAN, WOMAN };

static void next(lince_step *step) {
    if (are_two(step, MAN, WOMAN)) emit_meeting(step, (lince_results[2]){{{argument(step, 1)}}, {{argument(step, 0)}}});
}

static const lince_method methods[] = {
    [MAN] = {.name = "man", .args_min = 1, .args_max = 1, .results_min = 1, .results_max = 1, .role = LINCE_ROLE_LEFT},
    [WOMAN] =
        {.name = "woman", .args_min = 1, .args_max = 1, .results_min = 1, .results_max = 1, .role = LINCE_ROLE_RIGHT},
};

const lince_spec lc_spec_men_women = {
    .abi = LINCE_SPEC_ABI,
    .name = "men-women",
    .summary = "man(id) → partner, woman(id) → partner: they meet",
    TABLE(methods),
    .traits = LINCE_STATELESS | LINCE_PAIRS | LINCE_NO_SELF_WAIT,
    .arity_min = 2,
    .arity_max = 2,
    .init = init_no_items,
    .next = next,
};
