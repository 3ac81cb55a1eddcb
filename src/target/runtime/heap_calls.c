/* The functions that programs call: malloc and everything that allocates for its caller.
 *
 * Memory that the code under test allocates, itself or through a library, comes from its heap.  Memory that libc and
 * the loader allocate for themselves, a buffer of stdio for example, comes from outside, because their variables are
 * not restored.  The return address identifies the caller.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target/runtime/bulk_parts.h"
#include "target/runtime/explorer.h"
#include "target/runtime/heap_calls.h"
#include "target/runtime/heap_parts.h"
#include "target/runtime/modules.h"
#include "target/runtime/order.h"
#include "target/runtime/tsan.h"

#define EXPORT __attribute__((visibility("default")))

/* Before any constructor: from here on the caller is known. */
static void early(void) { lct_modules_learn(); }
__attribute__((section(".preinit_array"), used)) static void (*early_entry)(void) = early;

/* Is this call to be served from the heap of the code under test?  Before the explorer starts, only constructors run.
 */
static bool might_be_code(uintptr_t caller) {
    if (!lct_m.in_code && lct_heap.started) return false;
    return lct_program.size && !lct_is_system(caller) && lct_heap_map();
}

static inline bool is_code(uintptr_t caller) {
    return LCT_LIKELY(lct_m.in_code && lct_is_program(caller)) || might_be_code(caller);
}

/* Blocks from outside have no record of their earlier owners.  So every thread that gets one comes after all threads
 * that gave one back. */
static const uint64_t outside;

static inline void *allocate(size_t size, size_t alignment, bool zeroed, uintptr_t pc, const char *name) {
    if (lct_m.in_code) lct_explorer.identified(true);
    if (is_code(pc)) return lct_heap_allocate(size, alignment, zeroed, pc, name);
    lct_acquires(&outside, sizeof outside);
    return lct_outside_allocate(size, alignment, zeroed);
}

static inline void release(void *block, uintptr_t pc, const char *name) {
    if (!block) return;
    if (lct_m.in_code) lct_explorer.identified(true);
    if (LCT_LIKELY(lct_heap_has((uintptr_t)block))) {
        lct_heap_release((uintptr_t)block, pc, name);
    } else if (lct_outside_has((uintptr_t)block)) {
        lct_contributes(&outside, sizeof outside);
        if (!is_code(pc) || !lct_outside_is_kept(block)) lct_outside_free(block);
    } else if (is_code(pc)) {
        lct_heap_complain_freeing((uintptr_t)block, pc, name);
    }
}

void *lct_malloc(size_t size, size_t alignment, uintptr_t pc, const char *name) {
    return allocate(size, alignment, false, pc, name);
}

void lct_free(void *block, uintptr_t pc, const char *name) { release(block, pc, name); }

EXPORT void *malloc(size_t size) { return allocate(size, 0, false, LCT_CALLER, "malloc"); }

EXPORT void free(void *block) { release(block, LCT_CALLER, "free"); }

EXPORT void *calloc(size_t count, size_t size) {
    size_t whole;
    if (__builtin_mul_overflow(count, size, &whole)) {
        errno = ENOMEM;
        return NULL;
    }
    return allocate(whole, 0, true, LCT_CALLER, "calloc");
}

/* The block always moves, so that uses of the old address are found. */
static void *resize(void *block, size_t size, uintptr_t pc, const char *name) {
    if (!block) return allocate(size, 0, false, pc, name);
    if (!size) {
        release(block, pc, name);
        return NULL;
    }
    bool in_heap = lct_heap_has((uintptr_t)block);
    if (!in_heap && !lct_outside_has((uintptr_t)block)) {
        if (is_code(pc)) lct_heap_complain_freeing((uintptr_t)block, pc, name);
        return NULL;
    }
    size_t old = in_heap ? lct_heap_expect((uintptr_t)block, pc, name)->size : lct_outside_size(block);
    size_t kept = old < size ? old : size;
    void *moved = allocate(size, 0, false, pc, name);
    if (!moved) return NULL;
    assert(moved != block); /* which is still live */
    if (in_heap && lct_m.in_code) lct_access_range((uintptr_t)block, kept, false, pc);
    memcpy(moved, block, kept);
    release(block, pc, name);
    return moved;
}

EXPORT void *realloc(void *block, size_t size) { return resize(block, size, LCT_CALLER, "realloc"); }

EXPORT void *reallocarray(void *block, size_t count, size_t size) {
    size_t whole;
    if (__builtin_mul_overflow(count, size, &whole)) {
        errno = ENOMEM;
        return NULL;
    }
    return resize(block, whole, LCT_CALLER, "reallocarray");
}

static bool is_power_of_two(size_t n) { return n && !(n & (n - 1)); }

static void *aligned(size_t alignment, size_t size, uintptr_t pc, const char *name) {
    if (is_power_of_two(alignment)) return allocate(size, alignment, false, pc, name);
    errno = EINVAL;
    return NULL;
}

EXPORT void *aligned_alloc(size_t alignment, size_t size) {
    return aligned(alignment, size, LCT_CALLER, "aligned_alloc");
}

EXPORT void *memalign(size_t alignment, size_t size) { return aligned(alignment, size, LCT_CALLER, "memalign"); }

EXPORT int posix_memalign(void **result, size_t alignment, size_t size) {
    if (!is_power_of_two(alignment) || alignment % sizeof(void *)) return EINVAL;
    int saved = errno;
    void *block = allocate(size, alignment, false, LCT_CALLER, "posix_memalign");
    errno = saved;
    if (!block) return ENOMEM;
    *result = block;
    return 0;
}

enum { PAGE = 4096 };

EXPORT void *valloc(size_t size) { return allocate(size, PAGE, false, LCT_CALLER, "valloc"); }

EXPORT void *pvalloc(size_t size) {
    if (size > SIZE_MAX - PAGE) {
        errno = ENOMEM;
        return NULL;
    }
    return allocate((size + PAGE - 1) / PAGE * PAGE, PAGE, false, LCT_CALLER, "pvalloc");
}

EXPORT size_t malloc_usable_size(void *block) {
    if (!block) return 0;
    if (lct_heap_has((uintptr_t)block))
        return lct_heap_expect((uintptr_t)block, LCT_CALLER, "malloc_usable_size")->size;
    return lct_outside_has((uintptr_t)block) ? lct_outside_size(block) : 0;
}

/* ---- memory that libc allocates for its caller ---- */

static char *duplicate(const char *text, size_t length, size_t most, uintptr_t pc, const char *name) {
    char *copy = allocate(length + 1, 0, false, pc, name);
    if (!copy) return NULL;
    if (lct_m.in_code) lct_access_range((uintptr_t)text, length < most ? length + 1 : length, false, pc);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

#undef strdup
#undef strndup
EXPORT char *strdup(const char *text) { return duplicate(text, strlen(text), SIZE_MAX, LCT_CALLER, "strdup"); }

EXPORT char *strndup(const char *text, size_t most) {
    return duplicate(text, strnlen(text, most), most, LCT_CALLER, "strndup");
}

static int print(char **result, const char *format, va_list args, uintptr_t pc, const char *name) {
    va_list again;
    lct_prints(format, args, pc);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = length < 0 ? NULL : allocate((size_t)length + 1, 0, false, pc, name);
    if (text) length = vsnprintf(text, (size_t)length + 1, format, again);
    else length = -1;
    va_end(again);
    if (text) *result = text;
    return length;
}

EXPORT int vasprintf(char **result, const char *format, va_list args) {
    return print(result, format, args, LCT_CALLER, "vasprintf");
}

EXPORT int asprintf(char **result, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = print(result, format, args, LCT_CALLER, "asprintf");
    va_end(args);
    return length;
}
