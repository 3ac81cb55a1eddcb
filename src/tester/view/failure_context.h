/* Context of a failure besides the steps that led to it: the position of the thread that failed, the waiting threads,
 * the objects they wait for and the owners of these, and the places where a block of the heap was allocated and freed.
 * The runtime reports it after the last step. */
#ifndef LC_TESTER_VIEW_FAILURE_CONTEXT_H
#define LC_TESTER_VIEW_FAILURE_CONTEXT_H

#include "report/writer.h"
#include "tester/view/interleaving_view.h"

/* Is it one of those: not a step of the execution, but about its end? */
bool lcd_step_is_detail(unsigned kind);

/* For people, after the steps; may be empty.  Objects have the names that the steps give them.  `where`: also where it
 * failed, which of a race is known already. */
void lcd_failure_context_print(lince_text *, const lcr_style *, const lcd_trace_step *, size_t count, lcd_lines *,
                               bool where);
/* As members of the object that is being written: `stack`, `waiting`, `circle`, `block`. */
void lcd_failure_context_json(lcr_writer *, const lcd_trace_step *, size_t count, lcd_lines *);

#endif
