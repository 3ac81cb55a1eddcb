/* Functions for memory and texts that are called seldom. */
#define _GNU_SOURCE
#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "target/runtime/bulk.h"
#include "target/runtime/bulk_parts.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static void both(const char *a, const char *b, size_t size, uintptr_t pc) {
    lc_reads(a, size, pc);
    lc_reads(b, size, pc);
}

LC_EXPORT void *lc_bulk_memccpy(void *to, const void *from, int value, size_t size) {
    const char *last = memchr(from, value, size);
    size_t needed = last ? (size_t)(last - (const char *)from) + 1 : size;
    lc_reads(from, needed, LC_CALLER);
    lc_writes(to, needed, LC_CALLER);
    return memccpy(to, from, value, size);
}

LC_EXPORT char *lc_bulk_stpncpy(char *to, const char *from, size_t size) {
    size_t length = strnlen(from, size);
    lc_reads(from, length < size ? length + 1 : size, LC_CALLER);
    lc_writes(to, size, LC_CALLER);
    return stpncpy(to, from, size);
}

LC_EXPORT void lc_bulk_explicit_bzero(void *to, size_t size) {
    lc_writes(to, size, LC_CALLER);
    explicit_bzero(to, size);
}

LC_EXPORT void lc_bulk_swab(const void *restrict from, void *restrict to, ssize_t size) {
    size_t even = size > 0 ? (size_t)size & ~(size_t)1 : 0;
    lc_reads(from, even, LC_CALLER);
    lc_writes(to, even, LC_CALLER);
    swab(from, to, size);
}

/* From its end. */
LC_EXPORT void *lc_bulk_memrchr(const void *at, int value, size_t size) {
    const char *found = memrchr(at, value, size);
    size_t before = found ? (size_t)(found - (const char *)at) : 0;
    lc_reads((const char *)at + before, size - before, LC_CALLER);
    return memrchr(at, value, size);
}

LC_EXPORT void *lc_bulk_rawmemchr(const void *at, int value) {
    const char *found = rawmemchr(at, value);
    lc_reads(at, (size_t)(found - (const char *)at) + 1, LC_CALLER);
    return rawmemchr(at, value);
}

LC_EXPORT void *lc_bulk_memmem(const void *at, size_t size, const void *part, size_t length) {
    const char *found = memmem(at, size, part, length);
    lc_reads(at, found ? (size_t)(found - (const char *)at) + length : size, LC_CALLER);
    lc_reads(part, length, LC_CALLER);
    return memmem(at, size, part, length);
}

LC_EXPORT char *lc_bulk_strcasestr(const char *text, const char *part) {
    const char *found = strcasestr(text, part);
    size_t length = strlen(part);
    lc_reads(text, found ? (size_t)(found - text) + length : strlen(text) + 1, LC_CALLER);
    lc_reads(part, length + 1, LC_CALLER);
    return strcasestr(text, part);
}

static size_t up_to_difference(const char *a, const char *b, size_t most) {
    size_t i = 0;
    while (i < most && a[i] && tolower((unsigned char)a[i]) == tolower((unsigned char)b[i])) i++;
    return i < most ? i + 1 : most;
}

LC_EXPORT int lc_bulk_strcasecmp(const char *a, const char *b) {
    both(a, b, up_to_difference(a, b, SIZE_MAX), LC_CALLER);
    return strcasecmp(a, b);
}

LC_EXPORT int lc_bulk_strncasecmp(const char *a, const char *b, size_t most) {
    both(a, b, up_to_difference(a, b, most), LC_CALLER);
    return strncasecmp(a, b, most);
}

/* An order that may depend on all of both. */
LC_EXPORT int lc_bulk_strcoll(const char *a, const char *b) {
    lc_reads(a, strlen(a) + 1, LC_CALLER);
    lc_reads(b, strlen(b) + 1, LC_CALLER);
    return strcoll(a, b);
}
