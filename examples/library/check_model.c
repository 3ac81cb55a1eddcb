/* Checks a model and prints the steps of each counterexample.
 *
 *     $ cc -o check_model check_model.c $(pkg-config --cflags --libs lince-verifier)
 *     $ ./check_model lost_update.lin
 *     Counter() deadlockfree: ok
 *     Counter() linearizes Ticket: violation
 *       Inc(0): inc_inv.0
 *       Inc(0): load.0
 *       Inc(1): inc_inv.1
 *       Inc(1): load.1
 *       Inc(1): store.1  count = 1
 *       Inc(1): inc_res.1.1
 *       Inc(0): store.0
 *       Inc(0): inc_res.0.1
 *       allowed instead: inc_res.0.2
 *     1 ok, 1 violations */
#include <lince/verifier.h>
#include <stdio.h>

static void print_step(const lince_model_step *step) {
    printf("  %s: %s", step->process, step->event);
    for (size_t i = 0; i < step->change_count; i++) {
        const lince_model_change *change = &step->changes[i];
        printf("%s%s", i ? ", " : "  ", change->name);
        if (change->value) printf(" = %s", change->value);
    }
    putchar('\n');
}

static void on_event(void *context, const lince_model_event *event) {
    static const char *const verdicts[] = {"ok", "violation", "unknown"};
    const lince_model_answer *answer = event->answer;
    (void)context;
    if (event->kind == LINCE_MODEL_REMARK) fprintf(stderr, "line %lu: %s\n", event->line, event->text);
    if (event->kind != LINCE_MODEL_ANSWER) return;
    printf("%s: %s\n", answer->assertion->text, verdicts[answer->verdict]);
    for (size_t i = 0; answer->path && i < answer->path->step_count; i++) print_step(&answer->path->steps[i]);
    for (size_t i = 0; i < answer->allowed_count; i++) printf("  allowed instead: %s\n", answer->allowed[i]);
}

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "usage: check_model FILE.lin\n"), 2;
    lince_model_options options = LINCE_MODEL_OPTIONS_INIT;
    lince_model_result *result;
    lince_error error;
    options.timeout = 60;
    options.on_event = on_event;
    lince_status status = lince_model_run(argv[1], &options, &result, &error);
    int verdict = status == LINCE_DONE ? (int)result->verdict : 2;
    if (status != LINCE_DONE) fprintf(stderr, "check_model: line %lu: %s\n", error.line, error.message);
    else printf("%zu ok, %zu violations\n", result->ok, result->violations);
    lince_model_result_free(result);
    return verdict;
}
