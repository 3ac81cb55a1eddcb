#include "model/compile/slots.h"

#include <string.h>

enum { SLOTS_MAX = 4096, DEPTH_MAX = 40, SETTLE_MAX = 500, DEPTH_WHOLE = 12, PLACES_WHOLE = 20000, FLATTEN_MAX = 8 };

/* ---- settling: as much structure as can be seen before a step ---- */

typedef LC_VEC(const lcm_term_node *) frames;

/* Follows references and looks below sequencing, hiding and atomic.  The frames that are passed, from outside in, are
 * appended; the remaining term is a composition of processes or something that takes steps itself. */
static lcm_term peel(lcm_builder *b, lcm_term t, frames *passed) {
    for (uint32_t rounds = 0;;) {
        const lcm_term_node *n = lcm_term_at(b, t);
        if (n->kind == LCM_M_SEQUENCE || n->kind == LCM_M_HIDE || n->kind == LCM_M_ATOMIC) {
            lcm_gather(b, passed, n);
            t = n->of[0];
            continue;
        }
        if (n->kind != LCM_M_CLOSURE) return t;
        lcm_process_kind kind = n->process->kind;
        bool opens = kind == LCM_P_HIDE || kind == LCM_P_SEQUENCE || kind == LCM_P_ATOMIC || kind == LCM_P_INTERLEAVE ||
                     kind == LCM_P_PARALLEL || (kind == LCM_P_REFERENCE && lcm_term_is_settled(b, t));
        if (!opens) return t;
        if (rounds++ > SETTLE_MAX + b->model->definitions.count) /* so one of them was met twice */
            lcm_give_up(b, n->process->place,
                        kind == LCM_P_REFERENCE ? "this process calls itself without taking a step in between"
                                                : "this process calls itself and goes on afterwards, without end");
        t = lcm_term_unfold(b, t);
    }
}

static lcm_term wrap(lcm_builder *b, const frames *around, uint32_t count, lcm_term t) {
    while (count-- > 0) {
        const lcm_term_node *n = around->at[count];
        lcm_term of[2] = {t, n->kind == LCM_M_SEQUENCE ? n->of[1] : 0};
        t = lcm_term_make(b, n->kind, n->set, of, n->count);
    }
    return t;
}

/* ---- slots ---- */

static uint32_t add_slot(lcm_builder *b, lcm_structure *s, uint32_t parent, lcm_term first,
                         const lcm_surroundings *around) {
    lcm_system *sys = b->system;
    uint32_t depth = parent == LCM_NO_SLOT ? 0 : sys->slots.at[parent].depth + 1;
    if (depth > DEPTH_WHOLE || sys->slots.count >= SLOTS_MAX) lcm_mind_growth(b);
    if (depth > DEPTH_MAX)
        lcm_give_up(b, (lcm_place){0, 0},
                    "there is no end to the processes that this one starts beside each other (more than %d)",
                    DEPTH_MAX);
    if (sys->slots.count >= SLOTS_MAX)
        lcm_give_up(b, (lcm_place){0, 0}, "more than %d processes run beside each other", SLOTS_MAX);
    lince_text name = {0};
    lcm_term_print(b, first, &name);
    lcm_slot slot = {.parent = parent, .depth = depth};
    slot.name = lc_arena_take(&sys->texts, name.length + 1);
    if (!slot.name) lcm_no_memory(b);
    memcpy(slot.name, lc_text(&name), name.length + 1);
    lc_text_free(&name);
    lcm_keep(b, &sys->slots, slot);
    lcm_keep(b, &sys->slots.at[sys->slots.count - 1].locations, (lcm_location){0});
    lcm_gather(b, &s->around, *around);
    return sys->slots.count - 1;
}

/* `(P ||| Q) ||| R` is `P ||| Q ||| R`: processes that are alike are looked for beside each other. */
static void flatten(lcm_builder *b, const lcm_term_node *composition, uint32_t depth, lcm_terms *out) {
    for (uint32_t i = 0; i < composition->count; i++) {
        frames passed = {0};
        const lcm_term_node *n = lcm_term_at(b, peel(b, composition->of[i], &passed));
        bool flat = passed.count > 0 || n->kind != LCM_M_INTERLEAVE || n->set == LCM_ANY_NUMBER;
        if (flat || depth == FLATTEN_MAX || out->count > SLOTS_MAX) lcm_gather(b, out, composition->of[i]);
        else flatten(b, n, depth + 1, out);
    }
}

static const lcm_term_node *flattened(lcm_builder *b, lcm_term t) {
    const lcm_term_node *n = lcm_term_at(b, t);
    if (n->kind != LCM_M_INTERLEAVE || n->set == LCM_ANY_NUMBER) return n;
    lcm_terms of = {0};
    flatten(b, n, 0, &of);
    return lcm_term_at(b, lcm_term_make(b, LCM_M_INTERLEAVE, 0, of.at, of.count));
}

/* The slots below a slot where it forks with these frames: the same ones each time. */
static uint32_t family(lcm_builder *b, lcm_structure *s, uint32_t slot, const frames *passed,
                       const lcm_term_node *composition) {
    LC_VEC(uint32_t) key = {0};
    bool atomic = s->around.at[slot].atomic;
    for (uint32_t i = 0; i < passed->count; i++) atomic |= passed->at[i]->kind == LCM_M_ATOMIC;
    lcm_gather(b, &key, slot);
    lcm_gather(b, &key, composition->kind);
    lcm_gather(b, &key, composition->set);
    lcm_gather(b, &key, composition->count);
    lcm_gather(b, &key, atomic);
    uint32_t fixed = key.count;
    for (uint32_t i = passed->count; i-- > 0;)
        if (passed->at[i]->kind == LCM_M_HIDE) lcm_gather(b, &key, passed->at[i]->set);
    uint32_t before = s->families.items.count;
    uint32_t number = lc_intern_add(&s->families, key.at, key.count * sizeof *key.at);
    if (number == LC_NOT_INTERNED) lcm_no_memory(b);
    if (number == before) {
        if (composition->kind == LCM_M_INTERLEAVE && composition->set == LCM_ANY_NUMBER && s->started && b->grows)
            lcm_give_up(b, (lcm_place){0, 0}, "any number of copies, '|||{..}@', must be there from the beginning");
        uint32_t first = b->system->children.count;
        lcm_gather(b, &s->family_first, first);
        for (uint32_t i = 0; i < composition->count; i++) lcm_keep(b, &b->system->children, 0);
        for (uint32_t i = 0; i < composition->count; i++) {
            lcm_surroundings around = {.parallel = composition->kind == LCM_M_PARALLEL,
                                       .atomic = atomic,
                                       .alphabets = composition->set,
                                       .index = i,
                                       .count = composition->count};
            for (uint32_t k = fixed; k < key.count; k++) lcm_gather(b, &around.hides, key.at[k]);
            uint32_t child = add_slot(b, s, slot, composition->of[i], &around);
            b->system->children.at[first + i] = child;
        }
        if (composition->kind == LCM_M_INTERLEAVE && composition->set == LCM_ANY_NUMBER) {
            b->system->replicated_forks++;
            b->system->first_copy = b->system->children.at[first];
        }
    }
    return s->family_first.at[number];
}

/* ---- locations ---- */

static uint32_t locate(lcm_builder *b, lcm_structure *s, uint32_t slot, lcm_term t, uint32_t registers, bool *is_new) {
    uint32_t key[2] = {slot, t};
    uint32_t before = s->places.items.count;
    uint32_t number = lc_intern_add(&s->places, key, sizeof key);
    if (number == LC_NOT_INTERNED) lcm_no_memory(b);
    *is_new = number == before;
    if (*is_new) {
        lcm_slot *at = &b->system->slots.at[slot];
        uint32_t location = at->locations.count;
        lcm_keep(b, &at->locations, (lcm_location){.registers = registers});
        if (registers > at->registers) at->registers = registers;
        lcm_gather(b, &s->place_location, location);
        lcm_gather(b, &s->terms, t);
    }
    return s->place_location.at[number];
}

static void enter(lcm_builder *, lcm_structure *, uint32_t slot, lcm_term, lcm_entries *);

/* The step taken when all slots below have ended: the process behind, if there is one, else this slot ends too. */
static void draft_join(lcm_builder *b, lcm_structure *s, uint32_t slot, uint32_t location, lcm_term fork) {
    frames passed = {0};
    peel(b, fork, &passed);
    lcm_draft d = {.slot = slot, .location = location, .clears = true};
    uint32_t at = passed.count;
    bool atomic = s->around.at[slot].atomic;
    while (at > 0 && passed.at[at - 1]->kind != LCM_M_SEQUENCE) at--;
    for (uint32_t i = 0; i < passed.count; i++) atomic |= passed.at[i]->kind == LCM_M_ATOMIC;
    d.step = (lcm_derived){.kind = at > 0 ? LCM_ACT_TAU : LCM_ACT_TICK,
                           .guard = LCM_NO_SYMBOL,
                           .subscript = LCM_NO_SYMBOL,
                           .hidden = at > 0,
                           .atomic = atomic,
                           .name = lcm_alphabet_name(b->system->alphabet, at > 0 ? ";" : "terminate")};
    lcm_term target = at > 0 ? wrap(b, &passed, at - 1, passed.at[at - 1]->of[1]) : lcm_term_constant(b, LCM_M_ENDED);
    enter(b, s, slot, target, &d.entries);
    lcm_gather(b, &s->drafts, d);
}

static void enter_fork(lcm_builder *b, lcm_structure *s, uint32_t slot, const frames *passed, lcm_term inner,
                       lcm_entries *out) {
    const lcm_term_node *composition = flattened(b, inner);
    uint32_t first = family(b, s, slot, passed, composition);
    /* The location is the same for all processes below. */
    lcm_term *nothing = lcm_room(b, composition->count * sizeof *nothing);
    for (uint32_t i = 0; i < composition->count; i++) nothing[i] = lcm_term_constant(b, LCM_M_STOP);
    lcm_term fork = lcm_term_make(b, composition->kind, composition->set, nothing, composition->count);
    lcm_entry entry = {.slot = slot};
    lcm_term place = lcm_term_normalize(b, wrap(b, passed, passed->count, fork), &entry.set_to);
    bool is_new;
    entry.location = locate(b, s, slot, place, entry.set_to.count, &is_new);
    lcm_gather(b, out, entry);
    if (is_new) {
        lcm_fork f = {.first = first,
                      .count = composition->count,
                      .parallel = composition->kind == LCM_M_PARALLEL,
                      .alphabets = composition->set};
        for (uint32_t i = passed->count; i-- > 0;)
            if (passed->at[i]->kind == LCM_M_HIDE) lcm_keep(b, &f.hides, passed->at[i]->set);
        lcm_location *at = &b->system->slots.at[slot].locations.at[entry.location];
        at->is_fork = true;
        at->fork = f;
        draft_join(b, s, slot, entry.location, place);
    }
    for (uint32_t i = 0; i < composition->count; i++)
        enter(b, s, b->system->children.at[first + i], composition->of[i], out);
}

/* The steps of the newest place: now in turn, or when the search comes there. */
static void put_off(lcm_builder *b, lcm_structure *s, uint32_t slot, uint32_t location) {
    uint32_t place = s->places.items.count - 1;
    lcm_location *at = &b->system->slots.at[slot].locations.at[location];
    if (b->grows) at->unexplored = true, at->first = place;
    else lcm_gather(b, &s->work, (uint64_t)slot << 32 | place);
}

static void enter(lcm_builder *b, lcm_structure *s, uint32_t slot, lcm_term t, lcm_entries *out) {
    frames passed = {0};
    lcm_term inner = peel(b, t, &passed);
    uint32_t kind = lcm_term_at(b, inner)->kind;
    if (kind == LCM_M_INTERLEAVE || kind == LCM_M_PARALLEL) enter_fork(b, s, slot, &passed, inner, out);
    else {
        lcm_entry entry = {.slot = slot};
        lcm_term place = lcm_term_normalize(b, wrap(b, &passed, passed.count, inner), &entry.set_to);
        bool is_new;
        entry.location = locate(b, s, slot, place, entry.set_to.count, &is_new);
        if (is_new) put_off(b, s, slot, entry.location);
        lcm_gather(b, out, entry);
    }
}

/* ---- steps ---- */

/* Does the event need, or may it need, a partner in a parallel process?  If not, the events that are hidden further out
 * are hidden. */
static bool look_around(lcm_builder *b, lcm_structure *s, uint32_t slot, lcm_derivation *all, uint32_t i) {
    for (; slot != LCM_NO_SLOT; slot = b->system->slots.at[slot].parent) {
        const lcm_surroundings *a = &s->around.at[slot];
        lcm_derived *d = &all->at[i];
        if (d->hidden) return false;
        if (d->kind == LCM_ACT_SEND || d->kind == LCM_ACT_RECEIVE) return true;
        if (d->kind == LCM_ACT_TICK) return false;
        lcm_symbol when;
        if (a->parallel && d->kind == LCM_ACT_EVENT && !d->block &&
            lcm_derived_in_set(b, d, a->alphabets + a->index, &when) != LCM_NEVER)
            for (uint32_t j = 0; j < a->count; j++)
                if (j != a->index && lcm_derived_in_set(b, d, a->alphabets + j, &when) != LCM_NEVER) return true;
        for (uint32_t k = 0; k < a->hides.count; k++) {
            /* Where it depends on the numbers, the part that stays visible goes on, and the hidden one is appended. */
            lcm_derivation one = {0};
            lcm_gather(b, &one, all->at[i]);
            lcm_derivation_hide(b, &one, 0, a->hides.at[k]);
            all->at[i] = one.at[one.count - 1];
            if (one.count > 1) lcm_gather(b, all, one.at[0]);
            if (all->at[i].hidden) return false;
        }
    }
    lcm_derived *d = &all->at[i];
    if (d->kind != LCM_ACT_TICK && !b->system->sees_all) d->hidden = !lcm_name_is_seen(b->system, d->name);
    return false;
}

void lcm_structure_explore(lcm_builder *b, lcm_structure *s, uint32_t slot, uint32_t place) {
    lcm_derivation all = {0};
    uint32_t location = s->place_location.at[place];
    lcm_derive(b, s->terms.at[place], &all);
    for (uint32_t i = 0; i < all.count; i++) {
        bool joint = look_around(b, s, slot, &all, i);
        lcm_draft d = {.slot = slot, .location = location, .step = all.at[i], .joint = joint};
        d.step.atomic |= s->around.at[slot].atomic;
        enter(b, s, slot, d.step.target, &d.entries);
        lcm_gather(b, &s->drafts, d);
    }
}

/* The events that the wish sees; all else is hidden outside of everything. */
static void note_seen(lcm_builder *b, const lcm_system_wish *wish) {
    lcm_event_set set = {b->system->patterns.count, 0};
    for (uint32_t i = 0; wish->seen && i < b->model->event_names.count; i++) {
        if (!wish->seen[i]) continue;
        lcm_pattern p = {.name = lcm_alphabet_name(b->system->alphabet, b->model->event_names.at[i]),
                         .count = LCM_ANY_COUNT};
        lcm_keep(b, &b->system->patterns, p);
        set.count++;
    }
    b->system->sees_all = !wish->seen;
    b->system->seen = b->system->sets.count;
    lcm_keep(b, &b->system->sets, set);
}

void lcm_structure_make(lcm_builder *b, lcm_structure *s, const lcm_system_wish *wish) {
    *s = (lcm_structure){0};
    lc_intern_init(&s->families, NULL);
    lc_intern_init(&s->places, NULL);
    note_seen(b, wish);
    lcm_term first = lcm_term_of(b, &(lcm_binding){NULL, NULL}, wish->process);
    lcm_surroundings outside = {.count = 1};
    add_slot(b, s, LCM_NO_SLOT, first, &outside);
    enter(b, s, 0, first, &s->start);
    s->started = true;
    while (s->work.count > 0) {
        uint64_t next = s->work.at[--s->work.count];
        if (s->place_location.count > PLACES_WHOLE) lcm_mind_growth(b);
        lcm_structure_explore(b, s, (uint32_t)(next >> 32), (uint32_t)next);
    }
}

void lcm_structure_free(lcm_structure *s) {
    lc_intern_free(&s->families);
    lc_intern_free(&s->places);
}
