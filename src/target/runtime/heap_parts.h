/* Shared by the files of the heap. */
#ifndef LC_TARGET_RUNTIME_HEAP_PARTS_H
#define LC_TARGET_RUNTIME_HEAP_PARTS_H

#include "target/runtime/heap.h"
#include "target/runtime/machine.h"

enum {
    LC_SLAB = 1 << LC_SLAB_SHIFT,
    LC_HEAP_GAP = 16,      /* behind each block at least so many bytes are unused */
    LC_HEAP_SLOT_MIN = 64, /* room for a record */
    LC_HEAP_STEPS = 16,    /* classes of 16, 32, ..., 256 bytes; then four for each doubling */
    LC_HEAP_CLASSES = LC_HEAP_STEPS + 1 + 4 * 25,
    LC_HEAP_ZEROED =
        LC_HEAP_STEPS + 1 + 4 * 10 /* blocks from this class on, 320 KB, are zero when they are allocated */
};

/* Lists of free blocks and the rest of the current slab, for one thread and one class. */
typedef struct lc_bin_lists {
    lc_block *head, *tail;
    uintptr_t fresh, end; /* slots that have never been used */
} lc_bin_lists;

typedef struct lc_bin {
    lc_bin_lists now, marked;
    struct lc_bin *changed; /* the next bin that this execution changed */
    bool touched;
} lc_bin;

typedef struct lc_heap_arena {
    uint32_t first, end;   /* slabs */
    uint32_t next, marked; /* those before are in use; were so at the mark */
    uint32_t ever;         /* those before have been in use in some execution */
    uint32_t committed;    /* those before can be written to */
} lc_heap_arena;

typedef struct lc_heap_parts {
    lc_heap_arena arenas[LC_THREADS];
    lc_bin *bins; /* LC_HEAP_CLASSES for each thread */
    lc_block *changed;
    lc_bin *changed_bins;
    lc_mask changed_arenas;
    /* Blocks that were in use at the mark and have changed since: their former records. */
    struct lc_saved_block {
        lc_block *block, was;
    } * saved;
    size_t saved_count, saved_room;
    size_t page;
    /* Calls that were reported at one step of one execution. */
    uint64_t told, told_epoch;
    int32_t told_depth;
    bool failed; /* there is no room for the region */
} lc_heap_parts;

extern lc_heap_parts lc_heap_p __attribute__((visibility("hidden")));

/* Sizes of classes: every class but 0 is used. */
static inline unsigned lc_heap_class(size_t size) {
    if (size <= 16 * LC_HEAP_STEPS) return (unsigned)((size + 15) / 16 + !size);
    unsigned bit = 63 - (unsigned)__builtin_clzl(size - 1);
    return LC_HEAP_STEPS + 1 + 4 * (bit - 8) + (unsigned)((size - 1) >> (bit - 2) & 3);
}

static inline size_t lc_heap_class_size(unsigned class) {
    if (class <= LC_HEAP_STEPS) return 16 * class;
    unsigned above = class - LC_HEAP_STEPS - 1;
    return (size_t)(5 + above % 4) << (above / 4 + 6);
}

static inline size_t lc_heap_slot_size(unsigned class) {
    size_t slot = lc_heap_class_size(class) + LC_HEAP_GAP;
    return slot < LC_HEAP_SLOT_MIN ? LC_HEAP_SLOT_MIN : slot;
}

/* The content behind a block, up to 16 bytes beyond the next multiple of 16: uninstrumented code may write there. */
typedef uint64_t lc_fence __attribute__((vector_size(16), may_alias, aligned(1)));
static inline lc_fence lc_heap_fence(void) {
    const uint64_t word = 0xfbfbfbfbfbfbfbfb;
    return (lc_fence){word, word};
}
static inline bool lc_heap_is_fenced(const lc_block *block) { return block->class < LC_HEAP_ZEROED; }
static inline uintptr_t lc_heap_fence_end(const lc_block *block) {
    return ((block->start + block->size + 15) & ~(uintptr_t)15) + 16;
}
static inline void lc_heap_put_fence(const lc_block *block) {
    if (!lc_heap_is_fenced(block)) return;
    *(lc_fence *)(block->start + block->size) = lc_heap_fence(); /* which need not be a multiple of 16 */
    *(lc_fence *)(lc_heap_fence_end(block) - 16) = lc_heap_fence();
}
static inline bool lc_heap_has_fence(const lc_block *block) {
    if (!lc_heap_is_fenced(block)) return true;
    lc_fence wrong = (*(const lc_fence *)(block->start + block->size) ^ lc_heap_fence()) |
                     (*(const lc_fence *)(lc_heap_fence_end(block) - 16) ^ lc_heap_fence());
    return !(wrong[0] | wrong[1]);
}
/* A live block's fence is not as it was.  pc: where the block is freed; 0: it is not. */
void lc_heap_complain_fence(const lc_block *, uintptr_t pc);

/* Calls `visit` for each block that is or was in use, in the order of addresses within a slab. */
void lc_heap_for_each(void (*visit)(lc_block *, void *), void *context);
/* The range of memory allocated outside of the code under test. */
void lc_outside_range(uintptr_t *low, uintptr_t *high);

/* Reserves the region, once; false: there is no room. */
bool lc_heap_map(void);

/* `size` bytes for the code under test, whose call stands at `pc`; NULL: there are no more.  `name` is the called
 * function.
 */
void *lc_heap_allocate(size_t size, size_t alignment, bool zeroed, uintptr_t pc, const char *name);
/* `address` is in the region. */
void lc_heap_release(uintptr_t address, uintptr_t pc, const char *name);
static inline bool lc_heap_has(uintptr_t address) { return address - lc_heap.base < lc_heap.size; }

/* Allocations outside of the code under test: they are neither restored nor checked. */
void *lc_outside_allocate(size_t size, size_t alignment, bool zeroed);
bool lc_outside_has(uintptr_t address);
void lc_outside_free(void *);
size_t lc_outside_size(const void *);
/* Blocks from before this moment stay, even if the code under test frees them: it will do so in every execution. */
void lc_outside_mark(void);
bool lc_outside_is_kept(const void *);

/* `address` is not the start of a live block, but was given to `name`, which frees or resizes blocks. */
_Noreturn void lc_heap_complain_freeing(uintptr_t address, uintptr_t pc, const char *name);

/* The live block that starts at `address`, which is in the region; complains if there is none. */
static inline lc_block *lc_heap_expect(uintptr_t address, uintptr_t pc, const char *name) {
    lc_block *block = lc_heap_block(address - lc_heap.base);
    if (LC_LIKELY(block->start == address && block->state == LC_BLOCK_LIVE)) return block;
    lc_heap_complain_freeing(address, pc, name);
}

#endif
