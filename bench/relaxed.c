/* Relaxed containers: what goes next is any of K + 1 values, drawn at random.
 *
 * Those are the cells of a segment, as in the k-FIFO queue and the k-stack: the first segment of a queue, the last one
 * of a stack.  So a value is overtaken by K others at most, counting those of its kind.  A priority queue has a window
 * of the least values, and another one when all of these have gone.
 *
 * If the window slides, it is of the K + 1 values that are next now: a value may be overtaken for ever.
 */
#include <string.h>

#include "simulation.h"

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static value first_of_queue(simulation *s) {
    uint32_t cells = s->relaxed + 1, from = s->items_from;
    uint32_t end = s->sliding ? from + cells : from - from % cells + cells;
    uint32_t at = from + below(s, least(end, s->items_end) - from);
    value v = s->items[at];
    memmove(&s->items[from + 1], &s->items[from], (at - from) * sizeof *s->items);
    s->items_from++;
    return v;
}

static value last_of_stack(simulation *s) {
    uint32_t cells = s->relaxed + 1, last = s->items_end - 1;
    uint32_t from = !s->sliding ? last - last % cells : last > s->relaxed ? last - s->relaxed : 0;
    uint32_t at = from + below(s, s->items_end - from);
    value v = s->items[at];
    memmove(&s->items[at], &s->items[at + 1], (last - at) * sizeof *s->items);
    s->items_end--;
    return v;
}

static value least_of_window(simulation *s) {
    if (s->sliding || !s->window_count)
        while (s->window_count <= s->relaxed && s->items_end) s->window[s->window_count++] = heap_remove(s);
    uint32_t at = below(s, s->window_count);
    value v = s->window[at];
    s->window[at] = s->window[--s->window_count];
    return v;
}

/* What goes before a value of the window belongs to it, and takes the place of the last one if it is full. */
void relaxed_insert(simulation *s, value v) {
    uint32_t last = 0;
    for (uint32_t i = 1; i < s->window_count; i++)
        if (s->window[i] > s->window[last]) last = i;
    if (!s->window_count || v > s->window[last]) {
        heap_insert(s, v);
    } else if (s->window_count <= s->relaxed) {
        s->window[s->window_count++] = v;
    } else {
        heap_insert(s, s->window[last]);
        s->window[last] = v;
    }
}

value removed_of_relaxed(simulation *s, method m) {
    switch (m) {
    case DEQ: return first_of_queue(s);
    case POP: return last_of_stack(s);
    default: return least_of_window(s);
    }
}
