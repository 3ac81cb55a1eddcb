/* Facts known while the expression is written are not part of it: the properties of labels, and so most of the ranges
 * of quantifiers.  Parts whose value is known vanish, or decide the whole. */
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
    lc_intern *sums;
    int64_t *cells; /* of the sum that is being collected: how often each counter is in it */
    uint32_t cell_count;
    size_t limit;
    bool too_long;
} printer;

static uint32_t label_of(const printer *p, lc_subject s) {
    return s.constant ? p->constants[s.number] : p->bound[s.number];
}

/* ---- properties of labels ---- */

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

static int64_t *cell(printer *p, uint32_t label, uint32_t from, uint32_t to) {
    uint32_t steps = p->scope->length + 1;
    return &p->cells[(label * steps + from) * steps + to];
}

/* Adds the numbers of a group of labels with intervals inside [from, to], or exactly that.  An operation that has not
 * returned ends with the last step. */
static void collect(printer *p, lc_count_of c) {
    uint32_t of = label_of(p, c.of);
    assert(of != UNBOUND);
    for (uint32_t label = 0; label < p->labels->at.count; label++) {
        if (!in_group(p, c.of.group, of, label)) continue;
        bool pending = lc_emit_label_pending(p->labels, label);
        for (uint32_t i = c.from; i <= (c.total ? c.to : c.from); i++)
            for (uint32_t j = c.total ? i : c.to; j <= c.to; j++)
                if (!pending || j == p->scope->length) *cell(p, label, i, j) += c.times;
    }
}

static void print_cell(lince_text *out, const printer *p, uint32_t number, int64_t times, bool first) {
    uint32_t steps = p->scope->length + 1;
    if (!first) lc_text_putc(out, ' ');
    lc_text_puts(out, times < 0 ? first ? "-" : "- " : first ? "" : "+ ");
    if (llabs(times) != 1) lc_text_printf(out, "%lld * ", llabs(times));
    lc_text_printf(out, "%s_N(", p->prefix);
    lc_emit_label_print(out, p->labels, number / steps / steps);
    lc_text_printf(out, ", %" PRIu32 ", %" PRIu32 ")", number / steps % steps, number % steps);
}

/* The collected sum, and a number.  A sum gets a name, because it will be met again. */
static void print_collected(printer *p, int64_t number) {
    lince_text sum = {0};
    unsigned numbers = 0;
    for (uint32_t i = 0; i < p->cell_count; i++) {
        if (!p->cells[i]) continue;
        print_cell(&sum, p, i, p->cells[i], numbers++ == 0);
        p->cells[i] = 0;
    }
    if (numbers > 1) lc_text_printf(p->out, "s%" PRIu32, lc_intern_add(p->sums, lc_text(&sum), sum.length + 1));
    else if (numbers) lc_text_puts(p->out, lc_text(&sum));
    if (!numbers) lc_text_printf(p->out, "%" PRId64, number);
    else if (number) lc_text_printf(p->out, " %c %lld", number < 0 ? '-' : '+', llabs(number));
    p->out->cut |= sum.cut;
    lc_text_free(&sum);
}

static void print_term(printer *p, lc_term t) {
    for (uint32_t i = 0; i < t.count; i++) collect(p, t.counts[i]);
    print_collected(p, t.number);
}

static void print_total(printer *p, lc_subject of, uint32_t from, uint32_t to) {
    collect(p, (lc_count_of){.times = 1, .total = true, .of = of, .from = from, .to = to});
    print_collected(p, 0);
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

static bool find_labels(printer *p, const lc_constant **unknown) {
    for (uint32_t i = 0; i < p->scope->names.count; i++) p->bound[i] = UNBOUND;
    for (uint32_t i = 0; i < p->scope->constants.count; i++) {
        p->constants[i] = lc_emit_label_of(p->labels, &p->scope->constants.at[i]);
        if (p->constants[i] != LC_EMIT_NO_LABEL) continue;
        *unknown = &p->scope->constants.at[i];
        return false;
    }
    return true;
}

bool lc_expression_print(lince_text *out, lc_intern *sums, const lc_emit_labels *labels, const char *prefix,
                         const lc_scope *scope, const lc_formula *f, size_t limit, const lc_constant **unknown) {
    printer p = {.out = out, .labels = labels, .prefix = prefix, .scope = scope, .limit = out->length + limit};
    *unknown = NULL;
    p.sums = sums;
    p.cell_count = labels->at.count * (scope->length + 1) * (scope->length + 1);
    p.bound = malloc((scope->names.count + 1) * sizeof *p.bound);
    p.constants = malloc((scope->constants.count + 1) * sizeof *p.constants);
    p.cells = calloc(p.cell_count, sizeof *p.cells);
    bool ready = p.bound && p.constants && p.cells && find_labels(&p, unknown);
    if (ready) print(&p, f, 2);
    free(p.bound);
    free(p.constants);
    free(p.cells);
    return ready && !p.too_long;
}
