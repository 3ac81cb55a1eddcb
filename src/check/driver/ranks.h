/* A check by several processes: each judges some of the parts of a history and sends its findings to all ranks. */
#ifndef LC_CHECK_DRIVER_RANKS_H
#define LC_CHECK_DRIVER_RANKS_H

#include <lince/check.h>

enum { LC_RANKS_MOST = 4096 }; /* of more ranks each does all of the work */

typedef struct lc_ranks {
    uint32_t rank, size;
    void *context;
    /* Every rank gives its bytes and receives those of all, in the order of the ranks; `*all` is to be freed, `sizes`
     * has room for one a rank.  False: it failed, for all of them. */
    bool (*exchange)(void *context, const void *mine, size_t size, void **all, size_t *sizes);
} lc_ranks;

/* As lince_check; NULL: alone.  All ranks call it with the same history and options, and get the same result. */
lince_status lc_check_with_ranks(const lince_history *, const lince_specs *, const lince_check_options *,
                                 const lc_ranks *, lince_result **, lince_error *);

#endif
