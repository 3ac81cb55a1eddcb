/* Events in Jepsen's words, as JSON lines or EDN. */
#include <string.h>

#include "base/unicode.h"
#include "formats/write.h"

typedef struct writer {
    const lince_history *history;
    lc_notation notation;
    lince_text *out;
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
    write_payload(w, payload);
    lc_text_putc(w->out, '}');
}

void lc_write_events(const lince_history *h, lince_format format, lc_sink *s) {
    writer w = {h, lc_notation_of(h, format), &s->text};
    for (uint32_t i = 0; i < h->events.count; i++) {
        write_event(&w, h->events.at[i]);
        lc_sink_line(s);
    }
}
