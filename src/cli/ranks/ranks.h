/* Several processes that work on one run of `lince check` or `lince model`, perhaps on several machines: their
 * messages.
 *
 * MPI stands behind it, in a file of its own, and is used nowhere else.  All of them are given the same arguments.
 * Rank 0 prints and hands out the work; it is a worker like the rest besides.
 */
#ifndef LC_CLI_RANKS_RANKS_H
#define LC_CLI_RANKS_RANKS_H

#include "check/driver/ranks.h"
#include "model/wire/ranks.h"

#define LCC_ANY_RANK UINT32_MAX

typedef struct lcc_ranks {
    uint32_t rank, size;
    uint32_t neighbours; /* ranks on the same machine, this one included */
    void *context;
    /* Sends bytes to another rank, and does not wait until they are there.  They arrive in the order they were sent. */
    void (*send)(void *context, uint32_t to, const void *bytes, size_t size);
    /* A message of this rank, or of any; then `*from` is its sender.  To be freed.  NULL: nothing so far. */
    void *(*receive)(void *context, uint32_t *from, size_t *size);
    /* Data of rank 0 for all: there it is given, elsewhere to be freed. */
    void (*broadcast)(void *context, void **bytes, size_t *size);
    /* The group of the ranks with the same remainder as this one when divided by `groups`.  All ranks call this at the
     * same time; it is good until they call it again. */
    lc_ranks (*group)(void *context, uint32_t groups);
    /* All of them, for searching a model together. */
    lcm_ranks searchers;
    /* Ends all ranks: there is no memory to go on with. */
    void (*give_up)(void *context);
    /* Called by a rank now and then while it waits for messages, may be set by any part; NULL: nothing. */
    void (*idle)(void *idle_context);
    void *idle_context;
} lcc_ranks;

#endif
