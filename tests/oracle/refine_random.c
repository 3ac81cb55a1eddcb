/* Random histories, judged by refine(k) of Lince and by its definition: verdicts, the return at which it fails first,
 * and the operations to blame must be right; and what is linearizable is never blamed.
 *
 *     refine_random [--spec NAME] [--seed N] [--count N] [--sound N]
 *
 * `count` histories are compared with the definition for k = 0 to 4, `sound` more are only looked at for false alarms.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "check/result.h"
#include "check/tuning.h"
#include "coherent.h"
#include "instead.h"
#include "refine.h"
#include "subject.h"

enum { LENGTHS = 5 };
static const char *const lengths[LENGTHS] = {"0", "1", "2", "3", "4"};

static const struct variation {
    const char *name;
    lince_check_options options;
    lc_tuning tuning;
} variations[] = {
    {"the default", {.jobs = 1}},
    {"search", {.jobs = 1, .algorithm = LINCE_SEARCH}},
    {"no_partition", {.jobs = 1}, {.no_partition = true}},
    {"jobs = 2", {.jobs = 2}},
};
enum { VARIATIONS = sizeof variations / sizeof *variations };

typedef struct trial {
    const scenario *scenario;
    uint64_t seed;
    history history;
    bool linearizable;
} trial;

typedef struct sums {
    uint64_t histories, linearizable, found[LENGTHS], forgotten; /* of these: seen at a return, not at a later one */
    int wrong;
} sums;

static void complain(const trial *t, int k, const char *variation, const char *fault) {
    fprintf(stderr, "# --spec %s --seed %" PRIu64 " --count 1, refine:%d, %s: %s\n", t->scenario->name, t->seed, k,
            variation, fault);
    oracle_print_history(stderr, &t->history);
    fputs("---\n", stderr);
}

static bool judge(const history *h, const void *k) { return !oracle_refine_fault(h, *(const int *)k); }

static const char *conflict_fault(const trial *t, int k, const lc_violation *v) {
    const char *fault = oracle_coherence_fault(&t->history, v, judge, &k, true);
    return fault ? fault : oracle_instead_fault(&t->history, v, judge, &k, true);
}

static const char *fault_of(const trial *t, int k, int events, const lince_result *r, bool explained) {
    lince_verdict verdict = lince_result_verdict(r);
    if (verdict == LINCE_VERDICT_UNKNOWN) return "unknown";
    if (events < 0) return t->linearizable && verdict != LINCE_VERDICT_OK ? "a false alarm" : NULL;
    if (verdict == LINCE_VERDICT_VIOLATION && !events) return "a violation that is none";
    if (verdict == LINCE_VERDICT_OK && events) return "a violation is missed";
    if ((r->linearizable == LINCE_VERDICT_OK) != t->linearizable) return "wrong about linearizability";
    if (!events || !explained) return NULL;
    const lc_violation *v = r->violation;
    if (!v || !v->has_prefix) return "no failing prefix is named";
    if ((int)v->prefix_events != events) return "it fails at another return first";
    return conflict_fault(t, k, v);
}

/* One question to Lince; `events` is where the definition says it fails, -1 if it was not asked. */
static const char *ask(const trial *t, lince_history *h, const lince_specs *specs, int k, int events,
                       const struct variation *v, bool explained) {
    lince_check_options options = v->options;
    options.criterion = LINCE_REFINE;
    options.factors = lengths[k];
    options.no_explanation = !explained;
    if (t->scenario->init != NIL) options.init = oracle_lince_value(lince_history_values(h), t->scenario->init);
    lince_result *result = NULL;
    lince_error error = {0};
    if (lc_check_tuned(h, specs, &options, &v->tuning, NULL, &result, &error) != LINCE_DONE) return "refused";
    const char *fault = fault_of(t, k, events, result, explained);
    lince_result_free(result);
    return fault;
}

static bool seen_in_the_end(const history *h, int k) {
    int last = h->event_count;
    while (last && h->events[last - 1].what != RETURN) last--;
    for (int object = 0; object < h->object_count; object++) {
        view v = oracle_view(h, last, object, k);
        if (!oracle_holds_in_order(&v.history, v.preceding)) return true;
    }
    return false;
}

static void run_trial(const trial *t, const lince_specs *specs, bool compare, sums *all) {
    lince_history *h = oracle_lince_history(&t->history);
    const char *fault = h ? NULL : "refused";
    for (int k = 0; k < LENGTHS && !fault; k++) {
        int events = compare ? oracle_refine_fault(&t->history, k) : -1;
        unsigned others = compare ? VARIATIONS : 1;
        for (unsigned i = 0; i < others && !fault; i++) {
            bool explained = compare && (i == 0 || t->seed % VARIATIONS == i);
            fault = ask(t, h, specs, k, events, &variations[i], explained);
            if (fault) complain(t, k, variations[i].name, fault);
        }
        all->found[k] += events > 0;
        if (events > 0 && !seen_in_the_end(&t->history, k)) all->forgotten++;
    }
    all->wrong += fault != NULL;
    lince_history_free(h);
}

static sums run_all(const scenario *s, uint64_t seed, uint64_t count, bool compare) {
    enum { ENOUGH = 3 }; /* to show */
    sums all = {0};
    lince_specs *specs = oracle_lince_specs(s);
    if (!specs) all.wrong = ENOUGH;
    for (; all.histories < count && all.wrong < ENOUGH; all.histories++) {
        trial t = {.scenario = s, .seed = seed + all.histories};
        oracle_generate(s, t.seed, &t.history);
        t.linearizable = oracle_holds(&t.history, LINEARIZABLE);
        all.linearizable += t.linearizable;
        if (compare || t.linearizable) run_trial(&t, specs, compare, &all);
    }
    lince_specs_free(specs);
    return all;
}

static void run_scenario(const scenario *s, uint64_t seed, uint64_t count, uint64_t sound) {
    sums a = run_all(s, seed, count, true);
    expect(!a.wrong,
           "%s: %" PRIu64 " histories, %" PRIu64 " violations, of which refine(0) to refine(4) see %" PRIu64 " %" PRIu64
           " %" PRIu64 " %" PRIu64 " %" PRIu64 "; %" PRIu64 " times it is forgotten in the end",
           s->name, a.histories, a.histories - a.linearizable, a.found[0], a.found[1], a.found[2], a.found[3],
           a.found[4], a.forgotten);
    bool grows = true;
    for (int k = 1; k < LENGTHS; k++) grows &= a.found[k - 1] <= a.found[k];
    expect(grows && a.found[4] <= a.histories - a.linearizable, "%s: the longer, the more", s->name);
    if (!sound) return;
    sums b = run_all(s, seed + count, sound, false);
    expect(!b.wrong, "%s: of %" PRIu64 " more, the %" PRIu64 " that are linearizable raise no alarm at any k", s->name,
           b.histories, b.linearizable);
}

static int usage(void) {
    fputs("usage: refine_random [--spec NAME] [--seed N] [--count N] [--sound N]\nspecs:", stderr);
    for (const scenario *s = oracle_scenarios; s->name; s++) fprintf(stderr, " %s", s->name);
    fputc('\n', stderr);
    return 2;
}

int main(int argc, char **argv) {
    const char *spec = NULL;
    uint64_t seed = 1, count = 200, sound = 0;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc) return usage();
        if (!strcmp(argv[i], "--spec")) spec = argv[i + 1];
        else if (!strcmp(argv[i], "--seed")) seed = strtoull(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--count")) count = strtoull(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--sound")) sound = strtoull(argv[i + 1], NULL, 10);
        else return usage();
    }
    for (const scenario *s = oracle_scenarios; s->name; s++)
        if (!spec || !strcmp(spec, s->name)) run_scenario(s, seed, count, sound);
    return tap_count ? tap_end() : usage();
}
