/* refine(k) by the letter: for every prefix that ends in a return, A_k of what each object saw of it has a legal linear
 * extension. */
#ifndef LC_TESTS_ORACLE_REFINE_H
#define LC_TESTS_ORACLE_REFINE_H

#include "oracle.h"

/* The operations of an object in the first events of a history, ordered by A_k. */
typedef struct view {
    history history;
    unsigned preceding[MOST_OPS];
    int number[MOST_OPS]; /* of the operations of the whole: here, -1: it is not there */
} view;

view oracle_view(const history *, int events, int object, int k);
/* How many events the first prefix has at which it is wrong; 0: it refines. */
int oracle_refine_fault(const history *, int k);
/* What a conflict claims: these operations of the view, some without their return, are wrong by themselves. */
bool oracle_view_holds(const view *, unsigned keep, unsigned pending);

#endif
