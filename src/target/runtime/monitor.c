/* Monitors (lince/monitor.h) in a program under test: they record nothing.
 *
 * `lince test` judges every history itself, so a monitor inside the program has nothing to add, and would not work
 * there: its code is not instrumented, its clock gives other stamps in each execution, and its thread would run in the
 * middle of schedules.  Recording is therefore no step and no access.  The linker gives these functions the calls of
 * the monitor's own (--wrap, see tester/toolchain/compiler.c), wherever the library stands among the program's; with
 * --strategy stress, where threads are real, the monitor is. */
#include <lince/monitor.h>

#include "target/runtime/machine.h"

/* The names that --wrap gives. */
lince_monitor *__wrap_lince_monitor_new(const lince_monitor_options *, lince_error *);
bool __wrap_lince_monitor_free(lince_monitor *, lince_monitor_figures *);
int __wrap_lince_monitor_method(const lince_monitor *, const char *name);
void __wrap_lince_monitor_on(lince_monitor *);
void __wrap_lince_monitor_off(lince_monitor *);
bool __wrap_lince_monitor_poll(lince_monitor *);
bool __wrap_lince_monitor_flush(lince_monitor *);
void __wrap_lince_monitor_read(lince_monitor *, lince_monitor_figures *);
void __wrap_lince_monitor_called(lince_monitor *, int method, unsigned count, int64_t value);
void __wrap_lince_monitor_called_with(lince_monitor *, int method, unsigned count, const int64_t *values);
void __wrap_lince_monitor_returned(lince_monitor *, unsigned count, int64_t value);
void __wrap_lince_monitor_returned_with(lince_monitor *, unsigned count, const int64_t *values);

/* All monitors are this one.  It begins like any, with whether it records. */
static unsigned off LCT_STATE = 0;

lince_monitor *__wrap_lince_monitor_new(const lince_monitor_options *options, lince_error *error) {
    (void)options, (void)error;
    return (lince_monitor *)(void *)&off;
}

int __wrap_lince_monitor_method(const lince_monitor *m, const char *name) {
    (void)m, (void)name;
    return 0;
}

/* The verdict is LINCE_MONITOR_UNKNOWN. */
void __wrap_lince_monitor_read(lince_monitor *m, lince_monitor_figures *figures) {
    (void)m;
    *figures = (lince_monitor_figures){.verdict = LINCE_MONITOR_UNKNOWN};
}

bool __wrap_lince_monitor_free(lince_monitor *m, lince_monitor_figures *figures) {
    if (figures) __wrap_lince_monitor_read(m, figures);
    return true;
}

void __wrap_lince_monitor_on(lince_monitor *m) { (void)m; }
void __wrap_lince_monitor_off(lince_monitor *m) { (void)m; }

bool __wrap_lince_monitor_poll(lince_monitor *m) {
    (void)m;
    return true;
}

bool __wrap_lince_monitor_flush(lince_monitor *m) {
    (void)m;
    return true;
}

void __wrap_lince_monitor_called(lince_monitor *m, int method, unsigned count, int64_t value) {
    (void)m, (void)method, (void)count, (void)value;
}

void __wrap_lince_monitor_called_with(lince_monitor *m, int method, unsigned count, const int64_t *values) {
    (void)m, (void)method, (void)count, (void)values;
}

void __wrap_lince_monitor_returned(lince_monitor *m, unsigned count, int64_t value) {
    (void)m, (void)count, (void)value;
}

void __wrap_lince_monitor_returned_with(lince_monitor *m, unsigned count, const int64_t *values) {
    (void)m, (void)count, (void)values;
}
