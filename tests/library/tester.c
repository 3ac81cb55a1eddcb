/* Tests that run through the library. */
#include <lince/tester.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "concurrent.h"
#include "tap.h"

enum { TEXT = 1 << 16 };

static struct {
    int count[LINCE_TEST_VERDICT + 1];
    lince_test_event_kind order[64];
    int events; /* but for progress */
    char text[TEXT];
} seen;

static void on_event(void *context, const lince_test_event *event) {
    if (context != &seen) abort();
    seen.count[event->kind]++;
    if (event->kind != LINCE_TEST_PROGRESS && seen.events < 64) seen.order[seen.events++] = event->kind;
    if (event->text && event->kind != LINCE_TEST_PROGRESS) strncat(seen.text, event->text, TEXT / 2);
}

static lince_test_options listening(void) {
    lince_test_options o = LINCE_TEST_OPTIONS_INIT;
    memset(&seen, 0, sizeof seen);
    o.on_event = on_event;
    o.context = &seen;
    return o;
}

static const char *in_source(const char *name) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", getenv("LINCE_SOURCE"), name);
    return path;
}

/* A file of its own in the current directory. */
static const char *written(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) exit(99);
    return name;
}

static bool has_step(const lince_test_failure *f, lince_test_step_kind kind, const char *text, const char *operation) {
    for (size_t i = 0; i < f->step_count; i++) {
        const lince_test_step *s = &f->steps[i];
        if (s->kind == kind && !strcmp(s->text, text) && s->operation && !strcmp(s->operation, operation))
            return s->file && strstr(s->file, "lost_update.c") && s->line > 0 && s->function;
    }
    return false;
}

static void check_violation(void) {
    lince_test_options o = listening();
    lince_test_result *r;
    lince_error error;
    lince_status status = lince_test_run(in_source("examples/library/lost_update.c"), &o, &r, &error);
    if (!expect(status == LINCE_DONE && r && r->test_count == 1, "a test runs: %s", error.message)) return;
    const lince_test_verdict *v = &r->tests[0];
    expect(r->verdict == LINCE_VERDICT_VIOLATION && v->verdict == LINCE_VERDICT_VIOLATION, "its verdict");
    expect(!strcmp(v->test, "lost_update") && !strcmp(v->specification, "counter") && !v->error, "its names");
    expect(v->executions > 0 && v->histories > 0 && v->criterion == LINCE_LINEARIZABLE, "its counts");
    expect(!strcmp(v->headline, "not linearizable as a counter"), "its headline: %s", v->headline);
    expect(v->json && strstr(v->json, "\"verdict\":\"violation\"") && strstr(v->json, "\"interleaving\":["),
           "its line of JSON");
    expect(seen.events == 3 && seen.order[0] == LINCE_TEST_STARTED && seen.order[1] == LINCE_TEST_FAILURE &&
               seen.order[2] == LINCE_TEST_VERDICT,
           "events come in their order");
    if (!expect(v->failure_count == 1, "one failure")) return;
    const lince_test_failure *f = v->failures;
    expect(f->kind == LINCE_FAILURE_VIOLATION && !strcmp(f->name, "violation"), "its kind");
    expect(!strcmp(f->scenario, "; inc() | inc(); get()"), "its scenario: %s", f->scenario);
    expect(f->history && lince_history_operations(f->history) == 3, "its history");
    size_t conflict = 0;
    expect(f->result && lince_result_conflict(f->result, &conflict) && conflict == 3, "what the checker explains");
    expect(has_step(f, LINCE_TEST_STEP_STORE, "store count: 1 → 1", "inc()"), "the step that loses an update");
    expect(f->steps[0].kind == LINCE_TEST_STEP_CALL && f->steps[0].thread == 1, "the first step");
    expect(f->trace && access(f->trace, R_OK) == 0 && strstr(f->replay, "--replay"), "its trace");
    lince_test_result_free(r);
}

static void check_ok(void) {
    lince_test_options o = listening();
    lince_test_result *r;
    lince_error error;
    o.jobs = 1;
    o.criterion = "sequential";
    lince_status status = lince_test_run(in_source("examples/test/queue.c"), &o, &r, &error);
    if (!expect(status == LINCE_DONE && r->test_count == 1, "a correct object: %s", error.message)) return;
    expect(r->verdict == LINCE_VERDICT_OK && !r->tests[0].failure_count && !r->tests[0].unknown_reason, "is ok");
    expect(r->tests[0].criterion == LINCE_SEQUENTIAL, "under the criterion that is asked for");
    expect(r->tests[0].coverage >= LINCE_COVERAGE_BOUNDED && r->tests[0].scenarios > 0, "with its coverage");
    lince_test_result_free(r);
}

/* The plug-in of a model calls the library. */
static void check_model(void) {
    lince_test_options o = listening();
    const char *const flags[] = {"-DBROKEN"};
    lince_test_result *r;
    lince_error error;
    lince_status status = lince_test_run(in_source("examples/test/model.c"), &o, &r, &error);
    expect(status == LINCE_DONE && r->test_count > 0 && r->tests[0].verdict == LINCE_VERDICT_VIOLATION,
           "a model in the test file: %s", error.message);
    lince_test_result_free(r);
    o = listening();
    status = lince_test_run(in_source("examples/test/counter.c"), &o, &r, &error);
    expect(status == LINCE_DONE && r->verdict == LINCE_VERDICT_OK, "without a flag it is ok: %s", error.message);
    lince_test_result_free(r);
    o.flags = flags;
    o.flag_count = 1;
    status = lince_test_run(in_source("examples/test/counter.c"), &o, &r, &error);
    expect(status == LINCE_DONE && r->verdict == LINCE_VERDICT_VIOLATION, "and with one it is not: %s", error.message);
    lince_test_result_free(r);
}

/* Store buffering with relaxed orders: both threads may read 0, but not under sequential consistency. */
static lince_verdict verdict_under(lince_test_memory memory) {
    lince_test_options o = listening();
    lince_test_result *r;
    lince_error error;
    o.memory = memory;
    o.no_shrink = true;
    const char *file = written("store_buffer.c",
                               "#include <lince/test.h>\n#include <stdatomic.h>\n"
                               "static atomic_int x, y;\nstatic int a, b;\n"
                               "#define SET(v) atomic_store_explicit(&v, 1, memory_order_relaxed)\n"
                               "#define GET(v) atomic_load_explicit(&v, memory_order_relaxed)\n"
                               "static void left(void) { SET(x); a = GET(y); }\n"
                               "static void right(void) { SET(y); b = GET(x); }\n"
                               "static void check(void) { lince_assert(a || b); }\n"
                               "LINCE_TEST(store_buffer) {\n    lince_test_thread(left);\n"
                               "    lince_test_thread(right);\n    lince_test_finally(check);\n}\n");
    lince_status status = lince_test_run(file, &o, &r, &error);
    lince_verdict verdict = status == LINCE_DONE ? r->verdict : LINCE_VERDICT_UNKNOWN;
    lince_test_result_free(r);
    return verdict;
}

static void check_memory(void) {
    expect(verdict_under(LINCE_TEST_MEMORY_SC) == LINCE_VERDICT_OK, "sequential consistency orders all");
    expect(verdict_under(LINCE_TEST_MEMORY_AUTO) == LINCE_VERDICT_VIOLATION, "the default takes orders as they are");
    expect(verdict_under(LINCE_TEST_MEMORY_TSO) == LINCE_VERDICT_VIOLATION &&
               verdict_under(LINCE_TEST_MEMORY_RC11) == LINCE_VERDICT_VIOLATION &&
               verdict_under(LINCE_TEST_MEMORY_C11) == LINCE_VERDICT_VIOLATION,
           "and so does each weaker model");
}

static void refused(const char *file, const lince_test_options *o, const char *why, const char *what) {
    lince_test_result *r;
    lince_error error;
    lince_status status = lince_test_run(file, o, &r, &error);
    expect(status == LINCE_BAD_INPUT && strstr(error.message, why), "%s: %s", what, error.message);
    lince_test_result_free(r);
}

static void check_refused(void) {
    lince_test_options o = listening();
    const char *good = in_source("examples/library/lost_update.c");
    refused("nowhere.c", NULL, "No such file", "a file that is not there");
    refused(NULL, NULL, "no file", "no file");
    refused(written("broken.c", "#include <lince/test.h>\nLINCE_TEST(broken) { missing(); }\n}\n"), &o, "",
            "a file that does not compile");
    expect(seen.count[LINCE_TEST_COMPILER] && strstr(seen.text, "broken.c"), "the compiler says why");
    o = listening();
    refused(written("mistakes.c",
                    "#include <lince/test.h>\nLINCE_TEST(twice) {\n"
                    "    lince_test_spec(\"queue\");\n    lince_test_scenario(\"enq(1)\");\n}\n"),
            &o, "twice", "a test with a mistake");
    o = listening();
    o.filter = "nothing*";
    refused(good, &o, "no test is called", "a name that no test has");
    o = listening();
    o.criterion = "perfect";
    refused(good, &o, "perfect", "a criterion that there is not");
    o = listening();
    o.memory = (lince_test_memory)(LINCE_TEST_MEMORY_C11 + 1);
    refused(good, &o, "memory model", "a memory model that there is not");
    o = listening();
    o.allow = "leaks";
    refused(good, &o, "leak", "a kind of failure that there is not");
    o = listening();
    o.strategy = LINCE_STRATEGY_STRESS;
    o.limit_preemptions = true;
    refused(good, &o, "exclude each other", "options that exclude each other");
}

static void check_sizes(void) {
    struct {
        lince_test_options known;
        char later[16];
    } newer = {.known = listening()};
    const char *good = in_source("examples/library/lost_update.c");
    lince_test_options old = {.size = sizeof old.size, .filter = "nothing*"};
    lince_test_result *r;
    lince_error error;
    newer.known.size = sizeof newer;
    expect(lince_test_run(good, &newer.known, &r, &error) == LINCE_DONE, "a newer program: %s", error.message);
    lince_test_result_free(r);
    newer.later[3] = 1;
    refused(good, &newer.known, "a field set that this library, older than the program",
            "a newer program that sets what is newer");
    expect(lince_test_run(good, &old, &r, &error) == LINCE_DONE, "an older program: %s", error.message);
    lince_test_result_free(r);
    old.size = 0;
    refused(good, &old, "size", "options without a size");
}

static void check_interrupt(void) {
    const volatile int at_once = 1;
    lince_test_options o = listening();
    lince_test_result *r;
    lince_error error;
    o.interrupt = &at_once;
    lince_status status = lince_test_run(in_source("examples/library/lost_update.c"), &o, &r, &error);
    expect(status == LINCE_STOPPED, "an interrupt ends it");
    lince_test_result_free(r);
    lince_test_result_free(NULL);
}

static void *run_silently(void *place) {
    lince_test_options o = LINCE_TEST_OPTIONS_INIT;
    lince_test_result *r;
    o.jobs = 1;
    lince_status status = lince_test_run(place, &o, &r, NULL);
    bool right = status == LINCE_DONE && r->verdict == LINCE_VERDICT_VIOLATION && r->tests[0].failures[0].step_count;
    lince_test_result_free(r);
    return right ? place : NULL;
}

static void check_threads(void) {
    char file[4096];
    snprintf(file, sizeof file, "%s", in_source("examples/library/lost_update.c"));
    expect_in_threads(run_silently, file);
}

int main(void) {
    char directory[] = "/tmp/lince-tester-XXXXXX";
    if (!mkdtemp(directory) || chdir(directory) != 0) return 99;
    check_violation();
    check_ok();
    check_model();
    check_memory();
    check_refused();
    check_sizes();
    check_interrupt();
    check_threads();
    unlink("broken.c");
    unlink("mistakes.c");
    unlink("store_buffer.c");
    if (chdir("/") != 0 || rmdir(directory) != 0) return 99;
    return tap_end();
}
