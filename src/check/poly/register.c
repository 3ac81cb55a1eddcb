/* Registers, and single keys of a map, that are only read and written.
 *
 * Gibbons and Korach, "Testing shared memories" (1997): if every value is written once, then the values determine the
 * write that each read has seen.  A cluster is a write with the reads of its value; the initial value was written
 * before everything.  In an order that explains the history a cluster is one stretch, the write first.  Of a cluster
 * let `first` be its first return and `last` its last call.
 *
 * Theorem.  The history is linearizable iff
 *
 *   - every value read was written, by a write that was called before the read returned, and
 *   - there are no two clusters a and b with a.first < b.last and b.first < a.last.
 *
 * Why.  If a.first < b.last then an operation of a precedes one of b, so all of a comes before all of b; both ways is
 * impossible.  For the converse call a cluster forward if first < last, else backward.  Two forward clusters satisfy
 * the second condition iff their intervals from first to last are disjoint, a forward and a backward one iff the
 * interval of the latter is not inside that of the former, two backward ones always.  Now let the clusters follow each
 * other in the order of their first or last, the earlier of the two.  A forward one takes its interval: at the
 * beginning its write has been called and no operation of it has returned, at the end all have been called.  A backward
 * one fits anywhere between its last and its first, all at once; if its last is in the interval of a forward one, it
 * waits until that is over.  Inside a cluster the write comes first, then the reads as they were called.
 *
 * Writes that did not return and were never read are left out.  If a value is written more than once, its reads do not
 * determine which write they saw.  Leaving out all operations of one value keeps a correct history correct, so a
 * violation without such values is one; otherwise another algorithm has to decide.
 *
 * Four passes over the events, and hashing of values: linear time.
 */
#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "check/explain/describe.h"
#include "check/poly/poly.h"

/* Instead of the write of a cluster. */
#define NOBODY  LC_NO_OP
#define INITIAL (LC_NO_OP - 1)
#define SEVERAL (LC_NO_OP - 2)

/* Places count from 1; at 0 the initial value was written. */
typedef struct cluster {
    lince_value value;
    uint32_t write;
    uint32_t first, last;
    uint32_t size; /* of its operations; then where in the order the next one goes */
} cluster;

/* Few clusters are simply looked through. */
enum { FEW = 16, TABLE = 0 /* scratch: else, a hash table of their numbers + 1 */ };

/* Notes: the place of the call; then, of an operation that plays a part, its cluster with this bit on top. */
#define MEMBER 0x80000000u

typedef struct cell {
    lc_poly *p;
    const lc_part *part;
    lince_value key;
    cluster *at;
    uint32_t count, most;
    uint32_t slots;   /* of the table; 0: none */
    uint32_t members; /* operations that play a part */
    bool repeated;
} cell;

/* ---- from values to clusters ---- */

/* Handles that lie close together share a line of the cache. */
static uint32_t slot_of(const cell *c, lince_value v) {
    return ((uint32_t)lc_mix(v >> 4, 0) << 4 | (v & 15)) & (c->slots - 1);
}

static void enter(cell *c, uint32_t number) {
    uint32_t *table = c->p->scratch[TABLE].at, slot = slot_of(c, c->at[number].value);
    while (table[slot]) slot = (slot + 1) & (c->slots - 1);
    table[slot] = number + 1;
}

/* Keeps at least half of the table free. */
static bool make_table(cell *c) {
    uint32_t slots = c->slots ? c->slots : 2 * FEW;
    while (slots / 2 < c->count + 1) slots *= 2;
    if (!lc_reserve(c->p->budget, &c->p->scratch[TABLE], slots)) return false;
    memset(c->p->scratch[TABLE].at, 0, slots * sizeof *c->p->scratch[TABLE].at);
    c->slots = slots;
    for (uint32_t i = 0; i < c->count; i++) enter(c, i);
    return true;
}

/* NULL: there is none. */
static cluster *find(const cell *c, lince_value v) {
    if (!c->slots) {
        for (uint32_t i = 0; i < c->count; i++)
            if (c->at[i].value == v) return &c->at[i];
        return NULL;
    }
    const uint32_t *table = c->p->scratch[TABLE].at;
    for (uint32_t slot = slot_of(c, v);; slot = (slot + 1) & (c->slots - 1)) {
        if (!table[slot]) return NULL;
        if (c->at[table[slot] - 1].value == v) return &c->at[table[slot] - 1];
    }
}

/* The cluster of a value, new or old; NULL: out of memory. */
static cluster *cluster_of(cell *c, lince_value v) {
    cluster *found = find(c, v);
    if (found) return found;
    if (c->count >= (c->slots ? c->slots / 2 : FEW) && !make_table(c)) return NULL;
    assert(c->count < c->most);
    c->at[c->count] = (cluster){.value = v, .write = NOBODY};
    if (c->slots) enter(c, c->count);
    return &c->at[c->count++];
}

/* ---- the operations of the clusters ---- */

static bool writes(const lc_meaning *m) {
    return m->method->role == LINCE_ROLE_WRITE || m->method->role == LINCE_ROLE_PUT;
}

/* False: it is no read or write of this key. */
static bool understand(cell *c, uint32_t op, lc_meaning *m) {
    lc_mean(c->p->binding, op, m);
    if (c->key == LINCE_NO_VALUE) c->key = m->key;
    if (m->key != c->key) lc_poly_not_for_me(c->p, "keys are not split");
    else if (!m->method->pure && !writes(m)) lc_poly_not_for_me(c->p, "there are not only reads and writes");
    else return true;
    return false;
}

static void see_write(cell *c, cluster *k, uint32_t op) {
    if (k->write == NOBODY) {
        k->write = op;
    } else {
        k->write = SEVERAL;
        c->repeated = true;
    }
}

static void join(cell *c, cluster *k, uint32_t op, uint32_t called) {
    c->p->note[op] = MEMBER | (uint32_t)(k - c->at);
    if (called > k->last) k->last = called;
    k->size++;
    c->members++;
}

static lc_outcome see_returned(cell *c) {
    for (uint32_t i = 0; i < c->part->event_count; i++) {
        if (lc_poly_stopped(c->p, i)) return LC_HALTED;
        uint32_t op = lc_event_op(c->part->events[i]);
        if (lc_event_what(c->part->events[i]) == LC_INVOKE) {
            c->p->note[op] = i + 1;
            continue;
        }
        lc_meaning m;
        if (!understand(c, op, &m)) return LC_UNDECIDED;
        if (!m.known) return lc_poly_not_for_me(c->p, "a result is not known");
        cluster *k = cluster_of(c, m.method->pure ? m.result : m.last);
        if (!k) return lc_poly_halt(c->p, LC_NO_MEMORY);
        if (!m.method->pure) see_write(c, k, op);
        if (!k->size && k->write != INITIAL) k->first = i + 1;
        join(c, k, op, c->p->note[op]);
    }
    return LC_HOLDS;
}

/* Writes that did not return, of values that were read. */
static lc_outcome see_pending(cell *c) {
    for (uint32_t i = 0; i < c->part->event_count; i++) {
        if (lc_poly_stopped(c->p, i)) return LC_HALTED;
        uint32_t op = lc_event_op(c->part->events[i]);
        if (lc_event_what(c->part->events[i]) != LC_INVOKE || c->p->note[op] & MEMBER) continue;
        lc_meaning m;
        if (!understand(c, op, &m)) return LC_UNDECIDED;
        cluster *k = m.method->pure ? NULL : find(c, m.last);
        if (!k || k->size == (k->write != NOBODY && k->write != INITIAL)) continue;
        see_write(c, k, op);
        join(c, k, op, i + 1);
    }
    return LC_HOLDS;
}

/* ---- violations ---- */

static uint32_t op_at(const cell *c, uint32_t place) { return lc_event_op(c->part->events[place - 1]); }

static void blame(cell *c, uint32_t op) {
    for (uint32_t i = 0; i < c->p->core.count; i++)
        if (c->p->core.at[i] == op) return;
    lc_poly_blame(c->p, op);
}

static lc_outcome violated(cell *c) {
    return lc_exhausted(c->p->budget) ? lc_poly_halt(c->p, LC_NO_MEMORY) : LC_VIOLATED;
}

static lc_outcome blame_unwritten(cell *c, const cluster *k, uint32_t op) {
    lc_poly_explain_op(c->p, op);
    lc_poly_name(c->p, "a value from nowhere");
    lc_poly_explain(c->p, ": no operation had begun to write ");
    lc_describe_value(&c->p->reason, &c->p->binding->values, k->value);
    lc_poly_explain(c->p, " by then");
    blame(c, op);
    return violated(c);
}

static void say_before(cell *c, uint32_t returned, uint32_t called) {
    lc_poly_explain_op(c->p, returned);
    lc_poly_explain(c->p, " returned before ");
    lc_poly_explain_op(c->p, called);
    lc_poly_explain(c->p, " was called");
    blame(c, returned);
    blame(c, called);
}

static lc_outcome blame_early_read(cell *c, const cluster *k) {
    lc_poly_name(c->p, "read before it was written");
    say_before(c, op_at(c, k->first), k->write);
    return violated(c);
}

/* Was it read before it was written?  That is easier to see. */
static bool is_read_early(const cell *c, const cluster *k) {
    if (k->write == INITIAL) return false;
    for (uint32_t place = k->first + 1; place <= k->last; place++)
        if (c->part->events[place - 1] == lc_make_event(k->write, LC_INVOKE)) return true;
    return false;
}

/* Two clusters each of which comes before the other. */
static lc_outcome blame_clusters(cell *c, const cluster *a, const cluster *b) {
    lc_poly *p = c->p;
    if (is_read_early(c, a)) return blame_early_read(c, a);
    if (is_read_early(c, b)) return blame_early_read(c, b);
    lc_poly_name(p, "a value that came back");
    if (a->write == INITIAL) {
        say_before(c, op_at(c, b->first), op_at(c, a->last));
        lc_poly_explain(p, ", but ");
        lc_describe_value(&p->reason, &p->binding->values, a->value);
        lc_poly_explain(p, " was only there at the beginning");
    } else {
        say_before(c, op_at(c, a->first), op_at(c, b->last));
        lc_poly_explain(p, ", and ");
        say_before(c, op_at(c, b->first), op_at(c, a->last));
        lc_poly_explain(p, ", but ");
        lc_describe_value(&p->reason, &p->binding->values, a->value);
        lc_poly_explain(p, " was written only once and cannot come back");
        blame(c, a->write);
    }
    blame(c, b->write);
    return violated(c);
}

/* ---- the verdict and the order ---- */

/* Along the events; only the forward cluster that began last can be in conflict with one that ends now.  Clusters get
 * their places in the order where they begin. */
static lc_outcome compare_clusters(cell *c) {
    cluster *forward = c->at[0].write == INITIAL ? &c->at[0] : NULL;
    uint32_t placed = 0;
    if (forward) {
        placed = forward->size;
        forward->size = 0;
    }
    for (uint32_t i = 0; i < c->part->event_count; i++) {
        if (lc_poly_stopped(c->p, i)) return LC_HALTED;
        uint32_t op = lc_event_op(c->part->events[i]), place = i + 1;
        if (!(c->p->note[op] & MEMBER)) continue;
        cluster *k = &c->at[c->p->note[op] & ~MEMBER];
        if (k->write == SEVERAL) continue;
        if (k->write == NOBODY) return blame_unwritten(c, k, op);
        if (op == k->write && k->first < place && lc_event_what(c->part->events[i]) == LC_INVOKE)
            return blame_early_read(c, k);
        if (place == k->first) {
            if (forward && k->first < forward->last && forward->first < k->last) return blame_clusters(c, forward, k);
            if (k->first < k->last) forward = k;
        }
        if (place == (k->first < k->last ? k->first : k->last)) {
            uint32_t next = placed + 1;
            c->p->order.at[placed] = k->write;
            placed += k->size;
            k->size = next;
        }
    }
    assert(placed == c->members || c->repeated);
    return c->repeated ? lc_poly_not_for_me(c->p, lc_poly_repeated) : LC_HOLDS;
}

static void place_reads(cell *c) {
    for (uint32_t i = 0; i < c->part->event_count; i++) {
        uint32_t op = lc_event_op(c->part->events[i]);
        if (lc_event_what(c->part->events[i]) != LC_INVOKE || !(c->p->note[op] & MEMBER)) continue;
        cluster *k = &c->at[c->p->note[op] & ~MEMBER];
        if (op != k->write) c->p->order.at[k->size++] = op;
    }
    c->p->order.count = c->members;
}

static lc_outcome decide(cell *c) {
    lince_value init = c->p->binding->objects.at[c->part->object].init;
    c->at[c->count++] = (cluster){.value = init != LINCE_NO_VALUE ? init : LINCE_NIL, .write = INITIAL};
    lc_outcome outcome = see_returned(c);
    if (outcome == LC_HOLDS) outcome = see_pending(c);
    if (outcome != LC_HOLDS) return outcome;
    if (!lc_reserve(c->p->budget, &c->p->order, c->members)) return lc_poly_halt(c->p, LC_NO_MEMORY);
    outcome = compare_clusters(c);
    if (outcome == LC_HOLDS) place_reads(c);
    return outcome;
}

lc_outcome lc_poly_register(lc_poly *p, const lc_part *part) {
    cluster few[FEW];
    cell c = {.p = p, .part = part, .at = few, .most = part->event_count / 2 + 1}; /* a cluster has a return */
    size_t size = c.most > FEW ? c.most * sizeof *c.at : 0;
    if (size && !(c.at = lc_allocate(p->budget, size))) return lc_poly_halt(p, LC_NO_MEMORY);
    lc_outcome outcome = decide(&c);
    if (size) lc_release(p->budget, c.at, size);
    return outcome;
}
