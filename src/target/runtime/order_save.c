/* The part of the order of synchronization on which the future depends, so that two moments can be compared.
 *
 * Ticks grow forever, so that a program which goes round would never come back to the same clocks.  But the only query
 * is whether an access happens before the action of some thread.  An access in the clocks of all other threads races
 * with nothing any more, and is left out.  The remaining accesses of a thread are numbered, in their order, and a clock
 * is written as the number of them that it *covers*.  Clocks that cover the same accesses are equivalent forever,
 * because the actions of a thread from now on have a larger tick than any clock contains.  Releases that publish
 * nothing new to any thread are left out, too.
 *
 * Atomic accesses race only with plain ones of the same bytes, and most bytes are accessed in one way.  So those of
 * bytes that were not accessed otherwise so far are left out; if they are after all, lct_order_matters_more reports so,
 * and moments that were compared before must be compared again.
 */
#include "target/runtime/order_parts.h"
#include "target/runtime/snapshot.h"

enum { TICKS = INT16_MAX + 1 };

static struct {
    int16_t (*covers)[TICKS]; /* of each thread: how many of its accesses that matter have at most this tick */
    unsigned threads;
    lct_clock known; /* of each thread: the tick that all other threads have of it */
    lct_clock least; /* the knowledge of all threads, as the number of accesses it covers */
} o LCT_STATE = {0};

/* The knowledge common to all threads that go on; with `without_own`, each thread's own clock is left out for its own
 * ticks. A thread created later inherits its creator's clock. */
static lct_clock common_clock(bool without_own) {
    lct_clock known = {0};
    for (unsigned u = 0; u < o.threads; u++) {
        int16_t least = INT16_MAX;
        for (unsigned t = 0; t < o.threads; t++) {
            int16_t its = lct_clock_at(&lct_order.threads[t].now, u);
            if (lct_m.threads[t].life == LCT_ALIVE && !(without_own && t == u) && its < least) least = its;
        }
        known[u] = least;
    }
    return known;
}

static void each_cell(void (*visit)(const lct_cell *, lct_tape *), lct_tape *tape) {
    for (uint32_t i = 1; i < lct_order.cell_count; i++) visit(&lct_order.cells[i], tape);
    for (uint32_t i = lct_order.split_first; i < LCT_ORDER_CELLS; i++) visit(&lct_order.cells[i], tape);
}

/* ---- numbering ---- */

static void mark(const lct_clock *ticks) {
    if (LCT_LIKELY(lct_clock_within(ticks, &o.known))) return;
    for (unsigned u = 0; u < o.threads; u++)
        if (lct_clock_at(ticks, u) > lct_clock_at(&o.known, u)) o.covers[u][lct_clock_at(ticks, u)] = 1;
}

bool lct_order_matters_more(void) {
    bool mixed = lct_order.mixed;
    lct_order.mixed = false;
    return mixed;
}

static lct_clock write_of(const lct_cell *cell) { return lct_clock_with((lct_clock){0}, cell->writer, cell->written); }

static void mark_cell(const lct_cell *cell, lct_tape *unused) {
    (void)unused;
    lct_clock write = write_of(cell);
    if (!(cell->kinds & LCT_PLAIN)) return;
    mark(&cell->reads);
    mark(&cell->atomic_reads);
    mark(&cell->atomic_writes);
    mark(&write);
}

static int16_t last_tick(unsigned thread) { return lct_order.threads[thread].tick; }

static void number_all(void) {
    for (unsigned u = 0; u < o.threads; u++)
        for (int tick = 0; tick <= last_tick(u); tick++) o.covers[u][tick] = 0;
    each_cell(mark_cell, NULL);
    for (unsigned u = 0; u < o.threads; u++)
        for (int tick = 1; tick <= last_tick(u); tick++)
            o.covers[u][tick] = (int16_t)(o.covers[u][tick] + o.covers[u][tick - 1]);
}

static lct_clock covered(const lct_clock *clock) {
    lct_clock result = {0};
    for (unsigned u = 0; u < o.threads; u++) {
        int16_t tick = lct_clock_at(clock, u);
        result[u] = o.covers[u][tick < last_tick(u) ? tick : last_tick(u)];
    }
    return result;
}

/* ---- the remaining part ---- */

static void put(lct_tape *tape, uint64_t what, const lct_clock *clock) {
    lct_tape_put(tape, &what, sizeof what);
    lct_tape_put(tape, clock, sizeof *clock);
}

enum { READS = 1, ATOMIC_READS, ATOMIC_WRITES, WRITES, NOW, SEEN, FENCE, HEADS };

/* Accesses that matter, by their numbers. */
static void put_accesses(lct_tape *tape, unsigned what, const lct_cell *cell, const lct_clock *ticks) {
    if (LCT_LIKELY(lct_clock_within(ticks, &o.known))) return;
    lct_clock numbers = {0};
    for (unsigned u = 0; u < o.threads; u++)
        if (lct_clock_at(ticks, u) > lct_clock_at(&o.known, u)) numbers[u] = o.covers[u][lct_clock_at(ticks, u)];
    put(tape, cell->low << 8 | (uint64_t)cell->size << 4 | what, &numbers);
}

/* The knowledge that a thread may still acquire. */
static void put_news(lct_tape *tape, uint64_t what, const lct_clock *clock) {
    lct_clock news = covered(clock);
    if (!lct_clock_within(&news, &o.least)) put(tape, what, &news);
}

static void put_cell(const lct_cell *cell, lct_tape *tape) {
    lct_clock write = write_of(cell);
    if (cell->kinds & LCT_PLAIN) {
        put_accesses(tape, READS, cell, &cell->reads);
        put_accesses(tape, ATOMIC_READS, cell, &cell->atomic_reads);
        put_accesses(tape, ATOMIC_WRITES, cell, &cell->atomic_writes);
        put_accesses(tape, WRITES, cell, &write);
    }
    for (lct_mask left = cell->heads; left; left &= (lct_mask)(left - 1)) {
        unsigned t = lct_first(left);
        put_news(tape, cell->low << 16 | t << 8 | (uint64_t)cell->size << 4 | HEADS,
                 &lct_order.published[cell->head[t]]);
    }
}

static void put_thread(lct_tape *tape, unsigned t) {
    const lct_thread_clocks *k = &lct_order.threads[t];
    lct_clock now = covered(&k->now), seen = covered(&k->seen);
    put(tape, t << 8 | NOW, &now);
    if (!lct_clock_within(&seen, &now)) put(tape, t << 8 | SEEN, &seen);
    if (k->fence >= 0) put_news(tape, t << 8 | FENCE, &lct_order.published[k->fence]);
}

void lct_order_save(lct_tape *tape) {
    if (!lct_m.races) return;
    if (!o.covers) o.covers = lct_reserve(LCT_THREADS * sizeof *o.covers);
    o.threads = lct_m.thread_count;
    o.known = common_clock(true);
    number_all();
    lct_clock least = common_clock(false);
    o.least = covered(&least);
    for (unsigned t = 0; t < o.threads; t++)
        if (lct_m.threads[t].life != LCT_UNUSED) put_thread(tape, t);
    each_cell(put_cell, tape);
}
