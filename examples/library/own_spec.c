/* A specification of one's own, inside the program: a register that keeps the largest number written to it.
 *
 *     $ cc -o own_spec own_spec.c $(pkg-config --cflags --libs lince)
 *     $ ./own_spec
 *     5, then 7: ok, in the order 0 2 1 3
 *     7, then 5: violation, between 0 1 2 3
 *
 * Operations are numbered by their calls. */
#include <lince/lince.h>
#include <stdio.h>

enum { WRITE, READ }; /* rows of the table below */

static void init(lince_step *step) {
    int64_t largest = 0;
    lince_emit(step, &largest, sizeof largest, NULL);
}

static void next(lince_step *step) {
    const lince_call *call = &step->calls[0];
    int64_t largest = *(const int64_t *)step->state, written;
    lince_results results = {{LINCE_NO_VALUE}};
    if (call->method == READ) results.at[0] = lince_int(step->values, largest);
    else if (!lince_get_int(step->values, call->args[0], &written)) return; /* only numbers can be written */
    else if (written > largest) largest = written;
    lince_emit(step, &largest, sizeof largest, &results);
}

static const lince_method methods[] = {
    [WRITE] = {.name = "write", .args_min = 1, .args_max = 1},
    [READ] = {.name = "read", .results_min = 1, .results_max = 1, .pure = true},
};

static const lince_spec max_register = {
    .abi = LINCE_SPEC_ABI, .name = "max-register", .methods = methods, .method_count = 2, .init = init, .next = next};

/* 5 is written, the thread that writes 7 crashes, and then two reads return `first` and `second`. */
static lince_history *record(int first, int second, lince_error *error) {
    lince_history *h = lince_history_new();
    lince_value five = lince_int(lince_history_values(h), 5), seven = lince_int(lince_history_values(h), 7);
    lince_value reads[] = {lince_int(lince_history_values(h), first), lince_int(lince_history_values(h), second)};
    lince_invoke(h, "T1", NULL, "write", &five, 1, error); /* a refused event leaves a message in the error */
    lince_return(h, "T1", NULL, 0, error);
    lince_invoke(h, "T2", NULL, "write", &seven, 1, error);
    lince_crash(h, "T2", error);
    for (int i = 0; i < 2; i++) {
        lince_invoke(h, "T1", NULL, "read", NULL, 0, error);
        lince_return(h, "T1", &reads[i], 1, error);
    }
    return h;
}

static void judge(const lince_specs *specs, int first, int second, lince_error *error) {
    lince_history *h = record(first, second, error);
    lince_result *result = NULL;
    if (!*error->message && lince_check(h, specs, NULL, &result, error) == LINCE_DONE) {
        bool ok = lince_result_verdict(result) == LINCE_VERDICT_OK;
        size_t count;
        const uint32_t *ops = ok ? lince_result_witness(result, &count) : lince_result_conflict(result, &count);
        printf("%d, then %d: %s", first, second, ok ? "ok, in the order" : "violation, between");
        for (size_t i = 0; i < count; i++) printf(" %u", ops[i]);
        putchar('\n');
    }
    lince_result_free(result);
    lince_history_free(h);
}

int main(void) {
    lince_specs *specs = lince_specs_new();
    lince_error error = {.message = ""};
    if (lince_specs_add_own(specs, NULL, &max_register, &error) == LINCE_DONE) {
        judge(specs, 5, 7, &error);
        judge(specs, 7, 5, &error);
    }
    lince_specs_free(specs);
    if (*error.message) fprintf(stderr, "own_spec: %s\n", error.message);
    return *error.message != '\0';
}
