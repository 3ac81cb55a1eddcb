/* The operational semantics of the language, symbolically: one rule an operator. */
#include "model/compile/derive.h"

#include <string.h>

enum { UNFOLD_MAX = 500, TOGETHER_WHOLE = 1000 };

static void derive(lcm_builder *, lcm_term, lcm_derivation *);

static void add(lcm_builder *b, lcm_derivation *out, lcm_derived d) {
    int32_t n;
    if (d.guard != LCM_NO_SYMBOL && lcm_symbol_is_number(b, d.guard, &n)) {
        if (!n) return;
        d.guard = LCM_NO_SYMBOL;
    }
    lcm_gather(b, out, d);
}

static uint32_t name_of(lcm_builder *b, const char *text) {
    uint32_t name = lcm_alphabet_name(b->system->alphabet, text);
    if (name == LC_NOT_INTERNED) lcm_no_memory(b);
    return name;
}

static lcm_derived silent(lcm_builder *b, const char *why, lcm_symbol guard, lcm_term target, lcm_place place) {
    return (lcm_derived){.kind = LCM_ACT_TAU,
                         .guard = guard,
                         .name = name_of(b, why),
                         .subscript = LCM_NO_SYMBOL,
                         .hidden = true,
                         .target = target,
                         .place = place};
}

/* ---- prefixes ---- */

static lcm_symbol *symbols_of(lcm_builder *b, const lcm_binding *binding, lcm_expr **args, uint32_t count,
                              lcm_place place) {
    if (count > LCM_LABEL_MAX) lcm_give_up(b, place, "an event has at most %d numbers", LCM_LABEL_MAX);
    lcm_symbol *all = lcm_room(b, (count + 1) * sizeof *all);
    for (uint32_t i = 0; i < count; i++) all[i] = lcm_symbol_of(b, binding, args[i]);
    return all;
}

static void derive_prefix(lcm_builder *b, const lcm_binding *binding, const lcm_process *p, lcm_derivation *out) {
    lcm_derived d = {.kind = p->kind == LCM_P_TAU ? LCM_ACT_TAU : LCM_ACT_EVENT,
                     .guard = LCM_NO_SYMBOL,
                     .subscript = LCM_NO_SYMBOL,
                     .hidden = p->kind == LCM_P_TAU,
                     .block = p->block,
                     .binding = *binding,
                     .target = lcm_term_of(b, binding, p->of[0]),
                     .place = p->place};
    if (p->kind == LCM_P_TAU) d.name = name_of(b, "tau");
    else {
        d.name = name_of(b, b->model->event_names.at[p->event.name]);
        d.count = p->event.count;
        d.numbers = symbols_of(b, binding, p->event.args, p->event.count, p->place);
    }
    add(b, out, d);
}

static lcm_symbol channel_test(lcm_builder *b, const lcm_binding *binding, const lcm_process *p, lcm_operator op,
                               uint32_t number) {
    return lcm_symbol_channel(b, op, p->index, number,
                              p->subscript ? lcm_symbol_of(b, binding, p->subscript) : LCM_NO_SYMBOL, p->place);
}

static uint32_t channel_name(lcm_builder *b, const lcm_channel *c, const char *way) {
    lince_text text = {0};
    lc_text_printf(&text, "%s%s", c->name, way);
    uint32_t name = name_of(b, lc_text(&text));
    lc_text_free(&text);
    return name;
}

/* ---- values of messages ---- */

static uint32_t width(const lcm_process *p, uint32_t i) { return p->widths ? p->widths[i] : 1; }

static uint32_t numbers_of(const lcm_process *p) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->arg_count; i++) count += width(p, i);
    return count;
}

/* The k-th number of value i: of an array a cell. */
static lcm_symbol cell(lcm_builder *b, const lcm_binding *binding, const lcm_process *p, uint32_t i, uint32_t k) {
    const lcm_expr *e = p->args[i];
    if (width(p, i) == 1) return lcm_symbol_of(b, binding, e);
    if (e->kind == LCM_E_PARAM) return binding->slots[e->index + k];
    return lcm_symbol_cell(b, e->index, k, e->place);
}

static lcm_symbol *sent(lcm_builder *b, const lcm_binding *binding, const lcm_process *p, uint32_t *count) {
    *count = numbers_of(p);
    if (*count > LCM_LABEL_MAX) lcm_give_up(b, p->place, "a message has at most %d values", LCM_LABEL_MAX);
    lcm_symbol *all = lcm_room(b, (*count + 1) * sizeof *all);
    for (uint32_t i = 0, n = 0; i < p->arg_count; i++)
        for (uint32_t k = 0; k < width(p, i); k++) all[n++] = cell(b, binding, p, i, k);
    return all;
}

static lcm_derived on_channel(lcm_builder *b, const lcm_binding *binding, const lcm_process *p, lcm_action_kind kind,
                              const char *way) {
    return (lcm_derived){.kind = kind,
                         .guard = LCM_NO_SYMBOL,
                         .name = channel_name(b, &b->model->channels.at[p->index], way),
                         .count = numbers_of(p),
                         .channel = p->index,
                         .subscript = p->subscript ? lcm_symbol_of(b, binding, p->subscript) : LCM_NO_SYMBOL,
                         .block = p->block,
                         .binding = *binding,
                         .place = p->place};
}

static void derive_send(lcm_builder *b, const lcm_binding *binding, const lcm_process *p, lcm_derivation *out) {
    bool meets = b->model->channels.at[p->index].capacity == 0;
    lcm_derived d = on_channel(b, binding, p, meets ? LCM_ACT_SEND : LCM_ACT_PUT, meets ? "" : "!");
    d.numbers = sent(b, binding, p, &d.count);
    d.target = lcm_term_of(b, binding, p->of[0]);
    if (!meets) d.guard = lcm_symbol_not(b, channel_test(b, binding, p, LCM_O_FULL, 0));
    add(b, out, d);
}

static void derive_receive(lcm_builder *b, const lcm_binding *binding, const lcm_process *p, lcm_derivation *out) {
    bool meets = b->model->channels.at[p->index].capacity == 0;
    lcm_derived d = on_channel(b, binding, p, meets ? LCM_ACT_RECEIVE : LCM_ACT_GET, meets ? "" : "?");
    const lcm_channel *c = &b->model->channels.at[p->index];
    if (!meets) d.guard = lcm_symbol_not(b, channel_test(b, binding, p, LCM_O_EMPTY, 0));
    if (!meets && lcm_message_varies(c)) {
        lcm_symbol length = lcm_symbol_number(b, (int32_t)d.count);
        d.guard = lcm_symbol_and(
            b, d.guard,
            lcm_symbol_binary(b, LCM_O_EQUAL, channel_test(b, binding, p, LCM_O_PEEK, c->arity), length, p->place));
    }
    uint32_t slots = binding->definition ? binding->definition->slot_count : 0;
    lcm_symbol *bound = lcm_room(b, (slots + 1) * sizeof *bound);
    lcm_symbol *numbers = lcm_room(b, (d.count + 1) * sizeof *numbers);
    if (d.count > LCM_LABEL_MAX) lcm_give_up(b, p->place, "a message has at most %d values", LCM_LABEL_MAX);
    memcpy(bound, binding->slots, slots * sizeof *bound);
    for (uint32_t i = 0, n = 0; i < p->arg_count; i++)
        for (uint32_t k = 0; k < width(p, i); k++, n++) {
            numbers[n] = meets ? lcm_symbol_message(b, n) : channel_test(b, binding, p, LCM_O_PEEK, n);
            if (!p->args[i]) bound[p->binds[i] + k] = numbers[n];
            else
                d.guard = lcm_symbol_and(
                    b, d.guard, lcm_symbol_binary(b, LCM_O_EQUAL, numbers[n], cell(b, binding, p, i, k), p->place));
        }
    lcm_binding inner = {binding->definition, bound};
    if (p->condition) d.guard = lcm_symbol_and(b, d.guard, lcm_symbol_of(b, &inner, p->condition));
    d.numbers = numbers;
    d.binding = inner;
    d.target = lcm_term_of(b, &inner, p->of[0]);
    add(b, out, d);
}

/* ---- conditions ---- */

static void guard_from(lcm_builder *b, lcm_derivation *out, uint32_t from, lcm_symbol condition) {
    uint32_t kept = from;
    for (uint32_t i = from; i < out->count; i++) {
        lcm_derived d = out->at[i];
        int32_t n;
        d.guard = lcm_symbol_and(b, condition, d.guard);
        if (d.guard != LCM_NO_SYMBOL && lcm_symbol_is_number(b, d.guard, &n)) {
            if (!n) continue;
            d.guard = LCM_NO_SYMBOL;
        }
        out->at[kept++] = d;
    }
    out->count = kept;
}

static void derive_ifa(lcm_builder *b, const lcm_binding *binding, const lcm_process *p, lcm_derivation *out) {
    lcm_symbol yes = lcm_symbol_of(b, binding, p->condition);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t from = out->count;
        derive(b, lcm_term_of(b, binding, i < p->count ? p->of[i] : NULL), out);
        guard_from(b, out, from, i == 0 ? yes : lcm_symbol_not(b, yes));
    }
}

static void derive_if(lcm_builder *b, const lcm_binding *binding, const lcm_process *p, lcm_derivation *out) {
    lcm_symbol yes = lcm_symbol_of(b, binding, p->condition);
    add(b, out, silent(b, p->kind == LCM_P_IF ? "if" : "ifb", yes, lcm_term_of(b, binding, p->of[0]), p->place));
    if (p->kind == LCM_P_IF)
        add(b, out,
            silent(b, "else", lcm_symbol_not(b, yes), lcm_term_of(b, binding, p->count > 1 ? p->of[1] : NULL),
                   p->place));
}

/* Where no condition holds and there is no `default`, a tau leads to Skip: so does CaseProcess of PAT. */
static void derive_case(lcm_builder *b, const lcm_binding *binding, const lcm_process *p, lcm_derivation *out) {
    lcm_symbol none = LCM_NO_SYMBOL; /* none of those before holds */
    for (uint32_t i = 0; i < p->count; i++) {
        lcm_term target = lcm_term_of(b, binding, p->of[i]);
        if (!p->conditions[i]) {
            add(b, out, silent(b, "default", none, target, p->place));
            return;
        }
        lcm_symbol holds = lcm_symbol_of(b, binding, p->conditions[i]);
        add(b, out, silent(b, "case", lcm_symbol_and(b, none, holds), target, p->place));
        none = lcm_symbol_and(b, none, lcm_symbol_not(b, holds));
    }
    add(b, out, silent(b, "default", none, lcm_term_constant(b, LCM_M_SKIP), p->place));
}

static void derive_closure(lcm_builder *b, lcm_term t, lcm_derivation *out) {
    const lcm_term_node *n = lcm_term_at(b, t);
    lcm_binding binding = {n->definition, n->of};
    const lcm_process *p = n->process;
    uint32_t from = out->count;
    switch (p->kind) {
    case LCM_P_PREFIX:
    case LCM_P_TAU: derive_prefix(b, &binding, p, out); return;
    case LCM_P_SEND: derive_send(b, &binding, p, out); return;
    case LCM_P_RECEIVE: derive_receive(b, &binding, p, out); return;
    case LCM_P_GUARD:
        derive(b, lcm_term_of(b, &binding, p->of[0]), out);
        guard_from(b, out, from, lcm_symbol_of(b, &binding, p->condition));
        return;
    case LCM_P_IF:
    case LCM_P_IFB: derive_if(b, &binding, p, out); return;
    case LCM_P_IFA: derive_ifa(b, &binding, p, out); return;
    case LCM_P_CASE: derive_case(b, &binding, p, out); return;
    case LCM_P_INTERNAL: {
        lcm_terms all = {0};
        lcm_term_operands(b, n, &all);
        for (uint32_t i = 0; i < all.count; i++) add(b, out, silent(b, "<>", LCM_NO_SYMBOL, all.at[i], p->place));
        return;
    }
    default:
        if (++b->unfolding > UNFOLD_MAX)
            lcm_give_up(
                b, p->place,
                b->unfolding > b->model->definitions.count
                    ? "this process calls itself without taking a step in between"
                    : "too many processes call each other here without taking a step in between; leave some out");
        derive(b, lcm_term_unfold(b, t), out);
        b->unfolding--;
    }
}

/* ---- operators over terms ---- */

/* A reference by its definition's body, so that calls of a process from several places lead to one term. */
static lcm_term called(lcm_builder *b, lcm_term t) {
    for (uint32_t i = 0; i <= b->model->definitions.count; i++) {
        const lcm_term_node *n = lcm_term_at(b, t);
        if (n->kind != LCM_M_CLOSURE || n->process->kind != LCM_P_REFERENCE || !lcm_term_is_settled(b, t)) break;
        t = lcm_term_unfold(b, t);
    }
    return t;
}

/* The same term with its i-th operand replaced. */
static lcm_term with_operand(lcm_builder *b, const lcm_term_node *n, uint32_t i, lcm_term by) {
    lcm_term *of = lcm_room(b, n->count * sizeof *of);
    memcpy(of, n->of, n->count * sizeof *of);
    of[i] = called(b, by);
    return lcm_term_make(b, n->kind, n->set, of, n->count);
}

static void derive_inside(lcm_builder *b, const lcm_term_node *n, lcm_derivation *out) {
    uint32_t from = out->count;
    derive(b, n->of[0], out);
    for (uint32_t i = from; i < out->count; i++) {
        lcm_derived *d = &out->at[i];
        if (n->kind == LCM_M_ATOMIC) d->atomic = true;
        if (d->kind != LCM_ACT_TICK) d->target = with_operand(b, n, 0, d->target);
        else if (n->kind == LCM_M_SEQUENCE) {
            bool atomic = d->atomic;
            *d = silent(b, ";", d->guard, n->of[1], d->place);
            d->atomic = atomic;
        }
    }
    if (n->kind == LCM_M_HIDE) lcm_derivation_hide(b, out, from, n->set);
}

static void derive_external(lcm_builder *b, const lcm_term_node *n, lcm_derivation *out) {
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t from = out->count;
        derive(b, n->of[i], out);
        for (uint32_t k = from; k < out->count; k++)
            if (out->at[k].hidden) out->at[k].target = with_operand(b, n, i, out->at[k].target);
    }
}

/* A hidden step of the second process leaves the first one there; a visible step and termination take over. */
static void derive_interrupt(lcm_builder *b, const lcm_term_node *n, lcm_derivation *out) {
    uint32_t from = out->count;
    derive(b, n->of[0], out);
    for (uint32_t i = from; i < out->count; i++)
        if (out->at[i].kind != LCM_ACT_TICK) out->at[i].target = with_operand(b, n, 0, out->at[i].target);
    from = out->count;
    derive(b, n->of[1], out);
    for (uint32_t i = from; i < out->count; i++)
        if (out->at[i].hidden) out->at[i].target = with_operand(b, n, 1, out->at[i].target);
}

/* The condition of an end is evaluated also where no end follows: it may be an assertion, or fail. */
static lcm_derived only_evaluated(lcm_builder *b, const lcm_derived *end) {
    lcm_symbol never = lcm_symbol_binary(b, LCM_O_AND, end->guard, lcm_symbol_number(b, 0), end->place);
    return silent(b, "terminate", never, lcm_term_constant(b, LCM_M_STOP), end->place);
}

/* Parallel composition in a place where no slots can be made, as below a choice: all ends if all can end; the rest must
 * not need each other. */
static void derive_together(lcm_builder *b, const lcm_term_node *n, lcm_derivation *out) {
    lcm_symbol all_end = LCM_NO_SYMBOL;
    uint32_t ends = 0;
    /* The places of the composition are the product of those of its parts, and few of them may be reached. */
    if (++b->together > TOGETHER_WHOLE) lcm_mind_growth(b);
    bool atomic = false;
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t from = out->count, kept = from;
        lcm_symbol one_ends = LCM_NO_SYMBOL;
        bool end = false;
        derive(b, n->of[i], out);
        for (uint32_t k = from; k < out->count; k++) {
            lcm_derived d = out->at[k];
            if (d.kind == LCM_ACT_TICK) {
                /* It may end in several ways; one is enough. */
                if (!end) one_ends = d.guard;
                else if (one_ends == LCM_NO_SYMBOL || d.guard == LCM_NO_SYMBOL) one_ends = LCM_NO_SYMBOL;
                else one_ends = lcm_symbol_binary(b, LCM_O_OR, one_ends, d.guard, d.place);
                atomic |= d.atomic;
                end = true;
                if (d.guard != LCM_NO_SYMBOL) out->at[kept++] = only_evaluated(b, &d);
                continue;
            }
            bool joint = d.kind == LCM_ACT_SEND || d.kind == LCM_ACT_RECEIVE;
            for (uint32_t j = 0; n->kind == LCM_M_PARALLEL && j < n->count && !joint; j++) {
                lcm_symbol when;
                joint = j != i && d.kind == LCM_ACT_EVENT && !d.hidden && !d.block &&
                        lcm_derived_in_set(b, &d, n->set + j, &when) != LCM_NEVER;
            }
            if (joint)
                lcm_give_up(b, d.place,
                            "processes that meet here stand below a choice or a guard; let a step come first, so that "
                            "they run in parallel from then on");
            d.target = with_operand(b, n, i, d.target);
            out->at[kept++] = d;
        }
        out->count = kept;
        if (end) all_end = lcm_symbol_and(b, all_end, one_ends);
        ends += end;
    }
    if (ends == n->count)
        add(b, out,
            (lcm_derived){.kind = LCM_ACT_TICK,
                          .guard = all_end,
                          .atomic = atomic,
                          .subscript = LCM_NO_SYMBOL,
                          .target = lcm_term_constant(b, LCM_M_ENDED)});
}

static void derive(lcm_builder *b, lcm_term t, lcm_derivation *out) {
    const lcm_term_node *n = lcm_term_at(b, t);
    switch ((lcm_term_kind)n->kind) {
    case LCM_M_STOP:
    case LCM_M_ENDED: return;
    case LCM_M_SKIP:
        add(b, out,
            (lcm_derived){.kind = LCM_ACT_TICK,
                          .guard = LCM_NO_SYMBOL,
                          .subscript = LCM_NO_SYMBOL,
                          .target = lcm_term_constant(b, LCM_M_ENDED)});
        return;
    case LCM_M_CLOSURE: derive_closure(b, t, out); return;
    case LCM_M_SEQUENCE:
    case LCM_M_HIDE:
    case LCM_M_ATOMIC: derive_inside(b, n, out); return;
    case LCM_M_CHOICE:
        for (uint32_t i = 0; i < n->count; i++) derive(b, n->of[i], out);
        return;
    case LCM_M_EXTERNAL: derive_external(b, n, out); return;
    case LCM_M_INTERRUPT: derive_interrupt(b, n, out); return;
    case LCM_M_INTERLEAVE:
        if (n->set == LCM_ANY_NUMBER)
            lcm_give_up(b, (lcm_place){0, 0},
                        "any number of copies, '|||{..}@', must be there from the beginning and run beside everything "
                        "else; here write how many there are");
        derive_together(b, n, out);
        return;
    case LCM_M_PARALLEL: derive_together(b, n, out); return;
    }
}

void lcm_derive(lcm_builder *b, lcm_term t, lcm_derivation *out) {
    b->unfolding = 0;
    derive(b, t, out);
}
