/* Events as JSON lines or EDN: in Jepsen's words, or with arguments and results as lists of their own.
 *
 * In Jepsen's words a result that repeats the arguments is none, and so is nil where an acknowledgement is expected.  A
 * history that was not recorded in them may hold such a result, perhaps a wrong one, and only its specification
 * determines which it is.  So a history that could be misunderstood is written in the other way.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "formats/write.h"
#include "history/partial_order.h"

typedef struct writer {
    const lince_history *history;
    lc_notation notation;
    lince_text *out;
    bool plain; /* not in Jepsen's words */
} writer;

static void write_field(const writer *w, const char *json, const char *edn) {
    lc_text_puts(w->out, w->notation.format == LINCE_FORMAT_JSONL ? json : edn);
}

static void write_word(const writer *w, lc_span word) {
    if (w->notation.format == LINCE_FORMAT_JSONL) lc_write_quoted(w->out, word.at, word.length);
    else lc_write_word(w->out, word);
}

/* Several values are wrapped in one; a key that was given by itself stays so. */
static void write_payload(const writer *w, lince_value payload) {
    size_t count;
    const lince_value *items = lc_payload_items(w->notation.values, &payload, &count);
    if (!count) return;
    if (w->history->jepsen && count == 2) {
        write_field(w, ", \"key\": ", ", :key ");
        lc_write_value(w->out, &w->notation, *items++);
        count--;
    }
    write_field(w, ", \"value\": ", ", :value ");
    if (count == 1) lc_write_value(w->out, &w->notation, *items);
    else lc_write_list(w->out, &w->notation, items, count);
}

static void write_plainly(const writer *w, lc_event_kind kind, lince_value payload) {
    size_t count;
    const lince_value *items = lc_payload_items(w->notation.values, &payload, &count);
    if (kind == LC_INVOKE) write_field(w, ", \"args\": ", ", :args ");
    else if (kind == LC_RETURN) write_field(w, ", \"ret\": ", ", :ret ");
    else return;
    lc_write_list(w->out, &w->notation, items, count);
}

/* Only Jepsen's logs have failed compare-and-sets that ran; elsewhere such an operation is one that returned false. */
static bool ran_after_all(const lince_history *h, const lc_op *op) {
    lc_span method = lc_method_name(h, op);
    return h->failed_cas_ran && method.length == 3 && !memcmp(method.at, "cas", 3);
}

static void write_event(const writer *w, lc_event event) {
    static const char *const types[] = {"invoke", "ok", "info", "fail"};
    const lc_op *op = &w->history->ops.at[lc_event_op(event)];
    lc_event_kind kind = lc_event_what(event);
    lince_value payload = kind == LC_INVOKE ? op->args : kind == LC_RETURN ? op->results : LINCE_NOTHING;
    if (kind == LC_FAIL && ran_after_all(w->history, op)) {
        kind = LC_RETURN;
        payload = LINCE_FALSE;
    }
    lc_span object = lc_object_name(w->history, op);
    write_field(w, "{\"process\": ", "{:process ");
    lc_write_process(w->out, lc_thread_name(w->history, op));
    write_field(w, ", \"type\": ", ", :type ");
    write_word(w, lc_span_of(types[kind]));
    write_field(w, ", \"f\": ", ", :f ");
    write_word(w, lc_method_name(w->history, op));
    if (object.length) {
        write_field(w, ", \"object\": ", ", :object ");
        lc_write_quoted(w->out, object.at, object.length);
    }
    if (w->plain) write_plainly(w, kind, payload);
    else write_payload(w, payload);
    lc_text_putc(w->out, '}');
}

/* ---- ambiguous histories ---- */

/* The last value inside: for a result that repeats the arguments, wrapped in lists or not, with or without a key, it is
 * the same as for them.  LINCE_NO_VALUE: there is none. */
static lince_value last_of(const lince_values *values, lince_value payload) {
    for (;;) {
        size_t count;
        const lince_value *items = lc_payload_items(values, &payload, &count);
        if (items == &payload && lince_value_kind(values, payload) == LINCE_LIST)
            items = lince_get_items(values, payload, &count);
        if (!count) return LINCE_NO_VALUE;
        if (items == &payload) return payload;
        payload = items[count - 1];
    }
}

/* In JSON a symbol is a string. */
static bool reads_alike(const lince_values *values, lince_value a, lince_value b) {
    size_t length, other_length;
    if (a == b) return a != LINCE_NO_VALUE;
    const char *text = a ? lince_get_text(values, a, &length) : NULL;
    const char *other = b ? lince_get_text(values, b, &other_length) : NULL;
    return text && other && length == other_length && !memcmp(text, other, length);
}

static bool could_be_an_answer(lince_value result) {
    return result == LINCE_NOTHING || result == LINCE_NIL || result == LINCE_TRUE || result == LINCE_FALSE;
}

/* A method that takes no arguments and returned other things than these acknowledges nothing: its nil is a value. */
static void find_readers(const lince_history *h, bool *reader) {
    for (uint32_t i = 0; i < h->ops.count; i++) {
        const lc_op *op = &h->ops.at[i];
        if (op->results && op->args == LINCE_NOTHING && !could_be_an_answer(op->results)) reader[op->method] = true;
    }
}

/* False: out of memory. */
static bool speaks_plainly(const lince_history *h, bool *plain) {
    *plain = false;
    if (h->jepsen) return true;
    bool *reader = calloc(h->methods.items.count + (size_t)1, sizeof *reader);
    if (!reader) return false;
    find_readers(h, reader);
    for (uint32_t i = 0; i < h->ops.count && !*plain; i++) {
        const lc_op *op = &h->ops.at[i];
        if (!op->results) continue;
        *plain = (op->results == LINCE_NIL && !reader[op->method]) ||
                 reads_alike(&h->values, last_of(&h->values, op->results), last_of(&h->values, op->args));
    }
    free(reader);
    return true;
}

typedef struct edges {
    const lince_history *history;
    lc_history_sink *sink;
} edges;

static void write_place(const edges *e, const char *field, uint32_t op) {
    lc_text_printf(&e->sink->text, ", \"%s\": [", field);
    lc_write_process(&e->sink->text, lc_thread_name(e->history, &e->history->ops.at[op]));
    lc_text_printf(&e->sink->text, ", %u]", e->history->order.nth.at[op] + 1);
}

static bool write_edge(void *context, uint32_t first, uint32_t second) {
    const edges *e = context;
    lc_text_puts(&e->sink->text, "{\"type\": \"before\"");
    write_place(e, "first", first);
    write_place(e, "second", second);
    lc_text_putc(&e->sink->text, '}');
    lc_sink_line(e->sink);
    return true;
}

bool lc_write_events(const lince_history *h, lince_format format, lc_history_sink *s) {
    writer w = {.history = h, .notation = lc_notation_of(h, format), .out = &s->text};
    edges e = {h, s};
    if (!speaks_plainly(h, &w.plain)) return false;
    if (h->order.threads) {
        assert(format == LINCE_FORMAT_JSONL);
        lc_text_puts(&s->text, "{\"type\": \"partial-order\"}");
        lc_sink_line(s);
    }
    for (uint32_t i = 0; i < h->events.count; i++) {
        write_event(&w, h->events.at[i]);
        lc_sink_line(s);
    }
    return lc_history_edges(h, write_edge, &e);
}
