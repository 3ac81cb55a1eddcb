/* The interface of instrumented code: the `__tsan_*` entry points that gcc and clang call with -fsanitize=thread. */
#ifndef LC_TARGET_RUNTIME_TSAN_H
#define LC_TARGET_RUNTIME_TSAN_H

#include <stdbool.h>
#include <stdint.h>

#include "target/runtime/machine.h"

/* A plain access to a range, before it happens. */
void lct_access_range(uintptr_t address, uint64_t size, bool writes, uintptr_t pc);

/* An atomic access, before it happens. */
void lct_atomic_point(lct_access, uint8_t shown, uintptr_t address, uint32_t size, uintptr_t pc);
/* It was a read-modify-write that left the value as it was. */
void lct_changed_nothing(void);
/* On the thread's own stack, or one of its thread-local variables, which no other thread was ever seen to access. */
bool lct_is_private(uintptr_t address);

#endif
