/* The synchronizes-with relation.
 *
 * A release publishes the thread's knowledge; an acquire learns the published knowledge.  An acquire of an atomic
 * variable learns the *heads* of the release sequences that the value it reads belongs to (C11, 5.1.2.4): a release
 * begins one, read-modify-writes of any thread continue all of them, and other stores end all but those of the same
 * thread.  (C++20 lets those end, too; where the standards differ, a race that one of them denies is not reported.)  A
 * relaxed store after a release fence is like a release of the knowledge at the fence; a relaxed load before an acquire
 * fence is like an acquire at the fence.
 *
 * A read-modify-write that leaves the value as it was takes part like any other, though for reduction it is a read: the
 * learnt knowledge is always right, but the execution in which it comes later, and something is not learnt, may be left
 * out.
 */
#include "target/runtime/explorer.h"
#include "target/runtime/order_parts.h"

enum { ORDER_BITS = 7 }; /* the bits above are hints for the processor */

static bool acquires(int order) {
    order &= ORDER_BITS;
    return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}
static bool releases(int order) { return (order & ORDER_BITS) >= __ATOMIC_RELEASE; }
_Static_assert(__ATOMIC_RELAXED == 0 && __ATOMIC_RELEASE == 3 && __ATOMIC_ACQ_REL == 4 && __ATOMIC_SEQ_CST == 5,
               "orders have the numbers the compilers give them");

static lct_thread_clocks *mine(void) { return &lct_order.threads[lct_m.current]; }

/* A change by the current thread, of which the rest is still to be written. */
static inline lct_change *note(enum lct_change_kind kind) {
    lct_change *c = lct_order_slot();
    c->kind = (uint8_t)kind;
    c->thread = lct_m.current;
    return c;
}

/* The current thread has published the next clock. */
static void note_published(void) {
    lct_change *c = note(LCT_CHANGE_PUBLISH);
    c->tick = mine()->tick;
    c->head = lct_order.published_count;
    lct_order_noted();
}

__attribute__((noinline)) static void learn_more(lct_clock *clock, const lct_clock *what, bool now) {
    if (lct_order.saved_count == LCT_ORDER_CLOCKS) lct_stop(LCT_TOO_LONG);
    lct_order.saved[lct_order.saved_count] = *clock;
    note(now ? LCT_CHANGE_NOW : LCT_CHANGE_SEEN)->cell = lct_order.saved_count;
    lct_order_noted();
    lct_order.saved_count++;
    *clock = lct_clock_join(*clock, *what);
}

static inline void learn(const lct_clock *what, bool now) {
    lct_clock *clock = now ? &mine()->now : &mine()->seen;
    if (!lct_clock_within(what, clock)) learn_more(clock, what, now);
}

/* The knowledge that other threads learn from a thread. */
static inline lct_clock clock_of(unsigned thread) {
    const lct_thread_clocks *t = &lct_order.threads[thread];
    return lct_clock_with(t->now, thread, t->tick);
}

/* Ends the tick. */
static int32_t publish(void) {
    lct_thread_clocks *me = mine();
    if (me->tick == INT16_MAX - 1 || lct_order.published_count == LCT_ORDER_CLOCKS) lct_stop(LCT_TOO_LONG);
    note_published();
    lct_order.published[lct_order.published_count] = clock_of(lct_m.current);
    me->tick++;
    return lct_order.published_count++;
}

/* ---- threads ---- */

void lct_order_born(unsigned thread) {
    if (!lct_order_matters()) return;
    lct_order.threads[thread] =
        (lct_thread_clocks){.now = lct_clock_with(clock_of(lct_m.current), thread, INT16_MAX), .tick = 1, .fence = -1};
    publish(); /* it does not inherit the creator's later actions */
}

void lct_order_ended(unsigned thread) {
    if (!lct_order_matters()) return;
    lct_clock known = clock_of(thread);
    learn(&known, true);
}

/* ---- heads ---- */

static inline void learn_heads(const lct_cell *cell, bool now) {
    for (lct_mask left = cell->heads; left; left &= (lct_mask)(left - 1))
        learn(&lct_order.published[cell->head[lct_first(left)]], now);
}

static void set_heads(uint32_t index, lct_mask heads, int32_t head) {
    lct_cell *cell = &lct_order.cells[index];
    unsigned me = lct_m.current;
    if (!heads && !cell->heads) return;
    lct_change *c = note(LCT_CHANGE_HEADS);
    c->cell = index;
    c->head = cell->head[me];
    c->heads = cell->heads;
    lct_order_noted();
    cell->heads = heads;
    if (heads >> me & 1) cell->head[me] = head;
}

/* A store ends the release sequences of other threads; a read-modify-write does not.  `head`: the head that it
 * publishes, or would publish if it were a release; -1: nothing. */
static void write_heads(uint32_t index, bool store, int32_t head) {
    const lct_cell *cell = &lct_order.cells[index];
    lct_mask bit = lct_bit(lct_m.current);
    if (cell->heads & bit && cell->head[lct_m.current] > head) head = cell->head[lct_m.current];
    lct_mask heads = (store ? 0 : cell->heads) | (head >= 0 ? bit : 0);
    if (head >= 0 || store) set_heads(index, heads, head);
}

/* The cells of at most LCT_ORDER_MOST bytes. */
static unsigned gather(uintptr_t address, uint32_t size, uint32_t cells[LCT_ORDER_MOST]) {
    unsigned count = 0;
    assert(size <= LCT_ORDER_MOST);
    while (size) {
        uint32_t piece = lct_order_piece(address, size);
        count += lct_order_cells(address, piece, cells + count);
        address += piece;
        size -= piece;
    }
    return count;
}

/* ---- locks and the like ---- */

void lct_acquires(const volatile void *object, uint32_t size) {
    if (!lct_order_matters()) return;
    uint32_t cells[LCT_ORDER_MOST];
    unsigned count = gather((uintptr_t)object, size, cells);
    for (unsigned i = 0; i < count; i++) learn_heads(&lct_order.cells[cells[i]], true);
}

static void release(const volatile void *object, uint32_t size, bool alone) {
    if (!lct_order_matters()) return;
    uint32_t cells[LCT_ORDER_MOST];
    unsigned count = gather((uintptr_t)object, size, cells);
    int32_t head = publish();
    for (unsigned i = 0; i < count; i++) write_heads(cells[i], alone, head);
}

void lct_releases(const volatile void *object, uint32_t size) { release(object, size, true); }
void lct_contributes(const volatile void *object, uint32_t size) { release(object, size, false); }

/* ---- atomic operations ---- */

static inline void learn_all(lct_atomic what, const uint32_t *cells, unsigned count, int order) {
    if (what == LCT_ATOMIC_STORE) return;
    for (unsigned i = 0; i < count; i++) learn_heads(&lct_order.cells[cells[i]], acquires(order));
}

static inline void write_all(lct_atomic what, const uint32_t *cells, unsigned count, int order) {
    if (what == LCT_ATOMIC_LOAD) return;
    int32_t head = releases(order) ? publish() : mine()->fence;
    for (unsigned i = 0; i < count; i++) write_heads(cells[i], what == LCT_ATOMIC_STORE, head);
}

void lct_order_assembly(lct_atomic what, uintptr_t address, uint32_t size) {
    if (!lct_order_matters()) return;
    uint32_t cells[LCT_ORDER_MOST];
    unsigned count = gather(address, size, cells);
    learn_all(what, cells, count, __ATOMIC_SEQ_CST);
    write_all(what, cells, count, __ATOMIC_SEQ_CST);
}

static inline void do_atomic(lct_atomic what, const uint32_t *cells, unsigned count, uintptr_t address, uint32_t size,
                             int order, uintptr_t pc) {
    learn_all(what, cells, count, order);
    lct_race_atomic(what, cells, count, address, size, false, pc);
    write_all(what, cells, count, order);
}

void lct_order_atomic(lct_atomic what, uintptr_t address, uint32_t size, int order, uintptr_t pc) {
    assert(lct_order_matters());
    uint32_t cells[LCT_ORDER_MOST];
    cells[0] = lct_order_cell(address, size);
    if (LCT_LIKELY(cells[0])) do_atomic(what, cells, 1, address, size, order, pc);
    else do_atomic(what, cells, gather(address, size, cells), address, size, order, pc);
}

/* The latest of two published clocks, or both joined. */
static int32_t join_published(int32_t a, int32_t b) {
    if (a < 0 || b < 0) return a < 0 ? b : a;
    const lct_clock *x = &lct_order.published[a], *y = &lct_order.published[b];
    if (lct_clock_within(x, y)) return b;
    if (lct_clock_within(y, x)) return a;
    if (lct_order.published_count == LCT_ORDER_CLOCKS) lct_stop(LCT_TOO_LONG);
    note_published();
    lct_order.published[lct_order.published_count] = lct_clock_join(*x, *y);
    return lct_order.published_count++;
}

lct_order_published lct_order_version(lct_atomic what, uintptr_t address, uint32_t size, int order, int32_t learnt,
                                      int32_t head, lct_raced raced, uintptr_t pc) {
    assert(lct_order_matters());
    if (learnt >= 0) learn(&lct_order.published[learnt], acquires(order));
    uint32_t cells[LCT_ORDER_MOST], count = 1;
    cells[0] = lct_order_cell(address, size);
    if (!LCT_LIKELY(cells[0])) count = gather(address, size, cells);
    /* Clocks that a lock or the like has released by these bytes: the flag of libc++'s call_once, for example. */
    for (uint32_t i = 0; i < count && what != LCT_ATOMIC_STORE; i++)
        learn_heads(&lct_order.cells[cells[i]], acquires(order));
    if (raced != LCT_RACED_NOT) lct_race_atomic(what, cells, count, address, size, raced == LCT_RACED_ASSEMBLY, pc);
    if (what == LCT_ATOMIC_LOAD) return (lct_order_published){-1, -1};
    int32_t own = releases(order) ? publish() : mine()->fence;
    if (lct_m.weak != LCT_WEAK_RC11 && head > own) own = head;
    return (lct_order_published){.sync = join_published(own, learnt), .head = own};
}

void lct_order_region(uintptr_t address, uint64_t size, uintptr_t pc) {
    if (!lct_order_matters()) return;
    for (int round = 0; round < 2; round++)
        for (uint64_t at = 0; at < size; at += LCT_ORDER_MOST) {
            uint32_t piece = size - at < LCT_ORDER_MOST ? (uint32_t)(size - at) : LCT_ORDER_MOST;
            lct_order_atomic(round ? LCT_ATOMIC_RMW : LCT_ATOMIC_LOAD, address + at, piece, __ATOMIC_SEQ_CST, pc);
        }
}

void lct_order_fence(int order) {
    if (!lct_order_matters()) return;
    if (lct_m.weak) lct_explorer.fence(order & ORDER_BITS);
    if (acquires(order)) {
        lct_clock seen = mine()->seen;
        learn(&seen, true);
    }
    if (releases(order)) {
        int32_t published = publish();
        note(LCT_CHANGE_FENCE)->head = mine()->fence;
        lct_order_noted();
        mine()->fence = published;
    }
}
