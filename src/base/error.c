#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool inside_character(char c) { return (c & 0xC0) == 0x80; } /* of UTF-8 */

/* A text that does not fit loses its middle: the end often has the remedy, or the file among many. */
static void fit(char *room, size_t size, const char *text) {
    static const char gap[] = "...";
    size_t length = strlen(text);
    if (length < size) {
        memcpy(room, text, length + 1);
        return;
    }
    size_t tail = size / 2, head = size - sizeof gap - tail;
    while (head && inside_character(text[head])) head--;
    while (tail && inside_character(text[length - tail])) tail--;
    memcpy(room, text, head);
    memcpy(room + head, gap, sizeof gap - 1);
    memcpy(room + head + sizeof gap - 1, text + length - tail, tail + 1);
}

static void fill(lince_error *error, const char *file, unsigned long line, const char *format, va_list args) {
    if (!error) return;
    fit(error->file, sizeof error->file, file);
    error->line = line;
    va_list once_more;
    va_copy(once_more, args);
    int length = vsnprintf(error->message, sizeof error->message, format, args);
    if (length >= (int)sizeof error->message) {
        char *all = malloc((size_t)length + 1);
        if (all) {
            vsnprintf(all, (size_t)length + 1, format, once_more);
            fit(error->message, sizeof error->message, all);
        }
        free(all);
    }
    va_end(once_more);
}

void lc_fill_error(lince_error *error, const char *format, va_list args) { fill(error, "", 0, format, args); }

lince_status lc_fail(lince_error *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fill(error, "", 0, format, args);
    va_end(args);
    return LINCE_BAD_INPUT;
}

lince_status lc_fail_missing(lince_error *error, const char *function, const char *what) {
    return lc_fail(error, "%s is given no %s: it is NULL", function, what);
}

lince_status lc_fail_at(lince_error *error, const char *file, unsigned long line, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fill(error, file, line, format, args);
    va_end(args);
    return LINCE_BAD_INPUT;
}
