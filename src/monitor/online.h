/* Checking one object while it is used: events in, at most one violation out, memory bounded for any length.
 *
 * Events come in the order they happened.  Two things are checked.  Exactly, linearizability: as lince_check would
 * decide the same events from the beginning on.  Each checker keeps all of the past that it takes, and the head of its
 * file (frontier.h, fifo.c, windows.c) has the invariant.  Where that would be too much, a part of the past is kept,
 * from which violations follow but not that there is none; such operations are counted as checked in part.  Where a
 * window is too hard, refine(k): the last k steps of the history after each return (history/counting.h), which is
 * always possible.  A history that is linearizable satisfies refine(k) for all k, so the second is checked only where
 * the first gave no answer.
 *
 * A violation that is reported is real.  Operations that were not checked exactly are counted, see lco_online_covered.
 */
#ifndef LC_MONITOR_ONLINE_H
#define LC_MONITOR_ONLINE_H

#include <lince/error.h>
#include <lince/history.h>

#include "base/clock.h"
#include "spec/spec.h"

typedef struct lco_online lco_online;

typedef struct lco_online_options {
    const lc_instance *instance; /* the specification; outlives the checker */
    lince_value init;            /* as in lince_check_options, a common handle or a small integer */
    uint32_t length;             /* k */
    bool unique;                 /* no value is added twice, ever */
    uint32_t classes;        /* distinguish only so many classes of values, and count: bounded memory, refine(k) only;
                              * 0: exactly */
    uint32_t window;         /* operations that are judged together, about; 0: as many as are good */
    uint32_t recent;         /* operations to keep for the excerpt of a violation; 0: some hundreds */
    bool by_windows;         /* check queues like other containers: also the results of `peek`, but not as fast */
    size_t max_memory;       /* 0: no limit */
    const lc_limits *limits; /* when to stop for good; may be NULL */
} lco_online_options;

/* How the operations given so far were checked. */
typedef struct lco_online_covered {
    uint64_t operations;
    uint64_t exactly;    /* as lince_check would decide the same events, from the beginning or a state that was shown */
    uint64_t in_part;    /* linearizability, with a part only of all that was before: something may have been missed */
    uint64_t by_length;  /* refine(k) only */
    uint64_t not_at_all; /* the state of the object was not known, or a limit was reached */
    uint64_t gaps;
    uint64_t windows;
} lco_online_covered;

/* A violation. */
typedef struct lco_online_violation {
    bool exact;             /* of linearizability; else of refine(k) */
    uint64_t event;         /* by which it is certain, counted from 0 over all events given */
    char *reason;           /* one sentence */
    lince_history *history; /* the operations it is about and the recent ones: a violation by itself, as a rule */
    bool whole;             /* `history` alone violates the specification, for the same reason */
    const char *lacking;    /* unless it is whole: why not, to follow "this does not show the violation by itself: " */
} lco_online_violation;

lince_status lco_online_new(lco_online **, const lco_online_options *, lince_error *);
void lco_online_free(lco_online *);

/* Where arguments and results are made.  Handles stay valid until the next event only: values that are not needed are
 * dropped from time to time. */
lince_values *lco_online_values(lco_online *);

/* Events.  A slot is a thread; it has one open operation at a time, the caller sees to that.  `method` is a row of the
 * table.  False: the arguments do not fit the table (`error` has the reason), and the event did not count. */
bool lco_online_call(lco_online *, uint32_t slot, uint32_t method, const lince_value *args, uint32_t count,
                     lince_error *);
bool lco_online_return(lco_online *, uint32_t slot, const lince_value *results, uint32_t count, lince_error *);
void lco_online_crash(lco_online *, uint32_t slot); /* outcome unknown, the slot is free again */
/* The same, but at the end of a gap it is over: its end was not seen, that is all. */
void lco_online_lose(lco_online *, uint32_t slot);
/* An operation has crashed that was never given: behind the next gap it may explain any change of the object. */
void lco_online_crash_unknown(lco_online *);
void lco_online_fail(lco_online *, uint32_t slot); /* did not happen, likewise */
/* The name of the thread in excerpts, from now on: earlier operations keep the former name. */
void lco_online_name(lco_online *, uint32_t slot, const char *name);

/* Events are missing here; open operations are dropped, and the object's state is unknown. */
void lco_online_gap(lco_online *);
/* The object is in its initial state now, and nothing is open.  Events that have not been judged so far never will
 * be. */
void lco_online_reset(lco_online *);

/* Judges all unjudged events: at the end, or when nothing has come for a while. */
void lco_online_flush(lco_online *);
/* Time passes (`now` as in base/clock.h): judges events that have waited for long enough.  Called several times a
 * second, it bounds the delay of a violation to about two seconds, with any open operations. */
void lco_online_remind(lco_online *, double now);

/* NULL: none so far.  After the first one events are counted but no longer checked, until lco_online_reset. */
const lco_online_violation *lco_online_violated(const lco_online *);
const lco_online_covered *lco_online_coverage(const lco_online *);
size_t lco_online_memory(const lco_online *); /* bytes in use */

#endif
