#define _GNU_SOURCE
#include "target/runtime/bulk.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "target/runtime/bulk_parts.h"

/* Called under these names by what objcopy or the compiler made. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* Both come before the copy: a step that waits for its turn must not have read yet what it is going to write. */
static inline void copies(void *to, const void *from, size_t size, uintptr_t pc) {
    lc_reads(from, size, pc);
    lc_writes(to, size, pc);
}

LC_EXPORT void *__tsan_memcpy(void *to, const void *from, size_t size) {
    copies(to, from, size, LC_CALLER);
    return memcpy(to, from, size);
}

LC_EXPORT void *__tsan_memmove(void *to, const void *from, size_t size) {
    copies(to, from, size, LC_CALLER);
    return memmove(to, from, size);
}

LC_EXPORT void *__tsan_memset(void *to, int value, size_t size) {
    lc_writes(to, size, LC_CALLER);
    return memset(to, value, size);
}

LC_EXPORT void *lc_bulk_mempcpy(void *to, const void *from, size_t size) {
    copies(to, from, size, LC_CALLER);
    return mempcpy(to, from, size);
}

LC_EXPORT void lc_bulk_bzero(void *to, size_t size) {
    lc_writes(to, size, LC_CALLER);
    memset(to, 0, size);
}

LC_EXPORT void lc_bulk_bcopy(const void *from, void *to, size_t size) {
    copies(to, from, size, LC_CALLER);
    memmove(to, from, size);
}

/* Functions that stop early have read what they needed and no more. */
static size_t up_to_difference(const char *a, const char *b, size_t most, bool text) {
    size_t i = 0;
    while (i < most && a[i] == b[i] && !(text && !a[i])) i++;
    return i < most ? i + 1 : most;
}

LC_EXPORT int lc_bulk_memcmp(const void *a, const void *b, size_t size) {
    size_t needed = up_to_difference(a, b, size, false);
    lc_reads(a, needed, LC_CALLER);
    lc_reads(b, needed, LC_CALLER);
    return memcmp(a, b, size);
}

LC_EXPORT int lc_bulk_strcmp(const char *a, const char *b) {
    size_t needed = up_to_difference(a, b, SIZE_MAX, true);
    lc_reads(a, needed, LC_CALLER);
    lc_reads(b, needed, LC_CALLER);
    return strcmp(a, b);
}

LC_EXPORT int lc_bulk_strncmp(const char *a, const char *b, size_t most) {
    size_t needed = up_to_difference(a, b, most, true);
    lc_reads(a, needed, LC_CALLER);
    lc_reads(b, needed, LC_CALLER);
    return strncmp(a, b, most);
}

LC_EXPORT void *lc_bulk_memchr(const void *at, int value, size_t size) {
    const char *found = memchr(at, value, size);
    lc_reads(at, found ? (size_t)(found - (const char *)at) + 1 : size, LC_CALLER);
    return memchr(at, value, size);
}

LC_EXPORT size_t lc_bulk_strlen(const char *text) {
    lc_reads(text, strlen(text) + 1, LC_CALLER);
    return strlen(text);
}

LC_EXPORT size_t lc_bulk_strnlen(const char *text, size_t most) {
    size_t length = strnlen(text, most);
    lc_reads(text, length < most ? length + 1 : most, LC_CALLER);
    return strnlen(text, most);
}

LC_EXPORT char *lc_bulk_strchr(const char *text, int value) {
    const char *found = strchr(text, value);
    lc_reads(text, (found ? (size_t)(found - text) : strlen(text)) + 1, LC_CALLER);
    return strchr(text, value);
}

LC_EXPORT char *lc_bulk_strcpy(char *to, const char *from) {
    copies(to, from, strlen(from) + 1, LC_CALLER);
    return strcpy(to, from);
}

LC_EXPORT char *lc_bulk_stpcpy(char *to, const char *from) {
    copies(to, from, strlen(from) + 1, LC_CALLER);
    return stpcpy(to, from);
}

LC_EXPORT char *lc_bulk_strncpy(char *to, const char *from, size_t size) {
    size_t length = strnlen(from, size);
    lc_reads(from, length < size ? length + 1 : size, LC_CALLER);
    lc_writes(to, size, LC_CALLER);
    return strncpy(to, from, size);
}

LC_EXPORT char *lc_bulk_strcat(char *to, const char *from) {
    size_t length = strlen(to);
    lc_reads(to, length + 1, LC_CALLER);
    copies(to + length, from, strlen(from) + 1, LC_CALLER);
    return strcat(to, from);
}

LC_EXPORT char *lc_bulk_strncat(char *to, const char *from, size_t most) {
    size_t length = strlen(to), more = strnlen(from, most);
    lc_reads(to, length + 1, LC_CALLER);
    lc_reads(from, more < most ? more + 1 : most, LC_CALLER);
    lc_writes(to + length, more + 1, LC_CALLER);
    return strncat(to, from, most);
}

/* All that are in the set, or all that are not: one more has been looked at. */
LC_EXPORT size_t lc_bulk_strspn(const char *text, const char *set) {
    lc_reads(text, strspn(text, set) + 1, LC_CALLER);
    lc_reads(set, strlen(set) + 1, LC_CALLER);
    return strspn(text, set);
}

LC_EXPORT size_t lc_bulk_strcspn(const char *text, const char *set) {
    lc_reads(text, strcspn(text, set) + 1, LC_CALLER);
    lc_reads(set, strlen(set) + 1, LC_CALLER);
    return strcspn(text, set);
}

LC_EXPORT char *lc_bulk_strpbrk(const char *text, const char *set) {
    lc_reads(text, strcspn(text, set) + 1, LC_CALLER);
    lc_reads(set, strlen(set) + 1, LC_CALLER);
    return strpbrk(text, set);
}

LC_EXPORT char *lc_bulk_strrchr(const char *text, int value) {
    lc_reads(text, strlen(text) + 1, LC_CALLER);
    return strrchr(text, value);
}

LC_EXPORT char *lc_bulk_strstr(const char *text, const char *part) {
    const char *found = strstr(text, part);
    size_t length = strlen(part);
    lc_reads(text, found ? (size_t)(found - text) + length : strlen(text) + 1, LC_CALLER);
    lc_reads(part, length + 1, LC_CALLER);
    return strstr(text, part);
}

/* It may read and write all of it, whatever it finds there. */
LC_EXPORT void lc_bulk_qsort(void *at, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    copies(at, at, count * size, LC_CALLER);
    qsort(at, count, size, compare);
}
