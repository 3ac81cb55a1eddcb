/* Scenarios: the calls of each thread.
 *
 * As text, the calls of the threads are separated by `|`; calls that run alone before and after them are set off by
 * `;`:
 *
 *     push(1) | pop()                            two threads
 *     push(1); pop() push(2) | pop()             one `;`: the first part runs before the threads
 *     push(1); pop() push(2) | pop(); pop()      two: the last part runs after them
 *     ; pop() | pop(); pop()                     nothing before, but something after
 *
 * Arguments are numbers, or nil, true, false, ok, EMPTY, NONE and CLOSED.  Instead of the calls of the threads may
 * stand `threads`: the functions given by lince_test_thread; and `main` alone is a program with a main of its own. Each
 * scenario has exactly one text that lct_scenario_print gives, and parsing it gives the scenario again: this is how an
 * execution is found again when it is replayed.
 */
#ifndef LC_TARGET_EXPLORE_SCENARIO_H
#define LC_TARGET_EXPLORE_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "target/explore/describe.h"
#include "target/explore/symbol.h"

enum {
    LCT_SCENARIO_TEXT = 4096, /* with its end; as long as lct_config.scenario */
    LCT_SCENARIO_ERROR = 512
};

typedef struct lct_scenario_call {
    unsigned op; /* of the test */
    int64_t arguments[LCT_ARGUMENTS];
} lct_scenario_call;

typedef struct lct_scenario_part {
    unsigned count;
    lct_scenario_call calls[LCT_TEST_CALLS];
} lct_scenario_part;

typedef enum lct_scenario_kind {
    LCT_SCENARIO_CALLS,     /* each thread makes its calls */
    LCT_SCENARIO_FUNCTIONS, /* each thread is one of the test's functions */
    LCT_SCENARIO_PROGRAM    /* main starts them, and there is nothing before or after */
} lct_scenario_kind;

typedef struct lct_scenario {
    lct_scenario_kind kind;
    unsigned thread_count;
    lct_scenario_part before, after, threads[LCT_TEST_THREADS];
} lct_scenario;

/* False: `error` describes the mistake, `column 7: ...`. */
bool lct_scenario_parse(const lct_test *, const char *text, lct_scenario *, char *error, size_t size);

/* Writes the text and gives its length, as snprintf does. */
size_t lct_scenario_print(const lct_test *, const lct_scenario *, char *text, size_t size);

/* The promises that it breaks: see wellformed.h. */
unsigned lct_scenario_breaks(const lct_test *, const lct_scenario *);
/* The protocol by which the calls of a part are left out as it runs.  Calls that do not follow the test's protocol, as
 * a scenario that is written by hand may have it, are all made: then it is one without places. */
const lct_protocol *lct_part_protocol(const lct_test *, const lct_scenario_part *);
/* Where a thread can stand after its first `count` calls.  False: the protocol does not allow them. */
bool lct_calls_follow(const lct_test *, const lct_scenario_part *, unsigned count, lct_course *);

/* No text of a generated scenario is longer. */
size_t lct_scenario_longest(const lct_test *);

/* ---- the scenarios of a test (scenario_list.c) ---- */

/* Begins with the first.  `only`: this text instead of the test's own; empty: those, in the order written, then all
 * generated ones.  False: `error` describes the mistake in the text. */
bool lct_scenarios_start(const lct_test *, const char *only, uint64_t seed, char *error, size_t size);
/* Begins with the first of these texts instead: each has its end, after the last is an empty one.  False: as above. */
bool lct_scenarios_choose(const lct_test *, const char *texts, char *error, size_t size);
/* Begins with the first of a size of a test that grows, without those of the sizes before it, which must stay. */
struct lct_size;
void lct_scenarios_start_size(const lct_test *, const struct lct_size *sizes, unsigned number, uint64_t seed);
/* The next one, which stays until the next call; NULL: that was the last. */
const lct_scenario *lct_scenarios_next(void);

typedef struct lct_scenario_counts {
    uint64_t all;   /* there are so many, UINT64_MAX: or more */
    uint64_t given; /* lct_scenarios_next gives so many of them, or a few less if `sampled` */
    bool sampled;   /* not all: those with up to `complete` calls, and some of the full size at random */
    unsigned complete;
} lct_scenario_counts;
lct_scenario_counts lct_scenarios_count(void);

/* ---- running one (scenario_run.c) ---- */

/* The scenario of the next executions.  Both must stay as they are. */
void lct_scenario_use(const lct_test *, const lct_scenario *);
/* The test's setup, as thread 0; lct_scenario_use comes before it.  If threads that it has started are still there,
 * they belong to the object (*residents*), and every execution begins with the setup: to be called once it has run. */
void lct_scenario_set_up(void);
bool lct_scenario_has_residents(void);
/* Do threads that are started with these arguments make the same calls, or run the same function?  `names`: unique
 * arguments may differ. */
bool lct_scenario_equal(const void *, const void *, bool names);
/* One execution, as thread 0. */
void lct_scenario_body(void);
/* Does the test's invariant hold?  To be called when no operation is running. */
bool lct_scenario_invariant(void);

#endif
