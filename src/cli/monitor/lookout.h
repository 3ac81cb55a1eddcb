/* The objects of `lince monitor`, each with a checker of its own, and the threads that use them.
 *
 * Events reach them through streams (stream.h), one for each writer.  All findings go to say.h.
 */
#ifndef LC_CLI_MONITOR_LOOKOUT_H
#define LC_CLI_MONITOR_LOOKOUT_H

#include "base/intern.h"
#include "cli/cli.h"
#include "cli/html.h"
#include "cli/monitor/pace.h"
#include "cli/monitor_options.h"
#include "history/history.h"
#include "monitor/online.h"
#include "report/html.h"
#include "spec/payload.h"
#include "spec/specs.h"

enum {
    LCC_LINES_KEPT = 1 << 14, /* events whose lines are stored, to report where a violation became certain */
    LCC_RECENT = 256          /* operations that are shown or written into a file then */
};

/* A namespace of objects: all writers share one, unless each client has its own.
 *
 * Behind a gap operations may be under way whose begin was not seen, and they may take effect at any time until they
 * end.  So the checkers receive nothing (the world is adrift) until there is a moment at which surely nothing is under
 * way: every thread that may have been in the middle of something has had an event, and nothing that began since is
 * open. */
typedef struct lcc_world {
    lc_intern names; /* of objects */
    LC_VEC(struct lcc_object *) objects;
    uint32_t history; /* number of the one that is being read, from 1 */
    bool torn;        /* it has a gap */
    bool adrift;
    uint32_t awaited; /* threads that may be in the middle of something */
    uint32_t unseen;  /* operations under way that the checkers do not have */
    uint32_t crashed; /* operations: they may take effect at any time */
    uint32_t obscure; /* of these: those unknown to the checkers, so nothing is judged behind a gap */
} lcc_world;

typedef struct lcc_object {
    char *name; /* "": the nameless object */
    const lc_instance *instance;
    lc_instance own; /* if a stream named it */
    bool owned;
    lcc_world *world;
    lco_online *online;
    uint32_t history;       /* in which its specification was named */
    uint32_t open;          /* operations under way */
    uint64_t events;        /* given to the checker */
    uint64_t gaps;          /* passed to the checker */
    uint64_t gone;          /* operations that it counts, from before the present history */
    bool unjudged;          /* events came since it last judged everything */
    bool told;              /* its violation was */
    LC_VEC(uint32_t) lines; /* of its events, a ring once LCC_LINES_KEPT are there */
    LC_VEC(uint32_t) named; /* per slot: the tenancy whose name the checker has */
} lcc_object;

/* A thread of the checkers.  Another one may take its place when it is gone. */
typedef struct lcc_slot {
    char *name;
    uint32_t tenancy;
    uint32_t calls;    /* made by it, to distinguish one operation from the next */
    lcc_object *open;  /* the object of its open operation; NULL: none that the checker has */
    lcc_world *unseen; /* the same of one that the checker does not have */
} lcc_slot;

typedef struct lcc_lookout {
    lcc_monitor_settings settings;
    const char *name; /* of the input */
    lince_specs *given;
    lince_value init;
    bool refine;      /* that is all that must hold */
    uint32_t length;  /* k */
    lc_limits limits; /* of the checkers: a signal ends the reading, but events read so far are judged */
    lcr_style style;
    const volatile int *interrupt;
    bool has_line; /* there is a terminal for a progress line */
    double started, stats_told, reminded;
    uint64_t events, events_before; /* all of them, and at the last statistics */
    LC_VEC(lcc_slot) slots;
    LC_VEC(uint32_t) free_slots;
    LC_VEC(lcc_world *) worlds;
    lco_online_covered settled; /* by checkers that are gone */
    uint64_t gaps, violations;
    lcc_html_file page;
    lcr_notes page_gaps; /* gaps, as far as they are on the page */
    lcc_pace page_pace;
    uint32_t histories;
    bool clients; /* the events come from those of a socket */
    bool meet;    /* there is an object whose operations meet */
    bool mixed;   /* an object was one thing in one history and another in the next */
    bool timed_out;
    bool over; /* nothing more is to be read */
    int status;
} lcc_lookout;

lcc_world *lcc_world_new(lcc_lookout *);
void lcc_world_free(lcc_lookout *, lcc_world *);    /* its counters are kept */
void lcc_world_reset(lcc_lookout *, lcc_world *);   /* all objects are as they were at first */
void lcc_world_gap(lcc_lookout *, lcc_world *);     /* events are missing */
void lcc_world_settle(lcc_world *);                 /* no longer adrift, if nothing is under way */
void lcc_lookout_flush(lcc_lookout *);              /* judges all there is */
void lcc_lookout_end(lcc_lookout *);                /* the same, and nothing comes any more */
void lcc_lookout_remind(lcc_lookout *, double now); /* judges events that have waited for long enough */
void lcc_lookout_covered(const lcc_lookout *, lco_online_covered *); /* all together */
size_t lcc_lookout_memory(const lcc_lookout *);
/* The criterion of an object, and of all of them. */
lince_criterion lcc_object_criterion(const lcc_object *);
lince_criterion lcc_lookout_criterion(const lcc_lookout *);

/* The object that an operation belongs to: made if need be, with the specification that the command line or `named`
 * gives it. */
lince_status lcc_lookout_object(lcc_lookout *, lcc_world *, const lince_history *, const lc_op *,
                                const lince_specs *named, lcc_object **, lince_error *);

/* Reports a violation of its checker, if there is one; if that is not the end, starts over when no operation is under
 * way. */
void lcc_object_look(lcc_lookout *, lcc_object *);

uint32_t lcc_slot_take(lcc_lookout *, const char *name);      /* takes over the name; LC_NEVER: out of memory */
void lcc_slot_crash(lcc_lookout *, uint32_t slot, bool lost); /* its open operation crashes; or its end is not seen */
void lcc_slot_leave(lcc_lookout *, uint32_t slot);            /* its open operation crashes */

/* Events.  Values are those of the history. */
lince_status lcc_object_call(lcc_lookout *, lcc_object *, uint32_t slot, const lince_history *, const lc_op *,
                             uint32_t row, lince_error *);
lince_status lcc_object_end(lcc_lookout *, uint32_t slot, const lince_history *, const lc_op *, uint32_t row,
                            lc_event_kind, lince_error *);

#endif
