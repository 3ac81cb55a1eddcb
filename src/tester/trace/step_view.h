/* A look at an execution that was stopped on its way: its steps so far, and where every thread stands. */
#ifndef LC_TESTER_TRACE_STEP_VIEW_H
#define LC_TESTER_TRACE_STEP_VIEW_H

#include "tester/driver/replay.h"
#include "tester/source/lines.h"

typedef struct lcd_step_view {
    const char *file, *test;
    uint64_t step, steps; /* after which it was stopped, and how many the trace has */
    const lcd_replayed *replayed;
    lcd_lines *lines; /* may be NULL */
} lcd_step_view;

void lcd_print_look(lince_text *, const lcr_style *, const lcd_step_view *);
void lcd_print_look_json(lince_text *, const lcd_step_view *); /* one line */

#endif
