/* A formula that fits in the rest of a line is printed in one; everything else is broken at its outermost
 * connective. */
#include "counting/formula/print.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "counting/formula/parse.h"

/* A variable and its name here, the innermost first: names may be given twice, but printed they must identify their
 * variables. */
typedef struct called {
    uint32_t variable;
    const char *name;
    const struct called *outside;
} called;

typedef struct printer {
    lince_text *out;
    const lc_scope *scope;
    unsigned width; /* 0: no limit */
    size_t line;    /* where the line begins */
} printer;

/* A connective that binds more strongly has a higher number. */
enum { LOOSE, OR, AND, TIGHT };

static bool is_name(const char *text) {
    size_t length = strlen(text);
    bool first = true;
    for (const char *p = text; *p; p++, first = false)
        if (!((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_' || (!first && *p >= '0' && *p <= '9')))
            return false;
    return length > 0 && !lc_formula_reserved(text, length);
}

void lc_constant_print(lince_text *out, const lc_constant *c) {
    lc_text_printf(out, is_name(c->method) ? "%s(%s)" : "\"%s\"(%s)", c->method, c->args);
    bool several = c->results && (strchr(c->results, ',') || strcmp(c->results, "pending") == 0);
    if (!c->results) lc_text_puts(out, " => pending");
    else if (*c->results) lc_text_printf(out, several ? " => (%s)" : " => %s", c->results);
}

static void print_variable(printer *p, const called *names, uint32_t variable) {
    while (names && names->variable != variable) names = names->outside;
    lc_text_puts(p->out, names ? names->name : p->scope->names.at[variable]);
}

static void print_subject(printer *p, const called *names, lc_subject of) {
    if (of.group != LC_ITSELF) lc_text_printf(p->out, "%s(", lc_group_names[of.group]);
    if (of.constant) lc_constant_print(p->out, &p->scope->constants.at[of.number]);
    else print_variable(p, names, of.number);
    if (of.group != LC_ITSELF) lc_text_putc(p->out, ')');
}

/* The counts, then the number: `#(x, 0, 1) - 2 * total(y, 0, 1) + 3`. */
static void print_term(printer *p, const called *names, lc_term t, int64_t number) {
    for (uint32_t i = 0; i < t.count; i++) {
        const lc_count_of *c = &t.counts[i];
        bool minus = c->times < 0;
        uint64_t times = minus ? 0 - (uint64_t)c->times : (uint64_t)c->times;
        lc_text_puts(p->out, i ? (minus ? " - " : " + ") : minus ? "-" : "");
        if (times != 1) lc_text_printf(p->out, "%" PRIu64 " * ", times);
        lc_text_puts(p->out, c->total ? "total(" : "#(");
        print_subject(p, names, c->of);
        lc_text_printf(p->out, ", %" PRIu32 ", %" PRIu32 ")", c->from, c->to);
    }
    if (!t.count) lc_text_printf(p->out, "%" PRId64, number);
    else if (number)
        lc_text_printf(p->out, number < 0 ? " - %" PRIu64 : " + %" PRIu64,
                       number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

/* `a + 1 <= b` is how `a < b` is kept, `1 <= b` how `b >= 1` is. */
static void print_comparison(printer *p, const called *names, const lc_formula *f, bool negated) {
    lc_term left = f->left, right = f->right;
    const char *sign = negated ? " != " : f->kind == LC_F_EQUAL ? " = " : " <= ";
    int64_t l = left.number, r = right.number;
    if (f->kind == LC_F_AT_MOST && !left.count) {
        left = f->right, right = f->left, sign = " >= ";
        l = left.number, r = right.number;
    } else if (f->kind == LC_F_AT_MOST && l == 1 && right.count) {
        left = f->right, right = f->left, sign = " > ";
        l = left.number, r = right.number - 1;
    }
    print_term(p, names, left, l);
    lc_text_puts(p->out, sign);
    print_term(p, names, right, r);
}

static void new_line(printer *p, unsigned indent) {
    lc_text_putc(p->out, '\n');
    p->line = p->out->length;
    lc_text_repeat(p->out, " ", indent);
}

static bool too_wide(const printer *p) { return p->width && p->out->length - p->line > p->width; }

/* In one line; gives up where it gets too wide. */
static void print_flat(printer *p, const called *names, const lc_formula *f, int tight);
static void print_broken(printer *p, const called *names, const lc_formula *f, int tight, unsigned indent);

/* Flat if it fits. */
static void print(printer *p, const called *names, const lc_formula *f, int tight, unsigned indent) {
    size_t length = p->out->length;
    if (!f->count) { /* it cannot be broken, so it is as wide as it is */
        print_flat(&(printer){p->out, p->scope, 0, p->line}, names, f, tight);
        return;
    }
    print_flat(p, names, f, tight);
    if (!too_wide(p)) return;
    p->out->length = length;
    p->out->at[length] = '\0';
    print_broken(p, names, f, tight, indent);
}

/* A name for a variable that no other variable has where it is bound. */
static void choose_name(const printer *p, const called *names, uint32_t variable, lince_text *name) {
    const char *own = p->scope->names.at[variable];
    if (!is_name(own)) own = "x";
    lc_text_puts(name, own);
    unsigned suffix = 2;
    for (const called *n = names; n;) {
        if (strcmp(n->name, lc_text(name)) != 0) {
            n = n->outside;
            continue;
        }
        lc_text_clear(name);
        lc_text_printf(name, "%s_%u", own, suffix++);
        n = names;
    }
}

static bool quantifies(const lc_formula *f) { return f->kind == LC_F_EXISTS; }
/* `forall x. F` is not exists x. not F. */
static bool is_forall(const lc_formula *f) {
    if (f->kind != LC_F_NOT || f->of[0]->kind != LC_F_EXISTS) return false;
    for (f = f->of[0]; f->kind == LC_F_EXISTS;) f = f->of[0];
    return f->kind == LC_F_NOT;
}

/* `exists x, y. ` with everything behind it; broken after the point unless `flat`. */
static void print_quantifier(printer *p, const called *names, const lc_formula *f, const char *before, bool all,
                             bool flat, unsigned indent) {
    lince_text name = {0};
    choose_name(p, names, f->variable, &name);
    called here = {f->variable, lc_text(&name), names};
    lc_text_printf(p->out, "%s%s", before, here.name);
    const lc_formula *inside = f->of[0];
    if (quantifies(inside)) print_quantifier(p, &here, inside, ", ", all, flat, indent);
    else {
        if (all) inside = inside->of[0];
        lc_text_puts(p->out, flat ? ". " : ".");
        if (!flat) new_line(p, indent);
        if (flat) print_flat(p, &here, inside, LOOSE);
        else print(p, &here, inside, LOOSE, indent);
    }
    lc_text_free(&name);
}

static void print_flat(printer *p, const called *names, const lc_formula *f, int tight) {
    if (too_wide(p)) return;
    bool bracket = (quantifies(f) && tight > LOOSE) || (is_forall(f) && tight > LOOSE) ||
                   (f->kind == LC_F_OR && tight > OR) || (f->kind == LC_F_AND && tight > AND) ||
                   (f->kind == LC_F_NOT && !is_forall(f) && tight > LOOSE && quantifies(f->of[0]));
    if (bracket) lc_text_putc(p->out, '(');
    switch (f->kind) {
    case LC_F_TRUE: lc_text_puts(p->out, "true"); break;
    case LC_F_FALSE: lc_text_puts(p->out, "false"); break;
    case LC_F_AT_MOST:
    case LC_F_EQUAL: print_comparison(p, names, f, false); break;
    case LC_F_DIVIDES:
        lc_text_printf(p->out, "%" PRId64 " divides ", f->modulus);
        print_term(p, names, f->left, f->left.number);
        break;
    case LC_F_PREDICATE:
        lc_text_printf(p->out, "%s(", lc_predicate_name(f->predicate));
        for (uint32_t i = 0; i < lc_predicate_arity(f->predicate); i++) {
            if (i) lc_text_puts(p->out, ", ");
            print_subject(p, names, f->about[i]);
        }
        lc_text_putc(p->out, ')');
        break;
    case LC_F_NOT:
        if (is_forall(f)) print_quantifier(p, names, f->of[0], "forall ", true, true, 0);
        else if (f->of[0]->kind == LC_F_EQUAL) print_comparison(p, names, f->of[0], true);
        else {
            lc_text_puts(p->out, "not ");
            print_flat(p, names, f->of[0], quantifies(f->of[0]) ? LOOSE : TIGHT);
        }
        break;
    case LC_F_AND:
    case LC_F_OR:
        for (uint32_t i = 0; i < f->count && !too_wide(p); i++) {
            if (i) lc_text_puts(p->out, f->kind == LC_F_AND ? " and " : " or ");
            print_flat(p, names, f->of[i], f->kind == LC_F_AND ? TIGHT : AND);
        }
        break;
    case LC_F_EXISTS: print_quantifier(p, names, f, "exists ", false, true, 0); break;
    }
    if (bracket) lc_text_putc(p->out, ')');
}

/* Operands of a broken formula stand below each other, in brackets where they are not the outermost. */
static void print_broken(printer *p, const called *names, const lc_formula *f, int tight, unsigned indent) {
    bool bracket = tight > LOOSE && f->kind != LC_F_NOT;
    if (f->kind == LC_F_NOT) bracket = tight > LOOSE && quantifies(f->of[0]);
    if (bracket) lc_text_putc(p->out, '(');
    switch (f->kind) {
    case LC_F_NOT:
        if (is_forall(f)) print_quantifier(p, names, f->of[0], "forall ", true, false, indent + 2);
        else {
            lc_text_puts(p->out, "not ");
            print(p, names, f->of[0], quantifies(f->of[0]) ? LOOSE : TIGHT, quantifies(f->of[0]) ? indent : indent + 2);
        }
        break;
    case LC_F_AND:
    case LC_F_OR:
        for (uint32_t i = 0; i < f->count; i++) {
            if (i) {
                new_line(p, indent);
                lc_text_puts(p->out, f->kind == LC_F_AND ? "and " : "or ");
            }
            print(p, names, f->of[i], TIGHT, indent + 2);
        }
        break;
    case LC_F_EXISTS: print_quantifier(p, names, f, "exists ", false, false, indent + 2); break;
    default: assert(false);
    }
    if (bracket) lc_text_putc(p->out, ')');
}

void lc_formula_print(lince_text *out, const lc_scope *scope, const lc_formula *f, unsigned width, unsigned indent) {
    printer p = {out, scope, width, out->length};
    print(&p, NULL, f, LOOSE, indent);
}
