/* Removals that have not returned: which of them took which value?
 *
 * Suppose first that none of them took anything.  If there is a pattern, one of its values that stay must have been
 * taken, by a removal that was called in some step; each possibility is tried, and the same is repeated.  A value that
 * was given to a removal is not moved any more, for the choice that gives it to another one is tried, too.  So if some
 * way of taking leaves no pattern, it is found; there are no more rounds than open removals, and those that were called
 * in the same step are alike.  A history without a pattern is good by patterns.c. */

#include "counting/patterns/match.h"

enum { MOST_TRIES = 2000 };

typedef struct trying {
    lc_container container;
    lc_lifetimes *lifetimes;
    uint32_t tries;
} trying;

static bool is_staying(const lc_lifetimes *s, const lc_seen *v) {
    return v->additions && !v->removals && v->stay.remove.from == s->k + 1;
}

static lc_contains try_out(trying *t) {
    lc_lifetimes *s = t->lifetimes;
    lc_match m;
    if (t->tries++ == MOST_TRIES) return LC_CONTAINS_UNKNOWN;
    if (!lc_patterns_match(t->container, s, &m)) return LC_CONTAINS_NONE;
    for (uint32_t i = 0; i < m.pattern.count; i++) {
        lc_seen *v = &s->at.at[m.stay[i]];
        if (!is_staying(s, v)) continue;
        for (uint32_t step = s->k + 1; step > 0; step--) { /* other values may need the first ones */
            if (!s->open[step - 1]) continue;
            s->open[step - 1]--;
            v->stay.remove.from = step - 1;
            lc_contains answer = try_out(t);
            v->stay.remove.from = s->k + 1;
            s->open[step - 1]++;
            if (answer != LC_CONTAINS_SOME) return answer;
        }
    }
    return LC_CONTAINS_SOME;
}

lc_contains lc_patterns_decide(lc_container container, lc_lifetimes *s, lc_match *found) {
    if (lc_patterns_match(container, s, found)) return LC_CONTAINS_SOME;
    if (s->exact) return LC_CONTAINS_NONE;
    for (uint32_t i = 0; i < s->at.count; i++)
        if (!s->at.at[i].removals) s->at.at[i].stay.remove.from = s->k + 1;
    if (found) (void)lc_patterns_match(container, s, found);
    lc_contains answer = try_out(&(trying){.container = container, .lifetimes = s});
    lc_lifetimes_finish(s);
    if (found && answer == LC_CONTAINS_SOME) found->pattern.count = 0;
    bool all = !s->partly && !s->repeated; /* else the values left out may be bad */
    return answer == LC_CONTAINS_NONE && !all ? LC_CONTAINS_UNKNOWN : answer;
}
