/* Running steps, with specifications made for the purpose: careless ones, and ones that run out of memory. */
#include "tap.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "history/values.h"
#include "spec/spec.h"

enum { LARGE = 1 << 20 };

typedef struct heard {
    unsigned count;
    size_t size;
    unsigned char first, last; /* bytes of the state */
    lince_results results[3];
} heard;

static void hear(void *context, const void *state, size_t size, const lince_results *results) {
    heard *h = context;
    h->count++;
    h->size = size;
    if (size) h->first = *(const unsigned char *)state, h->last = ((const unsigned char *)state)[size - 1];
    memcpy(h->results, results, sizeof h->results);
}

static void no_state(lince_step *step) { lince_emit(step, NULL, 0, NULL); }

static const lince_method two_methods[] = {
    {.name = "one", .results_min = 1, .results_max = 2},
    {.name = "none"},
};

/* Two answers whatever is known, with rubbish after the end. */
static void careless(lince_step *step) {
    lince_results yes[3], no[3];
    memset(yes, 0xee, sizeof yes);
    memset(no, 0xee, sizeof no);
    for (size_t i = 0; i < 3; i++) {
        yes[i].at[0] = LINCE_TRUE, yes[i].at[1] = LINCE_NO_VALUE;
        no[i].at[0] = LINCE_FALSE, no[i].at[1] = LINCE_OK, no[i].at[2] = LINCE_NO_VALUE;
    }
    lince_emit(step, "y", 1, yes);
    lince_emit(step, "n", 1, no);
}

static void silent(lince_step *step) { lince_emit(step, "s", 1, NULL); }

/* The first outcome lacks its result. */
static void forgetful(lince_step *step) {
    lince_emit(step, "f", 1, NULL);
    careless(step);
}

static void greedy(lince_step *step) {
    unsigned char *empty = lince_scratch(step, 0);
    if (!empty) return;
    unsigned char *small = lince_scratch(step, 16);
    memset(small, 1, 16);
    lince_emit(step, small, 16, NULL);
    unsigned char *large = lince_scratch(step, LARGE);
    if ((uintptr_t)large % _Alignof(max_align_t)) return;
    memset(large, 2, LARGE);
    lince_emit(step, large, LARGE, NULL);
}

typedef struct rig {
    lince_spec spec;
    lc_instance instance;
    lince_values *values;
    lc_runner runner;
} rig;

static void rig_start(rig *r, void (*next)(lince_step *)) {
    r->spec = (lince_spec){.abi = LINCE_SPEC_ABI,
                           .name = "made-up",
                           .methods = two_methods,
                           .method_count = 2,
                           .arity_min = 1,
                           .arity_max = 3,
                           .init = no_state,
                           .next = next};
    if (lc_instance_of(&r->instance, &r->spec, NULL) != LINCE_DONE) abort();
    r->values = lince_values_new();
    lc_runner_init(&r->runner, &r->instance, r->values, LINCE_NO_VALUE);
}

static void rig_end(rig *r) {
    lc_runner_free(&r->runner);
    lc_instance_free(&r->instance);
    lince_values_free(r->values);
}

static bool nothing_from(const lince_results *r, unsigned first) {
    for (unsigned i = first; i < LINCE_RESULTS_MAX; i++)
        if (r->at[i] != LINCE_NO_VALUE) return false;
    return true;
}

static heard run(rig *r, const lince_call *calls, size_t count) {
    heard h = {.count = 0};
    lc_run_next(&r->runner, "", 0, calls, count, hear, &h);
    return h;
}

static void test_known(void) {
    static const lince_value yes[LINCE_RESULTS_MAX] = {LINCE_TRUE}, no[LINCE_RESULTS_MAX] = {LINCE_FALSE, LINCE_OK},
                             half[LINCE_RESULTS_MAX] = {LINCE_FALSE}, none[LINCE_RESULTS_MAX] = {0};
    rig r;
    rig_start(&r, careless);
    lince_call call = {.method = 0};
    heard h = run(&r, &call, 1);
    expect(h.count == 2, "unknown results: both outcomes");
    expect(h.results[0].at[1] == LINCE_OK && nothing_from(&h.results[0], 2), "rubbish after the end is cleared");

    call.known = true;
    call.results = yes;
    h = run(&r, &call, 1);
    expect(h.count == 1 && h.first == 'y' && nothing_from(&h.results[0], 1), "only the outcome with the known result");
    call.results = no;
    h = run(&r, &call, 1);
    expect(h.count == 1 && h.first == 'n', "only the outcome with the two known results");
    call.results = half;
    expect(run(&r, &call, 1).count == 0, "one result more than known is not the known result");
    call.results = none;
    expect(run(&r, &call, 1).count == 0, "nor is one where nothing was returned");

    call.part = LINCE_PART_FIRST;
    expect(run(&r, &call, 1).count == 2, "an operation that does not return yet is not judged by its results");
    call.part = LINCE_PART_LAST;
    call.results = yes;
    expect(run(&r, &call, 1).count == 1, "at its last step it is");
    rig_end(&r);
}

static void test_several(void) {
    static const lince_value yes[LINCE_RESULTS_MAX] = {LINCE_TRUE}, no[LINCE_RESULTS_MAX] = {LINCE_FALSE, LINCE_OK};
    rig r;
    rig_start(&r, careless);
    lince_call calls[3] = {{.method = 0}, {.method = 0, .known = true, .results = no}, {.method = 0}};
    heard h = run(&r, calls, 3);
    expect(h.count == 1 && h.first == 'n' && h.results[2].at[1] == LINCE_OK, "the results of every call are compared");
    calls[2] = (lince_call){.method = 0, .known = true, .results = yes};
    expect(run(&r, calls, 3).count == 0, "and one that differs is enough");
    rig_end(&r);

    rig_start(&r, silent);
    lince_call quiet[3] = {{.method = 1}, {.method = 1}, {.method = 1}};
    h = run(&r, quiet, 3);
    bool clear = true;
    for (unsigned i = 0; i < 3; i++) clear &= nothing_from(&h.results[i], 0);
    expect(h.count == 1 && clear, "no results at all are shown as nothing for each call");
    rig_end(&r);
}

static void test_scratch(void) {
    rig r;
    rig_start(&r, greedy);
    lince_call call = {.method = 1};
    heard h = run(&r, &call, 1);
    expect(h.count == 2 && h.size == LARGE && h.first == 2 && h.last == 2, "room as large as it is asked for");
    h = (heard){.count = 0};
    lc_run_init(&r.runner, hear, &h);
    expect(h.count == 1 && h.size == 0, "a state may be empty");
    rig_end(&r);
}

static void test_print(void) {
    rig r;
    lince_text out = {0};
    rig_start(&r, silent);
    lc_run_print(&r.runner, "\x01\xff", 2, &out);
    expect(!strcmp(lc_text(&out), "01 ff"), "without a print function a state is shown as bytes");
    lc_text_clear(&out);
    lince_print(&out, "%d ", 5);
    lince_print_value(&out, r.values, lince_string(r.values, "a", 1));
    lince_print_value(&out, r.values, LINCE_NO_VALUE);
    expect(!strcmp(lc_text(&out), "5 \"a\"?"), "text and values");
    lc_text_free(&out);
    rig_end(&r);
}

/* ---- out of memory ---- */

static void test_missing_result(void) {
    rig r;
    rig_start(&r, silent);
    lince_call with_result = {.method = 0}, without = {.method = 1};
    expect(run(&r, &without, 1).count == 1 && !r.runner.out_of_memory, "all is well");
    expect(run(&r, &with_result, 1).count == 0 && r.runner.out_of_memory, "a result that could not be made is noticed");
    expect(run(&r, &without, 1).count == 0 && r.runner.out_of_memory, "and the runner gives up for good");
    rig_end(&r);

    rig_start(&r, forgetful);
    expect(run(&r, &with_result, 1).count == 0 && r.runner.out_of_memory, "also in the middle of a step");
    rig_end(&r);
}

/* A built-in with a pool on top that has no room left. */
static bool gives_up(const char *spec, const char *method, lince_values *below, const lince_value *args, uint32_t argc,
                     const void *state, size_t size) {
    lc_budget budget;
    lc_budget_init(&budget, 1);
    lince_values tight;
    lc_values_init(&tight, below, &budget);
    lc_instance instance;
    lc_runner runner;
    heard h = {.count = 0};
    if (lc_instance_parse(&instance, spec, NULL, 0, NULL) != LINCE_DONE) return false;
    lc_runner_init(&runner, &instance, &tight, LINCE_NO_VALUE);
    lince_call call = {.method = lc_spec_method(instance.spec, method, strlen(method)), .argc = argc, .args = args};
    lc_run_next(&runner, state, size, &call, 1, hear, &h);
    bool gave_up = h.count == 0 && runner.out_of_memory;
    lc_runner_free(&runner);
    lc_instance_free(&instance);
    lc_values_destroy(&tight);
    return gave_up;
}

static void test_tight_pool(void) {
    lince_values *below = lince_values_new();
    int64_t large = (int64_t)1 << 40, small = 5;
    lince_value one = lince_int(below, 1), text = lince_string(below, "x", 1);
    lince_value args[] = {one, text}, entry[] = {one, text};
    expect(gives_up("counter", "get", below, NULL, 0, &large, sizeof large), "counter: no room for a large number");
    expect(!gives_up("counter", "get", below, NULL, 0, &small, sizeof small), "counter: a small one needs none");
    expect(gives_up("map", "append", below, args, 2, entry, sizeof entry), "map: no room for a longer string");
    expect(!gives_up("map", "append", below, args, 2, "", 0), "map: one that is there already needs none");
    lince_values_free(below);
}

int main(void) {
    test_known();
    test_several();
    test_scratch();
    test_print();
    test_missing_result();
    test_tight_pool();
    return tap_end();
}
