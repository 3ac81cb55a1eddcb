/* Wrong results that are certainly wrong, in the middle of concurrent operations.  Each comes with the reason why no
 * order explains it; crashed operations count as open for ever.  The exception are containers of few values. */
#include "simulation.h"

/* How far to look around for a partner. */
#define NEAR 2000

static uint32_t end_of(const operation *o) { return o->crashed ? NEVER : o->end; }
static bool returned(const operation *o) { return end_of(o) != NEVER; }
static bool precedes(const operation *a, const operation *b) { return end_of(a) < b->call; }

/* Whoever moves operations by as many places as those of the history may have been, among all or among those of their
 * method, does not make b come before a: more than twice as many are between them. */
static bool well_before(const simulation *s, const operation *a, const operation *b) {
    uint32_t most = s->relaxed > s->moved ? s->relaxed : s->moved, between = 0;
    if (!precedes(a, b)) return false;
    for (const operation *o = a + 1; o < b && between < 2 * most; o++) {
        bool counts = a->method != b->method || o->method == a->method;
        between += counts && precedes(a, o) && precedes(o, b);
    }
    return between >= 2 * most;
}

/* ---- cells: a stale value ---- */

/* What the cell holds right after the operation, whatever the order; NOTHING: that depends. */
static value held_after(const operation *o) {
    if (!returned(o)) return NOTHING;
    switch (o->method) {
    case READ:
    case GET: return o->result;
    case WRITE:
    case PUT: return o->args[0];
    case CAS:
    case CAS_KEY: return o->result == TRUE ? o->args[1] : NOTHING;
    case DEL:
    case REMOVE: return NIL;
    case ADD: return TRUE;
    case CONTAINS: return o->result == TRUE ? TRUE : NIL;
    default: return NOTHING;
    }
}

static bool may_write(const operation *o, value v) {
    switch (o->method) {
    case WRITE:
    case PUT: return o->args[0] == v;
    case CAS:
    case CAS_KEY: return o->args[1] == v;
    case DEL:
    case REMOVE: return v == NIL;
    case ADD: return v == TRUE;
    default: return false;
    }
}

/* The cell held something else at a moment within `seen`, before `reader` was called, and whoever writes v had returned
 * by then or comes after the reader. */
static bool is_stale(const simulation *s, value v, const operation *seen, const operation *reader) {
    for (uint32_t i = 0; i < s->op_count; i++) {
        const operation *o = &s->ops[i];
        if (o->key == reader->key && may_write(o, v) && !precedes(o, seen) && o->call < reader->end) return false;
    }
    return true;
}

static value stale_value(const simulation *s, const operation *seen, const operation *reader) {
    value now = held_after(seen);
    if (reader->method == CONTAINS) {
        value other = now == TRUE ? NIL : TRUE;
        return is_stale(s, other, seen, reader) ? other : NOTHING;
    }
    for (uint32_t i = (uint32_t)(seen - s->ops), steps = 0; i-- > 0 && steps < NEAR; steps++) {
        const operation *old = &s->ops[i];
        value v = old->key == reader->key && precedes(old, seen) ? held_after(old) : NOTHING;
        if (v != NOTHING && v != now && is_stale(s, v, seen, reader)) return v;
    }
    return NOTHING;
}

bool spoil_cell(simulation *s, uint32_t number) {
    operation *o = &s->ops[number];
    if (!returned(o) || (o->method != READ && o->method != GET && o->method != CONTAINS)) return false;
    /* The last few operations that say what the cell holds; on a map the key may have been used long ago. */
    for (uint32_t i = number, tries = 0; i-- > 0 && tries < 8;) {
        const operation *seen = &s->ops[i];
        if (seen->key != o->key || !precedes(seen, o) || held_after(seen) == NOTHING) continue;
        tries++;
        value v = stale_value(s, seen, o);
        if (v == NOTHING) continue;
        o->result = o->method == CONTAINS ? (v == TRUE ? TRUE : FALSE) : v;
        return true;
    }
    return false;
}

/* ---- a counter: more than all that was added ---- */

static value most_added(const operation *o) {
    if (o->method == INC) return 1;
    if (o->method == DEC) return -1;
    return o->method == ADD_NUMBER || o->method == FETCH_ADD ? o->args[0] : 0;
}

bool spoil_counter(simulation *s, uint32_t number) {
    operation *reader = &s->ops[number];
    if (!returned(reader) || reader->method != GET_NUMBER) return false;
    value most = 0;
    for (uint32_t i = 0; i < s->op_count && s->ops[i].call < reader->end; i++) {
        value added = most_added(&s->ops[i]);
        if (added > 0 || precedes(&s->ops[i], reader)) most += added;
    }
    reader->result = most + 1;
    return true;
}

/* ---- containers: two results change places, o's and that of a removal after it ---- */

static bool is_removal(const operation *o) {
    bool removes = o->method == DEQ || o->method == POP || o->method == DELMIN || o->method == TAKE;
    return removes && returned(o) && o->result != EMPTY;
}

typedef bool (*is_wrong)(const simulation *, const operation *o, const operation *later);

static operation *find_later(simulation *s, const operation *o, is_wrong wrong) {
    if (!is_removal(o)) return NULL;
    for (uint32_t i = (uint32_t)(o - s->ops) + 1, steps = 0; i < s->op_count && steps < NEAR; i++, steps++) {
        operation *later = &s->ops[i];
        if (is_removal(later) && well_before(s, o, later) && wrong(s, o, later)) return later;
    }
    return NULL;
}

static bool differs(const simulation *s, const operation *o, const operation *later) {
    (void)s;
    return o->result != later->result;
}

static bool swap_with_later(simulation *s, uint32_t number, is_wrong wrong) {
    operation *o = &s->ops[number], *later = find_later(s, o, s->values ? differs : wrong);
    if (!later) return false;
    value v = o->result;
    o->result = later->result;
    later->result = v;
    return true;
}

static const operation *adder_of(const simulation *s, value v) { return &s->ops[s->adders[v]]; }

/* enq(x), enq(y), deq -> y, deq -> x, each well before the next. */
static bool overtakes(const simulation *s, const operation *o, const operation *later) {
    return well_before(s, adder_of(s, o->result), adder_of(s, later->result));
}

/* push(x), push(y), pop -> x, pop -> y, each well before the next; o, which popped y, is to pop x. */
static bool dives(const simulation *s, const operation *o, const operation *later) {
    const operation *top = adder_of(s, o->result), *deep = adder_of(s, later->result);
    return well_before(s, deep, top) && well_before(s, top, o);
}

/* insert(x), delmin -> y, delmin -> x, each well before the next, and x goes before y. */
static bool outranks(const simulation *s, const operation *o, const operation *later) {
    return o->result < later->result && well_before(s, adder_of(s, o->result), o);
}

bool spoil_queue(simulation *s, uint32_t number) { return swap_with_later(s, number, overtakes); }
bool spoil_stack(simulation *s, uint32_t number) { return swap_with_later(s, number, dives); }
bool spoil_pqueue(simulation *s, uint32_t number) { return swap_with_later(s, number, outranks); }

/* put(x), take -> EMPTY, take -> x, each before the next. */
static bool was_there(const simulation *s, const operation *o, const operation *later) {
    return precedes(adder_of(s, later->result), o);
}

bool spoil_bag(simulation *s, uint32_t number) {
    operation *o = &s->ops[number];
    if (s->values || !find_later(s, o, was_there)) return false;
    o->result = EMPTY;
    return true;
}

/* ---- locks: taken once too often ---- */

/* Acquisitions and unlocks take turns.  With one acquisition more than unlocks, the last of all is an acquisition; but
 * every one, this one included, returned before the last unlock was called. */
bool spoil_mutex(simulation *s, uint32_t number) {
    operation *o = &s->ops[number];
    if (s->crashes || s->pending || o->method != TRYLOCK || o->result != FALSE) return false;
    for (uint32_t i = s->op_count; i-- > number;)
        if (s->ops[i].method == UNLOCK) {
            if (!precedes(o, &s->ops[i])) return false;
            o->result = TRUE;
            return true;
        }
    return false;
}

/* By the time o returns, more have returned with it than releases were called.  What a wait that has not returned did
 * is not counted, so that this holds whatever the order. */
bool spoil_semaphore(simulation *s, uint32_t number) {
    operation *o = &s->ops[number];
    if (!returned(o) || o->method != TRYWAIT || o->result != FALSE) return false;
    uint32_t taken = 1, released = 0;
    for (uint32_t i = 0; i < s->op_count && s->ops[i].call < o->end; i++) {
        const operation *other = &s->ops[i];
        if (other->method == POST) released++;
        else if (end_of(other) < o->end && other->result != FALSE) taken++;
    }
    if (taken <= released + s->object->capacity) return false;
    o->result = TRUE;
    return true;
}
