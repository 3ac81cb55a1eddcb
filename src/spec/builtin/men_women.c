/* Men and women pair off: each passes its own identity and learns that of its partner. */
#include "spec/builtin/common.h"

enum { MAN, WOMAN };

static void next(lince_step *step) {
    if (are_two(step, MAN, WOMAN)) emit_meeting(step, (lince_results[2]){{{argument(step, 1)}}, {{argument(step, 0)}}});
}

static const lince_method methods[] = {
    [MAN] = {.name = "man", TAKES_AND_RETURNS(1, 1), .role = LINCE_ROLE_LEFT},
    [WOMAN] = {.name = "woman", TAKES_AND_RETURNS(1, 1), .role = LINCE_ROLE_RIGHT},
};

const lince_spec lc_spec_men_women = {
    .abi = LINCE_SPEC_ABI,
    .name = "men-women",
    .summary = "man(id) → partner, woman(id) → partner: they meet",
    TABLE(methods),
    .traits = LINCE_STATELESS | LINCE_PAIRS | LINCE_NO_SELF_WAIT,
    MEETING_IN_PAIRS,
    .next = next,
};
