/* The processes in which the program under test runs, and what they say.
 *
 * Each is started with the shared block and a pipe (target/explore/control.h).  What may go wrong with a program that
 * runs arbitrary code is turned into words here: a process that dies, says nonsense, or shows no sign of life.
 */
#ifndef LC_TESTER_DRIVER_WORKERS_H
#define LC_TESTER_DRIVER_WORKERS_H

#include "target/explore/control.h"
#include "tester/driver/message.h"

struct lc_config;

typedef struct lc_workers lc_workers;

/* What was found to race: these plain accesses are steps, so what a schedule means depends on them. */
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
    bool loud;                      /* what the program prints is to be seen, on standard error */
    size_t memory;                  /* of one worker; 0: no limit */
    double patience;                /* seconds without a sign of life */
} lc_workers_plan;

/* LINCE_BAD_INPUT: the error says what cannot be done. */
lince_status lc_workers_start(lc_workers **, const lc_workers_plan *, lince_error *);
void lc_workers_free(lc_workers *); /* ends those that are still there */

/* Runs the program under gdb with the same block, instead of this process, up to a step (0: the first).  Returns only
 * if that cannot be. */
lince_status lc_workers_debug(const lc_workers_plan *, unsigned step, lince_error *);

typedef enum lc_news_kind {
    LC_HEARD_NOTHING, /* for now */
    LC_HEARD_MESSAGE,
    LC_HEARD_DEATH, /* a worker is gone before its time: `why` says how */
    LC_HEARD_ALL    /* nobody is left */
} lc_news_kind;

typedef enum lc_death {
    LC_DEATH_SIGNAL,   /* the program crashed */
    LC_DEATH_KILLED,   /* by somebody else, or for want of memory */
    LC_DEATH_MEMORY,   /* its limit was reached */
    LC_DEATH_EXIT,     /* it ended without a word */
    LC_DEATH_NONSENSE, /* it said something that has no meaning */
    LC_DEATH_SILENCE   /* it showed no sign of life, and was ended */
} lc_death;

typedef struct lc_heard {
    uint32_t kind; /* of the message */
    lc_said said;  /* what it says; valid until workers are listened to again */
    lc_death death;
    char why[200];
    uint32_t scenario; /* where the worker was */
} lc_heard;

/* Waits at most so many seconds. */
lc_news_kind lc_workers_listen(lc_workers *, double seconds, lc_heard *);
/* A message of the last worker listened to has no meaning: that worker is ended, and its death is heard next. */
void lc_workers_disbelieve(lc_workers *);

/* They are to end as soon as possible; after two seconds they are ended. */
void lc_workers_stop(lc_workers *);
/* What comes after this place is not worth doing any more. */
void lc_workers_stop_after(lc_workers *, const lc_place *);

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
/* Where their threads have thread-local variables, if they have said so by now. */
lc_own_places lc_workers_own(const lc_workers *);

#endif
