#define _GNU_SOURCE
#include "target/runtime/time.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/explorer.h"
#include "target/runtime/world/table.h"

enum { SECOND = 1000000000 };

/* Where the clocks stand when an execution starts, in seconds: 14 November 2023, and about a quarter of an hour after
 * the machine was started. */
enum { REAL_START = 1700000000, MONOTONIC_START = 1000 };

/* A look at the clock takes this long, so that a loop that waits for a time to come ends. */
enum { LOOK = 1000 };

static int64_t start_of(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI: return REAL_START;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM: return MONOTONIC_START;
    default: return 0; /* time of the processor */
    }
}

static int64_t nanoseconds(const struct timespec *t) {
    if (t->tv_sec >= INT64_MAX / SECOND - 1) return INT64_MAX;
    if (t->tv_sec < 0) return 0;
    return (int64_t)t->tv_sec * SECOND + t->tv_nsec;
}

int64_t lct_time_of(clockid_t clock, const struct timespec *t) {
    int64_t then = nanoseconds(t);
    return then == INT64_MAX ? then : then - start_of(clock) * SECOND;
}

void lct_time_reach(int64_t time) {
    lct_thread *t = lct_self();
    if (t->clock < time && time != INT64_MAX) t->clock = time;
}

/* The latest time that any thread has reached in this execution: a thread that looks now cannot see an earlier one. */
static int64_t latest(void) {
    int64_t time = 0;
    for (const lct_thread *t = lct_m.threads, *end = t + lct_m.thread_count; t < end; t++)
        if (t->clock > time) time = t->clock;
    return time;
}

/* A thread that is merely tried out (see retry.h) reads a time that is later than all deadlines: a round of a loop that
 * leaves it in the same state nevertheless does not depend on the time, such as one that waits for a while before it
 * tries again.  One that has a deadline of its own comes to an end there, so that it is not taken for a waiting one. */
static int64_t next_reading(void) {
    enum { DAYS = 100 };
    int64_t now = latest(), later = lct_m.speculating ? (int64_t)DAYS * 86400 * SECOND : LOOK;
    return now <= INT64_MAX - later ? now + later : now;
}

static struct timespec look(clockid_t clock, uintptr_t pc) {
    if (lct_m.weak && lct_m.watching) /* the order of time is that of the path, which is none of the graph */
        lct_explorer.beyond_graphs(pc, 0, "the code reads a clock");
    /* An operation does not look before it is called, and the call is reported with its first step. */
    if (lct_self()->call_pending) lct_point(LCT_LOCAL, LCT_STEP_NOTE, 0, 0, true, pc);
    int64_t now = next_reading();
    lct_self()->clock = now;
    if (!lct_m.speculating) lct_m.looks++;
    return (struct timespec){.tv_sec = (time_t)(start_of(clock) + now / SECOND), .tv_nsec = (long)(now % SECOND)};
}

void lct_sleep(int64_t time, const char *function, uintptr_t pc) {
    lct_point(LCT_LOCAL, LCT_STEP_SLEEP, 0, 0, true, pc);
    if (lct_m.speculating)
        return; /* a loop that sleeps is one that waits: how late it is does not matter until it looks */
    lct_thread *t = lct_self();
    int64_t before = t->clock;
    if (time > 0) t->clock = time < INT64_MAX - before ? before + time : INT64_MAX;
    if (lct_m.tracing) lct_trace(LCT_STEP_SLEEP, 0, 0, (uint64_t)before, (uint64_t)t->clock, pc, function);
}

uint64_t lct_time_stamp(uintptr_t pc) {
    struct timespec now = look(CLOCK_MONOTONIC, pc);
    return (uint64_t)nanoseconds(&now);
}

/* ---- clocks ---- */

LCT_REPLACES int clock_gettime(clockid_t clock, struct timespec *result) {
    if (!lct_m.in_code) return LCT_REAL(clock_gettime)(clock, result);
    *result = look(clock, LCT_CALLER);
    return 0;
}

LCT_REPLACES int timespec_get(struct timespec *result, int base) {
    if (!lct_m.in_code) return LCT_REAL(timespec_get)(result, base);
    if (base != TIME_UTC) return 0;
    *result = look(CLOCK_REALTIME, LCT_CALLER);
    return base;
}

LCT_REPLACES int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    if (!lct_m.in_code) return LCT_REAL(gettimeofday)(result, zone);
    struct timespec now = look(CLOCK_REALTIME, LCT_CALLER);
    result->tv_sec = now.tv_sec;
    result->tv_usec = now.tv_nsec / 1000;
    return 0;
}

LCT_REPLACES time_t time(time_t *result) {
    if (!lct_m.in_code) return LCT_REAL(time)(result);
    time_t now = look(CLOCK_REALTIME, LCT_CALLER).tv_sec;
    if (result) *result = now;
    return now;
}

LCT_REPLACES clock_t clock(void) {
    if (!lct_m.in_code) return LCT_REAL(clock)();
    struct timespec now = look(CLOCK_PROCESS_CPUTIME_ID, LCT_CALLER);
    return (clock_t)now.tv_sec * CLOCKS_PER_SEC + (clock_t)(now.tv_nsec / (SECOND / CLOCKS_PER_SEC));
}

/* ---- sleeping ---- */

LCT_REPLACES int nanosleep(const struct timespec *time, struct timespec *left) {
    if (!lct_m.in_code) return LCT_REAL(nanosleep)(time, left);
    if (time->tv_sec < 0 || !lct_time_valid(time)) {
        errno = EINVAL;
        return -1;
    }
    lct_sleep(nanoseconds(time), "nanosleep", LCT_CALLER);
    return 0;
}

LCT_REPLACES int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
    if (!lct_m.in_code) return LCT_REAL(clock_nanosleep)(clock, flags, time, left);
    if (time->tv_sec < 0 || !lct_time_valid(time)) return EINVAL;
    int64_t wait = nanoseconds(time);
    if (flags & TIMER_ABSTIME) wait = lct_time_of(clock, time) - lct_self()->clock;
    lct_sleep(wait, "clock_nanosleep", LCT_CALLER);
    return 0;
}

LCT_REPLACES unsigned sleep(unsigned seconds) {
    if (!lct_m.in_code) return LCT_REAL(sleep)(seconds);
    lct_sleep((int64_t)seconds * SECOND, "sleep", LCT_CALLER);
    return 0;
}

LCT_REPLACES int usleep(useconds_t microseconds) {
    if (!lct_m.in_code) return LCT_REAL(usleep)(microseconds);
    lct_sleep((int64_t)microseconds * 1000, "usleep", LCT_CALLER);
    return 0;
}

LCT_REPLACES int sched_yield(void) {
    if (!lct_m.in_code) return LCT_REAL(sched_yield)();
    lct_sleep(0, "sched_yield", LCT_CALLER);
    return 0;
}

int pthread_yield(void); /* no longer declared, but still there */
LCT_REPLACES int pthread_yield(void) {
    if (!lct_m.in_code) return LCT_REAL(sched_yield)();
    lct_sleep(0, "pthread_yield", LCT_CALLER);
    return 0;
}

/* ---- timers, whose signals would come at any moment ---- */

LCT_REPLACES unsigned alarm(unsigned seconds) {
    if (!lct_m.in_code) return LCT_REAL(alarm)(seconds);
    if (seconds) lct_unsupported("alarm", LCT_WHY_TIMER, LCT_CALLER);
    return 0;
}

LCT_REPLACES int setitimer(__itimer_which_t which, const struct itimerval *restrict new,
                           struct itimerval *restrict old) {
    if (!lct_m.in_code) return LCT_REAL(setitimer)(which, new, old);
    if (new && (new->it_value.tv_sec || new->it_value.tv_usec)) lct_unsupported("setitimer", LCT_WHY_TIMER, LCT_CALLER);
    if (old) *old = (struct itimerval){{0, 0}, {0, 0}};
    return 0;
}

LCT_REPLACES int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict id) {
    if (lct_m.in_code) lct_unsupported("timer_create", LCT_WHY_TIMER, LCT_CALLER);
    return LCT_REAL(timer_create)(clock, event, id);
}
