/* Dead variables.
 *
 * CSP# has no local variables, so models keep them in shared ones, `local[i]`.  A variable that only one slot uses is
 * dead at a location if on every way from there it is written before it is read.  What it holds then makes no
 * difference to anything but the number of states: it is set back to its first value.  (The classical backward
 * data-flow equations; registers need none of this, for terms only keep those that occur in them.) */
#include <stdlib.h>
#include <string.h>

#include "model/emit.h"
#include "model/slots.h"

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

/* Is a field written whatever happens, before anything of this action reads it? */
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

static bool reads(const lcm_action *a, uint32_t field) {
    for (uint32_t i = 0; i < a->read_count; i++)
        if (a->reads[i] == field) return true;
    return false;
}

/* Where a field is alive, for each location of its slot. */
static void find_alive(const lcm_system *s, uint32_t slot, uint32_t field, const uint32_t *actions, uint32_t count,
                       const bool *kills, bool *alive) {
    memset(alive, 0, s->slots.at[slot].locations.count);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = count; i-- > 0;) {
            const lcm_action *a = &s->actions.at[actions[i]];
            if (alive[a->location] || kills[i] || (!reads(a, field) && !alive[a->target])) continue;
            alive[a->location] = changed = true;
        }
    }
}

typedef struct resets {
    LC_VEC(uint64_t) at; /* action << 32 | field */
} resets;

static void look_at_field(lcm_builder *b, uint32_t slot, uint32_t field, resets *out) {
    const lcm_system *s = b->system;
    LC_VEC(uint32_t) actions = {0};
    for (uint32_t i = 0; i < s->actions.count; i++)
        if (s->actions.at[i].slot == slot) lcm_gather(b, &actions, i);
    bool *alive = lcm_room(b, s->slots.at[slot].locations.count + 1), *kills = lcm_room(b, actions.count + 1);
    for (uint32_t i = 0; i < actions.count; i++) kills[i] = overwrites(s, &s->actions.at[actions.at[i]], field);
    find_alive(s, slot, field, actions.at, actions.count, kills, alive);
    for (uint32_t i = 0; i < actions.count; i++) {
        const lcm_action *a = &s->actions.at[actions.at[i]];
        bool written = false;
        for (uint32_t k = 0; k < a->write_count; k++) written |= a->writes[k] == field;
        /* It holds its first value wherever it is dead, so only these can have changed that. */
        if (!alive[a->target] && (alive[a->location] || written))
            lcm_gather(b, &out->at, (uint64_t)actions.at[i] << 32 | field);
    }
}

static int by_action(const void *x, const void *y) {
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

void lcm_find_dead(lcm_builder *b) {
    lcm_system *s = b->system;
    uint32_t *user = find_users(b);
    resets found = {0};
    for (uint32_t i = 0; i < s->fields.count; i++)
        if (user[i] < SEVERAL) look_at_field(b, user[i], i, &found);
    if (found.at.count > 1) qsort(found.at.at, found.at.count, sizeof *found.at.at, by_action);
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
