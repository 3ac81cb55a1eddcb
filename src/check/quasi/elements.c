/* The elements of a container.
 *
 * Equivalent elements.  A queue does not inspect its elements.  Let u and v be values that are added once and removed
 * once each (or never), and let both operations of u come before those of v: called before, and returned before.  In a
 * solution where v is added to the legal order before u, exchange the names of u and v there, and in the real order
 * where v's operation comes before u's.  That is still a solution: both orders keep their steps, time allows it, and
 * matching the earlier place with the earlier place makes no operation be further from its place than one of the two
 * was.  The number of such pairs in the wrong order has become smaller.  So an addition need not be tried while that of
 * such a u is to come.  The same goes for any two operations that do and return the same.
 *
 * This needs that v is also removed before u, as it is from a queue: else the exchange would move the removals away
 * from their places.  From a bag u may be removed first, but then only the additions are exchanged.  In a stack or a
 * deque neither will do, unless both stay there.
 *
 * First in, first out.  If u's removal must be in the legal order before v's, as the windows of their places show, v
 * must not be added before u.  Last in, first out: v must not be added while u is there.
 */
#include "check/quasi/elements.h"

#include <string.h>

void lc_quasi_elements_init(lc_quasi_elements *e, lc_budget *budget) {
    *e = (lc_quasi_elements){.budget = budget};
    lc_map64_init(&e->of_value, budget);
}

void lc_quasi_elements_free(lc_quasi_elements *e) {
    lc_vec_free(e->budget, &e->at);
    lc_vec_free(e->budget, &e->added);
    lc_vec_free(e->budget, &e->removed);
    lc_vec_free(e->budget, &e->by_removal);
    lc_map64_free(&e->of_value);
}

/* ---- finding them ---- */

/* Does it treat all values alike? */
static bool is_indifferent(lince_object_kind is) {
    return is == LINCE_IS_QUEUE || is == LINCE_IS_STACK || is == LINCE_IS_DEQUE || is == LINCE_IS_BAG;
}

/* The value that a pending operation removes is unknown. */
static bool leaks(const lc_quasi_elements *e, const lc_binding *b) {
    for (uint32_t i = 0; i < e->line->ops.count; i++) {
        const lc_quasi_op *x = &e->line->ops.at[i];
        if (x->ends == LC_NEVER && lc_label_method(b, &b->labels.at[x->label])->role == LINCE_ROLE_REMOVE) return true;
    }
    return false;
}

static const lc_quasi_op *op_at(const lc_quasi_elements *e, uint32_t op) { return &e->line->ops.at[op]; }

static bool add_element(lc_quasi_elements *e, const lc_binding *b, uint32_t op) {
    lince_value v = lc_label_moves(b, &b->labels.at[op_at(e, op)->label], LINCE_ROLE_ADD);
    if (v == LINCE_NO_VALUE) return true;
    uint32_t known = lc_map64_get(&e->of_value, v);
    if (known != LC_NOT_MAPPED) e->at.at[known].plain = false;
    else lc_map64_put(&e->of_value, v, e->at.count);
    e->added.at[op] = e->at.count;
    return lc_push(e->budget, &e->at,
                   (lc_quasi_element){.add = op, .remove = LC_NONE, .plain = known == LC_NOT_MAPPED});
}

static void add_removal(lc_quasi_elements *e, const lc_binding *b, uint32_t op) {
    const lc_label *label = &b->labels.at[op_at(e, op)->label];
    lince_value v = lc_label_moves(b, label, LINCE_ROLE_REMOVE);
    if (v == LINCE_NO_VALUE) return;
    uint32_t known = lc_map64_get(&e->of_value, v);
    if (known == LC_NOT_MAPPED) {
        e->unknown = op;
        return;
    }
    lc_quasi_element *x = &e->at.at[known];
    if (x->remove != LC_NONE) x->plain = false;
    x->remove = op;
    e->removed.at[op] = known;
}

/* Are all additions in one set, and all removals?  Else their places cannot be compared. */
static void find_common_sets(lc_quasi_elements *e) {
    e->one_set = true;
    for (uint32_t i = 0; i < e->at.count; i++) {
        const lc_quasi_element *x = &e->at.at[i], *first = &e->at.at[0];
        if (op_at(e, x->add)->sets != op_at(e, first->add)->sets) e->one_set = false;
        if (x->remove == LC_NONE) continue;
        if (e->removal_sets == LC_NONE) e->removal_sets = op_at(e, x->remove)->sets;
        if (op_at(e, x->remove)->sets != e->removal_sets) e->one_set = false;
    }
}

/* The plain elements by the returns of their removals, and so by their latest places. */
static bool list_removals(lc_quasi_elements *e) {
    for (uint32_t i = 0; i < e->line->returns.count && (e->fifo || e->lifo) && e->one_set; i++) {
        uint32_t number = e->removed.at[e->line->returns.at[i]];
        if (number == LC_NONE || !e->at.at[number].plain) continue;
        if (!lc_push(e->budget, &e->by_removal, number)) return false;
    }
    return true;
}

/* A method that looks at values without moving them makes them different. */
static bool peeks(const lc_quasi_elements *e, const lc_binding *b) {
    for (uint32_t i = 0; i < e->line->ops.count; i++)
        if (lc_label_method(b, &b->labels.at[op_at(e, i)->label])->role == LINCE_ROLE_PEEK) return true;
    return false;
}

bool lc_quasi_elements_build(lc_quasi_elements *e, const lc_quasi_line *line, const lc_binding *b) {
    e->line = line;
    e->binding = b;
    e->at.count = e->by_removal.count = 0;
    e->unknown = e->removal_sets = LC_NONE;
    lc_map64_clear(&e->of_value);
    if (!lc_reserve(e->budget, &e->added, line->ops.count + 1) ||
        !lc_reserve(e->budget, &e->removed, line->ops.count + 1))
        return false;
    memset(e->added.at, 0xff, line->ops.count * sizeof *e->added.at);
    memset(e->removed.at, 0xff, line->ops.count * sizeof *e->removed.at);
    e->tracked = e->alike = e->fifo = e->lifo = false;
    if (!line->ops.count) return true;
    lince_object_kind is = b->objects.at[lc_object_of(b, line->ops.at[0].op)].instance->is;
    e->alike = is_indifferent(is) && !peeks(e, b);
    e->fifo = e->alike && is == LINCE_IS_QUEUE;
    e->lifo = e->alike && is == LINCE_IS_STACK;
    e->loose = is == LINCE_IS_BAG;
    e->tracked = is_indifferent(is) || is == LINCE_IS_PQUEUE;
    e->leaking = leaks(e, b);
    if (!e->tracked) return true;
    for (uint32_t i = 0; i < line->ops.count; i++)
        if (!add_element(e, b, i)) return false;
    for (uint32_t i = 0; i < line->ops.count; i++) add_removal(e, b, i);
    find_common_sets(e);
    return list_removals(e) && !lc_exhausted(e->budget);
}

/* ---- windows of places in the legal order ---- */

enum { ANYWHERE = LC_ANYWHERE };

static uint32_t only_set(const lc_quasi_op *x) {
    if (!x->sets || x->sets & (x->sets - 1)) return LC_NONE;
    return (uint32_t)__builtin_ctz(x->sets);
}

lc_quasi_window lc_quasi_window_of(const lc_quasi_elements *e, uint32_t op, const uint32_t *most) {
    if (op == LC_NONE) return (lc_quasi_window){LC_NONE, e->leaking ? -ANYWHERE : ANYWHERE, ANYWHERE};
    uint32_t set = only_set(op_at(e, op));
    if (set == LC_NONE) return (lc_quasi_window){LC_NONE, -ANYWHERE, ANYWHERE};
    const lc_quasi_range *r = lc_quasi_range_of(e->line, op, set);
    int64_t high = r->latest == LC_NEVER ? ANYWHERE : (int64_t)r->latest + most[set];
    return (lc_quasi_window){set, (int64_t)r->earliest - most[set], high};
}

/* Is one in the legal order before the other, in all cases? */
static bool surely_before(lc_quasi_window a, lc_quasi_window b) {
    if (a.set == b.set && a.set != LC_NONE) return a.high < b.low;
    return b.low == ANYWHERE && a.low != ANYWHERE; /* removed, and never removed */
}

/* ---- operations that need not be tried ---- */

/* Are both operations of one before those of the other, as far as time goes? */
static bool comes_before(const lc_quasi_line *l, uint32_t u, uint32_t v) {
    if (u == LC_NONE || v == LC_NONE) return u == v;
    return u < v && l->ops.at[u].ends <= l->ops.at[v].ends;
}

/* Do they do the same, up to the value that is moved? */
static bool same_kind(const lc_quasi_elements *e, const lc_binding *b, uint32_t u, uint32_t v) {
    if (u == LC_NONE || v == LC_NONE) return u == v;
    return lc_row_of(b, op_at(e, u)->op) == lc_row_of(b, op_at(e, v)->op) &&
           (op_at(e, u)->ends == LC_NEVER) == (op_at(e, v)->ends == LC_NEVER);
}

static bool another_element_first(const lc_quasi_elements *e, const lc_quasi_orders *o, uint32_t op) {
    uint32_t number = e->added.at[op];
    if (number == LC_NONE || !e->at.at[number].plain) return false;
    const lc_quasi_element *v = &e->at.at[number];
    for (uint32_t i = number; i-- > 0 && e->at.at[i].add >= o->low_legal;) {
        const lc_quasi_element *u = &e->at.at[i];
        if (!u->plain || lc_quasi_in(o, u->add, LC_IN_LEGAL)) continue;
        if (u->remove != LC_NONE && !e->fifo && !e->loose) continue;
        if (comes_before(e->line, u->add, v->add) && comes_before(e->line, u->remove, v->remove) &&
            same_kind(e, e->binding, u->add, v->add) && same_kind(e, e->binding, u->remove, v->remove))
            return true;
    }
    return false;
}

static bool same_operation_first(const lc_quasi_orders *o, uint32_t op) {
    const lc_quasi_line *l = o->line;
    for (uint32_t i = op; i-- > o->low_legal;)
        if (l->ops.at[i].label == l->ops.at[op].label && !lc_quasi_in(o, i, LC_IN_LEGAL) && comes_before(l, i, op))
            return true;
    return false;
}

uint32_t lc_quasi_next_removal(const lc_quasi_elements *e, const lc_quasi_orders *o, uint32_t from) {
    for (; from < e->by_removal.count; from++) {
        const lc_quasi_element *x = &e->at.at[e->by_removal.at[from]];
        if (!lc_quasi_in(o, e->lifo ? x->remove : x->add, LC_IN_LEGAL)) break;
    }
    return from;
}

/* Of a queue, the elements to be added, of a stack, those in it: is one of these removed before v, in all cases? */
static bool in_the_way(const lc_quasi_elements *e, const lc_quasi_orders *o, uint32_t next_removal,
                       const lc_quasi_element *v) {
    enum { LOOKED_AT = 16 }; /* the first in question is the one removed first, but of a stack it may not be in yet */
    lc_quasi_window removed = lc_quasi_window_of(e, v->remove, o->most);
    for (uint32_t i = next_removal; i < e->by_removal.count && i < next_removal + LOOKED_AT; i++) {
        const lc_quasi_element *u = &e->at.at[e->by_removal.at[i]];
        if (!surely_before(lc_quasi_window_of(e, u->remove, o->most), removed)) return false;
        if (u == v || (e->lifo && (!lc_quasi_in(o, u->add, LC_IN_LEGAL) || lc_quasi_in(o, u->remove, LC_IN_LEGAL))))
            continue;
        return true;
    }
    return false;
}

bool lc_quasi_needless(const lc_quasi_elements *e, const lc_quasi_orders *o, uint32_t next_removal, uint32_t op) {
    uint32_t added = e->tracked ? e->added.at[op] : LC_NONE;
    if (added != LC_NONE && e->at.at[added].plain && in_the_way(e, o, next_removal, &e->at.at[added])) return true;
    if (e->line->tied) return false;
    return same_operation_first(o, op) || (e->alike && another_element_first(e, o, op));
}

/* ---- conflicts found without search ---- */

/* u was added before v, in all cases, and v removed before u. */
static bool clash_of_pairs(const lc_quasi_elements *e, const uint32_t *most, lc_quasi_clash *clash) {
    const lc_quasi_line *l = e->line;
    uint32_t r = 0, latest = LC_NONE; /* of the elements that were surely added, the one removed last */
    for (uint32_t i = 0; i < e->at.count; i++) {
        const lc_quasi_element *v = &e->at.at[i];
        lc_quasi_window added = lc_quasi_window_of(e, v->add, most), removed = lc_quasi_window_of(e, v->remove, most);
        for (; r < l->returns.count; r++) {
            uint32_t u = e->added.at[l->returns.at[r]];
            if (u == LC_NONE) continue;
            if (!surely_before(lc_quasi_window_of(e, l->returns.at[r], most), added)) break;
            if (!e->at.at[u].plain) continue;
            if (latest == LC_NONE || lc_quasi_window_of(e, e->at.at[u].remove, most).low >
                                         lc_quasi_window_of(e, e->at.at[latest].remove, most).low)
                latest = u;
        }
        if (!v->plain || latest == LC_NONE) continue;
        const lc_quasi_element *u = &e->at.at[latest];
        if (!surely_before(removed, lc_quasi_window_of(e, u->remove, most))) continue;
        *clash = (lc_quasi_clash){u->remove == LC_NONE ? u->add : u->remove, v->remove};
        return true;
    }
    return false;
}

bool lc_quasi_clashes(const lc_quasi_elements *e, const uint32_t *most, lc_quasi_clash *clash) {
    if (!e->tracked) return false;
    if (e->unknown != LC_NONE) {
        *clash = (lc_quasi_clash){e->unknown, LC_NONE};
        return true;
    }
    for (uint32_t i = 0; i < e->at.count; i++) {
        const lc_quasi_element *v = &e->at.at[i];
        if (v->remove == LC_NONE || !v->plain) continue;
        if (!surely_before(lc_quasi_window_of(e, v->remove, most), lc_quasi_window_of(e, v->add, most))) continue;
        *clash = (lc_quasi_clash){v->add, v->remove};
        return true;
    }
    return e->fifo && e->one_set && clash_of_pairs(e, most, clash);
}
