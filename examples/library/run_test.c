/* Runs a test file and prints the interleaving in which it fails.
 *
 *     $ cc -o run_test run_test.c $(pkg-config --cflags --libs lince-tester)
 *     $ ./run_test lost_update.c
 *     lost_update: not linearizable as a counter
 *     in the scenario ; inc() | inc(); get()
 *       T1: inc()
 *       T1: load count = 0 (lost_update.c:8)
 *       T2: inc()
 *       T2: load count = 0 (lost_update.c:8)
 *       T2: store count: 0 → 1 (lost_update.c:9)
 *       T2: inc() returns
 *       T2: the thread ends
 *       T1: store count: 1 → 1 (lost_update.c:9)
 *       T1: inc() returns
 *       T1: the thread ends
 *       main: get()
 *       main: load count = 1 (lost_update.c:12)
 *       main: get() → 1 */
#include <lince/tester.h>
#include <stdio.h>
#include <string.h>

static void print_step(const lince_test_step *step) {
    const char *slash = step->file ? strrchr(step->file, '/') : NULL;
    if (step->thread) printf("  T%u: %s", step->thread, step->text);
    else printf("  main: %s", step->text);
    bool whole = step->kind == LINCE_TEST_STEP_CALL || step->kind == LINCE_TEST_STEP_RETURN;
    if (step->file && !whole) printf(" (%s:%d)", slash ? slash + 1 : step->file, step->line);
    putchar('\n');
}

static void on_event(void *context, const lince_test_event *event) {
    (void)context;
    if (event->kind == LINCE_TEST_WARNING || event->kind == LINCE_TEST_COMPILER) fprintf(stderr, "%s\n", event->text);
    if (event->kind != LINCE_TEST_FAILURE) return;
    const lince_test_failure *failure = event->failure;
    printf("%s: %s\nin the scenario %s\n", event->test, failure->message, failure->scenario);
    for (size_t i = 0; i < failure->step_count; i++) print_step(&failure->steps[i]);
}

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "usage: run_test FILE.c\n"), 2;
    lince_test_options options = LINCE_TEST_OPTIONS_INIT;
    lince_test_result *result;
    lince_error error;
    options.on_event = on_event;
    lince_status status = lince_test_run(argv[1], &options, &result, &error);
    int verdict = status == LINCE_DONE ? (int)result->verdict : 2;
    if (status != LINCE_DONE) fprintf(stderr, "run_test: %s\n", error.message);
    lince_test_result_free(result);
    return verdict;
}
