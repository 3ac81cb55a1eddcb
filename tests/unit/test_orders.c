/* Judging by golden runs in any order, against the built-in specifications on random histories: verdicts are the same
 * though only the orders of the threads were there at first; and without somebody to run others, nothing that may be
 * right is called wrong. */
#include "tap.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "report_support.h"
#include "spec/builtin/common.h"
#include "tester/oracle/orders.h"

enum { THREADS = 3, CALLS = 3, MOST = THREADS * CALLS + 2, PROGRAMS = 150, HISTORIES = 4 };

/* ---- the object: a queue or a stack, and what it does wrong ---- */

typedef struct container {
    bool stack;
    int at[MOST], count;
} container;

static int take(container *c, int which) {
    if (which >= c->count) return 0;
    int index = c->stack ? c->count - 1 - which : which, value = c->at[index];
    memmove(&c->at[index], &c->at[index + 1], (size_t)(c->count - index - 1) * sizeof *c->at);
    c->count--;
    return value;
}

/* ---- histories ---- */

static const char *const names[] = {"T1", "T2", "T3"};

/* add(call), or remove() for 0. */
static void call_it(lince_history *h, int thread, int call) {
    lince_value v = call ? lince_int(lince_history_values(h), call) : LINCE_NO_VALUE;
    lince_status status = lince_invoke(h, names[thread], NULL, call ? "add" : "remove", &v, call ? 1 : 0, NULL);
    assert(status == LINCE_DONE);
    (void)status;
}

static void return_it(lince_history *h, int thread, int call, int result) {
    lince_values *pool = lince_history_values(h);
    lince_value v = call ? LINCE_NO_VALUE : result ? lince_int(pool, result) : LINCE_EMPTY;
    lince_status status = lince_return(h, names[thread], &v, call ? 0 : 1, NULL);
    assert(status == LINCE_DONE);
    (void)status;
}

static void run_call(lince_history *h, container *c, int thread, int call) {
    int result = 0;
    if (call) c->at[c->count++] = call;
    else result = take(c, 0);
    call_it(h, thread, call);
    return_it(h, thread, call, result);
}

typedef struct program {
    int calls[THREADS][CALLS], count[THREADS];
    bool stack;
} program;

/* All orders that keep those of the threads; `order` is by thread. */
static void add_orders(const program *p, lcd_golden *g, int *at, int *order, int length) {
    bool last = true;
    for (int t = 0; t < THREADS; t++) {
        if (at[t] == p->count[t]) continue;
        last = false;
        at[t]++;
        order[length] = t;
        add_orders(p, g, at, order, length + 1);
        at[t]--;
    }
    if (!last) return;
    lince_history *h = lince_history_new();
    container c = {.stack = p->stack};
    int next[THREADS] = {0};
    for (int i = 0; i < length; i++) run_call(h, &c, order[i], p->calls[order[i]][next[order[i]]++]);
    bool added = lcd_golden_add(g, h);
    assert(added);
    (void)added;
    lince_history_free(h);
}

/* Removals take what is not first in turn, and may not see anything; some operations never return. */
static lince_history *concurrent(const program *p, uint64_t *seed) {
    lince_history *h = lince_history_new();
    container c = {.stack = p->stack};
    int at[THREADS] = {0}, result[THREADS] = {0}, stage[THREADS] = {0}; /* idle, called, took effect, stuck */
    for (int i = 0; i < 60; i++) {
        int t = (int)pick(seed, THREADS), call = at[t] < p->count[t] ? p->calls[t][at[t]] : -1;
        if (call < 0) continue;
        if (stage[t] == 0) {
            call_it(h, t, call);
            stage[t] = 1;
        } else if (stage[t] == 1) {
            if (call) c.at[c.count++] = call;
            else result[t] = take(&c, (int)pick(seed, 3));
            stage[t] = pick(seed, 25) ? 2 : 3;
        } else if (stage[t] == 2) {
            return_it(h, t, call, result[t]);
            stage[t] = 0;
            at[t]++;
        }
    }
    return h;
}

/* ---- running orders ---- */

typedef struct runner {
    bool stack;
    int waits; /* the object waits where there is nothing to remove, unless it is 0 */
    int runs;
} runner;

static lince_status run(void *context, lc_span texts, lcd_on_run *hear, void *hearer, bool *complete,
                        lince_error *error) {
    (void)error;
    runner *r = context;
    *complete = true;
    for (const char *text = texts.at; text < texts.at + texts.length; text += strlen(text) + 1) {
        lince_history *h = lince_history_new();
        container c = {.stack = r->stack};
        bool stuck = false;
        for (const char *at = text; *at && !stuck; at += strcspn(at, " "), at += strspn(at, " ")) {
            int call = 0;
            bool adds = sscanf(at, "add(%d)", &call) == 1;
            assert(adds || strncmp(at, "remove()", 8) == 0);
            stuck = !adds && !c.count && r->waits;
            if (!stuck) run_call(h, &c, 0, call);
        }
        r->runs++;
        if (!stuck && !hear(hearer, h)) return LINCE_OUT_OF_MEMORY; /* nothing is told of an order that is given up */
        lince_history_free(h);
    }
    return LINCE_DONE;
}

static void make_program(program *p, bool stack, uint64_t *seed) {
    int next = 1;
    p->stack = stack;
    for (int t = 0; t < THREADS; t++) {
        p->count[t] = 1 + (int)pick(seed, t ? 2 : CALLS);
        for (int c = 0; c < p->count[t]; c++) p->calls[t][c] = pick(seed, 2) ? 0 : next++;
    }
}

typedef struct tally {
    int agree, ok, wrong, unknown, all, runs;
} tally;

static void compare(tally *sum, bool stack, const char *factors, bool runs) {
    uint64_t seed = 4711;
    lince_specs *known = lince_specs_new();
    lince_spec plain = stack ? lc_spec_stack : lc_spec_queue; /* a copy, of which the checker knows nothing more */
    lince_status added = lince_specs_add_own(known, NULL, &plain, NULL);
    assert(added == LINCE_DONE);
    (void)added;
    for (int i = 0; i < PROGRAMS; i++) {
        program p;
        int at[THREADS] = {0}, order[MOST];
        make_program(&p, stack, &seed);
        lcd_golden *g = lcd_golden_new();
        add_orders(&p, g, at, order, 0);
        runner r = {.stack = stack};
        lcd_orders orders = {.run = runs ? run : NULL, .context = &r};
        lc_intern_init(&orders.callable, NULL);
        lc_intern_add(&orders.callable, "add", 3);
        lc_intern_add(&orders.callable, "remove", 6);
        uint64_t ran = 0;
        for (int again = 0; again < HISTORIES; again++) {
            lince_history *h = concurrent(&p, &seed);
            lince_check_options options = {
                .criterion = LINCE_QUASI, .factors = factors, .jobs = 1, .no_explanation = again % 2};
            lince_result *expected = NULL, *got = NULL;
            lince_verdict verdict = LINCE_VERDICT_UNKNOWN;
            lince_error error = {.message = ""};
            lcd_golden_know(g, "add");
            lcd_golden_know(g, "remove");
            if (lince_check(h, known, &options, &expected, &error) != LINCE_DONE ||
                lcd_orders_judge(&orders, g, &ran, h, &options, &verdict, &got, &error) != LINCE_DONE)
                printf("# %s\n", error.message);
            else {
                lince_verdict right = lince_result_verdict(expected);
                sum->agree += verdict == right;
                sum->ok += right == LINCE_VERDICT_OK;
                sum->wrong += right == LINCE_VERDICT_VIOLATION;
                sum->unknown += verdict == LINCE_VERDICT_UNKNOWN;
            }
            sum->all++;
            lince_result_free(expected);
            lince_result_free(got);
            lince_history_free(h);
        }
        sum->runs += r.runs;
        lc_intern_free(&orders.callable);
        lcd_golden_free(g);
    }
    lince_specs_free(known);
}

static const char *const factor_list[] = {"0", "1", "2", "3", "remove=1,add=0", "remove=2", "min"};
enum { FACTORS = sizeof factor_list / sizeof *factor_list };

static void test_verdicts(void) {
    for (int stack = 0; stack < 2; stack++)
        for (int f = 0; f < FACTORS; f++) {
            tally t = {0};
            compare(&t, stack, factor_list[f], true);
            expect(t.agree == t.all && !t.unknown, "%s, quasi:%s: %d of %d as by the specification (%d ok, %d wrong)",
                   stack ? "stack" : "queue", factor_list[f], t.agree, t.all, t.ok, t.wrong);
            expect(t.runs && t.ok > t.all / 20 && (f >= 3 || t.wrong > 5), "of both kinds; %d orders were run", t.runs);
        }
}

/* Nobody can run anything: what is ok and what is a violation then is one, and the rest is not known. */
static void test_unanswered(void) {
    for (int f = 0; f < 3; f++) {
        tally t = {0};
        compare(&t, true, factor_list[f], false);
        expect(t.agree + t.unknown == t.all && (f ? t.unknown : !t.unknown),
               "quasi:%s without runs: %d as by the specification, %d unknown", factor_list[f], t.agree, t.unknown);
    }
}

/* ---- by hand ---- */

static lince_verdict judge(lcd_orders *orders, lcd_golden *g, const char *factors, const char *text) {
    lince_history *h = history_of("test.hist", text);
    lince_check_options options = {.criterion = LINCE_QUASI, .factors = factors, .jobs = 1};
    lince_result *result = NULL;
    lince_verdict verdict = LINCE_VERDICT_UNKNOWN;
    uint64_t ran = 0;
    lince_error error = {.message = ""};
    if (lcd_orders_judge(orders, g, &ran, h, &options, &verdict, &result, &error) != LINCE_DONE)
        printf("# %s\n", error.message);
    lince_result_free(result);
    lince_history_free(h);
    return verdict;
}

static const char *const pops =
    "T1 invoke add(1)\nT1 return\nT1 invoke add(2)\nT1 return\nT1 invoke add(3)\nT1 return\n"
    "T1 invoke remove()\nT1 return 1\nT1 invoke remove()\nT1 return 2\n"
    "T1 invoke remove()\nT1 return 3\n";

static void test_stack(void) {
    runner r = {.stack = true};
    lcd_orders orders = {.run = run, .context = &r};
    program p = {.stack = true, .count = {3, 3}, .calls = {{1, 2, 3}, {0, 0, 0}}};
    int at[THREADS] = {0}, order[MOST];
    lcd_golden *g = lcd_golden_new();
    add_orders(&p, g, at, order, 0);
    lc_intern_init(&orders.callable, NULL);
    lc_intern_add(&orders.callable, "add", 3);
    expect(judge(&orders, g, "1", pops) == LINCE_VERDICT_UNKNOWN && orders.unanswered,
           "an operation that nobody can call leaves questions");
    lc_intern_add(&orders.callable, "remove", 6);
    expect(judge(&orders, g, "1", pops) == LINCE_VERDICT_OK, "push(2) before push(1): no thread has that order");
    expect(judge(&orders, g, "0", pops) == LINCE_VERDICT_VIOLATION, "as a stack it is wrong");
    lc_intern_free(&orders.callable);
    lcd_golden_free(g);
}

/* A removal waits for something to remove: an order in which it comes too early has no end, and the call no step. */
static void test_waiting(void) {
    runner r = {.waits = 1};
    lcd_orders orders = {.run = run, .context = &r};
    lcd_golden *g = lcd_golden_new();
    lince_history *h = history_of("golden.hist",
                                  "T1 invoke add(1)\nT1 return\nT1 invoke add(2)\nT1 return\n"
                                  "T1 invoke remove()\nT1 return 1\n");
    lcd_golden_add(g, h);
    lince_history_free(h);
    lc_intern_init(&orders.callable, NULL);
    lc_intern_add(&orders.callable, "add", 3);
    lc_intern_add(&orders.callable, "remove", 6);
    const char *second = "T1 invoke add(1)\nT1 return\nT1 invoke add(2)\nT1 return\nT1 invoke remove()\nT1 return 2\n";
    const char *third = "T1 invoke add(1)\nT1 return\nT1 invoke add(2)\nT1 return\nT1 invoke remove()\nT1 return 3\n";
    expect(judge(&orders, g, "1", second) == LINCE_VERDICT_OK, "the other order of additions explains it");
    expect(judge(&orders, g, "2", third) == LINCE_VERDICT_VIOLATION && r.runs > 2,
           "nothing explains what nobody added");
    int before = r.runs;
    expect(judge(&orders, g, "2", third) == LINCE_VERDICT_VIOLATION && r.runs == before, "nothing is run twice");
    lc_intern_free(&orders.callable);
    lcd_golden_free(g);
}

int main(void) {
    test_verdicts();
    test_unanswered();
    test_stack();
    test_waiting();
    return tap_end();
}
