/* Symbols among the numbers of a test: nil, true, false, ok, EMPTY, NONE and CLOSED. */
#ifndef LC_TARGET_EXPLORE_SYMBOL_H
#define LC_TARGET_EXPLORE_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LCT_SYMBOLS = 8 }; /* lince_symbol_value(1) and so on are less than this */

/* The symbol of an argument or result, or NULL if it is a number; and the other way round. */
const char *lct_symbol_name(int64_t value);
bool lct_symbol_find(const char *name, size_t length, int64_t *value);
/* A symbol, or a whole decimal number of 64 bits. */
bool lct_value_find(const char *text, size_t length, int64_t *value);

#endif
