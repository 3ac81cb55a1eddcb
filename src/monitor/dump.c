#define _GNU_SOURCE /* realpath */
#include "monitor/dump.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"

enum { PAUSE = 10 /* milliseconds */ };
#define PATIENCE 1.0 /* seconds */

/* ---- writing ---- */

static int write_all(int fd, const lince_text *text, double until) {
    size_t done = 0;
    while (done < text->length) {
        ssize_t count = write(fd, lc_text(text) + done, text->length - done);
        if (count > 0) done += (size_t)count;
        else if (count == 0) return EIO;
        else if (errno == EAGAIN && lc_now() < until)
            (void)poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, PAUSE);
        else if (errno != EINTR) return errno;
    }
    return 0;
}

/* A dump that could not be written as a whole is no file. */
static int write_and_close(int fd, const lince_text *text, double until) {
    int reason = write_all(fd, text, until);
    if (reason) (void)!ftruncate(fd, 0);
    if (close(fd) != 0 && !reason && errno != EINTR) reason = errno;
    return reason;
}

/* A device or a pipe, which a process may be about to read.  Also a file in a directory where no other can be
 * created. */
static int write_in_place(const char *path, const lince_text *text, int flags) {
    double until = lc_now() + PATIENCE;
    int fd;
    while ((fd = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags, 0666)) < 0) {
        if (errno != EINTR && (errno != ENXIO || lc_now() >= until)) return errno;
        (void)poll(NULL, 0, PAUSE);
    }
    return write_and_close(fd, text, until);
}

/* ---- replacing a file ---- */

/* `path` up to and with its last slash, and an unused name: a user with write access there must not redirect the output
 * to another file.  NULL: there is no memory. */
static char *temporary_beside(const char *path, unsigned attempt) {
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash + 1 - path) : 0;
    char *temporary = malloc(length + 64);
    if (!temporary) return NULL;
    memcpy(temporary, path, length);
    snprintf(temporary + length, 64, ".lince-%ld-%llx-%u", (long)getpid(), (unsigned long long)(lc_now() * 1e9),
             attempt);
    return temporary;
}

static int replace(const char *path, const lince_text *text, const struct stat *old) {
    enum { ATTEMPTS = 100 };
    int reason = EEXIST;
    for (unsigned i = 0; i < ATTEMPTS && reason == EEXIST; i++) {
        char *temporary = temporary_beside(path, i);
        int fd = temporary ? open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666) : -1;
        reason = !temporary ? ENOMEM : fd < 0 ? errno : 0;
        if (fd >= 0) {
            if (old) (void)!fchmod(fd, old->st_mode & 0777);
            reason = write_and_close(fd, text, 0);
            if (!reason && rename(temporary, path) != 0) reason = errno;
            if (reason) (void)unlink(temporary);
        }
        free(temporary);
    }
    return reason;
}

/* A program with more rights than the user of the process (setuid) must not be led to other files. */
static bool leads_astray(const char *path) {
    struct stat there;
    return getauxval(AT_SECURE) && lstat(path, &there) == 0 && S_ISLNK(there.st_mode);
}

int lco_monitor_dump(const char *path, const lince_text *text) {
    struct stat there;
    bool exists = stat(path, &there) == 0;
    if (leads_astray(path)) return ELOOP;
    if (exists && !S_ISREG(there.st_mode)) return write_in_place(path, text, 0);
    if (!exists && lstat(path, &there) == 0)
        return write_in_place(path, text, O_CREAT);    /* a link that leads nowhere yet */
    char *real = exists ? realpath(path, NULL) : NULL; /* the target of a link is replaced, not the link */
    int reason = replace(real ? real : path, text, exists ? &there : NULL);
    free(real);
    /* A file that was made for us where we can make none. */
    if (exists && (reason == EACCES || reason == EPERM || reason == EROFS))
        reason = write_in_place(path, text, O_TRUNC);
    return reason;
}
