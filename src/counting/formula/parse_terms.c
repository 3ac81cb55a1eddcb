/* Sums, labels, and the use of definitions. */
#include <string.h>

#include "base/spelling.h"
#include "counting/formula/parse_parts.h"

static lc_phrase number(const lc_token *at, int64_t n) {
    return (lc_phrase){.at = at, .is_term = true, .term = {.number = n}};
}

lc_term lc_phrase_term(lc_parser *p, lc_phrase f) {
    if (!f.is_term) lc_parse_fail(p, f.at, "a number belongs here, such as `#(x, 0, 1)` or `3`");
    return f.is_term ? f.term : (lc_term){0};
}

int64_t lc_parse_number(lc_parser *p) {
    lc_phrase f = lc_parse_sum(p);
    lc_term t = lc_phrase_term(p, f);
    if (t.count) lc_parse_fail(p, f.at, "this number must be known before anything is counted");
    return t.number;
}

/* ---- labels ---- */

/* Values as Lince prints them, with spaces in the usual places. */
static void parse_value(lc_parser *p, lince_text *out) {
    const lc_token *t = lc_parse_take(p);
    if (lc_token_is(t, "[")) {
        lc_text_putc(out, '[');
        if (!lc_parse_deeper(p)) return;
        for (bool first = true; p->status == LINCE_DONE && !lc_parse_sees(p, "]"); first = false) {
            if (!first) lc_parse_expect(p, ",", "between the items of a list");
            if (!first) lc_text_puts(out, ", ");
            parse_value(p, out);
        }
        lc_parse_expect(p, "]", "after a list");
        p->depth--;
        lc_text_putc(out, ']');
        return;
    }
    if (lc_token_is(t, "-")) {
        lc_text_putc(out, '-');
        t = lc_parse_take(p);
        if (t->kind != LC_T_NUMBER) lc_parse_fail(p, t, "a number belongs after '-'");
    }
    if (t->kind == LC_T_NUMBER) lc_text_printf(out, "%lld", (long long)t->number);
    else if (t->kind == LC_T_NAME || t->kind == LC_T_STRING) lc_text_add(out, t->at, t->length);
    else lc_parse_fail(p, t, "a value belongs here: a number, a word, \"text\" or a list [1, 2]");
}

static void parse_values(lc_parser *p, lince_text *out) {
    for (bool first = true; p->status == LINCE_DONE && !lc_parse_sees(p, ")"); first = false) {
        if (!first) lc_parse_expect(p, ",", "between values");
        if (!first) lc_text_puts(out, ", ");
        parse_value(p, out);
    }
    lc_parse_expect(p, ")", "after values");
}

/* `deq() => 1`; the name has not been taken. */
static lc_subject parse_constant(lc_parser *p) {
    const lc_token *name = lc_parse_take(p);
    lince_text method = {0}, args = {0}, results = {0};
    bool pending = false;
    bool quoted = name->kind == LC_T_STRING;
    lc_text_add(&method, name->at + quoted, name->length - 2 * quoted);
    lc_parse_expect(p, "(", "before the arguments of a label");
    parse_values(p, &args);
    if (lc_parse_accept(p, "=>")) {
        if (lc_parse_accept(p, "(")) parse_values(p, &results);
        else if (lc_parse_sees(p, "pending")) pending = lc_parse_take(p);
        else parse_value(p, &results);
    }
    lc_subject of = {.constant = true};
    if (lc_parse_work(p, 1)) {
        lc_constant c = {lc_text(&method), lc_text(&args), pending ? NULL : lc_text(&results)};
        of.number = lc_scope_constant(p->scope, &c);
    }
    lc_text_free(&method);
    lc_text_free(&args);
    lc_text_free(&results);
    return of;
}

static bool followed_by_bracket(const lc_parser *p) {
    return lc_parse_peek(p)->kind != LC_T_END && lc_token_is(&p->tokens.at[p->next + 1], "(");
}

static void unknown_name(lc_parser *p, const lc_token *t) {
    lc_parse_fail(p, t, "nothing is called '%.*s' here; bind it with `exists %.*s.`, or write a label as `%.*s()`",
                  lc_token_shown(t), t->at, lc_token_shown(t), t->at, lc_token_shown(t), t->at);
}

static lc_group group_named(const lc_token *t) {
    for (lc_group g = LC_ADDING; g <= LC_TAKING; g++)
        if (lc_token_is(t, lc_group_names[g])) return g;
    return LC_ITSELF;
}

lc_subject lc_parse_subject(lc_parser *p) {
    const lc_token *t = lc_parse_peek(p);
    lc_subject none = {0};
    lc_group group = group_named(t);
    if (group != LC_ITSELF) {
        lc_parse_take(p);
        lc_parse_expect(p, "(", "before the label whose element is meant");
        const lc_token *inside = lc_parse_peek(p);
        if (!lc_parse_deeper(p)) return none;
        lc_subject of = lc_parse_subject(p);
        p->depth--;
        if (of.group != LC_ITSELF) lc_parse_fail(p, inside, "a single label belongs here");
        lc_parse_expect(p, ")", "after the label whose element is meant");
        of.group = group;
        return of;
    }
    if (t->kind == LC_T_STRING) return parse_constant(p);
    if (t->kind != LC_T_NAME) {
        lc_parse_fail(p, t, "a label belongs here: a variable, or one such as `deq() => 1`");
        return none;
    }
    if (followed_by_bracket(p)) {
        if (!lc_formula_reserved(t->at, t->length)) return parse_constant(p);
        lc_parse_fail(p, t, "'%.*s' is a word of the language; a method of that name is written \"%.*s\"(...)",
                      lc_token_shown(t), t->at, lc_token_shown(t), t->at);
        return none;
    }
    const lc_meant *m = lc_parse_meaning(p, t);
    if (!m) unknown_name(p, t);
    else if (m->index) lc_parse_fail(p, t, "'%.*s' is a number; a label belongs here", lc_token_shown(t), t->at);
    if (p->status != LINCE_DONE) return none;
    lc_parse_take(p);
    return m->subject;
}

/* ---- counting ---- */

/* Inside an interval that ends before it begins there is nothing; else it must lie between 0 and k. */
static lc_phrase parse_count(lc_parser *p, bool total) {
    const lc_token *at = lc_parse_take(p);
    lc_parse_expect(p, "(", "as in `#(x, 0, k)`");
    lc_subject of = lc_parse_subject(p);
    lc_parse_expect(p, ",", "before where the interval begins");
    int64_t from = lc_parse_number(p);
    lc_parse_expect(p, ",", "before where the interval ends");
    int64_t to = lc_parse_number(p);
    lc_parse_expect(p, ")", "after the interval");
    if (p->dry || from > to || !lc_parse_work(p, 1)) return number(at, 0);
    if (from < 0 || to > p->scope->length) {
        lc_parse_fail(p, at, "the interval [%lld, %lld] does not lie between 0 and the length k = %u", (long long)from,
                      (long long)to, p->scope->length);
        return number(at, 0);
    }
    lc_count_of c = {.times = 1, .total = total, .of = of, .from = (uint32_t)from, .to = (uint32_t)to};
    return (lc_phrase){.at = at, .is_term = true, .term = lc_term_make(p->scope, 0, &c, 1)};
}

/* A sum that grows: its counts are the last ones of p->counts. */
typedef struct growing {
    uint32_t start;
    int64_t number;
    const lc_token *at;
} growing;

static void grow(lc_parser *p, growing *g, lc_term t, int64_t times) {
    int64_t n;
    if (__builtin_mul_overflow(t.number, times, &n) || __builtin_add_overflow(g->number, n, &g->number))
        lc_parse_fail(p, g->at, "a number in this sum is too large");
    for (uint32_t i = 0; i < t.count && lc_parse_work(p, 1); i++) {
        lc_count_of c = t.counts[i];
        if (__builtin_mul_overflow(c.times, times, &c.times))
            lc_parse_fail(p, g->at, "a number in this sum is too large");
        else if (p->counts.count - g->start >= LC_PARSE_COUNTS)
            lc_parse_fail(p, g->at, "this sum has more than %d summands", LC_PARSE_COUNTS);
        else (void)lc_push(p->budget, &p->counts, c);
    }
}

static lc_phrase grown(lc_parser *p, growing *g) {
    lc_phrase made = number(g->at, g->number);
    uint32_t count = p->counts.count - g->start;
    if (lc_parse_work(p, 0))
        made.term = lc_term_make(p->scope, g->number, count ? p->counts.at + g->start : NULL, count);
    p->counts.count = g->start;
    return made;
}

static void add_summand(lc_parser *p, void *context) {
    growing *g = context;
    bool dry = p->dry;
    lc_term t = lc_phrase_term(p, lc_parse_sum(p));
    if (!dry && p->status == LINCE_DONE) grow(p, g, t, 1);
}

static lc_phrase parse_index_sum(lc_parser *p) {
    growing g = {.start = p->counts.count, .at = lc_parse_take(p)};
    lc_parse_range(p, add_summand, &g);
    return grown(p, &g);
}

/* ---- definitions ---- */

/* A label or a number? */
static lc_meant parse_argument(lc_parser *p, const lc_token *name) {
    const lc_token *t = lc_parse_peek(p);
    const lc_meant *known = t->kind == LC_T_NAME ? lc_parse_meaning(p, t) : NULL;
    bool label = t->kind == LC_T_STRING || group_named(t) != LC_ITSELF || (known && !known->index) ||
                 (t->kind == LC_T_NAME && followed_by_bracket(p) && !lc_parse_let(p, t) &&
                  !lc_formula_reserved(t->at, t->length));
    if (label) return (lc_meant){.name = name, .subject = lc_parse_subject(p)};
    return (lc_meant){.name = name, .index = true, .number = lc_parse_number(p)};
}

static lc_phrase parse_use(lc_parser *p, const lc_let *let) {
    const lc_token *at = lc_parse_take(p);
    lc_let own = *let;
    uint32_t which = (uint32_t)(let - p->lets.at), before = p->meant.count, floor = p->floor, visible = p->visible;
    lc_phrase made = number(at, 0);
    if (!lc_parse_deeper(p)) return made;
    LC_VEC(lc_meant) args = {0};
    if (own.param_count) lc_parse_expect(p, "(", "before the values of the parameters");
    for (uint32_t i = 0; i < own.param_count && lc_parse_work(p, 1); i++) {
        if (i) lc_parse_expect(p, ",", "because there are more parameters");
        lc_meant m = parse_argument(p, &p->tokens.at[own.params + 2 * i]);
        (void)lc_push(p->budget, &args, m);
    }
    if (own.param_count) lc_parse_expect(p, ")", "after the values of the parameters");
    uint32_t after = p->next;
    for (uint32_t i = 0; i < args.count; i++) (void)lc_push(p->budget, &p->meant, args.at[i]);
    lc_vec_free(p->budget, &args);
    if (lc_parse_work(p, 1)) {
        p->floor = before;
        p->visible = which;
        p->next = own.body;
        made = lc_parse_formula(p);
        if (p->status == LINCE_DONE && p->next != own.end)
            lc_parse_fail(p, lc_parse_peek(p), "'%.*s' is too much in a definition", lc_token_shown(lc_parse_peek(p)),
                          lc_parse_peek(p)->at);
    }
    p->meant.count = before;
    p->floor = floor;
    p->visible = visible;
    p->depth--;
    if (p->status == LINCE_DONE) p->next = after;
    made.at = at;
    return made;
}

/* ---- sums ---- */

static lc_phrase parse_name(lc_parser *p, const lc_token *t) {
    const lc_meant *m = lc_parse_meaning(p, t);
    if (m && m->index) {
        lc_parse_take(p);
        return number(t, m->number);
    }
    const lc_let *let = m ? NULL : lc_parse_let(p, t);
    if (let) return parse_use(p, let);
    lc_nearest nearest = {.word = NULL};
    char word[64];
    if (t->length < sizeof word) {
        memcpy(word, t->at, t->length);
        word[t->length] = '\0';
        nearest.word = word;
#define X(name, arity, meaning) lc_nearest_offer(&nearest, #name);
        LC_PREDICATES(X)
#undef X
        lc_nearest_offer(&nearest, "total");
        lc_nearest_offer(&nearest, "exists");
        lc_nearest_offer(&nearest, "forall");
    }
    if (m)
        lc_parse_fail(p, t, "'%.*s' is a label; count it, as in `#(%.*s, 0, k)`", lc_token_shown(t), t->at,
                      lc_token_shown(t), t->at);
    else if (nearest.best)
        lc_parse_fail(p, t, "'%.*s' is not known; did you mean '%s'?", lc_token_shown(t), t->at, nearest.best);
    else
        lc_parse_fail(p, t, "'%.*s' is not known here; define it with `let %.*s = ...;`", lc_token_shown(t), t->at,
                      lc_token_shown(t), t->at);
    return number(t, 0);
}

static lc_phrase parse_primary(lc_parser *p) {
    const lc_token *t = lc_parse_peek(p);
    lc_phrase made = number(t, 0);
    if (!lc_parse_work(p, 1) || !lc_parse_deeper(p)) return made;
    if (t->kind == LC_T_NUMBER) made = number(t, lc_parse_take(p)->number);
    else if (lc_parse_accept(p, "k")) made = number(t, p->scope->length);
    else if (lc_parse_sees(p, "#") || lc_parse_sees(p, "total")) made = parse_count(p, lc_parse_sees(p, "total"));
    else if (lc_parse_sees(p, "sum")) made = parse_index_sum(p);
    else if (lc_parse_sees(p, "true") || lc_parse_sees(p, "false")) {
        bool yes = lc_token_is(lc_parse_take(p), "true");
        made = (lc_phrase){.at = t, .formula = lc_true(p->scope, yes)};
    } else if (lc_parse_accept(p, "(")) {
        made = lc_parse_formula(p);
        lc_parse_expect(p, ")", "to close a bracket");
        made.at = t;
    } else if (t->kind == LC_T_NAME && !lc_formula_reserved(t->at, t->length)) made = parse_name(p, t);
    else if (t->kind == LC_T_END) lc_parse_fail(p, t, "something is missing at the end of the formula");
    else lc_parse_fail(p, t, "'%.*s' cannot stand here", lc_token_shown(t), t->at);
    p->depth--;
    return made;
}

static lc_phrase parse_product(lc_parser *p) {
    lc_phrase left = parse_primary(p);
    while (lc_parse_work(p, 1) && lc_parse_accept(p, "*")) {
        lc_term a = lc_phrase_term(p, left), b = lc_phrase_term(p, parse_primary(p));
        if (a.count && b.count) lc_parse_fail(p, left.at, "only a number can be multiplied by a count");
        growing g = {.start = p->counts.count, .at = left.at};
        if (p->status == LINCE_DONE) grow(p, &g, a.count ? a : b, a.count ? b.number : a.number);
        left = grown(p, &g);
    }
    return left;
}

lc_phrase lc_parse_sum(lc_parser *p) {
    const lc_token *at = lc_parse_peek(p);
    bool negative = lc_parse_accept(p, "-");
    lc_phrase left = parse_product(p);
    if (!negative && !lc_parse_sees(p, "+") && !lc_parse_sees(p, "-")) return left;
    growing g = {.start = p->counts.count, .at = at};
    lc_term first = lc_phrase_term(p, left);
    if (p->status == LINCE_DONE) grow(p, &g, first, negative ? -1 : 1);
    while (lc_parse_work(p, 1) && (lc_parse_sees(p, "+") || lc_parse_sees(p, "-"))) {
        int64_t times = lc_parse_accept(p, "-") ? -1 : lc_parse_accept(p, "+");
        /* The product may hold sums of its own, which use p->counts above the present entries. */
        lc_term t = lc_phrase_term(p, parse_product(p));
        if (p->status == LINCE_DONE) grow(p, &g, t, times);
    }
    return grown(p, &g);
}
