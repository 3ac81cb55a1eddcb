/* A state that is lost and found again while some operations have crashed: who crashed may take effect before or after
 * it was found, once, and nobody else may. */
#include "../script.h"
#include "../tap.h"

/* How it was lost. */
enum { BY_GAP, BY_CROWD, WAYS };
static const char *const ways[] = {"a gap", "a crowd"};

/* More are inside than anybody looks at, and leave again. */
static void crowd(lco_online *o, const lc_instance *instance, const char *method) {
    enum { MANY = 70 };
    uint32_t row = lc_spec_method(instance->spec, method, strlen(method));
    uint32_t args = instance->spec->methods[row].args_min;
    lince_value key = lince_int(lco_online_values(o), 1), nil = LINCE_NIL;
    for (uint32_t i = 0; i < MANY; i++) lco_online_call(o, 10 + i, row, &key, args, &(lince_error){0});
    for (uint32_t i = 0; i < MANY; i++)
        lco_online_return(o, 10 + i, &nil, instance->spec->methods[row].results_max, &(lince_error){0});
}

static void expect_found(const char *spec, const char *before, const char *after, bool wrong, const char *why) {
    lc_instance instance = instance_of(spec);
    for (int way = 0; way < WAYS; way++) {
        lco_online *o = tell(&instance, before);
        expect(!told(o), "%s: nothing is wrong before %s", spec, ways[way]);
        if (way == BY_GAP) lco_online_gap(o);
        else crowd(o, &instance, !strcmp(spec, "map") ? "get" : "read");
        uint64_t unknown = lco_online_coverage(o)->not_at_all;
        go_on(o, &instance, after);
        bool judged = lco_online_coverage(o)->not_at_all == unknown + 1; /* but for the one that shows it */
        expect(judged && told(o) == wrong, "%s, behind %s: %s", spec, ways[way], why);
        lco_online_free(o);
    }
    lc_instance_free(&instance);
}

#define CRASHED "T2 write 7; T2 crash"
#define TWICE   CRASHED "; T2 write 7; T2 crash"
#define SHOWN   "T1 read; T1 = 5;"

static void try_registers(void) {
    expect_found("register", CRASHED, SHOWN "T1 read; T1 = 5", false, "who crashed may never take effect");
    expect_found("register", CRASHED, SHOWN "T1 read; T1 = 7", false, "or later");
    expect_found("register", CRASHED, SHOWN "T1 read; T1 = 6", true, "nobody else does");
    expect_found("register", CRASHED, SHOWN "T1 read; T1 = 7; T1 read; T1 = 5", true, "nor is it undone");
    expect_found("register", CRASHED, SHOWN "T1 read; T1 = 7; T1 write 5; T1 =; T1 read; T1 = 7", true,
                 "nor done twice");
    expect_found("register", TWICE, SHOWN "T1 read; T1 = 7; T1 write 5; T1 =; T1 read; T1 = 7", false, "unless by two");
    expect_found("register", TWICE "; T1 read; T1 = 7", SHOWN "T1 read; T1 = 7; T1 write 5; T1 =; T1 read; T1 = 7",
                 true, "one of whom had done so before");
    expect_found("register", TWICE "; T1 read; T1 = 7; T1 write 5; T1 =; T1 read; T1 = 5; T1 read; T1 = 7",
                 SHOWN "T1 read; T1 = 7", true, "who has taken effect before has done so");
    expect_found("cas-register", "T2 cas 5 7; T2 crash", SHOWN "T1 read; T1 = 7", false, "an exchange");
    expect_found("cas-register", "T2 cas 6 7; T2 crash", SHOWN "T1 read; T1 = 7", true, "which must be possible");
}

static void try_maps(void) {
    expect_found("map", "T2 put 1 7; T2 crash", "T1 put 1 5; T1 =; T1 get 1; T1 = 7", false, "the key of who crashed");
    expect_found("map", "T2 put 1 7; T2 crash", "T1 put 1 5; T1 =; T1 get 1; T1 = 6", true, "and what he put there");
}

/* Here the end was not seen, that is all; behind the gap it has come. */
static void try_lost(void) {
    lc_instance instance = instance_of("register");
    for (int more = 0; more < 2; more++) {
        lco_online *o = tell(&instance, more ? CRASHED "; T2 write 7; T2 lose; ?" : "T2 write 7; T2 lose; ?");
        go_on(o, &instance, SHOWN "T1 read; T1 = 7");
        expect(told(o) == !more, "what was only lost is over behind a gap%s", more ? ", but not who crashed" : "");
        if (more) go_on(o, &instance, "T1 write 5; T1 =; T1 read; T1 = 7");
        expect(told(o), "of whom there is one");
        lco_online_free(o);
    }
    lc_instance_free(&instance);
}

static void try_other_keys(void) {
    lc_instance instance = instance_of("map");
    lco_online *o = tell(&instance, "T2 put 1 7; T2 crash; T1 put 2 3; T1 =; ?; T1 put 2 5; T1 =; T1 get 2; T1 = 5");
    expect(!told(o), "another key is found");
    go_on(o, &instance, "T1 get 2; T1 = 7");
    expect(told(o), "and what crashed elsewhere is no excuse");
    lco_online_free(o);
    lc_instance_free(&instance);
}

/* Nobody knows what it was, so it may have been anything. */
static void try_unknown(void) {
    lc_instance instance = instance_of("register");
    lco_online *o = tell(&instance, "T1 write 1; T1 =");
    lco_online_crash_unknown(o);
    go_on(o, &instance, "?; T1 read; T1 = 5; T1 read; T1 = 6");
    expect(!told(o) && lco_online_coverage(o)->not_at_all == 2, "a crash that nobody saw may be anything");
    lco_online_reset(o);
    go_on(o, &instance, "T1 read; T1 = 5");
    expect(told(o), "but not in another history");
    lco_online_free(o);
    lc_instance_free(&instance);
}

/* Who crashed may also meet somebody behind the gap. */
static void try_meetings(void) {
    lc_instance instance = instance_of("channel");
    lco_online *o = tell(&instance, "T2 send 1; T2 crash; ?; T1 receive; T1 = 1");
    lco_online_flush(o);
    expect(!told(o) && lco_online_coverage(o)->exactly < 2, "channel: who crashed before a gap may be met behind it");
    lco_online_free(o);
    o = tell(&instance, "T2 send 1; T2 lose; ?; T1 receive; T1 = 1");
    lco_online_flush(o);
    expect(told(o), "channel: who was only lost may not");
    lco_online_free(o);
    lc_instance_free(&instance);
}

/* ---- containers behind a gap ---- */

static void expect_behind_gap(const char *spec, const char *events, bool wrong, const char *why) {
    lc_instance instance = instance_of(spec);
    lco_online *o = tell(&instance, events);
    lco_online_flush(o);
    const lco_online_violation *v = lco_online_violated(o);
    expect(wrong ? v && v->whole : !v, "%s: %s", spec, why);
    lco_online_free(o);
    lc_instance_free(&instance);
}

/* Values may repeat: of an element that is like one that was removed it is not known whether it is inside. */
static void try_containers(void) {
    expect_behind_gap("stack", "?; T1 push 1; T1 =; T1 pop; T1 = EMPTY", true, "added behind a gap, and not found");
    expect_behind_gap("stack", "?; T1 push 1; T1 =; T1 push 1; T1 =; T1 pop; T1 = EMPTY", true, "also twice");
    expect_behind_gap("stack", "?; T1 pop; T1 = 1; T1 push 2; T1 =; T2 push 3; T1 pop; T1 = EMPTY", true,
                      "whatever was inside before");
    expect_behind_gap("stack", "?; T1 push 1; T1 =; T1 pop; T1 = 1; T1 pop; T1 = EMPTY", false, "unless it is gone");
    expect_behind_gap("stack", "?; T1 push 1; T1 =; T2 pop; T1 pop; T1 = EMPTY", false, "or may be");
    expect_behind_gap("stack", "?; T1 push 1; T1 =; T1 pop; T1 = 1; T1 pop; T1 = 1; T1 pop; T1 = 1", false,
                      "what is removed may have been inside before");
    expect_behind_gap("stack", "T2 pop; T2 crash; ?; T1 push 1; T1 =; T1 pop; T1 = EMPTY", false,
                      "who crashed may have removed it");
    expect_behind_gap("stack", "T2 pop; T2 lose; ?; T1 push 1; T1 =; T1 pop; T1 = EMPTY", true,
                      "who was only lost may not");
    expect_behind_gap("bag", "?; T1 put 1; T1 =; T1 take; T1 = EMPTY", true, "added behind a gap, and not found");
}

/* Operations that show the state of other objects. */
static void try_shown(void) {
    expect_behind_gap("counter", "?; T1 fetch_add 2; T1 = 5; T1 get; T1 = 6", true, "fetch_add shows the state");
    expect_behind_gap("counter", "?; T1 fetch_add 2; T1 = 5; T1 get; T1 = 7", false, "which is the sum");
    expect_behind_gap("map", "?; T1 get 1; T1 = 5; T1 get 1; T1 = 6", true, "get shows a value");
    expect_behind_gap("map", "?; T1 get 1; T1 = nil; T1 del 1; T1 = true", false, "but not whether there is a key");
    expect_behind_gap("mutex", "?; T1 unlock; T1 =; T1 trylock; T1 = false", true, "unlock shows that it is free");
    expect_behind_gap("mutex", "?; T1 unlock; T1 =; T1 trylock; T1 = true", false, "and can be taken");
    expect_behind_gap("rwlock", "?; T1 wrunlock; T1 =; T1 wrunlock; T1 =", true, "wrunlock shows that it is free");
    expect_behind_gap("queue:capacity=2", "?; T1 deq; T1 = EMPTY; T1 deq; T1 = 1", true, "EMPTY shows the state");
    expect_behind_gap("stack:capacity=2", "?; T1 pop; T1 = EMPTY; T1 pop; T1 = 1", true, "EMPTY shows the state");
}

/* ---- excerpts ---- */

static uint32_t crashed_in(const lince_history *h) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < h->events.count; i++) count += lc_event_what(h->events.at[i]) == LC_CRASH;
    return count;
}

/* Long after somebody crashed the beginning is not among the recent operations: an excerpt begins where the state was
 * set, and has those beside who may still take effect. */
static void expect_whole(const char *before, const char *after, bool whole, uint32_t crashed, const char *why) {
    lc_instance instance = instance_of("register");
    lco_online *o = tell(&instance, before);
    for (int i = 0; i < 1000; i++) go_on(o, &instance, "T1 write 3; T1 =; T1 read; T1 = 3");
    go_on(o, &instance, after);
    const lco_online_violation *v = lco_online_violated(o);
    expect(v && v->history && v->whole == whole && crashed_in(v->history) == crashed, "%s", why);
    lco_online_free(o);
    lc_instance_free(&instance);
}

static void try_excerpts(void) {
    expect_whole(CRASHED, "T1 read; T1 = 9", true, 1, "an excerpt has who crashed long ago");
    expect_whole(CRASHED, "T1 read; T1 = 7; T1 write 4; T1 =; T1 read; T1 = 7", true, 0,
                 "but not if it was seen to take effect before the excerpt begins");
    expect_whole("T1 read; T1 = nil", CRASHED "; T1 read; T1 = 7; T1 write 4; T1 =; T1 read; T1 = 7", true, 0,
                 "even if that was just now");
    expect_whole(CRASHED, "T1 read; T1 = 7; T1 read; T1 = 4", true, 0, "nor if no operation has set the state since");
    expect_whole(TWICE, "T1 read; T1 = 9", true, 2, "several that are alike are all there");
    expect_whole("T2 write 7; T2 crash; T2 write 8; T2 crash", "T1 read; T1 = 9", true, 2, "two that differ are");
}

/* Again and again: what is kept does not grow. */
static void try_many_gaps(void) {
    lc_instance instance = instance_of("map");
    lco_online *o = tell(&instance, "T2 put 1 7; T2 crash");
    size_t first = 0;
    for (int i = 0; i < 20000; i++) {
        go_on(o, &instance, "T2 put 2 7; T2 lose; ?; T1 put 1 5; T1 =; T1 get 1; T1 = 5");
        if (i == 100) first = lco_online_memory(o);
    }
    expect(!told(o) && lco_online_memory(o) <= first, "20000 gaps in %zu KiB", lco_online_memory(o) >> 10);
    lco_online_free(o);
    lc_instance_free(&instance);
}

int main(void) {
    try_registers();
    try_maps();
    try_lost();
    try_other_keys();
    try_unknown();
    try_meetings();
    try_many_gaps();
    try_containers();
    try_shown();
    try_excerpts();
    return tap_end();
}
