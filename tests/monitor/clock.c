/* The clock is set back under a program that is watched, as on machines that wake from sleep: nobody waits for the time
 * that it was before, what cannot be put in order is a gap, and after that all is judged again. */
#include <lince/monitor.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/stamp.h"
#include "tap.h"

static atomic_long hours; /* that it was set back */

int clock_gettime(clockid_t which, struct timespec *now) {
    long status = syscall(SYS_clock_gettime, which, now);
    if (which == CLOCK_MONOTONIC) now->tv_sec += 1000000 - 3600 * atomic_load(&hours);
    return (int)status;
}

/* ---- a queue in use ---- */

static lince_monitor *m;
static int enq, deq;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long ring[4096];
static unsigned long head, tail;
static atomic_long last;
static atomic_bool enough;

static void add(void) {
    long value = atomic_fetch_add(&last, 1);
    lince_monitor_call(m, enq, value);
    pthread_mutex_lock(&lock);
    ring[tail++ % 4096] = value;
    pthread_mutex_unlock(&lock);
    lince_monitor_return(m);
}

static long take(void) {
    lince_monitor_call(m, deq);
    pthread_mutex_lock(&lock);
    long value = head != tail ? ring[head++ % 4096] : lince_empty;
    pthread_mutex_unlock(&lock);
    lince_monitor_return(m, value);
    return value;
}

/* What was added is not found. */
static void err(void) {
    add();
    lince_monitor_call(m, deq);
    lince_monitor_return(m, lince_empty);
}

static void make(bool polls) {
    m = lince_monitor_new(&(lince_monitor_options){.spec = "queue", .quiet = true, .no_thread = polls, .unique = true},
                          NULL);
    if (!m) abort();
    head = tail = 0;
    lc_stamp_doubt(); /* the kernel's clock, which is ours */
    enq = lince_monitor_method(m, "enq");
    deq = lince_monitor_method(m, "deq");
}

static void use(int times) {
    for (int i = 0; i < times; i++) {
        add();
        take();
    }
}

/* ---- one thread, step by step ---- */

static void test_steps(void) {
    lince_monitor_figures f;
    make(true);
    use(10);
    lince_monitor_flush(m);
    use(5);
    atomic_fetch_add(&hours, 1);
    use(5); /* must not wait for an hour */
    lince_monitor_poll(m);
    lince_monitor_read(m, &f);
    expect(!f.violated && f.operations == 20, "what was not put in order is not judged (%ld were)", (long)f.operations);
    while (take() != lince_empty) continue;
    take();
    lince_monitor_flush(m);
    lince_monitor_read(m, &f);
    expect(f.gaps == 1 && !f.violated, "there was a gap (%ld)", (long)f.gaps);
    uint64_t before = f.exactly;
    use(20);
    lince_monitor_flush(m);
    lince_monitor_read(m, &f);
    expect(f.exactly == before + 40 && f.gaps == 1, "and all that comes is judged (%ld of 40)",
           (long)(f.exactly - before));
    err();
    expect(!lince_monitor_flush(m), "a violation is found as ever");
    lince_monitor_free(m, NULL);
}

/* An operation that is under way. */
static void test_within(void) {
    lince_monitor_figures f;
    make(true);
    use(10);
    lince_monitor_flush(m);
    lince_monitor_call(m, deq);
    lince_monitor_poll(m);
    atomic_fetch_add(&hours, 1);
    lince_monitor_poll(m);
    lince_monitor_read(m, &f);
    expect(!f.gaps, "the gap lasts as long as somebody is inside");
    lince_monitor_return(m, lince_empty);
    lince_monitor_flush(m);
    use(5);
    bool right = lince_monitor_flush(m);
    lince_monitor_free(m, &f);
    expect(right && f.gaps == 1 && f.operations == 30, "and no longer (%ld gaps, %ld operations)", (long)f.gaps,
           (long)f.operations);
}

/* ---- several ---- */

static void *work(void *unused) {
    while (!atomic_load(&enough)) {
        use(20);
        usleep(50);
    }
    return unused;
}

static void test_threads(void) {
    enum { THREADS = 3, LEAPS = 20 };
    pthread_t threads[THREADS];
    lince_monitor_figures f;
    make(false);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, NULL)) abort();
    for (int i = 0; i < LEAPS; i++) {
        usleep(20000);
        atomic_fetch_add(&hours, 1);
    }
    usleep(20000);
    atomic_store(&enough, true);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    bool right = lince_monitor_free(m, &f);
    expect(right && f.gaps >= 1, "three threads and twenty leaps: no violation, %ld gaps, %ld operations judged",
           (long)f.gaps, (long)f.operations);
}

int main(void) {
    alarm(60);
    test_steps();
    test_within();
    test_threads();
    return tap_end();
}
