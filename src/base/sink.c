#define _GNU_SOURCE /* fopencookie */
#include "base/sink.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/interrupt.h"

enum { PAUSE = 20 /* milliseconds */, PATIENCE = 50 /* pauses, for a slow reader */ };

/* The descriptor of a standard stream is shared and must not become non-blocking; but a write for which a pipe has room
 * does not block either, as long as it is no more than this. */
enum { PIECE = PIPE_BUF };

static bool has_room(lc_sink *s, int *waited) {
    if (poll(&(struct pollfd){.fd = s->fd, .events = POLLOUT}, 1, PAUSE) > 0) return true;
    if (lc_interrupted() && ++*waited == PATIENCE) s->reason = EINTR;
    return false;
}

static size_t write_patiently(lc_sink *s, const char *bytes, size_t size) {
    int waited = 0;
    size_t done = 0;
    while (done < size && !s->reason) {
        size_t piece = size - done;
        if (s->kind != LC_SINK_FILE) {
            if (!has_room(s, &waited)) continue;
            if (piece > PIECE) piece = PIECE;
        }
        ssize_t count = write(s->fd, bytes + done, piece);
        if (count > 0) {
            done += (size_t)count;
            waited = 0;
        } else if (count == 0) s->reason = EIO;
        else if (errno != EINTR && errno != EAGAIN) s->reason = errno;
    }
    return done;
}

static size_t write_unharmed(lc_sink *s, const char *bytes, size_t size) {
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    size_t done = write_patiently(s, bytes, size);
    if (!sigismember(&pending, SIGPIPE)) (void)sigtimedwait(&pipe, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return done;
}

static ssize_t write_sink(void *cookie, const char *bytes, size_t size) {
    lc_sink *s = cookie;
    size_t done = s->kind == LC_SINK_DEVICE ? write_unharmed(s, bytes, size) : write_patiently(s, bytes, size);
    s->written += done;
    return (ssize_t)done;
}

/* For ftell alone. */
static int position_of_sink(void *cookie, off64_t *at, int whence) {
    if (whence != SEEK_CUR || *at) return -1;
    *at = (off64_t)((lc_sink *)cookie)->written;
    return 0;
}

FILE *lc_sink_open(lc_sink *s, int fd, lc_sink_kind kind) {
    *s = (lc_sink){.fd = fd, .kind = kind};
    return fopencookie(s, "w", (cookie_io_functions_t){.write = write_sink, .seek = position_of_sink});
}
