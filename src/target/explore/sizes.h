/* The sizes of a test that declares none.
 *
 * A size is a box: all scenarios with up to so many threads, and up to so many calls of each.  The test is explored
 * size by size, until one has a failure or the budget is spent: one call each, then the usual size, then more threads
 * and more calls in turn.  A size contains smaller ones, and of a size that was explored before nothing is run again.
 */
#ifndef LC_TARGET_EXPLORE_SIZES_H
#define LC_TARGET_EXPLORE_SIZES_H

#include "target/explore/describe.h"

enum {
    LCT_SIZES = 10,
    LCT_SIZES_USUAL = 2 /* the first of them, up to the usual size */
};

typedef struct lct_size {
    unsigned threads, calls;
} lct_size;

/* Their number.  `most`: so many at most. */
unsigned lct_sizes_of(const lct_test *, lct_size sizes[LCT_SIZES], unsigned most);

/* Does the box contain a scenario with so many threads, of which the busiest makes so many calls? */
static inline bool lct_size_has(lct_size s, unsigned threads, unsigned calls) {
    return threads <= s.threads && calls <= s.calls;
}

#endif
