/* Interval linearizability by its definition, for short histories. */
#ifndef ORACLE_INTERVAL_BRUTE_H
#define ORACLE_INTERVAL_BRUTE_H

#include "steps.h"

enum { BRUTE_MOST_OPS = 7, BRUTE_TOGETHER = 3 };

/* An operation as the oracle sees it. */
typedef struct brute_op {
    char method;  /* the first letter of its name, which is enough */
    int argument; /* or -1 */
    int result;   /* a number, or a set of them as bits; -1: none, or none that makes sense */
    bool returned, crashed;
    uint32_t call, end;
} brute_op;

typedef struct brute_member {
    const brute_op *op;
    char part; /* `w`hole, `f`irst, `m`iddle, `l`ast */
} brute_member;

/* The next state of a step, or -1 if there is none.  States are numbers from 0, which is the first. */
typedef struct brute_object {
    int (*step)(int state, const brute_member *, int count);
} brute_object;

extern const brute_object brute_signal, brute_snapshot, brute_party, brute_doors;

bool brute_holds(const lince_history *, const brute_object *, bool progress);

#endif
