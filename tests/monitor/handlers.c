/* Signal handlers that record, before every single instruction of a thread that records: the processor stops after each
 * one, which is a signal.  The object is right, so whatever is lost must not look like a mistake of its. */
#define _GNU_SOURCE
#include <lince/monitor.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>

#include "tap.h"

#if defined __x86_64__

static lince_monitor *m;
static int inc, get;
static long counter;
static volatile long steps, at; /* so far, and before which the handler acts */
static sigjmp_buf out;
static volatile bool jumps;

static void increment(void) {
    lince_call(m, inc);
    counter++;
    lince_return(m);
}

static void trace(void) { __asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc"); }
static void trace_no_more(void) { __asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc"); }

static void stopped(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)info;
    if (++steps != at) return;
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~0x100;
    if (jumps) siglongjmp(out, 1);
    increment();
}

static void look(long shown) {
    lince_call(m, get);
    lince_return(m, shown);
}

typedef struct outcome {
    bool right, reached;
    lince_monitor_figures figures;
} outcome;

/* The handler comes before the n-th instruction of an operation, or of the first of its thread. */
static outcome interrupt(long n, bool first) {
    outcome o = {0};
    m = lince_monitor_new(&(lince_monitor_options){.spec = "counter", .quiet = true, .no_thread = true}, NULL);
    inc = lince_monitor_method(m, "inc");
    get = lince_monitor_method(m, "get");
    counter = 0;
    if (!first) increment();
    lince_monitor_flush(m);
    steps = 0;
    at = n;
    if (!sigsetjmp(out, 1)) {
        trace();
        increment();
        trace_no_more();
    }
    o.reached = steps >= n;
    if (!jumps) look(counter);
    lince_monitor_flush(m);
    lince_monitor_flush(m);
    if (jumps) look(-77);
    o.right = lince_monitor_free(m, &o.figures);
    return o;
}

static void try_all(bool first) {
    long false_alarms = 0, silent = 0, n = 1;
    for (; n < 100000; n++) {
        outcome o = interrupt(n, first);
        if (!o.reached) break;
        false_alarms += !o.right;
        /* All three or four of it, or a gap. */
        silent += !o.figures.gaps && o.figures.operations != (first ? 3u : 4u);
    }
    expect(n > 50 && n < 100000 && !false_alarms && !silent,
           "a handler records before each of %ld instructions%s: %ld false alarms, %ld losses that nobody heard of", n,
           first ? " of the first operation" : "", false_alarms, silent);
}

/* The last operation is wrong: either that is found, or it is said that it was not judged. */
static void try_jumps(bool first) {
    long silent = 0, n = 1;
    for (; n < 100000; n++) {
        outcome o = interrupt(n, first);
        if (!o.reached) break;
        silent += o.right && !o.figures.gaps && !o.figures.not_at_all;
    }
    expect(n > 50 && n < 100000 && !silent, "a handler jumps out before each of %ld instructions%s: %ld silent", n,
           first ? " of the first operation" : "", silent);
}

int main(void) {
    sigaction(SIGTRAP, &(struct sigaction){.sa_sigaction = stopped, .sa_flags = SA_SIGINFO}, NULL);
    try_all(false);
    try_all(true);
    jumps = true;
    try_jumps(false);
    return tap_end();
}

#else

int main(void) {
    expect(true, "# SKIP a processor that can be stopped after each instruction is wanted");
    return tap_end();
}

#endif
