/* The elements inside a queue: found by value, linked in the order in which their additions returned.
 *
 * A table with open addressing from values to elements, from which elements are deleted again; the hot path of
 * lco_by_fifo.
 */
#ifndef LC_MONITOR_ELEMENTS_H
#define LC_MONITOR_ELEMENTS_H

#include "monitor/watch.h"

#define LCO_NO_LINK UINT32_MAX

typedef struct lco_inside {
    lco_watched add;
    lince_value value;
    uint64_t deadline;  /* the event before which its removal must have been called; LCO_OPEN: none */
    uint32_t overtaker; /* if there is a deadline: why, a number of the caller's */
    uint32_t before, after;
    bool linked;  /* its addition has returned, and it has not been removed */
    bool removed; /* while its addition is open, by `remove` */
    lco_watched remove;
} lco_inside;

typedef struct lco_insides {
    lc_budget *budget;
    LC_VEC(lco_inside) at;
    LC_VEC(uint32_t) spare;
    uint32_t *slots; /* an element + 1, 0: free; a power of two of them */
    uint32_t slot_count, count;
    uint32_t first, last; /* of the list */
} lco_insides;

void lco_insides_init(lco_insides *, lc_budget *);
void lco_insides_free(lco_insides *);
uint32_t lco_insides_find(const lco_insides *, lince_value); /* LCO_NO_LINK: it is not there */
uint32_t lco_insides_add(lco_insides *, lince_value);        /* LCO_NO_LINK: out of memory; not yet there */
void lco_insides_delete(lco_insides *, uint32_t);            /* not linked any more */
void lco_insides_link(lco_insides *, uint32_t);              /* as the last one */
void lco_insides_unlink(lco_insides *, uint32_t);
bool lco_insides_renew(lco_insides *, const lco_renewal *);

#endif
