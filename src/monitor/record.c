/* Recording events: the part that the program waits for.  See monitor/log.h for the method and its reasons.
 *
 * Most events go the short way: the thread has its log, there is room in it, and the time is a counter that is read
 * without a call.  For all other events there is a function that does everything, and that returns nothing to the short
 * way, which so needs no registers but those of its arguments.
 */

#include "monitor/monitor.h"

enum { AHEAD = 96 }; /* words; see claim */

/* ---- fences ---- */

/* The thread's own processor makes all it has stored visible. */
static inline void drain(void) {
#if defined __x86_64__
    __asm__ volatile("lock addl $0, -8(%%rsp)" ::: "memory", "cc");
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/* The clock is not read before everything above is done. */
static inline void settle(void) {
#if defined __x86_64__
    __builtin_ia32_lfence();
#endif
}

/* This line will be written soon: the checker's processor had better give it up now. */
static inline void claim(const void *line) {
#if defined __x86_64__
    __asm__ volatile("prefetchw %0" ::"m"(*(const char *)line));
#else
    __builtin_prefetch(line, 1);
#endif
}

/* ---- signals ---- */

/* A handler that records may come between any two instructions between these two calls. */
static inline void begin_event(lco_log *log) {
    log->busy = true;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
static inline void end_event(lco_log *log) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    log->busy = false;
}

/* Then it must not touch the log; the checker is informed of its operation before that begins (merge.c). */
static void call_unheard(lco_log *log) {
    if (!log->astray) __atomic_add_fetch(&log->monitor->unheard.begun, 1, __ATOMIC_SEQ_CST);
    log->astray = true;
}
static void return_unheard(lco_log *log) {
    if (!log->astray) __atomic_add_fetch(&log->monitor->unheard.begun, 1, __ATOMIC_SEQ_CST);
    log->astray = false;
    __atomic_add_fetch(&log->monitor->unheard.ended, 1, __ATOMIC_SEQ_CST);
}

/* ---- room ---- */

static void set_lost(lco_log *log, uint64_t more, bool inside) {
    uint64_t lost = (log->lost >> 1) + more;
    __atomic_store_n(&log->lost, lost << 1 | inside, __ATOMIC_RELEASE);
}

/* How many more words fit.  The last event may have used some of those that are spare. */
static uint64_t room_in(lco_log *log) {
    uint64_t used = log->head - __atomic_load_n(&log->tail, __ATOMIC_ACQUIRE), size = log->mask + 1 - LCO_SPARE;
    return used < size ? size - used : 0;
}

/* The next look is after a quarter, which is when a checker that sleeps is woken. */
static void look_later(lco_log *log, uint64_t room) {
    uint64_t quarter = (log->mask + 1) / 4;
    log->limit = log->head + (room < quarter ? room : quarter);
}

/* Publishes an event that has no stamp yet, and gives its place. */
static inline uint64_t *put(lco_log *log, uint64_t word, unsigned count, int64_t value, const int64_t *all) {
    uint64_t head = log->head, *words = log->words, mask = log->mask, *at = &words[head & mask];
    __atomic_store_n(at, word, __ATOMIC_RELAXED);
    if (all)
        for (unsigned i = 0; i < count; i++) words[(head + 1 + i) & mask] = (uint64_t)all[i];
    else if (count) words[(head + 1) & mask] = (uint64_t)value;
    claim(&words[(head + AHEAD) & mask]);
    __atomic_store_n(&log->head, head + 1 + count, __ATOMIC_RELEASE);
    return at;
}

static inline uint64_t stamped(uint64_t word, uint64_t now) { return word | LCO_STAMPED | now << LCO_STAMP_FROM; }

/* An event that ends something: everything of the operation can be seen by other threads before the clock is read.  The
 * event itself need not be (merge.c), so no thread waits for the cache line that it goes to. */
static inline void put_end(lco_log *log, unsigned what, unsigned count, int64_t value, const int64_t *all, bool fenced,
                           bool counts) {
    uint64_t word = lco_event_word(what, count);
    if (!fenced) drain();
    uint64_t *at = put(log, word, count, value, all);
    settle();
    uint64_t now = counts ? lc_stamp_counter() : lc_stamp_read();
    log->last = now;
    __atomic_store_n(at, stamped(word, now), __ATOMIC_RELEASE);
}

static void wake_checker(lco_log *log) {
    if (log->hurry && __atomic_load_n(&log->monitor->asleep, __ATOMIC_RELAXED)) lco_monitor_wake(log->monitor);
}

/* A log that was full is used again when half of it is free, and its thread is inside no operation. */
static void try_to_resume(lco_log *log) {
    uint64_t room = room_in(log);
    if (room < (log->mask + 1) / 2) return;
    put_end(log, LCO_EVENT_RESUME, 1, (int64_t)(log->lost >> 1), NULL, false, false);
    log->dropping = false;
    look_later(log, room - 2);
}

/* The log has reached its limit.  False: there is no room. */
static __attribute__((noinline)) bool make_room(lco_log *log, bool call) {
    wake_checker(log);
    if (log->dropping) {
        if (call) try_to_resume(log);
        return !log->dropping;
    }
    uint64_t room = room_in(log);
    if (!room) {
        log->dropping = true;
        log->limit = log->head;
        return false;
    }
    look_later(log, room);
    return true;
}

/* ---- events ---- */

/* Is an operation open that was recorded? */
static inline bool is_known(const lco_log *log) {
    return log->open && log->open == __atomic_load_n(&log->monitor->run, __ATOMIC_RELAXED);
}

/* The clock is read before anything of the operation is done. */
static inline void stamp_call(lco_log *log, uint64_t *at, uint64_t word, bool counts) {
    uint64_t now;
    do now = counts ? lc_stamp_counter() : lc_stamp_read();
    while (__builtin_expect(now <= log->last + log->grain, 0) && !lc_stamp_leapt(log->last, now));
    log->last = now;
#if defined __x86_64__
    __atomic_exchange_n(at, stamped(word, now), __ATOMIC_SEQ_CST);
#else
    __atomic_store_n(at, stamped(word, now), __ATOMIC_RELEASE);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/* An operation crashes, and there is no room to record it: that is known before the lost events are reported. */
static void drop_crash(lco_log *log) { __atomic_store_n(&log->monitor->lost_crash, true, __ATOMIC_RELEASE); }

/* An operation that is not recorded: the checker is informed of it before it begins. */
static __attribute__((noinline)) void drop_call(lco_log *log) {
    if (is_known(log) || log->lost & 1) drop_crash(log); /* the one before has never returned */
    set_lost(log, 1, true);
    log->open = 0;
    if (log->locked) drain();
}

static __attribute__((noinline)) void drop_return(lco_log *log) {
    set_lost(log, 1, false);
    log->open = 0;
    try_to_resume(log);
}

static inline uint64_t word_of(unsigned method, unsigned count) {
    return lco_event_word(method < LCO_EVENT_RETURN ? method : LCO_EVENT_UNKNOWN, count);
}

/* The log is busy from here to the end. */
static __attribute__((noinline)) void call_slowly(lco_log *log, unsigned method, unsigned count, int64_t value,
                                                  const int64_t *all) {
    if (log->head >= log->limit && !make_room(log, true)) {
        drop_call(log);
    } else {
        uint64_t word = word_of(method, count), *at;
        log->open = __atomic_load_n(&log->monitor->run, __ATOMIC_RELAXED);
        at = put(log, word, count, value, all);
        if (log->locked) {
            drain();
            settle();
        }
        stamp_call(log, at, word, false);
    }
    end_event(log);
}

static inline bool records(const lince_monitor *m) {
    return __atomic_load_n(&m->state, __ATOMIC_RELAXED) == LCO_MONITOR_ON;
}

/* The thread has no log yet, or it is busy, or nothing is recorded. */
static __attribute__((noinline)) void call_first(lince_monitor *m, unsigned method, unsigned count, int64_t value,
                                                 const int64_t *all) {
    if (!m) {
        lco_report_missing("lince_call");
        return;
    }
    if (!records(m)) {
        lco_report_orphan(m);
        return;
    }
    lco_log *log = lco_log_found(m->serial);
    if (!log) log = lco_log_look_up(m);
    if (!log) return;
    if (log->busy) {
        call_unheard(log);
        return;
    }
    begin_event(log);
    call_slowly(log, method, count, value, all);
}

static inline void call(lince_monitor *m, unsigned method, unsigned count, int64_t value, const int64_t *all) {
    lco_log *log = m ? lco_log_found(m->serial) : NULL;
    if (__builtin_expect(!log || log->busy || !records(m), 0)) {
        call_first(m, method, count, value, all);
        return;
    }
    begin_event(log);
    bool plain = !log->locked && log->head < log->limit && lc_stamp_counts;
    if (__builtin_expect(!plain, 0)) {
        call_slowly(log, method, count, value, all);
        return;
    }
    uint64_t word = word_of(method, count);
    log->open = __atomic_load_n(&m->run, __ATOMIC_RELAXED);
    stamp_call(log, put(log, word, count, value, all), word, true);
    end_event(log);
}

static __attribute__((noinline)) void finish_slowly(lco_log *log, unsigned count, int64_t value, const int64_t *all) {
    bool known = is_known(log);
    if (!known) count = 0;
    if (!known && !log->dropping && !records(log->monitor)) {
        /* it began when nothing was recorded, or nothing is any more */
    } else if (log->head >= log->limit && !make_room(log, false)) {
        drop_return(log);
    } else {
        log->open = 0;
        put_end(log, known ? LCO_EVENT_RETURN : LCO_EVENT_STRAY, count, value, all, log->fenced, false);
    }
    end_event(log);
}

static __attribute__((noinline)) void finish_first(lince_monitor *m, unsigned count, int64_t value,
                                                   const int64_t *all) {
    if (!m) {
        lco_report_missing("lince_return");
        return;
    }
    lco_log *log = lco_log_found(m->serial);
    if (!log) log = lco_log_look_up(m);
    if (!log) return;
    if (log->busy) {
        if (log->astray || records(m)) return_unheard(log);
        return;
    }
    begin_event(log);
    finish_slowly(log, count, value, all);
}

static inline void finish(lince_monitor *m, unsigned count, int64_t value, const int64_t *all) {
    lco_log *log = m ? lco_log_found(m->serial) : NULL;
    if (__builtin_expect(!log || log->busy, 0)) {
        finish_first(m, count, value, all);
        return;
    }
    begin_event(log);
    bool plain = is_known(log) && log->head < log->limit && lc_stamp_counts;
    if (__builtin_expect(!plain, 0)) {
        finish_slowly(log, count, value, all);
        return;
    }
    log->open = 0;
    put_end(log, LCO_EVENT_RETURN, count, value, all, log->fenced, true);
    end_event(log);
}

void lince_monitor_called(lince_monitor *m, int method, unsigned count, int64_t value) {
    call(m, (unsigned)method, count, value, NULL);
}

void lince_monitor_returned(lince_monitor *m, unsigned count, int64_t value) { finish(m, count, value, NULL); }

/* No specification takes as many as this. */
static unsigned sane(unsigned count) { return count <= LINCE_MONITOR_VALUES ? count : LINCE_MONITOR_VALUES; }

void lince_monitor_called_with(lince_monitor *m, int method, unsigned count, const int64_t *values) {
    if (count > LINCE_MONITOR_VALUES) method = -1;
    call(m, (unsigned)method, sane(count), 0, values);
}

void lince_monitor_returned_with(lince_monitor *m, unsigned count, const int64_t *values) {
    finish(m, sane(count), 0, values);
}

bool lco_log_leave(lco_log *log) {
    if (log->busy) { /* it was cancelled in the middle of an event, or has jumped out of one */
        call_unheard(log);
        return false;
    }
    if (log->dropping) {
        if (log->lost & 1) drop_crash(log);
        set_lost(log, 0, false);
    } else if (log->open && log->head >= log->limit && !make_room(log, false)) {
        drop_crash(log);
        drop_return(log);
    } else if (log->open) {
        log->open = 0;
        put_end(log, LCO_EVENT_CRASH, 0, 0, NULL, false, false);
    }
    return true;
}
