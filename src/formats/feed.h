/* Lines one by one, for whoever reads events while they are being written. */
#ifndef LC_FORMATS_FEED_H
#define LC_FORMATS_FEED_H

#include "formats/input.h"
#include "history/history.h"

/* What a line was. */
typedef enum lc_fed {
    LC_FED_NOTHING, /* a blank line or a comment */
    LC_FED_CONTENT, /* an event, or something about the history; it was added */
    LC_FED_SEPARATOR,
    LC_FED_GAP /* events are missing */
} lc_fed;

typedef struct lc_feed lc_feed;

/* LINCE_FORMAT_AUTO: as the first line that is neither blank nor a comment tells.  NULL: out of memory. */
lc_feed *lc_feed_new(lince_format);
void lc_feed_free(lc_feed *);

/* Adds what a line says to a history.  The error of LINCE_BAD_INPUT has the history's file and the line; then nothing
 * was added. */
lince_status lc_feed_line(lc_feed *, lince_history *, const lc_line *, lc_fed *, lince_error *);

#endif
