/* What a trial came to, as one line of JSON. */
#include "check/result.h"
#include "cli/test/details.h"
#include "cli/test/losses.h"
#include "cli/test/tell.h"
#include "report/report.h"

static void write_scenarios(lc_writer *w, const lc_trial *t) {
    const lc_said_scenarios *c = &t->coverage.scenarios;
    lc_write_key(w, "scenarios");
    lc_write_open(w, '{');
    lc_write_key(w, "all");
    if (c->all == UINT64_MAX) lc_write_null(w);
    else lc_write_count(w, c->all > t->coverage.met ? c->all : t->coverage.met);
    lc_write_key(w, "tried");
    lc_write_count(w, t->coverage.met);
    lc_write_key(w, "sampled");
    lc_write_bool(w, c->sampled);
    lc_write_close(w, '}');
}

static void write_stages(lc_writer *w, const lc_trial *t) {
    lc_write_key(w, "stages");
    lc_write_open(w, '[');
    for (uint32_t i = 0; i < t->coverage.names.items.count; i++) {
        lc_stage_total total = lc_coverage_total(&t->coverage, i);
        lc_write_open(w, '{');
        lc_write_key(w, "name");
        lc_write_string(w, total.name, total.length);
        lc_write_key(w, "executions");
        lc_write_count(w, total.executions);
        lc_write_key(w, "redundant");
        lc_write_count(w, total.redundant);
        lc_write_key(w, "cut");
        lc_write_count(w, total.cut);
        lc_write_key(w, "scenarios");
        lc_write_count(w, total.scenarios);
        lc_write_key(w, "complete");
        lc_write_count(w, total.complete);
        lc_write_close(w, '}');
    }
    lc_write_close(w, ']');
}

static void write_counts(lc_writer *w, const lc_trial *t) {
    lince_text coverage = {0};
    lc_coverage_name(&coverage, &t->coverage);
    lc_write_key(w, "executions");
    lc_write_count(w, t->view.executions);
    lc_write_key(w, "redundant");
    lc_write_count(w, t->view.redundant);
    lc_write_key(w, "steps");
    lc_write_count(w, t->view.steps);
    lc_write_key(w, "schedules_per_second");
    lc_write_count(w, t->seconds > 0 ? (uint64_t)((double)t->view.executions / t->seconds) : 0);
    lc_write_key(w, "histories");
    lc_write_count(w, t->jury.judged);
    lc_write_key(w, "violations");
    lc_write_count(w, t->jury.violating);
    lc_standard_counts c = lc_standard_count(t->standard);
    lc_write_key(w, "sequential_histories");
    lc_write_count(w, c.serial);
    lc_write_key(w, "sequential_different");
    lc_write_count(w, c.different);
    lc_write_key(w, "orders");
    lc_write_count(w, c.orders);
    lc_write_key(w, "configurations");
    lc_write_count(w, t->jury.configurations);
    lc_write_key(w, "revisits");
    lc_write_count(w, t->jury.revisits);
    lc_write_key(w, "coverage");
    lc_write_text(w, lc_text(&coverage));
    write_scenarios(w, t);
    write_stages(w, t);
    lc_text_free(&coverage);
}

static void write_failure(lc_writer *w, const lc_trial *t, lc_lines *lines) {
    const lc_flaw *f = t->flaw && t->flaw->kind != LC_FLAW_VIOLATION ? t->flaw : NULL;
    lc_write_key(w, "failure");
    if (!f) {
        lc_write_null(w);
        return;
    }
    const char *file = NULL, *function = NULL;
    int line = 0;
    bool known = f->pc && lines && lc_lines_find(lines, f->pc, &file, &line, &function);
    lc_write_open(w, '{');
    lc_write_key(w, "kind");
    lc_write_text(w, lc_flaw_name(f->kind));
    lc_write_key(w, "message");
    lc_write_text(w, f->message);
    lc_write_key(w, "thread");
    lc_write_count(w, f->thread);
    lc_write_key(w, "file");
    lc_write_text(w, known ? file : NULL);
    lc_write_key(w, "line");
    if (known) lc_write_int(w, line);
    else lc_write_null(w);
    lc_write_key(w, "function");
    lc_write_text(w, known ? function : NULL);
    lc_write_key(w, "doubt");
    lc_write_text(w, lc_tell_doubt(t));
    lc_tell_race_json(w, t, lines);
    lc_details_json(w, t->replayed.steps.at, t->replayed.steps.count, lines);
    lc_write_close(w, '}');
}

static void write_extent(lc_writer *w, const char *key, const lc_extent *e) {
    lc_write_key(w, key);
    lc_write_open(w, '{');
    lc_write_key(w, "threads");
    lc_write_count(w, e->threads);
    lc_write_key(w, "operations");
    lc_write_count(w, e->operations);
    lc_write_key(w, "preemptions");
    lc_write_count(w, e->preemptions);
    lc_write_close(w, '}');
}

static void write_shrunk(lc_writer *w, const lc_trial *t) {
    const lc_shrunk *s = &t->shrunk;
    lc_write_key(w, "shrunk");
    if (!s->tried) {
        lc_write_null(w);
        return;
    }
    lc_write_open(w, '{');
    write_extent(w, "from", &s->before);
    write_extent(w, "to", &s->after);
    lc_write_key(w, "candidates");
    lc_write_count(w, s->candidates);
    lc_write_key(w, "seconds");
    lc_write_seconds(w, s->seconds);
    lc_write_key(w, "complete");
    lc_write_bool(w, s->complete);
    lc_write_close(w, '}');
}

static void write_flaw(lc_writer *w, const lc_trial *t, lc_lines *lines, bool with_steps) {
    const lc_flaw *f = t->flaw;
    lc_write_key(w, "scenario");
    lc_write_text(w, f ? f->scenario : NULL);
    write_shrunk(w, t);
    write_failure(w, t, lines);
    lc_write_key(w, "trace");
    lc_write_text(w, t->trace);
    lc_write_key(w, "replay");
    lc_write_text(w, t->replay.length && t->trace ? lc_text(&t->replay) : NULL);
    if (t->replay.length && !t->trace) { /* of real threads */
        lc_write_key(w, "explore");
        lc_write_text(w, lc_text(&t->replay));
    }
    if (!with_steps) return;
    lc_write_key(w, "interleaving");
    if (f && t->replayed.steps.count) {
        lc_columns_json(w->out, t->replayed.steps.at, t->replayed.steps.count, lines);
        w->comma = true;
    } else lc_write_null(w);
}

/* A history that is no violation of a specification but of a reference has nothing more to be said about it. */
static void write_violation(lc_writer *w, const lc_trial *t) {
    bool violated = t->flaw && t->flaw->kind == LC_FLAW_VIOLATION;
    if (violated && t->result && t->result->violation) {
        lc_write_violation(w, t->flaw->history, t->result->violation);
        return;
    }
    lc_write_key(w, "violation");
    if (!violated) {
        lc_write_null(w);
        return;
    }
    lc_write_open(w, '{');
    lc_write_key(w, "reason");
    lc_write_text(w, "no execution of the reference explains this history");
    lc_write_close(w, '}');
}

/* What a violation would take; or, if it was asked for, what is enough for all histories. */
static void write_quasi(lc_writer *w, const lc_trial *t) {
    lc_quasi_finding all = {.smallest = t->jury.smallest, .at_least = t->jury.factor, .enough = t->jury.factor};
    if (t->flaw && t->result) {
        lc_write_quasi(w, &t->result->quasi);
    } else if (!t->flaw && t->jury.smallest) {
        lc_write_quasi(w, &all);
    } else {
        lc_write_key(w, "quasi");
        lc_write_null(w);
    }
}

static void write_trial(lince_text *out, const lc_trial *t, uint32_t number, lc_lines *lines, bool with_steps) {
    lc_writer w = {.out = out};
    lc_write_open(&w, '{');
    lc_write_key(&w, "file");
    lc_write_text(&w, t->file);
    lc_write_key(&w, "history");
    lc_write_count(&w, number);
    lc_write_key(&w, "test");
    lc_write_text(&w, t->test->name);
    lc_write_key(&w, "spec");
    lc_write_text(&w, lc_text(&t->spec));
    lc_write_key(&w, "criterion");
    lince_text criterion = {0};
    lc_criterion_print(&criterion, t->criterion, t->factors);
    lc_write_text(&w, lc_text(&criterion));
    lc_text_free(&criterion);
    lc_write_key(&w, "verdict");
    lc_write_text(&w, lc_verdict_name(t->verdict));
    lc_write_key(&w, "operations");
    lc_write_count(&w, t->jury.operations);
    lc_write_key(&w, "algorithm");
    lc_write_text(&w, t->result ? t->result->algorithm : NULL);
    lc_write_key(&w, "seconds");
    lc_write_seconds(&w, t->seconds);
    lc_write_key(&w, "memory_bytes");
    lc_write_count(&w, t->result ? t->result->memory : 0);
    lc_write_key(&w, "witness");
    lc_write_null(&w);
    write_violation(&w, t);
    if (t->criterion == LINCE_QUASI) write_quasi(&w, t);
    lc_write_key(&w, "unknown_reason");
    lc_write_text(&w, lc_unsure_name(t->unsure));
    write_counts(&w, t);
    write_flaw(&w, t, lines, with_steps);
    lc_losses_json(&w, t, lines);
    lc_write_key(&w, "program");
    lc_write_text(&w, t->session->program.kept ? t->session->program.path : NULL);
    lc_write_close(&w, '}');
    lc_text_putc(out, '\n');
}

void lc_tell_json(lince_text *out, const lc_trial *t, uint32_t number, lc_lines *lines) {
    write_trial(out, t, number, lines, true);
}

void lc_tell_json_short(lince_text *out, const lc_trial *t, uint32_t number, lc_lines *lines) {
    write_trial(out, t, number, lines, false);
}

void lc_tell_test_json(lince_text *out, const lc_tested *t) {
    lc_writer w = {.out = out};
    lc_write_open(&w, '{');
    lc_write_key(&w, "file");
    lc_write_text(&w, t->file);
    lc_write_key(&w, "line");
    lc_write_count(&w, t->line);
    lc_write_key(&w, "test");
    lc_write_text(&w, t->name);
    lc_write_key(&w, "spec");
    lc_write_text(&w, *t->spec ? t->spec : NULL);
    lc_write_key(&w, "criterion");
    lc_write_text(&w, *t->criterion ? t->criterion : NULL);
    lc_write_key(&w, "model");
    lc_write_bool(&w, t->model);
    lc_write_key(&w, "operations");
    lc_write_open(&w, '[');
    for (uint32_t i = 0; i < t->operations.count; i++) lc_write_text(&w, t->operations.at[i]);
    lc_write_close(&w, ']');
    lc_write_close(&w, '}');
    lc_text_putc(out, '\n');
}
