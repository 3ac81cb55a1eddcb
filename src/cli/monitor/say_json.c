#include <stdio.h>

#include "check/result.h"
#include "cli/monitor/say.h"
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

static void write_costs(lcr_writer *j, const lcc_lookout *w, size_t memory) {
    lcr_field_seconds(j, "seconds", lc_now() - w->started);
    write_number(j, "memory_bytes", memory);
}

static void write_coverage(lcr_writer *j, const lcc_lookout *w, const lco_online_covered *c) {
    write_number(j, "operations", c->operations);
    write_number(j, "events", w->events);
    write_number(j, "exactly", c->exactly);
    write_number(j, "in_part", c->in_part);
    write_number(j, "by_length", c->by_length);
    write_number(j, "not_at_all", c->not_at_all);
    write_number(j, "gaps", c->gaps);
    write_number(j, "length", w->length);
}

static void write_criterion(lcr_writer *j, const lcc_lookout *w, bool refine, lince_criterion exact) {
    char length[16];
    snprintf(length, sizeof length, "%u", w->length);
    lince_text name = {0};
    lc_criterion_print(&name, refine ? LINCE_REFINE : exact, refine ? length : NULL);
    write_pair(j, "criterion", lc_text(&name));
    lc_text_free(&name);
}

void lcc_say_json_violation(lince_text *t, const lcc_lookout *w, const lcc_object *o, unsigned long line,
                            const lco_online_violation *v, const lince_result *r) {
    lcr_writer j = begin(t, "violation", w->name);
    write_line(&j, line);
    write_number(&j, "history", o->world->history);
    write_pair(&j, "object", *o->name ? o->name : NULL);
    write_pair(&j, "spec", o->instance->name);
    write_criterion(&j, w, !v->exact, lcc_object_criterion(o));
    write_pair(&j, "verdict", "violation");
    lcr_field_bool(&j, "exact", v->exact);
    write_pair(&j, "reason", v->reason);
    write_number(&j, "operations", lco_online_coverage(o->online)->operations);
    write_pair(&j, "algorithm", v->exact ? "windows" : "counting");
    write_costs(&j, w, lco_online_memory(o->online)); /* its own: adding up all would take long */
    lcr_field_null(&j, "witness");
    lcr_write_violation(&j, v->history, r ? r->violation : NULL);
    end(&j);
}

void lcc_say_json_gap(lince_text *t, const char *file, unsigned long line, const char *why) {
    lcr_writer j = begin(t, "gap", file);
    write_line(&j, line);
    write_pair(&j, "reason", why);
    end(&j);
}

void lcc_say_json_note(lince_text *t, const char *file, const char *what) {
    lcr_writer j = begin(t, "note", file);
    write_pair(&j, "note", what);
    end(&j);
}

void lcc_say_json_statistics(lince_text *t, const lcc_lookout *w, double rate) {
    lco_online_covered c;
    lcc_lookout_covered(w, &c);
    lcr_writer j = begin(t, "statistics", w->name);
    write_coverage(&j, w, &c);
    write_number(&j, "events_per_second", (uint64_t)rate);
    write_costs(&j, w, lcc_lookout_memory(w));
    end(&j);
}

void lcc_say_json_summary(lince_text *t, const lcc_lookout *w, const lco_online_covered *c, lince_verdict verdict) {
    lcr_writer j = begin(t, "summary", w->name);
    write_number(&j, "histories", w->histories);
    write_criterion(&j, w, w->refine, lcc_lookout_criterion(w));
    write_pair(&j, "verdict", lc_verdict_name(verdict));
    write_number(&j, "violations", w->violations);
    write_coverage(&j, w, c);
    write_costs(&j, w, lcc_lookout_memory(w));
    end(&j);
}
