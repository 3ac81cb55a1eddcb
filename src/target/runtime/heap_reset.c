/* The initial state of the heap, and back to it.
 *
 * A block that is used for the first time since the mark was unused before: its record is cleared.  For a block that
 * was in use at the mark, the first change saves the record.  Everything else, lists and the ends of arenas, is kept
 * twice.
 *
 * Invariant.  After lc_heap_mark and after lc_heap_reset nothing is touched, no change is listed, and every list of
 * free blocks is as it was at the mark: its blocks are free and of its class, and its tail is its last.  That is looked
 * at in full (is_as_marked) after every mark and after one reset in 256.
 */
#include <string.h>

#include "target/runtime/heap_parts.h"
#include "target/runtime/region.h"

enum { NEAR = 128, PIECES = 64 };

void lc_heap_for_each(void (*visit)(lc_block *, void *), void *context) {
    for (unsigned i = 0; i < LC_THREADS; i++) {
        const lc_heap_arena *arena = &lc_heap_p.arenas[i];
        for (uint32_t slab = arena->first + (i == 0); slab < arena->next; slab++) {
            const lc_slab *s = &lc_heap.slabs[slab];
            if (s->first != slab) continue;
            size_t count = s->reciprocal ? LC_SLAB / s->slot : 1;
            for (size_t k = 0; k < count; k++) {
                lc_block *block = (lc_block *)(lc_heap.records + ((uintptr_t)slab << LC_SLAB_SHIFT) + k * s->slot);
                if (block->state == LC_BLOCK_UNUSED) break; /* slots are used in turn: so are all that follow */
                visit(block, context);
            }
        }
    }
}

/* Blocks next to each other are copied as one: what is between them is nobody's, or a block that is unused. */
typedef struct runs {
    uintptr_t start, end;
    size_t bytes, count;
    bool adds;
} runs;

static void end_run(runs *r) {
    if (r->start == r->end) return;
    r->bytes += r->end - r->start;
    r->count++;
    if (r->adds) lc_region_add((char *)r->start, (char *)r->end, LC_REGION_OFTEN);
}

static void add_to_run(lc_block *block, void *context) {
    runs *r = context;
    if (block->start < r->end || block->start - r->end > NEAR) {
        end_run(r);
        r->start = block->start;
    }
    r->end = lc_heap_is_fenced(block) ? lc_heap_fence_end(block) : block->start + block->size;
}

static runs all_runs(bool adds) {
    runs r = {.adds = adds};
    lc_heap_for_each(add_to_run, &r);
    end_run(&r);
    return r;
}

static void keep_contents(void) {
    runs r = all_runs(false);
    if (r.bytes <= lc_heap_p.page && r.count <= PIECES) {
        all_runs(true);
        return;
    }
    for (unsigned i = 0; i < LC_THREADS; i++) {
        const lc_heap_arena *arena = &lc_heap_p.arenas[i];
        lc_region_add((char *)lc_heap.base + ((uintptr_t)(arena->first + (i == 0)) << LC_SLAB_SHIFT),
                      (char *)lc_heap.base + ((uintptr_t)arena->next << LC_SLAB_SHIFT), LC_REGION_SELDOM);
    }
}

static void settle(lc_block *block, void *count) {
    block->touched = false;
    ++*(size_t *)count;
}

#ifndef NDEBUG
enum { LONGEST = 1 << 16, SELDOM = 256 };

static void look_at(lc_block *block, void *good) {
    bool live = block->state == LC_BLOCK_LIVE && block->extent == block->size;
    if (block->touched || !(live || (block->state == LC_BLOCK_FREED && !block->extent))) *(bool *)good = false;
}

static bool is_list(const lc_bin_lists *lists, unsigned class) {
    const lc_block *last = NULL;
    unsigned length = 0;
    for (const lc_block *b = lists->head; b; last = b, b = b->next)
        if (b->state != LC_BLOCK_FREED || b->class != class || b->touched || ++length > LONGEST)
            return length > LONGEST;
    return lists->tail == last;
}

static bool is_as_marked(void) {
    bool good = !lc_heap_p.saved_count && !lc_heap_p.changed && !lc_heap_p.changed_bins && !lc_heap_p.changed_arenas;
    lc_heap_for_each(look_at, &good);
    for (unsigned i = 0; good && i < LC_THREADS * LC_HEAP_CLASSES; i++) {
        const lc_bin *bin = &lc_heap_p.bins[i];
        good = !bin->touched && bin->now.fresh == bin->marked.fresh && is_list(&bin->now, i % LC_HEAP_CLASSES);
    }
    for (unsigned i = 0; good && i < LC_THREADS; i++) good = lc_heap_p.arenas[i].next == lc_heap_p.arenas[i].marked;
    return good;
}

/* One call in SELDOM is looked at. */
static bool is_reset(void) {
    static unsigned calls LC_STATE = 0;
    return calls++ % SELDOM || is_as_marked();
}
#endif

void lc_heap_mark(void) {
    size_t count = 0;
    lc_heap_for_each(settle, &count);
    if (count > lc_heap_p.saved_room) {
        if (lc_heap_p.saved) lc_unreserve(lc_heap_p.saved, lc_heap_p.saved_room * sizeof *lc_heap_p.saved);
        lc_heap_p.saved = lc_reserve(count * sizeof *lc_heap_p.saved);
        lc_heap_p.saved_room = count;
    }
    lc_heap_p.saved_count = 0;
    lc_heap_p.changed = NULL;
    lc_heap_p.changed_bins = NULL;
    lc_heap_p.changed_arenas = 0;
    for (unsigned i = 0; i < LC_THREADS * LC_HEAP_CLASSES; i++) {
        lc_heap_p.bins[i].marked = lc_heap_p.bins[i].now;
        lc_heap_p.bins[i].touched = false;
    }
    for (unsigned i = 0; i < LC_THREADS; i++) {
        lc_heap_arena *arena = &lc_heap_p.arenas[i];
        arena->marked = arena->next;
        if (arena->ever < arena->next) arena->ever = arena->next;
    }
    assert(is_as_marked());
    lc_outside_mark();
    keep_contents();
}

void lc_heap_reset(void) {
    assert(lc_heap_p.saved_count <= lc_heap_p.saved_room);
    for (size_t i = 0; i < lc_heap_p.saved_count; i++) *lc_heap_p.saved[i].block = lc_heap_p.saved[i].was;
    lc_heap_p.saved_count = 0;
    for (lc_block *block = lc_heap_p.changed, *next; block; block = next) {
        next = block->changed;
        assert(block->touched); /* it was unused at the mark */
        *block = (lc_block){0};
    }
    lc_heap_p.changed = NULL;
    for (lc_bin *bin = lc_heap_p.changed_bins; bin; bin = bin->changed) {
        assert(bin->touched);
        bin->now = bin->marked;
        bin->touched = false;
    }
    lc_heap_p.changed_bins = NULL;
    for (; lc_heap_p.changed_arenas; lc_heap_p.changed_arenas &= (lc_mask)(lc_heap_p.changed_arenas - 1)) {
        lc_heap_arena *arena = &lc_heap_p.arenas[__builtin_ctz(lc_heap_p.changed_arenas)];
        assert(arena->next >= arena->marked);
        if (arena->ever < arena->next) arena->ever = arena->next;
        arena->next = arena->marked;
    }
    assert(is_reset());
}
