/* Files that are there as a whole or not at all. */
#define _GNU_SOURCE /* fopencookie */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "cli/cli.h"
#include "cli/leftovers.h"

static lince_status cannot_write(const char *path, int reason, lince_error *error) {
    const char *why = reason == EINTR ? "nobody reads it" : reason ? strerror(reason) : NULL;
    return lc_fail(error, "cannot write %s%s%s", path, why ? ": " : "", why ? why : "");
}

/* ---- devices and pipes, which are written to where they are ---- */

enum { PAUSE = 20 /* milliseconds */, PATIENCE = 50 /* pauses, for somebody who reads slowly */ };

/* Nobody may ever read a pipe, and whoever interrupts us does not mean to wait for that. */
static ssize_t write_patiently(void *cookie, const char *bytes, size_t size) {
    int fd = *(int *)cookie, waited = 0;
    size_t done = 0;
    while (done < size && waited < PATIENCE) {
        ssize_t count = write(fd, bytes + done, size - done);
        if (count >= 0) {
            done += (size_t)count;
            waited = 0;
        } else if (errno == EAGAIN) {
            (void)poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, PAUSE);
            if (lc_interrupted()) waited++;
            errno = EINTR; /* unless it goes on */
        } else if (errno != EINTR) break;
    }
    return (ssize_t)done;
}

/* That the reader of a pipe goes away ends what is written to it, and nothing else. */
static ssize_t write_unharmed(void *cookie, const char *bytes, size_t size) {
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    ssize_t done = write_patiently(cookie, bytes, size);
    int reason = errno;
    if (!sigismember(&pending, SIGPIPE)) (void)sigtimedwait(&pipe, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return done;
}

static int close_device(void *cookie) {
    int failed = close(*(int *)cookie);
    free(cookie);
    return failed;
}

/* Whoever opens a pipe waits for a reader, but not forever. */
static int open_device(const char *path, bool pipe) {
    for (;;) {
        int fd = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (fd >= 0 || errno != ENXIO || !pipe) return fd;
        if (lc_interrupted()) {
            errno = EINTR;
            return -1;
        }
        (void)poll(NULL, 0, PAUSE);
    }
}

static bool begin_device(lc_draft *d, const char *path, bool pipe) {
    int *fd = malloc(sizeof *fd);
    if (!fd) return false;
    *fd = open_device(path, pipe);
    if (*fd >= 0)
        d->file = fopencookie(fd, "w", (cookie_io_functions_t){.write = write_unharmed, .close = close_device});
    if (d->file) return true;
    if (*fd >= 0) close(*fd);
    free(fd);
    return false;
}

/* Through the descriptor that is open already, so that all stands in the order in which it was written. */
static bool begin_stream(lc_draft *d, int stream) {
    fflush(stream == STDOUT_FILENO ? stdout : stderr);
    int fd = fcntl(stream, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    d->file = fd < 0 ? NULL : fdopen(fd, "w");
    return d->file;
}

/* ---- files, which are replaced ---- */

/* Where symbolic links lead to, which need not be there. */
static char *follow_links(const char *path) {
    enum { MOST = 40 };
    char target[PATH_MAX], *at = strdup(path);
    for (int i = 0; at && i < MOST; i++) {
        ssize_t length = readlink(at, target, sizeof target - 1);
        if (length < 0) return at;
        const char *slash = strrchr(at, '/');
        lince_text next = {0};
        if (slash && *target != '/') lc_text_add(&next, at, (size_t)(slash + 1 - at));
        lc_text_add(&next, target, (size_t)length);
        free(at);
        at = next.cut ? NULL : next.at;
        if (next.cut) lc_text_free(&next);
    }
    errno = at ? ELOOP : ENOMEM;
    free(at);
    return NULL;
}

/* A name that nobody else has. */
static void make_name(char *name, size_t size) {
    uint64_t bits;
    if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) != sizeof bits)
        bits = (uint64_t)(lc_now() * 1e9) * 0x9E3779B97F4A7C15 + (uint64_t)getpid();
    char *at = stpcpy(name, ".lince-");
    for (; at < name + size - 1; bits >>= 5) *at++ = "abcdefghijklmnopqrstuvwxyz234567"[bits & 31];
    *at = '\0';
}

static int create(lc_draft *d) {
    enum { TIMES = 100 };
    int fd = -1;
    for (int i = 0; i < TIMES && fd < 0; i++) {
        make_name(d->name, sizeof d->name);
        lc_unfinished(d->directory, d->name);
        fd = openat(d->directory, d->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0) break;
        int reason = errno;
        lc_finished(d->directory, d->name);
        errno = reason;
        if (reason != EEXIST) break;
    }
    return fd;
}

static int open_parent(char *path, char *slash) {
    enum { FLAGS = O_PATH | O_DIRECTORY | O_CLOEXEC };
    if (!slash) return open(".", FLAGS);
    if (slash == path) return open("/", FLAGS);
    *slash = '\0';
    return open(path, FLAGS);
}

static bool begin_beside(lc_draft *d, const char *path, const struct stat *old) {
    char *real = follow_links(path), *slash = real ? strrchr(real, '/') : NULL;
    int fd = -1;
    if (real) d->final = strdup(slash ? slash + 1 : real);
    if (d->final && !*d->final) errno = EISDIR;
    else if (d->final && (d->directory = open_parent(real, slash)) >= 0) fd = create(d);
    free(real);
    if (fd < 0) return false;
    if (old && fchmod(fd, old->st_mode & 0777) != 0) errno = 0; /* it gets the mode of any other file */
    d->file = fdopen(fd, "w");
    if (!d->file) {
        close(fd);
        unlinkat(d->directory, d->name, 0);
        lc_finished(d->directory, d->name);
    }
    return d->file;
}

/* ---- which of these ---- */

static bool is_same_file(const struct stat *a, int fd) {
    struct stat b;
    return fstat(fd, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

/* The standard stream that is this file; -1: none. */
static int stream_of(const struct stat *there) {
    return is_same_file(there, STDOUT_FILENO) ? STDOUT_FILENO : is_same_file(there, STDERR_FILENO) ? STDERR_FILENO : -1;
}

static bool begin(lc_draft *d, const char *path) {
    struct stat there;
    if (strcmp(path, "-") == 0) return begin_stream(d, STDOUT_FILENO);
    if (stat(path, &there) != 0) return errno == ENOENT && begin_beside(d, path, NULL);
    int stream = stream_of(&there);
    if (stream >= 0) return begin_stream(d, stream);
    if (!S_ISREG(there.st_mode)) return begin_device(d, path, S_ISFIFO(there.st_mode));
    return access(path, W_OK) == 0 && begin_beside(d, path, &there);
}

static void forget(lc_draft *d) {
    if (d->directory >= 0) close(d->directory);
    free(d->asked);
    free(d->final);
    *d = (lc_draft){.directory = -1};
}

/* The draft itself, if there is one; it stays closed and forgotten. */
static void delete_draft(lc_draft *d) {
    if (!d->final) return;
    unlinkat(d->directory, d->name, 0);
    lc_finished(d->directory, d->name);
}

lince_status lc_draft_begin(lc_draft *d, const char *path, lince_error *error) {
    *d = (lc_draft){.asked = strdup(path), .directory = -1};
    if (d->asked && begin(d, path)) return LINCE_DONE;
    int reason = errno;
    forget(d);
    return cannot_write(path, reason, error);
}

void lc_draft_drop(lc_draft *d) {
    fclose(d->file);
    delete_draft(d);
    forget(d);
}

lince_status lc_draft_end(lc_draft *d, lince_error *error) {
    bool failed = ferror(d->file); /* whose reason nobody knows any more */
    errno = 0;
    if (fclose(d->file) != 0) failed = true;
    if (!failed && d->final && renameat(d->directory, d->name, d->directory, d->final) != 0) failed = true;
    lince_status status = failed ? cannot_write(d->asked, errno, error) : LINCE_DONE;
    if (failed) delete_draft(d);
    else if (d->final) lc_finished(d->directory, d->name);
    forget(d);
    return status;
}

lince_status lc_draft_try(const char *path, lince_error *error) {
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
        int reason = S_ISDIR(there.st_mode) ? EISDIR : access(path, W_OK) != 0 ? errno : 0;
        return reason ? cannot_write(path, reason, error) : LINCE_DONE;
    }
    lc_draft draft;
    lince_status status = lc_draft_begin(&draft, path, error);
    if (status == LINCE_DONE) lc_draft_drop(&draft);
    return status;
}

lince_status lc_write_file(const char *path, const lince_text *text, lince_error *error) {
    if (strcmp(path, "-") == 0) {
        lc_put(text);
        return LINCE_DONE;
    }
    lc_draft draft;
    lince_status status = lc_draft_begin(&draft, path, error);
    if (status != LINCE_DONE) return status;
    setvbuf(draft.file, NULL, _IONBF, 0); /* it is one piece, and what is wrong shows at once */
    errno = 0;
    bool written = fwrite(lc_text(text), 1, text->length, draft.file) == text->length;
    int reason = errno;
    status = lc_draft_end(&draft, error);
    return written ? status : cannot_write(path, reason, error);
}
