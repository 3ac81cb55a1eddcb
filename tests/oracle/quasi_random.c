/* Random histories, judged for quasi linearizability by the oracle and by Lince: they must agree for all factors, on
 * the smallest one, and what Lince says to explain a verdict must be true.
 *
 *     quasi_random [--case NAME] [--times yes] [--seed N] [--count N]
 */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "command_line.h"
#include "quasi_claims.h"
#include "subject.h"

enum { MOST = 3, DRAWN = 2 }; /* factors for all operations from 0 to so many; and so many others a history */

typedef struct trial {
    const quasi_case *about;
    uint64_t seed;
    bool timed;
    history history;
    char factors[256]; /* of the question */
} trial;

static void complain(const trial *t, const char *expected, const char *answer) {
    fprintf(stderr, "# --case %s%s --seed %" PRIu64 " --count 1\n", t->about->scenario.name,
            t->timed ? " --times yes" : "", t->seed);
    fprintf(stderr, "# quasi:%s; oracle: %s; lince: %s\n", t->factors, expected, answer);
    (t->timed ? oracle_print_timed : oracle_print_history)(stderr, &t->history);
    fputs("---\n", stderr);
}

static const trial *volatile under_way;

/* When Lince crashes, at least say on what. */
static void on_crash(int signal) {
    if (under_way) complain(under_way, "anything", "crashed");
    raise(signal); /* the handler is gone by now */
}

/* One question to Lince; false if the answer is wrong. */
static bool agree(trial *t, lince_history *h, const lince_specs *specs, const quasi_factors *f, bool holds,
                  bool explained) {
    static const char *const verdicts[] = {"ok", "violation", "unknown"};
    lince_check_options options = {.jobs = 1,
                                   .criterion = LINCE_QUASI,
                                   .factors = t->factors,
                                   .no_explanation = !explained,
                                   .thorough = t->seed % 2};
    lince_result *result = NULL;
    lince_error error = {0};
    if (f) quasi_print(f, t->factors);
    else options.criterion = LINCE_LINEARIZABLE;
    if (t->history.init != NIL) options.init = oracle_lince_value(lince_history_values(h), t->history.init);
    if (lince_check(h, specs, &options, &result, &error) != LINCE_DONE) {
        complain(t, verdicts[!holds], error.message);
        return false;
    }
    lince_verdict verdict = lince_result_verdict(result);
    const char *fault = NULL;
    if (verdict != (holds ? LINCE_VERDICT_OK : LINCE_VERDICT_VIOLATION)) fault = verdicts[verdict];
    else if (f && explained) fault = quasi_claims_fault(&t->history, f, options.thorough, result);
    if (fault) complain(t, verdicts[!holds], fault);
    lince_result_free(result);
    return !fault;
}

/* All operations together: from linearizable upwards, and the smallest. */
static bool agree_on_all(trial *t, lince_history *h, const lince_specs *specs, int smallest) {
    quasi_factors f = {1, {{NULL, QUASI_MIN}}};
    bool good = agree(t, h, specs, &f, smallest != QUASI_NEVER, true);
    strcpy(t->factors, "0, as linearizable");
    good = good && agree(t, h, specs, NULL, smallest == 0, false);
    for (int k = 0; k <= MOST && good; k++) {
        f.sets[0].most = k;
        good = agree(t, h, specs, &f, smallest <= k, t->seed % (MOST + 1) == (unsigned)k);
    }
    return good;
}

static bool agree_on_sets(trial *t, lince_history *h, const lince_specs *specs) {
    bool good = true;
    for (uint64_t i = 0; i < DRAWN && good; i++) {
        quasi_names names;
        quasi_factors f = quasi_draw_factors(t->about, DRAWN * t->seed + i, &names), any = f;
        for (int k = 0; k < f.count; k++)
            if (f.sets[k].most == QUASI_MIN) any.sets[k].most = QUASI_NEVER;
        good = agree(t, h, specs, &f, quasi_holds(&t->history, &any), true);
    }
    return good;
}

/* How many histories need which factor. */
typedef struct tally {
    uint64_t done, linearizable, quasi, never;
} tally;

/* A history, and the smallest factor for all its operations.  Most of what is linearizable, or never will do, is passed
 * over. */
static int draw_history(trial *t) {
    enum { ATTEMPTS = 3, APART = 100000007 };
    static const quasi_factors all = {1, {{NULL, 0}}};
    int smallest = 0;
    for (uint64_t i = 0; i < ATTEMPTS && (smallest == 0 || smallest == QUASI_NEVER); i++) {
        quasi_generate(&t->about->scenario, t->seed + i * APART, &t->history);
        if (t->timed) oracle_blur_times(&t->history, t->seed);
        smallest = quasi_smallest(&t->history, &all, 0);
    }
    return smallest;
}

static bool run_trial(trial *t, const lince_specs *specs, tally *all) {
    int smallest = draw_history(t);
    all->done++;
    all->linearizable += smallest == 0;
    all->quasi += smallest > 0 && smallest <= MOST;
    all->never += smallest == QUASI_NEVER;
    lince_history *h = t->timed ? oracle_lince_timed(&t->history) : oracle_lince_history(&t->history);
    if (!h) complain(t, "anything", "the history is refused");
    under_way = t;
    bool good = h && agree_on_all(t, h, specs, smallest) && agree_on_sets(t, h, specs);
    under_way = NULL;
    lince_history_free(h);
    return good;
}

static void run_case(const quasi_case *c, bool timed, uint64_t seed, uint64_t count) {
    enum { ENOUGH = 3 }; /* mismatches to show */
    lince_specs *specs = oracle_lince_specs(&c->scenario);
    tally all = {0};
    int mismatches = specs ? 0 : ENOUGH;
    while (all.done < count && mismatches < ENOUGH) {
        trial t = {.about = c, .seed = seed + all.done, .timed = timed};
        if (!run_trial(&t, specs, &all)) mismatches++;
    }
    uint64_t hundredth = all.done < 100 ? 1 : all.done / 100;
    expect(mismatches == 0,
           "%s%s: %" PRIu64 " histories, %" PRIu64 " %% linearizable, %" PRIu64 " %% with a factor up to %d, %" PRIu64
           " %% never",
           c->scenario.name, timed ? ", by times" : "", all.done, all.linearizable / hundredth, all.quasi / hundredth,
           MOST, all.never / hundredth);
    if (all.done >= 500)
        expect(all.linearizable > 10 * hundredth && all.quasi > 15 * hundredth && all.never > 5 * hundredth,
               "%s%s: some of each kind", c->scenario.name, timed ? ", by times" : "");
    lince_specs_free(specs);
}

static int usage(void) {
    fputs("usage: quasi_random [--case NAME] [--times yes] [--seed N] [--count N]\ncases:", stderr);
    for (const quasi_case *c = quasi_cases; c->scenario.name; c++) fprintf(stderr, " %s", c->scenario.name);
    fputc('\n', stderr);
    return 2;
}

int main(int argc, char **argv) {
    command_line l;
    if (!read_command_line(&l, argc, argv, "--case", false)) return usage();
    watch_for_crashes(on_crash);
    for (const quasi_case *c = quasi_cases; c->scenario.name; c++)
        if (!l.only || !strcmp(l.only, c->scenario.name)) run_case(c, l.timed, l.seed, l.count);
    return tap_count ? tap_end() : usage();
}
