/* What is said of objects with a small state when something is wrong: why, by whom, and with which operations. */
#include "../script.h"
#include "../tap.h"

/* ---- reasons ---- */

static void expect_reason(const char *spec, const char *script, const char *reason) {
    lc_instance instance = instance_of(spec);
    lco_online *o = tell(&instance, script);
    const char *said = told(o) ? lco_online_violated(o)->reason : "nothing";
    if (!expect(!strcmp(said, reason), "%s: %s", spec, reason)) printf("# but: %s\n", said);
    lco_online_free(o);
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
    expect_reason("map", "T1 put 1 5; T2 get 1; T2 = 5; !; T1 fail",
                  "key 1: put(1, 5) by T1 failed, but no order of the operations so far works without it");
    expect_reason("map", "T1 put 1 5; T2 get 1; T2 = nil; !; T1 fail", "nothing");
    expect_reason("register", "T2 read; T1 write 1; T1 =; T1 write 2; T1 =; !; T2 = 3",
                  "read() by T2 returned 3, but no order of the operations so far allows anything but 1, 2 or nil");
}

/* ---- who did it ---- */

/* What was done in a slot stays with the thread that did it when another one has taken the slot. */
static void try_names(void) {
    lc_instance instance = instance_of("register");
    lco_online *o = watch(&instance);
    static const char *const names[] = {"Ann", "Bob", "Cid"};
    for (int i = 0; i < 3; i++) {
        lco_online_name(o, 0, names[i]);
        say(o, &instance, "T1 write 1");
        say(o, &instance, "T1 =");
    }
    lco_online_name(o, 1, "Ann");
    say(o, &instance, "T2 read");
    say(o, &instance, "T1 read");
    say(o, &instance, "T1 = 2");
    say(o, &instance, "T2 = 1");
    const lco_online_violation *v = lco_online_violated(o);
    lince_text threads = {0};
    for (uint32_t i = 0; v && v->history && i < v->history->ops.count; i++) {
        lc_span name = lc_thread_name(v->history, &v->history->ops.at[i]);
        lc_text_printf(&threads, "%.*s ", (int)name.length, name.at);
    }
    expect(v && v->whole && !strcmp(lc_text(&threads), "Ann Bob Cid Ann Cid "), "everybody keeps his name (%s)",
           lc_text(&threads));
    lc_text_free(&threads);
    for (int i = 0; i < 100; i++) lco_online_name(o, 2, names[i % 3]);
    lco_online_free(o);
    lc_instance_free(&instance);
}

/* ---- excerpts ---- */

/* Long after the beginning an excerpt begins where the state was known, and is wrong by itself. */
static void try_excerpts(void) {
    lc_instance instance = instance_of("map");
    lco_online *o = watch(&instance);
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
    const lco_online_violation *v = lco_online_violated(o);
    expect(v && v->whole && v->history->ops.count < 200, "what is told of a long history is wrong by itself");
    const lc_op *first = v && v->history ? &v->history->ops.at[0] : NULL;
    expect(first && lc_method_name(v->history, first).at[0] == 'p', "and begins with a put");
    lco_online_free(o);
    lc_instance_free(&instance);
}

int main(void) {
    try_reasons();
    try_names();
    try_excerpts();
    return tap_end();
}
