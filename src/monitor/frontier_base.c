/* Where the excerpt of a violation can begin.
 *
 * Right after an event at which the frontier is one configuration, in which no open operation has taken effect, all
 * linearizations lead to the same state.  That is the *base*: all that is open then takes effect after it.  So the
 * operations that lead to the state (setup.c), those that had crashed and were not settled, and all that ended since or
 * are open, each called at the base at the earliest, have a linearization exactly if all events have one.  That holds
 * for a loose frontier as well, which contains all configurations that can be.
 *
 * The operations since the base are logged as they end.  Where they become too many the base is lost, and the next
 * single configuration is the next one.
 *
 * Invariants.  A base that is known stands for one configuration, with nothing effective and nothing spent; its log has
 * the operations that ended since, in the order in which they did, each of them after the base.
 */
#include <assert.h>

#include "monitor/frontier.h"

enum { MOST_LOGGED = 1 << 12 };

void lco_base_free(lco_frontiers *f, lco_base *b) {
    lc_vec_free(&f->watch->budget, &b->log);
    lc_vec_free(&f->watch->budget, &b->crashed);
    *b = (lco_base){0};
}

static bool is_one(const lco_frontier *x) {
    bool one = x->at.count == 1 && !x->adrift && !x->crowded;
    return one && !x->at.at[0].effective && x->at.at[0].spent == LCO_NOTHING_SPENT;
}

static void set(lco_frontiers *f, lco_frontier *x, uint64_t event) {
    lco_base *b = &x->base;
    assert(is_one(x));
    b->log.count = b->crashed.count = 0;
    b->state = x->at.at[0].state;
    b->event = event;
    b->known = true;
    for (uint32_t i = 0; i < x->crashed.count; i++)
        b->known = b->known && lc_push(&f->watch->budget, &b->crashed, x->crashed.at[i]);
}

void lco_base_begin(lco_frontiers *f, lco_frontier *x, uint64_t event) {
    x->base.known = false;
    if (is_one(x)) set(f, x, event);
}

void lco_base_end(lco_frontiers *f, lco_frontier *x, const lco_watched *op) {
    lco_base *b = &x->base;
    if (is_one(x)) set(f, x, op->end);
    else if (x->adrift || x->crowded || b->log.count == MOST_LOGGED) b->known = false;
    else if (b->known) {
        assert(op->end >= b->event && (!b->log.count || b->log.at[b->log.count - 1].end <= op->end));
        b->known = lc_push(&f->watch->budget, &b->log, *op);
    }
}

/* ---- a violation ---- */

static bool add(lco_watched_list *to, lco_watched x, uint64_t base) {
    if (x.call < base) x.call = base;
    return lc_push(NULL, to, x);
}

/* Those that come first end at the base at the latest, one after the other.  There were that many events so far: each
 * of these operations stands for one. */
static bool number_first(lco_watched_list *all, uint64_t base) {
    if (!all->count) return true;
    if (base + 1 < 2 * (uint64_t)all->count) return false;
    uint64_t number = base + 1 - 2 * (uint64_t)all->count;
    for (uint32_t i = 0; i < all->count; i++) {
        all->at[i].call = number++;
        all->at[i].end = number++;
    }
    assert(number == base + 1);
    return true;
}

bool lco_base_excerpt(lco_frontiers *f, const lco_frontier *x, lco_watched_list *out) {
    const lco_base *b = &x->base;
    f->watch->lacking = "more operations than are kept came since the state was last certain";
    if (!b->known) return false;
    f->watch->lacking = "no operations were found that lead to the state that it was in";
    if (!lco_setup_of(f, b->state, x->key, out)) return false;
    f->watch->lacking = "there was no memory for the operations";
    bool fine = true;
    for (uint32_t k = 0; k < b->crashed.count; k++)
        for (uint32_t i = 0; fine && i < b->crashed.at[k].count; i++) fine = lc_push(NULL, out, b->crashed.at[k].op);
    fine = fine && number_first(out, b->event);
    for (uint32_t i = 0; fine && i < b->log.count; i++) fine = add(out, b->log.at[i], b->event);
    for (uint32_t i = 0; fine && i < x->seats.count; i++)
        if (x->seats.at[i].taken && x->seats.at[i].op.fortune != LCO_HAS_FAILED)
            fine = add(out, x->seats.at[i].op, b->event);
    return fine;
}
