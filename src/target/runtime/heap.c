/* Allocating and freeing.
 *
 * A signal may end the execution in the middle of this (a thread that allocates for ever).  So what is needed to undo a
 * change is noted before the change is made.
 *
 * Invariants.
 * - A slot that was never used has an empty record; one that was has a record in state LIVE or FREED.
 * - A live block has `extent` equal to `size`, and lies in its slot with LC_HEAP_GAP bytes to spare behind it.
 * - The list of a bin holds exactly the freed blocks of its class (and, unless the arena is shared, of its thread),
 * each once; `tail` is its last block, and NULL exactly if `head` is.
 * - Per arena first <= marked <= next <= end: the slabs below `next` are in use, those below `marked` were at the mark.
 * - Every block and bin that this execution changed is `touched` and stands once in one of the lists of changes.
 */
#include "target/runtime/heap.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/explorer.h"
#include "target/runtime/heap_parts.h"
#include "target/runtime/modules.h"
#include "target/runtime/order.h"

lc_heap_state lc_heap LC_STATE = {0};
lc_heap_parts lc_heap_p LC_STATE = {0};

/* What a new block is filled with.  As an address it is one that no program has. */
static const unsigned char PATTERN = 0xa5;
/* Other threads' accesses to at most so many bytes of a block are looked at when it is freed or used again. */
enum { WATCHED = 4096 };

/* What stands before it happens before what stands behind it, as far as signals can tell. */
static inline void noted(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

static inline lc_bin *bin_of(unsigned class) {
    unsigned thread = lc_heap.policy == LC_HEAP_SHARED ? 0 : lc_m.current;
    assert(class > 0 && class < LC_HEAP_CLASSES && thread < LC_THREADS);
    lc_bin *bin = &lc_heap_p.bins[thread * LC_HEAP_CLASSES + class];
    if (!bin->touched) {
        bin->changed = lc_heap_p.changed_bins;
        noted();
        lc_heap_p.changed_bins = bin;
        noted();
        bin->touched = true;
    }
    return bin;
}

__attribute__((noinline)) static void save(lc_block *block) {
    assert(lc_heap_p.saved_count < lc_heap_p.saved_room);
    assert(!block->touched && block->state != LC_BLOCK_UNUSED); /* a block that was used at the mark is saved once */
    lc_heap_p.saved[lc_heap_p.saved_count] = (struct lc_saved_block){block, *block};
    noted();
    lc_heap_p.saved_count++;
    noted();
    block->touched = true;
}

static inline void touch(lc_block *block) {
    if (!block->touched) save(block);
}

/* ---- what others notice ---- */

/* With one arena for all, the order of calls decides who gets what. */
static inline void shared_step(uint8_t shown, uintptr_t pc) {
    if (lc_m.watching && lc_heap.policy == LC_HEAP_SHARED && lc_m.in_code)
        lc_point(LC_WRITE, shown, lc_heap.base, 8, true, pc);
}

/* A block is freed, or used again: as good as a plain write to all of it.  Without this, reduction would see no reason
 * to try whether somebody who still looks at the block comes before or after. */
static void announce(const lc_block *block, uint8_t shown, uintptr_t pc) {
    if (!lc_m.plain || lc_m.frozen || !lc_m.in_code) return;
    uint32_t size = block->size > WATCHED ? WATCHED : block->size ? (uint32_t)block->size : 1;
    /* With one arena for all, C11 has whoever gets a block next come after who freed it. */
    if (lc_heap.policy == LC_HEAP_SHARED || !lc_heap.checked || !lc_is_program(pc)) lc_explorer.shadows_matter();
    if (lc_m.all_plain || lc_explorer.is_promoted(pc)) lc_point(LC_WRITE, shown, block->start, size, false, pc);
    else lc_explorer.shadow(block->start, size, true, pc);
}

/* Whoever used the block must have done so before it is freed, and who gets it next comes after that. */
static void hand_on(const lc_block *block, uintptr_t pc) {
    if (!lc_order_matters()) return;
    uint64_t size = block->size > WATCHED ? WATCHED : block->size;
    /* What a library does before it frees something is not seen: a count of references, say, that orders it. */
    if (lc_heap.checked && lc_is_program(pc)) lc_race_access(LC_TOUCH_FREE, block->start, size, pc);
    lc_releases((const void *)block->start, 8);
}

/* A thread that allocates for ever between two steps does not tell so for ever. */
static bool is_worth_telling(void) {
    enum { MOST = 200 };
    if (lc_heap_p.told_depth != lc_m.depth || lc_heap_p.told_epoch != lc_m.epoch) lc_heap_p.told = 0;
    lc_heap_p.told_depth = lc_m.depth;
    lc_heap_p.told_epoch = lc_m.epoch;
    return lc_heap_p.told++ < MOST;
}

__attribute__((noinline)) static void tell(uint8_t shown, const lc_block *block, uintptr_t pc, const char *name) {
    if (!lc_m.in_code || !is_worth_telling()) return;
    uint32_t size = block->size > UINT32_MAX ? UINT32_MAX : (uint32_t)block->size;
    lc_tell(shown, block->start, size, 0, 0, pc, name);
}

/* ---- slots ---- */

/* Makes the slabs up to `end` usable, some more at a time. */
static void commit(lc_heap_arena *arena, uint32_t end) {
    if (end <= arena->committed) return;
    enum { STEP = 16 };
    uint32_t wanted = (end + STEP - 1) / STEP * STEP;
    if (wanted > arena->end) wanted = arena->end;
    uintptr_t from = (uintptr_t)arena->committed << LC_SLAB_SHIFT;
    size_t size = (size_t)(wanted - arena->committed) << LC_SLAB_SHIFT;
    uintptr_t records = ((uintptr_t)lc_heap.records + from) & ~(lc_heap_p.page - 1);
    if (!lc_protect((void *)(lc_heap.base + from), size, PROT_READ | PROT_WRITE) ||
        !lc_protect((void *)records, size + lc_heap_p.page, PROT_READ | PROT_WRITE))
        lc_out_of_memory();
    arena->committed = wanted;
}

/* A new slab, or several, for blocks of a class. */
static bool refill(lc_bin *bin, unsigned class) {
    unsigned number = lc_heap.policy == LC_HEAP_SHARED ? 0 : lc_m.current;
    lc_heap_arena *arena = &lc_heap_p.arenas[number];
    size_t slot = lc_heap_slot_size(class), count = LC_SLAB / slot;
    if (count < 2) count = 1;
    size_t slabs = count > 1 ? 1 : (slot + LC_SLAB - 1) / LC_SLAB;
    assert(bin->now.fresh == bin->now.end); /* or slots would be lost */
    assert(arena->first <= arena->marked && arena->marked <= arena->next && arena->next <= arena->end);
    if (slabs > arena->end - arena->next) return false;
    commit(arena, arena->next + (uint32_t)slabs);
    lc_slab slab = {.first = arena->next, .slot = (uint32_t)slot};
    if (count > 1) slab.reciprocal = (uint32_t)((((uint64_t)1 << 32) + slot - 1) / slot);
    for (size_t i = 0; i < slabs; i++) lc_heap.slabs[arena->next + i] = slab;
    bin->now.fresh = lc_heap.base + ((uintptr_t)arena->next << LC_SLAB_SHIFT);
    bin->now.end = bin->now.fresh + count * slot;
    lc_heap_p.changed_arenas |= (lc_mask)(1u << number);
    noted();
    arena->next += (uint32_t)slabs;
    return true;
}

static lc_block *take_fresh(lc_bin *bin, unsigned class) {
    if (bin->now.fresh == bin->now.end && !refill(bin, class)) return NULL;
    uintptr_t slot = bin->now.fresh;
    bin->now.fresh += lc_heap_slot_size(class);
    lc_block *block = (lc_block *)(slot - lc_heap.base + lc_heap.records);
    assert(block->state == LC_BLOCK_UNUSED && !block->extent);
    assert(lc_heap_block(slot - lc_heap.base) == block); /* the table of slabs leads every access to this record */
    block->changed = lc_heap_p.changed;
    noted();
    lc_heap_p.changed = block;
    noted();
    block->touched = true;
    block->class = (uint8_t) class;
    return block;
}

/* The first block of the list, once it is this thread's turn to take it; NULL: the list is empty. */
__attribute__((noinline)) static lc_block *wait_for_freed(const lc_bin *bin, uintptr_t pc) {
    lc_block *block;
    do {
        block = bin->now.head;
        if (block) announce(block, LC_STEP_MALLOC, pc);
    } while (block != bin->now.head); /* with one arena for all, somebody else may have come first */
    return block;
}

static inline lc_block *take_freed(lc_bin *bin, uintptr_t pc) {
    lc_block *block = lc_m.watching ? wait_for_freed(bin, pc) : bin->now.head;
    if (!block) return NULL;
    assert(block->state == LC_BLOCK_FREED && !block->extent);
    assert(block->next ? bin->now.tail != block : bin->now.tail == block);
    touch(block);
    bin->now.head = block->next;
    if (!block->next) bin->now.tail = NULL;
    return block;
}

__attribute__((noinline)) static lc_block *take_fresh_or_freed(lc_bin *bin, unsigned class, uintptr_t pc) {
    lc_block *block = take_fresh(bin, class);
    return block ? block : take_freed(bin, pc);
}

static inline lc_block *take(unsigned class, uintptr_t pc) {
    lc_bin *bin = bin_of(class);
    if (bin->now.head && lc_heap.policy != LC_HEAP_NEVER) {
        lc_block *block = take_freed(bin, pc);
        if (block) return block;
    }
    return take_fresh_or_freed(bin, class, pc);
}

static void give(lc_block *block) {
    lc_bin_lists *lists = &bin_of(block->class)->now;
    assert(lists->head ? lists->tail && !lists->tail->next : !lists->tail);
    assert(lists->head != block && lists->tail != block); /* or the list would go round */
    if (lc_heap.policy == LC_HEAP_LIFO || lc_heap.policy == LC_HEAP_SHARED || !lists->head) {
        block->next = lists->head;
        lists->head = block;
        if (!block->next) lists->tail = block;
        return;
    }
    touch(lists->tail);
    block->next = NULL;
    lists->tail->next = block;
    lists->tail = block;
}

/* ---- contents ---- */

typedef uint64_t pair __attribute__((vector_size(16), may_alias));

/* Large blocks consist of fresh pages, as they would with the real malloc; filling them costs more than most tests. */
static void make_zero(uintptr_t start, size_t size, bool again) {
    uint32_t slab = (uint32_t)((start - lc_heap.base) >> LC_SLAB_SHIFT);
    const lc_heap_arena *arena = lc_heap_p.arenas;
    while (slab >= arena->end) arena++;
    assert(slab >= arena->first && slab < arena->next);
    if (!again && slab >= arena->ever) return;
    /* What was in use at the mark may be needed again. */
    if (slab < arena->marked || madvise((void *)start, size, MADV_DONTNEED) != 0) memset((void *)start, 0, size);
}

static inline void fill(const lc_block *block, bool zeroed, bool again) {
    size_t size = block->size;
    if (block->class >= LC_HEAP_ZEROED) {
        make_zero(block->start, size, again);
        return;
    }
    unsigned char value = zeroed ? 0 : PATTERN;
    if (size > 256) {
        memset((void *)block->start, value, size);
        return;
    }
    uint64_t word = value * (uint64_t)0x0101010101010101;
    pair both = {word, word};
    /* Blocks start at multiples of 16, and what is behind them is nobody's. */
    for (pair *at = (pair *)block->start, *end = (pair *)(block->start + size); at < end; at++) {
        *at = both;
        __asm__("" ::: "memory"); /* no call of memset for a few bytes */
    }
}

/* ---- the two calls ---- */

/* The real malloc has no more than this either, whatever the machine. */
static const size_t ABSURD = (size_t)1 << 40;

/* There is no block of `size` bytes.  Comes back if the code under test could have seen that without Lince. */
__attribute__((noinline)) static void miss(size_t size, uintptr_t pc, const char *name) {
    const lc_heap_arena *arena = &lc_heap_p.arenas[lc_heap.policy == LC_HEAP_SHARED ? 0 : lc_m.current];
    errno = ENOMEM;
    if (size >= ABSURD) return;
    lc_machine_fail(LC_FAILS_LIMIT, pc, 0,
                    "%s: no room for %zu bytes: a thread can have %zu MB in all, in blocks of %zu MB at most", name,
                    size, (size_t)(arena->end - arena->first) >> (20 - LC_SLAB_SHIFT),
                    lc_heap.size / LC_THREADS / 2 >> 20);
}

void *lc_heap_allocate(size_t size, size_t alignment, bool zeroed, uintptr_t pc, const char *name) {
    lc_has_effect();
    size_t more = alignment > 16 ? alignment - 16 : 0, most = lc_heap.size / LC_THREADS / 2;
    lc_block *block = NULL;
    if (LC_LIKELY(size <= most && more <= most - size)) {
        shared_step(LC_STEP_MALLOC, pc);
        block = take(lc_heap_class(size + more), pc);
    }
    if (!LC_LIKELY(block)) {
        miss(size > more ? size : more, pc, name);
        return NULL;
    }
    uintptr_t start = (uintptr_t)block - (uintptr_t)lc_heap.records + lc_heap.base;
    if (more) start = (start + alignment - 1) & ~(alignment - 1);
    bool again = block->state == LC_BLOCK_FREED;
    if (again) lc_acquires((const void *)block->start, 8);
    assert((uintptr_t)block - (uintptr_t)lc_heap.records + lc_heap.base + lc_heap_slot_size(block->class) >=
           start + size + LC_HEAP_GAP);
    block->start = start;
    block->extent = block->size = size;
    block->state = LC_BLOCK_LIVE;
    block->made_at = pc;
    block->made_by = lc_m.current;
    fill(block, zeroed, again);
    lc_heap_put_fence(block);
    if (lc_m.tracing) tell(LC_STEP_MALLOC, block, pc, name);
    return (void *)start;
}

void lc_heap_release(uintptr_t address, uintptr_t pc, const char *name) {
    lc_has_effect();
    lc_heap.frees |= lc_m.watching;
    lc_block *block = lc_heap_expect(address, pc, name);
    if (lc_m.watching) {
        shared_step(LC_STEP_FREE, pc);
        announce(block, LC_STEP_FREE, pc);
        lc_heap_expect(address, pc, name); /* others may have freed it while this thread waited for its turn */
        hand_on(block, pc);
    }
    assert(block->extent == block->size);
    if (!LC_LIKELY(lc_heap_has_fence(block))) lc_heap_complain_fence(block, pc);
    touch(block);
    block->extent = 0;
    block->state = LC_BLOCK_FREED;
    block->freed_at = pc;
    block->freed_by = lc_m.current;
    give(block);
    if (lc_m.tracing) tell(LC_STEP_FREE, block, pc, name);
}
