/* Objects with a small state, while operations stay open for long: what is wrong is told soon, nothing else is told,
 * and what they return in the end is compared all the same. */
#include "../story.h"

#include "../script.h"
#include "../tap.h"
#include "check/result.h"

/* ---- random histories ---- */

static void feed(lco_online *o, const maker *m, const happening *e) {
    lince_value values[4];
    lince_error error = {0};
    for (uint32_t k = 0; k < e->count; k++) values[k] = lc_value_copy(lco_online_values(o), m->values, e->values[k]);
    if (e->what == CALLS) lco_online_call(o, e->thread, e->method, values, e->count, &error);
    if (e->what == RETURNS) lco_online_return(o, e->thread, values, e->count, &error);
    if (e->what == CRASHES) lco_online_crash(o, e->thread);
    if (e->what == FAILS) lco_online_fail(o, e->thread);
}

/* Is the beginning wrong?  As the search says, which shares nothing with the monitor but the specification. */
static bool is_wrong(const maker *m, const story *s, uint32_t count) {
    lince_history *h = recorded(m, s, count);
    lince_specs *specs = lince_specs_new();
    lince_result *r = NULL;
    lince_error error = {0};
    lince_check_options options = {.jobs = 1, .algorithm = LINCE_SEARCH, .no_explanation = true};
    lince_status status = lince_specs_add(specs, m->instance.name, &error);
    if (status == LINCE_DONE) status = lince_check(h, specs, &options, &r, &error);
    assert(status == LINCE_DONE);
    lince_verdict v = lince_result_verdict(r);
    assert(v != LINCE_VERDICT_UNKNOWN);
    lince_result_free(r);
    lince_specs_free(specs);
    lince_history_free(h);
    return v == LINCE_VERDICT_VIOLATION;
}

typedef struct tally {
    uint32_t told, alarms, missed, late, unsure;
} tally;

/* Now and then all that can be judged is, by silence or by the clock. */
static void follow(maker *m, const story *s, tally *t) {
    lco_online *o = watch(&m->instance);
    double now = 1;
    for (uint32_t i = 0; i < s->count; i++) {
        feed(o, m, &s->at[i]);
        bool asked = chance(m, 20) || i + 1 == s->count, by_clock = chance(m, 50);
        if (!asked) continue;
        if (by_clock) {
            lco_online_remind(o, now += 2);
            lco_online_remind(o, now += 2);
        } else lco_online_flush(o);
        bool wrong = is_wrong(m, s, i + 1), told = lco_online_violated(o);
        t->alarms += told && !wrong;
        if (told || wrong) {
            bool sure = !lco_online_coverage(o)->not_at_all;
            t->told += told;
            t->missed += wrong && !told && sure;
            t->unsure += wrong && !told && !sure;
            break;
        }
    }
    lco_online_free(o);
}

static void try(const char *spec, uint32_t rounds) {
    static story s;
    tally t = {0};
    for (uint32_t i = 0; i < rounds; i++) {
        maker m;
        maker_init(&m, spec, i, false);
        m.sleepy = chance(&m, 70);
        m.fails = chance(&m, 30) ? 20 : 0;
        tell_story(&m, &s, 10 + below(&m, 40), 2 + below(&m, THREADS - 1), chance(&m, 50) ? 10 + below(&m, 40) : 0);
        if (chance(&m, 70)) damage(&m, &s);
        uint32_t kept = 0;
        for (uint32_t k = 0; k < s.count; k++)
            if (s.at[k].what != QUIET) s.at[kept++] = s.at[k];
        s.count = kept;
        follow(&m, &s, &t);
        maker_free(&m);
    }
    expect(!t.alarms, "%s: no false alarm (%u)", spec, t.alarms);
    expect(!t.missed && t.told > rounds / 20, "%s: %u violations told as soon as asked, %u missed", spec, t.told,
           t.missed);
    expect(t.unsure <= t.told / 20, "%s: %u that it had said it might miss", spec, t.unsure);
}

/* ---- by hand ---- */

static void expect_told(const char *spec, const char *script, bool wrong, const char *why) {
    lc_instance instance = instance_of(spec);
    lco_online *o = tell(&instance, script);
    expect(told(o) == wrong, "%s: %s", spec, why);
    lco_online_free(o);
    lc_instance_free(&instance);
}

#define OPEN "T1 get 1; T2 put 1 5; T2 =; T2 put 2 6; T2 =;"

static void try_keys(void) {
    expect_told("map", OPEN "T2 get 2; T2 = 7", true, "one key does not wait for another");
    expect_told("map", OPEN "T2 get 1; T2 = 7", false, "what is behind an open operation waits");
    expect_told("map", OPEN "T2 get 1; T2 = 7; !", true, "but not for long");
    expect_told("map", OPEN "T2 get 1; T2 = 5; !; T1 = 5", false, "a result is compared after all: right");
    expect_told("map", OPEN "T2 get 1; T2 = 5; !; T1 = nil", false, "right, too: it came first");
    expect_told("map", OPEN "T2 get 1; T2 = 5; !; T1 = 6", true, "wrong");
    expect_told("map", "T1 put 1 5; T2 get 1; T2 = nil; !; T2 get 1; T2 = 5; !; T2 get 1; T2 = nil; !", true,
                "what an open operation did stays done");
    expect_told("register", "T1 read; !; T1 = 3", true, "who is alone and slow is judged");
    expect_told("set", "T1 add 1; T2 add 1; T2 = false; !; T1 = false", true, "somebody must have added it");
    expect_told("set", "T1 add 1; T2 add 1; T2 = false; !; T1 = true", false, "and did");
    expect_told("stack", "T2 pop; T1 push 1; T1 =; T1 pop; T1 = 2", false, "a window waits for who is inside");
    expect_told("stack", "T2 pop; T1 push 1; T1 =; T1 pop; T1 = 2; !", true, "not for long, either");
    expect_told("mutex", "T1 lock; T2 trylock; T2 = false; !; T3 trylock; T3 = true; !", true,
                "who is still about to lock has locked");
}

/* Behind a gap the state is known again when somebody who was alone has shown it. */
static void try_gaps(void) {
    expect_told("counter", "?; T1 get; T1 = 5; T1 inc; T1 =; T1 get; T1 = 6", false, "known by its number");
    expect_told("counter", "?; T1 get; T1 = 5; T1 inc; T1 =; T1 get; T1 = 7", true, "and judged");
    expect_told("register", "?; T1 read; T1 = 5; T1 read; T1 = 5; T1 read; T1 = 6", true, "by what was read");
    expect_told("register", "?; T1 read; T2 write 6; T1 = 5; T2 =; T1 read; T1 = 6", false, "not beside a write");
    expect_told("cas-register", "?; T1 cas 5 6; T1 = true; T1 read; T1 = 6; T1 read; T1 = 5", true, "by an exchange");
    expect_told("map", "?; T1 del 1; T1 = true; T1 get 1; T1 = nil; T1 get 1; T1 = 2", true, "by a removal");
    expect_told("map", "?; T1 get 1; T1 = nil; T1 del 1; T1 = true", false, "not by nil, which may be there");
    expect_told("set", "?; T1 add 1; T1 = false; T1 contains 1; T1 = true; T1 add 1; T1 = true", true,
                "by an addition");
    expect_told("set", "?; T1 contains 1; T1 = true; T1 remove 1; T1 = true; T1 remove 1; T1 = true", true,
                "by a look");
    expect_told("mutex", "?; T1 trylock; T1 = false; T2 unlock; T2 =; T1 trylock; T1 = true", false, "by a failure");
    expect_told("mutex", "?; T1 trylock; T1 = false; T1 lock; T1 =", true, "which says that it is held");
}

/* The clock alone says how long; nobody looks at it but the one who asks. */
static void try_clock(void) {
    lc_instance instance = instance_of("map");
    lco_online *o = tell(&instance, OPEN "T2 get 1; T2 = 7");
    double after = 0;
    for (double now = 100; !told(o) && now < 200; now += 0.1) {
        lco_online_remind(o, now);
        after = now - 100;
    }
    expect(after > 0.5 && after <= 2, "told after %.1f seconds", after);
    lco_online_free(o);
    lc_instance_free(&instance);
}

/* ---- an operation that concerns all keys ---- */

enum { PUT, GET, CLEAR, SLOTS = 4 };
static const lince_method methods[] = {
    [PUT] = {.name = "put", .args_min = 2, .args_max = 2, .key = 1},
    [GET] = {.name = "get", .args_min = 1, .args_max = 1, .results_min = 1, .results_max = 1, .key = 1},
    [CLEAR] = {.name = "clear"},
};
static void begin(lince_step *step) {
    int64_t zero[SLOTS] = {0};
    lince_emit(step, zero, sizeof zero, NULL);
}
static void next(lince_step *step) {
    const lince_call *c = &step->calls[0];
    int64_t slots[SLOTS], key = 0, value = 0;
    memcpy(slots, step->state, sizeof slots);
    if (c->argc) lince_get_int(step->values, c->args[0], &key);
    if (c->argc > 1) lince_get_int(step->values, c->args[1], &value);
    lince_results results = {{0}};
    if (c->method == PUT) slots[key] = value;
    if (c->method == GET) results.at[0] = lince_int(step->values, slots[key]);
    if (c->method == CLEAR) memset(slots, 0, sizeof slots);
    lince_emit(step, slots, sizeof slots, &results);
}
/* Its name is that of another one, which has other operations. */
static const lince_spec clearable = {.abi = LINCE_SPEC_ABI,
                                     .name = "counter",
                                     .summary = "a map that can be cleared",
                                     .methods = methods,
                                     .method_count = 3,
                                     .init = begin,
                                     .next = next};

static void try_clearing(void) {
    lc_instance instance = {.spec = &clearable, .name = strdup("clearable")};
    lco_online *right = tell(&instance, "T1 put 1 5; T1 =; T1 clear; T1 =; T1 get 1; T1 = 0");
    lco_online *wrong = tell(&instance, "T1 put 1 5; T1 =; T1 clear; T1 =; T1 get 1; T1 = 5");
    expect(!told(right) && told(wrong), "where one operation has no key, keys are not told apart");
    lco_online *other = tell(&instance, "?; T1 get 1; T1 = 5; T1 get 2; T1 = 1; T1 get 1; T1 = 6");
    expect(!told(other), "an object of the user's own is not known by its name");
    lco_online_free(other);
    lco_online_free(right);
    lco_online_free(wrong);
    free(instance.name);
}

int main(int argc, char **argv) {
    uint32_t rounds = argc > 1 ? (uint32_t)atoi(argv[1]) : 1000;
    static const char *const specs[] = {"register",      "cas-register",    "set",  "map",
                                        "mutex",         "counter",         "snzi", "queue:capacity=2",
                                        "semaphore:n=2", "stack:capacity=2"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        if (argc < 3 || !strcmp(argv[2], specs[i])) try(specs[i], rounds);
    if (argc > 2) return tap_end();
    try_keys();
    try_gaps();
    try_clock();
    try_clearing();
    return tap_end();
}
