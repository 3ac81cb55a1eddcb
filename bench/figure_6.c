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
 * Histories are *shapes* here: sorted labels with their intervals in canonical representation, so that two are equal
 * iff there is an isomorphism between them.  A weakened history is another shape, and each shape is judged once.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lince/lince.h>

#include "cli/test/inclusion.h"
#include "history/history.h"
#include "history/interval.h"

/* An operation of a shape. */
typedef struct part {
    uint32_t label, from, to;
} part;

typedef struct label {
    uint32_t method; /* object, NUL, name */
    lince_value args, results;
} label;

enum verdict { NOT_JUDGED, FINE, WRONG };

typedef struct about {
    uint8_t verdict;
    bool met;       /* in the file, not only made by weakening */
    uint32_t class; /* of shapes with the same labels */
} about;

typedef LC_VEC(uint32_t) numbers;

static lince_values values;
static lc_intern methods, labels, shapes, classes;
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

static int by_part(const void *a, const void *b) { return memcmp(a, b, sizeof(part)); }

static uint32_t count_of(uint32_t shape) { return lc_intern_get(&shapes, shape)->size / (uint32_t)sizeof(part); }

static const part *parts_of(uint32_t shape) { return lc_intern_get(&shapes, shape)->bytes; }

static uint32_t length_of(uint32_t shape) {
    uint32_t length = 0;
    for (uint32_t i = 0; i < count_of(shape); i++)
        if (parts_of(shape)[i].to > length) length = parts_of(shape)[i].to;
    return length;
}

static uint32_t class_of(const part *parts, uint32_t count) {
    uint32_t *list = malloc((count + (size_t)1) * sizeof *list);
    need(list);
    for (uint32_t i = 0; i < count; i++) list[i] = parts[i].label; /* equal ones stand together, whatever their order */
    uint32_t number = lc_intern_add(&classes, list, count * sizeof *list);
    need(number != LC_NOT_INTERNED);
    free(list);
    return number;
}

static uint32_t shape_of(part *parts, uint32_t count) {
    qsort(parts, count, sizeof *parts, by_part);
    uint32_t number = lc_intern_add(&shapes, parts, count * sizeof *parts);
    need(number != LC_NOT_INTERNED);
    if (number == abouts.count) need(lc_push(NULL, &abouts, (about){.class = class_of(parts, count)}));
    return number;
}

static uint32_t label_of(const lince_history *h, const lc_op *o) {
    const lc_interned *method = lc_intern_get(&h->methods, o->method);
    label l = {lc_intern_add(&methods, method->bytes, method->size), lc_value_copy(&values, &h->values, o->args),
               lc_value_copy(&values, &h->values, o->results)};
    uint32_t number = lc_intern_add(&labels, &l, sizeof l);
    need(l.method != LC_NOT_INTERNED && l.args != LINCE_NO_VALUE && l.results != LINCE_NO_VALUE);
    need(number != LC_NOT_INTERNED);
    return number;
}

static uint32_t shape_of_history(const lince_history *h) {
    lc_intervals times;
    part *parts = malloc((h->ops.count + (size_t)1) * sizeof *parts);
    need(parts && lc_intervals_of(&times, h, NULL));
    for (uint32_t i = 0; i < h->ops.count; i++) {
        if (lc_op_outcome(h, &h->ops.at[i]) != LC_RETURN) die("an operation has not returned");
        parts[i] = (part){label_of(h, &h->ops.at[i]), times.at.at[i].from, times.at.at[i].to};
    }
    uint32_t shape = shape_of(parts, h->ops.count);
    lc_intervals_free(&times);
    free(parts);
    return shape;
}

/* A_k: lemma 6.5 of the paper. */
static uint32_t weakened(uint32_t shape, uint32_t k) {
    uint32_t length = length_of(shape), older = length > k ? length - k : 0, count = count_of(shape);
    if (!older) return shape;
    part *parts = malloc((count + (size_t)1) * sizeof *parts);
    need(parts);
    for (uint32_t i = 0; i < count; i++) {
        parts[i] = parts_of(shape)[i];
        parts[i].from -= parts[i].from < older ? parts[i].from : older;
        parts[i].to -= parts[i].to < older ? parts[i].to : older;
    }
    uint32_t result = shape_of(parts, count);
    assert(length_of(result) == k);
    free(parts);
    return result;
}

/* ---- as histories again ---- */

static void add_event(lince_history *h, const part *p, uint32_t number, bool call) {
    char thread[16];
    lince_error error = {0};
    const label *l = lc_intern_get(&labels, p->label)->bytes;
    const char *object = lc_intern_get(&methods, l->method)->bytes;
    size_t length = strlen(object), size = lc_intern_get(&methods, l->method)->size;
    lc_span method = {object + length + 1, size - length - 1};
    lc_span name = {thread, (size_t)snprintf(thread, sizeof thread, "%u", number)};
    lince_value payload = lc_value_copy(&h->values, &values, call ? l->args : l->results);
    need(payload != LINCE_NO_VALUE);
    lince_status status = call ? lc_history_invoke(h, 0, name, (lc_span){object, length}, method, payload, &error)
                               : lc_history_return(h, 0, name, payload, &error);
    if (status != LINCE_DONE) die(error.message);
}

static lince_history *history_of(uint32_t shape) {
    lince_history *h = lince_history_new();
    need(h);
    for (uint32_t now = 0, length = length_of(shape); now <= length; now++)
        for (int call = 1; call >= 0; call--)
            for (uint32_t i = 0; i < count_of(shape); i++) {
                const part *p = &parts_of(shape)[i];
                if ((call ? p->from : p->to) == now) add_event(h, p, i, call);
            }
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

/* Is one of these weaker than the history? */
static bool is_covered(uint32_t shape, const numbers *by) {
    lc_references *one = by->count ? lc_references_new() : NULL;
    bool covered = false;
    if (!one) return false;
    lince_history *h = history_of(shape);
    need(lc_references_add(one, h));
    lince_history_free(h);
    for (uint32_t i = 0; i < by->count && !covered; i++) {
        size_t nearest;
        lince_history *weak = history_of(by->at[i]);
        covered = lc_references_allow(one, weak, &nearest);
        lince_history_free(weak);
    }
    need(!lc_references_failed(one));
    lc_references_free(one);
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
    lc_values_init(&values, NULL, NULL);
    lc_intern_init(&methods, NULL);
    lc_intern_init(&labels, NULL);
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
    lc_intern_free(&labels);
    lc_intern_free(&methods);
    lc_values_destroy(&values);
    lince_specs_free(specs);
    return 0;
}
