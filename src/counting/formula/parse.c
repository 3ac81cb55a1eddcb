/* Formulas, by recursive descent.  A formula that is meant for each value of an index is parsed that many times, and a
 * definition each time it is used, with its parameters bound to their arguments. */
#include "counting/formula/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "counting/formula/parse_parts.h"

static const char *const words[] = {"exists", "forall",  "some",  "all",    "sum",      "in",
                                    "let",    "not",     "and",   "or",     "true",     "false",
                                    "k",      "divides", "total", "adding", "removing", "taking"};
enum { WORDS = sizeof words / sizeof *words };

const char *const lc_group_names[] = {[LC_ITSELF] = NULL, "adding", "removing", "taking"};

bool lc_formula_reserved(const char *name, size_t length) {
    for (size_t i = 0; i < WORDS; i++)
        if (strlen(words[i]) == length && memcmp(words[i], name, length) == 0) return true;
    for (unsigned p = 0; p < LC_PREDICATE_COUNT; p++)
        if (strlen(lc_predicate_name(p)) == length && memcmp(lc_predicate_name(p), name, length) == 0) return true;
    return false;
}

/* ---- going on ---- */

void lc_parse_fail(lc_parser *p, const lc_token *at, const char *format, ...) {
    if (p->status != LINCE_DONE) return;
    char message[300];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    p->status = lc_fail_at_token(p->error, p->file, at, "%s", message);
    p->next = p->tokens.count - 1;
}

const lc_token *lc_parse_take(lc_parser *p) {
    const lc_token *t = lc_parse_peek(p);
    if (t->kind != LC_T_END) p->next++;
    return t;
}

bool lc_parse_accept(lc_parser *p, const char *text) {
    if (!lc_parse_sees(p, text)) return false;
    lc_parse_take(p);
    return true;
}

void lc_parse_expect(lc_parser *p, const char *text, const char *where) {
    const lc_token *t = lc_parse_peek(p);
    if (lc_parse_accept(p, text)) return;
    if (t->kind == LC_T_END) lc_parse_fail(p, t, "the formula ends where '%s' belongs %s", text, where);
    else lc_parse_fail(p, t, "'%s' belongs here, %s, not '%.*s'", text, where, lc_token_shown(t), t->at);
}

bool lc_parse_deeper(lc_parser *p) {
    if (p->status != LINCE_DONE) return false;
    if (p->depth == LC_PARSE_DEPTH) {
        lc_parse_fail(p, lc_parse_peek(p), "this is nested too deeply; %d levels are the most", LC_PARSE_DEPTH);
        return false;
    }
    p->depth++;
    return true;
}

bool lc_parse_work(lc_parser *p, uint32_t parts) {
    if (lc_exhausted(p->budget)) p->status = p->status == LINCE_DONE ? LINCE_OUT_OF_MEMORY : p->status;
    if (p->status != LINCE_DONE) {
        p->next = p->tokens.count - 1;
        return false;
    }
    if (p->work <= LC_PARSE_WORK) p->work += parts;
    if (p->work > LC_PARSE_WORK)
        lc_parse_fail(p, lc_parse_peek(p), "spelled out, the formula is too large; use smaller ranges or length");
    return p->status == LINCE_DONE;
}

const lc_meant *lc_parse_meaning(const lc_parser *p, const lc_token *name) {
    for (uint32_t i = p->meant.count; i-- > p->floor;) {
        const lc_token *other = p->meant.at[i].name;
        if (other->length == name->length && memcmp(other->at, name->at, name->length) == 0) return &p->meant.at[i];
    }
    return NULL;
}

/* Fails if it is a sum. */
static const lc_formula *formula_of(lc_parser *p, lc_phrase f) {
    if (f.is_term) lc_parse_fail(p, f.at, "a number is no formula; compare it, as in `... >= 1`");
    return f.is_term ? NULL : f.formula;
}

static lc_phrase formula(const lc_token *at, const lc_formula *f) { return (lc_phrase){.at = at, .formula = f}; }

/* ---- predicates, comparisons ---- */

static lc_phrase parse_predicate(lc_parser *p, lc_predicate which) {
    const lc_token *at = lc_parse_take(p);
    lc_subject about[LC_PREDICATE_ARITY_MAX] = {{0}};
    uint32_t arity = lc_predicate_arity(which);
    lc_parse_expect(p, "(", "before the arguments of a predicate");
    for (uint32_t i = 0; i < arity; i++) {
        if (i) lc_parse_expect(p, ",", "because this predicate is about two labels");
        const lc_token *subject = lc_parse_peek(p);
        about[i] = lc_parse_subject(p);
        if (about[i].group != LC_ITSELF && which != LC_P_before)
            lc_parse_fail(p, subject, "%s(...) can be counted and compared with `before`; '%s' is about one label",
                          lc_group_names[about[i].group], lc_predicate_name(which));
    }
    lc_parse_expect(p, ")", arity == 1 ? "because this predicate is about one label" : "after two labels");
    return formula(at, p->status == LINCE_DONE ? lc_holds(p->scope, which, about) : NULL);
}

static lc_term plus_one(lc_parser *p, const lc_token *at, lc_term t) {
    if (__builtin_add_overflow(t.number, 1, &t.number)) lc_parse_fail(p, at, "this number is too large");
    return t;
}

static lc_phrase parse_comparison(lc_parser *p) {
    lc_phrase left = lc_parse_sum(p);
    const lc_token *sign = lc_parse_peek(p);
    static const char *const signs[] = {"<=", "<", "=", "!=", ">=", ">", "divides"};
    enum { AT_MOST, LESS, EQUAL, DIFFERENT, AT_LEAST, MORE, DIVIDES, SIGNS } which = 0;
    while (which < SIGNS && !lc_token_is(sign, signs[which])) which++;
    if (which == SIGNS) return left;
    lc_parse_take(p);
    lc_term l = lc_phrase_term(p, left), r = lc_phrase_term(p, lc_parse_sum(p));
    if (which == DIVIDES && (l.count || l.number < 1))
        lc_parse_fail(p, left.at, "the divisor is a number above 0, as in `2 divides #(x, 0, 0)`");
    if (which == LESS) l = plus_one(p, sign, l);
    if (which == MORE) r = plus_one(p, sign, r);
    if (p->status != LINCE_DONE) return formula(left.at, NULL);
    lc_scope *s = p->scope;
    switch (which) {
    case AT_MOST:
    case LESS: return formula(left.at, lc_at_most(s, l, r));
    case AT_LEAST:
    case MORE: return formula(left.at, lc_at_most(s, r, l));
    case EQUAL: return formula(left.at, lc_equal(s, l, r));
    case DIFFERENT: return formula(left.at, lc_not(s, lc_equal(s, l, r)));
    default: return formula(left.at, lc_divides(s, l.number, r));
    }
}

/* ---- quantifiers ---- */

/* A name that no variable has that is bound here, below `floor` included: then no name is ambiguous. */
static uint32_t new_variable(lc_parser *p, const lc_token *name) {
    lince_text text = {0};
    lc_text_add(&text, name->at, name->length);
    for (uint32_t i = 0, suffix = 2; i < p->meant.count; i++) {
        const lc_meant *m = &p->meant.at[i];
        if (m->index || m->subject.constant || strcmp(p->scope->names.at[m->subject.number], lc_text(&text))) continue;
        lc_text_clear(&text);
        lc_text_printf(&text, "%.*s_%u", (int)name->length, name->at, suffix++);
        i = UINT32_MAX; /* once more from the beginning */
    }
    uint32_t variable = lc_scope_variable(p->scope, lc_text(&text));
    lc_text_free(&text);
    return variable;
}

static void name_must_be_free(lc_parser *p, const lc_token *name) {
    if (name->kind != LC_T_NAME) lc_parse_fail(p, name, "a name belongs here");
    else if (lc_formula_reserved(name->at, name->length))
        lc_parse_fail(p, name, "'%.*s' is a word of the language and cannot be a name", lc_token_shown(name), name->at);
}

static lc_phrase parse_quantifier(lc_parser *p, bool all) {
    const lc_token *at = lc_parse_take(p);
    uint32_t before = p->meant.count;
    do {
        const lc_token *name = lc_parse_take(p);
        name_must_be_free(p, name);
        if (p->status != LINCE_DONE) break;
        lc_meant m = {.name = name, .subject = {.number = new_variable(p, name)}};
        (void)lc_push(p->budget, &p->meant, m);
    } while (lc_parse_work(p, 1) && lc_parse_accept(p, ","));
    lc_parse_expect(p, ".", "after the variables");
    const lc_formula *f = formula_of(p, lc_parse_formula(p));
    if (p->status != LINCE_DONE) return formula(at, NULL);
    if (all) f = lc_not(p->scope, f);
    for (uint32_t i = p->meant.count; i-- > before;) f = lc_exists(p->scope, p->meant.at[i].subject.number, f);
    p->meant.count = before;
    return formula(at, all ? lc_not(p->scope, f) : f);
}

void lc_parse_range(lc_parser *p, lc_each_value *body, void *context) {
    const lc_token *name = lc_parse_take(p);
    name_must_be_free(p, name);
    lc_parse_expect(p, "in", "as in `i in 0..k-1.`");
    int64_t first = lc_parse_number(p);
    lc_parse_expect(p, "..", "as in `i in 0..k-1.`");
    int64_t last = lc_parse_number(p);
    lc_parse_expect(p, ".", "after the range");
    uint32_t start = p->next, end = start;
    bool dry = p->dry;
    if (first > last || dry) {
        p->dry = true;
        last = first;
    }
    for (int64_t i = first; lc_parse_work(p, 1) && i <= last; i++) {
        p->next = start;
        if (!lc_push(p->budget, &p->meant, (lc_meant){.name = name, .index = true, .number = i})) break;
        body(p, context);
        p->meant.count--;
        end = p->next;
        if (i == INT64_MAX) break;
    }
    p->dry = dry;
    if (p->status == LINCE_DONE) p->next = end;
}

/* Formulas to be joined. */
typedef struct joined {
    LC_VEC(const lc_formula *) of;
} joined;

static void add_formula(lc_parser *p, void *context) {
    joined *j = context;
    bool dry = p->dry;
    const lc_formula *f = formula_of(p, lc_parse_formula(p));
    if (p->status == LINCE_DONE && !dry) (void)lc_push(p->budget, &j->of, f);
}

static lc_phrase join(lc_parser *p, const lc_token *at, joined *j, bool all) {
    const lc_formula *f = NULL;
    if (p->status == LINCE_DONE && !lc_exhausted(p->budget))
        f = all ? lc_and(p->scope, j->of.at, j->of.count) : lc_or(p->scope, j->of.at, j->of.count);
    lc_vec_free(p->budget, &j->of);
    return formula(at, f);
}

static lc_phrase parse_index_form(lc_parser *p, bool all) {
    const lc_token *at = lc_parse_take(p);
    joined j = {{0}};
    lc_parse_range(p, add_formula, &j);
    return join(p, at, &j, all);
}

/* ---- connectives ---- */

static lc_phrase parse_not(lc_parser *p) {
    const lc_token *at = lc_parse_peek(p);
    lc_phrase f = {.at = at};
    if (!lc_parse_deeper(p)) return f;
    if (lc_parse_accept(p, "not")) {
        const lc_formula *inside = formula_of(p, parse_not(p));
        f.formula = lc_not(p->scope, inside);
    } else if (lc_parse_sees(p, "exists") || lc_parse_sees(p, "forall"))
        f = parse_quantifier(p, lc_parse_sees(p, "forall"));
    else if (lc_parse_sees(p, "some") || lc_parse_sees(p, "all")) f = parse_index_form(p, lc_parse_sees(p, "all"));
    else {
        unsigned which = 0;
        while (which < LC_PREDICATE_COUNT && !lc_parse_sees(p, lc_predicate_name(which))) which++;
        f = which < LC_PREDICATE_COUNT ? parse_predicate(p, which) : parse_comparison(p);
    }
    p->depth--;
    return f;
}

static lc_phrase parse_and(lc_parser *p) {
    lc_phrase first = parse_not(p);
    if (!lc_parse_sees(p, "and")) return first;
    joined j = {{0}};
    (void)lc_push(p->budget, &j.of, formula_of(p, first));
    while (lc_parse_work(p, 1) && lc_parse_accept(p, "and"))
        (void)lc_push(p->budget, &j.of, formula_of(p, parse_not(p)));
    return join(p, first.at, &j, true);
}

lc_phrase lc_parse_formula(lc_parser *p) {
    lc_phrase first = parse_and(p);
    if (!lc_parse_sees(p, "or")) return first;
    joined j = {{0}};
    (void)lc_push(p->budget, &j.of, formula_of(p, first));
    while (lc_parse_work(p, 1) && lc_parse_accept(p, "or"))
        (void)lc_push(p->budget, &j.of, formula_of(p, parse_and(p)));
    return join(p, first.at, &j, false);
}

/* ---- definitions ---- */

const lc_let *lc_parse_let(const lc_parser *p, const lc_token *name) {
    for (uint32_t i = p->visible; i-- > 0;) {
        const lc_token *other = p->lets.at[i].name;
        if (other->length == name->length && memcmp(other->at, name->at, name->length) == 0) return &p->lets.at[i];
    }
    return NULL;
}

static void parse_definition(lc_parser *p) {
    lc_let let = {.name = lc_parse_take(p)};
    name_must_be_free(p, let.name);
    if (lc_parse_accept(p, "(")) {
        let.params = p->next;
        do {
            name_must_be_free(p, lc_parse_take(p));
            let.param_count++;
        } while (p->status == LINCE_DONE && lc_parse_accept(p, ","));
        lc_parse_expect(p, ")", "after the parameters");
    }
    lc_parse_expect(p, "=", "before its definition");
    let.body = p->next;
    while (lc_parse_peek(p)->kind != LC_T_END && !lc_parse_sees(p, ";")) p->next++;
    let.end = p->next;
    lc_parse_expect(p, ";", "after a definition");
    (void)lc_push(p->budget, &p->lets, let);
    p->visible = p->lets.count;
}

lince_status lc_formula_parse(const lc_formula **out, lc_scope *scope, const char *file, const char *text,
                              size_t length, lince_error *error) {
    lc_parser p = {.scope = scope, .budget = scope->arena.budget, .file = file, .error = error};
    *out = NULL;
    p.status = lc_lex(&p.tokens, file, text, length, p.budget, error);
    if (p.status == LINCE_DONE) {
        while (p.status == LINCE_DONE && lc_parse_accept(&p, "let")) parse_definition(&p);
        *out = formula_of(&p, lc_parse_formula(&p));
        const lc_token *rest = lc_parse_peek(&p);
        if (rest->kind != LC_T_END)
            lc_parse_fail(&p, rest, "'%.*s' is too much; the formula is complete before it", lc_token_shown(rest),
                          rest->at);
    }
    if (p.status == LINCE_DONE && !*out) p.status = LINCE_OUT_OF_MEMORY;
    if (p.status != LINCE_DONE) *out = NULL;
    lc_vec_free(p.budget, &p.tokens);
    lc_vec_free(p.budget, &p.meant);
    lc_vec_free(p.budget, &p.lets);
    lc_vec_free(p.budget, &p.counts);
    return p.status;
}
