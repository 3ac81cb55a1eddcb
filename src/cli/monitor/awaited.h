/* Threads of a writer that may have been in the middle of something in a gap, until their next event. */
#ifndef LC_CLI_MONITOR_AWAITED_H
#define LC_CLI_MONITOR_AWAITED_H

#include "cli/monitor/lookout.h"

typedef struct lcc_awaited {
    lc_intern names;
    LC_VEC(bool) heard; /* per name: there has been an event since */
    uint32_t count;     /* those that have not */
    uint32_t history;   /* of the world, in which this was: in the next one no thread is awaited */
} lcc_awaited;

void lcc_awaited_init(lcc_awaited *);
void lcc_awaited_free(lcc_awaited *);

bool lcc_awaited_add(lcc_awaited *, lcc_world *, const lc_interned *name); /* false: out of memory */
/* False: it was not awaited. */
bool lcc_awaited_hear(lcc_awaited *, lcc_world *, const lc_interned *name);
void lcc_awaited_stop(lcc_awaited *, lcc_world *); /* no thread is any longer */

#endif
