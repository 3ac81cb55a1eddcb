/* Operations to blame where a sweep found no partner for an operation: those that compete for the same partners. */
#ifndef LC_CHECK_SYNC_RIVALS_H
#define LC_CHECK_SYNC_RIVALS_H

#include "check/sync/stateless.h"

/* The value that an operation gave and the one it received, or LINCE_NO_VALUE. */
typedef struct lc_deal {
    lince_role role;
    lince_value gave, got;
} lc_deal;

/* An operation that returned and had a partner waits in the line of its key and side. */
typedef struct lc_meeting {
    uint32_t line, partners; /* its own line, and that of fitting partners; UINT32_MAX: none */
    uint32_t child, next;    /* in a heap, or a list */
} lc_meeting;

/* There was no partner for x: fills in `blame` and `partners` of the answer, unless that takes too long. */
void lc_find_rivals(lc_stateless *, const lc_meeting *, uint32_t x, lc_deal (*deal_of)(const lc_stateless *, uint32_t));

#endif
