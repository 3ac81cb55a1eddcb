/* Threads of a writer that may have been in the middle of something in a gap, until their next event. */
#ifndef LC_CLI_MONITOR_AWAITED_H
#define LC_CLI_MONITOR_AWAITED_H

#include "cli/monitor/lookout.h"

typedef struct lc_awaited {
    lc_intern names;
    LC_VEC(bool) heard; /* per name: there has been an event since */
    uint32_t count;     /* those that have not */
    uint32_t history;   /* of the world, in which this was: in the next one no thread is awaited */
} lc_awaited;

void lc_awaited_init(lc_awaited *);
void lc_awaited_free(lc_awaited *);

bool lc_awaited_add(lc_awaited *, lc_world *, const lc_interned *name); /* false: out of memory */
/* False: it was not awaited. */
bool lc_awaited_hear(lc_awaited *, lc_world *, const lc_interned *name);
void lc_awaited_stop(lc_awaited *, lc_world *); /* no thread is any longer */

#endif
