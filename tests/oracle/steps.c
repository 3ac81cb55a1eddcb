#include "steps.h"

#include <stdlib.h>
#include <string.h>

#include "check/tuning.h"

enum { MOST_THREADS = 8, MOST_STATE = 512, MOST_TOGETHER = 8 };

static uint64_t random_state;

void steps_seed(uint64_t seed) { random_state = seed * 0x9e3779b97f4a7c15u + 1; }

unsigned steps_below(unsigned bound) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((random_state >> 33) % bound);
}

static bool happens(int percent) { return (int)steps_below(100) < percent; }

static void must(lince_status status) {
    if (status != LINCE_DONE) abort();
}

/* ---- a run of the object ---- */

typedef enum stage { IDLE, OPEN, BEGUN, DONE } stage;

typedef struct caller {
    stage stage;
    lince_call call;
    lince_value args[LINCE_ARGS_MAX];
    lince_results results;
} caller;

typedef struct state {
    char bytes[MOST_STATE];
    size_t size;
} state;

typedef struct running {
    const lc_instance *instance;
    const steps_options *options;
    lince_history *history;
    lince_values *values;
    lc_runner runner;
    caller threads[MOST_THREADS];
    state now;
    int calls;
    /* The step being tried. */
    int members[MOST_TOGETHER];
    size_t count;
    unsigned outcomes;
} running;

/* One of the outcomes, each as likely as the others. */
static void take_outcome(void *context, const void *bytes, size_t size, const lince_results *results) {
    running *r = context;
    if (steps_below(++r->outcomes) || size > MOST_STATE) return;
    r->now.size = size;
    if (size) memcpy(r->now.bytes, bytes, size);
    for (size_t i = 0; i < r->count; i++) r->threads[r->members[i]].results = results[i];
}

static const char *thread_name(int t) {
    static const char *const names[MOST_THREADS] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    return names[t];
}

static lince_value any_value(running *r) { return lince_int(r->values, steps_below((unsigned)r->options->values)); }

static void call(running *r, int t) {
    const lince_spec *spec = r->instance->spec;
    caller *c = &r->threads[t];
    uint32_t row = steps_below(spec->method_count);
    const lince_method *m = &spec->methods[row];
    uint32_t argc = m->args_min + steps_below(1u + m->args_max - m->args_min);
    for (uint32_t i = 0; i < argc; i++) c->args[i] = any_value(r);
    c->call = (lince_call){.method = row, .argc = argc, .args = c->args};
    c->stage = OPEN;
    r->calls--;
    must(lince_invoke(r->history, thread_name(t), NULL, m->name, c->args, argc, NULL));
}

/* Those that end get their results from the step; a result is only kept by who ends in it. */
static void step(running *r) {
    uint32_t least, most;
    lc_instance_arity(r->instance, &least, &most);
    bool intervals = r->instance->spec->traits & LINCE_INTERVALS;
    size_t wanted = least + steps_below((most < MOST_TOGETHER ? most : MOST_TOGETHER) - least + 1);
    int first = (int)steps_below((unsigned)r->options->threads);
    lince_call calls[MOST_TOGETHER];
    r->count = 0;
    for (uint32_t row = 0; row < r->instance->spec->method_count; row++) /* by their rows */
        for (int i = 0; i < r->options->threads && r->count < wanted; i++) {
            int t = (first + i) % r->options->threads;
            caller *c = &r->threads[t];
            if ((c->stage != OPEN && c->stage != BEGUN) || c->call.method != row || happens(30)) continue;
            bool short_one = happens(50);
            c->call.part = c->stage == BEGUN        ? short_one ? LINCE_PART_LAST : LINCE_PART_MIDDLE
                           : intervals && short_one ? LINCE_PART_FIRST
                                                    : LINCE_PART_WHOLE;
            calls[r->count] = c->call;
            r->members[r->count++] = t;
        }
    if (r->count != wanted) return;
    state before = r->now;
    r->outcomes = 0;
    lc_run_next(&r->runner, before.bytes, before.size, calls, r->count, take_outcome, r);
    for (size_t i = 0; i < r->count && r->outcomes; i++)
        r->threads[r->members[i]].stage =
            calls[i].part == LINCE_PART_FIRST || calls[i].part == LINCE_PART_MIDDLE ? BEGUN : DONE;
}

static void lie(running *r, caller *c) {
    const lince_method *m = &r->instance->spec->methods[c->call.method];
    lince_value pool[] = {any_value(r), any_value(r), m->pure_result, m->ok_result, LINCE_NIL};
    unsigned count = m->results_min + steps_below(1u + m->results_max - m->results_min);
    c->results = (lince_results){{LINCE_NO_VALUE}};
    for (unsigned i = 0; i < count; i++) {
        lince_value v = pool[steps_below(happens(80) ? 2 : 4)];
        c->results.at[i] = v == LINCE_NO_VALUE ? pool[0] : v;
    }
}

static void come_back(running *r, int t) {
    caller *c = &r->threads[t];
    size_t count = 0;
    while (count < LINCE_RESULTS_MAX && c->results.at[count] != LINCE_NO_VALUE) count++;
    must(lince_return(r->history, thread_name(t), c->results.at, count, NULL));
    c->stage = IDLE;
}

static void go_on(running *r, int t) {
    caller *c = &r->threads[t];
    bool lies = happens(r->options->lies);
    if (c->stage == IDLE) {
        if (r->calls) call(r, t);
        return;
    }
    if (happens(r->options->crashes)) {
        must(lince_crash(r->history, thread_name(t), NULL));
        c->stage = IDLE;
        return;
    }
    if (lies) lie(r, c);
    if (lies || c->stage == DONE) come_back(r, t);
}

static void note_start(void *context, const void *bytes, size_t size, const lince_results *results) {
    running *r = context;
    (void)results;
    if (size > MOST_STATE) abort();
    r->now.size = size;
    if (size) memcpy(r->now.bytes, bytes, size);
}

lince_history *steps_history(const lc_instance *instance, const steps_options *options) {
    running r = {.instance = instance, .options = options, .history = lince_history_new(), .calls = options->calls};
    r.values = lince_history_values(r.history);
    lc_runner_init(&r.runner, instance, r.values, LINCE_NO_VALUE);
    lc_run_init(&r.runner, note_start, &r);
    for (int rounds = 12 * options->calls; rounds; rounds--) {
        if (happens(55)) step(&r);
        else go_on(&r, (int)steps_below((unsigned)options->threads));
    }
    for (int t = 0; t < options->threads && options->settled; t++)
        if (r.threads[t].stage == DONE) come_back(&r, t);
    lc_runner_free(&r.runner);
    return r.history;
}

/* ---- questions ---- */

lince_verdict steps_ask(const lince_history *h, const steps_question *q, bool *witness_is_right) {
    lince_check_options options = {.criterion = q->criterion,
                                   .algorithm = q->algorithm,
                                   .progress = q->progress,
                                   .jobs = 1,
                                   .timeout = 20,
                                   .no_explanation = true};
    lince_specs *specs = lince_specs_new();
    lince_result *r = NULL;
    must(q->own ? lince_specs_add_own(specs, NULL, q->own, NULL) : lince_specs_add(specs, q->spec, NULL));
    must(lc_check_tuned(h, specs, &options, &(lc_tuning){.no_symmetry = q->no_symmetry}, NULL, &r, NULL));
    lince_verdict verdict = lince_result_verdict(r);
    if (verdict == LINCE_VERDICT_OK) *witness_is_right = steps_witness_is_right(h, q, r);
    lince_result_free(r);
    lince_specs_free(specs);
    return verdict;
}

void steps_show(const lince_history *h, const char *what) {
    printf("# %s\n", what);
    fflush(stdout);
    (void)lince_history_write(h, LINCE_FORMAT_HIST, stdout, NULL);
    fflush(stdout);
}
