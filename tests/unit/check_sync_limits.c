/* The algorithms for synchronization objects without state when memory is short, whenever that is noticed; and when
 * they are told to stop. */
#include "check_sync_support.h"

static lc_grouping *const algorithms[] = {lc_sweep, lc_matching, lc_cover};
static const char *const names[] = {"sweep", "matching", "cover"};

/* With so many bytes for the decision. */
static lc_outcome decide(const simulation *sim, int algorithm, bool progress, size_t bytes, lc_halt *halt) {
    subject s;
    prepare(&s, sim->object, sim->history, progress);
    s.budget.limit = bytes ? atomic_load(&s.budget.used) + bytes : 0;
    lc_outcome outcome = lc_stateless_decide(&s.stateless, &s.parts.parts.at[0], algorithms[algorithm]);
    *halt = s.stateless.answer.halt;
    discard(&s);
    return outcome;
}

/* Is it always either right or out of memory? */
static bool is_right_or_halts(const simulation *sim, int algorithm, bool progress, int *halted) {
    lc_halt halt;
    lc_outcome expected = decide(sim, algorithm, progress, 0, &halt);
    for (size_t bytes = 16; bytes < 1 << 20; bytes += bytes / 8) {
        lc_outcome outcome = decide(sim, algorithm, progress, bytes, &halt);
        if (outcome == LC_HALTED && halt == LC_NO_MEMORY) ++*halted;
        else if (outcome != expected) return false;
    }
    return true;
}

static void when_memory_is_short(void) {
    static simulation sim;
    for (size_t o = 0; o < OBJECTS; o++) {
        habits h = {.threads = 6, .operations = 80, .values = 3, .lies = (int)o % 2 * 10, .crashes = 60};
        draw(&sim, &objects[o], &h, o + 1);
        for (int i = 0; i < 3; i++) {
            int halted = 0;
            bool fine = is_right_or_halts(&sim, i, false, &halted) && is_right_or_halts(&sim, i, true, &halted);
            expect(fine && halted, "%s, %s: right or out of memory (%d times)", objects[o].spec, names[i], halted);
        }
        lince_history_free(sim.history);
    }
}

/* An interrupt is noticed within some thousands of steps, so the history has more. */
static void when_told_to_stop(void) {
    static const int stop = 1;
    static const object *const subjects[] = {&objects[0], &objects[2], &objects[9]};
    for (int i = 0; i < 3; i++) {
        lince_history *history = lince_history_new();
        lince_values *values = lince_history_values(history);
        for (int k = 0; k < 6000; k++) {
            lince_value args[2] = {lince_int(values, k), lince_int(values, k)};
            const char *method = subjects[i]->method[role_count(subjects[i]) - 1];
            size_t argc = subjects[i]->kind == FILTER ? 2 : 0;
            must(lince_invoke(history, "T", NULL, method, args, argc, NULL) == LINCE_DONE);
            must(lince_return(history, "T", args, i < 2, NULL) == LINCE_DONE);
        }
        subject s;
        prepare(&s, subjects[i], history, false);
        s.stateless.meter.limits.interrupt = &stop;
        lc_outcome outcome = lc_stateless_decide(&s.stateless, &s.parts.parts.at[0], algorithms[i]);
        expect(outcome == LC_HALTED && s.stateless.answer.halt == LC_INTERRUPTED, "%s stops when it is told to",
               names[i]);
        s.stateless.meter.limits.interrupt = NULL;
        outcome = lc_stateless_decide(&s.stateless, &s.parts.parts.at[0], algorithms[i]);
        expect(outcome == LC_VIOLATED, "%s goes on when it is not", names[i]);
        discard(&s);
        lince_history_free(history);
    }
}

int main(void) {
    when_memory_is_short();
    when_told_to_stop();
    return tap_end();
}
