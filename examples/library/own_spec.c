/* A specification of one's own, inside the program: a register that remembers the largest number written to it.
 *
 *     $ own_spec
 *     reads 5 while 7 is being written: ok, in the order 0 2 1 3
 *     reads 5 after 7 was read: violation, between 1 2 3
 *
 * The numbers are those of the operations, by call order.  To build it: cc own_spec.c $(pkg-config --cflags --libs
 * lince)
 *
 * examples/plugin has a specification for the `lince` command, with parameters, results of its own and operations that
 * have to wait. */
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

static bool add(lince_history *h, const char *thread, const char *method, int64_t arg, int64_t result) {
    lince_values *values = lince_history_values(h);
    lince_value a = lince_int(values, arg), r = lince_int(values, result);
    return !lince_invoke(h, thread, NULL, method, &a, arg ? 1 : 0, NULL) && result >= 0 &&
           !lince_return(h, thread, &r, result ? 1 : 0, NULL);
}

/* What comes of two reads while it is not known whether 7 was written. */
static lince_status judge(const lince_specs *specs, int64_t first, int64_t second, lince_error *error) {
    lince_history *h = lince_history_new();
    lince_value five = lince_int(lince_history_values(h), 5), seven = lince_int(lince_history_values(h), 7);
    lince_value reads[] = {lince_int(lince_history_values(h), first), lince_int(lince_history_values(h), second)};
    lince_invoke(h, "T1", NULL, "write", &five, 1, NULL);
}
