/* Pipes, eventfds and pairs of sockets: one thread reads the bytes that another one writes, and waits for them.
 *
 * They remain objects of the kernel; only reading and writing become steps.  All are steps on one object: which ends
 * belong together is not known here.  A call that would wait is enabled when poll reports that it need not.  Their
 * content is not restored with the memory: the content that the test's setup left is put back before each execution,
 * and those that an execution made and left open are closed.
 *
 * Of other files nothing is known; they are passed on.  But a thread that reads may have got a message from one that
 * wrote, so for data races all that was written comes before all that is read later. */
#define _GNU_SOURCE
#include "target/runtime/sync/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "target/runtime/bulk_parts.h"
#include "target/runtime/explorer.h"
#include "target/runtime/region.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/sync/sync.h"
#include "target/runtime/world/files.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/world/signals.h"

enum { FILES = 256, LEFT = 4096 };

typedef struct wire {
    bool known, event;
    bool lasts;         /* the setup made it, once and for all */
    uint8_t written_at; /* where the bytes read here are written */
    uint16_t left;      /* bytes that the setup left, */
    char *bytes;        /* these */
    uint64_t count;     /* of an eventfd */
} wire;

static struct {
    uint64_t changes; /* the object of the steps; differs whenever something was read or written */
    wire files[FILES];
} w LCT_STATE = {0};

#define REAL(name, ...) LCT_SYSTEM(name, __VA_ARGS__)

static bool is_known(int fd) { return fd >= 0 && fd < FILES && w.files[fd].known; }

/* ---- content ---- */

int lct_wire_ready(struct pollfd *files, nfds_t count) {
    struct timespec now = {0, 0};
    return (int)REAL(ppoll, files, count, &now, NULL, (size_t)0);
}

static bool is_readable(int fd) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return lct_wire_ready(&p, 1) == 1 && p.revents & POLLIN;
}

/* Takes out the content, and keeps it if there is room. */
static void empty(int fd, wire *kept) {
    static char nowhere[LEFT] LCT_STATE = {0};
    uint64_t count;
    size_t left = 0;
    kept->count = 0;
    while (is_readable(fd)) {
        if (kept->event) {
            if (REAL(read, fd, &count, sizeof count) == sizeof count) kept->count += count;
            continue;
        }
        char *to = kept->bytes ? kept->bytes + left : nowhere;
        long n = REAL(read, fd, to, LEFT - left);
        if (n <= 0) break;
        if (kept->bytes) left += (size_t)n;
        if (left == LEFT) break;
    }
    kept->left = (uint16_t)left;
}

static void fill(int fd, const wire *with) {
    if (with->count) REAL(write, fd, &with->count, sizeof with->count);
    if (with->left) REAL(write, with->written_at, with->bytes, (size_t)with->left);
}

void lct_wire_mark(void) {
    for (int fd = 0; fd < FILES; fd++) {
        wire *file = &w.files[fd];
        if (!file->known) continue;
        file->lasts = true;
        lct_snapshot_forbid();
        if (!file->event && !file->bytes) file->bytes = lct_reserve(LEFT);
        empty(fd, file);
        fill(fd, file);
    }
    lct_polls_mark();
}

void lct_wire_begin(void) {
    w.changes = 0;
    for (int fd = 0; fd < FILES; fd++) {
        if (!is_known(fd)) continue;
        wire *file = &w.files[fd], old = {.event = file->event};
        if (file->lasts) empty(fd, &old), fill(fd, file);
        else file->known = false, REAL(close, fd);
    }
    lct_polls_begin();
}

/* ---- steps ---- */

typedef struct wanted {
    struct pollfd *files;
    nfds_t count;
} wanted;

static bool is_ready(const void *argument) {
    const wanted *a = argument;
    return lct_wire_ready(a->files, a->count) != 0;
}

bool lct_waits_for_wire(const lct_thread *t, lct_waited *waited) {
    if (t->ready != is_ready) return false;
    *waited = (lct_waited){.what = "message", .object = (uintptr_t)&w.changes};
    return true;
}

static void trace_object(int fd, bool ready, const char *function, uintptr_t pc) {
    char text[40];
    if (!lct_m.tracing) return;
    snprintf(text, sizeof text, "%s(%d)%s", function, fd, ready ? "" : " fails");
    lct_trace_object(LCT_STEP_NOTE, NULL, 0, 0, pc, text);
}

/* True: there is something to read, or room to write. */
static bool step(int fd, short events, const char *function, uintptr_t pc) {
    struct pollfd file = {.fd = fd, .events = events};
    wanted one = {&file, 1};
    bool ready = true;
    if (REAL(fcntl, fd, F_GETFL) & O_NONBLOCK) {
        lct_attempt(&w.changes, sizeof w.changes, pc);
        ready = is_ready(&one);
    } else lct_until(LCT_WRITE, LCT_STEP_TRY, &w.changes, is_ready, &one, pc);
    if (!ready) lct_explorer.was_read();
    trace_object(fd, ready, function, pc);
    return ready;
}

/* Something is about to be read or written. */
static void comes(int fd, short events, const char *function, uintptr_t pc) {
    bool asked = lct_m.in_code && fd != STDOUT_FILENO && fd != STDERR_FILENO;
    if (asked) lct_snapshot_forbid();
    if (asked && is_known(fd)) {
        if (!step(fd, events, function, pc)) return;
    } else if (events & POLLOUT) lct_files_writes(fd, function, pc);
    else lct_files_reads(fd, function, pc);
    lct_user.noted = 0; /* there may have been no step */
    if (!lct_m.in_code) return;
    lct_has_effect();
    w.changes++;
    if (events & POLLOUT) lct_contributes(&w, 1);
}

/* How much has been written there is known only now. */
static long received(void *at, long n, uintptr_t pc) {
    if (n >= 0 && lct_m.in_code) lct_acquires(&w, 1);
    if (n > 0) lct_writes(at, (size_t)n, pc);
    return n;
}

LCT_ATTEMPT(ssize_t, read, int fd, void *to, size_t size) {
    lct_region_touch(to, size);
    comes(fd, POLLIN, "read", LCT_CALLER);
    return received(to, REAL(read, fd, to, size), LCT_CALLER);
}

/* Where there is no reader any more, a signal reports that, too; the kernel's own is ignored (crash.c). */
static long written(long n, uintptr_t pc) {
    if (n >= 0 || errno != EPIPE || !lct_m.in_code) return n;
    siginfo_t info = lct_signal_info(SIGPIPE, SI_KERNEL);
    lct_signal_thread(lct_m.current, SIGPIPE, &info, pc);
    errno = EPIPE;
    return n;
}

LCT_REPLACES ssize_t write(int fd, const void *from, size_t size) {
    lct_reads(from, size, LCT_CALLER);
    comes(fd, POLLOUT, "write", LCT_CALLER);
    return written(REAL(write, fd, from, size), LCT_CALLER);
}

static long as_the_kernel(long n) { return n < 0 ? -errno : n; }

long lct_wire_read(int fd, void *to, size_t size, const char *function, uintptr_t pc) {
    lct_region_touch(to, size);
    comes(fd, POLLIN, function, pc);
    return as_the_kernel(received(to, REAL(read, fd, to, size), pc));
}

long lct_wire_write(int fd, const void *from, size_t size, const char *function, uintptr_t pc) {
    lct_reads(from, size, pc);
    comes(fd, POLLOUT, function, pc);
    return as_the_kernel(written(REAL(write, fd, from, size), pc));
}

LCT_ATTEMPT(ssize_t, recv, int fd, void *to, size_t size, int flags) {
    lct_region_touch(to, size);
    comes(fd, POLLIN, "recv", LCT_CALLER);
    return received(to, REAL(recvfrom, fd, to, size, flags, NULL, NULL), LCT_CALLER);
}

LCT_REPLACES ssize_t send(int fd, const void *from, size_t size, int flags) {
    lct_reads(from, size, LCT_CALLER);
    comes(fd, POLLOUT, "send", LCT_CALLER);
    long n = REAL(sendto, fd, from, size, flags | MSG_NOSIGNAL, NULL, 0);
    return flags & MSG_NOSIGNAL ? n : written(n, LCT_CALLER);
}

LCT_REPLACES ssize_t readv(int fd, const struct iovec *to, int count) {
    for (int i = 0; i < count; i++) lct_region_touch(to[i].iov_base, to[i].iov_len);
    comes(fd, POLLIN, "readv", LCT_CALLER);
    long n = REAL(readv, fd, to, count), left = n;
    received(NULL, n < 0 ? n : 0, LCT_CALLER);
    for (int i = 0; i < count && left > 0; left -= (long)to[i++].iov_len)
        lct_writes(to[i].iov_base, (long)to[i].iov_len < left ? to[i].iov_len : (size_t)left, LCT_CALLER);
    return n;
}

LCT_REPLACES ssize_t writev(int fd, const struct iovec *from, int count) {
    for (int i = 0; i < count; i++) lct_reads(from[i].iov_base, from[i].iov_len, LCT_CALLER);
    comes(fd, POLLOUT, "writev", LCT_CALLER);
    return written(REAL(writev, fd, from, count), LCT_CALLER);
}

LCT_REPLACES int eventfd_read(int fd, eventfd_t *value) {
    lct_region_touch(value, sizeof *value);
    comes(fd, POLLIN, "eventfd_read", LCT_CALLER);
    return received(value, REAL(read, fd, value, sizeof *value), LCT_CALLER) == sizeof *value ? 0 : -1;
}

LCT_REPLACES int eventfd_write(int fd, eventfd_t value) {
    comes(fd, POLLOUT, "eventfd_write", LCT_CALLER);
    return REAL(write, fd, &value, sizeof value) == sizeof value ? 0 : -1;
}

bool lct_wire_has(int fd) { return is_known(fd); }

void lct_wire_polls(struct pollfd *files, nfds_t count, int64_t time, const char *function, uintptr_t pc) {
    lct_region_touch(files, count * sizeof *files);
    wanted all = {files, count};
    lct_snapshot_forbid();
    if (time < 0) {
        lct_until(LCT_WRITE, LCT_STEP_WAIT, &w.changes, is_ready, &all, pc);
    } else if (time) {
        int64_t before = lct_self()->clock, end = time < INT64_MAX - before ? before + time : INT64_MAX;
        struct timespec until = {.tv_sec = (time_t)(end / 1000000000), .tv_nsec = (long)(end % 1000000000)};
        lct_until_time(LCT_WRITE, &w.changes, sizeof w.changes, is_ready, &all,
                       (lct_deadline){CLOCK_PROCESS_CPUTIME_ID, &until}, pc);
    } else lct_attempt(&w.changes, sizeof w.changes, pc);
    lct_trace_object(LCT_STEP_NOTE, NULL, 0, 0, pc, function);
    lct_acquires(&w, 1);
}

void lct_wire_changes(const char *function, uintptr_t pc) {
    lct_act(LCT_WRITE, LCT_STEP_NOTE, &w.changes, sizeof w.changes, pc);
    lct_trace_object(LCT_STEP_NOTE, NULL, 0, 0, pc, function);
    lct_contributes(&w, 1);
    w.changes++;
}

/* ---- making them ---- */

static void leaves_a_mark(void) {
    if (lct_m.in_code) lct_has_effect(), lct_snapshot_forbid();
}

static void made(int fd, int written_at, bool event) {
    if (fd < 0 || fd >= FILES || written_at >= FILES) return;
    w.files[fd] = (wire){.known = true, .event = event, .written_at = (uint8_t)written_at, .bytes = w.files[fd].bytes};
}

/* Bytes written at one end are read at the other; of a pipe, at one of them only. */
static int made_two(int error, const int ends[2]) {
    if (error) return error;
    made(ends[0], ends[1], false);
    made(ends[1], ends[0], false);
    return 0;
}

LCT_REPLACES int pipe(int ends[2]) {
    lct_region_touch(ends, 2 * sizeof *ends);
    leaves_a_mark();
    return made_two((int)REAL(pipe2, ends, 0), ends);
}

LCT_REPLACES int pipe2(int ends[2], int flags) {
    lct_region_touch(ends, 2 * sizeof *ends);
    leaves_a_mark();
    return made_two((int)REAL(pipe2, ends, flags), ends);
}

LCT_REPLACES int socketpair(int domain, int type, int protocol, int ends[2]) {
    lct_region_touch(ends, 2 * sizeof *ends);
    leaves_a_mark();
    return made_two((int)REAL(socketpair, domain, type, protocol, ends), ends);
}

LCT_REPLACES int eventfd(unsigned value, int flags) {
    leaves_a_mark();
    int fd = (int)REAL(eventfd2, value, flags);
    made(fd, fd, true);
    return fd;
}

void lct_wire_closes(int fd, const char *function, uintptr_t pc) {
    lct_files_closes(fd, function, pc);
    if (is_known(fd)) {
        if (lct_m.in_code) {
            lct_act(LCT_WRITE, LCT_STEP_NOTE, &w.changes, sizeof w.changes, pc);
            lct_contributes(&w, 1);
            w.changes++;
        }
        w.files[fd].known = false;
    }
    lct_polls_closed(fd);
}

LCT_REPLACES int close(int fd) {
    lct_wire_closes(fd, "close", LCT_CALLER);
    return (int)REAL(close, fd);
}
