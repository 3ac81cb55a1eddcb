/* A growing text buffer, always terminated. */
#ifndef LC_BASE_TEXT_H
#define LC_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lince_text {
    char *at; /* NULL while nothing was written: use lc_text() */
    size_t length, room;
    bool cut; /* memory ran out: some text is missing */
} lince_text;

void lc_text_add(lince_text *, const char *bytes, size_t count);
void lc_text_puts(lince_text *, const char *string);
void lc_text_putc(lince_text *, char c);
void lc_text_repeat(lince_text *, const char *string, size_t times);
void lc_text_printf(lince_text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lc_text_vprintf(lince_text *, const char *format, va_list);
/* The text alone, to be freed; NULL: out of memory. */
char *lc_vformat(const char *format, va_list) __attribute__((format(printf, 1, 0)));
void lc_text_clear(lince_text *); /* empties it, keeps the room */
void lc_text_free(lince_text *);
/* `1,234,567` */
void lc_put_number(lince_text *, uint64_t);
/* `1 operation`, `2,000 operations` */
void lc_put_count(lince_text *, uint64_t count, const char *noun);
static inline const char *lc_text(const lince_text *t) { return t->at ? t->at : ""; }

#endif
