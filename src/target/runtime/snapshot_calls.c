/* Calls that change state outside a snapshot: files, mappings, libraries.
 *
 * Run from the start, an execution opens each file that it closes; continued from the middle, it would close a second
 * time a file that it opened once.  So a program that calls one of these gets no more snapshots, and everything else is
 * as before.  (close, pipe, eventfd and the like are in sync/wire.c.)
 */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* which would make two names of open one */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "target/runtime/calls.h"
#include "target/runtime/machine.h"
#include "target/runtime/mapped.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/sync/wire.h"
#include "target/runtime/world/files.h"
#include "target/runtime/world/kernel.h"

#define EXPORT __attribute__((visibility("default")))

/* clang-format off */
enum call {
    OPEN, OPEN64, OPENAT, OPENAT64, CREAT, DUP, DUP2, DUP3, FOPEN, FOPEN64, FCLOSE, OPENDIR, CLOSEDIR, TMPFILE,
    MEMFD_CREATE, FTRUNCATE, UNLINK, RENAME, MKDIR, MMAP, MMAP64, MUNMAP, MREMAP, DLOPEN, DLCLOSE, CALLS
};
/* clang-format on */

static struct { void *at[CALLS]; } real LCT_STATE = {0};

static void leave_a_mark(void) {
    if (!lct_m.in_code) return;
    lct_has_effect();
    lct_snapshot_forbid();
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
#define PASS_ON_OPEN(call, name, from, parameters, last, ...)                                                          \
    EXPORT int name parameters {                                                                                       \
        va_list more;                                                                                                  \
        va_start(more, last);                                                                                          \
        unsigned mode = va_arg(more, unsigned);                                                                        \
        va_end(more);                                                                                                  \
        lct_files_opens(from, path, flags, #name, LCT_CALLER);                                                         \
        return (int)lct_files_opened(((int(*) parameters)find(call, #name))(__VA_ARGS__, mode));                       \
    }

/* Files that are opened as streams. */
static int flags_of(const char *mode) {
    int creates = *mode == 'r' ? 0 : O_CREAT;
    return creates | (strchr(mode, '+') ? O_RDWR : creates ? O_WRONLY : O_RDONLY);
}

#define PASS_ON_FOPEN(call, name)                                                                                      \
    EXPORT FILE *name(const char *restrict path, const char *restrict mode) {                                          \
        lct_files_opens(AT_FDCWD, path, flags_of(mode), #name, LCT_CALLER);                                            \
        FILE *file = ((__typeof__(&name))find(call, #name))(path, mode);                                               \
        if (file) lct_files_opened(fileno(file));                                                                      \
        return file;                                                                                                   \
    }

/* Calls that change files. */
#define PASS_ON_CHANGE(type, call, name, parameters, ...)                                                              \
    EXPORT type name parameters {                                                                                      \
        lct_files_changes(#name, LCT_CALLER);                                                                          \
        return ((type(*) parameters)find(call, #name))(__VA_ARGS__);                                                   \
    }

/* Where the limit is Lince's own (--max-memory), there is memory as far as the code under test can observe. */
static void *mapped(void *at, size_t size, int how, int flags) {
    struct rlimit limit;
    if (at != MAP_FAILED) lct_mapped_made(at, size, how, flags);
    if (at == MAP_FAILED && errno == ENOMEM && lct_m.in_code && size < (size_t)1 << 40 &&
        getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        lct_out_of_memory();
    return at;
}

#define PASS_ON_MMAP(call, name, offset_type)                                                                          \
    EXPORT void *name(void *at, size_t size, int how, int flags, int fd, offset_type offset) {                         \
        return mapped(((__typeof__(&name))find(call, #name))(at, size, how, flags, fd, offset), size, how, flags);     \
    }

PASS_ON_OPEN(OPEN, open, AT_FDCWD, (const char *path, int flags, ...), flags, path, flags)
PASS_ON_OPEN(OPEN64, open64, AT_FDCWD, (const char *path, int flags, ...), flags, path, flags)
PASS_ON_OPEN(OPENAT, openat, at, (int at, const char *path, int flags, ...), flags, at, path, flags)
PASS_ON_OPEN(OPENAT64, openat64, at, (int at, const char *path, int flags, ...), flags, at, path, flags)
PASS_ON_FOPEN(FOPEN, fopen)
PASS_ON_FOPEN(FOPEN64, fopen64)
PASS_ON_CHANGE(int, UNLINK, unlink, (const char *path), path)
PASS_ON_CHANGE(int, RENAME, rename, (const char *path, const char *to), path, to)
PASS_ON_CHANGE(int, MKDIR, mkdir, (const char *path, mode_t mode), path, mode)
PASS_ON(DIR *, OPENDIR, opendir, (const char *path), path)
PASS_ON(int, CLOSEDIR, closedir, (DIR * directory), directory)

EXPORT int creat(const char *path, mode_t mode) {
    lct_files_opens(AT_FDCWD, path, O_CREAT | O_WRONLY, "creat", LCT_CALLER);
    return (int)lct_files_opened(((__typeof__(&creat))find(CREAT, "creat"))(path, mode));
}

EXPORT FILE *tmpfile(void) {
    FILE *file = ((__typeof__(&tmpfile))find(TMPFILE, "tmpfile"))();
    if (file && lct_m.in_code) lct_files_made(fileno(file));
    return file;
}

EXPORT int memfd_create(const char *name, unsigned flags) {
    int fd = ((__typeof__(&memfd_create))find(MEMFD_CREATE, "memfd_create"))(name, flags);
    if (lct_m.in_code) lct_files_made(fd);
    return fd;
}

EXPORT int ftruncate(int fd, off_t size) {
    lct_files_writes(fd, "ftruncate", LCT_CALLER);
    return ((__typeof__(&ftruncate))find(FTRUNCATE, "ftruncate"))(fd, size);
}

EXPORT int fclose(FILE *file) {
    __typeof__(&fclose) real_fclose = (__typeof__(&fclose))find(FCLOSE, "fclose");
    if (file) lct_files_closes(fileno(file), "fclose", LCT_CALLER);
    return real_fclose(file);
}

static void copies(int fd, uintptr_t pc) {
    if (lct_m.in_code && (lct_wire_has(fd) || lct_polls_has(fd)))
        lct_unsupported("dup", "a second number of a pipe, eventfd, epoll or socket is not modelled", pc);
}

EXPORT int dup(int fd) {
    copies(fd, LCT_CALLER);
    return (int)lct_files_opened(((__typeof__(&dup))find(DUP, "dup"))(fd));
}

EXPORT int dup2(int fd, int to) {
    copies(fd, LCT_CALLER);
    if (fd != to) lct_files_closes(to, "dup2", LCT_CALLER);
    return (int)lct_files_opened(((__typeof__(&dup2))find(DUP2, "dup2"))(fd, to));
}

EXPORT int dup3(int fd, int to, int flags) {
    copies(fd, LCT_CALLER);
    lct_files_closes(to, "dup3", LCT_CALLER);
    return (int)lct_files_opened(((__typeof__(&dup3))find(DUP3, "dup3"))(fd, to, flags));
}

PASS_ON_MMAP(MMAP, mmap, off_t)
PASS_ON_MMAP(MMAP64, mmap64, off64_t)
PASS_ON(void *, DLOPEN, dlopen, (const char *path, int mode), path, mode)
PASS_ON(int, DLCLOSE, dlclose, (void *handle), handle)

EXPORT int munmap(void *at, size_t size) {
    __typeof__(&munmap) unmap = (__typeof__(&munmap))find(MUNMAP, "munmap");
    if (lct_m.in_code && lct_mapped_persists(at, size)) return 0;
    int result = unmap(at, size);
    if (!result) lct_mapped_gone(at, size);
    return result;
}

static const char *const set_up = "it is about memory that every execution starts with, which must stay as it is";

EXPORT void *mremap(void *at, size_t size, size_t new_size, int flags, ...) {
    va_list more;
    va_start(more, flags);
    void *wanted = va_arg(more, void *), *to;
    va_end(more);
    if (lct_m.in_code && lct_mapped_persists(at, size)) lct_unsupported("mremap", set_up, LCT_CALLER);
    to = ((__typeof__(&mremap))find(MREMAP, "mremap"))(at, size, new_size, flags, wanted);
    if (to == MAP_FAILED) return to;
    lct_mapped_gone(at, size);
    lct_mapped_made(to, new_size, PROT_WRITE, flags & MREMAP_FIXED ? MAP_FIXED : MAP_ANONYMOUS);
    return to;
}

EXPORT int mprotect(void *at, size_t size, int how) {
    leave_a_mark();
    if (lct_m.in_code && lct_mapped_persists(at, size)) lct_unsupported("mprotect", set_up, LCT_CALLER);
    return (int)LCT_SYSTEM(mprotect, at, size, how);
}

EXPORT int brk(void *end) {
    leave_a_mark();
    if (lct_mapped_breaks(end) && lct_m.in_code) lct_unsupported("brk", set_up, LCT_CALLER);
    return LCT_REAL(brk)(end);
}

EXPORT void *sbrk(intptr_t more) {
    char *end = LCT_REAL(sbrk)(0);
    if (!more) return end;
    leave_a_mark();
    if (lct_mapped_breaks(end + more) && lct_m.in_code) lct_unsupported("sbrk", set_up, LCT_CALLER);
    return LCT_REAL(sbrk)(more);
}
