/* The tree of a model, spelled out with everything in it but places: two models are the same if this is.  Unlike what
 * is printed for people it leaves no bracket to precedence. */
#ifndef LC_TESTS_LANG_TREE_H
#define LC_TESTS_LANG_TREE_H

#include <string.h>

#include "lang/lang.h"
#include "lang/library.h"

static void tree_expr(lince_text *t, const lcm_expr *e) {
    if (!e) {
        lc_text_puts(t, " -");
        return;
    }
    /* The number of a variable `l$Field` depends on where it is used first. */
    bool field = e->name && strchr(e->name, '$');
    lc_text_printf(t, " (e%d op%d n%d i%u %s", e->kind, e->op, e->number, field ? 0 : e->index,
                   e->name ? e->name : "-");
    if (e->call) lc_text_printf(t, " %s %d %u %u", e->call->name, (int)e->call->op, e->with[0], e->with[1]);
    for (uint32_t i = 0; i < e->count; i++) tree_expr(t, e->of[i]);
    lc_text_putc(t, ')');
}

static void tree_exprs(lince_text *t, uint32_t count, lcm_expr *const *of) {
    lc_text_putc(t, '[');
    for (uint32_t i = 0; i < count; i++) tree_expr(t, of[i]);
    lc_text_putc(t, ']');
}

static void tree_statement(lince_text *t, const lcm_statement *s) {
    if (!s) {
        lc_text_puts(t, " -");
        return;
    }
    lc_text_printf(t, " (s%d i%u l%u", s->kind, s->index, s->length);
    tree_expr(t, s->target);
    tree_expr(t, s->value);
    tree_expr(t, s->condition);
    tree_expr(t, s->low);
    tree_expr(t, s->high);
    if (s->kind == LCM_S_RETURN) tree_exprs(t, s->count, s->results);
    else
        for (uint32_t i = 0; i < s->count; i++) tree_statement(t, s->body[i]);
    lc_text_putc(t, ')');
}

static void tree_event(lince_text *t, const lcm_model *m, const lcm_event *e) {
    lc_text_printf(t, " %s", m->event_names.at[e->name]);
    tree_exprs(t, e->count, e->args);
}

static void tree_index(lince_text *t, const lcm_index *i) {
    lc_text_printf(t, " @%u", i->slot);
    tree_expr(t, i->first);
    tree_expr(t, i->last);
    tree_exprs(t, i->count, i->values);
}

static void tree_process(lince_text *t, const lcm_model *m, const lcm_process *p) {
    if (!p) {
        lc_text_puts(t, " -");
        return;
    }
    lc_text_printf(t, "\n(p%d i%u", p->kind, p->index);
    if (p->kind == LCM_P_PREFIX) tree_event(t, m, &p->event);
    tree_statement(t, p->block);
    tree_expr(t, p->condition);
    tree_expr(t, p->subscript);
    tree_expr(t, p->copies);
    if (p->any_number) lc_text_puts(t, " any");
    tree_exprs(t, p->arg_count, p->args);
    for (uint32_t i = 0; p->binds && i < p->arg_count; i++) lc_text_printf(t, " b%u", p->binds[i]);
    for (uint32_t i = 0; p->widths && i < p->arg_count; i++) lc_text_printf(t, " w%u", p->widths[i]);
    for (uint32_t i = 0; i < p->index_count; i++) tree_index(t, &p->indices[i]);
    for (uint32_t i = 0; i < p->event_count; i++) tree_event(t, m, &p->events[i]);
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->conditions) tree_expr(t, p->conditions[i]);
        tree_process(t, m, p->of[i]);
    }
    lc_text_putc(t, ')');
}

static void tree_ltl(lince_text *t, const lcm_model *m, const lcm_ltl *f) {
    if (!f) return;
    lc_text_printf(t, " (f%d", f->kind);
    tree_expr(t, f->condition);
    if (f->kind == LCM_L_EVENT) tree_event(t, m, &f->event);
    tree_ltl(t, m, f->of[0]);
    tree_ltl(t, m, f->of[1]);
    lc_text_putc(t, ')');
}

static void tree_names(lince_text *t, uint32_t count, const char *const *names) {
    for (uint32_t i = 0; i < count; i++) lc_text_printf(t, " %s", names[i]);
}

static void tree_object(lince_text *t, const lcm_object *o) {
    lc_text_printf(t, "\nobject %s", o->name);
    for (uint32_t i = 0; i < o->field_count; i++) {
        const lcm_object_field *f = &o->fields[i];
        lc_text_printf(t, "\nfield %s %d %u %d %d %d", f->name, f->sequence, f->cells, f->ranged, f->low, f->high);
        tree_expr(t, f->initial);
    }
    for (uint32_t i = 0; i < o->operation_count; i++) {
        const lcm_operation *op = &o->operations[i];
        lc_text_printf(t, "\nop %s %u %d %u", op->name, op->param_count, op->returns, op->result_count);
        tree_names(t, op->local_count, op->local_names);
        tree_statement(t, op->body);
    }
    for (uint32_t i = 0; i < o->together_count; i++) {
        const lcm_together *g = &o->together[i];
        lc_text_puts(t, "\ntogether");
        for (uint32_t j = 0; j < g->count; j++) lc_text_printf(t, " %u:%u", g->operations[j], g->first_local[j]);
        tree_names(t, g->local_count, g->local_names);
        tree_statement(t, g->body);
    }
}

static void tree_definition(lince_text *t, const lcm_model *m, const lcm_definition *d) {
    lc_text_printf(t, "\n%s %u", d->name, d->param_count);
    tree_names(t, d->slot_count, d->slot_names);
    tree_process(t, m, d->body);
    if (d->has_alphabet) lc_text_puts(t, "\nalphabet");
    for (uint32_t i = 0, at = 0; i < d->alphabet_count; i++) {
        for (; at < d->alphabet_until[i]; at++) tree_index(t, &d->alphabet_indices[at]);
        tree_event(t, m, &d->alphabet[i]);
    }
}

static void tree_assertion(lince_text *t, const lcm_model *m, const lcm_assertion *a) {
    lc_text_printf(t, "\nassert %d %s %s", a->kind, a->specification ? a->specification : "-",
                   a->expected ? a->expected : "-");
    tree_process(t, m, a->process);
    tree_process(t, m, a->other);
    tree_expr(t, a->condition);
    tree_ltl(t, m, a->formula);
    for (uint32_t i = 0; i < a->point_count; i++)
        lc_text_printf(t, " %s=%s", m->event_names.at[a->points[i].event], a->points[i].operation);
}

static void tree_model(lince_text *t, const lcm_model *m) {
    for (uint32_t i = 0; i < m->constants.count; i++)
        lc_text_printf(t, "\n%s = %d", m->constants.at[i].name, m->constants.at[i].number);
    for (uint32_t i = 0; i < m->variables.count; i++) {
        const lcm_variable *v = &m->variables.at[i];
        if (v->field_of) continue;
        lc_text_printf(t, "\nvar %d %s %u %d %d %d:", v->type, v->name, v->dimensions, v->ranged, v->low, v->high);
        for (uint32_t j = 0; j < v->dimensions; j++) lc_text_printf(t, " %u", v->extent[j]);
        for (uint32_t j = 0; j < v->cells; j++) lc_text_printf(t, " %d", v->initial[j]);
    }
    for (uint32_t i = 0; i < m->channels.count; i++) {
        const lcm_channel *c = &m->channels.at[i];
        lc_text_printf(t, "\nchannel %s %u %u %u", c->name, c->extent, c->capacity, c->arity);
    }
    for (uint32_t i = 0; i < m->objects.count; i++) tree_object(t, &m->objects.at[i]);
    for (uint32_t i = 0; i < m->definitions.count; i++) tree_definition(t, m, &m->definitions.at[i]);
    for (uint32_t i = 0; i < m->assertions.count; i++) tree_assertion(t, m, &m->assertions.at[i]);
}

#endif
