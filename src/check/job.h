/* A check in progress: what its stages share. */
#ifndef LC_CHECK_JOB_H
#define LC_CHECK_JOB_H

#include <pthread.h>

#include "check/explain.h"

/* How a part came out. */
typedef struct lc_finding {
    lc_outcome outcome;
    lc_halt halt;
    uint32_t furthest; /* if violated: the return no search could pass, counted in the part */
    uint64_t visited;  /* configurations */
} lc_finding;

typedef struct lc_job {
    const lince_check_options *options;
    double started;
    lc_budget budget;
    lc_limits limits;
    lc_tuning tuning;
    lc_binding binding;
    lc_parts parts;
    lc_finding *findings;   /* a part each */
    uint32_t *order;        /* the parts' linearisations one after the other, each from its own offset */
    uint32_t *order_offset; /* a part each, and the end */
    atomic_uint next_part;
    bool first_pass; /* over the parts, with a bound on what each may cost */
    atomic_bool violated;
    bool announced;
    pthread_mutex_t lock; /* for the result's statistics, while several threads work */
    lince_result *result;
} lc_job;

/* Tells the user the verdict, the first time it is called. */
void lc_announce(lc_job *, lince_verdict);

/* Searches the parts, on several cores if that pays: the easy ones first, then, unless a violation was found among
 * them, the hard ones.  Those that were left are marked by LC_SPENT.  `own` is the search of the calling thread. */
void lc_search_parts(lc_job *, lc_search *own);
/* Only the easy ones, in this thread. */
void lc_search_easy_parts(lc_job *, lc_search *own);

/* If all parts hold: makes the result's witness of their linearisations. */
void lc_merge_orders(lc_job *);

/* Does a specification contradict itself?  Then there is nothing to give a verdict on. */
bool lc_spec_is_wrong(const lc_job *);
lince_reason lc_reason_of(lc_halt);

/* What an explanation may cost, in configurations: no more than the check did, but for what takes no time anyway. */
uint64_t lc_explanation_allowance(const lc_job *, uint64_t check);

/* From the parts to a verdict and its explanation. */
void lc_check_local(lc_job *);
/* The same for all parts at once; with `real_time` for linearizability, else for sequential consistency. */
lince_status lc_check_whole(lc_job *, bool real_time);

#endif
