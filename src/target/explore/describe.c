#include "target/explore/describe.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "target/explore/control.h"
#include "target/explore/scenario.h"
#include <lince/spec.h>

typedef struct registered {
    const char *name, *file;
    int line;
    void (*describe)(void);
} registered;

/* Filled in by constructors, when nothing else of the runtime is there yet. */
static struct {
    unsigned count;
    registered tests[LCT_TESTS];
    const char *stray; /* a describing function that was called outside of every test */
    bool too_many;
} registry LCT_STATE = {0};

/* One description.  Texts are copied, since a test may put them together in variables of its own. */
typedef struct description {
    lct_test test;
    size_t mistakes_length, text_length;
    char mistakes[1 << 12];
    char text[1 << 19];
    lct_scenario scratch;
} description;

static description *described LCT_STATE = NULL;
static bool describing LCT_STATE = false; /* its function is running */

/* ---- tests of the program ---- */

void lince_test_register(const char *name, const char *file, int line, void (*describe)(void)) {
    if (registry.count == LCT_TESTS) registry.too_many = true;
    else registry.tests[registry.count++] = (registered){name, file, line, describe};
}

unsigned lct_test_count(void) { return registry.count ? registry.count : __real_main != NULL; }

int lct_test_find(const char *name) {
    for (unsigned i = 0; i < registry.count; i++)
        if (strcmp(registry.tests[i].name, name) == 0) return (int)i;
    return !registry.count && __real_main && strcmp(name, "main") == 0 ? 0 : -1;
}

/* ---- mistakes ---- */

void lct_describe_mistake(const char *format, ...) {
    description *d = described;
    char line[LCT_SCENARIO_TEXT + 512];
    int length = snprintf(line, sizeof line, "%s%s:%d: test %s: ", d->mistakes_length ? "\n" : "", d->test.file,
                          d->test.line, d->test.name);
    if (length >= 0 && (size_t)length < sizeof line) {
        va_list args;
        va_start(args, format);
        vsnprintf(line + length, sizeof line - (size_t)length, format, args);
        va_end(args);
    }
    size_t size = strlen(line), room = sizeof d->mistakes - 1 - d->mistakes_length;
    if (size > room && d->mistakes_length) return; /* the first ones will do */
    if (size > room) size = room;
    memcpy(d->mistakes + d->mistakes_length, line, size);
    d->mistakes_length += size;
    d->mistakes[d->mistakes_length] = 0;
}

/* The test being described; NULL if there is none. */
static lct_test *current(const char *caller) {
    if (describing) return &described->test;
    lct_describe_stray(caller);
    if (!registry.stray) registry.stray = caller;
    return NULL;
}

static const char *kept(const char *text, const char *caller) {
    if (!text) {
        lct_describe_mistake("%s is given NULL", caller);
        return "";
    }
    size_t size = strlen(text) + 1;
    if (size > sizeof described->text - described->text_length) {
        lct_describe_mistake("its texts take more than %zu bytes", sizeof described->text);
        return "";
    }
    char *copy = memcpy(described->text + described->text_length, text, size);
    described->text_length += size;
    return copy;
}

/* ---- describing ---- */

static void set_text(const char **where, const char *text, const char *caller) {
    if (*where) lct_describe_mistake("%s is called twice", caller);
    else *where = kept(text, caller);
}

void lince_test_spec(const char *spec) {
    lct_test *t = current(__func__);
    if (t) set_text(&t->spec, spec, __func__);
}

void lince_test_criterion(const char *criterion) {
    lct_test *t = current(__func__);
    if (t) set_text(&t->criterion, criterion, __func__);
}

/* False, and a mistake, if it was given before or is nothing. */
static bool is_first_function(bool before, bool given, const char *caller) {
    if (before) lct_describe_mistake("%s is called twice", caller);
    else if (!given) lct_describe_mistake("%s is given NULL", caller);
    return given && !before;
}

void lince_test_setup(void (*function)(void)) {
    lct_test *t = current(__func__);
    if (t && is_first_function(t->setup, function, __func__)) t->setup = function;
}

void lince_test_finally(void (*function)(void)) {
    lct_test *t = current(__func__);
    if (t && is_first_function(t->finally, function, __func__)) t->finally = function;
}

void lince_test_invariant(bool (*function)(void)) {
    lct_test *t = current(__func__);
    if (t && is_first_function(t->invariant, function, __func__)) t->invariant = function;
}

void lince_test_balanced(const char *adds, const char *removes) {
    lct_test *t = current(__func__);
    if (!t) return;
    set_text(&t->adds, adds, __func__);
    set_text(&t->removes, removes, __func__);
}

void lince_test_protocol(const char *text) {
    lct_test *t = current(__func__);
    if (t) set_text(&t->order, text, __func__);
}

void lince_test_no_leaks(void) {
    lct_test *t = current("lince_test_no_leaks");
    if (t) t->no_leaks = true;
}

void lince_test_blocking(void) {
    lct_test *t = current("lince_test_blocking");
    if (t) t->blocking = true;
}

void lince_test_lock_free(void) {
    lct_test *t = current("lince_test_lock_free");
    if (t) t->claim = LCT_CLAIM_LOCK_FREE;
}

void lince_test_obstruction_free(void) {
    lct_test *t = current("lince_test_obstruction_free");
    if (t && !t->claim) t->claim = LCT_CLAIM_OBSTRUCTION_FREE;
}

void lince_test_size(int threads, int calls) {
    lct_test *t = current(__func__);
    if (!t) return;
    if (threads > 0) lct_describe_room((unsigned)threads);
    if (t->sized) lct_describe_mistake("%s is called twice", __func__);
    else if (threads < 1 || threads > LCT_TEST_THREADS)
        lct_describe_mistake("lince_test_size(%d, %d): there can be 1 to %d threads", threads, calls, LCT_TEST_THREADS);
    else if (calls < 1 || calls > LCT_TEST_CALLS)
        lct_describe_mistake("lince_test_size(%d, %d): a thread can make 1 to %d calls", threads, calls,
                             LCT_TEST_CALLS);
    else t->threads = threads, t->calls = calls;
    t->sized = true;
}

void lince_test_scenario(const char *text) {
    lct_test *t = current(__func__);
    if (!t) return;
    if (t->scenario_count == LCT_TEST_SCENARIOS)
        lct_describe_mistake("more than %d scenarios: make it several tests", LCT_TEST_SCENARIOS);
    else t->scenarios[t->scenario_count++] = kept(text, __func__);
}

void lince_test_thread(void (*function)(void)) {
    lct_test *t = current(__func__);
    if (!t) return;
    lct_describe_room(t->thread_count + 1);
    if (t->thread_count == LCT_TEST_THREADS) lct_describe_mistake("more than %d threads", LCT_TEST_THREADS);
    else if (is_first_function(false, function, __func__)) t->thread[t->thread_count++] = function;
}

int lct_op_find(const lct_test *t, const char *name, size_t length) {
    for (unsigned i = 0; i < t->op_count; i++)
        if (strlen(t->ops[i].name) == length && memcmp(t->ops[i].name, name, length) == 0) return (int)i;
    return -1;
}

/* A name must be one in a history and in the text of a scenario: `enq`, `q.enq`. */
static bool is_name(const char *name) {
    size_t length = strlen(name);
    if (!length || length > LCT_OP_NAME || name[0] == '.' || name[length - 1] == '.') return false;
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7f || strchr("#(),;[]{|}\"", *c)) return false;
    return true;
}

/* Adds one to a table of operations; NULL and a mistake if it cannot be. */
static lct_test_op *add_op(lct_test_op *table, unsigned *count, const char *name, lct_test_op what, int shape,
                           const char *caller) {
    if (!name || !is_name(name)) {
        lct_describe_mistake(
            "%s: `%.*s` cannot be the name of an operation: up to %d characters, no blanks, none of #(),;[]{|}\" and "
            "something on either side of a `.`",
            caller, LCT_OP_NAME, name ? name : "NULL", LCT_OP_NAME);
        return NULL;
    }
    for (unsigned i = 0; i < *count; i++)
        if (strcmp(table[i].name, name) == 0) {
            lct_describe_mistake("%s: operation %s is there already", caller, name);
            return NULL;
        }
    if (!what.function && !what.call) lct_describe_mistake("%s: operation %s has no function", caller, name);
    else if (*count == LCT_OPS)
        lct_describe_mistake("%s: operation %s is one too many: there can be %d", caller, name, LCT_OPS);
    else {
        lct_test_op *op = &table[(*count)++];
        *op = what;
        op->name = kept(name, caller);
        lct_signature types = lct_signature_of(shape);
        op->result = types.result;
        op->wide = types.wide;
        op->count = types.count;
        op->texts = types.texts;
        op->out = types.out;
        assert(op->count <= LCT_ARGUMENTS);
        return op;
    }
    return NULL;
}

/* Uniques are counted from 1 and there are far fewer of them than an int can hold, so ranges alone need a look. */
static void check_range(const lct_test_op *op, unsigned number, const lince_argument *a) {
    long lowest = op->wide ? lince_symbol_value(LCT_SYMBOLS) : INT_MIN + LCT_SYMBOLS;
    if (a->low > a->high)
        lct_describe_mistake("lince_test_op: operation %s, argument %u: nothing is in the range from %ld to %ld",
                             op->name, number, a->low, a->high);
    else if (!op->wide && (a->low < INT_MIN || a->high > INT_MAX))
        lct_describe_mistake("lince_test_op: operation %s, argument %u: the range from %ld to %ld does not fit an int",
                             op->name, number, a->low, a->high);
    else if (a->low < lowest)
        lct_describe_mistake("lince_test_op: operation %s, argument %u: the numbers below %ld stand for symbols",
                             op->name, number, lowest);
}

/* Options stand behind the arguments. */
static void take_options(lct_test_op *op, lince_argument_list *list) {
    enum { FIRST = 3 };
    int arguments = list->count;
    for (int i = 0; i < list->count; i++) {
        if (list->at[i].unique < FIRST) continue;
        op->option = (uint8_t)(LCT_OP_MAY_FAIL + list->at[i].unique - FIRST);
        if (arguments == list->count) arguments = i;
    }
    for (int i = arguments; i < list->count; i++)
        if (list->at[i].unique < FIRST)
            lct_describe_mistake("lince_test_op: operation %s: an argument is described behind an option", op->name);
    list->count = arguments;
}

static void add_real(const char *name, lct_test_op what, int shape, lince_argument_list arguments) {
    lct_test *t = current("lince_test_op");
    lct_test_op *op = t ? add_op(t->ops, &t->op_count, name, what, shape, "lince_test_op") : NULL;
    if (!op) return;
    take_options(op, &arguments);
    if (arguments.count > op->count)
        lct_describe_mistake("lince_test_op: operation %s: %d argument%s described, but its function takes %d", name,
                             arguments.count, arguments.count == 1 ? " is" : "s are", op->count);
    for (int i = 0; i < op->count; i++) {
        if (i >= arguments.count) op->undescribed |= (uint8_t)(1u << i);
        op->arguments[i] = i < arguments.count ? arguments.at[i] : lince_unique;
        if (!op->arguments[i].unique) check_range(op, (unsigned)i + 1, &op->arguments[i]);
    }
}

void lince_test_add_op(const char *name, void (*function)(void), int shape, lince_argument_list arguments) {
    add_real(name, (lct_test_op){.function = function}, shape, arguments);
}

void lince_test_add_call(const char *name, lince_test_call *call, lince_test_values *values, void *object, int shape,
                         lince_argument_list arguments) {
    add_real(name, (lct_test_op){.call = call, .values = values, .object = object}, shape, arguments);
}

void lince_test_model(void *state, size_t size) {
    lct_test *t = current(__func__);
    if (!t) return;
    if (t->model) lct_describe_mistake("%s is called twice", __func__);
    else if (!state || !size) lct_describe_mistake("%s: the model needs a variable for its state", __func__);
    t->model = state ? state : t;
}

static void add_model(const char *name, lct_test_op what, int shape) {
    lct_test *t = current("lince_test_model_op");
    if (t) add_op(t->model_ops, &t->model_count, name, what, shape, "lince_test_model_op");
}

void lince_test_add_model_op(const char *name, void (*function)(void), int shape) {
    add_model(name, (lct_test_op){.function = function}, shape);
}

void lince_test_add_model_call(const char *name, lince_test_call *call, void *object, int shape) {
    add_model(name, (lct_test_op){.call = call, .object = object}, shape);
}

/* The checker interprets the name of the model; here only the spelling is checked. */
void lince_test_model_is(const char *what) {
#define NAME(kind, name) name,
    static const char *const names[] = {LINCE_OBJECT_KINDS(NAME)};
    if (!current(__func__)) return;
    size_t length = what ? strcspn(what, ":") : 0, i = 0;
    while (i < sizeof names / sizeof *names && (strlen(names[i]) != length || memcmp(names[i], what, length))) i++;
    if (i == sizeof names / sizeof *names)
        lct_describe_mistake(
            "%s: no object is a \"%.*s\"; it can be a "
            "bag, counter, deque, map, mutex, pqueue, queue, "
            "register, rwlock, semaphore, set, snzi or stack",
            __func__, (int)length, what ? what : "");
}

void lince_test_model_as(const char *name, const char *operation) {
    if (current(__func__) && (!name || !operation)) lct_describe_mistake("%s is given NULL", __func__);
}

/* One more way to meet: its effect is empty here. */
static lct_test *add_meet(bool given, const char *caller) {
    lct_test *t = current(caller);
    if (!t) return NULL;
    if (!given) lct_describe_mistake("%s is given NULL", caller);
    if (t->meet_count++ == LCT_MEETS) lct_describe_mistake("%s: more than %d ways to meet", caller, LCT_MEETS);
    return given && t->meet_count <= LCT_MEETS ? t : NULL;
}

void lince_test_add_meet(void (*function)(lince_party *), ...) {
    static const char caller[] = "lince_test_model_meet";
    lct_test *t = add_meet(function, caller);
    va_list names;
    va_start(names, function);
    unsigned count = 0;
    for (const char *name; t && (name = va_arg(names, const char *)); count++)
        if (count < LCT_PARTIES) t->meeting[t->meeting_count++] = kept(name, caller);
    va_end(names);
    lct_describe_room(count);
    if (t && (count < 2 || count > LCT_PARTIES))
        lct_describe_mistake("%s: %u operation%s: 2 to %d can meet, and one alone is a lince_test_model_op", caller,
                             count, count == 1 ? "" : "s", LCT_PARTIES);
}

void lince_test_model_group(void (*function)(lince_party *), const char *name, int least, int most) {
    lct_test *t = add_meet(function, __func__);
    if (!t) return;
    t->meeting[t->meeting_count++] = kept(name, __func__);
    if (most > 0) lct_describe_room((unsigned)most);
    if (least < 1 || most < least || most > LCT_PARTIES)
        lct_describe_mistake("%s: %d to %d of %s: from 1 to %d can meet", __func__, least, most, name ? name : "NULL",
                             LCT_PARTIES);
}

/* ---- the whole ---- */

static void check_registry(unsigned index) {
    const registered *self = &registry.tests[index];
    for (unsigned i = 0; i < registry.count; i++)
        if (i != index && strcmp(registry.tests[i].name, self->name) == 0) {
            lct_describe_mistake("the test at %s:%d has the same name", registry.tests[i].file, registry.tests[i].line);
            break;
        }
    if (registry.too_many) lct_describe_mistake("the program has more than %d tests", LCT_TESTS);
    if (registry.stray) lct_describe_mistake("%s is called outside of LINCE_TEST", registry.stray);
}

bool lct_is_describing(void) { return describing; }

const lct_test *lct_describe_by(unsigned index, void (*run)(void (*body)(void))) {
    assert(index < lct_test_count());
    if (!described) described = lct_reserve(sizeof *described);
    lct_test *t = &described->test;
    *t = (lct_test){.threads = 2, .calls = 2, .first_unique = 1, .mistakes = described->mistakes};
    described->mistakes_length = described->text_length = 0;
    described->mistakes[0] = 0;
    if (!registry.count) {
        t->name = "main";
        t->file = "";
        t->program = true;
        return t;
    }
    const registered *self = &registry.tests[index];
    t->name = self->name;
    t->file = self->file;
    t->line = self->line;
    check_registry(index);
    describing = true;
    run(self->describe);
    describing = false;
    if (described->mistakes_length) return t; /* the rest may be wrong for no other reason */
    lct_describe_check(t, &described->scratch);
    return t;
}

static void call(void (*body)(void)) { body(); }

const lct_test *lct_describe(unsigned index) { return lct_describe_by(index, call); }

void lct_describe_size(unsigned threads, unsigned calls) {
    lct_test *t = &described->test;
    if (!t->generates) return;
    t->threads = (int)threads;
    t->calls = (int)calls;
    t->sized = true;
}

void lct_describe_balanced(void) {
    lct_test *t = &described->test;
    t->balanced = t->adding >= 0 && t->removing >= 0;
}

/* Unless the test sets the size of scenarios, they have one thread more than it takes to meet: most mistakes are made
 * where a third comes between two. */
void lct_describe_meeting(unsigned parties) {
    enum { MANY = 3 };
    lct_test *t = &described->test;
    t->blocking = true;
    t->parties = parties;
    if (t->sized || parties < 2) return;
    unsigned threads = parties <= MANY ? parties + 1 : parties;
    lct_describe_room(threads);
    t->threads = (int)(threads < LCT_TEST_THREADS ? threads : LCT_TEST_THREADS);
    t->calls = parties <= MANY ? 2 : 1;
    lct_describe_fit_calls(t);
    lct_describe_check_size(t);
}

void lct_describe_order(const char *text) {
    lct_test *t = &described->test;
    if (t->order) return;
    t->order = kept(text, __func__);
    lct_describe_check_order(t);
    lct_describe_fit_calls(t);
    lct_describe_check_size(t);
}
