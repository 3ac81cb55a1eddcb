/* A specification made of what an object did when its operations ran one after another.
 *
 * Where no specification is given the object is one itself (Burckhardt, Dern, Musuvathi and Tan's "Line-Up", and phase
 * 1 of Zhang, Chattopadhyay and Wang's "Round-up", section IV): what its operations return in some sequential order of
 * the same calls is what they may return.  Add every sequential history of a scenario, and take the specification.
 */
#ifndef LC_CLI_TEST_GOLDEN_H
#define LC_CLI_TEST_GOLDEN_H

#include <lince/check.h>

typedef struct lc_golden lc_golden;

lc_golden *lc_golden_new(void); /* NULL: out of memory, as everywhere here */
void lc_golden_free(lc_golden *);

/* A history without overlapping operations.  Its last one may be open: it was blocked, so it has no step there.  False:
 * the history is not of this kind, or memory ran out. */
bool lc_golden_add(lc_golden *, const lince_history *serial);
/* An operation, `enq` or `q.enq`, that may occur in a history although it never came to run alone: one that nothing
 * explains is a violation, one that nobody has heard of is an error. */
bool lc_golden_know(lc_golden *, const char *name);

/* What was added so far, of its only object; NULL: memory ran out, nothing was added, or there are several objects.  It
 * is valid until more is added, and several threads may use it. */
const lince_spec *lc_golden_spec(lc_golden *);
/* The same for any number of objects: each gets what the histories say about it alone. */
lince_status lc_golden_specify(lc_golden *, lince_specs *, lince_error *);

#endif
