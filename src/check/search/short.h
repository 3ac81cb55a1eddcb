/* Exhaustive search of short histories, such as tests make: every set of operations of one object that can have taken
 * effect, with every state that leads to.
 *
 * The search for a linearization may stop at the first order.  For properties of all orders, or of the states they end
 * in, the search continues until a visit ends it.
 */
#ifndef LC_CHECK_SEARCH_SHORT_H
#define LC_CHECK_SEARCH_SHORT_H

#include "check/search/space.h"
#include "spec/specs.h"

enum { LC_SHORT_OPS = 64 };

typedef struct lc_short_config {
    uint64_t done; /* operations, a bit each */
    uint32_t state, unused;
} lc_short_config;

typedef struct lc_short {
    const lince_history *history;
    lc_binding binding;
    lc_budget budget;
    lc_space space;
    uint32_t ops[LC_SHORT_OPS], labels[LC_SHORT_OPS]; /* of one object */
    uint32_t count;
    uint64_t returned;
    uint64_t before[LC_SHORT_OPS]; /* operations that come before it in every order */
    lc_intern seen;
    LC_VEC(lc_short_config) todo;
    bool failed; /* out of memory */
} lc_short;

/* Binds the history.  In any case it is to be freed. */
lince_status lc_short_init(lc_short *, const lince_history *, const lince_specs *, lince_value init, lince_error *);
void lc_short_free(lc_short *);
uint32_t lc_short_objects(const lc_short *);

/* Turns to an object.  `program_order`: only the calls of one thread are ordered.  False: it has more operations than
 * there is room for. */
bool lc_short_object(lc_short *, uint32_t object, bool program_order);
static inline bool lc_short_waits(const lc_short *s) {
    return s->returned != (s->count == LC_SHORT_OPS ? UINT64_MAX : (UINT64_C(1) << s->count) - 1);
}

/* False: enough was seen. */
typedef bool lc_short_visit(lc_short *, const lc_short_config *, void *context);
/* Visits every configuration that operations of the set `may` lead to.  False: not all were visited, because there are
 * too many, memory is out, or a visit ended it. */
bool lc_short_search(lc_short *, uint64_t may, lc_short_visit *, void *context);

#endif
