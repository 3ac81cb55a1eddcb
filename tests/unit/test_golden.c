/* Specifications made of sequential histories: against the built-in queue on random histories whose every sequential
 * order was added, and by hand where operations block, objects differ or nothing fits. */
#include "tap.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "report_support.h"
#include "spec/spec.h"
#include "spec/specs.h"
#include "tester/oracle/golden.h"

enum { THREADS = 3, CALLS = 3, MOST = THREADS * CALLS, HISTORIES = 1500 };

/* Who calls what: enq(value) for 1 .. VALUES, deq for 0. */
typedef struct program {
    int calls[THREADS][CALLS], count[THREADS];
} program;

/* Values of every kind, made in an order of its own in each pool, so that handles do not agree by chance. */
enum { VALUES = 7 };
static lince_value make_value(lince_values *pool, int number) {
    lince_value inner[] = {lince_int(pool, 1), lince_string(pool, "1", 1)};
    switch (number) {
    case 1: return lince_int(pool, 1);
    case 2: return lince_string(pool, "1", 1);
    case 3: return lince_symbol(pool, "one", 3);
    case 4: return lince_int(pool, INT64_C(1) << 40);
    case 5: return lince_list(pool, inner, 2);
    case 6: return lince_list(pool, inner, 1);
    case 7: return lince_int(pool, -(INT64_C(1) << 40));
    default: return LINCE_EMPTY;
    }
}

static void call_it(lince_history *h, const char *thread, int value) {
    lince_value v = value ? make_value(lince_history_values(h), value) : LINCE_NO_VALUE;
    lince_status status = lince_invoke(h, thread, NULL, value ? "enq" : "deq", &v, value ? 1 : 0, NULL);
    assert(status == LINCE_DONE);
    (void)status;
}

static void return_it(lince_history *h, const char *thread, int called, int result) {
    lince_value v = called ? LINCE_NO_VALUE : make_value(lince_history_values(h), result);
    lince_status status = lince_return(h, thread, &v, called ? 0 : 1, NULL);
    assert(status == LINCE_DONE);
    (void)status;
}

static const char *const names[] = {"T1", "T2", "T3"};

/* Every order of the program's calls that keeps each thread's, with what a queue returns. */
typedef struct order {
    const program *p;
    lcd_golden *golden;
    int at[THREADS], queue[MOST], head, tail;
    struct {
        int thread, call, result;
    } done[MOST];
    int length, added;
} order;

static void add_order(order *o, uint64_t *seed) {
    lince_history *h = lince_history_new();
    for (uint32_t i = pick(seed, 8); i > 0; i--) make_value(lince_history_values(h), (int)pick(seed, VALUES) + 1);
    for (int i = 0; i < o->length; i++) {
        call_it(h, names[o->done[i].thread], o->done[i].call);
        return_it(h, names[o->done[i].thread], o->done[i].call, o->done[i].result);
    }
    assert(lcd_golden_add(o->golden, h));
    o->added++;
    lince_history_free(h);
}

static void all_orders(order *o, uint64_t *seed) {
    bool last = true;
    for (int t = 0; t < THREADS; t++) {
        if (o->at[t] == o->p->count[t]) continue;
        last = false;
        int call = o->p->calls[t][o->at[t]++], head = o->head, tail = o->tail;
        int result = call || o->head == o->tail ? 0 : o->queue[o->head++];
        if (call) o->queue[o->tail++] = call;
        o->done[o->length].thread = t;
        o->done[o->length].call = call;
        o->done[o->length++].result = result;
        int kept = tail < MOST ? o->queue[tail] : 0;
        all_orders(o, seed);
        if (tail < MOST) o->queue[tail] = kept;
        o->length--;
        o->at[t]--;
        o->head = head;
        o->tail = tail;
    }
    if (last) add_order(o, seed);
}

/* A concurrent history of the program: results are now and then wrong, some operations never return. */
static lince_history *concurrent(const program *p, uint64_t *seed) {
    lince_history *h = lince_history_new();
    for (uint32_t i = pick(seed, 8); i > 0; i--) make_value(lince_history_values(h), (int)pick(seed, VALUES) + 1);
    int at[THREADS] = {0}, queue[MOST + 1], result[THREADS] = {0}, head = 0, tail = 0;
    int stage[THREADS] = {0}; /* 0 idle, 1 called, 2 took effect, 3 stuck */
    for (int idle = 0; idle < 50; idle++) {
        int t = (int)pick(seed, THREADS), call = at[t] < p->count[t] ? p->calls[t][at[t]] : -1;
        if (call < 0) continue;
        if (stage[t] == 0) {
            call_it(h, names[t], call);
            stage[t] = 1;
        } else if (stage[t] == 1) {
            if (call) queue[tail++] = call;
            else result[t] = head < tail ? queue[head++] : 0;
            if (!call && !pick(seed, 12)) result[t] = (int)pick(seed, VALUES + 1);
            stage[t] = pick(seed, 15) ? 2 : 3;
        } else if (stage[t] == 2) {
            return_it(h, names[t], call, result[t]);
            stage[t] = 0;
            at[t]++;
        }
    }
    return h;
}

static lince_verdict judge(const lince_history *h, const lince_specs *specs) {
    lince_error error = {.message = ""};
    lince_result *result = NULL;
    lince_check_options options = {.no_explanation = true, .jobs = 1};
    if (lince_check(h, specs, &options, &result, &error) != LINCE_DONE) {
        printf("# %s\n", error.message);
        return LINCE_VERDICT_UNKNOWN;
    }
    lince_verdict verdict = lince_result_verdict(result);
    lince_result_free(result);
    return verdict;
}

static void test_against_queue(void) {
    lince_specs *queue = lince_specs_new();
    uint64_t seed = 20240611;
    int agree = 0, ok = 0, wrong = 0, orders = 0;
    assert(lince_specs_add(queue, "queue", NULL) == LINCE_DONE);
    for (int i = 0; i < HISTORIES; i++) {
        program p;
        for (int t = 0; t < THREADS; t++) {
            p.count[t] = 1 + (int)pick(&seed, t ? 2 : CALLS);
            for (int c = 0; c < p.count[t]; c++) p.calls[t][c] = pick(&seed, 2) ? 0 : 1 + (int)pick(&seed, VALUES);
        }
        order o = {.p = &p, .golden = lcd_golden_new()};
        all_orders(&o, &seed);
        lince_specs *golden = lince_specs_new();
        assert(lcd_golden_specify(o.golden, golden, NULL) == LINCE_DONE);
        for (int again = 0; again < 4; again++) {
            lince_history *h = concurrent(&p, &seed);
            lince_verdict expected = judge(h, queue), got = judge(h, golden);
            agree += expected == got;
            ok += expected == LINCE_VERDICT_OK;
            wrong += expected == LINCE_VERDICT_VIOLATION;
            lince_history_free(h);
        }
        orders += o.added;
        lince_specs_free(golden);
        lcd_golden_free(o.golden);
    }
    expect(agree == 4 * HISTORIES, "%d of %d histories are judged as by the queue (%d ok, %d wrong, %d orders added)",
           agree, 4 * HISTORIES, ok, wrong, orders);
    expect(ok > HISTORIES / 2 && wrong > HISTORIES / 2, "they are of both kinds");
    lince_specs_free(queue);
}

/* ---- by hand ---- */

static bool add(lcd_golden *g, const char *text) {
    lince_history *h = history_of("serial.hist", text);
    bool added = lcd_golden_add(g, h);
    lince_history_free(h);
    return added;
}

static lince_verdict judge_text(lcd_golden *g, const char *text) {
    lince_history *h = history_of("test.hist", text);
    lince_specs *specs = lince_specs_new();
    lince_error error;
    lince_verdict verdict = LINCE_VERDICT_UNKNOWN;
    if (lcd_golden_specify(g, specs, &error) == LINCE_DONE) verdict = judge(h, specs);
    lince_specs_free(specs);
    lince_history_free(h);
    return verdict;
}

#define OK        LINCE_VERDICT_OK
#define VIOLATION LINCE_VERDICT_VIOLATION
#define REFUSED   LINCE_VERDICT_UNKNOWN

static void test_blocking(void) {
    lcd_golden *g = lcd_golden_new();
    expect(add(g, "T1 invoke lock()\nT1 return\nT2 invoke lock()\n") &&
               add(g, "T2 invoke lock()\nT2 return\nT1 invoke lock()\n"),
           "serial histories may end with an operation that is blocked");
    const char *both = "T1 invoke lock()\nT2 invoke lock()\nT1 return\nT2 return\n";
    expect(judge_text(g, both) == VIOLATION, "two locks cannot both return");
    expect(judge_text(g, "T1 invoke lock()\nT2 invoke lock()\nT2 return\n") == OK, "one can");
    expect(add(g, "T1 invoke lock()\nT1 return\nT2 invoke lock()\nT2 return\n"), "more can be added");
    expect(judge_text(g, both) == OK, "and is then allowed");
    expect(!add(g, both), "operations that overlap are refused");
    expect(!add(g, "T1 invoke lock()\nT1 crash\nT2 invoke lock()\nT2 return\n"), "so is one that crashed midway");
    expect(add(g, "T1 invoke lock()\nT1 fail\nT2 invoke try()\nT2 return false\n"), "one that failed did not happen");
    expect(judge_text(g, "T2 invoke try()\nT2 return false\n") == OK, "so what follows it can come first");
    lcd_golden_free(g);
}

static void test_unheard(void) {
    lcd_golden *g = lcd_golden_new();
    expect(judge_text(g, "T1 invoke get()\nT1 return 0\n") == REFUSED,
           "there is no specification without any operation");
    expect(add(g, "T1 invoke get()\nT1 return 0\nT1 invoke take()\n"), "an operation that blocks at once");
    expect(judge_text(g, "T1 invoke get()\nT1 return 0\nT1 invoke take()\nT1 return 7\n") == VIOLATION,
           "is known, and a violation when it returns something");
    expect(judge_text(g, "T1 invoke get()\nT1 return\n") == VIOLATION, "a result that is missing is one too");
    expect(judge_text(g, "T1 invoke get(1)\nT1 return 0\n") == VIOLATION, "so is an argument that never was");
    expect(judge_text(g, "T1 invoke get()\nT1 return 0\nT1 invoke put(1)\nT1 return\n") == REFUSED,
           "an operation never heard of is an error");
    expect(lcd_golden_know(g, "put") && judge_text(g, "T1 invoke put(1)\nT1 return\n") == VIOLATION,
           "unless it was made known");
    lcd_golden_free(g);
}

static void test_objects(void) {
    lcd_golden *g = lcd_golden_new();
    bool added =
        add(g, "T1 invoke q.get()\nT1 return 1\nT1 invoke r.get()\nT1 return 2\nT1 invoke get()\nT1 return 3\n");
    expect(added && judge_text(g, "T1 invoke r.get()\nT2 invoke get()\nT1 return 2\nT2 return 3\n") == OK,
           "each object has its own specification");
    expect(judge_text(g, "T1 invoke r.get()\nT1 return 1\n") == VIOLATION, "which another one's does not serve for");
    expect(lcd_golden_know(g, "q.put") && judge_text(g, "T1 invoke q.put()\nT1 return\n") == VIOLATION &&
               judge_text(g, "T1 invoke r.put()\nT1 return\n") == REFUSED,
           "an operation is made known to one object");
    lcd_golden_free(g);
}

static void test_choice(void) {
    lcd_golden *g = lcd_golden_new();
    add(g, "T1 invoke flip()\nT1 return 0\nT1 invoke seen()\nT1 return 0\n");
    add(g, "T1 invoke flip()\nT1 return 1\nT1 invoke seen()\nT1 return 1\n");
    const char *lost = "T2 invoke flip()\nT1 invoke seen()\nT1 return %d\n";
    for (int i = 0; i < 3; i++) {
        char text[100];
        snprintf(text, sizeof text, lost, i);
        expect(judge_text(g, text) == (i < 2 ? OK : VIOLATION), "flip may have returned any of 0 and 1: seen %d", i);
    }
    expect(judge_text(g, "T1 invoke flip()\nT1 return 1\nT1 invoke seen()\nT1 return 0\n") == VIOLATION,
           "what it returned decides what follows");
    lcd_golden_free(g);
}

/* The states of operations that commute are shared, and say what may follow. */
static void test_states(void) {
    lcd_golden *g = lcd_golden_new();
    add(g, "T1 invoke inc()\nT1 return\nT1 invoke add(2)\nT1 return\nT1 invoke get()\nT1 return 3\n");
    add(g, "T1 invoke add(2)\nT1 return\nT1 invoke inc()\nT1 return\nT1 invoke get()\nT1 return 3\n");
    lince_history *h = history_of("x",
                                  "T1 invoke inc()\nT1 return\nT2 invoke add(2)\nT2 return\nT1 invoke get()\n"
                                  "T1 return 4\n");
    lince_specs *specs = lince_specs_new();
    lince_result *result = NULL;
    lince_error error = {.message = ""};
    assert(lcd_golden_specify(g, specs, &error) == LINCE_DONE);
    bool done = lince_check(h, specs, NULL, &result, &error) == LINCE_DONE;
    const char *state = done && result->violation ? result->violation->state : NULL;
    expect(state && !strcmp(state, "{next: get() → 3}"), "a state shows what may follow: %s", state ? state : "");
    lince_result_free(result);
    lince_history_free(h);
    lince_specs_free(specs);
    lcd_golden_free(g);
}

static void see_result(void *context, const void *state, size_t size, const lince_results *results) {
    lince_value *seen = context;
    (void)state, (void)size;
    *seen = results->at[0];
}

/* What an operation may return is told in the values of whoever asks. */
static void test_results(void) {
    lcd_golden *g = lcd_golden_new();
    add(g, "T1 invoke name()\nT1 return \"lince\"\n");
    lince_values *pool = lince_values_new();
    lince_string(pool, "caracal", 7);
    lince_specs *specs = lince_specs_new();
    lc_runner runner;
    uint32_t start = 1; /* the only other state is the one behind it */
    lince_value seen = LINCE_NO_VALUE;
    size_t length = 0;
    assert(lcd_golden_specify(g, specs, NULL) == LINCE_DONE);
    lc_runner_init(&runner, lc_specs_find(specs, lc_span_of("")), pool, LINCE_NO_VALUE);
    lc_run_next(&runner, &start, sizeof start, &(lince_call){.method = 0}, 1, see_result, &seen);
    const char *text = seen ? lince_get_text(pool, seen, &length) : NULL;
    expect(text && length == 5 && !memcmp(text, "lince", 5), "a result is a value of the one who asks");
    lc_runner_free(&runner);
    lince_specs_free(specs);
    lince_values_free(pool);
    lcd_golden_free(g);
}

typedef struct shared {
    const lince_specs *specs;
    int right;
} shared;

static void *check_often(void *context) {
    shared *s = context;
    for (int i = 0; i < 300; i++) {
        lince_history *h = history_of("x", i % 2 ? "T1 invoke put(\"a\")\nT2 invoke get()\nT2 return \"a\"\n"
                                                 : "T1 invoke put(\"a\")\nT2 invoke get()\nT2 return \"b\"\n");
        s->right += judge(h, s->specs) == (i % 2 ? OK : VIOLATION);
        lince_history_free(h);
    }
    return NULL;
}

static void test_threads(void) {
    lcd_golden *g = lcd_golden_new();
    add(g, "T1 invoke put(\"a\")\nT1 return \"old\"\nT2 invoke get()\nT2 return \"a\"\n");
    lince_specs *specs = lince_specs_new();
    assert(lcd_golden_specify(g, specs, NULL) == LINCE_DONE);
    shared s[2] = {{specs, 0}, {specs, 0}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, check_often, &s[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    expect(s[0].right == 300 && s[1].right == 300, "two threads check with it at once");
    lince_specs_free(specs);
    lcd_golden_free(g);
}

int main(void) {
    test_against_queue();
    test_blocking();
    test_unheard();
    test_objects();
    test_choice();
    test_states();
    test_results();
    test_threads();
    return tap_end();
}
