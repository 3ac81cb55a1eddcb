/* Histories of objects whose operations wait for each other, some of which are known and the others random, judged by
 * the oracle and by Lince: they must agree, whichever algorithm decides, and what Lince says about its verdict must be
 * true.
 *
 *     sync_random [--spec NAME] [--times yes] [--seed N] [--count N]
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
#include "sync_claims.h"

static const char *const verdict_names[] = {"ok", "violation", "unknown"};

static const struct variation {
    const char *name;
    lince_check_options options;
    bool may_refuse; /* it is not for every history */
    lc_tuning tuning;
} variations[] = {
    {"sync", {.criterion = LINCE_SYNC}, false},
    {"sync, progress", {.criterion = LINCE_SYNC, .progress = true}, false},
    {"nothing asked for", {.jobs = 1}, false},
    {"search", {.criterion = LINCE_SYNC, .algorithm = LINCE_SEARCH}, false},
    {"search, progress", {.criterion = LINCE_SYNC, .algorithm = LINCE_SEARCH, .progress = true}, false},
    {"no_symmetry", {.criterion = LINCE_SYNC, .algorithm = LINCE_SEARCH}, false, {.no_symmetry = true}},
    {"no_symmetry, progress",
     {.criterion = LINCE_SYNC, .algorithm = LINCE_SEARCH, .progress = true},
     false,
     {.no_symmetry = true}},
    {"no_memo", {.criterion = LINCE_SYNC, .algorithm = LINCE_SEARCH}, false, {.no_memo = true}},
    {"two-step", {.criterion = LINCE_TWO_STEP}, false},
    {"sweep", {.criterion = LINCE_SYNC, .algorithm = LINCE_SWEEP}, true},
    {"sweep, progress", {.criterion = LINCE_SYNC, .algorithm = LINCE_SWEEP, .progress = true}, true},
    {"matching", {.criterion = LINCE_SYNC, .algorithm = LINCE_MATCHING}, true},
    {"matching, progress", {.criterion = LINCE_SYNC, .algorithm = LINCE_MATCHING, .progress = true}, true},
    {"cover", {.criterion = LINCE_SYNC, .algorithm = LINCE_COVER}, true},
    {"cover, progress", {.criterion = LINCE_SYNC, .algorithm = LINCE_COVER, .progress = true}, true},
    {"poly", {.criterion = LINCE_SYNC, .algorithm = LINCE_POLY}, true},
};
enum { VARIATIONS = sizeof variations / sizeof *variations };

typedef struct trial {
    const scenario *scenario;
    uint64_t seed;
    bool timed;
    history history;
    bool holds[2]; /* what the oracle says, without progress and with */
} trial;

static uint64_t decided[VARIATIONS];

static void complain(const trial *t, const struct variation *v, const char *lince, const char *fault) {
    fprintf(stderr, "# --spec %s%s --seed %" PRIu64 " --count 1\n", t->scenario->name, t->timed ? " --times yes" : "",
            t->seed);
    fprintf(stderr, "# options: %s; oracle: %s; lince: %s%s%s\n", v ? v->name : "any",
            t->holds[v && v->options.progress] ? "ok" : "violation", lince, fault ? "; " : "", fault ? fault : "");
    (t->timed ? oracle_print_timed : oracle_print_history)(stderr, &t->history);
    fputs("---\n", stderr);
}

static const trial *volatile under_way;

/* When Lince crashes, at least say on what. */
static void on_crash(int signal) {
    if (under_way) complain(under_way, NULL, "crashed", NULL);
    raise(signal); /* the handler is gone by now */
}

/* One question to Lince; false if the answer is wrong. */
static bool agree(const trial *t, lince_history *h, const lince_specs *specs, int which, bool explained) {
    const struct variation *v = &variations[which];
    lince_check_options options = v->options;
    lince_result *result = NULL;
    lince_error error = {0};
    options.no_explanation = !explained;
    lince_status status = lc_check_tuned(h, specs, &options, &v->tuning, NULL, &result, &error);
    if (status == LINCE_BAD_INPUT && (v->may_refuse || strstr(error.message, "touch in an instant"))) return true;
    if (status != LINCE_DONE) {
        complain(t, v, "refused", error.message);
        return false;
    }
    decided[which]++;
    lince_verdict verdict = lince_result_verdict(result);
    const char *fault = NULL;
    bool same = verdict == (t->holds[options.progress] ? LINCE_VERDICT_OK : LINCE_VERDICT_VIOLATION);
    if (same && explained) fault = sync_claims_fault(&t->history, options.progress, result);
    if (!same || fault) complain(t, v, verdict_names[verdict], fault);
    lince_result_free(result);
    return same && !fault;
}

/* All questions about one history: the explanations of the first two every time, of the others in turn. */
static bool run_trial(const trial *t, const lince_specs *specs) {
    lince_history *h = t->timed ? oracle_lince_timed(&t->history) : oracle_lince_history(&t->history);
    bool good = h;
    if (!h) complain(t, NULL, "refused", NULL);
    under_way = t;
    for (int i = 0; good && i < VARIATIONS; i++)
        good = agree(t, h, specs, i, i < 2 || t->seed % VARIATIONS == (unsigned)i);
    under_way = NULL;
    lince_history_free(h);
    return good;
}

static void tell_who_decided(const scenario *s, uint64_t done) {
    printf("# %s:", s->name);
    for (int i = 0; i < VARIATIONS; i++)
        if (variations[i].may_refuse)
            printf(" %s %" PRIu64 " %%;", variations[i].name, done ? decided[i] * 100 / done : 0);
    putchar('\n');
}

static int run_known(const scenario *s, const lince_specs *specs) {
    int mismatches = 0;
    for (const sync_known *k = sync_knowns; k->text; k++) {
        trial t = {.scenario = s, .holds = {k->holds, k->progresses}};
        if (strcmp(k->scenario, s->name) != 0) continue;
        oracle_begin(s, &t.history);
        bool understood = oracle_read_history(&t.history, k->text);
        /* the explanations of all variations */
        for (; understood && t.seed < VARIATIONS; t.seed++)
            if (!run_trial(&t, specs)) break;
        mismatches += t.seed < VARIATIONS;
    }
    return mismatches;
}

static void run_scenario(const scenario *s, bool timed, uint64_t seed, uint64_t count) {
    enum { ENOUGH = 3 }; /* mismatches to show */
    lince_specs *specs = sync_lince_specs(s);
    uint64_t done = 0, holds[2] = {0};
    int mismatches = !specs ? ENOUGH : timed ? 0 : run_known(s, specs);
    memset(decided, 0, sizeof decided);
    for (; done < count && mismatches < ENOUGH; done++) {
        trial t = {.scenario = s, .seed = seed + done, .timed = timed};
        sync_generate(s, t.seed, &t.history);
        if (timed) oracle_blur_times(&t.history, t.seed);
        for (int progress = 0; progress < 2; progress++) {
            t.holds[progress] = sync_holds(&t.history, progress);
            holds[progress] += t.holds[progress];
        }
        if (!run_trial(&t, specs)) mismatches++;
    }
    expect(mismatches == 0, "%s%s: %" PRIu64 " histories, %" PRIu64 " %% ok, %" PRIu64 " %% with progress", s->name,
           timed ? ", by times" : "", done, done ? holds[0] * 100 / done : 0, done ? holds[1] * 100 / done : 0);
    tell_who_decided(s, done);
    lince_specs_free(specs);
}

static int usage(void) {
    fputs("usage: sync_random [--spec NAME] [--times yes] [--seed N] [--count N]\nspecs:", stderr);
    for (const scenario *s = sync_scenarios; s->name; s++) fprintf(stderr, " %s", s->name);
    fputc('\n', stderr);
    return 2;
}

int main(int argc, char **argv) {
    command_line l;
    if (!read_command_line(&l, argc, argv, "--spec", false)) return usage();
    watch_for_crashes(on_crash);
    for (const scenario *s = sync_scenarios; s->name; s++)
        if (!l.only || !strcmp(l.only, s->name)) run_scenario(s, l.timed, l.seed, l.count);
    return tap_count ? tap_end() : usage();
}
