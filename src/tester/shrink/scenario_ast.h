/* Scenarios as the command sees them: texts taken apart, so that smaller ones can be made of them.
 *
 * The text is that of target/explore/scenario.h, as a worker prints it.  A sketch points into the text it was made of.
 */
#ifndef LC_TESTER_SHRINK_SCENARIO_AST_H
#define LC_TESTER_SHRINK_SCENARIO_AST_H

#include "base/text.h"
#include "tester/driver/session.h"

/* Of a part: calls that run alone before and after the threads, which are 1, 2, ... */
enum { LC_PART_BEFORE = 0, LC_PART_AFTER = UINT8_MAX };

typedef struct lc_sketch_value {
    lc_span symbol; /* `EMPTY`; empty: it is a number */
    int64_t number;
} lc_sketch_value;

typedef struct lc_sketch_call {
    uint8_t part;
    uint8_t was_in, was; /* the part it was read from, and which of its calls it was */
    lc_span name;
    uint32_t count;
    lc_sketch_value arguments[LC_SAID_VALUES];
    const lc_said_argument *may_be; /* the possible values of each argument; NULL: it is no operation of the test */
} lc_sketch_call;

typedef struct lc_sketch {
    LC_VEC(lc_sketch_call) calls; /* part by part, each in order */
    uint8_t threads;
    bool fixed; /* the threads are functions of the test: `threads` stands for their calls, and is one */
} lc_sketch;

/* False: it is no scenario of calls (but `main`, or nonsense), or memory is out.  In any case it is to be freed. */
bool lc_sketch_read(lc_sketch *, const lc_tested *, const char *text);
bool lc_sketch_copy(lc_sketch *, const lc_sketch *);
void lc_sketch_free(lc_sketch *);
void lc_sketch_print(lince_text *, const lc_sketch *);

/* Operations that it names; those of functions are not known. */
uint32_t lc_sketch_operations(const lc_sketch *);
uint32_t lc_sketch_length(const lc_sketch *, uint8_t part); /* calls of a part */

/* After calls were left out or put into other parts: they stand part by part again, and threads without calls are gone.
 * False: no call is left. */
bool lc_sketch_tidy(lc_sketch *);

/* Gives the unique arguments the numbers the generator would.  False: it may mean something else then, because one of
 * them stands also where a number from a range does. */
bool lc_sketch_rename(lc_sketch *, int64_t first_unique);
/* Are the arguments smaller, taken one after another? */
bool lc_sketch_is_less(const lc_sketch *, const lc_sketch *than);

/* A text that scenarios have in common which differ only in the order of threads and the names of unique values. */
void lc_sketch_key(lince_text *, const lc_sketch *, int64_t first_unique);

#endif
