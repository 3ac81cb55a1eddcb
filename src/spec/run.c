/* Running the callbacks of a specification. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "history/values.h"
#include "spec/spec.h"

enum { SPARE = 4096 };

/* A step, and its private data. */
typedef struct frame {
    lince_step step; /* first, so that the pointer a callback was given leads back here */
    lc_runner *runner;
    lc_emit *emit;
    void *context;
    lince_results tidy[LC_ARITY_MAX]; /* shown to `emit`; filled in as far as there are calls */
} frame;

static frame *frame_of(lince_step *step) { return (frame *)step; }

void lc_runner_init(lc_runner *runner, const lc_instance *instance, lince_values *values, lince_value init) {
    assert(instance && instance->spec && values);
    *runner = (lc_runner){.instance = instance, .values = values, .init = lc_instance_initial(instance, values, init)};
    if (instance->init && runner->init == LINCE_NO_VALUE) runner->out_of_memory = true;
}

void lc_runner_free(lc_runner *runner) {
    assert(!runner->running);
    free(runner->scratch);
    *runner = (lc_runner){0};
}

/* ---- room for states ---- */

/* At least `size` bytes of scratch; its former content is lost, unless this fails. */
static bool make_room(lc_runner *runner, size_t size) {
    if (size <= runner->scratch_size) return true;
    size_t generous = size > SIZE_MAX / 2 ? size : 2 * size;
    void *block = malloc(generous);
    if (!block) block = malloc(generous = size);
    if (!block) return false;
    free(runner->scratch);
    runner->scratch = block;
    runner->scratch_size = generous;
    return true;
}

/* A callback is only started with room for a next state of twice the size of this one, so that running out of memory is
 * noticed before it runs, where it can be dealt with.  A callback that requests still more, and does not get it, would
 * write through a null pointer: the interface has no way to report that. */
void *lince_scratch(lince_step *step, size_t size) {
    lc_runner *runner = frame_of(step)->runner;
    if (!make_room(runner, size)) abort();
    return runner->scratch;
}

void lc_step_out_of_memory(lince_step *step) { frame_of(step)->runner->out_of_memory = true; }

/* ---- outcomes ---- */

/* Copies results up to their end and clears the rest; the number of results. */
static unsigned tidy(lince_results *to, const lince_results *from) {
    unsigned count = 0;
    while (from && count < LINCE_RESULTS_MAX && from->at[count] != LINCE_NO_VALUE) {
        to->at[count] = from->at[count];
        count++;
    }
    for (unsigned i = count; i < LINCE_RESULTS_MAX; i++) to->at[i] = LINCE_NO_VALUE;
    return count;
}

/* Does the operation return in this step, and so show its results? */
static bool returns(const lince_call *call) { return call->part == LINCE_PART_WHOLE || call->part == LINCE_PART_LAST; }

static bool as_known(const lince_call *call, const lince_results *results) {
    for (unsigned i = 0; i < LINCE_RESULTS_MAX; i++) {
        if (call->results[i] != results->at[i]) return false;
        if (results->at[i] == LINCE_NO_VALUE) return true;
    }
    return true;
}

void lince_emit(lince_step *step, const void *state, size_t size, const lince_results *results) {
    frame *f = frame_of(step);
    if (f->runner->out_of_memory) return;
    for (size_t i = 0; i < step->count; i++) {
        const lince_call *call = &step->calls[i];
        unsigned count = tidy(&f->tidy[i], results ? &results[i] : NULL);
        if (!returns(call)) continue;
        /* A result that is missing is a value the pool had no memory for. */
        if (count < f->runner->instance->spec->methods[call->method].results_min) {
            f->runner->out_of_memory = true;
            return;
        }
        if (call->known && !as_known(call, &f->tidy[i])) return;
    }
    f->emit(f->context, state, size, f->tidy);
}

static void run(frame *f, void (*callback)(lince_step *)) {
    lc_runner *runner = f->runner;
    assert(!runner->running);
    if (runner->out_of_memory) return;
    if (!make_room(runner, 2 * f->step.size + SPARE)) {
        runner->out_of_memory = true;
        return;
    }
    runner->running = true;
    callback(&f->step);
    runner->running = false;
}

/* Fills in all but `tidy`, which is large and written before it is read. */
static void prepare(frame *f, lc_runner *runner, const void *state, size_t size, lc_emit *emit, void *context) {
    f->step = (lince_step){.values = runner->values,
                           .params = runner->instance->params,
                           .init = runner->init,
                           .state = state,
                           .size = size};
    f->runner = runner;
    f->emit = emit;
    f->context = context;
}

void lc_run_init(lc_runner *runner, lc_emit *emit, void *context) {
    frame f;
    prepare(&f, runner, NULL, 0, emit, context);
    run(&f, runner->instance->spec->init);
}

void lc_run_next(lc_runner *runner, const void *state, size_t size, const lince_call *calls, size_t count,
                 lc_emit *emit, void *context) {
    assert(count > 0 && count <= LC_ARITY_MAX);
    frame f;
    prepare(&f, runner, state, size, emit, context);
    f.step.calls = calls;
    f.step.count = count;
    run(&f, runner->instance->spec->next);
}

bool lc_run_joins(lc_runner *runner, const void *state, size_t size, const lince_call *calls, size_t count) {
    if (!runner->instance->spec->joins) return true;
    lince_step step = {.values = runner->values,
                       .params = runner->instance->params,
                       .init = runner->init,
                       .state = state,
                       .size = size,
                       .calls = calls,
                       .count = count};
    return runner->instance->spec->joins(&step);
}

/* ---- text ---- */

static void no_outcome(void *context, const void *state, size_t size, const lince_results *results) {
    (void)context, (void)state, (void)size, (void)results;
}

void lc_run_print(lc_runner *runner, const void *state, size_t size, lince_text *out) {
    const lince_spec *spec = runner->instance->spec;
    if (!spec->print) {
        for (size_t i = 0; i < size; i++)
            lc_text_printf(out, "%s%02x", i ? " " : "", ((const unsigned char *)state)[i]);
        return;
    }
    frame f;
    prepare(&f, runner, state, size, no_outcome, NULL);
    spec->print(&f.step, out);
}

void lince_print(lince_text *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    lc_text_vprintf(out, format, args);
    va_end(args);
}

void lince_print_value(lince_text *out, const lince_values *values, lince_value v) {
    if (v == LINCE_NO_VALUE) lc_text_puts(out, "?");
    else lc_value_print(out, values, v);
}
