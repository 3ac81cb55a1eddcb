/* Histories in which more than a hundred operations are open at once: far too many for the oracle's search, but they
 * come from a simulation, in which each operation takes effect at one moment between its call and its return, so that
 * they must hold.  Lince may give up on them, but it must not find a violation, and an order that it gives must be
 * right.
 *
 *     wide [--seed N] [--count N]
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "subject.h"

enum { THREADS = 130, OPS = 400 };

typedef struct wide_op {
    op op;
    int call, end; /* INT_MAX: it never returned */
} wide_op;

typedef struct wide {
    uint64_t random;
    history about; /* only for its object */
    state state;
    wide_op ops[OPS];
    int op_count, time;
    int open[THREADS]; /* an operation, or -1 */
    bool took_effect[THREADS];
    lince_history *history;
    bool refused;
} wide;

static int below(wide *w, int bound) {
    w->random = w->random * 6364136223846793005u + 1442695040888963407u;
    return (int)((w->random >> 33) % (uint64_t)bound);
}

/* What the generator of short histories does, for the letters that occur here. */
static value draw(wide *w, char kind) {
    switch (kind) {
    case 'b': return below(w, 2) ? TRUE : FALSE;
    case 'k': return below(w, 3);
    case 's':
    case 't': return STRING + 1 + below(w, 2);
    case 'n': return below(w, 4) - 1;
    default: return 1 + below(w, 3);
    }
}

static void feed(wide *w, int t, what how) {
    history one = w->about; /* a history of the one event that is fed */
    one.ops[0] = w->ops[w->open[t]].op;
    one.ops[0].thread = t;
    event e = {0, how};
    w->time++;
    if (oracle_feed(w->history, &one, &e, "", NULL) != LINCE_DONE) w->refused = true;
}

static void call(wide *w, int t) {
    wide_op *o = &w->ops[w->op_count];
    const model_method *methods = w->about.objects[0].model->methods;
    *o = (wide_op){.op = {.result = NOTHING}, .call = w->time, .end = INT_MAX};
    do o->op.method = below(w, 6);
    while (!methods[o->op.method].name);
    for (int i = 0; methods[o->op.method].takes[i]; i++) o->op.args[i] = draw(w, methods[o->op.method].takes[i]);
    w->open[t] = w->op_count++;
    w->took_effect[t] = false;
    feed(w, t, INVOKE);
}

static void take_effect(wide *w, int t) {
    op *o = &w->ops[w->open[t]].op;
    outcomes out = {.count = 0};
    w->about.objects[0].model->step(&w->state, o->method, o->args, &out);
    if (!out.count) return;
    int pick = below(w, out.count);
    o->result = out.at[pick].result;
    w->state = out.at[pick].after;
    w->took_effect[t] = true;
}

static void end(wide *w, int t, bool crash) {
    wide_op *o = &w->ops[w->open[t]];
    if (!crash) o->end = w->time;
    feed(w, t, crash ? CRASH : RETURN);
    w->open[t] = -1;
}

/* At first all threads call, then each does what comes next. */
static void simulate(wide *w) {
    for (int t = 0; t < THREADS; t++) call(w, t);
    for (int round = 0; round < 20 * OPS; round++) {
        int t = below(w, THREADS);
        if (w->open[t] >= 0 && w->took_effect[t]) end(w, t, below(w, 40) == 0);
        else if (w->open[t] >= 0) take_effect(w, t);
        else if (w->op_count < OPS) call(w, t);
    }
}

static const char *witness_fault(const wide *w, const lince_result *r) {
    bool placed[OPS] = {0};
    size_t count;
    int earliest_end = INT_MAX;
    const uint32_t *order = lince_result_witness(r, &count);
    for (size_t i = count; i-- > 0;) {
        if (order[i] >= (uint32_t)w->op_count || placed[order[i]]) return "it names a wrong operation, or one twice";
        placed[order[i]] = true;
        if (earliest_end < w->ops[order[i]].call) return "it does not respect real time";
        if (w->ops[order[i]].end < earliest_end) earliest_end = w->ops[order[i]].end;
    }
    for (int i = 0; i < w->op_count; i++)
        if (!placed[i] && w->ops[i].end != INT_MAX) return "an operation that returned is missing";
    state now;
    w->about.objects[0].model->start(&now, NIL);
    for (size_t i = 0; i < count; i++) {
        const wide_op *o = &w->ops[order[i]];
        outcomes out = {.count = 0};
        w->about.objects[0].model->step(&now, o->op.method, o->op.args, &out);
        if (!out.count || (o->end != INT_MAX && out.at[0].result != o->op.result))
            return "the specification does not allow it";
        now = out.at[0].after; /* these objects have but one outcome */
    }
    return NULL;
}

/* NULL, or what is wrong. */
static const char *judge(const wide *w, const lince_specs *specs, int *decided) {
    lince_check_options options = {.jobs = 1, .timeout = 0.3};
    lince_result *result = NULL;
    const char *fault = NULL;
    if (lince_check(w->history, specs, &options, &result, NULL) != LINCE_DONE) return "the check is refused";
    lince_verdict verdict = lince_result_verdict(result);
    if (verdict == LINCE_VERDICT_VIOLATION) fault = "a violation is found";
    if (verdict == LINCE_VERDICT_OK) fault = witness_fault(w, result);
    *decided += verdict == LINCE_VERDICT_OK;
    lince_result_free(result);
    return fault;
}

static const char *run(const scenario *s, uint64_t seed, int *decided) {
    wide *w = calloc(1, sizeof *w);
    w->random = seed;
    oracle_begin(s, &w->about);
    w->about.objects[0].model->start(&w->state, NIL);
    w->history = lince_history_new();
    lince_specs *specs = oracle_lince_specs(s);
    simulate(w);
    const char *fault = w->refused ? "the history is refused" : judge(w, specs, decided);
    lince_specs_free(specs);
    lince_history_free(w->history);
    free(w);
    return fault;
}

int main(int argc, char **argv) {
    /* Objects whose state stays small, and whose searches mostly end; without one that does, nothing is tested. */
    static const char *const names[] = {"register", "cas-register", "set",  "map",
                                        "mutex",    "rwlock",       "snzi", "semaphore:n=2"};
    uint64_t seed = 1, count = 10;
    for (int i = 1; i + 1 < argc; i += 2)
        *(strcmp(argv[i], "--seed") ? &count : &seed) = strtoull(argv[i + 1], NULL, 10);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const scenario *s = oracle_scenarios;
        while (strcmp(s->name, names[i]) != 0) s++;
        const char *fault = NULL;
        uint64_t done = 0;
        int decided = 0;
        while (done < count && !fault) fault = run(s, seed + done++, &decided);
        expect(!fault && decided, "%s: %" PRIu64 " histories with %d threads, %d decided%s%s", s->name, done, THREADS,
               decided, fault ? ": " : "", fault ? fault : "");
        if (fault) fprintf(stderr, "# failed with --seed %" PRIu64 " --count 1\n", seed + done - 1);
    }
    return tap_end();
}
