/* Objects whose operations meet in pairs, where each returns the value that the other gave (LINCE_PAIRS): one sweep,
 * O(n log n). (Lawrence and Lowe, sections 7.3 and 7.4, match in graphs, in O(n²) and O(n⁴).)
 *
 * The values that an operation gave and got are its key: it can have met exactly the operations with the reverse key,
 * of the right role, whose intervals overlap its own.  One that has not returned gave something, and may have got
 * anything: so it can have met any operation that got the value it gave, at any time after its call.
 *
 * The rule.  Go along the returns.  If x returns and is unmatched, match it with the unmatched partner that has been
 * called and returns first.  If there is none, x is left over and needs a partner that never returned: any that has
 * been called, gave the value x got, and is still free.  If there is none either, the part is violated.
 *
 * Theorem.  The part holds if and only if the rule finds a partner for every operation that returned.
 *
 * Why.  First let no operation be pending.  Call a set of operations coverable if some matching covers it.  We show
 * that of each key and side (the left, the right, or all those that give and get the same), and for every moment, no
 * coverable set has more operations that return by then than the rule has covered by then in the end: "it is as early".
 *
 * Let a matching M contain all pairs made so far and none of those left over, and let x return, unmatched.  An
 * operation that is unmatched and not left over returns after x; all candidates for x are open now, at the return of x.
 * Let y be the one that returns first.  There is a matching with x and y that is as early as M:
 * - M has x-z and y-w.  Then take x-y and z-w instead.  z and w overlap: w was called before y returned, hence before z
 *   does; and z was called before now, when w has not returned.  (z and w have the keys of y and x.)
 * - M has x-z and leaves y alone.  Take x-y: y is covered in place of z, which returns later.
 * - M has y-w and leaves x alone.  Take x-y: x is covered in place of w, which returns later.
 * - M has neither: add x-y.
 * If there is no candidate, M does not cover x either.  So in the end the pairs of the rule are as early as any M.
 *
 * Now let some be pending.  A solution covers a set of the completed operations among themselves; the rest need pending
 * partners, one each.  Which pending ones fit x depends on the value x got, and on its return, the later the more; not
 * on anything else. So it is best to be left with as few as possible that return by each moment, for all keys and sides
 * at once, as the rule is; and then to serve them in the order of their returns, by any that is free.  (Nothing is
 * gained by two pending ones that meet.)
 *
 * Left over ones appear in the order of their returns, and pending ones in that of their calls, so both are served in
 * the same sweep.  Operations that wait for a partner are in a pairing heap, one for each key and side.
 */
#include <assert.h>
#include <string.h>

#include "base/dense.h"
#include "check/sync/rivals.h"

#define NOBODY UINT32_MAX

typedef struct sweep {
    lc_stateless *s;
    LC_VEC(lc_meeting) all; /* per operation */
    LC_VEC(uint32_t) root;  /* per line: of those that wait, the one that returns first */
    LC_VEC(uint32_t) free;  /* per gift: the last pending one that is free */
    lc_map64 gifts;         /* role and gift to its place in `free` */
    /* Keys to numbers: where no operation gives anything back, the first value is enough. */
    bool one_way;
    lince_value least, greatest;
    lc_dense by_value;
    lc_map64 by_pair[2]; /* of left and right, of either */
} sweep;

/* ---- the values an operation gave and got ---- */

static lc_deal deal_of(const lc_stateless *s, uint32_t i) {
    const lc_bound_op *b = &s->binding->bound.at[s->ops.at[i].op];
    const lince_method *m = &s->instance->spec->methods[b->row & ((1u << LC_ROW_BITS) - 1)];
    bool acknowledged = b->result == m->ok_result;
    return (lc_deal){.role = m->role, .gave = b->first, .got = acknowledged ? LINCE_NO_VALUE : b->result};
}

/* Of one that returned. */
static bool met_nobody(const lc_stateless *s, uint32_t i) {
    return s->binding->bound.at[s->ops.at[i].op].row & LC_BOUND_PURE;
}

static bool is_known(const lc_stateless *s, uint32_t i) {
    const lc_bound_op *b = &s->binding->bound.at[s->ops.at[i].op];
    return b->result != LINCE_NO_VALUE || !s->instance->spec->methods[b->row & ((1u << LC_ROW_BITS) - 1)].results_max;
}

static lince_role role_of_partner(lince_role role) {
    return role == LINCE_ROLE_LEFT ? LINCE_ROLE_RIGHT : role == LINCE_ROLE_RIGHT ? LINCE_ROLE_LEFT : role;
}

/* The key, the same for both of a pair: the gifts of the left and of the right, or the smaller and the greater gift. */
static bool is_first(const lc_deal *d) {
    return d->role == LINCE_ROLE_LEFT || (d->role == LINCE_ROLE_EITHER && d->gave <= d->got);
}
static lince_value first_of(const lc_deal *d) { return is_first(d) ? d->gave : d->got; }
static lince_value second_of(const lc_deal *d) { return is_first(d) ? d->got : d->gave; }

/* ---- keys ---- */

static lc_outcome survey(sweep *w) {
    lc_stateless *s = w->s;
    w->one_way = true;
    w->least = UINT32_MAX;
    for (uint32_t i = 0; i < s->ops.count; i++) {
        if (lc_grouping_stopped(s, i)) return LC_HALTED;
        if (s->ops.at[i].ends == LC_NEVER || met_nobody(s, i)) continue;
        if (!is_known(s, i)) return lc_not_for_me(s, "the result of an operation is not known");
        lc_deal d = deal_of(s, i);
        if (d.role == LINCE_ROLE_EITHER || second_of(&d) != LINCE_NO_VALUE) w->one_way = false;
        if (first_of(&d) < w->least) w->least = first_of(&d);
        if (first_of(&d) > w->greatest) w->greatest = first_of(&d);
    }
    return LC_HOLDS;
}

/* The lines of an operation and of its partners. */
static bool find_lines(sweep *w, const lc_deal *d, lc_meeting *m) {
    bool either = d->role == LINCE_ROLE_EITHER;
    uint64_t pair = (uint64_t)first_of(d) << 32 | second_of(d);
    uint32_t line = w->one_way ? lc_dense_get(&w->by_value, first_of(d)) : lc_map64_get(&w->by_pair[either], pair);
    if (line == LC_NOT_MAPPED) {
        line = w->root.count;
        if (!lc_push(w->s->budget, &w->root, NOBODY) || !lc_push(w->s->budget, &w->root, NOBODY)) return false;
        if (w->one_way) lc_dense_put(&w->by_value, first_of(d), line);
        else lc_map64_put(&w->by_pair[either], pair, line);
    }
    bool alike = either && d->gave == d->got;
    m->line = line + !is_first(d);
    m->partners = alike ? m->line : m->line ^ 1;
    return true;
}

/* ---- waiting ---- */

static uint32_t meld(sweep *w, uint32_t a, uint32_t b) {
    if (a == NOBODY) return b;
    if (b == NOBODY) return a;
    const lc_sync_op *ops = w->s->ops.at;
    if (ops[b].ends < ops[a].ends) {
        uint32_t other = a;
        a = b;
        b = other;
    }
    w->all.at[b].next = w->all.at[a].child;
    w->all.at[a].child = b;
    return a;
}

static void wait(sweep *w, uint32_t i) {
    lc_meeting *m = &w->all.at[i];
    m->child = m->next = NOBODY;
    w->root.at[m->line] = meld(w, w->root.at[m->line], i);
}

/* Takes the one that returns first off its line: its children are melded in pairs, and the pairs from the last one on.
 */
static uint32_t take_first(sweep *w, uint32_t line) {
    uint32_t first = w->root.at[line], pairs = NOBODY;
    for (uint32_t a = w->all.at[first].child; a != NOBODY;) {
        uint32_t b = w->all.at[a].next, rest = b == NOBODY ? NOBODY : w->all.at[b].next;
        w->all.at[a].next = NOBODY;
        if (b != NOBODY) w->all.at[b].next = NOBODY;
        uint32_t both = meld(w, a, b);
        w->all.at[both].next = pairs;
        pairs = both;
        a = rest;
    }
    uint32_t root = NOBODY;
    while (pairs != NOBODY) {
        uint32_t rest = w->all.at[pairs].next;
        w->all.at[pairs].next = NOBODY;
        root = meld(w, root, pairs);
        pairs = rest;
    }
    w->root.at[line] = root;
    return first;
}

/* ---- those that never return ---- */

static uint64_t gift(lince_role role, lince_value gave) { return (uint64_t)role << 32 | gave; }

static bool offer(sweep *w, uint32_t i) {
    lc_deal d = deal_of(w->s, i);
    uint32_t place = lc_map64_get(&w->gifts, gift(d.role, d.gave));
    if (place == LC_NOT_MAPPED) {
        place = w->free.count;
        if (!lc_push(w->s->budget, &w->free, NOBODY)) return false;
        lc_map64_put(&w->gifts, gift(d.role, d.gave), place);
    }
    w->all.at[i].next = w->free.at[place];
    w->free.at[place] = i;
    return true;
}

/* No operation can have returned this after a meeting: it means that there was none, or that nothing was given. */
static bool cannot_be_got(const lc_stateless *s, lince_role by, lince_value v) {
    for (uint32_t row = 0; row < s->instance->spec->method_count; row++) {
        const lince_method *m = &s->instance->spec->methods[row];
        if (m->role == by && v != LINCE_NO_VALUE && (v == m->pure_result || v == m->ok_result)) return true;
    }
    return false;
}

static void pair_up(sweep *w, uint32_t x, uint32_t y) {
    w->s->ops.at[x].mate = y;
    w->s->ops.at[y].mate = x;
}

static lc_outcome meet_pending(sweep *w, uint32_t x) {
    lc_deal d = deal_of(w->s, x);
    lince_role role = role_of_partner(d.role);
    uint32_t place = lc_map64_get(&w->gifts, gift(role, d.got));
    if (place != LC_NOT_MAPPED && w->free.at[place] != NOBODY) {
        if (cannot_be_got(w->s, role, d.gave))
            return lc_not_for_me(w->s, "an operation gave a value that means that there was no meeting");
        uint32_t p = w->free.at[place];
        w->free.at[place] = w->all.at[p].next;
        pair_up(w, x, p);
        return LC_HOLDS;
    }
    lc_find_rivals(w->s, w->all.at, x, deal_of);
    return lc_fails_at(w->s, x);
}

/* ---- the sweep ---- */

static lc_outcome lay_out(sweep *w) {
    lc_stateless *s = w->s;
    lc_outcome outcome = survey(w);
    if (outcome != LC_HOLDS) return outcome;
    if (!lc_reserve(s->budget, &w->all, s->ops.count)) return lc_halt_grouping(s, LC_NO_MEMORY);
    if (w->one_way && !lc_dense_init(&w->by_value, w->least, w->greatest, s->ops.count, s->budget))
        return lc_halt_grouping(s, LC_NO_MEMORY);
    for (uint32_t i = 0; i < s->ops.count; i++) {
        if (lc_grouping_stopped(s, i)) return LC_HALTED;
        lc_meeting *m = &w->all.at[i];
        *m = (lc_meeting){.line = NOBODY, .partners = NOBODY, .child = NOBODY, .next = NOBODY};
        s->ops.at[i].mate = LC_ALONE;
        if (s->ops.at[i].ends == LC_NEVER || met_nobody(s, i)) continue;
        lc_deal d = deal_of(s, i);
        if (!find_lines(w, &d, m)) return lc_halt_grouping(s, LC_NO_MEMORY);
    }
    w->all.count = s->ops.count;
    return LC_HOLDS;
}

static lc_outcome returns(sweep *w, uint32_t x) {
    const lc_meeting *m = &w->all.at[x];
    if (m->line == NOBODY || w->s->ops.at[x].mate != LC_ALONE) return LC_HOLDS;
    uint32_t self = take_first(w, m->line);
    assert(self == x); /* all that return before have been taken off */
    (void)self;
    if (w->root.at[m->partners] == NOBODY) return meet_pending(w, x);
    pair_up(w, x, take_first(w, m->partners));
    return LC_HOLDS;
}

static lc_outcome is_called(sweep *w, uint32_t i) {
    if (w->all.at[i].line != NOBODY) wait(w, i);
    else if (w->s->ops.at[i].ends == LC_NEVER && lc_takes_part(w->s, i) && !offer(w, i))
        return lc_halt_grouping(w->s, LC_NO_MEMORY);
    return LC_HOLDS;
}

static lc_outcome go_along(sweep *w) {
    lc_stateless *s = w->s;
    lc_outcome outcome = LC_HOLDS;
    for (uint32_t place = 0, called = 0; place < s->part->event_count && outcome == LC_HOLDS; place++) {
        lc_event e = s->part->events[place];
        if (lc_grouping_stopped(s, place)) return LC_HALTED;
        outcome = lc_event_what(e) == LC_RETURN ? returns(w, s->note[lc_event_op(e)]) : is_called(w, called++);
    }
    return outcome == LC_HOLDS ? lc_put_pairs(s) : outcome;
}

lc_outcome lc_sweep(lc_stateless *s) {
    if (!(s->instance->spec->traits & LINCE_PAIRS))
        return lc_not_for_me(s, "arguments and results do not determine the partners");
    sweep w = {.s = s};
    lc_map64_init(&w.gifts, s->budget);
    lc_map64_init(&w.by_pair[0], s->budget);
    lc_map64_init(&w.by_pair[1], s->budget);
    lc_outcome outcome = lay_out(&w);
    if (outcome == LC_HOLDS) outcome = go_along(&w);
    lc_dense_free(&w.by_value);
    lc_map64_free(&w.gifts);
    lc_map64_free(&w.by_pair[0]);
    lc_map64_free(&w.by_pair[1]);
    lc_vec_free(s->budget, &w.all);
    lc_vec_free(s->budget, &w.root);
    lc_vec_free(s->budget, &w.free);
    return outcome;
}
