/* Covers that follow each other without a gap. */
#include <assert.h>
#include <stdlib.h>

#include "base/order.h"
#include "check/poly/elements.h"

static int by_added(const void *a, const void *b) {
    const lc_element *x = *(const lc_element *const *)a, *y = *(const lc_element *const *)b;
    return LC_ORDER(x->added, y->added);
}

/* Of those that begin in time always the one that reaches farthest. */
bool lc_cover_between(lc_poly *p, const lc_elements *e, uint32_t from, uint32_t to, lc_eligible *eligible,
                      const void *context, lc_chain *chain) {
    lc_chain candidates = {0};
    uint32_t before = chain->count;
    for (uint32_t i = 0; i < e->at.count; i++) {
        const lc_element *x = &e->at.at[i];
        if (lc_has_cover(x) && x->added < to && x->leaving > from && (!eligible || eligible(context, x)) &&
            !lc_push(p->budget, &candidates, x))
            break;
    }
    if (candidates.count) qsort(candidates.at, candidates.count, sizeof *candidates.at, by_added);
    for (uint32_t i = 0; from < to && !lc_exhausted(p->budget);) {
        const lc_element *best = NULL;
        for (; i < candidates.count && candidates.at[i]->added <= from; i++)
            if (!best || candidates.at[i]->leaving > best->leaving) best = candidates.at[i];
        if (!best || best->leaving <= from) break;
        from = best->leaving;
        (void)lc_push(p->budget, chain, best);
    }
    if (from < to) chain->count = before;
    lc_vec_free(p->budget, &candidates);
    return from >= to;
}

/* The sentence goes on after its addition. */
static void explain_why_inside(lc_poly *p, const lc_element *x) {
    if (x->looks != LC_NO_LOOK)
        return lc_poly_explain(p, " took effect before and its value was still there afterwards");
    lc_poly_explain(p, " had returned before and ");
    if (x->remove == LC_NO_OP) return lc_poly_explain(p, "its value was still inside");
    lc_poly_explain_op(p, x->remove);
    lc_poly_explain(p, " was called only afterwards");
}

void lc_blame_chain(lc_poly *p, const lc_elements *e, const lc_chain *chain) {
    for (uint32_t i = 0; i < chain->count; i++) {
        if (i) lc_poly_explain(p, i + 1 == chain->count ? " and " : ", ");
        lc_poly_explain_op(p, chain->at[i]->add);
        lc_blame_element(p, e, chain->at[i]);
    }
    if (chain->count == 1) explain_why_inside(p, chain->at[0]);
}

lc_outcome lc_blame_empty(lc_poly *p, const lc_elements *e, const lc_empty *empty) {
    lc_chain chain = {0};
    bool covered = lc_cover_between(p, e, empty->called, empty->returned, NULL, NULL, &chain);
    assert(covered || lc_exhausted(p->budget));
    (void)covered;
    lc_poly_name(p, "nothing found though something was inside");
    lc_poly_explain_op(p, empty->op);
    lc_poly_blame(p, empty->op);
    lc_poly_explain(p, chain.count == 1 ? " found nothing, although "
                                        : " found nothing, although at every moment something was inside: ");
    lc_blame_chain(p, e, &chain);
    lc_vec_free(p->budget, &chain);
    return lc_exhausted(p->budget) ? lc_poly_halt(p, LC_NO_MEMORY) : LC_VIOLATED;
}
