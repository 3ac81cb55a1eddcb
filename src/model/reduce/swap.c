#include "model/reduce/swap.h"

#include <string.h>

#include "model/reduce/swap_parts.h"

typedef struct proof {
    const lcm_swap *x;
    const uint32_t *partner;
} proof;

static uint32_t partner_of(const proof *r, uint32_t slot, uint32_t location) {
    return r->partner[lcm_place_of(r->x->sk, slot, location)] - r->x->sk->place.at[slot];
}

/* The words of the second instruction are those of the first, numbers exchanged. */
static bool same_instruction(const proof *r, const uint32_t *p, uint32_t at, const uint32_t *q, uint32_t bt) {
    const lcm_system *s = r->x->sk->system;
    const uint32_t *words = s->code.words.at;
    if (*p != *q) return false;
    for (uint32_t i = 1; i <= lcm_operand_count[*p]; i++) {
        if (i == lcm_swap_place_operand(*p)) continue;
        bool of_kind = lcm_swap_is_of_kind(r->x, (uint32_t)(p - words) + i);
        if (of_kind != lcm_swap_is_of_kind(r->x, (uint32_t)(q - words) + i)) return false;
        uint32_t wanted = of_kind ? (uint32_t)lcm_swapped(r->x, (int32_t)p[i]) : lcm_swap_operand(p, i);
        if (lcm_swap_jumps(*p)) wanted = p[i] - at + bt;
        if (i == 2 && lcm_swap_sets_location(s, p)) wanted = partner_of(r, s->fields.at[p[1]].owner, p[2]);
        if (lcm_swap_operand(q, i) != wanted) return false;
    }
    return true;
}

static bool same_code(const proof *r, uint32_t at, uint32_t bt) {
    if (at == LCM_NO_CODE || bt == LCM_NO_CODE) return at == bt;
    const uint32_t *words = r->x->sk->system->code.words.at, *p = words + at, *q = words + bt;
    for (; same_instruction(r, p, at, q, bt); p += 1 + lcm_operand_count[*p], q += 1 + lcm_operand_count[*q])
        if (*p == LCM_I_END) return true;
    return false;
}

static bool same_action(const proof *r, const lcm_action *a, const lcm_action *b) {
    return a->kind == b->kind && a->name == b->name && a->channel == b->channel && a->hidden == b->hidden &&
           a->data == b->data && a->atomic == b->atomic && a->joint == b->joint && a->count == b->count &&
           same_code(r, a->guard, b->guard) && same_code(r, a->subscript, b->subscript) &&
           (!lcm_swap_is_observed(a) || same_code(r, a->numbers, b->numbers)) && same_code(r, a->effect, b->effect) &&
           same_code(r, a->reset, b->reset);
}

/* Each action of one location is that of another, each of which is taken once: the first that fits is as good as any,
 * for all that fit are the same. */
static bool same_actions(const proof *r, const lcm_slot *slot, const lcm_location *l, const lcm_location *m) {
    enum { ACTIONS_MAX = 256 };
    const lcm_action *all = r->x->sk->system->actions.at;
    bool taken[ACTIONS_MAX] = {false};
    if (l->count != m->count || l->count > ACTIONS_MAX) return false;
    for (uint32_t i = 0; i < l->count; i++) {
        const lcm_action *a = &all[slot->actions.at[l->first + i]];
        uint32_t k = 0;
        while (k < m->count && (taken[k] || !same_action(r, a, &all[slot->actions.at[m->first + k]]))) k++;
        if (k == m->count) return false;
        taken[k] = true;
    }
    return true;
}

static bool same_fork(const proof *r, const lcm_location *l, const lcm_location *m) {
    const lcm_fork *f = &l->fork, *g = &m->fork;
    if (l->is_fork != m->is_fork) return false;
    if (!l->is_fork) return true;
    const lcm_action *all = r->x->sk->system->actions.at;
    return f->first == g->first && f->count == g->count && f->parallel == g->parallel && f->alphabets == g->alphabets &&
           f->hides.count == g->hides.count &&
           (f->hides.count == 0 || !memcmp(f->hides.at, g->hides.at, f->hides.count * sizeof *f->hides.at)) &&
           same_action(r, &all[f->join], &all[g->join]);
}

static bool same_registers(const proof *r, uint32_t slot, uint32_t l, uint32_t m) {
    const lcm_system_kinds *sk = r->x->sk;
    const lcm_slot *s = &sk->system->slots.at[slot];
    if (s->locations.at[l].registers != s->locations.at[m].registers) return false;
    for (uint32_t i = 0; i < s->locations.at[l].registers; i++) {
        lcm_kind a = lcm_field_kind_at(sk, s->field + 1 + i, l), b = lcm_field_kind_at(sk, s->field + 1 + i, m);
        if ((lcm_kind_of(r->x->kinds, a) == r->x->kind) != (lcm_kind_of(r->x->kinds, b) == r->x->kind)) return false;
    }
    return true;
}

static bool same_locations(const proof *r) {
    const lcm_system *s = r->x->sk->system;
    for (uint32_t i = 0; i < s->slots.count; i++) {
        const lcm_slot *slot = &s->slots.at[i];
        for (uint32_t l = 0; l < slot->locations.count; l++) {
            uint32_t m = partner_of(r, i, l);
            if (m >= slot->locations.count || partner_of(r, i, m) != l || (l == LCM_ABSENT && m != l)) return false;
            const lcm_location *at = &slot->locations.at[l], *bt = &slot->locations.at[m];
            if (at->ample != bt->ample || !same_registers(r, i, l, m) || !same_fork(r, at, bt) ||
                !same_actions(r, slot, at, bt))
                return false;
        }
    }
    return true;
}

static bool has_pattern(const lcm_system *s, lcm_event_set set, const lcm_pattern *wanted) {
    for (uint32_t i = 0; i < set.count; i++) {
        const lcm_pattern *p = &s->patterns.at[set.first + i];
        bool same = p->name == wanted->name && p->count == wanted->count && p->any == wanted->any;
        for (uint32_t k = 0; same && p->count != LCM_ANY_COUNT && k < p->count; k++)
            same = (p->any >> k & 1) || p->numbers[k] == wanted->numbers[k];
        if (same) return true;
    }
    return false;
}

/* The sets of joint events and of hidden events are the same with numbers exchanged. */
static bool same_sets(const proof *r) {
    const lcm_system *s = r->x->sk->system;
    for (uint32_t i = 0; i < s->sets.count; i++)
        for (uint32_t n = 0; n < s->sets.at[i].count; n++) {
            lcm_pattern p = s->patterns.at[s->sets.at[i].first + n];
            if (p.name >= r->x->kinds->names) continue; /* no event: the mark that ends a list of alphabets */
            for (uint32_t k = 0; p.count != LCM_ANY_COUNT && k < p.count; k++)
                if (lcm_kind_of(r->x->kinds, lcm_label_kind(p.name, k)) == r->x->kind)
                    p.numbers[k] = lcm_swapped(r->x, p.numbers[k]);
            if (!has_pattern(s, s->sets.at[i], &p)) return false;
        }
    return true;
}

static bool same_first_state(const proof *r, const int32_t *first) {
    const lcm_system_kinds *sk = r->x->sk;
    const lcm_system *s = sk->system;
    for (uint32_t i = 0; i < s->fields.count; i++) {
        const lcm_field *f = &s->fields.at[i];
        uint32_t location = f->kind == LCM_F_REGISTER ? (uint32_t)first[s->slots.at[f->owner].field] : 0;
        if (f->kind == LCM_F_LOCATION) {
            if (partner_of(r, f->owner, (uint32_t)first[i]) != (uint32_t)first[i]) return false;
        } else if (lcm_kind_of(r->x->kinds, lcm_field_kind_at(sk, i, location)) == r->x->kind &&
                   lcm_swapped(r->x, first[i]) != first[i])
            return false;
    }
    return true;
}

bool lcm_swap_find(const lcm_swap *x, const lcm_swap_marks *m, const int32_t *first, uint32_t *partner) {
    const lcm_system *s = x->sk->system;
    const proof r = {x, partner};
    if (!lcm_swap_guess(x, m, partner)) return false;
    for (uint32_t i = 0; i < s->conditions.count; i++)
        if (!same_code(&r, s->conditions.at[i], s->conditions.at[i])) return false;
    return same_locations(&r) && same_sets(&r) && same_first_state(&r, first);
}
