/* The kinds of the numbers of a compiled process: its code is run once, with kinds instead of numbers.
 *
 * Jumps lead forwards, but for loops, which come back to where they began with the stack they had then.  So code is
 * read from top to bottom; where two ways meet, the stack entries of one are of the kinds of the stack entries of the
 * other.
 *
 * A register is something else at each location.  Code reads those of the location where its slot stands; the registers
 * it writes belong to the locations where the slots are afterwards.  Registers that the slot keeps are not written. */
#include <assert.h>
#include <string.h>

#include "model/compile/emit.h"
#include "model/compile/kinds.h"

typedef enum entry_what { PLAIN, NUMBER, KIND } entry_what;

/* An entry of the stack: a number that is written in the code at this word, something of a kind, or neither. */
typedef struct entry {
    entry_what what;
    uint32_t at;
} entry;

typedef struct stack {
    uint32_t count;
    entry at[LCM_STACK_MAX];
} stack;

typedef struct waiting {
    uint32_t until; /* the word where it goes on */
    stack stack;
} waiting;

typedef struct reading {
    lcm_kinds *k;
    lcm_system_kinds *sk;
    const lcm_action *action; /* NULL: the code reads and writes variables */
    uint32_t code;            /* where it begins */
    lcm_kind made;            /* of the elements of the collection that was made last */
    lcm_kind locals;
    bool one_local; /* all are one array, for all that is known */
    stack now;
    bool dead; /* control does not reach this word, except by a jump that waits */
    LC_VEC(waiting) ahead;
    LC_VEC(uint32_t) after; /* of each slot that the code sets, and the one that runs it: where it is then */
} reading;

/* ---- fields ---- */

lcm_kind lcm_field_kind_at(const lcm_system_kinds *sk, uint32_t field, uint32_t location) {
    const lcm_system *s = sk->system;
    const lcm_field *f = &s->fields.at[field];
    switch (f->kind) {
    case LCM_F_LOCATION: return LCM_NO_KIND;
    case LCM_F_REGISTER:
        if (f->number >= s->slots.at[f->owner].locations.at[location].registers) return LCM_NO_KIND;
        return sk->registers.at[lcm_place_of(sk, f->owner, location)] + f->number;
    case LCM_F_VARIABLE: {
        lcm_type type = s->model->variables.at[f->owner].type;
        bool none = type == LCM_TABLE || (type != LCM_NUMBERS && f->number == 0);
        return none ? LCM_NO_KIND : sk->variable + f->owner;
    }
    case LCM_F_CHANNEL: {
        const lcm_channel *c = &s->model->channels.at[f->owner];
        uint32_t at = f->number % lcm_channel_stride(c);
        return at == 0 ? LCM_NO_KIND : sk->message.at[f->owner] + (at - 1) % lcm_message_cells(c);
    }
    }
    return LCM_NO_KIND;
}

/* Where the slots are after the code that is to be read. */
static void note_targets(reading *r, uint32_t code) {
    const lcm_system *s = r->sk->system;
    if (r->action) r->after.at[r->action->slot] = r->action->location;
    for (const uint32_t *p = s->code.words.at + code; *p != LCM_I_END; p += 1 + lcm_operand_count[*p])
        if (*p == LCM_I_SET && s->fields.at[p[1]].kind == LCM_F_LOCATION) r->after.at[s->fields.at[p[1]].owner] = p[2];
}

static lcm_kind kind_read(const reading *r, uint32_t field) {
    assert(r->sk->system->fields.at[field].kind != LCM_F_REGISTER ||
           (r->action && r->action->slot == r->sk->system->fields.at[field].owner));
    return lcm_field_kind_at(r->sk, field, r->action ? r->action->location : 0);
}

static lcm_kind kind_written(const reading *r, uint32_t field) {
    const lcm_field *f = &r->sk->system->fields.at[field];
    return lcm_field_kind_at(r->sk, field, f->kind == LCM_F_REGISTER ? r->after.at[f->owner] : 0);
}

/* ---- the stack ---- */

static void push(reading *r, entry e) {
    assert(r->now.count < LCM_STACK_MAX);
    r->now.at[r->now.count++] = e;
}

static entry pop(reading *r) {
    assert(r->now.count > 0);
    return r->now.at[--r->now.count];
}

/* Something is done with it that does not treat all numbers alike.  A number that is written is just that. */
static void spoil(reading *r, entry e) {
    if (e.what == KIND) lcm_kind_spoil(r->k, e.at);
}

/* From now on it is of this kind; LCM_NO_KIND: of none. */
static void make(reading *r, entry e, lcm_kind kind) {
    if (kind == LCM_NO_KIND) spoil(r, e);
    else if (e.what == KIND) lcm_kind_join(r->k, e.at, kind);
    else if (e.what == PLAIN) lcm_kind_spoil(r->k, kind);
    else if (r->sk->literal.at[e.at] == LCM_NO_KIND) r->sk->literal.at[e.at] = kind;
    else lcm_kind_join(r->k, r->sk->literal.at[e.at], kind);
}

static void push_kind(reading *r, lcm_kind kind) {
    push(r, kind == LCM_NO_KIND ? (entry){PLAIN, 0} : (entry){KIND, kind});
}

/* Two that are compared, or of which one is taken. */
static entry alike(reading *r, entry a, entry b) {
    if (a.what == b.what && a.at == b.at) return a;
    if (a.what == NUMBER && b.what == NUMBER) {
        lcm_kind kind = lcm_kinds_add(r->k, 1);
        make(r, a, kind);
        a = (entry){KIND, kind};
    }
    if (a.what == KIND) make(r, b, a.at);
    else if (b.what == KIND) make(r, a, b.at);
    return a.what == PLAIN || b.what == PLAIN ? (entry){PLAIN, 0} : a.what == KIND ? a : b;
}

/* ---- ways that meet ---- */

static void wait(reading *r, uint32_t until) {
    if (!lc_push(r->k->budget, &r->ahead, (waiting){until, r->now})) r->k->lost = true;
}

static void meet(reading *r, uint32_t here) {
    for (uint32_t i = 0; i < r->ahead.count;) {
        if (r->ahead.at[i].until != here) {
            i++;
            continue;
        }
        const stack *other = &r->ahead.at[i].stack;
        assert(r->dead || other->count == r->now.count);
        if (r->dead) r->now = *other;
        else
            for (uint32_t k = 0; k < other->count; k++) r->now.at[k] = alike(r, r->now.at[k], other->at[k]);
        r->dead = false;
        r->ahead.at[i] = r->ahead.at[--r->ahead.count];
    }
}

/* ---- instructions ---- */

/* Those that treat numbers as numbers. */
static void calculate(reading *r, uint32_t takes) {
    for (uint32_t i = 0; i < takes; i++) spoil(r, pop(r));
    push(r, (entry){PLAIN, 0});
}

/* ---- collections ---- */

/* The kind of the elements of a collection, and of the cells of an array; tables have none.  The elements of a set are
 * in ascending order, which is no difference as long as it is not asked for one by its place: exchanged elements are
 * sorted again (values_turn.c). */
static lcm_kind element(const reading *r, uint32_t field) {
    const lcm_field *f = &r->sk->system->fields.at[field];
    lcm_type type = r->sk->system->model->variables.at[f->owner].type;
    return type == LCM_TABLE ? LCM_NO_KIND : r->sk->variable + f->owner;
}

static bool is_set(const reading *r, uint32_t field) {
    return r->sk->system->model->variables.at[r->sk->system->fields.at[field].owner].type == LCM_SET;
}

static void spoil_kind(reading *r, lcm_kind kind) {
    if (kind != LCM_NO_KIND) lcm_kind_spoil(r->k, kind);
}

/* Elements go from the collection that was made to another one, or both into one. */
static void join_made(reading *r, lcm_kind kind) {
    if (r->made != LCM_NO_KIND && kind != LCM_NO_KIND) lcm_kind_join(r->k, r->made, kind);
    else if (kind != LCM_NO_KIND) r->made = kind;
}

static void ask(reading *r, const uint32_t *p) {
    lcm_library_op op = lcm_call_op(p[3]);
    lcm_kind kind = element(r, p[1]);
    entry top = pop(r);
    if (op == LCM_C_HAS) make(r, top, kind);
    else spoil(r, top);
    bool gives = op == LCM_C_AT || op == LCM_C_FIRST || op == LCM_C_LAST;
    bool orders =
        op == LCM_C_GREATEST || op == LCM_C_LEAST || op == LCM_C_DIGITS || (op == LCM_C_AT && is_set(r, p[1]));
    if (orders) spoil_kind(r, kind);
    if (op == LCM_C_OVERLAPS || op == LCM_C_DISJOINT) lcm_kind_join(r->k, kind, element(r, p[2]));
    push_kind(r, gives ? kind : LCM_NO_KIND);
}

static void change(reading *r, const uint32_t *p) {
    lcm_library_op op = lcm_call_op(p[2]);
    lcm_kind kind = element(r, p[1]);
    entry second = pop(r), first = pop(r);
    bool takes = op == LCM_C_APPEND || op == LCM_C_REMOVE || op == LCM_C_PUT || op == LCM_C_TAKE_OUT;
    if (op == LCM_C_KEEP_SUBSET) spoil_kind(r, kind);
    spoil(r, second);
    if (takes) make(r, first, kind);
    else spoil(r, first);
    push_kind(r, op == LCM_C_TAKE_LAST ? kind : LCM_NO_KIND);
}

static void collection(reading *r, const uint32_t *p) {
    switch ((lcm_instruction)*p) {
    case LCM_I_ASK: ask(r, p); break;
    case LCM_I_CHANGE: change(r, p); break;
    case LCM_I_MAKE:
        r->made = p[1] == LCM_NO_FIELD ? LCM_NO_KIND : element(r, p[1]);
        if (p[2] != LCM_NO_FIELD) join_made(r, element(r, p[2]));
        break;
    default: join_made(r, element(r, p[1])); break;
    }
}

static void step(reading *r, const uint32_t *p) {
    uint32_t here = (uint32_t)(p - r->sk->system->code.words.at);
    lcm_kind local = r->locals + (r->one_local ? 0 : p[1]);
    entry top;
    switch ((lcm_instruction)*p) {
    case LCM_I_END: break;
    case LCM_I_NUMBER: push(r, (entry){NUMBER, here + 1}); break;
    case LCM_I_LOAD: push_kind(r, kind_read(r, p[1])); break;
    case LCM_I_LOAD_AT:
        spoil(r, pop(r));
        push_kind(r, kind_read(r, p[1]));
        break;
    case LCM_I_STORE: make(r, pop(r), kind_written(r, p[1])); break;
    case LCM_I_STORE_AT:
        spoil(r, pop(r));
        make(r, pop(r), kind_written(r, p[1]));
        break;
    case LCM_I_SET:
        if (r->sk->system->fields.at[p[1]].kind != LCM_F_LOCATION)
            make(r, (entry){NUMBER, here + 2}, kind_written(r, p[1]));
        break;
    case LCM_I_GET_LOCAL: push_kind(r, local); break;
    case LCM_I_GET_LOCAL_AT:
        spoil(r, pop(r));
        push_kind(r, local);
        break;
    case LCM_I_SET_LOCAL: make(r, pop(r), local); break;
    case LCM_I_SET_LOCAL_AT:
        spoil(r, pop(r));
        make(r, pop(r), local);
        break;
    case LCM_I_MESSAGE: push_kind(r, r->sk->message.at[r->action->channel] + p[1]); break;
    case LCM_I_EQUAL:
    case LCM_I_DIFFERS:
        top = pop(r);
        alike(r, pop(r), top);
        push(r, (entry){PLAIN, 0});
        break;
    case LCM_I_BOUND:
    case LCM_I_SCALE:
    case LCM_I_NEGATE:
    case LCM_I_ASSERT:
    case LCM_I_NOT:
    case LCM_I_TRUTH: calculate(r, 1); break;
    case LCM_I_PLUS:
    case LCM_I_ADD:
    case LCM_I_SUBTRACT:
    case LCM_I_MULTIPLY:
    case LCM_I_DIVIDE:
    case LCM_I_REMAINDER:
    case LCM_I_SHIFT_LEFT:
    case LCM_I_SHIFT_RIGHT:
    case LCM_I_XOR:
    case LCM_I_LESS:
    case LCM_I_AT_MOST:
    case LCM_I_GREATER:
    case LCM_I_AT_LEAST:
    case LCM_I_BIT_AND:
    case LCM_I_BIT_OR: calculate(r, 2); break;
    case LCM_I_ASK:
    case LCM_I_CHANGE:
    case LCM_I_MAKE:
    case LCM_I_KEEP: collection(r, p); break;
    case LCM_I_COMPUTE: calculate(r, 2); break;
    case LCM_I_DROP: pop(r); break;
    case LCM_I_JUMP:
        wait(r, p[1]);
        r->dead = true;
        break;
    case LCM_I_JUMP_BACK: r->dead = true; break;
    case LCM_I_IF_NOT:
        spoil(r, pop(r));
        wait(r, p[1]);
        break;
    case LCM_I_SHIFT_DOWN: break; /* 0s come in: the first values of the cells, so no 0 is exchanged for anything */
    case LCM_I_SHIFT_DOWN_AT: spoil(r, pop(r)); break;
    }
}

/* Cells of an array are not distinguished, nor is its end known. */
static void find_locals(reading *r) {
    uint32_t most = 0;
    r->one_local = false;
    for (const uint32_t *p = r->sk->system->code.words.at + r->code; *p != LCM_I_END; p += 1 + lcm_operand_count[*p]) {
        bool at = *p == LCM_I_GET_LOCAL_AT || *p == LCM_I_SET_LOCAL_AT;
        if (!at && *p != LCM_I_GET_LOCAL && *p != LCM_I_SET_LOCAL) continue;
        if (p[1] >= most) most = p[1] + 1;
        r->one_local |= at;
    }
    r->locals = lcm_kinds_add(r->k, r->one_local ? 1 : most);
}

/* Leaves the final stack in `now`. */
static void read_code(reading *r, uint32_t code) {
    r->code = code;
    r->now.count = r->ahead.count = 0;
    r->dead = false;
    if (code == LCM_NO_CODE) return;
    find_locals(r);
    note_targets(r, code);
    const uint32_t *words = r->sk->system->code.words.at, *p = words + code;
    for (;; p += 1 + lcm_operand_count[*p]) {
        meet(r, (uint32_t)(p - words));
        if (r->k->lost) r->now.count = 0;
        if (r->k->lost || *p == LCM_I_END) return;
        if (!r->dead) step(r, p);
    }
}

/* It is looked at as a number. */
static void read_plain(reading *r, uint32_t code) {
    read_code(r, code);
    while (r->now.count > 0) spoil(r, pop(r));
}

/* ---- actions ---- */

/* The numbers that are visible in its event, and those that are sent. */
static void read_numbers(reading *r) {
    const lcm_action *a = r->action;
    if (a->kind == LCM_ACT_TAU || a->kind == LCM_ACT_TICK || a->numbers == LCM_NO_CODE) return;
    bool message = a->kind != LCM_ACT_EVENT;
    if (a->hidden && !message) return;
    read_code(r, a->numbers);
    for (uint32_t i = a->count; i-- > 0 && r->now.count > 0;) {
        entry e = pop(r);
        if (message) {
            make(r, e, r->sk->message.at[a->channel] + i);
            e = (entry){KIND, r->sk->message.at[a->channel] + i};
        }
        if (a->hidden) continue;
        /* Those of an array of channels have names that are made on the way. */
        if (a->subscript != LCM_NO_CODE) spoil(r, e);
        else make(r, e, lcm_label_kind(a->name, i));
    }
}

/* The registers that the slot keeps. */
static void keep_registers(reading *r) {
    const lcm_action *a = r->action;
    const lcm_system *s = r->sk->system;
    const lcm_slot *slot = &s->slots.at[a->slot];
    uint32_t to = r->after.at[a->slot];
    uint32_t count = slot->locations.at[a->location].registers, after = slot->locations.at[to].registers;
    for (uint32_t i = 0; i < count && i < after; i++) {
        bool written = false;
        for (const uint32_t *p = s->code.words.at + a->effect; *p != LCM_I_END; p += 1 + lcm_operand_count[*p])
            written |= (*p == LCM_I_STORE || *p == LCM_I_SET) && p[1] == slot->field + 1 + i;
        if (written) continue;
        lcm_kind_join(r->k, r->sk->registers.at[lcm_place_of(r->sk, a->slot, a->location)] + i,
                      r->sk->registers.at[lcm_place_of(r->sk, a->slot, to)] + i);
    }
}

static void read_action(reading *r, const lcm_action *a) {
    r->action = a;
    read_plain(r, a->guard);
    read_plain(r, a->subscript);
    read_numbers(r);
    read_plain(r, a->reset); /* of variables */
    read_plain(r, a->effect);
    if (a->effect != LCM_NO_CODE) keep_registers(r);
}

/* ---- the system ---- */

static bool lay_out(lcm_kinds *k, lcm_system_kinds *sk) {
    const lcm_system *s = sk->system;
    sk->variable = lcm_kinds_add(k, s->model->variables.count);
    for (uint32_t i = 0; i < s->model->channels.count; i++)
        if (!lc_push(k->budget, &sk->message, lcm_kinds_add(k, lcm_message_cells(&s->model->channels.at[i]))))
            return false;
    for (uint32_t i = 0; i < s->slots.count; i++) {
        const lcm_slot *slot = &s->slots.at[i];
        if (!lc_push(k->budget, &sk->place, sk->registers.count)) return false;
        for (uint32_t l = 0; l < slot->locations.count; l++)
            if (!lc_push(k->budget, &sk->registers, lcm_kinds_add(k, slot->locations.at[l].registers))) return false;
    }
    if (!lc_reserve(k->budget, &sk->literal, s->code.words.count)) return false;
    sk->literal.count = s->code.words.count;
    for (uint32_t i = 0; i < sk->literal.count; i++) sk->literal.at[i] = LCM_NO_KIND;
    return !k->lost;
}

void lcm_kinds_system(lcm_kinds *k, lcm_system_kinds *sk, lcm_system *system) {
    *sk = (lcm_system_kinds){.system = system};
    reading r = {.k = k, .sk = sk};
    if (!lay_out(k, sk) || !lc_reserve(k->budget, &r.after, system->slots.count)) {
        k->lost = true;
        return;
    }
    memset(r.after.at, 0, system->slots.count * sizeof *r.after.at);
    read_plain(&r, system->start);
    for (uint32_t i = 0; i < system->conditions.count; i++) read_plain(&r, system->conditions.at[i]);
    for (uint32_t i = 0; i < system->actions.count; i++) read_action(&r, &system->actions.at[i]);
    for (uint32_t i = 0; i < system->fields.count; i++) {
        const lcm_field *f = &system->fields.at[i];
        if (f->kind != LCM_F_VARIABLE || !f->declared || f->number > 0) continue; /* an array has one range */
        if (!lc_push(k->budget, &k->ranges, (lcm_kind_range){sk->variable + f->owner, f->low, f->high})) k->lost = true;
    }
    lc_vec_free(k->budget, &r.ahead);
    lc_vec_free(k->budget, &r.after);
    lcm_kinds_model(k, sk);
}

void lcm_system_kinds_free(lcm_system_kinds *sk, lc_budget *budget) {
    lc_vec_free(budget, &sk->message);
    lc_vec_free(budget, &sk->place);
    lc_vec_free(budget, &sk->registers);
    lc_vec_free(budget, &sk->literal);
}
