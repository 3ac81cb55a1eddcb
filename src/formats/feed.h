/* Reading line by line, for events that arrive one after the other. */
#ifndef LC_FORMATS_FEED_H
#define LC_FORMATS_FEED_H

#include "formats/input.h"
#include "history/history.h"

/* The kind of a line. */
typedef enum lc_fed {
    LC_FED_NOTHING, /* a blank line or a comment */
    LC_FED_CONTENT, /* an event, or something about the history; it was added */
    LC_FED_SEPARATOR,
    LC_FED_GAP /* events are missing */
} lc_fed;

typedef struct lc_feed lc_feed;

/* LINCE_FORMAT_AUTO: the first line that is neither blank nor a comment decides.  NULL: out of memory. */
lc_feed *lc_feed_new(lince_format);
void lc_feed_free(lc_feed *);

/* Adds the content of a line to a history.  The error of LINCE_BAD_INPUT has the history's file and the line; then
 * nothing was added. */
lince_status lc_feed_line(lc_feed *, lince_history *, const lc_line *, lc_fed *, lince_error *);

#endif
