/* Shared by the readers. */
#ifndef LC_FORMATS_READER_H
#define LC_FORMATS_READER_H

#include "formats/feed.h"
#include "formats/formats.h"
#include "formats/input.h"
#include "history/history.h"
#include "history/value_text.h"

struct lince_reader {
    char *file;
    lince_read_options options;
    lince_format format; /* never LINCE_FORMAT_AUTO */
    lc_input input;
    uint32_t histories;             /* handed out, or begun */
    bool over;                      /* there is no further history */
    bool any_event;                 /* there was one, in this history or one before */
    LC_VEC(lince_history *) held;   /* empty histories, and the one after them, until there is an event */
    lc_scan scan;                   /* scratch of the readers that go by line */
    LC_VEC(lc_spec_line) inherited; /* the last `spec` lines, for histories that have none of their own */
};

/* Looks at the beginning of the input; never LINCE_FORMAT_AUTO. */
lince_status lc_detect_format(lc_input *, lince_format *, lince_error *);

/* The format that a line alone implies; false: none. */
bool lc_line_format(const char *at, const char *end, lince_format *);

/* A line of `.hist` text on its own, which the scan has. */
lince_status lc_hist_line(lc_scan *, lince_history *, lc_fed *);
/* How far a specification goes that begins here, in such a line. */
size_t lc_spec_length(lc_span text);
/* For reading whole histories. */
lince_status lc_no_gaps(lince_error *, const char *file, unsigned long line);

/* One per format: fills the history and sets `over` when the input is.  LINCE_END: there was no further history. */
typedef lince_status lc_read_history(lince_reader *, lince_history *, lince_error *);
lc_read_history lc_read_hist, lc_read_jsonl, lc_read_edn, lc_read_jepsen_log;

/* Lines are counted in 32 bits in a history. */
static inline uint32_t lc_line_number(unsigned long line) { return line < UINT32_MAX ? (uint32_t)line : UINT32_MAX; }

/* Is this line of a Jepsen log an operation (of a client, or of the nemesis)? */
typedef struct lc_log_line {
    lc_span process, type, method, rest; /* keywords with their colon */
} lc_log_line;
bool lc_log_line_of(const char *at, const char *end, lc_log_line *);

#endif
