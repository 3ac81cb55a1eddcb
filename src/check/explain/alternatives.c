/* The results that an operation could have returned instead. */
#include "check/explain/alternatives.h"

#include <string.h>

#include "check/explain/describe.h"

enum { MOST_ALTERNATIVES = 64, MOST_SHOWN = 8 };

void lc_alternatives_note(void *alternatives, const lince_results *results) {
    lc_alternatives_list *a = alternatives;
    lince_results kept = {{0}};
    for (size_t i = 0; i < LINCE_RESULTS_MAX && results->at[i] != LINCE_NO_VALUE; i++)
        kept.at[i] = lc_value_copy(a->values, a->from, results->at[i]);
    for (uint32_t i = 0; i < a->all.count; i++)
        if (!memcmp(&a->all.at[i], &kept, sizeof kept)) return;
    if (a->all.count == MOST_ALTERNATIVES || !lc_push(NULL, &a->all, kept)) a->too_many = true;
}

/* All results this operation could return in any state the search (which found a violation) visited.  If the part would
 * hold with another result of the operation, then the steps that lead up to it do not depend on that result, so the
 * search has been in the state where it would be returned: the collected values contain all alternatives.
 *
 * The values must outlive the search's state space, so they move down to the binding's pool; the space is made anew. */
static void collect_candidates(lc_search *s, uint32_t label, lc_alternatives_list *out) {
    lc_binding *b = s->binding;
    lince_values kept;
    lc_values_init(&kept, &b->values, s->budget);
    *out = (lc_alternatives_list){.from = &s->space.values, .values = &kept};
    for (uint32_t state = 0; state < s->space.states.items.count && !out->too_many; state++)
        lc_space_results(&s->space, state, label, lc_alternatives_note, out);
    lc_space_free(&s->space);
    lc_values_move_down(&b->values, &kept);
    lc_values_destroy(&kept);
    lc_space_init(&s->space, b, s->budget);
    s->space.forget = s->tuning.no_memo;
    out->from = out->values = &b->values;
}

/* The other results with which the (violated) part would hold.  False: not known, a limit was reached. */
static bool find_alternatives(lc_search *s, const lc_part *part, uint32_t op, const lc_also *also,
                              lc_alternatives_list *fitting) {
    lc_binding *b = s->binding;
    uint32_t label = lc_label_op(b, op);
    *fitting = (lc_alternatives_list){.from = &b->values, .values = &b->values};
    if (label == LC_NO_LABEL || lc_linearize(s, part) != LC_VIOLATED) return false;
    lc_alternatives_list candidates;
    collect_candidates(s, label, &candidates);
    bool known = !candidates.too_many && !lc_exhausted(s->budget);
    for (uint32_t i = 0; i < candidates.all.count && known; i++) {
        uint32_t other = lc_label_with(b, label, &candidates.all.at[i]);
        if (other == label) continue;
        b->label_of.at[op] = other;
        lc_outcome outcome = other == LC_NO_LABEL ? LC_HALTED : lc_linearize(s, part);
        if (outcome == LC_HOLDS && also) outcome = also->decide(also->context, also->part);
        if (outcome == LC_HOLDS) lc_alternatives_note(fitting, &candidates.all.at[i]);
        known = outcome == LC_HOLDS || outcome == LC_VIOLATED;
    }
    b->label_of.at[op] = label;
    lc_vec_free(NULL, &candidates.all);
    return known;
}

static int compare_results(const lince_values *values, const lince_results *a, const lince_results *b) {
    for (size_t i = 0; i < LINCE_RESULTS_MAX; i++) {
        if (a->at[i] == b->at[i]) continue;
        if (a->at[i] == LINCE_NO_VALUE || b->at[i] == LINCE_NO_VALUE) return a->at[i] == LINCE_NO_VALUE ? -1 : 1;
        return lince_compare(values, a->at[i], b->at[i]);
    }
    return 0;
}

static void sort_results(lc_alternatives_list *a) {
    for (uint32_t i = 1; i < a->all.count; i++) /* few, so by insertion */
        for (uint32_t k = i; k && compare_results(a->values, &a->all.at[k - 1], &a->all.at[k]) > 0; k--) {
            lince_results swap = a->all.at[k];
            a->all.at[k] = a->all.at[k - 1];
            a->all.at[k - 1] = swap;
        }
}

char *lc_alternatives_words(lc_alternatives_list *a) {
    lince_text text = {0};
    sort_results(a);
    for (uint32_t i = 0; i < a->all.count && i < MOST_SHOWN; i++) {
        lc_text_puts(&text, i == 0 ? "" : i + 1 == a->all.count ? " or " : ", ");
        for (size_t r = 0; r < LINCE_RESULTS_MAX && a->all.at[i].at[r] != LINCE_NO_VALUE; r++) {
            if (r) lc_text_puts(&text, " and ");
            lc_describe_value(&text, a->values, a->all.at[i].at[r]);
        }
    }
    if (text.length && a->all.count > MOST_SHOWN) lc_text_printf(&text, " or %u others", a->all.count - MOST_SHOWN);
    char *copy = text.length ? strdup(text.at) : NULL;
    lc_text_free(&text);
    return copy;
}

char *lc_alternatives(lc_search *s, const lc_part *part, uint32_t op, const lc_also *also, bool *known) {
    lc_alternatives_list a;
    *known = find_alternatives(s, part, op, also, &a);
    char *words = *known ? lc_alternatives_words(&a) : NULL;
    lc_vec_free(NULL, &a.all);
    return words;
}
