#define _GNU_SOURCE
#include "target/runtime/bulk.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "target/runtime/bulk_parts.h"

/* Called under these names by code that objcopy or the compiler made. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* Both come before the copy: a step that waits for its turn must not yet have read the bytes it is going to write. */
static inline void copies(void *to, const void *from, size_t size, uintptr_t pc) {
    lct_reads(from, size, pc);
    lct_writes(to, size, pc);
}

LCT_EXPORT void *__tsan_memcpy(void *to, const void *from, size_t size) {
    copies(to, from, size, LCT_CALLER);
    return memcpy(to, from, size);
}

LCT_EXPORT void *__tsan_memmove(void *to, const void *from, size_t size) {
    copies(to, from, size, LCT_CALLER);
    return memmove(to, from, size);
}

LCT_EXPORT void *__tsan_memset(void *to, int value, size_t size) {
    lct_writes(to, size, LCT_CALLER);
    return memset(to, value, size);
}

LCT_EXPORT void *lct_bulk_mempcpy(void *to, const void *from, size_t size) {
    copies(to, from, size, LCT_CALLER);
    return mempcpy(to, from, size);
}

LCT_EXPORT void lct_bulk_bzero(void *to, size_t size) {
    lct_writes(to, size, LCT_CALLER);
    memset(to, 0, size);
}

LCT_EXPORT void lct_bulk_bcopy(const void *from, void *to, size_t size) {
    copies(to, from, size, LCT_CALLER);
    memmove(to, from, size);
}

/* Functions that stop early have read the bytes they needed and no more. */
static size_t up_to_difference(const char *a, const char *b, size_t most, bool text) {
    size_t i = 0;
    while (i < most && a[i] == b[i] && !(text && !a[i])) i++;
    return i < most ? i + 1 : most;
}

LCT_EXPORT int lct_bulk_memcmp(const void *a, const void *b, size_t size) {
    size_t needed = up_to_difference(a, b, size, false);
    lct_reads(a, needed, LCT_CALLER);
    lct_reads(b, needed, LCT_CALLER);
    return memcmp(a, b, size);
}

LCT_EXPORT int lct_bulk_strcmp(const char *a, const char *b) {
    size_t needed = up_to_difference(a, b, SIZE_MAX, true);
    lct_reads(a, needed, LCT_CALLER);
    lct_reads(b, needed, LCT_CALLER);
    return strcmp(a, b);
}

LCT_EXPORT int lct_bulk_strncmp(const char *a, const char *b, size_t most) {
    size_t needed = up_to_difference(a, b, most, true);
    lct_reads(a, needed, LCT_CALLER);
    lct_reads(b, needed, LCT_CALLER);
    return strncmp(a, b, most);
}

LCT_EXPORT void *lct_bulk_memchr(const void *at, int value, size_t size) {
    const char *found = memchr(at, value, size);
    lct_reads(at, found ? (size_t)(found - (const char *)at) + 1 : size, LCT_CALLER);
    return memchr(at, value, size);
}

LCT_EXPORT size_t lct_bulk_strlen(const char *text) {
    lct_reads(text, strlen(text) + 1, LCT_CALLER);
    return strlen(text);
}

LCT_EXPORT size_t lct_bulk_strnlen(const char *text, size_t most) {
    size_t length = strnlen(text, most);
    lct_reads(text, length < most ? length + 1 : most, LCT_CALLER);
    return strnlen(text, most);
}

LCT_EXPORT char *lct_bulk_strchr(const char *text, int value) {
    const char *found = strchr(text, value);
    lct_reads(text, (found ? (size_t)(found - text) : strlen(text)) + 1, LCT_CALLER);
    return strchr(text, value);
}

LCT_EXPORT char *lct_bulk_strcpy(char *to, const char *from) {
    copies(to, from, strlen(from) + 1, LCT_CALLER);
    return strcpy(to, from);
}

LCT_EXPORT char *lct_bulk_stpcpy(char *to, const char *from) {
    copies(to, from, strlen(from) + 1, LCT_CALLER);
    return stpcpy(to, from);
}

LCT_EXPORT char *lct_bulk_strncpy(char *to, const char *from, size_t size) {
    size_t length = strnlen(from, size);
    lct_reads(from, length < size ? length + 1 : size, LCT_CALLER);
    lct_writes(to, size, LCT_CALLER);
    return strncpy(to, from, size);
}

LCT_EXPORT char *lct_bulk_strcat(char *to, const char *from) {
    size_t length = strlen(to);
    lct_reads(to, length + 1, LCT_CALLER);
    copies(to + length, from, strlen(from) + 1, LCT_CALLER);
    return strcat(to, from);
}

LCT_EXPORT char *lct_bulk_strncat(char *to, const char *from, size_t most) {
    size_t length = strlen(to), more = strnlen(from, most);
    lct_reads(to, length + 1, LCT_CALLER);
    lct_reads(from, more < most ? more + 1 : most, LCT_CALLER);
    lct_writes(to + length, more + 1, LCT_CALLER);
    return strncat(to, from, most);
}

/* All that are in the set, or all that are not: one more has been looked at. */
LCT_EXPORT size_t lct_bulk_strspn(const char *text, const char *set) {
    lct_reads(text, strspn(text, set) + 1, LCT_CALLER);
    lct_reads(set, strlen(set) + 1, LCT_CALLER);
    return strspn(text, set);
}

LCT_EXPORT size_t lct_bulk_strcspn(const char *text, const char *set) {
    lct_reads(text, strcspn(text, set) + 1, LCT_CALLER);
    lct_reads(set, strlen(set) + 1, LCT_CALLER);
    return strcspn(text, set);
}

LCT_EXPORT char *lct_bulk_strpbrk(const char *text, const char *set) {
    lct_reads(text, strcspn(text, set) + 1, LCT_CALLER);
    lct_reads(set, strlen(set) + 1, LCT_CALLER);
    return strpbrk(text, set);
}

LCT_EXPORT char *lct_bulk_strrchr(const char *text, int value) {
    lct_reads(text, strlen(text) + 1, LCT_CALLER);
    return strrchr(text, value);
}

LCT_EXPORT char *lct_bulk_strstr(const char *text, const char *part) {
    const char *found = strstr(text, part);
    size_t length = strlen(part);
    lct_reads(text, found ? (size_t)(found - text) + length : strlen(text) + 1, LCT_CALLER);
    lct_reads(part, length + 1, LCT_CALLER);
    return strstr(text, part);
}

/* It may read and write all of it, regardless of its content. */
LCT_EXPORT void lct_bulk_qsort(void *at, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    copies(at, at, count * size, LCT_CALLER);
    qsort(at, count, size, compare);
}
