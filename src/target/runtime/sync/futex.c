/* The system call `futex`, which C++20's std::atomic::wait, std::counting_semaphore, std::latch, std::barrier and
 * std::future make, and locks that people write themselves; and the function `syscall`, through which it is called.
 *
 * Going to sleep looks at the value and joins the sleepers: one step, a write to the four bytes, so that it conflicts
 * with every thread that changes them or wakes sleepers.  Waking up touches nothing: it comes after the call that woke
 * the thread.  With a time-out the end of sleeping is a step of its own, as with condition variables.
 *
 * Under a weak memory model the look at the value is a load that may read an older one.  Then going to sleep is as
 * in the kernel: it takes the lock of the queue of sleepers, loads the value, joins the sleepers if it is the
 * expected one, and gives back the lock, which waking takes, too.  So a wake-up misses no thread that has looked
 * before.  Both calls are full barriers, and a thread that looks after a wake-up sees the stores before that; but
 * beyond the look no order of synchronization comes from the queue. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "target/runtime/explorer.h"
#include "target/runtime/order_parts.h"
#include "target/runtime/sync/sync.h"
#include "target/runtime/tsan.h"
#include "target/runtime/versions.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/world/world.h"

static long fails(int error) {
    errno = error;
    return -1;
}

static lct_mask sleepers(uintptr_t address, uint32_t bits) {
    lct_mask found = 0;
    for (lct_mask left = lct_sync.parked; left; left &= (lct_mask)(left - 1)) {
        unsigned t = lct_first(left);
        if (lct_sync.futex[t] == address && lct_sync.bits[t] & bits) found |= lct_bit(t);
    }
    return found;
}

static bool was_woken(const void *thread) { return lct_is_woken((unsigned)(uintptr_t)thread); }

bool lct_waits_for_futex(const lct_thread *t, lct_waited *w) {
    if (t->ready != was_woken) return false;
    *w = (lct_waited){.what = "futex", .object = t->pending.address};
    return true;
}

/* ---- under weak memory models ---- */

enum { QUEUES = 64 };
/* The order of synchronization of queues: their locks. */
static uint64_t locks[QUEUES] LCT_STATE = {0};
static const void *lock_of(const uint32_t *word) { return &locks[(uintptr_t)word / sizeof *word % QUEUES]; }

static bool is_weak(const uint32_t *word) { return lct_is_weak() && lct_versions_fit((uintptr_t)word, sizeof *word); }

static bool queue_is_free(const void *word) {
    for (lct_mask left = lct_sync.queuing; left; left &= (lct_mask)(left - 1))
        if (lct_sync.futex[lct_first(left)] == (uintptr_t)word) return false;
    return true;
}

/* The knowledge from the lock of the queue counts for this load alone. */
static uint32_t look_at(const uint32_t *word, uintptr_t pc) {
    lct_native n = {.address = (uintptr_t)word,
                    .pc = pc,
                    .size = sizeof *word,
                    .order = __ATOMIC_RELAXED,
                    .raced = LCT_RACED_ASSEMBLY};
    lct_atomic_point(LCT_READ, LCT_STEP_LOAD, n.address, n.size, pc);
    lct_clock *now = &lct_order.threads[lct_m.current].now, before = *now;
    lct_acquires(lock_of(word), sizeof *locks);
    uint32_t value = (uint32_t)lct_lend_load(&n);
    lct_settle();
    if (lct_order_matters()) *now = before;
    lct_trace(LCT_STEP_LOAD, n.address, n.size, value, value, pc, "");
    return value;
}

/* Joins the sleepers if the value is the expected one. */
static bool parks(const uint32_t *word, uint32_t expected, uintptr_t pc) {
    unsigned me = lct_me();
    lct_until(LCT_ACQUIRE, LCT_STEP_WAIT, word, queue_is_free, word, pc);
    lct_sync.queuing |= lct_bit(me);
    lct_sync.futex[me] = (uintptr_t)word;
    lct_order_fence(__ATOMIC_SEQ_CST);
    bool parks = look_at(word, pc) == expected;
    lct_act(LCT_RELEASE, LCT_STEP_WAIT, word, 1, pc);
    lct_contributes(lock_of(word), sizeof *locks);
    lct_sync.queuing &= (lct_mask)~lct_bit(me);
    return parks;
}

static void begin_wake(const uint32_t *word, uintptr_t pc) {
    lct_order_fence(__ATOMIC_SEQ_CST);
    lct_until(LCT_WRITE, LCT_STEP_SIGNAL, word, queue_is_free, word, pc);
    lct_contributes(lock_of(word), sizeof *locks);
}

/* ---- the calls ---- */

static bool is_as_expected(const uint32_t *word, uint32_t expected, uintptr_t pc) {
    if (is_weak(word)) return parks(word, expected, pc);
    lct_act(LCT_WRITE, LCT_STEP_WAIT, word, sizeof *word, pc);
    lct_object(word, sizeof *word, pc);
    if (*(const volatile uint32_t *)word == expected) return true;
    lct_explorer.was_read();
    return false;
}

static long sleep_on(const uint32_t *word, uint32_t expected, uint32_t bits, const lct_deadline *deadline,
                     uintptr_t pc) {
    if (!bits) return fails(EINVAL);
    if (!is_as_expected(word, expected, pc)) {
        lct_trace_object(LCT_STEP_TRY_FAILED, word, *word, expected, pc, "futex wait");
        return fails(EAGAIN);
    }
    unsigned me = lct_me();
    lct_sync.parked |= lct_bit(me);
    lct_sync.futex[me] = (uintptr_t)word;
    lct_sync.bits[me] = bits;
    lct_trace_object(LCT_STEP_WAIT, word, expected, expected, pc, "futex wait");
    if (!deadline) {
        lct_until(LCT_LOCAL, LCT_STEP_WAIT, word, was_woken, (const void *)(uintptr_t)me, pc);
        lct_wakes_up();
        return 0;
    }
    if (lct_until_time(LCT_WRITE, word, sizeof *word, was_woken, (const void *)(uintptr_t)me, *deadline, pc)) {
        lct_explorer.was_read();
        lct_wakes_up();
        return 0;
    }
    lct_sync.parked &= (lct_mask)~lct_bit(me);
    lct_trace_object(LCT_STEP_TIMEOUT, word, expected, expected, pc, "futex wait");
    return fails(ETIMEDOUT);
}

static long wake(const uint32_t *word, int count, uint32_t bits, uintptr_t pc) {
    if (is_weak(word)) begin_wake(word, pc);
    else lct_act(LCT_WRITE, LCT_STEP_SIGNAL, word, sizeof *word, pc);
    lct_mask among = sleepers((uintptr_t)word, bits);
    if (!among) lct_explorer.was_read();
    long woken = 0;
    for (; among && woken < count; woken++) {
        unsigned t = lct_count(among) <= count - woken ? lct_first(among) : lct_choose_thread(among, pc);
        among &= (lct_mask)~lct_bit(t);
        lct_sync.parked &= (lct_mask)~lct_bit(t);
        lct_wake(t);
    }
    lct_trace_object(LCT_STEP_SIGNAL, word, 0, (uint64_t)woken, pc, "futex wake");
    return woken;
}

static long futex(long word, long operation, long value, long time, long bits, uintptr_t pc) {
    const uint32_t *at = (const uint32_t *)word;
    int command = (int)operation & FUTEX_CMD_MASK;
    lct_object(at, sizeof *at, pc);
    switch (command) {
    case FUTEX_WAKE: return wake(at, (int)value, FUTEX_BITSET_MATCH_ANY, pc);
    case FUTEX_WAKE_BITSET: return wake(at, (int)value, (uint32_t)bits, pc);
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET: break;
    default:
        lct_unsupported("futex",
                        "only its operations WAIT and WAKE, and those with BITSET, are modelled; a program that "
                        "requeues may wake all instead, and --strategy stress runs it as it is",
                        pc);
    }
    /* A time of FUTEX_WAIT is an interval, one of the other operation a time of a clock. */
    const struct timespec *given = (const struct timespec *)time;
    if (given && !lct_time_valid(given)) return fails(EINVAL);
    struct timespec until;
    lct_deadline deadline = {CLOCK_PROCESS_CPUTIME_ID, &until};
    if (given && command == FUTEX_WAIT) {
        int64_t end = lct_self()->clock + (int64_t)given->tv_sec * 1000000000 + given->tv_nsec;
        until = (struct timespec){.tv_sec = (time_t)(end / 1000000000), .tv_nsec = (long)(end % 1000000000)};
    } else if (given) {
        until = *given;
        deadline.clock = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    }
    uint32_t mask = command == FUTEX_WAIT ? FUTEX_BITSET_MATCH_ANY : (uint32_t)bits;
    return sleep_on(at, (uint32_t)value, mask, given ? &deadline : NULL, pc);
}

long lct_futex(const long *a, uintptr_t pc) { return futex(a[0], a[1], a[2], a[3], a[5], pc); }

LCT_REPLACES long syscall(long number, ...) {
    va_list args;
    long a[6];
    va_start(args, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(args, long);
    va_end(args);
    if (number == SYS_futex && lct_m.in_code) return lct_futex(a, LCT_CALLER);
    if (!lct_m.in_code && number != SYS_gettid) return lct_system(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    long result = lct_world_call(number, a, 0, LCT_CALLER);
    return result < 0 && result >= -4095 ? fails((int)-result) : result;
}
