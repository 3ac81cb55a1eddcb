/* Checks: verdicts, what explains them, limits, options and callbacks. */
#include "api.h"

#include <pthread.h>
#include <unistd.h>

/* ---- histories ---- */

/* A queue whose results an order explains. */
static lince_history *right_queue(void) {
    lince_history *h = lince_history_new();
    begin(h, "T1", "enq", number(h, 1));                 /* 0 */
    whole(h, "T3", "enq", number(h, 2), LINCE_NO_VALUE); /* 1 */
    begin(h, "T2", "deq", LINCE_NO_VALUE);               /* 2 */
    end(h, "T1", LINCE_NO_VALUE);
    end(h, "T2", number(h, 2));
    whole(h, "T2", "deq", LINCE_NO_VALUE, number(h, 1)); /* 3 */
    whole(h, "T2", "deq", LINCE_NO_VALUE, LINCE_EMPTY);  /* 4 */
    return h;
}

/* Many operations, of which 20, 21 and 22 say that one element was removed twice. */
static lince_history *wrong_queue(void) {
    lince_history *h = lince_history_new();
    for (int i = 0; i < 10; i++) {
        whole(h, "T1", "enq", number(h, i), LINCE_NO_VALUE);
        whole(h, "T2", "deq", LINCE_NO_VALUE, number(h, i));
    }
    whole(h, "T1", "enq", number(h, 77), LINCE_NO_VALUE);
    begin(h, "T1", "deq", LINCE_NO_VALUE);
    begin(h, "T2", "deq", LINCE_NO_VALUE);
    end(h, "T2", number(h, 77));
    end(h, "T1", number(h, 77));
    for (int i = 30; i < 40; i++) whole(h, "T1", "enq", number(h, i), LINCE_NO_VALUE);
    return h;
}

/* All additions overlap, each leads to another sum, and no sum is what is read: 2 to the 40 states to try. */
static lince_history *hard_counter(void) {
    lince_history *h = lince_history_new();
    enum { THREADS = 40 };
    char name[16];
    for (int i = 0; i < THREADS; i++) {
        snprintf(name, sizeof name, "T%d", i);
        begin(h, name, "add", number(h, (int64_t)1 << i));
    }
    whole(h, "reader", "get", LINCE_NO_VALUE, number(h, -1));
    for (int i = 0; i < THREADS; i++) {
        snprintf(name, sizeof name, "T%d", i);
        end(h, name, LINCE_NO_VALUE);
    }
    return h;
}

/* ---- verdicts and what explains them ---- */

static void test_witness(void) {
    lince_history *h = right_queue();
    lince_specs *queue = specs_of("queue");
    lince_result *result = NULL;
    lince_error error = {.message = ""};
    expect(lince_check(h, queue, NULL, &result, &error) == LINCE_DONE, "a check needs no options %s", error.message);
    expect(lince_result_verdict(result) == LINCE_VERDICT_OK && lince_result_reason(result) == LINCE_REASON_NONE, "ok");
    size_t count = 99;
    const uint32_t *order = lince_result_witness(result, &count);
    /* Operation 0 overlaps 1 and 2; everything else is in sequence. */
    static const uint32_t possible[2][5] = {{1, 0, 2, 3, 4}, {1, 2, 0, 3, 4}};
    expect(count == 5 &&
               (!memcmp(order, possible[0], sizeof *possible) || !memcmp(order, possible[1], sizeof *possible)),
           "the witness is an order that a queue allows");
    count = 99;
    lince_result_conflict(result, &count);
    expect(count == 0, "there is no conflict then");
    lince_result_free(result);
    lince_result_free(NULL);

    lince_history *empty = lince_history_new();
    result = NULL;
    expect(lince_check(empty, queue, NULL, &result, NULL) == LINCE_DONE &&
               lince_result_verdict(result) == LINCE_VERDICT_OK,
           "the empty history is correct");
    lince_result_witness(result, &count);
    expect(count == 0, "and its witness is empty");
    lince_result_free(result);
    lince_history_free(empty);
    lince_history_free(h);
    lince_specs_free(queue);
}

static void test_conflict(void) {
    lince_history *h = wrong_queue();
    lince_specs *queue = specs_of("queue");
    lince_result *result = NULL;
    size_t count = 99;
    lince_status status = lince_check(h, queue, NULL, &result, NULL);
    if (expect(status == LINCE_DONE && lince_result_verdict(result) == LINCE_VERDICT_VIOLATION &&
                   lince_result_reason(result) == LINCE_REASON_NONE,
               "a violation")) {
        const uint32_t *ops = lince_result_conflict(result, &count);
        expect(count == 3 && ops[0] == 20 && ops[1] == 21 && ops[2] == 22,
               "the conflict is the operations that contradict each other, by call order");
        lince_result_witness(result, &count);
        expect(count == 0, "there is no witness then");
    }
    lince_result_free(result);
    result = NULL;
    lince_check_options brief = {.no_explanation = true};
    status = lince_check(h, queue, &brief, &result, NULL);
    lince_result_conflict(result, &count);
    expect(status == LINCE_DONE && lince_result_verdict(result) == LINCE_VERDICT_VIOLATION && count == 0,
           "without an explanation there is only the verdict");
    lince_result_free(result);
    lince_history_free(h);
    lince_specs_free(queue);
}

/* What is pending may have happened or not; what failed has not. */
static void test_pending(void) {
    lince_specs *queue = specs_of("queue");
    lince_history *h = lince_history_new();
    begin(h, "T1", "enq", number(h, 1));
    lince_crash(h, "T1", NULL);
    begin(h, "T2", "enq", number(h, 2));
    whole(h, "T3", "deq", LINCE_NO_VALUE, number(h, 1));
    lince_result *result = NULL;
    size_t count = 0;
    lince_check(h, queue, NULL, &result, NULL);
    const uint32_t *order = lince_result_witness(result, &count);
    expect(lince_result_verdict(result) == LINCE_VERDICT_OK && count == 2 && order[0] == 0 && order[1] == 2,
           "a crashed operation takes effect where it is needed, a pending one is left out where it is not");
    lince_result_free(result);
    lince_history_free(h);

    h = lince_history_new();
    begin(h, "T1", "enq", number(h, 1));
    lince_fail(h, "T1", NULL);
    whole(h, "T2", "deq", LINCE_NO_VALUE, number(h, 1));
    expect(judged_wrong(h, queue, NULL), "a failed operation did not happen");
    lince_history_free(h);
    lince_specs_free(queue);
}

/* ---- options ---- */

static void test_criterion(void) {
    lince_history *h = lince_history_new();
    whole(h, "T1", "write", number(h, 1), LINCE_NO_VALUE);
    whole(h, "T2", "read", LINCE_NO_VALUE, LINCE_NIL);
    lince_specs *specs = specs_of("register");
    lince_check_options options = {.criterion = LINCE_SEQUENTIAL};
    expect(judged_wrong(h, specs, NULL), "a stale read is not linearizable");
    expect(judged_ok(h, specs, &options), "but sequentially consistent");
    whole(h, "T1", "read", LINCE_NO_VALUE, LINCE_NIL);
    expect(judged_wrong(h, specs, &options), "not if it comes from the thread that wrote");
    lince_history_free(h);

    h = lince_history_new();
    whole(h, "T1", "read", LINCE_NO_VALUE, number(h, 7));
    options = (lince_check_options){.init = number(h, 7)};
    expect(judged_wrong(h, specs, NULL) && judged_ok(h, specs, &options), "the initial value of a register");
    lince_history_free(h);
    lince_specs_free(specs);
}

static void test_fail_returns(void) {
    lince_history *h = lince_history_new();
    lince_value same[] = {LINCE_NIL, number(h, 1)};
    lince_invoke(h, "T1", NULL, "cas", same, 2, NULL);
    lince_fail(h, "T1", NULL);
    lince_specs *specs = specs_of("cas-register");
    static const char *const cas[] = {"cas"}, *const read[] = {"read"};
    lince_check_options options = {.fail_returns = cas, .fail_returns_count = 1};
    expect(judged_ok(h, specs, NULL), "a cas that fails did not happen");
    expect(judged_wrong(h, specs, &options), "unless that means that it returned false");
    options.fail_returns = read;
    expect(judged_ok(h, specs, &options), "which is said of each method for itself");
    lince_history_free(h);
    lince_specs_free(specs);
}

/* Optimisations change no verdict. */
static void test_tuning(void) {
    lince_history *right = right_queue(), *wrong = wrong_queue();
    lince_specs *queue = specs_of("queue");
    bool same = true;
    for (unsigned bits = 0; bits < 32; bits++) {
        lince_check_options options = {.no_partition = bits & 1,
                                       .no_pure = bits & 2,
                                       .no_dominance = bits & 4,
                                       .no_key_independence = bits & 8,
                                       .no_memo = bits & 16};
        same = same && judged_ok(right, queue, &options) && judged_wrong(wrong, queue, &options);
    }
    expect(same, "switching optimisations off changes no verdict");
    lince_history_free(right);
    lince_history_free(wrong);
    lince_specs_free(queue);
}

static lince_history *many_keys(void) {
    lince_history *h = lince_history_new();
    for (int i = 0; i < 4000; i++) {
        lince_value put[] = {number(h, i % 200), number(h, i)};
        lince_invoke(h, i % 2 ? "T1" : "T2", NULL, "put", put, 2, NULL);
        if (i) end(h, i % 2 ? "T2" : "T1", LINCE_NO_VALUE);
    }
    end(h, "T1", LINCE_NO_VALUE);
    return h;
}

static void test_jobs(void) {
    lince_history *h = many_keys();
    lince_specs *map = specs_of("map");
    lince_result *results[2] = {NULL, NULL};
    const uint32_t *orders[2];
    size_t counts[2];
    for (unsigned i = 0; i < 2; i++) {
        lince_check_options options = {.jobs = i ? 4 : 1};
        lince_check(h, map, &options, &results[i], NULL);
        orders[i] = lince_result_witness(results[i], &counts[i]);
    }
    expect(lince_result_verdict(results[0]) == LINCE_VERDICT_OK && counts[0] == 4000, "4000 operations on 200 keys");
    expect(counts[0] == counts[1] && !memcmp(orders[0], orders[1], counts[0] * sizeof **orders),
           "the witness does not depend on the number of threads");
    lince_result_free(results[0]);
    lince_result_free(results[1]);
    lince_history_free(h);
    lince_specs_free(map);
}

/* ---- limits and callbacks ---- */

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

static void test_timeout(const lince_history *h, const lince_specs *counter) {
    calls c;
    lince_check_options options = listening(&c);
    options.timeout = 0.3;
    expect(judged(h, counter, &options, LINCE_VERDICT_UNKNOWN, LINCE_REASON_TIMEOUT), "a hard history: no time left");
    expect_announced(&c, LINCE_VERDICT_UNKNOWN, LINCE_REASON_TIMEOUT, "timeout");
    expect(c.ticks >= 20, "ticks come often (%d in 0.3 s)", c.ticks);
    lince_history *easy = right_queue();
    lince_specs *queue = specs_of("queue");
    options = (lince_check_options){.timeout = 60, .max_memory = 100 << 20};
    expect(judged_ok(easy, queue, &options), "limits that are not reached change nothing");
    lince_history_free(easy);
    lince_specs_free(queue);
}

static void test_memory(const lince_history *h, const lince_specs *counter) {
    calls c;
    lince_check_options options = listening(&c);
    options.timeout = 60;
    options.max_memory = 4 << 20;
    expect(judged(h, counter, &options, LINCE_VERDICT_UNKNOWN, LINCE_REASON_MEMORY), "a hard history: no memory left");
    expect_announced(&c, LINCE_VERDICT_UNKNOWN, LINCE_REASON_MEMORY, "memory");
    options = listening(&c);
    options.max_memory = 1;
    expect(judged(h, counter, &options, LINCE_VERDICT_UNKNOWN, LINCE_REASON_MEMORY), "hardly any to begin with");
    expect_announced(&c, LINCE_VERDICT_UNKNOWN, LINCE_REASON_MEMORY, "hardly any memory");
}

static void *interrupt_soon(void *flag) {
    usleep(50000);
    *(volatile int *)flag = 1;
    return NULL;
}

static void test_interrupt(const lince_history *h, const lince_specs *counter) {
    calls c;
    lince_check_options options = listening(&c);
    options.timeout = 60;
    c.interrupt_at = 5;
    expect(judged(h, counter, &options, LINCE_VERDICT_UNKNOWN, LINCE_REASON_INTERRUPT), "interrupted by a callback");
    expect_announced(&c, LINCE_VERDICT_UNKNOWN, LINCE_REASON_INTERRUPT, "interrupt");
    expect(c.ticks_before_verdict == 5, "at once (tick %d)", c.ticks_before_verdict);
    options = listening(&c);
    options.timeout = 60;
    pthread_t other;
    if (pthread_create(&other, NULL, interrupt_soon, (void *)&c.interrupt)) abort();
    expect(judged(h, counter, &options, LINCE_VERDICT_UNKNOWN, LINCE_REASON_INTERRUPT), "interrupted by a thread");
    pthread_join(other, NULL);
    options.criterion = LINCE_SEQUENTIAL;
    expect(judged(h, counter, &options, LINCE_VERDICT_UNKNOWN, LINCE_REASON_INTERRUPT),
           "interrupted before it began, sequential");
}

int main(void) {
    test_witness();
    test_conflict();
    test_pending();
    test_criterion();
    test_fail_returns();
    test_tuning();
    test_jobs();
    test_on_verdict();
    lince_history *h = hard_counter();
    lince_specs *counter = specs_of("counter");
    test_timeout(h, counter);
    test_memory(h, counter);
    test_interrupt(h, counter);
    lince_history_free(h);
    lince_specs_free(counter);
    return tap_end();
}
