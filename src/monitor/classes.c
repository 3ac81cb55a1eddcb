/* Containers by counting alone: a fixed number of counters, for any contents and any duration.
 *
 * This is the monitor of Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects",
 * section 6.2: values fall into a few classes, operations are counted by method, class and interval in A_k
 * (history/counting.h), and after every return the formulas of the object are evaluated (counting/formula/families.h),
 * which stay true where several values are not distinguished.  It sees less than the other checkers, and needs less.
 */
#include <stdlib.h>

#include "base/hash.h"
#include "counting/formula/evaluate.h"
#include "counting/formula/explain.h"
#include "counting/formula/families.h"
#include "history/counting.h"
#include "monitor/watch.h"

enum { MOST_FAMILIES = 16 };

typedef struct classes {
    lco_watch *watch;
    lc_counting counting;
    lc_counts counts;
    LC_VEC(lc_fact) facts; /* per label */
    lc_labels labels;
    lc_scope scopes[MOST_FAMILIES];
    lc_evaluator *evaluators[MOST_FAMILIES];
    const lc_family *const *families;
    uint32_t family_count, made;
    uint32_t open;
    bool adrift;
} classes;

/* ---- labels ---- */

/* A label is a method, whether it has returned, and a class, or NONE where there is no value. */
static uint32_t none(const classes *c) { return c->watch->options.classes; }

static uint32_t label_of(const classes *c, uint32_t method, bool returned, uint32_t class) {
    return (2 * method + returned) * (none(c) + 1) + class;
}

/* Integers by their remainder, all other values by their text. */
static uint32_t class_of(const classes *c, lince_value value) {
    int64_t number;
    if (!lince_get_int(c->watch->values, value, &number)) {
        lince_text text = {0};
        lc_value_print(&text, c->watch->values, value);
        number = (int64_t)lc_hash_bytes(lc_text(&text), text.length);
        lc_text_free(&text);
    }
    return (uint32_t)((uint64_t)number % c->watch->options.classes);
}

static uint32_t label_for(const classes *c, const lco_watched *x, bool returned) {
    const lince_method *m = &c->watch->instance->spec->methods[x->method];
    bool adds = m->role == LINCE_ROLE_ADD;
    size_t count = 0;
    const lince_value *items = NULL;
    if (adds || returned) items = lc_payload_items(c->watch->values, adds ? &x->args : &x->results, &count);
    bool some = count && (adds || items[0] != m->pure_result);
    return label_of(c, x->method, returned, some ? class_of(c, items[adds ? count - 1 : 0]) : none(c));
}

static bool list_labels(classes *c) {
    const lince_spec *spec = c->watch->instance->spec;
    for (uint32_t m = 0; m < spec->method_count; m++)
        for (uint32_t returned = 0; returned < 2; returned++)
            for (uint32_t class = 0; class <= none(c); class ++) {
                lince_value value = lince_int(c->watch->values, class);
                lince_value result = class < none(c) ? value : spec->methods[m].pure_result;
                lc_fact fact = lc_fact_of(&spec->methods[m], value, !returned, result);
                if (!lc_push(&c->watch->budget, &c->facts, fact)) return false;
            }
    return true;
}

static bool read_label(const void *context, uint32_t label, lince_text *method, lince_text *args, lince_text *results) {
    const classes *c = context;
    uint32_t class = label % (none(c) + 1), which = label / (none(c) + 1);
    const lince_method *m = &c->watch->instance->spec->methods[which / 2];
    bool returned = which % 2;
    lc_text_puts(method, m->name);
    if (m->role == LINCE_ROLE_ADD) lc_text_printf(args, "class %u", class);
    else if (returned && class < none(c)) lc_text_printf(results, "class %u", class);
    else if (returned) lc_value_print(results, c->watch->values, m->pure_result);
    return returned;
}

/* ---- making ---- */

static bool make_evaluators(classes *c) {
    lc_budget *budget = &c->watch->budget;
    c->families = lc_families_of(c->watch->instance, &c->family_count);
    if (c->family_count > MOST_FAMILIES) c->family_count = MOST_FAMILIES;
    for (; c->made < c->family_count; c->made++) {
        lc_scope *scope = &c->scopes[c->made];
        const lc_formula *formula = NULL;
        lc_scope_init(scope, c->watch->options.length, budget);
        if (lc_family_formula(&formula, c->families[c->made], scope, c->watch->instance, NULL, NULL) == LINCE_DONE)
            c->evaluators[c->made] = lc_evaluator_new(scope, formula, budget);
        if (c->evaluators[c->made]) continue;
        lc_scope_free(scope);
        return false;
    }
    return true;
}

static void free_classes(void *state) {
    classes *c = state;
    lc_budget *budget = &c->watch->budget;
    for (uint32_t i = 0; i < c->made; i++) {
        lc_evaluator_free(c->evaluators[i]);
        lc_scope_free(&c->scopes[i]);
    }
    lc_counting_free(&c->counting);
    lc_vec_free(budget, &c->counts);
    lc_vec_free(budget, &c->facts);
    free(c);
}

static void *make(lco_watch *watch) {
    classes *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->watch = watch;
    bool fine = lc_counting_init(&c->counting, watch->options.length, &watch->budget) && list_labels(c);
    c->labels = (lc_labels){c->facts.at, c->facts.count, read_label, c};
    if (fine && make_evaluators(c)) return c;
    free_classes(c);
    return NULL;
}

/* ---- events ---- */

static void accuse(classes *c, uint32_t which, const lc_instance_found *found, uint64_t after) {
    lince_text reason = {0};
    lc_text_printf(&reason, "%s: ", c->families[which]->name);
    lc_instance_print(&reason, &c->scopes[which], found, &c->counts, &c->labels);
    lc_text_printf(&reason, ": %s", c->families[which]->meaning);
    c->watch->lacking = "with classes, values are counted and the operations before are not kept";
    lco_watch_violated(c->watch, false, after, lc_text(&reason), NULL, NULL);
    lc_text_free(&reason);
}

static void evaluate(classes *c, uint64_t after) {
    lc_instance_found found = {0};
    uint32_t which = 0;
    lc_truth truth = LC_UNKNOWN;
    if (lc_counting_list(&c->counting, &c->counts))
        truth = lc_evaluators_run(c->evaluators, c->family_count, &c->counts, &c->labels, NULL, &found, &which);
    if (truth == LC_TRUE) accuse(c, which, &found, after);
    if (truth == LC_UNKNOWN) c->watch->covered.not_at_all++;
    else c->watch->covered.by_length++;
    lc_vec_free(&c->watch->budget, &found);
}

static bool call(void *state, const lco_watched *x) {
    classes *c = state;
    c->open++;
    if (!c->adrift) lc_counting_call(&c->counting, x->slot, label_for(c, x, false));
    return true;
}

static void restart(classes *c) {
    lc_counting_free(&c->counting);
    (void)lc_counting_init(&c->counting, c->watch->options.length, &c->watch->budget);
}

static void end(void *state, const lco_watched *x) {
    classes *c = state;
    c->open--;
    if (c->adrift) {
        c->watch->covered.not_at_all++;
        if (x->alone && lco_finds_empty(c->watch, x)) c->adrift = false;
        return;
    }
    switch (x->fortune) {
    case LCO_HAS_RETURNED:
        lc_counting_return(&c->counting, x->slot, label_for(c, x, true));
        evaluate(c, x->end);
        break;
    case LCO_HAS_CRASHED:
        lc_counting_crash(&c->counting, x->slot);
        c->watch->covered.by_length++;
        break;
    case LCO_HAS_FAILED: lc_counting_fail(&c->counting, x->slot); break;
    case LCO_IS_OPEN: break;
    }
}

static void reset(void *state) {
    classes *c = state;
    restart(c);
    c->open = 0;
    c->adrift = false;
}

static void gap(void *state) {
    reset(state);
    ((classes *)state)->adrift = true;
}

static void flush(void *state) { (void)state; }

static void remind(void *state, double now) { (void)state, (void)now; }

static bool renew(void *state, const lco_renewal *to) {
    (void)state, (void)to; /* no value is kept, only classes */
    return true;
}

const lco_checker lco_by_classes = {make, free_classes, call, end, gap, reset, flush, remind, renew};
