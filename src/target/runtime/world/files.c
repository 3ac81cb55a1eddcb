/* The effects of the code under test on the kernel's files.
 *
 * Executions must not depend on each other, so:
 *   - a descriptor that an execution opened and did not close is closed before the next one;
 *   - a file that was open after the setup is read from where it was then;
 *   - writes to a file with a name cannot be undone: an execution that opens one for writing, or writes to one, is
 *     refused.  The setup may, because executions start with the files as it leaves them;
 *   - files without a name (memfd_create) that an execution makes are its own;
 *   - descriptors that the setup left open must stay open.
 * Reading a file that nothing writes is harmless.  Terminals and /dev/null take anything.
 */
#define _GNU_SOURCE
#include "target/runtime/world/files.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/world/table.h"

enum { FILES = 256 };

static struct {
    bool opened[FILES]; /* by this execution */
    bool made[FILES];   /* and without a name */
    bool lasts[FILES];  /* it was open when the first execution began */
    bool moved[FILES];  /* and was read since */
    int64_t at[FILES];  /* from here on; -1: it has no such place */
    bool any;
} f LCT_STATE = {0};

static bool is_known(long fd) { return fd >= 0 && fd < FILES; }

/* Which descriptors are open: all in one system call. */
static void find_open(void) {
    struct pollfd all[FILES];
    for (int fd = 0; fd < FILES; fd++) all[fd] = (struct pollfd){.fd = fd};
    bool known = LCT_SYSTEM(poll, all, (long)FILES, 0L) >= 0; /* a low limit on open files refuses it */
    for (int fd = 0; fd < FILES; fd++)
        f.lasts[fd] = known ? !(all[fd].revents & POLLNVAL) : LCT_SYSTEM(fcntl, fd, F_GETFD) >= 0;
}

void lct_files_mark(void) {
    memset(&f, 0, sizeof f);
    find_open();
    for (int fd = 0; fd < FILES; fd++) f.at[fd] = f.lasts[fd] ? LCT_SYSTEM(lseek, fd, 0L, SEEK_CUR) : -1;
}

void lct_files_begin(void) {
    if (!f.any) return;
    f.any = false;
    for (int fd = 0; fd < FILES; fd++) {
        if (f.opened[fd]) LCT_SYSTEM(close, fd);
        if (f.moved[fd] && f.at[fd] >= 0) LCT_SYSTEM(lseek, fd, f.at[fd], SEEK_SET);
        f.opened[fd] = f.made[fd] = f.moved[fd] = false;
    }
}

static void leaves_a_mark(void) {
    lct_has_effect();
    lct_snapshot_forbid();
}

static bool is_execution(void) { return lct_m.in_code && !lct_m.setting_up; }

void lct_files_changes(const char *function, uintptr_t pc) {
    if (!lct_m.in_code) return;
    leaves_a_mark();
    if (is_execution()) lct_unsupported(function, LCT_WHY_FILES, pc);
}

/* ---- opening and closing ---- */

static bool takes_anything(const char *path) {
    static const char *const all[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/stdout", "/dev/stderr"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(path, all[i])) return true;
    return false;
}

void lct_files_opens(int at, const char *path, int flags, const char *function, uintptr_t pc) {
    struct stat info;
    if (!lct_m.in_code) return;
    leaves_a_mark();
    if (!path || takes_anything(path)) return;
    if (!strcmp(path, "/dev/random") || !strcmp(path, "/dev/urandom"))
        lct_unsupported(function, "random numbers of the kernel differ each time; getrandom is modelled", pc);
    bool known = LCT_SYSTEM(newfstatat, at, path, &info, 0) == 0;
    if (known && (S_ISFIFO(info.st_mode) || S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode)))
        lct_unsupported(function, "the contents of devices and named pipes differ each time, or are waited for", pc);
    bool changes = (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
    if (changes && is_execution() && (flags & O_TMPFILE) != O_TMPFILE) lct_unsupported(function, LCT_WHY_FILES, pc);
}

long lct_files_opened(long fd) {
    if (!is_known(fd) || !lct_m.in_code) return fd;
    f.any = true;
    f.opened[fd] = true;
    f.made[fd] = false;
    return fd;
}

void lct_files_made(int fd) {
    lct_files_opened(fd);
    if (is_known(fd)) f.made[fd] = true;
}

bool lct_files_is_made(int fd) { return is_known(fd) && f.made[fd]; }

void lct_files_closes(int fd, const char *function, uintptr_t pc) {
    if (!lct_m.in_code) return;
    leaves_a_mark();
    if (!is_known(fd)) return;
    if (is_execution() && f.lasts[fd] && !f.opened[fd])
        lct_unsupported(function, "every execution starts with this file, which must stay open", pc);
    f.opened[fd] = f.made[fd] = false;
}

/* ---- reading and writing ---- */

void lct_files_reads(int fd, const char *function, uintptr_t pc) {
    struct stat info;
    if (!lct_m.in_code || fd == STDIN_FILENO) return;
    leaves_a_mark();
    if (is_known(fd) && f.lasts[fd]) f.any = f.moved[fd] = true;
    if (LCT_SYSTEM(fstat, fd, &info) == 0 && S_ISSOCK(info.st_mode)) lct_unsupported(function, LCT_WHY_SOCKET, pc);
}

/* Bytes that libc has read ahead belong to libc, and are not put back. */
void lct_files_streams(int fd, uintptr_t pc) {
    if (is_execution() && is_known(fd) && f.lasts[fd] && fd != STDIN_FILENO)
        lct_unsupported(
            "read",
            "it fills a stream that the setup opened, of which libc keeps the bytes read ahead; open it in the "
            "operation, or read it with read",
            pc);
}

void lct_files_writes(int fd, const char *function, uintptr_t pc) {
    struct stat info;
    if (!lct_m.in_code || fd == STDOUT_FILENO || fd == STDERR_FILENO || fd == LCT_MESSAGES_FD) return;
    leaves_a_mark();
    if (LCT_SYSTEM(fstat, fd, &info) != 0) return;
    if (S_ISSOCK(info.st_mode)) lct_unsupported(function, LCT_WHY_SOCKET, pc);
    if (S_ISREG(info.st_mode) && is_execution() && !lct_files_is_made(fd)) lct_unsupported(function, LCT_WHY_FILES, pc);
}
