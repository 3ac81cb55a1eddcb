/* Processes in parallel: their joint steps, by the rules of CSP.
 *
 * An event in the alphabets of several needs all of these.  On a channel without a buffer a sender and a receiver from
 * different sides meet.  To end needs all.  The remaining offers are passed further out; events that no process further
 * out can need are taken at once by walk.c and never get here. */
#include <assert.h>
#include <string.h>

#include "model/run/walk.h"

static lcm_offer *offer_at(lcm_system_walker *w, uint32_t i) { return &w->offers.at[i]; }

static bool push_offer(lcm_system_walker *w, lcm_offer o) { return lc_push(w->budget, &w->offers, o); }

/* The parts of two offers, one after the other. */
static bool join_parts(lcm_system_walker *w, lcm_offer *o, const lcm_offer *x, const lcm_offer *y) {
    o->first = w->parts.count;
    o->parts = x->parts + y->parts;
    if (!lc_reserve(w->budget, &w->parts, w->parts.count + o->parts)) return false;
    memcpy(w->parts.at + o->first, w->parts.at + x->first, x->parts * sizeof *w->parts.at);
    memcpy(w->parts.at + o->first + x->parts, w->parts.at + y->first, y->parts * sizeof *w->parts.at);
    w->parts.count += o->parts;
    return true;
}

/* An offer that leaves the fork: hidden, an event becomes a step at once, and so does an offer that no process further
 * out can want. */
static void pass_out(lcm_system_walker *w, uint32_t slot, const lcm_fork *f, lcm_offer o) {
    const lcm_system *s = w->system;
    for (uint32_t i = 0; i < f->hides.count && !o.hidden; i++)
        o.hidden = lcm_set_has(s, f->hides.at[i], o.name, o.numbers, o.count);
    bool outermost = s->slots.at[slot].parent == LCM_NO_SLOT;
    if (!o.hidden && !outermost) {
        push_offer(w, o);
        return;
    }
    if (!o.hidden) o.hidden = !lcm_name_is_seen(s, o.name);
    lcm_walk_add(w, o.hidden ? LCM_TAU : o.label, w->parts.at + o.first, o.parts, o.atomic, o.numbers);
}

typedef struct meeting {
    uint32_t slot;
    const lcm_fork *fork;
    uint32_t marks; /* offers of the i-th side: from marks[i] to marks[i + 1] */
} meeting;

static uint32_t begin(const lcm_system_walker *w, const meeting *m, uint32_t side) {
    return w->marks.at[m->marks + side];
}

/* The sides that must take part in an event, if they are of a fork with alphabets: where in `sides` they are listed,
 * after how many there are.  Each event is looked up only once.  LC_NOT_MAPPED: memory ran out. */
static uint32_t members_of(lcm_system_walker *w, const lcm_fork *f, const lcm_offer *o) {
    uint64_t key = (uint64_t)f->alphabets << 32 | o->label;
    uint32_t found = lc_map64_get(&w->members, key);
    if (found != LC_NOT_MAPPED) return found;
    found = w->sides.count;
    if (!lc_reserve(w->budget, &w->sides, found + 1 + f->count)) return LC_NOT_MAPPED;
    uint32_t *list = w->sides.at + found, count = 0;
    for (uint32_t i = 0; i < f->count; i++)
        if (lcm_set_has(w->system, f->alphabets + i, o->name, o->numbers, o->count)) list[++count] = i;
    list[0] = count;
    w->sides.count += 1 + count;
    lc_map64_put(&w->members, key, found);
    return found;
}

/* Extends an event offered by some sides with the offers of the `left` sides listed from `next` on. */
static void with_others(lcm_system_walker *w, const meeting *m, lcm_offer so_far, uint32_t next, uint32_t left) {
    if (left == 0) {
        pass_out(w, m->slot, m->fork, so_far);
        return;
    }
    uint32_t side = w->sides.at[next];
    for (uint32_t i = begin(w, m, side); i < begin(w, m, side + 1); i++) {
        const lcm_offer other = *offer_at(w, i);
        assert(!other.hidden); /* that would be a step by now */
        if (other.kind != LCM_ACT_EVENT || other.label != so_far.label) continue;
        lcm_offer both = so_far;
        both.atomic |= other.atomic;
        if (join_parts(w, &both, &so_far, &other)) with_others(w, m, both, next + 1, left - 1);
    }
}

/* Only the first of the participants adds the step. */
static void event(lcm_system_walker *w, const meeting *m, uint32_t side, lcm_offer o) {
    uint32_t list = 0, count = 0, i = 0;
    if (m->fork->parallel) {
        list = members_of(w, m->fork, &o);
        if (list == LC_NOT_MAPPED) return;
        count = w->sides.at[list];
    }
    while (i < count && w->sides.at[list + 1 + i] != side) i++;
    if (i == count) pass_out(w, m->slot, m->fork, o);
    else if (i == 0) with_others(w, m, o, list + 2, count - 1);
}

/* A sender meets every receiver of another side that takes the message. */
static void send(lcm_system_walker *w, const meeting *m, uint32_t side, lcm_offer o) {
    for (uint32_t other = 0; other < m->fork->count; other++)
        for (uint32_t i = begin(w, m, other); other != side && i < begin(w, m, other + 1); i++) {
            lcm_offer r = *offer_at(w, i);
            if (r.kind != LCM_ACT_RECEIVE || r.channel != o.channel || r.which != o.which || r.count != o.count)
                continue;
            uint32_t receiver = w->parts.at[r.first];
            w->machine.message = o.numbers;
            if (!lcm_walk_enabled(w, &w->system->actions.at[receiver])) {
                lcm_walk_note_failure(w, receiver);
                continue;
            }
            lcm_offer both = o;
            both.kind = LCM_ACT_EVENT;
            both.atomic |= r.atomic;
            const lcm_action *sender = &w->system->actions.at[w->parts.at[o.first]];
            /* That of the channel, by which it may be hidden. */
            if (sender->subscript != LCM_NO_CODE) both.name = lcm_walk_element_name(w, sender, o.which);
            both.label = lcm_label_cached(&w->labels, both.name, o.numbers, o.count);
            if (both.label != LCM_NO_LABEL && join_parts(w, &both, &o, &r)) pass_out(w, m->slot, m->fork, both);
        }
}

static void ends(lcm_system_walker *w, const meeting *m) {
    for (uint32_t side = 0; side < m->fork->count; side++) {
        uint32_t i = begin(w, m, side), end = begin(w, m, side + 1);
        while (i < end && offer_at(w, i)->kind != LCM_ACT_TICK) i++;
        if (i == end) return;
    }
    const lcm_action *join = &w->system->actions.at[m->fork->join];
    uint32_t number = m->fork->join;
    if (join->kind == LCM_ACT_TAU) {
        lcm_walk_add(w, LCM_TAU, &number, 1, join->atomic, NULL);
        return;
    }
    lcm_offer o = {.kind = LCM_ACT_TICK, .atomic = join->atomic, .first = w->parts.count, .parts = 1};
    if (lc_push(w->budget, &w->parts, number)) push_offer(w, o);
}

uint32_t lcm_walk_open(lcm_system_walker *w, const lcm_fork *f) {
    uint32_t opened = w->marks.count;
    for (uint32_t i = 0; i < f->count + 1; i++)
        if (!lc_push(w->budget, &w->marks, w->offers.count)) return LCM_NOT_OPENED;
    return opened;
}

void lcm_walk_side(lcm_system_walker *w, uint32_t opened, uint32_t side) {
    if (opened != LCM_NOT_OPENED) w->marks.at[opened + side] = w->offers.count;
}

void lcm_walk_close(lcm_system_walker *w, uint32_t slot, const lcm_fork *f, uint32_t opened) {
    if (opened == LCM_NOT_OPENED) return;
    meeting m = {.slot = slot, .fork = f, .marks = opened};
    uint32_t from = w->marks.at[opened], end = w->offers.count;
    w->marks.at[opened + f->count] = end;
    for (uint32_t side = 0; side < f->count && end > from; side++)
        for (uint32_t i = begin(w, &m, side); i < begin(w, &m, side + 1); i++) {
            lcm_offer o = *offer_at(w, i);
            if (o.kind == LCM_ACT_EVENT) event(w, &m, side, o);
            else if (o.kind == LCM_ACT_SEND) send(w, &m, side, o);
        }
    if (end > from) ends(w, &m);
    /* Offers that have not met a partner may do so further out. */
    for (uint32_t i = from; i < end; i++) {
        lcm_offer o = *offer_at(w, i);
        if (o.kind == LCM_ACT_SEND || o.kind == LCM_ACT_RECEIVE) push_offer(w, o);
    }
    uint32_t kept = w->offers.count - end;
    if (kept > 0) memmove(w->offers.at + from, w->offers.at + end, kept * sizeof *w->offers.at);
    w->offers.count = from + kept;
    w->marks.count = opened;
}

void lcm_walk_fork(lcm_system_walker *w, uint32_t slot, const lcm_fork *f) {
    uint32_t opened = lcm_walk_open(w, f);
    for (uint32_t i = 0; i < f->count; i++) {
        lcm_walk_side(w, opened, i);
        lcm_walk_slot(w, w->system->children.at[f->first + i]);
    }
    lcm_walk_close(w, slot, f, opened);
}
