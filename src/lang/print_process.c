/* Back to text: processes. */
#include "lang/operators.h"
#include "lang/print.h"
#include "lang/processes.h"

static void print_args(const lcm_printer *p, uint32_t count, lcm_expr *const *args, bool dot) {
    for (uint32_t i = 0; i < count; i++) {
        if (i || dot) lc_text_putc(p->to, '.');
        if (args[i]) lcm_print_expr(p, args[i], LCM_BINDS_UNARY + 1);
        else lc_text_putc(p->to, '*');
    }
}

/* The labels of channels end with `!` or `?`: there the first value follows at once. */
void lcm_print_event(const lcm_printer *p, const lcm_event *e) {
    const char *name = p->model->event_names.at[e->name];
    size_t before = p->to->length;
    lc_text_puts(p->to, name);
    char last = p->to->length > before ? p->to->at[p->to->length - 1] : 0;
    print_args(p, e->count, e->args, last != '!' && last != '?');
}

void lcm_print_indices(const lcm_printer *p, uint32_t count, const lcm_index *indices) {
    for (uint32_t i = 0; i < count; i++) {
        if (i) lc_text_putc(p->to, ';');
        lcm_print_slot(p, indices[i].slot);
        lc_text_puts(p->to, ":{");
        if (indices[i].first) {
            lcm_print_expr(p, indices[i].first, LCM_BINDS_ADDITIVE);
            lc_text_puts(p->to, "..");
            lcm_print_expr(p, indices[i].last, LCM_BINDS_ADDITIVE);
        }
        for (uint32_t j = 0; j < indices[i].count; j++) {
            if (j) lc_text_putc(p->to, ',');
            lcm_print_expr(p, indices[i].values[j], LCM_BINDS_ADDITIVE);
        }
        lc_text_putc(p->to, '}');
    }
    lc_text_putc(p->to, '@');
}

static void print_message(const lcm_printer *p, const lcm_process *process) {
    lc_text_puts(p->to, p->model->channels.at[process->index].name);
    if (process->subscript) {
        lc_text_putc(p->to, '[');
        lcm_print_expr(p, process->subscript, 0);
        lc_text_putc(p->to, ']');
    }
    lc_text_putc(p->to, process->kind == LCM_P_SEND ? '!' : '?');
    if (process->kind == LCM_P_SEND) {
        print_args(p, process->arg_count, process->args, false);
        return;
    }
    if (process->condition) {
        lc_text_putc(p->to, '[');
        lcm_print_expr(p, process->condition, 0);
        lc_text_putc(p->to, ']');
    }
    for (uint32_t i = 0; i < process->arg_count; i++) {
        const lcm_expr *pattern = process->args[i];
        if (i) lc_text_putc(p->to, '.');
        if (!pattern) lcm_print_slot(p, process->binds[i]);
        else { /* a number and a name that has a value are patterns by themselves */
            bool bare = pattern->kind == LCM_E_NUMBER || pattern->kind == LCM_E_PARAM;
            lcm_print_expr(p, pattern, LCM_BINDS_UNARY + (bare ? 1 : 2));
        }
    }
}

static void print_braced(const lcm_printer *p, const char *before, const lcm_process *of) {
    lc_text_printf(p->to, "%s{", before);
    lcm_print_process(p, of, 0);
    lc_text_putc(p->to, '}');
}

static void print_if(const lcm_printer *p, const lcm_process *process, const char *word) {
    lc_text_printf(p->to, "%s (", word);
    lcm_print_expr(p, process->condition, 0);
    print_braced(p, ") ", process->of[0]);
    if (process->count > 1 && process->of[1]) print_braced(p, " else ", process->of[1]);
}

static void print_prefix(const lcm_printer *p, const lcm_process *process) {
    if (process->kind == LCM_P_TAU) lc_text_puts(p->to, "tau");
    else if (process->kind == LCM_P_PREFIX) lcm_print_event(p, &process->event);
    else print_message(p, process);
    if (process->block) lcm_print_block(p, process->block);
    lc_text_puts(p->to, " -> ");
    lcm_print_process(p, process->of[0], LCM_LEVEL_PREFIX);
}

static unsigned level_of(const lcm_process *process) {
    for (unsigned level = 0; level < LCM_LEVEL_INTERRUPT; level++)
        if (process->kind == lcm_level_kinds[level]) return level;
    if (process->kind == LCM_P_INTERRUPT) return LCM_LEVEL_INTERRUPT;
    if (process->kind == LCM_P_HIDE) return LCM_LEVEL_HIDE;
    return process->kind == LCM_P_SEQUENCE ? LCM_LEVEL_SEQUENCE : LCM_LEVEL_PREFIX;
}

static bool is_indexed(const lcm_process *process) {
    return process->indices || process->copies || process->any_number;
}

static void print_joined(const lcm_printer *p, const lcm_process *process, unsigned level) {
    if (is_indexed(process)) {
        lc_text_puts(p->to, lcm_level_signs[level]);
        if (process->any_number) lc_text_puts(p->to, "{..}@");
        else if (process->copies) {
            lc_text_putc(p->to, '{');
            lcm_print_expr(p, process->copies, LCM_BINDS_ADDITIVE);
            lc_text_puts(p->to, "}@");
        } else lcm_print_indices(p, process->index_count, process->indices);
        lcm_print_process(p, process->of[0], level);
        return;
    }
    for (uint32_t i = 0; i < process->count; i++) {
        if (i) lc_text_printf(p->to, " %s ", lcm_level_signs[level]);
        lcm_print_process(p, process->of[i], level + 1);
    }
}

static void print_inside(const lcm_printer *p, const lcm_process *process, unsigned level) {
    lince_text *to = p->to;
    switch (process->kind) {
    case LCM_P_STOP: lc_text_puts(to, "Stop"); return;
    case LCM_P_SKIP: lc_text_puts(to, "Skip"); return;
    case LCM_P_PREFIX:
    case LCM_P_TAU:
    case LCM_P_SEND:
    case LCM_P_RECEIVE: print_prefix(p, process); return;
    case LCM_P_GUARD:
        if (process->condition->kind == LCM_E_UNARY && process->condition->op == LCM_O_ASSERT) {
            lc_text_puts(to, "assert(");
            lcm_print_expr(p, process->condition, 0);
            lc_text_putc(to, ')');
            return;
        }
        lc_text_putc(to, '[');
        lcm_print_expr(p, process->condition, 0);
        lc_text_puts(to, "] ");
        lcm_print_process(p, process->of[0], LCM_LEVEL_PREFIX);
        return;
    case LCM_P_IF: print_if(p, process, "if"); return;
    case LCM_P_IFA: print_if(p, process, "ifa"); return;
    case LCM_P_IFB: print_if(p, process, "ifb"); return;
    case LCM_P_CASE:
        lc_text_puts(to, "case {");
        for (uint32_t i = 0; i < process->count; i++) {
            lc_text_putc(to, ' ');
            if (process->conditions[i]) lcm_print_expr(p, process->conditions[i], 1);
            else lc_text_puts(to, "default");
            lc_text_puts(to, " : (");
            lcm_print_process(p, process->of[i], 0);
            lc_text_putc(to, ')');
        }
        lc_text_puts(to, " }");
        return;
    case LCM_P_ATOMIC: print_braced(p, "atomic ", process->of[0]); return;
    case LCM_P_SEQUENCE:
    case LCM_P_INTERRUPT:
        lcm_print_process(p, process->of[0], level + 1);
        lc_text_puts(to, process->kind == LCM_P_SEQUENCE ? "; " : " interrupt ");
        lcm_print_process(p, process->of[1], level);
        return;
    case LCM_P_HIDE:
        lcm_print_process(p, process->of[0], level + 1);
        lc_text_puts(to, " \\ {");
        for (uint32_t i = 0; i < process->event_count; i++) {
            if (i) lc_text_puts(to, ", ");
            lcm_print_event(p, &process->events[i]);
        }
        lc_text_putc(to, '}');
        return;
    case LCM_P_REFERENCE:
        lc_text_printf(to, "%s(", p->model->definitions.at[process->index].name);
        lcm_print_exprs(p, process->arg_count, process->args, ", ");
        lc_text_putc(to, ')');
        return;
    case LCM_P_CHOICE:
    case LCM_P_EXTERNAL:
    case LCM_P_INTERNAL:
    case LCM_P_INTERLEAVE:
    case LCM_P_PARALLEL: print_joined(p, process, level); return;
    }
}

/* A process with an index takes in all that follows it: as a part of another process it stands in parentheses. */
void lcm_print_process(const lcm_printer *p, const lcm_process *process, unsigned level) {
    unsigned own = level_of(process);
    bool parentheses = own < level || (level && is_indexed(process));
    if (parentheses) lc_text_putc(p->to, '(');
    print_inside(p, process, own);
    if (parentheses) lc_text_putc(p->to, ')');
}

void lcm_process_print(lince_text *to, const lcm_model *m, const lcm_process *process) {
    lcm_print_process(&(lcm_printer){.to = to, .model = m}, process, 0);
}
