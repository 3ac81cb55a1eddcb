/* Reading small texts and saying what came out. */
#ifndef LC_TESTS_FORMATS_SUPPORT_H
#define LC_TESTS_FORMATS_SUPPORT_H

#include <stdlib.h>
#include <string.h>

#include "formats/formats.h"
#include "history/history.h"
#include "tap.h"

/* `q.enq(5)`, the payload untouched: nothing of Jepsen's habits is tidied up. */
__attribute__((unused)) static void print_as_read(lince_text *out, const lince_history *h, const lc_op *op) {
    lc_span object = lc_object_name(h, op), method = lc_method_name(h, op);
    lc_text_printf(out, "%.*s%s%.*s(", (int)object.length, object.at, object.length ? "." : "", (int)method.length,
                   method.at);
    lc_payload_print(out, &h->values, op->args);
    lc_text_putc(out, ')');
}

static lince_error problem; /* of the last reading that went wrong */
static lince_read_options reading = {.allow_empty = true};

/* All histories of a text, at most `room` of them; the status that ended it. */
__attribute__((unused)) static lince_status read_all(const void *bytes, size_t size, lince_history **out, size_t room,
                                                     size_t *count) {
    lince_reader *reader;
    problem = (lince_error){.line = 0};
    *count = 0;
    lince_status status = lc_reader_open_bytes(&reader, "text", bytes, size, &reading, &problem);
    while (status == LINCE_DONE) {
        lince_history *h = NULL;
        status = lince_reader_next(reader, &h, &problem);
        if (status == LINCE_DONE && *count < room) out[(*count)++] = h;
        else lince_history_free(h);
    }
    lince_reader_close(reader);
    return status;
}

/* The first history of a text, or NULL. */
__attribute__((unused)) static lince_history *read_one(lince_format format, const char *text) {
    lince_history *all[64] = {NULL};
    size_t count;
    reading.format = format;
    lince_status status = read_all(text, strlen(text), all, 64, &count);
    for (size_t i = status == LINCE_END ? 1 : 0; i < count; i++) lince_history_free(all[i]);
    return status == LINCE_END && count ? all[0] : NULL;
}

/* Events as `T1 q.enq(5)`, `T1 -> 5`, `T1 crash`, `T1 fail`, with `; ` between them.  To be freed. */
__attribute__((unused)) static char *shown(const lince_history *h) {
    lince_text out = {0};
    for (uint32_t i = 0; h && i < h->events.count; i++) {
        const lc_op *op = &h->ops.at[lc_event_op(h->events.at[i])];
        lc_span thread = lc_thread_name(h, op);
        lc_text_printf(&out, "%s%.*s ", i ? "; " : "", (int)thread.length, thread.at);
        switch (lc_event_what(h->events.at[i])) {
        case LC_INVOKE: print_as_read(&out, h, op); break;
        case LC_RETURN:
            lc_text_puts(&out, "->");
            if (op->results != LINCE_NOTHING) lc_text_putc(&out, ' ');
            lc_payload_print(&out, &h->values, op->results);
            break;
        case LC_CRASH: lc_text_puts(&out, "crash"); break;
        case LC_FAIL: lc_text_puts(&out, "fail"); break;
        }
    }
    char *copy = strdup(lc_text(&out));
    lc_text_free(&out);
    return copy;
}

__attribute__((unused)) static void expect_shown(const lince_history *h, const char *events, const char *name) {
    char *is = shown(h);
    if (!expect(h && !strcmp(is, events), "%s", name))
        printf("# wanted: %s\n# got:    %s\n# error:  %lu: %s\n", events, is, problem.line, problem.message);
    free(is);
}

/* The text holds one history with these events. */
__attribute__((unused)) static void expect_reads(lince_format format, const char *text, const char *events,
                                                 const char *name) {
    lince_history *h = read_one(format, text);
    expect_shown(h, events, name);
    lince_history_free(h);
}

/* The text is malformed in this line, and the message says so in these words. */
__attribute__((unused)) static void expect_bad(lince_format format, const char *text, unsigned long line,
                                               const char *words, const char *name) {
    lince_history *all[64];
    size_t count;
    reading.format = format;
    lince_status status = read_all(text, strlen(text), all, 64, &count);
    for (size_t i = 0; i < count; i++) lince_history_free(all[i]);
    bool right = status == LINCE_BAD_INPUT && problem.line == line && strstr(problem.message, words) &&
                 !strcmp(problem.file, "text");
    if (!expect(right, "malformed: %s", name))
        printf("# wanted: %lu: %s\n# got:    %d %s:%lu: %s\n", line, words, status, problem.file, problem.line,
               problem.message);
}

#endif
