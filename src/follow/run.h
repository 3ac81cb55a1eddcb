/* The objects that are followed, each with a checker of its own, and the threads that use them.
 *
 * Events reach them through streams (stream.h), one for each writer.  All findings go to report.h.
 */
#ifndef LC_FOLLOW_RUN_H
#define LC_FOLLOW_RUN_H

#include <lince/follow.h>

#include "base/intern.h"
#include "history/history.h"
#include "monitor/online.h"
#include "spec/payload.h"
#include "spec/specs.h"

enum {
    LCF_LINES_KEPT = 1 << 14, /* events whose lines are stored, to report where a violation became certain */
    LCF_RECENT = 256          /* operations that are shown or written into a file then */
};

/* A namespace of objects: all writers share one, unless each client has its own.
 *
 * Behind a gap operations may be under way whose begin was not seen, and they may take effect at any time until they
 * end.  So the checkers receive nothing (the space is desynchronized) until there is a moment at which surely nothing
 * is under way: every thread that may have been in the middle of something has had an event, and nothing that began
 * since is open. */
typedef struct lcf_namespace {
    lc_intern names; /* of objects */
    LC_VEC(struct lcf_object *) objects;
    uint32_t history; /* number of the one that is being read, from 1 */
    bool has_gap;     /* events are missing */
    bool desynchronized;
    uint32_t awaited;         /* threads that may be in the middle of something */
    uint32_t unchecked;       /* operations under way that the checkers do not have */
    uint32_t crashed;         /* operations: they may take effect at any time */
    uint32_t crashed_unknown; /* of these: those unknown to the checkers, so nothing is judged behind a gap */
} lcf_namespace;

typedef struct lcf_object {
    char *name; /* "": the nameless object */
    const lc_instance *instance;
    lc_instance own; /* if a stream named it */
    bool owned;
    lcf_namespace *space;
    lco_online *online;
    uint32_t history;       /* in which its specification was named */
    uint32_t open;          /* operations under way */
    uint64_t events;        /* given to the checker */
    uint64_t gaps;          /* passed to the checker */
    uint64_t gone;          /* operations that it counts, from before the present history */
    bool unflushed;         /* events came since it last judged everything */
    bool reported;          /* its violation was */
    LC_VEC(uint32_t) lines; /* of its events, a ring once LCF_LINES_KEPT are there */
    LC_VEC(uint32_t) named; /* per slot: the generation whose name the checker has */
} lcf_object;

/* A thread of the checkers.  Another one may take its place when it is gone. */
typedef struct lcf_slot {
    char *name;
    uint32_t generation;
    uint32_t calls;           /* made by it, to distinguish one operation from the next */
    lcf_object *open;         /* the object of its open operation; NULL: none that the checker has */
    lcf_namespace *unchecked; /* the same of one that the checker does not have */
} lcf_slot;

/* A run of lince_follow. */
typedef struct lcf_run {
    lince_follow_options options;
    const char *name; /* of the source */
    const lince_specs *given;
    lince_value init;
    bool refine;      /* that is all that must hold */
    uint32_t length;  /* k */
    lc_limits limits; /* of the checkers: a signal ends the reading, but events read so far are judged */
    const volatile int *interrupt;
    double started, counted, reminded; /* when: the run, the last statistics, the last reminder */
    double reported;                   /* when: the last progress */
    uint64_t events;
    LC_VEC(lcf_slot) slots;
    LC_VEC(uint32_t) free_slots;
    LC_VEC(lcf_namespace *) namespaces;
    lco_online_covered settled; /* by checkers that are gone */
    uint64_t gaps, violations;
    uint32_t histories;
    bool clients; /* the events come from those of a socket */
    bool meet;    /* there is an object whose operations meet */
    bool mixed;   /* an object was one thing in one history and another in the next */
    bool timed_out;
    bool over;            /* nothing more is to be read */
    bool ending;          /* nothing more is read, and the rest is judged */
    lince_status failure; /* the most serious one so far */
    lince_error error;    /* of it */
} lcf_run;

lcf_namespace *lcf_namespace_new(lcf_run *);
void lcf_namespace_free(lcf_run *, lcf_namespace *);        /* its counters are kept */
void lcf_namespace_reset(lcf_run *, lcf_namespace *);       /* all objects are as they were at first */
void lcf_namespace_gap(lcf_run *, lcf_namespace *);         /* events are missing */
void lcf_namespace_settle(lcf_namespace *);                 /* no longer desynchronized, if nothing is under way */
void lcf_run_free(lcf_run *);                               /* all that it holds */
void lcf_run_flush(lcf_run *);                              /* judges all there is */
void lcf_run_end(lcf_run *);                                /* the same, and nothing comes any more */
void lcf_run_remind(lcf_run *, double now);                 /* judges events that have waited for long enough */
void lcf_run_total(const lcf_run *, lince_follow_result *); /* all together */
lince_criterion lcf_object_criterion(const lcf_object *);
void lcf_object_add_coverage(const lcf_object *, lco_online_covered *to);

/* The object that an operation belongs to: made if need be, with the specification that the caller or `named` gives
 * it. */
lince_status lcf_run_object(lcf_run *, lcf_namespace *, const lince_history *, const lc_op *, const lince_specs *named,
                            lcf_object **, lince_error *);

/* Reports a violation of its checker, if there is one; if that is not the end, starts over when no operation is under
 * way. */
void lcf_object_look(lcf_run *, lcf_object *);

uint32_t lcf_slot_take(lcf_run *, const char *name);      /* takes over the name; LC_NEVER: out of memory */
void lcf_slot_crash(lcf_run *, uint32_t slot, bool lost); /* its open operation crashes; or its end is not seen */
void lcf_slot_leave(lcf_run *, uint32_t slot);            /* its open operation crashes */

/* Events.  Values are those of the history. */
lince_status lcf_object_call(lcf_run *, lcf_object *, uint32_t slot, const lince_history *, const lc_op *, uint32_t row,
                             lince_error *);
lince_status lcf_object_end(lcf_run *, uint32_t slot, const lince_history *, const lc_op *, uint32_t row, lc_event_kind,
                            lince_error *);

#endif
