/* Limits of a check, and its callbacks. */
#include "api.h"

#include <pthread.h>
#include <unistd.h>

#include "sum.h"

/* ---- something hard ---- */

/* All additions overlap, each leads to another sum, and no sum is the one that is read: 2 to the 40 states. */
static lince_history *hard_sum(void) {
    lince_history *h = lince_history_new();
    enum { THREADS = 40 };
    char name[16];
    for (int i = 0; i < THREADS; i++) {
        snprintf(name, sizeof name, "T%d", i);
        begin(h, name, "sum_add", number(h, (int64_t)1 << i));
    }
    whole(h, "reader", "sum_get", LINCE_NO_VALUE, number(h, -1));
    for (int i = 0; i < THREADS; i++) {
        snprintf(name, sizeof name, "T%d", i);
        end(h, name, LINCE_NO_VALUE);
    }
    return h;
}

/* ---- callbacks ---- */

typedef struct calls {
    pthread_t caller;
    int ticks, verdicts, ticks_before_verdict;
    bool elsewhere; /* a callback came from another thread */
    lince_verdict verdict;
    lince_reason reason;
    size_t explained; /* operations of witness and conflict when the verdict came */
    volatile int interrupt;
    int interrupt_at; /* the tick that sets it; 0: none does */
} calls;

static void on_tick(void *context) {
    calls *c = context;
    c->ticks++;
    c->elsewhere |= !pthread_equal(pthread_self(), c->caller);
    if (c->ticks == c->interrupt_at) c->interrupt = 1;
}

static void on_verdict(void *context, const lince_result *so_far) {
    calls *c = context;
    c->verdicts++;
    c->elsewhere |= !pthread_equal(pthread_self(), c->caller);
    c->ticks_before_verdict = c->ticks;
    c->verdict = lince_result_verdict(so_far);
    c->reason = lince_result_reason(so_far);
    size_t witness, conflict;
    lince_result_witness(so_far, &witness);
    lince_result_conflict(so_far, &conflict);
    c->explained = witness + conflict;
}

static lince_check_options listening(calls *c) {
    *c = (calls){.caller = pthread_self()};
    return (lince_check_options){
        .on_verdict = on_verdict, .on_tick = on_tick, .context = c, .interrupt = &c->interrupt};
}

static void expect_announced(const calls *c, lince_verdict verdict, lince_reason reason, const char *what) {
    expect(c->verdicts == 1 && c->verdict == verdict && c->reason == reason, "%s: the verdict is announced once", what);
    expect(c->explained == 0, "%s: before it is explained", what);
    expect(!c->elsewhere, "%s: callbacks come from the calling thread", what);
}

static void test_on_verdict(void) {
    calls c;
    lince_history *h = right_queue(), *wrong = wrong_queue(), *keys = many_keys();
    lince_specs *queue = specs_of("queue"), *map = specs_of("map");
    lince_check_options options = listening(&c);
    judged_ok(h, queue, &options);
    expect_announced(&c, LINCE_VERDICT_OK, LINCE_REASON_NONE, "ok");
    options = listening(&c);
    options.criterion = LINCE_SEQUENTIAL;
    judged_ok(h, queue, &options);
    expect_announced(&c, LINCE_VERDICT_OK, LINCE_REASON_NONE, "sequential");
    options = listening(&c);
    judged_wrong(wrong, queue, &options);
    expect_announced(&c, LINCE_VERDICT_VIOLATION, LINCE_REASON_NONE, "violation");
    options = listening(&c);
    options.criterion = LINCE_SEQUENTIAL;
    judged_wrong(wrong, queue, &options);
    expect_announced(&c, LINCE_VERDICT_VIOLATION, LINCE_REASON_NONE, "sequential violation");
    options = listening(&c);
    options.jobs = 4;
    judged_ok(keys, map, &options);
    expect_announced(&c, LINCE_VERDICT_OK, LINCE_REASON_NONE, "four jobs");
    options = listening(&c);
    refused(h, NULL, &options, "no specification");
    expect(c.verdicts == 0, "where there is nothing to give a verdict on, there is none");
    lince_history_free(h);
    lince_history_free(wrong);
    lince_history_free(keys);
    lince_specs_free(queue);
    lince_specs_free(map);
}

/* ---- limits ---- */

static void test_timeout(const lince_history *h, const lince_specs *sum) {
    calls c;
    lince_check_options options = listening(&c);
    options.timeout = 0.3;
    expect(judged(h, sum, &options, LINCE_VERDICT_UNKNOWN, LINCE_REASON_TIMEOUT), "a hard history: no time left");
    expect_announced(&c, LINCE_VERDICT_UNKNOWN, LINCE_REASON_TIMEOUT, "timeout");
    expect(c.ticks >= 20, "ticks come often (%d in 0.3 s)", c.ticks);
    lince_history *easy = right_queue();
    lince_specs *queue = specs_of("queue");
    options = (lince_check_options){.timeout = 60, .max_memory = 100 << 20};
    expect(judged_ok(easy, queue, &options), "limits that are not reached change nothing");
    lince_history_free(easy);
    lince_specs_free(queue);
}

static void test_memory(const lince_history *h, const lince_specs *sum) {
    calls c;
    lince_check_options options = listening(&c);
    options.timeout = 60;
    options.max_memory = 4 << 20;
    expect(judged(h, sum, &options, LINCE_VERDICT_UNKNOWN, LINCE_REASON_MEMORY), "a hard history: no memory left");
    expect_announced(&c, LINCE_VERDICT_UNKNOWN, LINCE_REASON_MEMORY, "memory");
    options = listening(&c);
    options.max_memory = 1;
    expect(judged(h, sum, &options, LINCE_VERDICT_UNKNOWN, LINCE_REASON_MEMORY), "hardly any to begin with");
    expect_announced(&c, LINCE_VERDICT_UNKNOWN, LINCE_REASON_MEMORY, "hardly any memory");
}

static void *interrupt_soon(void *flag) {
    usleep(50000);
    *(volatile int *)flag = 1;
    return NULL;
}

static void test_interrupt(const lince_history *h, const lince_specs *sum) {
    calls c;
    lince_check_options options = listening(&c);
    options.timeout = 60;
    c.interrupt_at = 5;
    expect(judged(h, sum, &options, LINCE_VERDICT_UNKNOWN, LINCE_REASON_INTERRUPT), "interrupted by a callback");
    expect_announced(&c, LINCE_VERDICT_UNKNOWN, LINCE_REASON_INTERRUPT, "interrupt");
    expect(c.ticks_before_verdict == 5, "at once (tick %d)", c.ticks_before_verdict);
    options = listening(&c);
    options.timeout = 60;
    pthread_t other;
    if (pthread_create(&other, NULL, interrupt_soon, (void *)&c.interrupt)) abort();
    expect(judged(h, sum, &options, LINCE_VERDICT_UNKNOWN, LINCE_REASON_INTERRUPT), "interrupted by a thread");
    pthread_join(other, NULL);
    options.criterion = LINCE_SEQUENTIAL;
    expect(judged(h, sum, &options, LINCE_VERDICT_UNKNOWN, LINCE_REASON_INTERRUPT),
           "interrupted before it began, sequential");
}

int main(void) {
    test_on_verdict();
    lince_history *h = hard_sum();
    lince_specs *sum = lince_specs_new();
    if (lince_specs_add_own(sum, NULL, &sum_spec, NULL) != LINCE_DONE) abort();
    test_timeout(h, sum);
    test_memory(h, sum);
    test_interrupt(h, sum);
    lince_history_free(h);
    lince_specs_free(sum);
    return tap_end();
}
