/* The complete formulas hold of the histories that contain a pattern, and of no others.
 *
 *     counting_complete [OPERATIONS]
 */
#include "counting_support.h"

#include <string.h>

#include "../same_formula.h"
#include "counting/formula/evaluate.h"
#include "counting/formula/parse.h"
#include "counting/formula/print.h"
#include "counting/formula/recount.h"
#include "counting/patterns/complete.h"

enum { MOST_LENGTH = 5, FORMS = 2 };

typedef struct bench {
    lc_container container;
    lc_instance instance;
    lc_scope scopes[MOST_LENGTH + 1][FORMS];
    lc_evaluator *evaluators[MOST_LENGTH + 1][FORMS];
    lc_lifetimes lifetimes;
    uint32_t evaluated, held, wrong[FORMS];
} bench;

/* The counting representation of A_k. */
static void evaluate(bench *b, const lince_history *h, uint32_t k, bool expected) {
    lc_limits none = {0};
    lc_bind_options options = {.lookup = one_instance, .context = &b->instance, .limits = &none};
    lc_binding binding;
    lc_recount recount;
    lince_error error;
    lc_counts counts = {0};
    if (lc_bind(&binding, h, &options, NULL, &error) || !lc_recount_init(&recount, &binding, NULL, 0, k)) abort();
    lc_recount_all(&recount);
    if (!lc_counting_list(&recount.counting, &counts)) abort();
    for (uint32_t form = 0; form < FORMS; form++) {
        lc_truth truth = lc_evaluator_run(b->evaluators[k][form], &counts, &recount.labels.labels, NULL, NULL);
        b->wrong[form] += truth != (expected ? LC_TRUE : LC_FALSE);
    }
    b->evaluated++;
    b->held += expected;
    lc_vec_free(recount.counting.budget, &counts);
    lc_recount_free(&recount);
    lc_binding_free(&binding);
}

static void compare(void *context, const little *l) {
    bench *b = context;
    lince_history *h = history_of(b->container, l);
    for (uint32_t k = 0; k <= l->length + 1 && k <= MOST_LENGTH; k++) {
        b->lifetimes.k = k;
        lifetimes_of_little(&b->lifetimes, l);
        evaluate(b, h, k, lc_patterns_match(b->container, &b->lifetimes, NULL));
    }
    lince_history_free(h);
}

/* Values that come twice. */
static void compare_repeated(void *context, const little *l) {
    little again = *l;
    for (uint32_t i = 0; i < again.count; i++) again.at[i].value %= 2;
    compare(context, &again);
}

static bool reads_back(lc_scope *s, const lc_formula *f) {
    lince_text text = {0};
    lc_formula_print(&text, s, f, 100, 2);
    lc_scope again;
    lince_error error;
    const lc_formula *g;
    lc_scope_init(&again, s->length, NULL);
    bool same = lc_formula_parse(&g, &again, "text", lc_text(&text), text.length, &error) == LINCE_DONE &&
                same_formula(s, f, &again, g);
    lc_scope_free(&again);
    lc_text_free(&text);
    return same;
}

static uint32_t skipped(uint32_t n) { return n > 4 ? ORPHAN | TWICE | OPEN : n > 3 ? ORPHAN | TWICE : 0; }

static void check(lc_container c, uint32_t operations) {
    bench b = {.container = c};
    lince_error error;
    bool read = true;
    if (lc_instance_parse(&b.instance, containers[c].name, NULL, 0, &error)) abort();
    lc_lifetimes_init(&b.lifetimes, LC_MOST_STEPS, NULL);
    for (uint32_t k = 0; k <= MOST_LENGTH; k++) {
        for (uint32_t form = 0; form < FORMS; form++) {
            lc_scope *s = &b.scopes[k][form];
            lc_scope_init(s, k, NULL);
            const lc_formula *f = lc_complete_formula(s, c, (lc_complete_form)form);
            read = read && reads_back(s, f);
            b.evaluators[k][form] = lc_evaluator_new(s, f, NULL);
        }
    }
    expect(read, "%s: the formulas read back as they are printed", containers[c].name);
    for (uint32_t n = 1; n <= operations; n++) all_histories(n, skipped(n), compare, &b);
    expect(b.wrong[LC_BY_STEPS] == 0 && b.held > 0 && b.held < b.evaluated,
           "%s: the formula by steps holds of %u of %u histories, those with a pattern (%u wrong)", containers[c].name,
           b.held, b.evaluated, b.wrong[LC_BY_STEPS]);
    expect(b.wrong[LC_BY_PATTERNS] == 0, "so does that by patterns (%u wrong)", b.wrong[LC_BY_PATTERNS]);
    b.evaluated = b.held = 0;
    for (uint32_t n = 1; n <= operations; n++) all_histories(n, skipped(n), compare_repeated, &b);
    expect(b.wrong[LC_BY_STEPS] + b.wrong[LC_BY_PATTERNS] == 0,
           "likewise where values repeat: %u of %u histories (%u wrong)", b.held, b.evaluated,
           b.wrong[LC_BY_STEPS] + b.wrong[LC_BY_PATTERNS]);
    for (uint32_t k = 0; k <= MOST_LENGTH; k++) {
        for (uint32_t form = 0; form < FORMS; form++) {
            lc_evaluator_free(b.evaluators[k][form]);
            lc_scope_free(&b.scopes[k][form]);
        }
    }
    lc_lifetimes_free(&b.lifetimes);
    lc_instance_free(&b.instance);
}

/* Memory that runs out at any moment. */
static void check_memory(void) {
    bool made = false, fine = true;
    for (size_t limit = 1000; !made; limit += limit / 2) {
        lc_budget budget;
        lc_budget_init(&budget, limit);
        lc_scope s;
        lc_scope_init(&s, 3, &budget);
        const lc_formula *f = lc_complete_formula(&s, LC_STACK, LC_BY_PATTERNS);
        made = f;
        fine = fine && (f || lc_exhausted(&budget));
        lc_scope_free(&s);
        fine = fine && budget.used == 0;
    }
    expect(fine, "where memory is out there is no formula, and nothing is left behind");
}

int main(int argc, char **argv) {
    uint32_t operations = argc > 1 ? (uint32_t)atoi(argv[1]) : 5;
    for (lc_container c = LC_BAG; c <= LC_STACK; c++) check(c, operations);
    check_memory();
    return tap_end();
}
