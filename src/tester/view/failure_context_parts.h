/* Shared by details for people and for programs. */
#ifndef LC_TESTER_VIEW_FAILURE_CONTEXT_PARTS_H
#define LC_TESTER_VIEW_FAILURE_CONTEXT_PARTS_H

#include "tester/view/access_names.h"

typedef struct lc_details {
    const lc_trace_step *steps;
    size_t count;
    lc_lines *lines;
    lc_names *names;
} lc_details;

/* False: out of memory. */
bool lc_details_begin(lc_details *, const lc_trace_step *, size_t count, lc_lines *);
void lc_details_end(lc_details *);

/* It waits for an object, which this names. */
bool lc_blocked_has_object(const lc_trace_step *);
/* The threads that must act first, a bit a thread. */
unsigned lc_blocked_by(const lc_trace_step *);
/* The step by which a thread took the object at `address`; NULL: it is not among the steps. */
const lc_trace_step *lc_details_taken(const lc_details *, unsigned thread, uint64_t address);
/* The step that allocated or freed the block of a detail, with all its callers; else the detail itself. */
const lc_trace_step *lc_details_call(const lc_details *, const lc_trace_step *about);

/* Threads that wait for each other in a circle, the first again not repeated; returns how many, 0: there is none. */
enum { LC_CIRCLE = 32 };
unsigned lc_details_circle(const lc_details *, unsigned *threads);

/* The frames of a step that are of interest, each function that was inlined one of its own: those of the user, or all
 * if there are none of the user.  False: there is no such frame. */
bool lc_details_frame(const lc_details *, const lc_trace_step *, unsigned number, const char **file, int *line,
                      const char **function);

#endif
