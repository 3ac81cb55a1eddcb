#include "counting/patterns/window.h"

#include <assert.h>

#define NO_LIFE UINT32_MAX

void lc_window_init(lc_window *w, lc_container container, uint32_t k, lc_budget *budget) {
    *w = (lc_window){.budget = budget, .container = container, .k = k, .free = NO_LIFE};
    lc_map64_init(&w->index, budget);
    lc_lifetimes_init(&w->lifetimes, k, budget);
}

void lc_window_free(lc_window *w) {
    lc_map64_free(&w->index);
    lc_vec_free(w->budget, &w->lives);
    lc_vec_free(w->budget, &w->recent);
    lc_vec_free(w->budget, &w->slots);
    lc_vec_free(w->budget, &w->crashed);
    lc_vec_free(w->budget, &w->empties);
    lc_lifetimes_free(&w->lifetimes);
}

/* ---- steps ---- */

/* All steps up to this one are the same. */
static uint64_t oldest(const lc_window *w) { return w->length > w->k ? w->length - w->k : 0; }
static bool is_old(const lc_window *w, uint64_t step) { return step <= oldest(w); }
static uint32_t recent_step(const lc_window *w, uint64_t step) {
    return is_old(w, step) ? 0 : (uint32_t)(step - oldest(w));
}

/* ---- values ---- */

static bool in_use(const lc_value_life *v) { return v->additions || v->removals; }

static uint32_t find_life(const lc_window *w, uint64_t value) {
    uint32_t found = lc_map64_get(&w->index, value);
    if (found == LC_NOT_MAPPED || !in_use(&w->lives.at[found])) return NO_LIFE;
    return w->lives.at[found].value == value ? found : NO_LIFE;
}

/* The map forgets nothing, so now and then it is made anew. */
static void tidy_index(lc_window *w) {
    if (w->index.count < 2 * w->known + 64) return;
    lc_map64_clear(&w->index);
    for (uint32_t i = 0; i < w->lives.count; i++)
        if (in_use(&w->lives.at[i])) lc_map64_put(&w->index, w->lives.at[i].value, i);
}

static uint32_t life_of(lc_window *w, uint64_t value) {
    uint32_t life = find_life(w, value);
    if (life != NO_LIFE) return life;
    tidy_index(w);
    life = w->free;
    if (life != NO_LIFE) w->free = w->lives.at[life].next_free;
    else if (lc_push(w->budget, &w->lives, (lc_value_life){0})) life = w->lives.count - 1;
    else return NO_LIFE;
    w->lives.at[life] = (lc_value_life){.value = value,
                                        .add_from = LC_NOT_YET,
                                        .add_to = LC_NOT_YET,
                                        .remove_from = LC_NOT_YET,
                                        .remove_to = LC_NOT_YET,
                                        .add = LC_NO_OPERATION,
                                        .remove = LC_NO_OPERATION,
                                        .again = LC_NO_OPERATION};
    lc_map64_put(&w->index, value, life);
    w->known++;
    return life;
}

static void make_recent(lc_window *w, uint32_t life) {
    if (w->lives.at[life].recent) return;
    w->lives.at[life].recent = lc_push(w->budget, &w->recent, life);
}

/* It is in no list, and no slot names it. */
static void forget(lc_window *w, uint32_t life) {
    lc_value_life *v = &w->lives.at[life];
    v->additions = v->removals = 0;
    v->next_free = w->free;
    w->free = life;
    w->known--;
}

/* Added long ago, once, and not removed. */
static bool is_settled(const lc_window *w, const lc_value_life *v) {
    return v->additions == 1 && !v->removals && v->add_to != LC_NOT_YET && is_old(w, v->add_to);
}

/* Gone before all values that are still distinguished. */
static bool is_gone(const lc_window *w, const lc_value_life *v) {
    return v->additions == v->removals && !v->open_additions && is_old(w, v->add_from) && is_old(w, v->remove_to);
}

/* Values that are no longer recent leave the list. */
static void tidy_recent(lc_window *w) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->recent.count; i++) {
        uint32_t life = w->recent.at[i];
        lc_value_life *v = &w->lives.at[life];
        bool settled = is_settled(w, v);
        v->recent = !settled && !is_gone(w, v);
        if (v->recent) w->recent.at[kept++] = life;
        else if (settled) w->settled++;
        else forget(w, life);
    }
    w->recent.count = kept;
    kept = 0; /* an operation that began long ago may have found nothing then */
    for (uint32_t i = 0; i < w->empties.count; i++)
        if (!is_old(w, w->empties.at[i].from)) w->empties.at[kept++] = w->empties.at[i];
    w->empties.count = kept;
}

/* ---- events ---- */

static lc_window_call *begin(lc_window *w, uint32_t slot) {
    if (w->returned) w->length++;
    w->returned = false;
    while (w->slots.count <= slot)
        if (!lc_push(w->budget, &w->slots, (lc_window_call){.what = LC_SLOT_FREE})) return NULL;
    if (w->slots.at[slot].what != LC_SLOT_FREE) lc_window_crash(w, slot);
    lc_window_call *c = &w->slots.at[slot];
    *c = (lc_window_call){.from = w->length, .life = NO_LIFE, .op = LC_NO_OPERATION, .what = LC_SLOT_OTHER};
    return c;
}

static lc_window_call end(lc_window *w, uint32_t slot) {
    if (slot >= w->slots.count) {
        assert(lc_exhausted(w->budget));
        return (lc_window_call){.life = NO_LIFE, .what = LC_SLOT_OTHER};
    }
    lc_window_call c = w->slots.at[slot];
    assert(c.what != LC_SLOT_FREE);
    w->slots.at[slot].what = LC_SLOT_FREE;
    return c;
}

void lc_window_call_add(lc_window *w, uint32_t slot, uint64_t value, uint32_t op) {
    lc_window_call *c = begin(w, slot);
    uint32_t life = life_of(w, value);
    if (!c || life == NO_LIFE) return;
    c->what = LC_SLOT_ADDS;
    c->life = life;
    lc_value_life *v = &w->lives.at[life];
    if (is_settled(w, v) && !v->recent) w->settled--;
    v->open_additions++;
    if (v->additions++ == 0) {
        v->add = op;
        v->add_from = w->length;
        if (v->removals) make_recent(w, life);
        return; /* no check needs it before it returns or is removed */
    }
    make_recent(w, life);
}

void lc_window_call_remove(lc_window *w, uint32_t slot, uint32_t op) {
    lc_window_call *c = begin(w, slot);
    if (!c) return;
    c->what = LC_SLOT_REMOVES;
    c->op = op;
}

void lc_window_call_other(lc_window *w, uint32_t slot) { (void)begin(w, slot); }

void lc_window_return(lc_window *w, uint32_t slot) {
    lc_window_call c = end(w, slot);
    w->returned = true;
    if (c.what == LC_SLOT_OTHER) w->partly = true;
    if (c.life == NO_LIFE) return;
    w->lives.at[c.life].open_additions--;
    w->lives.at[c.life].add_to = w->length;
    make_recent(w, c.life);
}

void lc_window_return_value(lc_window *w, uint32_t slot, uint64_t value) {
    lc_window_call c = end(w, slot);
    w->returned = true;
    uint32_t life = life_of(w, value);
    if (life == NO_LIFE) return;
    lc_value_life *v = &w->lives.at[life];
    if (is_settled(w, v) && !v->recent) w->settled--;
    if (v->removals++) {
        v->again = c.op;
    } else {
        v->remove = c.op;
        v->remove_from = c.from;
    }
    v->remove_to = w->length;
    make_recent(w, life);
}

void lc_window_return_empty(lc_window *w, uint32_t slot) {
    lc_window_call c = end(w, slot);
    w->returned = true;
    (void)lc_push(w->budget, &w->empties, (lc_window_empty){c.from, w->length, c.op});
}

void lc_window_crash(lc_window *w, uint32_t slot) {
    lc_window_call c = end(w, slot);
    if (c.what == LC_SLOT_REMOVES) (void)lc_push(w->budget, &w->crashed, c.from);
    if (c.life != NO_LIFE) w->lives.at[c.life].open_additions--;
}

/* ---- A_k ---- */

static lc_seen seen_of(const lc_window *w, const lc_value_life *v) {
    lc_seen s = {.stay = {LC_NO_INTERVAL, LC_NO_INTERVAL},
                 .additions = v->additions,
                 .removals = v->removals,
                 .add = v->add,
                 .remove = v->remove,
                 .again = v->again};
    if (v->additions)
        s.stay.add =
            (lc_interval){recent_step(w, v->add_from), v->add_to == LC_NOT_YET ? w->k + 1 : recent_step(w, v->add_to)};
    if (v->removals) s.stay.remove = (lc_interval){recent_step(w, v->remove_from), recent_step(w, v->remove_to)};
    return s;
}

/* Whose addition is it, if a value that settled is in the pattern?  Any of them will do. */
static void name_settled(lc_window *w, const lc_match *found) {
    uint32_t life = 0;
    while (life < w->lives.count && (w->lives.at[life].recent || !is_settled(w, &w->lives.at[life]))) life++;
    for (uint32_t i = 0; i < found->pattern.count && life < w->lives.count; i++) {
        lc_seen *v = &w->lifetimes.at.at[found->stay[i]];
        if (v->additions && v->add == LC_NO_OPERATION) v->add = w->lives.at[life].add;
    }
}

lc_contains lc_window_decide(lc_window *w, lc_match *found) {
    lc_lifetimes *s = &w->lifetimes;
    tidy_recent(w);
    lc_lifetimes_clear(s);
    s->partly = w->partly;
    uint32_t open = w->crashed.count;
    for (uint32_t i = 0; i < w->crashed.count; i++) s->open[recent_step(w, w->crashed.at[i])]++;
    for (uint32_t i = 0; i < w->slots.count; i++) {
        if (w->slots.at[i].what != LC_SLOT_REMOVES) continue;
        s->open[recent_step(w, w->slots.at[i].from)]++;
        open++;
    }
    for (uint32_t i = 0; i < w->recent.count; i++)
        (void)lc_push(w->budget, &s->at, seen_of(w, &w->lives.at[w->recent.at[i]]));
    /* More of them than could be taken make no difference. */
    lc_seen settled = {.stay = {{0, 0}, LC_NO_INTERVAL}, .additions = 1};
    settled.add = settled.remove = settled.again = LC_NO_OPERATION;
    for (uint32_t i = 0; i < w->settled && i <= open; i++) (void)lc_push(w->budget, &s->at, settled);
    for (uint32_t i = 0; i < w->empties.count; i++)
        lc_lifetimes_empty(s, (lc_interval){recent_step(w, w->empties.at[i].from), recent_step(w, w->empties.at[i].to)},
                           w->empties.at[i].op);
    lc_lifetimes_finish(s);
    if (lc_exhausted(w->budget)) return LC_CONTAINS_UNKNOWN;
    lc_contains answer = lc_patterns_decide(w->container, s, found);
    if (found && answer == LC_CONTAINS_SOME) name_settled(w, found);
    return answer;
}
