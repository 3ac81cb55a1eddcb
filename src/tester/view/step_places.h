/* Where the steps of an execution are in the source.
 *
 * That is what the user wrote, rather than what it calls in headers of the system: for atomics of the compiler or of a
 * library, the line that uses them.  But where the test of a library calls it, that one line stands for everything the
 * library does, and its own lines are what is wanted.
 */
#ifndef LC_TESTER_VIEW_STEP_PLACES_H
#define LC_TESTER_VIEW_STEP_PLACES_H

#include "tester/view/interleaving_view.h"

typedef struct lc_step_places lc_step_places;

/* `lines` may be NULL: nothing is known.  NULL: out of memory. */
lc_step_places *lc_step_places_new(lc_lines *, const lc_trace_step *, size_t count);
void lc_step_places_free(lc_step_places *);
/* False: it is not known. */
bool lc_step_places_find(lc_step_places *, const lc_trace_step *, const char **file, int *line, const char **function);

/* Always what the user wrote: for programs, which are told the frames as well. */
bool lc_step_place(lc_lines *, const lc_trace_step *, const char **file, int *line, const char **function);

#endif
