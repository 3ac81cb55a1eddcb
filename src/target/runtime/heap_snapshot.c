/* The heap in the middle of an execution, see snapshot.h.
 *
 * What has changed since the mark is listed (heap_reset.c), and the lists only grow in the course of an execution.  So
 * a snapshot holds what is listed; what was added later was then as it was at the mark.  The contents of blocks that
 * were in use at the mark are regions.
 */
#include "target/runtime/heap_parts.h"
#include "target/runtime/snapshot.h"

typedef struct heads {
    size_t saved_count;
    lc_block *changed;
    lc_bin *changed_bins;
    lc_mask changed_arenas;
} heads;

static heads current_heads(void) {
    return (heads){lc_heap_p.saved_count, lc_heap_p.changed, lc_heap_p.changed_bins, lc_heap_p.changed_arenas};
}

/* With its fence. */
static size_t extent_of(const lc_block *block) {
    return lc_heap_is_fenced(block) && block->start ? lc_heap_fence_end(block) - block->start : block->size;
}

/* Freed blocks too: code that may use what it has freed finds there what it left. */
static void save_block(lc_tape *tape, const lc_block *block) {
    lc_tape_put(tape, block, sizeof *block);
    lc_tape_put(tape, (const void *)block->start, extent_of(block));
}

static void load_block(lc_tape *tape, lc_block *block) {
    lc_tape_get(tape, block, sizeof *block);
    lc_tape_get(tape, (void *)block->start, extent_of(block));
}

void lc_heap_save(lc_tape *tape) {
    heads h = current_heads();
    lc_tape_put(tape, &h, sizeof h);
    for (size_t i = 0; i < h.saved_count && !tape->full; i++)
        lc_tape_put(tape, lc_heap_p.saved[i].block, sizeof(lc_block));
    for (const lc_block *b = h.changed; b && !tape->full; b = b->changed) save_block(tape, b);
    for (const lc_bin *b = h.changed_bins; b; b = b->changed) lc_tape_put(tape, &b->now, sizeof b->now);
    for (lc_mask left = h.changed_arenas; left; left &= (lc_mask)(left - 1))
        lc_tape_put(tape, &lc_heap_p.arenas[__builtin_ctz(left)].next, sizeof(uint32_t));
}

/* What was listed after the snapshot. */
static void forget_later(const heads *h) {
    assert(h->saved_count <= lc_heap_p.saved_count); /* the lists only grow */
    assert(!(h->changed_arenas & (lc_mask)~lc_heap_p.changed_arenas));
    for (size_t i = h->saved_count; i < lc_heap_p.saved_count; i++) *lc_heap_p.saved[i].block = lc_heap_p.saved[i].was;
    for (lc_block *block = lc_heap_p.changed, *next; block != h->changed; block = next) {
        next = block->changed;
        *block = (lc_block){0};
    }
    for (lc_bin *bin = lc_heap_p.changed_bins; bin != h->changed_bins; bin = bin->changed) {
        bin->now = bin->marked;
        bin->touched = false;
    }
    for (lc_mask left = lc_heap_p.changed_arenas; left; left &= (lc_mask)(left - 1)) {
        lc_heap_arena *arena = &lc_heap_p.arenas[__builtin_ctz(left)];
        if (arena->ever < arena->next) arena->ever = arena->next;
        arena->next = arena->marked;
    }
    lc_heap_p.saved_count = h->saved_count;
    lc_heap_p.changed = h->changed;
    lc_heap_p.changed_bins = h->changed_bins;
    lc_heap_p.changed_arenas = h->changed_arenas;
}

void lc_heap_load(lc_tape *tape) {
    heads h;
    lc_tape_get(tape, &h, sizeof h);
    forget_later(&h);
    for (size_t i = 0; i < h.saved_count; i++) lc_tape_get(tape, lc_heap_p.saved[i].block, sizeof(lc_block));
    for (lc_block *b = h.changed; b; b = b->changed) load_block(tape, b);
    for (lc_bin *b = h.changed_bins; b; b = b->changed) lc_tape_get(tape, &b->now, sizeof b->now);
    for (lc_mask left = h.changed_arenas; left; left &= (lc_mask)(left - 1))
        lc_tape_get(tape, &lc_heap_p.arenas[__builtin_ctz(left)].next, sizeof(uint32_t));
}
