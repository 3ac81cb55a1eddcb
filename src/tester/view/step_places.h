/* Where the steps of an execution are in the source.
 *
 * That is the user's own code, rather than headers of the system that it calls: for atomics of the compiler or of a
 * library, the line that uses them.  But where the test of a library calls it, that one line would represent everything
 * the library does, and the library's own lines are shown.
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

/* Always the user's own code: for programs, which receive the frames as well. */
bool lc_step_place(lc_lines *, const lc_trace_step *, const char **file, int *line, const char **function);

#endif
