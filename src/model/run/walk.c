#include "model/run/walk.h"

#include <stdio.h>
#include <string.h>

bool lcm_walk_enabled(lcm_system_walker *w, const lcm_action *a) {
    w->machine.fields = w->before;
    return lcm_run_condition(&w->machine, a->guard);
}

/* Of an array of channels the number is part of the name. */
uint32_t lcm_walk_element_name(lcm_system_walker *w, const lcm_action *a, uint32_t which) {
    const lcm_channel *c = &w->system->model->channels.at[a->channel];
    char text[200];
    const char *way = a->kind == LCM_ACT_PUT ? "!" : a->kind == LCM_ACT_GET ? "?" : "";
    snprintf(text, sizeof text, "%.150s[%u]%s", c->name, which, way);
    return lcm_alphabet_name(w->system->alphabet, text);
}

static lcm_label label_of(lcm_system_walker *w, const lcm_action *a) {
    if (a->label != LCM_NO_LABEL) return a->label;
    w->machine.fields = w->before;
    uint32_t name = a->name;
    if (a->subscript != LCM_NO_CODE) {
        if (!lcm_run(&w->machine, a->subscript)) return LCM_TAU;
        name = lcm_walk_element_name(w, a, (uint32_t)w->machine.stack[0]);
    }
    if (!lcm_run(&w->machine, a->numbers)) return LCM_TAU;
    return lcm_label_cached(&w->labels, name, w->machine.stack, a->count);
}

/* The first failure of a state is reported, and the machine goes on. */
static void note_failure(lcm_system_walker *w, lcm_move move) {
    lcm_failure *f = &w->machine.failure;
    if (!f->failed) return;
    f->failed = false;
    if (w->out->failure.failed) return;
    w->out->failure = *f;
    w->out->failure.failed = true;
    w->out->failure.move = move;
}

void lcm_walk_note_failure(lcm_system_walker *w, uint32_t action) {
    uint32_t slot = w->system->actions.at[action].slot;
    note_failure(w, (lcm_move){.action = action, .actors = (uint64_t)1 << (slot < 63 ? slot : 63)});
}

/* `after` is the state before, except for the changes of the last step. */
static void begin_step(lcm_system_walker *w) {
    lcm_machine *m = &w->machine;
    if (w->after_is_old || m->changed_count > LCM_CHANGED_MAX)
        memcpy(w->after, w->before, w->system->fields.count * sizeof *w->after);
    else
        for (uint32_t i = 0; i < m->changed_count; i++) w->after[m->changed[i]] = w->before[m->changed[i]];
    w->after_is_old = false;
    m->changed_count = 0;
    m->fields = w->after;
}

static bool pack_step(lcm_system_walker *w, uint32_t *state, uint32_t *field) {
    const lcm_system *s = w->system;
    const lcm_machine *m = &w->machine;
    memcpy(state, w->state, s->words * sizeof *state);
    if (m->changed_count <= LCM_CHANGED_MAX && lcm_pack_some(s, w->after, m->changed, m->changed_count, state))
        return true;
    return lcm_pack(s, w->after, state, field);
}

void lcm_walk_add(lcm_system_walker *w, lcm_label label, const uint32_t *actions, uint32_t count, bool atomic,
                  const int32_t *message) {
    const lcm_system *s = w->system;
    lcm_move move = {.label = label, .action = actions[0]};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = s->actions.at[actions[i]].slot;
        move.actors |= (uint64_t)1 << (slot < 63 ? slot : 63);
    }
    begin_step(w);
    w->machine.message = message;
    for (uint32_t i = 0; i < count; i++)
        if (!lcm_run(&w->machine, s->actions.at[actions[i]].effect)) {
            note_failure(w, move);
            return;
        }
    for (uint32_t i = 0; i < count && !w->keeps_dead; i++)
        if (s->actions.at[actions[i]].reset != LCM_NO_CODE) lcm_run(&w->machine, s->actions.at[actions[i]].reset);
    uint32_t *state = lcm_moves_add(w->out, move), field;
    if (!state) return;
    if (!pack_step(w, state, &field)) {
        w->out->at.count--;
        w->out->states.count -= s->words;
        if (!w->out->failure.failed)
            w->out->failure = (lcm_failure){.failed = true,
                                            .narrow = true,
                                            .whose = &s->lts,
                                            .move = move,
                                            .field = field,
                                            .value = w->after[field]};
        return;
    }
    if (!s->has_atomic) return;
    if (lc_push(w->budget, &w->is_atomic, atomic)) w->atomic |= atomic;
}

void lcm_walk_prefer_atomic(lcm_system_walker *w) {
    if (!w->atomic || w->is_atomic.count < w->out->at.count) return;
    uint32_t kept = 0, words = w->out->words;
    for (uint32_t i = 0; i < w->out->at.count; i++) {
        if (!w->is_atomic.at[i]) continue;
        w->out->at.at[kept] = w->out->at.at[i];
        memmove(lcm_moves_state(w->out, kept), lcm_moves_state(w->out, i), words * sizeof(uint32_t));
        kept++;
    }
    w->out->at.count = kept;
    w->out->states.count = kept * words;
}

/* An action by itself: taken, or offered to those around. */
static void try_action(lcm_system_walker *w, uint32_t number) {
    const lcm_action *a = &w->system->actions.at[number];
    if (a->kind == LCM_ACT_RECEIVE || a->joint || a->kind == LCM_ACT_TICK) {
        lcm_offer offer = {.kind = a->kind, .atomic = a->atomic, .name = a->name, .channel = a->channel};
        /* Whether a receiver takes a message is checked when there is one. */
        if (a->kind != LCM_ACT_RECEIVE && !lcm_walk_enabled(w, a)) return;
        offer.count = a->count;
        w->machine.fields = w->before;
        if (a->subscript != LCM_NO_CODE) {
            if (!lcm_run(&w->machine, a->subscript)) return;
            offer.which = (uint32_t)w->machine.stack[0];
        }
        if (a->numbers != LCM_NO_CODE) {
            if (!lcm_run(&w->machine, a->numbers)) return;
            memcpy(offer.numbers, w->machine.stack, a->count * sizeof *offer.numbers);
        }
        if (a->kind == LCM_ACT_EVENT) {
            bool known = a->label != LCM_NO_LABEL && a->label != LCM_TAU;
            offer.label = known ? a->label : lcm_label_cached(&w->labels, a->name, offer.numbers, a->count);
            if (offer.label == LCM_NO_LABEL) return;
        }
        offer.first = w->parts.count, offer.parts = 1;
        if (lc_push(w->budget, &w->parts, number)) lc_push(w->budget, &w->offers, offer);
        return;
    }
    if (!lcm_walk_enabled(w, a)) return;
    lcm_label label = label_of(w, a);
    if (w->machine.failure.failed || label == LCM_NO_LABEL) return;
    lcm_walk_add(w, label, &number, 1, a->atomic, NULL);
}

void lcm_walk_action(lcm_system_walker *w, uint32_t number) {
    try_action(w, number);
    lcm_walk_note_failure(w, number);
}

void lcm_walk_slot(lcm_system_walker *w, uint32_t number) {
    const lcm_slot *slot = &w->system->slots.at[number];
    const lcm_location *l = &slot->locations.at[w->before[slot->field]];
    if (l->is_fork) {
        lcm_walk_fork(w, number, &l->fork);
        return;
    }
    for (uint32_t i = 0; i < l->count; i++) lcm_walk_action(w, slot->actions.at[l->first + i]);
}

void lcm_walk_root(lcm_system_walker *w) {
    for (uint32_t i = 0; i < w->offers.count; i++) {
        const lcm_offer *o = &w->offers.at[i];
        if (o->kind == LCM_ACT_TICK) {
            lcm_walk_add(w, LCM_TICK, w->parts.at + o->first, o->parts, o->atomic, NULL);
            return; /* to end is the same however it comes about */
        }
    }
}
