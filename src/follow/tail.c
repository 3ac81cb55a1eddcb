/* Following a file.
 *
 * At its end a regular file is checked some fifty times a second.  A file of the same name but another identity takes
 * its place as soon as something is in it: by then its writer has left the old one, which is read to its end first. The
 * kernel reports how many files of that name there were; where it does not, it is assumed that no file is replaced
 * twice in a second.  If there may have been another one in between, it was missed.  A file that has become shorter, or
 * in which the text read last is no longer there, was truncated.
 */
#include "follow/tail.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"

#define BETWEEN_LOOKS 0.02 /* seconds */
#define FASTEST       1.0  /* seconds between two rotations */

static const char *name_of(const lcf_tail *t) { return t->path ? t->path : "-"; }

static lince_status take(lcf_tail *t, int fd, lince_error *error) {
    struct stat about;
    if (fd < 0 || fstat(fd, &about)) return lc_fail_at(error, name_of(t), 0, "cannot open: %s", strerror(errno));
    if (S_ISDIR(about.st_mode)) {
        close(fd);
        return lc_fail_at(error, name_of(t), 0, "this is a directory; name a file in it");
    }
    t->fd = fd;
    t->regular = S_ISREG(about.st_mode);
    t->device = about.st_dev;
    t->inode = about.st_ino;
    t->offset = 0;
    t->last_count = 0;
    t->looked = lc_now();
    return LINCE_DONE;
}

/* Without O_NONBLOCK opening a pipe would wait for its writer, and nothing could interrupt that. */
static int open_path(const char *path) { return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); }

lince_status lcf_tail_open(lcf_tail *t, const char *path, bool wait, lince_error *error) {
    *t = (lcf_tail){.path = strcmp(path, "-") ? path : NULL, .fd = -1, .regular = true, .creations = {.fd = -1}};
    if (t->path) lcf_creations_begin(&t->creations, path);
    int fd = t->path ? open_path(path) : STDIN_FILENO;
    if (fd < 0 && errno == ENOENT && wait) {
        t->taken = 1;
        return LINCE_DONE;
    }
    lince_status status = take(t, fd, error);
    if (status == LINCE_DONE && !t->path && t->regular) t->offset = lseek(t->fd, 0, SEEK_CUR);
    return status;
}

void lcf_tail_close(lcf_tail *t) {
    if (t->path && t->fd >= 0) close(t->fd);
    lcf_creations_end(&t->creations);
    t->fd = -1;
}

static void pause_for(double seconds) { poll(NULL, 0, (int)(seconds * 1000)); }

/* ---- regular files ---- */

/* Was it written over since it was read? */
static bool begins_anew(const lcf_tail *t) {
    struct stat about;
    char now[sizeof t->last];
    if (fstat(t->fd, &about) == 0 && about.st_size < t->offset) return true;
    return t->last_count &&
           (pread(t->fd, now, t->last_count, t->offset - (off_t)t->last_count) != (ssize_t)t->last_count ||
            memcmp(now, t->last, t->last_count) != 0);
}

/* Is there another file of this name, and something in it? */
static bool is_replaced(lcf_tail *t) {
    struct stat about;
    if (!t->path) return false;
    bool there = stat(t->path, &about) == 0;
    if (!there || (about.st_dev == t->device && about.st_ino == t->inode)) {
        t->looked = lc_now();
        return false;
    }
    return about.st_size > 0 && S_ISREG(about.st_mode);
}

static void remember(lcf_tail *t, const char *bytes, size_t count) {
    t->offset += (off_t)count;
    t->last_count = count < sizeof t->last ? count : sizeof t->last;
    memcpy(t->last, bytes + count - t->last_count, t->last_count);
}

/* Has there been another file since the one that was read, besides the one that is there now? */
static bool have_missed(lcf_tail *t) {
    uint64_t created;
    bool known = lcf_creations_count(&t->creations, &created) && created > t->taken;
    bool missed = known ? created > t->taken + 1 : lc_now() - t->looked > FASTEST;
    t->taken = created;
    return missed;
}

static lcf_came replace(lcf_tail *t, lince_error *error) {
    int fd = open_path(t->path);
    if (fd < 0) return LCF_CAME_NOTHING; /* gone again already */
    close(t->fd);
    t->fd = -1;
    bool late = have_missed(t);
    if (take(t, fd, error) != LINCE_DONE) return LCF_CAME_FAILURE;
    return late ? LCF_CAME_LATER_FILE : LCF_CAME_NEW_FILE;
}

static lcf_came failure(const lcf_tail *t, const char *what, lince_error *error) {
    lc_fail_at(error, name_of(t), 0, "%s", what);
    return LCF_CAME_FAILURE;
}

static lcf_came read_some(lcf_tail *t, lcf_line_buffer *lines, ssize_t *got, lince_error *error) {
    size_t room;
    char *bytes = lcf_lines_room(lines, &room);
    if (!bytes) {
        lc_fail_at(error, name_of(t), lines->number, "%s", lines->wrong);
        return LCF_CAME_FAILURE;
    }
    do *got = read(t->fd, bytes, room);
    while (*got < 0 && errno == EINTR);
    if (*got < 0) return errno == EAGAIN ? LCF_CAME_NOTHING : failure(t, strerror(errno), error);
    if (*got == 0) return LCF_CAME_END;
    lcf_lines_added(lines, (size_t)*got);
    if (t->regular) remember(t, bytes, (size_t)*got);
    return LCF_CAME_BYTES;
}

/* The file was not there so far. */
static lcf_came try_again(lcf_tail *t, double seconds, lince_error *error) {
    int fd = open_path(t->path);
    if (fd >= 0) return take(t, fd, error) == LINCE_DONE ? LCF_CAME_NOTHING : LCF_CAME_FAILURE;
    pause_for(seconds < BETWEEN_LOOKS ? seconds : BETWEEN_LOOKS);
    return LCF_CAME_NOTHING;
}

static lcf_came read_regular(lcf_tail *t, lcf_line_buffer *lines, double seconds, lince_error *error) {
    ssize_t got;
    if (t->fd < 0) return try_again(t, seconds, error);
    if (begins_anew(t)) {
        t->offset = 0;
        t->last_count = 0;
        return lseek(t->fd, 0, SEEK_SET) < 0 ? failure(t, strerror(errno), error) : LCF_CAME_TRUNCATED;
    }
    bool replaced = t->follow && is_replaced(t); /* checked before the end is reached, so that no text follows it */
    lcf_came came = read_some(t, lines, &got, error);
    if (came != LCF_CAME_END || !t->follow) return came;
    if (replaced) return replace(t, error);
    pause_for(seconds < BETWEEN_LOOKS ? seconds : BETWEEN_LOOKS);
    return LCF_CAME_NOTHING;
}

/* ---- everything else ---- */

static lcf_came read_pipe(lcf_tail *t, lcf_line_buffer *lines, double seconds, lince_error *error) {
    struct pollfd wanted = {.fd = t->fd, .events = POLLIN};
    int ready = poll(&wanted, 1, (int)(seconds * 1000));
    if (ready < 0 && errno != EINTR) return failure(t, strerror(errno), error);
    if (ready <= 0) return LCF_CAME_NOTHING;
    ssize_t got;
    lcf_came came = read_some(t, lines, &got, error);
    if (came == LCF_CAME_BYTES) t->wrote = true;
    if (came != LCF_CAME_END || !t->follow) return came;
    if (t->wrote) {
        t->wrote = false;
        return LCF_CAME_NEW_WRITER;
    }
    pause_for(seconds < BETWEEN_LOOKS ? seconds : BETWEEN_LOOKS);
    return LCF_CAME_NOTHING;
}

lcf_came lcf_tail_read(lcf_tail *t, lcf_line_buffer *lines, double seconds, lince_error *error) {
    return t->regular ? read_regular(t, lines, seconds, error) : read_pipe(t, lines, seconds, error);
}
