/* Shared by the writers. */
#ifndef LC_FORMATS_WRITE_H
#define LC_FORMATS_WRITE_H

#include <stdio.h>

#include "base/text.h"
#include "history/history.h"

/* Text on its way to a file. */
typedef struct lc_history_sink {
    lince_text text;
    FILE *file;
} lc_history_sink;
void lc_sink_line(lc_history_sink *); /* ends a line; now and then hands the text on */

/* Can this be written so that it reads back the same?  NULL: yes, otherwise why not. */
const char *lc_unwritable_name(lc_span name, lince_format, bool thread);
const char *lc_unwritable_spec(const lc_spec_line *); /* in `.hist` text, the only that names specifications */
const char *lc_unwritable_payload(const lince_values *, lince_value payload, lince_format);

/* How the values of a history are written.  JSON has no symbols, so that a string in a history from JSON may stand for
 * a sentinel; where there are symbols, it becomes one. */
typedef struct lc_notation {
    const lince_values *values;
    lince_format format;
    bool strings_are_sentinels;
} lc_notation;
lc_notation lc_notation_of(const lince_history *, lince_format);

void lc_write_value(lince_text *, const lc_notation *, lince_value);
/* Several values, between brackets in the format's way. */
void lc_write_list(lince_text *, const lc_notation *, const lince_value *items, size_t count);
/* A thread in JSON and EDN: an integer if it reads as one, otherwise a string. */
void lc_write_process(lince_text *, lc_span thread);
/* A word as an EDN keyword if it can be one, otherwise a string. */
void lc_write_word(lince_text *, lc_span word);

/* The bodies of lince_history_write; the history was checked before. */
bool lc_write_hist(const lince_history *, lc_history_sink *); /* false: out of memory */
bool lc_write_events(const lince_history *, lince_format,
                     lc_history_sink *);                            /* JSON lines or EDN; false: out of memory */
bool lc_write_operations(const lince_history *, lc_history_sink *); /* JSON lines; likewise */

#endif
