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
    LC_LINES_KEPT = 1 << 14, /* events whose lines are stored, to report where a violation became certain */
    LC_RECENT = 256          /* operations that are shown or written into a file then */
};

/* A namespace of objects: all writers share one, unless each client has its own.
 *
 * Behind a gap operations may be under way whose begin was not seen, and they may take effect at any time until they
 * end.  So the checkers receive nothing (the world is adrift) until there is a moment at which surely nothing is under
 * way: every thread that may have been in the middle of something has had an event, and nothing that began since is
 * open. */
typedef struct lc_world {
    lc_intern names; /* of objects */
    LC_VEC(struct lc_object *) objects;
    uint32_t history; /* number of the one that is being read, from 1 */
    bool torn;        /* it has a gap */
    bool adrift;
    uint32_t awaited; /* threads that may be in the middle of something */
    uint32_t unseen;  /* operations under way that the checkers do not have */
    uint32_t crashed; /* operations: they may take effect at any time */
    uint32_t obscure; /* of these: those unknown to the checkers, so nothing is judged behind a gap */
} lc_world;

typedef struct lc_object {
    char *name; /* "": the nameless object */
    const lc_instance *instance;
    lc_instance own; /* if a stream named it */
    bool owned;
    lc_world *world;
    lc_online *online;
    uint32_t history;       /* in which its specification was named */
    uint32_t open;          /* operations under way */
    uint64_t events;        /* given to the checker */
    uint64_t gaps;          /* passed to the checker */
    uint64_t gone;          /* operations that it counts, from before the present history */
    bool unjudged;          /* events came since it last judged everything */
    bool told;              /* its violation was */
    LC_VEC(uint32_t) lines; /* of its events, a ring once LC_LINES_KEPT are there */
    LC_VEC(uint32_t) named; /* per slot: the tenancy whose name the checker has */
} lc_object;

/* A thread of the checkers.  Another one may take its place when it is gone. */
typedef struct lc_slot {
    char *name;
    uint32_t tenancy;
    uint32_t calls;   /* made by it, to distinguish one operation from the next */
    lc_object *open;  /* the object of its open operation; NULL: none that the checker has */
    lc_world *unseen; /* the same of one that the checker does not have */
} lc_slot;

typedef struct lc_lookout {
    lc_monitor_settings settings;
    const char *name; /* of the input */
    lince_specs *given;
    lince_value init;
    bool refine;      /* that is all that must hold */
    uint32_t length;  /* k */
    lc_limits limits; /* of the checkers: a signal ends the reading, but events read so far are judged */
    lc_style style;
    const volatile int *interrupt;
    bool has_line; /* there is a terminal for a progress line */
    double started, stats_told, reminded;
    uint64_t events, events_before; /* all of them, and at the last statistics */
    LC_VEC(lc_slot) slots;
    LC_VEC(uint32_t) free_slots;
    LC_VEC(lc_world *) worlds;
    lc_online_covered settled; /* by checkers that are gone */
    uint64_t gaps, violations;
    lc_html_file page;
    lc_notes page_gaps; /* gaps, as far as they are on the page */
    lc_pace page_pace;
    uint32_t histories;
    bool clients; /* the events come from those of a socket */
    bool meet;    /* there is an object whose operations meet */
    bool mixed;   /* an object was one thing in one history and another in the next */
    bool timed_out;
    bool over; /* nothing more is to be read */
    int status;
} lc_lookout;

lc_world *lc_world_new(lc_lookout *);
void lc_world_free(lc_lookout *, lc_world *);                     /* its counters are kept */
void lc_world_reset(lc_lookout *, lc_world *);                    /* all objects are as they were at first */
void lc_world_gap(lc_lookout *, lc_world *);                      /* events are missing */
void lc_world_settle(lc_world *);                                 /* no longer adrift, if nothing is under way */
void lc_lookout_flush(lc_lookout *);                              /* judges all there is */
void lc_lookout_end(lc_lookout *);                                /* the same, and nothing comes any more */
void lc_lookout_remind(lc_lookout *, double now);                 /* judges events that have waited for long enough */
void lc_lookout_covered(const lc_lookout *, lc_online_covered *); /* all together */
size_t lc_lookout_memory(const lc_lookout *);
/* The criterion of an object, and of all of them. */
lince_criterion lc_object_criterion(const lc_object *);
lince_criterion lc_lookout_criterion(const lc_lookout *);

/* The object that an operation belongs to: made if need be, with the specification that the command line or `named`
 * gives it. */
lince_status lc_lookout_object(lc_lookout *, lc_world *, const lince_history *, const lc_op *, const lince_specs *named,
                               lc_object **, lince_error *);

/* Reports a violation of its checker, if there is one; if that is not the end, starts over when no operation is under
 * way. */
void lc_object_look(lc_lookout *, lc_object *);

uint32_t lc_slot_take(lc_lookout *, const char *name);      /* takes over the name; LC_NEVER: out of memory */
void lc_slot_crash(lc_lookout *, uint32_t slot, bool lost); /* its open operation crashes; or its end is not seen */
void lc_slot_leave(lc_lookout *, uint32_t slot);            /* its open operation crashes */

/* Events.  Values are those of the history. */
lince_status lc_object_call(lc_lookout *, lc_object *, uint32_t slot, const lince_history *, const lc_op *,
                            uint32_t row, lince_error *);
lince_status lc_object_end(lc_lookout *, uint32_t slot, const lince_history *, const lc_op *, uint32_t row,
                           lc_event_kind, lince_error *);

#endif
