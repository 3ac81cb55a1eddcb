/* The configurations a search has been in, written down as words.  See search.c for the contents of one. */
#include "check/quasi/search_parts.h"

static void write_word(lc_quasi_search *q, uint32_t word) { q->words.at[q->words.count++] = word; }

/* Which operations are in an order: how many at the beginning, and then bits. */
static void write_members(lc_quasi_search *q, uint32_t low, uint8_t which) {
    const uint8_t *where = q->orders.where.at;
    write_word(q, low);
    for (uint32_t i = low; i < q->orders.high; i += 32) {
        uint32_t bits = 0;
        for (uint32_t k = 0; k < 32 && i + k < q->orders.high; k++) bits |= (uint32_t) !!(where[i + k] & which) << k;
        write_word(q, bits);
    }
}

/* The place before which it must not enter the real order, 0 if that cannot happen: where the legal order does not wait
 * for the real one it may be further ahead than the factor. */
static uint32_t not_before(const lc_quasi_orders *o, uint32_t op, uint32_t set) {
    uint64_t place = lc_quasi_place(o, op, set), next = (uint64_t)o->real_count[set] + 1;
    uint32_t earliest = lc_quasi_range_of(o->line, op, set)->earliest;
    if (earliest > next) next = earliest;
    return place > next + o->most[set] ? (uint32_t)place - o->most[set] : 0;
}

/* Those between the orders, by their calls, with their deadlines. */
static void write_deadlines(lc_quasi_search *q) {
    const lc_quasi_orders *o = &q->orders;
    for (uint32_t i = o->low_real, left = o->between.count; left; i++) {
        if ((o->where.at[i] & (LC_IN_LEGAL | LC_IN_REAL)) != LC_IN_LEGAL || !q->line.ops.at[i].sets) continue;
        left--;
        for (uint32_t d = 0; d < q->line.set_count; d++)
            if (q->line.ops.at[i].sets >> d & 1) {
                write_word(q, lc_quasi_deadline(o, i, d));
                if (!q->line.complete) write_word(q, not_before(o, i, d));
            }
    }
}

bool lc_quasi_visit(lc_quasi_search *q, uint32_t state) {
    const lc_quasi_orders *o = &q->orders;
    uint32_t low = o->low_legal < o->low_real ? o->low_legal : o->low_real;
    uint32_t most = 6 + 2 * ((o->high - low) / 32 + 1) + 2 * o->between.count * q->line.set_count;
    q->words.count = 0;
    if (!lc_reserve(q->budget, &q->words, most)) return false;
    write_word(q, state);
    write_word(q, (o->legal.count << 1) | q->ended);
    write_members(q, o->low_legal, LC_IN_LEGAL);
    write_members(q, o->low_real, LC_IN_REAL);
    write_deadlines(q);
    uint32_t known = q->seen.items.count;
    bool fresh = q->forgets || lc_intern_add(&q->seen, q->words.at, q->words.count * sizeof *q->words.at) == known;
    q->visited += fresh;
    q->cut += !fresh;
    return fresh;
}
