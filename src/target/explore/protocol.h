/* The order in which a thread may call operations, as in lince_test_protocol: `enrol sync* resign`.
 *
 * A regular expression over names of operations, one *place* for each name in it; where a thread stands is a set of
 * places, those that could be the next one (Glushkov's automaton).  A place may depend on a result: a thread goes on
 * behind `trylock=true` only if the call returned true, and behind `receive!=CLOSED` only if it returned anything else.
 *
 * The calls of a thread are fixed before it runs, its results are not.  So a protocol is applied twice:
 *
 *   - while a thread runs: a call for which no place is left is not made, and the next one is considered.  After a
 *     result that fits no place no call is left: the thread makes none any more.  Either depends on nothing but the
 *     thread's own results.
 *   - before: a *course* is where a thread can stand after some calls, over all results they may have.  A thread of a
 *     generated scenario can make all its calls, with the right results, and with any results it ends where the
 *     protocol may end.  So of `(lock unlock | trylock=true unlock | trylock=false)*` there is a thread `trylock
 *     unlock`, which does not unlock after false, and none that is `trylock` alone.  Where no calls lead to an end for
 *     sure, as those of `(get!=NONE)* get=NONE`, some results that do are enough.
 */
#ifndef LC_TARGET_EXPLORE_PROTOCOL_H
#define LC_TARGET_EXPLORE_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LCT_PROTOCOL_PLACES = 32,
    LCT_PROTOCOL_CALLS = 64, /* of one thread */
    LCT_COURSES = 16
};

typedef uint64_t lct_protocol_places; /* a bit each */
#define LCT_PROTOCOL_END ((lct_protocol_places)1 << 63)

typedef enum lct_place_if { LCT_PLACE_ANY, LCT_PLACE_IS, LCT_PLACE_IS_NOT } lct_place_if;

typedef struct lct_protocol {
    unsigned count;                                      /* of places; 0: anything may be called */
    uint8_t op[LCT_PROTOCOL_PLACES];                     /* the operation called at each */
    uint8_t when[LCT_PROTOCOL_PLACES];                   /* an lct_place_if ... */
    int64_t result[LCT_PROTOCOL_PLACES];                 /* ... of this result */
    lct_protocol_places first;                           /* where a thread may begin, or end without a call */
    lct_protocol_places follow[LCT_PROTOCOL_PLACES];     /* and go on after each, or end */
    lct_protocol_places ends_in[LCT_PROTOCOL_CALLS + 1]; /* places from which so many calls lead to an end */
    bool unsure;                                         /* whether it can end depends on results, for any calls */
} lct_protocol;

/* The number of an operation by its name, or -1. */
typedef int lct_protocol_find(const void *context, const char *name, size_t length);
/* False: `error` describes the mistake. */
bool lct_protocol_parse(lct_protocol *, const char *text, lct_protocol_find *, const void *context, char *error,
                        size_t size);

/* ---- while a thread runs ---- */

/* May this be called at one of the places? */
bool lct_protocol_offers(const lct_protocol *, lct_protocol_places, unsigned op);
/* The places after it has returned; `result` NULL: nothing. */
lct_protocol_places lct_protocol_after(const lct_protocol *, lct_protocol_places, unsigned op, const int64_t *result);

/* ---- before ---- */

typedef struct lct_course {
    uint32_t count;
    uint32_t whole; /* a bit each: so far all calls were made */
    lct_protocol_places at[LCT_COURSES];
} lct_course;

lct_course lct_course_start(const lct_protocol *);
/* One call more.  False: there is no way to make all calls, or there are more ways than room. */
bool lct_course_step(const lct_protocol *, lct_course *, unsigned op);
bool lct_course_same(const lct_course *, const lct_course *);
/* May a thread end here, for any results? */
bool lct_course_may_end(const lct_protocol *, const lct_course *);
/* Can so many calls more lead to an end?  If false, they cannot. */
bool lct_course_can_end(const lct_protocol *, const lct_course *, unsigned calls);

/* The least number of calls with which a thread can make every call of the protocol, and with `pairs` every two that
 * may follow each other, in one complete way or another; without results. */
unsigned lct_protocol_calls(const lct_protocol *, bool pairs);
/* The least number of calls with which it can be complete, at least one. */
unsigned lct_protocol_shortest(const lct_protocol *);

#endif
