#include "spec/payload.h"

#include <string.h>

#include "base/error.h"

static lc_payload_parts split(const lince_values *values, lince_value payload) {
    lc_payload_parts p = {.count = 0};
    const lince_value *items = lc_payload_items(values, &payload, &p.count);
    for (size_t i = 0; i < p.count && i < sizeof p.at / sizeof *p.at; i++) p.at[i] = items[i];
    return p;
}

/* The parts with a list in the last place replaced by its items: how Jepsen writes several arguments. */
static bool unwrap_last(const lince_values *values, const lc_payload_parts *p, lc_payload_parts *out) {
    if (p->count == 0 || p->count > sizeof p->at / sizeof *p->at) return false;
    if (lince_value_kind(values, p->at[p->count - 1]) != LINCE_LIST) return false;
    size_t count;
    const lince_value *items = lince_get_items(values, p->at[p->count - 1], &count);
    *out = *p;
    out->count = p->count - 1 + count;
    for (size_t i = 0; i < count && p->count - 1 + i < sizeof p->at / sizeof *p->at; i++)
        out->at[p->count - 1 + i] = items[i];
    return true;
}

/* The arguments of an operation.  Jepsen wraps several in a list, writes nil where there is none, and lets the
 * invocation of an operation that returns something carry the value it will return. */
static bool bind_args(const lince_history *h, const lc_op *op, const lince_method *m, lc_payload_parts *args) {
    const lince_values *values = &h->values;
    *args = split(values, op->args);
    if (!h->jepsen) return lc_takes(m, args->count);
    lc_payload_parts unwrapped;
    bool wrapped = unwrap_last(values, args, &unwrapped);
    if (wrapped && lc_takes(m, unwrapped.count) && (m->args_max > 1 || !lc_takes(m, args->count))) *args = unwrapped;
    if (lc_takes(m, args->count)) return true;
    if (args->count == 0 || args->count > LINCE_ARGS_MAX) return false;
    if (args->at[args->count - 1] != LINCE_NIL && !m->results_max) return false;
    args->count--;
    return lc_takes(m, args->count);
}

static bool same_parts(const lc_payload_parts *a, const lc_payload_parts *b, size_t skip) {
    return a->count == b->count - skip && !memcmp(a->at, b->at + skip, a->count * sizeof *a->at);
}

/* Do these results merely repeat the arguments (all of them, or all but a key that stands apart)? */
static bool echoes(const lince_history *h, const lc_payload_parts *results, const lc_payload_parts *args) {
    if (args->count == 0 || results->count > LINCE_ARGS_MAX) return false;
    lc_payload_parts unwrapped;
    const lc_payload_parts *candidates[] = {results, &unwrapped};
    size_t n = unwrap_last(&h->values, results, &unwrapped) && unwrapped.count <= LINCE_ARGS_MAX ? 2 : 1;
    for (size_t i = 0; i < n; i++)
        if (same_parts(candidates[i], args, 0) || (args->count > 1 && same_parts(candidates[i], args, 1))) return true;
    return false;
}

/* Programs return nothing as EMPTY, whatever the operation: std::optional has one empty state. */
static lince_value nothing_of(const lince_method *m) {
    return m->role == LINCE_ROLE_GET ? LINCE_NIL : m->pure_result == LINCE_NONE ? LINCE_NONE : LINCE_EMPTY;
}

/* JSON has no symbols: a string that spells the sentinel of this method is the sentinel. */
static lince_value as_sentinel(const lince_history *h, const lince_method *m, lince_value v) {
    const lince_values *values = &h->values;
    if (h->program && v == LINCE_EMPTY) return nothing_of(m);
    if (!h->json || m->pure_result == LINCE_NO_VALUE || lince_value_kind(values, v) != LINCE_STRING) return v;
    size_t length, sentinel_length;
    const char *text = lince_get_text(values, v, &length);
    const char *sentinel = lince_get_text(values, m->pure_result, &sentinel_length);
    return length == sentinel_length && !memcmp(text, sentinel, length) ? m->pure_result : v;
}

/* The results of a completed operation; `known` turns false where the history does not contain them. */
static bool bind_results(const lince_history *h, const lc_op *op, const lince_method *m, const lc_payload_parts *args,
                         lc_payload_parts *results, bool *known) {
    *known = true;
    *results = split(&h->values, op->results);
    bool jepsen = h->jepsen;
    bool one = results->count == 1;
    if (m->results_max == 0) {
        bool surplus_is_harmless = one && (results->at[0] == LINCE_OK || results->at[0] == LINCE_TRUE ||
                                           (jepsen && results->at[0] == LINCE_NIL));
        if (results->count && !surplus_is_harmless && !echoes(h, results, args)) return false;
        results->count = 0;
        return true;
    }
    bool silent = results->count == 0 || (one && results->at[0] == LINCE_NIL && m->ok_result != LINCE_NO_VALUE);
    bool echo = jepsen && echoes(h, results, args);
    bool either = echo && one && results->at[0] == m->pure_result; /* `false` of enq(false): repeated, or returned? */
    if (jepsen && (silent || echo) && !either && m->ok_result != LINCE_NO_VALUE) {
        results->at[0] = m->ok_result;
        results->count = 1;
        return true;
    }
    if (echo && !m->pure && m->pure_result == LINCE_FALSE) { /* acknowledged; true or false is not recorded */
        *known = false;
        results->count = 0;
        return true;
    }
    if (one && m->results_max > 1 && (jepsen || (h->program && m->results_min > 1))) { /* a pair of a program */
        lc_payload_parts unwrapped;
        if (unwrap_last(&h->values, results, &unwrapped)) *results = unwrapped;
    }
    if (results->count < m->results_min || results->count > m->results_max) return false;
    for (size_t i = 0; i < results->count; i++) results->at[i] = as_sentinel(h, m, results->at[i]);
    return true;
}

/* Advice for recorders that write nil for nothing, or nothing for nil. */
static void put_advice(lince_text *out, const lince_history *h, const lince_method *m, const lc_payload_parts *p) {
    if (p->count == 1 && !m->results_max && p->at[0] == LINCE_NIL) lc_text_puts(out, "; leave nil out");
    if (p->count || !m->results_min || !(m->pure || m->pure_result != LINCE_NO_VALUE)) return;
    if (m->pure_result == LINCE_FALSE || m->pure_result == LINCE_TRUE) {
        lc_text_puts(out, "; write true or false");
        return;
    }
    lc_text_puts(out, "; if there was nothing, write ");
    lc_value_print(out, &h->values, m->pure_result != LINCE_NO_VALUE ? m->pure_result : LINCE_NIL);
}

/* The values in place of nothing. */
static void put_surplus(lince_text *out, const lince_history *h, const lince_method *m, bool results,
                        const lc_payload_parts *parts) {
    lc_text_printf(out, "%s should %s, but %s ", m->name, results ? "return nothing" : "take no argument",
                   results ? "returned" : "was given");
    size_t room = sizeof parts->at / sizeof *parts->at;
    for (size_t i = 0; i < parts->count && i < room; i++) {
        if (i) lc_text_puts(out, ", ");
        lc_value_print(out, &h->values, parts->at[i]);
    }
    if (parts->count > room) lc_text_puts(out, ", ...");
}

static void put_wrong_count(lince_text *out, const lince_method *m, bool results, const lc_payload_parts *parts) {
    unsigned least = results ? m->results_min : m->args_min, most = results ? m->results_max : m->args_max;
    lc_text_printf(out, "%s should %s ", m->name, results ? "return" : "take");
    if (least != most) lc_text_printf(out, "%u to ", least);
    lc_text_printf(out, "%u %s%s, not %zu", most, results ? "result" : "argument", most > 1 ? "s" : "", parts->count);
}

static lince_status wrong_count(const lince_history *h, const lc_op *op, bool results, const lince_method *m,
                                const lc_payload_parts *parts, lince_error *error) {
    lince_text text = {0};
    if (results ? m->results_max : m->args_max) put_wrong_count(&text, m, results, parts);
    else put_surplus(&text, h, m, results, parts);
    if (results) put_advice(&text, h, m, parts);
    lc_fail_at(error, h->file, results ? op->end_line : op->call_line, "%s", lc_text(&text));
    lc_text_free(&text);
    return LINCE_BAD_INPUT;
}

lince_status lc_split_args(const lince_history *h, const lc_op *op, const lince_method *m, lc_payload_parts *args,
                           lince_error *error) {
    return bind_args(h, op, m, args) ? LINCE_DONE : wrong_count(h, op, false, m, args, error);
}

lince_status lc_split_results(const lince_history *h, const lc_op *op, const lince_method *m,
                              const lc_payload_parts *args, lc_payload_parts *results, bool *known,
                              lince_error *error) {
    return bind_results(h, op, m, args, results, known) ? LINCE_DONE : wrong_count(h, op, true, m, results, error);
}

bool lc_fail_returns(const lince_history *h, const lc_op *op, const lince_method *row, const char *const *methods,
                     size_t count) {
    if (h->failed_cas_ran && !strcmp(row->name, "cas")) return true;
    lc_span name = lc_method_name(h, op);
    for (size_t i = 0; i < count; i++) {
        const char *wanted = methods[i];
        if (!strcmp(wanted, row->name) || (strlen(wanted) == name.length && !memcmp(wanted, name.at, name.length)))
            return true;
    }
    return false;
}

/* ---- payloads without a meaning ---- */

/* "its operations fit cas-register, register" or nothing, for the message that no specification was named. */
static void suggest_specs(lince_text *out, const lince_history *h) {
    const char *separator = "; its operations fit ";
    for (size_t i = 0; i < lc_builtin_spec_count; i++) {
        bool fits = true;
        for (uint32_t m = 0; fits && m < h->methods.items.count; m++) {
            lc_span name = lc_method_name(h, &(lc_op){.method = m});
            fits = lc_spec_method(lc_builtin_specs[i], name.at, name.length) != LC_NO_METHOD;
        }
        if (!fits) continue;
        lc_text_printf(out, "%s%s", separator, lc_builtin_specs[i]->name);
        separator = ", ";
    }
}

lince_status lc_no_spec(const lince_history *h, const lc_op *op, lince_error *error) {
    lc_span object = lc_object_name(h, op);
    lince_text fits = {0};
    suggest_specs(&fits, h);
    if (object.length)
        lc_fail_at(error, h->file, op->call_line,
                   "no specification for object %.*s: use --spec %.*s=NAME or --spec NAME%s", (int)object.length,
                   object.at, (int)object.length, object.at, lc_text(&fits));
    else
        lc_fail_at(error, h->file, op->call_line, "no specification: use --spec NAME or a line `spec NAME`%s",
                   lc_text(&fits));
    lc_text_free(&fits);
    return LINCE_BAD_INPUT;
}

lince_status lc_no_such_method(const lince_history *h, const lc_op *op, const lince_spec *spec, lince_error *error) {
    lc_span name = lc_method_name(h, op);
    lince_text known = {0};
    for (uint32_t i = 0; i < spec->method_count; i++)
        lc_text_printf(&known, "%s%s", i ? ", " : "", spec->methods[i].name);
    lc_fail_at(error, h->file, op->call_line, "%s has no operation %.*s (it has %s)", spec->name, (int)name.length,
               name.at, lc_text(&known));
    lc_text_free(&known);
    return LINCE_BAD_INPUT;
}
