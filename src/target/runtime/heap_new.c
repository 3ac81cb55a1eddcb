/* operator new and delete of C++.
 *
 * Those of libstdc++ would call malloc and free by themselves; these are here so that a block is known by the line of
 * its `new`.  They are weak: a program may have its own.
 */
#include <stdbool.h>

#include "target/runtime/heap_calls.h"
#include "target/runtime/machine.h"

#define WEAK __attribute__((visibility("default"), weak))

/* Called by the compiler under these names, declared nowhere in C. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

typedef void (*handler)(void);
__attribute__((weak)) handler _ZSt15get_new_handlerv(void); /* std::get_new_handler */
__attribute__((weak)) void _ZSt17__throw_bad_allocv(void);  /* std::__throw_bad_alloc */

static void *make(size_t size, size_t alignment, bool throws, uintptr_t pc, const char *name) {
    for (;;) {
        void *block = lct_malloc(size ? size : 1, alignment, pc, name);
        if (block) return block;
        handler other = _ZSt15get_new_handlerv ? _ZSt15get_new_handlerv() : NULL;
        if (!other) break;
        other();
    }
    if (throws && _ZSt17__throw_bad_allocv) _ZSt17__throw_bad_allocv();
    return NULL;
}

WEAK void *_Znwm(size_t size) { return make(size, 0, true, LCT_CALLER, "new"); }
WEAK void *_Znam(size_t size) { return make(size, 0, true, LCT_CALLER, "new[]"); }
WEAK void *_ZnwmRKSt9nothrow_t(size_t size, const void *n) { return (void)n, make(size, 0, false, LCT_CALLER, "new"); }
WEAK void *_ZnamRKSt9nothrow_t(size_t size, const void *n) {
    return (void)n, make(size, 0, false, LCT_CALLER, "new[]");
}
WEAK void *_ZnwmSt11align_val_t(size_t size, size_t a) { return make(size, a, true, LCT_CALLER, "new"); }
WEAK void *_ZnamSt11align_val_t(size_t size, size_t a) { return make(size, a, true, LCT_CALLER, "new[]"); }
WEAK void *_ZnwmSt11align_val_tRKSt9nothrow_t(size_t size, size_t a, const void *n) {
    return (void)n, make(size, a, false, LCT_CALLER, "new");
}
WEAK void *_ZnamSt11align_val_tRKSt9nothrow_t(size_t size, size_t a, const void *n) {
    return (void)n, make(size, a, false, LCT_CALLER, "new[]");
}

WEAK void _ZdlPv(void *p) { lct_free(p, LCT_CALLER, "delete"); }
WEAK void _ZdaPv(void *p) { lct_free(p, LCT_CALLER, "delete[]"); }
WEAK void _ZdlPvm(void *p, size_t size) { (void)size, lct_free(p, LCT_CALLER, "delete"); }
WEAK void _ZdaPvm(void *p, size_t size) { (void)size, lct_free(p, LCT_CALLER, "delete[]"); }
WEAK void _ZdlPvRKSt9nothrow_t(void *p, const void *n) { (void)n, lct_free(p, LCT_CALLER, "delete"); }
WEAK void _ZdaPvRKSt9nothrow_t(void *p, const void *n) { (void)n, lct_free(p, LCT_CALLER, "delete[]"); }
WEAK void _ZdlPvSt11align_val_t(void *p, size_t a) { (void)a, lct_free(p, LCT_CALLER, "delete"); }
WEAK void _ZdaPvSt11align_val_t(void *p, size_t a) { (void)a, lct_free(p, LCT_CALLER, "delete[]"); }
WEAK void _ZdlPvmSt11align_val_t(void *p, size_t size, size_t a) {
    (void)size, (void)a, lct_free(p, LCT_CALLER, "delete");
}
WEAK void _ZdaPvmSt11align_val_t(void *p, size_t size, size_t a) {
    (void)size, (void)a, lct_free(p, LCT_CALLER, "delete[]");
}
WEAK void _ZdlPvSt11align_val_tRKSt9nothrow_t(void *p, size_t a, const void *n) {
    (void)a, (void)n, lct_free(p, LCT_CALLER, "delete");
}
WEAK void _ZdaPvSt11align_val_tRKSt9nothrow_t(void *p, size_t a, const void *n) {
    (void)a, (void)n, lct_free(p, LCT_CALLER, "delete[]");
}
