/* Operations with time stamps: the shape of JSON lines that can express that operations touch in one instant.
 *
 * An instant is a run of calls followed by a run of returns: intervals are closed and at equal times calls come first,
 * so that giving all of them one number changes nothing.
 */
#include <stdlib.h>

#include "base/unicode.h"
#include "formats/write.h"

/* The instant of each event, to be freed. */
static uint32_t *find_instants(const lince_history *h) {
    uint32_t *instants = malloc((h->events.count + (size_t)1) * sizeof *instants), now = 0;
    bool after_return = false;
    for (uint32_t i = 0; instants && i < h->events.count; i++) {
        lc_event_kind kind = lc_event_what(h->events.at[i]);
        if (kind == LC_INVOKE && after_return) now++;
        if (kind == LC_INVOKE) after_return = false;
        if (kind == LC_RETURN) after_return = true;
        instants[i] = now;
    }
    return instants;
}

static void write_payload(lince_text *out, const lince_history *h, const char *field, lince_value payload) {
    lc_notation notation = lc_notation_of(h, LINCE_FORMAT_JSONL);
    size_t count;
    const lince_value *items = lc_payload_items(&h->values, &payload, &count);
    lc_text_printf(out, ", \"%s\": ", field);
    lc_write_list(out, &notation, items, count);
}

static void write_operation(lince_text *out, const lince_history *h, const lc_op *op, const uint32_t *instants) {
    lc_span object = lc_object_name(h, op), method = lc_method_name(h, op);
    lc_text_puts(out, "{\"process\": ");
    lc_write_process(out, lc_thread_name(h, op));
    lc_text_puts(out, ", \"f\": ");
    lc_write_quoted(out, method.at, method.length);
    if (object.length) {
        lc_text_puts(out, ", \"object\": ");
        lc_write_quoted(out, object.at, object.length);
    }
    write_payload(out, h, "args", op->args);
    if (op->results) write_payload(out, h, "ret", op->results);
    lc_text_printf(out, ", \"call\": %u", instants[op->call]);
    if (op->results) lc_text_printf(out, ", \"return\": %u", instants[op->end]);
    lc_text_putc(out, '}');
}

bool lc_write_operations(const lince_history *h, lc_history_sink *s) {
    uint32_t *instants = find_instants(h);
    if (!instants) return false;
    for (uint32_t i = 0; i < h->ops.count; i++) {
        write_operation(&s->text, h, &h->ops.at[i], instants);
        lc_sink_line(s);
    }
    free(instants);
    return true;
}
