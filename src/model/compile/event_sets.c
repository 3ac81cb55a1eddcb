#include "model/compile/event_sets.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return memcmp(a, b, sizeof(lcm_pattern)); }

void lcm_set_append(lcm_builder *b, lcm_patterns *p) {
    lcm_system *s = b->system;
    if (p->count > 1) qsort(p->at, p->count, sizeof *p->at, compare);
    lcm_event_set set = {s->patterns.count, 0};
    for (uint32_t i = 0; i < p->count; i++)
        if (i == 0 || compare(&p->at[i], &p->at[i - 1]) != 0) lcm_keep(b, &s->patterns, p->at[i]);
    set.count = s->patterns.count - set.first;
    lcm_keep(b, &s->sets, set);
}

static bool same_set(const lcm_system *s, uint32_t x, uint32_t y) {
    lcm_event_set a = s->sets.at[x], b = s->sets.at[y];
    return a.count == b.count && (a.count == 0 || memcmp(s->patterns.at + a.first, s->patterns.at + b.first,
                                                         a.count * sizeof *s->patterns.at) == 0);
}

uint32_t lcm_set_reuse(lcm_system *s, uint32_t count) {
    uint32_t last = s->sets.count - count;
    for (uint32_t at = 0; at + count <= last; at++) {
        uint32_t i = 0;
        while (i < count && same_set(s, at + i, last + i)) i++;
        if (i < count) continue;
        if (count > 0) s->patterns.count = s->sets.at[last].first;
        s->sets.count = last;
        return at;
    }
    return last;
}

static uint32_t event_name(lcm_builder *b, uint32_t name) {
    uint32_t number = lcm_alphabet_name(b->system->alphabet, b->model->event_names.at[name]);
    if (number == LC_NOT_INTERNED) lcm_no_memory(b);
    return number;
}

lcm_pattern lcm_pattern_of(lcm_builder *b, const lcm_binding *binding, const lcm_event *e) {
    lcm_pattern p = {.name = event_name(b, e->name), .count = e->count};
    if (e->count > LCM_LABEL_MAX) lcm_give_up(b, e->place, "an event has at most %d numbers", LCM_LABEL_MAX);
    for (uint32_t i = 0; i < e->count; i++) {
        const lcm_expr *arg = e->args[i];
        if (!arg || !lcm_symbol_is_number(b, lcm_symbol_of(b, binding, arg), &p.numbers[i])) p.any |= 1u << i;
    }
    return p;
}

uint32_t lcm_set_hidden(lcm_builder *b, const lcm_binding *binding, const lcm_process *hide) {
    lcm_patterns found = {0};
    for (uint32_t i = 0; i < hide->event_count; i++) {
        const lcm_event *e = &hide->events[i];
        lcm_pattern p = lcm_pattern_of(b, binding, e);
        for (uint32_t j = 0; j < e->count; j++)
            if (e->args[j] && p.any >> j & 1)
                lcm_give_up(b, e->place, "the hidden events must be known before the model runs");
        if (p.count == 0) p.count = LCM_ANY_COUNT;
        lcm_gather(b, &found, p);
    }
    lcm_set_append(b, &found);
    return lcm_set_reuse(b->system, 1);
}

bool lcm_set_has(const lcm_system *s, uint32_t set, uint32_t name, const int32_t *numbers, uint32_t count) {
    lcm_event_set in = s->sets.at[set];
    for (uint32_t i = 0; i < in.count; i++) {
        const lcm_pattern *p = &s->patterns.at[in.first + i];
        if (p->name != name) continue;
        if (p->count == LCM_ANY_COUNT) return true;
        if (p->count != count) continue;
        uint32_t k = 0;
        while (k < count && ((p->any >> k & 1) || p->numbers[k] == numbers[k])) k++;
        if (k == count) return true;
    }
    return false;
}

bool lcm_name_is_seen(const lcm_system *s, uint32_t name) {
    return s->sees_all || lcm_set_has(s, s->seen, name, NULL, 0);
}
