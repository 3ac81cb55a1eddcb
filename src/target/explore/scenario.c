#include "target/explore/scenario.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

static void put_calls(printer *p, const lct_test *test, const lct_scenario_part *part) {
    for (unsigned i = 0; i < part->count; i++) {
        const lct_scenario_call *call = &part->calls[i];
        const lct_test_op *op = &test->ops[call->op];
        put(p, "%s%s(", i ? " " : "", op->name);
        for (unsigned k = 0; k < op->count; k++) {
            char value[64];
            lct_value_print(value, sizeof value, call->arguments[k]);
            put(p, "%s%s", k ? ", " : "", value);
        }
        put(p, ")");
    }
}

static void put_threads(printer *p, const lct_test *test, const lct_scenario *scenario) {
    switch (scenario->kind) {
    case LCT_SCENARIO_PROGRAM: put(p, "main"); break;
    case LCT_SCENARIO_FUNCTIONS: put(p, "threads"); break;
    case LCT_SCENARIO_CALLS:
        for (unsigned i = 0; i < scenario->thread_count; i++) {
            if (i) put(p, " | ");
            put_calls(p, test, &scenario->threads[i]);
        }
    }
}

size_t lct_scenario_print(const lct_test *test, const lct_scenario *scenario, char *text, size_t size) {
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

size_t lct_scenario_longest(const lct_test *test) {
    size_t longest = 0;
    for (unsigned i = 0; i < test->op_count; i++) {
        const lct_test_op *op = &test->ops[i];
        size_t length = strlen(op->name) + 2;
        for (unsigned k = 0; k < op->count; k++) {
            const lince_argument *a = &op->arguments[k];
            size_t low = digits(a->unique ? 1 : a->low),
                   high = digits(a->unique ? test->first_unique + LCT_UNIQUES : a->high);
            length += (k ? 2 : 0) + (low > high ? low : high);
        }
        if (length > longest) longest = length;
    }
    /* A call with the blank or `; ` behind it; two calls before the threads; `| ` between threads. */
    return (longest + 2) * ((size_t)test->threads * (size_t)test->calls + 2) + 2 * (size_t)test->threads;
}

bool lct_calls_follow(const lct_test *test, const lct_scenario_part *part, unsigned count, lct_course *course) {
    *course = lct_course_start(&test->protocol);
    for (unsigned i = 0; i < count; i++)
        if (!lct_course_step(&test->protocol, course, part->calls[i].op)) return false;
    return true;
}

const lct_protocol *lct_part_protocol(const lct_test *test, const lct_scenario_part *part) {
    static const lct_protocol none = {.count = 0};
    lct_course course;
    return lct_calls_follow(test, part, part->count, &course) ? &test->protocol : &none;
}

/* ---- its promises ---- */

static size_t form_part(const lct_test *test, const lct_scenario_part *part, uint8_t number, lct_form_call *to) {
    for (unsigned i = 0; i < part->count; i++) {
        const lct_test_op *op = &test->ops[part->calls[i].op];
        to[i] = (lct_form_call){.op = (int)part->calls[i].op, .part = number, .count = op->count};
        for (unsigned k = 0; k < op->count; k++)
            to[i].arguments[k] = (lct_form_argument){.kind = op->arguments[k].unique,
                                                     .value = part->calls[i].arguments[k],
                                                     .low = op->arguments[k].low,
                                                     .high = op->arguments[k].high};
    }
    return part->count;
}

unsigned lct_scenario_breaks(const lct_test *test, const lct_scenario *s) {
    static lct_form_call *calls LCT_STATE = NULL;
    if (s->kind != LCT_SCENARIO_CALLS) return 0;
    if (!calls) calls = lct_reserve((LCT_TEST_THREADS + 2) * LCT_TEST_CALLS * sizeof *calls);
    size_t count = form_part(test, &s->before, LCT_FORM_BEFORE, calls);
    for (unsigned i = 0; i < s->thread_count; i++)
        count += form_part(test, &s->threads[i], (uint8_t)(i + 1), calls + count);
    count += form_part(test, &s->after, LCT_FORM_AFTER, calls + count);
    lct_form form = {.protocol = &test->protocol,
                     .balanced = test->balanced,
                     .adding = test->adding,
                     .removing = test->removing,
                     .calls = calls,
                     .count = count};
    return lct_form_breaks(&form);
}
