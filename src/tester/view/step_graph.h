/* The execution graph of a trace: which write each read reads, and in which order the writes of each location stand.
 *
 * A step reports how many values newer than its own there were.  Taken one after the other, the steps give the
 * modification order of each location: a write takes its place below that many newer writes.
 */
#ifndef LC_TESTER_VIEW_STEP_GRAPH_H
#define LC_TESTER_VIEW_STEP_GRAPH_H

#include "tester/view/interleaving_view.h"

enum { LCD_NO_STEP = -1 };

typedef struct lcd_step_graph lcd_step_graph;

/* The steps must outlive it.  NULL: out of memory. */
lcd_step_graph *lcd_step_graph_new(const lcd_trace_step *, size_t count);
void lcd_step_graph_free(lcd_step_graph *);

/* The write that a step reads, and the one before which a write stands; LCD_NO_STEP: none, or it is not known. */
int32_t lcd_step_graph_source(const lcd_step_graph *, size_t step);
int32_t lcd_step_graph_next(const lcd_step_graph *, size_t step);
/* Does this read synchronize with the release that it reads from? */
bool lcd_step_graph_synchronizes(const lcd_step_graph *, size_t step);

/* A reason why `from` does not happen before `to`, although reads lead from the one to the other: a read that does not
 * synchronize with the write that it reads, because one of them is too weak. */
typedef struct lcd_weak_link {
    size_t write, read;
    bool by_write; /* it is the write that would have to be a release; else the read an acquire */
} lcd_weak_link;
bool lcd_step_graph_weak_link(const lcd_step_graph *, size_t from, size_t to, lcd_weak_link *);

#endif
