/* From drafts to actions: fields get their places, then everything becomes code. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "model/compile/emit.h"
#include "model/compile/slots.h"

/* ---- fields ---- */

enum { GUESS_LOW = LCM_GUESS_LOW, GUESS_HIGH = LCM_GUESS_HIGH, REGISTERS_TO_COME = 2 };

static void add_field(lcm_builder *b, lcm_field_kind kind, uint32_t owner, uint32_t number, int32_t initial,
                      bool declared, int32_t low, int32_t high) {
    lcm_field f = {.kind = kind,
                   .owner = owner,
                   .number = number,
                   .initial = initial,
                   .declared = declared,
                   .low = low,
                   .high = high};
    lcm_keep(b, &b->system->fields, f);
}

/* A cell of a collection takes no room in a state before it is used, see lcm_system_widen. */
static void add_collection(lcm_builder *b, uint32_t variable, const lcm_variable *v) {
    add_field(b, LCM_F_VARIABLE, variable, 0, 0, true, 0, LCM_COLLECTION_MAX);
    for (uint32_t k = 1; k < v->cells; k++) add_field(b, LCM_F_VARIABLE, variable, k, 0, false, 0, 0);
}

static void add_fields(lcm_builder *b) {
    lcm_system *s = b->system;
    for (uint32_t i = 0; i < s->slots.count; i++) {
        lcm_slot *slot = &s->slots.at[i];
        slot->field = s->fields.count;
        add_field(b, LCM_F_LOCATION, i, 0, 0, !b->grows, 0, b->grows ? 255 : (int32_t)slot->locations.count - 1);
        slot->field_registers = slot->registers + (b->grows ? REGISTERS_TO_COME : 0);
        for (uint32_t r = 0; r < slot->field_registers; r++)
            add_field(b, LCM_F_REGISTER, i, r, 0, false, GUESS_LOW, GUESS_HIGH);
    }
    s->variable_field = lc_arena_take(&s->texts, (b->model->variables.count + 1) * sizeof *s->variable_field);
    s->channel_field = lc_arena_take(&s->texts, (b->model->channels.count + 1) * sizeof *s->channel_field);
    if (!s->variable_field || !s->channel_field) lcm_no_memory(b);
    for (uint32_t i = 0; i < b->model->variables.count; i++) {
        const lcm_variable *v = &b->model->variables.at[i];
        int32_t low = v->ranged ? v->low : GUESS_LOW, high = v->ranged ? v->high : GUESS_HIGH;
        for (uint32_t k = 0; k < v->cells && !v->ranged; k++) {
            if (v->initial[k] < low) low = v->initial[k];
            if (v->initial[k] > high) high = v->initial[k];
        }
        s->variable_field[i] = s->fields.count;
        if (v->type != LCM_NUMBERS) {
            add_collection(b, i, v);
            continue;
        }
        for (uint32_t k = 0; k < v->cells; k++) add_field(b, LCM_F_VARIABLE, i, k, v->initial[k], v->ranged, low, high);
    }
    for (uint32_t i = 0; i < b->model->channels.count; i++) {
        const lcm_channel *c = &b->model->channels.at[i];
        s->channel_field[i] = s->fields.count;
        if (c->capacity == 0) continue;
        uint32_t stride = lcm_channel_stride(c), extent = c->extent > 0 ? c->extent : 1;
        for (uint32_t k = 0; k < stride * extent; k++) {
            bool counts = k % stride == 0;
            add_field(b, LCM_F_CHANNEL, i, k, 0, counts, counts ? 0 : GUESS_LOW,
                      counts ? (int32_t)c->capacity : GUESS_HIGH);
        }
    }
}

/* ---- effects ---- */

/* Only values that differ from those already stored: in the slot that takes the step registers beyond those of its
 * location are 0 already, and so is everything in a slot that was not in use. */
static bool is_unchanged(const lcm_builder *b, const lcm_draft *d, const lcm_entry *entry, uint32_t r) {
    const lcm_symbol_node *n = lcm_symbol_at(b, entry->set_to.at[r]);
    return entry->slot == d->slot && n->kind == LCM_Y_REGISTER && (uint32_t)n->number == r;
}

static void clear_slot(lcm_emitter *e, uint32_t slot) {
    const lcm_slot *s = &e->b->system->slots.at[slot];
    for (uint32_t i = 0; i <= s->field_registers; i++) lcm_emit(e, LCM_I_SET, s->field + i, 0, 0);
}

static bool is_below(const lcm_system *s, uint32_t slot, uint32_t above) {
    for (slot = s->slots.at[slot].parent; slot != LCM_NO_SLOT; slot = s->slots.at[slot].parent)
        if (slot == above) return true;
    return false;
}

/* As it is stored: a short message has 0s behind it. */
static void emit_message(lcm_emitter *e, const lcm_channel *c, const lcm_draft *d) {
    for (uint32_t i = 0; i < d->step.count; i++) lcm_emit_symbol(e, d->step.numbers[i]);
    for (uint32_t i = d->step.count; i < c->arity; i++) lcm_emit(e, LCM_I_NUMBER, 0, 0, 0);
    if (lcm_message_varies(c)) lcm_emit(e, LCM_I_NUMBER, d->step.count, 0, 0);
}

static void change_buffer(lcm_emitter *e, const lcm_draft *d) {
    const lcm_channel *c = &e->b->model->channels.at[d->step.channel];
    uint32_t field = e->b->system->channel_field[d->step.channel], no_place = lcm_emit_place(e, (lcm_place){0, 0});
    uint32_t cells = lcm_message_cells(c);
    bool array = d->step.subscript != LCM_NO_SYMBOL;
    if (d->step.kind == LCM_ACT_GET) {
        array = lcm_emit_subscript(e, c, d->step.subscript, d->step.place);
        lcm_emit(e, array ? LCM_I_SHIFT_DOWN_AT : LCM_I_SHIFT_DOWN, field, c->capacity, cells);
        return;
    }
    /* The values are on the stack, the last on top; the cell is field + [distance +] 1 + count * cells + i. */
    for (uint32_t i = cells; i-- > 0;) {
        lcm_emit_subscript(e, c, d->step.subscript, d->step.place);
        if (array) lcm_emit_subscript(e, c, d->step.subscript, d->step.place);
        lcm_emit(e, array ? LCM_I_LOAD_AT : LCM_I_LOAD, field, 0, 0);
        lcm_emit(e, LCM_I_SCALE, cells, 0, 0);
        if (array) lcm_emit(e, LCM_I_PLUS, 0, 0, 0);
        lcm_emit(e, LCM_I_STORE_AT, field + 1 + i, no_place, 0);
    }
    if (array) lcm_emit_subscript(e, c, d->step.subscript, d->step.place);
    lcm_emit(e, array ? LCM_I_LOAD_AT : LCM_I_LOAD, field, 0, 0);
    lcm_emit(e, LCM_I_NUMBER, 1, 0, 0);
    lcm_emit(e, LCM_I_PLUS, 0, 0, 0);
    if (array) lcm_emit_subscript(e, c, d->step.subscript, d->step.place);
    lcm_emit(e, array ? LCM_I_STORE_AT : LCM_I_STORE, field, no_place, 0);
}

/* New registers have the values of their expressions before the block; so have the entries put into a buffer. */
static uint32_t emit_effect(lcm_builder *b, const lcm_draft *d) {
    lcm_system *s = b->system;
    lcm_emitter e = {.b = b, .slot = d->slot};
    uint32_t at = s->code.words.count, no_place = lcm_emit_place(&e, (lcm_place){0, 0});
    for (uint32_t i = 0; i < d->entries.count; i++)
        for (uint32_t r = 0; r < d->entries.at[i].set_to.count; r++)
            if (!is_unchanged(b, d, &d->entries.at[i], r)) lcm_emit_symbol(&e, d->entries.at[i].set_to.at[r]);
    if (d->step.kind == LCM_ACT_PUT) emit_message(&e, &b->model->channels.at[d->step.channel], d);
    if (d->step.block) lcm_emit_block(&e, &d->step.binding, d->step.block);
    if (d->step.kind == LCM_ACT_PUT || d->step.kind == LCM_ACT_GET) change_buffer(&e, d);
    if (d->clears)
        for (uint32_t i = 0; i < s->slots.count; i++)
            if (is_below(s, i, d->slot)) clear_slot(&e, i);
    for (uint32_t i = d->entries.count; i-- > 0;) {
        const lcm_entry *entry = &d->entries.at[i];
        const lcm_slot *slot = &s->slots.at[entry->slot];
        for (uint32_t r = entry->set_to.count; r-- > 0;)
            if (!is_unchanged(b, d, entry, r)) lcm_emit(&e, LCM_I_STORE, slot->field + 1 + r, no_place, 0);
        uint32_t used = entry->slot == d->slot ? slot->locations.at[d->location].registers : 0;
        for (uint32_t r = entry->set_to.count; r < used; r++) lcm_emit(&e, LCM_I_SET, slot->field + 1 + r, 0, 0);
        if (entry->slot != d->slot || entry->location != d->location)
            lcm_emit(&e, LCM_I_SET, slot->field, entry->location, 0);
    }
    assert(e.depth == 0);
    lcm_emit(&e, LCM_I_END, 0, 0, 0);
    return at;
}

/* ---- actions ---- */

/* The numbers of a label, if they are known; else code that leaves them. */
static void emit_label(lcm_builder *b, const lcm_draft *d, lcm_action *a) {
    int32_t numbers[LCM_LABEL_MAX];
    bool known = true;
    a->label = LCM_NO_LABEL;
    a->count = d->step.count;
    a->numbers = LCM_NO_CODE;
    if (d->step.kind == LCM_ACT_TAU || d->step.kind == LCM_ACT_TICK) {
        a->label = d->step.kind == LCM_ACT_TAU ? LCM_TAU : LCM_TICK;
        return;
    }
    if (d->step.kind == LCM_ACT_RECEIVE) return;
    for (uint32_t i = 0; i < d->step.count && known; i++)
        known = lcm_symbol_is_number(b, d->step.numbers[i], &numbers[i]);
    if (d->step.hidden) a->label = LCM_TAU;
    else if (known && d->step.subscript == LCM_NO_SYMBOL) {
        a->label = lcm_alphabet_label(b->system->alphabet, d->step.name, numbers, d->step.count);
        if (a->label == LC_NOT_INTERNED) lcm_no_memory(b);
    }
    lcm_emitter e = {.b = b, .slot = d->slot};
    a->numbers = b->system->code.words.count;
    for (uint32_t i = 0; i < d->step.count; i++) lcm_emit_symbol(&e, d->step.numbers[i]);
    lcm_emit(&e, LCM_I_END, 0, 0, 0);
}

static void emit_action(lcm_builder *b, const lcm_draft *d) {
    lcm_system *s = b->system;
    lcm_action a = {.kind = d->step.kind,
                    .slot = d->slot,
                    .location = d->location,
                    .target = d->location,
                    .place = d->step.place,
                    .name = d->step.name,
                    .channel = d->step.channel,
                    .hidden = d->step.hidden,
                    .data = d->step.block != NULL,
                    .atomic = d->step.atomic,
                    .joint = d->joint,
                    .guard = LCM_NO_CODE,
                    .reset = LCM_NO_CODE,
                    .subscript = LCM_NO_CODE};
    for (uint32_t i = 0; i < d->entries.count; i++)
        if (d->entries.at[i].slot == d->slot) a.target = d->entries.at[i].location;
    if (d->step.guard != LCM_NO_SYMBOL) a.guard = lcm_emit_value(b, d->slot, d->step.guard);
    if (d->step.subscript != LCM_NO_SYMBOL) {
        lcm_emitter e = {.b = b, .slot = d->slot};
        a.subscript = s->code.words.count;
        lcm_emit_symbol(&e, d->step.subscript);
        lcm_emit(&e, LCM_I_BOUND, b->model->channels.at[d->step.channel].extent, lcm_emit_place(&e, d->step.place), 0);
        lcm_emit(&e, LCM_I_END, 0, 0, 0);
    }
    emit_label(b, d, &a);
    a.effect = emit_effect(b, d);
    s->has_atomic |= a.atomic;
    lcm_keep(b, &s->actions, a);
}

/* Where a draft belongs, and when it was made. */
typedef struct draft_key {
    uint32_t slot, location, number;
} draft_key;

static int by_location(const void *x, const void *y) {
    const draft_key *a = x, *b = y;
    if (a->slot != b->slot) return a->slot < b->slot ? -1 : 1;
    if (a->location != b->location) return a->location < b->location ? -1 : 1;
    return LC_ORDER(a->number, b->number);
}

/* The actions of a location are drafts that follow each other. */
static void list_action(lcm_builder *b, const lcm_draft *d) {
    lcm_system *s = b->system;
    uint32_t number = s->actions.count;
    emit_action(b, d);
    lcm_slot *slot = &s->slots.at[d->slot];
    lcm_location *l = &slot->locations.at[d->location];
    if (l->is_fork) {
        l->fork.join = number;
        return;
    }
    if (l->count == 0) l->first = slot->actions.count, l->place = d->step.place;
    assert(l->first + l->count == slot->actions.count);
    l->count++;
    lcm_keep(b, &slot->actions, number);
}

void lcm_emit_more(lcm_builder *b, const lcm_structure *s, uint32_t from) {
    b->structure = s;
    for (uint32_t i = from; i < s->drafts.count; i++) list_action(b, &s->drafts.at[i]);
}

static uint32_t emit_start(lcm_builder *b, const lcm_entries *start) {
    lcm_emitter e = {.b = b};
    uint32_t at = b->system->code.words.count;
    for (uint32_t i = 0; i < start->count; i++) {
        const lcm_entry *entry = &start->at[i];
        uint32_t field = b->system->slots.at[entry->slot].field;
        for (uint32_t r = 0; r < entry->set_to.count; r++) {
            lcm_emit_symbol(&e, entry->set_to.at[r]);
            lcm_emit(&e, LCM_I_STORE, field + 1 + r, lcm_emit_place(&e, (lcm_place){0, 0}), 0);
        }
        lcm_emit(&e, LCM_I_SET, field, entry->location, 0);
    }
    lcm_emit(&e, LCM_I_END, 0, 0, 0);
    return at;
}

void lcm_emit_all(lcm_builder *b, lcm_structure *s, const lcm_system_wish *wish) {
    b->structure = s;
    add_fields(b);
    draft_key *order = lcm_room(b, (s->drafts.count + 1) * sizeof *order);
    for (uint32_t i = 0; i < s->drafts.count; i++)
        order[i] = (draft_key){s->drafts.at[i].slot, s->drafts.at[i].location, i};
    if (s->drafts.count > 1) qsort(order, s->drafts.count, sizeof *order, by_location);
    for (uint32_t i = 0; i < s->drafts.count; i++) list_action(b, &s->drafts.at[order[i].number]);
    b->system->start = emit_start(b, &s->start);
    for (uint32_t i = 0; i < wish->condition_count; i++) {
        lcm_symbol condition = lcm_symbol_of(b, &(lcm_binding){NULL, NULL}, wish->conditions[i]);
        lcm_keep(b, &b->system->conditions, lcm_emit_value(b, 0, condition));
    }
}
