/* Texts of wide characters, as std::wstring leaves them to libc. */
#define _GNU_SOURCE
#include <wchar.h>

#include "target/runtime/bulk.h"
#include "target/runtime/bulk_parts.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static void reads(const wchar_t *at, size_t count, uintptr_t pc) { lc_reads(at, count * sizeof *at, pc); }
static void writes(wchar_t *at, size_t count, uintptr_t pc) { lc_writes(at, count * sizeof *at, pc); }

LC_EXPORT wchar_t *lc_bulk_wmemcpy(wchar_t *to, const wchar_t *from, size_t count) {
    reads(from, count, LC_CALLER);
    writes(to, count, LC_CALLER);
    return wmemcpy(to, from, count);
}

LC_EXPORT wchar_t *lc_bulk_wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
    reads(from, count, LC_CALLER);
    writes(to, count, LC_CALLER);
    return wmemmove(to, from, count);
}

LC_EXPORT wchar_t *lc_bulk_wmemset(wchar_t *to, wchar_t value, size_t count) {
    writes(to, count, LC_CALLER);
    return wmemset(to, value, count);
}

LC_EXPORT int lc_bulk_wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
    size_t needed = 0;
    while (needed < count && a[needed] == b[needed]) needed++;
    if (needed < count) needed++;
    reads(a, needed, LC_CALLER);
    reads(b, needed, LC_CALLER);
    return wmemcmp(a, b, count);
}

LC_EXPORT wchar_t *lc_bulk_wmemchr(const wchar_t *at, wchar_t value, size_t count) {
    const wchar_t *found = wmemchr(at, value, count);
    reads(at, found ? (size_t)(found - at) + 1 : count, LC_CALLER);
    return wmemchr(at, value, count);
}

LC_EXPORT size_t lc_bulk_wcslen(const wchar_t *text) {
    reads(text, wcslen(text) + 1, LC_CALLER);
    return wcslen(text);
}
