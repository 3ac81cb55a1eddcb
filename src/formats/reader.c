/* Opening inputs and handing out histories. */
#include "formats/reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "history/partial_order.h"

static lc_read_history *const readers[] = {
    [LINCE_FORMAT_HIST] = lc_read_hist,
    [LINCE_FORMAT_JSONL] = lc_read_jsonl,
    [LINCE_FORMAT_EDN] = lc_read_edn,
    [LINCE_FORMAT_JEPSEN_LOG] = lc_read_jepsen_log,
};

/* Every failure has a message, running out of memory too. */
static lince_status report(lince_status status, const char *file, unsigned long line, lince_error *error) {
    if (status == LINCE_OUT_OF_MEMORY) lc_fail_at(error, file, line, "the memory limit was reached while reading");
    return status;
}

/* Windows editors begin files with a byte order mark. */
static lince_status skip_byte_order_mark(lc_input *in, lince_error *error) {
    static const char mark[] = "\xef\xbb\xbf";
    for (size_t i = 0; i < 3; i++) {
        while ((size_t)(in->end - in->at) <= i && !in->at_end) {
            lince_status status = lc_input_fill(in, error);
            if (status != LINCE_DONE) return status;
        }
        if ((size_t)(in->end - in->at) <= i || in->at[i] != mark[i]) return LINCE_DONE;
    }
    in->at += 3;
    return LINCE_DONE;
}

static lince_reader *new_reader(const char *file, const lince_read_options *options) {
    lince_reader *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->file = strdup(file);
    if (!r->file) {
        free(r);
        return NULL;
    }
    if (options) r->options = *options;
    r->format = r->options.format;
    return r;
}

/* The input is open; find out its format. */
static lince_status begin(lince_reader *r, lince_reader **out, lince_error *error) {
    r->input.file = r->file;
    lince_status status = skip_byte_order_mark(&r->input, error);
    if (status == LINCE_DONE && r->format == LINCE_FORMAT_AUTO) status = lc_detect_format(&r->input, &r->format, error);
    if (status == LINCE_DONE) {
        *out = r;
        return LINCE_DONE;
    }
    report(status, r->file, r->input.line, error);
    lince_reader_close(r);
    return status;
}

lince_status lince_reader_open(lince_reader **out, const char *path, const lince_read_options *options,
                               lince_error *error) {
    enum { FIRST = offsetof(lince_read_options, context) + sizeof(void *) }; /* the size in 0.2 */
    lince_read_options taken;
    *out = NULL;
    if (!path) return lc_fail_missing(error, __func__, "path");
    if (lc_take_sized(&taken, sizeof taken, FIRST, options, "lince_read_options", error) != LINCE_DONE)
        return LINCE_BAD_INPUT;
    lince_reader *r = new_reader(path, &taken);
    lince_status status = r ? lc_input_open(&r->input, path, &r->options, error) : LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE) return begin(r, out, error);
    lince_reader_close(r);
    return report(status, path, 0, error);
}

lince_status lc_reader_open_bytes(lince_reader **out, const char *name, const void *bytes, size_t size,
                                  const lince_read_options *options, lince_error *error) {
    *out = NULL;
    lince_reader *r = new_reader(name, options);
    lince_status status =
        r ? lc_input_open_bytes(&r->input, name, bytes, size, &r->options, error) : LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE) return begin(r, out, error);
    lince_reader_close(r);
    return report(status, name, 0, error);
}

static void drop_held(lince_reader *r) {
    for (uint32_t i = 0; i < r->held.count; i++) lince_history_free(r->held.at[i]);
    r->held.count = 0;
}

void lince_reader_close(lince_reader *r) {
    if (!r) return;
    lc_input_close(&r->input);
    lc_scan_free(&r->scan);
    for (uint32_t i = 0; i < r->inherited.count; i++) {
        free(r->inherited.at[i].object);
        free(r->inherited.at[i].spec);
    }
    lc_vec_free(NULL, &r->inherited);
    drop_held(r);
    lc_vec_free(NULL, &r->held);
    free(r->file);
    free(r);
}

/* Gives back the room a vector keeps for growing: a history that was read grows no more. */
static void *fit(lc_budget *budget, void *at, uint32_t count, uint32_t *room, size_t item_size) {
    if (!count || count == *room) return at;
    void *moved = lc_resize(budget, at, *room * item_size, count * item_size);
    if (!moved) return at;
    *room = count;
    return moved;
}

static void fit_history(lince_history *h) {
    h->ops.at = fit(h->budget, h->ops.at, h->ops.count, &h->ops.room, sizeof *h->ops.at);
    h->events.at = fit(h->budget, h->events.at, h->events.count, &h->events.room, sizeof *h->events.at);
    h->ties.at = fit(h->budget, h->ties.at, h->ties.count, &h->ties.room, sizeof *h->ties.at);
}

static lince_status read_next(lince_reader *r, lince_history **out, lince_error *error) {
    *out = NULL;
    if (r->over) return LINCE_END;
    assert(r->format != LINCE_FORMAT_AUTO);
    lince_history *h = lc_history_new(r->file, NULL);
    if (!h) return report(LINCE_OUT_OF_MEMORY, r->file, r->input.line, error);
    h->own_budget.limit = r->options.max_memory;
    h->number = ++r->histories;
    h->remarks.wanted = r->options.remarks;
    h->first_line = lc_line_number(r->input.line);
    lince_status status = readers[r->format](r, h, error);
    if (status == LINCE_DONE) status = lc_history_settle_order(h, error);
    if (status == LINCE_DONE) {
        fit_history(h);
        *out = h;
        return LINCE_DONE;
    }
    r->over = true;
    lince_history_free(h);
    return report(status, r->file, r->input.line, error);
}

/* Of several histories some may be empty, but not all: the first ones are held back until there is an event. */
static lince_status read_to_event(lince_reader *r, lince_error *error) {
    while (!r->any_event) {
        lince_history *h;
        lince_status status = read_next(r, &h, error);
        if (status == LINCE_END)
            return lc_fail_at(error, r->file, 0,
                              "there is no event in it; if a recording may be empty, use --allow-empty");
        if (status != LINCE_DONE) return status;
        r->any_event = h->events.count;
        if (!lc_push(NULL, &r->held, h)) {
            lince_history_free(h);
            return LINCE_OUT_OF_MEMORY;
        }
    }
    return LINCE_DONE;
}

lince_status lince_reader_next(lince_reader *r, lince_history **out, lince_error *error) {
    *out = NULL;
    if (!r) return lc_fail_missing(error, __func__, "reader");
    lince_status status = r->options.allow_empty ? LINCE_DONE : read_to_event(r, error);
    if (status != LINCE_DONE) { /* after a failure there is nothing more */
        r->any_event = r->over = true;
        drop_held(r);
        return status;
    }
    if (!r->held.count) return read_next(r, out, error);
    *out = r->held.at[0];
    memmove(r->held.at, r->held.at + 1, --r->held.count * sizeof *r->held.at);
    return LINCE_DONE;
}
