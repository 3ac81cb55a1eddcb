/* Specifications: naming them, writing one's own, and what is refused. */
#include "api.h"

/* ---- naming ---- */

static void test_naming(void) {
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"", "missing"},
        {"quue", "did you mean queue"},
        {"nothing-like-it", "no specification called `nothing-like-it`"},
        {"queue:size=3", "capacity=N"},
        {"queue:capacity=", "number"},
        {"queue:capacity=two", "number"},
        {"queue:capacity=1,capacity=2", "twice"},
        {"semaphore", "needs a parameter"},
        {"q=quue", "did you mean queue"},
        {"./no-such-plugin.so", "no such plug-in"},
        {"/dev/null", "cannot be loaded"},
    };
    lince_specs *specs = lince_specs_new();
    lince_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        error = (lince_error){.message = ""};
        lince_status status = lince_specs_add(specs, wrong[i].text, &error);
        expect(status == LINCE_BAD_INPUT && strstr(error.message, wrong[i].message), "`%s` is refused: %s",
               wrong[i].text, error.message);
    }
    expect(lince_specs_add(specs, "quue", NULL) == LINCE_BAD_INPUT, "an error need not be asked for");
    expect(lince_specs_add(specs, "queue", &error) == LINCE_DONE, "what was refused is not in the set");
    expect(lince_specs_add(specs, "stack", &error) == LINCE_BAD_INPUT, "a second one for all: %s", error.message);
    expect(lince_specs_add(specs, "s=semaphore:n=2", &error) == LINCE_DONE, "one for an object");
    expect(lince_specs_add(specs, "s=mutex", &error) == LINCE_BAD_INPUT, "a second one for it: %s", error.message);
    lince_specs_free(specs);
    lince_specs_free(NULL);
}

/* Two objects and two specifications; `stack` would not allow what `queue` does. */
static void test_objects(void) {
    lince_history *h = lince_history_new();
    lince_value values[] = {number(h, 1), number(h, 2)};
    static const char *const objects[] = {"a", "b"};
    for (int i = 0; i < 4; i++) {
        lince_invoke(h, "T", objects[i % 2], i % 2 ? "push" : "enq", &values[i / 2], 1, NULL);
        end(h, "T", LINCE_NO_VALUE);
    }
    for (int i = 0; i < 2; i++) {
        lince_invoke(h, "T", objects[i], i ? "pop" : "deq", NULL, 0, NULL);
        end(h, "T", values[i]);
    }
    lince_specs *specs = lince_specs_new();
    expect(refused(h, specs, NULL, "no specification for object a"), "an object without a specification");
    lince_specs_add(specs, "a=queue", NULL);
    expect(refused(h, specs, NULL, "no specification for object b"), "another one without");
    lince_specs_add(specs, "b=stack", NULL);
    expect(judged_ok(h, specs, NULL), "each object has its own");
    lince_specs_free(specs);
    specs = specs_of("register");
    expect(refused(h, specs, NULL, "register has no operation enq"), "an operation that the object does not have");
    lince_specs_free(specs);
    specs = specs_of("queue");
    lince_specs_add(specs, "b=stack", NULL);
    expect(judged_ok(h, specs, NULL), "one for all, and one of its own for b");
    lince_specs_free(specs);
    lince_history_free(h);
}

/* ---- one's own: a bag of numbers that also tells its sum ---- */

enum { PUT, TAKE, SUM }; /* rows */

static int printed; /* not pure, but there to see that `print` is called */

static void bag_init(lince_step *step) { lince_emit(step, NULL, 0, NULL); }

/* The state is the sorted array of what is in the bag. */
static void bag_put(lince_step *step, const int64_t *bag, size_t count, int64_t n) {
    int64_t *more = lince_scratch(step, (count + 1) * sizeof n);
    size_t i = 0;
    for (; i < count && bag[i] < n; i++) more[i] = bag[i];
    more[i] = n;
    for (; i < count; i++) more[i + 1] = bag[i];
    lince_emit(step, more, (count + 1) * sizeof n, NULL);
}

static void bag_take(lince_step *step, const int64_t *bag, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int64_t *rest = lince_scratch(step, step->size);
        memcpy(rest, bag, i * sizeof *rest);
        memcpy(rest + i, bag + i + 1, (count - i - 1) * sizeof *rest);
        lince_results taken = {{lince_int(step->values, bag[i])}};
        lince_emit(step, rest, (count - 1) * sizeof *rest, &taken);
    }
}

static void bag_next(lince_step *step) {
    const int64_t *bag = step->state;
    size_t count = step->size / sizeof *bag;
    int64_t n = 0;
    switch (step->calls[0].method) {
    case PUT:
        if (lince_get_int(step->values, step->calls[0].args[0], &n)) bag_put(step, bag, count, n);
        break;
    case TAKE: bag_take(step, bag, count); break;
    case SUM:
        for (size_t i = 0; i < count; i++) n += bag[i];
        lince_emit(step, bag, step->size, &(lince_results){{lince_int(step->values, n)}});
        break;
    }
}

static void bag_print(lince_step *step, lince_text *out) {
    const int64_t *bag = step->state;
    lince_print(out, "%zu numbers:", step->size / sizeof *bag);
    for (size_t i = 0; i < step->size / sizeof *bag; i++) {
        lince_print(out, " ");
        lince_print_value(out, step->values, lince_int(step->values, bag[i]));
    }
    printed++;
}

static const lince_method bag_methods[] = {
    [PUT] = {.name = "put", .aliases = "add insert", .args_min = 1, .args_max = 1},
    [TAKE] = {.name = "take", .results_min = 1, .results_max = 1},
    [SUM] = {.name = "sum", .results_min = 1, .results_max = 1, .pure = true},
};

static const lince_spec bag = {.abi = LINCE_SPEC_ABI,
                               .name = "bag-with-sum",
                               .methods = bag_methods,
                               .method_count = 3,
                               .init = bag_init,
                               .next = bag_next,
                               .print = bag_print};

static lince_specs *own(const lince_spec *spec) {
    lince_specs *specs = lince_specs_new();
    lince_error error = {.message = ""};
    if (!specs || lince_specs_add_own(specs, NULL, spec, &error) != LINCE_DONE) {
        printf("# %s\n", error.message);
        abort();
    }
    return specs;
}

static lince_history *bag_history(int64_t sum) {
    lince_history *h = lince_history_new();
    whole(h, "T1", "put", number(h, 3), LINCE_NO_VALUE);
    whole(h, "T1", "insert", number(h, 1), LINCE_NO_VALUE);
    begin(h, "T1", "put", number(h, 2));
    whole(h, "T2", "take", LINCE_NO_VALUE, number(h, 2));
    whole(h, "T2", "sum", LINCE_NO_VALUE, number(h, sum));
    end(h, "T1", LINCE_NO_VALUE);
    return h;
}

static void test_own(void) {
    lince_specs *specs = own(&bag);
    lince_history *right = bag_history(4), *wrong = bag_history(6);
    expect(judged_ok(right, specs, NULL), "a history that a specification of one's own allows");
    expect(printed == 0, "nothing is shown then");
    expect(judged_wrong(wrong, specs, NULL), "and one that it does not allow");
    expect(printed > 0, "where the state is shown to people");
    lince_error error = {.message = ""};
    expect(lince_specs_add_own(specs, NULL, &bag, &error) == LINCE_BAD_INPUT, "a second one for all: %s",
           error.message);
    expect(lince_specs_add_own(specs, "b", &bag, NULL) == LINCE_DONE, "one for an object");
    expect(lince_specs_add_own(specs, "b", &bag, NULL) == LINCE_BAD_INPUT, "but only one");
    lince_specs_free(specs);
    lince_history_free(right);
    lince_history_free(wrong);
}

/* ---- specifications that are refused ---- */

static void refuse_own(const lince_spec *spec, const char *message, const char *what) {
    lince_specs *specs = lince_specs_new();
    lince_error error = {.message = ""};
    expect(lince_specs_add_own(specs, NULL, spec, &error) == LINCE_BAD_INPUT && strstr(error.message, message),
           "%s: %s", what, error.message);
    lince_specs_free(specs);
}

static void test_wrong_tables(void) {
    lince_spec s = bag;
    s.abi = LINCE_SPEC_ABI + 1;
    refuse_own(&s, "version", "another interface");
    refuse_own(NULL, "no specification", "nothing");
    s = bag, s.name = "two words";
    refuse_own(&s, "name", "a name that cannot be written");
    s = bag, s.next = NULL;
    refuse_own(&s, "no next function", "no steps");
    s = bag, s.method_count = 0;
    refuse_own(&s, "methods", "no methods");

    lince_method methods[3];
    s = bag, s.methods = methods;
    memcpy(methods, bag_methods, sizeof methods);
    methods[TAKE].aliases = "insert";
    refuse_own(&s, "share the name insert", "an alias twice");
    memcpy(methods, bag_methods, sizeof methods);
    methods[PUT].args_max = LINCE_ARGS_MAX + 1;
    refuse_own(&s, "arguments", "too many arguments");
    memcpy(methods, bag_methods, sizeof methods);
    methods[TAKE].pure_result = LINCE_NOTHING + 1;
    refuse_own(&s, "pure_result", "a handle that means something else in every pool");
    memcpy(methods, bag_methods, sizeof methods);
    methods[PUT].key = 2;
    refuse_own(&s, "key", "a key that need not be there");

    s = bag, s.arity_min = 1, s.arity_max = LINCE_ORDERED_MAX + 1, s.traits = LINCE_ORDERED;
    refuse_own(&s, "all orders", "too many who meet in an order that matters");

    lince_param param = {.name = "n", .min = 1, .max = 9, .required = true};
    s = bag, s.params = &param, s.param_count = 1;
    refuse_own(&s, "needs a parameter", "a parameter that nobody can give");
}

/* ---- specifications that turn out to be wrong ---- */

static int announced;
static void count_verdict(void *context, const lince_result *so_far) {
    (void)context, (void)so_far;
    announced++;
}

/* With small numbers, take leaves the bag as it is. */
static void liar_next(lince_step *step) {
    const int64_t *numbers = step->state;
    size_t count = step->size / sizeof *numbers;
    bool small = step->calls[0].method == TAKE;
    for (size_t i = 0; i < count; i++) small = small && numbers[i] < 50;
    if (!small) bag_next(step);
    else if (count) lince_emit(step, numbers, step->size, &(lince_results){{lince_int(step->values, numbers[0])}});
}

static void test_lie(void) {
    lince_method methods[3];
    memcpy(methods, bag_methods, sizeof methods);
    methods[TAKE].pure = true;
    lince_spec liar = bag;
    liar.methods = methods;
    refuse_own(&liar, "declares `pure`", "a method that is not as pure as it is declared");
    liar.next = liar_next; /* which the trials miss */
    lince_specs *specs = own(&liar);
    lince_history *h = lince_history_new();
    whole(h, "T1", "put", number(h, 77), LINCE_NO_VALUE);
    whole(h, "T1", "take", LINCE_NO_VALUE, number(h, 77));
    lince_check_options options = {.on_verdict = count_verdict};
    expect(refused(h, specs, &options, "declares pure"), "the same with large numbers only is found while checking");
    expect(announced == 0, "and no verdict is announced");
    options.criterion = LINCE_SEQUENTIAL;
    expect(refused(h, specs, &options, "declares pure"), "also under the criterion sequential");
    expect(announced == 0, "where no verdict is announced either");
    lince_specs_free(specs);
    lince_history_free(h);
}

static void no_state(lince_step *step) { (void)step; }

static void test_no_initial_state(void) {
    lince_spec s = bag;
    s.init = no_state;
    lince_specs *specs = own(&s);
    lince_history *h = lince_history_new();
    begin(h, "T1", "put", number(h, 1));
    expect(refused(h, specs, NULL, "initial"), "an object without an initial state is refused");
    lince_specs_free(specs);
    lince_history_free(h);
}

/* ---- operations that wait for each other ---- */

static void meet_init(lince_step *step) { lince_emit(step, NULL, 0, NULL); }

static void meet_next(lince_step *step) {
    if (step->calls[0].method == step->calls[1].method) return;
    lince_results results[] = {{{LINCE_NO_VALUE}}, {{step->calls[0].args[0]}}};
    lince_emit(step, NULL, 0, results);
}

/* Neither changes the state, for there is none; and yet one that is pending may be whom another met. */
static const lince_method meet_methods[] = {
    {.name = "send", .args_min = 1, .args_max = 1, .pure = true},
    {.name = "receive", .results_min = 1, .results_max = 1, .pure = true},
};
static const lince_spec meeting = {.abi = LINCE_SPEC_ABI,
                                   .name = "meeting",
                                   .methods = meet_methods,
                                   .method_count = 2,
                                   .arity_min = 2,
                                   .arity_max = 2,
                                   .init = meet_init,
                                   .next = meet_next};

static void test_pure_meeting(void) {
    static const lince_criterion criteria[] = {LINCE_SYNC, LINCE_TWO_STEP, LINCE_INTERVAL};
    for (size_t i = 0; i < sizeof criteria / sizeof *criteria; i++) {
        lince_specs *specs = own(&meeting);
        lince_check_options options = {.criterion = criteria[i]};
        lince_history *h = lince_history_new();
        begin(h, "T1", "send", number(h, 1));
        begin(h, "T2", "receive", LINCE_NO_VALUE);
        end(h, "T2", number(h, 1));
        expect(judged_ok(h, specs, &options), "who is pending may have met somebody, also where nothing changes");
        begin(h, "T2", "receive", LINCE_NO_VALUE);
        end(h, "T2", number(h, 1));
        expect(judged_wrong(h, specs, &options), "but not twice");
        lince_history_free(h);
        lince_specs_free(specs);
    }
}

/* Who took part in which step: the child's operation in two of them. */
static void test_groups(void) {
    lince_history *h = lince_history_new();
    begin(h, "child", "signal_up_and_wait", LINCE_NO_VALUE);
    whole(h, "parent", "wait_for_signal_up", LINCE_NO_VALUE, LINCE_NO_VALUE);
    whole(h, "parent", "signal_down", LINCE_NO_VALUE, LINCE_NO_VALUE);
    end(h, "child", LINCE_NO_VALUE);
    lince_specs *specs = specs_of("signal"), *queue = specs_of("queue");
    lince_result *r = NULL;
    size_t count = 0, steps = 0;
    expect(lince_check(h, specs, NULL, &r, NULL) == LINCE_DONE && lince_result_verdict(r) == LINCE_VERDICT_OK,
           "an operation that spans two steps");
    const uint32_t *ops = lince_result_witness(r, &count), *ends = lince_result_groups(r, &steps);
    expect(steps == 2 && ends[0] == 2 && ends[1] == 4 && count == 4, "two steps of two");
    expect(count == 4 && ops[0] == 0 && ops[1] == 1 && ops[2] == 0 && ops[3] == 2, "it is in both of them");
    lince_result_free(r);
    lince_history_free(h);
    h = lince_history_new();
    whole(h, "T1", "enq", number(h, 1), LINCE_NO_VALUE);
    bool done = lince_check(h, queue, NULL, &r, NULL) == LINCE_DONE;
    expect(done && !lince_result_groups(r, &steps) && steps == 0,
           "there are none where operations take effect one by one");
    lince_result_free(r);
    lince_history_free(h);
    lince_specs_free(specs);
    lince_specs_free(queue);
}

static void test_plugin(const char *plugin) {
    lince_history *h = lince_history_new();
    whole(h, "T1", "take", LINCE_NO_VALUE, number(h, 7));
    whole(h, "T2", "take", LINCE_NO_VALUE, number(h, 8));
    char text[4096];
    snprintf(text, sizeof text, "%s:first=7", plugin);
    lince_specs *specs = specs_of(text), *other = specs_of(plugin);
    expect(judged_ok(h, specs, NULL), "a plug-in takes what it needs from the shared library");
    expect(judged_wrong(h, other, NULL), "and its parameters matter");
    lince_specs_free(specs);
    lince_specs_free(other);
    lince_history_free(h);
}

int main(void) {
    test_naming();
    test_objects();
    test_own();
    test_wrong_tables();
    const char *plugin = getenv("LINCE_EXAMPLE_PLUGIN");
    if (plugin) test_plugin(plugin);
    else tap_skip("LINCE_EXAMPLE_PLUGIN does not say where the example is");
    test_lie();
    test_no_initial_state();
    test_pure_meeting();
    test_groups();
    return tap_end();
}
