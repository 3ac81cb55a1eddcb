/* A small JSON writer: it puts the commas and escapes the strings. */
#ifndef LC_REPORT_WRITER_H
#define LC_REPORT_WRITER_H

#include "history/values.h"

typedef struct lcr_writer {
    lince_text *out;
    bool comma; /* the next value follows another one */
} lcr_writer;

void lcr_write_open(lcr_writer *, char bracket);
void lcr_write_close(lcr_writer *, char bracket);
void lcr_write_key(lcr_writer *, const char *key); /* of the value that comes next */

void lcr_write_null(lcr_writer *);
void lcr_write_bool(lcr_writer *, bool);
void lcr_write_int(lcr_writer *, int64_t);
void lcr_write_count(lcr_writer *, uint64_t);
void lcr_write_number(lcr_writer *, double);  /* finite; all of its digits */
void lcr_write_seconds(lcr_writer *, double); /* to the microsecond */
/* Bytes that are not UTF-8 become U+FFFD. */
void lcr_write_string(lcr_writer *, const char *bytes, size_t count);
void lcr_write_text(lcr_writer *, const char *string); /* NULL: null */
/* A key and its value at once. */
void lcr_field_open(lcr_writer *, const char *key, char bracket);
void lcr_field_null(lcr_writer *, const char *key);
void lcr_field_bool(lcr_writer *, const char *key, bool);
void lcr_field_int(lcr_writer *, const char *key, int64_t);
void lcr_field_count(lcr_writer *, const char *key, uint64_t);
void lcr_field_seconds(lcr_writer *, const char *key, double);
void lcr_field_text(lcr_writer *, const char *key, const char *string);
/* Integers as numbers, `true`, `false` and `nil` as JSON's own, other symbols and strings as strings. */
void lcr_write_json_value(lcr_writer *, const lince_values *, lince_value);

/* Text that is JSON already, without the line's end; NULL or nothing: null. */
void lcr_write_raw(lcr_writer *, const lince_text *);

#endif
