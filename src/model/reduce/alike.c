/* Which slots of a system are alike: found by comparing their code.
 *
 * Two slots are alike if their actions are, one by one, with other fields in the same places.  This gives an exchange
 * of fields; it must be one (each field has one partner, whose partner it is), must leave alone everything that any
 * other slot or a condition looks at, and the first state.  An array that is read or written with a subscript that is
 * not known has no partners.  The code of alike slots is laid out alike, so a comparison word by word is enough; where
 * it is not, a symmetry is missed, never invented. */
#include <string.h>

#include "model/reduce/symmetry.h"
#include "model/run/walk.h"

#define UNKNOWN UINT32_MAX

/* `x = c; y = c; ...`, one after the other: their order makes no difference. */
typedef struct stores {
    const uint32_t *a, *b; /* where they begin in the code of each */
    uint32_t count;
} stores;

typedef struct exchange {
    const lcm_system *s;
    uint32_t a, b;     /* slots */
    uint32_t *partner; /* of each field; UNKNOWN: nothing is known, so itself */
    uint8_t *names;    /* of the alphabet */
    uint32_t name_count;
    bool numbered;
    int32_t number_a, number_b;
    LC_VEC(stores) later; /* looked at when all partners are known */
} exchange;

static bool pair(exchange *x, uint32_t f, uint32_t g) {
    if ((x->partner[f] != UNKNOWN && x->partner[f] != g) || (x->partner[g] != UNKNOWN && x->partner[g] != f))
        return false;
    x->partner[f] = g, x->partner[g] = f;
    return true;
}

static bool pair_whole(exchange *x, uint32_t field) {
    const lcm_field *f = x->s->fields.at, *is = &f[field];
    for (uint32_t i = 0; i < x->s->fields.count; i++)
        if (f[i].kind == is->kind && f[i].owner == is->owner && !pair(x, i, i)) return false;
    return true;
}

enum { STORE_WORDS = 5 }; /* NUMBER c, STORE field place */

static bool is_store(const uint32_t *p) { return p[0] == LCM_I_NUMBER && p[2] == LCM_I_STORE; }

/* How many from here on, up to where a jump leads: code behind its target may run without the code before it. */
static uint32_t count_stores(const lcm_system *s, uint32_t start, const uint32_t *p) {
    const uint32_t *code = s->code.words.at, *end = NULL;
    uint32_t count = 0;
    if (!is_store(p)) return 0;
    for (const uint32_t *q = code + start; *q != LCM_I_END; q += 1 + lcm_operand_count[*q]) {
        bool jumps = *q == LCM_I_JUMP || *q == LCM_I_JUMP_BACK || *q == LCM_I_IF_NOT;
        if (jumps && code + q[1] > p && (!end || code + q[1] < end)) end = code + q[1];
    }
    for (; is_store(p) && (count == 0 || p[1] == p[1 - STORE_WORDS]) && (!end || p < end); p += STORE_WORDS) count++;
    return count;
}

static uint32_t partner_of(const exchange *x, uint32_t field) {
    return x->partner[field] == UNKNOWN ? field : x->partner[field];
}

static bool sets_partners(const exchange *x, const uint32_t *a, const uint32_t *b, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t wanted = partner_of(x, a[i * STORE_WORDS + 3]), k = 0;
        while (k < count && b[k * STORE_WORDS + 3] != wanted) k++;
        if (k == count) return false;
    }
    return true;
}

/* Are the partners of the fields that one sets the fields that the other sets?  Either may set something twice. */
static bool same_stores(const exchange *x, const stores *s) {
    return sets_partners(x, s->a, s->b, s->count) && sets_partners(x, s->b, s->a, s->count);
}

static bool same_code(exchange *x, uint32_t at, uint32_t bt) {
    if (at == LCM_NO_CODE || bt == LCM_NO_CODE) return at == bt;
    const uint32_t *code = x->s->code.words.at, *p = code + at, *q = code + bt;
    for (;; p += 1 + lcm_operand_count[*p], q += 1 + lcm_operand_count[*q]) {
        if (*p != *q) return false;
        uint32_t sets = count_stores(x->s, at, p);
        if (sets > 1) {
            if (sets != count_stores(x->s, bt, q) || p[1] != q[1]) return false;
            if (!lc_push(NULL, &x->later, (stores){p, q, sets})) return false;
            p += sets * STORE_WORDS, q += sets * STORE_WORDS;
        }
        if (*p != *q) return false;
        switch ((lcm_instruction)*p) {
        case LCM_I_END: return true;
        case LCM_I_LOAD:
        case LCM_I_STORE:
            if (!pair(x, p[1], q[1])) return false;
            break;
        case LCM_I_SET:
            if (!pair(x, p[1], q[1]) || p[2] != q[2]) return false;
            break;
        case LCM_I_LOAD_AT:
        case LCM_I_STORE_AT:
            if (p[1] != q[1] || !pair_whole(x, p[1])) return false;
            break;
        case LCM_I_SHIFT_DOWN:
        case LCM_I_SHIFT_DOWN_AT:
            if (memcmp(p + 1, q + 1, 3 * sizeof *p) != 0 || !pair_whole(x, p[1])) return false;
            break;
        case LCM_I_ASK:
        case LCM_I_MAKE:
            if (p[1] != q[1] || p[2] != q[2] || lcm_call_op(p[3]) != lcm_call_op(q[3])) return false;
            if (p[1] != LCM_NO_FIELD && !pair_whole(x, p[1])) return false;
            if (p[2] != LCM_NO_FIELD && !pair_whole(x, p[2])) return false;
            break;
        case LCM_I_CHANGE:
            if (p[1] != q[1] || lcm_call_op(p[2]) != lcm_call_op(q[2]) || !pair_whole(x, p[1])) return false;
            break;
        case LCM_I_KEEP:
            if (p[1] != q[1] || !pair_whole(x, p[1])) return false;
            break;
        case LCM_I_COMPUTE:
            if (lcm_call_op(p[1]) != lcm_call_op(q[1])) return false;
            break;
        case LCM_I_JUMP:
        case LCM_I_JUMP_BACK:
        case LCM_I_IF_NOT:
            if (p[1] - at != q[1] - bt) return false;
            break;
        case LCM_I_NUMBER:
        case LCM_I_GET_LOCAL:
        case LCM_I_GET_LOCAL_AT:
        case LCM_I_SET_LOCAL:
        case LCM_I_SET_LOCAL_AT:
        case LCM_I_MESSAGE:
        case LCM_I_BOUND:
        case LCM_I_SCALE:
            if (p[1] != q[1]) return false;
            break;
        default: break; /* without operands, or with a place only */
        }
    }
}

static bool known_first(const lcm_system *s, const lcm_action *a, int32_t *number) {
    if (a->count == 0 || a->numbers == LCM_NO_CODE || s->code.words.at[a->numbers] != LCM_I_NUMBER) return false;
    *number = (int32_t)s->code.words.at[a->numbers + 1];
    return true;
}

static bool note_name(exchange *x, uint32_t name, uint8_t what) {
    if (x->names[name] != LCM_NAMES_NOBODY && x->names[name] != what) return false;
    x->names[name] = what;
    return true;
}

/* The numbers of an event that is seen: the first may be the process, and then always is in events of this name. */
static bool same_event(exchange *x, const lcm_action *a, const lcm_action *b) {
    int32_t n = 0, m = 0;
    if (a->name != b->name || a->count != b->count) return false;
    if (a->hidden || a->numbers == LCM_NO_CODE) return true;
    bool known = known_first(x->s, a, &n) && known_first(x->s, b, &m);
    if (!known || n == m) return note_name(x, a->name, LCM_NAMES_NO_PROCESS) && same_code(x, a->numbers, b->numbers);
    if (x->numbered && (x->number_a != n || x->number_b != m)) return false;
    x->numbered = true;
    x->number_a = n, x->number_b = m;
    return note_name(x, a->name, LCM_NAMES_PROCESS) && same_code(x, a->numbers + 2, b->numbers + 2);
}

static bool same_action(exchange *x, const lcm_action *a, const lcm_action *b) {
    return a->kind == b->kind && a->location == b->location && a->target == b->target && a->channel == b->channel &&
           a->hidden == b->hidden && a->atomic == b->atomic && !a->joint && !b->joint && a->subscript == LCM_NO_CODE &&
           b->subscript == LCM_NO_CODE && same_event(x, a, b) && same_code(x, a->guard, b->guard) &&
           same_code(x, a->effect, b->effect) && same_code(x, a->reset, b->reset);
}

/* How many operands, the first, name a variable or channel any cell of which may be meant. */
static uint32_t reaches_whole(uint32_t op) {
    switch ((lcm_instruction)op) {
    case LCM_I_LOAD_AT:
    case LCM_I_STORE_AT:
    case LCM_I_SHIFT_DOWN:
    case LCM_I_SHIFT_DOWN_AT:
    case LCM_I_CHANGE:
    case LCM_I_KEEP: return 1;
    case LCM_I_ASK:
    case LCM_I_MAKE: return 2;
    default: return 0;
    }
}

static bool is_whole_unmoved(const exchange *x, uint32_t field) {
    const lcm_field *f = x->s->fields.at;
    for (uint32_t i = 0; i < x->s->fields.count; i++)
        if (f[i].kind == f[field].kind && f[i].owner == f[field].owner && x->partner[i] != UNKNOWN &&
            x->partner[i] != i)
            return false;
    return true;
}

/* No other code may distinguish the two. */
static bool is_unmoved(const exchange *x, uint32_t code) {
    if (code == LCM_NO_CODE) return true;
    for (const uint32_t *p = x->s->code.words.at + code; *p != LCM_I_END; p += 1 + lcm_operand_count[*p]) {
        uint32_t sets = count_stores(x->s, code, p);
        if (sets > 1) {
            if (!same_stores(x, &(stores){p, p, sets})) return false;
            p += (sets - 1) * STORE_WORDS + 2; /* the last of them follows */
            continue;
        }
        bool one = *p == LCM_I_LOAD || *p == LCM_I_STORE || *p == LCM_I_SET;
        if (one && x->partner[p[1]] != UNKNOWN && x->partner[p[1]] != p[1]) return false;
        for (uint32_t i = 0; i < reaches_whole(*p); i++)
            if (p[1 + i] != LCM_NO_FIELD && !is_whole_unmoved(x, p[1 + i])) return false;
    }
    return true;
}

/* Ends do nothing by themselves: the fork above them clears all slots below it, these two alike. */
static bool others_agree(const exchange *x) {
    const lcm_system *s = x->s;
    for (uint32_t i = 0; i < s->actions.count; i++) {
        const lcm_action *a = &s->actions.at[i];
        if (a->slot == x->a || a->slot == x->b || a->kind == LCM_ACT_TICK) continue;
        if (a->joint || s->slots.at[a->slot].locations.at[a->location].is_fork) return false;
        if (!is_unmoved(x, a->guard) || !is_unmoved(x, a->numbers) || !is_unmoved(x, a->effect) ||
            !is_unmoved(x, a->reset))
            return false;
        int32_t first;
        if (!a->hidden && a->kind == LCM_ACT_EVENT && x->names[a->name] == LCM_NAMES_PROCESS &&
            (!known_first(s, a, &first) || first == x->number_a || first == x->number_b))
            return false;
    }
    for (uint32_t i = 0; i < s->conditions.count; i++)
        if (!is_unmoved(x, s->conditions.at[i])) return false;
    return true;
}

static bool is_first_state_unmoved(const exchange *x, const int32_t *first) {
    for (uint32_t i = 0; i < x->s->fields.count; i++) {
        uint32_t j = partner_of(x, i);
        const lcm_field *f = &x->s->fields.at[i], *g = &x->s->fields.at[j];
        if (first[i] != first[j] || f->kind != g->kind || f->declared != g->declared) return false;
        if (f->declared && (f->low != g->low || f->high != g->high)) return false;
    }
    return true;
}

static bool find_exchange(exchange *x, const int32_t *first) {
    const lcm_system *s = x->s;
    const lcm_slot *a = &s->slots.at[x->a], *b = &s->slots.at[x->b];
    if (a->locations.count != b->locations.count || a->registers != b->registers ||
        a->actions.count != b->actions.count)
        return false;
    for (uint32_t i = 0; i < s->fields.count; i++) x->partner[i] = UNKNOWN;
    memset(x->names, LCM_NAMES_NOBODY, x->name_count);
    for (uint32_t i = 0; i <= a->registers; i++) pair(x, a->field + i, b->field + i);
    for (uint32_t i = 0; i < a->locations.count; i++) {
        const lcm_location *l = &a->locations.at[i], *m = &b->locations.at[i];
        if (l->is_fork || m->is_fork || l->count != m->count || l->registers != m->registers || l->ample != m->ample)
            return false;
    }
    for (uint32_t i = 0; i < a->actions.count; i++)
        if (!same_action(x, &s->actions.at[a->actions.at[i]], &s->actions.at[b->actions.at[i]])) return false;
    for (uint32_t i = 0; i < x->later.count; i++)
        if (!same_stores(x, &x->later.at[i])) return false;
    return others_agree(x) && is_first_state_unmoved(x, first);
}

/* ---- groups ---- */

/* The fields of the first slot that an exchange with another moves: with its own, those of variables.  A variable that
 * both use, each in the other's role, may be either's. */
static uint32_t list_moved(const exchange *x, uint32_t *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->s->fields.count; i++) {
        uint32_t j = x->partner[i];
        if (j != UNKNOWN && j > i) out[count++] = i;
    }
    return count;
}

/* Adds the slot if its exchange with the first is just like those of the slots added before. */
static bool join(lcm_symmetry *y, const exchange *x, uint32_t *moved) {
    if (y->count == 1) {
        y->each = list_moved(x, y->fields);
        y->numbered = x->numbered;
        y->numbers[0] = x->number_a;
        memcpy(y->names, x->names, y->name_count);
    }
    if (memcmp(y->names, x->names, y->name_count) != 0) return false;
    if (list_moved(x, moved) != y->each || x->numbered != y->numbered) return false;
    if (x->numbered && x->number_a != y->numbers[0]) return false;
    for (uint32_t k = 0; k < y->each; k++) {
        uint32_t other = x->partner[y->fields[k]];
        if (other == UNKNOWN || other == y->fields[k]) return false;
        for (uint32_t i = 0; i < y->count * y->each; i++)
            if (y->fields[i] == other) return false;
        y->fields[y->count * y->each + k] = other;
    }
    y->numbers[y->count] = x->number_b;
    y->slots[y->count++] = x->b;
    return true;
}

/* Fields looked at: of thousands of processes no two of which are alike not all pairs are compared. */
static const uint64_t EFFORT_MAX = 100 * 1000 * 1000;

/* A search for slots that are alike.  `room` holds two numbers a field and a byte a name. */
typedef struct finder {
    lcm_symmetry *y;
    const int32_t *first; /* the fields of the first state */
    uint32_t *room;
    uint64_t effort; /* fields that may still be compared */
} finder;

/* Which of the processes of this fork from the `i`-th on are like the `i`-th. */
static void find_group(finder *f, const lcm_fork *fork, uint32_t i) {
    const lcm_system *s = f->y->system;
    const uint32_t *children = s->children.at + fork->first;
    uint32_t *moved = f->room + s->fields.count;
    f->y->count = 1;
    f->y->slots[0] = children[i];
    for (uint32_t k = i + 1; k < fork->count && f->y->count < LCM_ALIKE_MAX; k++) {
        if (f->effort < s->fields.count) break;
        f->effort -= s->fields.count;
        exchange x = {.s = s,
                      .a = children[i],
                      .b = children[k],
                      .partner = f->room,
                      .names = (uint8_t *)(moved + s->fields.count),
                      .name_count = f->y->name_count};
        if (find_exchange(&x, f->first)) join(f->y, &x, moved);
        lc_vec_free(NULL, &x.later);
    }
}

/* Beside each other here, or inside one of the processes that are. */
static bool find_below(finder *f, uint32_t slot) {
    const lcm_system *s = f->y->system;
    const lcm_location *at = &s->slots.at[slot].locations.at[f->first[s->slots.at[slot].field]];
    if (!at->is_fork) return false;
    for (uint32_t i = 0; i < at->fork.count; i++) {
        find_group(f, &at->fork, i);
        if (f->y->count > 1) return true;
    }
    for (uint32_t i = 0; i < at->fork.count; i++)
        if (find_below(f, s->children.at[at->fork.first + i])) return true;
    return false;
}

/* The first group of slots that are alike, of as many as can be found with one of them.  Processes of `||` that never
 * wait for each other are as good as those of `|||`. */
bool lcm_find_alike(lcm_symmetry *y, const int32_t *first, uint32_t *room) {
    finder f = {y, first, room, EFFORT_MAX};
    return !y->system->has_atomic && find_below(&f, 0);
}
