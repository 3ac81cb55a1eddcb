/* The initial state of the heap, and back to it.
 *
 * A block that is used for the first time since the mark was unused before: its record is cleared.  For a block that
 * was in use at the mark, the first change saves the record.  Everything else, lists and the ends of arenas, is kept
 * twice.
 *
 * Invariant.  After lct_heap_mark and after lct_heap_reset nothing is touched, no change is listed, and every list of
 * free blocks is as it was at the mark: its blocks are free and of its class, and its tail is its last.  That is looked
 * at in full (is_as_marked) after every mark and after one reset in 256.
 */
#include <string.h>

#include "target/runtime/heap_parts.h"
#include "target/runtime/region.h"

enum { NEAR = 128, PIECES = 64 };

void lct_heap_for_each(void (*visit)(lct_block *, void *), void *context) {
    for (unsigned i = 0; i < LCT_THREADS; i++) {
        const lct_heap_arena *arena = &lct_heap_p.arenas[i];
        for (uint32_t slab = arena->first + (i == 0); slab < arena->next; slab++) {
            const lct_slab *s = &lct_heap.slabs[slab];
            if (s->first != slab) continue;
            size_t count = s->reciprocal ? LCT_SLAB / s->slot : 1;
            for (size_t k = 0; k < count; k++) {
                lct_block *block = (lct_block *)(lct_heap.records + ((uintptr_t)slab << LCT_SLAB_SHIFT) + k * s->slot);
                if (block->state == LCT_BLOCK_UNUSED) break; /* slots are used in turn: so are all that follow */
                visit(block, context);
            }
        }
    }
}

/* Blocks next to each other are copied as one: the bytes between them belong to no block, or to one that is unused. */
typedef struct runs {
    uintptr_t start, end;
    size_t bytes, count;
    bool adds;
} runs;

static void end_run(runs *r) {
    if (r->start == r->end) return;
    r->bytes += r->end - r->start;
    r->count++;
    if (r->adds) lct_region_add((char *)r->start, (char *)r->end, LCT_REGION_OFTEN);
}

static void add_to_run(lct_block *block, void *context) {
    runs *r = context;
    if (block->start < r->end || block->start - r->end > NEAR) {
        end_run(r);
        r->start = block->start;
    }
    r->end = lct_heap_is_fenced(block) ? lct_heap_fence_end(block) : block->start + block->size;
}

static runs all_runs(bool adds) {
    runs r = {.adds = adds};
    lct_heap_for_each(add_to_run, &r);
    end_run(&r);
    return r;
}

static void keep_contents(void) {
    runs r = all_runs(false);
    if (r.bytes <= lct_heap_p.page && r.count <= PIECES) {
        all_runs(true);
        return;
    }
    for (unsigned i = 0; i < LCT_THREADS; i++) {
        const lct_heap_arena *arena = &lct_heap_p.arenas[i];
        lct_region_add((char *)lct_heap.base + ((uintptr_t)(arena->first + (i == 0)) << LCT_SLAB_SHIFT),
                       (char *)lct_heap.base + ((uintptr_t)arena->next << LCT_SLAB_SHIFT), LCT_REGION_SELDOM);
    }
}

static void settle(lct_block *block, void *count) {
    block->touched = false;
    ++*(size_t *)count;
}

#ifndef NDEBUG
enum { LONGEST = 1 << 16, SELDOM = 256 };

static void look_at(lct_block *block, void *good) {
    bool live = block->state == LCT_BLOCK_LIVE && block->extent == block->size;
    if (block->touched || !(live || (block->state == LCT_BLOCK_FREED && !block->extent))) *(bool *)good = false;
}

static bool is_list(const lct_bin_lists *lists, unsigned class) {
    const lct_block *last = NULL;
    unsigned length = 0;
    for (const lct_block *b = lists->head; b; last = b, b = b->next)
        if (b->state != LCT_BLOCK_FREED || b->class != class || b->touched || ++length > LONGEST)
            return length > LONGEST;
    return lists->tail == last;
}

static bool is_as_marked(void) {
    bool good =
        !lct_heap_p.saved_count && !lct_heap_p.changed && !lct_heap_p.changed_bins && !lct_heap_p.changed_arenas;
    lct_heap_for_each(look_at, &good);
    for (unsigned i = 0; good && i < LCT_THREADS * LCT_HEAP_CLASSES; i++) {
        const lct_bin *bin = &lct_heap_p.bins[i];
        good = !bin->touched && bin->now.fresh == bin->marked.fresh && is_list(&bin->now, i % LCT_HEAP_CLASSES);
    }
    for (unsigned i = 0; good && i < LCT_THREADS; i++) good = lct_heap_p.arenas[i].next == lct_heap_p.arenas[i].marked;
    return good;
}

/* One call in SELDOM is looked at. */
static bool is_reset(void) {
    static unsigned calls LCT_STATE = 0;
    return calls++ % SELDOM || is_as_marked();
}
#endif

void lct_heap_mark(void) {
    size_t count = 0;
    lct_heap_for_each(settle, &count);
    if (count > lct_heap_p.saved_room) {
        if (lct_heap_p.saved) lct_unreserve(lct_heap_p.saved, lct_heap_p.saved_room * sizeof *lct_heap_p.saved);
        lct_heap_p.saved = lct_reserve(count * sizeof *lct_heap_p.saved);
        lct_heap_p.saved_room = count;
    }
    lct_heap_p.saved_count = 0;
    lct_heap_p.changed = NULL;
    lct_heap_p.changed_arenas = 0;
    for (lct_bin *bin = lct_heap_p.changed_bins; bin; bin = bin->changed) {
        bin->marked = bin->now;
        bin->touched = false;
    }
    lct_heap_p.changed_bins = NULL;
    for (unsigned i = 0; i < LCT_THREADS; i++) {
        lct_heap_arena *arena = &lct_heap_p.arenas[i];
        arena->marked = arena->next;
        if (arena->ever < arena->next) arena->ever = arena->next;
    }
    assert(is_as_marked());
    lct_outside_mark();
    keep_contents();
}

void lct_heap_reset(void) {
    assert(lct_heap_p.saved_count <= lct_heap_p.saved_room);
    for (size_t i = 0; i < lct_heap_p.saved_count; i++) *lct_heap_p.saved[i].block = lct_heap_p.saved[i].was;
    lct_heap_p.saved_count = 0;
    for (lct_block *block = lct_heap_p.changed, *next; block; block = next) {
        next = block->changed;
        assert(block->touched); /* it was unused at the mark */
        *block = (lct_block){0};
    }
    lct_heap_p.changed = NULL;
    for (lct_bin *bin = lct_heap_p.changed_bins; bin; bin = bin->changed) {
        assert(bin->touched);
        bin->now = bin->marked;
        bin->touched = false;
    }
    lct_heap_p.changed_bins = NULL;
    for (; lct_heap_p.changed_arenas; lct_heap_p.changed_arenas &= (lct_mask)(lct_heap_p.changed_arenas - 1)) {
        lct_heap_arena *arena = &lct_heap_p.arenas[lct_first(lct_heap_p.changed_arenas)];
        assert(arena->next >= arena->marked);
        if (arena->ever < arena->next) arena->ever = arena->next;
        arena->next = arena->marked;
    }
    assert(is_reset());
}
