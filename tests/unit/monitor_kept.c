/* What is kept of objects with a small state, however long they are used: not much. */
#include "../script.h"
#include "../tap.h"

static void try_for_ever(const char *spec, const char *method, uint32_t operations) {
    lc_instance instance = instance_of(spec);
    uint32_t write = lc_spec_method(instance.spec, method, strlen(method));
    lco_online *o = tell(&instance, !strcmp(spec, "map") ? "T1 get 1" : "T1 read");
    size_t most = 0;
    for (uint32_t i = 0; i < operations; i++) {
        lince_value args[] = {lince_int(lco_online_values(o), 1), lince_int(lco_online_values(o), i % 1000)};
        bool map = !strcmp(spec, "map");
        lco_online_call(o, 1, write, map ? args : args + 1, map ? 2 : 1, &(lince_error){0});
        lco_online_return(o, 1, NULL, 0, &(lince_error){0});
        if (i % 100 == 0) lco_online_remind(o, i / 100.0);
        if (lco_online_memory(o) > most) most = lco_online_memory(o);
    }
    expect(!told(o) && most < 16 << 20, "%s: an operation stays open for %u others, with %zu KiB", spec, operations,
           most >> 10);
    lco_online_free(o);
    lc_instance_free(&instance);
}

/* Numbers too large for a handle are values of their own.  Those that nobody needs are forgotten, and the others mean
 * what they meant: the state, what an open operation would return, keys. */
static void try_large_values(const char *spec, const char *write, const char *read) {
    lc_instance instance = instance_of(spec);
    uint32_t writes = lc_spec_method(instance.spec, write, strlen(write));
    uint32_t reads = lc_spec_method(instance.spec, read, strlen(read)), keys = instance.spec->methods[reads].args_max;
    const int64_t large = INT64_C(1) << 40, last = 200000;
    for (int wrong = 0; wrong < 3; wrong++) {
        lco_online *o = watch(&instance);
        lince_error error = {0};
        size_t most = 0;
        lince_value args[] = {lince_int(lco_online_values(o), large), LINCE_NO_VALUE};
        for (int64_t i = 0; i <= last; i++) {
            args[0] = lince_int(lco_online_values(o), large);
            args[keys] = lince_int(lco_online_values(o), large + i);
            lco_online_call(o, 1, writes, args, keys + 1, &error);
            lco_online_return(o, 1, NULL, 0, &error);
            if (i == last - 100000 || i == 7) lco_online_call(o, i == 7 ? 2 : 0, reads, args, keys, &error);
            if (i % 100 == 0) lco_online_remind(o, (double)i);
            if (lco_online_memory(o) > most) most = lco_online_memory(o);
        }
        lco_online_flush(o);
        lco_online_call(o, 1, reads, args, keys, &error);
        lince_value result = lince_int(lco_online_values(o), large + last - (wrong == 1));
        lco_online_return(o, 1, &result, 1, &error);
        result = lince_int(lco_online_values(o), wrong == 2 ? large - 1 : large + last);
        lco_online_return(o, 0, &result, 1, &error);
        lco_online_flush(o);
        bool missed = wrong == 2 && lco_online_coverage(o)->in_part; /* it has said so */
        expect(told(o) == (wrong && !missed) && most < 16 << 20, "%s: large values, %s, in %zu KiB", spec,
               wrong == 1   ? "one of them old"
               : wrong == 2 ? "one of them never there"
                            : "all right",
               most >> 10);
        lco_online_free(o);
    }
    lc_instance_free(&instance);
}

static void put_large(lco_online *o, uint32_t slot, const char *method, const lc_instance *instance, int64_t key,
                      int64_t value) {
    const int64_t large = INT64_C(1) << 40;
    lince_value args[] = {lince_int(lco_online_values(o), large + key), lince_int(lco_online_values(o), large + value)};
    lco_online_call(o, slot, lc_spec_method(instance->spec, method, 3), args, *method == 'p' ? 2 : 1,
                    &(lince_error){0});
    if (*method == 'p') lco_online_return(o, slot, NULL, 0, &(lince_error){0});
}

/* The same of an operation on one key, while values of another come and go. */
static void try_large_answers(void) {
    lc_instance instance = instance_of("map");
    for (int result = 0; result < 4; result++) {
        lco_online *o = watch(&instance);
        put_large(o, 1, "put", &instance, 1, 0);
        put_large(o, 0, "get", &instance, 1, 0);
        put_large(o, 1, "put", &instance, 1, 1);
        put_large(o, 1, "put", &instance, 1, 2);
        lco_online_flush(o);
        for (int64_t i = 0; i < 200000; i++) put_large(o, 1, "put", &instance, 2, i);
        lince_value value = lince_int(lco_online_values(o), (INT64_C(1) << 40) + result);
        lco_online_return(o, 0, &value, 1, &(lince_error){0});
        expect(told(o) == (result == 3) && !lco_online_coverage(o)->not_at_all,
               "map: a large value that was %s there when it was asked for", result == 3 ? "not" : "once");
        lco_online_free(o);
    }
    lc_instance_free(&instance);
}

/* Who only looks and never comes back, again and again, leaves no trace: nothing becomes harder. */
static void try_crashed_readers(void) {
    lc_instance instance = instance_of("map");
    lco_online *o = watch(&instance);
    for (uint32_t i = 0; i < 1000; i++) {
        say(o, &instance, "T1 get 1");
        say(o, &instance, "T2 put 1 5");
        if (i % 2) lco_online_flush(o);
        lco_online_crash(o, 0);
        say(o, &instance, "T2 =");
    }
    const lco_online_covered *c = lco_online_coverage(o);
    expect(c->exactly == 2000 && !c->not_at_all, "1000 readers crash, and all is checked");
    say(o, &instance, "T2 get 1");
    say(o, &instance, "T2 = 6");
    expect(told(o), "to the end");
    lco_online_free(o);
    lc_instance_free(&instance);
}

/* ---- operations that crash all day long ---- */

static void give(lco_online *o, const lc_instance *instance, uint32_t slot, const char *method, int64_t value) {
    uint32_t row = lc_spec_method(instance->spec, method, strlen(method)),
             count = instance->spec->methods[row].args_min;
    lince_value first = lince_int(lco_online_values(o), 1), last = lince_int(lco_online_values(o), value);
    lince_value args[] = {count > 1 ? first : last, last};
    lco_online_call(o, slot, row, args, count, &(lince_error){0});
}

static void answer(lco_online *o, uint32_t slot, lince_value result) {
    lco_online_return(o, slot, &result, result != LINCE_NO_VALUE, &(lince_error){0});
}

typedef struct day {
    const char *spec, *change, *look; /* what changes the state, what returns it */
    uint32_t crashes;
    bool seen;   /* what crashed is seen to have happened, now and then */
    bool counts; /* the state is how many changed it */
} day;

/* Whatever crashes, what others do is judged exactly, to the end of the day. */
static void try_day(const day *d) {
    lc_instance instance = instance_of(d->spec);
    lco_online *o = watch(&instance);
    double begin = tap_seconds();
    int64_t state = 0, value = 0;
    for (uint32_t i = 0; i < d->crashes; i++) {
        bool happens = d->seen && i % 3 == 0; /* late */
        int64_t lost = ++value;
        give(o, &instance, 1, d->change, lost);
        lco_online_crash(o, 1);
        for (int k = 0; k < 3; k++) {
            give(o, &instance, 0, d->change, ++value);
            answer(o, 0, LINCE_NO_VALUE);
        }
        state = d->counts ? state + 3 + happens : happens ? lost : value;
        give(o, &instance, 0, d->look, 1);
        answer(o, 0, lince_int(lco_online_values(o), state));
    }
    const lco_online_covered *c = lco_online_coverage(o);
    expect(!told(o) && !c->not_at_all && c->exactly == c->operations, "%s: %u %s crash%s, all is checked (%.1f s)",
           d->spec, d->crashes, d->change, d->seen ? ", some are seen" : "", tap_seconds() - begin);
    give(o, &instance, 0, d->look, 1);
    answer(o, 0, lince_int(lco_online_values(o), -1));
    expect(told(o), "%s: and what is wrong then is told", d->spec);
    lco_online_free(o);
    lc_instance_free(&instance);
}

/* Memory ends anywhere, also in the middle of finding what can be reached: nothing is accused then. */
static void try_little_memory(void) {
    enum { OPEN = 8, FROM = 4 << 10, UNTIL = 160 << 10, STEP = 211 };
    lc_instance instance = instance_of("register");
    uint32_t write = lc_spec_method(instance.spec, "write", 5), accused = 0, runs = 0;
    for (size_t limit = FROM; limit < UNTIL; limit += STEP, runs++) {
        lco_online_options options = {.instance = &instance, .length = 2, .max_memory = limit, .init = LINCE_NO_VALUE};
        lco_online *o;
        lince_error error = {0};
        if (lco_online_new(&o, &options, &error) != LINCE_DONE) continue;
        for (uint32_t i = 0; i < 2 * OPEN; i++) {
            lince_value value = lince_int(lco_online_values(o), i);
            if (i < OPEN) lco_online_call(o, i, write, &value, 1, &error);
            else lco_online_return(o, i - OPEN, NULL, 0, &error);
        }
        lco_online_flush(o);
        accused += told(o);
        lco_online_free(o);
    }
    expect(runs > 500 && !accused, "with little memory nothing is accused (%u of %u)", accused, runs);
    lc_instance_free(&instance);
}

int main(void) {
    try_for_ever("register", "write", 100000);
    try_for_ever("map", "put", 100000);
    try_large_values("register", "write", "read");
    try_large_values("map", "put", "get");
    try_large_answers();
    try_crashed_readers();
    static const day days[] = {
        {"register", "write", "read", 3000, false, false}, {"register", "write", "read", 1500, true, false},
        {"map", "put", "get", 1500, true, false},          {"counter", "inc", "get", 3000, false, true},
        {"counter", "inc", "get", 3000, true, true},
    };
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) try_day(&days[i]);
    try_little_memory();
    return tap_end();
}
