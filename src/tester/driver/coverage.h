/* Coverage: how much of the behaviour was tried, in honest words. */
#ifndef LC_TESTER_DRIVER_COVERAGE_H
#define LC_TESTER_DRIVER_COVERAGE_H

#include "base/map64.h"
#include "base/text.h"
#include "tester/driver/message.h"

typedef enum lc_cover {
    LC_COVER_PART,    /* some interleavings, without a better bound */
    LC_COVER_SAMPLED, /* some, chosen at random on request */
    LC_COVER_SERIAL,  /* all in which operations do not overlap */
    LC_COVER_ROUNDS,  /* all with up to so many rounds */
    LC_COVER_BOUNDED, /* all with up to so many preemptions */
    LC_COVER_ALL      /* all that differ */
} lc_cover;

/* A stage of one scenario, added up over workers. */
typedef struct lc_stage_sum {
    uint64_t scenario, number;
    uint64_t executions, redundant, cut;
    lc_stage_name name;
    bool complete;
} lc_stage_sum;

typedef struct lc_coverage {
    LC_VEC(lc_stage_name) names; /* each once, in the order in which they came */
    LC_VEC(lc_stage_sum) stages;
    lc_map64 index; /* of stages, by scenario and number */
    lc_said_scenarios scenarios;
    uint32_t threads, calls; /* of the largest scenario met */
    uint64_t met;            /* scenarios: 1 + the highest number */
} lc_coverage;

void lc_coverage_init(lc_coverage *);
void lc_coverage_free(lc_coverage *);
bool lc_coverage_stage(lc_coverage *, const lc_said_stage *); /* false: out of memory, as below */
void lc_coverage_scenario(lc_coverage *, uint64_t number, lc_span text);

uint64_t lc_coverage_cut(const lc_coverage *); /* executions that were too long, and that nothing else covers */

/* What holds for every scenario; `bound`: of rounds or preemptions. */
lc_cover lc_coverage_of(const lc_coverage *, uint64_t *bound);
/* `all interleavings of 12 scenarios up to 2 threads x 2 calls` */
void lc_coverage_words(lince_text *, const lc_coverage *);
/* `exhaustive`, `bounded:2`, `rounds:2`, `serial`, `sampled` or `partial`, for scripts. */
void lc_coverage_name(lince_text *, const lc_coverage *);
/* Executions by name of stage, for statistics. */
typedef struct lc_stage_total {
    lc_stage_name name;
    uint64_t executions, redundant, cut, scenarios, complete;
} lc_stage_total;
lc_stage_total lc_coverage_total(const lc_coverage *, lc_stage_name);
/* Does a complete stage of this name show that nothing else can happen? */
bool lc_stage_is_proof(lc_stage_name);
/* `dpor`, `2 preemptions`, `heap fifo: dpor` */
void lc_stage_words(lince_text *, lc_stage_name);

#endif
