#include "explore/balance.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "explore/control.h"
#include "explore/scenario.h"

typedef struct registered {
    const char *name, *file;
    int line;
    void (*describe)(void);
} registered;

/* Filled in by constructors, when nothing else of the runtime is there yet. */
static struct {
    unsigned count;
    registered tests[LC_TESTS];
    const char *stray; /* a describing function that was called outside of every test */
    bool too_many;
} registry LC_STATE = {0};

/* One description.  Texts are copied, since a test may put them together in variables of its own. */
typedef struct description {
    lc_test test;
    size_t mistakes_length, text_length;
    char mistakes[1 << 12];
    char text[1 << 19];
    lc_scenario scratch;
} description;

static description *described LC_STATE = NULL;
static bool describing LC_STATE = false; /* its function is running */

/* ---- tests of the program ---------------------------------------------------------------------------------------- */

void lince_test_register(const char *name, const char *file, int line, void (*describe)(void)) {
    if (registry.count == LC_TESTS) registry.too_many = true;
    else registry.tests[registry.count++] = (registered){name, file, line, describe};
}

unsigned lc_test_count(void) { return registry.count ? registry.count : __real_main != NULL; }

int lc_test_find(const char *name) {
    for (unsigned i = 0; i < registry.count; i++)
        if (strcmp(registry.tests[i].name, name) == 0) return (int)i;
    return !registry.count && __real_main && strcmp(name, "main") == 0 ? 0 : -1;
}

/* ---- mistakes ---------------------------------------------------------------------------------------------------- */

__attribute__((format(printf, 1, 2))) static void mistake(const char *format, ...) {
    description *d = described;
    char line[LC_SCENARIO_TEXT + 512];
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
static lc_test *current(const char *caller) {
    if (describing) return &described->test;
    lc_describe_stray(caller);
    if (!registry.stray) registry.stray = caller;
    return NULL;
}

static const char *kept(const char *text, const char *caller) {
    if (!text) {
        mistake("%s is given NULL", caller);
        return "";
    }
    size_t size = strlen(text) + 1;
    if (size > sizeof described->text - described->text_length) {
        mistake("its texts take more than %zu bytes", sizeof described->text);
        return "";
    }
    char *copy = memcpy(described->text + described->text_length, text, size);
    described->text_length += size;
    return copy;
}

/* ---- describing -------------------------------------------------------------------------------------------------- */

static void say_text(const char **where, const char *text, const char *caller) {
    if (*where) mistake("%s is called twice", caller);
    else *where = kept(text, caller);
}

void lince_test_spec(const char *spec) {
    lc_test *t = current(__func__);
    if (t) say_text(&t->spec, spec, __func__);
}

void lince_test_criterion(const char *criterion) {
    lc_test *t = current(__func__);
    if (t) say_text(&t->criterion, criterion, __func__);
}

/* False, and a mistake, if it was said before or is nothing. */
static bool says_function(bool before, bool given, const char *caller) {
    if (before) mistake("%s is called twice", caller);
    else if (!given) mistake("%s is given NULL", caller);
    return given && !before;
}

void lince_test_setup(void (*function)(void)) {
    lc_test *t = current(__func__);
    if (t && says_function(t->setup, function, __func__)) t->setup = function;
}

void lince_test_finally(void (*function)(void)) {
    lc_test *t = current(__func__);
    if (t && says_function(t->finally, function, __func__)) t->finally = function;
}

void lince_test_invariant(bool (*function)(void)) {
    lc_test *t = current(__func__);
    if (t && says_function(t->invariant, function, __func__)) t->invariant = function;
}

void lince_test_balanced(const char *adds, const char *removes) {
    lc_test *t = current(__func__);
    if (!t) return;
    say_text(&t->adds, adds, __func__);
    say_text(&t->removes, removes, __func__);
}

void lince_test_protocol(const char *text) {
    lc_test *t = current(__func__);
    if (t) say_text(&t->order, text, __func__);
}

void lince_test_no_leaks(void) {
    lc_test *t = current("lince_test_no_leaks");
    if (t) t->no_leaks = true;
}

void lince_test_blocking(void) {
    lc_test *t = current("lince_test_blocking");
    if (t) t->blocking = true;
}

void lince_test_lock_free(void) {
    lc_test *t = current("lince_test_lock_free");
    if (t) t->claim = LC_CLAIM_LOCK_FREE;
}

void lince_test_obstruction_free(void) {
    lc_test *t = current("lince_test_obstruction_free");
    if (t && !t->claim) t->claim = LC_CLAIM_OBSTRUCTION_FREE;
}

void lince_test_size(int threads, int calls) {
    lc_test *t = current(__func__);
    if (!t) return;
    if (t->sized) mistake("%s is called twice", __func__);
    else if (threads < 1 || threads > LC_TEST_THREADS)
        mistake("lince_test_size(%d, %d): there can be 1 to %d threads", threads, calls, LC_TEST_THREADS);
    else if (calls < 1 || calls > LC_TEST_CALLS)
        mistake("lince_test_size(%d, %d): a thread can make 1 to %d calls", threads, calls, LC_TEST_CALLS);
    else t->threads = threads, t->calls = calls;
    t->sized = true;
}

void lince_test_scenario(const char *text) {
    lc_test *t = current(__func__);
    if (!t) return;
    if (t->scenario_count == LC_TEST_SCENARIOS)
        mistake("more than %d scenarios: make it several tests", LC_TEST_SCENARIOS);
    else t->scenarios[t->scenario_count++] = kept(text, __func__);
}

void lince_test_thread(void (*function)(void)) {
    lc_test *t = current(__func__);
    if (!t) return;
    if (t->thread_count == LC_TEST_THREADS) mistake("more than %d threads", LC_TEST_THREADS);
    else if (says_function(false, function, __func__)) t->thread[t->thread_count++] = function;
}

int lc_op_find(const lc_test *t, const char *name, size_t length) {
    for (unsigned i = 0; i < t->op_count; i++)
        if (strlen(t->ops[i].name) == length && memcmp(t->ops[i].name, name, length) == 0) return (int)i;
    return -1;
}

/* A name must be one in a history and in the text of a scenario: `enq`, `q.enq`. */
static bool is_name(const char *name) {
    size_t length = strlen(name);
    if (!length || length > LC_OP_NAME || name[0] == '.' || name[length - 1] == '.') return false;
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7f || strchr("#(),;[]{|}\"", *c)) return false;
    return true;
}

/* Adds one to a table of operations; NULL and a mistake if it cannot be. */
static lc_op *add_op(lc_op *table, unsigned *count, const char *name, lc_op what, int shape, const char *caller) {
    if (!name || !is_name(name)) {
        mistake(
            "%s: `%.*s` cannot be the name of an operation: up to %d characters, no blanks, none of #(),;[]{|}\" and "
            "something on either side of a `.`",
            caller, LC_OP_NAME, name ? name : "NULL", LC_OP_NAME);
        return NULL;
    }
    for (unsigned i = 0; i < *count; i++)
        if (strcmp(table[i].name, name) == 0) {
            mistake("%s: operation %s is there already", caller, name);
            return NULL;
        }
    if (!what.function && !what.call) mistake("%s: operation %s has no function", caller, name);
    else if (*count == LC_OPS) mistake("%s: operation %s is one too many: there can be %d", caller, name, LC_OPS);
    else {
        lc_op *op = &table[(*count)++];
        *op = what;
        op->name = kept(name, caller);
        op->result = shape & 3;
        op->wide = shape >> 2 & 1;
        op->count = (uint8_t)(shape >> 3);
        assert(op->count <= LC_ARGUMENTS);
        return op;
    }
    return NULL;
}

/* Uniques are counted from 1 and there are far fewer of them than an int can say, so ranges alone need a look. */
static void check_range(const lc_op *op, unsigned number, const lince_argument *a) {
    long lowest = op->wide ? lince_symbol_value(LC_SYMBOLS) : INT_MIN + LC_SYMBOLS;
    if (a->low > a->high)
        mistake("lince_test_op: operation %s, argument %u: nothing is in the range from %ld to %ld", op->name, number,
                a->low, a->high);
    else if (!op->wide && (a->low < INT_MIN || a->high > INT_MAX))
        mistake("lince_test_op: operation %s, argument %u: the range from %ld to %ld does not fit an int", op->name,
                number, a->low, a->high);
    else if (a->low < lowest)
        mistake("lince_test_op: operation %s, argument %u: the numbers below %ld stand for symbols", op->name, number,
                lowest);
}

static void add_real(const char *name, lc_op what, int shape, lince_argument_list arguments) {
    lc_test *t = current("lince_test_op");
    lc_op *op = t ? add_op(t->ops, &t->op_count, name, what, shape, "lince_test_op") : NULL;
    if (!op) return;
    if (arguments.count > op->count)
        mistake("lince_test_op: operation %s: %d arguments are described, but its function takes %d", name,
                arguments.count, op->count);
    for (int i = 0; i < op->count; i++) {
        op->arguments[i] = i < arguments.count ? arguments.at[i] : lince_unique;
        if (!op->arguments[i].unique) check_range(op, (unsigned)i + 1, &op->arguments[i]);
    }
}

void lince_test_add_op(const char *name, void (*function)(void), int shape, lince_argument_list arguments) {
    add_real(name, (lc_op){.function = function}, shape, arguments);
}

void lince_test_add_call(const char *name, lince_test_call *call, void *object, int shape,
                         lince_argument_list arguments) {
    add_real(name, (lc_op){.call = call, .object = object}, shape, arguments);
}

void lince_test_model(void *state, size_t size) {
    lc_test *t = current(__func__);
    if (!t) return;
    if (t->model) mistake("%s is called twice", __func__);
    else if (!state || !size) mistake("%s: the model needs a variable for its state", __func__);
    t->model = state ? state : t;
    t->model_size = size;
}

static void add_model(const char *name, lc_op what, int shape) {
    lc_test *t = current("lince_test_model_op");
    if (t) add_op(t->model_ops, &t->model_count, name, what, shape, "lince_test_model_op");
}

void lince_test_add_model_op(const char *name, void (*function)(void), int shape) {
    add_model(name, (lc_op){.function = function}, shape);
}

void lince_test_add_model_call(const char *name, lince_test_call *call, void *object, int shape) {
    add_model(name, (lc_op){.call = call, .object = object}, shape);
}

/* One more way to meet: what it does is nothing here. */
static lc_test *add_meet(bool given, const char *caller) {
    lc_test *t = current(caller);
    if (!t) return NULL;
    if (!given) mistake("%s is given NULL", caller);
    if (t->meet_count++ == LC_MEETS) mistake("%s: more than %d ways to meet", caller, LC_MEETS);
    return given && t->meet_count <= LC_MEETS ? t : NULL;
}

void lince_test_add_meet(void (*function)(lince_party *), ...) {
    static const char caller[] = "lince_test_model_meet";
    lc_test *t = add_meet(function, caller);
    va_list names;
    va_start(names, function);
    unsigned count = 0;
    for (const char *name; t && (name = va_arg(names, const char *)); count++)
        if (count < LC_PARTIES) t->meeting[t->meeting_count++] = kept(name, caller);
    va_end(names);
    if (t && (count < 2 || count > LC_PARTIES))
        mistake("%s: %u operation%s: 2 to %d can meet, and one alone is a lince_test_model_op", caller, count,
                count == 1 ? "" : "s", LC_PARTIES);
}

void lince_test_model_group(void (*function)(lince_party *), const char *name, int least, int most) {
    lc_test *t = add_meet(function, __func__);
    if (!t) return;
    t->meeting[t->meeting_count++] = kept(name, __func__);
    if (least < 1 || most < least || most > LC_PARTIES)
        mistake("%s: %d to %d of %s: from 1 to %d can meet", __func__, least, most, name ? name : "NULL", LC_PARTIES);
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static void check_registry(unsigned index) {
    const registered *self = &registry.tests[index];
    for (unsigned i = 0; i < registry.count; i++)
        if (i != index && strcmp(registry.tests[i].name, self->name) == 0) {
            mistake("the test at %s:%d has the same name", registry.tests[i].file, registry.tests[i].line);
            break;
        }
    if (registry.too_many) mistake("the program has more than %d tests", LC_TESTS);
    if (registry.stray) mistake("%s is called outside of LINCE_TEST", registry.stray);
}

static bool meets_others(const lc_test *t, const char *name) {
    for (unsigned i = 0; i < t->meeting_count; i++)
        if (strcmp(t->meeting[i], name) == 0) return true;
    return false;
}

static void check_model(const lc_test *t) {
    if (t->model_count && !t->model && !t->meet_count) mistake("lince_test_model_op without lince_test_model");
    if (t->model && !t->model_count && !t->meet_count) mistake("lince_test_model without lince_test_model_op");
    if (!t->model && !t->meet_count) return;
    for (unsigned i = 0; i < t->meeting_count && t->op_count; i++)
        if (lc_op_find(t, t->meeting[i], strlen(t->meeting[i])) < 0)
            mistake("operation %s meets others in the model, but the test has none of that name", t->meeting[i]);
    for (unsigned i = 0; i < t->op_count; i++) {
        const lc_op *op = &t->ops[i], *model = NULL;
        for (unsigned k = 0; k < t->model_count; k++)
            if (strcmp(t->model_ops[k].name, op->name) == 0) model = &t->model_ops[k];
        if (!model && meets_others(t, op->name)) continue;
        if (!model) mistake("the model has no operation %s: add lince_test_model_op(\"%s\", ...)", op->name, op->name);
        else if (model->result != op->result || model->count != op->count || model->wide != op->wide)
            mistake("operation %s of the model has other types than the real one", op->name);
    }
}

static bool has_uniques(const lc_test *t) {
    for (unsigned i = 0; i < t->op_count; i++)
        for (unsigned k = 0; k < t->ops[i].count; k++)
            if (t->ops[i].arguments[k].unique == LC_ARGUMENT_UNIQUE) return true;
    return false;
}

/* The lowest positive number from which on LC_UNIQUES numbers are in no range: unique values meet no others, and so it
 * makes no difference which of them a thread gets. */
static void find_uniques(lc_test *t) {
    if (!has_uniques(t)) return;
    long first = 1;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < t->op_count; i++)
            for (unsigned k = 0; k < t->ops[i].count; k++) {
                const lince_argument *a = &t->ops[i].arguments[k];
                if (a->unique == LC_ARGUMENT_THREAD && first <= LC_TEST_THREADS) first = LC_TEST_THREADS + 1;
                if (a->unique || a->high < first || a->low >= first + LC_UNIQUES) continue;
                if (a->high > INT_MAX - LC_UNIQUES) {
                    mistake("the ranges leave no numbers for lince_unique");
                    return;
                }
                first = a->high + 1;
                again = true;
            }
    }
    t->first_unique = first;
}

static void check_balance(lc_test *t) {
    const char *unknown = t->adding < 0 ? t->adds : t->removing < 0 ? t->removes : NULL;
    if (unknown) mistake("lince_test_balanced: there is no operation %s", unknown);
    else if (t->adding == t->removing) mistake("lince_test_balanced: %s cannot both add and remove", t->adds);
    else t->balanced = true;
}

static void check_size(const lc_test *t) {
    size_t longest = t->generates ? lc_scenario_longest(t) : 0;
    if (longest >= LC_SCENARIO_TEXT)
        mistake("lince_test_size(%d, %d): scenarios may take %zu characters to write; there can be %d", t->threads,
                t->calls, longest, LC_SCENARIO_TEXT - 1);
}

static int find_op(const void *test, const char *name, size_t length) { return lc_op_find(test, name, length); }

static void check_protocol(lc_test *t) {
    char error[LC_SCENARIO_ERROR];
    if (!lc_protocol_parse(&t->protocol, t->order, find_op, t, error, sizeof error))
        mistake("lince_test_protocol: %s", error);
}

static void check_scenarios(lc_test *t) {
    char error[LC_SCENARIO_ERROR];
    for (unsigned i = 0; i < t->scenario_count; i++) {
        if (!lc_scenario_parse(t, t->scenarios[i], &described->scratch, error, sizeof error))
            mistake("scenario `%s`: %s", t->scenarios[i], error);
        else if (!lc_scenario_allowed(t, &described->scratch))
            mistake("scenario `%s`: a thread does not keep to the order `%s`", t->scenarios[i], t->order);
    }
    t->generates = t->op_count && (t->sized || (!t->scenario_count && !t->thread_count));
    if (t->sized && !t->op_count) mistake("lince_test_size without lince_test_op: there is nothing to call");
    else if (!t->op_count && !t->scenario_count && !t->thread_count)
        mistake("it calls nothing: add lince_test_op or lince_test_thread");
    check_size(t);
}

const lc_test *lc_describe(unsigned index) {
    assert(index < lc_test_count());
    if (!described) described = lc_reserve(sizeof *described);
    lc_test *t = &described->test;
    *t = (lc_test){.threads = 2, .calls = 2, .first_unique = 1, .mistakes = described->mistakes};
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
    self->describe();
    describing = false;
    if (described->mistakes_length) return t; /* the rest may be wrong for no other reason */
    check_model(t);
    find_uniques(t);
    lc_balance_find(t);
    if (t->adds) check_balance(t);
    if (t->order) check_protocol(t);
    check_scenarios(t);
    return t;
}

void lc_describe_balanced(void) {
    lc_test *t = &described->test;
    t->balanced = t->adding >= 0 && t->removing >= 0;
}

/* Unless the test says how large scenarios are, they have one thread more than it takes to meet: most mistakes are made
 * where a third comes between two. */
void lc_describe_meeting(unsigned parties) {
    enum { MANY = 3 };
    lc_test *t = &described->test;
    t->blocking = true;
    t->parties = parties;
    if (t->sized || parties < 2) return;
    unsigned threads = parties <= MANY ? parties + 1 : parties;
    t->threads = (int)(threads < LC_TEST_THREADS ? threads : LC_TEST_THREADS);
    t->calls = parties <= MANY ? 2 : 1;
    check_size(t);
}
