/* What it takes to look at histories.
 *
 *     figure_7 SPEC K FILE
 *
 * reads histories and prints, in nanoseconds of CPU a history, what it takes
 *
 *     histories 812 events 40 counting 1200 refine 9000 exact 7000 enumerating 250000
 *
 * to keep the counters of A_K up to date; to judge refine(K); to judge linearizability; and to enumerate all
 * linearizations without looking at them, which is the monitor that the paper compares with.  `enumerating` is
 * `more` where they are more than a second a history. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <lince/lince.h>

#include "../tests/weakened.h"
#include "history/counting.h"
#include "history/labels.h"

static lince_specs *specs;
static uint32_t k;
static const char *length;
static LC_VEC(lince_history *) all;
static volatile uint64_t sink; /* so that nothing is optimized away */

static void die(const char *words) {
    fprintf(stderr, "figure_7: %s\n", words);
    exit(2);
}

/* CPU time, whatever else the machine is busy with. */
static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- counting ---- */

/* The labels of a program's operations are found as its calls and returns come. */
static void count(const lince_history *h) {
    static lc_op_labels labels;
    static bool ready;
    lc_counting c;
    if (!ready) lc_op_labels_init(&labels);
    ready = true;
    if (!lc_counting_init(&c, k, NULL)) die("out of memory");
    for (uint32_t i = 0; i < h->events.count; i++) {
        const lc_op *op = &h->ops.at[lc_event_op(h->events.at[i])];
        uint32_t label = lc_op_label_of(&labels, h, op);
        if (lc_event_what(h->events.at[i]) == LC_INVOKE)
            lc_counting_call(&c, op->thread, lc_op_label_call(&labels, label));
        else if (lc_event_what(h->events.at[i]) == LC_RETURN) lc_counting_return(&c, op->thread, label);
    }
    sink += c.length;
    lc_counting_free(&c);
}

/* ---- judging ---- */

static void judge(const lince_history *h, lince_criterion criterion) {
    lince_check_options options = {.jobs = 1, .no_explanation = true, .criterion = criterion};
    lince_result *result = NULL;
    lince_error error = {0};
    if (criterion == LINCE_REFINE) options.factors = length;
    if (lince_check((lince_history *)h, specs, &options, &result, &error) != LINCE_DONE) die(error.message);
    if (lince_result_verdict(result) == LINCE_VERDICT_UNKNOWN) die("a history could not be judged");
    lince_result_free(result);
}

static void refine(const lince_history *h) { judge(h, LINCE_REFINE); }
static void exactly(const lince_history *h) { judge(h, LINCE_LINEARIZABLE); }

/* ---- enumerating ---- */

enum { MOST_OPS = 32 };
static double deadline;
static bool too_many;

static void extend(const uint32_t *before, uint32_t left) {
    if (!left) {
        if (++sink % 4096 == 0 && cpu_seconds() > deadline) too_many = true;
        return;
    }
    for (uint32_t rest = left; rest && !too_many; rest &= rest - 1) {
        uint32_t op = (uint32_t)__builtin_ctz(rest);
        if (!(before[op] & left)) extend(before, left & ~(1u << op));
    }
}

static void enumerate(const lince_history *h) {
    lc_intervals times;
    uint32_t before[MOST_OPS] = {0}, count = h->ops.count;
    if (count > MOST_OPS) die("a history has too many operations");
    if (!lc_intervals_of(&times, h, NULL)) die("out of memory");
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++)
            if (in_past(&times, a, b)) before[b] |= 1u << a;
    lc_intervals_free(&times);
    deadline = cpu_seconds() + 1;
    extend(before, count == 32 ? UINT32_MAX : (1u << count) - 1);
}

/* ---- all of them ---- */

/* Nanoseconds a history: once through all of them at least, and again until it can be told. */
static double cost(void (*look)(const lince_history *)) {
    double start = cpu_seconds(), elapsed = 0;
    uint64_t done = 0;
    too_many = false;
    do
        for (uint32_t i = 0; i < all.count && !too_many && elapsed < 5; i++) {
            look(all.at[i]);
            done++;
            if (done % 16 == 0) elapsed = cpu_seconds() - start;
        }
    while (!too_many && (elapsed = cpu_seconds() - start) < 0.2);
    return elapsed / (double)done * 1e9;
}

int main(int argc, char **argv) {
    lince_reader *reader = NULL;
    lince_history *h = NULL;
    lince_error error = {0};
    uint64_t events = 0;
    if (argc != 4) die("usage: figure_7 SPEC K FILE");
    length = argv[2];
    k = (uint32_t)atoi(length);
    specs = lince_specs_new();
    if (!specs) die("out of memory");
    if (lince_specs_add(specs, argv[1], &error) != LINCE_DONE) die(error.message);
    lince_status status = lince_reader_open(&reader, argv[3], NULL, &error);
    while (status == LINCE_DONE && (status = lince_reader_next(reader, &h, &error)) == LINCE_DONE) {
        if (!lc_push(NULL, &all, h)) die("out of memory");
        events += h->events.count;
    }
    lince_reader_close(reader);
    if (status != LINCE_END) die(error.message);
    if (!all.count) die("no history");
    printf("histories %u events %.1f", all.count, (double)events / all.count);
    printf(" counting %.0f", cost(count));
    printf(" refine %.0f", cost(refine));
    printf(" exact %.0f", cost(exactly));
    double enumerating = cost(enumerate);
    if (too_many) puts(" enumerating more");
    else printf(" enumerating %.0f\n", enumerating);
    for (uint32_t i = 0; i < all.count; i++) lince_history_free(all.at[i]);
    lc_vec_free(NULL, &all);
    lince_specs_free(specs);
    return 0;
}
