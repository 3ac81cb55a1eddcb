/* A small JSON writer: it puts the commas and escapes the strings. */
#ifndef LC_REPORT_WRITER_H
#define LC_REPORT_WRITER_H

#include "history/values.h"

typedef struct lc_writer {
    lince_text *out;
    bool comma; /* the next value follows another one */
} lc_writer;

void lc_write_open(lc_writer *, char bracket);
void lc_write_close(lc_writer *, char bracket);
void lc_write_key(lc_writer *, const char *key); /* of the value that comes next */

void lc_write_null(lc_writer *);
void lc_write_bool(lc_writer *, bool);
void lc_write_int(lc_writer *, int64_t);
void lc_write_count(lc_writer *, uint64_t);
void lc_write_number(lc_writer *, double);  /* finite; all of its digits */
void lc_write_seconds(lc_writer *, double); /* to the microsecond */
/* Bytes that are not UTF-8 become U+FFFD. */
void lc_write_string(lc_writer *, const char *bytes, size_t count);
void lc_write_text(lc_writer *, const char *string); /* NULL: null */
/* A key and its value at once. */
void lc_field_open(lc_writer *, const char *key, char bracket);
void lc_field_null(lc_writer *, const char *key);
void lc_field_bool(lc_writer *, const char *key, bool);
void lc_field_int(lc_writer *, const char *key, int64_t);
void lc_field_count(lc_writer *, const char *key, uint64_t);
void lc_field_seconds(lc_writer *, const char *key, double);
void lc_field_text(lc_writer *, const char *key, const char *string);
/* Integers as numbers, `true`, `false` and `nil` as JSON's own, other symbols and strings as strings. */
void lc_write_json_value(lc_writer *, const lince_values *, lince_value);

/* Text that is JSON already, without the line's end; NULL or nothing: null. */
void lc_write_raw(lc_writer *, const lince_text *);

#endif
