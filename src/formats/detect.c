/* Which format is this?  The first line that is neither blank nor a comment decides; a Jepsen log may begin with
 * other lines, so there any line of the beginning that is an operation does. */
#include <string.h>

#include "formats/reader.h"

enum { LOOK_AHEAD = 1 << 20 }; /* a log whose first operation comes later must be named */

typedef struct words {
    lc_span at[3];
    size_t count;
} words;

/* The first few words of a line. */
static words words_of(const char *at, const char *end) {
    words w = {.count = 0};
    while (w.count < 3) {
        while (at < end && (lc_is(*at, LC_BLANK) || *at == '\r')) at++;
        const char *from = at;
        while (at < end && lc_is(*at, LC_IN_TOKEN)) at++;
        if (at == from) break;
        w.at[w.count++] = (lc_span){from, (size_t)(at - from)};
    }
    return w;
}

static bool is_hist_line(const words *w) {
    if (w->count == 1) return lc_span_is(w->at[0], "---") || lc_span_is(w->at[0], "gap");
    if (lc_span_is(w->at[0], "spec") || lc_span_is(w->at[0], "style") || lc_span_is(w->at[0], "order")) return true;
    return lc_span_is(w->at[1], "invoke") || lc_span_is(w->at[1], "return") || lc_span_is(w->at[1], "crash") ||
           lc_span_is(w->at[1], "fail");
}

/* `#_` before a form, or a tagged map `#jepsen.history.Op{:` begins EDN; other lines with `#` are comments. */
static bool is_edn_dispatch(const char *at, const char *end) {
    at++;
    if (at < end && *at == '_') {
        do at++;
        while (at < end && *at == ' ');
        return at < end && strchr("{[(#", *at);
    }
    if (at >= end || !lc_is(*at, LC_IN_NAME)) return false;
    while (at < end && lc_is(*at, LC_IN_NAME)) at++;
    while (at < end && *at == ' ') at++;
    return end - at >= 2 && at[0] == '{' && at[1] == ':';
}

/* `{"` and `[{"` begin JSON, other brackets EDN.  Brackets may be followed by line ends, so look to the end of all
 * we have. */
static lince_format bracket_format(const char *at, const char *end) {
    while (at < end && strchr("{[( \t\r\n,", *at) && *at) at++;
    return at < end && *at == '"' ? LINCE_FORMAT_JSONL : LINCE_FORMAT_EDN;
}

/* The format that a line shows.  `*passed` is set by a line that only a log can have. */
static bool decide_by_line(const char *at, const char *line_end, const char *end, bool *passed, lince_format *format) {
    words w = words_of(at, line_end);
    if (!w.count) return false;
    const char *first = w.at[0].at;
    if (!*passed && *first == '#') {
        *format = LINCE_FORMAT_EDN;
        return is_edn_dispatch(first, line_end);
    }
    lc_log_line log;
    if (!*passed && is_hist_line(&w)) *format = LINCE_FORMAT_HIST;
    else if (!*passed && *first == ';') *format = LINCE_FORMAT_EDN;
    else if (!*passed && strchr("{[(", *first)) *format = bracket_format(first, end);
    else if (lc_log_line_of(at, line_end, &log)) *format = LINCE_FORMAT_JEPSEN_LOG;
    else {
        *passed = true;
        return false;
    }
    return true;
}

bool lc_line_format(const char *at, const char *end, lince_format *format) {
    bool passed = false;
    return decide_by_line(at, end, end, &passed, format);
}

/* Judges the lines between `at` and `end`; false: nothing decided yet. */
static bool decide(const char *at, const char *end, bool whole, lince_format *format) {
    bool passed = false;
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        /* Three words are enough: a history may be one long line. */
        if (!line_end && !whole && words_of(at, end).count < 3) return false;
        if (!line_end) line_end = end;
        if (decide_by_line(at, line_end, end, &passed, format)) return true;
        at = line_end + 1;
    }
    return false;
}

lince_status lc_detect_format(lc_input *in, lince_format *format, lince_error *error) {
    for (;;) {
        bool enough = in->at_end || in->end - in->at >= LOOK_AHEAD;
        if (decide(in->at, in->end, enough, format)) return LINCE_DONE;
        if (enough) break;
        lince_status status = lc_input_fill(in, error);
        if (status != LINCE_DONE) return status;
    }
    *format = LINCE_FORMAT_HIST; /* whose reader also takes the empty file, and reports best the format it expected */
    return LINCE_DONE;
}
