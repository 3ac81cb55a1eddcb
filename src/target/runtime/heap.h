/* The heap of the code under test.
 *
 * Each thread has an arena of its own, and memory freed by a thread is used again by that thread alone: the addresses
 * it gets depend on its own calls, never on the interleaving of threads.  So allocation makes no step depend on
 * another, and an address means the same in every execution.  (The policy LC_HEAP_SHARED has one arena for all; there
 * every call is a step.)  Freeing a block writes to all of it as far as other threads are concerned, and so does using
 * it again.
 *
 * An arena is cut into slabs of 64 KB.  A slab is cut into slots of one size, each for one block and at least 16 unused
 * bytes; blocks too large for that have slabs of their own.  The record of a block is at the same place of a second,
 * equally large region, out of reach of the code under test: the slot at `a` has its record at `a + lc_heap.records -
 * lc_heap.base`.
 *
 * All changes are undone before the next execution, at a cost that depends on their number, not on the size of the
 * heap.
 */
#ifndef LC_TARGET_RUNTIME_HEAP_H
#define LC_TARGET_RUNTIME_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LC_SLAB_SHIFT = 16 };

enum lc_block_state { LC_BLOCK_UNUSED, LC_BLOCK_LIVE, LC_BLOCK_FREED };

typedef struct lc_block {
    uintptr_t start;          /* the result of malloc */
    size_t extent;            /* bytes from there that may be used: the requested ones, none once it is freed */
    size_t size;              /* requested bytes */
    uintptr_t made_at;        /* the call that allocated it */
    uintptr_t freed_at;       /* the call that freed it */
    struct lc_block *next;    /* in the list of free blocks */
    struct lc_block *changed; /* the next block that had never been used before this execution */
    uint8_t state;            /* an lc_block_state */
    bool touched;             /* changed in this execution */
    uint8_t made_by, freed_by;
    uint8_t class;
    bool reached; /* while lost blocks are looked for */
} lc_block;
_Static_assert(sizeof(lc_block) == 64, "a record must not be larger than the smallest slot");

typedef struct lc_slab {
    uint32_t first;      /* the slab where the slots begin; another one only if a block needs several */
    uint32_t reciprocal; /* 2^32 / slot, rounded up; 0: a single slot */
    uint32_t slot;       /* bytes */
    uint32_t unused;
} lc_slab;

typedef struct lc_heap_state {
    uintptr_t base;
    size_t checked; /* bytes from there whose accesses are checked: all of them, or none */
    char *records;
    lc_slab *slabs;
    size_t size;    /* of the region */
    uint8_t policy; /* an lc_heap_policy */
    bool frees;     /* a block was freed while several threads were alive; cleared by its reader */
    bool started;   /* lc_heap_init was called */
} lc_heap_state;

extern lc_heap_state lc_heap __attribute__((visibility("hidden")));

/* Before the test's setup.  Blocks that constructors allocated before are part of the heap already. */
void lc_heap_init(unsigned policy);
/* Between executions: an lc_heap_policy, and whether bad accesses are looked for. */
void lc_heap_set_policy(unsigned policy);
void lc_heap_set_checked(bool);
/* After the setup: this is where every execution starts from. */
void lc_heap_mark(void);
/* Back to there. */
void lc_heap_reset(void);
/* In the middle of an execution, see snapshot.h. */
struct lc_tape;
void lc_heap_save(struct lc_tape *);
void lc_heap_load(struct lc_tape *);

/* The record of the slot that a byte of the region belongs to. */
static inline lc_block *lc_heap_block(uintptr_t offset) {
    const lc_slab *slab = &lc_heap.slabs[offset >> LC_SLAB_SHIFT];
    uintptr_t span = (uintptr_t)slab->first << LC_SLAB_SHIFT;
    uintptr_t slot = ((offset - span) * slab->reciprocal) >> 32;
    return (lc_block *)(lc_heap.records + span + slot * slab->slot);
}

/* Is there anything wrong with an access to `size` > 0 bytes: freed, never allocated, or beyond the end of a block? */
static inline bool lc_heap_bad(uintptr_t address, uint64_t size) {
    uintptr_t offset = address - lc_heap.base;
    if (__builtin_expect(offset >= lc_heap.checked, 1)) return false;
    const lc_block *block = lc_heap_block(offset);
    uintptr_t inside = address - block->start;
    return inside >= block->extent || size > block->extent - inside;
}

/* Is it in memory that the current thread allocated in this execution? */
bool lc_heap_is_own(uintptr_t address);

/* At the end of an execution, in its first thread: reports writes behind live blocks, and calls `lost` for each block
 * that the execution allocated and that cannot be reached any more. */
void lc_heap_inspect(void (*lost)(const lc_block *));

/* The block, live or freed, that an address is in, or else is next to; NULL: there is none. */
const lc_block *lc_heap_near(uintptr_t address);

/* Reports the error, if the access is not allowed. */
void lc_heap_complain(uintptr_t address, uint64_t size, bool is_write, uintptr_t pc);

#endif
