/* System calls that write to memory of the code under test.
 *
 * Pages that have not been written to since the start are read-only (region.h), and the kernel does not write to them
 * either: the call would fail with EFAULT.  So the functions with which programs fill their buffers announce first
 * where they are going to write.  Functions that write a few bytes for their caller, such as stat, mostly do so on a
 * stack, which is never read-only.  (read and the like are in sync/wire.c.)
 */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* which would make two names of pread one */
#include <dlfcn.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "target/runtime/machine.h"
#include "target/runtime/region.h"

#define EXPORT __attribute__((visibility("default")))

#ifndef __clang__ /* buffers need not be initialized, and lct_region_touch does not look into them */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

enum call { PREAD, PREAD64, RECVFROM, FREAD, CALLS };

static struct { void *at[CALLS]; } real LCT_STATE = {0};

static void *find(enum call call, const char *name) {
    if (!real.at[call]) real.at[call] = dlsym(RTLD_NEXT, name);
    return real.at[call];
}

#define REAL(call, name) ((__typeof__(&name))find(call, #name))

EXPORT ssize_t pread(int fd, void *to, size_t size, off_t offset) {
    lct_region_touch(to, size);
    return REAL(PREAD, pread)(fd, to, size, offset);
}

EXPORT ssize_t pread64(int fd, void *to, size_t size, off64_t offset) {
    lct_region_touch(to, size);
    return REAL(PREAD64, pread64)(fd, to, size, offset);
}

EXPORT ssize_t recvfrom(int fd, void *restrict to, size_t size, int flags, __SOCKADDR_ARG from,
                        socklen_t *restrict length) {
    lct_region_touch(to, size);
    return REAL(RECVFROM, recvfrom)(fd, to, size, flags, from, length);
}

EXPORT size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict file) {
    size_t whole;
    if (!__builtin_mul_overflow(size, count, &whole)) lct_region_touch(to, whole);
    return REAL(FREAD, fread)(to, size, count, file);
}
