/* How many violations does a bounded view of histories show?
 *
 *     figure_6 SPEC K FILE
 *
 * reads the histories that `lince test --histories FILE` has written and prints one line:
 *
 *     histories 491 violations 26 covered 0 18 26 26 26
 *
 * the distinct ones, those that are not linearizable, and how many of these are covered by A_0, A_1 ... A_K.  After
 * Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects", sections 6.2 and 9.1:
 * A_k(h) has the operations of h, keeps the last k steps of its time and takes all that is older for one moment.  A
 * violation h is covered if some h' of the file has an A_k(h') that is a violation as well and weaker than h, or equal.
 *
 * Histories are *shapes* here: counting representations (history/counts.h), so that two are equal iff there is an
 * isomorphism between them.  A weakened history is another shape, and each shape is judged once.
 */
#include <stdio.h>
#include <stdlib.h>

#include <lince/lince.h>

#include "../tests/weakened.h"
#include "history/weaker.h"

enum verdict { NOT_JUDGED, FINE, WRONG };

typedef struct about {
    uint8_t verdict;
    bool met;       /* in the file, not only made by weakening */
    uint32_t class; /* of shapes with the same labels */
} about;

typedef LC_VEC(uint32_t) numbers;

static lc_op_labels labels;
static lc_intern shapes, classes;
static LC_VEC(about) abouts; /* per shape */
static lince_specs *specs;

static void die(const char *words) {
    fprintf(stderr, "figure_6: %s\n", words);
    exit(2);
}

static void need(bool enough) {
    if (!enough) die("out of memory");
}

/* ---- shapes ---- */

/* Equal labels stand together, whatever their intervals. */
static uint32_t class_of(const lc_counts *c) {
    numbers list = {0};
    for (uint32_t i = 0; i < c->count; i++)
        for (uint64_t n = 0; n < c->at[i].count; n++) need(lc_push(NULL, &list, c->at[i].label));
    uint32_t number = lc_intern_add(&classes, list.at, list.count * sizeof *list.at);
    need(number != LC_NOT_INTERNED);
    lc_vec_free(NULL, &list);
    return number;
}

/* A shape is kept as four numbers a count. */
static uint32_t shape_of(const lc_counts *c) {
    numbers list = {0};
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t all[] = {c->at[i].label, c->at[i].from, c->at[i].to, (uint32_t)c->at[i].count};
        for (int n = 0; n < 4; n++) need(lc_push(NULL, &list, all[n]));
    }
    uint32_t number = lc_intern_add(&shapes, list.at, list.count * sizeof *list.at);
    need(number != LC_NOT_INTERNED);
    if (number == abouts.count) need(lc_push(NULL, &abouts, (about){.class = class_of(c)}));
    lc_vec_free(NULL, &list);
    return number;
}

static lc_counts counts_of(uint32_t shape) {
    const lc_interned *kept = lc_intern_get(&shapes, shape);
    const uint32_t *at = kept->bytes;
    lc_counts c = {0};
    for (const uint32_t *end = at + kept->size / sizeof *at; at < end; at += 4)
        need(lc_push(NULL, &c, (lc_count){at[0], at[1], at[2], at[3]}));
    return c;
}

static uint32_t shape_of_history(const lince_history *h) {
    lc_counts c = {0};
    need(lc_represent(&c, h, &labels));
    for (uint32_t i = 0; i < c.count; i++)
        if (label_is_pending(&labels, c.at[i].label)) die("an operation has not returned");
    uint32_t shape = shape_of(&c);
    lc_vec_free(NULL, &c);
    return shape;
}

static uint32_t weakened(uint32_t shape, uint32_t k) {
    lc_counts c = counts_of(shape);
    weaken_counts(&c, k);
    uint32_t weak = shape_of(&c);
    lc_vec_free(NULL, &c);
    return weak;
}

static lince_history *history_of(uint32_t shape) {
    lc_counts c = counts_of(shape);
    lince_history *h = history_of_counts(&c, &labels);
    need(h);
    lc_vec_free(NULL, &c);
    return h;
}

static bool is_wrong(uint32_t shape) {
    about *a = &abouts.at[shape];
    if (a->verdict != NOT_JUDGED) return a->verdict == WRONG;
    lince_check_options options = {.jobs = 1, .no_explanation = true};
    lince_result *result = NULL;
    lince_error error = {0};
    lince_history *h = history_of(shape);
    if (lince_check(h, specs, &options, &result, &error) != LINCE_DONE) die(error.message);
    if (lince_result_verdict(result) == LINCE_VERDICT_UNKNOWN) die("a history could not be judged");
    a->verdict = lince_result_verdict(result) == LINCE_VERDICT_VIOLATION ? WRONG : FINE;
    lince_result_free(result);
    lince_history_free(h);
    return a->verdict == WRONG;
}

/* ---- covering ---- */

static lc_order order_of(uint32_t shape) {
    lc_counts c = counts_of(shape);
    lc_order o;
    need(lc_order_of(&o, &c, &labels));
    lc_vec_free(NULL, &c);
    return o;
}

/* Is one of these weaker than the history? */
static bool is_covered(uint32_t shape, const numbers *by) {
    if (!by->count) return false;
    lc_order h = order_of(shape);
    bool covered = false;
    for (uint32_t i = 0; i < by->count && !covered; i++) {
        lc_order weak = order_of(by->at[i]);
        lc_weaker answer = lc_is_weaker(&weak, &h, NULL);
        need(answer != LC_WEAKER_UNKNOWN);
        covered = answer == LC_WEAKER;
        lc_order_free(&weak);
    }
    lc_order_free(&h);
    return covered;
}

/* How many of the violations A_k covers. */
static uint32_t count_covered(const numbers *met, const numbers *violations, uint32_t k) {
    numbers *wrong = calloc(classes.items.count + (size_t)1, sizeof *wrong); /* per class, what A_k makes of `met` */
    numbers seen = {0};
    uint32_t covered = 0;
    need(wrong);
    for (uint32_t i = 0; i < met->count; i++) {
        uint32_t weak = weakened(met->at[i], k);
        while (seen.count <= weak) need(lc_push(NULL, &seen, 0));
        if (seen.at[weak]++ || !is_wrong(weak)) continue;
        /* What is weaker than this or equal covers all that this covers. */
        if (!is_covered(weak, &wrong[abouts.at[weak].class])) need(lc_push(NULL, &wrong[abouts.at[weak].class], weak));
    }
    for (uint32_t i = 0; i < violations->count; i++) {
        uint32_t v = violations->at[i];
        covered += is_wrong(weakened(v, k)) || is_covered(v, &wrong[abouts.at[v].class]);
    }
    for (uint32_t i = 0; i < classes.items.count; i++) lc_vec_free(NULL, &wrong[i]);
    lc_vec_free(NULL, &seen);
    free(wrong);
    return covered;
}

static void read_all(const char *path, numbers *met) {
    lince_reader *reader = NULL;
    lince_history *h = NULL;
    lince_error error = {0};
    lince_status status = lince_reader_open(&reader, path, NULL, &error);
    while (status == LINCE_DONE && (status = lince_reader_next(reader, &h, &error)) == LINCE_DONE) {
        uint32_t shape = shape_of_history(h);
        if (!abouts.at[shape].met) need(lc_push(NULL, met, shape));
        abouts.at[shape].met = true;
        lince_history_free(h);
    }
    lince_reader_close(reader);
    if (status != LINCE_END) die(error.message);
}

int main(int argc, char **argv) {
    numbers met = {0}, violations = {0};
    lince_error error = {0};
    if (argc != 4) die("usage: figure_6 SPEC K FILE");
    specs = lince_specs_new();
    need(specs);
    if (lince_specs_add(specs, argv[1], &error) != LINCE_DONE) die(error.message);
    lc_op_labels_init(&labels);
    lc_intern_init(&shapes, NULL);
    lc_intern_init(&classes, NULL);
    read_all(argv[3], &met);
    for (uint32_t i = 0; i < met.count; i++)
        if (is_wrong(met.at[i])) need(lc_push(NULL, &violations, met.at[i]));
    printf("histories %u violations %u covered", met.count, violations.count);
    for (uint32_t k = 0; k <= (uint32_t)atoi(argv[2]); k++) printf(" %u", count_covered(&met, &violations, k));
    putchar('\n');
    lc_vec_free(NULL, &met);
    lc_vec_free(NULL, &violations);
    lc_vec_free(NULL, &abouts);
    lc_intern_free(&classes);
    lc_intern_free(&shapes);
    lc_op_labels_free(&labels);
    lince_specs_free(specs);
    return 0;
}
