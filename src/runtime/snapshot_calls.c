/* Calls that change what a snapshot does not hold: files, mappings, libraries.
 *
 * Run from the start, an execution opens what it closes; gone on with from the middle, it would close a second time
 * what it opened once.  So whoever calls one of these gets no more snapshots, and everything else is as before.
 * (close, pipe, eventfd and the like are in sync/wire.c.)
 */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* which would make two names of open one */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/calls.h"
#include "runtime/machine.h"
#include "runtime/mapped.h"
#include "runtime/snapshot.h"

#define EXPORT __attribute__((visibility("default")))

/* clang-format off */
enum call {
    OPEN, OPEN64, OPENAT, DUP, DUP2, FOPEN, FOPEN64, FCLOSE, OPENDIR, CLOSEDIR, SOCKET, ACCEPT,
    MMAP, MMAP64, MUNMAP, MREMAP, DLOPEN, DLCLOSE, CALLS
};
/* clang-format on */

static struct { void *at[CALLS]; } real LC_STATE = {0};

static void leave_a_mark(void) {
    if (!lc_m.in_code) return;
    lc_has_effect();
    lc_snapshot_forbid();
}

static void *find(enum call call, const char *name) {
    leave_a_mark();
    if (!real.at[call]) real.at[call] = dlsym(RTLD_NEXT, name);
    return real.at[call];
}

/* The parameters, and the names of those that are passed on. */
#define PASS_ON(type, call, name, parameters, ...)                                                                     \
    EXPORT type name parameters { return ((type(*) parameters)find(call, #name))(__VA_ARGS__); }

/* The last argument is there only if a file is made; passing on one that is not there does no harm. */
#define PASS_ON_OPEN(call, name, parameters, last, ...)                                                                \
    EXPORT int name parameters {                                                                                       \
        va_list more;                                                                                                  \
        va_start(more, last);                                                                                          \
        unsigned mode = va_arg(more, unsigned);                                                                        \
        va_end(more);                                                                                                  \
        return ((int(*) parameters)find(call, #name))(__VA_ARGS__, mode);                                              \
    }

/* Where the limit is Lince's own (--max-memory), there is memory as far as the code under test can know. */
static void *mapped(void *at, size_t size, int how, int flags) {
    struct rlimit limit;
    if (at != MAP_FAILED) lc_mapped_made(at, size, how, flags);
    if (at == MAP_FAILED && errno == ENOMEM && lc_m.in_code && size < (size_t)1 << 40 &&
        getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        lc_out_of_memory();
    return at;
}

#define PASS_ON_MMAP(call, name, offset_type)                                                                          \
    EXPORT void *name(void *at, size_t size, int how, int flags, int fd, offset_type offset) {                         \
        return mapped(((__typeof__(&name))find(call, #name))(at, size, how, flags, fd, offset), size, how, flags);     \
    }

PASS_ON_OPEN(OPEN, open, (const char *path, int flags, ...), flags, path, flags)
PASS_ON_OPEN(OPEN64, open64, (const char *path, int flags, ...), flags, path, flags)
PASS_ON_OPEN(OPENAT, openat, (int at, const char *path, int flags, ...), flags, at, path, flags)
PASS_ON(int, DUP, dup, (int fd), fd)
PASS_ON(int, DUP2, dup2, (int fd, int to), fd, to)
PASS_ON(FILE *, FOPEN, fopen, (const char *restrict path, const char *restrict mode), path, mode)
PASS_ON(FILE *, FOPEN64, fopen64, (const char *restrict path, const char *restrict mode), path, mode)
PASS_ON(int, FCLOSE, fclose, (FILE * file), file)
PASS_ON(DIR *, OPENDIR, opendir, (const char *path), path)
PASS_ON(int, CLOSEDIR, closedir, (DIR * directory), directory)
PASS_ON(int, SOCKET, socket, (int domain, int type, int protocol), domain, type, protocol)
PASS_ON(int, ACCEPT, accept, (int fd, __SOCKADDR_ARG from, socklen_t *restrict length), fd, from, length)
PASS_ON_MMAP(MMAP, mmap, off_t)
PASS_ON_MMAP(MMAP64, mmap64, off64_t)
PASS_ON(void *, DLOPEN, dlopen, (const char *path, int mode), path, mode)
PASS_ON(int, DLCLOSE, dlclose, (void *handle), handle)

EXPORT int munmap(void *at, size_t size) {
    __typeof__(&munmap) unmap = (__typeof__(&munmap))find(MUNMAP, "munmap");
    if (lc_m.in_code && lc_mapped_stays(at, size)) return 0;
    int result = unmap(at, size);
    if (!result) lc_mapped_gone(at, size);
    return result;
}

static const char *const set_up = "it is about memory that every execution starts with, which must stay as it is";

EXPORT void *mremap(void *at, size_t size, size_t new_size, int flags, ...) {
    va_list more;
    va_start(more, flags);
    void *wanted = va_arg(more, void *), *to;
    va_end(more);
    if (lc_m.in_code && lc_mapped_stays(at, size)) lc_unsupported("mremap", set_up, LC_CALLER);
    to = ((__typeof__(&mremap))find(MREMAP, "mremap"))(at, size, new_size, flags, wanted);
    if (to == MAP_FAILED) return to;
    lc_mapped_gone(at, size);
    lc_mapped_made(to, new_size, PROT_WRITE, flags & MREMAP_FIXED ? MAP_FIXED : MAP_ANONYMOUS);
    return to;
}

EXPORT int mprotect(void *at, size_t size, int how) {
    leave_a_mark();
    if (lc_m.in_code && lc_mapped_stays(at, size)) lc_unsupported("mprotect", set_up, LC_CALLER);
    return (int)syscall(SYS_mprotect, at, size, how);
}

EXPORT int brk(void *end) {
    leave_a_mark();
    if (lc_mapped_breaks(end) && lc_m.in_code) lc_unsupported("brk", set_up, LC_CALLER);
    return LC_REAL(brk)(end);
}

EXPORT void *sbrk(intptr_t more) {
    char *end = LC_REAL(sbrk)(0);
    if (!more) return end;
    leave_a_mark();
    if (lc_mapped_breaks(end + more) && lc_m.in_code) lc_unsupported("sbrk", set_up, LC_CALLER);
    return LC_REAL(sbrk)(more);
}
