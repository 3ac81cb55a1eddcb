/* Random histories, judged by the oracle and by Lince: they must agree, whichever optimization is switched off, and
 * what Lince says to explain a verdict must be true.
 *
 *     random [--spec NAME] [--criterion linearizable|sequential] [--times yes] [--seed N] [--count N]
 *
 * With --times the histories are given to Lince as operations with times, many of which coincide.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "check/tuning.h"
#include "command_line.h"
#include "subject.h"

static const char *const criterion_names[] = {"linearizable", "sequential"};
static const char *const verdict_names[] = {"ok", "violation", "unknown"};
static const char *const reason_names[] = {NULL, "time is out", "memory is out", "interrupted"};

static const struct variation {
    const char *name;
    lince_check_options options;
    lc_tuning tuning;
} variations[] = {
    {"the default", {.jobs = 1}, {0}},
    {"jobs = 2", {.jobs = 2}, {0}},
    {"search", {.jobs = 1, .algorithm = LINCE_SEARCH}, {0}},
    {"poly", {.jobs = 1, .algorithm = LINCE_POLY}, {0}},
    {"no_partition", {.jobs = 1}, {.no_partition = true}},
    {"no_pure", {.jobs = 1, .algorithm = LINCE_SEARCH}, {.no_pure = true}},
    {"no_eager", {.jobs = 1, .algorithm = LINCE_SEARCH}, {.no_eager = true}},
    {"no_symmetry", {.jobs = 1, .algorithm = LINCE_SEARCH}, {.no_symmetry = true}},
    {"no_dominance", {.jobs = 1, .algorithm = LINCE_SEARCH}, {.no_dominance = true}},
    {"no_key_independence", {.jobs = 1, .algorithm = LINCE_SEARCH}, {.no_key_independence = true}},
    {"no_memo", {.jobs = 1, .algorithm = LINCE_SEARCH}, {.no_memo = true}},
    {"everything off",
     {.jobs = 1, .algorithm = LINCE_SEARCH},
     {.no_partition = true,
      .no_pure = true,
      .no_eager = true,
      .no_symmetry = true,
      .no_dominance = true,
      .no_key_independence = true,
      .no_memo = true}},
};
enum { VARIATIONS = sizeof variations / sizeof *variations };

typedef struct trial {
    const scenario *scenario;
    criterion criterion;
    uint64_t seed;
    bool timed, by_parameter;
    history history;
    bool holds; /* what the oracle says */
} trial;

static uint64_t asked_in_polynomial_time, refused; /* with the option that insists on it */

static void complain(const trial *t, const char *variation, const char *lince, const char *fault) {
    fprintf(stderr, "# --spec %s --criterion %s%s --seed %" PRIu64 " --count 1\n", t->scenario->name,
            criterion_names[t->criterion], t->timed ? " --times yes" : "", t->seed);
    fprintf(stderr, "# options: %s; oracle: %s; lince: %s%s%s\n", variation, t->holds ? "ok" : "violation", lince,
            fault ? "; " : "", fault ? fault : "");
    (t->timed ? oracle_print_timed : oracle_print_history)(stderr, &t->history);
    fputs("---\n", stderr);
}

static const trial *volatile under_way;

/* When Lince crashes, at least say on what. */
static void on_crash(int signal) {
    if (under_way) complain(under_way, "any", "crashed", NULL);
    raise(signal); /* the handler is gone by now */
}

/* One question to Lince; false if the answer is wrong. */
static bool agree(const trial *t, lince_history *h, const lince_specs *specs, const struct variation *v,
                  bool explained) {
    lince_check_options options = v->options;
    options.criterion = t->criterion == SEQUENTIAL ? LINCE_SEQUENTIAL : LINCE_LINEARIZABLE;
    /* As a parameter it counts more than for all objects. */
    value init = t->by_parameter ? TRUE : t->scenario->init;
    if (init != NIL) options.init = oracle_lince_value(lince_history_values(h), init);
    options.no_explanation = !explained;
    lince_result *result = NULL;
    lince_error error = {0};
    lince_status status = lc_check_tuned(h, specs, &options, &v->tuning, NULL, &result, &error);
    asked_in_polynomial_time += options.algorithm == LINCE_POLY;
    /* what polynomial time does not suffice for is refused */
    if (status == LINCE_BAD_INPUT && options.algorithm == LINCE_POLY && strstr(error.message, "polynomial")) {
        refused++;
        return true;
    }
    if (status != LINCE_DONE) {
        complain(t, v->name, "refused", error.message);
        return false;
    }
    lince_verdict verdict = lince_result_verdict(result);
    bool same = verdict == (t->holds ? LINCE_VERDICT_OK : LINCE_VERDICT_VIOLATION);
    const char *fault = same && explained ? oracle_explanation_fault(&t->history, t->criterion, result) : NULL;
    if (!same) fault = reason_names[lince_result_reason(result)];
    if (!same || fault) complain(t, v->name, verdict_names[verdict], fault);
    lince_result_free(result);
    return same && !fault;
}

/* All questions about one history: the explanations of the default every time, of the others in turn. */
static bool run_trial(const trial *t, const lince_specs *specs) {
    lince_history *h = t->timed ? oracle_lince_timed(&t->history) : oracle_lince_history(&t->history);
    bool good = h;
    if (!h) complain(t, "none", "refused", NULL);
    under_way = t;
    for (unsigned i = 0; good && i < VARIATIONS; i++)
        good = agree(t, h, specs, &variations[i], i == 0 || t->seed % VARIATIONS == i);
    under_way = NULL;
    lince_history_free(h);
    return good;
}

static void run_scenario(const scenario *s, criterion c, bool timed, uint64_t seed, uint64_t count) {
    enum { ENOUGH = 3 }; /* mismatches to show */
    lince_specs *specs = oracle_lince_specs(s), *with_init = s->init != NIL ? oracle_lince_specs_init(s) : NULL;
    uint64_t done = 0, holds = 0;
    asked_in_polynomial_time = refused = 0;
    int mismatches = specs && (with_init || s->init == NIL) ? 0 : ENOUGH;
    for (; done < count && mismatches < ENOUGH; done++) {
        trial t = {.scenario = s, .criterion = c, .seed = seed + done, .timed = timed};
        t.by_parameter = with_init && t.seed % 2;
        oracle_generate(s, t.seed, &t.history);
        if (timed) oracle_blur_times(&t.history, t.seed);
        t.holds = oracle_holds(&t.history, c);
        holds += t.holds;
        if (!run_trial(&t, t.by_parameter ? with_init : specs)) mismatches++;
    }
    uint64_t decided = asked_in_polynomial_time - refused;
    expect(mismatches == 0,
           "%s %s%s: %" PRIu64 " histories, %" PRIu64 " %% ok, %" PRIu64 " %% decided in polynomial time", s->name,
           criterion_names[c], timed ? ", by times" : "", done, done ? holds * 100 / done : 0,
           done ? decided * 100 / done : 0);
    if (s->distinct && c == LINEARIZABLE && !timed)
        expect(decided > done / 2, "%s: most of them in polynomial time", s->name);
    lince_specs_free(specs);
    lince_specs_free(with_init);
}

static int usage(void) {
    fputs(
        "usage: random [--spec NAME] [--criterion linearizable|sequential] [--times yes] [--seed N] [--count N]\n"
        "specs:",
        stderr);
    for (const scenario *s = oracle_scenarios; s->name; s++) fprintf(stderr, " %s", s->name);
    fputc('\n', stderr);
    return 2;
}

int main(int argc, char **argv) {
    command_line l;
    if (!read_command_line(&l, argc, argv, "--spec", true)) return usage();
    watch_for_crashes(on_crash);
    for (const scenario *s = oracle_scenarios; s->name; s++)
        for (criterion c = LINEARIZABLE; c <= SEQUENTIAL; c++)
            if ((!l.only || !strcmp(l.only, s->name)) && (!l.criterion || !strcmp(l.criterion, criterion_names[c])))
                run_scenario(s, c, l.timed, l.seed, l.count);
    return tap_count ? tap_end() : usage();
}
