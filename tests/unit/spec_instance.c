/* Naming specifications, setting parameters, finding methods, and refusing tables that are not sound. */
#include "tap.h"

#include <string.h>

#include "spec/spec.h"

/* ---- names and parameters ---- */

static void test_right(void) {
    static const struct {
        const char *text, *spec;
        int64_t first;
        bool droppable;
    } rows[] = {
        {"queue", "queue", 0, true},
        {"queue:capacity=3", "queue", 3, false},
        {"queue:capacity=0", "queue", 0, true},
        {"stack:capacity=2147483647", "stack", 2147483647, false},
        {"semaphore:n=0", "semaphore", 0, false},
        {"semaphore:n=12", "semaphore", 12, false},
        {"cas-register", "cas-register", 0, true},
        {"counter", "counter", 0, false},
        {"bag", "bag", 0, true},
        {"register:init=7", "register", 0, true},
        {"map:init=\"a,b:c/d.lin#e=\\\"\"", "map", 0, false},
        {"cas-register:init=[1,[2,\"]\"]]", "cas-register", 0, true},
        {"rwlock:prefers=readers", "rwlock", 1, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lc_instance in;
        lince_error error = {.message = ""};
        bool done = lc_instance_parse(&in, rows[i].text, NULL, 0, &error) == LINCE_DONE;
        expect(done, "%s is understood %s", rows[i].text, error.message);
        if (!done) continue;
        bool droppable = in.spec->traits & LINCE_DROPPABLE_VALUES;
        expect(!strcmp(in.spec->name, rows[i].spec) && in.params[0] == rows[i].first &&
                   !strcmp(in.name, rows[i].text) && droppable == rows[i].droppable,
               "and means the right thing");
        lc_instance_free(&in);
        expect(!in.name && !in.spec, "and is freed");
    }
}

static void test_bounded_table(void) {
    lc_instance plain, bounded;
    if (!expect(lc_instance_parse(&plain, "queue", NULL, 0, NULL) == LINCE_DONE &&
                    lc_instance_parse(&bounded, "queue:capacity=1", NULL, 0, NULL) == LINCE_DONE,
                "two queues"))
        return;
    expect(plain.spec->methods[0].results_max == 0 && bounded.spec->methods[0].results_min == 1,
           "adding returns something only where there is a capacity");
    lc_instance_free(&plain);
    lc_instance_free(&bounded);
}

static void test_wrong(void) {
    /* Each message must hold all of these words. */
    static const struct {
        const char *text, *words[3];
    } rows[] = {
        {"", {"missing", "lince specs"}},
        {"quee", {"`quee`", "did you mean queue?"}},
        {"Queue", {"did you mean queue?"}},
        {"cas_register", {"did you mean cas-register?"}},
        {"sempahore:n=2", {"`sempahore`", "did you mean semaphore?"}},
        {"zebra", {"`zebra`", "lince specs", "./zebra.so"}},
        {"queue:cap=3", {"queue has no parameter `cap`", "capacity=N"}},
        {"register:n=3", {"register has no parameter `n`", "init=VALUE"}},
        {"counter:init=3", {"counter has no parameter `init`", "none"}},
        {"register:init=", {"parameter init of register", "a value"}},
        {"register:init", {"parameter init of register has no value"}},
        {"map:init=1,init=1", {"given twice"}},
        {"map:init=1,2", {"no parameter `2`"}},
        {"map:init=1 2", {"parameter init of map"}},
        {"queue:", {"missing", "capacity=N"}},
        {"queue:capacity", {"capacity", "no value"}},
        {"queue:capacity=", {"cannot be ``", "0 to 2147483647"}},
        {"queue:capacity=x", {"cannot be `x`", "number"}},
        {"queue:capacity=3x", {"cannot be `3x`"}},
        {"queue:capacity= 3", {"cannot be ` 3`"}},
        {"queue:capacity=+3", {"cannot be `+3`"}},
        {"queue:capacity=-1", {"cannot be `-1`", "from 0"}},
        {"queue:capacity=99999999999999999999", {"cannot be"}},
        {"queue:capacity=1,capacity=2", {"given twice"}},
        {"queue:capacity=1,", {"missing after"}},
        {"queue:3", {"no parameter `3`", "capacity=N"}},
        {"semaphore", {"semaphore:n=N"}},
        {":n=2", {"missing", "lince specs"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lc_instance in;
        lince_error error = {.message = ""};
        lince_status status = lc_instance_parse(&in, rows[i].text, NULL, 0, &error);
        bool said = true;
        for (size_t j = 0; j < 3 && rows[i].words[j]; j++) said &= strstr(error.message, rows[i].words[j]) != NULL;
        expect(status == LINCE_BAD_INPUT && said, "`%s`: %s", rows[i].text, error.message);
        expect(!in.name && !in.spec, "and there is nothing to free");
    }
}

/* ---- resolvers ---- */

static void no_step(lince_step *step) { (void)step; }
static const lince_method one_method[] = {{.name = "go", .aliases = " run  walk ", .args_max = 2}};
static const lince_param word_params[] = {{.name = "f", .choices = "sum|min|max", .required = true},
                                          {.name = "k", .min = -5, .max = 5, .otherwise = 2}};
static const lince_spec sound = {.abi = LINCE_SPEC_ABI,
                                 .name = "sound",
                                 .methods = one_method,
                                 .method_count = 1,
                                 .params = word_params,
                                 .param_count = 2,
                                 .init = no_step,
                                 .next = no_step};

static bool claims_models(const char *name) { return strstr(name, ".lin#") != NULL; }
static lince_status resolve_model(const char *name, lc_instance *in, lince_error *error) {
    (void)error;
    if (strcmp(name, "dir:a/x.lin#Name")) return LINCE_BAD_INPUT;
    in->spec = &sound;
    return LINCE_DONE;
}
static const lc_resolver model_resolver = {claims_models, resolve_model};

static void test_resolvers(void) {
    const lc_resolver *const resolvers[] = {&model_resolver, &lc_plugin_resolver};
    lc_instance in;
    lince_error error = {.message = ""};
    bool done = lc_instance_parse(&in, "dir:a/x.lin#Name:f=max,k=-5", resolvers, 2, &error) == LINCE_DONE;
    expect(done && in.spec == &sound, "the first resolver that claims a name is asked %s", error.message);
    if (done) {
        expect(in.params[0] == 2 && in.params[1] == -5, "a word's value is its place, and the last colon counts");
        expect(!strcmp(in.name, "dir:a/x.lin#Name:f=max,k=-5"), "the name is what was written");
        lc_instance_free(&in);
    }
    done = lc_instance_parse(&in, "dir:a/x.lin#Name:f=sum", resolvers, 2, &error) == LINCE_DONE;
    expect(done && in.params[0] == 0 && in.params[1] == 2, "a parameter that is not given has its default");
    if (done) lc_instance_free(&in);
    expect(lc_instance_parse(&in, "dir:a/x.lin#Name:f=su", resolvers, 2, &error) == LINCE_BAD_INPUT &&
               strstr(error.message, "one of sum|min|max"),
           "another word: %s", error.message);
    expect(lc_instance_parse(&in, "dir:a/x.lin#Name", resolvers, 2, &error) == LINCE_BAD_INPUT &&
               strstr(error.message, "sound:f=sum|min|max"),
           "none: %s", error.message);
    expect(lc_instance_parse(&in, "queue", resolvers, 2, &error) == LINCE_DONE, "nobody else claims a built-in name");
    lc_instance_free(&in);
}

static void test_of(void) {
    lc_instance in;
    lince_error error = {.message = ""};
    expect(lc_instance_of(&in, &sound, &error) == LINCE_BAD_INPUT && strstr(error.message, "needs a parameter"),
           "a caller's own specification cannot need a parameter: %s", error.message);
    lince_spec mine = sound;
    mine.params = &word_params[1];
    mine.param_count = 1;
    bool done = lc_instance_of(&in, &mine, &error) == LINCE_DONE;
    expect(done && in.params[0] == 2 && !strcmp(in.name, "sound"), "with a default it is fine");
    if (done) lc_instance_free(&in);
    mine.next = NULL;
    expect(lc_instance_of(&in, &mine, &error) == LINCE_BAD_INPUT && !in.spec, "it is validated: %s", error.message);
}

/* ---- methods ---- */

static uint32_t method(const lince_spec *spec, const char *name) { return lc_spec_method(spec, name, strlen(name)); }

static void test_methods(void) {
    expect(method(&sound, "go") == 0 && method(&sound, "run") == 0 && method(&sound, "walk") == 0, "name and aliases");
    expect(method(&sound, "wal") == LC_NO_METHOD && method(&sound, "walks") == LC_NO_METHOD &&
               method(&sound, "") == LC_NO_METHOD && method(&sound, " ") == LC_NO_METHOD &&
               method(&sound, "run  walk") == LC_NO_METHOD,
           "whole words only");
    expect(lc_spec_method(&sound, "going", 2) == 0, "names need not be terminated");
    static const struct {
        const char *spec, *alias, *name;
    } rows[] = {
        {"queue", "enqueue", "enq"},    {"queue", "dequeue", "deq"}, {"mutex", "acquire", "lock"},
        {"mutex", "release", "unlock"}, {"set", "insert", "add"},    {"set", "delete", "remove"},
        {"map", "delete", "del"},       {"map", "remove", "del"},    {"semaphore:n=1", "release", "post"},
        {"counter", "read", "get"},     {"bag", "remove", "take"},   {"bag", "steal", "take"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lc_instance in;
        if (lc_instance_parse(&in, rows[i].spec, NULL, 0, NULL) != LINCE_DONE) continue;
        uint32_t row = method(in.spec, rows[i].alias);
        expect(row != LC_NO_METHOD && !strcmp(in.spec->methods[row].name, rows[i].name), "%s: %s is %s", rows[i].spec,
               rows[i].alias, rows[i].name);
        lc_instance_free(&in);
    }
}

/* ---- tables that are not sound ---- */

static void refuse(const lince_spec *spec, const char *word) {
    lince_error error = {.message = ""};
    lince_status status = lc_spec_validate(spec, &error);
    expect(status == LINCE_BAD_INPUT && strstr(error.message, word), "refused: %s", error.message);
}

static void refuse_method(lince_method m, const char *word) {
    lince_spec spec = sound;
    lince_method rows[2] = {one_method[0], m};
    spec.methods = rows;
    spec.method_count = 2;
    refuse(&spec, word);
}

static void refuse_param(lince_param p, const char *word) {
    lince_spec spec = sound;
    lince_param rows[2] = {word_params[0], p};
    spec.params = rows;
    refuse(&spec, word);
}

static void some_arity(const int64_t *params, uint32_t *least, uint32_t *most) {
    (void)params, (void)least, (void)most;
}

/* What objects can get wrong whose operations take effect together, or in several steps. */
static void test_validate_together(void) {
    lince_spec s, two = sound, pairs = sound;
    two.arity_min = 1, two.arity_max = 2;
    static const lince_method meets[] = {{.name = "meet", .results_max = 1, .role = LINCE_ROLE_EITHER}};
    pairs.methods = meets, pairs.arity_min = pairs.arity_max = 2, pairs.traits = LINCE_PAIRS | LINCE_STATELESS;
    s = two, s.arity = some_arity;
    expect(lc_spec_validate(&s, NULL) == LINCE_DONE, "an arity can be narrowed");
    s = sound, s.arity = some_arity, refuse(&s, "could narrow");

    s = two, s.traits = LINCE_ORDERED;
    expect(lc_spec_validate(&s, NULL) == LINCE_DONE, "two can come in two orders");
    s.arity_max = LINCE_ORDERED_MAX + 1, refuse(&s, "all orders are tried");
    s = sound, s.traits = LINCE_ORDERED, refuse(&s, "arity_max must be 2 to 8");

    s = sound, s.traits = LINCE_INTERVALS;
    expect(lc_spec_validate(&s, NULL) == LINCE_DONE, "operations that span several steps may take them one by one");
    s.traits |= LINCE_STATELESS, refuse(&s, "whether it has begun");
    s.traits = LINCE_INTERVALS | LINCE_FIFO, refuse(&s, "trait of containers");
    s = two, s.traits = LINCE_LIFO, refuse(&s, "trait of containers");
    s = two, s.traits = LINCE_DROPPABLE_VALUES, refuse(&s, "trait of containers");

    expect(lc_spec_validate(&pairs, NULL) == LINCE_DONE, "pairs");
    s = pairs, s.traits = LINCE_PAIRS, refuse(&s, "must be LINCE_STATELESS");
    s = pairs, s.arity_max = 3, refuse(&s, "arity of up to 2");
    s = pairs, s.traits |= LINCE_INTERVALS, refuse(&s, "whether it has begun");
    s = pairs, s.methods = one_method, refuse(&s, "needs a role");
    static const lince_method talkative[] = {{.name = "meet", .results_max = 2, .role = LINCE_ROLE_EITHER}};
    s = pairs, s.methods = talkative, refuse(&s, "can return only the value that the other one gave");
}

static void test_validate(void) {
    lince_spec s;
    expect(lc_spec_validate(&sound, NULL) == LINCE_DONE, "a sound table passes");
    refuse(NULL, "no specification");
#define BUT(change, word) s = sound, s.change, refuse(&s, word)
    BUT(abi = 99, "version 99");
    BUT(name = NULL, "name");
    BUT(name = "", "name");
    BUT(name = "a b", "name");
    BUT(name = "a:b", "name");
    BUT(name = "1st", "name");
    BUT(init = NULL, "init");
    BUT(next = NULL, "next");
    BUT(methods = NULL, "0 methods");
    BUT(method_count = 0, "0 methods");
    BUT(method_count = 257, "257 methods");
    BUT(params = NULL, "no table");
    BUT(param_count = 9, "9 parameters");
    BUT(traits = 1u << 20, "traits");
    BUT(arity_max = 2, "0 to 2");
    BUT(arity_min = 1, "1 to 0");
    s = sound, s.arity_min = 2, s.arity_max = 257, refuse(&s, "257");
#undef BUT
    s = sound, s.arity_min = 2, s.arity_max = 256, s.print = NULL;
    expect(lc_spec_validate(&s, NULL) == LINCE_DONE, "an arity is fine, and a missing print function too");
    test_validate_together();

    refuse_method((lince_method){.name = NULL}, "no name");
    refuse_method((lince_method){.name = ""}, "no history can spell");
    refuse_method((lince_method){.name = "a.b"}, "no history can spell");
    refuse_method((lince_method){.name = "a b"}, "no history can spell");
    refuse_method((lince_method){.name = "x", .aliases = "y z("}, "no history can spell");
    refuse_method((lince_method){.name = "go"}, "share the name go");
    refuse_method((lince_method){.name = "run"}, "share the name run");
    refuse_method((lince_method){.name = "x", .aliases = "y walk"}, "share the name walk");
    refuse_method((lince_method){.name = "x", .args_min = 2, .args_max = 1}, "2 to 1 arguments");
    refuse_method((lince_method){.name = "x", .args_max = 9}, "0 to 9 arguments");
    refuse_method((lince_method){.name = "x", .results_min = 1}, "1 to 0 results");
    refuse_method((lince_method){.name = "x", .results_max = 9}, "0 to 9 results");
    refuse_method((lince_method){.name = "x", .args_min = 1, .args_max = 2, .key = 2}, "argument 2 as its key");
    refuse_method((lince_method){.name = "x", .role = 99}, "role 99");
    refuse_method((lince_method){.name = "x", .role = LINCE_ROLE_ADD}, "without an argument");
    refuse_method((lince_method){.name = "x", .role = LINCE_ROLE_REMOVE}, "returns nothing");
    refuse_method((lince_method){.name = "x", .results_max = 1, .pure_result = LINCE_NOTHING}, "pure_result");
    refuse_method((lince_method){.name = "x", .results_max = 1, .ok_result = 77}, "ok_result");
    refuse_method((lince_method){.name = "x", .pure_result = LINCE_EMPTY}, "returns nothing");

    refuse_param((lince_param){.name = NULL}, "parameter 2");
    refuse_param((lince_param){.name = "a=b"}, "parameter 2");
    refuse_param((lince_param){.name = "f"}, "two parameters f");
    refuse_param((lince_param){.name = "x", .min = 2, .max = 1}, "no value is allowed");
    refuse_param((lince_param){.name = "x", .min = 1, .max = 2}, "not given");
    refuse_param((lince_param){.name = "x", .choices = "a|b", .otherwise = 2}, "not given");
    refuse_param((lince_param){.name = "x", .choices = ""}, "choices");
    refuse_param((lince_param){.name = "x", .choices = "a||b"}, "choices");
    refuse_param((lince_param){.name = "x", .choices = "a|"}, "choices");
    refuse_param((lince_param){.name = "x", .choices = "a,b"}, "choices");
}

int main(void) {
    test_right();
    test_bounded_table();
    test_wrong();
    test_resolvers();
    test_of();
    test_methods();
    test_validate();
    return tap_end();
}
