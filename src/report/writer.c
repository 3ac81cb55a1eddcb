#include "report/writer.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

static void begin_value(lcr_writer *w) {
    if (w->comma) lc_text_putc(w->out, ',');
    w->comma = true;
}

void lcr_write_open(lcr_writer *w, char bracket) {
    assert(bracket == '{' || bracket == '[');
    begin_value(w);
    lc_text_putc(w->out, bracket);
    w->comma = false;
}

void lcr_write_close(lcr_writer *w, char bracket) {
    assert(bracket == '}' || bracket == ']');
    lc_text_putc(w->out, bracket);
    w->comma = true;
}

/* Most strings are plain from beginning to end, and there may be millions. */
static size_t plain_length(const char *at, const char *end) {
    const char *from = at;
    while (at < end && *at >= 0x20 && *at < 0x7F && *at != '"' && *at != '\\') at++;
    return (size_t)(at - from);
}

static void put_string(lince_text *out, const char *at, size_t count) {
    const char *end = at + count;
    lc_text_putc(out, '"');
    while (at < end) {
        size_t plain = plain_length(at, end);
        lc_text_add(out, at, plain);
        at += plain;
        if (at == end) break;
        uint32_t c = lc_utf8_next(&at, end);
        if (c == '"' || c == '\\') lc_text_printf(out, "\\%c", (int)c);
        else if (c == '\n') lc_text_puts(out, "\\n");
        else if (c == '\t') lc_text_puts(out, "\\t");
        else if (c < 0x20 || c == 0x7F) lc_text_printf(out, "\\u%04x", (unsigned)c);
        else lc_utf8_put(out, c);
    }
    lc_text_putc(out, '"');
}

void lcr_write_key(lcr_writer *w, const char *key) {
    begin_value(w);
    put_string(w->out, key, strlen(key));
    lc_text_putc(w->out, ':');
    w->comma = false;
}

void lcr_write_null(lcr_writer *w) {
    begin_value(w);
    lc_text_puts(w->out, "null");
}

void lcr_write_bool(lcr_writer *w, bool b) {
    begin_value(w);
    lc_text_puts(w->out, b ? "true" : "false");
}

static void put_digits(lince_text *out, uint64_t n) {
    char digits[20];
    size_t at = sizeof digits;
    do digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    lc_text_add(out, digits + at, sizeof digits - at);
}

void lcr_write_int(lcr_writer *w, int64_t n) {
    begin_value(w);
    if (n < 0) lc_text_putc(w->out, '-');
    put_digits(w->out, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

void lcr_write_count(lcr_writer *w, uint64_t n) {
    begin_value(w);
    put_digits(w->out, n);
}

void lcr_write_seconds(lcr_writer *w, double seconds) {
    /* In whole numbers, because the decimal point of printf depends on the locale. */
    uint64_t micros = seconds > 0 && seconds < 1e12 ? (uint64_t)(seconds * 1e6 + 0.5) : 0;
    begin_value(w);
    lc_text_printf(w->out, "%" PRIu64 ".%06" PRIu64, micros / 1000000, micros % 1000000);
}

void lcr_write_number(lcr_writer *w, double n) {
    char digits[40];
    assert(isfinite(n));
    if (fabs(n) < 0x1p63 && n == (double)(int64_t)n) {
        lcr_write_int(w, (int64_t)n);
        return;
    }
    begin_value(w);
    snprintf(digits, sizeof digits, "%.17g", n);
    for (char *c = digits; *c; c++) /* the decimal point of printf depends on the locale */
        if (!strchr("+-0123456789e", *c)) *c = '.';
    lc_text_puts(w->out, digits);
}

void lcr_write_raw(lcr_writer *w, const lince_text *json) {
    size_t length = json ? json->length : 0;
    while (length && json->at[length - 1] == '\n') length--;
    if (!length) {
        lcr_write_null(w);
        return;
    }
    begin_value(w);
    lc_text_add(w->out, json->at, length);
    w->out->cut |= json->cut;
}

void lcr_write_string(lcr_writer *w, const char *bytes, size_t count) {
    begin_value(w);
    put_string(w->out, bytes, count);
}

void lcr_write_text(lcr_writer *w, const char *string) {
    if (string) lcr_write_string(w, string, strlen(string));
    else lcr_write_null(w);
}

void lcr_field_open(lcr_writer *w, const char *key, char bracket) {
    lcr_write_key(w, key);
    lcr_write_open(w, bracket);
}

void lcr_field_null(lcr_writer *w, const char *key) {
    lcr_write_key(w, key);
    lcr_write_null(w);
}

void lcr_field_bool(lcr_writer *w, const char *key, bool b) {
    lcr_write_key(w, key);
    lcr_write_bool(w, b);
}

void lcr_field_int(lcr_writer *w, const char *key, int64_t n) {
    lcr_write_key(w, key);
    lcr_write_int(w, n);
}

void lcr_field_count(lcr_writer *w, const char *key, uint64_t n) {
    lcr_write_key(w, key);
    lcr_write_count(w, n);
}

void lcr_field_seconds(lcr_writer *w, const char *key, double seconds) {
    lcr_write_key(w, key);
    lcr_write_seconds(w, seconds);
}

void lcr_field_text(lcr_writer *w, const char *key, const char *string) {
    lcr_write_key(w, key);
    lcr_write_text(w, string);
}

void lcr_write_json_value(lcr_writer *w, const lince_values *pool, lince_value v) {
    int64_t n = 0;
    size_t count;
    if (v == LINCE_NIL || v == LINCE_NO_VALUE) {
        lcr_write_null(w);
        return;
    }
    if (v == LINCE_TRUE || v == LINCE_FALSE) {
        lcr_write_bool(w, v == LINCE_TRUE);
        return;
    }
    switch (lince_value_kind(pool, v)) {
    case LINCE_INT:
        lince_get_int(pool, v, &n);
        lcr_write_int(w, n);
        break;
    case LINCE_SYMBOL:
    case LINCE_STRING: {
        const char *text = lince_get_text(pool, v, &count);
        lcr_write_string(w, text, count);
        break;
    }
    case LINCE_LIST:
    case LINCE_TUPLE: {
        const lince_value *items = lince_get_items(pool, v, &count);
        lcr_write_open(w, '[');
        for (size_t i = 0; i < count; i++) lcr_write_json_value(w, pool, items[i]);
        lcr_write_close(w, ']');
        break;
    }
    }
}
