/* The half of include/lince/test.h that is called by the code under test while it runs. */
#include <lince/test.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "target/explore/control.h"
#include "target/explore/describe.h"
#include "target/explore/record.h"
#include "target/explore/tree.h"
#include "target/explore/value.h"
#include "target/runtime/bulk_parts.h"
#include "target/runtime/heap.h"
#include "target/runtime/order.h"
#include "target/runtime/retry.h"
#include "target/runtime/versions.h"

static void check_inside(const char *what) {
    if (!lct_m.in_code || lct_is_describing())
        lct_machine_fail(LCT_FAILS_MISUSE, LCT_CALLER, 0, "%s outside of an execution", what);
}

void lct_describe_room(unsigned threads) {
    if (threads > LCT_TEST_THREADS) lct_thread_shortage();
}

void lct_describe_stray(const char *caller) {
    if (lct_m.in_code) lct_machine_fail(LCT_FAILS_MISUSE, 0, 0, "%s is called outside of LINCE_TEST", caller);
}

static void values_of(int64_t *out, int count, lince_long_list list) {
    for (int i = 0; i < count && i < LCT_VALUES; i++) out[i] = list.at[i];
}

void lince_op_begins(const char *name, int count, lince_long_list list) {
    check_inside("lince_op_begin");
    if (!name) lct_machine_fail(LCT_FAILS_MISUSE, LCT_CALLER, 0, "lince_op_begin is given no name: it is NULL");
    int64_t values[LCT_VALUES] = {0};
    values_of(values, count, list);
    /* Names may stand in memory that is restored or reused: they are copied, once each. */
    lct_record_call(lct_name(name, true), (unsigned)(count < LCT_VALUES ? count : LCT_VALUES), values, LCT_CALLER);
}

void lince_op_ends(int count, lince_long_list list) {
    check_inside("lince_op_end");
    int64_t values[LCT_VALUES] = {0};
    values_of(values, count, list);
    lct_record_return((unsigned)(count < LCT_VALUES ? count : LCT_VALUES), values, LCT_CALLER);
}

void lince_also_returns(long value) {
    check_inside("lince_also_returns");
    lct_record_result(value, LCT_CALLER);
}

void *lct_value_memory(size_t size) { return lct_reserve(size); }

void lct_value_reads(const void *bytes, size_t length, uintptr_t pc) { lct_reads(bytes, length, pc); }

void lct_value_shortage(void) {
    lct_machine_fail(LCT_FAILS_LIMIT, LCT_CALLER, 0, "the strings and lists of operations take too much memory");
}

/* A block of its own for each call: the code may keep the pointer, and compare it with others. */
const char *lince_text_argument(long value) {
    const char *text = lince_value_text(lince_value_as_string(value));
    size_t size = strlen(text) + 1;
    bool tracing = lct_m.tracing;
    lct_m.tracing = false; /* how an argument is made is nothing to be seen */
    char *copy = lct_heap_allocate(size, 0, false, LCT_CALLER, "malloc");
    lct_m.tracing = tracing;
    if (!copy) return "";
    lince_is_argument(copy);
    return memcpy(copy, text, size);
}

void lince_is_argument(void *block) {
    if (lct_m.in_code) lct_heap_is_argument((uintptr_t)block);
}

int lince_choose(int n) {
    if (n < 1)
        lct_machine_fail(LCT_FAILS_MISUSE, LCT_CALLER, 0, "lince_choose(%d): there is nothing to choose from", n);
    return lct_m.in_code && !lct_is_describing() ? (int)lct_choose((unsigned)n, LCT_CALLER) : 0;
}

int lince_thread_number(void) { return lct_m.current; }

void lince_retry(void) {
    if (lct_m.in_code && !lct_m.speculating) lct_tree_in_vain();
}

void lince_atomic_begin(const volatile void *address, size_t size) {
    if (!lct_m.in_code) return;
    if (lct_m.speculating) lct_retry_abandon();
    if (!lct_m.frozen) {
        lct_point(LCT_WRITE, LCT_STEP_EXCHANGE, (uintptr_t)address, (uint32_t)size, true, LCT_CALLER);
        lct_trace(LCT_STEP_EXCHANGE, (uintptr_t)address, (uint32_t)size, 0, 0, LCT_CALLER, "one step");
        lct_order_region((uintptr_t)address, size, LCT_CALLER);
        if (lct_is_weak()) lct_weak_large((uintptr_t)address, size, LCT_CALLER);
    }
    lct_m.frozen++;
}

void lince_atomic_end(void) {
    if (!lct_m.in_code) return;
    if (!lct_m.frozen) lct_machine_fail(LCT_FAILS_MISUSE, LCT_CALLER, 0, "lince_atomic_end without lince_atomic_begin");
    lct_m.frozen--;
}

void lince_failed(const char *condition, const char *file, int line) {
    lct_machine_fail(LCT_FAILS_ASSERTION, LCT_CALLER, 0, "%s:%d: assertion `%s` does not hold", file, line, condition);
}

/* The other threads go on: later steps of theirs may race with earlier ones of this thread. */
void lince_dropped(const char *condition, const char *file, int line) {
    check_inside("lince_assume");
    if (lct_m.tracing && !lct_m.speculating) {
        char text[256];
        snprintf(text, sizeof text, "%s:%d: `%s` is assumed, and does not hold: the thread goes no further", file, line,
                 condition);
        lct_trace(LCT_STEP_NOTE, 0, 0, 0, 0, LCT_CALLER, text);
    }
    lct_thread_drop(LCT_CALLER);
}

void lince_note(const char *format, ...) {
    if (!format && lct_m.in_code)
        lct_machine_fail(LCT_FAILS_MISUSE, LCT_CALLER, 0, "lince_note is given no text: it is NULL");
    if (!lct_m.tracing || !lct_m.in_code || !format) return;
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    lct_trace(LCT_STEP_NOTE, 0, 0, 0, 0, LCT_CALLER, text);
}
