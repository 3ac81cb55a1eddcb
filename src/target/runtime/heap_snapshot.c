/* The heap in the middle of an execution, see snapshot.h.
 *
 * Changes since the mark are listed (heap_reset.c), and the lists only grow in the course of an execution.  So a
 * snapshot holds the listed entries; an entry that was added later was then as it was at the mark.  The contents of
 * blocks that were in use at the mark are regions.
 */
#include "target/runtime/heap_parts.h"
#include "target/runtime/snapshot.h"

typedef struct heads {
    size_t saved_count;
    lct_block *changed;
    lct_bin *changed_bins;
    lct_mask changed_arenas;
} heads;

static heads current_heads(void) {
    return (heads){lct_heap_p.saved_count, lct_heap_p.changed, lct_heap_p.changed_bins, lct_heap_p.changed_arenas};
}

/* With its fence. */
static size_t extent_of(const lct_block *block) {
    return lct_heap_is_fenced(block) && block->start ? lct_heap_fence_end(block) - block->start : block->size;
}

/* Freed blocks too: code that may use freed memory finds there the bytes it left. */
static void save_block(lct_tape *tape, const lct_block *block) {
    lct_tape_put(tape, block, sizeof *block);
    lct_tape_put(tape, (const void *)block->start, extent_of(block));
}

static void load_block(lct_tape *tape, lct_block *block) {
    lct_tape_get(tape, block, sizeof *block);
    lct_tape_get(tape, (void *)block->start, extent_of(block));
}

void lct_heap_save(lct_tape *tape) {
    heads h = current_heads();
    lct_tape_put(tape, &h, sizeof h);
    for (size_t i = 0; i < h.saved_count && !tape->full; i++)
        lct_tape_put(tape, lct_heap_p.saved[i].block, sizeof(lct_block));
    for (const lct_block *b = h.changed; b && !tape->full; b = b->changed) save_block(tape, b);
    for (const lct_bin *b = h.changed_bins; b; b = b->changed) lct_tape_put(tape, &b->now, sizeof b->now);
    for (lct_mask left = h.changed_arenas; left; left &= (lct_mask)(left - 1))
        lct_tape_put(tape, &lct_heap_p.arenas[lct_first(left)].next, sizeof(uint32_t));
}

/* The entries listed after the snapshot. */
static void forget_later(const heads *h) {
    assert(h->saved_count <= lct_heap_p.saved_count); /* the lists only grow */
    assert(!(h->changed_arenas & (lct_mask)~lct_heap_p.changed_arenas));
    for (size_t i = h->saved_count; i < lct_heap_p.saved_count; i++)
        *lct_heap_p.saved[i].block = lct_heap_p.saved[i].was;
    for (lct_block *block = lct_heap_p.changed, *next; block != h->changed; block = next) {
        next = block->changed;
        *block = (lct_block){0};
    }
    for (lct_bin *bin = lct_heap_p.changed_bins; bin != h->changed_bins; bin = bin->changed) {
        bin->now = bin->marked;
        bin->touched = false;
    }
    for (lct_mask left = lct_heap_p.changed_arenas; left; left &= (lct_mask)(left - 1)) {
        lct_heap_arena *arena = &lct_heap_p.arenas[lct_first(left)];
        if (arena->ever < arena->next) arena->ever = arena->next;
        arena->next = arena->marked;
    }
    lct_heap_p.saved_count = h->saved_count;
    lct_heap_p.changed = h->changed;
    lct_heap_p.changed_bins = h->changed_bins;
    lct_heap_p.changed_arenas = h->changed_arenas;
}

void lct_heap_load(lct_tape *tape) {
    heads h;
    lct_tape_get(tape, &h, sizeof h);
    forget_later(&h);
    for (size_t i = 0; i < h.saved_count; i++) lct_tape_get(tape, lct_heap_p.saved[i].block, sizeof(lct_block));
    for (lct_block *b = h.changed; b; b = b->changed) load_block(tape, b);
    for (lct_bin *b = h.changed_bins; b; b = b->changed) lct_tape_get(tape, &b->now, sizeof b->now);
    for (lct_mask left = h.changed_arenas; left; left &= (lct_mask)(left - 1))
        lct_tape_get(tape, &lct_heap_p.arenas[lct_first(left)].next, sizeof(uint32_t));
}
