/* The elements of a queue, a stack, a deque or a bag.
 *
 * Alike.  A queue does not look at what is in it.  Let u and v be values that are added once and removed once each (or
 * never), and let both operations of u come before those of v: called before, and returned before.  In a solution where
 * v is added to the legal order before u, exchange the names of u and v there, and in the real order where v's
 * operation comes before u's.  That is still a solution: both orders keep their steps, time allows it, and matching the
 * earlier place with the earlier place makes no operation be further from its place than one of the two was.  The
 * number of such pairs in the wrong order has become smaller.  So an addition need not be tried while that of such a u
 * is to come.  The same goes for any two operations that do and return the same.
 *
 * This needs that v is also removed before u, as it is from a queue: else the exchange would move the removals away
 * from their places.  From a bag u may be removed first, but then only the additions are exchanged.  In a stack or a
 * deque neither will do, unless both stay there.
 *
 * First in, first out.  If u's removal must be in the legal order before v's, as the windows of their places tell, v
 * must not be added before u.
 *
 * Foresight.  Elements pass a queue in one order, and an addition tried too early shows only when it is removed.  So
 * take the elements one by one: only those that neither the windows of the additions nor those of the removals put
 * behind another, and of them the one that returns, or whose removal returns, before those of the others.  An operation
 * is due when it returns, or when the next in this order is.  (It is only a guess.)
 */
#include "check/quasi/elements.h"

#include <string.h>

#include "spec/builtin/common.h"

void lc_quasi_elements_init(lc_quasi_elements *e, lc_budget *budget) {
    *e = (lc_quasi_elements){.budget = budget};
    lc_map64_init(&e->of_value, budget);
}

void lc_quasi_elements_free(lc_quasi_elements *e) {
    lc_vec_free(e->budget, &e->at);
    lc_vec_free(e->budget, &e->added);
    lc_vec_free(e->budget, &e->removed);
    lc_vec_free(e->budget, &e->due);
    lc_vec_free(e->budget, &e->turn);
    lc_vec_free(e->budget, &e->by_removal);
    lc_map64_free(&e->of_value);
}

/* ---- finding them ---- */

static bool is_queue(const lince_spec *spec) { return spec == &lc_spec_queue || spec == &lc_spec_bounded_queue; }

/* Does it treat all values alike? */
static bool is_indifferent(const lince_spec *spec) {
    return is_queue(spec) || spec == &lc_spec_stack || spec == &lc_spec_bounded_stack || spec == &lc_spec_deque ||
           spec == &lc_spec_bag;
}

/* What a pending operation removes is not known. */
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
    for (uint32_t i = 0; i < e->line->returns.count && e->fifo && e->one_set; i++) {
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
        !lc_reserve(e->budget, &e->removed, line->ops.count + 1) ||
        !lc_reserve(e->budget, &e->due, line->ops.count + 1) || !lc_reserve(e->budget, &e->turn, line->ops.count + 1))
        return false;
    memset(e->added.at, 0xff, line->ops.count * sizeof *e->added.at);
    memset(e->removed.at, 0xff, line->ops.count * sizeof *e->removed.at);
    e->alike = e->fifo = false;
    if (!line->ops.count) return true;
    const lince_spec *spec = b->objects.at[lc_object_of(b, line->ops.at[0].op)].instance->spec;
    e->alike = is_indifferent(spec) && !peeks(e, b);
    e->fifo = e->alike && is_queue(spec);
    e->loose = spec == &lc_spec_bag;
    e->leaking = leaks(e, b);
    if (!e->alike) return true;
    for (uint32_t i = 0; i < line->ops.count; i++)
        if (!add_element(e, b, i)) return false;
    for (uint32_t i = 0; i < line->ops.count; i++) add_removal(e, b, i);
    find_common_sets(e);
    return list_removals(e) && !lc_exhausted(e->budget);
}

/* ---- windows of places in the legal order ---- */

/* Counted among a set; without one an operation may be anywhere. */
typedef struct window {
    uint32_t set; /* LC_NONE: it is in none, or in several */
    int64_t low, high;
} window;

enum { ANYWHERE = 1 << 30 };

static uint32_t only_set(const lc_quasi_op *x) {
    if (!x->sets || x->sets & (x->sets - 1)) return LC_NONE;
    return (uint32_t)__builtin_ctz(x->sets);
}

static window window_of(const lc_quasi_elements *e, uint32_t op, const uint32_t *most) {
    if (op == LC_NONE) return (window){LC_NONE, e->leaking ? -ANYWHERE : ANYWHERE, ANYWHERE}; /* after all others */
    uint32_t set = only_set(op_at(e, op));
    if (set == LC_NONE) return (window){LC_NONE, -ANYWHERE, ANYWHERE};
    const lc_quasi_range *r = lc_quasi_range_of(e->line, op, set);
    int64_t high = r->latest == LC_NEVER ? ANYWHERE : (int64_t)r->latest + most[set];
    return (window){set, (int64_t)r->earliest - most[set], high};
}

/* Is one in the legal order before the other, whatever happens? */
static bool surely_before(window a, window b) {
    if (a.set == b.set && a.set != LC_NONE) return a.high < b.low;
    return b.low == ANYWHERE && a.low != ANYWHERE; /* removed, and never removed */
}

/* ---- what need not be tried ---- */

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
    while (from < e->by_removal.count && lc_quasi_in(o, e->at.at[e->by_removal.at[from]].add, LC_IN_LEGAL)) from++;
    return from;
}

bool lc_quasi_needless(const lc_quasi_elements *e, const lc_quasi_orders *o, uint32_t next_removal, uint32_t op) {
    if (e->fifo && next_removal < e->by_removal.count && e->added.at[op] != LC_NONE) {
        const lc_quasi_element *u = &e->at.at[e->by_removal.at[next_removal]], *v = &e->at.at[e->added.at[op]];
        if (u != v && v->plain && surely_before(window_of(e, u->remove, o->most), window_of(e, v->remove, o->most)))
            return true;
    }
    if (e->line->tied) return false;
    return same_operation_first(o, op) || (e->alike && another_element_first(e, o, op));
}

/* ---- what to try first ---- */

/* Choosing the order in which elements pass. */
typedef struct passing {
    const lc_quasi_elements *e;
    const uint32_t *most;
    bool *passed;
    uint32_t first;                       /* the first that has not passed */
    uint32_t first_return, first_removal; /* the same by the returns of additions, and of removals */
} passing;

static bool has_passed(const passing *p, uint32_t element) { return element == LC_NONE || p->passed[element]; }

static void move_on(passing *p) {
    const lc_quasi_line *l = p->e->line;
    while (p->first < p->e->at.count && p->passed[p->first]) p->first++;
    while (p->first_return < l->returns.count && has_passed(p, p->e->added.at[l->returns.at[p->first_return]]))
        p->first_return++;
    while (p->first_removal < l->returns.count && has_passed(p, p->e->removed.at[l->returns.at[p->first_removal]]))
        p->first_removal++;
}

static uint32_t ends_of(const lc_quasi_elements *e, uint32_t op) {
    return op == LC_NONE ? LC_NEVER : op_at(e, op)->ends;
}

/* The next to pass: nobody's addition or removal must come before its own, and one of its two is the most urgent. */
static uint32_t next_to_pass(const passing *p) {
    enum { LOOKED_AT = 64 }; /* at so many at most: it is a guess */
    const lc_quasi_elements *e = p->e;
    const lc_quasi_line *l = e->line;
    uint32_t added = p->first_return < l->returns.count ? l->returns.at[p->first_return] : LC_NONE;
    uint32_t removed = p->first_removal < l->returns.count ? l->returns.at[p->first_removal] : LC_NONE;
    window first_added = window_of(e, added, p->most), first_removed = window_of(e, removed, p->most);
    uint32_t best = p->first, least = LC_NEVER, looked = 0;
    for (uint32_t i = p->first; i < e->at.count && looked < LOOKED_AT; i++) {
        if (p->passed[i]) continue;
        looked++;
        const lc_quasi_element *v = &e->at.at[i];
        if (surely_before(first_added, window_of(e, v->add, p->most))) break;
        if (surely_before(first_removed, window_of(e, v->remove, p->most))) continue;
        uint32_t by_add = ends_of(e, v->add), by_removal = ends_of(e, v->remove);
        /* how many returns it is behind the most urgent one */
        uint32_t behind_add = by_add == LC_NEVER ? LC_NEVER : by_add - p->first_return;
        uint32_t behind_removal = by_removal == LC_NEVER ? LC_NEVER : by_removal - p->first_removal;
        uint32_t urgency = behind_add < behind_removal ? behind_add : behind_removal;
        if (urgency >= least) continue;
        least = urgency;
        best = i;
    }
    return best;
}

/* Along the order in which elements pass, from its end: what comes later makes what comes before it urgent. */
static void make_urgent(lc_quasi_elements *e, const uint32_t *order) {
    uint32_t add_due = LC_NEVER, removal_due = LC_NEVER;
    for (uint32_t i = e->at.count; i-- > 0;) {
        const lc_quasi_element *v = &e->at.at[order[i]];
        if (v->remove != LC_NONE) {
            if (op_at(e, v->remove)->ends < removal_due) removal_due = op_at(e, v->remove)->ends;
            e->due.at[v->remove] = removal_due;
        }
        if (op_at(e, v->add)->ends < add_due) add_due = op_at(e, v->add)->ends;
        if (v->remove != LC_NONE && removal_due < add_due) add_due = removal_due;
        e->due.at[v->add] = add_due;
        e->turn.at[v->add] = i;
        if (v->remove != LC_NONE) e->turn.at[v->remove] = i;
    }
}

bool lc_quasi_foresee(lc_quasi_elements *e, const uint32_t *most) {
    for (uint32_t i = 0; i < e->line->ops.count; i++) {
        e->due.at[i] = op_at(e, i)->ends;
        e->turn.at[i] = i;
    }
    if (!e->fifo || !e->at.count) return true;
    uint32_t count = e->at.count, *order = lc_allocate(e->budget, count * sizeof *order);
    bool *passed = lc_allocate(e->budget, count * sizeof *passed);
    if (order && passed) {
        memset(passed, 0, count * sizeof *passed);
        passing p = {.e = e, .most = most, .passed = passed};
        for (uint32_t i = 0; i < count; i++) {
            move_on(&p);
            order[i] = next_to_pass(&p);
            passed[order[i]] = true;
        }
        make_urgent(e, order);
    }
    bool fine = order && passed;
    lc_release(e->budget, passed, passed ? count * sizeof *passed : 0);
    lc_release(e->budget, order, order ? count * sizeof *order : 0);
    return fine;
}

/* ---- what is plain ---- */

/* u was added before v, whatever happens, and v removed before u. */
static bool clash_of_pairs(const lc_quasi_elements *e, const uint32_t *most, lc_quasi_clash *clash) {
    const lc_quasi_line *l = e->line;
    uint32_t r = 0, latest = LC_NONE; /* of the elements that were surely added, the one removed last */
    for (uint32_t i = 0; i < e->at.count; i++) {
        const lc_quasi_element *v = &e->at.at[i];
        window added = window_of(e, v->add, most), removed = window_of(e, v->remove, most);
        for (; r < l->returns.count; r++) {
            uint32_t u = e->added.at[l->returns.at[r]];
            if (u == LC_NONE) continue;
            if (!surely_before(window_of(e, l->returns.at[r], most), added)) break;
            if (!e->at.at[u].plain) continue;
            if (latest == LC_NONE ||
                window_of(e, e->at.at[u].remove, most).low > window_of(e, e->at.at[latest].remove, most).low)
                latest = u;
        }
        if (!v->plain || latest == LC_NONE) continue;
        const lc_quasi_element *u = &e->at.at[latest];
        if (!surely_before(removed, window_of(e, u->remove, most))) continue;
        *clash = (lc_quasi_clash){u->remove == LC_NONE ? u->add : u->remove, v->remove};
        return true;
    }
    return false;
}

bool lc_quasi_clashes(const lc_quasi_elements *e, const uint32_t *most, lc_quasi_clash *clash) {
    if (!e->alike) return false;
    if (e->unknown != LC_NONE) {
        *clash = (lc_quasi_clash){e->unknown, LC_NONE};
        return true;
    }
    for (uint32_t i = 0; i < e->at.count; i++) {
        const lc_quasi_element *v = &e->at.at[i];
        if (v->remove == LC_NONE || !v->plain) continue;
        if (!surely_before(window_of(e, v->remove, most), window_of(e, v->add, most))) continue;
        *clash = (lc_quasi_clash){v->add, v->remove};
        return true;
    }
    return e->fifo && e->one_set && clash_of_pairs(e, most, clash);
}
