/* The describing half of <lince/test.h>, of which a model needs little; and the functions that the loader looks up. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "target/model_plugin/model.h"

static lct_model *tests, **last = &tests;
static lct_model *current; /* the one being described */
static void *table;        /* of values by content */

void lince_test_register(const char *name, const char *file, int line, void (*describe)(void)) {
    lct_model *m = calloc(1, sizeof *m);
    if (!m) return;
    m->test = name;
    m->file = file;
    m->line = line;
    m->describe = describe;
    *last = m;
    last = &m->next;
}

__attribute__((destructor)) static void forget(void) {
    for (lct_model *m = tests, *next; m; m = next) {
        next = m->next;
        free(m->first);
        free(m);
    }
    free(table);
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

/* `q.enq` is the operation enq of the object q. */
static const char *method_name(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static lct_model_op *new_op(lct_model *m, const char *name) {
    if (m->count == LCT_MODEL_OPS) {
        m->too_many = true;
        return NULL;
    }
    m->ops[m->count] = (lct_model_op){.name = name};
    return &m->ops[m->count++];
}

/* The operation of this name, new or old; NULL: there is no room. */
static lct_model_op *op_named(lct_model *m, const char *name) {
    name = method_name(name);
    for (unsigned i = 0; i < m->count; i++)
        if (!strcmp(m->ops[i].name, name)) return &m->ops[i];
    return new_op(m, name);
}

static void add(const char *name, lct_model_op op, int shape) {
    lct_model_op *to = current ? op_named(current, name) : NULL;
    if (to && (to->function || to->call)) to = new_op(current, to->name); /* the loader refuses that */
    if (!to) return;
    op.name = to->name;
    op.as = to->as;
    op.types = lct_signature_of(shape);
    *to = op;
}

static void declare_signature(const char *name, int shape) {
    if (!current || current->signature_count == LCT_MODEL_OPS) return;
    current->known[current->signature_count++] =
        (lct_model_signature){.name = method_name(name), .types = lct_signature_of(shape)};
}

/* One more way to meet; NULL: there is no room, or nothing to do. */
static lct_model_meet *add_meet(void (*function)(lince_party *)) {
    if (!current || !function) return NULL;
    if (current->meet_count == LCT_MODEL_MEETS) {
        current->too_many = true;
        return NULL;
    }
    lct_model_meet *meet = &current->meets[current->meet_count++];
    *meet = (lct_model_meet){.function = function};
    return meet;
}

/* The program under test reports wrong names. */
static void take_part(lct_model_meet *meet, unsigned place, const char *name) {
    const lct_model_op *op = place < LCT_MODEL_PARTIES ? op_named(current, name) : NULL;
    if (op) meet->rows[place] = (unsigned)(op - current->ops);
    else current->too_many = true;
}

void lince_test_add_meet(void (*function)(lince_party *), ...) {
    lct_model_meet *meet = add_meet(function);
    va_list names;
    va_start(names, function);
    for (const char *name; meet && (name = va_arg(names, const char *));) take_part(meet, meet->most++, name);
    va_end(names);
    if (meet) meet->least = meet->most;
}

void lince_test_model_group(void (*function)(lince_party *), const char *name, int least, int most) {
    lct_model_meet *meet = add_meet(function);
    if (!meet) return;
    meet->alike = true;
    meet->least = least > 0 ? (unsigned)least : 1;
    meet->most = most >= (int)meet->least ? (unsigned)most : meet->least;
    if (meet->most > LCT_MODEL_PARTIES) meet->most = LCT_MODEL_PARTIES;
    take_part(meet, 0, name);
}

void lince_test_add_model_op(const char *name, void (*function)(void), int shape) {
    add(name, (lct_model_op){.function = function}, shape);
}

void lince_test_add_model_call(const char *name, lince_test_call *call, void *object, int shape) {
    add(name, (lct_model_op){.call = call, .object = object}, shape);
}

/* "queue", "semaphore:n=2"; the program under test reports errors in it. */
void lince_test_model_is(const char *what) {
#define NAME(kind, name) name,
    static const char *const names[] = {LINCE_OBJECT_KINDS(NAME)};
    const char *size = strchr(what, '=');
    size_t length = strcspn(what, ":");
    for (unsigned i = 0; current && i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && !memcmp(names[i], what, length)) current->is = LINCE_IS_OTHER + 1 + i;
    if (current && size) current->is_size = strtol(size + 1, NULL, 10);
}

void lince_test_model_as(const char *name, const char *operation) {
    lct_model_op *op = current ? op_named(current, name) : NULL;
    if (op) op->as = operation;
}

/* ---- functions that the loader looks up ---- */

static bool has_model(lct_model *m) {
    if (!m->described) {
        m->described = true;
        current = m;
        m->describe();
        current = NULL;
        if ((m->state || m->meet_count) && !m->too_many) lct_model_specify(m);
    }
    return (m->state || m->meet_count) && !m->too_many;
}

/* The specification of this test; NULL: of the one that LINCE_MODEL_TEST names, or else of the first that has one. */
LINCE_API const lince_spec *lince_plugin_make(const char *test);
const lince_spec *lince_plugin_make(const char *test) {
    if (!test) test = getenv("LINCE_MODEL_TEST");
    lct_value_start();
    for (lct_model *m = tests; m; m = m->next)
        if ((!test || !strcmp(test, m->test)) && has_model(m)) return &m->spec;
    return NULL;
}

/* ---- functions without a meaning here ---- */

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
void lince_test_protocol(const char *text) { (void)text; }
void lince_test_scenario(const char *text) { (void)text; }
void lince_test_thread(void (*thread)(void)) { (void)thread; }
void lince_test_add_op(const char *name, void (*function)(void), int shape, lince_argument_list arguments) {
    (void)function, (void)arguments;
    declare_signature(name, shape);
}
void lince_test_add_call(const char *name, lince_test_call *call, lince_test_values *values, void *object, int shape,
                         lince_argument_list arguments) {
    (void)call, (void)values, (void)object, (void)arguments;
    declare_signature(name, shape);
}
void lince_op_begins(const char *name, int count, lince_long_list values) { (void)name, (void)count, (void)values; }
void lince_op_ends(int count, lince_long_list values) { (void)count, (void)values; }
int lince_thread_number(void) { return 0; }
void lince_atomic_begin(const volatile void *address, size_t size) { (void)address, (void)size; }
void lince_atomic_end(void) {}
void lince_note(const char *format, ...) { (void)format; }

void lince_is_argument(void *block) { (void)block; }

/* ---- values by content ---- */

/* The model lasts as long as its values: a text needs no copy. */
const char *lince_text_argument(long value) { return lince_value_text(lince_value_as_string(value)); }

void *lct_value_memory(size_t size) {
    table = calloc(1, size);
    if (!table) lct_value_shortage();
    return table;
}

void lct_value_reads(const void *bytes, size_t length, uintptr_t pc) { (void)bytes, (void)length, (void)pc; }

void lct_value_shortage(void) {
    static const char message[] = "lince: the strings and lists of a model take too much memory\n";
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) {}
    _exit(2);
}

/* ---- functions with a meaning in an operation of a model ---- */

int lince_choose(int n) { return lct_model_runs() ? lct_model_choose(n) : 0; }

void lince_also_returns(long value) {
    if (lct_model_runs()) lct_model_also(value);
}

void lince_retry(void) {
    if (lct_model_runs()) lct_model_give_up();
}

void lince_failed(const char *condition, const char *file, int line) {
    (void)condition, (void)file, (void)line;
    if (lct_model_runs()) lct_model_give_up();
}

void lince_dropped(const char *condition, const char *file, int line) { lince_failed(condition, file, line); }

/* The function that assert() calls.  The test file alone calls this one, because it is visible nowhere else. */
void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
    __attribute__((noreturn, visibility("hidden")));
void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
    if (lct_model_runs()) lct_model_give_up();
    fprintf(stderr, "%s:%u: %s: assertion `%s` failed\n", file, line, function, condition);
    abort();
}
