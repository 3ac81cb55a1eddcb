/* The links between the operations of an execution, by which the orders that clients can add are judged. */
#ifndef LC_TARGET_EXPLORE_RECORD_LINKS_H
#define LC_TARGET_EXPLORE_RECORD_LINKS_H

#include <stdbool.h>
#include <stdint.h>

enum { LCT_LINKED_MOST = 64 }; /* operations */

typedef struct lct_operation {
    int32_t first, last;                    /* steps; -1: none, while the first thread is alone */
    const struct lct_log_entry *call, *end; /* NULL: it has not returned */
    uint8_t thread, number;
    bool returned;
    bool alone; /* it returned while no other thread was there */
} lct_operation;

typedef struct lct_links {
    uint8_t
        at[LCT_LINKED_MOST * LCT_LINKED_MOST]; /* of the beginning of one with the end of another: lct_link bits each */
    bool psc;                                  /* the order of seq_cst operations may permit less */
} lct_links;

/* Operations are in the order of their calls.  False: there is too much to be linked. */
bool lct_find_links(lct_links *, const lct_operation *, uint32_t count);

#endif
