/* Sets of events: those that are hidden, and those that processes that run in parallel have in common.
 *
 * The alphabet of a process is the one given by `#alphabet`, or else all plain events that are written in it or in the
 * processes it refers to, whether they can happen or not.  A number in an event that is not known before the model runs
 * stands for any number. */
#include <stdlib.h>
#include <string.h>

#include "model/compile/term.h"

static int compare(const void *a, const void *b) { return memcmp(a, b, sizeof(lcm_pattern)); }

typedef LC_VEC(lcm_pattern) patterns;

/* Appends a set, sorted and without repetitions. */
static void append_set(lcm_builder *b, patterns *p) {
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

/* The `count` sets appended last, or the same ones from before: so that equal terms have equal numbers. */
static uint32_t reuse(lcm_system *s, uint32_t count) {
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

/* An event of the tree; those of its numbers that are not known may be anything. */
static lcm_pattern pattern_of(lcm_builder *b, const lcm_binding *binding, const lcm_event *e) {
    lcm_pattern p = {.name = event_name(b, e->name), .count = e->count};
    if (e->count > LCM_LABEL_MAX) lcm_give_up(b, e->place, "an event has at most %d numbers", LCM_LABEL_MAX);
    for (uint32_t i = 0; i < e->count; i++) {
        const lcm_expr *arg = e->args[i];
        if (!arg || !lcm_symbol_is_number(b, lcm_symbol_of(b, binding, arg), &p.numbers[i])) p.any |= 1u << i;
    }
    return p;
}

uint32_t lcm_set_hidden(lcm_builder *b, const lcm_binding *binding, const lcm_process *hide) {
    patterns found = {0};
    for (uint32_t i = 0; i < hide->event_count; i++) {
        const lcm_event *e = &hide->events[i];
        lcm_pattern p = pattern_of(b, binding, e);
        for (uint32_t j = 0; j < e->count; j++)
            if (e->args[j] && p.any >> j & 1)
                lcm_give_up(b, e->place, "the hidden events must be known before the model runs");
        if (p.count == 0) p.count = LCM_ANY_COUNT;
        lcm_gather(b, &found, p);
    }
    append_set(b, &found);
    return reuse(b->system, 1);
}

/* ---- alphabets ---- */

typedef struct walk {
    lcm_builder *b;
    lc_intern *seen; /* definitions with their arguments */
    patterns found;
    uint32_t depth;
} walk;

static void walk_process(walk *, const lcm_binding *, const lcm_process *);

/* The list of processes that a walk has visited is freed also if an error ends it. */
static lc_intern *begin_walk(lcm_builder *b) {
    lc_intern *seen = lcm_room(b, sizeof *seen);
    lc_intern_init(seen, b->system->budget);
    lcm_gather(b, &b->walks, seen);
    return seen;
}

static void end_walk(lcm_builder *b) { lc_intern_free(b->walks.at[--b->walks.count]); }

enum { DECLARED_MAX = 1000000 };

/* Event number `event` for all values of its indices from `at` on. */
static void declared(walk *w, const lcm_definition *d, lcm_symbol *slots, uint32_t event, uint32_t at) {
    lcm_binding binding = {d, slots};
    if (at == d->alphabet_until[event]) {
        if (w->found.count == DECLARED_MAX)
            lcm_give_up(w->b, d->alphabet[event].place, "an alphabet has at most %d events", DECLARED_MAX);
        lcm_gather(w->b, &w->found, pattern_of(w->b, &binding, &d->alphabet[event]));
        return;
    }
    const lcm_index *index = &d->alphabet_indices[at];
    int32_t first = 0, last = (int32_t)index->count - 1;
    if (index->first) {
        first = lcm_constant_of(w->b, &binding, index->first, "where an index begins");
        last = lcm_constant_of(w->b, &binding, index->last, "where an index ends");
    }
    for (int64_t i = first; i <= last; i++) {
        int32_t value = (int32_t)i;
        if (!index->first) value = lcm_constant_of(w->b, &binding, index->values[i], "the value of an index");
        slots[index->slot] = lcm_symbol_number(w->b, value);
        lcm_mind_limits(w->b);
        declared(w, d, slots, event, at + 1);
    }
}

static void walk_reference(walk *w, const lcm_binding *outer, const lcm_process *p) {
    lcm_builder *b = w->b;
    const lcm_definition *d = &b->model->definitions.at[p->index];
    uint32_t size = d->slot_count + 1;
    lcm_symbol *slots = lcm_room(b, size * sizeof *slots);
    for (uint32_t i = 0; i < d->slot_count; i++) {
        int32_t number;
        slots[i] = lcm_symbol_register(b, 0);
        /* Of the parameters that are computed anew each time, only so many values are followed. */
        lcm_constancy least = w->seen->items.count < 256 ? LCM_COMPUTED : LCM_CONSTANT;
        if (i >= d->param_count || b->constant_params[p->index][i] < least) continue;
        lcm_symbol value = lcm_symbol_of(b, outer, p->args[i]);
        if (lcm_symbol_is_number(b, value, &number)) slots[i] = value;
    }
    slots[d->slot_count] = p->index;
    uint32_t before = w->seen->items.count;
    if (lc_intern_add(w->seen, slots, size * sizeof *slots) == LC_NOT_INTERNED) lcm_no_memory(b);
    if (w->seen->items.count == before) return;
    if (d->has_alphabet)
        for (uint32_t i = 0; i < d->alphabet_count; i++) declared(w, d, slots, i, i ? d->alphabet_until[i - 1] : 0);
    else if (w->depth > 1000) lcm_give_up(b, p->place, "the alphabet of this process cannot be found out; declare it");
    else {
        w->depth++;
        walk_process(w, &(lcm_binding){d, slots}, d->body);
        w->depth--;
    }
}

/* Does the set have all events that a pattern stands for? */
static bool has_all(const lcm_system *s, uint32_t set, const lcm_pattern *x) {
    lcm_event_set in = s->sets.at[set];
    for (uint32_t i = 0; i < in.count; i++) {
        const lcm_pattern *p = &s->patterns.at[in.first + i];
        if (p->name != x->name) continue;
        if (p->count == LCM_ANY_COUNT) return true;
        uint32_t k = 0;
        while (p->count == x->count && k < x->count &&
               ((p->any >> k & 1) || (!(x->any >> k & 1) && p->numbers[k] == x->numbers[k])))
            k++;
        if (p->count == x->count && k == x->count) return true;
    }
    return false;
}

/* Everything that is not hidden inside.  Processes met there are met anew outside, where they are not hidden. */
static void walk_hide(walk *w, const lcm_binding *binding, const lcm_process *p) {
    walk inside = {.b = w->b, .found = w->found, .depth = w->depth, .seen = begin_walk(w->b)};
    for (uint32_t i = 0; i < w->seen->items.count; i++) {
        const lc_interned *one = lc_intern_get(w->seen, i);
        if (lc_intern_add(inside.seen, one->bytes, one->size) == LC_NOT_INTERNED) lcm_no_memory(w->b);
    }
    uint32_t before = w->found.count;
    walk_process(&inside, binding, p->of[0]);
    end_walk(w->b);
    w->found = inside.found;
    uint32_t set = lcm_set_hidden(w->b, binding, p), kept = before;
    for (uint32_t i = before; i < w->found.count; i++)
        if (!has_all(w->b->system, set, &w->found.at[i])) w->found.at[kept++] = w->found.at[i];
    w->found.count = kept;
}

/* An index stands for all its values: written out if they are known. */
static void walk_process(walk *w, const lcm_binding *binding, const lcm_process *p) {
    if (!p) return;
    if (p->kind == LCM_P_PREFIX && !p->block) lcm_gather(w->b, &w->found, pattern_of(w->b, binding, &p->event));
    if (p->kind == LCM_P_REFERENCE) walk_reference(w, binding, p);
    else if (p->kind == LCM_P_HIDE) walk_hide(w, binding, p);
    else if (p->index_count > 0) {
        uint32_t slots = binding->definition ? binding->definition->slot_count : 0;
        lcm_term_node *n = lcm_room(w->b, sizeof *n + slots * sizeof *n->of);
        n->kind = LCM_M_CLOSURE, n->process = p, n->definition = binding->definition, n->count = slots;
        memcpy(n->of, binding->slots, slots * sizeof *n->of);
        lcm_terms all = {0};
        lcm_term_operands(w->b, n, &all);
        for (uint32_t i = 0; i < all.count; i++) {
            const lcm_term_node *one = lcm_term_at(w->b, all.at[i]);
            if (one->kind == LCM_M_CLOSURE) walk_process(w, &(lcm_binding){one->definition, one->of}, one->process);
        }
    } else
        for (uint32_t i = 0; i < p->count; i++) {
            /* A received number is not known. */
            if (p->kind == LCM_P_RECEIVE) {
                uint32_t slots = binding->definition->slot_count;
                lcm_symbol *bound = lcm_room(w->b, (slots + 1) * sizeof *bound);
                memcpy(bound, binding->slots, slots * sizeof *bound);
                for (uint32_t k = 0; k < p->arg_count; k++)
                    if (!p->args[k]) bound[p->binds[k]] = lcm_symbol_register(w->b, 0);
                walk_process(w, &(lcm_binding){binding->definition, bound}, p->of[i]);
            } else walk_process(w, binding, p->of[i]);
        }
}

static void walk_term(walk *w, lcm_term t) {
    const lcm_term_node *n = lcm_term_at(w->b, t);
    if (n->kind == LCM_M_CLOSURE) {
        walk_process(w, &(lcm_binding){n->definition, n->of}, n->process);
        return;
    }
    for (uint32_t i = 0; i < n->count; i++) walk_term(w, n->of[i]);
}

/* Walking may need sets of its own, so all of it comes before the first alphabet is appended: they follow each other.
 */
uint32_t lcm_set_alphabets(lcm_builder *b, const lcm_term *of, uint32_t count) {
    patterns *found = lcm_room(b, count * sizeof *found);
    for (uint32_t i = 0; i < count; i++) {
        walk w = {.b = b, .seen = begin_walk(b)};
        walk_term(&w, of[i]);
        end_walk(b);
        found[i] = w.found;
    }
    for (uint32_t i = 0; i < count; i++) append_set(b, &found[i]);
    /* The members are recorded by where the alphabets begin: so as many must follow.  No event has this name. */
    patterns end = {0};
    lcm_gather(b, &end, (lcm_pattern){.name = UINT32_MAX, .count = count});
    append_set(b, &end);
    return reuse(b->system, count + 1);
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
