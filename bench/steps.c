/* What a step of a model costs by itself, without a search: interpreted, and as native code.
 *
 *     steps MODEL.lin ASSERTION [NAME=VALUE ...]
 *
 * Visits the reachable states of the process of an assertion (at most a million), then asks for the steps of all of
 * them again, and prints as one line of JSON how many there are and the nanoseconds of each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/intern.h"
#include "lang/lang.h"
#include "model/compile/native.h"
#include "model/compile/system.h"
#include "verifier/compile.h"

enum { STATES_MAX = 1000000, TIMES = 5 };

/* Of this thread, for others may keep the machine busy. */
static double cpu_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* All steps of all states, in seconds. */
static double take_all(const lcm_lts *lts, lcm_walker *w, const lc_intern *states, lcm_moves *moves, uint64_t *steps) {
    double started = cpu_time();
    *steps = 0;
    for (uint32_t i = 0; i < states->items.count; i++) {
        lcm_moves_clear(moves);
        lts->next(w, lc_intern_get(states, i)->bytes, moves);
        *steps += moves->at.count;
    }
    return cpu_time() - started;
}

static double measure(const lcm_lts *lts, const lc_intern *states, uint64_t *steps) {
    lcm_moves moves;
    double best = 1e9;
    lcm_moves_init(&moves, lts->words, NULL);
    lcm_walker *w = lts->open(lts, NULL);
    for (int i = 0; w && i < TIMES; i++) {
        double seconds = take_all(lts, w, states, &moves, steps);
        if (seconds < best) best = seconds;
    }
    if (w) lts->close(w);
    lcm_moves_free(&moves);
    return best;
}

/* The reachable states; false: they need more room. */
static bool visit(const lcm_lts *lts, lc_intern *states, lcm_failure *narrow) {
    size_t size = lts->words * sizeof(uint32_t);
    uint32_t *state = malloc(size);
    lcm_moves moves;
    lcm_moves_init(&moves, lts->words, NULL);
    lcm_walker *w = lts->open(lts, NULL);
    lc_intern_init(states, NULL);
    lts->init(w, state);
    lc_intern_add(states, state, size);
    narrow->failed = false;
    for (uint32_t i = 0; i < states->items.count && i < STATES_MAX && !narrow->failed; i++) {
        lcm_moves_clear(&moves);
        lts->next(w, lc_intern_get(states, i)->bytes, &moves);
        if (moves.failure.failed && moves.failure.narrow) *narrow = moves.failure;
        for (uint32_t k = 0; k < moves.at.count; k++) lc_intern_add(states, lcm_moves_state(&moves, k), size);
    }
    lts->close(w);
    lcm_moves_free(&moves);
    free(state);
    if (narrow->failed) lc_intern_free(states);
    return !narrow->failed;
}

static void run(const lcm_model *m, const lcm_process *process) {
    lcm_alphabet alphabet;
    lcm_system *system;
    lince_error error = {0};
    lcv_compiler compiler;
    lc_intern states;
    lcm_failure narrow;
    uint64_t steps, native_steps = 0;
    lcm_alphabet_init(&alphabet, NULL);
    lcv_compiler_init(&compiler);
    const lcm_native_maker maker = lcv_compiler_maker(&compiler, true);
    const lcm_system_wish wish = {.model = m, .process = process, .alphabet = &alphabet};
    if (lcm_system_make(&system, &wish, &error) != LINCE_DONE) {
        fprintf(stderr, "steps: %s\n", error.message);
        exit(2);
    }
    while (!visit(lcm_system_lts(system), &states, &narrow)) lcm_system_widen(system, &narrow);
    double interpreted = measure(lcm_system_lts(system), &states, &steps), started = lc_now();
    lcm_native_begin(system, &maker);
    bool there = lcm_native_wait(system);
    double compiling = lc_now() - started, native = measure(lcm_system_lts(system), &states, &native_steps);
    if (!there || steps != native_steps) {
        fprintf(stderr, "steps: %s\n", there ? "native code takes other steps" : "there is no native code");
        exit(1);
    }
    printf(
        "{\"states\": %u, \"words\": %u, \"steps\": %llu, \"interpreted\": %.1f, \"native\": %.1f, "
        "\"compiling\": %.2f}\n",
        states.items.count, lcm_system_lts(system)->words, (unsigned long long)steps, interpreted / (double)steps * 1e9,
        native / (double)steps * 1e9, compiling);
    lcm_system_free(system);
    lc_intern_free(&states);
    lcv_compiler_free(&compiler);
    lcm_alphabet_free(&alphabet);
}

int main(int argc, char **argv) {
    lcm_model m;
    lince_error error = {0};
    lcm_override *overrides = calloc((size_t)argc + 1, sizeof *overrides);
    uint32_t number = argc > 2 ? (uint32_t)atoi(argv[2]) : 0;
    for (int i = 3; i < argc; i++) {
        char *equals = strchr(argv[i], '=');
        if (!equals) return 2;
        *equals = '\0';
        overrides[i - 3] = (lcm_override){.name = argv[i], .number = atoi(equals + 1)};
    }
    if (argc < 3 || lcm_model_read_with(&m, argv[1], overrides, (uint32_t)argc - 3, &error) != LINCE_DONE ||
        number - 1 >= m.assertions.count) {
        fprintf(stderr, "steps: %s\n", error.message[0] ? error.message : "no such assertion");
        return 2;
    }
    run(&m, m.assertions.at[number - 1].process);
    lcm_model_free(&m);
    free(overrides);
    return 0;
}
