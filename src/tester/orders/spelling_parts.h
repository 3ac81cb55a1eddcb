/* Shared by the files that read atomic operations in source text. */
#ifndef LC_TESTER_ORDERS_SPELLING_PARTS_H
#define LC_TESTER_ORDERS_SPELLING_PARTS_H

#include <ctype.h>

#include "tester/orders/spelling.h"

typedef struct lcd_source_text {
    const char *at;
    size_t line, length; /* of the first line, and of all that is looked at */
} lcd_source_text;

/* Of a call, or of the parameters of a macro. */
enum { LCD_ARGUMENTS_MOST = 6 };
typedef struct lcd_arguments {
    unsigned count;
    size_t from[LCD_ARGUMENTS_MOST], to[LCD_ARGUMENTS_MOST], close;
} lcd_arguments;

static inline bool lcd_is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* ---- spelling_text.c ---- */

size_t lcd_skip_blanks(const lcd_source_text *, size_t);
/* Behind a string, a character or a comment that begins here; the same place: none does. */
size_t lcd_skip_quoted(const lcd_source_text *, size_t);
/* Behind the code of the line from here on, without comments and blanks at its end. */
size_t lcd_code_end(const lcd_source_text *, size_t from);
/* Of the call whose opening parenthesis is here. */
bool lcd_find_arguments(lcd_arguments *, const lcd_source_text *, size_t open);

/* ---- spelling.c ---- */

bool lcd_begins_with(const lcd_source_text *, size_t at, const char *word);
/* A parameter of the function around it rather than a name of an order, or a macro for one. */
bool lcd_is_parameter(const lcd_source_text *, size_t from, size_t to);
/* The call of an atomic operation of this kind whose name stands here. */
bool lcd_read_call(lcd_spelling *, const lcd_source_text *, size_t name, lcd_site_kind);

/* ---- spelling_macro.c ---- */

/* The call of a macro, at this column, that passes its arguments on as the orders of such an operation.  The macro is
 * defined in the same file, above `line`. */
bool lcd_read_macro(lcd_spelling *, const lcd_source_text *, size_t column, lcd_listings *, const char *file, int line,
                    lcd_site_kind);

#endif
