/* Dead variables.
 *
 * CSP# has no local variables, so models keep them in shared ones, `local[i]`.  A variable that only one slot uses is
 * dead at a location if on every way from there it is written before it is read.  Its value then makes no difference to
 * anything but the number of states: it is set back to its first value.  (The classical backward data-flow equations;
 * registers need none of this, for terms only keep those that occur in them.)
 *
 * A slot that ends below a fork may be entered again later, as in `P() = (A() ||| B()); P();`: from where it ends the
 * way goes on to each location where other slots let it begin. */
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "model/compile/emit.h"
#include "model/compile/slots.h"

enum { NOBODY = UINT32_MAX, SEVERAL = UINT32_MAX - 1 };

/* The only slot that uses each field, if there is one. */
static uint32_t *find_users(lcm_builder *b) {
    const lcm_system *s = b->system;
    uint32_t *user = lcm_room(b, (s->fields.count + 1) * sizeof *user);
    for (uint32_t i = 0; i < s->fields.count; i++) user[i] = s->fields.at[i].kind == LCM_F_VARIABLE ? NOBODY : SEVERAL;
    for (uint32_t i = 0; i < s->actions.count; i++) {
        const lcm_action *a = &s->actions.at[i];
        for (uint32_t k = 0; k < a->read_count + a->write_count; k++) {
            uint32_t field = k < a->read_count ? a->reads[k] : a->writes[k - a->read_count];
            if (user[field] == NOBODY) user[field] = a->slot;
            else if (user[field] != a->slot) user[field] = SEVERAL;
        }
    }
    bool *watched = lcm_room(b, s->fields.count + 1);
    for (uint32_t i = 0; i < s->conditions.count; i++) lcm_mark_reads(s, s->conditions.at[i], watched);
    for (uint32_t i = 0; i < s->fields.count; i++)
        if (watched[i]) user[i] = SEVERAL;
    return user;
}

/* Is a field written in any case, before anything of this action reads it? */
static bool overwrites(const lcm_system *s, const lcm_action *a, uint32_t field) {
    const lcm_field *f = &s->fields.at[field];
    uint32_t before_effect[] = {a->guard, a->subscript, a->numbers};
    for (uint32_t i = 0; i < 3; i++) {
        if (before_effect[i] == LCM_NO_CODE) continue;
        for (const uint32_t *p = s->code.words.at + before_effect[i]; *p != LCM_I_END; p += 1 + lcm_operand_count[*p])
            if ((*p == LCM_I_LOAD && p[1] == field) ||
                (*p == LCM_I_LOAD_AT && s->fields.at[p[1]].kind == f->kind && s->fields.at[p[1]].owner == f->owner))
                return false;
    }
    const uint32_t *code = s->code.words.at, *p = code + a->effect, *sure = p;
    for (; *p != LCM_I_END; p += 1 + lcm_operand_count[*p]) {
        if (*p == LCM_I_LOAD && p[1] == field) return false;
        if (*p == LCM_I_LOAD_AT && s->fields.at[p[1]].kind == f->kind && s->fields.at[p[1]].owner == f->owner)
            return false;
        /* Up to where a jump leads nothing is sure. */
        if ((*p == LCM_I_JUMP || *p == LCM_I_IF_NOT) && code + p[1] > sure) sure = code + p[1];
        if (*p == LCM_I_STORE && p[1] == field && p >= sure) return true;
    }
    return false;
}

static bool is_among(uint32_t field, const uint32_t *sorted, uint32_t count) {
    return bsearch(&field, sorted, count, sizeof field, lc_by_u32) != NULL;
}

/* A slot, its actions, and the locations where other slots let it begin.  The actions that lead to location l are
 * into[into_from[l] .. into_from[l + 1]), as numbers in `actions`. */
typedef struct user {
    uint32_t slot;
    LC_VEC(uint32_t) actions;
    LC_VEC(uint32_t) begins;
    uint32_t *into, *into_from;
    uint32_t *work; /* room for each location */
} user;

static void sort_by_target(lcm_builder *b, user *u) {
    const lcm_system *s = b->system;
    uint32_t locations = s->slots.at[u->slot].locations.count;
    u->work = lcm_room(b, (locations + 1) * sizeof *u->work);
    u->into = lcm_room(b, (u->actions.count + 1) * sizeof *u->into);
    u->into_from = lcm_room(b, (locations + 2) * sizeof *u->into_from);
    for (uint32_t i = 0; i < u->actions.count; i++) u->into_from[s->actions.at[u->actions.at[i]].target + 2]++;
    for (uint32_t l = 1; l <= locations; l++) u->into_from[l + 1] += u->into_from[l];
    for (uint32_t i = 0; i < u->actions.count; i++)
        u->into[u->into_from[s->actions.at[u->actions.at[i]].target + 1]++] = i;
}

static user look_at_slot(lcm_builder *b, uint32_t slot) {
    const lcm_system *s = b->system;
    user u = {.slot = slot};
    for (uint32_t i = 0; i < s->actions.count; i++) {
        const lcm_action *a = &s->actions.at[i];
        if (a->slot == slot) lcm_gather(b, &u.actions, i);
        else
            for (const uint32_t *p = s->code.words.at + a->effect; *p != LCM_I_END; p += 1 + lcm_operand_count[*p])
                if (*p == LCM_I_SET && p[1] == s->slots.at[slot].field && p[2] != LCM_ABSENT)
                    lcm_gather(b, &u.begins, p[2]);
    }
    sort_by_target(b, &u);
    return u;
}

static void make_alive(const user *u, uint32_t location, bool *alive, uint32_t *count) {
    if (alive[location]) return;
    alive[location] = true;
    u->work[(*count)++] = location;
}

/* Where a field is alive, for each location of its slot: backwards from where it is read. */
static void find_alive(const lcm_system *s, const user *u, uint32_t field, const bool *kills, bool *alive) {
    uint32_t count = 0;
    bool begins = false; /* alive where it may begin again, so also where it ends */
    memset(alive, 0, s->slots.at[u->slot].locations.count);
    for (uint32_t i = 0; i < u->actions.count; i++) {
        const lcm_action *a = &s->actions.at[u->actions.at[i]];
        if (!kills[i] && is_among(field, a->reads, a->read_count)) make_alive(u, a->location, alive, &count);
    }
    for (bool changed = true; changed;) {
        while (count > 0) {
            uint32_t l = u->work[--count];
            for (uint32_t k = u->into_from[l]; k < u->into_from[l + 1]; k++)
                if (!kills[u->into[k]]) make_alive(u, s->actions.at[u->actions.at[u->into[k]]].location, alive, &count);
        }
        changed = false;
        for (uint32_t i = 0; i < u->begins.count && !begins; i++) changed |= alive[u->begins.at[i]];
        if (!changed) break;
        begins = true;
        for (uint32_t i = 0; i < u->actions.count; i++)
            if (!kills[i] && s->actions.at[u->actions.at[i]].kind == LCM_ACT_TICK)
                make_alive(u, s->actions.at[u->actions.at[i]].location, alive, &count);
    }
}

typedef struct resets {
    LC_VEC(uint64_t) at; /* action << 32 | field */
} resets;

static void look_at_field(lcm_builder *b, const user *u, uint32_t field, bool *alive, bool *kills, resets *out) {
    const lcm_system *s = b->system;
    lcm_mind_limits(b);
    for (uint32_t i = 0; i < u->actions.count; i++) kills[i] = overwrites(s, &s->actions.at[u->actions.at[i]], field);
    find_alive(s, u, field, kills, alive);
    for (uint32_t i = 0; i < u->actions.count; i++) {
        const lcm_action *a = &s->actions.at[u->actions.at[i]];
        bool written = is_among(field, a->writes, a->write_count);
        /* It holds its first value wherever it is dead, so only these can have changed that. */
        if (!alive[a->target] && (alive[a->location] || written))
            lcm_gather(b, &out->at, (uint64_t)u->actions.at[i] << 32 | field);
    }
}

void lcm_find_dead(lcm_builder *b) {
    lcm_system *s = b->system;
    uint32_t *users = find_users(b);
    resets found = {0};
    user u = {.slot = LCM_NO_SLOT};
    bool *alive = NULL, *kills = NULL;
    for (uint32_t i = 0; i < s->fields.count; i++) {
        if (users[i] >= SEVERAL) continue;
        /* The cells of an array often belong to one slot. */
        if (users[i] != u.slot) {
            u = look_at_slot(b, users[i]);
            alive = lcm_room(b, s->slots.at[u.slot].locations.count + 1);
            kills = lcm_room(b, u.actions.count + 1);
        }
        look_at_field(b, &u, i, alive, kills, &found);
    }
    if (found.at.count > 1) qsort(found.at.at, found.at.count, sizeof *found.at.at, lc_by_u64);
    for (uint32_t i = 0; i < found.at.count;) {
        lcm_emitter e = {.b = b};
        uint32_t action = (uint32_t)(found.at.at[i] >> 32);
        s->actions.at[action].reset = s->code.words.count;
        for (; i < found.at.count && found.at.at[i] >> 32 == action; i++) {
            uint32_t field = (uint32_t)found.at.at[i];
            lcm_emit(&e, LCM_I_SET, field, (uint32_t)s->fields.at[field].initial, 0);
        }
        lcm_emit(&e, LCM_I_END, 0, 0, 0);
    }
}
