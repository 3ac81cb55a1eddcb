/* A monitor inside. */
#ifndef LC_MONITOR_MONITOR_H
#define LC_MONITOR_MONITOR_H

#include <lince/monitor.h>
#include <pthread.h>

#include "base/memory.h"
#include "base/vec.h"
#include "monitor/log.h"
#include "monitor/online.h"
#include "spec/spec.h"

/* Whether operations are recorded. */
enum {
    LCO_MONITOR_OFF,
    LCO_MONITOR_ON,
    LCO_MONITOR_CLOSING, /* only those that have begun */
    LCO_MONITOR_ORPHAN   /* off, in a child of the process, not yet reported */
};

/* The checker's state of a log. */
typedef struct lco_log_lane {
    lco_log *log;
    const uint64_t *words; /* of the log, and the mask: fields that its thread writes to are read once a round */
    uint64_t mask;
    uint64_t next, head;  /* words still to read in this round */
    uint64_t word;        /* the first of the next event */
    uint64_t tail;        /* of the log */
    uint64_t stamp;       /* of the next event, as it counts; see merge.c */
    uint64_t last;        /* of the last one */
    uint64_t written;     /* the stamp of the last one as its thread wrote it */
    uint64_t floor;       /* a return that had no stamp counts from here at least */
    uint64_t lost;        /* of the log, as read in this round */
    uint64_t lost_before; /* and in the round before */
    uint64_t accounted;   /* lost events that were reported */
    uint64_t before;      /* `next` in the round before */
    bool open;
    bool known;   /* to the judging thread: the open operations */
    bool hole;    /* events are missing somewhere ahead */
    bool missing; /* they are missing here: whether an operation is open is not known */
} lco_log_lane;

struct lince_monitor {
    unsigned state;   /* must be first, see lince_monitor_is_on */
    unsigned run;     /* how many times it was switched on; operations do not outlast it */
    bool lost_crash;  /* an operation that was not recorded, or whose end was not, never returned */
    bool lost_thread; /* a thread got no log: events are missing forever */
    struct {
        uint64_t begun, ended;
    } unheard; /* operations that signal handlers began while their thread was just recording another event */
    bool fenced;
    bool barrier; /* the kernel makes threads' stores visible on demand, see merge.c; else they do themselves */
    uint64_t serial, grain;
    uint64_t buffer;
    lco_log *logs;   /* newest first, never removed; added under the lock of logs.c */
    unsigned asleep; /* the checker is: a futex */

    lince_monitor_options options;
    char *name, *dump;
    lc_instance instance;
    lince_monitor *next; /* of all monitors, under the lock of logs.c */

    /* The checker's, under its lock. */
    _Alignas(LCO_LINE) pthread_mutex_t lock;
    lco_online *online;
    LC_VEC(lco_log_lane) lanes;
    LC_VEC(uint32_t) heap;
    uint64_t frontier; /* everything up to here was read */
    uint64_t off_at;   /* a stamp: from then on operations may go unrecorded; 0: it is on */
    uint64_t instant;  /* the stamp up to which events have been taken */
    unsigned seen_run;
    bool settling;         /* nothing is judged yet, because unrecorded operations may be under way */
    uint64_t unheard_seen; /* of those that signal handlers began; while `unheard_open` some may be under way */
    bool unheard_open;
    uint64_t skipped; /* a stamp: events up to then were not put in order, and a gap does not end before */
    bool leapt;       /* the clock has been set back: earlier records cannot be ordered with later ones */
    bool no_barrier;  /* the kernel refuses it by now: records may be incomplete, forever */
    double settle;
    bool gapped;
    const char *cause; /* of the gap */
    uint64_t gap_lost, gap_skipped;
    lince_monitor_figures figures;
    bool reported_violation, reported_misuse, flushed;

    int cancelable; /* of the thread that has the lock, before it had */
    pthread_t checker;
    bool has_checker;
    bool orphan; /* in a child of the process that made it: there is no checker */
    bool ended;  /* by lco_monitor_end */
    unsigned stop;
    double on_time; /* when it was switched on last */
};

/* The symbol for lince_empty and the like; LINCE_NO_VALUE: it is a number. */
static inline lince_value lco_monitor_symbol(int64_t value) {
    uint64_t symbol = (uint64_t)value - (uint64_t)lince_symbol_value(0);
    return symbol < LINCE_NOTHING ? (lince_value)symbol : LINCE_NO_VALUE;
}

/* logs.c: all monitors of the process. */
lince_status lco_monitor_enlist(lince_monitor *, lince_error *);
void lco_monitor_delist(lince_monitor *);
bool lco_monitor_is_listed(const lince_monitor *); /* also for a monitor that was freed */
void lco_monitor_wake(lince_monitor *);

/* monitor.c: judging, one at a time.  False: the thread is judging already, and calls from within (a callback of the
 * program for a violation may call exit).  The judging thread cannot be cancelled. */
bool lco_monitor_enter(lince_monitor *);
void lco_monitor_leave(lince_monitor *);
/* Switches it off, judges the rest and reports the totals.  Once. */
void lco_monitor_end(lince_monitor *);

/* merge.c: reads the published events and feeds them; returns the largest number of records of one log. */
uint64_t lco_monitor_round(lince_monitor *);
void lco_monitor_close(lince_monitor *); /* after the last one: reports a gap that lasts */

/* checker.c */
int lco_checker_start(lince_monitor *); /* 0, or why not */
bool lco_checker_stop(lince_monitor *); /* false: the caller is the checker */
/* All that was recorded up to now, judged. */
void lco_monitor_drain(lince_monitor *);

/* report.c */
void lco_monitor_look(lince_monitor *); /* has a violation been found? */
void lco_report_gap(lince_monitor *, bool over);
void lco_report_no_method(const lince_monitor *, const char *name);
void lco_report_misuse(lince_monitor *, const char *why);
/* The reason why there is no monitor; then, once in a program, that it is used all the same. */
void lco_report_none(const lince_monitor_options *, const lince_error *);
void lco_report_missing(const char *function);
void lco_report_freed(void);
void lco_report_within(const lince_monitor *);
/* A child of the process records; reported once. */
void lco_report_orphan(lince_monitor *);
void lco_report_end(lince_monitor *);
void lco_monitor_figures(lince_monitor *);

#endif
