/* Random histories, the same for the same seed. */
#ifndef LC_TESTS_ORACLE_GENERATE_H
#define LC_TESTS_ORACLE_GENERATE_H

#include <stdint.h>

#include "oracle.h"

/* What the histories are about: one object, or several. */
typedef struct scenario {
    const char *name;
    struct {
        const char *object, *model; /* object NULL: the nameless one */
    } objects[MOST_OBJECTS];
    value init;    /* of registers and absent keys; NIL: none is given */
    int correct;   /* how many in a hundred of the simulated histories stay as they are; the others are damaged */
    int most;      /* operations in an entirely random history: the more, the fewer of them are correct */
    bool distinct; /* no value is added or written twice */
} scenario;

/* All of them; the last has no name. */
extern const scenario oracle_scenarios[];

/* An empty history of the scenario's objects. */
void oracle_begin(const scenario *, history *);
void oracle_generate(const scenario *, uint64_t seed, history *);
/* Gives the events new times, many of them equal, and puts them in the order in which Lince sees them then: at one time
 * calls come before returns.  Failed operations are left out. */
void oracle_blur_times(history *, uint64_t seed);

#endif
