/* Objects with a small state, while operations stay open for long: what is wrong is told soon, nothing else is told,
 * and what they return in the end is compared all the same. */
#include <stdio.h>

#include "../story.h"

#include "../tap.h"
#include "check/result.h"
#include "history/history.h"
#include "monitor/online.h"

static lc_online *watch(const lc_instance *instance) {
    lc_online *o = NULL;
    lince_status status = lc_online_new(&o, &(lc_online_options){.instance = instance, .length = 2}, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    return o;
}

/* ---- random histories ---- */

static void feed(lc_online *o, const maker *m, const happening *e) {
    lince_value values[4];
    lince_error error = {0};
    for (uint32_t k = 0; k < e->count; k++) values[k] = lc_value_copy(lc_online_values(o), m->values, e->values[k]);
    if (e->what == CALLS) lc_online_call(o, e->thread, e->method, values, e->count, &error);
    if (e->what == RETURNS) lc_online_return(o, e->thread, values, e->count, &error);
    if (e->what == CRASHES) lc_online_crash(o, e->thread);
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
    lc_online *o = watch(&m->instance);
    double now = 1;
    for (uint32_t i = 0; i < s->count; i++) {
        feed(o, m, &s->at[i]);
        bool asked = chance(m, 20) || i + 1 == s->count, by_clock = chance(m, 50);
        if (!asked) continue;
        if (by_clock) {
            lc_online_remind(o, now += 2);
            lc_online_remind(o, now += 2);
        } else lc_online_flush(o);
        bool wrong = is_wrong(m, s, i + 1), told = lc_online_violated(o);
        t->alarms += told && !wrong;
        if (told || wrong) {
            bool sure = !lc_online_coverage(o)->not_at_all;
            t->told += told;
            t->missed += wrong && !told && sure;
            t->unsure += wrong && !told && !sure;
            break;
        }
    }
    lc_online_free(o);
}

static void try(const char *spec, uint32_t rounds) {
    static story s;
    tally t = {0};
    for (uint32_t i = 0; i < rounds; i++) {
        maker m;
        maker_init(&m, spec, i, false);
        m.sleepy = chance(&m, 70);
        tell_story(&m, &s, 10 + below(&m, 40), 2 + below(&m, THREADS - 1), chance(&m, 40) ? 10 : 0);
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

/* `T1 put 1 5`, `T1 = 5`, `T1 =` for a return without a result. */
static void say(lc_online *o, const lc_instance *instance, const char *line) {
    char who, verb[16] = "", first[16] = "", second[16] = "";
    int words = sscanf(line, "T%c %15s %15s %15s", &who, verb, first, second);
    uint32_t slot = (uint32_t)(who - '1'), count = words > 2 ? (uint32_t)words - 2 : 0;
    lince_values *values = lc_online_values(o);
    const char *text[] = {first, second};
    lince_value at[2];
    for (uint32_t i = 0; i < count; i++)
        at[i] = !strcmp(text[i], "true")    ? LINCE_TRUE
                : !strcmp(text[i], "false") ? LINCE_FALSE
                : !strcmp(text[i], "nil")   ? LINCE_NIL
                                            : lince_int(values, atoi(text[i]));
    lince_error error = {0};
    bool fine = *verb == '='
                    ? lc_online_return(o, slot, at, count, &error)
                    : lc_online_call(o, slot, lc_spec_method(instance->spec, verb, strlen(verb)), at, count, &error);
    assert(fine);
    (void)fine;
}

static bool told(const lc_online *o) { return lc_online_violated(o); }

/* Lines are separated by `;`.  A `!` stands for two seconds without anything, a `?` for a gap. */
static lc_online *tell(const lc_instance *instance, const char *script) {
    lc_online *o = watch(instance);
    char *copy = strdup(script), *rest = copy, *line;
    static double now = 1;
    while ((line = strsep(&rest, ";"))) {
        while (*line == ' ') line++;
        if (*line == '!') {
            lc_online_remind(o, now += 2);
            lc_online_remind(o, now += 2);
        } else if (*line == '?') lc_online_gap(o);
        else say(o, instance, line);
    }
    free(copy);
    return o;
}

static void expect_told(const char *spec, const char *script, bool wrong, const char *why) {
    lc_instance instance;
    lince_status status = lc_instance_parse(&instance, spec, NULL, 0, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    lc_online *o = tell(&instance, script);
    expect(told(o) == wrong, "%s: %s", spec, why);
    lc_online_free(o);
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
    lc_instance instance;
    lince_status status = lc_instance_parse(&instance, "map", NULL, 0, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    lc_online *o = tell(&instance, OPEN "T2 get 1; T2 = 7");
    double after = 0;
    for (double now = 100; !told(o) && now < 200; now += 0.1) {
        lc_online_remind(o, now);
        after = now - 100;
    }
    expect(after > 0.5 && after <= 2, "told after %.1f seconds", after);
    lc_online_free(o);
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
    lc_online *right = tell(&instance, "T1 put 1 5; T1 =; T1 clear; T1 =; T1 get 1; T1 = 0");
    lc_online *wrong = tell(&instance, "T1 put 1 5; T1 =; T1 clear; T1 =; T1 get 1; T1 = 5");
    expect(!told(right) && told(wrong), "where one operation has no key, keys are not told apart");
    lc_online *other = tell(&instance, "?; T1 get 1; T1 = 5; T1 get 2; T1 = 1; T1 get 1; T1 = 6");
    expect(!told(other), "an object of the user's own is not known by its name");
    lc_online_free(other);
    lc_online_free(right);
    lc_online_free(wrong);
    free(instance.name);
}

/* ---- reasons ---- */

static void expect_reason(const char *spec, const char *script, const char *reason) {
    lc_instance instance;
    lince_status status = lc_instance_parse(&instance, spec, NULL, 0, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    lc_online *o = tell(&instance, script);
    const char *said = told(o) ? lc_online_violated(o)->reason : "nothing";
    if (!expect(!strcmp(said, reason), "%s: %s", spec, reason)) printf("# but: %s\n", said);
    lc_online_free(o);
    lc_instance_free(&instance);
}

static void try_reasons(void) {
    expect_reason("register", "T1 write 1; T1 =; T1 write 2; T1 =; T2 read; T2 = 1",
                  "read() by T2 returned 1, but no order of the operations so far allows anything but 2");
    expect_reason("map", "T1 put 1 5; T1 =; T3 put 1 6; T2 get 1; T2 = 7; !",
                  "key 1: get(1) by T2 returned 7, but no order of the operations so far allows anything but 5 or 6; "
                  "also under way: put(1, 6) by T3");
    expect_reason("mutex", "T1 lock; T1 =; T2 lock; T2 =",
                  "lock() by T2 returned, but no order of the operations so far allows it to return at all");
    expect_reason("set", "T1 add 4; T1 = true; T2 contains 4; !; T1 remove 4; T1 = true; T3 add 4; T3 = false; !",
                  "key 4: add(4) by T3 returned false, but no order of the operations so far allows anything but true; "
                  "also under way: contains(4) by T2");
    expect_reason("register", "T2 read; T1 write 1; T1 =; T1 write 2; T1 =; !; T2 = 3",
                  "read() by T2 returned 3, but no order of the operations so far allows anything but 1, 2 or nil");
}

/* ---- who did it ---- */

/* What was done in a slot stays with the thread that did it when another one has taken the slot. */
static void try_names(void) {
    lc_instance instance;
    lince_status status = lc_instance_parse(&instance, "register", NULL, 0, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    lc_online *o = watch(&instance);
    static const char *const names[] = {"Ann", "Bob", "Cid"};
    for (int i = 0; i < 3; i++) {
        lc_online_name(o, 0, names[i]);
        say(o, &instance, "T1 write 1");
        say(o, &instance, "T1 =");
    }
    lc_online_name(o, 1, "Ann");
    say(o, &instance, "T2 read");
    say(o, &instance, "T1 read");
    say(o, &instance, "T1 = 2");
    say(o, &instance, "T2 = 1");
    const lc_online_violation *v = lc_online_violated(o);
    lince_text threads = {0};
    for (uint32_t i = 0; v && v->history && i < v->history->ops.count; i++) {
        lc_span name = lc_thread_name(v->history, &v->history->ops.at[i]);
        lc_text_printf(&threads, "%.*s ", (int)name.length, name.at);
    }
    expect(v && v->whole && !strcmp(lc_text(&threads), "Ann Bob Cid Ann Cid "), "everybody keeps his name (%s)",
           lc_text(&threads));
    lc_text_free(&threads);
    for (int i = 0; i < 100; i++) lc_online_name(o, 2, names[i % 3]);
    lc_online_free(o);
    lc_instance_free(&instance);
}

/* ---- excerpts ---- */

/* Long after the beginning an excerpt begins where the state was known, and is wrong by itself. */
static void try_excerpts(void) {
    lc_instance instance;
    lince_status status = lc_instance_parse(&instance, "map", NULL, 0, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    lc_online *o = watch(&instance);
    for (uint32_t i = 0; i < 1000; i++) {
        char put[32], got[32];
        snprintf(put, sizeof put, "T1 put %u %u", i % 3, i);
        snprintf(got, sizeof got, "T2 = %u", i - 3);
        if (i > 3) say(o, &instance, i % 3 == 0 ? "T2 get 0" : i % 3 == 1 ? "T2 get 1" : "T2 get 2");
        say(o, &instance, put);
        if (i > 3) say(o, &instance, got);
        say(o, &instance, "T1 =");
    }
    say(o, &instance, "T2 get 1");
    say(o, &instance, "T2 = 998");
    const lc_online_violation *v = lc_online_violated(o);
    expect(v && v->whole && v->history->ops.count < 200, "what is told of a long history is wrong by itself");
    const lc_op *first = v && v->history ? &v->history->ops.at[0] : NULL;
    expect(first && lc_method_name(v->history, first).at[0] == 'p', "and begins with a put");
    lc_online_free(o);
    lc_instance_free(&instance);
}

/* ---- for ever ---- */

static void try_for_ever(const char *spec, const char *method, uint32_t operations) {
    lc_instance instance;
    lince_status status = lc_instance_parse(&instance, spec, NULL, 0, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    uint32_t write = lc_spec_method(instance.spec, method, strlen(method));
    lc_online *o = tell(&instance, !strcmp(spec, "map") ? "T1 get 1" : "T1 read");
    size_t most = 0;
    for (uint32_t i = 0; i < operations; i++) {
        lince_value args[] = {lince_int(lc_online_values(o), 1), lince_int(lc_online_values(o), i % 1000)};
        bool map = !strcmp(spec, "map");
        lc_online_call(o, 1, write, map ? args : args + 1, map ? 2 : 1, &(lince_error){0});
        lc_online_return(o, 1, NULL, 0, &(lince_error){0});
        if (i % 100 == 0) lc_online_remind(o, i / 100.0);
        if (lc_online_memory(o) > most) most = lc_online_memory(o);
    }
    expect(!told(o) && most < 16 << 20, "%s: an operation stays open for %u others, with %zu KiB", spec, operations,
           most >> 10);
    lc_online_free(o);
    lc_instance_free(&instance);
}

/* Numbers too large for a handle are values of their own.  Those that nobody needs are forgotten, and the others mean
 * what they meant: the state, what an open operation would return, keys. */
static void try_large_values(const char *spec, const char *write, const char *read) {
    lc_instance instance;
    lince_status status = lc_instance_parse(&instance, spec, NULL, 0, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    uint32_t writes = lc_spec_method(instance.spec, write, strlen(write));
    uint32_t reads = lc_spec_method(instance.spec, read, strlen(read)), keys = instance.spec->methods[reads].args_max;
    const int64_t large = INT64_C(1) << 40, last = 200000;
    for (int wrong = 0; wrong < 3; wrong++) {
        lc_online *o = watch(&instance);
        lince_error error = {0};
        size_t most = 0;
        lince_value args[] = {lince_int(lc_online_values(o), large), LINCE_NO_VALUE};
        for (int64_t i = 0; i <= last; i++) {
            args[0] = lince_int(lc_online_values(o), large);
            args[keys] = lince_int(lc_online_values(o), large + i);
            lc_online_call(o, 1, writes, args, keys + 1, &error);
            lc_online_return(o, 1, NULL, 0, &error);
            if (i == last - 100000 || i == 7) lc_online_call(o, i == 7 ? 2 : 0, reads, args, keys, &error);
            if (i % 100 == 0) lc_online_remind(o, (double)i);
            if (lc_online_memory(o) > most) most = lc_online_memory(o);
        }
        lc_online_flush(o);
        lc_online_call(o, 1, reads, args, keys, &error);
        lince_value result = lince_int(lc_online_values(o), large + last - (wrong == 1));
        lc_online_return(o, 1, &result, 1, &error);
        result = lince_int(lc_online_values(o), wrong == 2 ? large - 1 : large + last);
        lc_online_return(o, 0, &result, 1, &error);
        lc_online_flush(o);
        bool missed = wrong == 2 && lc_online_coverage(o)->not_at_all; /* it has said so */
        expect(told(o) == (wrong && !missed) && most < 16 << 20, "%s: large values, %s, in %zu KiB", spec,
               wrong == 1   ? "one of them old"
               : wrong == 2 ? "one of them never there"
                            : "all right",
               most >> 10);
        lc_online_free(o);
    }
    lc_instance_free(&instance);
}

static void put_large(lc_online *o, uint32_t slot, const char *method, const lc_instance *instance, int64_t key,
                      int64_t value) {
    const int64_t large = INT64_C(1) << 40;
    lince_value args[] = {lince_int(lc_online_values(o), large + key), lince_int(lc_online_values(o), large + value)};
    lc_online_call(o, slot, lc_spec_method(instance->spec, method, 3), args, *method == 'p' ? 2 : 1, &(lince_error){0});
    if (*method == 'p') lc_online_return(o, slot, NULL, 0, &(lince_error){0});
}

/* The same of an operation on one key, while values of another come and go. */
static void try_large_answers(void) {
    lc_instance instance;
    lince_status status = lc_instance_parse(&instance, "map", NULL, 0, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    for (int result = 0; result < 4; result++) {
        lc_online *o = watch(&instance);
        put_large(o, 1, "put", &instance, 1, 0);
        put_large(o, 0, "get", &instance, 1, 0);
        put_large(o, 1, "put", &instance, 1, 1);
        put_large(o, 1, "put", &instance, 1, 2);
        lc_online_flush(o);
        for (int64_t i = 0; i < 200000; i++) put_large(o, 1, "put", &instance, 2, i);
        lince_value value = lince_int(lc_online_values(o), (INT64_C(1) << 40) + result);
        lc_online_return(o, 0, &value, 1, &(lince_error){0});
        expect(told(o) == (result == 3) && !lc_online_coverage(o)->not_at_all,
               "map: a large value that was %s there when it was asked for", result == 3 ? "not" : "once");
        lc_online_free(o);
    }
    lc_instance_free(&instance);
}

/* Who only looks and never comes back, again and again, leaves no trace: nothing becomes harder. */
static void try_crashed_readers(void) {
    lc_instance instance;
    lince_status status = lc_instance_parse(&instance, "map", NULL, 0, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    lc_online *o = watch(&instance);
    for (uint32_t i = 0; i < 1000; i++) {
        say(o, &instance, "T1 get 1");
        say(o, &instance, "T2 put 1 5");
        if (i % 2) lc_online_flush(o);
        lc_online_crash(o, 0);
        say(o, &instance, "T2 =");
    }
    const lc_online_covered *c = lc_online_coverage(o);
    expect(c->exactly == 2000 && !c->not_at_all, "1000 readers crash, and all is checked");
    say(o, &instance, "T2 get 1");
    say(o, &instance, "T2 = 6");
    expect(told(o), "to the end");
    lc_online_free(o);
    lc_instance_free(&instance);
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
    try_crashed_readers();
    try_reasons();
    try_names();
    try_excerpts();
    try_for_ever("register", "write", 100000);
    try_for_ever("map", "put", 100000);
    try_large_values("register", "write", "read");
    try_large_values("map", "put", "get");
    try_large_answers();
    return tap_end();
}
