/* Executions in which no thread can go on: each waiting thread, the object it waits for, and whether that is
 * legitimate.
 *
 * A test that has a specification leaves it to the specification, and so to the command, whether operations may wait
 * (check/driver/blocked.h): the history is sent, with the failure that it is otherwise.  A thread that waits outside of
 * every operation is a failure in any case. */
#include <stdio.h>
#include <string.h>

#include "target/explore/worker.h"
#include "target/runtime/explorer.h"
#include "target/runtime/stack.h"
#include "target/runtime/sync/sync.h"

static bool spins(unsigned thread) { return lct_t.spinning >> thread & 1; }

/* The first thread, and every thread that starts more, has to wait for their end. */
static bool waits_for_threads(unsigned thread) {
    lct_waited w = lct_waits_for(&lct_m.threads[thread]);
    return !spins(thread) && w.what && !w.object;
}

static bool may_be_judged(void) { return lct_w.test->blocking || lct_w.control->config.waits; }

/* Residents wait with the operations: the specification decides whether one of these should have returned. */
static bool only_operations_wait(void) {
    if (!may_be_judged()) return false;
    bool some = false, residents = false;
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        const lct_thread *t = &lct_m.threads[i];
        if (t->life != LCT_ALIVE) continue;
        some |= t->in_operation;
        residents |= t->resident;
        if (!t->in_operation && !t->resident && (i || !waits_for_threads(i))) return false;
    }
    return some || !residents;
}

/* In this execution threads go round forever: the words for it, and the thread that does; without words, none. */
static struct {
    char words[200];
    unsigned thread;
} goes_round LCT_STATE = {"", 0};

bool lct_waits_round(unsigned thread, const char *words) {
    lct_mask spinning = lct_t.spinning;
    lct_t.spinning |= lct_m.free;
    if (only_operations_wait()) {
        snprintf(goes_round.words, sizeof goes_round.words, "%s", words);
        goes_round.thread = thread;
        return true;
    }
    lct_t.spinning = spinning;
    return false;
}

bool lct_may_wait(void) {
    if (lct_is_allowed(lct_t.spinning ? LCT_FAILS_SPINNING : LCT_FAILS_DEADLOCK)) return true;
    return only_operations_wait();
}

enum lct_completeness lct_how_complete(void) {
    if (lct_r.open == 0) return LCT_ALL_RETURNED;
    return lct_m.outcome == LCT_STUCK && only_operations_wait() ? LCT_ALL_WAIT : LCT_INCOMPLETE;
}

/* The first thread mostly waits for the other threads to end, which is no information. */
static bool is_reported(unsigned thread, const lct_waited *w) {
    if (lct_m.threads[thread].life != LCT_ALIVE) return false;
    return thread || spins(thread) || !w->what || w->object;
}

/* `T1 waits in enq for a mutex that T2 has`, cut to fit. */
static size_t describe(char *text, size_t size, unsigned thread, const lct_waited *w) {
    const lct_thread *t = &lct_m.threads[thread];
    const char *where = t->in_operation ? lct_r.names[t->call.name] : NULL;
    char what[80] = "", has[40] = "";
    unsigned owner = w->has ? lct_first(w->has) : 0;
    bool one = w->has && !(w->has & (w->has - 1));
    if (spins(thread)) snprintf(what, sizeof what, " in a loop");
    else if (w->what && !w->object) snprintf(what, sizeof what, " for the end of %s", one ? "" : "others");
    else if (w->what) snprintf(what, sizeof what, " for a%s %s", *w->what == 'i' ? "n" : "", w->what);
    if (one && w->object && owner == thread) snprintf(has, sizeof has, " that it has itself");
    else if (one)
        snprintf(has, sizeof has, "%s%s%s", w->object ? " that " : "", lct_thread_name(owner), w->object ? " has" : "");
    int length = snprintf(text, size, "%s%s waits%s%s%s%s", lct_thread_name(thread),
                          t->resident ? " (of the setup)" : "", where ? " in " : "", where ? where : "", what, has);
    return (size_t)length < size ? (size_t)length : size - 1;
}

/* As a failure: its kind, and its words. */
static int words_of_stuck(char *message, size_t size) {
    bool spinning = false;
    if (*goes_round.words) {
        snprintf(message, size, "%s", goes_round.words);
        return LCT_FAILS_LIVELOCK;
    }
    size_t length = (size_t)snprintf(message, size, "no thread can go on:"), first = length;
    for (unsigned i = 0; i < lct_m.thread_count && length < size - 3; i++) {
        lct_waited w = lct_waits_for(&lct_m.threads[i]);
        if (!is_reported(i, &w)) continue;
        spinning |= spins(i);
        length += (size_t)snprintf(message + length, size - length, length > first ? ", " : " ");
        length += describe(message + length, size - length, i, &w);
    }
    return spinning ? LCT_FAILS_SPINNING : LCT_FAILS_DEADLOCK;
}

enum { WORDS = 480 };

void lct_complain_stuck(void) {
    char message[WORDS];
    int kind = words_of_stuck(message, sizeof message);
    lct_explorer.report_failure(kind, 0, 0, message);
}

void lct_stuck_begin(void) { *goes_round.words = 0; }

const lct_failure_report *lct_stuck_report(void) {
    static char message[WORDS] LCT_STATE;
    static lct_failure_report report LCT_STATE;
    if (lct_w.test->blocking || lct_how_complete() != LCT_ALL_WAIT) return NULL;
    int kind = words_of_stuck(message, sizeof message);
    report = (lct_failure_report){.kind = (uint32_t)kind, .message = message, .doubt = lct_doubt_about(kind)};
    if (kind == LCT_FAILS_LIVELOCK && goes_round.thread < lct_m.thread_count) {
        report.thread = goes_round.thread;
        report.pc = lct_m.threads[goes_round.thread].pending.pc;
    }
    return &report;
}

/* ---- in detail ---- */

static void trace_waiting(void) {
    enum { FRAMES = 24 };
    uintptr_t frames[FRAMES];
    const lct_thread *t = lct_self();
    lct_waited w = lct_waits_for(t);
    bool loops = !w.what;
    lct_step_report report = {.thread = lct_m.current,
                              .kind = LCT_STEP_BLOCKED,
                              .address = loops ? t->pending.address : w.object,
                              .size = loops ? t->pending.size : w.object != 0,
                              .before = (uint64_t)w.has,
                              .more = lct_beyond_64(w.has),
                              .after = (uint64_t)w.come << 32 | w.of,
                              .pc = t->pending.pc,
                              .text = loops ? "loop" : w.what,
                              .frames = frames,
                              .frame_count = 1 + lct_stack_from(t->pending.pc, frames + 1, FRAMES - 1)};
    frames[0] = t->pending.pc;
    lct_send_step(&report);
    lct_trace_block(report.address);
}

void lct_trace_stuck(void) {
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        lct_waited w = lct_waits_for(&lct_m.threads[i]);
        if (is_reported(i, &w)) lct_thread_visit(i, trace_waiting);
    }
}
