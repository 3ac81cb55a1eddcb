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

typedef struct lco_kind {
    lco_watched op;   /* the last of them */
    uint32_t count;   /* that are not settled; 0: the kind is free */
    uint32_t lasting; /* of these at most, those that a gap does not end: not of lco_online_lose */
    lince_value sets; /* lco_value_set */
} lco_kind;
typedef LC_VEC(lco_kind) lco_kinds;

/* Lists of how many were spent of which kind, interned. */
typedef struct lco_spending {
    uint32_t kind, count;
} lco_spending;

typedef struct lco_spendings {
    lc_intern lists;
    LC_VEC(lco_spending) row; /* while one is made */
} lco_spendings;

enum { LCO_NOTHING_SPENT = 0 };

void lco_spendings_init(lco_spendings *, lc_budget *);
void lco_spendings_free(lco_spendings *);

/* Counts one more; the number of its kind, or UINT32_MAX: memory is out. */
uint32_t lco_kind_add(lco_kinds *, lco_watch *, const lco_watched *);

/* So many of a kind are settled. */
void lco_kind_settle(lco_kind *, uint32_t count);
/* A gap is over: operations that were only lost have ended.  Kinds get other numbers. */
void lco_kinds_outlast_gap(lco_kinds *);

uint32_t lco_spent(const lco_spendings *, uint32_t list, uint32_t kind);
/* The list with one more of this kind, or with `less` fewer.  LCO_NOTHING_SPENT also when memory is out. */
uint32_t lco_spend(lco_spendings *, uint32_t list, uint32_t kind);
uint32_t lco_spend_less(lco_spendings *, uint32_t list, uint32_t kind, uint32_t less);
/* Did the one spend nothing that the other did not? */
bool lco_spent_no_more(const lco_spendings *, uint32_t one, uint32_t other);
const lco_spending *lco_spending_list(const lco_spendings *, uint32_t list, uint32_t *count);

/* Of one that returned: where it is possible both without and behind other operations that crashed, is the state the
 * same if they come behind it, or do not come? */
bool lco_ignores_crashed(const lco_watch *, const lco_watched *);
/* The value that it leaves behind, in any state and with any result; LINCE_NO_VALUE: no such operation. */
lince_value lco_value_set(const lco_watch *, const lco_watched *);
/* The only value that another can leave behind such that this one is possible then, or does something if it crashed;
 * LINCE_NO_VALUE: there is not one only. */
lince_value lco_value_wanted(const lco_watch *, const lco_watched *);

#endif
