#include "monitor/elements.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

enum { FEWEST = 64 };

void lco_insides_init(lco_insides *e, lc_budget *budget) {
    *e = (lco_insides){.budget = budget, .first = LCO_NO_LINK, .last = LCO_NO_LINK};
}

void lco_insides_free(lco_insides *e) {
    lc_vec_free(e->budget, &e->at);
    lc_vec_free(e->budget, &e->spare);
    lc_release(e->budget, e->slots, e->slot_count * sizeof *e->slots);
    lco_insides_init(e, e->budget);
}

/* ---- the table ---- */

static uint32_t home(const lco_insides *e, lince_value value) {
    return (uint32_t)lc_mix(value, 0) & (e->slot_count - 1);
}

static uint32_t probe(const lco_insides *e, lince_value value) {
    uint32_t i = home(e, value);
    while (e->slots[i] && e->at.at[e->slots[i] - 1].value != value) i = (i + 1) & (e->slot_count - 1);
    return i;
}

uint32_t lco_insides_find(const lco_insides *e, lince_value value) {
    uint32_t found = e->slot_count ? e->slots[probe(e, value)] : 0;
    return found ? found - 1 : LCO_NO_LINK;
}

static bool rehash(lco_insides *e, uint32_t slot_count) {
    uint32_t *slots = lc_allocate(e->budget, slot_count * sizeof *slots);
    if (!slots) return false;
    uint32_t *old = e->slots, old_count = e->slot_count;
    memset(slots, 0, slot_count * sizeof *slots);
    e->slots = slots;
    e->slot_count = slot_count;
    for (uint32_t i = 0; i < old_count; i++)
        if (old[i]) slots[probe(e, e->at.at[old[i] - 1].value)] = old[i];
    lc_release(e->budget, old, old_count * sizeof *old);
    return true;
}

uint32_t lco_insides_add(lco_insides *e, lince_value value) {
    if (e->count >= e->slot_count / 2 && !rehash(e, e->slot_count ? 2 * e->slot_count : FEWEST)) return LCO_NO_LINK;
    uint32_t number;
    if (e->spare.count) {
        number = e->spare.at[--e->spare.count];
    } else {
        /* There will be room to give it back, whenever that is. */
        if (!lc_push(e->budget, &e->at, (lco_inside){0}) || !lc_reserve(e->budget, &e->spare, e->at.room))
            return LCO_NO_LINK;
        number = e->at.count - 1;
    }
    e->at.at[number] = (lco_inside){.value = value, .deadline = LCO_OPEN, .before = LCO_NO_LINK, .after = LCO_NO_LINK};
    uint32_t slot = probe(e, value);
    assert(!e->slots[slot]);
    e->slots[slot] = number + 1;
    e->count++;
    return number;
}

/* An element behind a free slot that could not have it moves up. */
static void close_up(lco_insides *e, uint32_t hole) {
    uint32_t mask = e->slot_count - 1;
    for (uint32_t i = (hole + 1) & mask; e->slots[i]; i = (i + 1) & mask) {
        uint32_t wants = home(e, e->at.at[e->slots[i] - 1].value);
        if (((i - wants) & mask) < ((i - hole) & mask)) continue;
        e->slots[hole] = e->slots[i];
        hole = i;
    }
    e->slots[hole] = 0;
}

void lco_insides_delete(lco_insides *e, uint32_t number) {
    assert(!e->at.at[number].linked);
    uint32_t slot = probe(e, e->at.at[number].value);
    assert(e->slots[slot] == number + 1);
    close_up(e, slot);
    e->count--;
    e->spare.at[e->spare.count++] = number;
}

bool lco_insides_renew(lco_insides *e, const lco_renewal *to) {
    for (uint32_t i = 0; i < e->slot_count; i++) {
        if (!e->slots[i]) continue;
        lco_inside *x = &e->at.at[e->slots[i] - 1];
        x->value = lco_renewed(to, x->value);
        x->add.args = lco_renewed(to, x->add.args);
        x->remove.results = lco_renewed(to, x->remove.results);
        x->remove.args = lco_renewed(to, x->remove.args);
    }
    return !e->slot_count || rehash(e, e->slot_count);
}

/* ---- the list ---- */

void lco_insides_link(lco_insides *e, uint32_t number) {
    lco_inside *x = &e->at.at[number];
    assert(!x->linked);
    x->linked = true;
    x->before = e->last;
    x->after = LCO_NO_LINK;
    if (e->last == LCO_NO_LINK) e->first = number;
    else e->at.at[e->last].after = number;
    e->last = number;
}

void lco_insides_unlink(lco_insides *e, uint32_t number) {
    lco_inside *x = &e->at.at[number];
    assert(x->linked);
    x->linked = false;
    if (x->before == LCO_NO_LINK) e->first = x->after;
    else e->at.at[x->before].after = x->after;
    if (x->after == LCO_NO_LINK) e->last = x->before;
    else e->at.at[x->after].before = x->before;
}
