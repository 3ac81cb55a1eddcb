/* Shared by the files of the heap. */
#ifndef LC_TARGET_RUNTIME_HEAP_PARTS_H
#define LC_TARGET_RUNTIME_HEAP_PARTS_H

#include "target/runtime/heap.h"
#include "target/runtime/machine.h"

enum {
    LCT_SLAB = 1 << LCT_SLAB_SHIFT,
    LCT_HEAP_GAP = 16,      /* behind each block at least so many bytes are unused */
    LCT_HEAP_SLOT_MIN = 64, /* room for a record */
    LCT_HEAP_STEPS = 16,    /* classes of 16, 32, ..., 256 bytes; then four for each doubling */
    LCT_HEAP_CLASSES = LCT_HEAP_STEPS + 1 + 4 * 25,
    LCT_HEAP_ZEROED =
        LCT_HEAP_STEPS + 1 + 4 * 10 /* blocks from this class on, 320 KB, are zero when they are allocated */
};

/* Lists of free blocks and the rest of the current slab, for one thread and one class. */
typedef struct lct_bin_lists {
    lct_block *head, *tail;
    uintptr_t fresh, end; /* slots that have never been used */
} lct_bin_lists;

typedef struct lct_bin {
    lct_bin_lists now, marked;
    struct lct_bin *changed; /* the next bin that this execution changed */
    bool touched;
} lct_bin;

typedef struct lct_heap_arena {
    uint32_t first, end;   /* slabs */
    uint32_t next, marked; /* those before are in use; were so at the mark */
    uint32_t ever;         /* those before have been in use in some execution */
    uint32_t committed;    /* those before can be written to */
} lct_heap_arena;

typedef struct lct_heap_parts {
    lct_heap_arena arenas[LCT_THREADS];
    lct_bin *bins; /* LCT_HEAP_CLASSES for each thread */
    lct_block *changed;
    lct_bin *changed_bins;
    lct_mask changed_arenas;
    /* Blocks that were in use at the mark and have changed since: their former records. */
    struct lct_saved_block {
        lct_block *block, was;
    } * saved;
    size_t saved_count, saved_room;
    size_t page;
    /* Calls that were reported at one step of one execution. */
    uint64_t traced, traced_epoch;
    int32_t traced_depth;
    bool failed; /* there is no room for the region */
} lct_heap_parts;

extern lct_heap_parts lct_heap_p __attribute__((visibility("hidden")));

/* Sizes of classes: every class but 0 is used. */
static inline unsigned lct_heap_class(size_t size) {
    if (size <= 16 * LCT_HEAP_STEPS) return (unsigned)((size + 15) / 16 + !size);
    unsigned bit = 63 - (unsigned)__builtin_clzl(size - 1);
    return LCT_HEAP_STEPS + 1 + 4 * (bit - 8) + (unsigned)((size - 1) >> (bit - 2) & 3);
}

static inline size_t lct_heap_class_size(unsigned class) {
    if (class <= LCT_HEAP_STEPS) return 16 * class;
    unsigned above = class - LCT_HEAP_STEPS - 1;
    return (size_t)(5 + above % 4) << (above / 4 + 6);
}

static inline size_t lct_heap_slot_size(unsigned class) {
    size_t slot = lct_heap_class_size(class) + LCT_HEAP_GAP;
    return slot < LCT_HEAP_SLOT_MIN ? LCT_HEAP_SLOT_MIN : slot;
}

/* The content behind a block, up to 16 bytes beyond the next multiple of 16: uninstrumented code may write there. */
typedef uint64_t lct_fence __attribute__((vector_size(16), may_alias, aligned(1)));
static inline lct_fence lct_heap_fence(void) {
    const uint64_t word = 0xfbfbfbfbfbfbfbfb;
    return (lct_fence){word, word};
}
static inline bool lct_heap_is_fenced(const lct_block *block) { return block->class < LCT_HEAP_ZEROED; }
static inline uintptr_t lct_heap_fence_end(const lct_block *block) {
    return ((block->start + block->size + 15) & ~(uintptr_t)15) + 16;
}
static inline void lct_heap_put_fence(const lct_block *block) {
    if (!lct_heap_is_fenced(block)) return;
    *(lct_fence *)(block->start + block->size) = lct_heap_fence(); /* which need not be a multiple of 16 */
    *(lct_fence *)(lct_heap_fence_end(block) - 16) = lct_heap_fence();
}
static inline bool lct_heap_has_fence(const lct_block *block) {
    if (!lct_heap_is_fenced(block)) return true;
    lct_fence wrong = (*(const lct_fence *)(block->start + block->size) ^ lct_heap_fence()) |
                      (*(const lct_fence *)(lct_heap_fence_end(block) - 16) ^ lct_heap_fence());
    return !(wrong[0] | wrong[1]);
}
/* A live block's fence is not as it was.  pc: where the block is freed; 0: it is not. */
void lct_heap_complain_fence(const lct_block *, uintptr_t pc);

/* Calls `visit` for each block that is or was in use, in the order of addresses within a slab. */
void lct_heap_for_each(void (*visit)(lct_block *, void *), void *context);
/* The range of memory allocated outside of the code under test. */
void lct_outside_range(uintptr_t *low, uintptr_t *high);

/* Reserves the region, once; false: there is no room. */
bool lct_heap_map(void);

/* `size` bytes for the code under test, whose call stands at `pc`; NULL: there are no more.  `name` is the called
 * function.
 */
/* `address` is in the region. */
void lct_heap_release(uintptr_t address, uintptr_t pc, const char *name);
static inline bool lct_heap_has(uintptr_t address) { return address - lct_heap.base < lct_heap.size; }

/* Allocations outside of the code under test: they are neither restored nor checked. */
void *lct_outside_allocate(size_t size, size_t alignment, bool zeroed);
bool lct_outside_has(uintptr_t address);
void lct_outside_free(void *);
size_t lct_outside_size(const void *);
/* Blocks from before this moment stay, even if the code under test frees them: it will do so in every execution. */
void lct_outside_mark(void);
bool lct_outside_is_kept(const void *);

/* `address` is not the start of a live block, but was given to `name`, which frees or resizes blocks. */
_Noreturn void lct_heap_complain_freeing(uintptr_t address, uintptr_t pc, const char *name);

/* The live block that starts at `address`, which is in the region; complains if there is none. */
static inline lct_block *lct_heap_expect(uintptr_t address, uintptr_t pc, const char *name) {
    lct_block *block = lct_heap_block(address - lct_heap.base);
    if (LCT_LIKELY(block->start == address && block->state == LCT_BLOCK_LIVE)) return block;
    lct_heap_complain_freeing(address, pc, name);
}

#endif
