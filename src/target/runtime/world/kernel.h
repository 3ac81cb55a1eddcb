/* System calls of the runtime itself: the filter (filter.c) lets them pass, in any thread.
 *
 * Everything else that reaches the kernel from the code under test, or from libc on its behalf, is looked up in the
 * table of calls (table.h). */
#ifndef LC_TARGET_RUNTIME_WORLD_KERNEL_H
#define LC_TARGET_RUNTIME_WORLD_KERNEL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>

#if defined __x86_64__ || defined __aarch64__
enum { LCT_KERNEL_SUPPORTED = 1 };
#else
enum { LCT_KERNEL_SUPPORTED = 0 }; /* there is no filter, and the functions of libc are used */
#endif

/* The result of the kernel: a negative number is an error. */
long lct_kernel(long number, long a, long b, long c, long d, long e, long f) __attribute__((visibility("hidden")));
extern const char lct_kernel_end[] __attribute__((visibility("hidden")));

/* Like syscall of libc: -1, and errno has the error. */
long lct_system(long number, ...) __attribute__((visibility("hidden")));
#define LCT_SYSTEM(name, ...) lct_system(SYS_##name, __VA_ARGS__)

#endif
