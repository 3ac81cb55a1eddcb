/* How an atomic operation and its memory orders are written in the source: C11, C++ and the compilers' builtins. */
#ifndef LC_TESTER_ORDERS_SPELLING_H
#define LC_TESTER_ORDERS_SPELLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tester/source/source_text.h"

typedef enum lcd_site_kind {
    LCD_SITE_LOAD,
    LCD_SITE_STORE,
    LCD_SITE_UPDATE,
    LCD_SITE_COMPARE, /* a compare-exchange, with an order for success and one for failure */
    LCD_SITE_FENCE,
    LCD_SITE_KINDS
} lcd_site_kind;

typedef enum lcd_order_style {
    LCD_STYLE_C,       /* memory_order_relaxed */
    LCD_STYLE_CXX,     /* std::memory_order_relaxed */
    LCD_STYLE_CXX20,   /* std::memory_order::relaxed */
    LCD_STYLE_BUILTIN, /* __ATOMIC_RELAXED */
    /* The argument of a macro that completes one of these. */
    LCD_STYLE_WORD, /* relaxed */
    LCD_STYLE_WORD_CXX,
    LCD_STYLE_WORD_BUILTIN /* RELAXED */
} lcd_order_style;

/* Positions count bytes from the beginning of the requested line; the call may end on a later one. */
typedef struct lcd_spelling {
    bool found;       /* else it is not known how to change its order, or add a fence, in the text */
    bool passes_on;   /* its order is a parameter of the function around it */
    bool alone;       /* it is the only atomic operation of its line, and the line begins and ends a statement */
    bool plain;       /* and the statement is no `if`, `return` or the like */
    bool is_explicit; /* the name ends in _explicit, or needs no such ending */
    uint8_t style;    /* an lcd_order_style */
    uint8_t orders;   /* that are written: 0, 1 or 2 */
    size_t name_end, from[2], to[2], close; /* behind the name; the orders; the closing parenthesis */
} lcd_spelling;

void lcd_spell(lcd_spelling *, lcd_listings *, const char *file, int line, int column, lcd_site_kind);

/* The statement of an access that is no atomic operation: whether there is room for a fence around it. */
void lcd_spell_access(lcd_spelling *, lcd_listings *, const char *file, int line);

/* The same for the call of a function that passes on its order: the argument that is one. */
void lcd_spell_call(lcd_spelling *, lcd_listings *, const char *file, int line, int column);

/* `memory_order_release` */
const char *lcd_order_word(lcd_order_style, unsigned order);

#endif
