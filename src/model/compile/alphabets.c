/* The alphabets of processes that run in parallel.
 *
 * The alphabet of a process is the one that `#alphabet` declares, or else all plain events that are written in it or in
 * the processes it refers to, whether they can happen or not.  A number in an event that depends on a variable or on a
 * message stands for any number.
 *
 * A parameter has a value when a run comes to the `||`, and the alphabet is the one with this value: PAT puts it in,
 * and then computes the alphabet.  Here the term is compiled once for all values, so such a number is *given*.  A set
 * has no place for it but `any`; that is the same as long as no event of the other processes could differ from it in
 * that number alone.  Everything else is refused, for processes would wait for each other that should not. */
#include <string.h>

#include "model/compile/event_sets.h"

/* The registers of a walk are none of a process: register 0 is any number, register 1 + i is the number in slot i of
 * the composition, and the last one is computed from such numbers, so no two of that kind are known to be equal. */
enum { ANY = 0, FIRST_GIVEN = 1 };
#define COMPUTED UINT32_MAX

typedef struct member {
    lcm_pattern pattern;
    lcm_symbol *given; /* a symbol for each number that is given, else LCM_NO_SYMBOL; NULL: none is */
    lcm_place place;
} member;

typedef LC_VEC(member) members;

typedef struct walk {
    lcm_builder *b;
    lc_intern *seen; /* definitions with their arguments */
    members found;
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

/* ---- numbers that are given ---- */

/* Does the symbol depend on given numbers, and on nothing that changes? */
static bool is_given(const lcm_builder *b, lcm_symbol s) {
    const lcm_symbol_node *n = lcm_symbol_at(b, s);
    if (n->kind == LCM_Y_REGISTER) return n->number != ANY;
    if (n->kind != LCM_Y_UNARY && n->kind != LCM_Y_BINARY && n->kind != LCM_Y_CHOOSE) return false;
    bool given = false;
    for (uint32_t i = 0; i < n->count; i++) {
        if (is_given(b, n->of[i])) given = true;
        else if (lcm_symbol_at(b, n->of[i])->kind != LCM_Y_NUMBER) return false;
    }
    return given;
}

/* A number, or one of the registers. */
static lcm_symbol simplified(lcm_builder *b, lcm_symbol s) {
    uint32_t kind = lcm_symbol_at(b, s)->kind;
    if (kind == LCM_Y_NUMBER || kind == LCM_Y_REGISTER) return s;
    return lcm_symbol_register(b, is_given(b, s) ? COMPUTED : ANY);
}

static void find(walk *w, const lcm_binding *binding, const lcm_event *e, bool declared) {
    lcm_builder *b = w->b;
    member found = {.pattern = lcm_pattern_of(b, binding, e), .place = e->place};
    for (uint32_t i = 0; i < e->count; i++) {
        if (!e->args[i] || !(found.pattern.any >> i & 1)) continue;
        lcm_symbol s = simplified(b, lcm_symbol_of(b, binding, e->args[i]));
        if (!is_given(b, s)) continue;
        if (!found.given) {
            found.given = lcm_room(b, e->count * sizeof *found.given);
            for (uint32_t k = 0; k < e->count; k++) found.given[k] = LCM_NO_SYMBOL;
        }
        /* A process may have other numbers in its events than those declared. */
        found.given[i] = declared ? lcm_symbol_register(b, COMPUTED) : s;
    }
    lcm_gather(b, &w->found, found);
}

/* Can both stand for one event, if all unknown numbers are free? */
static bool may_meet(const lcm_pattern *x, const lcm_pattern *y) {
    if (x->name != y->name) return false;
    if (x->count == LCM_ANY_COUNT || y->count == LCM_ANY_COUNT) return true;
    for (uint32_t k = 0; x->count == y->count && k < x->count; k++)
        if (!(x->any >> k & 1) && !(y->any >> k & 1) && x->numbers[k] != y->numbers[k]) return false;
    return x->count == y->count;
}

/* Have all events of `y` the numbers that are given in `x`? */
static bool has_given(const lcm_builder *b, const member *y, const member *x) {
    for (uint32_t k = 0; k < x->pattern.count; k++) {
        if (x->given[k] == LCM_NO_SYMBOL) continue;
        if (!y->given || y->given[k] != x->given[k] || lcm_symbol_at(b, x->given[k])->number == (int32_t)COMPUTED)
            return false;
    }
    return true;
}

/* Does `x`, of which all numbers are known or may be anything, have all events of `y`? */
static bool has_all(const lcm_pattern *x, const lcm_pattern *y) {
    if (!may_meet(x, y)) return false;
    for (uint32_t k = 0; x->count != LCM_ANY_COUNT && k < x->count; k++)
        if (!(x->any >> k & 1) && (y->any >> k & 1)) return false;
    return true;
}

/* `x` is in the `i`-th alphabet. */
static void refuse_unknown(lcm_builder *b, const members *all, uint32_t count, uint32_t i, const member *x) {
    for (uint32_t k = 0; k < all[i].count; k++)
        if (!all[i].at[k].given && has_all(&all[i].at[k].pattern, &x->pattern)) return;
    for (uint32_t j = 0; j < count; j++)
        for (uint32_t k = 0; j != i && k < all[j].count; k++) {
            const member *y = &all[j].at[k];
            if (!may_meet(&x->pattern, &y->pattern) || has_given(b, y, x)) continue;
            const char *name = lcm_alphabet_name_text(b->system->alphabet, x->pattern.name);
            lcm_give_up(b, x->place,
                        "a number of '%s' is known only while the model runs, so which of these events the processes "
                        "of '||' have in common is not known before; declare the alphabet: '#alphabet P "
                        "{x:{0..3}@%s.x};'",
                        name, name);
        }
}

/* ---- processes ---- */

enum { DECLARED_MAX = 1000000, FOLLOWED_MAX = 256, COVERED_MAX = 4096 };

/* Event number `event` for all values of its indices from `at` on. */
static void declared(walk *w, const lcm_definition *d, lcm_symbol *slots, uint32_t event, uint32_t at) {
    lcm_binding binding = {d, slots};
    if (at == d->alphabet_until[event]) {
        if (w->found.count == DECLARED_MAX)
            lcm_give_up(w->b, d->alphabet[event].place, "an alphabet has at most %d events", DECLARED_MAX);
        find(w, &binding, &d->alphabet[event], true);
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
        slots[i] = lcm_symbol_register(b, ANY);
        if (i >= d->param_count) continue;
        /* Of the parameters that are computed anew each time, only so many values are followed. */
        bool followed = d->has_alphabet || w->seen->items.count < FOLLOWED_MAX;
        if (followed || b->constant_params[p->index][i] == LCM_CONSTANT)
            slots[i] = simplified(b, lcm_symbol_of(b, outer, p->args[i]));
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

/* Is the event hidden?  One of which only a part may be is not, but then its numbers are none that are given. */
static bool is_hidden(lcm_builder *b, uint32_t set, member *e) {
    lcm_event_set in = b->system->sets.at[set];
    for (uint32_t i = 0; i < in.count; i++) {
        const lcm_pattern *p = &b->system->patterns.at[in.first + i];
        if (has_all(p, &e->pattern)) return true;
        for (uint32_t k = 0; e->given && may_meet(p, &e->pattern) && k < e->pattern.count; k++)
            if (e->given[k] != LCM_NO_SYMBOL) e->given[k] = lcm_symbol_register(b, COMPUTED);
    }
    return false;
}

/* Everything that is not hidden inside.  Processes met there are met anew outside, where they are not hidden. */
static void walk_hide(walk *w, const lcm_binding *binding, const lcm_process *p) {
    walk inside = *w;
    inside.seen = begin_walk(w->b);
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
        if (!is_hidden(w->b, set, &w->found.at[i])) w->found.at[kept++] = w->found.at[i];
    w->found.count = kept;
}

/* An index stands for all its values: written out if they are known. */
static void walk_indexed(walk *w, const lcm_binding *binding, const lcm_process *p) {
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
}

/* A received number is not known. */
static void walk_receive(walk *w, const lcm_binding *binding, const lcm_process *p) {
    uint32_t slots = binding->definition->slot_count;
    lcm_symbol *bound = lcm_room(w->b, (slots + 1) * sizeof *bound);
    memcpy(bound, binding->slots, slots * sizeof *bound);
    for (uint32_t k = 0; k < p->arg_count; k++)
        for (uint32_t i = 0; !p->args[k] && i < (p->widths ? p->widths[k] : 1); i++)
            bound[p->binds[k] + i] = lcm_symbol_register(w->b, ANY);
    for (uint32_t i = 0; i < p->count; i++) walk_process(w, &(lcm_binding){binding->definition, bound}, p->of[i]);
}

static void walk_process(walk *w, const lcm_binding *binding, const lcm_process *p) {
    if (!p) return;
    if (p->kind == LCM_P_PREFIX && !p->block) find(w, binding, &p->event, false);
    if (p->kind == LCM_P_REFERENCE) walk_reference(w, binding, p);
    else if (p->kind == LCM_P_HIDE) walk_hide(w, binding, p);
    else if (p->kind == LCM_P_RECEIVE) walk_receive(w, binding, p);
    else if (p->index_count > 0) walk_indexed(w, binding, p);
    else
        for (uint32_t i = 0; i < p->count; i++) walk_process(w, binding, p->of[i]);
}

/* An operand: the values of its slots that are no numbers are given. */
static void walk_operand(walk *w, lcm_term t) {
    lcm_builder *b = w->b;
    const lcm_term_node *n = lcm_term_at(b, t);
    if (n->kind != LCM_M_CLOSURE) return; /* it does nothing */
    lcm_symbol *slots = lcm_room(b, (n->count + 1) * sizeof *slots);
    for (uint32_t i = 0; i < n->count; i++) {
        slots[i] = n->of[i];
        int32_t number;
        if (slots[i] != LCM_NO_SYMBOL && !lcm_symbol_is_number(b, slots[i], &number))
            slots[i] = lcm_symbol_register(b, FIRST_GIVEN + i);
    }
    walk_process(w, &(lcm_binding){n->definition, slots}, n->process);
}

/* Has another member all events of the `k`-th, and more?  Large alphabets are declared, and kept as they are. */
static bool is_covered(const members *all, uint32_t k) {
    const lcm_pattern *p = &all->at[k].pattern;
    for (uint32_t i = 0; all->count <= COVERED_MAX && i < all->count; i++) {
        const lcm_pattern *q = &all->at[i].pattern;
        if (q->any != p->any && has_all(q, p)) return true;
    }
    return false;
}

/* Walking may need sets of its own, so all of it comes before the first alphabet is appended: they follow each other.
 * The operands are those of one composition, so a slot has the same value in all of them, unless it is a number. */
uint32_t lcm_set_alphabets(lcm_builder *b, const lcm_term *of, uint32_t count) {
    members *found = lcm_room(b, count * sizeof *found);
    for (uint32_t i = 0; i < count; i++) {
        walk w = {.b = b, .seen = begin_walk(b)};
        walk_operand(&w, of[i]);
        end_walk(b);
        found[i] = w.found;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < found[i].count; k++)
            if (found[i].at[k].given) {
                lcm_mind_limits(b);
                refuse_unknown(b, found, count, i, &found[i].at[k]);
            }
    for (uint32_t i = 0; i < count; i++) {
        lcm_patterns patterns = {0};
        for (uint32_t k = 0; k < found[i].count; k++)
            if (!is_covered(&found[i], k)) lcm_gather(b, &patterns, found[i].at[k].pattern);
        lcm_set_append(b, &patterns);
    }
    /* The members are recorded by where the alphabets begin: so as many must follow.  No event has this name. */
    lcm_patterns end = {0};
    lcm_gather(b, &end, (lcm_pattern){.name = UINT32_MAX, .count = count});
    lcm_set_append(b, &end);
    return lcm_set_reuse(b->system, count + 1);
}
