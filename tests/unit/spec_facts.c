/* What specifications declare about themselves: what follows from it, and which declarations are refused. */
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "spec/facts.h"

/* ---- a sequence of values, with an error if it is wanted ---- */

enum { ADD, REMOVE, LOOK };
enum { NO_MISTAKE, LAST_FIRST, FORGETS_THIRD, WRONG_EMPTY, NO_STEP, CHANGES_MIND };

static int mistake;

static void begin(lince_step *s) { lince_emit(s, NULL, 0, NULL); }

static void emit(lince_step *s, const lince_value *items, size_t count, lince_value result) {
    lince_results r = {{result}};
    lince_emit(s, items, count * sizeof *items, &r);
}

static void step(lince_step *s) {
    const lince_value *items = s->state;
    size_t count = s->size / sizeof *items;
    switch (s->calls->method) {
    case ADD: {
        if (mistake == NO_STEP && count == 2) return;
        if (mistake == FORGETS_THIRD && count == 2) {
            emit(s, items, count, LINCE_NO_VALUE);
            return;
        }
        lince_value *more = lince_scratch(s, (count + 1) * sizeof *more);
        if (count) memcpy(more, items, count * sizeof *more);
        more[count] = s->calls->args[0];
        emit(s, more, count + 1, LINCE_NO_VALUE);
        break;
    }
    case REMOVE:
        if (!count) emit(s, items, 0, mistake == WRONG_EMPTY ? LINCE_NIL : LINCE_EMPTY);
        else if (mistake == LAST_FIRST) emit(s, items, count - 1, items[count - 1]);
        else emit(s, items + 1, count - 1, items[0]);
        if (mistake == CHANGES_MIND && count > 1) emit(s, items, count - 1, items[count - 1]);
        break;
    default: emit(s, items, count, count ? items[0] : LINCE_EMPTY);
    }
}

static const lince_method own_names[] = {
    [ADD] = {.name = "join", .args_min = 1, .args_max = 1, .role = LINCE_ROLE_ADD},
    [REMOVE] = {.name = "serve", .results_min = 1, .results_max = 1, .role = LINCE_ROLE_REMOVE},
    [LOOK] = {.name = "look", .results_min = 1, .results_max = 1, .role = LINCE_ROLE_PEEK}};

static lince_spec line(void) {
    return (lince_spec){.abi = LINCE_SPEC_ABI,
                        .name = "line",
                        .methods = own_names,
                        .method_count = 3,
                        .is = LINCE_IS_QUEUE,
                        .init = begin,
                        .next = step};
}

static void refuse(const lince_spec *s, const char *words, const char *what) {
    lc_instance in;
    lince_error error = {0};
    lince_status status = lc_instance_of(&in, s, &error);
    expect(status == LINCE_BAD_INPUT && strstr(error.message, words), "%s: %s", what, error.message);
    if (status == LINCE_DONE) lc_instance_free(&in);
}

/* ---- what follows ---- */

static void test_table(void) {
    lince_spec s = line();
    lc_instance in;
    lince_error error = {0};
    mistake = NO_MISTAKE;
    if (!expect(lc_instance_of(&in, &s, &error) == LINCE_DONE, "a queue is taken %s", error.message)) return;
    const lince_method *m = in.spec->methods;
    expect(in.is == LINCE_IS_QUEUE && !in.size && !lc_is_bounded(&in), "it is a queue without a capacity");
    expect(in.spec->traits & LINCE_FIFO && in.spec->traits & LINCE_DROPPABLE_VALUES, "with the traits of one");
    expect(m[REMOVE].pure_result == LINCE_EMPTY && m[LOOK].pure_result == LINCE_EMPTY, "EMPTY changes nothing");
    expect(!m[ADD].pure && !m[REMOVE].pure && m[LOOK].pure, "and to look changes nothing");
    expect(!strcmp(m[ADD].name, "join"), "the operations keep their names");
    expect(!s.traits && !own_names[LOOK].pure, "the table that was given stays as it is");
    expect(!lc_lets_wait(&in) && lc_is_total(&in), "no operation waits");
    lc_instance_free(&in);

    static const lince_method named[] = {{.name = "offer", .args_min = 1, .args_max = 1},
                                         {.name = "x", .aliases = "y deq", .results_min = 1, .results_max = 3}};
    s.methods = named, s.method_count = 2;
    if (!expect(lc_instance_of(&in, &s, &error) == LINCE_DONE, "names are enough %s", error.message)) return;
    m = in.spec->methods;
    expect(m[ADD].role == LINCE_ROLE_ADD && m[REMOVE].role == LINCE_ROLE_REMOVE, "they tell the roles");
    expect(m[REMOVE].results_max == 1, "and how many results there are at most");
    lc_instance_free(&in);
}

/* An operation besides those of the kind: there are two instances, and the facts follow for one of them alone. */
static void test_beside(void) {
    lince_method rows[3];
    lince_spec s = line();
    lc_instance in;
    lince_error error = {0};
    memcpy(rows, own_names, sizeof rows);
    rows[REMOVE].role = LINCE_ROLE_OTHER;
    s.methods = rows, s.traits = LINCE_FIFO;
    mistake = LAST_FIRST; /* of an operation that a queue lacks */
    if (!expect(lc_instance_of(&in, &s, &error) == LINCE_DONE, "it may do more %s", error.message)) return;
    const lince_method *m = in.spec->methods;
    expect(in.is == LINCE_IS_OTHER && lc_is_beside_kind(&in, REMOVE) && !lc_is_beside_kind(&in, ADD), "it is no queue");
    expect(!m[LOOK].pure && m[LOOK].pure_result == LINCE_NO_VALUE && !in.spec->traits, "and nothing follows");
    expect(in.of_kind && in.of_kind->is == LINCE_IS_QUEUE, "but one without that operation");
    m = in.of_kind->spec->methods;
    expect(m[LOOK].pure && m[REMOVE].role == LINCE_ROLE_OTHER && lc_is_beside_kind(in.of_kind, REMOVE),
           "with its facts");
    lc_instance_free(&in);
    mistake = NO_STEP;
    refuse(&s, "has no step, where a queue returns nothing", "the remaining operations are compared");
    mistake = NO_MISTAKE;
    rows[ADD].role = rows[LOOK].role = LINCE_ROLE_OTHER;
    refuse(&s, "no operation of a queue is like its method join", "one at least must be that of a queue");
}

/* A table of the version before, which ends where kinds begin. */
static void test_old(void) {
    size_t size = offsetof(lince_spec, is);
    lince_spec s = line(), *old = malloc(size);
    lc_instance in;
    lince_error error = {0};
    if (!old) abort();
    s.abi = 2;
    memcpy(old, &s, size);
    if (expect(lc_instance_of(&in, old, &error) == LINCE_DONE, "a table of version 2 is taken %s", error.message)) {
        expect(in.is == LINCE_IS_OTHER && in.spec == old, "and declares nothing");
        expect(!lc_gives_way(&in, 0, 1) && !lc_is_total(&in), "and nothing is known of it");
        lc_instance_free(&in);
    }
    free(old);
}

/* ---- what is refused ---- */

static void test_mistakes(void) {
    lince_spec s = line();
    static const struct {
        int mistake;
        const char *words;
    } rows[] = {{LAST_FIRST, ": serve() returns"},
                {FORGETS_THIRD, "where a queue returns"},
                {WRONG_EMPTY, "behave like one: serve() returns nil, where a queue returns EMPTY"},
                {NO_STEP, "has no step, where a queue returns nothing"},
                {CHANGES_MIND, " or "}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mistake = rows[i].mistake;
        refuse(&s, rows[i].words, "it is no queue");
        refuse(&s, "line is declared to be a queue", "and is told to be none");
    }
    mistake = LAST_FIRST;
    lc_instance in;
    lince_error error = {0};
    s.is = LINCE_IS_STACK, s.method_count = 2;
    expect(lc_instance_of(&in, &s, &error) == LINCE_DONE, "what is no queue is a stack %s", error.message);
    lc_instance_free(&in);
    mistake = NO_MISTAKE;
}

static void test_tables(void) {
    lince_method rows[3];
    lince_spec s = line();
#define BUT(row, change, words)                                                                                        \
    memcpy(rows, own_names, sizeof rows), s = line(), s.methods = rows, rows[row].change, refuse(&s, words, "refused")
    BUT(ADD, args_max = 2, "no operation of a queue is like its method join, which has 1 to 2 arguments");
    BUT(REMOVE, role = LINCE_ROLE_CAS, "its method serve");
    BUT(REMOVE, pure_result = LINCE_NIL, "pure_result of its method serve is not that of deq");
    BUT(REMOVE, pure = true, "`pure` of its method serve is not that of deq");
    BUT(ADD, key = 1, "the key of its method join");
    BUT(ADD, end = LINCE_END_FRONT, "its method join");
    BUT(ADD, end = 3, "unknown end 3");
#undef BUT
    s = line(), s.is = 99, refuse(&s, "unknown kind 99", "the kind");
    s = line(), s.size = -1, refuse(&s, "negative size", "the size");
    s = line(), s.size = 2, refuse(&s, "its method join", "a capacity that no result shows");
    s = line(), s.traits = LINCE_LIFO, refuse(&s, "traits that a queue lacks", "a trait of stacks");
    s = line(), s.traits = LINCE_STATES_ARE_VALUES | LINCE_STATES_LACK_VALUES,
    refuse(&s, "states", "two kinds of states");
    s = line(), s.arity_min = 1, s.arity_max = 2, refuse(&s, "one by one", "operations that meet");
}

/* ---- a register that begins with a value of its own ---- */

static void begin_cell(lince_step *s) {
    lince_value seven = lince_int(s->values, 7);
    lince_emit(s, &seven, sizeof seven, NULL);
}

static void step_cell(lince_step *s) {
    const lince_value *now = s->state;
    lince_results r = {{s->calls->method ? LINCE_NO_VALUE : *now}};
    lince_emit(s, s->calls->method ? s->calls->args : now, sizeof *now, &r);
}

static void test_initial(void) {
    static const lince_method methods[] = {{.name = "read", .results_min = 1, .results_max = 1},
                                           {.name = "write", .args_min = 1, .args_max = 1}};
    const lince_spec s = {.abi = LINCE_SPEC_ABI,
                          .name = "cell",
                          .methods = methods,
                          .method_count = 2,
                          .is = LINCE_IS_REGISTER,
                          .init = begin_cell,
                          .next = step_cell};
    lc_instance in;
    lince_error error = {0};
    if (!expect(lc_instance_of(&in, &s, &error) == LINCE_DONE, "a register may begin with 7 %s", error.message)) return;
    expect(in.init && !strcmp(in.init, "7"), "and that is known");
    lc_instance_free(&in);
}

/* ---- facts without a kind ---- */

/* Counters under keys, of which some count all keys: add(k), put(k) that may not change a state, get(k). */
enum { OWN_KEYS, ALL_KEYS };
static int keys;

static void begin_counts(lince_step *s) {
    int64_t none[3] = {0};
    lince_emit(s, none, sizeof none, NULL);
}

static void step_counts(lince_step *s) {
    int64_t now[3], key = 0;
    memcpy(now, s->state, sizeof now);
    if (!lince_get_int(s->values, s->calls->args[0], &key) || key < 1 || key > 3) return;
    int64_t *count = &now[keys == ALL_KEYS ? 0 : key - 1];
    lince_results r = {{LINCE_NO_VALUE}};
    if (s->calls->method) r.at[0] = *count ? lince_int(s->values, *count) : LINCE_EMPTY;
    else ++*count;
    lince_emit(s, now, sizeof now, &r);
}

static void accept(const lince_spec *s, const char *what) {
    lc_instance in;
    lince_error error = {0};
    if (expect(lc_instance_of(&in, s, &error) == LINCE_DONE, "%s %s", what, error.message)) lc_instance_free(&in);
}

static void test_keys(void) {
    lince_method rows[] = {{.name = "add", .args_min = 1, .args_max = 1, .key = 1},
                           {.name = "get", .args_min = 1, .args_max = 1, .results_min = 1, .results_max = 1, .key = 1}};
    lince_spec s = {.abi = LINCE_SPEC_ABI,
                    .name = "counts",
                    .methods = rows,
                    .method_count = 2,
                    .init = begin_counts,
                    .next = step_counts};
    keys = OWN_KEYS;
    rows[1].pure = true;
    accept(&s, "counters of their own");
    keys = ALL_KEYS;
    refuse(&s, "counts declares a key, which is wrong: after add(1): get(", "a key that makes no difference");
    rows[0].key = rows[1].key = 0;
    accept(&s, "the same without keys");
    rows[0].pure = true;
    refuse(&s, "a `pure_result`, which is wrong: add(1) changes the state", "an operation that counts is not pure");
    rows[0].pure = false, s.traits = LINCE_STATES_ARE_VALUES;
    refuse(&s, "LINCE_STATES_ARE_VALUES, which is wrong: ", "numbers are no values");
}

static void test_containers(void) {
    lince_spec s = line();
    s.is = LINCE_IS_OTHER;
    s.traits = LINCE_DROPPABLE_VALUES | LINCE_STATES_ARE_VALUES;
    lince_method rows[3];
    memcpy(rows, own_names, sizeof rows);
    rows[REMOVE].pure_result = rows[LOOK].pure_result = LINCE_EMPTY;
    s.methods = rows;
    accept(&s, "a sequence without a kind");
    mistake = FORGETS_THIRD;
    refuse(&s, "LINCE_DROPPABLE_VALUES, which is wrong: after ", "room for two");
    mistake = WRONG_EMPTY, s.traits = 0, rows[REMOVE].pure_result = LINCE_NIL;
    accept(&s, "nil for an empty one");
    mistake = NO_MISTAKE, rows[REMOVE].pure_result = LINCE_TRUE;
    accept(&s, "a result that never comes");
}

/* Two meet, and exchange their values or not; or in the first state alone. */
enum { RIGHT, KEEPS_OWN, ANY_ROLES, ALONE, ONCE };

static void step_meeting(lince_step *s) {
    int64_t met = *(const int64_t *)s->state + 1, same = 0;
    const lince_call *a = &s->calls[0], *b = &s->calls[s->count - 1];
    lince_results r[2] = {{{LINCE_NO_VALUE}}, {{a->argc ? a->args[0] : LINCE_NO_VALUE}}};
    if (mistake == KEEPS_OWN) r[1].at[0] = lince_int(s->values, 7);
    if (mistake == ONCE && met > 1) return;
    if (s->count == 1) {
        if (mistake == ALONE && a->method) lince_emit(s, &same, sizeof same, &(lince_results){{LINCE_OK}});
    } else if (a->method != b->method) lince_emit(s, mistake == ONCE ? &met : &same, sizeof same, r);
    else if (mistake == ANY_ROLES && !a->method)
        lince_emit(s, &same, sizeof same, (lince_results[2]){{{LINCE_NO_VALUE}}, {{LINCE_NO_VALUE}}});
}

static void begin_meeting(lince_step *s) {
    int64_t none = 0;
    lince_emit(s, &none, sizeof none, NULL);
}

static void test_meetings(void) {
    static const lince_method rows[] = {
        {.name = "send", .args_min = 1, .args_max = 1, .role = LINCE_ROLE_LEFT},
        {.name = "receive", .results_min = 1, .results_max = 1, .role = LINCE_ROLE_RIGHT, .pure_result = LINCE_NONE}};
    const lince_spec s = {.abi = LINCE_SPEC_ABI,
                          .name = "channel",
                          .methods = rows,
                          .method_count = 2,
                          .traits = LINCE_STATELESS | LINCE_PAIRS,
                          .arity_min = 1,
                          .arity_max = 2,
                          .init = begin_meeting,
                          .next = step_meeting};
    mistake = RIGHT, accept(&s, "a channel");
    mistake = KEEPS_OWN, refuse(&s, "declares LINCE_PAIRS, which is wrong: send(", "a value that nobody sent");
    mistake = ANY_ROLES, refuse(&s, "has a step, though the roles differ", "two that send");
    mistake = ALONE, refuse(&s, "receive() alone returns something else than its `pure_result`", "one alone");
    mistake = ONCE, refuse(&s, "declares LINCE_STATELESS, which is wrong: send(", "one meeting only");
    mistake = NO_MISTAKE;
}

/* ---- the built-in ones ---- */

static void test_builtin_facts(void) {
    for (size_t i = 0; i < lc_builtin_spec_count; i++) {
        const lince_spec *spec = lc_builtin_specs[i];
        lc_instance in = {.spec = spec};
        lince_error error = {0};
        for (uint32_t k = 0; k < spec->param_count; k++)
            in.params[k] = spec->params[k].required ? spec->params[k].min : spec->params[k].otherwise;
        expect(lc_facts_check_traits(&in, &error) == LINCE_DONE && lc_facts_check_groups(&in, &error) == LINCE_DONE,
               "what %s declares is true %s", spec->name, error.message);
    }
}

static void test_builtin(void) {
    for (size_t i = 0; i < lc_builtin_spec_count; i++) {
        const lince_spec *spec = lc_builtin_specs[i];
        if (lc_spec_is_sync(spec)) continue;
        expect(spec->is != LINCE_IS_OTHER, "%s declares its kind", spec->name);
        for (uint32_t k = 0; k < spec->method_count; k++)
            expect(spec->methods[k].role != LINCE_ROLE_OTHER, "and the role of %s", spec->methods[k].name);
    }
    for (unsigned is = LINCE_IS_OTHER + 1; is < LINCE_OBJECT_KIND_COUNT; is++) {
        const char *name = lc_kind_name((lince_object_kind)is);
        const lince_spec *spec = lc_builtin_of_kind((lince_object_kind)is, 0);
        expect(spec && spec->is == is, "%s is built in", name);
        expect(lc_kind_named(name) == (lince_object_kind)is, "by this name");
    }
    expect(lc_kind_named("other") == LINCE_IS_OTHER && lc_kind_named("?") == LINCE_IS_OTHER, "others are not");
}

int main(void) {
    test_builtin();
    test_builtin_facts();
    test_table();
    test_beside();
    test_old();
    test_mistakes();
    test_tables();
    test_initial();
    test_keys();
    test_containers();
    test_meetings();
    return tap_end();
}
