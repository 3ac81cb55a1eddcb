/* A check by several processes: each judges some of the parts of a history, and tells the others what it found.
 * (tuning.h has the function that takes a team.) */
#ifndef LC_CHECK_TEAM_H
#define LC_CHECK_TEAM_H

#include <lince/check.h>

enum { LC_TEAM_MOST = 4096 }; /* ranks; what is more is not a team, and each does all of it */

typedef struct lc_team {
    uint32_t rank, size;
    void *context;
    /* Every rank gives its bytes and gets everyone's, in the order of the ranks; `*all` is to be freed, `sizes` has
     * room for one a rank.  False: it failed, for all of them. */
    bool (*exchange)(void *context, const void *mine, size_t size, void **all, size_t *sizes);
} lc_team;

#endif
