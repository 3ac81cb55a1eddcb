/* Keys that are used once, or seldom: what is remembered of them, and how little. */
#include "../script.h"
#include "../tap.h"

typedef struct shop {
    lc_instance instance;
    lco_online *o;
    int64_t first; /* of the keys: where they are large they are values of their own */
} shop;

static lince_value key_of(const shop *s, int64_t key) { return lince_int(lco_online_values(s->o), s->first + key); }

static void begin(shop *s, int64_t key, const char *method, int64_t value) {
    uint32_t row = lc_spec_method(s->instance.spec, method, strlen(method));
    lince_value args[] = {key_of(s, key), lince_int(lco_online_values(s->o), value)};
    lco_online_call(s->o, 0, row, args, s->instance.spec->methods[row].args_min, &(lince_error){0});
}

static void end(shop *s, lince_value result) {
    lco_online_return(s->o, 0, &result, result != LINCE_NO_VALUE, &(lince_error){0});
}

static void put(shop *s, int64_t key, int64_t value) {
    begin(s, key, "put", value);
    end(s, LINCE_NO_VALUE);
}

static void get(shop *s, int64_t key, int64_t value) {
    begin(s, key, "get", 0);
    end(s, lince_int(lco_online_values(s->o), value));
}

static void delete (shop *s, int64_t key) {
    begin(s, key, "del", 0);
    end(s, LINCE_TRUE);
}

static void close_shop(shop *s) {
    lco_online_free(s->o);
    lc_instance_free(&s->instance);
}

static void open_shop(shop *s, int64_t first) {
    *s = (shop){.instance = instance_of("map"), .first = first};
    s->o = tell(&s->instance, "T1 get 1; T1 = nil");
}

/* What was put somewhere long ago is still known there. */
static void try_old_keys(int64_t first, bool gap) {
    enum { KEYS = 100000 };
    for (int wrong = 0; wrong < 2; wrong++) {
        shop s;
        open_shop(&s, first);
        if (gap) lco_online_gap(s.o);
        for (int64_t k = 0; k < KEYS; k++) put(&s, k, 2 * k);
        for (int64_t k = 0; k < KEYS; k += 7) get(&s, k, 2 * k);
        for (int64_t k = 0; k < KEYS; k += 3) put(&s, k, k);
        for (int64_t k = 0; k < KEYS; k++) get(&s, k, k % 3 ? 2 * k : k);
        const lco_online_covered *c = lco_online_coverage(s.o);
        bool fine = !told(s.o) && c->not_at_all == (gap ? KEYS : 0);
        if (wrong) get(&s, 17, 17);
        else get(&s, 17, 34);
        size_t each = lco_online_memory(s.o) / KEYS;
        expect(fine && told(s.o) == wrong && each < 250, "%d keys%s%s, %s: %zu bytes each", KEYS,
               first ? " that are large" : "", gap ? " behind a gap" : "", wrong ? "one of them wrong" : "all right",
               each);
        close_shop(&s);
    }
}

/* A key that is again what it was at the beginning leaves nothing behind, even if it rested meanwhile. */
static void try_passing_keys(int64_t first, int64_t lifetime) {
    shop s;
    open_shop(&s, first);
    size_t most = 0;
    for (int64_t k = 0; k < 400000; k++) {
        put(&s, k, k);
        if (k >= lifetime) delete (&s, k - lifetime);
        if (lco_online_memory(s.o) > most) most = lco_online_memory(s.o);
    }
    const lco_online_covered *c = lco_online_coverage(s.o);
    expect(!told(s.o) && !c->not_at_all && most < 40 << 20, "400000 keys%s, %d at a time, in %zu KiB",
           first ? " that are large" : "", (int)lifetime + 1, most >> 10);
    delete (&s, 5);
    expect(told(s.o), "one of them cannot be deleted twice");
    close_shop(&s);
}

/* What crashed or is open stays with its key. */
static void try_busy_keys(void) {
    for (int wrong = 0; wrong < 3; wrong++) {
        shop s;
        open_shop(&s, 0);
        begin(&s, 1, "put", 7);
        lco_online_crash(s.o, 0);
        say(s.o, &s.instance, "T2 get 2");
        put(&s, 2, 9);
        lco_online_flush(s.o);
        for (int64_t k = 0; k < 50000; k++) put(&s, 10 + k, k);
        say(s.o, &s.instance, wrong == 1 ? "T2 = 8" : "T2 = 9");
        get(&s, 1, wrong == 2 ? 8 : 7);
        expect(told(s.o) == !!wrong, "who %s is not forgotten for others: %s", wrong == 1 ? "is open" : "crashed",
               wrong ? "wrong" : "right");
        close_shop(&s);
    }
}

int main(void) {
    const int64_t large = INT64_C(1) << 40;
    try_old_keys(0, false);
    try_old_keys(large, false);
    try_old_keys(0, true);
    try_passing_keys(0, 0);
    try_passing_keys(0, 20000);
    try_passing_keys(large, 0);
    try_passing_keys(large, 20000);
    try_busy_keys();
    return tap_end();
}
