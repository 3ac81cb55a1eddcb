/* Reading the logs: rounds, each up to an instant before which nothing can come any more.
 *
 * A round takes the time T, requests a barrier on all processors from the kernel (membarrier), and reads the logs.
 * Which events can still come after that?  Take an event of a thread that is not among those the round sees.  It was
 * not published before the barrier: on a processor where the thread ran, the barrier is an interrupt, and all stores
 * before it have been made visible; a thread that did not run had to pass the scheduler, which is a barrier as well.
 * Its stamp is read after it is published, and an event that an interrupt finds unfinished is done again.  So its stamp
 * is above T, and so is anything of its operation, if it is a call.  Hence after the barrier all events up to T are
 * there, except for stamps that have not been stored yet, of the last event of a log each (see log.h); the thread may
 * have been stopped just there, for as long as the scheduler likes.  They are not waited for:
 *
 *   - A call without a stamp was not seen in the round before, so its operation began after that round's T.  It is
 *     taken to have begun then (or when the thread's last operation ended, if that was later).  A call may always be
 *     taken to be earlier than it was: the operation becomes longer, and fewer orders are claimed.
 *   - A return without a stamp is left for the next round, and is then taken to be later than T, with any stamp.
 *     A return may always be taken to be later.
 *
 * Where there is no membarrier, threads use a fence of their own between publishing and reading the clock.
 *
 * Returns count a grain later than they are stamped (lc_stamp_grain); of equal stamps calls come first.  So an
 * operation comes before another one only if its stamps prove it beyond doubt.
 *
 * Gaps.  A thread whose log is full counts the events it loses, before the operation begins.  The same reasoning gives
 * the time of that: after the T of the round that still saw the old count, and after all that is in the log up to the
 * record that marks where recording resumes (or up to its end).  From there on everything is skipped, until the stamps
 * show that no thread is inside an operation.  A thread of which events are missing may be inside one, until its log
 * shows that it resumes; or until two rounds in succession find it outside of any and unchanged, so that it was outside
 * at the T of the second.
 *
 * Clocks that are set back.  The stamps of a thread increase, and a call that is new has a stamp above the T of the
 * round before; where that is not so, nothing in the logs can be ordered any more.  Then a new T is taken, and all that
 * is there after its barrier is skipped, thread by thread, which shows the threads that are inside an operation: later
 * events have stamps above that T.
 */
#include <assert.h>
#include <linux/membarrier.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "monitor/monitor.h"

/* ---- gaps ---- */

static void enter_gap(lince_monitor *m, const char *cause) {
    if (m->gapped) return;
    m->gapped = true;
    m->cause = cause;
    m->gap_lost = m->gap_skipped = 0;
}

/* While it is off, the operations of threads are not recorded; some that have not noticed record on, and their results
 * may depend on those operations.  So nothing that happened since is judged, until it has been on for a while. */
static const char switched_off[] = "it was switched off";
static const char set_back[] = "the clock was set back";

static uint64_t instant_of(const lince_monitor *m, const lco_log_lane *lane) {
    return lco_event_calls(lane->word) ? lane->stamp : lane->stamp - m->grain;
}

static bool is_since_off(const lince_monitor *m) {
    uint64_t off_at = __atomic_load_n(&m->off_at, __ATOMIC_ACQUIRE);
    return off_at && m->instant > off_at;
}

static bool quiescent(const lince_monitor *m) {
    for (uint32_t i = 0; i < m->lanes.count; i++)
        if (m->lanes.at[i].open || m->lanes.at[i].missing) return false;
    return !m->lost_thread && !m->unheard_open && !m->no_barrier;
}

/* No thread is inside an operation at this instant: judging goes on. */
static void try_to_leave_gap(lince_monitor *m) {
    if (!m->gapped || m->settling || m->instant <= m->skipped || is_since_off(m) || !quiescent(m)) return;
    m->gapped = false;
    if (__atomic_exchange_n(&m->lost_crash, false, __ATOMIC_ACQ_REL)) lco_online_crash_unknown(m->online);
    lco_online_gap(m->online);
    lco_report_gap(m, true);
}

static void account(lince_monitor *m, lco_log_lane *lane, uint64_t lost) {
    m->gap_lost += lost - lane->accounted;
    lane->accounted = lost;
}

/* ---- feeding ---- */

static lince_value value_of(lince_monitor *m, int64_t v) {
    lince_value symbol = lco_monitor_symbol(v);
    return symbol ? symbol : lince_int(lco_online_values(m->online), v);
}

static uint64_t word_at(const lco_log_lane *lane, uint64_t index) {
    return __atomic_load_n(&lane->words[index & lane->mask], __ATOMIC_ACQUIRE);
}

/* The values of the next event. */
static uint32_t values_of(lince_monitor *m, const lco_log_lane *lane, lince_value *out) {
    uint32_t count = lco_event_count_of(lane->word);
    assert(count <= LINCE_MONITOR_VALUES);
    for (uint32_t i = 0; i < count; i++) out[i] = value_of(m, (int64_t)word_at(lane, lane->next + 1 + i));
    return count;
}

static void misused(lince_monitor *m, const char *why) {
    lco_report_misuse(m, why);
    enter_gap(m, "an event that the specification lacks");
}

static bool feed_call(lince_monitor *m, const lco_log_lane *lane, uint32_t slot) {
    lince_value values[LINCE_MONITOR_VALUES];
    lince_error error = {0};
    uint32_t method = lco_event_what_of(lane->word), count = values_of(m, lane, values);
    bool known = method < m->instance.spec->method_count;
    if (known && lco_online_call(m->online, slot, method, values, count, &error)) return true;
    misused(m, known ? error.message : "a call has the number of no method, or too many arguments");
    return false;
}

static void feed_return(lince_monitor *m, const lco_log_lane *lane, uint32_t slot) {
    lince_value values[LINCE_MONITOR_VALUES];
    lince_error error = {0};
    uint32_t count = values_of(m, lane, values);
    if (!lco_online_return(m->online, slot, values, count, &error)) misused(m, error.message);
}

/* The operation that is open there never returns.  Also in a gap: it may take effect behind it. */
static void take_crash(lince_monitor *m, lco_log_lane *lane, uint32_t slot) {
    if (lane->known) lco_online_crash(m->online, slot);
    else lco_online_crash_unknown(m->online);
}

static void take_call(lince_monitor *m, lco_log_lane *lane, uint32_t slot) {
    if (lane->open) take_crash(m, lane, slot);
    lane->open = true;
    lane->known = !m->gapped && feed_call(m, lane, slot);
}

static void take_end(lince_monitor *m, lco_log_lane *lane, uint32_t slot) {
    unsigned what = lco_event_what_of(lane->word);
    if (what == LCO_EVENT_STRAY || !lane->open) enter_gap(m, "a return without its call");
    if (what == LCO_EVENT_CRASH && lane->open) take_crash(m, lane, slot);
    else if (!m->gapped) feed_return(m, lane, slot);
    lane->open = lane->known = false;
}

static void take_resume(lince_monitor *m, lco_log_lane *lane) {
    uint64_t lost = word_at(lane, lane->next + 1);
    assert(m->gapped || lost == lane->accounted); /* silent for so long that it was reported before */
    account(m, lane, lost);
    lane->open = lane->known = lane->missing = false;
    lane->hole = lane->lost >> 1 != lane->accounted;
}

/* The next event of all. */
static void take(lince_monitor *m, uint32_t slot) {
    lco_log_lane *lane = &m->lanes.at[slot];
    bool resumes = lco_event_what_of(lane->word) == LCO_EVENT_RESUME;
    if (resumes) take_resume(m, lane);
    else if (lco_event_calls(lane->word)) take_call(m, lane, slot);
    else take_end(m, lane, slot);
    m->figures.events += !resumes;
    m->gap_skipped += m->gapped && !resumes;
    lane->last = lane->stamp;
    lane->next += 1 + lco_event_count_of(lane->word);
    try_to_leave_gap(m);
}

/* ---- lanes ---- */

/* Looks at the next event.  False: there is none in this round. */
static bool look_ahead(lince_monitor *m, lco_log_lane *lane, uint64_t until) {
    if (lane->next == lane->head) return false;
    uint64_t word = lane->word = word_at(lane, lane->next), stamp = lco_event_stamp(word, until);
    if (word & LCO_STAMPED) {
        m->leapt |=
            lc_stamp_leapt(lane->written, stamp) || (lco_event_calls(word) && lc_stamp_leapt(m->frontier, stamp));
        if (m->leapt) return false;
        lane->written = stamp;
    }
    if (lco_event_calls(word)) {
        if (!(word & LCO_STAMPED)) stamp = (m->frontier > lane->last ? m->frontier : lane->last) + 1;
    } else {
        if (!(word & LCO_STAMPED)) {
            lane->floor = until + 1;
            return false;
        }
        stamp += m->grain;
        if (stamp < lane->floor) stamp = lane->floor;
    }
    lane->stamp = stamp;
    return stamp <= until;
}

/* The missing events begin where nothing follows, or the event of resuming. */
static void look_for_hole(lince_monitor *m, lco_log_lane *lane) {
    if (!lane->hole) return;
    if (lane->next != lane->head && lco_event_what_of(word_at(lane, lane->next)) != LCO_EVENT_RESUME) return;
    lane->missing = true;
    enter_gap(m, "a buffer was full");
}

/* The present contents of a log. */
static void survey(lco_log_lane *lane) {
    lane->head = __atomic_load_n(&lane->log->head, __ATOMIC_ACQUIRE);
    lane->lost_before = lane->lost;
    lane->lost =
        __atomic_load_n(&lane->log->lost, __ATOMIC_ACQUIRE); /* after the head: the event it resumes from is in it */
    lane->hole = lane->lost >> 1 != lane->accounted;
}

static const char no_buffer[] = "there was no buffer for another thread";

static void survey_all(lince_monitor *m) {
    lco_log *newest = __atomic_load_n(&m->logs, __ATOMIC_ACQUIRE);
    uint32_t count = newest ? newest->slot + 1 : 0;
    if (count > m->lanes.count) {
        uint32_t old = m->lanes.count;
        if (!lc_reserve(NULL, &m->lanes, count) || !lc_reserve(NULL, &m->heap, count)) {
            __atomic_store_n(&m->lost_thread, true, __ATOMIC_RELAXED);
            enter_gap(m, no_buffer);
            count = old;
        }
        m->lanes.count = count;
        for (lco_log *log = newest; log; log = log->next)
            if (log->slot >= old && log->slot < count) {
                m->lanes.at[log->slot] = (lco_log_lane){.log = log, .words = log->words, .mask = log->mask};
                char name[24];
                snprintf(name, sizeof name, "T%u", log->slot + 1);
                lco_online_name(m->online, log->slot, name);
            }
    }
    for (uint32_t i = 0; i < m->lanes.count; i++) survey(&m->lanes.at[i]);
}

/* ---- merging: a heap of lanes by the stamp of their next event ---- */

static bool comes_first(const lince_monitor *m, uint32_t a, uint32_t b) {
    const lco_log_lane *x = &m->lanes.at[a], *y = &m->lanes.at[b];
    if (x->stamp != y->stamp) return x->stamp < y->stamp;
    bool x_calls = lco_event_calls(x->word), y_calls = lco_event_calls(y->word);
    return x_calls != y_calls ? x_calls : a < b;
}

static void sink(lince_monitor *m, uint32_t at) {
    uint32_t *heap = m->heap.at, moved = heap[at];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= m->heap.count) break;
        if (child + 1 < m->heap.count && comes_first(m, heap[child + 1], heap[child])) child++;
        if (!comes_first(m, heap[child], moved)) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
}

/* The thread may reuse the part that was read. */
static void hand_back(lco_log_lane *lane) {
    lane->tail = lane->next;
    __atomic_store_n(&lane->log->tail, lane->next, __ATOMIC_RELEASE);
}

static void merge(lince_monitor *m, uint64_t until) {
    m->heap.count = 0;
    for (uint32_t i = 0; i < m->lanes.count; i++) {
        look_for_hole(m, &m->lanes.at[i]);
        if (look_ahead(m, &m->lanes.at[i], until)) m->heap.at[m->heap.count++] = i;
    }
    for (uint32_t i = m->heap.count / 2; i-- > 0;) sink(m, i);
    while (m->heap.count && !m->leapt) {
        uint32_t slot = m->heap.at[0];
        lco_log_lane *lane = &m->lanes.at[slot];
        m->instant = instant_of(m, lane);
        if (is_since_off(m)) enter_gap(m, switched_off); /* checked after the logs have been read */
        take(m, slot);
        if (lane->next - lane->tail > lane->mask / 8) hand_back(lane);
        look_for_hole(m, lane);
        if (!look_ahead(m, lane, until)) m->heap.at[0] = m->heap.at[--m->heap.count];
        if (m->heap.count) sink(m, 0);
    }
}

/* ---- rounds ---- */

void lco_monitor_close(lince_monitor *m) {
    for (uint32_t i = 0; i < m->lanes.count; i++)
        if (m->lanes.at[i].lost >> 1 != m->lanes.at[i].accounted) {
            enter_gap(m, "a buffer was full");
            account(m, &m->lanes.at[i], m->lanes.at[i].lost >> 1);
        }
    if (m->gapped && (m->cause != switched_off || m->gap_lost || m->gap_skipped)) lco_report_gap(m, false);
}

/* Threads that lose events and have not come back since. */
static void look_at_silent(lince_monitor *m) {
    for (uint32_t i = 0; i < m->lanes.count; i++) {
        lco_log_lane *lane = &m->lanes.at[i];
        if (!lane->missing || lane->next != lane->head || lane->lost & 1 || lane->lost != lane->lost_before) continue;
        account(m, lane, lane->lost >> 1);
        lane->open = lane->known = lane->hole = lane->missing = false;
    }
}

static void look_at_switch(lince_monitor *m) {
    unsigned run = __atomic_load_n(&m->run, __ATOMIC_ACQUIRE);
    if (run != m->seen_run) {
        m->seen_run = run;
        m->settling = true;
        enter_gap(m, "it was switched on");
        for (uint32_t i = 0; i < m->lanes.count; i++) /* their ends are not recorded */
            m->lanes.at[i].open = m->lanes.at[i].known = false;
    }
    if (__atomic_load_n(&m->lost_thread, __ATOMIC_RELAXED)) enter_gap(m, no_buffer);
}

/* Operations of signal handlers that came into the middle of recording.  They are counted before they begin, so
 * everything up to T was before all those that the round does not count.  They are over if as many had ended before
 * T. */
static uint64_t count_unheard_ended(const lince_monitor *m) {
    return __atomic_load_n(&m->unheard.ended, __ATOMIC_SEQ_CST);
}

static void look_at_unheard(lince_monitor *m) {
    uint64_t begun = __atomic_load_n(&m->unheard.begun, __ATOMIC_SEQ_CST);
    if (begun == m->unheard_seen) return;
    m->unheard_seen = begun;
    m->unheard_open = true;
    enter_gap(m, "a signal handler recorded while its thread was recording");
}

static void look_at_barrier(lince_monitor *m) {
    if (!m->barrier) __atomic_thread_fence(__ATOMIC_SEQ_CST);
    else if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0)) {
        m->no_barrier = true; /* by a filter that came after us, and threads rely on it */
        enter_gap(m, "the kernel refuses membarrier by now");
    }
}

/* Off altogether when all that had begun has ended; then returns cost no more than calls. */
static void look_at_closing(lince_monitor *m) {
    unsigned closing = LCO_MONITOR_CLOSING;
    for (uint32_t i = 0; i < m->lanes.count; i++)
        if (m->lanes.at[i].open || m->lanes.at[i].next != m->lanes.at[i].head) return;
    __atomic_compare_exchange_n(&m->state, &closing, LCO_MONITOR_OFF, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* All that is in the logs, one after the other: their times are unknown, but the threads inside an operation are
 * known. */
static void skip_all(lince_monitor *m, const char *cause) {
    enter_gap(m, cause);
    uint64_t now = lc_stamp_read();
    look_at_barrier(m);
    survey_all(m);
    m->instant = 0;
    m->skipped = lc_stamp_read(); /* nothing that is skipped ends later */
    for (uint32_t i = 0; i < m->lanes.count; i++) {
        lco_log_lane *lane = &m->lanes.at[i];
        while (lane->next != lane->head) {
            lane->word = word_at(lane, lane->next);
            lane->stamp = now;
            look_for_hole(m, lane);
            take(m, i);
        }
        lane->last = lane->written = now;
        lane->floor = 0;
    }
    m->frontier = now;
    if (__atomic_load_n(&m->off_at, __ATOMIC_SEQ_CST)) /* it may have been at any time */
        __atomic_store_n(&m->off_at, 1, __ATOMIC_SEQ_CST);
    m->leapt = false;
}

/* Stamps are known up to days.  False: nothing is left to be merged. */
static bool look_at_calendar(lince_monitor *m, uint64_t now) {
    if (lc_stamp_leapt(m->frontier, now)) m->leapt = true;
    if (!m->frontier || now < m->frontier || now - m->frontier < (uint64_t)1 << 48) return !m->leapt;
    skip_all(m, "the buffers have not been read for a day");
    return false;
}

uint64_t lco_monitor_round(lince_monitor *m) {
    double began = lc_now();
    uint64_t unheard_ended = count_unheard_ended(m), now = lc_stamp_read(), most = 0;
    look_at_barrier(m);
    look_at_switch(m);
    look_at_unheard(m);
    survey_all(m);
    bool merges = look_at_calendar(m, now);
    if (merges) merge(m, now);
    if (m->leapt) skip_all(m, set_back);
    else if (merges) m->frontier = now;
    for (uint32_t i = 0; i < m->lanes.count; i++) {
        lco_log_lane *lane = &m->lanes.at[i];
        uint64_t read = lane->next - lane->before;
        lane->before = lane->next;
        if (lane->next != lane->tail) hand_back(lane);
        if (read > most) most = read;
    }
    look_at_silent(m);
    /* Events of later rounds have later stamps than the beginning of this one, however long it took. */
    if (m->settling && began >= m->on_time + m->settle) m->settling = false;
    if (unheard_ended == m->unheard_seen) m->unheard_open = false;
    m->instant = m->frontier;
    try_to_leave_gap(m);
    if (__atomic_load_n(&m->state, __ATOMIC_RELAXED) == LCO_MONITOR_CLOSING) look_at_closing(m);
    lco_online_remind(m->online, began);
    lco_monitor_look(m);
    m->flushed = m->flushed && !most;
    return most;
}
