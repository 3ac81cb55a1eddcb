/* A state is: the object's state, by number; how many have taken their places; these operations, in order; and those
 * whose results are due, ascending.
 *
 * The callbacks find their data through a parameter that no other code can set: it is the address of the
 * lc_two_step_spec.
 */
#include "check/sync/two_step_spec.h"

#include <assert.h>
#include <stdlib.h>

#include "base/order.h"

enum { STATE, COUNT, GROUP }; /* the layout of a state */

static lc_two_step_spec *self(const lince_step *step) { return (lc_two_step_spec *)(intptr_t)step->params[0]; }

static uint32_t label_of(const lc_two_step_spec *s, uint32_t member) {
    return member & LC_MEMBER_PENDING ? member & ~LC_MEMBER_PENDING : s->labels.at[member];
}

static uint32_t row_of(const lc_two_step_spec *s, uint32_t member) {
    return s->binding->labels.at[label_of(s, member)].content[0];
}

/* ---- making states ---- */

static void start(lc_two_step_spec *s, uint32_t state, const uint32_t *group, uint32_t count) {
    s->next.count = 0;
    (void)lc_push(s->budget, &s->next, state);
    (void)lc_push(s->budget, &s->next, count);
    for (uint32_t i = 0; i < count; i++) (void)lc_push(s->budget, &s->next, group[i]);
}

static void add_due(lc_two_step_spec *s, const uint32_t *due, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) (void)lc_push(s->budget, &s->next, due[i]);
}

static void finish(lc_two_step_spec *s, lince_step *step) {
    if (lc_exhausted(s->budget)) lc_step_out_of_memory(step);
    else lince_emit(step, s->next.at, s->next.count * sizeof *s->next.at, NULL);
}

/* ---- queries of the object ---- */

typedef struct together {
    lc_call full[LC_ARITY_MAX];
    lince_call calls[LC_ARITY_MAX];
} together;

static void fill_in(const lc_two_step_spec *s, together *t, const uint32_t *group, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        lc_label_call(&s->binding->labels.at[label_of(s, group[i])], &t->full[i]);
        t->calls[i] = t->full[i].call;
    }
}

static bool may_join(lc_two_step_spec *s, uint32_t state, const uint32_t *group, uint32_t count) {
    if (count == 1 || !s->runner.instance->spec->joins) return true;
    together t;
    fill_in(s, &t, group, count);
    const lc_interned *from = lc_intern_get(&s->states, state);
    return lc_run_joins(&s->runner, from->bytes, from->size, t.calls, count);
}

/* ---- the first step: taking a place ---- */

/* By method; and if the order means nothing, only one is tried. */
static bool comes_after(const lc_two_step_spec *s, uint32_t last, uint32_t member) {
    uint32_t row = row_of(s, last), new_row = row_of(s, member);
    return row != new_row ? row < new_row : s->ordered || last <= member;
}

static void take_place(lc_two_step_spec *s, lince_step *step, uint32_t member) {
    const uint32_t *from = step->state, *group = from + GROUP;
    uint32_t count = from[COUNT], due = (uint32_t)(step->size / sizeof *from) - GROUP - count;
    if (count == s->most || (count && !comes_after(s, group[count - 1], member))) return;
    start(s, from[STATE], group, count);
    s->next.at[COUNT] = count + 1;
    if (!lc_push(s->budget, &s->next, member) || !may_join(s, from[STATE], s->next.at + GROUP, count + 1)) return;
    add_due(s, group + count, due);
    finish(s, step);
}

/* ---- the second step: synchronizing, or fetching the result ---- */

/* The results are due to all but the last one, which takes its own now.  The results of operations that return are
 * known, so the ones they get are right already; all the rest never fetch theirs. */
static void note_outcome(void *context, const void *state, size_t size, const lince_results *results) {
    lince_step *step = context;
    lc_two_step_spec *s = self(step);
    const uint32_t *from = step->state, *group = from + GROUP;
    uint32_t count = from[COUNT], all = (uint32_t)(step->size / sizeof *from);
    (void)results;
    uint32_t number = lc_intern_add(&s->states, state, size);
    if (number == LC_NOT_INTERNED) return;
    start(s, number, NULL, 0);
    for (uint32_t i = 0; i + 1 < count; i++)
        if (!(group[i] & LC_MEMBER_PENDING)) (void)lc_push(s->budget, &s->next, group[i]);
    add_due(s, group + count, all - GROUP - count);
    if (!lc_exhausted(s->budget)) qsort(s->next.at + GROUP, s->next.count - GROUP, sizeof *s->next.at, lc_by_u32);
    finish(s, step);
}

static void synchronize(lc_two_step_spec *s, lince_step *step) {
    const uint32_t *state = step->state;
    together t;
    fill_in(s, &t, state + GROUP, state[COUNT]);
    const lc_interned *from = lc_intern_get(&s->states, state[STATE]);
    s->asked++;
    lc_run_next(&s->runner, from->bytes, from->size, t.calls, state[COUNT], note_outcome, step);
    if (s->runner.out_of_memory || lc_exhausted(s->budget)) lc_step_out_of_memory(step);
}

static void second_step(lc_two_step_spec *s, lince_step *step, uint32_t member) {
    const uint32_t *from = step->state, *group = from + GROUP;
    uint32_t count = from[COUNT], all = (uint32_t)(step->size / sizeof *from);
    if (count) {
        if (count >= s->least && group[count - 1] == member) synchronize(s, step);
    } else if (all > GROUP && group[0] == member) {
        start(s, from[STATE], NULL, 0);
        add_due(s, group + 1, all - GROUP - 1);
        finish(s, step);
    }
}

/* ---- the table ---- */

static void init(lince_step *step) {
    lc_two_step_spec *s = self(step);
    for (uint32_t i = 0; i < s->initial.count; i++) {
        start(s, s->initial.at[i], NULL, 0);
        finish(s, step);
    }
}

static void next(lince_step *step) {
    lc_two_step_spec *s = self(step);
    assert(step->count == 1);
    if (step->calls->method == LC_FIRST_STEP) take_place(s, step, step->calls->args[0]);
    else second_step(s, step, step->calls->args[0]);
}

static const lince_method methods[] = {
    [LC_FIRST_STEP] = {.name = "first", .args_min = 1, .args_max = 1},
    [LC_SECOND_STEP] = {.name = "second", .args_min = 1, .args_max = 1},
};

static const lince_spec two_step = {
    .abi = LINCE_SPEC_ABI, .name = "two-step", .methods = methods, .method_count = 2, .init = init, .next = next};

/* ---- for one object after another ---- */

void lc_two_step_spec_init(lc_two_step_spec *s, const lc_binding *binding, lc_budget *budget) {
    *s = (lc_two_step_spec){.budget = budget, .binding = binding, .instance = {.spec = &two_step}};
    s->instance.params[0] = (intptr_t)s;
    lc_values_init(&s->values, &binding->values, budget);
    lc_intern_init(&s->states, budget);
}

static void note_initial(void *context, const void *state, size_t size, const lince_results *results) {
    lc_two_step_spec *s = context;
    (void)results;
    uint32_t number = lc_intern_add(&s->states, state, size);
    if (number != LC_NOT_INTERNED) (void)lc_push(s->budget, &s->initial, number);
}

void lc_two_step_spec_reset(lc_two_step_spec *s, const lc_instance *object) {
    lc_values_clear(&s->values);
    lc_intern_clear(&s->states);
    s->initial.count = s->labels.count = 0;
    lc_runner_free(&s->runner);
    lc_runner_init(&s->runner, object, &s->values, s->binding->init);
    lc_instance_arity(object, &s->least, &s->most);
    s->ordered = object->spec->traits & LINCE_ORDERED;
    lc_run_init(&s->runner, note_initial, s);
    if (s->runner.out_of_memory) atomic_store(&s->budget->exhausted, true);
}

void lc_two_step_spec_free(lc_two_step_spec *s) {
    lc_values_destroy(&s->values);
    lc_intern_free(&s->states);
    lc_runner_free(&s->runner);
    lc_vec_free(s->budget, &s->labels);
    lc_vec_free(s->budget, &s->initial);
    lc_vec_free(s->budget, &s->next);
}
