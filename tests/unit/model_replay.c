/* One assertion from its text to a finding, and the run that is shown: a real one, with the values the model has. */
#include <string.h>

#include "lang/lang.h"
#include "model/run/replay.h"
#include "model/verify.h"
#include "tap.h"

static const char text[] =
    "var x = 0;\n"
    "var big = 0;\n"
    "channel c 2;\n"
    "Dead() = a{x = 5;} -> b -> Stop;\n"
    "Wide() = a{big = 70000;} -> [big > 60000] b -> Stop;\n"
    "Small() = a -> b -> Small();\n"
    "Large(i) = a{big = big + i;} -> b -> Large(i * 30);\n"
    "Break() = c!1 -> c?y -> d{x = 1 / (y - 1);} -> Stop;\n"
    "Ring() = tau{x = 1;} -> tau{x = 0;} -> Ring();\n"
    "#assert Dead() deadlockfree;\n"
    "#assert Wide() deadlockfree;\n"
    "#assert Small() refines Large(50);\n"
    "#assert Break() deadlockfree;\n"
    "#assert Ring() divergencefree;\n"
    "#assert Small() deadlockfree;\n"
    "#assert Dead() reaches (x == 5);\n";

static lcm_model model;

static lcm_verification *verify(uint32_t number, const lcm_choices *choices) {
    lcm_verification *v = NULL;
    lince_error error = {0};
    lcm_verify_options options = {.limits = {.jobs = 1, .antichain = true}};
    if (choices) options.choices = *choices;
    lince_status status = lcm_verify(&v, &model, &model.assertions.at[number], &options, &error);
    if (status != LINCE_DONE) printf("# %s\n", error.message);
    return v;
}

static bool ends_in(const lcm_verification *v, const char *wanted) {
    lcm_walker *w = v->lts->open(v->lts, NULL);
    lince_text state = {0};
    v->lts->print_state(w, NULL, lcm_path_state(&v->finding.path, v->finding.path.moves.count), &state);
    bool good = !strcmp(lc_text(&state), wanted);
    if (!good) printf("# %s\n", lc_text(&state));
    lc_text_free(&state);
    v->lts->close(w);
    return good;
}

static void test_values(void) {
    lcm_verification *v = verify(0, NULL);
    expect(v->finding.answer == LCM_FAILS && v->finding.path.moves.count == 2, "a deadlock after two steps");
    expect(ends_in(v, "x = 5, big = 0, c = []"), "nobody reads x, and still it is 5");
    lcm_verification_free(v);
    v = verify(1, NULL);
    expect(v->finding.answer == LCM_FAILS && v->finding.path.moves.count == 2, "a value that needs more room");
    expect(ends_in(v, "x = 0, big = 70000, c = []"), "and has it");
    lcm_verification_free(v);
}

/* A path that is none stays as it was. */
static void test_wrong_path(void) {
    lcm_verification *v = verify(0, NULL);
    lcm_path *path = &v->finding.path;
    expect(lcm_replay(v->system, path), "a run can be done again");
    lcm_move kept = path->moves.at[0];
    path->moves.at[0] = path->moves.at[1];
    expect(!lcm_replay(v->system, path), "b does not come first");
    expect(ends_in(v, "x = 5, big = 0, c = []"), "the states are as they were");
    path->moves.at[0] = kept;
    expect(lcm_replay(v->system, path), "a does");
    lcm_verification_free(v);
}

static void test_others(void) {
    lcm_verification *v = verify(2, NULL);
    expect(v->finding.answer == LCM_BROKEN && v->finding.by_specification && !v->finding.failure.narrow,
           "a specification whose values grow ends beyond 32 bits");
    expect(v->lts == lcm_system_lts(v->other), "and the run is its own");
    lcm_verification_free(v);
    v = verify(3, NULL);
    expect(v->finding.answer == LCM_BROKEN && v->finding.path.moves.count == 2 && v->finding.failure.line == 8,
           "a division by zero, where it stands");
    lcm_verification_free(v);
    v = verify(4, NULL);
    uint32_t loop = v->finding.path.loop;
    expect(v->finding.answer == LCM_FAILS && loop < v->finding.path.moves.count &&
               !memcmp(lcm_path_state(&v->finding.path, loop),
                       lcm_path_state(&v->finding.path, v->finding.path.moves.count),
                       v->finding.path.words * sizeof(uint32_t)),
           "a loop closes");
    lcm_verification_free(v);
    v = verify(5, NULL);
    expect(v->finding.answer == LCM_HOLDS && !v->finding.path.states.count, "nothing to show");
    lcm_verification_free(v);
    v = verify(6, NULL);
    expect(v->finding.answer == LCM_HOLDS && v->finding.path.moves.count == 1, "a witness of one step");
    lcm_verification_free(v);
}

/* What is said to have been applied is what was asked for. */
static void test_reductions(void) {
    const lcm_choices none = {.keep_dead = true,
                              .no_order_reduction = true,
                              .no_visible_reduction = true,
                              .no_symmetry = true,
                              .no_counting = true};
    lcm_verification *v = verify(5, &none);
    expect(v->reduction_count == 0, "no reductions");
    lcm_verification_free(v);
    v = verify(5, NULL);
    expect(v->reduction_count > 0 && !strcmp(v->reductions[0], "live-reset"), "some reductions");
    lcm_verification_free(v);
}

int main(void) {
    lince_error error = {0};
    if (!expect(lcm_model_parse(&model, "a.lin", text, strlen(text), &error) == LINCE_DONE, "the model is read"))
        printf("# %lu: %s\n", error.line, error.message);
    test_values();
    test_wrong_path();
    test_others();
    test_reductions();
    lcm_model_free(&model);
    return tap_end();
}
