#include "formats/input.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "formats/unzip.h"

enum { FIRST_ROOM = 1 << 17 };
#define LONGEST_LINE ((size_t)1 << 30) /* so that no piece of a line exceeds the capacity of the value pool */

/* Until there is something to read; false: the caller would rather stop. */
static bool wait_for_bytes(lc_input *in) {
    enum { MILLISECONDS = 50 };
    struct pollfd wanted = {.fd = in->fd, .events = POLLIN};
    do {
        if (in->stop(in->context)) return false;
    } while (poll(&wanted, 1, MILLISECONDS) <= 0);
    return true;
}

static lince_status pull_raw(void *source, void *bytes, size_t room, size_t *count, lince_error *error) {
    lc_input *in = source;
    if (in->fd < 0) {
        *count = in->byte_count < room ? in->byte_count : room;
        if (*count) memcpy(bytes, in->bytes, *count);
        in->bytes += *count;
        in->byte_count -= *count;
        return LINCE_DONE;
    }
    ssize_t got;
    do {
        if (in->stop && !wait_for_bytes(in)) return LINCE_STOPPED;
        got = read(in->fd, bytes, room);
    } while (got < 0 && (errno == EINTR || (errno == EAGAIN && in->stop)));
    if (got < 0) return lc_fail_at(error, in->file, 0, "cannot read: %s", strerror(errno));
    *count = (size_t)got;
    return LINCE_DONE;
}

static lince_status pull(lc_input *in, char *bytes, size_t room, size_t *count, lince_error *error) {
    if (!in->unzip) return pull_raw(in, bytes, room, count, error);
    const char *wrong = NULL;
    lince_status status = lc_unzip_read(in->unzip, pull_raw, in, bytes, room, count, &wrong, error);
    if (wrong) return lc_fail_at(error, in->file, in->line, "the zstd-compressed data are damaged: %s", wrong);
    return status;
}

/* Room behind `end`: by moving the unused bytes to the front, and if the buffer is full of them, by a larger one. */
static lince_status make_room(lc_input *in, lince_error *error) {
    size_t unused = (size_t)(in->end - in->at);
    if (unused && in->at != in->buffer) memmove(in->buffer, in->at, unused);
    if (unused == in->room) {
        if (in->room >= LONGEST_LINE) return lc_fail_at(error, in->file, in->line, "this line is longer than 1 GiB");
        char *larger = lc_resize(&in->budget, in->buffer, in->room + 1, in->room * 2 + 1);
        if (!larger) return LINCE_OUT_OF_MEMORY;
        in->buffer = larger;
        in->room *= 2;
    }
    in->at = in->buffer;
    in->end = in->buffer + unused;
    return LINCE_DONE;
}

lince_status lc_input_fill(lc_input *in, lince_error *error) {
    if (in->at_end) return LINCE_DONE;
    lince_status status = make_room(in, error);
    size_t used = (size_t)(in->end - in->buffer), count = 0;
    if (status == LINCE_DONE) status = pull(in, in->buffer + used, in->room - used, &count, error);
    if (status != LINCE_DONE) {
        in->at_end = true;
        return status;
    }
    in->end += count;
    in->at_end = count == 0;
    return LINCE_DONE;
}

/* The first bytes, which show whether the input is compressed. */
static lince_status begin(lc_input *in, const lince_read_options *options, lince_error *error) {
    lc_budget_init(&in->budget, options->max_memory ? options->max_memory + FIRST_ROOM + 1 : 0);
    in->stop = options->stop;
    in->context = options->context;
    in->line = 1;
    in->room = FIRST_ROOM;
    in->buffer = lc_allocate(&in->budget, in->room + 1);
    if (!in->buffer) return LINCE_OUT_OF_MEMORY;
    in->at = in->end = in->buffer;
    while (in->end - in->at < 4 && !in->at_end) {
        lince_status status = lc_input_fill(in, error);
        if (status != LINCE_DONE) return status;
    }
    size_t count = (size_t)(in->end - in->at);
    if (!lc_looks_zipped(in->at, count)) return LINCE_DONE;
    in->unzip = lc_unzip_new(in->at, count);
    in->end = in->at;
    in->at_end = false;
    return in->unzip ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

lince_status lc_input_open(lc_input *in, const char *path, const lince_read_options *options, lince_error *error) {
    bool standard = !strcmp(path, "-");
    /* A reader that may stop does not wait for a writer of a pipe here, but where it waits for bytes. */
    int flags = O_RDONLY | O_CLOEXEC | (options && options->stop ? O_NONBLOCK : 0);
    *in = (lc_input){.file = path, .fd = standard ? STDIN_FILENO : open(path, flags)};
    if (in->fd < 0) return lc_fail_at(error, path, 0, "cannot open: %s", strerror(errno));
    in->owns_fd = !standard;
    struct stat about;
    lince_status status = LINCE_DONE;
    if (!fstat(in->fd, &about) && S_ISDIR(about.st_mode))
        status = lc_fail_at(error, path, 0, "this is a directory; name the files in it");
    if (status == LINCE_DONE) status = begin(in, options, error);
    if (status != LINCE_DONE) lc_input_close(in);
    return status;
}

lince_status lc_input_open_bytes(lc_input *in, const char *name, const void *bytes, size_t size,
                                 const lince_read_options *options, lince_error *error) {
    *in = (lc_input){.file = name, .fd = -1, .bytes = bytes, .byte_count = size};
    lince_status status = begin(in, options, error);
    if (status != LINCE_DONE) lc_input_close(in);
    return status;
}

void lc_input_close(lc_input *in) {
    if (in->owns_fd) close(in->fd);
    lc_unzip_free(in->unzip);
    lc_release(&in->budget, in->buffer, in->room + 1);
    *in = (lc_input){.fd = -1, .at_end = true};
}

lc_input lc_input_over(const char *file, unsigned long line, const char *text, size_t size) {
    return (lc_input){.file = file, .fd = -1, .at = text, .end = text + size, .at_end = true, .line = line};
}

lince_status lc_input_line(lc_input *in, lc_line *line, lince_error *error) {
    assert(in->buffer);
    const char *newline;
    for (size_t looked = 0;;) {
        size_t unused = (size_t)(in->end - in->at);
        newline = memchr(in->at + looked, '\n', unused - looked);
        if (newline) break;
        looked = unused;
        if (in->at_end) {
            if (!unused) return LINCE_END;
            newline = in->end;
            in->buffer[in->end - in->buffer] = '\n'; /* the byte beyond `room` is there for this */
            break;
        }
        lince_status status = lc_input_fill(in, error);
        if (status != LINCE_DONE) return status;
    }
    *line = (lc_line){in->at, newline, in->line++};
    in->at = newline < in->end ? newline + 1 : newline;
    if (line->end > line->at && line->end[-1] == '\r') line->end--;
    return LINCE_DONE;
}
