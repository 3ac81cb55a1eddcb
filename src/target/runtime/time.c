#define _GNU_SOURCE
#include "target/runtime/time.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"
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

int64_t lc_time_of(clockid_t clock, const struct timespec *t) {
    int64_t then = nanoseconds(t);
    return then == INT64_MAX ? then : then - start_of(clock) * SECOND;
}

void lc_time_reach(int64_t time) {
    lc_thread *t = lc_self();
    if (t->clock < time && time != INT64_MAX) t->clock = time;
}

/* The latest time that anybody has come to in this execution: whoever looks now cannot see an earlier one. */
static int64_t latest(void) {
    int64_t time = 0;
    for (const lc_thread *t = lc_m.threads, *end = t + lc_m.thread_count; t < end; t++)
        if (t->clock > time) time = t->clock;
    return time;
}

static struct timespec look(clockid_t clock, uintptr_t pc) {
    lc_has_effect();
    /* An operation does not look before it is called, and the call is told with its first step. */
    if (lc_self()->call_pending) lc_point(LC_LOCAL, LC_STEP_NOTE, 0, 0, true, pc);
    int64_t now = latest();
    if (now <= INT64_MAX - LOOK) now += LOOK;
    lc_self()->clock = now;
    lc_m.looks++;
    return (struct timespec){.tv_sec = (time_t)(start_of(clock) + now / SECOND), .tv_nsec = (long)(now % SECOND)};
}

void lc_sleep(int64_t time, const char *function, uintptr_t pc) {
    lc_point(LC_LOCAL, LC_STEP_SLEEP, 0, 0, true, pc);
    if (lc_m.speculating)
        return; /* a loop that sleeps is one that waits: how late it is does not matter until it looks */
    lc_thread *t = lc_self();
    int64_t before = t->clock;
    if (time > 0) t->clock = time < INT64_MAX - before ? before + time : INT64_MAX;
    if (lc_m.tracing) lc_tell(LC_STEP_SLEEP, 0, 0, (uint64_t)before, (uint64_t)t->clock, pc, function);
}

/* ---- clocks ---- */

LC_REPLACES int clock_gettime(clockid_t clock, struct timespec *result) {
    if (!lc_m.in_code) return LC_REAL(clock_gettime)(clock, result);
    *result = look(clock, LC_CALLER);
    return 0;
}

LC_REPLACES int timespec_get(struct timespec *result, int base) {
    if (!lc_m.in_code) return LC_REAL(timespec_get)(result, base);
    if (base != TIME_UTC) return 0;
    *result = look(CLOCK_REALTIME, LC_CALLER);
    return base;
}

LC_REPLACES int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    if (!lc_m.in_code) return LC_REAL(gettimeofday)(result, zone);
    struct timespec now = look(CLOCK_REALTIME, LC_CALLER);
    result->tv_sec = now.tv_sec;
    result->tv_usec = now.tv_nsec / 1000;
    return 0;
}

LC_REPLACES time_t time(time_t *result) {
    if (!lc_m.in_code) return LC_REAL(time)(result);
    time_t now = look(CLOCK_REALTIME, LC_CALLER).tv_sec;
    if (result) *result = now;
    return now;
}

LC_REPLACES clock_t clock(void) {
    if (!lc_m.in_code) return LC_REAL(clock)();
    struct timespec now = look(CLOCK_PROCESS_CPUTIME_ID, LC_CALLER);
    return (clock_t)now.tv_sec * CLOCKS_PER_SEC + (clock_t)(now.tv_nsec / (SECOND / CLOCKS_PER_SEC));
}

/* ---- sleeping ---- */

LC_REPLACES int nanosleep(const struct timespec *time, struct timespec *left) {
    if (!lc_m.in_code) return LC_REAL(nanosleep)(time, left);
    if (time->tv_sec < 0 || !lc_time_valid(time)) {
        errno = EINVAL;
        return -1;
    }
    lc_sleep(nanoseconds(time), "nanosleep", LC_CALLER);
    return 0;
}

LC_REPLACES int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
    if (!lc_m.in_code) return LC_REAL(clock_nanosleep)(clock, flags, time, left);
    if (time->tv_sec < 0 || !lc_time_valid(time)) return EINVAL;
    int64_t wait = nanoseconds(time);
    if (flags & TIMER_ABSTIME) wait = lc_time_of(clock, time) - lc_self()->clock;
    lc_sleep(wait, "clock_nanosleep", LC_CALLER);
    return 0;
}

LC_REPLACES unsigned sleep(unsigned seconds) {
    if (!lc_m.in_code) return LC_REAL(sleep)(seconds);
    lc_sleep((int64_t)seconds * SECOND, "sleep", LC_CALLER);
    return 0;
}

LC_REPLACES int usleep(useconds_t microseconds) {
    if (!lc_m.in_code) return LC_REAL(usleep)(microseconds);
    lc_sleep((int64_t)microseconds * 1000, "usleep", LC_CALLER);
    return 0;
}

LC_REPLACES int sched_yield(void) {
    if (!lc_m.in_code) return LC_REAL(sched_yield)();
    lc_sleep(0, "sched_yield", LC_CALLER);
    return 0;
}

int pthread_yield(void); /* no longer declared, but still there */
LC_REPLACES int pthread_yield(void) {
    if (!lc_m.in_code) return LC_REAL(sched_yield)();
    lc_sleep(0, "pthread_yield", LC_CALLER);
    return 0;
}

/* ---- timers, whose signals would come at any moment ---- */

LC_REPLACES unsigned alarm(unsigned seconds) {
    if (!lc_m.in_code) return LC_REAL(alarm)(seconds);
    if (seconds) lc_unsupported("alarm", LC_WHY_TIMER, LC_CALLER);
    return 0;
}

LC_REPLACES int setitimer(__itimer_which_t which, const struct itimerval *restrict new,
                          struct itimerval *restrict old) {
    if (!lc_m.in_code) return LC_REAL(setitimer)(which, new, old);
    if (new && (new->it_value.tv_sec || new->it_value.tv_usec)) lc_unsupported("setitimer", LC_WHY_TIMER, LC_CALLER);
    if (old) *old = (struct itimerval){{0, 0}, {0, 0}};
    return 0;
}

LC_REPLACES int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict id) {
    if (lc_m.in_code) lc_unsupported("timer_create", LC_WHY_TIMER, LC_CALLER);
    return LC_REAL(timer_create)(clock, event, id);
}
