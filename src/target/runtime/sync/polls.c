/* poll, select and epoll: waiting until one of several files can be read or written.
 *
 * Where all of them are modelled (wire.c) that is one step, on the same object as reading and writing.  The kernel
 * keeps the set of files of an epoll, and poll reports for it, as for other files, whether there is something to fetch.
 * The entries of the test's setup are entered anew before each execution, so that nothing is left of the changes of the
 * last one, or of the events it was given (EPOLLET, EPOLLONESHOT).
 *
 * Of other files nothing is known: a call that would wait for them is refused. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "target/runtime/bulk_parts.h"
#include "target/runtime/explorer.h"
#include "target/runtime/region.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/sync/sync.h"
#include "target/runtime/sync/wire.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/world/signals.h"

enum { FILES = 256, WAITED = 128, SECOND = 1000000000, MILLI = 1000000 };
#define FOR_EVER INT64_C(-1)

#define REAL(name, ...) LCT_SYSTEM(name, __VA_ARGS__)

/* One file in one epoll. */
typedef struct waited {
    int epoll, fd;
    struct epoll_event event;
} waited;

static struct {
    struct {
        bool known, lasts;
        bool foreign; /* not all files in it are modelled */
    } epolls[FILES];
    waited now[WAITED], first[WAITED]; /* first: when an execution starts */
    unsigned count, first_count;
} p LCT_STATE = {0};

static bool is_epoll(int fd) { return fd >= 0 && fd < FILES && p.epolls[fd].known; }

static bool is_modelled(int fd) { return fd < 0 || lct_wire_has(fd) || (is_epoll(fd) && !p.epolls[fd].foreign); }

static int64_t nanoseconds(const struct timespec *t) { return t ? (int64_t)t->tv_sec * SECOND + t->tv_nsec : FOR_EVER; }

/* ---- poll and select ---- */

_Noreturn static void refuse(const char *function, uintptr_t pc) {
    lct_unsupported(
        function,
        "it waits for a file that is not modelled, and no other thread could go on meanwhile; pipes, eventfds "
        "and pairs of sockets are, and --strategy stress runs all as they are",
        pc);
}

static int polls(struct pollfd *files, nfds_t count, int64_t time, const char *function, uintptr_t pc) {
    bool modelled = count > 0;
    for (nfds_t i = 0; i < count; i++) modelled &= is_modelled(files[i].fd);
    if (!modelled && !count && time >= 0) return lct_sleep(time, function, pc), 0;
    if (!modelled && !count) return errno = -lct_signal_suspend(NULL, function, pc), -1;
    if (!modelled) {
        lct_has_effect();
        int ready = lct_wire_ready(files, count);
        if (!ready && time) refuse(function, pc);
        return ready;
    }
    lct_wire_polls(files, count, time, function, pc);
    lct_explorer.was_read();
    return lct_wire_ready(files, count);
}

LCT_REPLACES int poll(struct pollfd *files, nfds_t count, int milliseconds) {
    if (!lct_m.in_code) return LCT_REAL(poll)(files, count, milliseconds);
    return polls(files, count, milliseconds < 0 ? FOR_EVER : (int64_t)milliseconds * MILLI, "poll", LCT_CALLER);
}

LCT_REPLACES int ppoll(struct pollfd *files, nfds_t count, const struct timespec *time, const sigset_t *mask) {
    if (!lct_m.in_code) return LCT_REAL(ppoll)(files, count, time, mask);
    return polls(files, count, nanoseconds(time), "ppoll", LCT_CALLER);
}

static bool is_in(int fd, const fd_set *set) { return set && FD_ISSET(fd, set); }

/* Leaves in the set the files that are ready for it.  Returns how many. */
static int leave_in(fd_set *set, const struct pollfd *files, nfds_t count, short asked, short answers) {
    fd_set was;
    int found = 0;
    if (!set) return 0;
    was = *set;
    FD_ZERO(set);
    for (nfds_t i = 0; i < count; i++) {
        if (!FD_ISSET(files[i].fd, &was) || !(files[i].events & asked) || !(files[i].revents & answers)) continue;
        FD_SET(files[i].fd, set);
        found++;
    }
    return found;
}

static int selects(int limit, fd_set *in, fd_set *out, fd_set *other, int64_t time, const char *function,
                   uintptr_t pc) {
    struct pollfd files[FD_SETSIZE];
    nfds_t count = 0;
    lct_has_effect();
    for (int fd = 0; fd < limit && fd < FD_SETSIZE; fd++) {
        int events = (is_in(fd, in) ? POLLIN : 0) | (is_in(fd, out) ? POLLOUT : 0) | (is_in(fd, other) ? POLLPRI : 0);
        if (events) files[count++] = (struct pollfd){.fd = fd, .events = (short)events};
    }
    int n = polls(files, count, time, function, pc);
    if (n < 0) return n;
    for (nfds_t i = 0; i < count; i++)
        if (files[i].revents & POLLNVAL) return errno = EBADF, -1;
    return leave_in(in, files, count, POLLIN, POLLIN | POLLHUP | POLLERR) +
           leave_in(out, files, count, POLLOUT, POLLOUT | POLLERR) + leave_in(other, files, count, POLLPRI, POLLPRI);
}

LCT_REPLACES int select(int limit, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
                        struct timeval *restrict time) {
    if (!lct_m.in_code) return LCT_REAL(select)(limit, in, out, other, time);
    int64_t wait = time ? (int64_t)time->tv_sec * SECOND + (int64_t)time->tv_usec * 1000 : FOR_EVER;
    int n = selects(limit, in, out, other, wait, "select", LCT_CALLER);
    if (time && !n) time->tv_sec = time->tv_usec = 0;
    return n;
}

LCT_REPLACES int pselect(int limit, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
                         const struct timespec *restrict time, const sigset_t *restrict mask) {
    if (!lct_m.in_code) return LCT_REAL(pselect)(limit, in, out, other, time, mask);
    return selects(limit, in, out, other, nanoseconds(time), "pselect", LCT_CALLER);
}

/* ---- epoll ---- */

bool lct_polls_has(int fd) { return is_epoll(fd); }

void lct_polls_closed(int fd) {
    unsigned left = 0;
    for (unsigned i = 0; i < p.count; i++)
        if (p.now[i].epoll != fd && p.now[i].fd != fd) p.now[left++] = p.now[i];
    p.count = left;
    if (is_epoll(fd)) p.epolls[fd].known = false;
}

void lct_polls_mark(void) {
    for (int fd = 0; fd < FILES; fd++) p.epolls[fd].lasts = p.epolls[fd].known;
    memcpy(p.first, p.now, sizeof p.first);
    p.first_count = p.count;
}

void lct_polls_begin(void) {
    for (unsigned i = 0; i < p.count; i++) REAL(epoll_ctl, p.now[i].epoll, EPOLL_CTL_DEL, p.now[i].fd, NULL);
    for (int fd = 0; fd < FILES; fd++)
        if (p.epolls[fd].known && !p.epolls[fd].lasts) p.epolls[fd].known = false, REAL(close, fd);
    for (unsigned i = 0; i < p.first_count; i++)
        REAL(epoll_ctl, p.first[i].epoll, EPOLL_CTL_ADD, p.first[i].fd, &p.first[i].event);
    memcpy(p.now, p.first, sizeof p.now);
    p.count = p.first_count;
}

static int made(long fd) {
    if (fd < 0 || fd >= FILES) return (int)fd;
    memset(&p.epolls[fd], 0, sizeof p.epolls[fd]);
    p.epolls[fd].known = true;
    return (int)fd;
}

LCT_REPLACES int epoll_create1(int flags) {
    if (lct_m.in_code) lct_has_effect(), lct_snapshot_forbid();
    return made(REAL(epoll_create1, flags));
}

LCT_REPLACES int epoll_create(int size) { return size > 0 ? epoll_create1(0) : (errno = EINVAL, -1); }

static void remember(int epoll, int what, int fd, const struct epoll_event *event, uintptr_t pc) {
    unsigned i = 0;
    while (i < p.count && (p.now[i].epoll != epoll || p.now[i].fd != fd)) i++;
    if (what == EPOLL_CTL_DEL) {
        if (i < p.count) p.now[i] = p.now[--p.count];
        return;
    }
    if (i == WAITED) lct_unsupported("epoll_ctl", "more than 128 files are waited for", pc);
    if (i == p.count) p.count++;
    p.now[i] = (waited){epoll, fd, *event};
    if (!is_modelled(fd)) p.epolls[epoll].foreign = true;
}

LCT_REPLACES int epoll_ctl(int epoll, int what, int fd, struct epoll_event *event) {
    if (lct_m.in_code) {
        lct_snapshot_forbid();
        if (event) lct_reads(event, sizeof *event, LCT_CALLER);
        lct_wire_changes("epoll_ctl", LCT_CALLER);
    }
    long result = REAL(epoll_ctl, epoll, what, fd, event);
    if (result == 0 && is_epoll(epoll)) remember(epoll, what, fd, event, LCT_CALLER);
    return (int)result;
}

static long fetch(int epoll, struct epoll_event *events, int most, int milliseconds) {
    return REAL(epoll_pwait, epoll, events, most, milliseconds, NULL, (size_t)0);
}

static int waits(int epoll, struct epoll_event *events, int most, int64_t time, const char *function, uintptr_t pc) {
    struct pollfd file = {.fd = epoll, .events = POLLIN};
    bool modelled = is_epoll(epoll) && !p.epolls[epoll].foreign && most > 0;
    if (most > 0) lct_region_touch(events, (size_t)most * sizeof *events);
    if (modelled) lct_wire_polls(&file, 1, time, function, pc);
    else lct_has_effect();
    if (!modelled && is_epoll(epoll) && most > 0 && time && !lct_wire_ready(&file, 1)) refuse(function, pc);
    /* An event that was reported may not be reported again. */
    long n = fetch(epoll, events, most, 0);
    if (modelled && n == 0) lct_explorer.was_read();
    if (n > 0) lct_writes(events, (size_t)n * sizeof *events, pc);
    return (int)n;
}

LCT_REPLACES int epoll_wait(int epoll, struct epoll_event *events, int most, int milliseconds) {
    if (!lct_m.in_code) return (int)fetch(epoll, events, most, milliseconds);
    return waits(epoll, events, most, milliseconds < 0 ? FOR_EVER : (int64_t)milliseconds * MILLI, "epoll_wait",
                 LCT_CALLER);
}

LCT_REPLACES int epoll_pwait(int epoll, struct epoll_event *events, int most, int milliseconds, const sigset_t *mask) {
    (void)mask; /* no signal interrupts a thread */
    if (!lct_m.in_code) return (int)fetch(epoll, events, most, milliseconds);
    return waits(epoll, events, most, milliseconds < 0 ? FOR_EVER : (int64_t)milliseconds * MILLI, "epoll_pwait",
                 LCT_CALLER);
}
