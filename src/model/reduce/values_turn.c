/* Permutations of values, applied to their holders; and the permutation that a state requires. */
#include <assert.h>
#include <string.h>

#include "base/order.h"
#include "lang/library.h"
#include "model/reduce/values.h"

static uint32_t digit(const lcm_value_group *g, uint32_t turn) { return turn / g->step % g->turns; }

static uint32_t index_of(const lcm_value_group *g, int64_t number) {
    uint32_t i = 0;
    while (i < g->count && g->at[i] != number) i++;
    return i;
}

static int32_t renamed(const lcm_value_group *g, uint32_t turn, int32_t number) {
    uint32_t i = index_of(g, number);
    return i == g->count ? number : g->at[g->turn[digit(g, turn)][i]];
}

/* The group that numbers of this kind belong to; NULL: none. */
static const lcm_value_group *group_of(const lcm_values *v, lcm_kind kind, int32_t number) {
    kind = lcm_kind_of(&v->kinds, kind);
    for (uint32_t i = 0; i < v->group_count; i++)
        if (v->groups[i]->kind == kind && index_of(v->groups[i], number) < v->groups[i]->count) return v->groups[i];
    return NULL;
}

/* ---- holders of values ---- */

lcm_label lcm_values_label(const lcm_values *v, uint32_t turn, lcm_label label) {
    uint32_t name;
    int32_t numbers[LCM_LABEL_MAX];
    bool changed = false;
    if (turn == 0 || label == LCM_TAU || label == LCM_TICK || label == LCM_NO_LABEL) return label;
    uint32_t count = lcm_label_parts(v->alphabet, label, &name, numbers);
    for (uint32_t i = 0; name < v->kinds.names && i < count; i++) {
        const lcm_value_group *g = group_of(v, lcm_label_kind(name, i), numbers[i]);
        if (!g) continue;
        numbers[i] = renamed(g, turn, numbers[i]);
        changed = true;
    }
    return changed ? lcm_alphabet_label(v->alphabet, name, numbers, count) : label;
}

lince_value lcm_values_value(const lcm_values *v, uint32_t turn, uint32_t variable, lince_values *values,
                             lince_value value) {
    int64_t n;
    lince_kind kind = lince_value_kind(values, value);
    if (kind == LINCE_LIST) {
        size_t count;
        const lince_value *items = lince_get_items(values, value, &count);
        lince_value *to = lc_allocate(NULL, (count + 1) * sizeof *to);
        if (!to) return LINCE_NO_VALUE;
        for (size_t i = 0; i < count; i++) to[i] = lcm_values_value(v, turn, variable, values, items[i]);
        lince_value list = lince_list(values, to, count);
        lc_release(NULL, to, (count + 1) * sizeof *to);
        return list;
    }
    if (kind != LINCE_INT || !lince_get_int(values, value, &n) || n < INT32_MIN || n > INT32_MAX) return value;
    const lcm_value_group *g = group_of(v, v->kinds.object + variable, (int32_t)n);
    return g ? lince_int(values, renamed(g, turn, (int32_t)n)) : value;
}

/* The group of a register of a slot that is at this place. */
static uint8_t register_group(const lcm_value_system *s, uint32_t place, uint32_t number) {
    return s->group.at[s->kinds.registers.at[place] + number - s->kinds.variable];
}

static void rename_field(const lcm_values *v, const lcm_field *f, uint8_t group, uint32_t turn, uint32_t *state) {
    lcm_kind kind = v->groups[group]->kind;
    int32_t number = lcm_field_get(f, state);
    const lcm_value_group *g = group_of(v, kind, number);
    bool room = !g || lcm_field_put(f, state, renamed(g, turn, number));
    assert(room); /* lcm_values_find saw to it */
    (void)room;
}

/* The elements of a set in ascending order again.  All its cells in use have the same room. */
static void sort_set(const lcm_field *first, uint32_t *state) {
    int32_t at[LCM_COLLECTION_MAX], count = lcm_field_get(first, state);
    for (int32_t i = 0; i < count; i++) {
        int32_t element = lcm_field_get(first + 1 + i, state), k = i;
        for (; k > 0 && at[k - 1] > element; k--) at[k] = at[k - 1];
        at[k] = element;
    }
    for (int32_t i = 0; i < count; i++) {
        bool room = lcm_field_put(first + 1 + i, state, at[i]);
        assert(room);
        (void)room;
    }
}

void lcm_values_state(const lcm_values *v, uint32_t system, uint32_t turn, uint32_t *state) {
    const lcm_value_system *s = &v->systems[system];
    const lcm_system *sys = s->kinds.system;
    const lcm_field *fields = sys->fields.at;
    if (turn == 0) return;
    for (uint32_t i = 0; i < s->fields.count; i++)
        rename_field(v, &fields[s->fields.at[i].field], s->fields.at[i].group, turn, state);
    for (uint32_t i = 0; i < s->sets.count; i++) sort_set(&fields[s->sets.at[i]], state);
    for (uint32_t i = 0; i < sys->slots.count; i++) {
        const lcm_slot *slot = &sys->slots.at[i];
        uint32_t location = (uint32_t)lcm_field_get(&fields[slot->field], state);
        uint32_t place = lcm_place_of(&s->kinds, i, location), to = place;
        for (uint32_t r = 0; r < slot->locations.at[location].registers; r++) {
            uint8_t group = register_group(s, place, r);
            if (group != LCM_NO_GROUP) rename_field(v, &fields[slot->field + 1 + r], group, turn, state);
        }
        for (uint32_t k = 0; k < v->group_count; k++) {
            const lcm_value_group *g = v->groups[k];
            to = g->where[system][digit(g, turn) * s->orbit.count + to];
        }
        if (to != place) lcm_field_put(&fields[slot->field], state, (int32_t)(to - s->kinds.place.at[i]));
    }
}

/* ---- turns ---- */

uint32_t lcm_values_back(const lcm_values *v, uint32_t turn) {
    uint32_t result = 0;
    for (uint32_t i = 0; i < v->group_count; i++) {
        const lcm_value_group *g = v->groups[i];
        uint8_t back[LCM_PERMUTED_MAX];
        for (uint32_t k = 0; k < g->count; k++) back[g->turn[digit(g, turn)][k]] = (uint8_t)k;
        result += lcm_permutation_number(back, g->count) * g->step;
    }
    return result;
}

uint32_t lcm_values_then(const lcm_values *v, uint32_t turn, uint32_t another) {
    uint32_t result = 0;
    for (uint32_t i = 0; i < v->group_count; i++) {
        const lcm_value_group *g = v->groups[i];
        uint8_t both[LCM_PERMUTED_MAX];
        for (uint32_t k = 0; k < g->count; k++) both[k] = g->turn[digit(g, another)][g->turn[digit(g, turn)][k]];
        result += lcm_permutation_number(both, g->count) * g->step;
    }
    return result;
}

/* ---- naming ---- */

void lcm_naming_init(lcm_naming *n) {
    memset(n->name, LCM_UNNAMED, sizeof n->name);
    memset(n->used, 0, sizeof n->used);
}

static void meet(lcm_naming *n, uint32_t group, uint32_t index) {
    if (n->name[group][index] == LCM_UNNAMED) n->name[group][index] = n->used[group]++;
}

/* All groups of one kind are looked through: a field may hold values of any of them. */
static void meet_number(const lcm_values *v, lcm_naming *n, uint8_t group, int32_t number) {
    for (uint32_t i = group; i < v->group_count; i++) {
        uint32_t index = index_of(v->groups[i], number);
        if (v->groups[i]->kind != v->groups[group]->kind || index == v->groups[i]->count) continue;
        meet(n, i, index);
        return;
    }
}

/* The place of the slot that a location or a register belongs to. */
static uint32_t place_now(const lcm_value_system *s, const uint32_t *state, uint32_t slot) {
    const lcm_system *sys = s->kinds.system;
    return lcm_place_of(&s->kinds, slot, (uint32_t)lcm_field_get(&sys->fields.at[sys->slots.at[slot].field], state));
}

/* The group of the value in a field now: the first of those of its kind. */
static uint8_t field_group(const lcm_value_system *s, const uint32_t *state, uint32_t field) {
    const lcm_field *f = &s->kinds.system->fields.at[field];
    uint32_t location = 0;
    if (f->kind == LCM_F_REGISTER) location = place_now(s, state, f->owner) - s->kinds.place.at[f->owner];
    lcm_kind kind = lcm_field_kind_at(&s->kinds, field, location);
    return kind == LCM_NO_KIND ? LCM_NO_GROUP : s->group.at[kind - s->kinds.variable];
}

void lcm_naming_meet(const lcm_values *v, lcm_naming *n, const uint32_t *state, uint32_t field) {
    const lcm_value_system *s = &v->systems[0];
    const lcm_field *f = &s->kinds.system->fields.at[field];
    if (f->kind == LCM_F_LOCATION) {
        uint32_t place = place_now(s, state, f->owner);
        for (uint32_t i = 0; i < v->group_count; i++)
            for (const uint8_t *held = v->groups[i]->held[0][place]; *held != LCM_UNNAMED; held++) meet(n, i, *held);
        return;
    }
    uint8_t group = field_group(s, state, field);
    if (group != LCM_NO_GROUP) meet_number(v, n, group, lcm_field_get(f, state));
}

static int compare(int64_t a, int64_t b) { return LC_ORDER(a, b); }

/* Where a number stands among those of its kind: as itself, or by its name. */
static int64_t rank_of(const lcm_values *v, const lcm_naming *n, uint8_t group, int32_t number) {
    enum { BEHIND_ALL = 1 };
    for (uint32_t i = group; group != LCM_NO_GROUP && i < v->group_count; i++) {
        uint32_t index = index_of(v->groups[i], number);
        if (v->groups[i]->kind == v->groups[group]->kind && index < v->groups[i]->count)
            return ((int64_t)BEHIND_ALL << 40) + (i << 8) + n->name[i][index];
    }
    return number;
}

static int compare_places(const lcm_values *v, const lcm_naming *n, uint32_t slot, uint32_t a, uint32_t other,
                          uint32_t b) {
    const lcm_value_system *s = &v->systems[0];
    uint32_t first = s->kinds.place.at[slot], second = s->kinds.place.at[other];
    int order = compare(s->orbit.at[a] - first, s->orbit.at[b] - second);
    for (uint32_t i = 0; order == 0 && i < v->group_count; i++) {
        const uint8_t *x = v->groups[i]->held[0][a], *y = v->groups[i]->held[0][b];
        for (; order == 0 && *x != LCM_UNNAMED && *y != LCM_UNNAMED; x++, y++)
            order = compare(n->name[i][*x], n->name[i][*y]);
    }
    return order;
}

int lcm_naming_compare(const lcm_values *v, const lcm_naming *n, const uint32_t *state, uint32_t field,
                       uint32_t other) {
    const lcm_value_system *s = &v->systems[0];
    const lcm_field *f = &s->kinds.system->fields.at[field], *g = &s->kinds.system->fields.at[other];
    if (f->kind == LCM_F_LOCATION)
        return compare_places(v, n, f->owner, place_now(s, state, f->owner), g->owner, place_now(s, state, g->owner));
    return compare(rank_of(v, n, field_group(s, state, field), lcm_field_get(f, state)),
                   rank_of(v, n, field_group(s, state, other), lcm_field_get(g, state)));
}

/* Values that were not met are not in the state: any order will do. */
uint32_t lcm_naming_turn(const lcm_values *v, lcm_naming *n) {
    uint32_t result = 0;
    for (uint32_t i = 0; i < v->group_count; i++) {
        const lcm_value_group *g = v->groups[i];
        for (uint32_t k = 0; k < g->count; k++) meet(n, i, k);
        result += lcm_permutation_number(n->name[i], g->count) * g->step;
    }
    return result;
}
