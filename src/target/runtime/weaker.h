/* Which memory orders weaker than seq_cst the code under test has executed.
 *
 * Executions are sequentially consistent: every order is taken for seq_cst.  That hides the failures which exist only
 * because an order is weaker, so each place that executed one is reported (LCT_MSG_WEAKER), with volatile accesses
 * that race and instructions of inline assembly that x86 may reorder.  Only steps that are visible to other threads
 * count: more than one thread is alive, and the thread is in the code under test.
 *
 * An order of seq_cst costs one comparison.  A weaker one costs a look into a table, where it is found at once from its
 * second execution on.
 */
#ifndef LC_TARGET_RUNTIME_WEAKER_H
#define LC_TARGET_RUNTIME_WEAKER_H

#include "target/explore/control.h"
#include "target/runtime/machine.h"

enum {
    LCT_WEAKER_SLOTS = 1024,
    LCT_WEAKER_MOST = LCT_WEAKER_SLOTS * 3 / 4, /* places, so that a slot is found soon */
    LCT_WEAKER_FRAMES = 4
};

typedef struct lct_weaker_place {
    uint64_t key; /* 0: none */
    uintptr_t address;
    uint32_t frame_count;
    uintptr_t frames[LCT_WEAKER_FRAMES]; /* innermost first, beginning with the place itself */
} lct_weaker_place;

/* A hash table with linear probing; the keys stand apart, so that a lookup touches one cache line. */
extern uint64_t lct_weaker_keys[LCT_WEAKER_SLOTS] __attribute__((visibility("hidden")));
extern lct_weaker_place lct_weaker_places[LCT_WEAKER_SLOTS] __attribute__((visibility("hidden")));

/* Places are addresses of at most 48 bits. */
static inline uint64_t lct_weaker_key(enum lct_weaker_kind kind, int order, uintptr_t pc) {
    return (uint64_t)pc << 8 | (uint64_t)kind << 3 | (unsigned)order;
}
static inline uintptr_t lct_weaker_pc(uint64_t key) { return key >> 8; }
static inline uint32_t lct_weaker_kind_of(uint64_t key) { return key >> 3 & 31; }
static inline uint32_t lct_weaker_order_of(uint64_t key) { return key & 7; }
_Static_assert(LCT_WEAKER_KINDS <= 32, "a kind has five bits of the key");

static inline uint32_t lct_weaker_slot(uint64_t key) {
    return (uint32_t)(key * 0x9e3779b97f4a7c15u >> 54); /* ten bits */
}
_Static_assert(LCT_WEAKER_SLOTS == 1 << 10, "see lct_weaker_slot");

uint32_t lct_weaker_executed(void); /* by any thread so far: a bit for each lct_weaker_kind */
uint32_t lct_weaker_count(void);    /* places; if there are LCT_WEAKER_MOST, some were left out */

/* It was not found in its slot. */
void lct_weaker_note(uint64_t key, uintptr_t address);

static inline void lct_weaker(enum lct_weaker_kind kind, int order, uintptr_t address, uintptr_t pc) {
    uint64_t key = lct_weaker_key(kind, order, pc);
    if (lct_weaker_keys[lct_weaker_slot(key)] != key) lct_weaker_note(key, address);
}

/* An atomic operation with this order was executed. */
static inline void lct_ordered_as(enum lct_weaker_kind kind, int order, const volatile void *at, uintptr_t pc) {
    enum { ORDER_BITS = 7 }; /* the bits above them are hints for the processor */
    order &= ORDER_BITS;
    if (__builtin_expect(order != __ATOMIC_SEQ_CST || lct_m.all_orders, false))
        lct_weaker(kind, order, (uintptr_t)at, pc);
}

#endif
