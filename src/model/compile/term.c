#include "model/compile/term.h"

#include <string.h>

enum { TERMS_MAX = 2000000, NESTING_MAX = 2000, NESTING_WHOLE = 50, COPIES_MAX = 100000 };

const lcm_term_node *lcm_term_at(const lcm_builder *b, lcm_term t) { return lc_intern_get(&b->terms, t)->bytes; }

static lcm_term intern(lcm_builder *b, const lcm_term_node *node) {
    lcm_term t = lc_intern_add(&b->terms, node, sizeof *node + node->count * sizeof *node->of);
    if (t == LC_NOT_INTERNED) lcm_no_memory(b);
    if (t >= TERMS_MAX) {
        lcm_mind_growth(b);
        lcm_give_up(b, (lcm_place){0, 0},
                    "there is no end to the places where this process can stand; a process that calls itself and goes "
                    "on afterwards, or beside itself, cannot be checked");
    }
    return t;
}

static lcm_term_node *new_node(lcm_builder *b, lcm_term_kind kind, uint32_t count) {
    lcm_term_node *n = lcm_room(b, sizeof *n + count * sizeof *n->of);
    n->kind = kind, n->count = count;
    return n;
}

lcm_term lcm_term_constant(lcm_builder *b, lcm_term_kind kind) { return intern(b, new_node(b, kind, 0)); }

lcm_term lcm_term_make(lcm_builder *b, lcm_term_kind kind, uint32_t set, const lcm_term *of, uint32_t count) {
    /* A process that has stopped inside has stopped outside. */
    uint32_t first = lcm_term_at(b, of[0])->kind;
    if ((kind == LCM_M_SEQUENCE || kind == LCM_M_HIDE || kind == LCM_M_ATOMIC) && first == LCM_M_STOP) return of[0];
    if ((kind == LCM_M_HIDE || kind == LCM_M_ATOMIC) && first == LCM_M_ENDED) return of[0];
    /* Atomic twice is atomic, and a process hidden twice is hidden: so one that calls itself inside comes back. */
    if (kind == LCM_M_ATOMIC && first == LCM_M_ATOMIC) return of[0];
    if (kind == LCM_M_HIDE && first == LCM_M_HIDE && lcm_term_at(b, of[0])->set == set) return of[0];
    lcm_term_node *n = new_node(b, kind, count);
    n->set = set;
    memcpy(n->of, of, count * sizeof *of);
    return intern(b, n);
}

/* ---- closures ---- */

static void mark_expr(const lcm_expr *e, bool *used) {
    if (!e) return;
    if (e->kind == LCM_E_PARAM)
        for (int32_t i = 0; i < (e->number > 1 ? e->number : 1); i++) used[e->index + (uint32_t)i] = true;
    for (uint32_t i = 0; i < e->count; i++) mark_expr(e->of[i], used);
}

static void mark_statement(const lcm_statement *s, bool *used) {
    if (!s) return;
    mark_expr(s->target, used);
    mark_expr(s->value, used);
    mark_expr(s->condition, used);
    uint32_t bodies = s->kind == LCM_S_BLOCK ? s->count : s->kind == LCM_S_IF ? 2 : s->kind == LCM_S_WHILE ? 1 : 0;
    for (uint32_t i = 0; i < bodies; i++) mark_statement(s->body[i], used);
}

static void mark_event(const lcm_event *e, bool *used) {
    for (uint32_t i = 0; i < e->count; i++) mark_expr(e->args[i], used);
}

/* The slots that a piece of the tree may still use; those it binds itself are unbound outside, so they do no harm. */
static void mark_process(const lcm_process *p, bool *used) {
    if (!p) return;
    mark_event(&p->event, used);
    mark_statement(p->block, used);
    mark_expr(p->condition, used);
    mark_expr(p->subscript, used);
    mark_expr(p->copies, used);
    for (uint32_t i = 0; i < p->arg_count; i++) mark_expr(p->args[i], used);
    for (uint32_t i = 0; i < p->event_count; i++) mark_event(&p->events[i], used);
    for (uint32_t i = 0; i < p->index_count; i++) {
        mark_expr(p->indices[i].first, used);
        mark_expr(p->indices[i].last, used);
        for (uint32_t j = 0; j < p->indices[i].count; j++) mark_expr(p->indices[i].values[j], used);
    }
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->kind == LCM_P_CASE) mark_expr(p->conditions[i], used);
        mark_process(p->of[i], used);
    }
}

lcm_term lcm_term_of(lcm_builder *b, const lcm_binding *binding, const lcm_process *p) {
    if (!p || p->kind == LCM_P_SKIP) return lcm_term_constant(b, LCM_M_SKIP);
    if (p->kind == LCM_P_STOP) return lcm_term_constant(b, LCM_M_STOP);
    uint32_t slots = binding->definition ? binding->definition->slot_count : 0;
    lcm_term_node *n = new_node(b, LCM_M_CLOSURE, slots);
    n->process = p;
    n->definition = binding->definition;
    bool *used = lcm_room(b, slots + 1);
    if (slots) mark_process(p, used); /* else a choice of many would be traversed from each of its places */
    for (uint32_t i = 0; i < slots; i++) n->of[i] = used[i] ? binding->slots[i] : LCM_NO_SYMBOL;
    return intern(b, n);
}

static lcm_binding binding_of(const lcm_term_node *n) { return (lcm_binding){n->definition, n->of}; }

/* ---- registers ---- */

static lcm_term normalize(lcm_builder *b, lcm_term t, lcm_symbols *set_to, uint32_t depth) {
    const lcm_term_node *n = lcm_term_at(b, t);
    if (n->count == 0) return t;
    if (depth > NESTING_WHOLE) lcm_mind_growth(b);
    if (depth > NESTING_MAX)
        lcm_give_up(b, (lcm_place){0, 0},
                    "processes are nested too deeply (more than %d): one calls itself and goes on afterwards",
                    NESTING_MAX);
    lcm_term_node *copy = new_node(b, n->kind, n->count);
    memcpy(copy, n, sizeof *n + n->count * sizeof *n->of);
    for (uint32_t i = 0; i < n->count; i++) {
        if (n->kind != LCM_M_CLOSURE) {
            copy->of[i] = normalize(b, n->of[i], set_to, depth + 1);
            continue;
        }
        int32_t number;
        if (n->of[i] == LCM_NO_SYMBOL) continue;
        if (lcm_symbol_is_number(b, n->of[i], &number) && lcm_is_kept(b, n->definition, i, number)) continue;
        copy->of[i] = lcm_symbol_register(b, set_to->count);
        lcm_gather(b, set_to, n->of[i]);
    }
    return intern(b, copy);
}

lcm_term lcm_term_normalize(lcm_builder *b, lcm_term t, lcm_symbols *set_to) { return normalize(b, t, set_to, 0); }

/* ---- unfolding ---- */

bool lcm_term_is_settled(const lcm_builder *b, lcm_term t) {
    const lcm_term_node *n = lcm_term_at(b, t);
    if (n->kind != LCM_M_CLOSURE || n->process->kind != LCM_P_REFERENCE) return true;
    for (uint32_t i = 0; i < n->process->arg_count; i++)
        if (lcm_expr_is_shared(n->process->args[i])) return false;
    return true;
}

static lcm_term unfold_reference(lcm_builder *b, const lcm_term_node *n) {
    const lcm_definition *d = &b->model->definitions.at[n->process->index];
    lcm_binding outer = binding_of(n);
    lcm_symbol *slots = lcm_room(b, (d->slot_count + 1) * sizeof *slots);
    for (uint32_t i = 0; i < d->slot_count; i++)
        slots[i] = i < d->param_count ? lcm_symbol_of(b, &outer, n->process->args[i]) : LCM_NO_SYMBOL;
    return lcm_term_of(b, &(lcm_binding){d, slots}, d->body);
}

/* of[0] for all values of the indices from the `at`-th on. */
static void expand(lcm_builder *b, const lcm_process *p, lcm_symbol *slots, const lcm_definition *d, uint32_t at,
                   lcm_terms *out) {
    lcm_binding binding = {d, slots};
    if (out->count > COPIES_MAX) lcm_give_up(b, p->place, "more than %d processes at once", COPIES_MAX);
    if (at == p->index_count) {
        lcm_gather(b, out, lcm_term_of(b, &binding, p->of[0]));
        return;
    }
    const lcm_index *index = &p->indices[at];
    if (index->first) {
        int32_t first = lcm_constant_of(b, &binding, index->first, "where an index begins");
        int32_t last = lcm_constant_of(b, &binding, index->last, "where an index ends");
        for (int64_t i = first; i <= last; i++) {
            slots[index->slot] = lcm_symbol_number(b, (int32_t)i);
            expand(b, p, slots, d, at + 1, out);
        }
    } else
        for (uint32_t i = 0; i < index->count; i++) {
            binding.slots = slots;
            slots[index->slot] =
                lcm_symbol_number(b, lcm_constant_of(b, &binding, index->values[i], "the value of an index"));
            expand(b, p, slots, d, at + 1, out);
        }
}

void lcm_term_operands(lcm_builder *b, const lcm_term_node *n, lcm_terms *out) {
    const lcm_process *p = n->process;
    lcm_binding binding = binding_of(n);
    if (p->any_number) {
        if (b->copies == 0)
            lcm_give_up(b, p->place,
                        "only 'deadlockfree', 'nonterminating', 'reaches' and the left side of 'refines' can be about "
                        "any number of copies; write how many there are: '|||{3}@'");
        for (uint32_t i = 0; i < b->copies; i++) lcm_gather(b, out, lcm_term_of(b, &binding, p->of[0]));
    } else if (p->copies) {
        int32_t copies = lcm_constant_of(b, &binding, p->copies, "how many there are");
        if (copies < 0 || copies > COPIES_MAX) lcm_give_up(b, p->place, "%d copies of a process", copies);
        for (int32_t i = 0; i < copies; i++) lcm_gather(b, out, lcm_term_of(b, &binding, p->of[0]));
    } else if (p->index_count > 0) {
        uint32_t count = n->count + 1;
        lcm_symbol *slots = lcm_room(b, count * sizeof *slots);
        memcpy(slots, n->of, n->count * sizeof *slots);
        expand(b, p, slots, n->definition, 0, out);
    } else
        for (uint32_t i = 0; i < p->count; i++) lcm_gather(b, out, lcm_term_of(b, &binding, p->of[i]));
}

/* Of nothing at all: a choice of nothing stops, the composition of nothing has nothing left to do. */
static lcm_term compose(lcm_builder *b, lcm_term_kind kind, const lcm_term_node *n) {
    lcm_terms of = {0};
    lcm_term_operands(b, n, &of);
    uint32_t set = 0;
    lcm_term made;
    bool parallel = kind == LCM_M_INTERLEAVE || kind == LCM_M_PARALLEL;
    if (n->process->any_number) made = lcm_term_make(b, kind, LCM_ANY_NUMBER, of.at, of.count);
    else if (of.count == 0) made = lcm_term_constant(b, parallel ? LCM_M_SKIP : LCM_M_STOP);
    else if (of.count == 1) made = of.at[0];
    else {
        if (kind == LCM_M_PARALLEL) set = lcm_set_alphabets(b, of.at, of.count);
        made = lcm_term_make(b, kind, set, of.at, of.count);
    }
    return made;
}

lcm_term lcm_term_unfold(lcm_builder *b, lcm_term t) {
    const lcm_term_node *n = lcm_term_at(b, t);
    if (n->kind != LCM_M_CLOSURE) return t;
    lcm_binding binding = binding_of(n);
    const lcm_process *p = n->process;
    switch (p->kind) {
    case LCM_P_REFERENCE: return unfold_reference(b, n);
    case LCM_P_ATOMIC: {
        lcm_term inner = lcm_term_of(b, &binding, p->of[0]);
        return lcm_term_make(b, LCM_M_ATOMIC, 0, &inner, 1);
    }
    case LCM_P_HIDE: {
        lcm_term inner = lcm_term_of(b, &binding, p->of[0]);
        return lcm_term_make(b, LCM_M_HIDE, lcm_set_hidden(b, &binding, p), &inner, 1);
    }
    case LCM_P_SEQUENCE:
    case LCM_P_INTERRUPT: {
        lcm_term of[] = {lcm_term_of(b, &binding, p->of[0]), lcm_term_of(b, &binding, p->of[1])};
        return lcm_term_make(b, p->kind == LCM_P_SEQUENCE ? LCM_M_SEQUENCE : LCM_M_INTERRUPT, 0, of, 2);
    }
    case LCM_P_CHOICE: return compose(b, LCM_M_CHOICE, n);
    case LCM_P_EXTERNAL: return compose(b, LCM_M_EXTERNAL, n);
    case LCM_P_INTERLEAVE: return compose(b, LCM_M_INTERLEAVE, n);
    case LCM_P_PARALLEL: return compose(b, LCM_M_PARALLEL, n);
    default: return t;
    }
}

/* ---- for people ---- */

void lcm_term_print(const lcm_builder *b, lcm_term t, lince_text *out) {
    const lcm_term_node *n = lcm_term_at(b, t);
    if (n->kind != LCM_M_CLOSURE) {
        if (n->kind >= LCM_M_SEQUENCE && n->kind <= LCM_M_ATOMIC) lcm_term_print(b, n->of[0], out);
        else lc_text_puts(out, n->kind == LCM_M_SKIP ? "Skip" : n->kind <= LCM_M_ENDED ? "Stop" : "...");
        return;
    }
    const lcm_definition *d = n->definition;
    bool reference = n->process->kind == LCM_P_REFERENCE;
    if (reference) d = &b->model->definitions.at[n->process->index];
    if (!d) {
        lc_text_puts(out, "main");
        return;
    }
    lc_text_printf(out, "%s(", d->name);
    for (uint32_t i = 0; i < d->param_count; i++) {
        int32_t number;
        lcm_symbol s = LCM_NO_SYMBOL;
        if (!reference) s = n->of[i];
        else if (!lcm_expr_is_shared(n->process->args[i])) {
            lcm_binding binding = binding_of(n);
            s = lcm_symbol_of((lcm_builder *)(uintptr_t)b, &binding, n->process->args[i]);
        }
        if (i > 0) lc_text_puts(out, ", ");
        if (s != LCM_NO_SYMBOL && lcm_symbol_is_number(b, s, &number)) lc_text_printf(out, "%d", number);
        else lc_text_puts(out, d->slot_names[i]);
    }
    lc_text_puts(out, ")");
}
