/* Memory with a limit.
 *
 * Every growing structure of a check draws on a budget.  Failure is sticky: the budget is marked `exhausted`, the
 * structure that wanted to grow stays as it was and answers with something harmless, and the loop that drives the
 * work looks at `lc_exhausted` once a round and gives up with `unknown`.  So the hot paths carry no error handling, and
 * running out of memory never ends the process.
 */
#ifndef LC_BASE_MEMORY_H
#define LC_BASE_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lc_budget {
    size_t limit; /* 0: none */
    atomic_size_t used, peak;
    atomic_bool exhausted;
} lc_budget;

void lc_budget_init(lc_budget *, size_t limit);

/* Resize a block; NULL and sticky exhaustion on failure, the old block is then untouched.  A NULL budget has no limit.
 */
void *lc_resize(lc_budget *, void *old, size_t old_size, size_t new_size);
void lc_release(lc_budget *, void *block, size_t size);
static inline void *lc_allocate(lc_budget *b, size_t size) { return lc_resize(b, NULL, 0, size); }

/* Marks it exhausted: a request exceeds the range of counts. */
static inline void lc_exhaust(lc_budget *b) {
    if (b) atomic_store_explicit(&b->exhausted, true, memory_order_relaxed);
}

static inline bool lc_exhausted(const lc_budget *b) {
    return b && atomic_load_explicit(&b->exhausted, memory_order_relaxed);
}

/* An arena: blocks that are never moved, and released all at once. */
typedef struct lc_arena_block lc_arena_block;
typedef struct lc_arena {
    lc_budget *budget;
    lc_arena_block *blocks;
    char *next, *end;
} lc_arena;

void lc_arena_init(lc_arena *, lc_budget *);
void *lc_arena_take(lc_arena *, size_t size); /* aligned to 8; NULL when exhausted */
void lc_arena_clear(lc_arena *);              /* keeps one small block, for reuse */
void lc_arena_free(lc_arena *);

#endif
