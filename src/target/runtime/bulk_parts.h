/* Announcements by functions of target/runtime/bulk.h before they read or write for the code under test. */
#ifndef LC_TARGET_RUNTIME_BULK_PARTS_H
#define LC_TARGET_RUNTIME_BULK_PARTS_H

#include <stdarg.h>

#include "target/runtime/machine.h"
#include "target/runtime/tsan.h"

#define LCT_EXPORT __attribute__((visibility("default")))

static inline void lct_reads(const void *at, size_t size, uintptr_t pc) {
    if (size && lct_m.in_code) lct_access_range((uintptr_t)at, size, false, pc);
}

static inline void lct_writes(void *at, size_t size, uintptr_t pc) {
    if (size && lct_m.in_code) lct_access_range((uintptr_t)at, size, true, pc);
}

/* The memory that is read and written for such a format besides its output; the list stays as it is. */
void lct_prints(const char *format, va_list, uintptr_t pc);

#endif
