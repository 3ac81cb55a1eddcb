/* Formulas from grammars represent their objects: on random histories up to their length they are true exactly of those
 * that are not linearizable.  What is linearizable is found out twice, by brute force with a model of the object in C
 * and, where Lince has a specification of it, by Lince's checker.
 *
 *   oracle-kernel NAME LENGTH COUNT
 */
#include "counting/grammar/kernel_parts.h"

#include <stdlib.h>
#include <string.h>

#include <lince/check.h>

#include "counting/grammar/solver.h"
#include "history/interval.h"
#include "kernel_models.h"
#include "share.h"
#include "tap.h"

enum { MOST_OPS = 9 };

typedef struct op {
    uint32_t label; /* of a pending one, any with its call */
    bool pending;
    uint32_t from, to;
} op;

typedef struct sample {
    op ops[MOST_OPS];
    uint32_t count;
    lince_history *history;
} sample;

static const kernel_model *model;
static lc_kernel *kernel;

static uint64_t random_state = 20241117;

static uint32_t below(uint32_t bound) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)((random_state * 0x2545f4914f6cdd1du >> 33) % bound);
}

static void must(bool good) {
    if (!good) abort();
}

/* ---- brute force ---- */

static int64_t step(int64_t state, uint32_t label) {
    lc_constant l = kernel->grammar.labels.at[label];
    return model->next(state, l.method, l.results);
}

static bool same_call(uint32_t a, uint32_t b) {
    return !strcmp(kernel->grammar.labels.at[a].method, kernel->grammar.labels.at[b].method);
}

static bool may_be_next(const sample *s, uint32_t done, uint32_t i) {
    for (uint32_t j = 0; j < s->count; j++)
        if (!(done >> j & 1) && !s->ops[j].pending && s->ops[j].to < s->ops[i].from) return false;
    return true;
}

/* Where it has been already, as far as there is room to remember it. */
enum { REMEMBERED = 16 };
static struct {
    int64_t states[REMEMBERED];
    uint32_t count;
} been[1 << MOST_OPS];

static bool is_new(uint32_t done, int64_t state) {
    for (uint32_t i = 0; i < been[done].count; i++)
        if (been[done].states[i] == state) return false;
    if (been[done].count < REMEMBERED) been[done].states[been[done].count++] = state;
    return true;
}

static bool linearize(const sample *s, uint32_t done, int64_t state) {
    if (!is_new(done, state)) return false;
    bool complete = true;
    for (uint32_t i = 0; i < s->count; i++) complete &= (done >> i & 1) || s->ops[i].pending;
    if (complete && (!model->accepts || model->accepts(state))) return true;
    for (uint32_t i = 0; i < s->count; i++) {
        if (done >> i & 1 || !may_be_next(s, done, i)) continue;
        for (uint32_t label = 0; label < kernel->grammar.labels.count; label++) {
            if (s->ops[i].pending ? !same_call(label, s->ops[i].label) : label != s->ops[i].label) continue;
            int64_t next = step(state, label);
            if (next != NOT_ENABLED && linearize(s, done | 1u << i, next)) return true;
        }
    }
    return false;
}

static bool is_linearizable(const sample *s) {
    for (uint32_t i = 0; i < 1u << s->count; i++) been[i].count = 0;
    return linearize(s, 0, model->initial);
}

/* ---- random histories ---- */

/* Labels in an order that is legal, as far as one is found by luck; steps grow along it. */
static void choose_labels(sample *s, uint32_t length) {
    int64_t state = model->initial;
    bool legal = below(4) != 0;
    uint32_t at = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t label = below(kernel->grammar.labels.count);
        for (int tries = 0; tries < 20 && legal && step(state, label) == NOT_ENABLED; tries++)
            label = below(kernel->grammar.labels.count);
        if (legal && step(state, label) != NOT_ENABLED) state = step(state, label);
        if (at < length && below(3) == 0) at++;
        s->ops[i] = (op){.label = label, .from = at - below(at + 1), .to = at + below(length - at + 1)};
        if (below(2)) s->ops[i].from = at;
        if (below(2)) s->ops[i].to = at;
        s->ops[i].pending = below(6) == 0;
    }
    if (legal && below(2)) { /* a small mistake */
        op *o = &s->ops[below(s->count)];
        if (below(2)) o->label = below(kernel->grammar.labels.count);
        else o->from = o->to = below(length + 1);
    }
}

static void write_event(sample *s, uint32_t i, bool call) {
    char thread[16];
    lince_error error;
    lc_constant l = kernel->grammar.labels.at[s->ops[i].label];
    snprintf(thread, sizeof thread, "T%u", i);
    if (call) {
        must(!lince_invoke(s->history, thread, NULL, l.method, NULL, 0, &error));
        return;
    }
    lince_value result = LINCE_NO_VALUE;
    if (!strcmp(l.results, "true") || !strcmp(l.results, "false")) result = lince_bool(l.results[0] == 't');
    else if (*l.results) result = lince_int(lince_history_values(s->history), atoi(l.results));
    must(!lince_return(s->history, thread, &result, *l.results != 0, &error));
}

/* The history itself, then the intervals it really has: a step in which nothing returns is none. */
static void make_sample(sample *s, uint32_t length) {
    uint32_t number[MOST_OPS], calls = 0;
    lc_intervals intervals;
    s->count = 1 + below(MOST_OPS);
    s->history = lince_history_new();
    choose_labels(s, length);
    for (uint32_t t = 0; t <= length; t++) {
        for (uint32_t i = 0; i < s->count; i++)
            if (s->ops[i].from == t) number[i] = calls++, write_event(s, i, true);
        for (uint32_t i = 0; i < s->count; i++)
            if (s->ops[i].to == t && !s->ops[i].pending) write_event(s, i, false);
    }
    must(lc_intervals_of(&intervals, s->history, NULL) && intervals.length <= length);
    for (uint32_t i = 0; i < s->count; i++) {
        s->ops[i].from = intervals.at.at[number[i]].from;
        s->ops[i].to = intervals.at.at[number[i]].to;
    }
    lc_intervals_free(&intervals);
}

/* ---- the formula ---- */

static int64_t count_of(const sample *s, const lc_scope *scope, const lc_count_of *c) {
    const lc_constant *wanted = &scope->constants.at[c->of.number];
    int64_t sum = 0;
    must(c->of.constant);
    for (uint32_t i = 0; i < s->count; i++) {
        const op *o = &s->ops[i];
        lc_constant l = kernel->grammar.labels.at[o->label];
        bool here = c->total ? o->from >= c->from && o->to <= c->to : o->from == c->from && o->to == c->to;
        bool same = !strcmp(l.method, wanted->method) && !strcmp(l.args, wanted->args) &&
                    (o->pending ? !wanted->results : wanted->results && !strcmp(l.results, wanted->results));
        sum += here && same;
    }
    return sum * c->times;
}

static int64_t value_of(const sample *s, const lc_scope *scope, const lc_term *t) {
    int64_t sum = t->number;
    for (uint32_t i = 0; i < t->count; i++) sum += count_of(s, scope, &t->counts[i]);
    return sum;
}

static bool holds(const sample *s, const lc_scope *scope, const lc_formula *f) {
    switch (f->kind) {
    case LC_F_TRUE: return true;
    case LC_F_FALSE: return false;
    case LC_F_AT_MOST: return value_of(s, scope, &f->left) <= value_of(s, scope, &f->right);
    case LC_F_EQUAL: return value_of(s, scope, &f->left) == value_of(s, scope, &f->right);
    case LC_F_DIVIDES: return value_of(s, scope, &f->left) % f->modulus == 0;
    case LC_F_NOT: return !holds(s, scope, f->of[0]);
    case LC_F_AND:
        for (uint32_t i = 0; i < f->count; i++)
            if (!holds(s, scope, f->of[i])) return false;
        return true;
    case LC_F_OR:
        for (uint32_t i = 0; i < f->count; i++)
            if (holds(s, scope, f->of[i])) return true;
        return false;
    default: abort();
    }
}

/* ---- comparing ---- */

typedef struct tally {
    uint32_t legal, illegal;
    uint32_t false_alarms, missed; /* by the formula */
    uint32_t checker_wrong;
} tally;

static bool checker_says(const sample *s, const lince_specs *specs) {
    lince_error error;
    lince_result *result;
    must(!lince_check(s->history, specs, &(lince_check_options){.jobs = 1, .no_explanation = true}, &result, &error));
    bool ok = lince_result_verdict(result) == LINCE_VERDICT_OK;
    lince_result_free(result);
    return ok;
}

static tally compare(const lc_scope *scope, const lc_formula *violations, uint32_t length, uint32_t count) {
    tally t = {0};
    lince_error error;
    lince_specs *specs = lince_specs_new();
    if (model->spec) must(!lince_specs_add(specs, model->spec, &error));
    for (uint32_t n = 0; n < count; n++) {
        sample s;
        make_sample(&s, length);
        bool legal = is_linearizable(&s);
        bool says = !holds(&s, scope, violations);
        *(legal ? &t.legal : &t.illegal) += 1;
        t.false_alarms += legal && !says;
        t.missed += !legal && says;
        if (model->spec) t.checker_wrong += checker_says(&s, specs) != legal;
        lince_history_free(s.history);
    }
    lince_specs_free(specs);
    return t;
}

static void report(const tally *t, uint32_t length) {
    const char *name = model->name;
    uint32_t all = t->legal + t->illegal;
    expect(t->legal > all / 50 && t->illegal > all / 50, "%s, length %u: %u linearizable histories, %u others", name,
           length, t->legal, t->illegal);
    if (model->wrong) {
        expect(t->false_alarms + t->missed > 0, "the wrong grammar is noticed: %u and %u histories", t->false_alarms,
               t->missed);
        return;
    }
    expect(t->false_alarms == 0, "the formula is false of all that are linearizable (of %u it is not)",
           t->false_alarms);
    expect(t->missed == 0, "and true of all others (of %u it is not)", t->missed);
    expect(t->checker_wrong == 0, "and so does the checker, where it has a specification (%u do not)",
           t->checker_wrong);
}

int main(int argc, char **argv) {
    lince_error error = {0};
    if (argc != 4 || !(model = kernel_model_named(argv[1]))) {
        fprintf(stderr, "usage: oracle-kernel NAME LENGTH COUNT\n");
        return 2;
    }
    if (!lc_solver_exists()) return tap_skip("built without Z3"), tap_end();
    lince_status status = model->grammar
                              ? lc_kernel_parse(&kernel, model->grammar, strlen(model->grammar), NULL, &error)
                              : lc_kernel_builtin(&kernel, model->name, &error);
    if (!expect(!status, "the grammar is read %s", error.message)) return tap_end();
    uint32_t length = (uint32_t)atoi(argv[2]);
    lc_scope scope;
    lc_budget budget;
    const lc_formula *f;
    lc_budget_init(&budget, 0);
    lc_scope_init(&scope, length, &budget);
    status = lc_kernel_violations(&f, &scope, kernel, NULL, &error);
    if (expect(!status, "the formula is derived")) {
        tally t = compare(&scope, f, length, (uint32_t)share_of(strtoull(argv[3], NULL, 10)));
        report(&t, length);
    }
    lc_scope_free(&scope);
    lc_kernel_free(kernel);
    return tap_end();
}
