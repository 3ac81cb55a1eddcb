#define _GNU_SOURCE
#include "runtime/bulk.h"

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/machine.h"
#include "runtime/tsan.h"

#define EXPORT __attribute__((visibility("default")))

/* Called under these names by what objcopy or the compiler made. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static inline void reads(const void *at, size_t size, uintptr_t pc) {
    if (size && lc_m.in_code) lc_access_range((uintptr_t)at, size, false, pc);
}

static inline void writes(void *at, size_t size, uintptr_t pc) {
    if (size && lc_m.in_code) lc_access_range((uintptr_t)at, size, true, pc);
}

/* Both come before the copy: a step that waits for its turn must not have read yet what it is going to write. */
static inline void copies(void *to, const void *from, size_t size, uintptr_t pc) {
    reads(from, size, pc);
    writes(to, size, pc);
}

EXPORT void *__tsan_memcpy(void *to, const void *from, size_t size) {
    copies(to, from, size, LC_CALLER);
    return memcpy(to, from, size);
}

EXPORT void *__tsan_memmove(void *to, const void *from, size_t size) {
    copies(to, from, size, LC_CALLER);
    return memmove(to, from, size);
}

EXPORT void *__tsan_memset(void *to, int value, size_t size) {
    writes(to, size, LC_CALLER);
    return memset(to, value, size);
}

EXPORT void *lc_bulk_mempcpy(void *to, const void *from, size_t size) {
    copies(to, from, size, LC_CALLER);
    return mempcpy(to, from, size);
}

EXPORT void lc_bulk_bzero(void *to, size_t size) {
    writes(to, size, LC_CALLER);
    memset(to, 0, size);
}

EXPORT void lc_bulk_bcopy(const void *from, void *to, size_t size) {
    copies(to, from, size, LC_CALLER);
    memmove(to, from, size);
}

/* Functions that stop early have read what they needed and no more. */
static size_t up_to_difference(const char *a, const char *b, size_t most, bool text) {
    size_t i = 0;
    while (i < most && a[i] == b[i] && !(text && !a[i])) i++;
    return i < most ? i + 1 : most;
}

EXPORT int lc_bulk_memcmp(const void *a, const void *b, size_t size) {
    size_t needed = up_to_difference(a, b, size, false);
    reads(a, needed, LC_CALLER);
    reads(b, needed, LC_CALLER);
    return memcmp(a, b, size);
}

EXPORT int lc_bulk_strcmp(const char *a, const char *b) {
    size_t needed = up_to_difference(a, b, SIZE_MAX, true);
    reads(a, needed, LC_CALLER);
    reads(b, needed, LC_CALLER);
    return strcmp(a, b);
}

EXPORT int lc_bulk_strncmp(const char *a, const char *b, size_t most) {
    size_t needed = up_to_difference(a, b, most, true);
    reads(a, needed, LC_CALLER);
    reads(b, needed, LC_CALLER);
    return strncmp(a, b, most);
}

EXPORT void *lc_bulk_memchr(const void *at, int value, size_t size) {
    const char *found = memchr(at, value, size);
    reads(at, found ? (size_t)(found - (const char *)at) + 1 : size, LC_CALLER);
    return memchr(at, value, size);
}

EXPORT size_t lc_bulk_strlen(const char *text) {
    reads(text, strlen(text) + 1, LC_CALLER);
    return strlen(text);
}

EXPORT size_t lc_bulk_strnlen(const char *text, size_t most) {
    size_t length = strnlen(text, most);
    reads(text, length < most ? length + 1 : most, LC_CALLER);
    return strnlen(text, most);
}

EXPORT char *lc_bulk_strchr(const char *text, int value) {
    const char *found = strchr(text, value);
    reads(text, (found ? (size_t)(found - text) : strlen(text)) + 1, LC_CALLER);
    return strchr(text, value);
}

EXPORT char *lc_bulk_strcpy(char *to, const char *from) {
    copies(to, from, strlen(from) + 1, LC_CALLER);
    return strcpy(to, from);
}

EXPORT char *lc_bulk_stpcpy(char *to, const char *from) {
    copies(to, from, strlen(from) + 1, LC_CALLER);
    return stpcpy(to, from);
}

EXPORT char *lc_bulk_strncpy(char *to, const char *from, size_t size) {
    size_t length = strnlen(from, size);
    reads(from, length < size ? length + 1 : size, LC_CALLER);
    writes(to, size, LC_CALLER);
    return strncpy(to, from, size);
}

EXPORT char *lc_bulk_strcat(char *to, const char *from) {
    size_t length = strlen(to);
    reads(to, length + 1, LC_CALLER);
    copies(to + length, from, strlen(from) + 1, LC_CALLER);
    return strcat(to, from);
}

EXPORT char *lc_bulk_strncat(char *to, const char *from, size_t most) {
    size_t length = strlen(to), more = strnlen(from, most);
    reads(to, length + 1, LC_CALLER);
    reads(from, more < most ? more + 1 : most, LC_CALLER);
    writes(to + length, more + 1, LC_CALLER);
    return strncat(to, from, most);
}

EXPORT char *lc_bulk_strrchr(const char *text, int value) {
    reads(text, strlen(text) + 1, LC_CALLER);
    return strrchr(text, value);
}

EXPORT char *lc_bulk_strstr(const char *text, const char *part) {
    const char *found = strstr(text, part);
    size_t length = strlen(part);
    reads(text, found ? (size_t)(found - text) + length : strlen(text) + 1, LC_CALLER);
    reads(part, length + 1, LC_CALLER);
    return strstr(text, part);
}

/* Of what is printed into memory only the writing is seen, not what was printed. */
static int print(char *to, size_t size, const char *format, va_list args, uintptr_t pc) {
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length >= 0) writes(to, (size_t)length < size ? (size_t)length + 1 : size, pc);
    return vsnprintf(to, size, format, args);
}

EXPORT int lc_bulk_vsnprintf(char *to, size_t size, const char *format, va_list args) {
    return print(to, size, format, args, LC_CALLER);
}

EXPORT int lc_bulk_vsprintf(char *to, const char *format, va_list args) {
    return print(to, INT_MAX, format, args, LC_CALLER);
}

EXPORT int lc_bulk_snprintf(char *to, size_t size, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = print(to, size, format, args, LC_CALLER);
    va_end(args);
    return length;
}

EXPORT int lc_bulk_sprintf(char *to, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = print(to, INT_MAX, format, args, LC_CALLER);
    va_end(args);
    return length;
}

/* It may read and write all of it, whatever it finds there. */
EXPORT void lc_bulk_qsort(void *at, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    copies(at, at, count * size, LC_CALLER);
    qsort(at, count, size, compare);
}
