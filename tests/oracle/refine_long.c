/* refine(k) on histories that are too long for brute force, in which most of what happened is old.
 *
 *     refine_long [--spec NAME] [--seed N] [--count N]
 *
 * An object is simulated, and then some results are changed.  After every return, A_k is made as the representation of
 * the prefix with its intervals weakened, and the history that this is again is checked exactly; the first return after
 * which that fails must be the one at which Lince says that refine(k) fails.
 */
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "../weakened.h"
#include "check/result.h"
#include "generator.h"
#include "share.h"
#include "subject.h"

enum { MOST = 60, LENGTHS = 4 };

typedef struct act {
    int thread, op;
    what what;
} act;

typedef struct script {
    const scenario *scenario;
    int count, ops;
    act acts[2 * MOST];
    op op[MOST];
    bool done[MOST]; /* it took effect */
    history about;   /* of no operations: whose they are */
} script;

/* What has come and gone may have been the reason why there was no room. */
static const scenario bounded = {"queue:capacity=2, distinct", {{NULL, "queue:capacity=2"}}, NIL, 0, 0, true};

/* ---- making histories ---- */

/* Small objects: then most of what is old has come and gone. */
static bool grows(const script *s, const state *now, const op *o, const outcomes *out) {
    return now->count > 3 && out->count && out->at[0].after.count > now->count && oracle_method(&s->about, o)->takes[0];
}

static op draw(generator *g, const script *s, const state *now, bool peeks, outcomes *out) {
    op o;
    for (int tries = 0; tries < 20; tries++) {
        int values = g->values;
        o = oracle_draw_call(g, 0);
        out->count = 0;
        s->about.objects[0].model->step(now, o.method, o.args, out);
        bool peek = !strcmp(oracle_method(&s->about, &o)->name, "peek");
        if (out->count && !grows(s, now, &o, out) && (peeks || !peek)) break;
        if (g->distinct) g->values = values;
    }
    return o;
}

static void take_effect(generator *g, script *s, state *now, int number) {
    op *o = &s->op[number];
    outcomes out = {.count = 0};
    s->about.objects[0].model->step(now, o->method, o->args, &out);
    if (!out.count) return;
    int pick = below(g, out.count);
    *now = out.at[pick].after;
    o->result = out.at[pick].result;
    s->done[number] = true;
}

/* Where there is no algorithm in polynomial time, many operations without any order are hard to judge. */
static int how_many(generator *g, bool hard) { return hard ? 18 + below(g, 6) : 30 + below(g, MOST - 30); }

static void simulate(generator *g, script *s) {
    state now;
    outcomes out;
    enum { IDLE, CALLED, DONE } doing[MOST_THREADS] = {IDLE};
    int mine[MOST_THREADS] = {0};
    bool peeks = chance(g, 30), trouble = chance(g, 50);
    int ops = how_many(g, peeks || !s->scenario->distinct || s->scenario == &bounded);
    s->about.objects[0].model->start(&now, s->about.init);
    for (int i = 0; i < 8 * ops; i++) {
        int t = below(g, g->threads);
        if (doing[t] == IDLE && s->ops < ops) {
            mine[t] = s->ops++;
            s->op[mine[t]] = draw(g, s, &now, peeks, &out);
            s->acts[s->count++] = (act){t, mine[t], INVOKE};
            doing[t] = CALLED;
        } else if (doing[t] == CALLED && trouble && chance(g, 5)) {
            s->acts[s->count++] = (act){t, mine[t], chance(g, 50) ? CRASH : FAIL};
            doing[t] = IDLE;
        } else if (doing[t] == CALLED) {
            take_effect(g, s, &now, mine[t]);
            if (s->done[mine[t]]) doing[t] = DONE;
        } else if (doing[t] == DONE) {
            s->acts[s->count++] = (act){t, mine[t], RETURN};
            doing[t] = IDLE;
        }
    }
}

/* Late, as a rule: then there is an old part that is right. */
static void damage(generator *g, script *s) {
    int a = s->ops / 2 + below(g, s->ops - s->ops / 2), b = below(g, s->ops);
    for (int i = 0; i < s->ops && (a == b || !s->done[b] || s->op[a].method != s->op[b].method); i++)
        b = below(g, s->ops);
    value result = s->op[a].result;
    if (!s->done[a]) return;
    if (s->done[b] && s->op[a].method == s->op[b].method && chance(g, 60)) {
        s->op[a].result = s->op[b].result;
        if (chance(g, 50)) s->op[b].result = result;
    } else {
        s->op[a].result = oracle_draw_result(g, &s->op[a]);
    }
}

static script make(const scenario *its, uint64_t seed) {
    script s = {.scenario = its};
    oracle_begin(its, &s.about);
    generator g = {.random = seed * 0xd1342543de82ef95u, .h = &s.about, .distinct = its->distinct};
    g.threads = 2 + below(&g, 3);
    g.keys = 2;
    g.values = its->distinct ? 0 : 2 + below(&g, 3);
    simulate(&g, &s);
    for (int n = below(&g, 5); n > 0; n--) damage(&g, &s);
    return s;
}

static lince_history *play(const script *s, int acts) {
    lince_history *h = lince_history_new();
    lince_error error;
    for (int i = 0; i < acts; i++) {
        history one = s->about;
        one.ops[0] = s->op[s->acts[i].op];
        one.ops[0].thread = s->acts[i].thread;
        one.op_count = 1;
        event e = {0, s->acts[i].what};
        if (oracle_feed(h, &one, &e, "", &error) != LINCE_DONE) abort();
    }
    return h;
}

/* ---- judging them ---- */

/* The verdict, and after how many events a violation is certain. */
static lince_verdict judge(lince_history *h, const lince_specs *specs, const char *length, uint32_t *events) {
    lince_check_options options = {.jobs = 1, .no_explanation = !length, .timeout = 0.2};
    lince_result *result = NULL;
    lince_error error = {0};
    if (length) options.criterion = LINCE_REFINE, options.factors = length;
    if (lince_check(h, specs, &options, &result, &error) != LINCE_DONE) {
        printf("# %s\n", error.message);
        abort();
    }
    lince_verdict verdict = lince_result_verdict(result);
    if (events) *events = verdict == LINCE_VERDICT_VIOLATION ? result->violation->prefix_events : 0;
    lince_result_free(result);
    return verdict;
}

/* A_k of the first events. */
static lince_verdict judge_recent(const script *s, int acts, uint32_t k, const lince_specs *specs) {
    lince_history *h = play(s, acts), *weak = weakened_history(h, k);
    lince_verdict verdict = judge(weak, specs, NULL, NULL);
    lince_history_free(weak);
    lince_history_free(h);
    return verdict;
}

/* After how many events it is wrong first; 0: never.  False: too hard to tell. */
static bool first_wrong(const script *s, uint32_t k, const lince_specs *specs, uint32_t *events) {
    *events = 0;
    for (int acts = 1; acts <= s->count && !*events; acts++) {
        if (s->acts[acts - 1].what != RETURN) continue;
        lince_verdict verdict = judge_recent(s, acts, k, specs);
        if (verdict == LINCE_VERDICT_UNKNOWN) return false;
        if (verdict == LINCE_VERDICT_VIOLATION) *events = (uint32_t)acts;
    }
    return true;
}

static void complain(const script *s, uint64_t seed, const char *length, uint32_t got, uint32_t wanted) {
    printf("# --spec %s --seed %llu --count 1, refine:%s: event %u, not %u\n", s->scenario->name,
           (unsigned long long)seed, length, got, wanted);
    for (int i = 0; i < s->count; i++) {
        const op *o = &s->op[s->acts[i].op];
        static const char *const words[] = {"invoke", "return", "crash", "fail"};
        fprintf(stderr, "T%d %s", s->acts[i].thread + 1, words[s->acts[i].what]);
        if (s->acts[i].what == INVOKE) {
            fprintf(stderr, " %s(", oracle_method(&s->about, o)->name);
            for (int n = 0; n < oracle_args(&s->about, o); n++) {
                fputs(n ? ", " : "", stderr);
                oracle_print_value(stderr, o->args[n]);
            }
            fputc(')', stderr);
        } else if (s->acts[i].what == RETURN) {
            fputc(' ', stderr);
            oracle_print_value(stderr, o->result);
        }
        fputc('\n', stderr);
    }
}

static void test_scenario(const scenario *its, uint64_t seed, uint32_t count) {
    static const char *const lengths[LENGTHS] = {"0", "1", "2", "4"};
    lince_specs *specs = oracle_lince_specs(its);
    uint32_t wrong = 0, found[LENGTHS] = {0}, violations = 0, hard = 0;
    for (uint32_t i = 0; i < count && wrong < 3; i++) {
        script s = make(its, seed + i);
        lince_history *h = play(&s, s.count);
        violations += judge(h, specs, NULL, NULL) == LINCE_VERDICT_VIOLATION;
        for (uint32_t n = 0; n < LENGTHS; n++) {
            uint32_t got, wanted;
            if (!first_wrong(&s, (uint32_t)atoi(lengths[n]), specs, &wanted) ||
                judge(h, specs, lengths[n], &got) == LINCE_VERDICT_UNKNOWN) {
                hard++;
                continue;
            }
            found[n] += wanted > 0;
            if (got == wanted) continue;
            complain(&s, seed + i, lengths[n], got, wanted);
            wrong++;
        }
        lince_history_free(h);
    }
    expect(!wrong, "%s: %u long histories, %u violations, refine(0, 1, 2, 4) sees %u, %u, %u, %u; %u are too hard",
           its->name, count, violations, found[0], found[1], found[2], found[3], hard);
    expect(hard <= LENGTHS * count / 10 + 1 && (count < 50 || found[1] > count / 20),
           "%s: they can be judged, and are of both kinds", its->name);
    lince_specs_free(specs);
}

int main(int argc, char **argv) {
    static const char *const specs[] = {"queue",
                                        "stack",
                                        "bag",
                                        "pqueue",
                                        "deque",
                                        "queue:capacity=2",
                                        "stack:capacity=2",
                                        "register",
                                        "cas-register",
                                        "counter",
                                        "set",
                                        "mutex",
                                        "semaphore:n=2",
                                        "map",
                                        "queue-distinct",
                                        "stack-distinct",
                                        "pqueue-distinct",
                                        "bag-distinct",
                                        "register-distinct"};
    const char *spec = NULL;
    uint64_t seed = 1, count = 100;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--spec")) spec = argv[i + 1];
        else *(strcmp(argv[i], "--seed") ? &count : &seed) = strtoull(argv[i + 1], NULL, 10);
    }
    count = share_of(count);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (const scenario *s = oracle_scenarios; s->name; s++)
            if (!strcmp(s->name, specs[i]) && (!spec || !strcmp(spec, s->name)))
                test_scenario(s, seed, (uint32_t)count);
    if (!spec || !strcmp(spec, bounded.name)) test_scenario(&bounded, seed, (uint32_t)count);
    return tap_end();
}
