/* Executions in which no thread can go on: which threads wait for what, and whether that may be.
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

static bool spins(unsigned thread) { return lc_t.spinning >> thread & 1; }

/* The first thread, and whoever starts others, has to wait for their end. */
static bool waits_for_threads(unsigned thread) {
    lc_waited w = lc_waits_for(&lc_m.threads[thread]);
    return !spins(thread) && w.what && !w.object;
}

static bool may_be_judged(void) { return lc_w.test->blocking || lc_w.control->config.waits; }

/* Residents wait with the operations: the specification decides whether one of these should have returned. */
static bool only_operations_wait(void) {
    if (!may_be_judged()) return false;
    bool some = false, residents = false;
    for (unsigned i = 0; i < lc_m.thread_count; i++) {
        const lc_thread *t = &lc_m.threads[i];
        if (t->life != LC_ALIVE) continue;
        some |= t->in_operation;
        residents |= t->resident;
        if (!t->in_operation && !t->resident && (i || !waits_for_threads(i))) return false;
    }
    return some || !residents;
}

/* In this execution threads go round for ever: the words for it, and the thread that does; without words, none. */
static struct {
    char words[200];
    unsigned thread;
} goes_round LC_STATE = {"", 0};

bool lc_waits_round(unsigned thread, const char *words) {
    lc_mask spinning = lc_t.spinning;
    lc_t.spinning |= lc_m.free;
    if (only_operations_wait()) {
        snprintf(goes_round.words, sizeof goes_round.words, "%s", words);
        goes_round.thread = thread;
        return true;
    }
    lc_t.spinning = spinning;
    return false;
}

bool lc_may_wait(void) {
    if (lc_is_allowed(lc_t.spinning ? LC_FAILS_SPINNING : LC_FAILS_DEADLOCK)) return true;
    return only_operations_wait();
}

enum lc_completeness lc_how_complete(void) {
    if (lc_r.open == 0) return LC_ALL_RETURNED;
    return lc_m.outcome == LC_STUCK && only_operations_wait() ? LC_ALL_WAIT : LC_INCOMPLETE;
}

/* The first thread mostly waits for the others to end, which says nothing. */
static bool is_worth_telling(unsigned thread, const lc_waited *w) {
    if (lc_m.threads[thread].life != LC_ALIVE) return false;
    return thread || spins(thread) || !w->what || w->object;
}

/* `T1 waits in enq for a mutex that T2 has`, cut to fit. */
static size_t describe(char *text, size_t size, unsigned thread, const lc_waited *w) {
    const lc_thread *t = &lc_m.threads[thread];
    const char *where = t->in_operation ? lc_r.names[t->call.name] : NULL;
    char what[80] = "", has[40] = "";
    unsigned owner = w->has ? (unsigned)__builtin_ctz(w->has) : 0;
    bool one = w->has && !(w->has & (w->has - 1));
    if (spins(thread)) snprintf(what, sizeof what, " in a loop");
    else if (w->what && !w->object) snprintf(what, sizeof what, " for the end of %s", one ? "" : "others");
    else if (w->what) snprintf(what, sizeof what, " for a%s %s", *w->what == 'i' ? "n" : "", w->what);
    if (one && w->object && owner == thread) snprintf(has, sizeof has, " that it has itself");
    else if (one)
        snprintf(has, sizeof has, "%s%s%s", w->object ? " that " : "", lc_thread_name(owner), w->object ? " has" : "");
    int length = snprintf(text, size, "%s%s waits%s%s%s%s", lc_thread_name(thread),
                          t->resident ? " (of the setup)" : "", where ? " in " : "", where ? where : "", what, has);
    return (size_t)length < size ? (size_t)length : size - 1;
}

/* As a failure: its kind, and its words. */
static int words_of_stuck(char *message, size_t size) {
    bool spinning = false;
    if (*goes_round.words) {
        snprintf(message, size, "%s", goes_round.words);
        return LC_FAILS_LIVELOCK;
    }
    size_t length = (size_t)snprintf(message, size, "nobody can go on:"), first = length;
    for (unsigned i = 0; i < lc_m.thread_count && length < size - 3; i++) {
        lc_waited w = lc_waits_for(&lc_m.threads[i]);
        if (!is_worth_telling(i, &w)) continue;
        spinning |= spins(i);
        length += (size_t)snprintf(message + length, size - length, length > first ? ", " : " ");
        length += describe(message + length, size - length, i, &w);
    }
    return spinning ? LC_FAILS_SPINNING : LC_FAILS_DEADLOCK;
}

enum { WORDS = 480 };

void lc_complain_stuck(void) {
    char message[WORDS];
    int kind = words_of_stuck(message, sizeof message);
    lc_explorer.report_failure(kind, 0, 0, message);
}

void lc_stuck_begin(void) { *goes_round.words = 0; }

const lc_failure_report *lc_stuck_report(void) {
    static char message[WORDS] LC_STATE;
    static lc_failure_report report LC_STATE;
    if (lc_w.test->blocking || lc_how_complete() != LC_ALL_WAIT) return NULL;
    int kind = words_of_stuck(message, sizeof message);
    report = (lc_failure_report){.kind = (uint32_t)kind, .message = message, .doubt = lc_doubt_about(kind)};
    if (kind == LC_FAILS_LIVELOCK && goes_round.thread < lc_m.thread_count) {
        report.thread = goes_round.thread;
        report.pc = lc_m.threads[goes_round.thread].pending.pc;
    }
    return &report;
}

/* ---- in detail ---- */

static void tell(void) {
    enum { FRAMES = 24 };
    uintptr_t frames[FRAMES];
    const lc_thread *t = lc_self();
    lc_waited w = lc_waits_for(t);
    bool loops = !w.what;
    lc_step_report report = {.thread = lc_m.current,
                             .kind = LC_STEP_BLOCKED,
                             .address = loops ? t->pending.address : w.object,
                             .size = loops ? t->pending.size : w.object != 0,
                             .before = w.has,
                             .after = (uint64_t)w.come << 32 | w.of,
                             .pc = t->pending.pc,
                             .text = loops ? "loop" : w.what,
                             .frames = frames,
                             .frame_count = 1 + lc_stack_from(t->pending.pc, frames + 1, FRAMES - 1)};
    frames[0] = t->pending.pc;
    lc_say_step(&report);
    lc_tell_block(report.address);
}

void lc_tell_stuck(void) {
    for (unsigned i = 0; i < lc_m.thread_count; i++) {
        lc_waited w = lc_waits_for(&lc_m.threads[i]);
        if (is_worth_telling(i, &w)) lc_thread_visit(i, tell);
    }
}
