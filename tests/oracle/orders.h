/* Interval orders by the letter: which operation precedes which is a set of operations for each, and whatever is said
 * about the order is computed from these sets as the paper defines it. */
#ifndef LC_TESTS_ORACLE_ORDERS_H
#define LC_TESTS_ORACLE_ORDERS_H

#include <stdbool.h>
#include <stdint.h>

#define MOST_ORDERED 64

typedef struct relation {
    int count;
    uint64_t past[MOST_ORDERED]; /* of each operation: those that precede it */
} relation;

/* Definition 6.1: one less than the number of distinct pasts. */
int relation_length(const relation *);
/* The canonical representation of lemma 6.2. */
void relation_interval(const relation *, int op, int *from, int *to);
/* A_k of section 6.2. */
relation relation_weaken(const relation *, int k);

#endif
