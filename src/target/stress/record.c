/* The half of include/lince/test.h that is called by the code under test while it runs. */
#include <lince/test.h>
#include <pthread.h>
#include <string.h>

#include "base/stamp.h"
#include "target/explore/control.h"
#include "target/stress/board.h"
#include "target/stress/merge.h"
#include "target/stress/self.h"

__thread lc_actor lc_s = {0};

/* A thread that has ended waits for nothing. */
static void note_end(void *log) { __atomic_store_n(&((lc_run_log *)log)->ended, 1, __ATOMIC_RELEASE); }

void lc_self_become(unsigned number) {
    static pthread_key_t at_end;
    if (number >= LC_RUN_THREADS) lc_run_fail(LC_FAILS_LIMIT, 0, 0, "more than %d threads", LC_RUN_THREADS - 1);
    if (!number) pthread_key_create(&at_end, note_end);
    lc_s = (lc_actor){.known = true, .number = number, .random = lc_shake_random() + number};
    pthread_setspecific(at_end, &lc_b->logs[number]);
    __atomic_store_n(&lc_b->logs[number].begun, 1, __ATOMIC_RELEASE);
}

/* Threads that nobody has numbered get a number when they first call something of ours. */
static void know_self(void) {
    if (!lc_s.known) lc_self_become(__atomic_fetch_add(&lc_b->thread_count, 1, __ATOMIC_RELAXED));
}

static lc_run_event *next_event(void) {
    lc_run_log *log = &lc_b->logs[lc_s.number];
    if (log->count == LC_RUN_EVENTS)
        lc_run_fail(LC_FAILS_LIMIT, 0, 0, "more than %d operations of one thread", LC_RUN_EVENTS / 2);
    return &log->events[log->count];
}

/* Other threads do not look; the worker does, at any time. */
static void add_event(void) {
    uint32_t *count = &lc_b->logs[lc_s.number].count;
    __atomic_store_n(count, *count + 1, __ATOMIC_RELEASE);
}

/* The event counts before the operation begins, so that a call is known whatever comes of it. */
void lc_run_call(unsigned name, unsigned count, const int64_t *values, uintptr_t code) {
    know_self();
    if (lc_s.busy)
        lc_run_fail(LC_FAILS_MISUSE, 0, 0, "operation %s begins inside another one of the same thread",
                    lc_b->names[name]);
    lc_shake_call();
    lc_run_event *e = next_event();
    e->name = (uint16_t)name;
    e->returns = false;
    e->count = (uint8_t)count;
    memcpy(e->values, values, count * sizeof *values);
    lc_s.busy = true;
    lc_s.more = 0;
    e->at = lc_s.last = lc_stamp_call(lc_s.last);
    add_event();
    if (lc_shake_within()) lc_step_begin(code);
}

void lc_run_return(unsigned given, const int64_t *results, uintptr_t pc) {
    lc_step_end();
    uint64_t now = lc_stamp_return(lc_s.last) + lc_run_leap;
    unsigned count = given + lc_s.more;
    if (!lc_s.busy)
        lc_run_fail(LC_FAILS_MISUSE, pc, 0,
                    pc ? "lince_op_end outside of an operation"
                       : "the function of an operation has called lince_op_end: it ends when the function returns");
    if (count > LC_VALUES)
        lc_run_fail(LC_FAILS_MISUSE, pc, 0, "an operation has %u results: there can be %d", count, LC_VALUES);
    lc_run_event *e = next_event();
    e->at = lc_s.last = now;
    e->returns = true;
    e->count = (uint8_t)count;
    memcpy(e->values, results, given * sizeof *results);
    memcpy(e->values + given, lc_s.results, lc_s.more * sizeof *lc_s.results);
    lc_s.busy = false;
    add_event();
}

/* ---- what tests call ---- */

void lc_describe_stray(const char *caller) {
    if (lc_running) lc_run_fail(LC_FAILS_MISUSE, 0, 0, "%s is called outside of LINCE_TEST", caller);
}

static void check_inside(const char *what) {
    if (!lc_running) lc_run_fail(LC_FAILS_MISUSE, 0, 0, "%s outside of an execution", what);
}

static unsigned values_of(int64_t *out, int count, lince_long_list list) {
    if (count > LC_VALUES) count = LC_VALUES;
    for (int i = 0; i < count; i++) out[i] = list.at[i];
    return (unsigned)count;
}

void lince_op_begins(const char *name, int count, lince_long_list list) {
    check_inside("lince_op_begin");
    if (!name) lc_run_fail(LC_FAILS_MISUSE, LC_CALLER, 0, "lince_op_begin is given no name: it is NULL");
    int64_t values[LC_VALUES] = {0};
    unsigned number = lc_board_name(name), given = values_of(values, count, list);
    if (number == LC_RUN_NAMES)
        lc_run_fail(LC_FAILS_LIMIT, 0, 0,
                    "operation %.100s: its name has more than %d characters, or there are more than %d names", name,
                    LC_OP_NAME, LC_RUN_NAMES);
    lc_run_call(number, given, values, LC_CALLER);
}

void lince_op_ends(int count, lince_long_list list) {
    check_inside("lince_op_end");
    int64_t values[LC_VALUES] = {0};
    unsigned given = values_of(values, count, list);
    lc_run_return(given, values, LC_CALLER);
}

void lince_also_returns(long value) {
    check_inside("lince_also_returns");
    if (!lc_s.busy) lc_run_fail(LC_FAILS_MISUSE, LC_CALLER, 0, "lince_also_returns outside of an operation");
    if (lc_s.more == LC_VALUES)
        lc_run_fail(LC_FAILS_MISUSE, LC_CALLER, 0, "an operation has more than %d results", LC_VALUES);
    lc_s.results[lc_s.more++] = value;
}

int lince_choose(int n) {
    if (n < 1 && lc_running)
        lc_run_fail(LC_FAILS_MISUSE, LC_CALLER, 0, "lince_choose(%d): there is nothing to choose from", n);
    if (n < 1 || !lc_running) return 0;
    know_self();
    return (int)(lc_shake_random() % (uint64_t)n);
}

int lince_thread_number(void) {
    if (!lc_running) return 0;
    know_self();
    return (int)lc_s.number;
}

void lince_retry(void) {}

void lince_atomic_begin(const volatile void *address, size_t size) { (void)address, (void)size; }
void lince_atomic_end(void) {}

/* There are no steps that it could stand between. */
void lince_note(const char *format, ...) { (void)format; }
