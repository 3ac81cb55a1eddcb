#include "counting/patterns/value_lifetimes.h"

#include <assert.h>
#include <string.h>

void lc_lifetimes_init(lc_lifetimes *s, uint32_t k, lc_budget *budget) {
    assert(k <= LC_MOST_STEPS);
    *s = (lc_lifetimes){.budget = budget, .k = k};
}

void lc_lifetimes_clear(lc_lifetimes *s) {
    s->at.count = s->empties.count = 0;
    memset(s->open, 0, sizeof s->open);
    s->partly = s->repeated = s->exact = false;
}

void lc_lifetimes_free(lc_lifetimes *s) {
    lc_vec_free(s->budget, &s->at);
    lc_vec_free(s->budget, &s->empties);
}

void lc_lifetimes_empty(lc_lifetimes *s, lc_interval when, uint32_t op) {
    assert(when.from <= when.to && when.to <= s->k);
    (void)lc_push(s->budget, &s->empties, (lc_seen_empty){when, op});
}

/* Each value that no operation removed gets the widest interval it may have.  Where all of them can have it no choice
 * was made, and a history that contains no pattern is good. */
void lc_lifetimes_finish(lc_lifetimes *s) {
    uint32_t first = 0, staying = 0;
    while (first <= s->k && !s->open[first]) first++;
    for (uint32_t i = 0; i < s->at.count; i++) {
        lc_seen *v = &s->at.at[i];
        s->repeated = s->repeated || v->additions > 1;
        if (v->removals) continue;
        staying += v->stay.add.to <= s->k;
        v->stay.remove = (lc_interval){first, s->k + 1};
    }
    s->exact = !s->partly && !s->repeated && (first > s->k || staying <= s->open[first]);
}
