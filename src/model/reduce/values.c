#include "model/reduce/values.h"

/* ---- holders of values ---- */

uint8_t lcm_values_group(const lcm_values *v, lcm_kind kind) {
    kind = lcm_kind_of(&v->kinds, kind);
    for (uint32_t i = 0; i < v->group_count; i++)
        if (v->groups[i]->kind == kind) return (uint8_t)i;
    return LCM_NO_GROUP;
}

static bool list_fields(lcm_values *v, lcm_value_system *s) {
    const lcm_system *sys = s->kinds.system;
    for (uint32_t i = 0; i < sys->fields.count; i++) {
        if (sys->fields.at[i].kind != LCM_F_VARIABLE && sys->fields.at[i].kind != LCM_F_CHANNEL) continue;
        uint8_t group = lcm_values_group(v, lcm_field_kind_at(&s->kinds, i, 0));
        if (group == LCM_NO_GROUP) continue;
        if (!lc_push(v->budget, &s->fields, (lcm_value_field){i, group})) return false;
        bool first = sys->fields.at[i].kind == LCM_F_VARIABLE && sys->fields.at[i].number == 1;
        bool set = first && sys->model->variables.at[sys->fields.at[i].owner].type == LCM_SET;
        if (set && !lc_push(v->budget, &s->sets, i - 1)) return false;
    }
    return true;
}

static bool list_kinds(lcm_values *v, lcm_value_system *s) {
    const lcm_system *sys = s->kinds.system;
    uint32_t end = s->kinds.variable;
    for (uint32_t i = 0; i < sys->slots.count; i++)
        for (uint32_t l = 0; l < sys->slots.at[i].locations.count; l++)
            end = s->kinds.registers.at[lcm_place_of(&s->kinds, i, l)] + sys->slots.at[i].locations.at[l].registers;
    for (lcm_kind k = s->kinds.variable; k < end; k++)
        if (!lc_push(v->budget, &s->group, lcm_values_group(v, k))) return false;
    return true;
}

static bool list_orbits(lcm_values *v, uint32_t system) {
    lcm_value_system *s = &v->systems[system];
    uint32_t places = lcm_values_places(v, system);
    for (uint32_t l = 0; l < places; l++)
        if (!lc_push(v->budget, &s->orbit, l)) return false;
    for (uint32_t i = 0; i < v->group_count; i++)
        for (uint32_t t = 0; t < v->groups[i]->turns; t++)
            for (uint32_t l = 0; l < places; l++) {
                uint32_t smallest = s->orbit.at[v->groups[i]->where[system][(size_t)t * places + l]];
                if (smallest < s->orbit.at[l]) s->orbit.at[l] = smallest;
            }
    return true;
}

/* Each field that holds one of them has room for all. */
static void make_room(const lcm_values *v, lcm_value_system *s) {
    lcm_system *sys = s->kinds.system;
    for (uint32_t i = 0; i < sys->fields.count; i++) {
        const lcm_field *f = &sys->fields.at[i];
        bool holds[LCM_VALUE_GROUPS_MAX] = {false};
        if (f->declared) continue;
        uint32_t locations = f->kind == LCM_F_REGISTER ? sys->slots.at[f->owner].locations.count : 1;
        for (uint32_t l = 0; l < locations; l++) {
            uint8_t group = lcm_values_group(v, lcm_field_kind_at(&s->kinds, i, l));
            for (uint32_t g = 0; group != LCM_NO_GROUP && g < v->group_count; g++)
                holds[g] |= v->groups[g]->kind == v->groups[group]->kind;
        }
        for (uint32_t g = 0; g < v->group_count; g++)
            for (uint32_t k = 0; holds[g] && k < v->groups[g]->count; k++) {
                int32_t number = v->groups[g]->at[k];
                if (number < f->low || number > f->high)
                    lcm_system_widen(sys, &(lcm_failure){.field = i, .value = number});
            }
    }
}

/* ---- finding ---- */

lcm_values *lcm_values_find(lcm_system *system, lcm_system *specification, const struct lcm_linear *linear,
                            lc_budget *budget) {
    lcm_values *v = lc_allocate(budget, sizeof *v);
    if (!v) return NULL;
    *v = (lcm_values){.budget = budget, .alphabet = system->alphabet, .turns = 1};
    v->system_count = specification ? 2 : 1;
    lcm_kinds_init(&v->kinds, system->alphabet->names.items.count, budget);
    lcm_kinds_system(&v->kinds, &v->systems[0].kinds, system);
    if (specification) lcm_kinds_system(&v->kinds, &v->systems[1].kinds, specification);
    if (linear) lcm_kinds_linear(&v->kinds, linear);
    lcm_kinds_settle(&v->kinds);
    bool well = !v->kinds.lost && lcm_values_find_groups(v);
    for (uint32_t i = 0; well && v->group_count && i < v->system_count; i++) {
        well = list_fields(v, &v->systems[i]) && list_kinds(v, &v->systems[i]) && list_orbits(v, i);
        if (well) make_room(v, &v->systems[i]);
    }
    if (well && v->group_count) return v;
    lcm_values_free(v);
    return NULL;
}

void lcm_values_free(lcm_values *v) {
    if (!v) return;
    for (uint32_t i = 0; i < v->group_count; i++) lcm_values_free_group(v, v->groups[i]);
    for (uint32_t i = 0; i < v->system_count; i++) {
        lcm_value_system *s = &v->systems[i];
        lcm_system_kinds_free(&s->kinds, v->budget);
        lc_vec_free(v->budget, &s->group);
        lc_vec_free(v->budget, &s->fields);
        lc_vec_free(v->budget, &s->sets);
        lc_vec_free(v->budget, &s->orbit);
    }
    lcm_kinds_free(&v->kinds);
    lc_release(v->budget, v, sizeof *v);
}

uint32_t lcm_values_merged(const lcm_values *v) {
    uint32_t merged = 0;
    for (uint32_t i = 0; v && i < v->group_count; i++) merged += v->groups[i]->count;
    return merged;
}

bool lcm_values_may_hold(const lcm_values *v, uint32_t field) {
    const lcm_value_system *s = &v->systems[0];
    const lcm_field *f = &s->kinds.system->fields.at[field];
    bool of_slot = f->kind == LCM_F_LOCATION || f->kind == LCM_F_REGISTER, holds = false;
    uint32_t locations = of_slot ? s->kinds.system->slots.at[f->owner].locations.count : 1;
    for (uint32_t l = 0; l < locations && !holds; l++) {
        holds = lcm_values_group(v, lcm_field_kind_at(&s->kinds, field, l)) != LCM_NO_GROUP;
        for (uint32_t i = 0; f->kind == LCM_F_LOCATION && i < v->group_count && !holds; i++)
            holds = v->groups[i]->held[0][lcm_place_of(&s->kinds, f->owner, l)][0] != LCM_UNNAMED;
    }
    return holds;
}

bool lcm_values_same_slots(const lcm_values *v, uint32_t slot, uint32_t other) {
    const lcm_value_system *s = &v->systems[0];
    const lcm_slot *a = &s->kinds.system->slots.at[slot], *b = &s->kinds.system->slots.at[other];
    uint32_t places = lcm_values_places(v, 0), from = s->kinds.place.at[slot], to = s->kinds.place.at[other];
    if (a->locations.count != b->locations.count) return false;
    for (uint32_t l = 0; l < a->locations.count; l++) {
        for (uint32_t i = 0; i < v->group_count; i++)
            for (uint32_t t = 0; t < v->groups[i]->turns; t++) {
                const uint32_t *where = v->groups[i]->where[0] + (size_t)t * places;
                if (where[from + l] - from != where[to + l] - to) return false;
            }
        for (uint32_t r = 0; r < a->locations.at[l].registers; r++)
            if (lcm_values_group(v, s->kinds.registers.at[from + l] + r) !=
                lcm_values_group(v, s->kinds.registers.at[to + l] + r))
                return false;
    }
    return true;
}
