/* The half of include/lince/test.h that is called by the code under test while it runs. */
#include <lince/test.h>
#include <stdarg.h>
#include <stdio.h>

#include "target/explore/control.h"
#include "target/explore/describe.h"
#include "target/explore/record.h"
#include "target/explore/tree.h"
#include "target/runtime/order.h"
#include "target/runtime/retry.h"

static void check_inside(const char *what) {
    if (!lc_m.in_code || lc_is_describing())
        lc_machine_fail(LC_FAILS_MISUSE, LC_CALLER, 0, "%s outside of an execution", what);
}

void lc_describe_stray(const char *caller) {
    if (lc_m.in_code) lc_machine_fail(LC_FAILS_MISUSE, 0, 0, "%s is called outside of LINCE_TEST", caller);
}

static void values_of(int64_t *out, int count, lince_long_list list) {
    for (int i = 0; i < count && i < LC_VALUES; i++) out[i] = list.at[i];
}

void lince_op_begins(const char *name, int count, lince_long_list list) {
    check_inside("lince_op_begin");
    if (!name) lc_machine_fail(LC_FAILS_MISUSE, LC_CALLER, 0, "lince_op_begin is given no name: it is NULL");
    int64_t values[LC_VALUES] = {0};
    values_of(values, count, list);
    /* Names may stand in memory that is restored or reused: they are copied, once each. */
    lc_record_call(lc_name(name, true), (unsigned)(count < LC_VALUES ? count : LC_VALUES), values, LC_CALLER);
}

void lince_op_ends(int count, lince_long_list list) {
    check_inside("lince_op_end");
    int64_t values[LC_VALUES] = {0};
    values_of(values, count, list);
    lc_record_return((unsigned)(count < LC_VALUES ? count : LC_VALUES), values, LC_CALLER);
}

void lince_also_returns(long value) {
    check_inside("lince_also_returns");
    lc_record_result(value, LC_CALLER);
}

int lince_choose(int n) {
    if (n < 1) lc_machine_fail(LC_FAILS_MISUSE, LC_CALLER, 0, "lince_choose(%d): there is nothing to choose from", n);
    return lc_m.in_code && !lc_is_describing() ? (int)lc_choose((unsigned)n, LC_CALLER) : 0;
}

int lince_thread_number(void) { return lc_m.current; }

void lince_retry(void) {
    if (lc_m.in_code && !lc_m.speculating) lc_tree_in_vain();
}

void lince_atomic_begin(const volatile void *address, size_t size) {
    if (!lc_m.in_code) return;
    if (lc_m.speculating) lc_retry_abandon();
    if (!lc_m.frozen) {
        lc_point(LC_WRITE, LC_STEP_EXCHANGE, (uintptr_t)address, (uint32_t)size, true, LC_CALLER);
        lc_tell(LC_STEP_EXCHANGE, (uintptr_t)address, (uint32_t)size, 0, 0, LC_CALLER, "one step");
        lc_order_region((uintptr_t)address, size, LC_CALLER);
    }
    lc_m.frozen++;
}

void lince_atomic_end(void) {
    if (!lc_m.in_code) return;
    if (!lc_m.frozen) lc_machine_fail(LC_FAILS_MISUSE, LC_CALLER, 0, "lince_atomic_end without lince_atomic_begin");
    lc_m.frozen--;
}

void lince_failed(const char *condition, const char *file, int line) {
    lc_machine_fail(LC_FAILS_ASSERTION, LC_CALLER, 0, "%s:%d: assertion `%s` does not hold", file, line, condition);
}

void lince_note(const char *format, ...) {
    if (!format && lc_m.in_code)
        lc_machine_fail(LC_FAILS_MISUSE, LC_CALLER, 0, "lince_note is given no text: it is NULL");
    if (!lc_m.tracing || !lc_m.in_code || !format) return;
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    lc_tell(LC_STEP_NOTE, 0, 0, 0, 0, LC_CALLER, text);
}
