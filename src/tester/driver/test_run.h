/* One test from beginning to end: explored, judged, and, if something is wrong, reported in every detail. */
#ifndef LC_TESTER_DRIVER_TEST_RUN_H
#define LC_TESTER_DRIVER_TEST_RUN_H

#include "tester/driver/coverage.h"
#include "tester/driver/replay.h"
#include "tester/driver/session.h"
#include "tester/oracle/history_judge.h"
#include "tester/orders/why.h"
#include "tester/shrink/shrink.h"

/* Why a verdict is unknown. */
typedef enum lcd_unsure {
    LCD_SURE,
    LCD_UNSURE_TIME,
    LCD_UNSURE_INTERRUPT,
    LCD_UNSURE_EXECUTIONS, /* --max-executions */
    LCD_UNSURE_BUDGET,     /* --budget: a test that grows */
    LCD_UNSURE_STEPS,      /* --max-steps cut executions short */
    LCD_UNSURE_MEMORY,
    LCD_UNSURE_ROOM, /* the test needs more threads, operations or steps than there is room for */
    LCD_UNSURE_KILLED,
    LCD_UNSURE_SILENCE, /* --patience: no sign of life */
    LCD_UNSURE_STATE,   /* executions do not start from the same state, or a failure was not reproduced */
    LCD_UNSURE_PARTIAL, /* operations that only happens-before orders, and a criterion about intervals */
    LCD_UNSURE_ORDERS   /* calls would have to be run in orders in which the test cannot run them */
} lcd_unsure;

/* Another object, which things are measured by. */
typedef struct lcd_counterpart {
    const char *file;
    lcd_program program;
    char test[256]; /* of its tests the one that counts */
} lcd_counterpart;

/* Where a memory order weaker than seq_cst was executed, see weaker.h. */
typedef struct lcd_weaker_at {
    const char *file, *function; /* NULL: not known */
    int line;
    uint32_t kind, order; /* an lct_weaker_kind */
    uint64_t pc;
} lcd_weaker_at;

struct lcd_test_run {
    const lcd_session *session;
    const lcd_tested *test;
    const char *file; /* its source file in reports */
    const struct lcd_test_run
        *smaller_than; /* this is an attempt to shrink the failure of that one; NULL: it is none */
    lince_criterion criterion;
    const char *factors; /* of quasi linearizability, else NULL */
    uint32_t parties;    /* so many operations take effect together, and wait for each other; 0: they need not wait */
    bool cramped;        /* it did not terminate, because the program needs the larger runtime */
    bool waits;          /* the specification decides whether operations may wait */
    lince_text order;    /* the protocol that the specification implies, if the test has none; empty: any order */
    lince_text spec;     /* its oracle, for people; empty: the object itself */
    lince_specs *specs;
    lcd_counterpart *counterpart; /* NULL: none, or it was not needed yet */
    lcd_oracle *oracle;
    lcd_judge judge;
    lcd_coverage coverage;
    LC_VEC(char *) scenarios;        /* by number; NULL: not received yet */
    LC_VEC(lcd_msg_leak) leaks;      /* each place once */
    LC_VEC(lcd_msg_weaker) weaker;   /* each place, kind and order once */
    LC_VEC(lcd_weaker_at) weaker_at; /* the same as places of the source */
    lcd_workers_view view;
    bool stacks_shared; /* see lcd_races */
    double seconds;
    /* The result. */
    lince_verdict verdict;
    lcd_unsure unsure;
    const lcd_failure *failure;   /* the first; NULL: none */
    lcd_failure dead;             /* where the whole process died */
    lcd_shrunk shrunk;            /* the result of shrinking the failure */
    lince_result *result;         /* of explaining a violation; NULL: there is nothing to explain */
    lcd_replayed replayed;        /* the steps of the failure */
    lcd_why why;                  /* why the memory model allows it */
    bool strayed;                 /* replaying it led elsewhere */
    lince_text astray;            /* where the replay of a trace took a different path; empty: it did not */
    uint64_t looked;              /* it was only looked at, after this step; 0: it was judged */
    char *trace;                  /* path of its trace; NULL: none was written */
    lince_text replay;            /* the command that replays it */
    struct lcd_advice *advice;    /* of --fix or --relax; NULL: neither was wanted */
    struct lct_config *explored;  /* for advice: the configuration of the exploration; NULL: none is wanted */
    struct lcd_lines *lines;      /* of the program; see lcd_test_run_lines */
    lince_error unsaved;          /* why its trace could not be written; without a message: it was */
    struct lcd_test_run *further; /* the next answer about the same test, see further.h; NULL: there is none */
};

/* The error of LINCE_BAD_INPUT has the reason why there is no verdict; LINCE_STOPPED: interrupted before it began.  In
 * any case the test run is to be freed. */
lince_status lcd_run_test(lcd_test_run *, const lcd_session *, const lcd_tested *, lince_error *);
void lcd_test_run_free(lcd_test_run *);

/* The debugging information of the program, read once; NULL: there is none.  It stays the test run's. */
struct lcd_lines *lcd_test_run_lines(lcd_test_run *);

/* The protocol that threads of generated scenarios keep to; empty: none. */
const char *lcd_test_run_order(const lcd_test_run *);
/* Settings of the workers that the specification implies. */
void lcd_test_run_imply(const lcd_test_run *, struct lct_config *);

/* Its parts, for further attempts. */
/* Scenarios instead of the test's own, and their guides, as in the control block. */
typedef struct lcd_scenario_candidates {
    lc_span texts, guides;
} lcd_scenario_candidates;
/* Explores and finds the first failure; the candidates may be NULL. */
lince_status lcd_test_run_explore(lcd_test_run *, struct lct_config *, const lcd_scenario_candidates *, double deadline,
                                  lince_error *);
/* A further exploration of the same test, with the same oracle: it borrows all but its results. */
void lcd_test_run_borrow(lcd_test_run *, const lcd_test_run *from, double deadline);
/* Frees its results, for a test run that borrows all else. */
void lcd_test_run_free_found(lcd_test_run *);
lince_status lcd_test_run_prepare(lcd_test_run *, const lcd_session *, const lcd_tested *, double started,
                                  lince_error *);
double lcd_test_run_deadline(const lcd_test_run *, double started); /* 0: none */
lince_status lcd_test_run_death(lcd_test_run *, const lcd_received *,
                                lince_error *); /* a worker died: is that a verdict? */
/* The reason why the checker has no answer, from its own reason. */
lcd_unsure lcd_test_run_doubt(const lcd_test_run *, lince_reason);
void lcd_test_run_settle(lcd_test_run *, double started); /* the verdict, from the findings */
/* Completes and writes a trace that has a configuration and a schedule: the sources, the program, and the events. */
struct lcd_trace;
lince_status lcd_test_run_write(lcd_test_run *, struct lcd_trace *, const char *path, lince_error *);

#endif
