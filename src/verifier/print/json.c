/* An answer as one line of JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/result.h"
#include "verifier/print/print.h"

static void write_changes(lcr_writer *w, const char *changes) {
    lcv_change c;
    lince_text name = {0};
    lcr_field_open(w, "changes", '{');
    while (lcv_change_next(&changes, &c)) {
        lc_text_clear(&name);
        lc_text_add(&name, c.name, c.name_length);
        lcr_write_key(w, lc_text(&name));
        char *end = NULL;
        long number = c.value ? strtol(c.value, &end, 10) : 0;
        if (!c.value) lcr_write_bool(w, true);
        else if (c.value_length && end == c.value + c.value_length) lcr_write_int(w, number);
        else lcr_write_string(w, c.value, c.value_length);
    }
    lcr_write_close(w, '}');
    lc_text_free(&name);
}

/* Inside an object that is open: how many steps, and each of them. */
static void write_path(lcr_writer *w, const lcv_answer *a) {
    const lcv_steps *steps = &a->steps;
    lcr_field_count(w, "steps", steps->at.count);
    lcr_field_open(w, "path", '[');
    for (uint32_t i = 0; i < steps->at.count; i++) {
        const lcv_step *s = &steps->at.at[i];
        lcr_write_open(w, '{');
        lcr_field_text(w, "process", s->process);
        lcr_field_text(w, "event", s->event);
        lcr_field_bool(w, "hidden", s->hidden);
        write_changes(w, s->changes);
        lcr_write_close(w, '}');
    }
    lcr_write_close(w, ']');
    lcr_write_key(w, "loop");
    if (steps->loop == UINT32_MAX) lcr_write_null(w);
    else lcr_write_count(w, steps->loop);
}

static void write_allowed(lcr_writer *w, const lcv_answer *a) {
    lcv_labels labels;
    lcv_list_allowed(&labels, a);
    lcr_field_open(w, "allowed", '[');
    for (uint32_t i = 0; i < labels.count; i++) lcr_write_text(w, labels.at[i]);
    lcr_write_close(w, ']');
    lcv_labels_free(&labels);
}

/* As lines of a `.hist` file. */
static void write_history(lcr_writer *w, const lince_history *h) {
    char *text = NULL;
    size_t size = 0;
    lince_error error;
    FILE *file = h ? open_memstream(&text, &size) : NULL;
    lcr_field_open(w, "history", '[');
    if (file) {
        w->out->cut |= lince_history_write(h, LINCE_FORMAT_HIST, file, &error) != LINCE_DONE;
        w->out->cut |= fclose(file) != 0;
        for (const char *at = text; at && *at;) {
            size_t length = strcspn(at, "\n");
            if (length) lcr_write_string(w, at, length);
            at += length + (at[length] == '\n');
        }
    }
    lcr_write_close(w, ']');
    free(text);
}

static void write_violation(lcr_writer *w, const lcv_answer *a) {
    lince_text reason = {0};
    lcr_write_key(w, "violation");
    if (a->verdict != LINCE_VERDICT_VIOLATION) {
        lcr_write_null(w);
        return;
    }
    lcv_put_reason(&reason, a);
    lcr_write_open(w, '{');
    lcr_field_text(w, "kind", lcv_reason_name(a));
    lcr_field_text(w, "reason", lc_text(&reason));
    write_path(w, a);
    write_allowed(w, a);
    write_history(w, a->run->history);
    lcr_write_close(w, '}');
    lc_text_free(&reason);
}

static void write_witness(lcr_writer *w, const lcv_answer *a) {
    lcr_write_key(w, "witness");
    if (a->verdict != LINCE_VERDICT_OK || !a->run->finding.path.states.count) {
        lcr_write_null(w);
        return;
    }
    lcr_write_open(w, '{');
    write_path(w, a);
    lcr_write_close(w, '}');
}

static void write_error(lcr_writer *w, const lcv_answer *a) {
    lcr_write_key(w, "error");
    if (!a->broken) {
        lcr_write_null(w);
        return;
    }
    lcr_write_open(w, '{');
    lcr_field_text(w, "message", a->error.message);
    lcr_field_count(w, "line", a->error.line);
    lcr_field_count(w, "column", a->place.column);
    write_path(w, a);
    lcr_write_close(w, '}');
}

static void write_figures(lcr_writer *w, const lcm_figures *n) {
#define FIGURE(name, what)                                                                                             \
    lcr_write_key(w, #name);                                                                                           \
    lcr_write_count(w, n->name);
    LCM_FIGURES(FIGURE)
#undef FIGURE
}

static void write_text(lcr_writer *w, const char *key, const char *text) {
    lcr_field_text(w, key, text && *text ? text : NULL);
}

void lcv_print_json(lince_text *out, const lcv_answer *a) {
    lcr_writer w = {.out = out};
    lince_text spec = {0};
    lcv_put_specification(&spec, a->model, a->assertion);
    lcr_write_open(&w, '{');
    write_text(&w, "file", a->model->file);
    lcr_field_count(&w, "assertion", a->number);
    write_text(&w, "text", lcv_assertion_text(a->assertion));
    lcr_field_count(&w, "line", a->assertion->place.line);
    write_text(&w, "spec", lc_text(&spec));
    write_text(&w, "criterion", lcv_criterion_name(a->assertion));
    write_text(&w, "verdict", lc_verdict_name(a->verdict));
    write_text(&w, "expected", a->assertion->expected);
    write_figures(&w, &a->run->finding.figures);
    lcr_field_seconds(&w, "seconds", a->run->seconds);
    lcr_field_count(&w, "memory_bytes", a->run->memory);
    if (a->run->any_number) {
        lcr_write_key(&w, "copies"); /* null: any number */
        if (a->run->copies) lcr_write_count(&w, a->run->copies);
        else lcr_write_null(&w);
    }
    if (a->assertion->best != LCM_ANY) {
        lcr_write_key(&w, "best"); /* null: there is none */
        if (a->run->finding.has_best) lcr_write_int(&w, a->run->finding.best);
        else lcr_write_null(&w);
    }
    lcr_field_open(&w, "reductions", '[');
    for (uint32_t i = 0; i < a->run->reduction_count; i++) lcr_write_text(&w, a->run->reductions[i]);
    lcr_write_close(&w, ']');
    write_witness(&w, a);
    write_violation(&w, a);
    write_error(&w, a);
    bool unknown = a->verdict == LINCE_VERDICT_UNKNOWN && !a->broken;
    write_text(&w, "unknown_reason", unknown ? lcv_reason_name(a) : NULL);
    lcr_write_close(&w, '}');
    lc_text_putc(out, '\n');
    out->cut |= a->steps.cut || spec.cut;
    lc_text_free(&spec);
}
