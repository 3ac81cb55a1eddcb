/* The result of a check, for reports. */
#ifndef LC_CHECK_RESULT_H
#define LC_CHECK_RESULT_H

#include <lince/check.h>

#include "base/text.h"
#include "base/vec.h"
#include "history/history.h"

/* One operation of a violation's conflict. */
typedef struct lc_conflict_op {
    uint32_t op;   /* number in the history */
    bool pending;  /* the conflict does not need its return, or the failing prefix ends before: it may still be open */
    bool failed;   /* it failed, which makes the prefix fail: as long as it was open it explained the rest */
    char *instead; /* a result it could have returned, e.g. `0 or 4`, that would make everything right up to the
                    * culprit's return; NULL: no result would, or it returns nothing, or the budget was spent */
} lc_conflict_op;

typedef struct lc_violation {
    char *object;           /* where: "" the nameless object, NULL all objects together */
    char *key;              /* NULL: no key was split off */
    bool has_prefix;        /* the criterion is prefix-closed */
    uint32_t prefix_events; /* cut after so many events, the history already fails */
    bool smallest;          /* and with fewer it does not; else a limit was reached before that was sure */
    uint32_t culprit;       /* the operation whose end cannot be explained, which is the last event of the prefix;
                               LC_NEVER: none in particular */
    char *reason;           /* one sentence */
    char *formula;          /* of operation counting logic, and where it holds; NULL: none that is known sees it */
    const char *pattern;    /* the pattern of which the conflict is an instance, in a few words; NULL: it has no name */
    LC_VEC(uint32_t) deepest;        /* a longest order that works for the prefix without its last return */
    LC_VEC(uint32_t) deepest_groups; /* where the operations of each step end in it; empty: one each */
    char *state;                     /* where `deepest` leaves the object, for people; may be NULL */
    LC_VEC(lc_conflict_op) conflict; /* by call order; these alone already violate the specification */
    bool apart;                      /* `instead` goes by the conflict alone: with all operations it is too hard */
    bool minimal;                    /* no operation of the conflict can be left out by the known reductions; else the
                                      * budget for explaining was spent before that was certain */
    bool thorough;                   /* there was no budget but the limits of the check */
} lc_violation;

/* Counters of a check: one table declares, adds up and prints them. */
#define LC_CHECK_STATISTICS(X)                                                                                         \
    X(partitions, "parts checked on their own")                                                                        \
    X(polynomial, "of them decided in polynomial time")                                                                \
    X(by_width, "of them decided in time exponential in the concurrency only")                                         \
    X(searched, "of them decided by search")                                                                           \
    X(configurations, "configurations visited")                                                                        \
    X(revisits, "configurations met again, or dominated, and cut")                                                     \
    X(states, "states of the object")                                                                                  \
    X(steps, "steps of the specification that were computed")                                                          \
    X(window, "most operations open at once in a part that was searched")

typedef struct lc_check_statistics {
#define X(name, meaning) uint64_t name;
    LC_CHECK_STATISTICS(X)
#undef X
} lc_check_statistics;

/* Results of quasi linearizability besides the verdict. */
typedef struct lc_displaced {
    uint32_t op;
    uint32_t real, legal; /* its places, from 1, in the order that time allows and in the one that is legal */
} lc_displaced;

typedef struct lc_quasi_finding {
    char *smallest;    /* the same with the fewest places that would be enough; NULL: not known, or nothing would */
    bool sought;       /* they were requested */
    bool never;        /* no number of places is enough */
    uint32_t at_least; /* a lower bound of the factor */
    uint32_t enough;   /* an upper bound of the factor; LINCE_NO_FACTOR: not known */
    LC_VEC(lc_displaced) moved; /* if there are such orders: the operations that are not in their places */
} lc_quasi_finding;

struct lince_result {
    lince_verdict verdict;
    lince_reason why_unknown;
    char *undecided;           /* if unknown: the hardest part, the algorithms tried on it and a remedy, in sentences
                                * without the last full stop; NULL: it is not known */
    lince_criterion criterion; /* the one that was used, where several could be meant */
    char *with;                /* parameter of the criterion: the 2 of `quasi:2` and `refine:2`; NULL: none */
    bool progress;             /* was requested, too */
    bool stuck;                /* the operations that returned are correct, but not that the open ones have not: a
                                * violation of progress */
    const char *algorithm;     /* "poly", "width", "search", or several of them separated by commas */
    char *algorithm_names;     /* the text behind `algorithm`, if it was composed */
    char *spec;                /* the specifications used, separated by commas */
    uint32_t operations;       /* of the history, failed ones not counted */
    double seconds, explain_seconds;
    size_t memory; /* most bytes in use, the history included */
    lc_check_statistics statistics;
    LC_VEC(uint32_t) witness;  /* if ok: operations in linearized order */
    LC_VEC(uint32_t) groups;   /* where the operations of each step end in `witness`; empty: one each */
    LC_VEC(uint32_t) conflict; /* the operations of the violation's conflict */
    lc_violation *violation;   /* if a violation, else NULL */
    lc_quasi_finding quasi;
    lince_verdict linearizable; /* with refine(k), which may miss violations: does it? */
};

const char *lc_criterion_name(lince_criterion);
/* Is it about operations that take effect together, or in several steps? */
static inline bool lc_is_for_sync(lince_criterion c) { return c >= LINCE_SYNC && c <= LINCE_INTERVAL; }
/* As on the command line: `quasi:2`; `with` may be NULL where there is no parameter. */
void lc_criterion_print(lince_text *, lince_criterion, const char *with);
const char *lc_verdict_name(lince_verdict);
bool lc_verdict_find(const char *name, lince_verdict *); /* false: no verdict is called so */

#endif
