/* An execution as a graph of events, which may have other memory orders than those it was executed with.
 *
 * Values do not depend on memory orders: with other ones the same graph is either an execution of the program, too, or
 * forbidden.  So whether a change of orders forbids a failing execution is decided here, without running the program.
 *
 * The events of each thread stand in its program order.  A read-modify-write is one event.  Initial values are no
 * events: they come before everything.
 */
#ifndef LC_TESTER_ORDERS_EVENT_GRAPH_H
#define LC_TESTER_ORDERS_EVENT_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

typedef enum lcd_event_kind {
    LCD_EVENT_LOAD,
    LCD_EVENT_STORE,
    LCD_EVENT_UPDATE,
    LCD_EVENT_FENCE,
    LCD_EVENT_OTHER /* an operation on a lock, a plain access that races, or the like */
} lcd_event_kind;

enum {
    LCD_NO_EVENT = -1,
    LCD_PLAIN = 6 /* the order of accesses that are not atomic; the rest are those of compilers */
};

typedef struct lcd_event {
    uint8_t kind, order;
    bool locked; /* a read-modify-write, also one that failed */
    bool drains; /* under TSO all earlier stores are visible to other threads after it */
    uint32_t thread;
    uint32_t location; /* of a load, store or update */
    int32_t source;    /* the event that it reads from; LCD_NO_EVENT: the initial value */
    int32_t older;     /* the event whose value it overwrites in modification order; LCD_NO_EVENT: the initial one */
    uint32_t site;     /* where it is in the source, for the users of the graph */
    uint32_t step;     /* which one of the replay it is, likewise */
} lcd_event;

/* `before` happens before `after` by other means than atomic operations. */
typedef struct lcd_event_edge {
    int32_t before, after;
} lcd_event_edge;

typedef struct lcd_event_graph {
    LC_VEC(lcd_event) events;
    LC_VEC(lcd_event_edge) edges;
    int32_t race[2]; /* it fails if these are not ordered; LCD_NO_EVENT: it fails anyway */
} lcd_event_graph;

void lcd_event_graph_init(lcd_event_graph *);
void lcd_event_graph_free(lcd_event_graph *);

/* ---- graph_of_steps.c ---- */

struct lcd_replayed;
struct lcd_sites;
struct lct_config;
/* The graph of a replay under a weak memory model, with its versions.  Sites are those of its operations; LCD_NO_SITE:
 * it has none, or `sites` is NULL.  `assembly`: the program has atomics in inline assembly.  False: it cannot be made,
 * or memory is out; in any case it is to be freed. */
bool lcd_graph_of_steps(lcd_event_graph *, const struct lcd_replayed *, struct lcd_sites *sites,
                        const struct lct_config *);
/* The event of a step, by its number among those of the replay; LCD_NO_EVENT: it is none. */
int32_t lcd_graph_event_of(const lcd_event_graph *, uint32_t step);

/* ---- axioms.c ---- */

/* May the execution exist under a model, an lct_memory_model?  False also if there is no memory for the answer; then
 * `enough` becomes false.  Of a graph with a race: may it exist with the race. */
bool lcd_graph_exists(const lcd_event_graph *, unsigned model, bool *enough);

/* The order of events under rc11 or c11. */
typedef struct lcd_happens {
    uint32_t count, words;
    uint64_t *program, *synchronizes, *happens; /* rows of bits */
    void *memory;
} lcd_happens;
bool lcd_graph_happens(lcd_happens *, const lcd_event_graph *, unsigned model); /* false: out of memory */
void lcd_happens_free(lcd_happens *);
static inline bool lcd_is_related(const lcd_happens *h, const uint64_t *rows, int32_t a, int32_t b) {
    return rows[(size_t)a * h->words + (size_t)b / 64] >> (b % 64) & 1;
}

#endif
