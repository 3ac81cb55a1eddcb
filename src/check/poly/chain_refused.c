/* Places for cas operations that were refused, in the order of all other operations.
 *
 * A cas(a, b) that was refused needs a place between its call and its return where the value is not a.
 *
 * If an operation returned before its call that is the writer of a or comes after it in the run, and an operation was
 * called after its return that is the cas that takes a or comes before it, then the value was a throughout: a
 * violation.
 *
 * Else the order is given, and the cas has its place behind the operations that returned before its call and before
 * those that were called after its return.  Each takes the first place there is, behind those that had returned.
 *
 * One that finds none needs another run right behind the run of its value, one whose write was called in time.  Runs
 * that can come there are tried, and the first that leaves fewer without a place stays.  If none does the history is
 * left to the search.
 */
#include <assert.h>
#include <string.h>

#include "check/poly/chain.h"

/* ---- violations ---- */

/* Of the operations of a run, those at the writer of a value and after it: which one returned first?  And of those up
 * to the cas that takes the value, which one was called last? */
typedef struct extent {
    uint32_t begin, end, begin_op, end_op;
} extent;

static void widen(extent *e, const lc_member *m) {
    if (m->returned < e->begin) {
        e->begin = m->returned;
        e->begin_op = m->op;
    }
    if (m->called >= e->end) {
        e->end = m->called;
        e->end_op = m->op;
    }
}

/* Each link but the initial one has a member of the run: its writer. */
static bool measure_run(lc_cell *c, extent *extents, uint32_t run, const lc_member *at, uint32_t count) {
    extent before = {.begin = LC_NEVER}, after = before;
    c->to_do.count = 0; /* the links by their places */
    for (uint32_t link = c->roots.at[run]; link != LC_NO_LINK; link = lc_chain_next(c, link))
        if (!lc_push(c->p->budget, &c->to_do, link)) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = at[i].step / 2, taken = place && at[i].step % 2 == 0;
        widen(&before, &at[i]);
        for (uint32_t k = place - taken; k <= place; k++) {
            extents[c->to_do.at[k]].end = before.end;
            extents[c->to_do.at[k]].end_op = before.end_op;
        }
    }
    for (uint32_t i = count; i-- > 0;) {
        extent *e = &extents[c->to_do.at[at[i].step / 2]];
        widen(&after, &at[i]);
        e->begin = after.begin;
        e->begin_op = after.begin_op;
    }
    return true;
}

static uint32_t place_of(const lc_cell *c, uint32_t op) {
    for (uint32_t i = 0; i < c->runs.members.count; i++)
        if (c->runs.members.at[i].op == op) return c->runs.members.at[i].step / 2;
    return 0;
}

static lc_outcome wrongly_refused(lc_cell *c, const lc_cell_op *o, const lc_chain_link *k, const extent *e) {
    lc_poly *p = c->p;
    bool initial = k == c->links.at;
    lc_poly_name(p, "refused although it matched");
    lc_poly_explain_op(p, o->op);
    lc_poly_explain(p, initial ? ", but the initial value was there until later: "
                               : ", but its value was there throughout: ");
    if (!initial) {
        lc_chain_put_before(c, e->begin_op, o->op);
        lc_poly_explain(p, ", and ");
    }
    lc_chain_put_before(c, o->op, e->end_op);
    lc_chain_blame_run(c, k->run, initial ? 0 : place_of(c, e->begin_op));
    return lc_chain_violated(c);
}

static lc_outcome check_refused(lc_cell *c, extent *extents) {
    const lc_member *at = c->runs.members.at;
    memset(extents, 0, c->links.count * sizeof *extents);
    for (uint32_t i = 0, from = 0; i < c->runs.members.count; from = i) {
        while (i < c->runs.members.count && at[i].run == at[from].run) i++;
        if (!measure_run(c, extents, at[from].run, at + from, i - from)) return lc_poly_halt(c->p, LC_NO_MEMORY);
    }
    for (uint32_t i = 0; i < c->ops.count; i++) {
        const lc_cell_op *o = &c->ops.at[i];
        uint32_t link = o->deed == LC_CELL_REFUSED ? lc_map64_get(&c->of_value, o->from) : LC_NOT_MAPPED;
        if (link == LC_NOT_MAPPED || c->links.at[link].run == LC_NO_LINK) continue;
        bool begun = !link || extents[link].begin < o->called;
        if (begun && extents[link].end > o->returned) return wrongly_refused(c, o, &c->links.at[link], &extents[link]);
    }
    return LC_HOLDS;
}

/* ---- places ---- */

/* Notes: the place of an operation in the order; or of one that was refused, its number with this bit on top. */
#define REFUSED 0x80000000u

typedef struct seats {
    lc_cell *c;
    uint32_t count;  /* of the operations that have places */
    uint32_t *write; /* by place: the next place, this one included, with an operation that writes; or `count` */
    uint32_t *seat;  /* per operation that was refused: at first the last one possible; before which place it comes */
    uint32_t *fill;  /* by place: how many were refused before it */
    uint32_t lost, without, attempts;
} seats;

static void note_places(seats *s) {
    lc_cell *c = s->c;
    for (uint32_t i = 0; i < c->part->event_count; i++) c->p->note[lc_event_op(c->part->events[i])] = LC_NEVER;
    for (uint32_t i = 0; i < s->count; i++) c->p->note[c->p->order.at[i]] = i;
    for (uint32_t i = 0; i < s->count; i++) s->write[i] = LC_NEVER;
    for (uint32_t i = 0; i < c->ops.count; i++) {
        const lc_cell_op *o = &c->ops.at[i];
        bool writes = o->deed == LC_CELL_WRITE || o->deed == LC_CELL_CAS;
        if (o->deed == LC_CELL_REFUSED) c->p->note[o->op] = REFUSED | i;
        else if (writes && c->p->note[o->op] != LC_NEVER) s->write[c->p->note[o->op]] = c->p->note[o->op];
    }
    s->write[s->count] = s->count;
    for (uint32_t i = s->count; i-- > 0;)
        if (s->write[i] == LC_NEVER) s->write[i] = s->write[i + 1];
    uint32_t least = s->count; /* of the places of those called later */
    for (uint32_t i = c->part->event_count; i-- > 0;) {
        uint32_t note = c->p->note[lc_event_op(c->part->events[i])];
        if (note == LC_NEVER) continue;
        bool called = lc_event_what(c->part->events[i]) == LC_INVOKE;
        if (called && !(note & REFUSED) && note < least) least = note;
        if (!called && note & REFUSED) s->seat[note & ~REFUSED] = least;
    }
}

/* From `least` on the first place before which the value is another one. */
static uint32_t first_seat(const seats *s, const lc_cell_op *o, uint32_t least) {
    const lc_cell *c = s->c;
    uint32_t link = lc_map64_get(&c->of_value, o->from), begin = 0;
    if (link == LC_NOT_MAPPED || c->links.at[link].run == LC_NO_LINK) return least;
    if (link) begin = c->p->note[c->ops.at[c->links.at[link].writer].op] + 1;
    uint32_t end = s->write[begin];
    return least < begin || least > end ? least : end + 1;
}

/* How many have none; `lost` is the first of them. */
static uint32_t take_seats(seats *s) {
    const lc_cell *c = s->c;
    uint32_t least = 0, without = 0; /* least: behind all that returned */
    note_places(s);
    for (uint32_t i = 0; i < c->part->event_count; i++) {
        uint32_t note = c->p->note[lc_event_op(c->part->events[i])], number = note & ~REFUSED;
        if (note == LC_NEVER) continue;
        bool called = lc_event_what(c->part->events[i]) == LC_INVOKE, refused = note & REFUSED;
        if (called && refused) {
            uint32_t seat = first_seat(s, &c->ops.at[number], least);
            if (seat <= s->seat[number]) s->seat[number] = seat;
            else if (!without++) s->lost = number;
        } else if (!called) {
            uint32_t behind = refused ? s->seat[number] : note + 1;
            if (behind > least) least = behind;
        }
    }
    return without;
}

/* Those before the same place in the order of their calls. */
static bool insert(seats *s) {
    lc_cell *c = s->c;
    uint32_t all = s->count, *order;
    memset(s->fill, 0, (s->count + 1) * sizeof *s->fill);
    for (uint32_t i = 0; i < c->ops.count; i++)
        if (c->ops.at[i].deed == LC_CELL_REFUSED) {
            s->fill[s->seat[i]]++;
            all++;
        }
    if (!lc_reserve(c->p->budget, &c->p->order, all)) return false;
    order = c->p->order.at;
    c->p->order.count = all;
    for (uint32_t i = s->count + 1; i-- > 0;) { /* from behind: the operation at place i, and before it those refused */
        if (i < s->count) order[--all] = order[i];
        all -= s->fill[i];
        s->fill[i] = all;
    }
    assert(!all);
    for (uint32_t i = 0; i < c->ops.count; i++)
        if (c->ops.at[i].deed == LC_CELL_REFUSED) order[s->fill[s->seat[i]]++] = c->ops.at[i].op;
    return true;
}

/* ---- other orders ---- */

static void move(uint32_t *sequence, uint32_t from, uint32_t to) {
    uint32_t run = sequence[from];
    if (from < to) memmove(&sequence[from], &sequence[from + 1], (to - from) * sizeof *sequence);
    else memmove(&sequence[to + 1], &sequence[to], (from - to) * sizeof *sequence);
    sequence[to] = run;
}

/* Does it leave fewer without a place? */
static bool try_move(seats *s, uint32_t from, uint32_t to) {
    lc_cell *c = s->c;
    s->attempts++;
    move(c->runs.sequence.at, from, to);
    (void)lc_runs_list(c->p, &c->runs); /* there is room: it was listed before */
    uint32_t without = take_seats(s);
    if (without < s->without) {
        s->without = without;
        return true;
    }
    move(c->runs.sequence.at, to, from);
    return false;
}

static bool is_in_time(const lc_cell *c, uint32_t run, uint32_t returned) {
    const lc_member *writer = &c->runs.members.at[c->runs.spans[run].begin];
    return run && writer->called < returned;
}

/* A run right behind the one at this place of the sequence. */
static bool improve(seats *s, uint32_t at, uint32_t returned) {
    enum { NEAR = 64 };
    const lc_cell *c = s->c;
    const uint32_t *sequence = c->runs.sequence.at;
    const lc_run_span *spans = c->runs.spans;
    uint32_t first = LC_NEVER, last = spans[sequence[at]].last;
    for (uint32_t i = at + 1; i < c->runs.sequence.count && i - at <= NEAR && s->attempts < LC_POLY_ATTEMPTS; i++) {
        uint32_t run = sequence[i];
        if (i > at + 1 && spans[run].last < first && is_in_time(c, run, returned) && try_move(s, i, at + 1))
            return true;
        if (spans[run].first < first) first = spans[run].first;
    }
    for (uint32_t i = at; i-- > 0 && at - i <= NEAR && s->attempts < LC_POLY_ATTEMPTS;) {
        uint32_t run = sequence[i];
        if (spans[run].first > last && is_in_time(c, run, returned) && try_move(s, i, at)) return true;
        if (spans[run].last > last) last = spans[run].last;
    }
    return false;
}

/* False: an operation is left without a place. */
static bool find_order(seats *s) {
    const lc_cell *c = s->c;
    s->without = take_seats(s);
    while (s->without) {
        const lc_cell_op *lost = &c->ops.at[s->lost];
        uint32_t run = c->links.at[lc_map64_get(&c->of_value, lost->from)].run, at = 0;
        while (c->runs.sequence.at[at] != run) at++;
        if (!improve(s, at, lost->returned)) return false;
    }
    return true;
}

static lc_outcome seat_refused(lc_cell *c) {
    seats s = {.c = c, .count = c->p->order.count};
    size_t count = (size_t)s.count + 1, bytes = (2 * count + c->ops.count) * sizeof *s.write;
    if (!(s.write = lc_allocate(c->p->budget, bytes))) return lc_poly_halt(c->p, LC_NO_MEMORY);
    s.fill = s.write + count;
    s.seat = s.fill + count;
    lc_outcome outcome = LC_HOLDS;
    if (!find_order(&s))
        outcome = lc_poly_not_for_me(c->p, "a cas that was refused has no place in the orders that were tried");
    else if (!insert(&s)) outcome = lc_poly_halt(c->p, LC_NO_MEMORY);
    lc_release(c->p->budget, s.write, bytes);
    return outcome;
}

lc_outcome lc_chain_place_refused(lc_cell *c) {
    bool refused = false;
    for (uint32_t i = 0; i < c->ops.count; i++) refused |= c->ops.at[i].deed == LC_CELL_REFUSED;
    if (!refused) return LC_HOLDS;
    size_t bytes = c->links.count * sizeof(extent);
    extent *extents = lc_allocate(c->p->budget, bytes);
    if (!extents) return lc_poly_halt(c->p, LC_NO_MEMORY);
    lc_outcome outcome = check_refused(c, extents);
    lc_release(c->p->budget, extents, bytes);
    return outcome == LC_HOLDS ? seat_refused(c) : outcome;
}
