/* The configurations a search has visited.
 *
 * A configuration is the position of the search (the next return), the open operations that are linearized (a mask over
 * slots), the pending ones that are (a multiset), and the resulting state of the object.  Everything but the multiset
 * is stored in the table itself, 16 bytes for up to 64 slots; the multisets of configurations that are otherwise equal
 * hang off it as a chain.
 *
 * Pending operations need never be linearized, so of two configurations that differ only there, the one that has used
 * fewer can do all that the second can: only the smallest multisets are kept, and a configuration whose multiset
 * contains one of them is pruned.
 */
#ifndef LC_CHECK_SEARCH_CONFIGS_H
#define LC_CHECK_SEARCH_CONFIGS_H

#include "base/hash.h"
#include "check/search/multiset.h"

typedef struct lc_config_link {
    uint32_t used, next; /* `next` is a link + 1, 0 ends the chain */
} lc_config_link;

typedef struct lc_configs {
    lc_budget *budget;
    uint32_t words;   /* of a mask */
    uint64_t *table;  /* open addressing; 1 + words a slot: return and state, then the mask */
    uint32_t *chains; /* per slot, the first link + 1; only once a multiset was not empty */
    LC_VEC(lc_config_link) links;
    bool chained;
    uint64_t count, slot_count;
    uint64_t compared; /* multisets, in all: the cost of long chains */
} lc_configs;

/* A mask's hash is the sum of these keys over its slots, so that it follows a changing bit with one addition. */
static inline uint64_t lc_slot_key(uint32_t slot) { return lc_mix(slot, 0x51075107u); }

void lc_configs_init(lc_configs *, lc_budget *);
/* Forget everything; from now on masks have this many words, and multisets occur or do not. */
void lc_configs_reset(lc_configs *, uint32_t words, bool chained);
void lc_configs_free(lc_configs *);

/* Is this configuration new, and not dominated by one that was visited?  Then it is remembered.  The caller passes the
 * hash, and can update it as the mask changes.  With `sets` NULL only equal ones count. */
bool lc_configs_visit(lc_configs *, uint32_t at_return, uint32_t state, const uint64_t *mask, uint64_t mask_hash,
                      uint32_t used, const lc_multisets *sets);

#endif
