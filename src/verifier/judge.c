/* Which calls and returns of a run conflict: they are checked like a history that was recorded. */
#include "base/clock.h"
#include "spec/specs.h"
#include "verifier/answer.h"

/* Is the history to be checked against the specification?  False: nothing about the specification follows from it. */
static bool is_about_calls(const lcv_answer *a) {
    const lince_history *h = a->run->history;
    return a->verdict == LINCE_VERDICT_VIOLATION && h && h->ops.count && !a->run->points_wrong;
}

void lcv_answer_judge(lcv_answer *a, size_t max_memory, double deadline, const volatile int *interrupt) {
    if (!is_about_calls(a)) return;
    lince_specs *specs = lince_specs_new();
    lince_check_options options = {.progress = a->assertion->kind == LCM_A_PROGRESSES,
                                   .max_memory = max_memory,
                                   .jobs = 1,
                                   .interrupt = interrupt};
    if (deadline > 0) {
        double left = deadline - lc_now();
        options.timeout = left > 0 ? left : 1e-9;
    }
    if (specs && lc_specs_lend(specs, &a->run->linear.instance) &&
        lince_check(a->run->history, specs, &options, &a->judged, &(lince_error){.line = 0}) != LINCE_DONE)
        a->judged = NULL;
    lince_specs_free(specs);
}

const lc_violation *lcv_answer_conflict(const lcv_answer *a) { return a->judged ? a->judged->violation : NULL; }
