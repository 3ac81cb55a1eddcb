/* Bad patterns: the smallest histories of bags, queues and stacks that no order of the operations explains.
 *
 * A history of length k (history/interval.h) in which each value is added once is a set of stays, one a value, and of
 * intervals in which a removal found nothing.  A stay is the interval of an addition and that of a removal.  Steps go
 * from 0 to k, and one more, k + 1, stands for the time after the end of the history: a value that is never removed
 * leaves in [k + 1, k + 1], an operation that has not returned ends in k + 1.
 *
 * Widening an interval and leaving out all operations of a value, or one that found nothing, keep good histories good.
 * So every bad history contains a pattern: a bad history that becomes good by either.  There are few of them, and
 * patterns.c lists them all; a history of length k is bad iff it contains one.
 */
#ifndef LC_COUNTING_PATTERNS_PATTERNS_H
#define LC_COUNTING_PATTERNS_PATTERNS_H

#include "history/interval.h"
#include "spec/spec.h"

typedef enum lc_container { LC_BAG, LC_QUEUE, LC_STACK } lc_container;

/* Which of them a specification is; false: none. */
bool lc_container_of(const lc_instance *, lc_container *);

#define LC_MOST_STEPS 62u /* the largest k: a step is a bit of a word */

typedef struct lc_lifetime {
    lc_interval add, remove;
} lc_lifetime;

typedef enum lc_pattern_kind {
    LC_ORPHAN,      /* removed, never added: `add` is LC_NO_INTERVAL */
    LC_TWICE,       /* added once, removed twice */
    LC_BEFORE_TIME, /* removed before it was added */
    LC_OVERTAKEN,   /* of two values the second came later and left earlier: not first in, first out */
    LC_NOT_EMPTY,   /* found empty although one of these values was inside at every step */
    LC_UNNESTED,    /* one of these values was inside at every step, but none can lie below all the rest: not last in,
                     * first out */
} lc_pattern_kind;
enum { LC_PATTERN_KINDS = LC_UNNESTED + 1 };

typedef struct lc_pattern {
    lc_pattern_kind kind;
    lc_interval empty; /* of LC_NOT_EMPTY */
    uint32_t count;
    lc_lifetime at[LC_MOST_STEPS]; /* in the order of time, but that the later of LC_OVERTAKEN comes second */
} lc_pattern;

/* All patterns of length k, each once, until `visit` returns false; then that is the result. */
typedef bool lc_pattern_visit(void *context, const lc_pattern *);
bool lc_patterns_each(lc_container, uint32_t k, lc_pattern_visit *visit, void *context);
/* How many there are; UINT64_MAX: at least that many. */
uint64_t lc_patterns_count(lc_container, uint32_t k);

#endif
