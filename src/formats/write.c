/* Writing histories so that they read back the same.
 *
 * Not everything can be written in every format: a thread's name may hold a blank that `.hist` cannot have, and only
 * JSON lines can express that two operations of a process touch in one instant.  All that is looked for first, so that
 * nothing is half-written.  In JSON a symbol is a string, as JSON has no symbols.
 */
#include "formats/write.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "base/unicode.h"

enum { ENOUGH = 1 << 16 };

void lc_sink_line(lc_history_sink *s) {
    lc_text_putc(&s->text, '\n');
    if (s->text.length < ENOUGH || s->text.cut) return;
    fwrite(lc_text(&s->text), 1, s->text.length, s->file);
    lc_text_clear(&s->text);
}

static lince_status unwritable(lc_span name, const char *what, const char *why, lince_error *error) {
    return lc_fail(error, "the %s `%s` cannot be written in this format: %s", what,
                   lc_excerpt_of(name.at, name.length).text, why);
}

static lince_status check_names(const lince_history *h, lince_format format, lince_error *error) {
    for (uint32_t i = 0; i < h->threads.items.count; i++) {
        const lc_interned *name = lc_intern_get(&h->threads, i);
        lc_span span = {name->bytes, name->size};
        const char *why = lc_unwritable_name(span, format, true);
        if (why) return unwritable(span, "thread", why, error);
    }
    for (uint32_t i = 0; i < h->methods.items.count; i++) {
        lc_op any = {.method = i};
        lc_span object = lc_object_name(h, &any), method = lc_method_name(h, &any);
        const char *why = object.length ? lc_unwritable_name(object, format, false) : NULL;
        if (why) return unwritable(object, "object", why, error);
        why = lc_unwritable_name(method, format, false);
        if (!why && format == LINCE_FORMAT_HIST && memchr(method.at, '.', method.length))
            why = "a dot would separate an object from it";
        if (why) return unwritable(method, "operation", why, error);
    }
    return LINCE_DONE;
}

static lince_status check_specs(const lince_history *h, lince_error *error) {
    for (uint32_t i = 0; i < h->specs.count; i++) {
        const char *why = lc_unwritable_spec(&h->specs.at[i]);
        if (why) return unwritable(lc_span_of(h->specs.at[i].spec), "specification", why, error);
    }
    return LINCE_DONE;
}

static lince_status check_payloads(const lince_history *h, lince_format format, lince_error *error) {
    for (uint32_t i = 0; i < h->ops.count; i++) {
        const lc_op *op = &h->ops.at[i];
        const char *why = lc_unwritable_payload(&h->values, op->args, format);
        if (!why && op->results) why = lc_unwritable_payload(&h->values, op->results, format);
        if (why) {
            lince_text shown = {0};
            lc_op_print(&shown, h, op);
            unwritable((lc_span){lc_text(&shown), shown.length}, "operation", why, error);
            lc_text_free(&shown);
            return LINCE_BAD_INPUT;
        }
    }
    return LINCE_DONE;
}

static lince_status check(const lince_history *h, lince_format format, lince_error *error) {
    if (format != LINCE_FORMAT_HIST && format != LINCE_FORMAT_JSONL && format != LINCE_FORMAT_EDN)
        return lc_fail(error, "histories are written as hist, jsonl or edn");
    if (h->ties.count && format != LINCE_FORMAT_JSONL)
        return lc_fail(error, "operations of one process touch in one instant: only jsonl can express that");
    if (h->order.threads && format == LINCE_FORMAT_EDN)
        return lc_fail(error, "the operations have a partial order: only hist and jsonl can express that");
    assert(!h->order.threads || !h->ties.count);
    lince_status status = check_names(h, format, error);
    if (status == LINCE_DONE && format == LINCE_FORMAT_HIST) status = check_specs(h, error);
    if (status == LINCE_DONE) status = check_payloads(h, format, error);
    return status;
}

lince_status lince_history_write(const lince_history *h, lince_format format, FILE *file, lince_error *error) {
    if (!h || !file) return lc_fail_missing(error, __func__, h ? "file" : "history");
    lince_status status = check(h, format, error);
    if (status != LINCE_DONE) return status;
    lc_history_sink sink = {.file = file};
    bool enough = true;
    errno = 0;
    if (format == LINCE_FORMAT_HIST) enough = lc_write_hist(h, &sink);
    else if (h->ties.count) enough = lc_write_operations(h, &sink);
    else enough = lc_write_events(h, format, &sink);
    fwrite(lc_text(&sink.text), 1, sink.text.length, file);
    enough = enough && !sink.text.cut;
    lc_text_free(&sink.text);
    if (!enough) {
        lc_fail(error, "out of memory while writing");
        return LINCE_OUT_OF_MEMORY;
    }
    if (fflush(file) || ferror(file))
        return lc_fail(error, "cannot write: %s", errno ? strerror(errno) : "unknown error");
    return LINCE_DONE;
}
