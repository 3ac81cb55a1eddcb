#include "check/search/any_client.h"

#include <assert.h>
#include <string.h>

#include "check/search/sequential.h"
#include "spec/specs.h"

enum { OPS = LC_CLIENT_OPS, SETS_MOST = 20000, NO_SET = -1 };

typedef uint64_t mask; /* of operations */
static inline mask bit(uint32_t op) { return (mask)1 << op; }
static inline uint32_t first_of(mask m) { return (uint32_t)__builtin_ctzll(m); }

/* A set of edges, with all order that follows. */
typedef struct edge_set {
    uint32_t past; /* number in `pasts`: per operation a mask of those before it */
    int32_t from;  /* the set that it extends; NO_SET: none */
    lc_client_edge edge;
} edge_set;

/* An order that was found legal. */
typedef struct legal_order {
    mask before[OPS]; /* of each operation in it: those before it */
    mask members;
} legal_order;

/* Per operation, at its beginning: the ends that it is linked with. */
typedef struct links {
    mask past[OPS], hb[OPS], eco[OPS];
} links;

typedef struct search {
    const lince_history *h;
    uint32_t count;
    mask returned;
    mask later[OPS]; /* operations of the same thread that were called later */
    links links;
    lc_budget budget;
    lc_binding binding;
    lc_sequencer sequencer;
    lc_part part; /* all operations, or those of one object */
    lc_event *events, *kept;
    lc_intern pasts;
    LC_VEC(edge_set) sets;
    LC_VEC(legal_order) orders;
    bool too_many;
    lc_any_client *out;
} search;

/* ---- the order that edges make ---- */

/* Adds an edge and what follows from it, as far as whole operations are concerned. */
static void add_edge(const search *s, mask *past, uint32_t first, uint32_t second) {
    mask add = past[first] | bit(first);
    for (uint32_t i = 0; i < s->count; i++)
        if (i == second || past[i] >> second & 1 || s->later[second] >> i & 1) past[i] |= add;
}

static void future_of(const search *s, const mask *past, mask *future) {
    for (uint32_t a = 0; a < s->count; a++) future[a] = 0;
    for (uint32_t b = 0; b < s->count; b++)
        for (mask left = past[b]; left; left &= left - 1) future[first_of(left)] |= bit(b);
}

/* From beginning to beginning: along a link to an end, then along an edge. */
static void follow(const search *s, const mask *link, const mask *future, mask *to) {
    for (uint32_t b = 0; b < s->count; b++) {
        to[b] = 0;
        for (mask left = link[b]; left; left &= left - 1) to[b] |= future[first_of(left)];
    }
}

static void close(const search *s, mask *to) {
    for (uint32_t k = 0; k < s->count; k++)
        for (uint32_t b = 0; b < s->count; b++)
            if (to[b] >> k & 1) to[b] |= to[k];
}

static bool has_cycle(const search *s, const mask *to) {
    for (uint32_t b = 0; b < s->count; b++)
        if (to[b] >> b & 1) return true;
    return false;
}

/* Is the execution consistent with all this order?  The part of it that is happens-before anyway changes nothing. */
static bool is_possible(const search *s, const mask *past) {
    mask future[OPS], to[OPS], across[OPS];
    future_of(s, past, future);
    follow(s, s->links.past, future, to);
    close(s, to);
    if (has_cycle(s, to)) return false;
    follow(s, s->links.hb, future, to);
    close(s, to);
    follow(s, s->links.eco, future, across);
    for (uint32_t b = 0; b < s->count; b++)
        for (mask left = across[b]; left; left &= left - 1) {
            uint32_t c = first_of(left);
            if (c == b || to[c] >> b & 1) return false;
        }
    return true;
}

/* Could this edge alone be possible? */
static bool is_open(const search *s, uint32_t first, uint32_t second) {
    const links *l = &s->links;
    return first != second && s->returned >> first & 1 &&
           !((l->past[second] | l->hb[second] | l->eco[second]) >> first & 1);
}

/* ---- legal orders ---- */

/* All edges that are possible in one direction only, as long as they make no cycle. */
static void follow_hints(const search *s, mask *past) {
    for (uint32_t a = 0; a < s->count; a++)
        for (uint32_t b = 0; b < s->count; b++)
            if (is_open(s, a, b) && !is_open(s, b, a) && !(past[a] >> b & 1) && !(past[b] >> a & 1))
                add_edge(s, past, a, b);
}

static bool extends(const search *s, const legal_order *o, const mask *past) {
    for (uint32_t i = 0; i < s->count; i++)
        if (o->members >> i & 1 && past[i] & ~o->before[i]) return false;
    return true;
}

static bool keep_order(search *s) {
    legal_order o = {.members = 0};
    for (uint32_t i = 0; i < s->sequencer.order.count; i++) {
        uint32_t op = s->sequencer.order.at[i];
        o.before[op] = o.members;
        o.members |= bit(op);
    }
    return lc_push(&s->budget, &s->orders, o);
}

static lc_outcome find_order(search *s, const mask *past) {
    s->sequencer.past = past;
    lc_outcome outcome = lc_sequence(&s->sequencer, &s->part);
    s->sequencer.past = NULL;
    return outcome == LC_HOLDS && !keep_order(s) ? LC_HALTED : outcome;
}

/* The number in `orders` of one that extends these. */
static lc_outcome legal_order_of(search *s, const mask *past, uint32_t *number) {
    mask hinted[OPS];
    for (*number = 0; *number < s->orders.count; ++*number)
        if (extends(s, &s->orders.at[*number], past)) return LC_HOLDS;
    memcpy(hinted, past, s->count * sizeof *past);
    follow_hints(s, hinted);
    lc_outcome outcome = find_order(s, hinted);
    return outcome == LC_VIOLATED && memcmp(hinted, past, s->count * sizeof *past) ? find_order(s, past) : outcome;
}

/* ---- sets of edges ---- */

static bool add_set(search *s, const mask *past, int32_t from, lc_client_edge edge) {
    uint32_t known = s->pasts.items.count, number = lc_intern_add(&s->pasts, past, s->count * sizeof *past);
    if (number == LC_NOT_INTERNED) return false;
    return number < known || lc_push(&s->budget, &s->sets, (edge_set){number, from, edge});
}

static bool add_larger(search *s, uint32_t set, const mask *past, uint32_t first, uint32_t second) {
    mask more[OPS];
    if (!is_open(s, first, second) || past[first] >> second & 1) return true;
    memcpy(more, past, s->count * sizeof *past);
    add_edge(s, more, first, second);
    return !is_possible(s, more) || add_set(s, more, (int32_t)set, (lc_client_edge){first, second});
}

/* The sets with one more edge that contradicts this order. */
static bool add_all_larger(search *s, uint32_t set, const mask *past, const legal_order *o) {
    bool fine = true;
    for (mask left = o->members; left && fine; left &= left - 1) {
        uint32_t second = first_of(left);
        for (mask after = o->members & ~o->before[second] & ~bit(second); after && fine; after &= after - 1)
            fine = add_larger(s, set, past, first_of(after), second);
    }
    return fine;
}

/* The first set without a legal order is left in `wrong`. */
static lc_outcome try_sets(search *s, uint32_t *wrong) {
    for (uint32_t i = 0; i < s->sets.count; i++) {
        mask past[OPS];
        uint32_t order;
        if (i == SETS_MOST) {
            s->too_many = true;
            return LC_HOLDS;
        }
        memcpy(past, lc_intern_get(&s->pasts, s->sets.at[i].past)->bytes, s->count * sizeof *past);
        s->out->sets++;
        lc_outcome outcome = legal_order_of(s, past, &order);
        *wrong = i;
        if (outcome != LC_HOLDS) return outcome;
        legal_order o = s->orders.at[order];
        if (!add_all_larger(s, i, past, &o)) return LC_HALTED;
    }
    return LC_HOLDS;
}

static void happens_before(const search *s, mask *past) {
    for (uint32_t b = 0; b < s->count; b++) {
        past[b] = 0;
        for (uint32_t a = 0; a < s->count; a++)
            if (s->returned >> a & 1 && lc_comes_before(s->h, a, b)) past[b] |= bit(a);
    }
}

/* `all`: the links that forbid most, where the others may permit too much. */
static void take_links(search *s, bool all) {
    const uint8_t *link = s->h->order.links.at;
    for (uint32_t b = 0; b < s->count; b++) {
        s->links.past[b] = s->links.hb[b] = s->links.eco[b] = 0;
        for (uint32_t a = 0; a < s->count; a++, link++) {
            if (!(s->returned >> a & 1)) continue;
            if (*link & (all ? LC_LINK_ALL : LC_LINK_PAST)) s->links.past[b] |= bit(a);
            if (*link & LC_LINK_HB && !all) s->links.hb[b] |= bit(a);
            if (*link & LC_LINK_ECO && !all) s->links.eco[b] |= bit(a);
        }
    }
}

static lc_outcome search_all(search *s, bool all, uint32_t *wrong) {
    mask past[OPS] = {0};
    take_links(s, all);
    happens_before(s, past);
    lc_intern_clear(&s->pasts);
    s->sets.count = 0;
    if (!add_set(s, past, NO_SET, (lc_client_edge){0})) return LC_HALTED;
    return try_sets(s, wrong);
}

/* ---- a violation ---- */

/* The order that is left without one of the edges. */
static lc_outcome without(search *s, uint32_t edge) {
    mask past[OPS] = {0};
    happens_before(s, past);
    for (uint32_t i = 0; i < s->out->edges.count; i++)
        if (i != edge) add_edge(s, past, s->out->edges.at[i].first, s->out->edges.at[i].second);
    return find_order(s, past);
}

/* With each edge less there is a legal order. */
static lc_outcome drop_edges(search *s) {
    for (uint32_t i = s->out->edges.count; i-- > 0;) {
        lc_outcome outcome = without(s, i);
        if (outcome == LC_HALTED) return LC_HALTED;
        if (outcome != LC_VIOLATED) continue;
        lc_client_edge *edges = s->out->edges.at;
        memmove(&edges[i], &edges[i + 1], (--s->out->edges.count - i) * sizeof *edges);
    }
    return LC_VIOLATED;
}

static lc_outcome list_edges(search *s, uint32_t wrong) {
    for (int32_t i = (int32_t)wrong; s->sets.at[i].from != NO_SET; i = s->sets.at[i].from)
        if (!lc_push(NULL, &s->out->edges, s->sets.at[i].edge)) return LC_HALTED;
    return drop_edges(s);
}

/* Is there a legal order in which each operation synchronizes with all later ones, as they would by a lock? */
static lc_outcome decide_locked(search *s) {
    mask past[OPS] = {0};
    happens_before(s, past);
    for (uint32_t b = 0; b < s->count; b++)
        for (uint32_t a = 0; a < s->count; a++)
            if (s->h->order.links.at[b * s->count + a] & LC_LINK_LOCK && !(past[b] >> a & 1)) {
                if (!lc_push(NULL, &s->out->edges, ((lc_client_edge){a, b}))) return LC_HALTED;
                add_edge(s, past, a, b);
            }
    if (!s->out->edges.count) return LC_HOLDS;
    lc_outcome outcome = find_order(s, past);
    s->out->locked = outcome == LC_VIOLATED;
    if (outcome == LC_VIOLATED) return drop_edges(s);
    s->out->edges.count = 0;
    return outcome;
}

static lc_outcome decide_part(search *s) {
    uint32_t wrong = 0;
    s->orders.count = 0;
    lc_outcome outcome = search_all(s, s->h->order.psc, &wrong);
    if (outcome == LC_VIOLATED) return list_edges(s, wrong);
    if (outcome == LC_HOLDS && s->h->order.psc && !s->too_many) {
        outcome = search_all(s, false, &wrong);
        s->out->unsure |= outcome == LC_VIOLATED;
        if (outcome == LC_VIOLATED) outcome = LC_HOLDS;
    }
    s->out->unsure |= s->too_many;
    s->too_many = false;
    return outcome;
}

static void keep_object(search *s, uint32_t object, uint32_t event_count) {
    s->part = (lc_part){.object = LC_ALL_OBJECTS, .key = LINCE_NO_VALUE, .events = s->kept};
    for (uint32_t i = 0; i < event_count; i++)
        if (lc_object_of(&s->binding, lc_event_op(s->events[i])) == object)
            s->kept[s->part.event_count++] = s->events[i];
}

/* Edges are judged object by object.  Several objects together need not be linearizable although each of them is: two
 * variables that are stored with release and loaded with acquire are not, as soon as a client orders their operations.
 * An edge from or to an operation of another object counts by what follows for those of this one. */
static lc_outcome decide(search *s) {
    uint32_t objects = s->binding.objects.count, events = s->part.event_count;
    lc_outcome outcome = LC_HOLDS;
    if (objects > 1) {
        mask past[OPS] = {0};
        happens_before(s, past);
        outcome = find_order(s, past);
    }
    for (uint32_t i = 0; i < objects && outcome == LC_HOLDS; i++) {
        if (objects > 1) keep_object(s, i, events);
        outcome = decide_part(s);
        if (outcome == LC_HOLDS) outcome = decide_locked(s);
    }
    return outcome;
}

/* ---- the whole ---- */

static const lc_instance *look_up(const void *specs, lc_span object) { return lc_specs_find(specs, object); }

static lince_status begin(search *s, const lince_specs *specs, const lince_check_options *o, lince_error *error) {
    const lc_limits limits = {.interrupt = o->interrupt, .deadline = o->timeout > 0 ? lc_now() + o->timeout : 0};
    static const lc_tuning tuning;
    lc_bind_options options = {.lookup = look_up, .context = specs, .init = o->init, .limits = &limits};
    lince_status status = lc_bind(&s->binding, s->h, &options, &s->budget, error);
    if (status != LINCE_DONE) return status;
    for (uint32_t i = 0; i < s->count; i++) {
        if (lc_op_outcome(s->h, &s->h->ops.at[i]) == LC_RETURN) s->returned |= bit(i);
        for (uint32_t k = 0; k < i; k++)
            if (s->h->ops.at[i].thread == s->h->ops.at[k].thread) s->later[k] |= bit(i);
    }
    bool ready = lc_sequencer_init(&s->sequencer, &s->binding, &tuning, &limits, &s->budget);
    s->sequencer.real_time = true;
    s->kept = lc_allocate(&s->budget, ((size_t)s->h->events.count + 1) * sizeof *s->kept);
    ready = ready && s->kept && lc_whole(&s->part, &s->events, &s->binding, &s->budget);
    return ready ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

lince_status lc_check_any_client(lc_any_client *out, const lince_history *h, const lince_specs *specs,
                                 const lince_check_options *options, lince_error *error) {
    assert(h->ops.count <= OPS && h->order.links.count == h->ops.count * h->ops.count && h->order.threads);
    search s = {.h = h, .count = h->ops.count, .out = out};
    *out = (lc_any_client){.outcome = LC_HALTED};
    lc_budget_init(&s.budget, options->max_memory);
    lc_intern_init(&s.pasts, &s.budget);
    lince_status status = begin(&s, specs, options, error);
    if (status == LINCE_DONE) out->outcome = decide(&s);
    out->halt = s.sequencer.halt ? s.sequencer.halt : LC_NO_MEMORY;
    out->visited = s.sequencer.visited;
    lc_release(&s.budget, s.events, ((size_t)h->events.count + 1) * sizeof *s.events);
    lc_release(&s.budget, s.kept, ((size_t)h->events.count + 1) * sizeof *s.kept);
    if (s.sequencer.budget) lc_sequencer_free(&s.sequencer);
    lc_vec_free(&s.budget, &s.sets);
    lc_vec_free(&s.budget, &s.orders);
    lc_intern_free(&s.pasts);
    lc_binding_free(&s.binding);
    return status;
}

void lc_any_client_free(lc_any_client *c) { lc_vec_free(NULL, &c->edges); }
