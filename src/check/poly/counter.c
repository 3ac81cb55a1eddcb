/* Counters that only go up, or only down, by one at a time.
 *
 * The level of a counter is how many steps it is away from 0.  An inc is a step from any level, a fetch_add that
 * returned v one from the level of v and no other, a get that returned v is at the level of v.  A fetch_add that did
 * not return is like an inc: a step from any level that may as well not happen.
 *
 * Theorem.  The following finds an order iff there is one.  Go along the events and make a step only when a return
 * forces it: if an operation returns that has not had its turn, make steps until it has.  A step is made by the
 * fetch_add that returned this level, if there is one, else by the waiting inc that returns first.  A get has its turn
 * as soon as its level is reached.
 *
 * Why.  Every operation has its turn between call and return, so the result is an order.  For the converse take any
 * valid order.  After every event it is at least as high as we: that is so at the beginning, and whenever we are forced
 * to make a step, it has made it, too.
 *
 *   - Forced by the return of a get or a fetch_add: its level is a lower bound of the valid order's.
 *   - Forced by the return of x, an inc.  The claim is that the valid order has used one inc more than we had; then it
 *     is above the next level that is left to incs, which is as far as we go.  If all incs that had their turns with us
 *     return before x, it has used these and x.  Otherwise let y be the last of them that returns after x.  The
 *     operations that had turns after y, and x, return before y; they would have been preferred to y, so they were
 *     called later.  Up to y's turn the valid order used at least as many incs as we, since it was as high, and after
 *     it all of these.
 *
 * So there is no valid order if a step is forced and the fetch_add that has to make it is not yet called, or no inc
 * waits; nor if a get is called when we are above its level.
 *
 * Time O(n log w) where at most w incs wait, O(n) memory.
 */
#include <inttypes.h>
#include <string.h>

#include "check/poly/waiting.h"

/* The effect of an operation, with the level packed below it. */
typedef enum deed { INC, FETCH, GET, NOTHING } deed;
enum { LEVEL_BITS = 30 };
#define LEVEL ((1u << LEVEL_BITS) - 1)

/* Scratch vectors. */
enum {
    INCS,    /* those that wait */
    FETCHES, /* per level: the fetch_add that returned it, LC_NO_OP: none */
    GETS,    /* per level: the gets that wait for it, in a list through the notes, LC_NO_OP at its end */
    DEEDS    /* in the order of the calls */
};

/* Notes: where it returns; then, once it is called, one of these, or for a get that waits the next in the list. */
#define WAITS    (LC_WAITS_FOREVER + 1)
#define HAD_TURN (LC_WAITS_FOREVER + 2)
#define FOR_FREE (LC_WAITS_FOREVER + 3) /* had its turn, and no step was made for its sake */

typedef struct counter {
    lc_poly *p;
    const lc_part *part;
    bool down, mixed; /* mixed: not all steps go the same way by one */
    uint32_t ops, level;
} counter;

static bool is_get(const lc_meaning *m) { return m->method->pure; }
static bool is_fetch(const lc_meaning *m) { return !m->method->pure && m->method->results_max; }

/* The level that a result implies, `ops` if it is out of reach.  False: there is no such level. */
static bool level_of(const counter *c, lince_value result, uint32_t *level) {
    int64_t n;
    if (!lince_get_int(&c->p->binding->values, result, &n) || (c->down ? n > 0 : n < 0)) return false;
    uint64_t away = c->down ? -(uint64_t)n : (uint64_t)n;
    *level = away < c->ops ? (uint32_t)away : c->ops;
    return true;
}

/* ---- violations ---- */

static const char *steps_of(const counter *c, uint64_t count) {
    return c->down ? (count == 1 ? "decrement" : "decrements") : (count == 1 ? "increment" : "increments");
}

static lc_outcome blamed(lc_poly *p, uint32_t a, uint32_t b) {
    bool fine = lc_poly_blame(p, a) && (b == LC_NO_OP || lc_poly_blame(p, b));
    return fine ? LC_VIOLATED : lc_poly_halt(p, LC_NO_MEMORY);
}

static lc_outcome blame_result(counter *c, uint32_t op, lince_value result) {
    lc_poly_name(c->p, "out of range");
    lc_poly_explain_op(c->p, op);
    if (lince_value_kind(&c->p->binding->values, result) != LINCE_INT) lc_poly_explain(c->p, ", which is not a number");
    else lc_text_printf(&c->p->reason, ", but the counter starts at 0 and there are only %s", steps_of(c, 2));
    return blamed(c->p, op, LC_NO_OP);
}

static lc_outcome blame_twins(counter *c, uint32_t a, uint32_t b) {
    lc_poly_name(c->p, "a lost update");
    lc_poly_explain_op(c->p, a);
    lc_poly_explain(c->p, " and ");
    lc_poly_explain_op(c->p, b);
    lc_text_printf(&c->p->reason, " found the same value, so one %s was lost", steps_of(c, 1));
    return blamed(c->p, a, b);
}

static lc_outcome blame_order(counter *c, uint32_t before, uint32_t after) {
    lc_poly_name(c->p, "going back");
    lc_poly_explain_op(c->p, before);
    lc_poly_explain(c->p, " returned before ");
    lc_poly_explain_op(c->p, after);
    lc_text_printf(&c->p->reason, " was called, but there are only %s", steps_of(c, 2));
    return blamed(c->p, before, after);
}

/* Blames the operations that had their turns, but not gets for which no step was made. */
static bool blame_steps(counter *c, bool gets) {
    for (uint32_t i = 0; i < c->p->order.count; i++) {
        uint32_t op = c->p->order.at[i];
        if (c->p->note[op] == FOR_FREE) continue;
        lc_meaning m;
        lc_mean(c->p->binding, op, &m);
        if ((gets || !is_get(&m)) && !lc_poly_blame(c->p, op)) return false;
    }
    return true;
}

/* Steps that returned by themselves prove that the counter was past the level of `op` when that was called. */
static lc_outcome blame_late(counter *c, uint32_t op, uint32_t steps) {
    lc_poly_name(c->p, "counted too few");
    lc_poly_explain_op(c->p, op);
    lc_text_printf(&c->p->reason, " was called when at least %" PRIu32 " %s must have happened", steps,
                   steps_of(c, steps));
    return blame_steps(c, true) ? blamed(c->p, op, LC_NO_OP) : lc_poly_halt(c->p, LC_NO_MEMORY);
}

/* The number in the sentence is the operation's own: steps that do not matter are left out of an explanation, so those
 * that are shown are not all that can have happened. */
static lc_outcome blame_lack(counter *c, uint32_t op) {
    lc_meaning m;
    int64_t result = 0;
    lc_mean(c->p->binding, op, &m);
    (void)lince_get_int(&c->p->binding->values, m.result, &result);
    uint64_t needed = result < 0 ? -(uint64_t)result : (uint64_t)result;
    lc_poly_name(c->p, "counted too many");
    lc_poly_explain_op(c->p, op);
    if (needed < 2) lc_text_printf(&c->p->reason, ", but no %s can have happened by then", steps_of(c, 1));
    else
        lc_text_printf(&c->p->reason, ", but fewer than %" PRIu64 " %s can have happened by then", needed,
                       steps_of(c, needed));
    return blame_steps(c, false) ? blamed(c->p, op, LC_NO_OP) : lc_poly_halt(c->p, LC_NO_MEMORY);
}

/* The operation that returned before this event and implies the highest level above `level`; LC_NO_OP: none does. */
static uint32_t find_above(const counter *c, uint32_t place, uint32_t level) {
    uint32_t found = LC_NO_OP;
    for (uint32_t i = 0; i < place; i++) {
        if (lc_event_what(c->part->events[i]) != LC_RETURN) continue;
        uint32_t op = lc_event_op(c->part->events[i]), told;
        lc_meaning m;
        lc_mean(c->p->binding, op, &m);
        if ((!is_get(&m) && !is_fetch(&m)) || !level_of(c, m.result, &told)) continue;
        told += is_fetch(&m);
        if (told <= level) continue;
        level = told;
        found = op;
    }
    return found;
}

/* A get of a lower level. */
static lc_outcome blame_get(counter *c, uint32_t op, uint32_t place, uint32_t level) {
    uint32_t above = find_above(c, place, level);
    return above == LC_NO_OP ? blame_late(c, op, c->level) : blame_order(c, above, op);
}

/* A step is forced by the return of `op` and cannot be made. */
static lc_outcome blame_force(counter *c, uint32_t op) {
    uint32_t fetch = c->p->scratch[FETCHES].at[c->level];
    if (fetch == LC_NO_OP) return blame_lack(c, op);
    lc_meaning m;
    lc_mean(c->p->binding, op, &m);
    if (is_get(&m) || is_fetch(&m)) return blame_order(c, op, fetch);
    lc_outcome outcome = blame_late(c, fetch, c->level + 1);
    return outcome == LC_VIOLATED ? blamed(c->p, op, LC_NO_OP) : outcome;
}

/* ---- effects of the operations ---- */

/* By how much a step moves the counter; 0: neither up nor down by one. */
static int amount_of(const counter *c, const lc_meaning *m) {
    int64_t n = m->method->role == LINCE_ROLE_LOWER ? -1 : 1;
    if (m->method->args_max && !lince_get_int(&c->p->binding->values, m->last, &n)) return 0;
    return n == 1 ? 1 : n == -1 ? -1 : 0;
}

static bool goes_our_way(const counter *c, const lc_meaning *m) {
    return is_get(m) || amount_of(c, m) == (c->down ? -1 : 1);
}

static lc_outcome read_call(counter *c, uint32_t op, const lc_meaning *m) {
    bool returned = c->p->note[op] != LC_NEVER;
    uint32_t level = 0;
    deed d = INC;
    if (is_get(m)) d = returned ? GET : NOTHING;
    else if (returned && is_fetch(m)) d = FETCH;
    if (d == GET || d == FETCH) {
        if (!m->known) return lc_poly_not_for_me(c->p, "a result is not known");
        if (!level_of(c, m->result, &level)) return blame_result(c, op, m->result);
    }
    if (d == FETCH && level < c->ops) {
        uint32_t *fetch = &c->p->scratch[FETCHES].at[level];
        if (*fetch != LC_NO_OP) return blame_twins(c, *fetch, op);
        *fetch = op;
    }
    bool fine = lc_push(c->p->budget, &c->p->scratch[DEEDS], (uint32_t)d << LEVEL_BITS | level);
    return fine ? LC_HOLDS : lc_poly_halt(c->p, LC_NO_MEMORY);
}

/* Counts the operations, and determines the direction of the counter from the first step. */
static void look_around(counter *c) {
    lc_meaning m = {0};
    for (uint32_t i = 0; i < c->part->event_count; i++) {
        if (lc_event_what(c->part->events[i]) != LC_INVOKE) continue;
        c->ops++;
        if (m.method && !is_get(&m)) continue;
        lc_mean(c->p->binding, lc_event_op(c->part->events[i]), &m);
        if (!is_get(&m)) c->down = amount_of(c, &m) < 0;
    }
    assert(c->ops <= LEVEL);
}

static bool make_room(counter *c) {
    lc_poly *p = c->p;
    for (size_t i = FETCHES; i <= GETS; i++) {
        if (!lc_reserve(p->budget, &p->scratch[i], c->ops + 1)) return false;
        memset(p->scratch[i].at, 0xff, (c->ops + 1) * sizeof *p->scratch[i].at);
    }
    p->scratch[INCS].count = p->scratch[DEEDS].count = 0;
    return lc_reserve(p->budget, &p->scratch[DEEDS], c->ops);
}

static lc_outcome read_part(counter *c) {
    if (!lc_note_returns(c->p, c->part)) return LC_HALTED;
    look_around(c);
    if (!make_room(c)) return lc_poly_halt(c->p, LC_NO_MEMORY);
    lc_outcome outcome = LC_HOLDS;
    for (uint32_t i = 0; i < c->part->event_count && outcome != LC_HALTED; i++) {
        if (lc_poly_stopped(c->p, i)) return LC_HALTED;
        if (lc_event_what(c->part->events[i]) != LC_INVOKE) continue;
        uint32_t op = lc_event_op(c->part->events[i]);
        lc_meaning m;
        lc_mean(c->p->binding, op, &m);
        /* Also after something was found wrong: it may be right for a counter that goes both ways. */
        c->mixed = !goes_our_way(c, &m);
        if (c->mixed) return LC_UNDECIDED;
        if (outcome == LC_HOLDS) outcome = read_call(c, op, &m);
    }
    return outcome;
}

/* ---- turns ---- */

static bool have_turn(counter *c, uint32_t op, uint32_t how) {
    c->p->note[op] = how;
    return lc_poly_place(c->p, op);
}

/* One step, if an operation can make it. */
static bool can_step(const counter *c) {
    uint32_t fetch = c->p->scratch[FETCHES].at[c->level];
    return fetch == LC_NO_OP ? c->p->scratch[INCS].count : c->p->note[fetch] == WAITS;
}

static bool step(counter *c) {
    lc_poly *p = c->p;
    uint32_t fetch = p->scratch[FETCHES].at[c->level];
    if (!have_turn(c, fetch == LC_NO_OP ? lc_end_wait(p, INCS, c->part) : fetch, HAD_TURN)) return false;
    c->level++;
    assert(c->level <= c->ops);
    for (uint32_t get = p->scratch[GETS].at[c->level]; get != LC_NO_OP;) {
        uint32_t next = p->note[get];
        if (!have_turn(c, get, FOR_FREE)) return false;
        get = next;
    }
    return true;
}

static lc_outcome see_call(counter *c, uint32_t op, uint32_t place, uint32_t deed_and_level) {
    lc_poly *p = c->p;
    uint32_t returns = p->note[op], level = deed_and_level & LEVEL;
    bool fine = true;
    p->note[op] = WAITS;
    switch ((deed)(deed_and_level >> LEVEL_BITS)) {
    case INC: fine = lc_wait(p, INCS, place, returns); break;
    case FETCH: assert(level >= c->level); break; /* or its level could not have been passed */
    case GET:
        if (level < c->level) return blame_get(c, op, place, level);
        if (level == c->level) {
            fine = have_turn(c, op, FOR_FREE);
        } else {
            p->note[op] = p->scratch[GETS].at[level];
            p->scratch[GETS].at[level] = op;
        }
        break;
    case NOTHING: break;
    }
    return fine ? LC_HOLDS : lc_poly_halt(p, LC_NO_MEMORY);
}

static bool had_turn(const counter *c, uint32_t op) { return c->p->note[op] == HAD_TURN || c->p->note[op] == FOR_FREE; }

static lc_outcome see_return(counter *c, uint32_t op) {
    if (had_turn(c, op)) return LC_HOLDS;
    while (!had_turn(c, op)) {
        if (!can_step(c)) return blame_force(c, op);
        if (!step(c)) return lc_poly_halt(c->p, LC_NO_MEMORY);
    }
    c->p->note[op] = HAD_TURN;
    return LC_HOLDS;
}

lc_outcome lc_poly_counter(lc_poly *p, const lc_part *part) {
    counter c = {.p = p, .part = part};
    lc_outcome outcome = read_part(&c);
    if (c.mixed) {
        p->core.count = 0;
        lc_text_clear(&p->reason);
        return lc_poly_counter_mixed(p, part);
    }
    for (uint32_t i = 0, call = 0; i < part->event_count && outcome == LC_HOLDS; i++) {
        if (lc_poly_stopped(p, i)) return LC_HALTED;
        uint32_t op = lc_event_op(part->events[i]);
        bool called = lc_event_what(part->events[i]) == LC_INVOKE;
        outcome = called ? see_call(&c, op, i, p->scratch[DEEDS].at[call++]) : see_return(&c, op);
    }
    return outcome;
}
