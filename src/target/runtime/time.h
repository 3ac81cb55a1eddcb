/* Virtual time.  Each thread has a time of its own (lct_thread.clock, nanoseconds since the start of the execution),
 * which goes on when the thread sleeps, when it waits until a deadline and a little whenever it looks at the clock.  A
 * thread starts with its creator's time; a thread that joins it has at least its time.  Deadlines are measured by it,
 * so that they depend on the thread's own steps, not on the schedule.
 *
 * A thread that reads the clock moves on to the latest time of any thread: threads may compare their readings.  Looking
 * is no step.  A reading is therefore right for the interleaving that is run, but reduction does not try all readings
 * that are possible in interleavings that differ in nothing else. */
#ifndef LC_TARGET_RUNTIME_TIME_H
#define LC_TARGET_RUNTIME_TIME_H

#include <stdint.h>
#include <time.h>

/* The thread's time at which `clock` has this value; INT64_MAX: never. */
int64_t lct_time_of(clockid_t clock, const struct timespec *);
/* Is it a valid time, as POSIX wants it for deadlines? */
static inline int lct_time_valid(const struct timespec *t) { return t->tv_nsec >= 0 && t->tv_nsec < 1000000000; }
/* The current thread's time becomes at least this. */
void lct_time_reach(int64_t);
/* A cycle counter: the monotonic clock in nanoseconds. */
uint64_t lct_time_stamp(uintptr_t pc);

/* The current thread lets other threads run, and sleeps that long. */
void lct_sleep(int64_t nanoseconds, const char *function, uintptr_t pc);

#endif
