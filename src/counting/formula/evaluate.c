#include "counting/formula/evaluate.h"

#include <assert.h>
#include <string.h>

#include "base/meter.h"
#include "counting/formula/plan.h"

struct lc_evaluator {
    lc_budget *budget;
    lc_scope *scope;
    const lc_plan *plan;
    size_t variables; /* there were when it was made */
    uint32_t depth;   /* the most variables that are bound at a time */
    const lc_structure *structure;
    lc_meter meter;
    lc_label_spot *values;  /* per variable */
    LC_VEC(uint32_t) bound; /* variables, the innermost last */
    LC_VEC(uint32_t) named; /* labels, per constant */
    uint32_t work;
    bool stopped;
};

/* ---- the smallest parts ---- */

static lc_label_spot spot_of(const lc_evaluator *e, lc_subject of) {
    return of.constant ? e->structure->named.at[of.number] : e->values[of.number];
}

static const lc_profile *profile_of(const lc_evaluator *e, lc_subject of) {
    const lc_structure *s = e->structure;
    lc_label_spot at = spot_of(e, of);
    uint32_t profile = 0;
    if (of.group == LC_TAKING) profile = s->taking;
    else if (at.class == LC_NOWHERE) profile = 0;
    else if (of.group == LC_ITSELF) profile = s->sorts.at[at.sort].profile;
    else profile = of.group == LC_ADDING ? s->classes.at[at.class].adding : s->classes.at[at.class].removing;
    return &s->profiles.at[profile];
}

static __int128 value_of(const lc_evaluator *e, lc_term t) {
    __int128 sum = t.number;
    for (uint32_t i = 0; i < t.count; i++) {
        const lc_count_of *c = &t.counts[i];
        const lc_profile *p = profile_of(e, c->of);
        for (uint32_t j = 0; j < p->count; j++) {
            bool counts = c->total ? p->at[j].from >= c->from && p->at[j].to <= c->to
                                   : p->at[j].from == c->from && p->at[j].to == c->to;
            if (counts) sum += (__int128)c->times * (__int128)p->at[j].count;
        }
    }
    return sum;
}

static bool same(const lc_evaluator *e, lc_label_spot x, lc_label_spot y) {
    return x.class == y.class && x.class != LC_NOWHERE && x.copy == y.copy &&
           e->structure->classes.at[x.class].about_element;
}

static bool is(const lc_evaluator *e, lc_label_spot x, lc_predicate p) {
    return x.class != LC_NOWHERE && e->structure->sorts.at[x.sort].is >> p & 1;
}

static bool holds(const lc_evaluator *e, const lc_formula *f) {
    if (f->predicate == LC_P_before) {
        const lc_profile *x = profile_of(e, f->about[0]), *y = profile_of(e, f->about[1]);
        return x->count && y->count && x->greatest_to < y->least_from;
    }
    lc_label_spot x = spot_of(e, f->about[0]);
    switch (f->predicate) {
    case LC_P_same: return same(e, x, spot_of(e, f->about[1]));
    case LC_P_match: {
        lc_label_spot y = spot_of(e, f->about[1]);
        return same(e, x, y) && is(e, x, LC_P_adds) && is(e, y, LC_P_removes);
    }
    default: return is(e, x, f->predicate);
    }
}

/* ---- joins ---- */

static bool evaluate(lc_evaluator *, const lc_plan *);

static bool stop(lc_evaluator *e) {
    e->work++;
    if (lc_meter_read(&e->meter, e->work, e->work % 256 == 0) != LC_GO_ON) e->stopped = true;
    return e->stopped;
}

static bool take_steps(lc_evaluator *, const lc_plan_chain *, uint32_t from);

static bool try_spot(lc_evaluator *e, const lc_plan_chain *chain, uint32_t at, lc_label_spot spot) {
    const lc_plan_step *step = &chain->steps[at];
    e->values[step->variable] = spot;
    bool holds = !stop(e);
    for (uint32_t i = 0; holds && i < step->check_count; i++) holds = evaluate(e, step->checks[i]);
    return holds && take_steps(e, chain, at + 1);
}

static bool try_element(lc_evaluator *e, const lc_plan_chain *chain, uint32_t at, uint32_t class, uint32_t copy) {
    const lc_element_class *c = &e->structure->classes.at[class];
    for (uint32_t i = 0; i < c->sort_count && !e->stopped; i++)
        if (try_spot(e, chain, at, (lc_label_spot){class, copy, c->sorts[i]})) return true;
    return false;
}

/* Is this the element of a bound variable?  Checks the variables bound before number `before` of the list. */
static bool is_taken(const lc_evaluator *e, uint32_t before, uint32_t class, uint32_t copy) {
    for (uint32_t i = 0; i < before; i++) {
        lc_label_spot x = e->values[e->bound.at[i]];
        if (x.class == class && x.copy == copy) return true;
    }
    return false;
}

/* Elements that are referred to already are tried one by one; of the rest one of each class will do. */
static bool try_everything(lc_evaluator *e, const lc_plan_chain *chain, uint32_t at) {
    const lc_structure *s = e->structure;
    uint32_t bound = e->bound.count - 1; /* without the one that is to be bound */
    for (uint32_t c = 0; c < s->classes.count && !e->stopped; c++) {
        if (!s->classes.at[c].about_element) {
            if (try_element(e, chain, at, c, 0)) return true;
            continue;
        }
        uint32_t copy = 0;
        while (is_taken(e, bound, c, copy)) copy++;
        if (copy < s->classes.at[c].count && try_element(e, chain, at, c, copy)) return true;
    }
    for (uint32_t i = 0; i < bound && !e->stopped; i++) {
        lc_label_spot x = e->values[e->bound.at[i]];
        if (x.class == LC_NOWHERE || !s->classes.at[x.class].about_element || is_taken(e, i, x.class, x.copy)) continue;
        if (try_element(e, chain, at, x.class, x.copy)) return true;
    }
    return false;
}

static bool take_steps(lc_evaluator *e, const lc_plan_chain *chain, uint32_t from) {
    if (from == chain->count) return true;
    const lc_plan_step *step = &chain->steps[from];
    if (!lc_push(e->budget, &e->bound, step->variable)) return false;
    bool found;
    if (!step->anchored) found = try_everything(e, chain, from);
    else {
        lc_label_spot anchor = spot_of(e, step->anchor);
        found = anchor.class != LC_NOWHERE && e->structure->classes.at[anchor.class].about_element &&
                try_element(e, chain, from, anchor.class, anchor.copy);
    }
    e->bound.count--;
    return found;
}

/* The values of the variables stay, for callers that read them after it was found true. */
static bool evaluate_join(lc_evaluator *e, const lc_plan *p) {
    for (uint32_t i = 0; i < p->count; i++)
        if (!evaluate(e, p->of[i])) return false;
    uint32_t bound = e->bound.count;
    bool found = true;
    for (uint32_t i = 0; found && i < p->chain_count; i++) {
        /* An element that an earlier chain found is not one referred to here. */
        e->bound.count = bound;
        found = take_steps(e, &p->chains[i], 0);
    }
    e->bound.count = bound;
    return found;
}

static bool evaluate(lc_evaluator *e, const lc_plan *p) {
    if (e->stopped) return false;
    const lc_formula *f = p->formula;
    switch (p->kind) {
    case LC_F_TRUE: return true;
    case LC_F_FALSE: return false;
    case LC_F_AT_MOST: return value_of(e, f->left) <= value_of(e, f->right);
    case LC_F_EQUAL: return value_of(e, f->left) == value_of(e, f->right);
    case LC_F_DIVIDES: return value_of(e, f->left) % f->modulus == 0;
    case LC_F_PREDICATE: return holds(e, f);
    case LC_F_NOT: return !evaluate(e, p->of[0]);
    case LC_F_AND:
        for (uint32_t i = 0; i < p->count; i++)
            if (!evaluate(e, p->of[i])) return false;
        return true;
    case LC_F_OR:
        for (uint32_t i = 0; i < p->count; i++)
            if (evaluate(e, p->of[i])) return true;
        return false;
    case LC_F_EXISTS: return evaluate_join(e, p);
    }
    assert(false);
    return false;
}

/* ---- which labels ---- */

/* Collects the values of the variables that make a formula true. */
static void collect(lc_evaluator *e, const lc_plan *p, lc_instance_found *found) {
    if (p->kind == LC_F_AND)
        for (uint32_t i = 0; i < p->count; i++) collect(e, p->of[i], found);
    if (p->kind == LC_F_OR) {
        uint32_t i = 0;
        while (i < p->count && !evaluate(e, p->of[i])) i++;
        if (i < p->count) collect(e, p->of[i], found);
    }
    if (p->kind != LC_F_EXISTS || !evaluate(e, p)) return;
    uint32_t bound = e->bound.count;
    for (uint32_t i = 0; i < p->chain_count; i++)
        for (uint32_t j = 0; j < p->chains[i].count; j++) {
            uint32_t variable = p->chains[i].steps[j].variable;
            uint32_t label = lc_structure_label(e->structure, e->values[variable]);
            (void)lc_push(e->budget, found, (lc_found_label){variable, label});
        }
    for (uint32_t i = 0; i < p->chain_count; i++)
        for (uint32_t j = 0; j < p->chains[i].count; j++) {
            const lc_plan_step *step = &p->chains[i].steps[j];
            (void)lc_push(e->budget, &e->bound, step->variable);
            for (uint32_t c = 0; c < step->check_count; c++) collect(e, step->checks[c], found);
        }
    e->bound.count = bound;
    for (uint32_t i = 0; i < p->count; i++) collect(e, p->of[i], found);
}

/* ---- constants ---- */

static bool reads_as(const lc_labels *labels, uint32_t label, const lc_constant *c, lince_text text[3]) {
    for (int i = 0; i < 3; i++) lc_text_clear(&text[i]);
    bool returned = labels->read(labels->context, label, &text[0], &text[1], &text[2]);
    return strcmp(lc_text(&text[0]), c->method) == 0 && strcmp(lc_text(&text[1]), c->args) == 0 &&
           returned == (c->results != NULL) && (!returned || strcmp(lc_text(&text[2]), c->results) == 0);
}

static bool find_constants(lc_evaluator *e, const lc_counts *counts, const lc_labels *labels) {
    uint32_t count = e->scope->constants.count;
    e->named.count = 0;
    for (uint32_t i = 0; i < count; i++) (void)lc_push(e->budget, &e->named, LC_NO_LABEL);
    if (!count || lc_exhausted(e->budget)) return !lc_exhausted(e->budget);
    lince_text text[3] = {{0}};
    for (uint32_t i = 0; i < counts->count; i++) {
        if (i && counts->at[i].label == counts->at[i - 1].label) continue;
        for (uint32_t c = 0; c < count; c++)
            if (e->named.at[c] == LC_NO_LABEL &&
                reads_as(labels, counts->at[i].label, &e->scope->constants.at[c], text))
                e->named.at[c] = counts->at[i].label;
    }
    bool cut = text[0].cut || text[1].cut || text[2].cut;
    for (int i = 0; i < 3; i++) lc_text_free(&text[i]);
    return !cut;
}

/* ---- all of it ---- */

static uint32_t depth_of(const lc_formula *f) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        uint32_t inside = depth_of(f->of[i]);
        if (inside > most) most = inside;
    }
    return most + (f->kind == LC_F_EXISTS);
}

lc_evaluator *lc_evaluator_new(lc_scope *scope, const lc_formula *f, lc_budget *budget) {
    const lc_plan *plan = lc_plan_make(scope, f);
    lc_evaluator *e = plan ? lc_allocate(budget, sizeof *e) : NULL;
    size_t variables = scope->names.count ? scope->names.count : 1;
    if (!e) return NULL;
    *e = (lc_evaluator){.budget = budget, .scope = scope, .plan = plan, .variables = variables, .depth = depth_of(f)};
    e->values = lc_allocate(budget, variables * sizeof *e->values);
    if (e->values) {
        for (size_t i = 0; i < variables; i++) e->values[i] = (lc_label_spot){LC_NOWHERE, 0, 0};
        return e;
    }
    lc_evaluator_free(e);
    return NULL;
}

void lc_evaluator_free(lc_evaluator *e) {
    if (!e) return;
    lc_release(e->budget, e->values, e->variables * sizeof *e->values);
    lc_vec_free(e->budget, &e->bound);
    lc_vec_free(e->budget, &e->named);
    lc_release(e->budget, e, sizeof *e);
}

uint32_t lc_evaluator_copies(const lc_evaluator *e) { return e->scope->constants.count ? 0 : e->depth + 1; }

static lc_truth run_on(lc_evaluator *e, const lc_structure *s, const lc_limits *limits, lc_instance_found *found) {
    e->meter = lc_meter_of(e->budget, limits ? limits : &(lc_limits){0});
    e->stopped = false;
    e->bound.count = 0;
    e->structure = s;
    if (found) found->count = 0;
    bool holds = evaluate(e, e->plan);
    if (holds && found && !e->stopped) collect(e, e->plan, found);
    e->structure = NULL;
    return e->stopped || lc_exhausted(e->budget) ? LC_UNKNOWN : holds ? LC_TRUE : LC_FALSE;
}

/* A structure for this formula, and for those without constants that have no more variables. */
static bool make_structure(lc_structure *s, lc_evaluator *e, const lc_counts *counts, const lc_labels *labels) {
    *s = (lc_structure){.budget = e->budget};
    if (!find_constants(e, counts, labels)) return false;
    return lc_structure_init(s, counts, labels, e->scope->length, e->named.at, e->named.count, e->depth + 1, e->budget);
}

lc_truth lc_evaluator_run(lc_evaluator *e, const lc_counts *counts, const lc_labels *labels, const lc_limits *limits,
                          lc_instance_found *found) {
    lc_structure s;
    lc_truth truth = make_structure(&s, e, counts, labels) ? run_on(e, &s, limits, found) : LC_UNKNOWN;
    lc_structure_free(&s);
    return truth;
}

lc_truth lc_evaluators_run(lc_evaluator *const *all, uint32_t count, const lc_counts *counts, const lc_labels *labels,
                           const lc_limits *limits, lc_instance_found *found, uint32_t *which) {
    lc_truth truth = LC_FALSE;
    lc_structure s;
    lc_evaluator *deepest = NULL; /* of those without constants */
    for (uint32_t i = 0; i < count; i++)
        if (!all[i]->scope->constants.count && (!deepest || all[i]->depth > deepest->depth)) deepest = all[i];
    bool made = !deepest || make_structure(&s, deepest, counts, labels);
    for (uint32_t i = 0; i < count && truth == LC_FALSE; i++) {
        *which = i;
        if (all[i]->scope->constants.count) truth = lc_evaluator_run(all[i], counts, labels, limits, found);
        else truth = made ? run_on(all[i], &s, limits, found) : LC_UNKNOWN;
    }
    if (deepest) lc_structure_free(&s);
    return truth;
}

lc_truth lc_evaluate(lc_scope *scope, const lc_formula *f, const lc_counts *counts, const lc_labels *labels,
                     const lc_limits *limits, lc_instance_found *found, lc_budget *budget) {
    lc_evaluator *e = lc_evaluator_new(scope, f, budget);
    lc_truth truth = e ? lc_evaluator_run(e, counts, labels, limits, found) : LC_UNKNOWN;
    lc_evaluator_free(e);
    return truth;
}
