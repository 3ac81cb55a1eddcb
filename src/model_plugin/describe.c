/* The describing half of <lince/test.h>, of which a model needs little; and what the loader asks for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_plugin/model.h"

static lc_model *tests, **last = &tests;
static lc_model *current; /* the one being described */

void lince_test_register(const char *name, const char *file, int line, void (*describe)(void)) {
    lc_model *m = calloc(1, sizeof *m);
    if (!m) return;
    m->test = name;
    m->file = file;
    m->line = line;
    m->describe = describe;
    *last = m;
    last = &m->next;
}

__attribute__((destructor)) static void forget(void) {
    for (lc_model *m = tests, *next; m; m = next) {
        next = m->next;
        free(m->first);
        free(m);
    }
    tests = NULL;
    last = &tests;
}

void lince_test_model(void *state, size_t size) {
    if (!current) return;
    free(current->first);
    current->first = malloc(size ? size : 1);
    current->state = current->first ? state : NULL;
    current->size = size;
    if (current->first && size) memcpy(current->first, state, size);
}

static void add(const char *name, lc_model_op op, int shape) {
    if (!current) return;
    if (current->count == LC_MODEL_OPS) {
        current->too_many = true;
        return;
    }
    const char *dot = strrchr(name, '.'); /* `q.enq` is the operation enq of the object q */
    op.name = dot ? dot + 1 : name;
    op.result = (unsigned)shape & 3;
    op.wide = shape >> 2 & 1;
    op.count = (unsigned)shape >> 3;
    current->ops[current->count++] = op;
}

void lince_test_add_model_op(const char *name, void (*function)(void), int shape) {
    add(name, (lc_model_op){.function = function}, shape);
}

void lince_test_add_model_call(const char *name, lince_test_call *call, void *object, int shape) {
    add(name, (lc_model_op){.call = call, .object = object}, shape);
}

/* ---- what the loader asks for ---- */

static bool has_model(lc_model *m) {
    if (!m->described) {
        m->described = true;
        current = m;
        m->describe();
        current = NULL;
        if (m->state && !m->too_many) lc_model_specify(m);
    }
    return m->state && !m->too_many;
}

/* The specification of this test; NULL: of the one that LINCE_MODEL_TEST names, or else of the first that has one. */
LINCE_API const lince_spec *lince_plugin_make(const char *test);
const lince_spec *lince_plugin_make(const char *test) {
    if (!test) test = getenv("LINCE_MODEL_TEST");
    for (lc_model *m = tests; m; m = m->next)
        if ((!test || !strcmp(test, m->test)) && has_model(m)) return &m->spec;
    return NULL;
}

/* ---- what means nothing here ---- */

void lince_test_spec(const char *spec) { (void)spec; }
void lince_test_criterion(const char *criterion) { (void)criterion; }
void lince_test_setup(void (*setup)(void)) { (void)setup; }
void lince_test_finally(void (*finally)(void)) { (void)finally; }
void lince_test_invariant(bool (*invariant)(void)) { (void)invariant; }
void lince_test_blocking(void) {}
void lince_test_lock_free(void) {}
void lince_test_obstruction_free(void) {}
void lince_test_no_leaks(void) {}
void lince_test_size(int threads, int calls) { (void)threads, (void)calls; }
void lince_test_balanced(const char *adds, const char *removes) { (void)adds, (void)removes; }
void lince_test_scenario(const char *text) { (void)text; }
void lince_test_thread(void (*thread)(void)) { (void)thread; }
void lince_test_add_op(const char *name, void (*function)(void), int shape, lince_argument_list arguments) {
    (void)name, (void)function, (void)shape, (void)arguments;
}
void lince_test_add_call(const char *name, lince_test_call *call, void *object, int shape,
                         lince_argument_list arguments) {
    (void)name, (void)call, (void)object, (void)shape, (void)arguments;
}
void lince_op_begins(const char *name, int count, lince_long_list values) { (void)name, (void)count, (void)values; }
void lince_op_ends(int count, lince_long_list values) { (void)count, (void)values; }
int lince_thread_number(void) { return 0; }
void lince_atomic_begin(const volatile void *address, size_t size) { (void)address, (void)size; }
void lince_atomic_end(void) {}
void lince_note(const char *format, ...) { (void)format; }

/* ---- what means something in an operation of a model ---- */

int lince_choose(int n) { return lc_model_runs() ? lc_model_choose(n) : 0; }

void lince_retry(void) {
    if (lc_model_runs()) lc_model_give_up();
}

void lince_failed(const char *condition, const char *file, int line) {
    (void)condition, (void)file, (void)line;
    if (lc_model_runs()) lc_model_give_up();
}

/* What assert() calls.  It is this one for the test file alone, because nobody else sees it. */
void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
    __attribute__((noreturn, visibility("hidden")));
void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
    if (lc_model_runs()) lc_model_give_up();
    fprintf(stderr, "%s:%u: %s: assertion `%s` failed\n", file, line, function, condition);
    abort();
}
