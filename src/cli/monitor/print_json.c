#include <stdio.h>

#include "base/clock.h"
#include "check/result.h"
#include "cli/monitor/print.h"
#include "report/report.h"
#include "report/writer.h"

static void write_pair(lcr_writer *j, const char *key, const char *value) { lcr_field_text(j, key, value); }

static void write_number(lcr_writer *j, const char *key, uint64_t number) { lcr_field_count(j, key, number); }

static lcr_writer begin(lince_text *t, const char *event, const char *file) {
    lcr_writer j = {.out = t};
    lcr_write_open(&j, '{');
    write_pair(&j, "event", event);
    write_pair(&j, "file", file);
    return j;
}

static void end(lcr_writer *j) {
    lcr_write_close(j, '}');
    lc_text_putc(j->out, '\n');
}

static void write_line(lcr_writer *j, unsigned long line) {
    lcr_write_key(j, "line");
    if (line) lcr_write_count(j, line);
    else lcr_write_null(j);
}

static void write_costs(lcr_writer *j, const lcc_monitor *w, size_t memory) {
    lcr_field_seconds(j, "seconds", lc_now() - w->started);
    write_number(j, "memory_bytes", memory);
}

static void write_coverage(lcr_writer *j, const lince_follow_result *c) {
    write_number(j, "operations", c->operations);
    write_number(j, "events", c->events);
    write_number(j, "exactly", c->exactly);
    write_number(j, "in_part", c->in_part);
    write_number(j, "by_length", c->by_length);
    write_number(j, "not_at_all", c->not_at_all);
    write_number(j, "gaps", c->gaps);
    write_number(j, "length", c->length);
}

static void write_criterion(lcr_writer *j, lince_criterion criterion, uint32_t steps) {
    char length[16];
    snprintf(length, sizeof length, "%u", steps);
    lince_text name = {0};
    lc_criterion_print(&name, criterion, criterion == LINCE_REFINE ? length : NULL);
    write_pair(j, "criterion", lc_text(&name));
    lc_text_free(&name);
}

void lcc_monitor_json_violation(lince_text *t, const lcc_monitor *w, const lince_follow_violation *v) {
    lcr_writer j = begin(t, "violation", v->file);
    write_line(&j, v->line);
    write_number(&j, "history", v->history);
    write_pair(&j, "object", v->object);
    write_pair(&j, "spec", v->specification);
    write_criterion(&j, v->exact ? v->criterion : LINCE_REFINE, v->length);
    write_pair(&j, "verdict", "violation");
    lcr_field_bool(&j, "exact", v->exact);
    write_pair(&j, "reason", v->reason);
    write_number(&j, "operations", v->operations);
    write_pair(&j, "algorithm", v->exact ? "windows" : "counting");
    write_costs(&j, w, v->memory); /* its own: adding up all would take long */
    lcr_field_null(&j, "witness");
    lcr_write_violation(&j, v->excerpt, v->result ? v->result->violation : NULL);
    end(&j);
}

void lcc_monitor_json_gap(lince_text *t, const char *file, unsigned long line, const char *why) {
    lcr_writer j = begin(t, "gap", file);
    write_line(&j, line);
    write_pair(&j, "reason", why);
    end(&j);
}

void lcc_monitor_json_note(lince_text *t, const char *file, const char *what) {
    lcr_writer j = begin(t, "note", file);
    write_pair(&j, "note", what);
    end(&j);
}

void lcc_monitor_json_statistics(lince_text *t, const lcc_monitor *w, const lince_follow_result *totals, double rate) {
    lcr_writer j = begin(t, "statistics", w->name);
    write_coverage(&j, totals);
    write_number(&j, "events_per_second", (uint64_t)rate);
    write_costs(&j, w, totals->memory);
    end(&j);
}

void lcc_monitor_json_summary(lince_text *t, const lcc_monitor *w, const lince_follow_result *totals) {
    lcr_writer j = begin(t, "summary", w->name);
    write_number(&j, "histories", totals->histories);
    write_criterion(&j, totals->criterion, totals->length);
    write_pair(&j, "verdict", lc_verdict_name(totals->verdict));
    write_number(&j, "violations", totals->violations);
    write_coverage(&j, totals);
    write_costs(&j, w, totals->memory);
    end(&j);
}
