/* Recording and merging, judged by a checker of its own: operations draw tickets while they run, so the order in which
 * they took effect is known, and no claim that one was before another may contradict it. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "history/values.h"
#include "monitor/monitor.h"
#include "tap.h"

/* ---- what takes the place of the online checker ---- */

enum { SLOTS = 256 };
static struct {
    bool open[SLOTS];
    int64_t before[SLOTS]; /* the largest ticket of those that had returned when it was called */
    int64_t largest;
    uint64_t calls, returns, crashes, unknown_crashes, gaps, unpaired, contradictions;
    long delay; /* nanoseconds an event */
} seen;
struct lco_online {
    lc_budget budget;
    lince_values values;
    lco_online_covered covered;
};

lince_status lco_online_new(lco_online **out, const lco_online_options *options, lince_error *error) {
    (void)options, (void)error;
    *out = calloc(1, sizeof **out);
    lc_budget_init(&(*out)->budget, 0);
    lc_values_init(&(*out)->values, NULL, &(*out)->budget);
    memset(&seen, 0, sizeof seen);
    return LINCE_DONE;
}
void lco_online_free(lco_online *o) {
    if (o) lc_values_destroy(&o->values);
    free(o);
}
lince_values *lco_online_values(lco_online *o) { return &o->values; }

static void dawdle(void) {
    struct timespec time = {0, seen.delay};
    if (seen.delay) nanosleep(&time, NULL);
}

bool lco_online_call(lco_online *o, uint32_t slot, uint32_t method, const lince_value *args, uint32_t count,
                     lince_error *error) {
    (void)method, (void)args, (void)error;
    dawdle();
    if (count > 1) return false;
    o->covered.operations++;
    seen.calls++;
    seen.unpaired += seen.open[slot];
    seen.open[slot] = true;
    seen.before[slot] = seen.largest;
    return true;
}
bool lco_online_return(lco_online *o, uint32_t slot, const lince_value *results, uint32_t count, lince_error *error) {
    (void)error;
    dawdle();
    seen.returns++;
    seen.unpaired += !seen.open[slot];
    seen.open[slot] = false;
    int64_t ticket = 0;
    if (count) lince_get_int(&o->values, results[0], &ticket);
    seen.contradictions += count && ticket <= seen.before[slot];
    if (ticket > seen.largest) seen.largest = ticket;
    return true;
}
void lco_online_crash(lco_online *o, uint32_t slot) {
    (void)o;
    seen.crashes++;
    seen.unpaired += !seen.open[slot];
    seen.open[slot] = false;
}
void lco_online_crash_unknown(lco_online *o) {
    (void)o;
    seen.unknown_crashes++;
}
void lco_online_fail(lco_online *o, uint32_t slot) { lco_online_crash(o, slot); }
void lco_online_name(lco_online *o, uint32_t slot, const char *name) { (void)o, (void)slot, (void)name; }
void lco_online_gap(lco_online *o) {
    o->covered.gaps = ++seen.gaps;
    memset(seen.open, 0, sizeof seen.open);
}
void lco_online_reset(lco_online *o) { (void)o; }
void lco_online_flush(lco_online *o) { (void)o; }
void lco_online_remind(lco_online *o, double now) { (void)o, (void)now; }
const lco_online_violation *lco_online_violated(const lco_online *o) { return (void)o, NULL; }
const lco_online_covered *lco_online_coverage(const lco_online *o) { return &o->covered; }
size_t lco_online_memory(const lco_online *o) { return o->budget.used; }

/* ---- threads that use something ---- */

enum { THREADS = 4 };
static lince_monitor *m;
static int method;
static atomic_long tickets;
static atomic_bool stop;
static struct timespec a_while = {0, 300000000};

static lince_monitor *new_monitor(unsigned buffer, bool no_thread) {
    lince_monitor_options options = {
        .spec = "counter", .buffer = buffer, .no_thread = no_thread, .quiet = true, .settle = -1};
    m = lince_monitor_new(&options, NULL);
    method = lince_monitor_method(m, "fetch_add");
    tickets = 1;
    stop = false;
    return m;
}

static void *right(void *unused) {
    for (; !stop;) {
        lince_monitor_call(m, method, 1);
        long ticket = atomic_fetch_add(&tickets, 1);
        lince_monitor_return(m, ticket);
    }
    return unused;
}

/* Others can see what it does only after it has said that it is done: without a fence at the return this is wrong, too.
 */
static _Atomic long published[THREADS];
static void *unfenced(void *number) {
    _Atomic long *own = &published[(intptr_t)number];
    for (long n = 1; !stop; n++) {
        lince_monitor_call(m, method, 1);
        atomic_store_explicit(own, n, memory_order_release);
        lince_monitor_return(m);
    }
    return NULL;
}

static void run(void *(*body)(void *), unsigned count) {
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < count; i++) pthread_create(&threads[i], NULL, body, (void *)(intptr_t)i);
    nanosleep(&a_while, NULL);
    stop = true;
    for (unsigned i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

/* The same where the program judges itself, meanwhile. */
static void run_polled(void *(*body)(void *), unsigned count) {
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < count; i++) pthread_create(&threads[i], NULL, body, (void *)(intptr_t)i);
    for (int i = 0; i < 300; i++) {
        struct timespec moment = {0, 1000000};
        nanosleep(&moment, NULL);
        lince_monitor_poll(m);
    }
    stop = true;
    for (unsigned i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

/* Everything in one thread, so that it is known what happens. */
static void one(long ticket) {
    lince_monitor_call(m, method, 1);
    lince_monitor_return(m, ticket);
}

static bool adds_up(const lince_monitor_figures *f) {
    return f->events == f->skipped + seen.calls + seen.returns + seen.crashes;
}

static void test_order(void) {
    lince_monitor_figures f;
    new_monitor(0, false);
    run(right, THREADS);
    lince_monitor_free(m, &f);
    printf("# %llu operations, %llu gaps\n", (unsigned long long)seen.calls, (unsigned long long)seen.gaps);
    expect(seen.calls > 1000 && seen.contradictions == 0, "no order is claimed that did not hold");
    expect(seen.unpaired == 0 && adds_up(&f), "calls and returns belong together");
    expect(f.buffers == THREADS, "each thread has a buffer");
    new_monitor(0, true);
    one(2);
    one(1);
    lince_monitor_free(m, &f);
    expect(seen.contradictions == 1, "wrong orders would have been noticed");
    new_monitor(0, false);
    run(unfenced, 2);
    lince_monitor_free(m, &f);
    expect(seen.unpaired == 0 && adds_up(&f), "operations without a result are recorded as well");
}

/* Where the kernel cannot interrupt the threads they use fences, and where it does not trust the processor's counter
 * its own clock. */
static void test_elsewhere(void) {
    lince_monitor_figures f;
    new_monitor(0, true);
    m->barrier = false;
    run_polled(right, THREADS);
    lince_monitor_free(m, &f);
    expect(seen.calls > 1000 && seen.contradictions == 0 && seen.unpaired == 0 && adds_up(&f),
           "no wrong order without membarrier");
    new_monitor(0, true);
    lc_stamp_doubt();
    run_polled(right, THREADS);
    lince_monitor_free(m, &f);
    expect(seen.calls > 1000 && seen.contradictions == 0 && seen.unpaired == 0 && adds_up(&f),
           "and none with the kernel's clock");
    lc_stamp_init();
}

static void test_overflow(void) {
    lince_monitor_figures f;
    new_monitor(128, false);
    seen.delay = 20000;
    run(right, THREADS);
    seen.delay = 0;
    lince_monitor_free(m, &f);
    expect(f.lost > 0 && f.gaps > 0, "a checker that is too slow leaves gaps");
    expect(f.events + f.lost == 2 * ((uint64_t)tickets - 1), "and knows what it has missed");
    expect(seen.contradictions == 0 && seen.unpaired == 0 && adds_up(&f), "what it sees belongs together all the same");
}

static void test_gap(void) {
    lince_monitor_figures f;
    new_monitor(64, true); /* 128 words */
    for (long i = 1; i <= 1000; i++) one(i);
    lince_monitor_poll(m);
    uint64_t first = seen.calls;
    expect(first > 10 && first < 64 && seen.gaps == 0, "what fits is there");
    one(1001);
    lince_monitor_flush(m);
    lince_monitor_read(m, &f);
    expect(seen.gaps == 1 && f.gaps == 1 && f.lost == 2000 - 2 * first, "then there is a gap, of known size");
    expect(seen.calls == first + 1 && seen.returns == seen.calls, "after which recording goes on");
    for (long i = 0; i < 1000; i++) one(2000 + i);
    lince_monitor_flush(m);
    lince_monitor_flush(m);
    expect(seen.gaps == 2, "a thread that has lost events and does nothing any more does not keep others waiting");
    one(4000);
    lince_monitor_free(m, &f);
    expect(seen.gaps == 2 && f.events + f.lost == 2 * 2002 && seen.unpaired == 0 && adds_up(&f),
           "and is recorded again when it goes on");
}

static atomic_int stage;
static void await(int wanted) {
    while (stage < wanted) sched_yield();
}
static void *long_operation(void *unused) {
    lince_monitor_call(m, method, 1);
    stage = 1;
    await(2);
    lince_monitor_return(m, 5000);
    return unused;
}

static void test_quiescence(void) {
    pthread_t thread;
    new_monitor(64, true);
    stage = 0;
    pthread_create(&thread, NULL, long_operation, NULL);
    await(1);
    for (long i = 1; i <= 500; i++) one(i);
    lince_monitor_poll(m);
    uint64_t first = seen.calls;
    for (int i = 0; i < 5; i++) one(1000 + i), lince_monitor_flush(m);
    expect(seen.gaps == 0 && seen.calls == first, "a gap lasts as long as somebody is inside an operation");
    stage = 2;
    pthread_join(thread, NULL);
    one(6000);
    lince_monitor_flush(m);
    expect(seen.gaps == 1 && seen.calls == first + 1, "and ends when nobody is");
    lince_monitor_free(m, NULL);
}

static void *short_life(void *unused) {
    one(atomic_fetch_add(&tickets, 1));
    return unused;
}
static void *dies_inside(void *unused) {
    lince_monitor_call(m, method, 1);
    return unused;
}

static void test_lives(void) {
    lince_monitor_figures f;
    new_monitor(0, false);
    for (int i = 0; i < 100; i++) {
        pthread_t threads[THREADS];
        for (int k = 0; k < THREADS; k++) pthread_create(&threads[k], NULL, short_life, NULL);
        for (int k = 0; k < THREADS; k++) pthread_join(threads[k], NULL);
    }
    lince_monitor_free(m, &f);
    expect(f.events == 800 && f.lost == 0 && seen.unpaired == 0, "threads come and go");
    expect(f.buffers <= THREADS, "and leave their buffers to others");
    new_monitor(0, true);
    pthread_t thread;
    pthread_create(&thread, NULL, dies_inside, NULL);
    pthread_join(thread, NULL);
    lince_monitor_flush(m);
    expect(seen.crashes == 1 && seen.unpaired == 0, "an operation inside which a thread ended has crashed");
    lince_monitor_call(m, method, 1);
    one(7);
    lince_monitor_flush(m);
    expect(seen.crashes == 2 && seen.unpaired == 0, "and so has one that never returned");
    lince_monitor_free(m, NULL);
}

/* What never returns may take effect behind a gap. */
static void in_thread(void *work(void *), long argument) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, (void *)argument);
    pthread_join(thread, NULL);
}
static void *returns_only(void *unused) {
    lince_monitor_return(m, 3);
    return unused;
}
static void *begins_gap(void *unused) {
    lince_monitor_call(m, method, 1);
    lince_monitor_flush(m);
    in_thread(returns_only, 0);
    lince_monitor_flush(m);
    return unused;
}
static void *loses_crash(void *argument) {
    long events = (long)argument;
    for (; events > 1; events -= 2) one(1);
    if (events) lince_monitor_call(m, method, 1);
    return NULL;
}

static void test_crashes_in_gaps(void) {
    new_monitor(0, true);
    in_thread(begins_gap, 0);
    lince_monitor_flush(m);
    expect(seen.gaps == 1 && seen.crashes == 1 && !seen.unknown_crashes, "what was known before a gap crashes in it");
    lince_monitor_call(m, method, 1);
    in_thread(returns_only, 0);
    in_thread(dies_inside, 0);
    lince_monitor_return(m, 1);
    lince_monitor_flush(m);
    expect(seen.gaps == 2 && seen.crashes == 1 && seen.unknown_crashes == 1, "and what began in a gap");
    lince_monitor_free(m, NULL);
    for (long events = 51; events < 101; events++) { /* the buffer is full somewhere */
        new_monitor(64, true);
        in_thread(loses_crash, events);
        for (int i = 0; i < 3; i++) lince_monitor_flush(m);
        bool crashed = events % 2;
        if (seen.crashes + !!seen.unknown_crashes != crashed) {
            expect(false, "%ld events, and the thread ends: %d crashes, %d that nobody knows", events,
                   (int)seen.crashes, (int)seen.unknown_crashes);
            lince_monitor_free(m, NULL);
            return;
        }
        lince_monitor_free(m, NULL);
    }
    expect(true, "or what there was no room for");
}

static void test_misuse(void) {
    lince_monitor_figures f;
    new_monitor(0, true);
    lince_monitor_return(m, 3);
    one(1);
    lince_monitor_call(m, -1, 1);
    lince_monitor_return(m);
    one(2);
    lince_monitor_call(m, method, 1, 2, 3);
    lince_monitor_return(m, 4, 5);
    one(3);
    lince_monitor_free(m, &f);
    expect(f.gaps == 3 && seen.calls == 3 && seen.unpaired == 0, "what does not fit is a gap each time");
}

static void test_switch(void) {
    lince_monitor_figures f;
    new_monitor(0, true);
    one(1);
    lince_monitor_off(m);
    one(2);
    lince_monitor_flush(m);
    expect(seen.calls == 1 && !lince_monitor_is_on(m), "nothing is recorded while it is off");
    lince_monitor_on(m);
    lince_monitor_call(m, method, 1);
    lince_monitor_off(m);
    lince_monitor_return(m, 3);
    lince_monitor_on(m);
    one(4);
    lince_monitor_off(m);
    lince_monitor_free(m, &f);
    expect(seen.unpaired == 0 && f.gaps > 0, "whatever was under way when it was switched");
    new_monitor(0, true);
    lince_monitor_call(m, method, 1);
    lince_monitor_off(m);
    lince_monitor_return(m, 3); /* which may come of what nobody recorded */
    lince_monitor_free(m, &f);
    expect(seen.calls == 1 && seen.returns == 0 && f.gaps == 1 && f.skipped == 1,
           "what comes back while it is off is not judged");
    new_monitor(0, false);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, right, NULL);
    for (int i = 0; i < 200; i++) {
        struct timespec moment = {0, 1000000};
        lince_monitor_off(m);
        nanosleep(&moment, NULL);
        lince_monitor_on(m);
        nanosleep(&moment, NULL);
    }
    stop = true;
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    lince_monitor_free(m, &f);
    expect(seen.calls > 0 && seen.unpaired == 0 && seen.contradictions == 0 && adds_up(&f),
           "also under load, and no order is claimed that did not hold");
}

/* What was under way when a round began may still be when it ends, however long the round took. */
static void test_settling(void) {
    bool waits = false;
    for (int i = 0; i < 20 && !waits; i++) {
        new_monitor(0, true);
        lince_monitor_off(m);
        lince_monitor_flush(m);
        lince_monitor_on(m);
        for (int k = 0; k < 30000; k++) one(k);
        m->settle = 1;
        m->on_time = lc_now() - 1 + 0.0003; /* over while the round lasts */
        lco_monitor_round(m);
        waits = m->gapped && lc_now() > m->on_time + m->settle;
        lince_monitor_flush(m);
        one(1);
        lince_monitor_free(m, NULL);
    }
    expect(waits, "a long round does not shorten the time that operations have to settle");
    expect(seen.calls > 0, "after which judging begins");
}

static void test_fork(void) {
    lince_monitor_figures f;
    new_monitor(0, false);
    one(1);
    pid_t child = fork();
    if (!child) {
        one(2); /* is not recorded, and nobody waits for a checker that is not there */
        lince_monitor_on(m);
        bool off = !lince_monitor_is_on(m);
        lince_monitor_flush(m);
        lince_monitor_free(m, &f);
        _exit(off ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    expect(status == 0, "in a child of the process it is off");
    one(3);
    lince_monitor_free(m, &f);
    expect(seen.calls == 2 && f.gaps == 0, "and the parent goes on");
}

static void test_stamps(void) {
    uint64_t now = ((uint64_t)5 << 50) + 3, word = lco_event_word(7, 2);
    bool right_ones = true;
    for (int64_t away = -1000000; away <= 1000000; away += 999) {
        uint64_t stamp = now + (uint64_t)away, full = word | LCO_STAMPED | stamp << LCO_STAMP_FROM;
        right_ones = right_ones && lco_event_stamp(full, now) == stamp && lco_event_what_of(full) == 7 &&
                     lco_event_count_of(full) == 2;
    }
    expect(right_ones, "stamps are whole again, also where their lower half begins anew");
}

int main(void) {
    test_stamps();
    test_order();
    test_elsewhere();
    test_overflow();
    test_gap();
    test_quiescence();
    test_lives();
    test_crashes_in_gaps();
    test_misuse();
    test_switch();
    test_settling();
    test_fork();
    return tap_end();
}
