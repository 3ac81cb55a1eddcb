/* Spans of instants, each of which may take one operation, and the search for those that contain an instant.
 *
 * The spans are numbered in the order in which they begin.  A tree over them has the greatest end below each node.
 */
#ifndef LC_CHECK_POLY_SPANS_H
#define LC_CHECK_POLY_SPANS_H

#include "check/poly/poly.h"

typedef struct lc_spans {
    lc_budget *budget;
    uint32_t size;  /* a power of two */
    uint32_t *ends; /* per node: before which instant a span ends, the last one; 0: there is none */
} lc_spans;

/* Room for so many, none of which is there.  False: out of memory. */
bool lc_spans_init(lc_spans *, uint32_t count, lc_budget *);
void lc_spans_free(lc_spans *);
/* Puts a span there, to be followed by lc_spans_ready once all are there. */
static inline void lc_spans_put(lc_spans *s, uint32_t number, uint32_t end) { s->ends[s->size + number] = end; }
void lc_spans_ready(lc_spans *);
void lc_spans_forget(lc_spans *, uint32_t number);
/* The first span from `from` on that ends after an instant; LC_NEVER: there is none. */
uint32_t lc_spans_after(const lc_spans *, uint32_t from, uint32_t instant);

#endif
