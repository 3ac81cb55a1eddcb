/* The heap of the code under test.
 *
 * Each thread has an arena of its own, and memory freed by a thread is used again by that thread alone: the addresses
 * it gets depend on its own calls, never on the interleaving of threads.  So allocation makes no step depend on
 * another, and an address means the same in every execution.  (The policy LCT_HEAP_SHARED has one arena for all; there
 * every call is a step.)  Freeing a block writes to all of it as far as other threads are concerned, and so does using
 * it again.
 *
 * An arena is cut into slabs of 64 KB.  A slab is cut into slots of one size, each for one block and at least 16 unused
 * bytes; blocks too large for that have slabs of their own.  The record of a block is at the same place of a second,
 * equally large region, out of reach of the code under test: the slot at `a` has its record at `a + lct_heap.records -
 * lct_heap.base`.
 *
 * All changes are undone before the next execution, at a cost that depends on their number, not on the size of the
 * heap.
 */
#ifndef LC_TARGET_RUNTIME_HEAP_H
#define LC_TARGET_RUNTIME_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LCT_SLAB_SHIFT = 16 };

enum lct_block_state { LCT_BLOCK_UNUSED, LCT_BLOCK_LIVE, LCT_BLOCK_FREED };

typedef struct lct_block {
    uintptr_t start;           /* the result of malloc */
    size_t extent;             /* bytes from there that may be used: the requested ones, none once it is freed */
    size_t size;               /* requested bytes */
    uintptr_t made_at;         /* the call that allocated it */
    uintptr_t freed_at;        /* the call that freed it */
    struct lct_block *next;    /* in the list of free blocks */
    struct lct_block *changed; /* the next block that had never been used before this execution */
    uint8_t state;             /* an lct_block_state */
    bool touched;              /* changed in this execution */
    uint8_t made_by, freed_by;
    uint8_t class;
    bool reached;  /* while lost blocks are looked for */
    bool argument; /* made by the test for an operation: not the object's to free */
} lct_block;
_Static_assert(sizeof(lct_block) == 64, "a record must not be larger than the smallest slot");

typedef struct lct_slab {
    uint32_t first;      /* the slab where the slots begin; another one only if a block needs several */
    uint32_t reciprocal; /* 2^32 / slot, rounded up; 0: a single slot */
    uint32_t slot;       /* bytes */
    uint32_t unused;
} lct_slab;

typedef struct lct_heap_state {
    uintptr_t base;
    size_t checked; /* bytes from there whose accesses are checked: all of them, or none */
    char *records;
    lct_slab *slabs;
    size_t size;    /* of the region */
    uint8_t policy; /* an lct_heap_policy */
    bool frees;     /* a block was freed while several threads were alive; cleared by its reader */
    bool started;   /* lct_heap_init was called */
} lct_heap_state;

extern lct_heap_state lct_heap __attribute__((visibility("hidden")));

/* Before the test's setup.  Blocks that constructors allocated before are part of the heap already. */
void lct_heap_init(unsigned policy);
/* Between executions: an lct_heap_policy, and whether bad accesses are looked for. */
void lct_heap_set_policy(unsigned policy);
void lct_heap_set_checked(bool);
/* After the setup: this is where every execution starts from. */
void lct_heap_mark(void);
/* Back to there. */
void lct_heap_reset(void);
/* In the middle of an execution, see snapshot.h. */
struct lct_tape;
void lct_heap_save(struct lct_tape *);
void lct_heap_load(struct lct_tape *);

/* The record of the slot that a byte of the region belongs to. */
static inline lct_block *lct_heap_block(uintptr_t offset) {
    const lct_slab *slab = &lct_heap.slabs[offset >> LCT_SLAB_SHIFT];
    uintptr_t span = (uintptr_t)slab->first << LCT_SLAB_SHIFT;
    uintptr_t slot = ((offset - span) * slab->reciprocal) >> 32;
    return (lct_block *)(lct_heap.records + span + slot * slab->slot);
}

/* Is there anything wrong with an access to `size` > 0 bytes: freed, never allocated, or beyond the end of a block? */
static inline bool lct_heap_bad(uintptr_t address, uint64_t size) {
    uintptr_t offset = address - lct_heap.base;
    if (__builtin_expect(offset >= lct_heap.checked, 1)) return false;
    const lct_block *block = lct_heap_block(offset);
    uintptr_t inside = address - block->start;
    return inside >= block->extent || size > block->extent - inside;
}

/* Is it in memory that the current thread allocated in this execution? */
bool lct_heap_is_own(uintptr_t address);
/* Do two threads have these addresses at the same places of their own arenas? */
bool lct_heap_is_same_place(uintptr_t a, unsigned of_a, uintptr_t b, unsigned of_b);

/* At the end of an execution, in its first thread: reports writes behind live blocks, and calls `lost` for each block
 * that the execution allocated and that cannot be reached any more. */
void lct_heap_inspect(void (*lost)(const lct_block *));

/* The block, live or freed, that an address is in, or else is next to; NULL: there is none. */
const lct_block *lct_heap_near(uintptr_t address);

void *lct_heap_allocate(size_t size, size_t alignment, bool zeroed, uintptr_t pc, const char *name);
/* The block is the argument of an operation: if it is lost, that is no leak. */
void lct_heap_is_argument(uintptr_t address);

/* Reports the error, if the access is not allowed. */
void lct_heap_complain(uintptr_t address, uint64_t size, bool is_write, uintptr_t pc);

#endif
