#include "cli/monitor/print.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "check/result.h"
#include "cli/monitor/dump.h"
#include "cli/monitor/explain.h"
#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"

/* At once, because a stream is followed to learn of violations early. */
static void print_now(lcc_monitor *w, lince_text *t) {
    if (!w->settings.quiet) {
        lcc_put(t);
        fflush(stdout);
    }
    lc_text_free(t);
}

static void put_place(lince_text *t, const lcc_monitor *w, const char *file, unsigned long line) {
    lcr_put_clean(t, &w->style, file, strlen(file));
    if (line) lc_text_printf(t, ":%lu", line);
    lc_text_puts(t, ": ");
}

static void put_dash(lince_text *t, const lcc_monitor *w) {
    lc_text_printf(t, " %s ", lcr_style_glyphs(&w->style)->dash);
}

/* ---- violations ---- */

void lcc_monitor_put_wrong(lince_text *t, const lcr_style *style, const lince_follow_violation *v) {
    lc_text_puts(t, "not ");
    if (!v->exact) lc_text_printf(t, "even refine(%u)", v->length);
    else lcr_put_property(t, v->result ? v->result->criterion : v->criterion, NULL);
    lcr_put_spec(t, style, v->specification);
}

void lcc_monitor_put_whose(lince_text *t, const lcr_style *style, const lince_follow_violation *v) {
    if (v->object) {
        lc_text_puts(t, "object ");
        lcr_put_clean(t, style, v->object, strlen(v->object));
        lc_text_puts(t, ", ");
    }
    if (v->histories > 1) lc_text_printf(t, "history %u, ", v->history);
    lc_put_count(t, v->operations, "operation");
}

static void put_verdict(lince_text *t, const lcc_monitor *w, const lince_follow_violation *v) {
    size_t start = t->length;
    put_place(t, w, v->file, v->line);
    lcr_paint(t, &w->style, LCR_RED, "violation");
    put_dash(t, w);
    lcc_monitor_put_wrong(t, &w->style, v);
    lc_text_puts(t, " (");
    lcc_monitor_put_whose(t, &w->style, v);
    lc_text_putc(t, ')');
    lcr_end_line(t, &w->style, start);
}

void lcc_monitor_print_violation(lcc_monitor *w, const lince_follow_violation *v) {
    const char *dump = w->violations++ ? NULL : w->settings.dump;
    lince_text t = {0};
    lince_error error = {0};
    w->status = lcc_worse_exit(w->status, LCC_EXIT_VIOLATION);
    lince_status dumped = dump ? lcc_dump(w, v, &error) : LINCE_DONE;
    if (w->settings.json) lcc_monitor_json_violation(&t, w, v);
    else {
        put_verdict(&t, w, v);
        lcc_explain_violation(&t, &w->style, v);
        if (dump && dumped == LINCE_DONE && strcmp(dump, "-") != 0) {
            lc_text_puts(&t, v->result ? "\nTo see it again: " : "\nThe recent operations: ");
            lcc_dump_command(&t, lcc_command_word(), w, v);
            lc_text_putc(&t, '\n');
        }
    }
    print_now(w, &t);
    lcc_monitor_page_violation(w, v);
    if (dumped != LINCE_DONE) w->status = lcc_worse_exit(w->status, lcc_report_failure(dumped, &error));
}

/* ---- other events ---- */

void lcc_monitor_print_gap(lcc_monitor *w, const char *file, unsigned long line, const char *why) {
    lince_text t = {0};
    lcc_monitor_page_gap(w, file, line, why);
    if (w->settings.json) lcc_monitor_json_gap(&t, file, line, why);
    else {
        put_place(&t, w, file, line);
        lcr_paint(&t, &w->style, LCR_MAGENTA, "gap");
        put_dash(&t, w);
        lcr_put_clean(&t, &w->style, why, strlen(why));
        lc_text_putc(&t, '\n');
    }
    print_now(w, &t);
}

void lcc_monitor_print_note(lcc_monitor *w, const char *file, const char *what) {
    lince_text t = {0};
    if (w->settings.json) lcc_monitor_json_note(&t, file, what);
    else {
        put_place(&t, w, file, 0);
        lc_text_printf(&t, "%s\n", what);
    }
    print_now(w, &t);
}

/* `12 operations checked exactly, 4 in part, 3 by refine(2) only, 1 not at all, 2 gaps` */
static void put_coverage(lince_text *t, const lince_follow_result *c) {
    lc_put_count(t, c->exactly, "operation");
    lc_text_puts(t, " checked exactly");
    if (c->in_part) {
        lc_text_puts(t, ", ");
        lc_put_number(t, c->in_part);
        lc_text_puts(t, " in part");
    }
    if (c->by_length) {
        lc_text_puts(t, ", ");
        lc_put_number(t, c->by_length);
        lc_text_printf(t, " by refine(%u) only", c->length);
    }
    if (c->not_at_all) {
        lc_text_puts(t, ", ");
        lc_put_number(t, c->not_at_all);
        lc_text_puts(t, " not at all");
    }
    if (!c->gaps) return;
    lc_text_puts(t, ", ");
    lc_put_count(t, c->gaps, "gap");
}

void lcc_monitor_print_statistics(lcc_monitor *w, const lince_follow_result *totals) {
    double now = lc_now(), since = now - w->stats_printed;
    double rate = since > 0 ? (double)(totals->events - w->events_before) / since : 0;
    lince_text t = {0};
    if (w->settings.json) lcc_monitor_json_statistics(&t, w, totals, rate);
    else {
        put_place(&t, w, w->name, 0);
        lc_put_number(&t, totals->events);
        lc_text_puts(&t, " events (");
        lc_put_number(&t, (uint64_t)(rate + 0.5));
        lc_text_puts(&t, " a second), ");
        put_coverage(&t, totals);
        lc_text_puts(&t, ", ");
        lcr_put_size(&t, totals->memory);
        lc_text_putc(&t, '\n');
    }
    print_now(w, &t);
    w->events_before = totals->events;
    w->stats_printed = now;
}

/* ---- the end ---- */

void lcc_monitor_put_outcome(lince_text *t, const lcr_style *style, const lince_follow_result *totals) {
    if (totals->violations) lc_put_count(t, totals->violations, "violation");
    else if (totals->verdict == LINCE_VERDICT_OK) {
        if (totals->criterion == LINCE_REFINE) lc_text_printf(t, "refine(%u)", totals->length);
        else lcr_put_property(t, totals->criterion, NULL);
        lcr_put_spec(t, style, totals->specification);
    } else
        lc_text_printf(t, "no violation seen, but not everything was checked%s",
                       totals->reason == LINCE_REASON_TIMEOUT ? ": the time limit was reached" : "");
}

void lcc_monitor_put_effort(lince_text *t, const lcc_monitor *w, const lince_follow_result *totals) {
    bool all = totals->verdict == LINCE_VERDICT_OK && totals->criterion != LINCE_REFINE;
    if (all) lc_put_count(t, totals->operations, "operation");
    else put_coverage(t, totals);
    lc_text_puts(t, ", ");
    lcr_put_duration(t, lc_now() - w->started);
}

static void put_summary(lince_text *t, const lcc_monitor *w, const lince_follow_result *totals) {
    lcr_colour colour = totals->verdict == LINCE_VERDICT_OK          ? LCR_GREEN
                        : totals->verdict == LINCE_VERDICT_VIOLATION ? LCR_RED
                                                                     : LCR_MAGENTA;
    size_t start = t->length;
    put_place(t, w, w->name, 0);
    lcr_paint(t, &w->style, colour, lc_verdict_name(totals->verdict));
    put_dash(t, w);
    lcc_monitor_put_outcome(t, &w->style, totals);
    lc_text_puts(t, " (");
    lcc_monitor_put_effort(t, w, totals);
    lc_text_putc(t, ')');
    lcr_end_line(t, &w->style, start);
}

void lcc_monitor_print_summary(lcc_monitor *w, const lince_follow_result *totals) {
    lince_text t = {0};
    if (w->status == LCC_EXIT_USAGE) return; /* the message is complete */
    if (totals->verdict == LINCE_VERDICT_UNKNOWN) w->status = lcc_worse_exit(w->status, LCC_EXIT_UNKNOWN);
    if (w->settings.verbose && !w->settings.json) {
        w->stats_printed = w->started; /* over all the time */
        w->events_before = 0;
        lcc_monitor_print_statistics(w, totals);
    }
    bool summed_up = !totals->violations || w->settings.keep_going || w->settings.verbose;
    if (w->settings.json) lcc_monitor_json_summary(&t, w, totals);
    else if (summed_up) put_summary(&t, w, totals);
    if (summed_up) lcc_monitor_page_summary(w, totals);
    print_now(w, &t);
}
