/* Functions for memory and texts that are called seldom. */
#define _GNU_SOURCE
#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "target/runtime/bulk.h"
#include "target/runtime/bulk_parts.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static void both(const char *a, const char *b, size_t size, uintptr_t pc) {
    lct_reads(a, size, pc);
    lct_reads(b, size, pc);
}

LCT_EXPORT void *lct_bulk_memccpy(void *to, const void *from, int value, size_t size) {
    const char *last = memchr(from, value, size);
    size_t needed = last ? (size_t)(last - (const char *)from) + 1 : size;
    lct_reads(from, needed, LCT_CALLER);
    lct_writes(to, needed, LCT_CALLER);
    return memccpy(to, from, value, size);
}

LCT_EXPORT char *lct_bulk_stpncpy(char *to, const char *from, size_t size) {
    size_t length = strnlen(from, size);
    lct_reads(from, length < size ? length + 1 : size, LCT_CALLER);
    lct_writes(to, size, LCT_CALLER);
    return stpncpy(to, from, size);
}

LCT_EXPORT void lct_bulk_explicit_bzero(void *to, size_t size) {
    lct_writes(to, size, LCT_CALLER);
    explicit_bzero(to, size);
}

LCT_EXPORT void lct_bulk_swab(const void *restrict from, void *restrict to, ssize_t size) {
    size_t even = size > 0 ? (size_t)size & ~(size_t)1 : 0;
    lct_reads(from, even, LCT_CALLER);
    lct_writes(to, even, LCT_CALLER);
    swab(from, to, size);
}

/* From its end. */
LCT_EXPORT void *lct_bulk_memrchr(const void *at, int value, size_t size) {
    const char *found = memrchr(at, value, size);
    size_t before = found ? (size_t)(found - (const char *)at) : 0;
    lct_reads((const char *)at + before, size - before, LCT_CALLER);
    return memrchr(at, value, size);
}

LCT_EXPORT void *lct_bulk_rawmemchr(const void *at, int value) {
    const char *found = rawmemchr(at, value);
    lct_reads(at, (size_t)(found - (const char *)at) + 1, LCT_CALLER);
    return rawmemchr(at, value);
}

LCT_EXPORT void *lct_bulk_memmem(const void *at, size_t size, const void *part, size_t length) {
    const char *found = memmem(at, size, part, length);
    lct_reads(at, found ? (size_t)(found - (const char *)at) + length : size, LCT_CALLER);
    lct_reads(part, length, LCT_CALLER);
    return memmem(at, size, part, length);
}

LCT_EXPORT char *lct_bulk_strcasestr(const char *text, const char *part) {
    const char *found = strcasestr(text, part);
    size_t length = strlen(part);
    lct_reads(text, found ? (size_t)(found - text) + length : strlen(text) + 1, LCT_CALLER);
    lct_reads(part, length + 1, LCT_CALLER);
    return strcasestr(text, part);
}

static size_t up_to_difference(const char *a, const char *b, size_t most) {
    size_t i = 0;
    while (i < most && a[i] && tolower((unsigned char)a[i]) == tolower((unsigned char)b[i])) i++;
    return i < most ? i + 1 : most;
}

LCT_EXPORT int lct_bulk_strcasecmp(const char *a, const char *b) {
    both(a, b, up_to_difference(a, b, SIZE_MAX), LCT_CALLER);
    return strcasecmp(a, b);
}

LCT_EXPORT int lct_bulk_strncasecmp(const char *a, const char *b, size_t most) {
    both(a, b, up_to_difference(a, b, most), LCT_CALLER);
    return strncasecmp(a, b, most);
}

/* An order that may depend on all of both. */
LCT_EXPORT int lct_bulk_strcoll(const char *a, const char *b) {
    lct_reads(a, strlen(a) + 1, LCT_CALLER);
    lct_reads(b, strlen(b) + 1, LCT_CALLER);
    return strcoll(a, b);
}
