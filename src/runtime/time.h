/* Virtual time.  Each thread has a clock of its own (lc_thread.clock, nanoseconds since the start of the execution),
 * which goes on when the thread sleeps, when it waits until a deadline and a little whenever it looks at it.  A thread
 * starts with its creator's time; who joins it has at least its time.  What a clock says therefore depends on what the
 * thread did, not on when others ran. */
#ifndef LC_RUNTIME_TIME_H
#define LC_RUNTIME_TIME_H

#include <stdint.h>
#include <time.h>

/* The thread's time at which `clock` says this; INT64_MAX: never. */
int64_t lc_time_of(clockid_t clock, const struct timespec *);
/* Is it a valid time, as POSIX wants it for deadlines? */
static inline int lc_time_valid(const struct timespec *t) { return t->tv_nsec >= 0 && t->tv_nsec < 1000000000; }
/* The current thread's time becomes at least this. */
void lc_time_reach(int64_t);

/* The current thread gives others a chance to run, and sleeps that long. */
void lc_sleep(int64_t nanoseconds, const char *function, uintptr_t pc);

#endif
