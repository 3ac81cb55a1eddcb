/* In which order a thread may call operations, as lince_test_protocol says: `enrol sync* resign`.
 *
 * A regular expression over names of operations, one place for each name in it.  What a thread has called is the start
 * of some word of the expression; which places could be the next one is all that has to be known of it (Glushkov's
 * automaton).
 */
#ifndef LC_EXPLORE_PROTOCOL_H
#define LC_EXPLORE_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LC_PROTOCOL_PLACES = 32 };

typedef uint32_t lc_places; /* a bit each */

typedef struct lc_protocol {
    unsigned count;                       /* of places; 0: anything may be called */
    uint8_t op[LC_PROTOCOL_PLACES];       /* what is called at each */
    lc_places first;                      /* where a thread may begin */
    lc_places follow[LC_PROTOCOL_PLACES]; /* and go on after each */
} lc_protocol;

/* The number of an operation by its name, or -1. */
typedef int lc_protocol_find(const void *context, const char *name, size_t length);
/* False: `error` says what is wrong. */
bool lc_protocol_parse(lc_protocol *, const char *text, lc_protocol_find *, const void *context, char *error,
                       size_t size);

/* May this be called, at one of the places?  If so these become the places after it. */
bool lc_protocol_step(const lc_protocol *, lc_places *, unsigned op);

#endif
