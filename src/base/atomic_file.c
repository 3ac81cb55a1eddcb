#define _GNU_SOURCE /* stpcpy, O_PATH */
#include "base/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"

static lince_status cannot_write(const char *path, int reason, lince_error *error) {
    return lc_fail(error, "cannot write %s: %s", path, reason == EINTR ? "it has no reader" : strerror(reason));
}

/* ---- writing ---- */

/* Takes over the descriptor. */
static bool begin_sink(lc_atomic_file *d, int fd, lc_sink_kind kind) {
    if (fd >= 0) d->sink = malloc(sizeof *d->sink);
    if (d->sink) d->file = lc_sink_open(d->sink, fd, kind);
    if (fd >= 0 && !d->file) close(fd);
    return d->file;
}

/* All that was not yet. */
static void flush_sink(lc_atomic_file *d) {
    if (fclose(d->file) != 0 && !d->sink->reason) d->sink->reason = errno;
}

/* Why something could not be written, or 0. */
static int close_sink(lc_atomic_file *d) {
    if (close(d->sink->fd) != 0 && !d->sink->reason) d->sink->reason = errno;
    return d->sink->reason;
}

/* ---- devices, pipes and standard streams, which are written to where they are ---- */

/* Opening a pipe waits for a reader, but not forever. */
static int open_device(const char *path, bool pipe) {
    enum { PAUSE = 20 /* milliseconds */ };
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

/* Through the descriptor that is open already, so that all stands in the order in which it was written. */
static int open_stream(int stream) {
    fflush(stream == STDOUT_FILENO ? stdout : stderr);
    return fcntl(stream, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
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

/* A unique name. */
static void make_name(char *name, size_t size) {
    uint64_t bits;
    if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) != sizeof bits)
        bits = (uint64_t)(lc_now() * 1e9) * 0x9E3779B97F4A7C15 + (uint64_t)getpid();
    char *at = stpcpy(name, ".lince-");
    for (; at < name + size - 1; bits >>= 5) *at++ = "abcdefghijklmnopqrstuvwxyz234567"[bits & 31];
    *at = '\0';
}

static int create_named(const lc_atomic_file *d, const void *unused) {
    (void)unused;
    return openat(d->directory, d->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

static int link_named(const lc_atomic_file *d, const void *path) {
    return linkat(AT_FDCWD, path, d->directory, d->name, AT_SYMLINK_FOLLOW);
}

/* Gives it a name by one of these, whose result is returned. */
static int give_name(lc_atomic_file *d, int (*try)(const lc_atomic_file *, const void *), const void *context) {
    enum { TIMES = 100 };
    int result = -1;
    for (int i = 0; i < TIMES && result < 0; i++) {
        make_name(d->name, sizeof d->name);
        lc_unfinished(d->directory, d->name);
        result = try(d, context);
        if (result >= 0) break;
        int reason = errno;
        lc_finished(d->directory, d->name);
        *d->name = '\0';
        errno = reason;
        if (reason != EEXIST) break;
    }
    return result;
}

/* A file without a name vanishes with its writer, even if that is killed.  Not every file system has them, and where
 * there is no /proc they get no name later on. */
static bool needs_name;

static int create(lc_atomic_file *d) {
    int fd = needs_name ? -1 : openat(d->directory, ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    return fd >= 0 ? fd : give_name(d, create_named, NULL);
}

static bool has_name(lc_atomic_file *d) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", d->sink->fd);
    return !d->final || *d->name || give_name(d, link_named, path) >= 0;
}

static int open_parent(char *path, char *slash) {
    enum { FLAGS = O_PATH | O_DIRECTORY | O_CLOEXEC };
    if (!slash) return open(".", FLAGS);
    if (slash == path) return open("/", FLAGS);
    *slash = '\0';
    return open(path, FLAGS);
}

static void delete_draft(const lc_atomic_file *d) {
    if (!*d->name) return;
    unlinkat(d->directory, d->name, 0);
    lc_finished(d->directory, d->name);
}

static bool begin_beside(lc_atomic_file *d, const char *path, const struct stat *old) {
    char *real = follow_links(path), *slash = real ? strrchr(real, '/') : NULL;
    int fd = -1;
    if (real) d->final = strdup(slash ? slash + 1 : real);
    if (d->final && !*d->final) errno = EISDIR;
    else if (d->final && (d->directory = open_parent(real, slash)) >= 0) fd = create(d);
    free(real);
    if (fd < 0) return false;
    if (old && fchmod(fd, old->st_mode & 0777) != 0) errno = 0; /* it gets the mode of any other file */
    if (!begin_sink(d, fd, LC_SINK_FILE)) delete_draft(d);
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

static bool begin(lc_atomic_file *d, const char *path) {
    struct stat there;
    if (strcmp(path, "-") == 0) return begin_sink(d, open_stream(STDOUT_FILENO), LC_SINK_DEVICE);
    if (stat(path, &there) != 0) return errno == ENOENT && begin_beside(d, path, NULL);
    int stream = stream_of(&there);
    if (stream >= 0) return begin_sink(d, open_stream(stream), LC_SINK_DEVICE);
    if (!S_ISREG(there.st_mode)) return begin_sink(d, open_device(path, S_ISFIFO(there.st_mode)), LC_SINK_DEVICE);
    return access(path, W_OK) == 0 && begin_beside(d, path, &there);
}

static void forget(lc_atomic_file *d) {
    if (d->directory >= 0) close(d->directory);
    free(d->asked);
    free(d->final);
    free(d->sink);
    *d = (lc_atomic_file){.directory = -1};
}

lince_status lc_atomic_file_begin(lc_atomic_file *d, const char *path, lince_error *error) {
    *d = (lc_atomic_file){.asked = strdup(path), .directory = -1};
    if (d->asked && begin(d, path)) return LINCE_DONE;
    int reason = errno;
    forget(d);
    return cannot_write(path, reason, error);
}

void lc_atomic_file_drop(lc_atomic_file *d) {
    flush_sink(d);
    (void)close_sink(d);
    delete_draft(d);
    forget(d);
}

lince_status lc_atomic_file_end(lc_atomic_file *d, lince_error *error) {
    flush_sink(d);
    if (!d->sink->reason && !has_name(d)) d->sink->reason = errno;
    int reason = close_sink(d);
    if (!reason && d->final && renameat(d->directory, d->name, d->directory, d->final) != 0) reason = errno;
    lince_status status = reason ? cannot_write(d->asked, reason, error) : LINCE_DONE;
    if (reason) delete_draft(d);
    else if (d->final) lc_finished(d->directory, d->name);
    forget(d);
    return status;
}

lince_status lc_atomic_file_try(const char *path, lince_error *error) {
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
        int reason = S_ISDIR(there.st_mode) ? EISDIR : access(path, W_OK) != 0 ? errno : 0;
        return reason ? cannot_write(path, reason, error) : LINCE_DONE;
    }
    lc_atomic_file file;
    lince_status status = lc_atomic_file_begin(&file, path, error);
    if (status != LINCE_DONE) return status;
    bool named = has_name(&file);
    lc_atomic_file_drop(&file);
    if (named || needs_name) return LINCE_DONE;
    needs_name = true;
    return lc_atomic_file_try(path, error);
}

static void print(const lince_text *text) { fwrite(lc_text(text), 1, text->length, stdout); }

static void (*put)(const lince_text *) = print;
void lc_write_output_by(void (*other)(const lince_text *)) { put = other; }

lince_status lc_write_file(const char *path, const lince_text *text, lince_error *error) {
    if (strcmp(path, "-") == 0) {
        put(text);
        return LINCE_DONE;
    }
    lc_atomic_file file;
    lince_status status = lc_atomic_file_begin(&file, path, error);
    if (status != LINCE_DONE) return status;
    setvbuf(file.file, NULL, _IONBF, 0); /* it is one piece */
    fwrite(lc_text(text), 1, text->length, file.file);
    return lc_atomic_file_end(&file, error);
}
