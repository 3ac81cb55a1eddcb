/* A history as columns of JSON, for the page: html.h describes them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/html.h"
#include "report/words.h"

typedef struct columns {
    lcr_writer *w;
    const lince_history *h;
    lc_intern objects, methods;      /* names */
    uint32_t *object_of, *method_of; /* per method of the history, which has a number for each pair of them */
} columns;

/* ---- names ---- */

static bool number_names(columns *c) {
    const lince_history *h = c->h;
    uint32_t count = h->methods.items.count;
    lc_intern_init(&c->objects, NULL);
    lc_intern_init(&c->methods, NULL);
    c->object_of = calloc((size_t)count + 1, sizeof *c->object_of);
    c->method_of = calloc((size_t)count + 1, sizeof *c->method_of);
    if (!c->object_of || !c->method_of) return false;
    for (uint32_t i = 0; i < count; i++) {
        lc_op any = {.method = i};
        lc_span object = lc_object_name(h, &any), method = lc_method_name(h, &any);
        c->object_of[i] = lc_intern_add(&c->objects, object.at, object.length);
        c->method_of[i] = lc_intern_add(&c->methods, method.at, method.length);
        if (c->object_of[i] == LC_NOT_INTERNED || c->method_of[i] == LC_NOT_INTERNED) return false;
    }
    return true;
}

static void write_names(lcr_writer *w, const char *key, const lc_intern *names) {
    lcr_write_key(w, key);
    lcr_write_open(w, '[');
    for (uint32_t i = 0; i < names->items.count; i++) {
        const lc_interned *name = lc_intern_get(names, i);
        lcr_write_string(w, name->bytes, name->size);
    }
    lcr_write_close(w, ']');
}

/* ---- columns ---- */

typedef void write_cell(columns *, const lc_op *);

static void write_column(columns *c, const char *key, write_cell *cell) {
    lcr_write_key(c->w, key);
    lcr_write_open(c->w, '[');
    for (uint32_t i = 0; i < c->h->ops.count; i++) cell(c, &c->h->ops.at[i]);
    lcr_write_close(c->w, ']');
}

static void write_thread(columns *c, const lc_op *op) { lcr_write_count(c->w, op->thread); }
static void write_object(columns *c, const lc_op *op) { lcr_write_count(c->w, c->object_of[op->method]); }
static void write_method(columns *c, const lc_op *op) { lcr_write_count(c->w, c->method_of[op->method]); }
static void write_call(columns *c, const lc_op *op) { lcr_write_count(c->w, op->call); }
static void write_end(columns *c, const lc_op *op) { lcr_write_int(c->w, op->end == LC_NEVER ? -1 : (int64_t)op->end); }
static void write_call_line(columns *c, const lc_op *op) { lcr_write_count(c->w, op->call_line); }
static void write_end_line(columns *c, const lc_op *op) { lcr_write_count(c->w, op->end_line); }

static void write_time(columns *c, uint32_t position) {
    double time = position == LC_NEVER ? NAN : lc_event_time(c->h, position);
    if (isfinite(time)) lcr_write_number(c->w, time);
    else lcr_write_null(c->w);
}
static void write_call_time(columns *c, const lc_op *op) { write_time(c, op->call); }
static void write_end_time(columns *c, const lc_op *op) { write_time(c, op->end); }

static void write_payloads(columns *c) {
    const lince_history *h = c->h;
    lince_text text = {0};
    for (unsigned results = 0; results < 2; results++) {
        lcr_write_key(c->w, results ? "results" : "args");
        lcr_write_open(c->w, '[');
        for (uint32_t i = 0; i < h->ops.count; i++) {
            lc_text_clear(&text);
            if (results) lc_op_print_results(&text, h, &h->ops.at[i]);
            else lc_op_print_args(&text, h, &h->ops.at[i]);
            if (text.length || !results) lcr_write_string(c->w, lc_text(&text), text.length);
            else lcr_write_null(c->w);
            c->w->out->cut |= text.cut;
        }
        lcr_write_close(c->w, ']');
    }
    lc_text_free(&text);
}

static void write_keys(columns *c, const lince_value *keys) {
    lince_text text = {0};
    uint32_t any = 0;
    while (keys && any < c->h->ops.count && keys[any] == LINCE_NO_VALUE) any++;
    if (!keys || any == c->h->ops.count) return;
    lcr_write_key(c->w, "keys");
    lcr_write_open(c->w, '[');
    for (uint32_t i = 0; i < c->h->ops.count; i++) {
        if (keys[i] == LINCE_NO_VALUE) {
            lcr_write_null(c->w);
            continue;
        }
        lc_text_clear(&text);
        lc_value_print(&text, &c->h->values, keys[i]);
        lcr_write_string(c->w, lc_text(&text), text.length);
    }
    lcr_write_close(c->w, ']');
    c->w->out->cut |= text.cut;
    lc_text_free(&text);
}

static void write_outcomes(columns *c) {
    static const char letters[] = {[LC_INVOKE] = 'o', [LC_RETURN] = 'r', [LC_CRASH] = 'c', [LC_FAIL] = 'f'};
    uint32_t count = c->h->ops.count;
    char *all = malloc((size_t)count + 1);
    for (uint32_t i = 0; all && i < count; i++) all[i] = letters[lc_op_outcome(c->h, &c->h->ops.at[i])];
    lcr_write_key(c->w, "outcome");
    lcr_write_string(c->w, all ? all : "", all ? count : 0);
    if (!all) c->w->out->cut = true;
    free(all);
}

static bool has_lines(const lince_history *h) {
    for (uint32_t i = 0; i < h->ops.count; i++)
        if (h->ops.at[i].call_line) return true;
    return false;
}

static void write_annotations(columns *c) {
    const lince_history *h = c->h;
    if (!h->remarks.list.count) return;
    lcr_write_key(c->w, "annotations");
    lcr_write_open(c->w, '[');
    for (uint32_t i = 0; i < h->remarks.list.count; i++) {
        const lc_remark *r = &h->remarks.list.at[i];
        lc_span text = lc_remark_text(h, r);
        lcr_write_open(c->w, '{');
        lcr_write_key(c->w, "at");
        lcr_write_count(c->w, r->at);
        lcr_write_key(c->w, "thread");
        if (r->thread == LC_NEVER) lcr_write_null(c->w);
        else lcr_write_count(c->w, r->thread);
        lcr_write_key(c->w, "text");
        lcr_write_string(c->w, text.at, text.length);
        lcr_write_close(c->w, '}');
    }
    lcr_write_close(c->w, ']');
}

/* ---- the results ---- */

/* The key of a member that is named after an operation. */
static void write_op_key(lcr_writer *w, uint32_t op) {
    char key[16];
    snprintf(key, sizeof key, "%u", op);
    lcr_write_key(w, key);
}

static void write_conflict(lcr_writer *w, const lc_violation *v) {
    lcr_write_key(w, "culprits");
    lcr_write_open(w, '[');
    for (uint32_t i = 0; v && i < v->conflict.count; i++) lcr_write_count(w, v->conflict.at[i].op);
    lcr_write_close(w, ']');
    lcr_write_key(w, "pending");
    lcr_write_open(w, '[');
    for (uint32_t i = 0; v && i < v->conflict.count; i++)
        if (v->conflict.at[i].pending) lcr_write_count(w, v->conflict.at[i].op);
    lcr_write_close(w, ']');
    lcr_write_key(w, "instead");
    lcr_write_open(w, '{');
    for (uint32_t i = 0; v && i < v->conflict.count; i++) {
        const lc_conflict_op *c = &v->conflict.at[i];
        if (!c->instead) continue;
        write_op_key(w, c->op);
        lcr_write_text(w, c->instead);
    }
    lcr_write_close(w, '}');
    if (v && v->apart) lcr_field_bool(w, "apart", true);
    lcr_write_key(w, "fails_at");
    if (v && v->has_prefix && v->prefix_events) lcr_write_count(w, v->prefix_events - 1);
    else lcr_write_null(w);
}

/* `ends`: where each group ends; none: an operation is a group of its own. */
static void write_order(lcr_writer *w, const uint32_t *ops, uint32_t count, const uint32_t *ends, uint32_t end_count) {
    lcr_write_key(w, "order");
    if (!count) {
        lcr_write_null(w);
        return;
    }
    lcr_write_open(w, '[');
    for (uint32_t i = 0, group = 0; i < count; i++) {
        bool first = !end_count || i == (group ? ends[group - 1] : 0);
        bool last = !end_count || i + 1 == count || (group < end_count && i + 1 == ends[group]);
        if (first) lcr_write_open(w, '[');
        lcr_write_count(w, ops[i]);
        if (last) lcr_write_close(w, ']');
        group += last;
    }
    lcr_write_close(w, ']');
}

static void write_moved(lcr_writer *w, const lc_quasi_finding *q) {
    if (!q->moved.count) return;
    lcr_write_key(w, "moved");
    lcr_write_open(w, '{');
    for (uint32_t i = 0; i < q->moved.count; i++) {
        const lc_displaced *m = &q->moved.at[i];
        write_op_key(w, m->op);
        lcr_write_int(w, (int64_t)m->legal - m->real);
    }
    lcr_write_close(w, '}');
}

static void write_finding(lcr_writer *w, const lince_result *r) {
    const lc_violation *v = r ? r->violation : NULL;
    write_conflict(w, v);
    if (v) write_order(w, v->deepest.at, v->deepest.count, v->deepest_groups.at, v->deepest_groups.count);
    else if (r && r->verdict == LINCE_VERDICT_OK)
        write_order(w, r->witness.at, r->witness.count, r->groups.at, r->groups.count);
    else write_order(w, NULL, 0, NULL, 0);
    lcr_write_key(w, "state");
    lcr_write_text(w, v ? v->state : NULL);
    if (r) write_moved(w, &r->quasi);
}

void lcr_html_history(lcr_writer *w, const lince_history *h, const lince_result *r, const lince_value *keys) {
    columns c = {.w = w, .h = h};
    if (!number_names(&c)) {
        w->out->cut = true;
        lcr_write_null(w);
    } else {
        lcr_write_open(w, '{');
        write_names(w, "threads", &h->threads);
        write_names(w, "objects", &c.objects);
        write_names(w, "methods", &c.methods);
        write_column(&c, "thread", write_thread);
        write_column(&c, "object", write_object);
        write_column(&c, "method", write_method);
        write_payloads(&c);
        write_keys(&c, keys);
        write_column(&c, "call", write_call);
        write_column(&c, "end", write_end);
        write_outcomes(&c);
        if (has_lines(h)) {
            write_column(&c, "call_line", write_call_line);
            write_column(&c, "end_line", write_end_line);
        }
        if (h->remarks.times.count) {
            write_column(&c, "call_time", write_call_time);
            write_column(&c, "end_time", write_end_time);
        }
        write_finding(w, r);
        write_annotations(&c);
        lcr_write_close(w, '}');
    }
    lc_intern_free(&c.objects);
    lc_intern_free(&c.methods);
    free(c.object_of);
    free(c.method_of);
}
