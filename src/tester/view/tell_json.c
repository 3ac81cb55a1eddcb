/* What a trial came to, as one line of JSON. */
#include "check/result.h"
#include "report/report.h"
#include "tester/driver/leaks.h"
#include "tester/driver/weaker.h"
#include "tester/view/failure_context.h"
#include "tester/view/tell.h"

static void write_scenarios(lc_writer *w, const lc_trial *t) {
    const lc_said_scenarios *c = &t->coverage.scenarios;
    lc_field_open(w, "scenarios", '{');
    lc_write_key(w, "all");
    if (c->all == UINT64_MAX) lc_write_null(w);
    else lc_write_count(w, c->all > t->coverage.met ? c->all : t->coverage.met);
    lc_field_count(w, "tried", t->coverage.met);
    lc_field_bool(w, "sampled", c->sampled);
    lc_write_close(w, '}');
}

static void write_stages(lc_writer *w, const lc_trial *t) {
    lc_field_open(w, "stages", '[');
    for (uint32_t i = 0; i < t->coverage.names.count; i++) {
        lc_stage_total total = lc_coverage_total(&t->coverage, t->coverage.names.at[i]);
        lince_text name = {0};
        lc_stage_words(&name, total.name);
        lc_write_open(w, '{');
        lc_field_text(w, "name", lc_text(&name));
        lc_text_free(&name);
        lc_field_count(w, "executions", total.executions);
        lc_field_count(w, "redundant", total.redundant);
        lc_field_count(w, "cut", total.cut);
        lc_field_count(w, "scenarios", total.scenarios);
        lc_field_count(w, "complete", total.complete);
        lc_write_close(w, '}');
    }
    lc_write_close(w, ']');
}

static void write_counts(lc_writer *w, const lc_trial *t) {
    lince_text coverage = {0};
    lc_coverage_name(&coverage, &t->coverage);
    lc_field_count(w, "executions", t->view.executions);
    lc_field_count(w, "redundant", t->view.redundant);
    lc_field_count(w, "steps", t->view.steps);
    lc_field_count(w, "schedules_per_second", t->seconds > 0 ? (uint64_t)((double)t->view.executions / t->seconds) : 0);
    lc_field_count(w, "histories", t->jury.judged);
    lc_field_count(w, "violations", t->jury.violating);
    lc_standard_counts c = lc_standard_count(t->standard);
    lc_field_count(w, "sequential_histories", c.serial);
    lc_field_count(w, "sequential_different", c.different);
    lc_field_count(w, "orders", c.orders);
    lc_field_count(w, "configurations", t->jury.configurations);
    lc_field_count(w, "revisits", t->jury.revisits);
    lc_field_text(w, "coverage", lc_text(&coverage));
    lc_write_key(w, "unseen");
    lc_write_bool(w, t->session->program.warnings.length > 0);
    lc_weaker_json(w, t);
    lc_write_key(w, "system_calls_filtered");
    lc_write_bool(w, t->view.filtered);
    write_scenarios(w, t);
    write_stages(w, t);
    lc_text_free(&coverage);
}

static void write_what_failed(lc_writer *w, const lc_flaw *f, lc_lines *lines) {
    const char *file = NULL, *function = NULL;
    int line = 0;
    bool known = f->pc && lines && lc_lines_find(lines, f->pc, &file, &line, &function);
    lc_field_text(w, "kind", lc_flaw_name(f->kind));
    lc_field_text(w, "message", f->message);
    lc_field_count(w, "thread", f->thread);
    lc_field_text(w, "file", known ? file : NULL);
    lc_write_key(w, "line");
    if (known) lc_write_int(w, line);
    else lc_write_null(w);
    lc_field_text(w, "function", known ? function : NULL);
}

static void write_failure(lc_writer *w, const lc_trial *t, lc_lines *lines) {
    const lc_flaw *f = t->flaw && t->flaw->kind != LC_FLAW_VIOLATION ? t->flaw : NULL;
    lc_write_key(w, "failure");
    if (!f) {
        lc_write_null(w);
        return;
    }
    lc_write_open(w, '{');
    write_what_failed(w, f, lines);
    lc_field_text(w, "doubt", lc_tell_doubt(t));
    lc_tell_race_json(w, t, lines);
    lc_details_json(w, t->replayed.steps.at, t->replayed.steps.count, lines);
    lc_write_close(w, '}');
}

/* What was found besides the flaw that is told. */
static void write_others(lc_writer *w, const lc_trial *t, lc_lines *lines) {
    lc_field_open(w, "others", '[');
    for (uint32_t i = 0; i < t->jury.flaws.count; i++) {
        const lc_flaw *f = &t->jury.flaws.at[i];
        if (f == t->flaw || f == t->shrunk.from) continue;
        lc_write_open(w, '{');
        write_what_failed(w, f, lines);
        lc_field_text(w, "scenario", f->scenario);
        lc_write_close(w, '}');
    }
    lc_write_close(w, ']');
}

static void write_extent(lc_writer *w, const char *key, const lc_failure_size *e) {
    lc_field_open(w, key, '{');
    lc_field_count(w, "threads", e->threads);
    lc_field_count(w, "operations", e->operations);
    lc_field_count(w, "preemptions", e->preemptions);
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
    lc_field_count(w, "candidates", s->candidates);
    lc_field_seconds(w, "seconds", s->seconds);
    lc_field_bool(w, "complete", s->complete);
    lc_write_close(w, '}');
}

static void write_flaw(lc_writer *w, const lc_trial *t, lc_lines *lines, bool with_steps) {
    const lc_flaw *f = t->flaw;
    lc_field_text(w, "scenario", f ? f->scenario : NULL);
    write_shrunk(w, t);
    write_failure(w, t, lines);
    if (t->jury.all) write_others(w, t, lines);
    lc_field_text(w, "trace", t->trace);
    lc_field_text(w, "replay", t->replay.length && t->trace ? lc_text(&t->replay) : NULL);
    if (t->replay.length && !t->trace) { /* of real threads */
        lc_field_text(w, "explore", lc_text(&t->replay));
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
    lc_field_text(w, "reason", "no execution of the reference explains this history");
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
        lc_field_null(w, "quasi");
    }
}

static void write_trial(lince_text *out, const lc_trial *t, uint32_t number, lc_lines *lines, bool with_steps) {
    lc_writer w = {.out = out};
    lc_write_open(&w, '{');
    lc_field_text(&w, "file", t->file);
    lc_field_count(&w, "history", number);
    lc_field_text(&w, "test", t->test->name);
    lc_field_text(&w, "spec", lc_text(&t->spec));
    lc_field_text(&w, "protocol", *lc_trial_order(t) ? lc_trial_order(t) : NULL);
    lc_write_criterion(&w, t->criterion, t->factors);
    lc_field_text(&w, "verdict", lc_verdict_name(t->verdict));
    lc_field_count(&w, "operations", t->jury.operations);
    lc_field_text(&w, "algorithm", t->result ? t->result->algorithm : NULL);
    lc_field_seconds(&w, "seconds", t->seconds);
    lc_field_count(&w, "memory_bytes", t->result ? t->result->memory : 0);
    lc_field_null(&w, "witness");
    write_violation(&w, t);
    if (t->criterion == LINCE_QUASI) write_quasi(&w, t);
    lc_field_text(&w, "unknown_reason", lc_unsure_name(t->unsure));
    write_counts(&w, t);
    write_flaw(&w, t, lines, with_steps);
    lc_losses_json(&w, t, lines);
    lc_field_text(&w, "program", t->session->program.kept ? t->session->program.path : NULL);
    lc_write_close(&w, '}');
    lc_text_putc(out, '\n');
}

void lc_tell_json(lince_text *out, const lc_trial *t, uint32_t number, lc_lines *lines) {
    write_trial(out, t, number, lines, true);
}

void lc_tell_json_short(lince_text *out, const lc_trial *t, uint32_t number, lc_lines *lines) {
    write_trial(out, t, number, lines, false);
}

void lc_tell_untried_json(lince_text *out, const char *file, const char *test, lc_unsure why) {
    lc_writer w = {.out = out};
    lc_write_open(&w, '{');
    lc_field_text(&w, "file", file);
    lc_field_text(&w, "test", test);
    lc_field_text(&w, "verdict", lc_verdict_name(LINCE_VERDICT_UNKNOWN));
    lc_field_text(&w, "unknown_reason", lc_unsure_name(why));
    lc_write_close(&w, '}');
    lc_text_putc(out, '\n');
}

void lc_tell_test_json(lince_text *out, const lc_tested *t) {
    lc_writer w = {.out = out};
    lc_write_open(&w, '{');
    lc_field_text(&w, "file", t->file);
    lc_field_count(&w, "line", t->line);
    lc_field_text(&w, "test", t->name);
    lc_field_text(&w, "spec", *t->spec ? t->spec : NULL);
    lc_field_text(&w, "criterion", *t->criterion ? t->criterion : NULL);
    lc_field_bool(&w, "model", t->model);
    lc_field_open(&w, "operations", '[');
    for (uint32_t i = 0; i < t->operations.count; i++) lc_write_text(&w, t->operations.at[i]);
    lc_write_close(&w, ']');
    lc_write_close(&w, '}');
    lc_text_putc(out, '\n');
}
