/* Allocation on behalf of the call at `pc`. */
#ifndef LC_TARGET_RUNTIME_HEAP_CALLS_H
#define LC_TARGET_RUNTIME_HEAP_CALLS_H

#include <stddef.h>
#include <stdint.h>

void *lct_malloc(size_t size, size_t alignment, uintptr_t pc, const char *name);
void lct_free(void *, uintptr_t pc, const char *name);

#endif
