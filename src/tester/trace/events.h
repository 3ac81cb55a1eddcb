/* The events of an execution, as lines of a trace. */
#ifndef LC_TESTER_TRACE_EVENTS_H
#define LC_TESTER_TRACE_EVENTS_H

#include "tester/view/interleaving_view.h"

/* A line each: `event 3 T1 load | load n = 0 | inc lost.c:7 < main lost.c:30`, the stack from the inside out.  `lines`
 * may be NULL. */
void lcd_events_print(lince_text *, const lcd_trace_step *, size_t count, lcd_lines *);

#endif
