/* One test from beginning to end: explored, judged, and, if something is wrong, reported in every detail. */
#ifndef LC_TESTER_DRIVER_TEST_RUN_H
#define LC_TESTER_DRIVER_TEST_RUN_H

#include "tester/driver/coverage.h"
#include "tester/driver/replay.h"
#include "tester/driver/session.h"
#include "tester/oracle/history_judge.h"
#include "tester/shrink/shrink.h"

/* Why a verdict is unknown. */
typedef enum lc_unsure {
    LC_SURE,
    LC_UNSURE_TIME,
    LC_UNSURE_INTERRUPT,
    LC_UNSURE_EXECUTIONS, /* --max-executions */
    LC_UNSURE_STEPS,      /* --max-steps cut executions short */
    LC_UNSURE_MEMORY,
    LC_UNSURE_ROOM, /* the test needs more threads, operations or steps than there is room for */
    LC_UNSURE_KILLED,
    LC_UNSURE_SILENCE, /* --patience: no sign of life */
    LC_UNSURE_STATE,   /* executions do not start from the same state, or a failure was not reproduced */
    LC_UNSURE_ORDERS   /* calls would have to be run in orders in which the test cannot run them */
} lc_unsure;

/* Another object, which things are measured by. */
typedef struct lc_counterpart {
    const char *file;
    lc_program program;
    char test[256]; /* of its tests the one that counts */
} lc_counterpart;

/* Where a memory order weaker than seq_cst was executed, see weaker.h. */
typedef struct lc_weaker_at {
    const char *file, *function; /* NULL: not known */
    int line;
    uint32_t kind, order; /* an lc_weaker_kind */
    uint64_t pc;
} lc_weaker_at;

struct lc_trial {
    const lc_session *session;
    const lc_tested *test;
    const char *file;                    /* its source file in reports */
    const struct lc_trial *smaller_than; /* this is an attempt to shrink the failure of that one; NULL: it is none */
    lince_criterion criterion;
    const char *factors; /* of quasi linearizability, else NULL */
    uint32_t parties;    /* so many operations take effect together, and wait for each other; 0: they need not wait */
    bool waits;          /* the specification decides whether operations may wait */
    lince_text order;    /* the protocol that the specification implies, if the test has none; empty: any order */
    lince_text spec;     /* its oracle, for people; empty: the object itself */
    lince_specs *specs;
    lc_counterpart *counterpart; /* NULL: none, or it was not needed yet */
    lc_standard *standard;
    lc_jury jury;
    lc_coverage coverage;
    LC_VEC(char *) scenarios;       /* by number; NULL: not received yet */
    LC_VEC(lc_said_loss) losses;    /* each place once */
    LC_VEC(lc_said_weaker) weaker;  /* each place, kind and order once */
    LC_VEC(lc_weaker_at) weaker_at; /* the same as places of the source */
    lc_workers_view view;
    bool stacks_shared; /* see lc_races */
    double seconds;
    /* The result. */
    lince_verdict verdict;
    lc_unsure unsure;
    const lc_flaw *flaw;    /* the first; NULL: none */
    lc_flaw dead;           /* where the whole process died */
    lc_shrunk shrunk;       /* the result of shrinking the failure */
    lince_result *result;   /* of explaining a violation; NULL: there is nothing to explain */
    lc_replayed replayed;   /* the steps of the flaw */
    bool strayed;           /* replaying it led elsewhere */
    lince_text astray;      /* where the replay of a trace took a different path; empty: it did not */
    uint64_t looked;        /* it was only looked at, after this step; 0: it was judged */
    char *trace;            /* path of its trace; NULL: none was written */
    lince_text replay;      /* the command that replays it */
    struct lc_lines *lines; /* of the program; see lc_trial_lines */
    lince_error unsaved;    /* why its trace could not be written; without a message: it was */
};

/* The error of LINCE_BAD_INPUT has the reason why there is no verdict; LINCE_STOPPED: interrupted before it began.  In
 * any case the trial is to be freed. */
lince_status lc_try(lc_trial *, const lc_session *, const lc_tested *, lince_error *);
void lc_trial_free(lc_trial *);

/* The debugging information of the program, read once; NULL: there is none.  It stays the trial's. */
struct lc_lines *lc_trial_lines(lc_trial *);

/* The protocol that threads of generated scenarios keep to; empty: none. */
const char *lc_trial_order(const lc_trial *);
/* Settings of the workers that the specification implies. */
void lc_trial_imply(const lc_trial *, struct lc_config *);

/* Its parts, for further attempts. */
/* Scenarios instead of the test's own, and their guides, as in the control block. */
typedef struct lc_scenario_candidates {
    lc_span texts, guides;
} lc_scenario_candidates;
/* Explores and finds the first flaw; the candidates may be NULL. */
lince_status lc_trial_explore(lc_trial *, struct lc_config *, const lc_scenario_candidates *, double deadline,
                              lince_error *);
/* Frees its results, for a test run that borrows all else. */
void lc_trial_free_found(lc_trial *);
lince_status lc_trial_prepare(lc_trial *, const lc_session *, const lc_tested *, double started, lince_error *);
double lc_trial_deadline(const lc_trial *, double started);               /* 0: none */
lince_status lc_trial_death(lc_trial *, const lc_heard *, lince_error *); /* a worker died: is that a verdict? */
/* The reason why the checker has no answer, from its own reason. */
lc_unsure lc_trial_doubt(const lc_trial *, lince_reason);
void lc_trial_settle(lc_trial *, double started); /* the verdict, from the findings */
/* Completes and writes a trace that has a configuration and a schedule: the sources, the program, and the events. */
struct lc_trace;
lince_status lc_trial_write(lc_trial *, struct lc_trace *, const char *path, lince_error *);

#endif
