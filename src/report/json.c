/* The verdict as one line of JSON. */
#include <assert.h>

#include "report/report.h"
#include "report/writer.h"

/* A number, or null where it stands for "none". */
static void write_unless(lcr_writer *w, const char *key, uint32_t n, uint32_t none) {
    lcr_write_key(w, key);
    if (n == none) lcr_write_null(w);
    else lcr_write_count(w, n);
}

static void write_payload(lcr_writer *w, const char *key, const lince_values *pool, lince_value payload) {
    size_t count;
    lcr_write_key(w, key);
    if (payload == LINCE_NO_VALUE) {
        lcr_write_null(w);
        return;
    }
    const lince_value *items = lc_payload_items(pool, &payload, &count);
    lcr_write_open(w, '[');
    for (size_t i = 0; i < count; i++) lcr_write_json_value(w, pool, items[i]);
    lcr_write_close(w, ']');
}

/* The fields of an operation, inside an object that is already open; without its end if it is `open` for the reader. */
static void write_operation(lcr_writer *w, const lince_history *h, uint32_t number, bool open) {
    assert(number < h->ops.count);
    const lc_op *op = &h->ops.at[number];
    lc_span process = lc_thread_name(h, op), object = lc_object_name(h, op), method = lc_method_name(h, op);
    lc_event_kind outcome = lc_op_outcome(h, op);
    bool failed = outcome == LC_FAIL; /* it ran and returned false, unless it is shown as one that did not happen */
    bool returned = !open && (outcome == LC_RETURN || failed);
    lcr_field_count(w, "op", number);
    lcr_write_key(w, "process");
    lcr_write_string(w, process.at, process.length);
    if (object.length) {
        lcr_write_key(w, "object");
        lcr_write_string(w, object.at, object.length);
    }
    lcr_write_key(w, "f");
    lcr_write_string(w, method.at, method.length);
    write_payload(w, "args", &h->values, op->args);
    write_payload(w, "ret", &h->values, open ? LINCE_NO_VALUE : failed ? LINCE_FALSE : op->results);
    lcr_field_count(w, "call", op->call);
    write_unless(w, "return", returned ? op->end : LC_NEVER, LC_NEVER);
    write_unless(w, "line", op->call_line, 0);
}

static void write_witness(lcr_writer *w, const lince_history *h, const lince_result *r) {
    lcr_write_key(w, "witness");
    if (r->verdict != LINCE_VERDICT_OK) {
        lcr_write_null(w);
        return;
    }
    lcr_write_open(w, '[');
    for (uint32_t i = 0, step = 0; i < r->witness.count; i++) {
        if (r->groups.count && i == (step ? r->groups.at[step - 1] : 0)) lcr_write_open(w, '[');
        lcr_write_open(w, '{');
        write_operation(w, h, r->witness.at[i], false);
        lcr_write_close(w, '}');
        if (step < r->groups.count && i + 1 == r->groups.at[step]) {
            lcr_write_close(w, ']');
            step++;
        }
    }
    lcr_write_close(w, ']');
}

static void write_conflict(lcr_writer *w, const lince_history *h, const lc_violation *v) {
    lcr_field_open(w, "conflict", '[');
    for (uint32_t i = 0; i < v->conflict.count; i++) {
        const lc_conflict_op *c = &v->conflict.at[i];
        lcr_write_open(w, '{');
        write_operation(w, h, c->op, c->pending || c->failed);
        lcr_field_bool(w, "pending", c->pending);
        if (c->failed) lcr_field_bool(w, "failed", true);
        lcr_field_text(w, "instead", c->instead);
        lcr_write_close(w, '}');
    }
    lcr_write_close(w, ']');
}

/* Where the last event of a prefix stands; 0: unknown. */
static uint32_t end_line_of(const lince_history *h, uint32_t events) {
    return events && events <= h->events.count ? h->ops.at[lc_event_op(h->events.at[events - 1])].end_line : 0;
}

void lcr_write_violation(lcr_writer *w, const lince_history *h, const lc_violation *v) {
    lcr_write_key(w, "violation");
    if (!v) {
        lcr_write_null(w);
        return;
    }
    bool culprit = v->culprit < h->ops.count;
    lcr_write_open(w, '{');
    lcr_field_text(w, "object", v->object && *v->object ? v->object : NULL);
    lcr_field_text(w, "key", v->key);
    lcr_field_text(w, "reason", v->reason);
    lcr_field_text(w, "pattern", v->pattern);
    if (v->formula) {
        lcr_field_text(w, "formula", v->formula);
    }
    write_unless(w, "prefix_events", v->has_prefix ? v->prefix_events : LC_NEVER, LC_NEVER);
    lcr_field_bool(w, "smallest", v->has_prefix && v->smallest);
    write_unless(w, "line", v->has_prefix ? end_line_of(h, v->prefix_events) : 0, 0);
    write_unless(w, "culprit", culprit ? v->culprit : LC_NEVER, LC_NEVER);
    write_conflict(w, h, v);
    if (v->apart) lcr_field_bool(w, "apart", true);
    lcr_field_open(w, "deepest", '[');
    for (uint32_t i = 0, step = 0; i < v->deepest.count; i++) {
        if (v->deepest_groups.count && i == (step ? v->deepest_groups.at[step - 1] : 0)) lcr_write_open(w, '[');
        lcr_write_count(w, v->deepest.at[i]);
        if (step < v->deepest_groups.count && i + 1 == v->deepest_groups.at[step]) {
            lcr_write_close(w, ']');
            step++;
        }
    }
    lcr_write_close(w, ']');
    lcr_field_text(w, "state", v->state);
    lcr_field_bool(w, "minimal", v->minimal);
    lcr_write_close(w, '}');
}

void lcr_write_quasi(lcr_writer *w, const lc_quasi_finding *q) {
    lcr_field_open(w, "quasi", '{');
    lcr_field_text(w, "smallest", q->at_least == q->enough ? q->smallest : NULL);
    write_unless(w, "at_least", q->at_least, LC_NEVER);
    write_unless(w, "enough", q->enough, LINCE_NO_FACTOR);
    lcr_field_bool(w, "never", q->never);
    lcr_field_open(w, "moved", '[');
    for (uint32_t i = 0; i < q->moved.count; i++) {
        lcr_write_open(w, '{');
        lcr_field_count(w, "op", q->moved.at[i].op);
        lcr_field_count(w, "real", q->moved.at[i].real);
        lcr_field_count(w, "legal", q->moved.at[i].legal);
        lcr_write_close(w, '}');
    }
    lcr_write_close(w, ']');
    lcr_write_close(w, '}');
}

static const char *unknown_reason(const lince_result *r) {
    if (r->verdict != LINCE_VERDICT_UNKNOWN) return NULL;
    switch (r->why_unknown) {
    case LINCE_REASON_TIMEOUT: return "timeout";
    case LINCE_REASON_MEMORY: return "memory";
    case LINCE_REASON_INTERRUPT: return "interrupt";
    case LINCE_REASON_NONE: break;
    }
    return NULL;
}

static void write_result(lince_text *out, const lince_history *h, uint32_t history_number, const lince_result *r,
                         bool with_order) {
    lcr_writer w = {.out = out};
    lcr_write_open(&w, '{');
    lcr_field_text(&w, "file", h->file);
    lcr_field_count(&w, "history", history_number);
    lcr_field_text(&w, "spec", r->spec);
    lcr_write_criterion(&w, r->criterion, r->with);
    lcr_field_text(&w, "verdict", lc_verdict_name(r->verdict));
    lcr_field_count(&w, "operations", r->operations);
    lcr_field_text(&w, "algorithm", r->algorithm);
    lcr_field_seconds(&w, "seconds", r->seconds);
    lcr_field_count(&w, "memory_bytes", r->memory);
    if (with_order) write_witness(&w, h, r);
    if (r->criterion == LINCE_QUASI) lcr_write_quasi(&w, &r->quasi);
    if (r->criterion == LINCE_SYNC || r->criterion == LINCE_INTERVAL) {
        lcr_write_key(&w, "progress"); /* whether it was checked; and whether it is violated */
        lcr_write_bool(&w, r->progress);
        lcr_field_bool(&w, "stuck", r->stuck);
    }
    if (r->criterion == LINCE_REFINE) {
        lcr_write_key(&w, "linearizable"); /* which refine(k) may miss */
        if (r->linearizable == LINCE_VERDICT_UNKNOWN) lcr_write_null(&w);
        else lcr_write_bool(&w, r->linearizable == LINCE_VERDICT_OK);
    }
    lcr_write_violation(&w, h, r->violation);
    lcr_field_text(&w, "unknown_reason", unknown_reason(r));
    if (r->undecided) lcr_field_text(&w, "undecided", r->undecided);
    lcr_field_seconds(&w, "explain_seconds", r->explain_seconds);
    lcr_field_open(&w, "statistics", '{');
#define X(name, meaning)                                                                                               \
    lcr_write_key(&w, #name);                                                                                          \
    lcr_write_count(&w, r->statistics.name);
    LC_CHECK_STATISTICS(X)
#undef X
    lcr_write_close(&w, '}');
    lcr_write_close(&w, '}');
    lc_text_putc(out, '\n');
}

void lcr_write_criterion(lcr_writer *w, lince_criterion criterion, const char *with) {
    lince_text name = {0};
    lc_criterion_print(&name, criterion, with);
    lcr_field_text(w, "criterion", lc_text(&name));
    lc_text_free(&name);
}

void lcr_report_json(lince_text *out, const lince_history *h, uint32_t history_number, const lince_result *r) {
    write_result(out, h, history_number, r, true);
}

void lcr_report_json_short(lince_text *out, const lince_history *h, uint32_t history_number, const lince_result *r) {
    write_result(out, h, history_number, r, false);
}
