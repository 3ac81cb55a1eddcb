#include "target/explore/symbol.h"

#include <lince/test.h>
#include <string.h>

static const char symbols[LCT_SYMBOLS][8] = {"", "nil", "true", "false", "ok", "EMPTY", "NONE", "CLOSED"};

const char *lct_symbol_name(int64_t value) {
    for (int i = 1; i < LCT_SYMBOLS; i++)
        if (value == lince_symbol_value(i)) return symbols[i];
    return NULL;
}

bool lct_symbol_find(const char *name, size_t length, int64_t *value) {
    for (int i = 1; i < LCT_SYMBOLS; i++)
        if (strlen(symbols[i]) == length && memcmp(symbols[i], name, length) == 0) {
            *value = lince_symbol_value(i);
            return true;
        }
    return false;
}

static bool number_of(const char *at, size_t length, int64_t *value) {
    const char *end = at + length;
    bool negative = length && *at == '-';
    at += negative;
    if (at == end) return false;
    const uint64_t most = (uint64_t)INT64_MAX + negative;
    uint64_t n = 0;
    for (; at < end; at++) {
        unsigned digit = (unsigned)(*at - '0');
        if (digit > 9 || n > (most - digit) / 10) return false;
        n = n * 10 + digit;
    }
    *value = (int64_t)(negative ? 0 - n : n);
    return true;
}

bool lct_value_find(const char *text, size_t length, int64_t *value) {
    return number_of(text, length, value) || lct_symbol_find(text, length, value);
}
