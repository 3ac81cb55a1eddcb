/* Reporting the results, to the program and to people. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "history/history.h"
#include "monitor/dump.h"
#include "monitor/monitor.h"

/* ---- lines for people ---- */

/* The reader of the output may have gone, and that is no reason for the program to end: the signal for it, to this
 * thread, is taken back.  So is the one for files that grow too large. */
typedef struct calm {
    sigset_t before, ours;
    int error;
} calm;

static void keep_calm(calm *c) {
    sigset_t pending;
    c->error = errno;
    sigemptyset(&c->ours);
    sigemptyset(&pending);
    (void)sigpending(&pending);
    if (!sigismember(&pending, SIGPIPE)) sigaddset(&c->ours, SIGPIPE);
    if (!sigismember(&pending, SIGXFSZ)) sigaddset(&c->ours, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &c->ours, &c->before);
}

static void go_on(calm *c) {
    while (sigtimedwait(&c->ours, NULL, &(struct timespec){0}) > 0) continue;
    pthread_sigmask(SIG_SETMASK, &c->before, NULL);
    errno = c->error;
}

static void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void print(const char *format, ...) {
    calm c;
    va_list args;
    va_start(args, format);
    keep_calm(&c);
    vfprintf(stderr, format, args);
    go_on(&c);
    va_end(args);
}

static void say(const lince_monitor *m, const lince_text *line) {
    if (!m->options.quiet) print("lince: %s: %s%s\n", m->name, lc_text(line), line->cut ? " (out of memory)" : "");
}

/* 1,234,567 */
static void put_count(lince_text *t, uint64_t n) {
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, n);
    for (int i = 0; i < length; i++) {
        lc_text_putc(t, digits[i]);
        if (i + 1 < length && (length - i - 1) % 3 == 0) lc_text_putc(t, ',');
    }
}

static void put_counted(lince_text *t, uint64_t n, const char *what) {
    put_count(t, n);
    lc_text_printf(t, " %s%s", what, n == 1 ? "" : "s");
}

/* ---- a history as a .hist file ---- */

static void put_values(lince_text *t, const lince_values *values, lince_value payload) {
    size_t count;
    const lince_value *items = lc_payload_items(values, &payload, &count);
    for (size_t i = 0; i < count; i++) {
        if (i) lc_text_puts(t, ", ");
        lc_value_print(t, values, items[i]);
    }
}

static void put_event(lince_text *t, const lince_history *h, lc_event event) {
    const lc_op *op = &h->ops.at[lc_event_op(event)];
    lc_span thread = lc_thread_name(h, op), method = lc_method_name(h, op);
    lc_text_printf(t, "%.*s ", (int)thread.length, thread.at);
    switch (lc_event_what(event)) {
    case LC_INVOKE:
        lc_text_printf(t, "invoke %.*s(", (int)method.length, method.at);
        put_values(t, &h->values, op->args);
        lc_text_puts(t, ")\n");
        break;
    case LC_RETURN:
        lc_text_puts(t, op->results == LINCE_NOTHING ? "return" : "return ");
        put_values(t, &h->values, op->results);
        lc_text_putc(t, '\n');
        break;
    case LC_CRASH: lc_text_puts(t, "crash\n"); break;
    case LC_FAIL: lc_text_puts(t, "fail\n"); break;
    }
}

static void put_history(lince_text *t, const lince_monitor *m, const lco_online_violation *v) {
    const lince_history *h = v->history;
    lc_text_printf(t, "# %s\n", v->reason);
    if (!v->whole)
        lc_text_printf(t, "# recent operations, which do not show the violation by themselves: %s\n",
                       v->lacking ? v->lacking : "more happened before");
    if (!m->options.own) lc_text_printf(t, "spec %s\n", m->instance.name);
    for (uint32_t i = 0; i < h->events.count; i++) put_event(t, h, h->events.at[i]);
}

/* ---- the contents of reports ---- */

static void report_violation(lince_monitor *m, const lco_online_violation *v) {
    lince_text history = {0}, line = {0};
    if (v->history) put_history(&history, m, v);
    const char *criterion = v->exact ? "linearizability" : "refinement";
    calm c;
    keep_calm(&c);
    int reason = !m->dump ? 0 : history.cut || !v->history ? ENOMEM : lco_monitor_dump(m->dump, &history);
    go_on(&c);
    bool dumped = m->dump && !reason;
    lc_text_printf(&line, "violation of %s: %s", criterion, v->reason);
    if (dumped) lc_text_printf(&line, "; the recent history is in %s", m->dump);
    else if (m->dump) {
        const char *why = reason == ENXIO || reason == EAGAIN ? "it has no reader" : strerror(reason);
        lc_text_printf(&line, "; the recent history could not be written to %s: %s", m->dump, why);
    }
    if (!line.cut) say(m, &line);
    else if (!m->options.quiet) print("lince: %s: violation of %s: %s\n", m->name, criterion, v->reason);
    lince_monitor_violation told = {.exact = v->exact,
                                    .reason = v->reason,
                                    .history = lc_text(&history),
                                    .whole = v->whole,
                                    .dump = dumped ? m->dump : NULL};
    if (m->options.on_violation) m->options.on_violation(m->options.context, &told);
    lc_text_free(&history);
    lc_text_free(&line);
}

void lco_monitor_look(lince_monitor *m) {
    const lco_online_violation *violation = lco_online_violated(m->online);
    if (!violation || m->reported_violation) return;
    __atomic_store_n(&m->reported_violation, true, __ATOMIC_RELAXED);
    report_violation(m, violation);
}

/* Where gaps come by the thousand a line for each would bury all other lines: the first few, then fewer and fewer.  The
 * summary counts all of them. */
static bool is_reported(uint64_t n) { return n <= 8 || !(n & (n - 1)); }

static void say_gap(const lince_monitor *m, const lince_monitor_gap *gap) {
    lince_text line = {0};
    lc_text_printf(&line, "gap: %s: ", gap->cause);
    put_counted(&line, gap->lost, "event");
    lc_text_puts(&line, " lost, ");
    put_count(&line, gap->skipped);
    lc_text_puts(&line, gap->over ? " skipped until no thread was inside an operation" : " skipped, up to the end");
    if (m->figures.gaps >= 8) {
        lc_text_puts(&line, " (");
        put_count(&line, m->figures.gaps);
        lc_text_puts(&line, " gaps so far; the next is reported when there are twice as many)");
    }
    say(m, &line);
    lc_text_free(&line);
}

void lco_report_gap(lince_monitor *m, bool over) {
    m->figures.gaps++;
    m->figures.lost += m->gap_lost;
    m->figures.skipped += m->gap_skipped;
    lince_monitor_gap gap = {.cause = m->cause, .lost = m->gap_lost, .skipped = m->gap_skipped, .over = over};
    if (is_reported(m->figures.gaps)) say_gap(m, &gap);
    if (m->options.on_gap) m->options.on_gap(m->options.context, &gap);
}

void lco_report_no_method(const lince_monitor *m, const char *name) {
    const lince_spec *spec = m->instance.spec;
    lince_text line = {0};
    lc_text_printf(&line, "%s has no operation %s (it has ", m->instance.name, name);
    for (uint32_t i = 0; i < spec->method_count; i++)
        lc_text_printf(&line, "%s%s", i ? ", " : "", spec->methods[i].name);
    lc_text_putc(&line, ')');
    say(m, &line);
    lc_text_free(&line);
}

/* ---- without a monitor ---- */

static bool reported_none;

void lco_report_none(const lince_monitor_options *options, const lince_error *why) {
    const char *name = options->name ? options->name : "";
    if (options->quiet) return;
    print("lince: %s%sthere is no monitor: %s\n", name, *name ? ": " : "", why->message);
    __atomic_store_n(&reported_none, true, __ATOMIC_RELAXED);
}

void lco_report_missing(const char *function) {
    if (!__atomic_exchange_n(&reported_none, true, __ATOMIC_RELAXED))
        print("lince: %s: there is no monitor (it is NULL), and nothing is recorded\n", function);
}

void lco_report_freed(void) { print("lince: lince_monitor_free: this is no monitor, or it was freed before\n"); }

void lco_report_within(const lince_monitor *m) {
    lince_text line = {0};
    lc_text_puts(&line, "lince_monitor_free: not from on_violation or on_gap; nothing was freed");
    say(m, &line);
    lc_text_free(&line);
}

void lco_report_orphan(lince_monitor *m) {
    unsigned orphan = LCO_MONITOR_ORPHAN;
    if (!__atomic_compare_exchange_n(&m->state, &orphan, LCO_MONITOR_OFF, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return;
    lince_text line = {0};
    lc_text_puts(&line, "this process was forked after the monitor was made: its events are not recorded");
    say(m, &line);
    lc_text_free(&line);
}

/* ---- mistakes of the program ---- */

void lco_report_misuse(lince_monitor *m, const char *why) {
    if (m->reported_misuse) return;
    m->reported_misuse = true;
    lince_text line = {0};
    lc_text_printf(&line, "%s: such an event is taken for a lost one", why);
    say(m, &line);
    lc_text_free(&line);
}

void lco_monitor_figures(lince_monitor *m) {
    const lco_online_covered *c = lco_online_coverage(m->online);
    m->figures.operations = c->operations;
    m->figures.exactly = c->exactly;
    m->figures.by_length = c->in_part + c->by_length;
    m->figures.not_at_all = c->not_at_all;
    /* Nothing is judged any more: an operation that was not judged will not be. */
    uint64_t judged = c->exactly + c->in_part + c->by_length;
    if ((m->ended || m->reported_violation) && judged <= c->operations) m->figures.not_at_all = c->operations - judged;
    m->figures.violated = m->reported_violation;
    bool exact = c->exactly == c->operations && !m->figures.gaps && !c->gaps && (!m->gapped || m->ended);
    m->figures.verdict = m->reported_violation ? LINCE_MONITOR_VIOLATION
                         : exact               ? LINCE_MONITOR_EXACT
                                               : LINCE_MONITOR_UNKNOWN;
    m->figures.buffers = m->lanes.count;
    m->figures.memory = lco_online_memory(m->online);
}

void lco_report_end(lince_monitor *m) {
    const lince_monitor_figures *f = &m->figures;
    lince_text line = {0};
    lc_text_puts(&line, f->violated ? "there was a violation; " : "no violation; ");
    put_counted(&line, f->operations, "operation");
    lc_text_puts(&line, ", ");
    put_count(&line, f->exactly);
    lc_text_puts(&line, " of them checked exactly");
    uint64_t in_part = lco_online_coverage(m->online)->in_part;
    if (in_part) {
        lc_text_puts(&line, ", ");
        put_count(&line, in_part);
        lc_text_puts(&line, " in part");
    }
    if (f->by_length > in_part) {
        lc_text_puts(&line, ", ");
        put_count(&line, f->by_length - in_part);
        lc_text_printf(&line, " by refine:%u", m->options.length ? m->options.length : 2);
    }
    if (f->not_at_all) {
        lc_text_puts(&line, ", ");
        put_count(&line, f->not_at_all);
        lc_text_puts(&line, " not at all");
    }
    lc_text_puts(&line, "; ");
    if (!f->gaps) lc_text_puts(&line, "no gap");
    else put_counted(&line, f->gaps, "gap");
    if (f->gaps) {
        lc_text_puts(&line, " (");
        put_count(&line, f->lost);
        lc_text_puts(&line, " lost, ");
        put_count(&line, f->skipped);
        lc_text_puts(&line, " skipped)");
    }
    say(m, &line);
    lc_text_free(&line);
}
