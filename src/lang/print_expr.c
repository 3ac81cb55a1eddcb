/* Back to text: expressions and statements. */
#include "lang/library.h"
#include "lang/operators.h"
#include "lang/print.h"

void lcm_print_slot(const lcm_printer *p, uint32_t slot) {
    if (p->definition && slot < p->definition->slot_count) lc_text_puts(p->to, p->definition->slot_names[slot]);
    else lc_text_printf(p->to, "slot%u", slot);
}

void lcm_print_exprs(const lcm_printer *p, uint32_t count, lcm_expr *const *of, const char *between) {
    for (uint32_t i = 0; i < count; i++) {
        if (i) lc_text_puts(p->to, between);
        lcm_print_expr(p, of[i], 0);
    }
}

static void print_subscripts(const lcm_printer *p, const lcm_expr *e) {
    for (uint32_t i = 0; i < e->count; i++) {
        lc_text_putc(p->to, '[');
        lcm_print_expr(p, e->of[i], 0);
        lc_text_putc(p->to, ']');
    }
}

static const lcm_operator_row *row_of(lcm_operator op) {
    const lcm_operator_row *row = lcm_operator_rows;
    while (row->op != op) row++;
    return row;
}

static const char *question_of(lcm_operator op) {
    const lcm_question_row *row = lcm_question_rows;
    while (row->op != op) row++;
    return row->name;
}

static unsigned binds_of(const lcm_expr *e) {
    if (e->kind == LCM_E_CHOOSE) return 0;
    if (e->kind == LCM_E_BINARY) return row_of(e->op)->binds;
    return LCM_BINDS_UNARY + (e->kind != LCM_E_UNARY);
}

/* `!x == 1` is read differently by people unfamiliar with C; so `!` among values stands in parentheses. */
static void print_operand(const lcm_printer *p, const lcm_expr *e, const lcm_expr *of, unsigned binds) {
    bool misread = of->kind == LCM_E_UNARY && of->op == LCM_O_NOT && binds > row_of(LCM_O_AND)->binds + 1;
    bool minus = of->kind == LCM_E_NUMBER && of->number < 0 && !of->name;
    lcm_print_expr(p, of, misread || (minus && of != e->of[0]) ? LCM_BINDS_UNARY + 2 : binds);
}

static const char *variable_name(const lcm_printer *p, uint32_t variable) {
    return p->model->variables.at[variable].name;
}

/* `s.Add(3)`, `call(Max, 1, 2)`, `new List(a)`, and the copy of a collection: its name. */
static void print_call(const lcm_printer *p, const lcm_expr *e) {
    const lcm_library_row *row = e->call;
    lince_text *to = p->to;
    const char *between = "";
    if (row->op == LCM_C_COPY) {
        lc_text_puts(to, variable_name(p, e->with[0]));
        return;
    }
    if (row->op == LCM_C_NOTHING || row->op == LCM_C_ELEMENTS) lc_text_printf(to, "new %s(", e->name);
    else if (row->of) lc_text_printf(to, "%s.%s(", e->name, row->name);
    else lc_text_printf(to, "call(%s", row->name), between = ", ";
    if (!row->of && row->way == LCM_ASKS) {
        lc_text_printf(to, "%s%s", between, variable_name(p, e->index));
        between = ", ";
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (e->with[i] == LCM_NO_VARIABLE) continue;
        lc_text_printf(to, "%s%s", between, variable_name(p, e->with[i]));
        between = ", ";
    }
    if (e->count) lc_text_puts(to, between);
    lcm_print_exprs(p, e->count, e->of, ", ");
    lc_text_putc(to, ')');
}

static void print_inside(const lcm_printer *p, const lcm_expr *e) {
    lince_text *to = p->to;
    switch (e->kind) {
    case LCM_E_NUMBER:
        if (e->name) lc_text_puts(to, e->name);
        else lc_text_printf(to, "%d", e->number);
        return;
    case LCM_E_SYMBOL: lc_text_puts(to, e->name); return;
    case LCM_E_PARAM:
        if (p->definition) lcm_print_slot(p, e->index);
        else lc_text_puts(to, e->name);
        print_subscripts(p, e);
        return;
    case LCM_E_GLOBAL:
    case LCM_E_LOCAL:
    case LCM_E_FIELD:
        lc_text_puts(to, e->name);
        print_subscripts(p, e);
        return;
    case LCM_E_UNARY:
        if (e->op == LCM_O_ASSERT) {
            lcm_print_expr(p, e->of[0], 0);
            return;
        }
        lc_text_putc(to, e->op == LCM_O_NOT ? '!' : '-');
        lcm_print_expr(p, e->of[0], LCM_BINDS_UNARY + 1 + (e->of[0]->kind == LCM_E_NUMBER));
        return;
    case LCM_E_BINARY: {
        const lcm_operator_row *row = row_of(e->op);
        print_operand(p, e, e->of[0], row->binds);
        lc_text_printf(to, " %s ", row->text);
        print_operand(p, e, e->of[1], row->binds + 1);
        return;
    }
    case LCM_E_CHOOSE:
        lcm_print_expr(p, e->of[0], LCM_BINDS_UNARY + 1);
        lc_text_puts(to, " ? ");
        lcm_print_expr(p, e->of[1], 1);
        lc_text_puts(to, " : ");
        lcm_print_expr(p, e->of[2], 1);
        return;
    case LCM_E_CHANNEL:
        lc_text_printf(to, "call(%s, %s", question_of(e->op), e->name);
        print_subscripts(p, e);
        lc_text_putc(to, ')');
        return;
    case LCM_E_LIBRARY: print_call(p, e); return;
    case LCM_E_INSIDE: lc_text_printf(to, "#%s()", e->name); return;
    case LCM_E_LIST:
        lc_text_putc(to, '[');
        lcm_print_exprs(p, e->count, e->of, ", ");
        lc_text_putc(to, ']');
        return;
    case LCM_E_CALL:
        lc_text_printf(to, "%s(", e->name);
        lcm_print_exprs(p, e->count, e->of, ", ");
        lc_text_putc(to, ')');
        return;
    }
}

void lcm_print_expr(const lcm_printer *p, const lcm_expr *e, unsigned binds) {
    bool parentheses = binds_of(e) < binds;
    if (parentheses) lc_text_putc(p->to, '(');
    print_inside(p, e);
    if (parentheses) lc_text_putc(p->to, ')');
}

/* ---- statements ---- */

static void print_statement(const lcm_printer *p, const lcm_statement *s) {
    lince_text *to = p->to;
    switch (s->kind) {
    case LCM_S_BLOCK: lcm_print_block(p, s); return;
    case LCM_S_LOCAL:
        lc_text_printf(to, "var %s", s->target->name);
        if (s->length) lc_text_printf(to, "[%u]", s->length);
        if (s->value) {
            lc_text_puts(to, " = ");
            lcm_print_expr(p, s->value, 0);
        }
        break;
    case LCM_S_ASSIGN:
        lcm_print_expr(p, s->target, 0);
        lc_text_puts(to, " = ");
        lcm_print_expr(p, s->value, 0);
        break;
    case LCM_S_CALL: lcm_print_expr(p, s->value, 0); break;
    case LCM_S_MAKE:
        lc_text_printf(to, "%s = ", variable_name(p, s->index));
        lcm_print_expr(p, s->value, 0);
        break;
    case LCM_S_IF:
    case LCM_S_WHILE:
        lc_text_puts(to, s->kind == LCM_S_IF ? "if (" : "while (");
        lcm_print_expr(p, s->condition, 0);
        lc_text_puts(to, ") ");
        lcm_print_block(p, s->body[0]);
        if (s->kind == LCM_S_WHILE || !s->body[1]) return;
        lc_text_puts(to, " else ");
        lcm_print_block(p, s->body[1]);
        return;
    case LCM_S_RETURN:
        lc_text_puts(to, "return");
        if (p->together) lc_text_printf(to, " %u", s->index + 1);
        for (uint32_t i = 0; i < s->count; i++) {
            const lcm_expr *e = s->results[i];
            lc_text_puts(to, i ? ", " : " ");
            /* A constant's name alone would be a symbol. */
            lcm_print_expr(p, e, e->kind == LCM_E_NUMBER && e->name ? LCM_BINDS_UNARY + 2 : 0);
        }
        break;
    case LCM_S_ANY:
        lc_text_printf(to, "any %s : ", s->target->name);
        if (s->value) lcm_print_expr(p, s->value, 0);
        else {
            lc_text_putc(to, '{');
            lcm_print_expr(p, s->low, 0);
            lc_text_puts(to, "..");
            lcm_print_expr(p, s->high, 0);
            lc_text_putc(to, '}');
        }
        break;
    case LCM_S_REQUIRE:
        lc_text_puts(to, "require ");
        lcm_print_expr(p, s->condition, 0);
        break;
    }
    lc_text_putc(to, ';');
}

void lcm_print_block(const lcm_printer *p, const lcm_statement *s) {
    lc_text_putc(p->to, '{');
    for (uint32_t i = 0; i < s->count; i++) {
        if (i) lc_text_putc(p->to, ' ');
        print_statement(p, s->body[i]);
    }
    lc_text_putc(p->to, '}');
}
