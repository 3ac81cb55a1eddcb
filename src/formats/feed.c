#include "formats/feed.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "formats/jsonl.h"
#include "formats/unzip.h"

struct lc_feed {
    lince_format format; /* LINCE_FORMAT_AUTO: not known yet */
    lc_scan scan;
    lc_json json;
};

lc_feed *lc_feed_new(lince_format format) {
    lc_feed *f = calloc(1, sizeof *f);
    if (f) f->format = format;
    return f;
}

void lc_feed_free(lc_feed *f) {
    if (!f) return;
    lc_scan_free(&f->scan);
    lc_vec_free(NULL, &f->json.items);
    free(f);
}

lince_status lc_no_gaps(lince_error *error, const char *file, unsigned long line) {
    return lc_fail_at(error, file, line, "events are missing here; only 'lince monitor' can go on behind a gap");
}

/* Windows editors begin files with a byte order mark. */
static void skip_byte_order_mark(lc_line *line) {
    if (line->number == 1 && line->end - line->at >= 3 && !memcmp(line->at, "\xef\xbb\xbf", 3)) line->at += 3;
}

/* A line that decides nothing is left to the reader of `.hist` text, which reports best the format it expected. */
static lince_status recognize(lc_feed *f, const lince_history *h, const lc_line *line, lince_error *error) {
    const char *at = line->at;
    if (line->number == 1 && lc_looks_zipped(line->at, (size_t)(line->end - line->at)))
        return lc_fail_at(
            error, h->file, 1,
            "this is compressed, which cannot be followed: unpack it first, `zstdcat FILE | lince monitor`");
    while (at < line->end && lc_is(*at, LC_BLANK)) at++;
    if (at == line->end || !lc_line_format(line->at, line->end, &f->format)) return LINCE_DONE;
    if (f->format == LINCE_FORMAT_HIST || f->format == LINCE_FORMAT_JSONL) return LINCE_DONE;
    f->format = LINCE_FORMAT_AUTO;
    return lc_fail_at(error, h->file, line->number,
                      "this is neither `.hist` text nor JSON lines, and other formats cannot be followed");
}

static lince_status feed_hist(lc_feed *f, lince_history *h, const lc_line *line, lc_fed *fed, lince_error *error) {
    lc_scan *s = &f->scan;
    s->file = h->file;
    s->line = line->number;
    s->error = error;
    s->values = &h->values;
    s->items.count = 0;
    s->at = line->at;
    s->end = line->end;
    return lc_hist_line(s, h, fed);
}

static lince_status feed_json(lc_feed *f, lince_history *h, const lc_line *line, lc_fed *fed, lince_error *error) {
    lc_json *j = &f->json;
    j->file = h->file;
    j->error = error;
    j->values = &h->values;
    j->items.count = 0;
    lince_status status = lc_jsonl_line(j, h, line, fed);
    h->json = true;
    h->jepsen = j->style != LC_JSON_PLAIN;
    return status;
}

lince_status lc_feed_line(lc_feed *f, lince_history *h, const lc_line *given, lc_fed *fed, lince_error *error) {
    lc_line line = *given;
    *fed = LC_FED_NOTHING;
    skip_byte_order_mark(&line);
    if (f->format == LINCE_FORMAT_AUTO) {
        lince_status status = recognize(f, h, &line, error);
        if (status != LINCE_DONE) return status;
    }
    lince_status status =
        f->format == LINCE_FORMAT_JSONL ? feed_json(f, h, &line, fed, error) : feed_hist(f, h, &line, fed, error);
    if (status != LINCE_DONE || !h->order.declared) return status;
    h->order.declared = false;
    return lc_fail_at(error, h->file, line.number,
                      "a partial order is known only at the end: give the history to 'lince check'");
}
