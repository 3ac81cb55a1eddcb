/* Whom to blame where a sweep found nobody for an operation: those who compete for the same partners. */
#ifndef LC_CHECK_SYNC_RIVALS_H
#define LC_CHECK_SYNC_RIVALS_H

#include "check/sync/stateless.h"

/* What an operation gave and got, or LINCE_NO_VALUE. */
typedef struct lc_deal {
    lince_role role;
    lince_value gave, got;
} lc_deal;

/* An operation that returned and met somebody waits in the line of its key and side. */
typedef struct lc_meeting {
    uint32_t line, partners; /* its own, and that of those who fit; UINT32_MAX: none */
    uint32_t child, next;    /* in a heap, or a list */
} lc_meeting;

/* Nobody was left for x: fills in `blame` and `partners` of the answer, unless that takes too long. */
void lc_find_rivals(lc_stateless *, const lc_meeting *, uint32_t x, lc_deal (*deal_of)(const lc_stateless *, uint32_t));

#endif
