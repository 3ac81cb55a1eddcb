/* Which operation comes next in the real order.
 *
 * Given the legal order, the real one is a schedule of unit jobs: of a set d with factor K an operation with place p in
 * the legal order may take the places p - K to p + K in the real one, and must come after those that returned before it
 * was called.  This is an interval order, and of two operations of an interval order the one that returns first
 * precedes everything that the other precedes.  So if x and y can both come next in d, x returns first, and x must come
 * at the latest where y still may (deadline(x) <= place(y) + K), then it is x's turn: in a solution that takes y now
 * and x later the two can change places.  x comes as early as it can; y comes where x was, in time, and behind x came
 * all that must follow y.
 *
 *   - An operation that beats in this way all of its set that are not in the real order yet, also those that are not
 *     even in the legal order (their deadlines are later), is appended at once.
 *   - Of the rest only those that no operation beats are worth trying.  This is put off until the legal order is K + 1
 *     ahead in the set: by then everything that may take the place is known.  Putting off never loses anything.
 *
 * Places of other sets do not change when operations of one set change places, if no operation is in two sets.  If some
 * are, nothing is concluded and all are tried.
 *
 * Of operations that touch in an instant, those of one thread keep their order, and then it is no interval order: z may
 * have to follow y, but not x, although x returns first.  So nothing is concluded from one pair.  But an operation that
 * beats all the rest may still be appended at once: let a solution take y, z and so on, and then x.  x takes the place
 * of y, y that of z, and so on, and the last of them that of x, which is in time for each of them.  Operations that
 * must follow them by time must follow x, too, and so are behind all these places.
 */
#include "check/quasi/orders.h"

#include <assert.h>
#include <string.h>

void lc_quasi_orders_init(lc_quasi_orders *o, lc_budget *budget) { *o = (lc_quasi_orders){.budget = budget}; }

void lc_quasi_orders_free(lc_quasi_orders *o) {
    lc_vec_free(o->budget, &o->legal);
    lc_vec_free(o->budget, &o->real);
    lc_vec_free(o->budget, &o->where);
    lc_vec_free(o->budget, &o->place);
    lc_vec_free(o->budget, &o->between);
}

bool lc_quasi_orders_begin(lc_quasi_orders *o, const lc_quasi_line *line, const lc_factors *factors, uint32_t sought) {
    lc_budget *budget = o->budget;
    uint32_t count = line->ops.count;
    o->line = line;
    for (uint32_t i = 0; i < factors->count; i++) o->most[i] = i == factors->sought ? sought : factors->at[i].most;
    memset(o->legal_count, 0, sizeof o->legal_count);
    memset(o->real_count, 0, sizeof o->real_count);
    memset(o->set_returned, 0, sizeof o->set_returned);
    memset(o->set_legal, 0, sizeof o->set_legal);
    memset(o->first_unused, 0, sizeof o->first_unused);
    o->returned = o->rest_real = o->low_legal = o->low_real = o->high = 0;
    o->to_come = line->returns.count;
    o->legal.count = o->real.count = o->between.count = 0;
    /* Room for everything, so that from now on nothing can fail. */
    if (!lc_reserve(budget, &o->legal, count + 1) || !lc_reserve(budget, &o->real, count + 1) ||
        !lc_reserve(budget, &o->between, count + 1) || !lc_reserve(budget, &o->where, count + 1) ||
        !lc_reserve(budget, &o->place, count * line->set_count + 1))
        return false;
    memset(o->where.at, 0, count + 1);
    return true;
}

/* ---- growing and shrinking ---- */

static void advance(uint32_t *low, const uint32_t *ops, uint32_t count, const uint8_t *where, uint8_t which) {
    while (*low < count && where[ops[*low]] & which) ++*low;
}

/* A pointer to the first that is missing, when this one, at `place`, goes missing. */
static void retreat(uint32_t *low, uint32_t place) {
    if (place < *low) *low = place;
}

#define EACH_SET(o, d, op)                                                                                             \
    for (uint32_t d = 0; d < (o)->line->set_count; d++)                                                                \
        if ((o)->line->ops.at[op].sets >> d & 1)

void lc_quasi_append_legal(lc_quasi_orders *o, uint32_t op) {
    const lc_quasi_line *l = o->line;
    const lc_quasi_op *x = &l->ops.at[op];
    assert(!lc_quasi_in(o, op, LC_IN_LEGAL));
    o->where.at[op] |= LC_IN_LEGAL;
    o->legal.at[o->legal.count++] = op;
    EACH_SET(o, d, op) {
        o->place.at[op * l->set_count + d] = ++o->legal_count[d];
        advance(&o->set_legal[d], l->sets[d].returns.at, l->sets[d].returns.count, o->where.at, LC_IN_LEGAL);
        advance(&o->first_unused[d], l->sets[d].ops.at, l->sets[d].ops.count, o->where.at, LC_IN_LEGAL);
    }
    if (x->sets) o->between.at[o->between.count++] = op;
    else advance(&o->first_unused[l->set_count], l->rest.ops.at, l->rest.ops.count, o->where.at, LC_IN_LEGAL);
    if (x->ends != LC_NEVER) o->to_come--;
    while (o->low_legal < l->ops.count && lc_quasi_in(o, o->low_legal, LC_IN_LEGAL)) o->low_legal++;
    if (op >= o->high) o->high = op + 1;
}

static void drop_between(lc_quasi_orders *o, uint32_t op) {
    for (uint32_t i = o->between.count; i-- > 0;)
        if (o->between.at[i] == op) {
            o->between.at[i] = o->between.at[--o->between.count];
            return;
        }
}

void lc_quasi_append_real(lc_quasi_orders *o, uint32_t op) {
    const lc_quasi_line *l = o->line;
    assert(!lc_quasi_in(o, op, LC_IN_REAL) && lc_quasi_available(o, op));
    o->where.at[op] |= LC_IN_REAL;
    o->real.at[o->real.count++] = op;
    EACH_SET(o, d, op) {
        o->real_count[d]++;
        advance(&o->set_returned[d], l->sets[d].returns.at, l->sets[d].returns.count, o->where.at, LC_IN_REAL);
    }
    if (l->ops.at[op].sets) drop_between(o, op);
    advance(&o->returned, l->returns.at, l->returns.count, o->where.at, LC_IN_REAL);
    while (o->low_real < l->ops.count && lc_quasi_in(o, o->low_real, LC_IN_REAL)) o->low_real++;
    if (op >= o->high) o->high = op + 1;
}

/* Where an operation stands in a list that ascends. */
static uint32_t index_of(const uint32_t *ops, uint32_t count, uint32_t op) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ops[middle] < op) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void take_back_real(lc_quasi_orders *o) {
    const lc_quasi_line *l = o->line;
    uint32_t op = o->real.at[--o->real.count];
    const lc_quasi_op *x = &l->ops.at[op];
    o->where.at[op] &= (uint8_t)~LC_IN_REAL;
    EACH_SET(o, d, op) {
        o->real_count[d]--;
        retreat(&o->set_returned[d], lc_quasi_range_of(l, op, d)->ends);
    }
    if (x->sets) o->between.at[o->between.count++] = op;
    else retreat(&o->rest_real, index_of(l->rest.ops.at, l->rest.ops.count, op));
    retreat(&o->returned, x->ends);
    retreat(&o->low_real, op);
}

static void take_back_legal(lc_quasi_orders *o) {
    const lc_quasi_line *l = o->line;
    uint32_t op = o->legal.at[--o->legal.count];
    const lc_quasi_op *x = &l->ops.at[op];
    o->where.at[op] &= (uint8_t)~LC_IN_LEGAL;
    EACH_SET(o, d, op) {
        o->legal_count[d]--;
        retreat(&o->set_legal[d], lc_quasi_range_of(l, op, d)->ends);
        retreat(&o->first_unused[d], index_of(l->sets[d].ops.at, l->sets[d].ops.count, op));
    }
    if (x->sets) drop_between(o, op);
    else retreat(&o->first_unused[l->set_count], index_of(l->rest.ops.at, l->rest.ops.count, op));
    if (x->ends != LC_NEVER) o->to_come++;
    retreat(&o->low_legal, op);
}

void lc_quasi_cut(lc_quasi_orders *o, uint32_t legal, uint32_t real) {
    while (o->real.count > real) take_back_real(o);
    while (o->legal.count > legal) take_back_legal(o);
}

/* ---- the next of the real order ---- */

/* The last place that the factor leaves it. */
static uint64_t last_place(const lc_quasi_orders *o, uint32_t op, uint32_t set) {
    return (uint64_t)lc_quasi_place(o, op, set) + o->most[set];
}

uint32_t lc_quasi_deadline(const lc_quasi_orders *o, uint32_t op, uint32_t set) {
    uint64_t last = last_place(o, op, set);
    uint32_t latest = lc_quasi_range_of(o->line, op, set)->latest;
    return last < latest ? (uint32_t)last : latest;
}

/* Is its next place in the real order near enough to that in the legal one, in all its sets? */
static bool fits(const lc_quasi_orders *o, uint32_t op) {
    EACH_SET(o, d, op) {
        uint64_t place = lc_quasi_place(o, op, d), next = (uint64_t)o->real_count[d] + 1;
        if (place > next + o->most[d] || next > place + o->most[d]) return false;
    }
    return true;
}

static bool returns_before(const lc_quasi_line *l, uint32_t x, uint32_t y) {
    return l->ops.at[x].ends != l->ops.at[y].ends ? l->ops.at[x].ends < l->ops.at[y].ends : x < y;
}

/* If both can come next: need y not be tried, because of x? */
static bool beats(const lc_quasi_orders *o, uint32_t x, uint32_t y, uint32_t set) {
    return returns_before(o->line, x, y) && lc_quasi_deadline(o, x, set) <= last_place(o, y, set);
}

/* The operation of a set that surely comes next, LC_NONE if there is none. */
static uint32_t sure_one(const lc_quasi_orders *o, uint32_t set) {
    const lc_quasi_set *s = &o->line->sets[set];
    if (o->set_returned[set] == s->returns.count) return LC_NONE;
    uint32_t x = s->returns.at[o->set_returned[set]]; /* it returns before all other missing ones */
    if (!lc_quasi_in(o, x, LC_IN_LEGAL) || !lc_quasi_available(o, x) || !fits(o, x)) return LC_NONE;
    for (uint32_t i = 0; i < o->between.count; i++) {
        uint32_t y = o->between.at[i];
        if (y != x && o->line->ops.at[y].sets >> set & 1 && !beats(o, x, y, set)) return LC_NONE;
    }
    return x;
}

/* The rest: pending operations only once they are known to take part. */
static bool settle_rest(lc_quasi_orders *o) {
    const lc_quasi_set *rest = &o->line->rest;
    bool moved = false;
    for (uint32_t i = o->rest_real; i < rest->ops.count; i++) {
        uint32_t op = rest->ops.at[i];
        if (lc_quasi_in(o, op, LC_IN_REAL)) continue;
        if (o->line->ops.at[op].before > o->returned) break;
        bool takes_part = o->line->ops.at[op].ends != LC_NEVER || lc_quasi_in(o, op, LC_IN_LEGAL);
        if (!takes_part || !lc_quasi_available(o, op)) continue;
        lc_quasi_append_real(o, op);
        moved = true;
    }
    advance(&o->rest_real, rest->ops.at, rest->ops.count, o->where.at, LC_IN_REAL);
    return moved;
}

void lc_quasi_settle(lc_quasi_orders *o) {
    bool moved;
    do {
        moved = settle_rest(o);
        for (uint32_t d = 0; d < o->line->set_count && o->line->disjoint; d++)
            for (uint32_t x; (x = sure_one(o, d)) != LC_NONE; moved = true) lc_quasi_append_real(o, x);
    } while (moved);
}

bool lc_quasi_front(const lc_quasi_orders *o, uint32_t set, lc_quasi_choices *front) {
    const lc_quasi_line *l = o->line;
    uint32_t first = front->count;
    for (uint32_t i = 0; i < o->between.count; i++) {
        uint32_t x = o->between.at[i];
        bool mine = l->ops.at[x].sets >> set & 1 || !l->disjoint;
        if (mine && lc_quasi_available(o, x) && fits(o, x) && !lc_push(o->budget, front, x)) return false;
    }
    if (!l->disjoint || l->tied) return true;
    uint32_t kept = first;
    for (uint32_t i = first; i < front->count; i++) {
        bool beaten = false;
        for (uint32_t k = first; k < front->count && !beaten; k++)
            beaten = k != i && beats(o, front->at[k], front->at[i], set);
        if (!beaten) {
            uint32_t x = front->at[i];
            front->at[i] = front->at[kept]; /* the beaten ones stay in sight of those that follow */
            front->at[kept++] = x;
        }
    }
    front->count = kept;
    return true;
}

/* ---- counting places ---- */

/* Those between the orders: when sorted by their last places, the k-th must not be due before the k-th next place. */
static bool real_order_fits(const lc_quasi_orders *o, uint32_t set) {
    enum { LOOKED_AT = 32 }; /* a necessary condition only, so a few will do */
    uint64_t due[LOOKED_AT];
    uint32_t count = 0;
    for (uint32_t i = 0; i < o->between.count && count < LOOKED_AT; i++) {
        if (!(o->line->ops.at[o->between.at[i]].sets >> set & 1)) continue;
        uint64_t last = last_place(o, o->between.at[i], set);
        uint32_t k = count++;
        for (; k && due[k - 1] > last; k--) due[k] = due[k - 1];
        due[k] = last;
    }
    for (uint32_t k = 0; k < count; k++)
        if (due[k] < (uint64_t)o->real_count[set] + k + 1) return false;
    return true;
}

/* Those to come in the legal order, by their returns: the k-th of them takes at best the k-th next place.  The i-th
 * return of a set has a latest place of at least i, so once no more than K are in the order that return later, there is
 * nothing to fear. */
static bool legal_order_fits(const lc_quasi_orders *o, uint32_t set) {
    const lc_quasi_set *s = &o->line->sets[set];
    uint32_t used = o->set_legal[set], missing = 0;
    for (uint32_t i = used; i < s->returns.count; i++) {
        uint32_t x = s->returns.at[i];
        if (lc_quasi_in(o, x, LC_IN_LEGAL)) {
            used++;
            continue;
        }
        if (o->legal_count[set] - used <= o->most[set]) return true;
        uint64_t latest = (uint64_t)lc_quasi_range_of(o->line, x, set)->latest + o->most[set];
        if ((uint64_t)o->legal_count[set] + 1 + missing > latest) return false;
        missing++;
    }
    return true;
}

bool lc_quasi_hopeful(const lc_quasi_orders *o) {
    for (uint32_t d = 0; d < o->line->set_count; d++)
        if (!real_order_fits(o, d) || !legal_order_fits(o, d)) return false;
    return true;
}
