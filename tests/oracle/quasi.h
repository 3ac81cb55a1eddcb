/* Quasi linearizability by the letter of its definition: every order that time allows, every order that is legal, and
 * how far each operation is from its place. */
#ifndef LC_TESTS_ORACLE_QUASI_H
#define LC_TESTS_ORACLE_QUASI_H

#include "generate.h"

enum {
    QUASI_OPS = 7, /* of one object; beyond that there are too many orders */
    QUASI_SETS = 4,
    QUASI_NEVER = 1000, /* no factor is enough */
    QUASI_MIN = -1      /* the smallest factor is asked for */
};

/* By how many places the operations of some methods may be moved, among themselves. */
typedef struct quasi_set {
    const char *names; /* `deq` or `enq,deq`; NULL: all methods */
    int most;
} quasi_set;

typedef struct quasi_factors {
    int count;
    quasi_set sets[QUASI_SETS];
} quasi_factors;

/* As Lince is to be given them; the text is at least 64 bytes. */
void quasi_print(const quasi_factors *, char *text);

/* Is the history quasi linearizable, each object on its own? */
bool quasi_holds(const history *, const quasi_factors *);
/* The smallest factor of a set with which it is, the others being as they are; QUASI_NEVER: there is none. */
int quasi_smallest(const history *, const quasi_factors *, int set);

/* A place in the two orders, from 1. */
typedef struct quasi_place {
    int op, real, legal;
} quasi_place;

/* Is this a legal order, and is there an order that time allows and that is near enough, in which each operation has
 * the place that is claimed: those listed as they say, the others where they are in the legal order?  An operation's
 * place is among the first set it belongs to.  NULL, or what is wrong. */
const char *quasi_witness_fault(const history *, const quasi_factors *, const unsigned *order, int count,
                                const quasi_place *moved, int moved_count);

/* The same where only the places are known, and not the legal order. */
const char *quasi_moves_fault(const history *, const quasi_factors *, const quasi_place *moved, int moved_count);

/* ---- what is tested ---- */

typedef struct quasi_case {
    scenario scenario;
    const char *names[3]; /* of methods that factors are about */
} quasi_case;

/* All of them; the last has no name. */
extern const quasi_case quasi_cases[];

/* Small histories, many of which are not linearizable although little is wrong with them. */
void quasi_generate(const scenario *, uint64_t seed, history *);

/* The factors of a number, for one or several sets of this case's methods; they point into `names`. */
typedef struct quasi_names {
    char at[QUASI_SETS][64];
} quasi_names;
quasi_factors quasi_draw_factors(const quasi_case *, uint64_t number, quasi_names *names);

#endif
