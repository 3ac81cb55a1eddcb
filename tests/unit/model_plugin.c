/* Models in test files, as plug-ins: the example (LINCE_COUNTER_MODEL) and one made for this test
 * (LINCE_CORNERS_MODEL), each compiled and linked as `lince test` does it. */
#include "tap.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report_support.h"
#include "spec_script.h"

static const lc_resolver *const resolvers[] = {&lc_plugin_resolver};

static lince_status load(lc_instance *in, const char *path, const char *test, lince_error *error) {
    char text[4096];
    *error = (lince_error){.message = ""};
    snprintf(text, sizeof text, test ? "%s#%s" : "%s", path, test);
    return lc_instance_parse(in, text, resolvers, 1, error);
}

static void try_model(const char *path, const char *test, const char *script) {
    walker w = {.fault = ""};
    lince_error error;
    bool done = load(&w.instance, path, test, &error) == LINCE_DONE;
    if (!expect(done, "the model of %s is loaded %s", test ? test : "the first test", error.message)) return;
    w.values = lince_values_new();
    lc_runner_init(&w.runner, &w.instance, w.values, LINCE_NO_VALUE);
    lc_run_init(&w.runner, collect, &w.now);
    expect(walk(&w, script), "and behaves as it should %s", w.fault);
    walker_end(&w);
}

static void refuse(const char *path, const char *test, const char *word) {
    lc_instance in;
    lince_error error;
    lince_status status = load(&in, path, test, &error);
    expect(status == LINCE_BAD_INPUT && strstr(error.message, word) && !in.plugin, "%s: %s", error.file, error.message);
}

static void test_counter(const char *path) {
    try_model(path, "counter",
              "@0;get()=0;decrement()=false;decrement()?false;increment()=true;increment()#false;@1;get()=1;"
              "increment()=true;increment()=false;increment()?false;@2;decrement()=true;get()?1");
    try_model(path, NULL, "get()=0");
}

static void test_corners(const char *path) {
    try_model(
        path, "bags",
        "take()=EMPTY;take()?EMPTY;put(1)=;put(2)=;take()?1|2;put(3)=;@[1, 2, 3, 3];put(4)!;take()?1|2|3;take()=2;"
        "@[1, 3, 0, 2];take()=3;take()#2;take()=1;take()=EMPTY;pair()?0|10|11|20");
    try_model(path, "locks", "unlock()!;lock()=;lock()!;@1;unlock()=;lock()=");
    try_model(path, "values",
              "sum(1,2,3)=6;@[6, 0];sum(-9000000000,0,1)?-8999999999;narrow(7)=7;narrow(-7)=-7;narrow(EMPTY)=EMPTY;"
              "narrow(3000000000)!;wide(3000000000)=3000000000;wide(EMPTY)=EMPTY;wide(nil)?nil;narrow(other)!;"
              "both(1,1)=true;both(1,2)=false;three(1,2,3)=;last()=123;own()=42");
}

static void test_choosing(const char *path) {
    refuse(path, "no_model", "no specification called no_model");
    refuse(path, "nobody", "no specification called nobody");
    refuse(path, "twice", "share the name lock");
    refuse(path, "empty", "0 methods");
    setenv("LINCE_MODEL_TEST", "locks", 1);
    try_model(path, NULL, "lock()=;lock()!");
    try_model(path, "bags", "take()=EMPTY");
    setenv("LINCE_MODEL_TEST", "nobody", 1);
    refuse(path, NULL, "no specification to give");
    unsetenv("LINCE_MODEL_TEST");
    try_model(path, NULL, "take()=EMPTY");
    lc_instance in;
    lince_error error;
    bool done = load(&in, path, "_underscore", &error) == LINCE_DONE;
    expect(done && !strcmp(in.spec->name, "model"), "a name that no specification can have is replaced");
    if (done) lc_instance_free(&in);
    done = load(&in, path, "bags:model=5", &error) == LINCE_BAD_INPUT;
    expect(done, "what is inside cannot be set from outside: %s", error.message);
}

/* In a process of its own, because it ends it. */
static void test_crash(const char *path, const char *operation) {
    int ends[2];
    char said[500] = "";
    if (!expect(!pipe(ends), "a pipe")) return;
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        dup2(ends[1], STDERR_FILENO);
        lc_instance in;
        lince_error error;
        lc_runner runner;
        states found = {.count = 0};
        if (load(&in, path, "_underscore", &error)) _exit(7);
        lc_runner_init(&runner, &in, lince_values_new(), LINCE_NO_VALUE);
        uint32_t row = lc_spec_method(in.spec, operation, strlen(operation));
        lc_run_next(&runner, "abc", 3, &(lince_call){.method = row}, 1, collect, &found);
        _exit(8);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], said + length, sizeof said - 1 - length)) > 0;) length += (size_t)got;
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 2 && strstr(said, "model_corners.c:") &&
               strstr(said, "the model of test _underscore crashes in its operation ") && strstr(said, operation),
           "%.*s", (int)strcspn(said, "\n"), said);
}

/* ---- with the checker ---- */

static lince_verdict judge(const lince_specs *specs, const char *text) {
    lince_history *h = history_of("test.hist", text);
    lince_result *result = NULL;
    lince_error error = {.message = ""};
    lince_verdict verdict = LINCE_VERDICT_UNKNOWN;
    if (lince_check(h, specs, NULL, &result, &error) == LINCE_DONE) verdict = lince_result_verdict(result);
    else printf("# %s\n", error.message);
    lince_result_free(result);
    lince_history_free(h);
    return verdict;
}

#define LOST                                                                                                           \
    "T1 invoke increment()\nT2 invoke increment()\nT1 return true\nT2 return true\nT1 invoke get()\nT1 return 1\n"
#define FOUND                                                                                                          \
    "T1 invoke increment()\nT2 invoke increment()\nT1 return true\nT2 return true\nT1 invoke get()\nT1 return 2\n"
#define OPEN "T1 invoke increment()\nT2 invoke get()\nT2 return 1\n"

typedef struct shared {
    const lince_specs *specs;
    int right;
} shared;

static void *check_often(void *context) {
    shared *s = context;
    for (int i = 0; i < 200; i++)
        s->right += judge(s->specs, i % 2 ? FOUND : LOST) == (i % 2 ? LINCE_VERDICT_OK : LINCE_VERDICT_VIOLATION);
    return NULL;
}

static void test_checking(const char *path) {
    lince_specs *specs = lince_specs_new();
    lince_error error = {.message = ""};
    expect(lince_specs_add(specs, path, &error) == LINCE_DONE, "a set of specifications %s", error.message);
    expect(judge(specs, FOUND) == LINCE_VERDICT_OK, "a history that the model explains");
    expect(judge(specs, LOST) == LINCE_VERDICT_VIOLATION, "one that it does not");
    expect(judge(specs, OPEN) == LINCE_VERDICT_OK, "one with an operation that has not returned");
    expect(judge(specs, "T1 invoke reset()\nT1 return\n") == LINCE_VERDICT_UNKNOWN, "and one it does not know");
    shared s[3] = {{specs, 0}, {specs, 0}, {specs, 0}};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, check_often, &s[i]);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    expect(s[0].right == 200 && s[1].right == 200 && s[2].right == 200, "several threads share the one variable");
    lince_specs_free(specs);
}

/* All are called before any returns: T1, T2 and so on make the calls, and return these. */
static void meet(const lince_specs *specs, bool right, const char *const *calls) {
    char text[1024], what[512] = "";
    size_t used = 0;
    for (unsigned i = 0; calls[2 * i]; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "T%u invoke %s\n", i, calls[2 * i]);
        snprintf(what + strlen(what), sizeof what - strlen(what), "%s=%s ", calls[2 * i], calls[2 * i + 1]);
    }
    for (unsigned i = 0; calls[2 * i]; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "T%u return %s\n", i, calls[2 * i + 1]);
    lince_verdict verdict = judge(specs, text);
    expect(verdict == (right ? LINCE_VERDICT_OK : LINCE_VERDICT_VIOLATION), "%s%s", what, right ? "" : "is not right");
}
#define MEET(right, ...) meet(specs, right, (const char *const[]){__VA_ARGS__, NULL})

static void test_meeting(const char *path) {
    char name[4096];
    lince_specs *specs = lince_specs_new();
    lince_error error = {.message = ""};
    snprintf(name, sizeof name, "%s#meetings", path);
    expect(lince_specs_add(specs, name, &error) == LINCE_DONE, "a model in which operations meet %s", error.message);
    MEET(true, "send(5)", "", "receive()", "5, 1");
    MEET(false, "send(5)", "", "receive()", "6, 1");
    MEET(false, "send(5)", "", "receive()", "5, 2");
    MEET(false, "receive()", "5, 1");
    MEET(false, "send(13)", "", "receive()", "13, 1");
    MEET(true, "send(5)", "", "send(6)", "", "receive()", "6, 1", "receive()", "5, 2");
    MEET(false, "send(5)", "", "send(6)", "", "receive()", "6, 1", "receive()", "5, 1");
    MEET(true, "send(5)", "false");
    MEET(true, "send(-5)", "true");
    MEET(false, "send(5)", "true");
    /* Who is named first makes a difference: both orders are tried. */
    MEET(true, "swap(1)", "2", "swap(2)", "101");
    MEET(true, "swap(1)", "102", "swap(2)", "1");
    MEET(false, "swap(1)", "102", "swap(2)", "101");
    MEET(false, "swap(1)", "2", "swap(2)", "101", "swap(3)", "1");
    /* Two or three of them, and each may get either number. */
    MEET(true, "gather()", "2", "gather()", "3");
    MEET(true, "gather()", "3", "gather()", "4", "gather()", "4");
    MEET(false, "gather()", "2", "gather()", "2", "gather()", "4");
    MEET(false, "gather()", "2");
    MEET(true, "gather()", "2", "gather()", "2", "gather()", "3", "gather()", "3");
    lince_specs_free(specs);
}

int main(void) {
    const char *counter = getenv("LINCE_COUNTER_MODEL"), *corners = getenv("LINCE_CORNERS_MODEL");
    if (expect(counter && corners, "LINCE_COUNTER_MODEL and LINCE_CORNERS_MODEL name the plug-ins")) {
        test_counter(counter);
        test_corners(corners);
        test_choosing(corners);
        test_crash(corners, "crash");
        test_crash(corners, "give_up");
        test_checking(counter);
        test_meeting(corners);
    }
    return tap_end();
}
