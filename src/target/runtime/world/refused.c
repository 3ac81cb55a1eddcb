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
    LCT_REPLACES type name parameters {                                                                                \
        if (lct_m.in_code) lct_unsupported(#name, LCT_WHY_##why, LCT_CALLER);                                          \
        return (type)call;                                                                                             \
    }

REFUSES(int, socket, SOCKET, (int domain, int type, int protocol), LCT_SYSTEM(socket, domain, type, protocol))
REFUSES(int, accept, SOCKET, (int fd, __SOCKADDR_ARG from, socklen_t *restrict length),
        LCT_SYSTEM(accept4, fd, from.__sockaddr__, length, 0))
REFUSES(int, accept4, SOCKET, (int fd, __SOCKADDR_ARG from, socklen_t *restrict length, int flags),
        LCT_SYSTEM(accept4, fd, from.__sockaddr__, length, flags))
REFUSES(int, connect, SOCKET, (int fd, __CONST_SOCKADDR_ARG to, socklen_t length),
        LCT_SYSTEM(connect, fd, to.__sockaddr__, length))
REFUSES(int, bind, SOCKET, (int fd, __CONST_SOCKADDR_ARG to, socklen_t length),
        LCT_SYSTEM(bind, fd, to.__sockaddr__, length))
REFUSES(int, listen, SOCKET, (int fd, int count), LCT_SYSTEM(listen, fd, count))
REFUSES(ssize_t, recvmsg, SOCKET, (int fd, struct msghdr *message, int flags), LCT_SYSTEM(recvmsg, fd, message, flags))
REFUSES(ssize_t, sendmsg, SOCKET, (int fd, const struct msghdr *message, int flags),
        LCT_SYSTEM(sendmsg, fd, message, flags))
REFUSES(int, shutdown, SOCKET, (int fd, int how), LCT_SYSTEM(shutdown, fd, how))
REFUSES(int, shmget, SHARED, (key_t key, size_t size, int flags), LCT_SYSTEM(shmget, key, size, flags))
REFUSES(void *, shmat, SHARED, (int id, const void *at, int flags), LCT_SYSTEM(shmat, id, at, flags))
REFUSES(int, signalfd, SIGNALFD, (int fd, const sigset_t *set, int flags), LCT_SYSTEM(signalfd4, fd, set, 8L, flags))
REFUSES(int, timerfd_create, TIMER, (__clockid_t clock, int flags), LCT_SYSTEM(timerfd_create, clock, flags))
REFUSES(int, inotify_init, WATCH, (void), LCT_SYSTEM(inotify_init1, 0))
REFUSES(int, inotify_init1, WATCH, (int flags), LCT_SYSTEM(inotify_init1, flags))
REFUSES(int, flock, FILES, (int fd, int how), LCT_SYSTEM(flock, fd, how))
REFUSES(pid_t, wait, PROCESS, (int *how), LCT_SYSTEM(wait4, -1L, how, 0L, 0L))
REFUSES(pid_t, waitpid, PROCESS, (pid_t process, int *how, int flags), LCT_SYSTEM(wait4, process, how, flags, 0L))
REFUSES(clock_t, times, CLOCK, (struct tms * to), LCT_SYSTEM(times, to))
REFUSES(int, getrusage, CLOCK, (__rusage_who_t who, struct rusage *to), LCT_SYSTEM(getrusage, who, to))

LCT_REPLACES mqd_t mq_open(const char *name, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    struct mq_attr *attributes = va_arg(more, struct mq_attr *);
    va_end(more);
    if (lct_m.in_code) lct_unsupported("mq_open", LCT_WHY_QUEUE, LCT_CALLER);
    return (mqd_t)LCT_SYSTEM(mq_open, *name == '/' ? name + 1 : name, flags, mode, attributes);
}

/* A log is kept by another process.  Refused before libc takes its lock for it, which would stay taken: the variables
 * of libc are not restored.  Outside the code under test nothing is logged. */
static void no_log(const char *name, uintptr_t pc) {
    if (lct_m.in_code) lct_unsupported(name, LCT_WHY_SOCKET, pc);
}

void __syslog_chk(int priority, int flag, const char *format, ...);
void __vsyslog_chk(int priority, int flag, const char *format, va_list more);

LCT_REPLACES void syslog(int priority, const char *format, ...) {
    (void)priority, (void)format;
    no_log("syslog", LCT_CALLER);
}
LCT_REPLACES void vsyslog(int priority, const char *format, va_list more) {
    (void)priority, (void)format, (void)more;
    no_log("vsyslog", LCT_CALLER);
}
LCT_REPLACES void __syslog_chk(int priority, int flag, const char *format, ...) {
    (void)priority, (void)flag, (void)format;
    no_log("syslog", LCT_CALLER);
}
LCT_REPLACES void __vsyslog_chk(int priority, int flag, const char *format, va_list more) {
    (void)priority, (void)flag, (void)format, (void)more;
    no_log("vsyslog", LCT_CALLER);
}
