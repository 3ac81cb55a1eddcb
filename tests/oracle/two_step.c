/* Three ways to the same answer, on random histories of every built-in object: the search for synchronizations, the
 * two-step construction, and the search for intervals, given the same object as one whose operations happen to take
 * part once only.  And a barrier whose order matters, tried in all orders by two of them.
 *
 *     oracle-two-step [HISTORIES [FIRST]]
 */
#include <stdlib.h>
#include <string.h>

#include "share.h"
#include "steps.h"
#include "tap.h"

static const char *const objects[] = {
    "abc",
    "barrier:n=2",
    "barrier:n=3",
    "broadcast:n=2",
    "channel",
    "closeable-channel",
    "combining-barrier:n=2,f=sum",
    "combining-barrier:n=3,f=max",
    "counter-channel",
    "enrollable-barrier",
    "exchanger",
    "filter-channel",
    "men-women",
    "one-family:n=3",
    "terminating-queue:n=2",
    "timeout-channel",
    "timeout-exchanger",
    "two-families:n=2",
    "queue", /* operations that take effect one by one are synchronizations of one */
    "mutex",
    "semaphore:n=1",
};

/* ---- the same object, in steps that may be parts ---- */

static const lince_spec *whole;
static int64_t whole_params[LC_PARAMS_MAX];

static void whole_init(lince_step *step) {
    step->params = whole_params;
    whole->init(step);
}

static void whole_next(lince_step *step) {
    for (size_t i = 0; i < step->count; i++)
        if (step->calls[i].part != LINCE_PART_WHOLE) return;
    step->params = whole_params;
    whole->next(step);
}

static bool whole_joins(const lince_step *step) {
    lince_step same = *step;
    for (size_t i = 0; i < step->count; i++)
        if (step->calls[i].part != LINCE_PART_WHOLE) return false;
    same.params = whole_params;
    return !whole->joins || whole->joins(&same);
}

static lince_spec in_intervals(const lc_instance *instance) {
    lince_spec copy = {.abi = LINCE_SPEC_ABI,
                       .name = "whole",
                       .methods = instance->spec->methods,
                       .method_count = instance->spec->method_count,
                       .traits = LINCE_INTERVALS,
                       .init = whole_init,
                       .next = whole_next,
                       .joins = whole_joins};
    lc_instance_arity(instance, &copy.arity_min, &copy.arity_max);
    memcpy(whole_params, instance->params, sizeof whole_params);
    whole = instance->spec;
    return copy;
}

/* ---- a barrier whose order matters: each learns its place among three ---- */

static void place_init(lince_step *step) { lince_emit(step, "", 0, NULL); }

static void place_next(lince_step *step) {
    lince_results results[3];
    for (size_t i = 0; i < step->count; i++) results[i] = (lince_results){{lince_int(step->values, (int64_t)i)}};
    lince_emit(step, step->state, step->size, results); /* the arity says that there are three */
}

static const lince_method place_methods[] = {{.name = "sync", .args_max = 1, .results_min = 1, .results_max = 1}};
static const lince_spec places = {.abi = LINCE_SPEC_ABI,
                                  .name = "places",
                                  .methods = place_methods,
                                  .method_count = 1,
                                  .traits = LINCE_STATELESS | LINCE_ORDERED,
                                  .arity_min = 3,
                                  .arity_max = 3,
                                  .init = place_init,
                                  .next = place_next};

/* ---- comparing ---- */

typedef struct tally {
    unsigned ok, wrong, different, bad_witness, stuck;
} tally;

static void compare(const lince_history *h, const steps_question *q, lince_verdict expected, tally *all,
                    const char *what) {
    bool witness = true;
    if (steps_ask(h, q, &witness) != expected && all->different++ < 3) steps_show(h, what);
    if (!witness && all->bad_witness++ < 3) steps_show(h, what);
}

static void try_history(const lince_history *h, const steps_question *plain, const lince_spec *parts, tally *all) {
    bool witness = true;
    steps_question q = *plain;
    q.criterion = LINCE_SYNC;
    q.algorithm = LINCE_SEARCH;
    lince_verdict expected = steps_ask(h, &q, &witness);
    all->bad_witness += !witness;
    all->ok += expected == LINCE_VERDICT_OK;
    all->wrong += expected == LINCE_VERDICT_VIOLATION;
    q.criterion = LINCE_TWO_STEP;
    compare(h, &q, expected, all, "two-step");
    q.criterion = LINCE_INTERVAL;
    compare(h, &q, expected, all, "interval, which is sync here");
    q = (steps_question){.own = parts, .criterion = LINCE_INTERVAL};
    if (parts) compare(h, &q, expected, all, "interval");
    q.progress = true;
    steps_question direct = *plain;
    direct.criterion = LINCE_SYNC;
    direct.algorithm = LINCE_SEARCH;
    direct.progress = true;
    expected = steps_ask(h, &direct, &witness);
    all->stuck += expected == LINCE_VERDICT_VIOLATION;
    if (parts) compare(h, &q, expected, all, "interval, with progress");
}

static void run(const lc_instance *instance, const steps_question *q, const lince_spec *parts, uint64_t first,
                unsigned count) {
    tally all = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        steps_seed(seed);
        steps_options options = {.threads = 3 + (int)(seed % 2),
                                 .calls = 3 + (int)steps_below(6),
                                 .lies = (int)(seed % 3) * 8,
                                 .crashes = seed % 4 == 0 ? 10 : 0,
                                 .values = seed % 5 ? 3 : 8,
                                 .settled = seed % 3 > 0};
        lince_history *h = steps_history(instance, &options);
        try_history(h, q, parts, &all);
        lince_history_free(h);
    }
    expect(!all.different, "%s: the same %u times ok, %u times not, and %u times stuck", instance->name, all.ok,
           all.wrong, all.stuck - all.wrong);
    expect(!all.bad_witness, "%s: who met can have met", instance->name);
    expect(all.ok > count / 20 && all.wrong > count / 20, "%s: right ones and wrong ones", instance->name);
}

int main(int argc, char **argv) {
    unsigned count = (unsigned)share_of(argc > 1 ? strtoull(argv[1], NULL, 10) : 1500);
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        lc_instance instance;
        if (!expect(lc_instance_parse(&instance, objects[i], NULL, 0, NULL) == LINCE_DONE, "%s", objects[i])) continue;
        lince_spec parts = in_intervals(&instance);
        run(&instance, &(steps_question){.spec = objects[i]}, &parts, first, count);
        lc_instance_free(&instance);
    }
    lc_instance own;
    if (expect(lc_instance_of(&own, &places, NULL) == LINCE_DONE, "places")) {
        lince_spec parts = in_intervals(&own);
        parts.traits |= LINCE_ORDERED;
        run(&own, &(steps_question){.own = &places}, &parts, first, count);
        lc_instance_free(&own);
    }
    return tap_end();
}
