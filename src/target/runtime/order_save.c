/* What of the order of synchronisation the future depends on, so that two moments can be compared.
 *
 * Ticks grow for ever, so that a program which goes round would never come back to the same clocks.  But all that is
 * ever asked is whether an access happens before what somebody does.  One that all other threads know of races with
 * nothing any more, and is left out.  The others that a thread made are numbered, in their order, and of a clock it is
 * said how many of them it *covers*.  Clocks that cover the same accesses are as good as each other for ever, because
 * what a thread does from now on has a larger tick than anybody knows.  Releases that tell nobody anything are left
 * out, too.
 *
 * Atomic accesses race only with plain ones of the same bytes, and most bytes are accessed in one way.  So those of
 * bytes that were not accessed otherwise so far are left out; if they are after all, lc_order_matters_more says so, and
 * what was compared before must be compared again.
 */
#include "target/runtime/order_parts.h"
#include "target/runtime/snapshot.h"

enum { TICKS = INT16_MAX + 1 };

static struct {
    int16_t (*covers)[TICKS]; /* of each thread: how many of its accesses that matter have at most this tick */
    unsigned threads;
    lc_clock known; /* of each thread: what all others know of it */
    lc_clock least; /* what everybody knows, as what it covers */
} o LC_STATE = {0};

/* What everybody knows who goes on, or everybody else.  Who is started later knows what somebody knows by then. */
static lc_clock known_to_all(bool others) {
    lc_clock known = {0};
    for (unsigned u = 0; u < o.threads; u++) {
        int16_t least = INT16_MAX;
        for (unsigned t = 0; t < o.threads; t++) {
            int16_t its = lc_clock_at(&lc_order.threads[t].now, u);
            if (lc_m.threads[t].life == LC_ALIVE && !(others && t == u) && its < least) least = its;
        }
        known[u] = least;
    }
    return known;
}

static void each_cell(void (*visit)(const lc_cell *, lc_tape *), lc_tape *tape) {
    for (uint32_t i = 1; i < lc_order.cell_count; i++) visit(&lc_order.cells[i], tape);
    for (uint32_t i = lc_order.split_first; i < LC_ORDER_CELLS; i++) visit(&lc_order.cells[i], tape);
}

/* ---- numbering ---- */

static void mark(const lc_clock *ticks) {
    if (LC_LIKELY(lc_clock_within(ticks, &o.known))) return;
    for (unsigned u = 0; u < o.threads; u++)
        if (lc_clock_at(ticks, u) > lc_clock_at(&o.known, u)) o.covers[u][lc_clock_at(ticks, u)] = 1;
}

bool lc_order_matters_more(void) {
    bool mixed = lc_order.mixed;
    lc_order.mixed = false;
    return mixed;
}

static lc_clock write_of(const lc_cell *cell) { return lc_clock_with((lc_clock){0}, cell->writer, cell->written); }

static void mark_cell(const lc_cell *cell, lc_tape *unused) {
    (void)unused;
    lc_clock write = write_of(cell);
    if (!(cell->kinds & LC_PLAIN)) return;
    mark(&cell->reads);
    mark(&cell->atomic_reads);
    mark(&cell->atomic_writes);
    mark(&write);
}

static int16_t last_tick(unsigned thread) { return lc_order.threads[thread].tick; }

static void number_all(void) {
    for (unsigned u = 0; u < o.threads; u++)
        for (int tick = 0; tick <= last_tick(u); tick++) o.covers[u][tick] = 0;
    each_cell(mark_cell, NULL);
    for (unsigned u = 0; u < o.threads; u++)
        for (int tick = 1; tick <= last_tick(u); tick++)
            o.covers[u][tick] = (int16_t)(o.covers[u][tick] + o.covers[u][tick - 1]);
}

static lc_clock covered(const lc_clock *clock) {
    lc_clock result = {0};
    for (unsigned u = 0; u < o.threads; u++) {
        int16_t tick = lc_clock_at(clock, u);
        result[u] = o.covers[u][tick < last_tick(u) ? tick : last_tick(u)];
    }
    return result;
}

/* ---- what is left ---- */

static void put(lc_tape *tape, uint64_t what, const lc_clock *clock) {
    lc_tape_put(tape, &what, sizeof what);
    lc_tape_put(tape, clock, sizeof *clock);
}

enum { READS = 1, ATOMIC_READS, ATOMIC_WRITES, WRITES, NOW, SEEN, FENCE, HEADS };

/* Accesses that matter, by their numbers. */
static void put_accesses(lc_tape *tape, unsigned what, const lc_cell *cell, const lc_clock *ticks) {
    if (LC_LIKELY(lc_clock_within(ticks, &o.known))) return;
    lc_clock numbers = {0};
    for (unsigned u = 0; u < o.threads; u++)
        if (lc_clock_at(ticks, u) > lc_clock_at(&o.known, u)) numbers[u] = o.covers[u][lc_clock_at(ticks, u)];
    put(tape, cell->low << 8 | (uint64_t)cell->size << 4 | what, &numbers);
}

/* What somebody may still learn. */
static void put_news(lc_tape *tape, uint64_t what, const lc_clock *clock) {
    lc_clock news = covered(clock);
    if (!lc_clock_within(&news, &o.least)) put(tape, what, &news);
}

static void put_cell(const lc_cell *cell, lc_tape *tape) {
    lc_clock write = write_of(cell);
    if (cell->kinds & LC_PLAIN) {
        put_accesses(tape, READS, cell, &cell->reads);
        put_accesses(tape, ATOMIC_READS, cell, &cell->atomic_reads);
        put_accesses(tape, ATOMIC_WRITES, cell, &cell->atomic_writes);
        put_accesses(tape, WRITES, cell, &write);
    }
    for (lc_mask left = cell->heads; left; left &= (lc_mask)(left - 1)) {
        unsigned t = (unsigned)__builtin_ctz(left);
        put_news(tape, cell->low << 16 | t << 8 | (uint64_t)cell->size << 4 | HEADS,
                 &lc_order.published[cell->head[t]]);
    }
}

static void put_thread(lc_tape *tape, unsigned t) {
    const lc_knowledge *k = &lc_order.threads[t];
    lc_clock now = covered(&k->now), seen = covered(&k->seen);
    put(tape, t << 8 | NOW, &now);
    if (!lc_clock_within(&seen, &now)) put(tape, t << 8 | SEEN, &seen);
    if (k->fence >= 0) put_news(tape, t << 8 | FENCE, &lc_order.published[k->fence]);
}

void lc_order_save(lc_tape *tape) {
    if (!lc_m.races) return;
    if (!o.covers) o.covers = lc_reserve(LC_THREADS * sizeof *o.covers);
    o.threads = lc_m.thread_count;
    o.known = known_to_all(true);
    number_all();
    lc_clock least = known_to_all(false);
    o.least = covered(&least);
    for (unsigned t = 0; t < o.threads; t++)
        if (lc_m.threads[t].life != LC_UNUSED) put_thread(tape, t);
    each_cell(put_cell, tape);
}
