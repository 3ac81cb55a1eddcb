#include "properties.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "formats/formats.h"
#include "history/history.h"

lince_status last_status;

static const lince_format written_formats[] = {LINCE_FORMAT_HIST, LINCE_FORMAT_JSONL, LINCE_FORMAT_EDN};

__attribute__((format(printf, 2, 3))) static void must(bool holds, const char *format, ...) {
    if (holds) return;
    va_list args;
    va_start(args, format);
    fprintf(stderr, "property violated: ");
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}

/* ---- a history is consistent ---- */

enum { ORDERED_MOST = 60 }; /* operations: more would take too long */

static void check_op(const lince_history *h, uint32_t number) {
    const lc_op *op = &h->ops.at[number];
    must(op->call < h->events.count && h->events.at[op->call] == lc_make_event(number, LC_INVOKE), "a call");
    must(number == 0 || h->ops.at[number - 1].call < op->call, "operations are in the order of their calls");
    must(op->thread < h->threads.items.count && op->method < h->methods.items.count, "names are interned");
    must(lc_thread_name(h, op).length && lc_method_name(h, op).length, "names are not empty");
    lince_text text = {0};
    lc_value_print(&text, &h->values, op->args); /* looks at every part of it */
    if (op->end == LC_NEVER) {
        must(op->results == LINCE_NO_VALUE, "a pending operation has no results");
    } else {
        must(op->end > op->call && op->end < h->events.count, "an end after its call");
        must(lc_event_op(h->events.at[op->end]) == number, "an end of its operation");
        must((lc_op_outcome(h, op) == LC_RETURN) == (op->results != LINCE_NO_VALUE), "a return has results");
        if (op->results) lc_value_print(&text, &h->values, op->results);
    }
    lc_text_free(&text);
}

static bool is_tied(const lince_history *h, uint32_t op) {
    for (uint32_t i = 0; i < h->ties.count; i++)
        if (h->ties.at[i].op == op) return true;
    return false;
}

/* One open operation a thread, except where two touch in an instant. */
static void check_threads(const lince_history *h) {
    uint32_t *open = calloc(h->threads.items.count + (size_t)1, sizeof *open);
    uint32_t ends = 0;
    must(h->open.count == h->threads.items.count, "every thread has a place");
    for (uint32_t i = 0; i < h->events.count; i++) {
        uint32_t number = lc_event_op(h->events.at[i]);
        must(number < h->ops.count, "an event has an operation");
        const lc_op *op = &h->ops.at[number];
        if (lc_event_what(h->events.at[i]) == LC_INVOKE) {
            must(!open[op->thread] || is_tied(h, number), "one open operation a thread");
            open[op->thread] = number + 1;
        } else {
            ends++;
            must(op->end == i, "one end an operation");
            if (open[op->thread] == number + 1) open[op->thread] = 0;
        }
    }
    for (uint32_t i = 0; i < h->threads.items.count; i++) must(h->open.at[i] == open[i], "the open operations");
    must(h->events.count == h->ops.count + ends, "every event is a call or an end");
    free(open);
}

/* A partial order is transitive, and part of the order of events. */
static void check_order(const lince_history *h) {
    uint32_t count = h->ops.count < ORDERED_MOST ? h->ops.count : ORDERED_MOST;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++) {
            bool own = h->ops.at[a].thread == h->ops.at[b].thread;
            must(!lc_comes_before(h, a, b) || lc_event_precedes(h, a, b), "operations in order are so in time");
            must(!own || lc_comes_before(h, a, b) == lc_event_precedes(h, a, b), "the order of a thread");
            for (uint32_t c = 0; c < count; c++)
                must(!lc_comes_before(h, a, b) || !lc_comes_before(h, b, c) || lc_comes_before(h, a, c),
                     "an order is transitive");
        }
}

static void check_history(const lince_history *h) {
    if (h->order.threads) check_order(h);
    for (uint32_t i = 0; i < h->ops.count; i++) check_op(h, i);
    check_threads(h);
    for (uint32_t i = 0; i < h->ties.count; i++) {
        lc_tie tie = h->ties.at[i];
        must(tie.op < h->ops.count && tie.before < tie.op, "a tie is of two operations");
        must(i == 0 || h->ties.at[i - 1].op < tie.op, "ties are by ascending operation");
        const lc_op *op = &h->ops.at[tie.op], *before = &h->ops.at[tie.before];
        must(op->thread == before->thread, "tied operations are of one thread");
        must(lc_op_outcome(h, before) == LC_RETURN && before->end > op->call, "tied operations touch");
    }
}

/* ---- what is written reads back the same ---- */

static bool same_span(lc_span a, lc_span b) { return a.length == b.length && !memcmp(a.at, b.at, a.length); }

static bool same_payload(const lince_history *a, lince_value x, const lince_history *b, lince_value y) {
    lince_text left = {0}, right = {0};
    lc_payload_print(&left, &a->values, x);
    lc_payload_print(&right, &b->values, y);
    bool same = left.length == right.length && !memcmp(lc_text(&left), lc_text(&right), left.length);
    lc_text_free(&left);
    lc_text_free(&right);
    return same;
}

static bool precedes(const lince_history *h, uint32_t a, uint32_t b) {
    return lc_op_outcome(h, &h->ops.at[a]) == LC_RETURN && lc_comes_before(h, a, b);
}

enum { PAIRS_WITHIN = 100 }; /* operations: more would take too long */

static void check_same(const lince_history *a, const lince_history *b, lince_format format) {
    bool exact = format == LINCE_FORMAT_HIST && !a->json;
    must(a->ops.count == b->ops.count, "as many operations");
    must(a->ties.count == b->ties.count, "as many ties");
    for (uint32_t i = 0; i < a->ops.count; i++) {
        const lc_op *x = &a->ops.at[i], *y = &b->ops.at[i];
        must(same_span(lc_thread_name(a, x), lc_thread_name(b, y)), "the same threads");
        must(same_span(lc_object_name(a, x), lc_object_name(b, y)), "the same objects");
        must(same_span(lc_method_name(a, x), lc_method_name(b, y)), "the same methods");
        lc_event_kind was = lc_op_outcome(a, x), is = lc_op_outcome(b, y);
        bool cas = was == LC_FAIL && is == LC_RETURN && a->failed_cas_ran && y->results == LINCE_FALSE;
        must(was == is || (cas && !exact), "the same outcomes");
        if (exact) must(same_payload(a, x->args, b, y->args), "the same arguments");
        if (exact) must(same_payload(a, x->results, b, y->results), "the same results");
        for (uint32_t j = 0; !a->failed_cas_ran && j < a->ops.count && a->ops.count < PAIRS_WITHIN; j++)
            must(precedes(a, j, i) == precedes(b, j, i), "the same order");
    }
    for (uint32_t i = 0; i < a->ties.count; i++)
        must(!memcmp(&a->ties.at[i], &b->ties.at[i], sizeof a->ties.at[i]), "the same ties");
    if (format != LINCE_FORMAT_HIST) return;
    must(a->jepsen == b->jepsen && a->failed_cas_ran == b->failed_cas_ran, "the same style");
    must(a->specs.count == b->specs.count, "as many specifications");
    for (uint32_t i = 0; i < a->specs.count; i++)
        must(!strcmp(a->specs.at[i].object, b->specs.at[i].object) && !strcmp(a->specs.at[i].spec, b->specs.at[i].spec),
             "the same specifications");
}

typedef struct written {
    char *text;
    size_t size;
} written;

static lince_status write_text(const lince_history *h, lince_format format, written *out) {
    *out = (written){NULL, 0};
    FILE *file = open_memstream(&out->text, &out->size);
    must(file, "memory for a stream");
    lince_error error;
    lince_status status = lince_history_write(h, format, file, &error);
    fclose(file);
    must(status == LINCE_DONE || (status == LINCE_BAD_INPUT && out->size == 0), "nothing is half-written");
    return status;
}

static void check_round_trip(const lince_history *h, lince_format format) {
    written first, second;
    if (write_text(h, format, &first) != LINCE_DONE) { /* this format has no way to say it */
        free(first.text);
        return;
    }
    lince_reader *reader;
    lince_history *again, *none;
    lince_error error = {.message = ""};
    lince_read_options options = {.format = format, .allow_empty = true};
    must(lc_reader_open_bytes(&reader, "again", first.text, first.size, &options, &error) == LINCE_DONE, "opens");
    must(lince_reader_next(reader, &again, &error) == LINCE_DONE, "reads back: line %lu: %s\n%s", error.line,
         error.message, first.text);
    must(lince_reader_next(reader, &none, &error) == LINCE_END, "is one history");
    check_history(again);
    check_same(h, again, format);
    must(write_text(again, format, &second) == LINCE_DONE, "can be written again");
    must(first.size == second.size && !memcmp(first.text, second.text, first.size), "is stable:\n%s\nthen\n%s",
         first.text, second.text);
    lince_history_free(again);
    lince_reader_close(reader);
    free(first.text);
    free(second.text);
}

/* ---- reading ---- */

static lince_status read_all(const uint8_t *bytes, size_t size, const lince_read_options *options) {
    lince_reader *reader;
    lince_error error = {.line = 0};
    lince_status status = lc_reader_open_bytes(&reader, "fuzz", bytes, size, options, &error);
    uint32_t number = 0;
    while (status == LINCE_DONE) {
        lince_history *h;
        status = lince_reader_next(reader, &h, &error);
        if (status != LINCE_DONE) {
            must(!h, "a history only where one was read");
            break;
        }
        must(h->number == ++number, "histories are numbered");
        check_history(h);
        for (size_t i = 0; i < sizeof written_formats / sizeof *written_formats; i++)
            check_round_trip(h, written_formats[i]);
        lince_history_free(h);
    }
    must(status == LINCE_END || status == LINCE_BAD_INPUT || options->max_memory, "an end or an error");
    if (status == LINCE_BAD_INPUT) must(error.message[0] && !strcmp(error.file, "fuzz"), "an error has a message");
    lince_reader_close(reader);
    return status;
}

static void check_remarks(const lince_history *h) {
    uint32_t last = 0;
    for (uint32_t i = 0; i < h->remarks.list.count; i++) {
        const lc_remark *r = &h->remarks.list.at[i];
        must(r->at >= last && r->at <= h->events.count, "remarks are in order");
        must(r->thread == LC_NEVER || (r->at < h->events.count && r->thread < h->threads.items.count), "of a thread");
        must(r->length && r->text + r->length <= h->remarks.bytes.count, "and say something");
        last = r->at;
    }
    must(h->remarks.times.count <= h->events.count, "events have times");
}

/* Whether remarks are kept changes nothing else: not what is read, not what is refused, not what it costs. */
static void check_indifference(const uint8_t *bytes, size_t size, lince_format format) {
    lince_read_options options[2] = {{.format = format, .allow_empty = true},
                                     {.format = format, .remarks = true, .allow_empty = true}};
    lince_reader *readers[2];
    lince_error errors[2] = {{.line = 0}, {.line = 0}};
    lince_status status[2];
    for (int i = 0; i < 2; i++)
        status[i] = lc_reader_open_bytes(&readers[i], "fuzz", bytes, size, &options[i], &errors[i]);
    while (status[0] == LINCE_DONE && status[1] == LINCE_DONE) {
        lince_history *h[2];
        for (int i = 0; i < 2; i++) status[i] = lince_reader_next(readers[i], &h[i], &errors[i]);
        if (status[0] == LINCE_DONE && status[1] == LINCE_DONE) {
            uint32_t ops = h[0]->ops.count, events = h[0]->events.count;
            must(h[1]->ops.count == ops && h[1]->events.count == events, "remarks add no events");
            must(!ops || !memcmp(h[0]->ops.at, h[1]->ops.at, ops * sizeof *h[0]->ops.at), "and change none");
            must(!events || !memcmp(h[0]->events.at, h[1]->events.at, events * sizeof *h[0]->events.at), "in no order");
            must(lince_history_memory(h[0]) == lince_history_memory(h[1]), "and cost no memory");
            must(!h[0]->remarks.list.count && !h[0]->remarks.times.count, "nor are they kept unasked");
            check_remarks(h[1]);
        }
        lince_history_free(h[0]);
        lince_history_free(h[1]);
    }
    must(status[0] == status[1] && errors[0].line == errors[1].line && !strcmp(errors[0].message, errors[1].message),
         "remarks change no message: %s, %s", errors[0].message, errors[1].message);
    for (int i = 0; i < 2; i++) lince_reader_close(readers[i]);
}

lince_status check_bytes(const uint8_t *bytes, size_t size, lince_format format) {
    lince_read_options options = {.format = format, .allow_empty = true};
    check_indifference(bytes, size, format);
    last_status = read_all(bytes, size, &options);
    options.independent = true;
    read_all(bytes, size, &options);
    options = (lince_read_options){.format = format, .max_memory = 1, .allow_empty = true};
    lince_status starved = read_all(bytes, size, &options);
    must(starved != LINCE_DONE, "reading ends");
    return last_status;
}
