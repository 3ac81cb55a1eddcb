/* Texts of wide characters, as std::wstring leaves them to libc. */
#define _GNU_SOURCE
#include <wchar.h>

#include "target/runtime/bulk.h"
#include "target/runtime/bulk_parts.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static void reads(const wchar_t *at, size_t count, uintptr_t pc) { lct_reads(at, count * sizeof *at, pc); }
static void writes(wchar_t *at, size_t count, uintptr_t pc) { lct_writes(at, count * sizeof *at, pc); }

LCT_EXPORT wchar_t *lct_bulk_wmemcpy(wchar_t *to, const wchar_t *from, size_t count) {
    reads(from, count, LCT_CALLER);
    writes(to, count, LCT_CALLER);
    return wmemcpy(to, from, count);
}

LCT_EXPORT wchar_t *lct_bulk_wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
    reads(from, count, LCT_CALLER);
    writes(to, count, LCT_CALLER);
    return wmemmove(to, from, count);
}

LCT_EXPORT wchar_t *lct_bulk_wmemset(wchar_t *to, wchar_t value, size_t count) {
    writes(to, count, LCT_CALLER);
    return wmemset(to, value, count);
}

LCT_EXPORT int lct_bulk_wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
    size_t needed = 0;
    while (needed < count && a[needed] == b[needed]) needed++;
    if (needed < count) needed++;
    reads(a, needed, LCT_CALLER);
    reads(b, needed, LCT_CALLER);
    return wmemcmp(a, b, count);
}

LCT_EXPORT wchar_t *lct_bulk_wmemchr(const wchar_t *at, wchar_t value, size_t count) {
    const wchar_t *found = wmemchr(at, value, count);
    reads(at, found ? (size_t)(found - at) + 1 : count, LCT_CALLER);
    return wmemchr(at, value, count);
}

LCT_EXPORT size_t lct_bulk_wcslen(const wchar_t *text) {
    reads(text, wcslen(text) + 1, LCT_CALLER);
    return wcslen(text);
}
