/* Assertions. */
#include <string.h>

#include "base/spelling.h"
#include "lang/parse.h"

/* From `#assert` up to the semicolon on one line, without comments. */
static const char *text_of(lcm_parser *p, uint32_t first, uint32_t last) {
    size_t length = 0;
    for (uint32_t i = first; i < last; i++) length += p->tokens.at[i].length + 1;
    char *text = lcm_new(p, length + 1), *to = text;
    for (uint32_t i = first; i < last; i++) {
        const lcm_token *t = &p->tokens.at[i];
        if (i > first && t->at > t[-1].at + t[-1].length) *to++ = ' ';
        memcpy(to, t->at, t->length);
        to += t->length;
    }
    return text;
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    return at;
}

/* `// expect: ok` behind the semicolon. */
static const char *expectation(lcm_parser *p, const lcm_token *semicolon) {
    const char *end = p->model->text + p->model->length, *at = skip_blanks(semicolon->at + 1, end), *word;
    if (end - at < 2 || memcmp(at, "//", 2)) return NULL;
    at = skip_blanks(at + 2, end);
    if (end - at < 7 || memcmp(at, "expect:", 7)) return NULL;
    word = at = skip_blanks(at + 7, end);
    while (at < end && *at >= 'a' && *at <= 'z') at++;
    if (at == word) return NULL;
    char *copy = lcm_new(p, (size_t)(at - word) + 1);
    memcpy(copy, word, (size_t)(at - word));
    return copy;
}

/* ---- linearizes, progresses ---- */

/* A built-in name begins with a small letter; whether it exists is found out later. */
static void check_specification(lcm_parser *p, const lcm_token *name) {
    if (p->objects[name->name] != LCM_NOTHING || name->at[0] < 'A' || name->at[0] > 'Z') return;
    lc_nearest near = {.word = lcm_name(p, name)};
    for (uint32_t i = 0; i < p->model->objects.count; i++) lc_nearest_offer(&near, p->model->objects.at[i].name);
    if (near.best) lcm_fail(p, name, "there is no object '%s'; did you mean '%s'?", near.word, near.best);
    lcm_fail(p, name, "there is no object '%s'; declare it, `object %s {...}`", near.word, near.word);
}

/* The rest of `cas-register`; false: that was all. */
static bool accept_hyphen(lcm_parser *p) {
    const lcm_token *hyphen = lcm_peek(p), *before = hyphen - 1, *after = hyphen + 1;
    if (!lcm_token_is(hyphen, "-") || before->at + before->length != hyphen->at || after->kind != LCM_T_NAME)
        return false;
    p->next += 2;
    return true;
}

/* The name of an object, or of a built-in one: `queue:capacity=2`, `cas-register`, and also `channel`, which is a word
 * of the language elsewhere. */
static void parse_specification(lcm_parser *p, lcm_assertion *a) {
    uint32_t first = p->next;
    if (lcm_accept(p, "channel")) a->specification = "channel";
    else {
        const lcm_token *name = lcm_expect_name(p, "the name of an object");
        a->specification = lcm_name(p, name);
        check_specification(p, name);
    }
    while (accept_hyphen(p)) a->specification = text_of(p, first, p->next);
    if (!lcm_sees(p, ":")) return;
    do {
        lcm_take(p);
        lcm_expect_name(p, "the name of a parameter");
        lcm_expect(p, "=", "before the value of a parameter");
        lcm_accept(p, "-");
        const lcm_token *value = lcm_take(p);
        if (value->kind != LCM_T_NUMBER && value->kind != LCM_T_NAME)
            lcm_fail(p, value, "the value of a parameter is a number or a name, not '%.*s'", lcm_token_shown(value),
                     value->at);
    } while (lcm_sees(p, ","));
    a->specification = text_of(p, first, p->next);
}

static const lcm_object *object_of(const lcm_parser *p, const lcm_assertion *a) {
    for (uint32_t i = 0; i < p->model->objects.count; i++)
        if (!strcmp(p->model->objects.at[i].name, a->specification)) return &p->model->objects.at[i];
    return NULL;
}

static void check_operation(lcm_parser *p, const lcm_token *at, const lcm_object *o, const char *name) {
    lc_nearest near = {.word = name};
    for (uint32_t i = 0; o && i < o->operation_count; i++) {
        if (!strcmp(o->operations[i].name, name)) return;
        lc_nearest_offer(&near, o->operations[i].name);
    }
    if (!o) return;
    if (near.best) lcm_fail(p, at, "'%s' has no operation '%s'; did you mean '%s'?", o->name, name, near.best);
    lcm_fail(p, at, "'%s' has no operation '%s'", o->name, name);
}

/* `pop_lin`, or `take = pop`. */
static lcm_point *parse_point(lcm_parser *p, const lcm_object *o) {
    static const char suffix[] = "_lin";
    const lcm_token *name = lcm_expect_name(p, "an event"), *operation = name;
    lcm_point *point = lcm_make(p, lcm_point);
    point->event = lcm_event_number(p, name->at, name->length);
    point->place = lcm_place_of(name);
    if (!p->does.at[point->event]) lcm_fail(p, name, "no process does '%s'", lcm_name(p, name));
    if (lcm_accept(p, "=")) {
        operation = lcm_expect_name(p, "the name of an operation");
        point->operation = lcm_name(p, operation);
    } else {
        size_t length = name->length, end = sizeof suffix - 1;
        if (length <= end || memcmp(name->at + length - end, suffix, end))
            lcm_fail(p, name, "name the operation that '%s' is a point of, as in `%s = pop`", lcm_name(p, name),
                     lcm_name(p, name));
        char *copy = lcm_new(p, length - end + 1);
        memcpy(copy, name->at, length - end);
        point->operation = copy;
    }
    check_operation(p, operation, o, point->operation);
    return point;
}

static void parse_points(lcm_parser *p, lcm_assertion *a) {
    lcm_list points = {0};
    lcm_expect(p, "points", "after `at`");
    lcm_expect(p, "{", "before the points");
    do lcm_list_add(p, &points, parse_point(p, object_of(p, a)));
    while (lcm_accept(p, ","));
    lcm_expect(p, "}", "after the points");
    a->point_count = points.count;
    a->points = lcm_new(p, points.count * sizeof *a->points);
    for (uint32_t i = 0; i < points.count; i++) a->points[i] = *(lcm_point *)points.at[i];
}

/* ---- assertions ---- */

/* `x > 0 with min(y)` */
static void parse_reaches(lcm_parser *p, lcm_assertion *a) {
    a->condition = lcm_parse_expr(p);
    if (!lcm_accept(p, "with")) return;
    uint32_t first = p->next;
    const lcm_token *t = lcm_take(p);
    a->best = lcm_token_is(t, "min") ? LCM_MIN : LCM_MAX;
    if (!lcm_token_is(t, "min") && !lcm_token_is(t, "max"))
        lcm_fail(p, t, "`with min(x)` or `with max(x)` belongs here, not '%.*s'", lcm_token_shown(t), t->at);
    lcm_expect(p, "(", "before the expression to be the smallest or largest");
    a->value = lcm_parse_expr(p);
    lcm_expect(p, ")", "after the expression to be the smallest or largest");
    a->best_text = text_of(p, first, p->next);
}

static void parse_refines(lcm_parser *p, lcm_assertion *a) {
    if (lcm_accept(p, "<")) {
        const lcm_token *t = lcm_take(p);
        if (lcm_token_is(t, "F")) a->kind = LCM_A_REFINES_F;
        else if (lcm_token_is(t, "FD")) a->kind = LCM_A_REFINES_FD;
        else if (!lcm_token_is(t, "T"))
            lcm_fail(p, t,
                     "refines<T> is about traces, refines<F> about failures, refines<FD> about failures and "
                     "divergences; there is no refines<%.*s>",
                     lcm_token_shown(t), t->at);
        lcm_expect(p, ">", "after the kind of refinement");
    }
    a->other = lcm_parse_process(p);
}

static void parse_property(lcm_parser *p, lcm_assertion *a) {
    static const struct {
        const char *name;
        lcm_assertion_kind kind;
    } rows[] = {{"deadlockfree", LCM_A_DEADLOCKFREE},
                {"divergencefree", LCM_A_DIVERGENCEFREE},
                {"deterministic", LCM_A_DETERMINISTIC},
                {"nonterminating", LCM_A_NONTERMINATING},
                {"reaches", LCM_A_REACHES},
                {"|=", LCM_A_LTL},
                {"refines", LCM_A_REFINES},
                {"linearizes", LCM_A_LINEARIZES},
                {"progresses", LCM_A_PROGRESSES}};
    const lcm_token *t = lcm_take(p);
    lc_nearest near = {.word = t->kind == LCM_T_NAME ? lcm_name(p, t) : ""};
    uint32_t row = 0;
    for (; row < sizeof rows / sizeof *rows && !lcm_token_is(t, rows[row].name); row++)
        lc_nearest_offer(&near, rows[row].name);
    if (row == sizeof rows / sizeof *rows) {
        if (near.best)
            lcm_fail(p, t, "nothing is called '%s' that could be asserted; did you mean '%s'?", near.word, near.best);
        lcm_fail(p, t,
                 "a property belongs here: deadlockfree, divergencefree, deterministic, nonterminating, reaches, "
                 "|=, refines, linearizes or progresses, not '%.*s'",
                 lcm_token_shown(t), t->at);
    }
    a->kind = rows[row].kind;
    if (a->kind == LCM_A_REACHES) parse_reaches(p, a);
    else if (a->kind == LCM_A_LTL) a->formula = lcm_parse_ltl(p);
    else if (a->kind == LCM_A_REFINES) parse_refines(p, a);
    else if (a->kind == LCM_A_LINEARIZES || a->kind == LCM_A_PROGRESSES) parse_specification(p, a);
    if (a->kind == LCM_A_LINEARIZES && lcm_accept(p, "at")) parse_points(p, a);
}

void lcm_parse_assertion(lcm_parser *p, const lcm_item *item) {
    lcm_assertion a = {.place = lcm_place_of(&p->tokens.at[item->first])};
    p->next = item->first + 2;
    p->assertion = true;
    a.process = lcm_parse_process(p);
    parse_property(p, &a);
    uint32_t end = p->next;
    const lcm_token *semicolon = lcm_expect(p, ";", "after an assertion");
    p->assertion = false;
    p->depth = 0;
    a.text = text_of(p, item->first, end);
    a.expected = expectation(p, semicolon);
    lcm_add(p, &p->model->assertions, a);
}
