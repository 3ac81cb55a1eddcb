/* Switching optimizations off changes no verdict. */
#include "check/tuning.h"

#include "library/api.h"

static lince_verdict verdict(const lince_history *h, const lince_specs *specs, const lc_tuning *tuning) {
    lince_result *r = NULL;
    lince_verdict v = LINCE_VERDICT_UNKNOWN;
    if (lc_check_tuned(h, specs, NULL, tuning, NULL, &r, NULL) == LINCE_DONE) v = lince_result_verdict(r);
    lince_result_free(r);
    return v;
}

int main(void) {
    lince_history *right = right_queue(), *wrong = wrong_queue();
    lince_specs *queue = specs_of("queue");
    bool same = true;
    for (unsigned bits = 0; bits < 128; bits++) {
        const lc_tuning tuning = {.no_partition = bits & 1,
                                  .no_pure = bits & 2,
                                  .no_dominance = bits & 4,
                                  .no_key_independence = bits & 8,
                                  .no_memo = bits & 16,
                                  .no_symmetry = bits & 32,
                                  .no_eager = bits & 64};
        same = same && verdict(right, queue, &tuning) == LINCE_VERDICT_OK &&
               verdict(wrong, queue, &tuning) == LINCE_VERDICT_VIOLATION;
    }
    expect(same, "all combinations give the same verdicts");
    lince_history_free(right);
    lince_history_free(wrong);
    lince_specs_free(queue);
    return tap_end();
}
