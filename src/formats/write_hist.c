#include "formats/write.h"
#include "history/partial_order.h"

static void write_values(lc_history_sink *s, const lc_notation *n, lince_value payload) {
    size_t count;
    const lince_value *items = lc_payload_items(n->values, &payload, &count);
    for (size_t i = 0; i < count; i++) {
        if (i) lc_text_puts(&s->text, ", ");
        lc_write_value(&s->text, n, items[i]);
    }
}

static void write_span(lc_history_sink *s, lc_span span) { lc_text_add(&s->text, span.at, span.length); }

static void write_header(lc_history_sink *s, const lince_history *h) {
    for (uint32_t i = 0; i < h->specs.count; i++) {
        const lc_spec_line *spec = &h->specs.at[i];
        lc_text_printf(&s->text, "spec %s%s%s", spec->object, *spec->object ? "=" : "", spec->spec);
        lc_sink_line(s);
    }
    if (h->jepsen) {
        lc_text_puts(&s->text, h->failed_cas_ran ? "style jepsen-log" : "style jepsen");
        lc_sink_line(s);
    }
    if (h->order.threads) {
        lc_text_puts(&s->text, "order partial");
        lc_sink_line(s);
    }
}

typedef struct edges {
    const lince_history *history;
    lc_history_sink *sink;
} edges;

static bool write_edge(void *context, uint32_t first, uint32_t second) {
    const edges *e = context;
    const uint32_t ops[] = {first, second};
    lc_text_puts(&e->sink->text, "before");
    for (int i = 0; i < 2; i++) {
        lc_text_putc(&e->sink->text, ' ');
        write_span(e->sink, lc_thread_name(e->history, &e->history->ops.at[ops[i]]));
        lc_text_printf(&e->sink->text, ":%u", e->history->order.nth.at[ops[i]] + 1);
    }
    lc_sink_line(e->sink);
    return true;
}

bool lc_write_hist(const lince_history *h, lc_history_sink *s) {
    lc_notation notation = lc_notation_of(h, LINCE_FORMAT_HIST);
    write_header(s, h);
    for (uint32_t i = 0; i < h->events.count; i++) {
        const lc_op *op = &h->ops.at[lc_event_op(h->events.at[i])];
        lc_span object = lc_object_name(h, op);
        write_span(s, lc_thread_name(h, op));
        switch (lc_event_what(h->events.at[i])) {
        case LC_INVOKE:
            lc_text_puts(&s->text, " invoke ");
            write_span(s, object);
            if (object.length) lc_text_putc(&s->text, '.');
            write_span(s, lc_method_name(h, op));
            lc_text_putc(&s->text, '(');
            write_values(s, &notation, op->args);
            lc_text_putc(&s->text, ')');
            break;
        case LC_RETURN:
            lc_text_puts(&s->text, op->results == LINCE_NOTHING ? " return" : " return ");
            write_values(s, &notation, op->results);
            break;
        case LC_CRASH: lc_text_puts(&s->text, " crash"); break;
        case LC_FAIL: lc_text_puts(&s->text, " fail"); break;
        }
        lc_sink_line(s);
    }
    edges e = {h, s};
    return lc_history_edges(h, write_edge, &e);
}
