#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

void lc_budget_init(lc_budget *b, size_t limit) {
    b->limit = limit;
    atomic_init(&b->used, 0);
    atomic_init(&b->peak, 0);
    atomic_init(&b->exhausted, false);
}

static void note_peak(lc_budget *b, size_t now) {
    size_t peak = atomic_load_explicit(&b->peak, memory_order_relaxed);
    while (now > peak &&
           !atomic_compare_exchange_weak_explicit(&b->peak, &peak, now, memory_order_relaxed, memory_order_relaxed)) {}
}

void *lc_resize(lc_budget *b, void *old, size_t old_size, size_t new_size) {
    assert(new_size > 0);
    if (!b) return realloc(old, new_size);
    /* While a block moves, both copies exist, but realloc of large blocks remaps pages: count the difference. */
    size_t now = atomic_fetch_add_explicit(&b->used, new_size - old_size, memory_order_relaxed) + new_size - old_size;
    bool over = new_size > old_size && b->limit && now > b->limit;
    void *block = over ? NULL : realloc(old, new_size);
    if (!block) {
        atomic_fetch_sub_explicit(&b->used, new_size - old_size, memory_order_relaxed);
        lc_exhaust(b);
        return NULL;
    }
    note_peak(b, now);
    return block;
}

void lc_release(lc_budget *b, void *block, size_t size) {
    if (b && block) atomic_fetch_sub_explicit(&b->used, size, memory_order_relaxed);
    free(block);
}

struct lc_arena_block {
    lc_arena_block *before;
    size_t size; /* of the whole block, this header included */
};

enum { FIRST_BLOCK = 512 /* there may be a million arenas */, KEPT_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

void lc_arena_init(lc_arena *a, lc_budget *budget) { *a = (lc_arena){.budget = budget}; }

void *lc_arena_take(lc_arena *a, size_t size) {
    size = size ? (size + 7) & ~(size_t)7 : 8; /* nothing has an address of its own, too */
    if (size > (size_t)(a->end - a->next)) {
        size_t want = a->blocks ? a->blocks->size * 2 : FIRST_BLOCK;
        if (want > LARGEST_BLOCK) want = LARGEST_BLOCK;
        if (want < size + sizeof(lc_arena_block)) want = size + sizeof(lc_arena_block);
        lc_arena_block *block = lc_allocate(a->budget, want);
        if (!block) return NULL;
        *block = (lc_arena_block){.before = a->blocks, .size = want};
        a->blocks = block;
        a->next = (char *)(block + 1);
        a->end = (char *)block + want;
    }
    void *taken = a->next;
    a->next += size;
    return taken;
}

static void free_blocks(lc_arena *a, lc_arena_block *keep) {
    while (a->blocks != keep) {
        lc_arena_block *block = a->blocks;
        a->blocks = block->before;
        lc_release(a->budget, block, block->size);
    }
}

void lc_arena_clear(lc_arena *a) {
    lc_arena_block *kept = a->blocks;
    while (kept && kept->size > KEPT_BLOCK) kept = kept->before;
    free_blocks(a, kept);
    if (kept) a->blocks = kept->before;
    free_blocks(a, NULL);
    if (kept) kept->before = NULL;
    a->blocks = kept;
    a->next = kept ? (char *)(kept + 1) : NULL;
    a->end = kept ? (char *)kept + kept->size : NULL;
}

void lc_arena_free(lc_arena *a) {
    free_blocks(a, NULL);
    a->next = a->end = NULL;
}
