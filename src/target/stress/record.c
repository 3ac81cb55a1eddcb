/* The half of include/lince/test.h that is called by the code under test while it runs. */
#include <lince/test.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/stamp.h"
#include "target/explore/control.h"
#include "target/explore/value.h"
#include "target/stress/board.h"
#include "target/stress/merge.h"
#include "target/stress/self.h"

__thread lct_actor lct_s = {0};

/* A thread that has ended waits for nothing. */
static void note_end(void *log) { __atomic_store_n(&((lct_run_log *)log)->ended, 1, __ATOMIC_RELEASE); }

void lct_self_become(unsigned number) {
    static pthread_key_t at_end;
    if (number >= LCT_RUN_THREADS) lct_run_fail(LCT_FAILS_LIMIT, 0, 0, "more than %d threads", LCT_RUN_THREADS - 1);
    if (!number) pthread_key_create(&at_end, note_end);
    lct_s = (lct_actor){.known = true, .number = number, .random = lct_shake_random() + number};
    pthread_setspecific(at_end, &lct_b->logs[number]);
    __atomic_store_n(&lct_b->logs[number].begun, 1, __ATOMIC_RELEASE);
}

/* A thread without a number gets one at its first call of the runtime. */
static void ensure_number(void) {
    if (!lct_s.known) lct_self_become(__atomic_fetch_add(&lct_b->thread_count, 1, __ATOMIC_RELAXED));
}

static lct_run_event *next_event(void) {
    lct_run_log *log = &lct_b->logs[lct_s.number];
    if (log->count == LCT_RUN_EVENTS)
        lct_run_fail(LCT_FAILS_LIMIT, 0, 0, "more than %d operations of one thread", LCT_RUN_EVENTS / 2);
    return &log->events[log->count];
}

/* Other threads do not look; the worker does, at any time. */
static void add_event(void) {
    uint32_t *count = &lct_b->logs[lct_s.number].count;
    __atomic_store_n(count, *count + 1, __ATOMIC_RELEASE);
}

/* The event counts before the operation begins, so that a call is recorded however it ends. */
void lct_run_call(unsigned name, unsigned count, const int64_t *values, uintptr_t code) {
    ensure_number();
    if (lct_s.busy)
        lct_run_fail(LCT_FAILS_MISUSE, 0, 0, "operation %s begins inside another one of the same thread",
                     lct_b->names[name]);
    lct_shake_call();
    lct_run_event *e = next_event();
    e->name = (uint16_t)name;
    e->returns = false;
    e->count = (uint8_t)count;
    memcpy(e->values, values, count * sizeof *values);
    lct_s.busy = true;
    lct_s.more = 0;
    e->at = lct_s.last = lc_stamp_call(lct_s.last);
    add_event();
    if (lct_shake_within()) lct_step_begin(code);
}

void lct_run_return(unsigned given, const int64_t *results, uintptr_t pc) {
    lct_step_end();
    uint64_t now = lc_stamp_return(lct_s.last) + lct_run_leap;
    unsigned count = given + lct_s.more;
    if (!lct_s.busy)
        lct_run_fail(LCT_FAILS_MISUSE, pc, 0,
                     pc ? "lince_op_end outside of an operation"
                        : "the function of an operation has called lince_op_end: it ends when the function returns");
    if (count > LCT_VALUES)
        lct_run_fail(LCT_FAILS_MISUSE, pc, 0, "an operation has %u results: there can be %d", count, LCT_VALUES);
    lct_run_event *e = next_event();
    e->at = lct_s.last = now;
    e->returns = true;
    e->count = (uint8_t)count;
    memcpy(e->values, results, given * sizeof *results);
    memcpy(e->values + given, lct_s.results, lct_s.more * sizeof *lct_s.results);
    lct_s.busy = false;
    add_event();
}

/* ---- the interface of tests ---- */

void lct_describe_room(unsigned threads) { (void)threads; } /* there is no larger one */

void lct_describe_stray(const char *caller) {
    if (lct_running) lct_run_fail(LCT_FAILS_MISUSE, 0, 0, "%s is called outside of LINCE_TEST", caller);
}

static void check_inside(const char *what) {
    if (!lct_running) lct_run_fail(LCT_FAILS_MISUSE, 0, 0, "%s outside of an execution", what);
}

static unsigned values_of(int64_t *out, int count, lince_long_list list) {
    if (count > LCT_VALUES) count = LCT_VALUES;
    for (int i = 0; i < count; i++) out[i] = list.at[i];
    return (unsigned)count;
}

void lince_op_begins(const char *name, int count, lince_long_list list) {
    check_inside("lince_op_begin");
    if (!name) lct_run_fail(LCT_FAILS_MISUSE, LCT_CALLER, 0, "lince_op_begin is given no name: it is NULL");
    int64_t values[LCT_VALUES] = {0};
    unsigned number = lct_board_name(name), given = values_of(values, count, list);
    if (number == LCT_RUN_NAMES)
        lct_run_fail(LCT_FAILS_LIMIT, 0, 0,
                     "operation %.100s: its name has more than %d characters, or there are more than %d names", name,
                     LCT_OP_NAME, LCT_RUN_NAMES);
    lct_run_call(number, given, values, LCT_CALLER);
}

void lince_op_ends(int count, lince_long_list list) {
    check_inside("lince_op_end");
    int64_t values[LCT_VALUES] = {0};
    unsigned given = values_of(values, count, list);
    lct_run_return(given, values, LCT_CALLER);
}

void lince_also_returns(long value) {
    check_inside("lince_also_returns");
    if (!lct_s.busy) lct_run_fail(LCT_FAILS_MISUSE, LCT_CALLER, 0, "lince_also_returns outside of an operation");
    if (lct_s.more == LCT_VALUES)
        lct_run_fail(LCT_FAILS_MISUSE, LCT_CALLER, 0, "an operation has more than %d results", LCT_VALUES);
    lct_s.results[lct_s.more++] = value;
}

int lince_choose(int n) {
    if (n < 1 && lct_running)
        lct_run_fail(LCT_FAILS_MISUSE, LCT_CALLER, 0, "lince_choose(%d): there is nothing to choose from", n);
    if (n < 1 || !lct_running) return 0;
    ensure_number();
    return (int)(lct_shake_random() % (uint64_t)n);
}

int lince_thread_number(void) {
    if (!lct_running) return 0;
    ensure_number();
    return (int)lct_s.number;
}

/* The process ends before anything could look for leaks. */
void lince_is_argument(void *block) { (void)block; }

const char *lince_text_argument(long value) {
    const char *text = lince_value_text(lince_value_as_string(value));
    char *copy = text ? malloc(strlen(text) + 1) : NULL;
    return copy ? strcpy(copy, text) : "";
}

void lince_retry(void) {}

void lince_atomic_begin(const volatile void *address, size_t size) { (void)address, (void)size; }
void lince_atomic_end(void) {}

/* There are no steps that it could stand between. */
void lince_note(const char *format, ...) { (void)format; }
