/* Parts of the decider for stacks (stack.c). */
#ifndef LC_CHECK_POLY_STACK_PARTS_H
#define LC_CHECK_POLY_STACK_PARTS_H

#include "check/poly/instants.h"
#include "check/poly/spans.h"

enum { LC_ADD_MARKED = 1, LC_REMOVE_MARKED = 2, LC_BOTH_MARKED = 3 };
#define LC_NO_OWNER UINT32_MAX

typedef struct lc_peeling {
    lc_poly *p;
    lc_elements *e;
    uint32_t instants;                 /* also stands for the additional one after the last */
    uint32_t left;                     /* elements with a cover that are not finished */
    lc_cover_tree covers, all_but_one; /* the latter where there are looks: one less everywhere */
    uint32_t *sole;      /* a tree over the instants (Fenwick 1994): the elements with covers there, xored */
    lc_instant_set free; /* the instants found free so far */
    uint32_t *owner; /* per instant: the note of the addition or removal that begins there; LC_NOBODY: the element comes
                      * and goes at this instant; NO_OWNER: no relevant operation */
    lc_spans moves;  /* per instant: the addition or removal that begins there, if it is not marked */
    lc_spans looks;  /* the looks that are not marked */
    lc_spans looks_at_each;    /* the same in the order of `by_element` */
    uint32_t *by_element;      /* looks by elements, and those at one by their calls */
    uint32_t *begin;           /* per element and behind the last: where its looks begin there */
    uint32_t *comes, *leaves;  /* per element: at which instant, once it is finished */
    uint32_t *unseen;          /* per element: looks that are not marked */
    uint32_t *finished, count; /* the elements with a cover, in the order in which they were finished */
    uint8_t *mark;             /* per element */
} lc_peeling;

static inline bool lc_peel_has_looks(const lc_peeling *s) { return s->e->looks.count; }
static inline bool lc_peel_is_finished(const lc_peeling *s, uint32_t number) {
    return s->mark[number] == LC_BOTH_MARKED && !s->unseen[number];
}

/* The violation, once nothing more can be peeled. */
lc_outcome lc_peel_blame(lc_peeling *);
/* The order, once nothing is left.  False: out of memory. */
bool lc_peel_order(lc_peeling *);

#endif
