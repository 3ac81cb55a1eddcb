/* A sum, sum_add(n) and sum_get() → n, of which no algorithm can know more than its steps: where n additions of
 * different powers of two overlap, a check has 2 to the n states to try. */
#ifndef LC_TESTS_LIBRARY_SUM_H
#define LC_TESTS_LIBRARY_SUM_H

#include <lince/lince.h>

static void sum_init(lince_step *step) {
    int64_t sum = 0;
    lince_emit(step, &sum, sizeof sum, NULL);
}

static void sum_next(lince_step *step) {
    int64_t sum = *(const int64_t *)step->state, n = 0;
    lince_results results = {{LINCE_NO_VALUE}};
    if (step->calls[0].method == 1) results.at[0] = lince_int(step->values, sum);
    else if (lince_get_int(step->values, step->calls[0].args[0], &n)) sum += n;
    lince_emit(step, &sum, sizeof sum, &results);
}

static const lince_method sum_methods[] = {{.name = "sum_add", .args_min = 1, .args_max = 1},
                                           {.name = "sum_get", .results_min = 1, .results_max = 1, .pure = true}};
static const lince_spec sum_spec = {.abi = LINCE_SPEC_ABI,
                                    .name = "sum",
                                    .methods = sum_methods,
                                    .method_count = 2,
                                    .init = sum_init,
                                    .next = sum_next};

#endif
