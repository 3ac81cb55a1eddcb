/* What instrumented code tells: the `__tsan_*` entry points that gcc and clang call with -fsanitize=thread. */
#ifndef LC_RUNTIME_TSAN_H
#define LC_RUNTIME_TSAN_H

#include <stdbool.h>
#include <stdint.h>

/* A plain access to a range, before it happens. */
void lc_access_range(uintptr_t address, uint64_t size, bool writes, uintptr_t pc);

#endif
