/* Several processes that search one model together, perhaps on several machines: the interface of the search to them.
 *
 * Every rank does the same steps in the same order, so that all exchange at the same time.  An exchange begins with a
 * number for its subject: ranks that are not at the same point would misinterpret the messages, and detect it there.
 */
#ifndef LC_MODEL_WIRE_RANKS_H
#define LC_MODEL_WIRE_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lcm_parcel {
    const void *bytes;
    size_t size;
} lcm_parcel;

typedef struct lcm_ranks {
    uint32_t rank, size;
    void *context;
    /* Every rank has a parcel for each, itself included, and gets those that all have for it, which are good until the
     * next exchange.  By one thread. */
    void (*exchange)(void *context, const lcm_parcel *out, lcm_parcel *in);
    /* Ends all ranks: they cannot go on together. */
    void (*give_up)(void *context, const char *why);
} lcm_ranks;

/* As `exchange`; each parcel begins with a uint64_t that is the same everywhere. */
void lcm_ranks_exchange(const lcm_ranks *, const lcm_parcel *out, lcm_parcel *in);
/* Has any rank a message?  Then all get that of the first which has.  Alone (NULL): its own. */
bool lcm_ranks_any(const lcm_ranks *, bool mine, void *what, size_t size);

#endif
