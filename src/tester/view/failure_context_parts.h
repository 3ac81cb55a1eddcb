/* Shared by details for people and for programs. */
#ifndef LC_TESTER_VIEW_FAILURE_CONTEXT_PARTS_H
#define LC_TESTER_VIEW_FAILURE_CONTEXT_PARTS_H

#include "tester/view/access_names.h"

typedef struct lcd_failure_context {
    const lcd_trace_step *steps;
    size_t count;
    lcd_lines *lines;
    lcd_names *names;
} lcd_failure_context;

/* False: out of memory. */
bool lcd_failure_context_begin(lcd_failure_context *, const lcd_trace_step *, size_t count, lcd_lines *);
void lcd_failure_context_end(lcd_failure_context *);

/* It waits for an object, which this names. */
bool lcd_blocked_has_object(const lcd_trace_step *);
/* The threads that must act first, a bit a thread; and taking out the first of such a set, which is not empty. */
__extension__ typedef unsigned __int128 lcd_thread_set;
lcd_thread_set lcd_blocked_by(const lcd_trace_step *);
unsigned lcd_take_thread(lcd_thread_set *);
/* The step by which a thread took the object at `address`; NULL: it is not among the steps. */
const lcd_trace_step *lcd_failure_context_taken(const lcd_failure_context *, unsigned thread, uint64_t address);
/* The step that allocated or freed the block of a detail, with all its callers; else the detail itself. */
const lcd_trace_step *lcd_failure_context_call(const lcd_failure_context *, const lcd_trace_step *about);

/* Threads that wait for each other in a circle, the first again not repeated; returns how many, 0: there is none. */
enum { LCD_CIRCLE = 128 };
unsigned lcd_failure_context_circle(const lcd_failure_context *, unsigned *threads);

/* The frames of a step that are of interest, each function that was inlined one of its own: those of the user, or all
 * if there are none of the user.  False: there is no such frame. */
bool lcd_failure_context_frame(const lcd_failure_context *, const lcd_trace_step *, unsigned number, const char **file,
                               int *line, const char **function);

#endif
