/* Numbers that libc reads from text, and how far it looks in it. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target/runtime/bulk.h"
#include "target/runtime/bulk_parts.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* One character behind the number marks its end; where there is no number, something was looked at, too. */
static void reads_number(const char *text, const char *after, char **end, uintptr_t pc) {
    lct_reads(text, (size_t)(after - text) + 1, pc);
    if (end) lct_writes(end, sizeof *end, pc);
}

/* Read once to find the end, which leaves no trace, and once more when the access was announced. */
#define WITH_BASE(name, type)                                                                                          \
    LCT_EXPORT type lct_bulk_##name(const char *text, char **end, int base) {                                          \
        int kept = errno;                                                                                              \
        char *after;                                                                                                   \
        (void)name(text, &after, base);                                                                                \
        errno = kept;                                                                                                  \
        reads_number(text, after, end, LCT_CALLER);                                                                    \
        return name(text, end, base);                                                                                  \
    }
WITH_BASE(strtol, long)
WITH_BASE(strtoul, unsigned long)
WITH_BASE(strtoll, long long)
WITH_BASE(strtoull, unsigned long long)

#define FLOATING(name, type)                                                                                           \
    LCT_EXPORT type lct_bulk_##name(const char *text, char **end) {                                                    \
        int kept = errno;                                                                                              \
        char *after;                                                                                                   \
        (void)name(text, &after);                                                                                      \
        errno = kept;                                                                                                  \
        reads_number(text, after, end, LCT_CALLER);                                                                    \
        return name(text, end);                                                                                        \
    }
FLOATING(strtof, float)
FLOATING(strtod, double)
FLOATING(strtold, long double)

#define SIMPLE(name, type, full)                                                                                       \
    LCT_EXPORT type lct_bulk_##name(const char *text) {                                                                \
        int kept = errno;                                                                                              \
        char *after;                                                                                                   \
        (void)full;                                                                                                    \
        errno = kept;                                                                                                  \
        reads_number(text, after, NULL, LCT_CALLER);                                                                   \
        return name(text);                                                                                             \
    }
SIMPLE(atoi, int, strtol(text, &after, 10))
SIMPLE(atol, long, strtol(text, &after, 10))
SIMPLE(atoll, long long, strtoll(text, &after, 10))
SIMPLE(atof, double, strtod(text, &after))

/* Of the scan only the text is seen, not the destinations of the parts: it may look at all of it. */
LCT_EXPORT int lct_bulk_vsscanf(const char *text, const char *format, va_list args) {
    lct_reads(text, strlen(text) + 1, LCT_CALLER);
    return vsscanf(text, format, args);
}

LCT_EXPORT int lct_bulk_sscanf(const char *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    lct_reads(text, strlen(text) + 1, LCT_CALLER);
    int found = vsscanf(text, format, args);
    va_end(args);
    return found;
}
