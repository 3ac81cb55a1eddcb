/* What synchronises with what.
 *
 * A release publishes what the thread knows; an acquire learns what was published.  What an acquire of an atomic
 * variable learns are the *heads* of the release sequences that the value it reads belongs to (C11, 5.1.2.4): a release
 * begins one, read-modify-writes of anybody continue all of them, and other stores end all but those of the same
 * thread.  (C++20 lets those end, too; where the standards differ, a race that one of them denies is not reported.)  A
 * relaxed store after a release fence is like a release of what was known at the fence; a relaxed load before an
 * acquire fence is like an acquire at the fence.
 *
 * A read-modify-write that leaves the value as it was takes part like any other, though for reduction it is a read:
 * what is learnt is always right, but the execution in which it comes later, and something is not learnt, may be left
 * out.
 */
#include "target/runtime/order_parts.h"

enum { ORDER_BITS = 7 }; /* what is above them are hints for the processor */

static bool acquires(int order) {
    order &= ORDER_BITS;
    return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}
static bool releases(int order) { return (order & ORDER_BITS) >= __ATOMIC_RELEASE; }
_Static_assert(__ATOMIC_RELAXED == 0 && __ATOMIC_RELEASE == 3 && __ATOMIC_ACQ_REL == 4 && __ATOMIC_SEQ_CST == 5,
               "orders have the numbers the compilers give them");

static lc_knowledge *mine(void) { return &lc_order.threads[lc_m.current]; }

__attribute__((noinline)) static void learn_more(lc_clock *clock, const lc_clock *what, bool now) {
    if (lc_order.saved_count == LC_ORDER_CLOCKS) lc_stop(LC_TOO_LONG);
    lc_order.saved[lc_order.saved_count] = *clock;
    lc_order_note(&(lc_change){
        .kind = now ? LC_CHANGE_NOW : LC_CHANGE_SEEN, .thread = lc_m.current, .cell = lc_order.saved_count});
    lc_order.saved_count++;
    *clock = lc_clock_join(*clock, *what);
}

static inline void learn(const lc_clock *what, bool now) {
    lc_clock *clock = now ? &mine()->now : &mine()->seen;
    if (!lc_clock_within(what, clock)) learn_more(clock, what, now);
}

/* What others learn from a thread. */
static inline lc_clock known_of(unsigned thread) {
    const lc_knowledge *t = &lc_order.threads[thread];
    return lc_clock_with(t->now, thread, t->tick);
}

/* Ends the tick. */
static int32_t publish(void) {
    lc_knowledge *me = mine();
    if (me->tick == INT16_MAX - 1 || lc_order.published_count == LC_ORDER_CLOCKS) lc_stop(LC_TOO_LONG);
    lc_order_note(&(lc_change){
        .kind = LC_CHANGE_PUBLISH, .thread = lc_m.current, .tick = me->tick, .head = lc_order.published_count});
    lc_order.published[lc_order.published_count] = known_of(lc_m.current);
    me->tick++;
    return lc_order.published_count++;
}

/* ---- threads ---- */

void lc_order_born(unsigned thread) {
    if (!lc_order_matters()) return;
    lc_order.threads[thread] =
        (lc_knowledge){.now = lc_clock_with(known_of(lc_m.current), thread, INT16_MAX), .tick = 1, .fence = -1};
    publish(); /* what the creator does from now on is not known to it */
}

void lc_order_ended(unsigned thread) {
    if (!lc_order_matters()) return;
    lc_clock known = known_of(thread);
    learn(&known, true);
}

/* ---- heads ---- */

static inline void learn_heads(const lc_cell *cell, bool now) {
    for (lc_mask left = cell->heads; left; left &= (lc_mask)(left - 1))
        learn(&lc_order.published[cell->head[__builtin_ctz(left)]], now);
}

static void set_heads(uint32_t index, lc_mask heads, int32_t head) {
    lc_cell *cell = &lc_order.cells[index];
    unsigned me = lc_m.current;
    if (!heads && !cell->heads) return;
    lc_order_note(&(lc_change){
        .kind = LC_CHANGE_HEADS, .cell = index, .thread = (uint8_t)me, .head = cell->head[me], .heads = cell->heads});
    cell->heads = heads;
    if (heads >> me & 1) cell->head[me] = head;
}

/* A store ends the release sequences of others; a read-modify-write does not.  `head`: what it publishes, or what it
 * would if it were a release; -1: nothing. */
static void write_heads(uint32_t index, bool store, int32_t head) {
    const lc_cell *cell = &lc_order.cells[index];
    lc_mask bit = (lc_mask)(1u << lc_m.current);
    if (cell->heads & bit && cell->head[lc_m.current] > head) head = cell->head[lc_m.current];
    lc_mask heads = (store ? 0 : cell->heads) | (head >= 0 ? bit : 0);
    if (head >= 0 || store) set_heads(index, heads, head);
}

/* The cells of at most LC_ORDER_MOST bytes. */
static unsigned gather(uintptr_t address, uint32_t size, uint32_t cells[LC_ORDER_MOST]) {
    unsigned count = 0;
    assert(size <= LC_ORDER_MOST);
    while (size) {
        uint32_t piece = lc_order_piece(address, size);
        count += lc_order_cells(address, piece, cells + count);
        address += piece;
        size -= piece;
    }
    return count;
}

/* ---- locks and the like ---- */

void lc_acquires(const volatile void *object, uint32_t size) {
    if (!lc_order_matters()) return;
    uint32_t cells[LC_ORDER_MOST];
    unsigned count = gather((uintptr_t)object, size, cells);
    for (unsigned i = 0; i < count; i++) learn_heads(&lc_order.cells[cells[i]], true);
}

static void release(const volatile void *object, uint32_t size, bool alone) {
    if (!lc_order_matters()) return;
    uint32_t cells[LC_ORDER_MOST];
    unsigned count = gather((uintptr_t)object, size, cells);
    int32_t head = publish();
    for (unsigned i = 0; i < count; i++) write_heads(cells[i], alone, head);
}

void lc_releases(const volatile void *object, uint32_t size) { release(object, size, true); }
void lc_contributes(const volatile void *object, uint32_t size) { release(object, size, false); }

/* ---- atomic operations ---- */

static inline void learn_all(lc_atomic what, const uint32_t *cells, unsigned count, int order) {
    if (what == LC_ATOMIC_STORE) return;
    for (unsigned i = 0; i < count; i++) learn_heads(&lc_order.cells[cells[i]], acquires(order));
}

static inline void write_all(lc_atomic what, const uint32_t *cells, unsigned count, int order) {
    if (what == LC_ATOMIC_LOAD) return;
    int32_t head = releases(order) ? publish() : mine()->fence;
    for (unsigned i = 0; i < count; i++) write_heads(cells[i], what == LC_ATOMIC_STORE, head);
}

void lc_order_assembly(lc_atomic what, uintptr_t address, uint32_t size) {
    if (!lc_order_matters()) return;
    uint32_t cells[LC_ORDER_MOST];
    unsigned count = gather(address, size, cells);
    learn_all(what, cells, count, __ATOMIC_SEQ_CST);
    write_all(what, cells, count, __ATOMIC_SEQ_CST);
}

static inline void do_atomic(lc_atomic what, const uint32_t *cells, unsigned count, uintptr_t address, uint32_t size,
                             int order, uintptr_t pc) {
    learn_all(what, cells, count, order);
    lc_race_atomic(what, cells, count, address, size, pc);
    write_all(what, cells, count, order);
}

void lc_order_atomic(lc_atomic what, uintptr_t address, uint32_t size, int order, uintptr_t pc) {
    assert(lc_order_matters());
    uint32_t cells[LC_ORDER_MOST];
    cells[0] = lc_order_cell(address, size);
    if (LC_LIKELY(cells[0])) do_atomic(what, cells, 1, address, size, order, pc);
    else do_atomic(what, cells, gather(address, size, cells), address, size, order, pc);
}

void lc_order_region(uintptr_t address, uint64_t size, uintptr_t pc) {
    if (!lc_order_matters()) return;
    for (int round = 0; round < 2; round++)
        for (uint64_t at = 0; at < size; at += LC_ORDER_MOST) {
            uint32_t piece = size - at < LC_ORDER_MOST ? (uint32_t)(size - at) : LC_ORDER_MOST;
            lc_order_atomic(round ? LC_ATOMIC_RMW : LC_ATOMIC_LOAD, address + at, piece, __ATOMIC_SEQ_CST, pc);
        }
}

void lc_order_fence(int order) {
    if (!lc_order_matters()) return;
    if (acquires(order)) {
        lc_clock seen = mine()->seen;
        learn(&seen, true);
    }
    if (releases(order)) {
        int32_t published = publish();
        lc_order_note(&(lc_change){.kind = LC_CHANGE_FENCE, .thread = lc_m.current, .head = mine()->fence});
        mine()->fence = published;
    }
}
