/* The processes in which the program under test runs, and their messages.
 *
 * Each is started with the shared block and a pipe (target/explore/control.h).  Failures of a program that runs
 * arbitrary code are described in words here: a process that dies, sends an invalid message, or shows no sign of life.
 */
#ifndef LC_TESTER_DRIVER_WORKERS_H
#define LC_TESTER_DRIVER_WORKERS_H

#include "target/explore/control.h"
#include "tester/driver/message.h"

struct lct_config;

typedef struct lcd_workers lcd_workers;

/* Accesses that were found to race: these plain accesses are steps, so the meaning of a schedule depends on them. */
typedef struct lcd_races {
    LC_VEC(uint64_t) places; /* in the program */
    bool stacks_shared;      /* threads have pointers into each other's stacks */
} lcd_races;

typedef struct lcd_workers_plan {
    const char *program;
    const struct lct_config *config; /* with the number of workers in `jobs` */
    lc_span schedule;                /* to be replayed */
    lc_span candidates;              /* as in the control block; empty: the test's own scenarios */
    lc_span guides;                  /* of the candidates, as in the control block */
    const lcd_races *races;          /* known already; NULL: none */
    bool loud;                       /* the program's output is shown, on standard error */
    size_t memory;                   /* of one worker; 0: no limit */
    double patience;                 /* seconds without a sign of life */
    bool *cramped;                   /* becomes true at LCD_DEATH_THREADS; may be NULL */
} lcd_workers_plan;

/* LINCE_BAD_INPUT: the error has the reason. */
lince_status lcd_workers_start(lcd_workers **, const lcd_workers_plan *, lince_error *);
void lcd_workers_free(lcd_workers *); /* ends those that are still there */

/* Runs the program under gdb with the same block, instead of this process, up to a step (0: the first).  Returns only
 * if that cannot be. */
lince_status lcd_workers_debug(const lcd_workers_plan *, unsigned step, lince_error *);

typedef enum lcd_worker_event {
    LCD_WORKER_SILENT, /* for now */
    LCD_WORKER_MESSAGE,
    LCD_WORKER_DEATH, /* a worker ended before its time: `why` has the reason */
    LCD_WORKERS_ENDED /* no worker is left */
} lcd_worker_event;

typedef enum lcd_death {
    LCD_DEATH_SIGNAL,   /* the program crashed */
    LCD_DEATH_KILLED,   /* by another process, or for want of memory */
    LCD_DEATH_MEMORY,   /* its limit was reached */
    LCD_DEATH_EXIT,     /* it ended without a word */
    LCD_DEATH_NONSENSE, /* it sent an invalid message */
    LCD_DEATH_THREADS,  /* it has more threads than its runtime has room for, and the larger one has */
    LCD_DEATH_SILENCE   /* it showed no sign of life, and was ended */
} lcd_death;

typedef struct lcd_received {
    uint32_t kind; /* of the message */
    lcd_msg msg;   /* its message; valid until the next call */
    lcd_death death;
    char why[400];
    uint32_t scenario; /* where the worker was */
} lcd_received;

/* Waits at most so many seconds. */
lcd_worker_event lcd_workers_receive(lcd_workers *, double seconds, lcd_received *);
/* The last message is invalid: its worker is ended, and its death is the next event. */
void lcd_workers_reject(lcd_workers *);

/* They are to end as soon as possible; after two seconds they are ended. */
void lcd_workers_stop(lcd_workers *);
/* The part after this place is not worth doing any more. */
void lcd_workers_stop_after(lcd_workers *, const lcd_execution_place *);

/* How far they are. */
typedef struct lcd_workers_view {
    uint64_t executions, redundant, blocked, steps, histories, longest, cut;
    double explored; /* of the current stage, 0 to 1 */
    uint32_t scenario, scenarios;
    bool staged; /* a stage has begun: */
    lct_stage_name stage;
    bool filtered; /* the kernel filters their system calls */
    bool merged;   /* some loop that counts its rounds went on without interruption */
} lcd_workers_view;
void lcd_workers_look(const lcd_workers *, lcd_workers_view *);
/* Seconds of the processor that those that are still there have taken. */
double lcd_workers_processor_time(const lcd_workers *);
/* Do threads have pointers into each other's stacks, as far as is known by now? */
bool lcd_workers_stacks_shared(const lcd_workers *);
/* The addresses of their threads' thread-local variables, if they have been reported by now. */
lct_tls_places lcd_workers_tls(const lcd_workers *);

#endif
