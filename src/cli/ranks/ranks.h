/* Several processes that work on one run of `lince check` or `lince model`, perhaps on several machines: how they talk.
 *
 * MPI stands behind it, in a file of its own; nothing else knows of it.  All of them are given the same arguments. Rank
 * 0 prints and hands out the work; it is a worker like the others besides.
 */
#ifndef LC_CLI_RANKS_RANKS_H
#define LC_CLI_RANKS_RANKS_H

#include "check/driver/ranks.h"
#include "model/wire/ranks.h"

#define LC_ANY_RANK UINT32_MAX

typedef struct lc_ranks {
    uint32_t rank, size;
    uint32_t neighbours; /* ranks on the same machine, this one included */
    void *context;
    /* Sends bytes to another rank, and does not wait until they are there.  They arrive in the order they were sent. */
    void (*send)(void *context, uint32_t to, const void *bytes, size_t size);
    /* What came from this rank, or from any; then `*from` says from which.  To be freed.  NULL: nothing so far. */
    void *(*receive)(void *context, uint32_t *from, size_t *size);
    /* What rank 0 has for all: there it is given, elsewhere to be freed. */
    void (*broadcast)(void *context, void **bytes, size_t *size);
    /* A team of the ranks with the same remainder as this one when divided by `teams`.  All ranks ask for one at the
     * same time; it is good until they ask for the next. */
    lc_team (*team)(void *context, uint32_t teams);
    /* All of them, as those who search a model together. */
    lcm_team searchers;
    /* Ends all ranks: there is no memory to go on with. */
    void (*give_up)(void *context);
    /* What a rank does now and then while it waits for others, set by whoever wants it; NULL: nothing. */
    void (*idle)(void *idle_context);
    void *idle_context;
} lc_ranks;

#endif
