/* Threads of a writer that may have been in the middle of something in a gap, until their next event. */
#ifndef LC_FOLLOW_AWAITED_H
#define LC_FOLLOW_AWAITED_H

#include "follow/run.h"

typedef struct lcf_awaited {
    lc_intern names;
    LC_VEC(bool) seen; /* per name: there has been an event since */
    uint32_t count;    /* those that have not */
    uint32_t history;  /* of the space, in which this was: in the next one no thread is awaited */
} lcf_awaited;

void lcf_awaited_init(lcf_awaited *);
void lcf_awaited_free(lcf_awaited *);

bool lcf_awaited_add(lcf_awaited *, lcf_namespace *, const lc_interned *name); /* false: out of memory */
/* False: it was not awaited. */
bool lcf_awaited_remove(lcf_awaited *, lcf_namespace *, const lc_interned *name);
void lcf_awaited_stop(lcf_awaited *, lcf_namespace *); /* no thread is any longer */

#endif
