/* The result of a test run, as one line of JSON. */
#include "check/result.h"
#include "report/report.h"
#include "target/explore/control.h"
#include "tester/driver/leaks.h"
#include "tester/driver/weaker.h"
#include "tester/oracle/sync_roles.h"
#include "tester/view/failure_context.h"
#include "tester/view/print.h"

static void write_scenarios(lcr_writer *w, const lcd_test_run *t) {
    const lcd_msg_scenarios *c = &t->coverage.scenarios;
    lcr_field_open(w, "scenarios", '{');
    lcr_write_key(w, "all");
    if (c->all == UINT64_MAX) lcr_write_null(w);
    else lcr_write_count(w, c->all > t->coverage.met ? c->all : t->coverage.met);
    lcr_field_count(w, "tried", t->coverage.met);
    lcr_field_bool(w, "sampled", c->sampled);
    lcr_write_close(w, '}');
}

/* Of a test that grows. */
static void write_sizes(lcr_writer *w, const lcd_test_run *t) {
    lcd_size_cover sizes[LCD_SIZES];
    uint32_t count = lcd_coverage_sizes(&t->coverage, sizes);
    lcr_field_open(w, "sizes", '[');
    for (uint32_t i = 0; i < count; i++) {
        lcr_write_open(w, '{');
        lcr_field_count(w, "threads", sizes[i].size.threads);
        lcr_field_count(w, "calls", sizes[i].size.calls);
        lcr_write_key(w, "scenarios");
        if (sizes[i].all == UINT64_MAX) lcr_write_null(w);
        else lcr_write_count(w, sizes[i].all);
        lcr_field_count(w, "complete", sizes[i].complete);
        lcr_field_bool(w, "whole", sizes[i].whole);
        lcr_write_close(w, '}');
    }
    lcr_write_close(w, ']');
}

static void write_stages(lcr_writer *w, const lcd_test_run *t) {
    lcr_field_open(w, "stages", '[');
    for (uint32_t i = 0; i < t->coverage.names.count; i++) {
        lcd_stage_total total = lcd_coverage_total(&t->coverage, t->coverage.names.at[i]);
        lince_text name = {0};
        lcd_stage_words(&name, total.name);
        lcr_write_open(w, '{');
        lcr_field_text(w, "name", lc_text(&name));
        lc_text_free(&name);
        lcr_field_count(w, "executions", total.executions);
        lcr_field_count(w, "redundant", total.redundant);
        lcr_field_count(w, "cut", total.cut);
        lcr_field_count(w, "blocked", total.blocked);
        lcr_field_count(w, "scenarios", total.scenarios);
        lcr_field_count(w, "complete", total.complete);
        lcr_write_close(w, '}');
    }
    lcr_write_close(w, ']');
}

static void write_counts(lcr_writer *w, const lcd_test_run *t) {
    lince_text coverage = {0};
    lcd_coverage_name(&coverage, &t->coverage);
    lcr_field_count(w, "executions", lcd_coverage_executions(&t->coverage, t->view.executions));
    lcr_field_count(w, "redundant", t->view.redundant);
    lcr_field_count(w, "blocked", lcd_coverage_blocked(&t->coverage, t->view.blocked));
    lcr_field_count(w, "steps", t->view.steps);
    lcr_field_count(w, "schedules_per_second",
                    t->seconds > 0 ? (uint64_t)((double)t->view.executions / t->seconds) : 0);
    lcr_field_count(w, "histories", t->judge.judged);
    lcr_field_count(w, "violations", t->judge.violating);
    lcr_field_count(w, "histories_some_clients", t->judge.own_order + lcd_oracle_count(t->oracle).clients_unsure);
    bool judged = lcd_oracle_kind_of(t->oracle) == LCD_ORACLE_SPEC;
    lcr_field_text(w, "sync", judged ? lcd_sync_name((lcd_sync_choice)t->session->settings.sync) : NULL);
    lcd_oracle_counts c = lcd_oracle_count(t->oracle);
    lcr_field_count(w, "sequential_histories", c.serial);
    lcr_field_count(w, "sequential_different", c.different);
    lcr_field_count(w, "orders", c.orders);
    lcr_field_count(w, "configurations", t->judge.configurations);
    lcr_field_count(w, "revisits", t->judge.revisits);
    lcr_field_text(w, "coverage", lc_text(&coverage));
    lcr_write_key(w, "unseen");
    lcr_write_bool(w, t->session->program.warnings.length > 0);
    lcd_weaker_json(w, t);
    lcr_field_bool(w, "rounds_merged", t->view.merged);
    lcr_write_key(w, "system_calls_filtered");
    lcr_write_bool(w, t->view.filtered);
    write_scenarios(w, t);
    write_sizes(w, t);
    write_stages(w, t);
    lc_text_free(&coverage);
}

static void write_what_failed(lcr_writer *w, const lcd_failure *f, lcd_lines *lines) {
    const char *file = NULL, *function = NULL;
    int line = 0;
    bool known = f->pc && lines && lcd_lines_find(lines, f->pc, &file, &line, &function);
    lcr_field_text(w, "kind", lcd_failure_name(f->kind));
    lcr_field_text(w, "message", f->message);
    lcr_field_count(w, "thread", f->thread);
    lcr_field_text(w, "file", known ? file : NULL);
    lcr_write_key(w, "line");
    if (known) lcr_write_int(w, line);
    else lcr_write_null(w);
    lcr_field_text(w, "function", known ? function : NULL);
}

static void write_failure(lcr_writer *w, const lcd_test_run *t, lcd_lines *lines) {
    const lcd_failure *f = t->failure && t->failure->kind != LCD_FAILURE_VIOLATION ? t->failure : NULL;
    lcr_write_key(w, "failure");
    if (!f) {
        lcr_write_null(w);
        return;
    }
    lcr_write_open(w, '{');
    write_what_failed(w, f, lines);
    lcr_field_text(w, "doubt", lcd_print_doubt(t));
    lcd_print_race_json(w, t, lines);
    lcd_failure_context_json(w, t->replayed.steps.at, t->replayed.steps.count, lines);
    lcr_write_close(w, '}');
}

/* The failures found besides the one that is reported. */
static void write_others(lcr_writer *w, const lcd_test_run *t, lcd_lines *lines) {
    lcr_field_open(w, "others", '[');
    for (uint32_t i = 0; i < t->judge.failures.count; i++) {
        const lcd_failure *f = &t->judge.failures.at[i];
        if (f == t->failure || f == t->shrunk.from) continue;
        lcr_write_open(w, '{');
        write_what_failed(w, f, lines);
        lcr_field_text(w, "scenario", f->scenario);
        lcr_field_text(w, "memory_model", lcd_memory_name(f->memory));
        lcr_write_close(w, '}');
    }
    lcr_write_close(w, ']');
}

static void write_extent(lcr_writer *w, const char *key, const lcd_failure_size *e) {
    lcr_field_open(w, key, '{');
    lcr_field_count(w, "threads", e->threads);
    lcr_field_count(w, "operations", e->operations);
    lcr_field_count(w, "preemptions", e->preemptions);
    lcr_write_close(w, '}');
}

static void write_shrunk(lcr_writer *w, const lcd_test_run *t) {
    const lcd_shrunk *s = &t->shrunk;
    lcr_write_key(w, "shrunk");
    if (!s->tried) {
        lcr_write_null(w);
        return;
    }
    lcr_write_open(w, '{');
    write_extent(w, "from", &s->before);
    write_extent(w, "to", &s->after);
    lcr_field_count(w, "candidates", s->candidates);
    lcr_field_seconds(w, "seconds", s->seconds);
    lcr_field_bool(w, "complete", s->complete);
    lcr_write_close(w, '}');
}

static void write_failure_with_steps(lcr_writer *w, const lcd_test_run *t, lcd_lines *lines, bool with_steps) {
    const lcd_failure *f = t->failure;
    lcr_field_text(w, "scenario", f ? f->scenario : NULL);
    lcr_field_text(w, "memory_model", f ? lcd_memory_name(f->memory) : NULL);
    lcr_field_bool(w, "needs_weak_memory", lcd_print_is_weak_only(t));
    lcd_why_json(w, &t->why);
    lcr_field_text(w, "doubt", lcd_print_doubt(t));
    write_shrunk(w, t);
    write_failure(w, t, lines);
    if (t->judge.all) write_others(w, t, lines);
    lcr_field_text(w, "trace", t->trace);
    lcr_field_text(w, "replay", t->replay.length && t->trace ? lc_text(&t->replay) : NULL);
    if (t->replay.length && !t->trace) { /* of real threads */
        lcr_field_text(w, "explore", lc_text(&t->replay));
    }
    if (!with_steps) return;
    lcr_write_key(w, "interleaving");
    if (f && t->replayed.steps.count) {
        lcd_interleaving_json(w->out, t->replayed.steps.at, t->replayed.steps.count, lines);
        w->comma = true;
    } else lcr_write_null(w);
}

/* A history that is no violation of a specification but of a reference needs no further description. */
static void write_violation(lcr_writer *w, const lcd_test_run *t) {
    bool violated = t->failure && t->failure->kind == LCD_FAILURE_VIOLATION;
    if (violated && t->result && t->result->violation) {
        lcr_write_violation(w, t->failure->history, t->result->violation);
        return;
    }
    lcr_write_key(w, "violation");
    if (!violated) {
        lcr_write_null(w);
        return;
    }
    lcr_write_open(w, '{');
    lcr_field_text(w, "reason", "no execution of the reference explains this history");
    lcr_write_close(w, '}');
}

/* The factor that a violation would need; or, if requested, the factor that is enough for all histories. */
static void write_quasi(lcr_writer *w, const lcd_test_run *t) {
    lc_quasi_finding all = {.smallest = t->judge.smallest, .at_least = t->judge.factor, .enough = t->judge.factor};
    if (t->failure && t->result) {
        lcr_write_quasi(w, &t->result->quasi);
    } else if (!t->failure && t->judge.smallest) {
        lcr_write_quasi(w, &all);
    } else {
        lcr_field_null(w, "quasi");
    }
}

/* Failures that were allowed because they had been found. */
static void write_found(lcr_writer *w, const lcd_test_run *t) {
    lcr_field_open(w, "found_before", '[');
    for (uint32_t kind = 0; kind < LCT_FAILURES; kind++)
        if (t->session->found >> kind & 1) lcr_write_text(w, lcd_failure_name(kind));
    lcr_write_close(w, ']');
}

static void write_answer(lcr_writer *w, const lcd_test_run *t, uint32_t number, lcd_lines *lines, bool with_steps) {
    lcr_field_text(w, "file", t->file);
    lcr_field_count(w, "history", number);
    lcr_field_text(w, "test", t->test->name);
    lcr_field_text(w, "spec", lc_text(&t->spec));
    lcr_field_text(w, "protocol", *lcd_test_run_order(t) ? lcd_test_run_order(t) : NULL);
    lcr_write_criterion(w, t->criterion, t->factors);
    lcr_field_text(w, "verdict", lc_verdict_name(t->verdict));
    lcr_field_count(w, "operations", t->judge.operations);
    lcr_field_text(w, "algorithm", t->result ? t->result->algorithm : NULL);
    lcr_field_seconds(w, "seconds", t->seconds);
    lcr_field_count(w, "memory_bytes", t->result ? t->result->memory : 0);
    lcr_field_null(w, "witness");
    write_violation(w, t);
    if (t->criterion == LINCE_QUASI) write_quasi(w, t);
    lcr_field_text(w, "unknown_reason", lcd_unsure_name(t->unsure));
    write_counts(w, t);
    write_failure_with_steps(w, t, lines, with_steps);
    lcd_print_advice_json(w, t);
    lcd_leaks_json(w, t, lines);
    lcr_field_text(w, "program", t->session->program.kept ? t->session->program.path : NULL);
    write_found(w, t);
}

static void write_test_run(lince_text *out, const lcd_test_run *t, uint32_t number, lcd_lines *lines, bool with_steps) {
    lcr_writer w = {.out = out};
    lcr_write_open(&w, '{');
    write_answer(&w, t, number, lines, with_steps);
    lcr_field_open(&w, "further", '[');
    for (lcd_test_run *f = t->further; f; f = f->further) {
        lcr_write_open(&w, '{');
        write_answer(&w, f, number, lcd_test_run_lines(f), with_steps);
        lcr_write_close(&w, '}');
    }
    lcr_write_close(&w, ']');
    lcr_write_close(&w, '}');
    lc_text_putc(out, '\n');
}

void lcd_print_json(lince_text *out, const lcd_test_run *t, uint32_t number, lcd_lines *lines) {
    write_test_run(out, t, number, lines, true);
}

void lcd_print_json_short(lince_text *out, const lcd_test_run *t, uint32_t number, lcd_lines *lines) {
    write_test_run(out, t, number, lines, false);
}

void lcd_print_untried_json(lince_text *out, const char *file, const char *test, lcd_unsure why) {
    lcr_writer w = {.out = out};
    lcr_write_open(&w, '{');
    lcr_field_text(&w, "file", file);
    lcr_field_text(&w, "test", test);
    lcr_field_text(&w, "verdict", lc_verdict_name(LINCE_VERDICT_UNKNOWN));
    lcr_field_text(&w, "unknown_reason", lcd_unsure_name(why));
    lcr_write_close(&w, '}');
    lc_text_putc(out, '\n');
}

void lcd_print_test_json(lince_text *out, const lcd_tested *t) {
    lcr_writer w = {.out = out};
    lcr_write_open(&w, '{');
    lcr_field_text(&w, "file", t->file);
    lcr_field_count(&w, "line", t->line);
    lcr_field_text(&w, "test", t->name);
    lcr_field_text(&w, "spec", *t->spec ? t->spec : NULL);
    lcr_field_text(&w, "criterion", *t->criterion ? t->criterion : NULL);
    lcr_field_bool(&w, "model", t->model);
    lcr_field_open(&w, "operations", '[');
    for (uint32_t i = 0; i < t->operations.count; i++) lcr_write_text(&w, t->operations.at[i]);
    lcr_write_close(&w, ']');
    lcr_write_close(&w, '}');
    lc_text_putc(out, '\n');
}
