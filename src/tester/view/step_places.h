/* Where the steps of an execution are in the source.
 *
 * That is the user's own code, rather than headers of the system that it calls: for atomics of the compiler or of a
 * library, the line that uses them.  But where the test of a library calls it, that one line would represent everything
 * the library does, and the library's own lines are shown.
 */
#ifndef LC_TESTER_VIEW_STEP_PLACES_H
#define LC_TESTER_VIEW_STEP_PLACES_H

#include "tester/view/interleaving_view.h"

typedef struct lcd_step_places lcd_step_places;

/* `lines` may be NULL: nothing is known.  NULL: out of memory. */
lcd_step_places *lcd_step_places_new(lcd_lines *, const lcd_trace_step *, size_t count);
void lcd_step_places_free(lcd_step_places *);
/* False: it is not known. */
bool lcd_step_places_find(lcd_step_places *, const lcd_trace_step *, const char **file, int *line,
                          const char **function);

/* Always the user's own code: for programs, which receive the frames as well. */
bool lcd_step_place(lcd_lines *, const lcd_trace_step *, const char **file, int *line, const char **function);

#endif
