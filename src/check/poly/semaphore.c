/* Semaphores: waits that returned, and the posts that permitted them.
 *
 * Theorem.  A history of a semaphore that starts at n, without waits that were refused, is linearizable iff at every
 * return no more waits have returned than n plus the posts called so far.
 *
 * Why.  An operation that has returned has taken effect, one that has not been called has not: in any order the value
 * at that moment is at most n + posts called - waits returned, and it is never negative.  Conversely let posts take
 * effect at their calls and waits at their returns; then that number is the value, so that every wait finds one to
 * take.  Waits that do not return take no effect.
 *
 * A trywait that was refused needs the value to be 0, so that posts should be late and waits early: another problem.
 * It changes nothing, so leaving it out keeps a correct history correct, and a violation without it is one.
 *
 * One pass over the events.
 */
#include <inttypes.h>

#include "check/poly/poly.h"

typedef enum deed { TAKES, GIVES, IS_REFUSED, IS_UNTOLD, IS_ODD } deed;

typedef struct semaphore {
    lc_poly *p;
    int64_t start;
    int64_t taken;       /* waits returned minus posts called */
    uint32_t posts_open; /* called and not yet returned */
    uint32_t settled;    /* the beginning of the order that need not be shown when something is wrong */
    bool refused;
} semaphore;

/* Of the operations that lower the value, only trywait has a result. */
static deed deed_of(const semaphore *s, uint32_t op) {
    lc_meaning m;
    lc_mean(s->p->binding, op, &m);
    if (m.method->role == LINCE_ROLE_RAISE) return GIVES;
    if (!m.method->results_max || m.result == LINCE_TRUE) return TAKES;
    if (!m.known) return IS_UNTOLD;
    return m.result == LINCE_FALSE ? IS_REFUSED : IS_ODD;
}

static lc_outcome blame_odd(lc_poly *p, uint32_t op) {
    lc_poly_name(p, "neither true nor false");
    lc_poly_explain_op(p, op);
    lc_poly_explain(p, ", which is neither true nor false");
    return lc_poly_blame(p, op) ? LC_VIOLATED : lc_poly_halt(p, LC_NO_MEMORY);
}

/* One wait too many.  Operations before `settled` do not excuse it: the value was back at n, and no post was open. */
static lc_outcome blame_waits(semaphore *s, uint32_t op) {
    lc_poly *p = s->p;
    uint32_t waits = 0, posts = 0;
    for (uint32_t i = s->settled; i < p->order.count; i++) {
        if (p->note[p->order.at[i]] == GIVES) posts++;
        else waits++;
        if (!lc_poly_blame(p, p->order.at[i])) return lc_poly_halt(p, LC_NO_MEMORY);
    }
    lc_poly_name(p, "more waits than there was to take");
    lc_poly_explain_op(p, op);
    lc_poly_explain(p, s->settled ? " returned although nothing was left: since it was back at "
                                  : " returned although nothing was left: it starts at ");
    lc_text_printf(&p->reason, "%" PRId64 ", %" PRIu32 " wait%s returned and ", s->start, waits, waits == 1 ? "" : "s");
    if (posts) lc_text_printf(&p->reason, "only %" PRIu32 " post%s called", posts, posts == 1 ? " was" : "s were");
    else lc_poly_explain(p, "no post was called");
    return LC_VIOLATED;
}

static lc_outcome see_return(semaphore *s, uint32_t op) {
    switch ((deed)s->p->note[op]) {
    case TAKES:
        if (!lc_poly_place(s->p, op)) return lc_poly_halt(s->p, LC_NO_MEMORY);
        if (++s->taken > s->start) return blame_waits(s, op);
        break;
    case GIVES: s->posts_open--; break;
    case IS_REFUSED: s->refused = true; break;
    case IS_UNTOLD: return lc_poly_not_for_me(s->p, "a result is not known");
    case IS_ODD: return blame_odd(s->p, op);
    }
    return LC_HOLDS;
}

static lc_outcome see_call(semaphore *s, uint32_t op) {
    s->p->note[op] = deed_of(s, op);
    if (s->p->note[op] != GIVES) return LC_HOLDS;
    s->posts_open++;
    s->taken--;
    return lc_poly_place(s->p, op) ? LC_HOLDS : lc_poly_halt(s->p, LC_NO_MEMORY);
}

lc_outcome lc_poly_semaphore(lc_poly *p, const lc_part *part) {
    semaphore s = {.p = p, .start = p->binding->objects.at[part->object].instance->size};
    for (uint32_t i = 0; i < part->event_count; i++) {
        if (lc_poly_stopped(p, i)) return LC_HALTED;
        uint32_t op = lc_event_op(part->events[i]);
        bool called = lc_event_what(part->events[i]) == LC_INVOKE;
        lc_outcome outcome = called ? see_call(&s, op) : see_return(&s, op);
        if (outcome != LC_HOLDS) return outcome;
        if (!s.taken && !s.posts_open) s.settled = p->order.count;
    }
    return s.refused ? lc_poly_not_for_me(p, "a trywait was refused") : LC_HOLDS;
}
