/* One test from beginning to end: explored, judged, and, if something is wrong, told in every detail. */
#ifndef LC_CLI_TEST_TRIAL_H
#define LC_CLI_TEST_TRIAL_H

#include "cli/test/coverage.h"
#include "cli/test/jury.h"
#include "cli/test/replay.h"
#include "cli/test/session.h"

/* Why a verdict is unknown. */
typedef enum lc_unsure {
    LC_SURE,
    LC_UNSURE_TIME,
    LC_UNSURE_INTERRUPT,
    LC_UNSURE_EXECUTIONS, /* --max-executions */
    LC_UNSURE_STEPS,      /* --max-steps cut executions short */
    LC_UNSURE_MEMORY,
    LC_UNSURE_ROOM, /* the test needs more threads, operations or steps than there is room for */
    LC_UNSURE_KILLED
} lc_unsure;

typedef struct lc_trial {
    const lc_session *session;
    const lc_tested *test;
    const char *file; /* the one it is told to be from */
    lince_criterion criterion;
    lince_text spec; /* what it was measured by, for people; empty: by itself */
    lince_specs *specs;
    lc_standard *standard;
    lc_jury jury;
    lc_coverage coverage;
    LC_VEC(char *) scenarios;    /* by number; NULL: not told yet */
    LC_VEC(lc_said_loss) losses; /* each place once */
    lc_workers_view view;
    bool stacks_shared; /* see lc_races */
    double seconds;
    /* What came out. */
    lince_verdict verdict;
    lc_unsure unsure;
    const lc_flaw *flaw;  /* the first; NULL: none */
    lc_flaw dead;         /* where the whole process died */
    lince_result *result; /* of explaining a violation; NULL: there is nothing to explain */
    lc_replayed replayed; /* the steps of the flaw */
    bool strayed;         /* replaying it led elsewhere */
    char *trace;          /* path of its trace; NULL: none was written */
    lince_text replay;    /* the command that replays it */
} lc_trial;

/* The error of LINCE_BAD_INPUT says why there is no verdict; LINCE_STOPPED: interrupted before it began.  In any case
 * the trial is to be freed. */
lince_status lc_try(lc_trial *, const lc_session *, const lc_tested *, lince_error *);
void lc_trial_free(lc_trial *);

/* Its parts, for others that try something. */
lince_status lc_trial_prepare(lc_trial *, const lc_session *, const lc_tested *, double started, lince_error *);
double lc_trial_deadline(const lc_trial *, double started);               /* 0: none */
lince_status lc_trial_death(lc_trial *, const lc_heard *, lince_error *); /* a worker died: is that a verdict? */
void lc_trial_settle(lc_trial *, double started);                         /* the verdict, from what was found */

#endif
