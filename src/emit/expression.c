/* What is known while the expression is written is not written: what labels are, and so most of what a quantifier
 * ranges over.  Parts whose value is known vanish, or decide the whole. */
#include "emit/expression.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#define UNBOUND UINT32_MAX

typedef enum known { NO, YES, OPEN } known;

typedef struct printer {
    lince_text *out;
    const lc_emit_labels *labels;
    const char *prefix;
    const lc_scope *scope;
    uint32_t *bound;     /* per variable: its label, or UNBOUND */
    uint32_t *constants; /* per constant: its label */
    unsigned depth;      /* of the formula that is being printed */
    size_t limit;
    bool too_long;
} printer;

/* Lines are broken between numbers once they are so long. */
enum { LONG_LINE = 90 };

static uint32_t label_of(const printer *p, lc_subject s) {
    return s.constant ? p->constants[s.number] : p->bound[s.number];
}

/* ---- what labels are ---- */

static bool has_role(const printer *p, uint32_t label, lince_role role) {
    return lc_emit_label_method(p->labels, label)->role == role;
}

/* The class of the element a label is about, if it is about one. */
static uint32_t element(const printer *p, uint32_t label) {
    const lc_emit_label *x = &p->labels->at.at[label];
    return x->argument != LC_NO_CLASS ? x->argument : x->value;
}

static bool is_adding(const printer *p, uint32_t label) { return has_role(p, label, LINCE_ROLE_ADD); }
static bool is_removing(const printer *p, uint32_t label) {
    return has_role(p, label, LINCE_ROLE_REMOVE) && p->labels->at.at[label].outcome == LC_OUT_VALUE;
}
static bool is_taking(const printer *p, uint32_t label) {
    return has_role(p, label, LINCE_ROLE_REMOVE) && lc_emit_label_pending(p->labels, label);
}
static bool is_same(const printer *p, uint32_t x, uint32_t y) {
    return element(p, x) != LC_NO_CLASS && element(p, x) == element(p, y);
}

static bool in_group(const printer *p, lc_group group, uint32_t of, uint32_t label) {
    switch (group) {
    case LC_ITSELF: return label == of;
    case LC_ADDING: return is_adding(p, label) && is_same(p, of, label);
    case LC_REMOVING: return is_removing(p, label) && is_same(p, of, label);
    case LC_TAKING: return is_taking(p, label);
    }
    return false;
}

static known predicate(const printer *p, const lc_formula *f) {
    uint32_t x = label_of(p, f->about[0]), y = lc_predicate_arity(f->predicate) > 1 ? label_of(p, f->about[1]) : 0;
    if (x == UNBOUND || y == UNBOUND) return OPEN;
    switch (f->predicate) {
    case LC_P_adds: return is_adding(p, x) ? YES : NO;
    case LC_P_removes: return is_removing(p, x) ? YES : NO;
    case LC_P_empty: return p->labels->at.at[x].outcome == LC_OUT_SENTINEL ? YES : NO;
    case LC_P_pending: return lc_emit_label_pending(p->labels, x) ? YES : NO;
    case LC_P_same: return is_same(p, x, y) ? YES : NO;
    case LC_P_match: return is_adding(p, x) && is_removing(p, y) && is_same(p, x, y) ? YES : NO;
    case LC_P_peeks: return NO; /* they are not counted */
    case LC_P_takes: return is_taking(p, x) ? YES : NO;
    case LC_P_before: return OPEN;
    }
    return OPEN;
}

/* As much as is known without looking at counters. */
static known fold(const printer *p, const lc_formula *f) {
    switch (f->kind) {
    case LC_F_TRUE: return YES;
    case LC_F_FALSE: return NO;
    case LC_F_PREDICATE: return predicate(p, f);
    case LC_F_NOT: {
        known of = fold(p, f->of[0]);
        return of == OPEN ? OPEN : of == YES ? NO : YES;
    }
    case LC_F_AND:
    case LC_F_OR: {
        known decides = f->kind == LC_F_AND ? NO : YES, all = f->kind == LC_F_AND ? YES : NO;
        for (uint32_t i = 0; i < f->count; i++) {
            known of = fold(p, f->of[i]);
            if (of == decides) return decides;
            if (of == OPEN) all = OPEN;
        }
        return all;
    }
    case LC_F_EXISTS: return fold(p, f->of[0]) == NO ? NO : OPEN;
    case LC_F_AT_MOST:
    case LC_F_EQUAL:
    case LC_F_DIVIDES: return OPEN;
    }
    return OPEN;
}

/* ---- counters ---- */

static void newline(printer *p, unsigned depth) {
    lc_text_putc(p->out, '\n');
    lc_text_repeat(p->out, "    ", depth);
}

static bool is_long(const printer *p) {
    size_t column = 0;
    while (column < p->out->length && p->out->at[p->out->length - column - 1] != '\n') column++;
    return column > LONG_LINE;
}

/* The numbers of a group of labels with intervals inside [from, to], or exactly that; `+ ` before all but the first.
 * What has not returned ends with the last step. */
static bool print_numbers(printer *p, lc_count_of c, bool first) {
    uint32_t of = label_of(p, c.of);
    assert(of != UNBOUND);
    for (uint32_t label = 0; label < p->labels->at.count; label++) {
        if (!in_group(p, c.of.group, of, label)) continue;
        bool pending = lc_emit_label_pending(p->labels, label);
        for (uint32_t i = c.from; i <= (c.total ? c.to : c.from); i++)
            for (uint32_t j = c.total ? i : c.to; j <= c.to; j++) {
                if (pending && j != p->scope->length) continue;
                if (is_long(p)) newline(p, p->depth + 1);
                else if (!first) lc_text_putc(p->out, ' ');
                lc_text_puts(p->out, c.times < 0 ? first ? "-" : "- " : first ? "" : "+ ");
                if (llabs(c.times) != 1) lc_text_printf(p->out, "%lld * ", llabs(c.times));
                lc_text_printf(p->out, "%s_N(", p->prefix);
                lc_emit_label_print(p->out, p->labels, label);
                lc_text_printf(p->out, ", %" PRIu32 ", %" PRIu32 ")", i, j);
                first = false;
            }
    }
    return first;
}

static void print_term(printer *p, lc_term t) {
    bool first = true;
    for (uint32_t i = 0; i < t.count; i++) first = print_numbers(p, t.counts[i], first);
    if (first) lc_text_printf(p->out, "%" PRId64, t.number);
    else if (t.number) lc_text_printf(p->out, " %c %lld", t.number < 0 ? '-' : '+', llabs(t.number));
}

static void print_total(printer *p, lc_subject of, uint32_t from, uint32_t to) {
    lc_count_of count = {.times = 1, .total = true, .of = of, .from = from, .to = to};
    if (print_numbers(p, count, true)) lc_text_putc(p->out, '0');
}

/* Is any of them counted there? */
static bool is_counted(const printer *p, lc_subject of, uint32_t from, uint32_t to) {
    for (uint32_t label = 0; label < p->labels->at.count; label++)
        if (in_group(p, of.group, label_of(p, of), label) && from <= to &&
            (!lc_emit_label_pending(p->labels, label) || to == p->scope->length))
            return true;
    return false;
}

/* There are operations of both; for some step i all of x are inside [0, i] and all of y inside [i+1, k]. */
static void print_before(printer *p, lc_subject x, lc_subject y) {
    uint32_t k = p->scope->length;
    bool first = true;
    lc_text_putc(p->out, '(');
    for (uint32_t i = 0; i < k; i++) {
        if (!is_counted(p, x, 0, i) || !is_counted(p, y, i + 1, k)) continue;
        lc_text_puts(p->out, first ? "(" : " || (");
        print_total(p, x, 0, i);
        lc_text_puts(p->out, " > 0 && ");
        print_total(p, y, i + 1, k);
        lc_text_puts(p->out, " > 0 && ");
        print_total(p, x, 0, k);
        lc_text_puts(p->out, " == ");
        print_total(p, x, 0, i);
        lc_text_puts(p->out, " && ");
        print_total(p, y, 0, k);
        lc_text_puts(p->out, " == ");
        print_total(p, y, i + 1, k);
        lc_text_putc(p->out, ')');
        first = false;
    }
    lc_text_puts(p->out, first ? "0)" : ")");
}

/* ---- formulas ---- */

static void print(printer *p, const lc_formula *f, unsigned depth);

static void print_junction(printer *p, const lc_formula *f, unsigned depth) {
    bool first = true;
    lc_text_putc(p->out, '(');
    for (uint32_t i = 0; i < f->count && !p->too_long; i++) {
        if (fold(p, f->of[i]) != OPEN) continue; /* it makes no difference, else it had decided */
        if (!first) {
            lc_text_puts(p->out, f->kind == LC_F_AND ? " &&" : " ||");
            newline(p, depth + 1);
        }
        print(p, f->of[i], depth + 1);
        first = false;
    }
    assert(!first || p->too_long);
    lc_text_putc(p->out, ')');
}

static void print_exists(printer *p, const lc_formula *f, unsigned depth) {
    bool first = true;
    lc_text_putc(p->out, '(');
    for (uint32_t label = 0; label < p->labels->at.count && !p->too_long; label++) {
        p->bound[f->variable] = label;
        if (fold(p, f->of[0]) == NO) continue;
        if (!first) {
            lc_text_puts(p->out, " ||");
            newline(p, depth + 1);
        }
        lc_text_putc(p->out, '(');
        print_total(p, (lc_subject){.number = f->variable}, 0, p->scope->length); /* it occurs */
        lc_text_puts(p->out, " > 0 && ");
        print(p, f->of[0], depth + 1);
        lc_text_putc(p->out, ')');
        first = false;
    }
    p->bound[f->variable] = UNBOUND;
    lc_text_puts(p->out, first ? "0)" : ")");
}

static void print(printer *p, const lc_formula *f, unsigned depth) {
    if (p->out->length > p->limit) p->too_long = true;
    if (p->too_long) return;
    known value = fold(p, f);
    if (value != OPEN) {
        lc_text_putc(p->out, value == YES ? '1' : '0');
        return;
    }
    p->depth = depth;
    switch (f->kind) {
    case LC_F_AT_MOST:
    case LC_F_EQUAL:
        print_term(p, f->left);
        lc_text_puts(p->out, f->kind == LC_F_EQUAL ? " == " : " <= ");
        print_term(p, f->right);
        break;
    case LC_F_DIVIDES:
        lc_text_putc(p->out, '(');
        print_term(p, f->left);
        lc_text_printf(p->out, ") %% %" PRId64 " == 0", f->modulus);
        break;
    case LC_F_PREDICATE:
        assert(f->predicate == LC_P_before);
        print_before(p, f->about[0], f->about[1]);
        break;
    case LC_F_NOT:
        lc_text_puts(p->out, "!(");
        print(p, f->of[0], depth);
        lc_text_putc(p->out, ')');
        break;
    case LC_F_AND:
    case LC_F_OR: print_junction(p, f, depth); break;
    case LC_F_EXISTS: print_exists(p, f, depth); break;
    case LC_F_TRUE:
    case LC_F_FALSE: assert(!"known");
    }
}

bool lc_expression_print(lince_text *out, const lc_emit_labels *labels, const char *prefix, const lc_scope *scope,
                         const lc_formula *f, size_t limit, const lc_constant **unknown) {
    printer p = {.out = out, .labels = labels, .prefix = prefix, .scope = scope, .limit = out->length + limit};
    *unknown = NULL;
    p.bound = malloc((scope->names.count + 1) * sizeof *p.bound);
    p.constants = malloc((scope->constants.count + 1) * sizeof *p.constants);
    bool known_labels = p.bound && p.constants;
    for (uint32_t i = 0; known_labels && i < scope->names.count; i++) p.bound[i] = UNBOUND;
    for (uint32_t i = 0; known_labels && i < scope->constants.count; i++) {
        p.constants[i] = lc_emit_label_of(labels, &scope->constants.at[i]);
        if (p.constants[i] != LC_EMIT_NO_LABEL) continue;
        *unknown = &scope->constants.at[i];
        known_labels = false;
    }
    if (known_labels) print(&p, f, 2);
    free(p.bound);
    free(p.constants);
    return known_labels && !p.too_long;
}
