/* Time stamps that never claim an order that did not hold.
 *
 * Of two operations one is before the other only if the stamp of its return is smaller than that of the other's call;
 * equal stamps mean that they overlap.  That is true to the facts if
 *
 *   - the stamp of a call is taken before anything of the operation is done.  The counter may be read too early, which
 *     makes the operation longer than it was and claims less; but no later instruction may take effect before the
 *     counter has been read: hence the fence behind it (on x86 lfence lets no later instruction begin, so its stores
 *     come later).
 *   - the stamp of a return is taken after everything of the operation is done and visible to other threads.  A store
 *     may wait in the processor's buffer after the instruction is done, hence a full fence first; and the counter must
 *     not be read before the fence is through, hence lfence behind it.  (Without the full fence, two operations could
 *     get an order that no program could have observed without a clock.)
 *   - all processors agree on the time.  The kernel has compared their counters and goes on watching them; where it
 *     trusts them, it uses them as its own clock (`tsc`), and so do we.  Otherwise the time comes from the kernel,
 *     which is the same for all.  And each run is checked: an event that began after another had ended must have a
 *     later stamp.
 *
 * Stamps of one thread strictly increase, so that its operations stay in their order: a thread that reads the same time
 * twice reads it again.
 */
#ifndef LC_BASE_STAMP_H
#define LC_BASE_STAMP_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

extern bool lc_stamp_counts __attribute__((visibility("hidden"))); /* the counter of the processor is used */

void lc_stamp_init(void);
/* The least difference between two readings that determines their order.  A counter may go in leaps (of 10 ns on some
 * processors), and a reading before the next leap returns one more than the one before, so that no two readings are
 * equal: a difference of less than a leap implies nothing about other processors.  Takes some microseconds; call it
 * once. */
uint64_t lc_stamp_grain(void);
void lc_stamp_doubt(void); /* the processors' counters disagree: from now on the kernel's clock is used */

static inline uint64_t lc_stamp_asked(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Has the clock been set back between two readings of a thread?  Some machines wake from sleep with counters that begin
 * again.  A thread that waits for the earlier time would wait for days; and the order of events is unknown. */
#define LC_STAMP_LEAP ((uint64_t)1 << 24) /* some milliseconds: more than processors ever disagree */
static inline bool lc_stamp_leapt(uint64_t before, uint64_t now) { return now + LC_STAMP_LEAP < before; }

/* The counter of the processor, where it is used. */
static inline uint64_t lc_stamp_counter(void) {
#if defined __x86_64__
    return __builtin_ia32_rdtsc();
#else
    return lc_stamp_asked();
#endif
}

/* The time without any fence. */
static inline uint64_t lc_stamp_read(void) { return lc_stamp_counts ? lc_stamp_counter() : lc_stamp_asked(); }

static inline uint64_t lc_stamp_call(uint64_t last) {
    uint64_t now;
    do {
#if defined __x86_64__
        now = lc_stamp_read();
        __builtin_ia32_lfence();
#else
        now = lc_stamp_asked();
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
    } while (now <= last);
    return now;
}

static inline uint64_t lc_stamp_return(uint64_t last) {
    uint64_t now;
    do {
#if defined __x86_64__
        __builtin_ia32_mfence();
        __builtin_ia32_lfence();
        now = lc_stamp_read();
#else
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        now = lc_stamp_asked();
#endif
    } while (now <= last);
    return now;
}

#endif
