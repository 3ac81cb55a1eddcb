#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(lince_text *t, size_t more) {
    if (t->length + more + 1 <= t->room) return true;
    size_t bigger = t->room * 2;
    if (bigger < 64) bigger = 64;
    if (bigger < t->length + more + 1) bigger = t->length + more + 1;
    char *moved = realloc(t->at, bigger);
    if (!moved) {
        t->cut = true;
        return false;
    }
    t->at = moved;
    t->room = bigger;
    return true;
}

void lc_text_add(lince_text *t, const char *bytes, size_t count) {
    if (!count || !make_room(t, count)) return;
    memcpy(t->at + t->length, bytes, count);
    t->length += count;
    t->at[t->length] = '\0';
}

void lc_text_puts(lince_text *t, const char *string) { lc_text_add(t, string, strlen(string)); }

void lc_text_putc(lince_text *t, char c) { lc_text_add(t, &c, 1); }

void lc_text_repeat(lince_text *t, const char *string, size_t times) {
    while (times--) lc_text_puts(t, string);
}

char *lc_vformat(const char *format, va_list args) {
    lince_text text = {0};
    lc_text_vprintf(&text, format, args);
    if (text.cut) lc_text_free(&text);
    return text.at;
}

void lc_text_vprintf(lince_text *t, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length > 0 && make_room(t, (size_t)length)) {
        vsnprintf(t->at + t->length, (size_t)length + 1, format, again);
        t->length += (size_t)length;
    }
    va_end(again);
}

void lc_text_printf(lince_text *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    lc_text_vprintf(t, format, args);
    va_end(args);
}

void lc_text_clear(lince_text *t) {
    t->length = 0;
    t->cut = false;
    if (t->at) t->at[0] = '\0';
}

void lc_text_free(lince_text *t) {
    free(t->at);
    *t = (lince_text){0};
}

void lc_put_number(lince_text *out, uint64_t n) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, n);
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0) lc_text_putc(out, ',');
        lc_text_putc(out, digits[i]);
    }
}

void lc_put_count(lince_text *out, uint64_t count, const char *noun) {
    lc_put_number(out, count);
    lc_text_printf(out, " %s%s", noun, count == 1 ? "" : "s");
}
