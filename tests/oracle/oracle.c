/* The definitions, executed.
 *
 * An order explains a history if it holds every completed operation and any of the pending and crashed ones, never puts
 * an operation before one that precedes it, and every object, going through it step by step, gives the results that
 * were returned.  A precedes B if A returned before B was called by the same thread, or, unless only program order
 * counts, by any thread at a later time.  So an operation that crashed or is pending precedes nothing, though others
 * may precede it.
 */
#include "oracle.h"

typedef struct problem {
    const history *h;
    unsigned exist;               /* operations that did not fail, as a set of bits */
    unsigned completed;           /* operations that must take place */
    unsigned preceding[MOST_OPS]; /* by operation: what must come before it */
} problem;

static bool precedes(const history *h, int a, int b, criterion c) {
    const op *x = &h->ops[a], *y = &h->ops[b];
    if (!oracle_returned(h, x)) return false;
    if (x->thread == y->thread) return a < b; /* they are numbered by their calls */
    return c == LINEARIZABLE && h->times[x->end] < h->times[y->call];
}

static problem pose(const history *h, criterion c) {
    problem p = {.h = h};
    for (int b = 0; b < h->op_count; b++) {
        if (oracle_returned(h, &h->ops[b])) p.completed |= 1u << b;
        if (!oracle_failed(h, &h->ops[b])) p.exist |= 1u << b;
        for (int a = 0; a < h->op_count; a++)
            if (precedes(h, a, b, c)) p.preceding[b] |= 1u << a;
    }
    return p;
}

typedef struct world {
    state objects[MOST_OBJECTS];
} world;

static world at_start(const history *h) {
    world w;
    for (int i = 0; i < h->object_count; i++) h->objects[i].model->start(&w.objects[i], h->init);
    return w;
}

/* What the operation may do to its object now, whatever it returned. */
static void step(const history *h, const world *w, const op *o, outcomes *out) {
    out->count = 0;
    h->objects[o->object].model->step(&w->objects[o->object], o->method, o->args, out);
}

/* Can this outcome be the one that was seen? */
static bool fits(const history *h, const op *o, value result) { return !oracle_returned(h, o) || o->result == result; }

static world after(const world *w, const op *o, const state *next) {
    world changed = *w;
    changed.objects[o->object] = *next;
    return changed;
}

/* Can the operations in `placed`, which led to `w`, be followed by others so that every completed one has its place? */
static bool can_go_on(const problem *p, unsigned placed, const world *w) {
    if (!(p->completed & ~placed)) return true;
    for (int i = 0; i < p->h->op_count; i++) {
        const op *o = &p->h->ops[i];
        if (!(p->exist & ~placed & 1u << i) || p->preceding[i] & ~placed) continue;
        outcomes out;
        step(p->h, w, o, &out);
        for (int k = 0; k < out.count; k++) {
            if (!fits(p->h, o, out.at[k].result)) continue;
            world next = after(w, o, &out.at[k].after);
            if (can_go_on(p, placed | 1u << i, &next)) return true;
        }
    }
    return false;
}

bool oracle_holds(const history *h, criterion c) {
    problem p = pose(h, c);
    world w = at_start(h);
    return can_go_on(&p, 0, &w);
}

bool oracle_holds_in_order(const history *h, const unsigned *preceding) {
    problem p = pose(h, LINEARIZABLE);
    for (int i = 0; i < h->op_count; i++) p.preceding[i] = preceding[i];
    world w = at_start(h);
    return can_go_on(&p, 0, &w);
}

/* Do the objects allow exactly this order?  An operation without a known result may do any of what it can do. */
static bool legal(const history *h, const world *w, const unsigned *order, int count) {
    if (!count) return true;
    const op *o = &h->ops[order[0]];
    outcomes out;
    step(h, w, o, &out);
    for (int k = 0; k < out.count; k++) {
        if (!fits(h, o, out.at[k].result)) continue;
        world next = after(w, o, &out.at[k].after);
        if (legal(h, &next, order + 1, count - 1)) return true;
    }
    return false;
}

const char *oracle_witness_fault(const history *h, criterion c, const unsigned *order, int count) {
    problem p = pose(h, c);
    unsigned placed = 0;
    for (int i = 0; i < count; i++) {
        if (order[i] >= (unsigned)h->op_count) return "it names an operation that is not in the history";
        if (placed & 1u << order[i]) return "it names an operation twice";
        if (!(p.exist & 1u << order[i])) return "it names an operation that failed";
        if (p.preceding[order[i]] & ~placed) return "an operation comes before one that precedes it";
        placed |= 1u << order[i];
    }
    if (p.completed & ~placed) return "an operation that returned is missing";
    world w = at_start(h);
    return legal(h, &w, order, count) ? NULL : "the specification does not allow it";
}
