/* Cells with cas: registers, and keys of a map, that are read, written, and compared with a value and set.
 *
 * Let every value be written once, by a write or by a cas that succeeded.  Then the values determine which operation
 * wrote what a read or a cas found, and no value is taken by two cas operations.  A cas(a, b) that succeeded is the
 * last operation that finds a and the one that writes b.  So a write, the reads of its value, the cas that took it, the
 * reads of that one's value, and so on, come as one stretch, a run; another run is what goes back to the initial value.
 * A pending operation takes part if its value was found.
 *
 * Theorem.  Without cas operations that were refused the history is linearizable iff
 *
 *   - every value that was found is the initial one or written, and no value is taken twice,
 *   - no cas operations lead from a value back to itself, and
 *   - the runs have an order (runs.c), the writer of a value coming before the reads of it and these before the cas
 *     that takes it.
 *
 * Why.  In any order nothing else writes between the writer of a value and an operation that finds it, so runs are
 * stretches; and each run but the first begins with a write, whatever the value was before.  A pending operation whose
 * value is not found can be left out.
 *
 * A cas(a, b) that was refused changes nothing, so a violation without it is one.  Where all others have an order,
 * chain_refused.c looks for places for those.
 *
 * Time O(n log n).
 */
#include "check/poly/chain.h"

#include "check/explain/describe.h"
#include "check/poly/waiting.h"

/* ---- violations ---- */

/* An operation that has not returned has taken effect only because its value was found.  Returns are no longer needed
 * then. */
void lc_chain_blame(lc_cell *c, uint32_t op) {
    enum { BLAMED = LC_NEVER - 1 };
    bool pending = c->p->note[op] == LC_NEVER;
    if (c->p->note[op] == BLAMED) return;
    c->p->note[op] = BLAMED;
    lc_poly_blame(c->p, op);
    for (uint32_t i = 0; i < c->ops.count && pending; i++) {
        uint32_t link = c->ops.at[i].op == op ? lc_map64_get(&c->of_value, c->ops.at[i].to) : LC_NO_LINK;
        if (link == LC_NO_LINK || c->links.at[link].found_by == LC_NO_OP) continue;
        lc_chain_blame(c, c->ops.at[c->links.at[link].found_by].op);
    }
}

lc_outcome lc_chain_violated(lc_cell *c) {
    c->p->order.count = 0;
    if (lc_exhausted(c->p->budget)) return lc_poly_halt(c->p, LC_NO_MEMORY);
    if (!c->repeated) return LC_VIOLATED;
    c->p->core.count = 0;
    lc_text_clear(&c->p->reason);
    return lc_poly_not_for_me(c->p, lc_poly_repeated);
}

void lc_chain_put_before(lc_cell *c, uint32_t a, uint32_t b) {
    lc_poly_explain_op(c->p, a);
    lc_poly_explain(c->p, " returned before ");
    lc_poly_explain_op(c->p, b);
    lc_poly_explain(c->p, " was called");
    lc_chain_blame(c, a);
    lc_chain_blame(c, b);
}

void lc_chain_blame_run(lc_cell *c, uint32_t run, uint32_t place) {
    for (uint32_t link = c->roots.at[run]; link != LC_NO_LINK; link = lc_chain_next(c, link)) {
        const lc_chain_link *k = &c->links.at[link];
        if (k->place > place) break;
        if (k->writer != LC_NO_OP) lc_chain_blame(c, c->ops.at[k->writer].op);
    }
}

static lc_outcome from_nowhere(lc_cell *c, const lc_chain_link *k) {
    uint32_t op = c->ops.at[k->found_by].op;
    lc_poly_name(c->p, "a value from nowhere");
    lc_poly_explain_op(c->p, op);
    lc_poly_explain(c->p, ": no operation writes ");
    lc_describe_value(&c->p->reason, &c->p->binding->values, k->value);
    lc_chain_blame(c, op);
    return lc_chain_violated(c);
}

static lc_outcome taken_twice(lc_cell *c, const lc_chain_link *k, uint32_t other) {
    lc_poly_name(c->p, "a value taken twice");
    lc_poly_explain_op(c->p, c->ops.at[k->taker].op);
    lc_poly_explain(c->p, " and ");
    lc_poly_explain_op(c->p, c->ops.at[other].op);
    lc_poly_explain(c->p, " both found ");
    lc_describe_value(&c->p->reason, &c->p->binding->values, k->value);
    lc_poly_explain(c->p,
                    k == c->links.at ? ", which was only there at the beginning" : ", which is written only once");
    lc_chain_blame(c, c->ops.at[k->taker].op);
    lc_chain_blame(c, c->ops.at[other].op);
    uint32_t writer = k->writer == LC_NO_OP ? k->may_write : k->writer;
    if (writer != LC_NO_OP) lc_chain_blame(c, c->ops.at[writer].op);
    return lc_chain_violated(c);
}

/* `link` is in no run, since each of the values before it was written by a cas: some of them come in a circle. */
static lc_outcome in_a_circle(lc_cell *c, uint32_t link) {
    lc_poly_name(c->p, "cas operations in a circle");
    for (uint32_t i = 0; i < c->links.count; i++)
        link = lc_map64_get(&c->of_value, c->ops.at[c->links.at[link].writer].from);
    lc_poly_explain_op(c->p, c->ops.at[c->links.at[link].writer].op);
    lc_poly_explain(c->p, ": cas operations lead from ");
    lc_describe_value(&c->p->reason, &c->p->binding->values, c->links.at[link].value);
    lc_poly_explain(c->p, " back to it, and nothing else writes one of these values");
    for (uint32_t at = link;;) {
        const lc_cell_op *writer = &c->ops.at[c->links.at[at].writer];
        lc_chain_blame(c, writer->op);
        at = lc_map64_get(&c->of_value, writer->from);
        if (at == link) return lc_chain_violated(c);
    }
}

/* `early` returned before `late` was called, though the values put `late` first. */
static lc_outcome out_of_order(lc_cell *c, const lc_member *late, const lc_member *early) {
    bool reads = late->step % 2;
    lc_poly_name(c->p, reads ? "a value that came back" : "read before it was written");
    lc_chain_put_before(c, early->op, late->op);
    if (early->step > late->step + 1)
        lc_poly_explain(c->p, ", though cas operations lead from that one's value to this one's");
    else if (reads) lc_poly_explain(c->p, ", and that value was written only once and cannot come back");
    lc_chain_blame_run(c, late->run, early->step / 2);
    return lc_chain_violated(c);
}

static uint32_t place_of(const lc_runs *r, uint32_t op) {
    for (uint32_t i = 0; i < r->members.count; i++)
        if (r->members.at[i].op == op) return r->members.at[i].step / 2;
    assert(false);
    return 0;
}

/* Each of two runs comes before the other one. */
static lc_outcome came_back(lc_cell *c) {
    const lc_run_span *a = &c->runs.spans[c->runs.a], *b = &c->runs.spans[c->runs.b];
    lc_poly_name(c->p, "a value that came back");
    if (c->runs.a) {
        lc_chain_put_before(c, a->first_op, b->last_op);
        lc_poly_explain(c->p, ", and ");
    }
    lc_chain_put_before(c, b->first_op, a->last_op);
    lc_poly_explain(c->p, c->runs.a ? ", though a value that was written over does not come back"
                                    : ", though its value goes back to the beginning");
    uint32_t a_ends = place_of(&c->runs, a->last_op), b_begins = place_of(&c->runs, b->first_op);
    uint32_t a_begins = c->runs.a ? place_of(&c->runs, a->first_op) : 0;
    uint32_t b_ends = c->runs.a ? place_of(&c->runs, b->last_op) : 0;
    lc_chain_blame_run(c, c->runs.a, a_begins > a_ends ? a_begins : a_ends);
    lc_chain_blame_run(c, c->runs.b, b_begins > b_ends ? b_begins : b_ends);
    return lc_chain_violated(c);
}

/* ---- from values to links ---- */

static uint32_t link_of(lc_cell *c, lince_value v) {
    uint32_t found = lc_map64_get(&c->of_value, v);
    if (found != LC_NOT_MAPPED) return found;
    lc_chain_link fresh = {.value = v,
                           .writer = LC_NO_OP,
                           .taker = LC_NO_OP,
                           .found_by = LC_NO_OP,
                           .may_write = LC_NO_OP,
                           .run = LC_NO_LINK};
    if (!lc_push(c->p->budget, &c->links, fresh)) return LC_NO_LINK;
    lc_map64_put(&c->of_value, v, c->links.count - 1);
    return lc_exhausted(c->p->budget) ? LC_NO_LINK : c->links.count - 1;
}

/* The operation at this place found its value, and a cas took it. */
static lc_outcome find_value(lc_cell *c, uint32_t at) {
    const lc_cell_op *o = &c->ops.at[at];
    uint32_t link = link_of(c, o->from);
    if (link == LC_NO_LINK) return lc_poly_halt(c->p, LC_NO_MEMORY);
    lc_chain_link *k = &c->links.at[link];
    if (k->found_by == LC_NO_OP && !lc_push(c->p->budget, &c->to_do, link)) return lc_poly_halt(c->p, LC_NO_MEMORY);
    if (k->found_by == LC_NO_OP) k->found_by = at; /* one that returned, if there is one */
    if (o->deed != LC_CELL_CAS) return LC_HOLDS;
    if (k->taker != LC_NO_OP) return taken_twice(c, k, at);
    k->taker = at;
    return LC_HOLDS;
}

static lc_outcome write_value(lc_cell *c, uint32_t at) {
    const lc_cell_op *o = &c->ops.at[at];
    uint32_t link = link_of(c, o->to);
    if (link == LC_NO_LINK) return lc_poly_halt(c->p, LC_NO_MEMORY);
    lc_chain_link *k = &c->links.at[link];
    bool pending = o->returned == LC_NEVER, written = !link || k->writer != LC_NO_OP;
    if (pending ? k->may_write != LC_NO_OP : written) return lc_poly_not_for_me(c->p, lc_poly_repeated);
    c->repeated |= written || k->may_write != LC_NO_OP;
    *(pending ? &k->may_write : &k->writer) = at;
    return LC_HOLDS;
}

/* Also those that did not return, if their values were found. */
static lc_outcome link_all(lc_cell *c) {
    lc_outcome outcome = LC_HOLDS;
    for (uint32_t i = 0; i < c->ops.count && outcome == LC_HOLDS; i++) {
        const lc_cell_op *o = &c->ops.at[i];
        if (o->deed == LC_CELL_WRITE || o->deed == LC_CELL_CAS) outcome = write_value(c, i);
    }
    for (uint32_t i = 0; i < c->ops.count && outcome == LC_HOLDS; i++) {
        const lc_cell_op *o = &c->ops.at[i];
        bool finds = o->deed == LC_CELL_READ || o->deed == LC_CELL_CAS;
        if (finds && o->returned != LC_NEVER) outcome = find_value(c, i);
    }
    for (uint32_t i = 0; i < c->to_do.count && outcome == LC_HOLDS; i++) {
        lc_chain_link *k = &c->links.at[c->to_do.at[i]];
        if (!c->to_do.at[i] || k->writer != LC_NO_OP) continue;
        if (k->may_write == LC_NO_OP) return from_nowhere(c, k);
        k->writer = k->may_write;
        if (c->ops.at[k->writer].deed == LC_CELL_CAS) outcome = find_value(c, k->writer);
    }
    return outcome;
}

/* ---- from links to runs ---- */

static bool join_writer(lc_cell *c, const lc_chain_link *k) {
    if (k->writer == LC_NO_OP) return true;
    const lc_cell_op *o = &c->ops.at[k->writer];
    return lc_join_run(c->p, &c->runs, (lc_member){k->run, 2 * k->place, o->op, o->called, o->returned});
}

static bool make_run(lc_cell *c, uint32_t root) {
    uint32_t run = c->roots.count, place = 0;
    if (!lc_push(c->p->budget, &c->roots, root)) return false;
    for (uint32_t link = root; link != LC_NO_LINK; link = lc_chain_next(c, link)) {
        lc_chain_link *k = &c->links.at[link];
        k->run = run;
        k->place = place++;
        if (!join_writer(c, k)) return false;
    }
    return true;
}

static lc_outcome make_runs(lc_cell *c) {
    for (uint32_t i = 0; i < c->links.count; i++) {
        uint32_t writer = c->links.at[i].writer;
        bool root = !i || (writer != LC_NO_OP && c->ops.at[writer].deed == LC_CELL_WRITE);
        if (root && !make_run(c, i)) return lc_poly_halt(c->p, LC_NO_MEMORY);
    }
    for (uint32_t i = 0; i < c->links.count; i++)
        if (c->links.at[i].writer != LC_NO_OP && c->links.at[i].run == LC_NO_LINK) return in_a_circle(c, i);
    for (uint32_t i = 0; i < c->ops.count; i++) {
        const lc_cell_op *o = &c->ops.at[i];
        if (o->deed != LC_CELL_READ) continue;
        const lc_chain_link *k = &c->links.at[lc_map64_get(&c->of_value, o->from)];
        if (!lc_join_run(c->p, &c->runs, (lc_member){k->run, 2 * k->place + 1, o->op, o->called, o->returned}))
            return lc_poly_halt(c->p, LC_NO_MEMORY);
    }
    c->runs.count = c->roots.count;
    return LC_HOLDS;
}

/* ---- the operations ---- */

static bool writes(const lc_meaning *m) {
    return m->method->role == LINCE_ROLE_WRITE || m->method->role == LINCE_ROLE_PUT;
}

static lc_outcome see_call(lc_cell *c, uint32_t op, uint32_t place) {
    lc_cell_op o = {.op = op, .called = place, .returned = c->p->note[op]};
    lc_meaning m;
    lc_mean(c->p->binding, op, &m);
    if (c->key == LINCE_NO_VALUE) c->key = m.key;
    if (m.key != c->key) return lc_poly_not_for_me(c->p, "keys are not split");
    if (o.returned != LC_NEVER && !m.known) return lc_poly_not_for_me(c->p, "a result is not known");
    if (m.method->pure) {
        o.deed = LC_CELL_READ;
        o.from = m.result;
    } else if (writes(&m)) {
        o.deed = LC_CELL_WRITE;
        o.to = m.last;
    } else if (m.method->role == LINCE_ROLE_CAS) {
        o.from = lc_expected_by(c->p->binding, op);
        o.to = m.last;
        bool succeeded = o.returned == LC_NEVER || m.result == LINCE_TRUE;
        if (!succeeded && m.result != LINCE_FALSE) return lc_poly_not_for_me(c->p, "a cas is neither true nor false");
        o.deed = !succeeded ? LC_CELL_REFUSED : o.from == o.to ? LC_CELL_READ : LC_CELL_CAS;
    } else {
        return lc_poly_not_for_me(c->p, "there are not only reads, writes and cas");
    }
    if (o.deed == LC_CELL_READ && o.returned == LC_NEVER) return LC_HOLDS;
    return lc_push(c->p->budget, &c->ops, o) ? LC_HOLDS : lc_poly_halt(c->p, LC_NO_MEMORY);
}

static lc_outcome see_part(lc_cell *c) {
    if (!lc_note_returns(c->p, c->part)) return LC_HALTED;
    lc_outcome outcome = LC_HOLDS;
    for (uint32_t i = 0; i < c->part->event_count && outcome == LC_HOLDS; i++)
        if (lc_event_what(c->part->events[i]) == LC_INVOKE) outcome = see_call(c, lc_event_op(c->part->events[i]), i);
    return outcome;
}

static lc_outcome decide(lc_cell *c, lince_value init) {
    lc_outcome outcome = link_of(c, init) == 0 ? see_part(c) : lc_poly_halt(c->p, LC_NO_MEMORY);
    if (outcome == LC_HOLDS) outcome = link_all(c);
    if (outcome == LC_HOLDS) outcome = make_runs(c);
    if (outcome != LC_HOLDS) return outcome;
    outcome = lc_runs_order(c->p, &c->runs);
    if (outcome == LC_VIOLATED) return c->runs.late ? out_of_order(c, c->runs.late, c->runs.early) : came_back(c);
    return outcome == LC_HOLDS ? lc_chain_place_refused(c) : outcome;
}

lc_outcome lc_poly_chain(lc_poly *p, const lc_part *part) {
    lince_value init = p->binding->objects.at[part->object].init;
    lc_cell c = {.p = p, .part = part, .key = part->key};
    lc_map64_init(&c.of_value, p->budget);
    lc_outcome outcome = decide(&c, init != LINCE_NO_VALUE ? init : LINCE_NIL);
    lc_runs_free(p, &c.runs);
    lc_map64_free(&c.of_value);
    lc_vec_free(p->budget, &c.ops);
    lc_vec_free(p->budget, &c.links);
    lc_vec_free(p->budget, &c.roots);
    lc_vec_free(p->budget, &c.to_do);
    return outcome;
}
