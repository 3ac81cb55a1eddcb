/* Violations of every kind, each explained by Lince and judged by the oracle: does the explanation tell one story?
 *
 *     explained [--seed N] [--count N]
 *
 * Goes through all scenarios, of single objects, several, and objects whose operations wait for each other, with all
 * criteria but quasi (quasi_random.c), until so many violations have been explained.
 */
#include <inttypes.h>
#include <string.h>

#include "../tap.h"
#include "check/result.h"
#include "coherent.h"
#include "command_line.h"
#include "instead.h"
#include "refine.h"
#include "subject.h"
#include "sync_claims.h"

enum { ENOUGH = 5, LENGTHS = 4 }; /* faults to show; refine:0 to refine:3 */
static const char *const lengths[LENGTHS] = {"0", "1", "2", "3"};

typedef struct question {
    const char *name; /* the criterion's, for messages */
    lince_check_options options;
    const scenario *scenario;
    const lince_specs *specs;
    uint64_t seed;
    int k;
} question;

static uint64_t explained, incoherent, by_criterion[LINCE_REFINE + 1];

static bool refines(const history *h, const void *k) { return !oracle_refine_fault(h, *(const int *)k); }

static const char *refine_fault(const question *q, const history *h, const lc_violation *v) {
    if ((int)v->prefix_events != oracle_refine_fault(h, q->k)) return "it fails at another return first";
    const char *fault = oracle_coherence_fault(h, v, refines, &q->k, true);
    return fault ? fault : oracle_instead_fault(h, v, refines, &q->k, true);
}

static const char *fault_of(const question *q, const history *h, const lince_result *r) {
    switch (q->options.criterion) {
    case LINCE_LINEARIZABLE: return oracle_explanation_fault(h, LINEARIZABLE, r);
    case LINCE_SEQUENTIAL: return oracle_explanation_fault(h, SEQUENTIAL, r);
    case LINCE_REFINE: return refine_fault(q, h, r->violation);
    default: return sync_claims_fault(h, false, r); /* the same property, decided in three ways */
    }
}

static void complain(const question *q, const history *h, const char *fault) {
    fprintf(stderr, "# %s --criterion %s, seed %" PRIu64 ": %s\n", q->scenario->name, q->name, q->seed, fault);
    oracle_print_history(stderr, h);
    fputs("---\n", stderr);
}

static const question *volatile under_way;
static const history *volatile about;

static void on_crash(int signal) {
    if (under_way) complain(under_way, about, "crashed");
    raise(signal); /* the handler is gone by now */
}

static void ask(const question *q, const history *h) {
    under_way = q;
    about = h;
    lince_history *to = oracle_lince_history(h);
    lince_check_options options = q->options;
    lince_result *result = NULL;
    lince_error error = {0};
    if (to && q->scenario->init != NIL) options.init = oracle_lince_value(lince_history_values(to), q->scenario->init);
    const char *fault = !to ? "refused" : NULL;
    if (to && lince_check(to, q->specs, &options, &result, &error) != LINCE_DONE) fault = error.message;
    if (!fault && lince_result_verdict(result) == LINCE_VERDICT_VIOLATION) {
        explained++;
        by_criterion[options.criterion]++;
        fault = fault_of(q, h, result);
    }
    if (fault && incoherent++ < ENOUGH) complain(q, h, fault);
    lince_result_free(result);
    lince_history_free(to);
    under_way = NULL;
}

/* Which scenarios there are: those of linearizability and refine(k), then those of synchronization. */
typedef struct subject {
    const scenario *scenario;
    lince_specs *specs;
    bool sync;
} subject;

static int list_subjects(subject *all, int most) {
    int count = 0;
    for (const scenario *s = oracle_scenarios; s->name && count < most; s++)
        all[count++] = (subject){s, oracle_lince_specs(s), false};
    for (const scenario *s = sync_scenarios; s->name && count < most; s++)
        all[count++] = (subject){s, sync_lince_specs(s), true};
    return count;
}

static const struct {
    const char *name;
    lince_criterion criterion;
    bool sync;
} criteria[] = {
    {"linearizable", LINCE_LINEARIZABLE, false},
    {"sequential", LINCE_SEQUENTIAL, false},
    {"refine", LINCE_REFINE, false},
    {"sync", LINCE_SYNC, true},
    {"two-step", LINCE_TWO_STEP, true},
    {"interval", LINCE_INTERVAL, true},
};
enum { CRITERIA = sizeof criteria / sizeof *criteria };

static void ask_about(const subject *s, uint64_t seed) {
    history h;
    question q = {.scenario = s->scenario, .specs = s->specs, .seed = seed, .k = (int)(seed % LENGTHS)};
    (s->sync ? sync_generate : oracle_generate)(s->scenario, seed, &h);
    for (int i = 0; i < CRITERIA; i++) {
        if (criteria[i].sync != s->sync) continue;
        q.name = criteria[i].name;
        q.options = (lince_check_options){.jobs = 1, .criterion = criteria[i].criterion};
        if (criteria[i].criterion == LINCE_REFINE) q.options.factors = lengths[q.k];
        ask(&q, &h);
    }
}

int main(int argc, char **argv) {
    enum { MOST = 100 };
    command_line l;
    subject all[MOST];
    if (!read_command_line(&l, argc, argv, "--spec", false) || l.only || l.timed) {
        fputs("usage: explained [--seed N] [--count N]\n", stderr);
        return 2;
    }
    watch_for_crashes(on_crash);
    int count = list_subjects(all, MOST);
    for (uint64_t seed = l.seed; explained < l.count && incoherent < ENOUGH; seed++)
        for (int i = 0; i < count && explained < l.count; i++) ask_about(&all[i], seed);
    for (int i = 0; i < count; i++) lince_specs_free(all[i].specs);
    expect(incoherent == 0, "%" PRIu64 " violations explained, %" PRIu64 " incoherent", explained, incoherent);
    for (int i = 0; i < CRITERIA; i++) {
        uint64_t number = by_criterion[criteria[i].criterion];
        expect(number > 0, "%" PRIu64 " of them violations of %s", number, criteria[i].name);
    }
    return tap_end();
}
