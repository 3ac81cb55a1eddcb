/* Printing by libc, also into memory: the texts that are read for it, and the bytes that are written.
 *
 * A format is taken apart twice: to find the type of each argument, as only then they can be fetched, and to announce
 * their use.  Where it has a conversion that is not supported here, nothing is announced.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "target/runtime/bulk.h"
#include "target/runtime/bulk_parts.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum { MOST_ARGUMENTS = 32 };

typedef enum type { NO_TYPE, INT, LONG, DOUBLE, LONG_DOUBLE, POINTER } type;

/* One `%...`, with arguments by number: 0, 1, ...; NONE: it has none. */
enum { NONE = -1 };
typedef struct conversion {
    char letter;
    char size;        /* `l`, `h`, `H` for hh, 0, or `q` for anything as long as a long long */
    int value, width; /* arguments */
    int precision;    /* an argument, unless ... */
    long fixed;       /* ... it is written out; -1: there is none */
    type wanted;      /* of its value */
} conversion;

/* Where a format is being read. */
typedef struct reading {
    const char *at;
    int next; /* argument */
    bool strange;
} reading;

static long number(reading *r) {
    long n = 0;
    while (isdigit((unsigned char)*r->at) && n < INT_MAX / 10) n = 10 * n + (*r->at++ - '0');
    return n;
}

/* `3$`, after which the third argument is meant. */
static int position(reading *r) {
    const char *start = r->at;
    long n = number(r);
    if (n > 0 && n <= MOST_ARGUMENTS && *r->at == '$') return r->at++, (int)n - 1;
    r->at = start;
    return NONE;
}

static int next_argument(reading *r) {
    int given = position(r);
    return given != NONE ? given : r->next++;
}

static char size_of(reading *r) {
    char letter = *r->at;
    if (!letter || !strchr("hlLqjzZt", letter)) return 0;
    bool twice = *++r->at == letter && (letter == 'h' || letter == 'l');
    r->at += twice;
    if (letter == 'h') return twice ? 'H' : 'h';
    return letter == 'l' && !twice ? 'l' : letter == 'L' ? 'L' : 'q';
}

static type type_of(const conversion *c) {
    if (strchr("diouxXbB", c->letter)) return !c->size || c->size == 'h' || c->size == 'H' ? INT : LONG;
    if (strchr("aAeEfFgG", c->letter)) return c->size == 'L' ? LONG_DOUBLE : DOUBLE;
    if (strchr("cC", c->letter)) return INT;
    return strchr("sSpn", c->letter) ? POINTER : NO_TYPE;
}

/* The next one, behind its `%`; false: there is none, or the format is strange. */
static bool next_conversion(reading *r, conversion *c) {
    const char *percent = strchr(r->at, '%');
    if (!percent || r->strange) return false;
    *c = (conversion){.value = NONE, .width = NONE, .precision = NONE, .fixed = -1};
    r->at = percent + 1;
    int value = position(r);
    while (*r->at && strchr("-+ #0'I", *r->at)) r->at++;
    if (*r->at == '*') r->at++, c->width = next_argument(r);
    else number(r);
    if (*r->at == '.') {
        r->at++;
        if (*r->at == '*') r->at++, c->precision = next_argument(r);
        else c->fixed = number(r);
    }
    c->size = size_of(r);
    c->letter = *r->at;
    if (c->letter) r->at++;
    if (c->letter == '%' || c->letter == 'm') return true;
    c->wanted = c->letter ? type_of(c) : NO_TYPE;
    r->strange = c->wanted == NO_TYPE;
    c->value = value != NONE ? value : r->next++;
    return !r->strange;
}

typedef struct arguments {
    type types[MOST_ARGUMENTS];
    union {
        long number;
        const void *pointer;
    } values[MOST_ARGUMENTS];
    int count;
} arguments;

static bool note_type(arguments *a, int which, type wanted) {
    if (which == NONE) return true;
    if (which >= MOST_ARGUMENTS || (a->types[which] && a->types[which] != wanted)) return false;
    a->types[which] = wanted;
    if (which >= a->count) a->count = which + 1;
    return true;
}

/* False: they are not all known. */
static bool take_types(arguments *a, const char *format) {
    reading r = {.at = format};
    conversion c;
    while (next_conversion(&r, &c))
        if (!note_type(a, c.width, INT) || !note_type(a, c.precision, INT) || !note_type(a, c.value, c.wanted))
            return false;
    return !r.strange;
}

static bool take_values(arguments *a, va_list list) {
    for (int i = 0; i < a->count; i++) switch (a->types[i]) {
        case INT: a->values[i].number = va_arg(list, int); break;
        case LONG: a->values[i].number = va_arg(list, long); break;
        case DOUBLE: (void)va_arg(list, double); break;
        case LONG_DOUBLE: (void)va_arg(list, long double); break;
        case POINTER: a->values[i].pointer = va_arg(list, const void *); break;
        case NO_TYPE: return false;
        }
    return true;
}

static void reads_text(const char *text, long most, uintptr_t pc) {
    size_t length = most < 0 ? strlen(text) : strnlen(text, (size_t)most);
    lct_reads(text, most >= 0 && length == (size_t)most ? length : length + 1, pc);
}

static void take_conversion(const conversion *c, const arguments *a, uintptr_t pc) {
    const void *at = c->wanted == POINTER ? a->values[c->value].pointer : NULL;
    long most = c->precision != NONE ? a->values[c->precision].number : c->fixed;
    bool is_wide = c->letter == 'S' || c->size == 'l';
    if (!at) return;
    if (c->letter == 's' && !is_wide) reads_text(at, most, pc);
    else if (strchr("sS", c->letter) && most < 0) lct_reads(at, (wcslen(at) + 1) * sizeof(wchar_t), pc);
    else if (c->letter == 'n')
        lct_writes((void *)(uintptr_t)at, c->size == 'H' ? 1 : c->size == 'h' ? 2 : c->size ? 8 : 4, pc);
}

void lct_prints(const char *format, va_list list, uintptr_t pc) {
    arguments a = {.count = 0};
    va_list copy;
    if (!lct_m.in_code || !take_types(&a, format) || !a.count) return;
    va_copy(copy, list);
    bool known = take_values(&a, copy);
    va_end(copy);
    reading r = {.at = format};
    for (conversion c; known && next_conversion(&r, &c);) take_conversion(&c, &a, pc);
}

/* ---- into memory ---- */

static int print(char *to, size_t size, const char *format, va_list args, uintptr_t pc) {
    va_list again;
    lct_prints(format, args, pc);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length >= 0) lct_writes(to, (size_t)length < size ? (size_t)length + 1 : size, pc);
    return vsnprintf(to, size, format, args);
}

LCT_EXPORT int lct_bulk_vsnprintf(char *to, size_t size, const char *format, va_list args) {
    return print(to, size, format, args, LCT_CALLER);
}

LCT_EXPORT int lct_bulk_vsprintf(char *to, const char *format, va_list args) {
    return print(to, INT_MAX, format, args, LCT_CALLER);
}

LCT_EXPORT int lct_bulk_snprintf(char *to, size_t size, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = print(to, size, format, args, LCT_CALLER);
    va_end(args);
    return length;
}

LCT_EXPORT int lct_bulk_sprintf(char *to, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = print(to, INT_MAX, format, args, LCT_CALLER);
    va_end(args);
    return length;
}

/* ---- into streams ---- */

LCT_EXPORT int lct_bulk_vfprintf(FILE *file, const char *format, va_list args) {
    lct_prints(format, args, LCT_CALLER);
    return vfprintf(file, format, args);
}

LCT_EXPORT int lct_bulk_vprintf(const char *format, va_list args) {
    lct_prints(format, args, LCT_CALLER);
    return vprintf(format, args);
}

LCT_EXPORT int lct_bulk_vdprintf(int file, const char *format, va_list args) {
    lct_prints(format, args, LCT_CALLER);
    return vdprintf(file, format, args);
}

LCT_EXPORT int lct_bulk_printf(const char *format, ...) {
    va_list args;
    va_start(args, format);
    lct_prints(format, args, LCT_CALLER);
    int length = vprintf(format, args);
    va_end(args);
    return length;
}

LCT_EXPORT int lct_bulk_fprintf(FILE *file, const char *format, ...) {
    va_list args;
    va_start(args, format);
    lct_prints(format, args, LCT_CALLER);
    int length = vfprintf(file, format, args);
    va_end(args);
    return length;
}

LCT_EXPORT int lct_bulk_dprintf(int file, const char *format, ...) {
    va_list args;
    va_start(args, format);
    lct_prints(format, args, LCT_CALLER);
    int length = vdprintf(file, format, args);
    va_end(args);
    return length;
}

LCT_EXPORT int lct_bulk_puts(const char *text) {
    lct_reads(text, strlen(text) + 1, LCT_CALLER);
    return puts(text);
}

LCT_EXPORT int lct_bulk_fputs(const char *text, FILE *file) {
    lct_reads(text, strlen(text) + 1, LCT_CALLER);
    return fputs(text, file);
}

LCT_EXPORT size_t lct_bulk_fwrite(const void *at, size_t size, size_t count, FILE *file) {
    size_t whole;
    if (!__builtin_mul_overflow(size, count, &whole)) lct_reads(at, whole, LCT_CALLER);
    return fwrite(at, size, count, file);
}
