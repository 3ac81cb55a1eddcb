/* Objects with two states: a lock, which is free or held, and one key of a set, which is out or in.
 *
 * An operation that returned is an UP (from low to high: lock, a trylock or add that succeeded), a DOWN (from high to
 * low: unlock, a remove that succeeded), or changes nothing and needs the object HIGH (a trylock or add that failed,
 * contains → true) or LOW (a remove that failed, contains → false).  One that did not return is an UP or a DOWN that
 * may as well not happen.  Any number of operations may do the same.
 *
 * Theorem.  The following finds an order iff there is one.  Go along the events and switch only when a return forces
 * it: if an operation returns that has not had its turn, and the object is not in the state it needs, then of the
 * operations that were called and could switch it the one that returns first does so; now the operation has its turn.
 * Those that change nothing have theirs as soon as the object is as they need it.
 *
 * Why.  Every operation has its turn between call and return, so the result is an order.  For the converse take any
 * valid order.  After every event it has made at least as many switches as we: that is so at the beginning, and
 * whenever we are forced to switch, it has done so, too.
 *
 *   - Forced by the return of one that changes nothing: we have not switched since its call, or it would have had its
 *     turn.  The valid order had made at least as many switches then, and between call and return it was in the other
 *     state, so it has made more.
 *   - Forced by the return of x, let it be an UP.  The claim is that the valid order has made one UP more than we had.
 *     If all UPs that had their turn with us return before x, it has made these and x.  Otherwise let y be the last of
 *     them that returns after x.  The UPs that had their turn after y, and x, return before y; they would have been
 *     preferred to y, so they were called later.  Up to y's turn the valid order made at least as many UPs as we, and
 *     after it all of these.
 *
 * So when a switch is forced and no operation is there to make it, then all that could were used up, and a valid order
 * would need one more.  (The exchange argument for earliest deadline first, by counting.)
 *
 * Time O(n log w) where at most w operations wait; memory for those.
 */
#include <inttypes.h>

#include "check/explain/describe.h"
#include "check/poly/waiting.h"

/* The note of an operation once it is called. */
typedef enum deed { UP, DOWN, HIGH, LOW, IS_NOTHING, IS_UNTOLD, IS_ODD } deed;
enum { DEED = 7, HAD_TURN = 8, FOR_FREE = 16 }; /* FOR_FREE: no switch was made for its sake */

/* Scratch vectors: those that wait for their turns.  Of those that change nothing, all need the same. */
enum { UPS = UP, DOWNS = DOWN, PURE };

typedef struct words {
    const char *object; /* NULL: the key */
    const char *state[2];
    const char *switches[2]; /* names of an UP and a DOWN */
    const char *patterns[4]; /* names of violations, by the deed that comes at the wrong time */
} words;

typedef struct toggle toggle;
typedef deed deed_of(const lc_meaning *, bool returned);

struct toggle {
    lc_poly *p;
    const lc_part *part;
    const words *words;
    deed_of *deed_of;
    lince_value key;
    bool high;
    uint32_t open[2];    /* UPs and DOWNs called and not yet returned */
    uint32_t settled[2]; /* the beginning of the order that need not be shown when an UP, or a DOWN, is lacking */
};

/* ---- violations ---- */

/* The switches to be shown, UPs and DOWNs. */
typedef struct shown {
    uint32_t count[2], last[2];
} shown;

static void put_switches(toggle *t, const shown *s, deed lacking, uint32_t op) {
    const words *w = t->words;
    lince_text *out = &t->p->reason;
    deed made = lacking == UP ? DOWN : UP;
    if (lacking == DOWN && !s->count[DOWN]) {
        lc_poly_explain_op(t->p, s->last[UP]);
        lc_text_printf(out, " came before, and no %s can have happened since", w->switches[DOWN]);
    } else if (lacking == UP && !s->count[UP]) {
        /* Of a conflict that was made smaller those are gone that were undone. */
        lc_text_printf(out, "no %s can have happened ", w->switches[UP]);
        if (t->settled[UP]) lc_text_printf(out, "since the last %s", w->switches[DOWN]);
        else lc_text_puts(out, "by then that was not undone");
    } else if (lacking == UP && s->count[UP] == 1) {
        lc_poly_explain_op(t->p, s->last[UP]);
        lc_text_puts(out, " had already been undone by ");
        lc_poly_explain_op(t->p, s->last[DOWN]);
    } else {
        if (t->settled[lacking]) lc_text_printf(out, "since a moment when it was %s ", w->state[false]);
        else lc_text_puts(out, "by then ");
        bool one_more = (t->p->note[op] & DEED) == (uint32_t)made;
        lc_text_printf(out, "%" PRIu32 " %ss must have happened, and no more than %" PRIu32 " %s%s",
                       s->count[made] + one_more, w->switches[made], s->count[lacking], w->switches[lacking],
                       s->count[lacking] == 1 ? "" : "s");
    }
}

/* No operation is there to make the switch that the return of `op` forces.  To be shown: the switches that had to be
 * made, and the returns that forced them, since as many UPs as DOWNs had been made and all of the kind that is lacking
 * had returned. */
static lc_outcome blame(toggle *t, uint32_t op) {
    lc_poly *p = t->p;
    deed lacking = t->high ? DOWN : UP;
    shown s = {{0}, {0}};
    for (uint32_t i = t->settled[lacking]; i < p->order.count; i++) {
        uint32_t other = p->order.at[i], d = p->note[other] & DEED;
        if (p->note[other] & FOR_FREE) continue;
        if (!lc_poly_blame(p, other)) return lc_poly_halt(p, LC_NO_MEMORY);
        if (d > DOWN) continue;
        s.count[d]++;
        s.last[d] = other;
    }
    lc_poly_name(p, t->words->patterns[p->note[op] & DEED]);
    lc_poly_explain_op(p, op);
    lc_poly_explain(p, " returned although ");
    if (t->words->object) lc_poly_explain(p, t->words->object);
    else lc_describe_value(&p->reason, &p->binding->values, t->key);
    lc_text_printf(&p->reason, " was %s: ", t->words->state[t->high]);
    put_switches(t, &s, lacking, op);
    return lc_poly_blame(p, op) ? LC_VIOLATED : lc_poly_halt(p, LC_NO_MEMORY);
}

static lc_outcome blame_odd(lc_poly *p, uint32_t op) {
    lc_poly_name(p, "neither true nor false");
    lc_poly_explain_op(p, op);
    lc_poly_explain(p, ", which is neither true nor false");
    return lc_poly_blame(p, op) ? LC_VIOLATED : lc_poly_halt(p, LC_NO_MEMORY);
}

/* ---- turns ---- */

static bool have_turn(toggle *t, uint32_t op, uint32_t how) {
    t->p->note[op] |= HAD_TURN | how;
    return lc_poly_place(t->p, op);
}

/* The one in front switches, and those that waited for it have their turns. */
static bool make_switch(toggle *t) {
    if (!have_turn(t, lc_end_wait(t->p, t->high ? DOWNS : UPS, t->part), 0)) return false;
    t->high = !t->high;
    for (uint32_t i = 0; i < t->p->scratch[PURE].count; i++)
        if (!have_turn(t, t->p->scratch[PURE].at[i], FOR_FREE)) return false;
    t->p->scratch[PURE].count = 0;
    return true;
}

static lc_outcome see_call(toggle *t, uint32_t op, uint32_t place) {
    uint32_t returns = t->p->note[op];
    if (!place) t->key = lc_key_of(t->p->binding, op);
    if (t->part->key == LINCE_NO_VALUE && lc_key_of(t->p->binding, op) != t->key)
        return lc_poly_not_for_me(t->p, "keys are not split");
    lc_meaning m;
    lc_mean(t->p->binding, op, &m);
    deed d = t->deed_of(&m, returns != LC_NEVER);
    t->p->note[op] = d;
    bool fine = true;
    switch (d) {
    case UP:
    case DOWN:
        t->open[d]++;
        fine = lc_wait(t->p, d, place, returns);
        break;
    case HIGH:
    case LOW:
        if (t->high == (d == HIGH)) fine = have_turn(t, op, FOR_FREE);
        else fine = lc_push(t->p->budget, &t->p->scratch[PURE], op);
        break;
    case IS_NOTHING: break;
    case IS_UNTOLD: return lc_poly_not_for_me(t->p, "a result is not known");
    case IS_ODD: return blame_odd(t->p, op);
    }
    return fine ? LC_HOLDS : lc_poly_halt(t->p, LC_NO_MEMORY);
}

/* The operation must have its turn now.  An UP or a DOWN is in front of its kind, since no other returns earlier. */
static lc_outcome force(toggle *t, uint32_t op) {
    uint32_t d = t->p->note[op];
    if (t->high != (d == DOWN || d == HIGH)) {
        if (!t->p->scratch[t->high ? DOWNS : UPS].count) return blame(t, op);
        if (!make_switch(t)) return lc_poly_halt(t->p, LC_NO_MEMORY);
    }
    if (d <= DOWN && !make_switch(t)) return lc_poly_halt(t->p, LC_NO_MEMORY);
    assert(t->p->note[op] & HAD_TURN);
    t->p->note[op] &= ~(uint32_t)FOR_FREE;
    return LC_HOLDS;
}

static lc_outcome see_return(toggle *t, uint32_t op) {
    if (!(t->p->note[op] & HAD_TURN)) {
        lc_outcome outcome = force(t, op);
        if (outcome != LC_HOLDS) return outcome;
    }
    uint32_t d = t->p->note[op] & DEED;
    if (d <= DOWN) t->open[d]--;
    return LC_HOLDS;
}

static lc_outcome decide(toggle *t) {
    lc_poly *p = t->p;
    p->scratch[UPS].count = p->scratch[DOWNS].count = p->scratch[PURE].count = 0;
    if (!lc_note_returns(p, t->part)) return LC_HALTED;
    for (uint32_t i = 0; i < t->part->event_count; i++) {
        if (lc_poly_stopped(p, i)) return LC_HALTED;
        uint32_t op = lc_event_op(t->part->events[i]);
        bool called = lc_event_what(t->part->events[i]) == LC_INVOKE;
        lc_outcome outcome = called ? see_call(t, op, i) : see_return(t, op);
        if (outcome != LC_HOLDS) return outcome;
        if (!t->high && !t->open[UP]) t->settled[UP] = p->order.count;
        if (!t->high && !t->open[DOWN]) t->settled[DOWN] = p->order.count;
    }
    return LC_HOLDS;
}

/* ---- the objects ---- */

static deed deed_of_set(const lc_meaning *m, bool returned) {
    bool adds = m->method->role == LINCE_ROLE_INSERT;
    if (!returned) return m->method->pure ? IS_NOTHING : adds ? UP : DOWN;
    if (!m->known) return IS_UNTOLD;
    if (m->result == LINCE_TRUE) return m->method->pure ? HIGH : adds ? UP : DOWN;
    return m->result != LINCE_FALSE ? IS_ODD : adds ? HIGH : LOW;
}

lc_outcome lc_poly_set(lc_poly *p, const lc_part *part) {
    static const words of_key = {
        NULL,
        {"absent", "present"},
        {"addition", "removal"},
        {"added while present", "removed while absent", "found while absent", "missed while present"}};
    toggle t = {.p = p, .part = part, .words = &of_key, .deed_of = deed_of_set};
    return decide(&t);
}

/* Of the operations that lock, only trylock has a result. */
static deed deed_of_mutex(const lc_meaning *m, bool returned) {
    if (m->method->role == LINCE_ROLE_UNLOCK) return DOWN;
    if (!returned || !m->method->results_max || m->result == LINCE_TRUE) return UP;
    if (!m->known) return IS_UNTOLD;
    return m->result == LINCE_FALSE ? HIGH : IS_ODD;
}

lc_outcome lc_poly_mutex(lc_poly *p, const lc_part *part) {
    static const words of_lock = {"the lock",
                                  {"free", "held"},
                                  {"acquisition", "release"},
                                  {"taken while held", "released while free", "refused while free", NULL}};
    toggle t = {.p = p, .part = part, .words = &of_lock, .deed_of = deed_of_mutex};
    return decide(&t);
}
