/* What is counted as checked exactly is decided as `lince check` would: values that repeat, operations that only look,
 * overlapping additions, and cuts between them.  Known-right scripts stand beside the wrong ones. */
#include "../script.h"
#include "../tap.h"

/* A `|` is a cut: all is judged, and only what is carried over is left. */
static lco_online *tell_cut(const lc_instance *instance, const char *script) {
    char *copy = strdup(script), *rest = copy, *part;
    lco_online *o = watch(instance);
    while ((part = strsep(&rest, "|"))) {
        while (*part == ' ') part++;
        go_on(o, instance, part);
        lco_online_flush(o);
    }
    free(copy);
    return o;
}

static void expect_exact(const char *spec, const char *script, bool wrong, const char *why) {
    lc_instance instance = instance_of(spec);
    lco_online *o = tell_cut(&instance, script);
    const lco_online_covered *c = lco_online_coverage(o);
    expect(told(o) == wrong && (wrong || c->exactly == c->operations), "%s: %s", spec, why);
    lco_online_free(o);
    lc_instance_free(&instance);
}

static void try_peeks(void) {
    expect_exact("queue", "T1 deq; T1 = EMPTY; T1 peek; T1 = 1; T2 enq 1; T2 =", true, "seen before it was added");
    expect_exact("queue", "T1 peek; T1 = 7", true, "the first one looks at nothing");
    expect_exact("queue", "T1 enq 1; T1 =; T1 enq 2; T1 =; T2 peek; T2 = 2; T1 deq; T1 = 1", true, "not the first");
    expect_exact("queue", "T1 enq 1; T1 =; T1 enq 2; T1 =; T2 peek; T2 = 1; T1 deq; T1 = 1", false, "the first");
    expect_exact("queue", "T1 enq 1; T2 enq 2; T1 =; T2 =; T1 peek; T1 = 1 | T1 deq; T1 = 2", true,
                 "who was seen in front is first, also behind a cut");
    expect_exact("queue", "T1 enq 1; T2 enq 2; T1 =; T2 =; T1 peek; T1 = 1 | T1 deq; T1 = 1", false,
                 "and leaves first");
    expect_exact("stack", "T1 push 1; T2 push 2; T1 =; T2 =; T1 peek; T1 = 1 | T1 pop; T1 = 2", true, "the top");
    expect_exact("stack", "T1 push 1; T2 push 2; T1 =; T2 =; T1 peek; T1 = 1 | T1 pop; T1 = 1", false, "the top");
    expect_exact("queue", "T1 enq 1; T1 =; T2 peek | T1 deq; T1 = 1 | T2 = 1", false, "who looks stays over a cut");
}

/* push(1) and push(2) overlap, but 3 came above the former and below the latter. */
static void try_overlaps(void) {
    static const char between[] =
        "T1 push 1; T2 push 3; T2 =; T2 push 2; T1 =; T2 =; T3 pop; T3 = 2; T3 pop; T3 = 3;"
        "T2 push 4; T2 =";
    lc_instance instance = instance_of("stack");
    lco_online *o = tell_cut(&instance, between);
    expect(!told(o), "stack: additions that overlap");
    lco_online_free(o);
    lc_instance_free(&instance);
    expect_exact("stack",
                 "T1 push 1; T2 push 3; T2 =; T3 push 2; T1 =; T2 pop; T2 = 3; T3 = | T1 pop; T1 = 2; T1 pop; T1 = 1",
                 false, "an element that is gone allows one order");
    expect_exact("stack",
                 "T1 push 1; T3 push 3; T3 =; T2 push 2; T1 =; T2 =; T4 pop; T4 = 2; T4 push 5; T4 =; T4 pop;"
                 "T4 = 5; T4 pop; T4 = 3 | T1 pop; T1 = 1; T1 pop; T1 = EMPTY",
                 false, "all that is above has gone");
    expect_exact("deque", "T1 push_front 1; T2 push_back 2; T1 =; T2 = | T1 pop_front; T1 = 2", true, "two ends");
    expect_exact("deque", "T1 push_front 1; T2 push_front 2; T1 =; T2 = | T1 pop_front; T1 = 2", false, "one end");
}

static void add_many(lco_online *o, uint32_t method, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        lince_value one = lince_int(lco_online_values(o), 1);
        lco_online_call(o, 0, method, &one, 1, &(lince_error){0});
        lco_online_return(o, 0, NULL, 0, &(lince_error){0});
    }
}

static void expect_repeated(const char *spec, uint32_t count, const char *then, bool wrong) {
    lc_instance instance = instance_of(spec);
    lco_online *o = watch(&instance);
    add_many(o, 0, count);
    go_on(o, &instance, then);
    lco_online_flush(o);
    const lco_online_covered *c = lco_online_coverage(o);
    expect(told(o) == wrong && (wrong || c->exactly == c->operations), "%s: %u times the same, then %s", spec, count,
           then);
    lco_online_free(o);
    lc_instance_free(&instance);
}

static void try_repeated(void) {
    static const uint32_t counts[] = {10, 1000, 3000};
    for (size_t i = 0; i < 3; i++) {
        expect_repeated("queue", counts[i], "T1 deq; T1 = EMPTY", true);
        expect_repeated("queue", counts[i], "T1 deq; T1 = 1", false);
        expect_repeated("queue", counts[i], "T1 enq 2; T1 =; T1 deq; T1 = 2", true);
        expect_repeated("stack", counts[i], "T1 pop; T1 = EMPTY", true);
        expect_repeated("stack", counts[i], "T1 push 2; T1 =; T1 pop; T1 = 1", true);
        expect_repeated("stack", counts[i], "T1 push 2; T1 =; T1 pop; T1 = 2; T1 pop; T1 = 1", false);
        expect_repeated("bag", counts[i], "T1 take; T1 = EMPTY", true);
        expect_repeated("bag", counts[i], "T1 take; T1 = 1", false);
        expect_repeated("pqueue", counts[i], "T1 delmin; T1 = EMPTY", true);
        expect_repeated("pqueue", counts[i], "T1 insert 2; T1 =; T1 delmin; T1 = 1", false);
    }
}

/* Where nobody can say what is inside, that is what is counted; and once the container is empty all is known again. */
static void try_too_many(void) {
    lc_instance instance = instance_of("queue");
    lco_online *o = tell(&instance, "T1 deq; T1 = EMPTY");
    uint32_t enq = 0;
    for (uint32_t round = 0; round < 8; round++) {
        for (uint32_t slot = 0; slot < 8; slot++) {
            lince_value value = lince_int(lco_online_values(o), (round + slot) % 5);
            lco_online_call(o, slot, enq, &value, 1, &(lince_error){0});
        }
        for (uint32_t slot = 0; slot < 8; slot++) lco_online_return(o, slot, NULL, 0, &(lince_error){0});
        lco_online_flush(o);
    }
    const lco_online_covered *c = lco_online_coverage(o);
    expect(!told(o) && c->in_part && c->exactly + c->in_part == c->operations, "queue: too many orders: in part");
    lco_online_free(o);
    lc_instance_free(&instance);
}

static void expect_reason(const char *spec, const char *script, const char *begins) {
    lc_instance instance = instance_of(spec);
    lco_online *o = tell_cut(&instance, script);
    const lco_online_violation *v = lco_online_violated(o);
    expect(v && !strncmp(v->reason, begins, strlen(begins)) && v->whole, "%s: %s", spec, begins);
    lco_online_free(o);
    lc_instance_free(&instance);
}

static void try_reasons(void) {
    expect_reason("queue", "T1 enq 1; T1 =; T1 deq; T1 = 1; T2 deq; T2 = 1", "removed twice");
    expect_reason("queue", "T1 enq 1; T1 =; T2 deq; T2 = 2", "removed but never added");
    expect_reason("stack", "T1 push 1; T1 =; T1 pop; T1 = 1 | T2 pop; T2 = 1", "removed twice");
    expect_reason("bag", "T1 put 1; T1 =; T1 take; T1 = 1 | T2 take; T2 = 1", "removed twice");
}

/* Behind a gap, if no value is ever added twice: what was inside before leaves before what came later. */
static void try_strangers(void) {
    lc_instance instance = instance_of("queue");
    for (int late = 0; late < 2; late++) {
        lco_online *o = NULL;
        lco_online_options options = {.instance = &instance, .length = 2, .unique = true};
        (void)lco_online_new(&o, &options, &(lince_error){0});
        go_on(o, &instance, "T1 enq 1; T1 =; ?; T1 enq 5; T1 =");
        go_on(o, &instance, late ? "T1 deq; T1 = 5; T1 deq; T1 = 7" : "T1 deq; T1 = 7; T1 deq; T1 = 5");
        const lco_online_violation *v = lco_online_violated(o);
        expect(late ? v && v->whole : !v, "queue: a stranger behind a gap comes out %s", late ? "too late" : "first");
        expect(lco_online_coverage(o)->exactly <= 1, "queue: while there may be strangers nothing is exact");
        lco_online_free(o);
    }
    lc_instance_free(&instance);
}

int main(void) {
    try_peeks();
    try_overlaps();
    try_repeated();
    try_too_many();
    try_reasons();
    try_strangers();
    return tap_end();
}
