/* Generating scenarios: all that call the declared operations, up to a size, and up to symmetry.
 *
 * A thread is a word of calls that the test's protocol allows, a scenario is a multiset of words: threads are
 * interchangeable.  Unique arguments are numbered in the order they occur, since no other argument has their values and
 * so renaming them changes nothing; threads are numbered as they stand, since their identity should make no difference
 * either.  Values of ranges are all tried, since their meaning to the object is unknown.
 *
 * A container that starts empty hides mistakes, so each scenario also comes with one and with two calls before the
 * threads of the first operation that takes something unique, if there is one: presumably it adds.  Not so where
 * operations wait for each other.
 *
 * If the test is balanced, calls before and after the threads are added to each of these (balance.h).
 *
 * Smaller ones come first: by the number of calls of all threads together.  Among equal ones first those in which
 * different things meet (see lct_scenario_mixed), then those with fewer threads.  If there are too many, all up to the
 * largest number of calls that fits are given, then some with every thread at its full length, at random but distinct,
 * and always the same for one seed.
 */
#ifndef LC_TARGET_EXPLORE_GENERATE_H
#define LC_TARGET_EXPLORE_GENERATE_H

#include "target/explore/scenario.h"

enum {
    LCT_GENERATE_FITS = 2000,   /* up to so many scenarios are all given */
    LCT_GENERATE_RANDOM = 1000, /* if there are more: so many at random */
    LCT_GENERATE_GROWN = 4000,  /* of a size of a test that grows so many are all given */
    LCT_GENERATE_BEFORE = 2,    /* calls before the threads, at most */
    LCT_GENERATE_SEEN = 1 << 12 /* power of two: hashes of random ones, at most half of it is used */
};

/* How many scenarios there are by their number of threads and of calls, times those of before: room to count. */
typedef uint64_t lct_ways[LCT_TEST_THREADS + 1][LCT_TEST_THREADS * LCT_TEST_CALLS + 1];

typedef struct lct_generator {
    const lct_test *test;
    uint64_t seed;
    uint64_t all;     /* scenarios up to the size of the test; UINT64_MAX: or more */
    uint64_t fitting; /* with up to `complete` calls: these come in order */
    unsigned complete;
    uint64_t random; /* and so many after them */
    int adds;        /* the operation that fills the object beforehand; -1: there is none */

    /* Where it is; `at` is the scenario given last. */
    uint64_t given;
    unsigned calls;      /* of all threads */
    bool mixed, begun;   /* those in which different things meet come first */
    bool filled_first;   /* and of each shape those with calls before the threads */
    unsigned seen_count; /* of the random ones */
    uint64_t seen[LCT_GENERATE_SEEN];
    lct_scenario at;
    lct_scenario whole;                 /* the same with balancing calls, if the test is balanced */
    uint64_t words[LCT_TEST_CALLS + 1]; /* how many a thread can have, by their length */
    lct_ways ways;
} lct_generator;

/* `fits`, `random`: how many, usually the constants above; at most half of LCT_GENERATE_SEEN at random. */
void lct_generator_start(lct_generator *, const lct_test *, uint64_t fits, uint64_t random, uint64_t seed);
/* Before the first scenario: those with calls before the threads come first. */
static inline void lct_generator_fill_first(lct_generator *g) { g->filled_first = true; }
/* The next scenario, which stays until the next call; NULL: that was the last. */
const lct_scenario *lct_generator_next(lct_generator *);

/* Not mixed are those with a single thread, and those in which every thread calls the same operation, which adds
 * nothing, on an object to which nothing was added. */
bool lct_scenario_mixed(const lct_test *, const lct_scenario *);

/* ---- its parts ---- */

/* generate_count.c.  The scenarios with exactly so many calls (0: with any number), after lct_count_start; where there
 * are too many to count UINT64_MAX. */
void lct_count_start(lct_generator *);
uint64_t lct_count_scenarios(const lct_generator *, unsigned calls);
/* Those in which each thread makes as many calls as it may. */
uint64_t lct_count_full(const lct_generator *);

/* generate_random.c: makes `at` one more of the full size that was not there yet; false: none was found. */
bool lct_generate_random(lct_generator *);

/* Gives a call the lowest arguments it can have. */
void lct_call_lowest(const lct_test *, lct_scenario_call *);
/* Makes a part so many calls of an operation. */
void lct_generate_adds(const lct_test *, int op, lct_scenario_part *, unsigned count);
/* Calls of the adding operation before the threads. */
void lct_generate_before(lct_generator *, unsigned count);
/* Gives unique arguments their numbers. */
void lct_generate_uniques(const lct_test *, lct_scenario *);

#endif
