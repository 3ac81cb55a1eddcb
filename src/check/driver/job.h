/* A check in progress: state shared by its stages. */
#ifndef LC_CHECK_DRIVER_JOB_H
#define LC_CHECK_DRIVER_JOB_H

#include <pthread.h>

#include "check/driver/ranks.h"
#include "check/explain/explain.h"
#include "check/quasi/factors.h"

/* How a part came out. */
typedef struct lc_finding {
    lc_outcome outcome;
    lc_halt halt;
    unsigned by;         /* the algorithms that found it, as in judge.h; 0: none so far */
    const char *why_not; /* quickly, if that was tried and failed */
    uint32_t furthest;   /* if the search found a violation: the return it could not pass, counted in the part */
    uint64_t visited;    /* configurations */
    bool told;           /* all ranks have it */
} lc_finding;

/* The parts are processed in several passes, until all are decided. */
typedef enum lc_pass {
    LC_QUICKLY, /* in polynomial time */
    LC_EASY,    /* with a bound on the cost of each */
    LC_HARD     /* without a bound */
} lc_pass;

typedef struct lc_job {
    const lince_check_options *options;
    lince_criterion criterion; /* from the options, or implied by the objects */
    double started;
    lc_budget budget;
    lc_limits limits;
    lc_tuning tuning;
    lc_factors factors; /* of quasi linearizability */
    uint32_t length;    /* k, of refine(k) */
    lc_binding binding;
    lc_parts parts;
    lc_finding *findings;   /* a part each */
    uint32_t *order;        /* the parts' linearizations one after the other, each from its own offset */
    uint32_t *order_offset; /* a part each, and the end */
    atomic_uint next_part;
    lc_pass pass;
    atomic_bool violated;
    bool announced;
    const lc_ranks *ranks;       /* NULL: this process does it alone */
    bool in_turns;               /* the pass is one that the ranks share */
    void *received[LC_HARD + 1]; /* findings received from all ranks in each pass */
    pthread_mutex_t lock;        /* for the result's statistics, while several threads work */
    lince_result *result;
} lc_job;

/* With several ranks.  After a pass: every rank receives the findings of all ranks. */
void lc_ranks_share(lc_job *);
/* Is it so for all? */
bool lc_ranks_agrees(const lc_job *, bool);
/* The status of all: the first that is not LINCE_DONE. */
lince_status lc_ranks_status(const lc_job *, lince_status, lince_error *);
/* Statistics of all. */
void lc_ranks_add_up(lc_job *);

/* Reports the verdict to the user, on the first call. */
void lc_announce(lc_job *, lince_verdict);

/* Judges the parts, on several cores if that pays: the easy ones first, then, unless a violation was found among them,
 * the hard ones.  Those that were left are marked by LC_SPENT.  `own` is the judge of the calling thread. */
void lc_judge_parts(lc_job *, lc_judge *own);
/* Only the easy ones, in this thread. */
void lc_judge_easy_parts(lc_job *, lc_judge *own);
/* Which algorithms gave the findings. */
const char *lc_algorithms_used(const lc_job *);

/* If all parts hold: makes the result's witness of their linearizations. */
void lc_merge_orders(lc_job *);

/* Does a specification contradict itself?  Then there is nothing to give a verdict on. */
bool lc_spec_is_wrong(const lc_job *);
lince_reason lc_reason_of(lc_halt);

/* Limit of an explanation, in configurations: the effort of the check, but no less than a minimum that takes no
 * noticeable time. */
uint64_t lc_explanation_allowance(const lc_job *, uint64_t check);

/* Describes the hardest part that was given up in the result. */
void lc_describe_undecided(lc_job *);

/* From the parts to a verdict and its explanation. */
lince_status lc_check_local(lc_job *, lince_error *);
/* The same for all parts at once; with `real_time` for linearizability, else for sequential consistency. */
lince_status lc_check_whole(lc_job *, bool real_time);
/* Synchronization and interval linearizability, object by object. */
lince_status lc_check_sync(lc_job *, lince_error *);
/* Quasi linearizability, object by object. */
lince_status lc_check_quasi(lc_job *, lince_error *);
/* refine(k), part by part. */
lince_status lc_check_refine(lc_job *);

#endif
