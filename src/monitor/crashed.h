/* Operations that crashed: each may still take effect, at any time and with any result, or never.
 *
 * It cannot be told which of two that have the same method and arguments took effect, so they are counted, by *kind*.
 * A configuration says how many of each kind it has *spent*.  Whoever spent less can do whatever one can do that spent
 * more and is in the same state otherwise, because nobody need spend anything: only those are kept that spent least.
 * What all of them have spent is settled, and is forgotten.
 */
#ifndef LC_MONITOR_CRASHED_H
#define LC_MONITOR_CRASHED_H

#include "monitor/watch.h"

typedef struct lc_kind {
    lc_watched op;  /* the last of them */
    uint32_t count; /* that are not settled; 0: the kind is free */
    bool sets;      /* it is always possible, and leads to the same state from everywhere */
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

uint32_t lc_spent(const lc_spendings *, uint32_t list, uint32_t kind);
/* The list with one more of this kind, or with `less` fewer.  LC_NOTHING_SPENT also when memory is out. */
uint32_t lc_spend(lc_spendings *, uint32_t list, uint32_t kind);
uint32_t lc_spend_less(lc_spendings *, uint32_t list, uint32_t kind, uint32_t less);
/* Did the one spend nothing that the other did not? */
bool lc_spent_no_more(const lc_spendings *, uint32_t one, uint32_t other);
const lc_spending *lc_spending_list(const lc_spendings *, uint32_t list, uint32_t *count);

#endif
