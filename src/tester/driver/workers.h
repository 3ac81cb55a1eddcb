/* The processes in which the program under test runs, and their messages.
 *
 * Each is started with the shared block and a pipe (target/explore/control.h).  Failures of a program that runs
 * arbitrary code are described in words here: a process that dies, sends an invalid message, or shows no sign of life.
 */
#ifndef LC_TESTER_DRIVER_WORKERS_H
#define LC_TESTER_DRIVER_WORKERS_H

#include "target/explore/control.h"
#include "tester/driver/message.h"

struct lc_config;

typedef struct lc_workers lc_workers;

/* Accesses that were found to race: these plain accesses are steps, so the meaning of a schedule depends on them. */
typedef struct lc_races {
    LC_VEC(uint64_t) places; /* in the program */
    bool stacks_shared;      /* threads have pointers into each other's stacks */
} lc_races;

typedef struct lc_workers_plan {
    const char *program;
    const struct lc_config *config; /* with the number of workers in `jobs` */
    lc_span schedule;               /* to be replayed */
    lc_span candidates;             /* as in the control block; empty: the test's own scenarios */
    lc_span guides;                 /* of the candidates, as in the control block */
    const lc_races *races;          /* known already; NULL: none */
    bool loud;                      /* the program's output is shown, on standard error */
    size_t memory;                  /* of one worker; 0: no limit */
    double patience;                /* seconds without a sign of life */
} lc_workers_plan;

/* LINCE_BAD_INPUT: the error has the reason. */
lince_status lc_workers_start(lc_workers **, const lc_workers_plan *, lince_error *);
void lc_workers_free(lc_workers *); /* ends those that are still there */

/* Runs the program under gdb with the same block, instead of this process, up to a step (0: the first).  Returns only
 * if that cannot be. */
lince_status lc_workers_debug(const lc_workers_plan *, unsigned step, lince_error *);

typedef enum lc_news_kind {
    LC_HEARD_NOTHING, /* for now */
    LC_HEARD_MESSAGE,
    LC_HEARD_DEATH, /* a worker ended before its time: `why` has the reason */
    LC_HEARD_ALL    /* no worker is left */
} lc_news_kind;

typedef enum lc_death {
    LC_DEATH_SIGNAL,   /* the program crashed */
    LC_DEATH_KILLED,   /* by another process, or for want of memory */
    LC_DEATH_MEMORY,   /* its limit was reached */
    LC_DEATH_EXIT,     /* it ended without a word */
    LC_DEATH_NONSENSE, /* it sent an invalid message */
    LC_DEATH_SILENCE   /* it showed no sign of life, and was ended */
} lc_death;

typedef struct lc_heard {
    uint32_t kind; /* of the message */
    lc_said said;  /* its message; valid until the next call */
    lc_death death;
    char why[400];
    uint32_t scenario; /* where the worker was */
} lc_heard;

/* Waits at most so many seconds. */
lc_news_kind lc_workers_listen(lc_workers *, double seconds, lc_heard *);
/* The last message is invalid: its worker is ended, and its death is the next event. */
void lc_workers_disbelieve(lc_workers *);

/* They are to end as soon as possible; after two seconds they are ended. */
void lc_workers_stop(lc_workers *);
/* The part after this place is not worth doing any more. */
void lc_workers_stop_after(lc_workers *, const lc_execution_place *);

/* How far they are. */
typedef struct lc_workers_view {
    uint64_t executions, redundant, steps, histories, longest, cut;
    double explored; /* of the current stage, 0 to 1 */
    uint32_t scenario, scenarios;
    bool staged; /* a stage has begun: */
    lc_stage_name stage;
    bool filtered; /* the kernel filters their system calls */
} lc_workers_view;
void lc_workers_look(const lc_workers *, lc_workers_view *);
/* Do threads have pointers into each other's stacks, as far as is known by now? */
bool lc_workers_stacks_shared(const lc_workers *);
/* The addresses of their threads' thread-local variables, if they have been reported by now. */
lc_own_places lc_workers_own(const lc_workers *);

#endif
