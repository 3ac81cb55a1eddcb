/* Instants that matter, and the covers of elements over them.
 *
 * In any order that explains a history, every operation can take effect right after a call: move it back in time until
 * one comes, and nothing changes its place in the order.  So of the moments between events only those after calls need
 * be looked at.  An instant is the number of a call.
 */
#ifndef LC_CHECK_POLY_INSTANTS_H
#define LC_CHECK_POLY_INSTANTS_H

#include "check/poly/elements.h"

/* Turns the places of elements and empty removals into instants, so that an addition may take effect at the instants
 * from `called` until before `added`, a removal from `leaving` until before `gone`, and a cover is from `added` until
 * before `leaving`.  LC_NEVER stays; a removal that did not return is gone one after the last instant.  Returns the
 * number of instants. */
uint32_t lc_to_instants(const lc_poly *, lc_elements *);

/* How many covers lie over each instant: adds to ranges, and finds an instant with none. */
typedef struct lc_cover_tree {
    lc_budget *budget;
    uint32_t instants, size; /* size: a power of two that holds them */
    int32_t *least;          /* per node: the least of its children's, which are stored without it */
} lc_cover_tree;

/* With the covers of all elements, or of none.  False: out of memory. */
bool lc_covers_init(lc_cover_tree *, const lc_elements *, uint32_t instants, bool of_all, lc_budget *);
void lc_covers_free(lc_cover_tree *);
/* Adds to the instants from `from` until before `to`, of which LC_NEVER means the end. */
void lc_covers_add(lc_cover_tree *, uint32_t from, uint32_t to, int32_t more);
/* The first and the last instant in that range that nothing covers, LC_NEVER: there is none. */
uint32_t lc_covers_gap(const lc_cover_tree *, uint32_t from, uint32_t to);
uint32_t lc_covers_last_gap(const lc_cover_tree *, uint32_t from, uint32_t to);

/* A set of instants in which the neighbours of one are found fast: a bit each, above it a bit for each word, and so on.
 */
enum { LC_INSTANT_LEVELS = 6 };
typedef struct lc_instant_set {
    lc_budget *budget;
    uint64_t *words; /* all levels, the lowest first */
    size_t word_count, start[LC_INSTANT_LEVELS];
    uint32_t levels;
} lc_instant_set;

bool lc_instants_init(lc_instant_set *, uint32_t count, lc_budget *); /* empty, for the instants below count */
void lc_instants_free(lc_instant_set *);
void lc_instants_put(lc_instant_set *, uint32_t instant);
/* The last one that is not after an instant, and the first one that is not before it; LC_NEVER: there is none. */
uint32_t lc_instants_until(const lc_instant_set *, uint32_t instant);
uint32_t lc_instants_from(const lc_instant_set *, uint32_t instant);

#endif
