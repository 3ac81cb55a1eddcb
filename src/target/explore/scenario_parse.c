/* The text of a scenario, see scenario.h.  Every error names the column (in bytes, from 1) where the text stops making
 * sense. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "target/explore/scenario.h"

typedef struct parser {
    const lct_test *test;
    const char *text, *at;
    char *error;
    size_t size;
} parser;

__attribute__((format(printf, 3, 4))) static bool wrong(const parser *p, const char *where, const char *format, ...) {
    int length = snprintf(p->error, p->size, "column %td: ", where - p->text + 1);
    if (length < 0 || (size_t)length >= p->size) return false;
    va_list args;
    va_start(args, format);
    vsnprintf(p->error + length, p->size - (size_t)length, format, args);
    va_end(args);
    return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static char peek(parser *p) {
    while (is_blank(*p->at)) p->at++;
    return *p->at;
}

static bool take(parser *p, char c) {
    if (peek(p) != c) return false;
    p->at++;
    return true;
}

/* A name, a number or a symbol: everything up to a blank or a sign. */
static size_t take_word(parser *p) {
    peek(p);
    const char *from = p->at;
    while (*p->at && !is_blank(*p->at) && !strchr("(),;|", *p->at)) p->at++;
    return (size_t)(p->at - from);
}

/* For messages: how much of a word is shown. */
static int shown(size_t length) { return length < LCT_OP_NAME ? (int)length : LCT_OP_NAME; }

/* The text found here instead of the expected one. */
static bool expected(parser *p, const char *what) {
    if (!peek(p)) return wrong(p, p->at, "expected %s, found the end", what);
    const char *from = p->at;
    size_t length = take_word(p);
    return wrong(p, from, "expected %s, found `%.*s`", what, shown(length ? length : 1), from);
}

/* ---- one call ---- */

static bool parse_argument(parser *p, const lct_test_op *op, int64_t *value) {
    peek(p);
    const char *from = p->at;
    size_t length = take_word(p);
    if (!length) return expected(p, "an argument");
    if (!lct_value_find(from, length, value))
        return wrong(p, from, "`%.*s` is no argument: a number of 64 bits, nil, true, false, ok, EMPTY, NONE or CLOSED",
                     shown(length), from);
    if (!op->wide && (*value < INT_MIN || *value > INT_MAX))
        return wrong(p, from, "`%.*s` does not fit the int that %s takes", shown(length), from, op->name);
    return true;
}

static bool parse_arguments(parser *p, const lct_test_op *op, const char *name, lct_scenario_call *call) {
    unsigned count = 0;
    if (!take(p, '(')) return expected(p, "`(`");
    if (!take(p, ')')) {
        do {
            int64_t value;
            if (!parse_argument(p, op, &value)) return false;
            if (count < LCT_ARGUMENTS) call->arguments[count] = value;
            count++;
        } while (take(p, ','));
        if (!take(p, ')')) return expected(p, "`,` or `)`");
    }
    if (count != op->count)
        return wrong(p, name, "%s takes %u argument%s, not %u", op->name, op->count, op->count == 1 ? "" : "s", count);
    return true;
}

static bool unknown(parser *p, const char *name, size_t length) {
    if (!p->test->op_count)
        return wrong(p, name, "there is no operation `%.*s`: the test declares none", shown(length), name);
    char known[256] = "";
    size_t used = 0;
    for (unsigned i = 0; i < p->test->op_count && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", p->test->ops[i].name);
    if (used >= sizeof known) strcpy(known + sizeof known - 4, "...");
    return wrong(p, name, "there is no operation `%.*s`: the test has %s", shown(length), name, known);
}

static bool parse_call(parser *p, lct_scenario_part *part) {
    peek(p);
    const char *name = p->at;
    size_t length = take_word(p);
    if (!length) return expected(p, "a call such as `push(1)`");
    int op = lct_op_find(p->test, name, length);
    if (op < 0) return unknown(p, name, length);
    if (part->count == LCT_TEST_CALLS)
        return wrong(p, name, "one call too many: there can be %d of one thread", LCT_TEST_CALLS);
    lct_scenario_call *call = &part->calls[part->count++];
    *call = (lct_scenario_call){.op = (unsigned)op};
    return parse_arguments(p, &p->test->ops[op], name, call);
}

/* ---- the parts ---- */

static bool at_end_of_part(parser *p) {
    char c = peek(p);
    return !c || c == ';' || c == '|';
}

/* The part that runs alone, possibly empty. */
static bool parse_alone(parser *p, lct_scenario_part *part, const char *advice) {
    while (!at_end_of_part(p))
        if (!parse_call(p, part)) return false;
    if (*p->at == '|') return wrong(p, p->at, "%s", advice);
    return true;
}

/* Is the whole part this word? */
static bool take_only(parser *p, const char *word) {
    const char *from = p->at;
    peek(p);
    const char *at = p->at;
    size_t length = take_word(p);
    if (length == strlen(word) && memcmp(at, word, length) == 0 && at_end_of_part(p)) return true;
    p->at = from;
    return false;
}

static bool parse_threads(parser *p, lct_scenario *scenario) {
    peek(p);
    const char *word = p->at;
    if (take_only(p, "threads")) {
        scenario->kind = LCT_SCENARIO_FUNCTIONS;
        scenario->thread_count = p->test->thread_count;
        if (!scenario->thread_count) return wrong(p, word, "the test has no lince_test_thread");
        return *p->at != '|' || wrong(p, p->at, "`threads` are all the threads there can be");
    }
    do {
        if (at_end_of_part(p)) return wrong(p, p->at, "a thread without calls");
        lct_describe_room(scenario->thread_count + 1);
        if (scenario->thread_count == LCT_TEST_THREADS)
            return wrong(p, p->at, "one thread too many: there can be %d", LCT_TEST_THREADS);
        lct_scenario_part *thread = &scenario->threads[scenario->thread_count++];
        thread->count = 0;
        do {
            if (!parse_call(p, thread)) return false;
        } while (!at_end_of_part(p));
    } while (take(p, '|'));
    return true;
}

static bool parse_parts(parser *p, lct_scenario *scenario) {
    const char *first = strchr(p->text, ';'), *second = first ? strchr(first + 1, ';') : NULL;
    const char *third = second ? strchr(second + 1, ';') : NULL;
    if (third) return wrong(p, third, "a third `;`: the parts are the calls before, the threads, and the calls after");
    if (first) {
        if (!parse_alone(p, &scenario->before,
                         "the calls before the first `;` run alone; if these are threads, begin with a `;`"))
            return false;
        take(p, ';');
    }
    if (!parse_threads(p, scenario)) return false;
    if (second) {
        take(p, ';');
        if (!parse_alone(p, &scenario->after, "the calls after the second `;` run alone")) return false;
    }
    assert(!peek(p));
    return true;
}

bool lct_scenario_parse(const lct_test *test, const char *text, lct_scenario *scenario, char *error, size_t size) {
    parser p = {test, text, text, error, size};
    scenario->kind = LCT_SCENARIO_CALLS;
    scenario->thread_count = scenario->before.count = scenario->after.count = 0;
    if (test->program) {
        scenario->kind = LCT_SCENARIO_PROGRAM;
        return (take_only(&p, "main") && !*p.at) ||
               wrong(&p, text, "the test is a program: its only scenario is `main`");
    }
    if (!peek(&p)) return wrong(&p, p.at, "nothing is called");
    if (!parse_parts(&p, scenario)) return false;
    if (lct_scenario_print(test, scenario, NULL, 0) >= LCT_SCENARIO_TEXT)
        return wrong(&p, p.at, "the scenario is too long: there can be %d characters", LCT_SCENARIO_TEXT - 1);
    return true;
}
