/* When is a run stuck?  Processes whose threads wait in all kinds of ways. */
#define _GNU_SOURCE
#include "target/stress/watch.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "tap.h"
#include "target/stress/board.h"

static bool stopping;
static bool stops(void) { return stopping; }
static void lives(void) {}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;

static void *locks(void *unused) {
    pthread_mutex_lock(&mutex);
    return unused;
}

static void *waits(void *unused) {
    pthread_mutex_lock(&mutex);
    for (;;) pthread_cond_wait(&cond, &mutex);
    return unused;
}

static void *waits_a_little(void *unused) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 300000000;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&cond, &mutex, &until);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *sleeps(void *unused) {
    usleep(300000);
    return unused;
}

static void *takes(void *unused) {
    sem_wait(&semaphore);
    return unused;
}

static void *gives_late(void *unused) {
    usleep(200000);
    sem_post(&semaphore);
    return unused;
}

static void *works(void *unused) {
    for (clock_t start = clock(); clock() - start < CLOCKS_PER_SEC / 5;) {}
    return unused;
}

static void *wakes_and_sleeps(void *unused) {
    for (int i = 0; i < 30; i++) usleep(10000);
    return unused;
}

typedef void *body(void *);

static void run(body *first, body *second, bool holds) {
    pthread_t threads[2];
    if (holds) pthread_mutex_lock(&mutex);
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    __atomic_store_n(&lct_b->state, LCT_RUN_COMPLETE, __ATOMIC_RELEASE);
    _exit(0);
}

static lct_run_end watch(pid_t pid) {
    lct_run_watch w = {.stuck_after = 100000000, .stops = stops, .lives = lives};
    lct_run_end end = lct_watch_run(&w, pid);
    lct_watch_end(pid);
    return end;
}

static lct_run_end end_of(body *first, body *second, bool holds) {
    lct_board_clear();
    pid_t pid = fork();
    if (!pid) run(first, second, holds);
    return watch(pid);
}

static bool is_stuck(lct_run_end end) { return end == LCT_END_STUCK || end == LCT_END_ASLEEP; }

#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif

/* Threads of that sanitizer's own wake up now and then in every process that has started one. */
static void expect_stuck(body *both, bool holds, const char *what) {
#ifdef __SANITIZE_THREAD__
    (void)both, (void)holds, (void)is_stuck;
    tap_skip(what);
    fflush(stdout); /* before the next process gets a copy of it */
#else
    expect(is_stuck(end_of(both, both, holds)), "%s", what);
#endif
}

static void how_runs_end(void) {
    expect_stuck(locks, true, "a mutex that is never given back");
    expect_stuck(waits, false, "a condition that nobody signals");
    expect_stuck(takes, false, "a semaphore that nobody posts");
    expect(end_of(waits_a_little, waits_a_little, false) == LCT_END_COMPLETE, "waiting until a time is not stuck");
    expect(end_of(takes, gives_late, false) == LCT_END_COMPLETE, "nor is who waits for one that sleeps on purpose");
    expect(end_of(sleeps, sleeps, false) == LCT_END_COMPLETE, "nor are all who do");
    expect(end_of(takes, works, false) != LCT_END_COMPLETE, "one that works is waited for, and then it is stuck");
    expect(end_of(works, works, false) == LCT_END_COMPLETE, "working is not stuck");
    expect(end_of(wakes_and_sleeps, wakes_and_sleeps, false) == LCT_END_COMPLETE, "nor is waking up now and then");
}

static void deaths(void) {
    lct_run_watch w = {.stuck_after = 100000000, .stops = stops, .lives = lives};
    lct_board_clear();
    pid_t pid = fork();
    if (!pid) _exit(3);
    expect(lct_watch_run(&w, pid) == LCT_END_EXIT && w.status == 3, "an exit in the middle");
    lct_watch_end(pid);
    lct_board_clear();
    pid = fork();
    if (!pid) {
        signal(SIGTERM, SIG_DFL);
        raise(SIGTERM);
    }
    expect(lct_watch_run(&w, pid) == LCT_END_SIGNAL && w.status == SIGTERM, "a signal");
    lct_watch_end(pid);
    lct_board_clear();
    stopping = true;
    pid = fork();
    if (!pid) run(works, works, false);
    expect(watch(pid) == LCT_END_STOPPED, "everything is to end");
    stopping = false;
}

static void polls(void) {
    lct_run_watch w = {.stuck_after = 100000000, .idle_after = 300000000, .stops = stops, .lives = lives};
    lct_board_clear();
    pid_t pid = fork();
    while (!pid) usleep(100000);
    expect(lct_watch_run(&w, pid) == LCT_END_IDLE, "one that only sleeps is given up");
    lct_watch_end(pid);
}

/* So many others want the same processor, for longer than it takes to call a run idle. */
enum { RIVALS = 16 };

static pid_t fork_at(int processor) {
    pid_t pid = fork();
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    if (!pid) sched_setaffinity(0, sizeof one, &one);
    return pid;
}

static void endless(void) {
    int processor = sched_getcpu();
    lct_run_watch w = {.stuck_after = 100000000, .idle_after = 300000000, .stops = stops, .lives = lives};
    pid_t rivals[RIVALS];
    for (int i = 0; i < RIVALS; i++) {
        rivals[i] = fork_at(processor);
        if (rivals[i]) continue;
        while (clock() < CLOCKS_PER_SEC / 8) {}
        _exit(0);
    }
    lct_board_clear();
    pid_t pid = fork_at(processor);
    while (!pid) __asm__ volatile("");
    expect(lct_watch_run(&w, pid) == LCT_END_BUSY,
           "one that runs for ever is given up, and without a processor it is not idle");
    lct_watch_end(pid);
    for (int i = 0; i < RIVALS; i++) lct_watch_end(rivals[i]);
}

int main(void) {
    lct_board_make();
    sem_init(&semaphore, 0, 0);
    how_runs_end();
    deaths();
    polls();
    endless();
    return tap_end();
}
