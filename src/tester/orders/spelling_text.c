#include <ctype.h>
#include <string.h>

#include "tester/orders/spelling_parts.h"

/* The lines of a macro end with a backslash. */
static bool is_blank(const lcd_source_text *t, size_t i) {
    bool goes_on = t->at[i] == '\\' && i + 1 < t->length && (t->at[i + 1] == '\n' || t->at[i + 1] == '\r');
    return goes_on || isspace((unsigned char)t->at[i]);
}

size_t lcd_skip_blanks(const lcd_source_text *t, size_t i) {
    while (i < t->length && is_blank(t, i)) i++;
    return i;
}

/* Behind a string, a character or a comment that begins here; the same place: none does. */
size_t lcd_skip_quoted(const lcd_source_text *t, size_t i) {
    char c = t->at[i];
    if (c == '/' && i + 1 < t->length && t->at[i + 1] == '/') {
        const char *end = memchr(t->at + i, '\n', t->length - i);
        return end ? (size_t)(end - t->at) : t->length;
    }
    if (c == '/' && i + 1 < t->length && t->at[i + 1] == '*') {
        for (size_t k = i + 2; k + 1 < t->length; k++)
            if (t->at[k] == '*' && t->at[k + 1] == '/') return k + 2;
        return t->length;
    }
    if (c != '"' && c != '\'') return i;
    for (size_t k = i + 1; k < t->length; k++) {
        if (t->at[k] == '\\') k++;
        else if (t->at[k] == c) return k + 1;
    }
    return t->length;
}

size_t lcd_code_end(const lcd_source_text *t, size_t from) {
    size_t end = from;
    for (size_t i = from; i < t->length && t->at[i] != '\n'; i++) {
        size_t behind = lcd_skip_quoted(t, i);
        bool comment = behind > i && t->at[i] == '/';
        if (!comment && !is_blank(t, i)) end = behind > i ? behind : i + 1;
        if (behind > i) i = behind - 1;
    }
    return end;
}

static void add_argument(lcd_arguments *a, const lcd_source_text *t, size_t from, size_t to) {
    from = lcd_skip_blanks(t, from);
    while (to > from && is_blank(t, to - 1)) to--;
    if (a->count < LCD_ARGUMENTS_MOST) a->from[a->count] = from, a->to[a->count] = to;
    a->count++;
}

/* Of the call whose opening parenthesis is here. */
bool lcd_find_arguments(lcd_arguments *a, const lcd_source_text *t, size_t open) {
    size_t start = open + 1;
    int depth = 0;
    *a = (lcd_arguments){.count = 0};
    for (size_t i = open; i < t->length; i++) {
        size_t behind = lcd_skip_quoted(t, i);
        if (behind > i) {
            i = behind - 1;
            continue;
        }
        char c = t->at[i];
        if (c == '(' || c == '[' || c == '{') depth++;
        if (c == ')' || c == ']' || c == '}') depth--;
        if (!depth || (c == ',' && depth == 1)) {
            if (depth || lcd_skip_blanks(t, start) < i || a->count) add_argument(a, t, start, i);
            start = i + 1;
        }
        if (depth) continue;
        a->close = i;
        return a->count <= LCD_ARGUMENTS_MOST;
    }
    return false;
}
