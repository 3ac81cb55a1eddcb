/* Keys that are not in use.
 *
 * There may be millions of keys, of which a few are used at a time.  If no operation is open, none crashed and there is
 * one configuration, the key is described by a state: it rests, and its frontier goes to another.  Where that is the
 * initial state nothing need be remembered at all.
 *
 * Nothing can be taken out of a map64, so its entry for a key that is awake is out of date, and is written again when
 * the key goes to rest.  Initial states that had to be written this way are removed with the next tidying, if they have
 * become many.
 */
#include "monitor/frontier.h"

/* The state that new keys have; LC_NOT_INTERNED: not one, or it is not known. */
static uint32_t initial_state(lco_frontiers *f) {
    if (f->adrift) return LC_NOT_INTERNED;
    lco_frontier_start(f);
    return f->emitted.count == 1 ? f->emitted.at[0].state : LC_NOT_INTERNED;
}

void lco_frontier_wake(lco_frontiers *f, lco_frontier *x, lince_value key) {
    uint32_t state = lc_map64_get(&f->idle, key);
    *x = (lco_frontier){.key = key, .adrift = f->adrift && state == LC_NOT_MAPPED};
    if (state != LC_NOT_MAPPED) (void)lc_push(&f->watch->budget, &x->at, (lco_configuration){.state = state});
    else if (!x->adrift) lco_frontier_begin(f, x);
    if (state != LC_NOT_MAPPED) lco_base_begin(f, x, f->watch->events - 1); /* at which it is called */
}

bool lco_frontier_rest(lco_frontiers *f, lco_frontier *x) {
    if (x->rests) return true;
    bool listed = lc_map64_get(&f->idle, x->key) != LC_NOT_MAPPED;
    if (x->open || x->crowded || x->crashed.count || x->loose) return false;
    if (x->adrift && (!f->adrift || listed)) return false;
    if (!x->adrift && x->at.count != 1) return false;
    if (!x->adrift && (listed || x->at.at[0].state != initial_state(f)))
        lc_map64_put(&f->idle, x->key, x->at.at[0].state);
    lco_frontier_free(f, x);
    *x = (lco_frontier){.rests = true};
    return true;
}

/* ---- states get other numbers ---- */

static void throw_out(lc_map64 *m, uint32_t state) {
    lc_map64 kept;
    lc_map64_init(&kept, m->budget);
    for (uint32_t i = 0; i < m->slot_count; i++)
        if (m->values[i] && m->values[i] != state + 1) lc_map64_put(&kept, m->keys[i], m->values[i] - 1);
    lc_map64_free(m);
    *m = kept;
}

void lco_frontiers_prune_idle(lco_frontiers *f, lc_intern *states) {
    lc_map64 *m = &f->idle;
    uint32_t initial = initial_state(f), count = 0;
    for (uint32_t i = 0; i < m->slot_count; i++) count += m->values[i] && m->values[i] == initial + 1;
    if (count > m->count / 4) throw_out(m, initial);
    for (uint32_t i = 0; i < m->slot_count; i++)
        if (m->values[i]) m->values[i] = lco_frontiers_moved(states, &f->states, m->values[i] - 1) + 1;
}
