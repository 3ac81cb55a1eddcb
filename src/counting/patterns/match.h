/* Does a history contain a bad pattern?  A step is a bit of a word, the steps in which a value is inside for certain
 * are a mask, and a pattern is found by comparing masks: O(values + empties + k^2) words, however many patterns there
 * are.
 */
#ifndef LC_COUNTING_PATTERNS_MATCH_H
#define LC_COUNTING_PATTERNS_MATCH_H

#include "counting/patterns/value_lifetimes.h"

/* A pattern, and its elements: numbers in the stays, in the order of the pattern. */
typedef struct lc_match {
    lc_pattern pattern;
    uint32_t stay[LC_MOST_STEPS];
    uint32_t empty; /* of LC_NOT_EMPTY */
} lc_match;

/* The stays are finished.  True: the history they are from is not linearizable.  False: it is, if they are exact.
 * `found` may be NULL. */
bool lc_patterns_match(lc_container, const lc_lifetimes *, lc_match *found);

/* The same, but complete: where the answer depends on the values that open removals took, the possibilities are
 * enumerated.  Where it takes several patterns to prove that a history is bad, `found` has no stays, and its kind is
 * that of the pattern there would be if open removals had taken nothing. */
typedef enum lc_contains { LC_CONTAINS_NONE, LC_CONTAINS_SOME, LC_CONTAINS_UNKNOWN } lc_contains;
lc_contains lc_patterns_decide(lc_container, lc_lifetimes *, lc_match *found);

#endif
