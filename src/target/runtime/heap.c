/* Allocating and freeing.
 *
 * A signal may end the execution in the middle of this (a thread that allocates forever).  So the information needed to
 * undo a change is noted before the change is made.
 *
 * Invariants.
 * - A slot that was never used has an empty record; one that was has a record in state LIVE or FREED.
 * - A live block has `extent` equal to `size`, and lies in its slot with LCT_HEAP_GAP bytes to spare behind it.
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
#include "target/runtime/versions.h"

lct_heap_state lct_heap LCT_STATE = {0};
lct_heap_parts lct_heap_p LCT_STATE = {0};

/* The bytes with which a new block is filled.  As an address it is one that no program has. */
static const unsigned char PATTERN = 0xa5;
/* Other threads' accesses to at most so many bytes of a block are looked at when it is freed or used again. */
enum { WATCHED = 4096 };

/* The code before it happens before the code behind it, as far as signals can observe. */
static inline void noted(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

static inline lct_bin *bin_of(unsigned class) {
    unsigned thread = lct_heap.policy == LCT_HEAP_SHARED ? 0 : lct_m.current;
    assert(class > 0 && class < LCT_HEAP_CLASSES && thread < LCT_THREADS);
    lct_bin *bin = &lct_heap_p.bins[thread * LCT_HEAP_CLASSES + class];
    if (!bin->touched) {
        bin->changed = lct_heap_p.changed_bins;
        noted();
        lct_heap_p.changed_bins = bin;
        noted();
        bin->touched = true;
    }
    return bin;
}

__attribute__((noinline)) static void save(lct_block *block) {
    assert(lct_heap_p.saved_count < lct_heap_p.saved_room);
    assert(!block->touched && block->state != LCT_BLOCK_UNUSED); /* a block that was used at the mark is saved once */
    lct_heap_p.saved[lct_heap_p.saved_count] = (struct lct_saved_block){block, *block};
    noted();
    lct_heap_p.saved_count++;
    noted();
    block->touched = true;
}

static inline void touch(lct_block *block) {
    if (!block->touched) save(block);
}

/* ---- effects that other threads notice ---- */

/* With one arena for all, the order of calls decides which thread gets which block. */
static inline void shared_step(uint8_t shown, uintptr_t pc) {
    if (lct_m.watching && lct_heap.policy == LCT_HEAP_SHARED && lct_m.in_code)
        lct_point(LCT_WRITE, shown, lct_heap.base, 8, true, pc);
}

/* A block is freed, or used again: as good as a plain write to all of it.  Without this, reduction would see no reason
 * to try whether a thread that still looks at the block comes before or after. */
static void announce(const lct_block *block, uint8_t shown, uintptr_t pc) {
    if (!lct_m.plain || lct_m.frozen || !lct_m.in_code) return;
    uint32_t size = block->size > WATCHED ? WATCHED : block->size ? (uint32_t)block->size : 1;
    /* With one arena for all, in C11 the next allocation of a block comes after the call that freed it. */
    if (lct_heap.policy == LCT_HEAP_SHARED || !lct_heap.checked || !lct_is_program(pc)) lct_explorer.shadows_matter();
    if (lct_m.all_plain || lct_explorer.is_promoted(pc)) lct_point(LCT_WRITE, shown, block->start, size, false, pc);
    else lct_explorer.shadow(block->start, size, true, pc);
}

/* All uses of the block must come before it is freed, and its next allocation comes after that. */
static void hand_on(const lct_block *block, uintptr_t pc) {
    if (!lct_order_matters()) return;
    uint64_t size = block->size > WATCHED ? WATCHED : block->size;
    /* The actions of a library before it frees something are not seen: a count of references, for example, that orders
     * it. */
    if (lct_heap.checked && lct_is_program(pc)) lct_race_access(LCT_TOUCH_FREE, block->start, size, pc);
    lct_releases((const void *)block->start, 8);
}

/* Under a weak memory model a thread may read older values of the bytes than the new owner's, unless the
 * allocation happens before; if it does not, the thread must not look there. */
static void take_over(const lct_block *block, uintptr_t pc) {
    if (!LCT_LIKELY(lct_m.weak == LCT_WEAK_NOT)) {
        uint64_t size = block->size > WATCHED ? WATCHED : block->size;
        lct_weak_plain_write(block->start, size);
        if (lct_m.weak >= LCT_WEAK_RC11 && lct_order_matters() && lct_heap.checked && lct_is_program(pc))
            lct_race_access(LCT_TOUCH_ALLOCATE, block->start, size, pc);
    }
}

/* A thread that allocates forever between two steps does not report so forever. */
static bool is_traced(void) {
    enum { MOST = 200 };
    if (lct_heap_p.traced_depth != lct_m.depth || lct_heap_p.traced_epoch != lct_m.epoch) lct_heap_p.traced = 0;
    lct_heap_p.traced_depth = lct_m.depth;
    lct_heap_p.traced_epoch = lct_m.epoch;
    return lct_heap_p.traced++ < MOST;
}

__attribute__((noinline)) static void trace(uint8_t shown, const lct_block *block, uintptr_t pc, const char *name) {
    if (!lct_m.in_code || !is_traced()) return;
    uint32_t size = block->size > UINT32_MAX ? UINT32_MAX : (uint32_t)block->size;
    lct_trace(shown, block->start, size, 0, 0, pc, name);
}

/* ---- slots ---- */

/* Makes the slabs up to `end` usable, some more at a time. */
static void commit(lct_heap_arena *arena, uint32_t end) {
    if (end <= arena->committed) return;
    enum { STEP = 16 };
    uint32_t wanted = (end + STEP - 1) / STEP * STEP;
    if (wanted > arena->end) wanted = arena->end;
    uintptr_t from = (uintptr_t)arena->committed << LCT_SLAB_SHIFT;
    size_t size = (size_t)(wanted - arena->committed) << LCT_SLAB_SHIFT;
    uintptr_t records = ((uintptr_t)lct_heap.records + from) & ~(lct_heap_p.page - 1);
    if (!lct_protect((void *)(lct_heap.base + from), size, PROT_READ | PROT_WRITE) ||
        !lct_protect((void *)records, size + lct_heap_p.page, PROT_READ | PROT_WRITE))
        lct_out_of_memory();
    arena->committed = wanted;
}

/* A new slab, or several, for blocks of a class. */
static bool refill(lct_bin *bin, unsigned class) {
    unsigned number = lct_heap.policy == LCT_HEAP_SHARED ? 0 : lct_m.current;
    lct_heap_arena *arena = &lct_heap_p.arenas[number];
    size_t slot = lct_heap_slot_size(class), count = LCT_SLAB / slot;
    if (count < 2) count = 1;
    size_t slabs = count > 1 ? 1 : (slot + LCT_SLAB - 1) / LCT_SLAB;
    assert(bin->now.fresh == bin->now.end); /* or slots would be lost */
    assert(arena->first <= arena->marked && arena->marked <= arena->next && arena->next <= arena->end);
    if (slabs > arena->end - arena->next) return false;
    commit(arena, arena->next + (uint32_t)slabs);
    lct_slab slab = {.first = arena->next, .slot = (uint32_t)slot};
    if (count > 1) slab.reciprocal = (uint32_t)((((uint64_t)1 << 32) + slot - 1) / slot);
    for (size_t i = 0; i < slabs; i++) lct_heap.slabs[arena->next + i] = slab;
    bin->now.fresh = lct_heap.base + ((uintptr_t)arena->next << LCT_SLAB_SHIFT);
    bin->now.end = bin->now.fresh + count * slot;
    lct_heap_p.changed_arenas |= lct_bit(number);
    noted();
    arena->next += (uint32_t)slabs;
    return true;
}

static lct_block *take_fresh(lct_bin *bin, unsigned class) {
    if (bin->now.fresh == bin->now.end && !refill(bin, class)) return NULL;
    uintptr_t slot = bin->now.fresh;
    bin->now.fresh += lct_heap_slot_size(class);
    lct_block *block = (lct_block *)(slot - lct_heap.base + lct_heap.records);
    assert(block->state == LCT_BLOCK_UNUSED && !block->extent);
    assert(lct_heap_block(slot - lct_heap.base) == block); /* the table of slabs leads every access to this record */
    block->changed = lct_heap_p.changed;
    noted();
    lct_heap_p.changed = block;
    noted();
    block->touched = true;
    block->class = (uint8_t) class;
    return block;
}

/* The first block of the list, once it is this thread's turn to take it; NULL: the list is empty. */
__attribute__((noinline)) static lct_block *wait_for_freed(const lct_bin *bin, uintptr_t pc) {
    lct_block *block;
    do {
        block = bin->now.head;
        if (block) announce(block, LCT_STEP_MALLOC, pc);
    } while (block != bin->now.head); /* with one arena for all, another thread may have come first */
    return block;
}

static inline lct_block *take_freed(lct_bin *bin, uintptr_t pc) {
    lct_block *block = lct_m.watching ? wait_for_freed(bin, pc) : bin->now.head;
    if (!block) return NULL;
    assert(block->state == LCT_BLOCK_FREED && !block->extent);
    assert(block->next ? bin->now.tail != block : bin->now.tail == block);
    touch(block);
    bin->now.head = block->next;
    if (!block->next) bin->now.tail = NULL;
    return block;
}

__attribute__((noinline)) static lct_block *take_fresh_or_freed(lct_bin *bin, unsigned class, uintptr_t pc) {
    lct_block *block = take_fresh(bin, class);
    return block ? block : take_freed(bin, pc);
}

static inline lct_block *take(unsigned class, uintptr_t pc) {
    lct_bin *bin = bin_of(class);
    if (bin->now.head && lct_heap.policy != LCT_HEAP_NEVER) {
        lct_block *block = take_freed(bin, pc);
        if (block) return block;
    }
    return take_fresh_or_freed(bin, class, pc);
}

static void give(lct_block *block) {
    lct_bin_lists *lists = &bin_of(block->class)->now;
    assert(lists->head ? lists->tail && !lists->tail->next : !lists->tail);
    assert(lists->head != block && lists->tail != block); /* or the list would go round */
    if (lct_heap.policy == LCT_HEAP_LIFO || lct_heap.policy == LCT_HEAP_SHARED || !lists->head) {
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
    uint32_t slab = (uint32_t)((start - lct_heap.base) >> LCT_SLAB_SHIFT);
    const lct_heap_arena *arena = lct_heap_p.arenas;
    while (slab >= arena->end) arena++;
    assert(slab >= arena->first && slab < arena->next);
    if (!again && slab >= arena->ever) return;
    /* Memory that was in use at the mark may be needed again. */
    if (slab < arena->marked || madvise((void *)start, size, MADV_DONTNEED) != 0) memset((void *)start, 0, size);
}

static inline void fill(const lct_block *block, bool zeroed, bool again) {
    size_t size = block->size;
    if (block->class >= LCT_HEAP_ZEROED) {
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
    /* Blocks start at multiples of 16, and the bytes behind them belong to no block. */
    for (pair *at = (pair *)block->start, *end = (pair *)(block->start + size); at < end; at++) {
        *at = both;
        __asm__("" ::: "memory"); /* no call of memset for a few bytes */
    }
}

/* ---- the two calls ---- */

/* The real malloc has no more than this either, on any machine. */
static const size_t ABSURD = (size_t)1 << 40;

/* There is no block of `size` bytes.  Comes back if the code under test could have seen that without Lince. */
__attribute__((noinline)) static void miss(size_t size, uintptr_t pc, const char *name) {
    const lct_heap_arena *arena = &lct_heap_p.arenas[lct_heap.policy == LCT_HEAP_SHARED ? 0 : lct_m.current];
    errno = ENOMEM;
    if (size >= ABSURD) return;
    lct_machine_fail(LCT_FAILS_LIMIT, pc, 0,
                     "%s: no room for %zu bytes: a thread can have %zu MB in all, in blocks of %zu MB at most", name,
                     size, (size_t)(arena->end - arena->first) >> (20 - LCT_SLAB_SHIFT),
                     lct_heap.size / LCT_THREADS / 2 >> 20);
}

void *lct_heap_allocate(size_t size, size_t alignment, bool zeroed, uintptr_t pc, const char *name) {
    lct_settle();
    lct_has_effect();
    size_t more = alignment > 16 ? alignment - 16 : 0, most = lct_heap.size / LCT_THREADS / 2;
    lct_block *block = NULL;
    if (LCT_LIKELY(size <= most && more <= most - size)) {
        shared_step(LCT_STEP_MALLOC, pc);
        block = take(lct_heap_class(size + more), pc);
    }
    if (!LCT_LIKELY(block)) {
        miss(size > more ? size : more, pc, name);
        return NULL;
    }
    uintptr_t start = (uintptr_t)block - (uintptr_t)lct_heap.records + lct_heap.base;
    if (more) start = (start + alignment - 1) & ~(alignment - 1);
    bool again = block->state == LCT_BLOCK_FREED;
    if (again) lct_acquires((const void *)block->start, 8);
    assert((uintptr_t)block - (uintptr_t)lct_heap.records + lct_heap.base + lct_heap_slot_size(block->class) >=
           start + size + LCT_HEAP_GAP);
    block->start = start;
    block->extent = block->size = size;
    block->state = LCT_BLOCK_LIVE;
    block->argument = false;
    block->made_at = pc;
    block->made_by = lct_m.current;
    take_over(block, pc);
    fill(block, zeroed, again);
    lct_heap_put_fence(block);
    if (lct_m.tracing) trace(LCT_STEP_MALLOC, block, pc, name);
    return (void *)start;
}

void lct_heap_is_argument(uintptr_t address) {
    if (!lct_heap_has(address)) return;
    lct_block *block = lct_heap_block(address - lct_heap.base);
    if (block->state == LCT_BLOCK_LIVE) block->argument = true;
}

void lct_heap_release(uintptr_t address, uintptr_t pc, const char *name) {
    lct_settle();
    lct_has_effect();
    lct_heap.frees |= lct_m.watching;
    lct_block *block = lct_heap_expect(address, pc, name);
    if (lct_m.watching) {
        shared_step(LCT_STEP_FREE, pc);
        announce(block, LCT_STEP_FREE, pc);
        lct_heap_expect(address, pc, name); /* another thread may have freed it while this thread waited for its turn */
        hand_on(block, pc);
    }
    assert(block->extent == block->size);
    if (!LCT_LIKELY(lct_heap_has_fence(block))) lct_heap_complain_fence(block, pc);
    touch(block);
    block->extent = 0;
    block->state = LCT_BLOCK_FREED;
    block->freed_at = pc;
    block->freed_by = lct_m.current;
    give(block);
    if (lct_m.tracing) trace(LCT_STEP_FREE, block, pc, name);
}
