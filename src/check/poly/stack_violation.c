/* The elements of a stack that nest in no order, and the operations that show it. */
#include <assert.h>

#include "check/poly/stack_parts.h"

/* An element that is left, but is not `but`. */
typedef struct others {
    const lc_peeling *s;
    const lc_element *but;
} others;

static bool is_left(const void *context, const lc_element *x) {
    const others *o = context;
    return x != o->but && !lc_peel_is_finished(o->s, (uint32_t)(x - o->s->e->at.at));
}

static void put_crossing(lc_poly *p, const lc_element *x, const lc_element *y) {
    lc_poly_explain_op(p, x->add);
    lc_poly_explain(p, " returned before ");
    lc_poly_explain_op(p, y->add);
    lc_poly_explain(p, " was called, and that returned before ");
    lc_poly_explain_op(p, x->remove);
    lc_poly_explain(p, " was called, which took the former although the latter lay above it");
    if (y->remove == LC_NO_OP) return lc_poly_explain(p, " and was still inside");
    lc_poly_explain(p, ": ");
    lc_poly_explain_op(p, y->remove);
    lc_poly_explain(p, " was called only afterwards");
}

static void put_chain(lc_poly *p, const lc_chain *chain, bool seen) {
    lc_poly_explain(p, "of the elements added by ");
    for (uint32_t i = 0; i < chain->count; i++) {
        if (i) lc_poly_explain(p, i + 1 == chain->count ? " and " : ", ");
        lc_poly_explain_op(p, chain->at[i]->add);
    }
    lc_poly_explain(
        p,
        " one is inside at every moment, so one of them lies below all the other ones as long as these are there, "
        "but none was added early enough and removed late enough");
    if (seen) lc_poly_explain(p, ", or it was seen at the top in between");
}

/* Why is an element left?  The first look at it that is not marked; or NULL: its addition or removal is not. */
static const lc_look *hidden_look(const lc_peeling *s, const lc_element *x) {
    const lc_look *hidden = NULL;
    if (s->mark[x - s->e->at.at] != LC_BOTH_MARKED) return NULL;
    for (uint32_t i = x->looks; i != LC_NO_LOOK; i = s->e->looks.at[i].earlier)
        if (s->looks.ends[s->looks.size + i]) hidden = &s->e->looks.at[i];
    return hidden;
}

/* Adds the elements that are left and cover an operation of x that is not marked, unless they are there. */
static void add_reason(lc_peeling *s, const lc_element *x, lc_chain *all) {
    const lc_look *look = hidden_look(s, x);
    bool added = s->mark[x - s->e->at.at] & LC_ADD_MARKED;
    uint32_t from = look ? look->called : added ? x->leaving : x->called;
    uint32_t to = look ? look->returned : added ? x->gone : x->added;
    others o = {s, x};
    lc_chain reason = {0};
    bool covered = lc_cover_between(s->p, s->e, from, to, is_left, &o, &reason);
    assert(covered || lc_exhausted(s->p->budget));
    (void)covered;
    for (uint32_t i = 0; i < reason.count; i++) {
        uint32_t k = 0;
        while (k < all->count && all->at[k] != reason.at[i]) k++;
        if (k == all->count && !lc_push(s->p->budget, all, reason.at[i])) break;
    }
    lc_vec_free(s->p->budget, &reason);
}

/* The first covers that are left and follow each other without a gap, and of these the fewest that do. */
static void find_chain(lc_peeling *s, lc_chain *chain) {
    uint32_t low = LC_NEVER, high;
    others none = {s, NULL};
    for (uint32_t i = 0; i < s->e->at.count; i++) {
        const lc_element *x = &s->e->at.at[i];
        if (lc_has_cover(x) && is_left(&none, x) && x->added < low) low = x->added;
    }
    high = lc_instants_from(&s->free, low);
    bool covered = lc_cover_between(s->p, s->e, low, high, is_left, &none, chain);
    assert(covered || lc_exhausted(s->p->budget));
    (void)covered;
}

/* If it is a look that is not marked, elements of other covers may take part. */
static bool add_hidden(lc_peeling *s, lc_chain *chain) {
    enum { MOST = 100 }; /* of many all that are left show it, too */
    bool hidden = false;
    for (uint32_t i = 0; i < chain->count && !hidden; i++) hidden = hidden_look(s, chain->at[i]);
    for (uint32_t i = 0; i < chain->count && i < MOST && hidden; i++) add_reason(s, chain->at[i], chain);
    if (chain->count <= MOST) return hidden;
    others none = {s, NULL};
    chain->count = 0;
    for (uint32_t i = 0; i < s->e->at.count; i++)
        if (lc_has_cover(&s->e->at.at[i]) && is_left(&none, &s->e->at.at[i]))
            (void)lc_push(s->p->budget, chain, &s->e->at.at[i]);
    return hidden;
}

lc_outcome lc_peel_blame(lc_peeling *s) {
    lc_poly *p = s->p;
    lc_chain chain = {0};
    find_chain(s, &chain);
    bool seen = add_hidden(s, &chain);
    lc_poly_name(p, "not last in, first out");
    for (uint32_t i = 0; i < chain.count; i++) {
        const lc_look *look = hidden_look(s, chain.at[i]);
        if (look) lc_blame_look(p, s->e, look);
        else lc_blame_element(p, s->e, chain.at[i]);
        seen = seen || chain.at[i]->looks != LC_NO_LOOK;
    }
    if (chain.count == 2 && !seen) put_crossing(p, chain.at[0], chain.at[1]);
    else put_chain(p, &chain, seen);
    lc_vec_free(p->budget, &chain);
    return lc_exhausted(p->budget) ? lc_poly_halt(p, LC_NO_MEMORY) : LC_VIOLATED;
}
