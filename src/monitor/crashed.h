/* Operations that crashed: each may still take effect, at any time and with any result, or never.
 *
 * Two with the same method and arguments cannot be distinguished by their effect, so they are counted, by *kind*.  A
 * configuration stores how many of each kind it has *spent*.  A configuration that spent less can do all that one can
 * do that spent more and is in the same state otherwise, because spending is never required: only the minimal ones are
 * kept.  The numbers that all of them have spent are settled, and are dropped.
 */
#ifndef LC_MONITOR_CRASHED_H
#define LC_MONITOR_CRASHED_H

#include "monitor/watch.h"

typedef struct lc_kind {
    lc_watched op;    /* the last of them */
    uint32_t count;   /* that are not settled; 0: the kind is free */
    uint32_t lasting; /* of these at most, those that a gap does not end: not of lc_online_lose */
    lince_value sets; /* lc_value_set */
} lc_kind;
typedef LC_VEC(lc_kind) lc_kinds;

/* Lists of how many were spent of which kind, interned. */
typedef struct lc_spending {
    uint32_t kind, count;
} lc_spending;

typedef struct lc_spendings {
    lc_intern lists;
    LC_VEC(lc_spending) row; /* while one is made */
} lc_spendings;

enum { LC_NOTHING_SPENT = 0 };

void lc_spendings_init(lc_spendings *, lc_budget *);
void lc_spendings_free(lc_spendings *);

/* Counts one more; the number of its kind, or UINT32_MAX: memory is out. */
uint32_t lc_kind_add(lc_kinds *, lc_watch *, const lc_watched *);

/* So many of a kind are settled. */
void lc_kind_settle(lc_kind *, uint32_t count);
/* A gap is over: operations that were only lost have ended.  Kinds get other numbers. */
void lc_kinds_outlast_gap(lc_kinds *);

uint32_t lc_spent(const lc_spendings *, uint32_t list, uint32_t kind);
/* The list with one more of this kind, or with `less` fewer.  LC_NOTHING_SPENT also when memory is out. */
uint32_t lc_spend(lc_spendings *, uint32_t list, uint32_t kind);
uint32_t lc_spend_less(lc_spendings *, uint32_t list, uint32_t kind, uint32_t less);
/* Did the one spend nothing that the other did not? */
bool lc_spent_no_more(const lc_spendings *, uint32_t one, uint32_t other);
const lc_spending *lc_spending_list(const lc_spendings *, uint32_t list, uint32_t *count);

/* Of one that returned: where it is possible both without and behind other operations that crashed, is the state the
 * same if they come behind it, or do not come? */
bool lc_ignores_crashed(const lc_watch *, const lc_watched *);
/* The value that it leaves behind, in any state and with any result; LINCE_NO_VALUE: no such operation. */
lince_value lc_value_set(const lc_watch *, const lc_watched *);
/* The only value that another can leave behind such that this one is possible then, or does something if it crashed;
 * LINCE_NO_VALUE: there is not one only. */
lince_value lc_value_wanted(const lc_watch *, const lc_watched *);

#endif
