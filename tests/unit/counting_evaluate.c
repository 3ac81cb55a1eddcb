/* Evaluating formulas: by the definition, with every variable standing for every label, against what knows classes and
 * joins; on random formulas and random counting representations. */
#include <stdlib.h>
#include <string.h>

#include "counting/formula/evaluate.h"
#include "counting/formula/parse.h"
#include "counting_random.h"
#include "tap.h"

/* ---- labels: methods by number, elements by number ---- */

enum { MOST_LABELS = 10, LENGTH = 2 };

typedef struct world {
    lc_fact facts[MOST_LABELS];
    lc_constant texts[MOST_LABELS];
    lc_counts counts;
    uint32_t label_count;
} world;

static bool read_label(const void *context, uint32_t label, lince_text *method, lince_text *args, lince_text *results) {
    const lc_constant *c = &((const world *)context)->texts[label];
    lc_text_puts(method, c->method);
    lc_text_puts(args, c->args);
    if (c->results) lc_text_puts(results, c->results);
    return c->results;
}

#define IS(predicate) (uint16_t)(1u << LC_P_##predicate)

static void make_world(world *w) {
    static const lc_constant texts[] = {{"enq", "1", ""},       {"deq", "", "1"}, {"deq", "", NULL},
                                        {"sum", "", "pending"}, {"enq", "2", ""}, {"enq", "3", NULL}};
    static const uint16_t kinds[] = {
        IS(adds), IS(removes), IS(empty), IS(peeks), IS(adds) | IS(pending), IS(takes) | IS(pending)};
    *w = (world){.label_count = 1 + below(MOST_LABELS)};
    uint32_t elements = 1 + below(4);
    for (uint32_t l = 0; l < w->label_count; l++) {
        uint16_t is = kinds[below(6)];
        w->facts[l] = (lc_fact){.is = is, .element = is & (IS(empty) | IS(takes)) ? 0 : 1 + below(elements)};
        w->texts[l] = l < 6 ? texts[l] : (lc_constant){"more", "", ""};
        for (uint32_t from = 0; from <= LENGTH; from++)
            for (uint32_t to = is & IS(pending) ? LENGTH : from; to <= LENGTH; to++)
                if (below(5) == 0) (void)lc_push(NULL, &w->counts, (lc_count){l, from, to, 1 + below(2)});
    }
}

static lc_labels labels_of(const world *w) { return (lc_labels){w->facts, w->label_count, read_label, w}; }

/* ---- the definition ---- */

typedef struct assignment {
    const lc_scope *scope;
    const world *world;
    uint32_t values[64]; /* labels; MOST_LABELS: none */
} assignment;

static bool occurs(const world *w, uint32_t label) {
    for (uint32_t i = 0; i < w->counts.count; i++)
        if (w->counts.at[i].label == label) return true;
    return false;
}

static uint32_t label_of(const assignment *a, lc_subject of) {
    if (!of.constant) return a->values[of.number];
    const lc_constant *c = &a->scope->constants.at[of.number];
    for (uint32_t l = 0; l < a->world->label_count; l++) {
        const lc_constant *t = &a->world->texts[l];
        if (!occurs(a->world, l) || strcmp(t->method, c->method) || strcmp(t->args, c->args)) continue;
        if (!t->results == !c->results && (!t->results || !strcmp(t->results, c->results))) return l;
    }
    return MOST_LABELS;
}

static bool counts_for(const assignment *a, lc_subject of, uint32_t label) {
    uint32_t l = label_of(a, of);
    const lc_fact *facts = a->world->facts;
    if (of.group == LC_TAKING) return lc_fact_is(facts[label], LC_P_takes);
    if (l == MOST_LABELS) return false;
    if (of.group == LC_ITSELF) return l == label;
    return facts[l].element && facts[l].element == facts[label].element &&
           lc_fact_is(facts[label], of.group == LC_ADDING ? LC_P_adds : LC_P_removes);
}

static int64_t value(const assignment *a, lc_term t) {
    int64_t sum = t.number;
    for (uint32_t i = 0; i < t.count; i++)
        for (uint32_t j = 0; j < a->world->counts.count; j++) {
            const lc_count *c = &a->world->counts.at[j];
            const lc_count_of *o = &t.counts[i];
            bool inside = o->total ? c->from >= o->from && c->to <= o->to : c->from == o->from && c->to == o->to;
            if (inside && counts_for(a, o->of, c->label)) sum += o->times * (int64_t)c->count;
        }
    return sum;
}

static bool before(const assignment *a, lc_subject x, lc_subject y) {
    bool any[2] = {false, false}, fine = true;
    const lc_counts *c = &a->world->counts;
    for (uint32_t i = 0; i < c->count; i++) any[1] |= counts_for(a, y, c->at[i].label);
    for (uint32_t i = 0; i < c->count; i++)
        if (counts_for(a, x, c->at[i].label)) {
            any[0] = true;
            for (uint32_t j = 0; j < c->count; j++)
                if (counts_for(a, y, c->at[j].label)) fine = fine && c->at[i].to < c->at[j].from;
        }
    return any[0] && any[1] && fine;
}

static bool predicate(const assignment *a, const lc_formula *f) {
    uint32_t x = label_of(a, f->about[0]), y = label_of(a, f->about[1]);
    const lc_fact *facts = a->world->facts;
    if (f->predicate == LC_P_before) return before(a, f->about[0], f->about[1]);
    if (x == MOST_LABELS) return false;
    if (lc_predicate_arity(f->predicate) == 1) return lc_fact_is(facts[x], f->predicate);
    if (y == MOST_LABELS || !facts[x].element || facts[x].element != facts[y].element) return false;
    return f->predicate == LC_P_same || (lc_fact_is(facts[x], LC_P_adds) && lc_fact_is(facts[y], LC_P_removes));
}

static bool satisfies(assignment *a, const lc_formula *f) {
    switch (f->kind) {
    case LC_F_TRUE: return true;
    case LC_F_FALSE: return false;
    case LC_F_AT_MOST: return value(a, f->left) <= value(a, f->right);
    case LC_F_EQUAL: return value(a, f->left) == value(a, f->right);
    case LC_F_DIVIDES: return value(a, f->left) % f->modulus == 0;
    case LC_F_PREDICATE: return predicate(a, f);
    case LC_F_NOT: return !satisfies(a, f->of[0]);
    case LC_F_AND:
    case LC_F_OR:
        for (uint32_t i = 0; i < f->count; i++)
            if (satisfies(a, f->of[i]) == (f->kind == LC_F_OR)) return f->kind == LC_F_OR;
        return f->kind == LC_F_AND;
    case LC_F_EXISTS:
        for (uint32_t l = 0; l < a->world->label_count; l++) {
            if (!occurs(a->world, l)) continue;
            uint32_t old = a->values[f->variable];
            a->values[f->variable] = l;
            bool holds = satisfies(a, f->of[0]);
            a->values[f->variable] = old;
            if (holds) return true;
        }
        return false;
    }
    abort();
}

/* What was found makes the formula true: with the variables of its outermost quantifiers standing for it. */
static bool instance_is_right(assignment *a, const lc_formula *f, const lc_instance_found *found) {
    for (; f->kind == LC_F_EXISTS; f = f->of[0]) {
        uint32_t i = 0;
        while (i < found->count && found->at[i].variable != f->variable) i++;
        if (i == found->count) return false;
        a->values[f->variable] = found->at[i].label;
    }
    return satisfies(a, f);
}

/* ---- random ones ---- */

static uint32_t trues, wrong, wrong_instances;

static void compare(void) {
    world w;
    make_world(&w);
    lc_scope s;
    lc_scope_init(&s, LENGTH, NULL);
    for (uint32_t v = 0; v < VARIABLES; v++) (void)lc_scope_variable(&s, "x");
    const lc_formula *f = random_formula(&s, 1, 5);
    if (below(3)) {
        const lc_formula *parts[3] = {random_formula(&s, 3, 2), random_formula(&s, 3, 3), random_formula(&s, 3, 3)};
        f = lc_exists(&s, 2, lc_exists(&s, 1, lc_and(&s, parts, 3)));
    }
    f = lc_exists(&s, 0, f);
    lc_labels labels = labels_of(&w);
    lc_instance_found found = {0};
    lc_truth truth = lc_evaluate(&s, f, &w.counts, &labels, NULL, &found, NULL);
    assignment a = {.scope = &s, .world = &w};
    wrong += truth != (satisfies(&a, f) ? LC_TRUE : LC_FALSE);
    trues += truth == LC_TRUE;
    if (truth == LC_TRUE && !instance_is_right(&a, f, &found)) wrong_instances++;
    lc_vec_free(NULL, &found);
    lc_vec_free(NULL, &w.counts);
    lc_scope_free(&s);
}

/* ---- one by hand ---- */

static void by_hand(const char *text, lc_truth expected) {
    /* enq(1) twice, deq() => 1 once, before one of them; nobody removes 2. */
    world w = {.facts = {{1, IS(adds)}, {1, IS(removes)}, {2, IS(adds) | IS(pending)}},
               .texts = {{"enq", "1", ""}, {"deq", "", "1"}, {"enq", "2", NULL}},
               .label_count = 3};
    static const lc_count counts[] = {{0, 0, 0, 1}, {0, 2, 2, 1}, {1, 1, 1, 1}, {2, 1, 1, 1}};
    for (size_t i = 0; i < 4; i++) (void)lc_push(NULL, &w.counts, counts[i]);
    lc_scope s;
    lc_scope_init(&s, LENGTH, NULL);
    lince_error error;
    const lc_formula *f;
    if (lc_formula_parse(&f, &s, "f", text, strlen(text), &error)) abort();
    lc_labels labels = labels_of(&w);
    expect(lc_evaluate(&s, f, &w.counts, &labels, NULL, NULL, NULL) == expected, "by hand: %s",
           strchr(text, '#') ? "numbers" : text);
    lc_vec_free(NULL, &w.counts);
    lc_scope_free(&s);
}

/* Whatever memory there is, the answer is right or none. */
static void with_little_memory(void) {
    static const char text[] =
        "let one(x) = total(x, 0, k) >= 1; exists x, y. match(x, y) and one(x) and some i in 0..k. "
        "#(y, i, i) = 1 and #(enq(1), 0, 0) + #(deq() => 1, 1, 1) = 2 and exists z. same(x, z)";
    world w = {
        .facts = {{1, IS(adds)}, {1, IS(removes)}}, .texts = {{"enq", "1", ""}, {"deq", "", "1"}}, .label_count = 2};
    lc_count counts[] = {{0, 0, 0, 1}, {1, 1, 1, 1}};
    w.counts = (lc_counts){.at = counts, .count = 2, .room = 2};
    lc_labels labels = labels_of(&w);
    uint32_t none = 0, right = 0, wrong_ones = 0;
    for (size_t limit = 64; limit < 200000; limit += limit < 20000 ? 64 : 1024) {
        lc_budget budget;
        lc_budget_init(&budget, limit);
        lc_scope s;
        lc_scope_init(&s, LENGTH, &budget);
        const lc_formula *f;
        lince_error error;
        lc_instance_found found = {0};
        lc_truth truth = LC_UNKNOWN;
        lince_status status = lc_formula_parse(&f, &s, "f", text, sizeof text - 1, &error);
        if (status == LINCE_DONE) truth = lc_evaluate(&s, f, &w.counts, &labels, NULL, &found, &budget);
        none += truth == LC_UNKNOWN;
        right += truth == LC_TRUE && found.count == 3;
        wrong_ones += truth == LC_FALSE || (status != LINCE_DONE && status != LINCE_OUT_OF_MEMORY);
        lc_vec_free(&budget, &found);
        lc_scope_free(&s);
        if (budget.used) wrong_ones++;
    }
    expect(none && right && !wrong_ones, "with little memory there is no answer (%u times) or the right one (%u times)",
           none, right);
}

int main(int argc, char **argv) {
    uint32_t wanted = argc > 1 ? (uint32_t)atoi(argv[1]) : 30000;
    by_hand("exists x, y. match(x, y)", LC_TRUE);
    by_hand("exists x, y. match(x, y) and before(x, y)", LC_FALSE);
    by_hand("exists x, y. match(x, y) and before(y, x)", LC_FALSE);
    by_hand("exists x. adds(x) and not exists y. match(x, y)", LC_TRUE);
    by_hand("forall x. adds(x)", LC_FALSE);
    by_hand("exists x, y. adds(x) and adds(y) and not same(x, y)", LC_TRUE);
    by_hand("exists x, y, z. not same(x, y) and not same(y, z) and not same(x, z)", LC_FALSE);
    by_hand("total(enq(1), 0, k) = 2 and #(enq(1), 1, 1) = 0 and #(enq(2) => pending, 1, k) = 1", LC_TRUE);
    by_hand("#(enq(2), 1, k) = 0 and same(enq(1), deq() => 1) and not same(enq(1), enq(2))", LC_TRUE);
    by_hand("total(adding(deq() => 1), 0, k) > total(removing(enq(1)), 0, k)", LC_TRUE);
    for (uint32_t i = 0; i < wanted; i++) compare();
    expect(!wrong, "%u random formulas are evaluated as the definition says (%u of them are true)", wanted, trues);
    expect(!wrong_instances, "and what is found makes them true");
    expect(trues > wanted / 10 && trues < wanted - wanted / 10, "they are of both kinds");

    with_little_memory();

    world none = {.label_count = 0};
    lc_labels labels = labels_of(&none);
    lc_scope s;
    lc_scope_init(&s, 0, NULL);
    uint32_t x = lc_scope_variable(&s, "x");
    expect(lc_evaluate(&s, lc_exists(&s, x, lc_true(&s, true)), &none.counts, &labels, NULL, NULL, NULL) == LC_FALSE,
           "where nothing happened there is no label");
    lc_scope_free(&s);
    return tap_end();
}
