/* What makes random histories, in pieces: for the generators alone. */
#ifndef LC_TESTS_ORACLE_GENERATOR_H
#define LC_TESTS_ORACLE_GENERATOR_H

#include "generate.h"

#define MOST_THREADS 5

typedef struct generator {
    uint64_t random;
    history *h;
    int values, keys;
    bool distinct;      /* each value is new */
    int crashes;        /* in a hundred operations */
    int threads, calls; /* calls: how many are still to come */
} generator;

/* splitmix64 */
static inline uint64_t next_random(generator *g) {
    uint64_t z = g->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline int below(generator *g, int bound) { return (int)(next_random(g) % (uint64_t)bound); }
static inline bool chance(generator *g, int percent) { return below(g, 100) < percent; }

/* Some operation; it is not yet in the history. */
op oracle_draw_call(generator *, int thread);
value oracle_draw_result(generator *, const op *);
/* Changes something in a history. */
void oracle_damage(generator *);
/* Anything at all, into an empty history. */
void oracle_improvise(generator *);

#endif
