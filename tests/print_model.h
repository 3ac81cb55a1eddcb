/* A model back to text, which can be read again and then means the same. */
#ifndef LC_TESTS_PRINT_MODEL_H
#define LC_TESTS_PRINT_MODEL_H

#include "lang/library.h"
#include "lang/print.h"
#include "lang/processes.h"

/* ---- data ---- */

static inline void print_collection(lince_text *to, const lcm_variable *v) {
    const lcm_library_name *row = lcm_library_names;
    while (row->of != v->type) row++;
    lc_text_printf(to, "var<%s> %s;\n", row->type, v->name);
}

static inline void print_variable(lince_text *to, const lcm_variable *v) {
    if (v->field_of) return;
    if (v->type != LCM_NUMBERS) {
        print_collection(to, v);
        return;
    }
    lc_text_printf(to, "var %s", v->name);
    for (uint32_t i = 0; i < v->dimensions; i++) lc_text_printf(to, "[%u]", v->extent[i]);
    if (v->ranged) lc_text_printf(to, ":{%d..%d}", v->low, v->high);
    lc_text_puts(to, v->dimensions ? " = [" : " = ");
    for (uint32_t i = 0, times; i < v->cells; i += times) {
        for (times = 1; i + times < v->cells && v->initial[i + times] == v->initial[i];) times++;
        lc_text_printf(to, "%s%d", i ? ", " : "", v->initial[i]);
        if (times > 1) lc_text_printf(to, "(%u)", times);
    }
    lc_text_puts(to, v->dimensions ? "];\n" : ";\n");
}

static inline void print_channel(lince_text *to, const lcm_channel *c) {
    lc_text_printf(to, "channel %s", c->name);
    if (c->extent) lc_text_printf(to, "[%u]", c->extent);
    lc_text_printf(to, " %u;\n", c->capacity);
}

/* ---- objects ---- */

static inline void print_parameters(lince_text *to, const char *name, uint32_t count, const char *const *names) {
    lc_text_printf(to, "%s(", name);
    for (uint32_t i = 0; i < count; i++) lc_text_printf(to, "%s%s", i ? ", " : "", names[i]);
    lc_text_putc(to, ')');
}

static inline void print_field(const lcm_printer *p, const lcm_object_field *f) {
    lc_text_printf(p->to, "    var %s", f->name);
    if (f->cells) lc_text_printf(p->to, "[%u]", f->cells);
    if (f->sequence) lc_text_puts(p->to, " : seq");
    if (f->ranged) lc_text_printf(p->to, ":{%d..%d}", f->low, f->high);
    if (f->initial) {
        lc_text_puts(p->to, " = ");
        lcm_print_expr(p, f->initial, 0);
    }
    lc_text_puts(p->to, ";\n");
}

static inline void print_object(const lcm_printer *p, const lcm_object *o) {
    lcm_printer inside = *p;
    lc_text_printf(p->to, "object %s {\n", o->name);
    for (uint32_t i = 0; i < o->field_count; i++) print_field(p, &o->fields[i]);
    for (uint32_t i = 0; i < o->operation_count; i++) {
        const lcm_operation *op = &o->operations[i];
        lc_text_puts(p->to, "    op ");
        print_parameters(p->to, op->name, op->param_count, op->local_names);
        if (op->body) {
            lc_text_putc(p->to, ' ');
            lcm_print_block(p, op->body);
        } else lc_text_putc(p->to, ';');
        lc_text_putc(p->to, '\n');
    }
    for (uint32_t i = 0; i < o->together_count; i++) {
        const lcm_together *t = inside.together = &o->together[i];
        lc_text_puts(p->to, "    together ");
        for (uint32_t j = 0; j < t->count; j++) {
            const lcm_operation *op = &o->operations[t->operations[j]];
            if (j) lc_text_puts(p->to, ", ");
            print_parameters(p->to, op->name, op->param_count, t->local_names + t->first_local[j]);
        }
        lc_text_putc(p->to, ' ');
        lcm_print_block(&inside, t->body);
        lc_text_putc(p->to, '\n');
    }
    lc_text_puts(p->to, "}\n");
}

/* ---- formulas ---- */

static inline void print_ltl(const lcm_printer *, const lcm_ltl *);

static inline void print_ltl_operand(const lcm_printer *p, const lcm_ltl *f) {
    bool bare = f->kind == LCM_L_TRUE || f->kind == LCM_L_FALSE || f->kind == LCM_L_CONDITION ||
                f->kind == LCM_L_EVENT || f->kind == LCM_L_NOT || f->kind == LCM_L_NEXT || f->kind == LCM_L_ALWAYS ||
                f->kind == LCM_L_EVENTUALLY;
    if (!bare) lc_text_putc(p->to, '(');
    print_ltl(p, f);
    if (!bare) lc_text_putc(p->to, ')');
}

static inline void print_ltl(const lcm_printer *p, const lcm_ltl *f) {
    static const char *const signs[] = {
        [LCM_L_NOT] = "!",     [LCM_L_AND] = " && ",    [LCM_L_OR] = " || ",   [LCM_L_IMPLIES] = " -> ",
        [LCM_L_IFF] = " <-> ", [LCM_L_NEXT] = "X ",     [LCM_L_ALWAYS] = "[]", [LCM_L_EVENTUALLY] = "<>",
        [LCM_L_UNTIL] = " U ", [LCM_L_RELEASE] = " R ",
    };
    switch (f->kind) {
    case LCM_L_TRUE: lc_text_puts(p->to, "true"); return;
    case LCM_L_FALSE: lc_text_puts(p->to, "false"); return;
    case LCM_L_CONDITION:
        lc_text_putc(p->to, '(');
        lcm_print_expr(p, f->condition, 0);
        lc_text_putc(p->to, ')');
        return;
    case LCM_L_EVENT: lcm_print_event(p, &f->event); return;
    case LCM_L_NOT:
    case LCM_L_NEXT:
    case LCM_L_ALWAYS:
    case LCM_L_EVENTUALLY:
        lc_text_puts(p->to, signs[f->kind]);
        print_ltl_operand(p, f->of[0]);
        return;
    case LCM_L_AND:
    case LCM_L_OR:
    case LCM_L_IMPLIES:
    case LCM_L_IFF:
    case LCM_L_UNTIL:
    case LCM_L_RELEASE:
        print_ltl_operand(p, f->of[0]);
        lc_text_puts(p->to, signs[f->kind]);
        print_ltl_operand(p, f->of[1]);
        return;
    }
}

/* ---- processes, assertions ---- */

static inline void print_definition(const lcm_printer *outside, const lcm_definition *d) {
    lcm_printer p = *outside;
    p.definition = d;
    print_parameters(p.to, d->name, d->param_count, d->slot_names);
    lc_text_puts(p.to, " = ");
    lcm_print_process(&p, d->body, 0);
    lc_text_puts(p.to, ";\n");
    if (!d->has_alphabet) return;
    lc_text_printf(p.to, "#alphabet %s {", d->name);
    for (uint32_t i = 0, first = 0; i < d->alphabet_count; first = d->alphabet_until[i++]) {
        uint32_t count = d->alphabet_until[i] - first;
        if (i) lc_text_puts(p.to, ", ");
        if (count) lcm_print_indices(&p, count, d->alphabet_indices + first);
        lcm_print_event(&p, &d->alphabet[i]);
    }
    lc_text_puts(p.to, "};\n");
}

static inline void print_named(const lcm_printer *p, const lcm_process *process) {
    lcm_print_process(p, process, LCM_LEVEL_PREFIX);
}

static inline void print_assertion(const lcm_printer *p, const lcm_assertion *a) {
    static const char *const words[] = {
        [LCM_A_DEADLOCKFREE] = "deadlockfree",
        [LCM_A_DIVERGENCEFREE] = "divergencefree",
        [LCM_A_DETERMINISTIC] = "deterministic",
        [LCM_A_NONTERMINATING] = "nonterminating",
        [LCM_A_REACHES] = "reaches ",
        [LCM_A_LTL] = "|= ",
        [LCM_A_REFINES] = "refines ",
        [LCM_A_REFINES_F] = "refines<F> ",
        [LCM_A_REFINES_FD] = "refines<FD> ",
        [LCM_A_LINEARIZES] = "linearizes ",
        [LCM_A_PROGRESSES] = "progresses ",
    };
    lc_text_puts(p->to, "#assert ");
    print_named(p, a->process);
    lc_text_printf(p->to, " %s", words[a->kind]);
    if (a->condition) lcm_print_expr(p, a->condition, 0);
    if (a->best != LCM_ANY) {
        lc_text_printf(p->to, " with %s(", a->best == LCM_MIN ? "min" : "max");
        lcm_print_expr(p, a->value, 0);
        lc_text_putc(p->to, ')');
    }
    if (a->formula) print_ltl(p, a->formula);
    if (a->other) print_named(p, a->other);
    if (a->specification) lc_text_puts(p->to, a->specification);
    for (uint32_t i = 0; i < a->point_count; i++)
        lc_text_printf(p->to, "%s%s = %s", i ? ", " : " at points {", p->model->event_names.at[a->points[i].event],
                       a->points[i].operation);
    lc_text_puts(p->to, a->point_count ? "};" : ";");
    if (a->expected) lc_text_printf(p->to, " // expect: %s", a->expected);
    lc_text_putc(p->to, '\n');
}

static inline void print_model(lince_text *to, const lcm_model *m) {
    lcm_printer p = {.to = to, .model = m};
    for (const lcm_library_name *row = lcm_library_names; row->name; row++)
        if (m->imports >> row->library & 1) lc_text_printf(to, "#import \"%s\";\n", row->name);
    for (uint32_t i = 0; i < m->constants.count; i++)
        lc_text_printf(to, "#define %s %d;\n", m->constants.at[i].name, m->constants.at[i].number);
    for (uint32_t i = 0; i < m->variables.count; i++) print_variable(to, &m->variables.at[i]);
    for (uint32_t i = 0; i < m->channels.count; i++) print_channel(to, &m->channels.at[i]);
    for (uint32_t i = 0; i < m->objects.count; i++) print_object(&p, &m->objects.at[i]);
    for (uint32_t i = 0; i < m->definitions.count; i++) print_definition(&p, &m->definitions.at[i]);
    for (uint32_t i = 0; i < m->assertions.count; i++) print_assertion(&p, &m->assertions.at[i]);
}

#endif
