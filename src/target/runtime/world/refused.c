/* Functions of libc whose system calls are refused: where there is no filter of the kernel (filter.c), this is all that
 * keeps the code under test from making them. */
#define _GNU_SOURCE
#include <mqueue.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <syslog.h>
#include <unistd.h>

#include "target/runtime/calls.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/world/table.h"

#define REFUSES(type, name, why, parameters, call)                                                                     \
    LC_REPLACES type name parameters {                                                                                 \
        if (lc_m.in_code) lc_unsupported(#name, LC_WHY_##why, LC_CALLER);                                              \
        return (type)call;                                                                                             \
    }

REFUSES(int, socket, SOCKET, (int domain, int type, int protocol), LC_SYSTEM(socket, domain, type, protocol))
REFUSES(int, accept, SOCKET, (int fd, __SOCKADDR_ARG from, socklen_t *restrict length),
        LC_SYSTEM(accept4, fd, from.__sockaddr__, length, 0))
REFUSES(int, accept4, SOCKET, (int fd, __SOCKADDR_ARG from, socklen_t *restrict length, int flags),
        LC_SYSTEM(accept4, fd, from.__sockaddr__, length, flags))
REFUSES(int, connect, SOCKET, (int fd, __CONST_SOCKADDR_ARG to, socklen_t length),
        LC_SYSTEM(connect, fd, to.__sockaddr__, length))
REFUSES(int, bind, SOCKET, (int fd, __CONST_SOCKADDR_ARG to, socklen_t length),
        LC_SYSTEM(bind, fd, to.__sockaddr__, length))
REFUSES(int, listen, SOCKET, (int fd, int count), LC_SYSTEM(listen, fd, count))
REFUSES(ssize_t, recvmsg, SOCKET, (int fd, struct msghdr *message, int flags), LC_SYSTEM(recvmsg, fd, message, flags))
REFUSES(ssize_t, sendmsg, SOCKET, (int fd, const struct msghdr *message, int flags),
        LC_SYSTEM(sendmsg, fd, message, flags))
REFUSES(int, shutdown, SOCKET, (int fd, int how), LC_SYSTEM(shutdown, fd, how))
REFUSES(int, shmget, SHARED, (key_t key, size_t size, int flags), LC_SYSTEM(shmget, key, size, flags))
REFUSES(void *, shmat, SHARED, (int id, const void *at, int flags), LC_SYSTEM(shmat, id, at, flags))
REFUSES(int, signalfd, SIGNALFD, (int fd, const sigset_t *set, int flags), LC_SYSTEM(signalfd4, fd, set, 8L, flags))
REFUSES(int, timerfd_create, TIMER, (__clockid_t clock, int flags), LC_SYSTEM(timerfd_create, clock, flags))
REFUSES(int, inotify_init, WATCH, (void), LC_SYSTEM(inotify_init1, 0))
REFUSES(int, inotify_init1, WATCH, (int flags), LC_SYSTEM(inotify_init1, flags))
REFUSES(int, flock, FILES, (int fd, int how), LC_SYSTEM(flock, fd, how))
REFUSES(pid_t, wait, PROCESS, (int *how), LC_SYSTEM(wait4, -1L, how, 0L, 0L))
REFUSES(pid_t, waitpid, PROCESS, (pid_t process, int *how, int flags), LC_SYSTEM(wait4, process, how, flags, 0L))
REFUSES(clock_t, times, CLOCK, (struct tms * to), LC_SYSTEM(times, to))
REFUSES(int, getrusage, CLOCK, (__rusage_who_t who, struct rusage *to), LC_SYSTEM(getrusage, who, to))

LC_REPLACES mqd_t mq_open(const char *name, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    struct mq_attr *attributes = va_arg(more, struct mq_attr *);
    va_end(more);
    if (lc_m.in_code) lc_unsupported("mq_open", LC_WHY_QUEUE, LC_CALLER);
    return (mqd_t)LC_SYSTEM(mq_open, *name == '/' ? name + 1 : name, flags, mode, attributes);
}

/* A log is kept by another process.  Refused before libc takes its lock for it, which would stay taken: the variables
 * of libc are not restored.  Outside the code under test nothing is logged. */
static void no_log(const char *name, uintptr_t pc) {
    if (lc_m.in_code) lc_unsupported(name, LC_WHY_SOCKET, pc);
}

void __syslog_chk(int priority, int flag, const char *format, ...);
void __vsyslog_chk(int priority, int flag, const char *format, va_list more);

LC_REPLACES void syslog(int priority, const char *format, ...) {
    (void)priority, (void)format;
    no_log("syslog", LC_CALLER);
}
LC_REPLACES void vsyslog(int priority, const char *format, va_list more) {
    (void)priority, (void)format, (void)more;
    no_log("vsyslog", LC_CALLER);
}
LC_REPLACES void __syslog_chk(int priority, int flag, const char *format, ...) {
    (void)priority, (void)flag, (void)format;
    no_log("syslog", LC_CALLER);
}
LC_REPLACES void __vsyslog_chk(int priority, int flag, const char *format, va_list more) {
    (void)priority, (void)flag, (void)format, (void)more;
    no_log("vsyslog", LC_CALLER);
}
