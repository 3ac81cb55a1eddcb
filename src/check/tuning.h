/* The experiment switches of a check, for the command, the tests and the benchmarks: each turns one optimization off.
 * They change how long a check takes, never its verdict, and are no part of the public interface. */
#ifndef LC_CHECK_TUNING_H
#define LC_CHECK_TUNING_H

#include "check/driver/ranks.h"

typedef struct lc_tuning {
    bool no_pure;             /* do not linearize operations that change nothing as soon as they are legal */
    bool no_eager;            /* do not remove elements as soon as that is legal */
    bool no_symmetry;         /* do not take equal operations in the order of their returns */
    bool no_dominance;        /* do not cut configurations that used more pending operations than another */
    bool no_key_independence; /* do not delay operations on other keys */
    bool no_memo;             /* call the specification again for every step */
    bool no_partition;        /* check all keys of an object together */
    bool no_recognition;      /* of LINCE_QUASI: search again from a configuration each time it is met */
} lc_tuning;

/* As lince_check, with the options in full, of any `size`.  `tuning` NULL: everything on.  `ranks` NULL: this
 * process alone; else all ranks call it with the same arguments, and get the same result. */
lince_status lc_check_tuned(const lince_history *, const lince_specs *, const lince_check_options *, const lc_tuning *,
                            const lc_ranks *, lince_result **, lince_error *);

#endif
