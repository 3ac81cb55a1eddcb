#include "explore/scenario.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- symbols ---- */

static const char symbols[LC_SYMBOLS][8] = {"", "nil", "true", "false", "ok", "EMPTY", "NONE", "CLOSED"};

const char *lc_symbol_name(int64_t value) {
    for (int i = 1; i < LC_SYMBOLS; i++)
        if (value == lince_symbol_value(i)) return symbols[i];
    return NULL;
}

bool lc_symbol_find(const char *name, size_t length, int64_t *value) {
    for (int i = 1; i < LC_SYMBOLS; i++)
        if (strlen(symbols[i]) == length && memcmp(symbols[i], name, length) == 0) {
            *value = lince_symbol_value(i);
            return true;
        }
    return false;
}

/* ---- printing ---- */

/* A buffer that counts on when it is full. */
typedef struct printer {
    char *text;
    size_t size, length;
} printer;

__attribute__((format(printf, 2, 3))) static void put(printer *p, const char *format, ...) {
    size_t room = p->length < p->size ? p->size - p->length : 0;
    va_list args;
    va_start(args, format);
    int length = vsnprintf(room ? p->text + p->length : NULL, room, format, args);
    va_end(args);
    assert(length >= 0);
    p->length += (size_t)length;
}

static void put_calls(printer *p, const lc_test *test, const lc_scenario_part *part) {
    for (unsigned i = 0; i < part->count; i++) {
        const lc_scenario_call *call = &part->calls[i];
        const lc_op *op = &test->ops[call->op];
        put(p, "%s%s(", i ? " " : "", op->name);
        for (unsigned k = 0; k < op->count; k++) {
            const char *symbol = lc_symbol_name(call->arguments[k]);
            if (symbol) put(p, "%s%s", k ? ", " : "", symbol);
            else put(p, "%s%lld", k ? ", " : "", (long long)call->arguments[k]);
        }
        put(p, ")");
    }
}

static void put_threads(printer *p, const lc_test *test, const lc_scenario *scenario) {
    switch (scenario->kind) {
    case LC_SCENARIO_PROGRAM: put(p, "main"); break;
    case LC_SCENARIO_FUNCTIONS: put(p, "threads"); break;
    case LC_SCENARIO_CALLS:
        for (unsigned i = 0; i < scenario->thread_count; i++) {
            if (i) put(p, " | ");
            put_calls(p, test, &scenario->threads[i]);
        }
    }
}

size_t lc_scenario_print(const lc_test *test, const lc_scenario *scenario, char *text, size_t size) {
    printer p = {text, size, 0};
    if (size) *text = 0;
    put_calls(&p, test, &scenario->before);
    if (scenario->before.count || scenario->after.count) put(&p, "; ");
    put_threads(&p, test, scenario);
    if (scenario->after.count) put(&p, "; ");
    put_calls(&p, test, &scenario->after);
    return p.length;
}

static size_t digits(long number) { return (size_t)snprintf(NULL, 0, "%ld", number); }

size_t lc_scenario_longest(const lc_test *test) {
    size_t longest = 0;
    for (unsigned i = 0; i < test->op_count; i++) {
        const lc_op *op = &test->ops[i];
        size_t length = strlen(op->name) + 2;
        for (unsigned k = 0; k < op->count; k++) {
            const lince_argument *a = &op->arguments[k];
            size_t low = digits(a->unique ? 1 : a->low),
                   high = digits(a->unique ? test->first_unique + LC_UNIQUES : a->high);
            length += (k ? 2 : 0) + (low > high ? low : high);
        }
        if (length > longest) longest = length;
    }
    /* A call with the blank or `; ` behind it; two calls before the threads; `| ` between threads. */
    return (longest + 2) * ((size_t)test->threads * (size_t)test->calls + 2) + 2 * (size_t)test->threads;
}

bool lc_calls_allowed(const lc_test *test, const lc_scenario_part *part, unsigned count) {
    lc_places places = test->protocol.first;
    for (unsigned i = 0; i < count; i++)
        if (!lc_protocol_step(&test->protocol, &places, part->calls[i].op)) return false;
    return true;
}

bool lc_scenario_allowed(const lc_test *test, const lc_scenario *s) {
    if (s->kind != LC_SCENARIO_CALLS) return true;
    if (!lc_calls_allowed(test, &s->before, s->before.count)) return false;
    if (!lc_calls_allowed(test, &s->after, s->after.count)) return false;
    for (unsigned i = 0; i < s->thread_count; i++)
        if (!lc_calls_allowed(test, &s->threads[i], s->threads[i].count)) return false;
    return true;
}
