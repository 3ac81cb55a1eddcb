/* The elements inside a queue: found by value, linked in the order in which their additions returned.
 *
 * A table with open addressing from values to elements, from which elements are deleted again; the hot path of
 * lc_by_fifo.
 */
#ifndef LC_MONITOR_ELEMENTS_H
#define LC_MONITOR_ELEMENTS_H

#include "monitor/watch.h"

#define LC_NO_LINK UINT32_MAX

typedef struct lc_inside {
    lc_watched add;
    lince_value value;
    uint64_t deadline;  /* the event before which its removal must have been called; LC_OPEN: none */
    uint32_t overtaker; /* if there is a deadline: why, a number of the caller's */
    uint32_t before, after;
    bool linked;  /* its addition has returned, and it has not been removed */
    bool removed; /* while its addition is open, by `remove` */
    lc_watched remove;
} lc_inside;

typedef struct lc_insides {
    lc_budget *budget;
    LC_VEC(lc_inside) at;
    LC_VEC(uint32_t) spare;
    uint32_t *slots; /* an element + 1, 0: free; a power of two of them */
    uint32_t slot_count, count;
    uint32_t first, last; /* of the list */
} lc_insides;

void lc_insides_init(lc_insides *, lc_budget *);
void lc_insides_free(lc_insides *);
uint32_t lc_insides_find(const lc_insides *, lince_value); /* LC_NO_LINK: it is not there */
uint32_t lc_insides_add(lc_insides *, lince_value);        /* LC_NO_LINK: out of memory; not yet there */
void lc_insides_delete(lc_insides *, uint32_t);            /* not linked any more */
void lc_insides_link(lc_insides *, uint32_t);              /* as the last one */
void lc_insides_unlink(lc_insides *, uint32_t);
bool lc_insides_renew(lc_insides *, const lc_renewal *);

#endif
