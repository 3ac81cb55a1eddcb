/* A look at an execution that was stopped on its way: its steps so far, and where every thread stands. */
#ifndef LC_TESTER_TRACE_STEP_VIEW_H
#define LC_TESTER_TRACE_STEP_VIEW_H

#include "tester/driver/replay.h"
#include "tester/source/lines.h"

typedef struct lc_step_view {
    const char *file, *test;
    uint64_t step, steps; /* after which it was stopped, and how many the trace has */
    const lc_replayed *replayed;
    lc_lines *lines; /* may be NULL */
} lc_step_view;

void lc_tell_look(lince_text *, const lc_style *, const lc_step_view *);
void lc_tell_look_json(lince_text *, const lc_step_view *); /* one line */

#endif
