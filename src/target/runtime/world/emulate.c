/* The runtime's substitute for the kernel, for each call that the table (table.h) marks as modelled.
 *
 * Calls come here as numbers: from an instruction, from inside of libc, or from the function `syscall`.  Most have the
 * effect of the replaced function of that name.  Addresses of the code under test may lie in pages that are read-only
 * until they are first written to, which the kernel does not do: lct_region_touch.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "target/runtime/calls.h"
#include "target/runtime/modules.h"
#include "target/runtime/region.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/sync/sync.h"
#include "target/runtime/sync/wire.h"
#include "target/runtime/time.h"
#include "target/runtime/world/files.h"
#include "target/runtime/world/ipc.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/world/signals.h"
#include "target/runtime/world/table.h"
#include "target/runtime/world/world.h"

#define DO(name) static long do_##name(const long *a, uintptr_t instruction, uintptr_t pc)
#define UNUSED   (void)a, (void)instruction, (void)pc

/* The result of a function of libc, in the kernel's form. */
static long negative_errno(long value) { return value == -1 ? -errno : value; }

static long pass(long number, const long *a) { return lct_kernel(number, a[0], a[1], a[2], a[3], a[4], a[5]); }

static void mark(void) {
    lct_has_effect();
    lct_snapshot_forbid();
}

/* ---- time ---- */

DO(sched_yield) {
    UNUSED;
    lct_sleep(0, "sched_yield", pc);
    return 0;
}
DO(nanosleep) { return UNUSED, negative_errno(nanosleep((const struct timespec *)a[0], NULL)); }
DO(clock_nanosleep) {
    return UNUSED, -clock_nanosleep((clockid_t)a[0], (int)a[1], (const struct timespec *)a[2], NULL);
}
DO(clock_gettime) {
    UNUSED;
    lct_region_touch((void *)a[1], sizeof(struct timespec));
    return negative_errno(clock_gettime((clockid_t)a[0], (struct timespec *)a[1]));
}
DO(gettimeofday) {
    UNUSED;
    if (!a[0]) return 0;
    lct_region_touch((void *)a[0], sizeof(struct timeval));
    return negative_errno(gettimeofday((struct timeval *)a[0], NULL));
}
DO(time) {
    UNUSED;
    if (a[0]) lct_region_touch((void *)a[0], sizeof(time_t));
    return time((time_t *)a[0]);
}
DO(alarm) {
    (void)instruction;
    if (a[0]) lct_unsupported("alarm", LCT_WHY_TIMER, pc);
    return 0;
}
DO(setitimer) {
    const struct itimerval *new = (const struct itimerval *)a[1];
    (void)instruction;
    if (new && (new->it_value.tv_sec || new->it_value.tv_usec)) lct_unsupported("setitimer", LCT_WHY_TIMER, pc);
    if (a[2]) memset((void *)a[2], 0, sizeof *new);
    return 0;
}
DO(timer_delete) { return UNUSED, -EINVAL; }

/* ---- threads and processes ---- */

DO(futex) { return (void)instruction, negative_errno(lct_futex(a, pc)); }
DO(gettid) { return UNUSED, gettid(); }
DO(getrandom) {
    UNUSED;
    lct_region_touch((void *)a[0], (size_t)a[1]);
    return getrandom((void *)a[0], (size_t)a[1], 0);
}
DO(exit) {
    (void)instruction;
    lct_process_ends("the system call exit", (int)a[0], pc);
}
DO(exit_group) {
    (void)instruction;
    lct_process_ends("the system call exit_group", (int)a[0], pc);
}
DO(prctl) {
    (void)instruction;
    switch (a[0]) {
    case PR_SET_NAME:
    case PR_GET_NAME:
    case PR_GET_DUMPABLE:
    case PR_GET_TIMERSLACK:
    case PR_SET_TIMERSLACK:
    case 0x53564d41: /* PR_SET_VMA: names for memory */ return pass(SYS_prctl, a);
    default: lct_unsupported("prctl", LCT_WHY_SYSTEM, pc);
    }
}
DO(prlimit64) {
    (void)instruction;
    if (a[2]) lct_unsupported("setrlimit", LCT_WHY_SYSTEM, pc);
    return pass(SYS_prlimit64, a);
}
DO(setrlimit) {
    UNUSED;
    lct_unsupported("setrlimit", LCT_WHY_SYSTEM, pc);
}

/* ---- signals ---- */

static siginfo_t sent(int signal, int code) { return lct_signal_info(signal, code); }

/* The number that gettid returns for a thread, and back; LCT_THREADS: there is none. */
static unsigned thread_of(pid_t number) {
    unsigned me = lct_m.current, found = LCT_THREADS;
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        lct_m.current = (uint8_t)i; /* gettid is about the current one */
        if (gettid() == number && lct_m.threads[i].life == LCT_ALIVE) found = i;
    }
    lct_m.current = (uint8_t)me;
    return found;
}

static long to_thread(pid_t process, pid_t number, int signal, const siginfo_t *info, uintptr_t pc) {
    unsigned thread = thread_of(number);
    if (process != getpid()) lct_unsupported("tgkill", "a test must not send signals to other processes", pc);
    return thread == LCT_THREADS ? -ESRCH : lct_signal_thread(thread, signal, info, pc);
}

DO(kill) {
    (void)instruction;
    siginfo_t info = sent((int)a[1], SI_USER);
    if ((pid_t)a[0] == getpid()) return lct_signal_process((int)a[1], &info, pc);
    if (!a[1]) return pass(SYS_kill, a);
    lct_unsupported("kill", "a test must not send signals to other processes", pc);
}
DO(tgkill) {
    (void)instruction;
    siginfo_t info = sent((int)a[2], SI_TKILL);
    return to_thread((pid_t)a[0], (pid_t)a[1], (int)a[2], &info, pc);
}
DO(tkill) {
    (void)instruction;
    siginfo_t info = sent((int)a[1], SI_TKILL);
    return to_thread(getpid(), (pid_t)a[0], (int)a[1], &info, pc);
}
DO(rt_sigqueueinfo) {
    (void)instruction;
    if ((pid_t)a[0] != getpid()) lct_unsupported("sigqueue", "a test must not send signals to other processes", pc);
    return lct_signal_process((int)a[1], (const siginfo_t *)a[2], pc);
}
DO(rt_tgsigqueueinfo) {
    (void)instruction;
    return to_thread((pid_t)a[0], (pid_t)a[1], (int)a[2], (const siginfo_t *)a[3], pc);
}

/* As the kernel has it; libc's is another one. */
typedef struct kernel_action {
    __sighandler_t handler;
    unsigned long flags;
#if defined __x86_64__
    void *restorer;
#endif
    uint64_t mask;
} kernel_action;

DO(rt_sigaction) {
    (void)instruction;
    const kernel_action *new = (const kernel_action *)a[1];
    kernel_action *old = (kernel_action *)a[2];
    struct sigaction after = {.sa_handler = new ? new->handler : SIG_DFL, .sa_flags = new ? (int)new->flags : 0},
                     before;
    if (new) memcpy(&after.sa_mask, &new->mask, sizeof new->mask);
    int error = lct_signal_action((int)a[0], new ? &after : NULL, &before, pc);
    if (error || !old) return error;
    lct_region_touch(old, sizeof *old);
    *old = (kernel_action){.handler = before.sa_handler, .flags = (unsigned long)before.sa_flags};
    memcpy(&old->mask, &before.sa_mask, sizeof old->mask);
    return 0;
}
DO(rt_sigprocmask) {
    (void)instruction;
    uint64_t old;
    int error = lct_signal_mask((int)a[0], (const uint64_t *)a[1], &old, pc);
    if (a[2] && !error) lct_region_touch((void *)a[2], sizeof old), memcpy((void *)a[2], &old, sizeof old);
    return error;
}
DO(rt_sigpending) {
    (void)instruction;
    uint64_t set = lct_signal_pending(pc);
    lct_region_touch((void *)a[0], sizeof set);
    memcpy((void *)a[0], &set, sizeof set);
    return 0;
}
DO(rt_sigsuspend) { return (void)instruction, lct_signal_suspend((const uint64_t *)a[0], "sigsuspend", pc); }
DO(pause) { return (void)instruction, (void)a, lct_signal_suspend(NULL, "pause", pc); }
DO(rt_sigtimedwait) {
    (void)instruction;
    return lct_signal_wait(*(const uint64_t *)a[0], (siginfo_t *)a[1], (const struct timespec *)a[2], "sigtimedwait",
                           pc);
}
DO(sigaltstack) { return UNUSED, negative_errno(sigaltstack((const stack_t *)a[0], (stack_t *)a[1])); }

/* ---- semaphores and messages of System V ---- */

DO(semget) { return (void)instruction, lct_semget((key_t)a[0], (int)a[1], (int)a[2], pc); }
DO(semop) {
    return (void)instruction, lct_semop((int)a[0], (const struct sembuf *)a[1], (size_t)a[2], NULL, "semop", pc);
}
DO(semtimedop) {
    return (void)instruction, lct_semop((int)a[0], (const struct sembuf *)a[1], (size_t)a[2],
                                        (const struct timespec *)a[3], "semtimedop", pc);
}
DO(semctl) { return (void)instruction, lct_semctl((int)a[0], (int)a[1], (int)a[2], a[3], pc); }
DO(msgget) { return (void)instruction, lct_msgget((key_t)a[0], (int)a[1], pc); }
DO(msgsnd) { return (void)instruction, lct_msgsnd((int)a[0], (const void *)a[1], (size_t)a[2], (int)a[3], pc); }
DO(msgrcv) { return (void)instruction, lct_msgrcv((int)a[0], (void *)a[1], (size_t)a[2], a[3], (int)a[4], pc); }
DO(msgctl) { return (void)instruction, lct_msgctl((int)a[0], (int)a[1], (void *)a[2], pc); }

/* ---- memory ---- */

/* libc and the loader keep their mappings through all executions; everything else is the test's. */
#define MAPS(name, call)                                                                                               \
    DO(name) {                                                                                                         \
        (void)pc;                                                                                                      \
        return instruction && lct_is_system(instruction) ? pass(SYS_##name, a) : negative_errno((long)(call));         \
    }
MAPS(mmap, mmap((void *)a[0], (size_t)a[1], (int)a[2], (int)a[3], (int)a[4], a[5]))
MAPS(munmap, munmap((void *)a[0], (size_t)a[1]))
MAPS(mremap, mremap((void *)a[0], (size_t)a[1], (size_t)a[2], (int)a[3], (void *)a[4]))
MAPS(mprotect, mprotect((void *)a[0], (size_t)a[1], (int)a[2]))
DO(pkey_mprotect) {
    (void)instruction;
    if (a[3] != -1) lct_unsupported("pkey_mprotect", LCT_WHY_SYSTEM, pc);
    return negative_errno(mprotect((void *)a[0], (size_t)a[1], (int)a[2]));
}
DO(brk) {
    (void)pc;
    if (instruction && lct_is_system(instruction)) return pass(SYS_brk, a);
    if (a[0]) brk((void *)a[0]);
    return (long)sbrk(0);
}

/* ---- files ---- */

DO(open) {
    (void)instruction;
    lct_files_opens(AT_FDCWD, (const char *)a[0], (int)a[1], "open", pc);
    return lct_files_opened(pass(SYS_open, a));
}
DO(openat) {
    (void)instruction;
    lct_files_opens((int)a[0], (const char *)a[1], (int)a[2], "openat", pc);
    return lct_files_opened(pass(SYS_openat, a));
}
DO(creat) {
    (void)instruction;
    lct_files_opens(AT_FDCWD, (const char *)a[0], O_CREAT | O_WRONLY, "creat", pc);
    return lct_files_opened(pass(SYS_creat, a));
}
DO(memfd_create) {
    UNUSED;
    mark();
    long fd = pass(SYS_memfd_create, a);
    lct_files_made((int)fd);
    return fd;
}
DO(close) {
    (void)instruction;
    lct_wire_closes((int)a[0], "close", pc);
    return pass(SYS_close, a);
}
DO(close_range) {
    UNUSED;
    lct_unsupported("close_range", "it closes files that every execution starts with", pc);
}
static long copies(long number, const long *a, uintptr_t pc) {
    if (lct_wire_has((int)a[0]) || lct_polls_has((int)a[0]))
        lct_unsupported("dup", "a second number of a pipe, eventfd, epoll or socket is not modelled", pc);
    if (number != SYS_dup) lct_files_closes((int)a[1], "dup2", pc);
    mark();
    return lct_files_opened(pass(number, a));
}
DO(dup) { return (void)instruction, copies(SYS_dup, a, pc); }
DO(dup2) { return (void)instruction, copies(SYS_dup2, a, pc); }
DO(dup3) { return (void)instruction, copies(SYS_dup3, a, pc); }
DO(fcntl) {
    (void)instruction;
    switch (a[1]) {
    case F_GETFD:
    case F_SETFD:
    case F_GETFL:
    case F_GETPIPE_SZ:
    case F_GET_SEALS: return pass(SYS_fcntl, a);
    case F_SETFL:
        mark();
        lct_files_reads((int)a[0], "fcntl", pc);
        return pass(SYS_fcntl, a);
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: return copies(SYS_fcntl, a, pc);
    case F_ADD_SEALS: return lct_files_writes((int)a[0], "fcntl", pc), pass(SYS_fcntl, a);
    default: lct_unsupported("fcntl", "locks of files, leases and signals of files are not modelled", pc);
    }
}
DO(flock) {
    UNUSED;
    lct_unsupported("flock", "locks of files are not modelled", pc);
}
DO(ftruncate) {
    (void)instruction;
    lct_files_writes((int)a[0], "ftruncate", pc);
    return pass(SYS_ftruncate, a);
}
DO(lseek) {
    (void)instruction;
    lct_files_reads((int)a[0], "lseek", pc);
    return pass(SYS_lseek, a);
}
DO(ioctl) {
    (void)instruction;
    switch ((unsigned long)a[1]) {
    case TCGETS:
    case TIOCGWINSZ:
    case FIONREAD: return pass(SYS_ioctl, a);
    default: lct_unsupported("ioctl", "requests to devices are not modelled", pc);
    }
}
DO(read) {
    if (instruction && lct_is_system(instruction)) lct_files_streams((int)a[0], pc);
    return lct_wire_read((int)a[0], (void *)a[1], (size_t)a[2], "read", pc);
}
DO(write) { return (void)instruction, lct_wire_write((int)a[0], (const void *)a[1], (size_t)a[2], "write", pc); }
static long each(bool reads, const long *a, uintptr_t pc) {
    const struct iovec *parts = (const struct iovec *)a[1];
    long all = 0;
    for (long i = 0; i < a[2]; i++) {
        long n = reads ? lct_wire_read((int)a[0], parts[i].iov_base, parts[i].iov_len, "readv", pc)
                       : lct_wire_write((int)a[0], parts[i].iov_base, parts[i].iov_len, "writev", pc);
        if (n < 0) return all ? all : n;
        all += n;
        if ((size_t)n < parts[i].iov_len) break;
    }
    return all;
}
DO(readv) { return (void)instruction, each(true, a, pc); }
DO(writev) { return (void)instruction, each(false, a, pc); }
DO(pread64) {
    (void)instruction;
    lct_files_reads((int)a[0], "pread", pc);
    lct_region_touch((void *)a[1], (size_t)a[2]);
    return pass(SYS_pread64, a);
}
DO(preadv) {
    (void)instruction;
    const struct iovec *parts = (const struct iovec *)a[1];
    lct_files_reads((int)a[0], "preadv", pc);
    for (long i = 0; i < a[2]; i++) lct_region_touch(parts[i].iov_base, parts[i].iov_len);
    return pass(SYS_preadv, a);
}
DO(pwrite64) {
    (void)instruction;
    lct_files_writes((int)a[0], "pwrite", pc);
    return pass(SYS_pwrite64, a);
}
DO(recvfrom) {
    (void)instruction;
    if (!lct_wire_has((int)a[0]) || a[4]) lct_unsupported("recvfrom", LCT_WHY_SOCKET, pc);
    return negative_errno(recv((int)a[0], (void *)a[1], (size_t)a[2], (int)a[3]));
}
DO(sendto) {
    (void)instruction;
    if (!lct_wire_has((int)a[0]) || a[4]) lct_unsupported("sendto", LCT_WHY_SOCKET, pc);
    return negative_errno(send((int)a[0], (const void *)a[1], (size_t)a[2], (int)a[3]));
}

/* ---- pipes and waiting for them ---- */

DO(pipe) { return UNUSED, negative_errno(pipe((int *)a[0])); }
DO(pipe2) { return UNUSED, negative_errno(pipe2((int *)a[0], (int)a[1])); }
DO(socketpair) { return UNUSED, negative_errno(socketpair((int)a[0], (int)a[1], (int)a[2], (int *)a[3])); }
DO(eventfd) { return UNUSED, negative_errno(eventfd((unsigned)a[0], 0)); }
DO(eventfd2) { return UNUSED, negative_errno(eventfd((unsigned)a[0], (int)a[1])); }
DO(epoll_create) { return UNUSED, negative_errno(epoll_create1(0)); }
DO(epoll_create1) { return UNUSED, negative_errno(epoll_create1((int)a[0])); }
DO(epoll_ctl) { return UNUSED, negative_errno(epoll_ctl((int)a[0], (int)a[1], (int)a[2], (struct epoll_event *)a[3])); }
DO(epoll_wait) {
    return UNUSED, negative_errno(epoll_wait((int)a[0], (struct epoll_event *)a[1], (int)a[2], (int)a[3]));
}
DO(epoll_pwait) {
    return UNUSED, negative_errno(epoll_pwait((int)a[0], (struct epoll_event *)a[1], (int)a[2], (int)a[3], NULL));
}
DO(poll) { return UNUSED, negative_errno(poll((struct pollfd *)a[0], (nfds_t)a[1], (int)a[2])); }
DO(ppoll) {
    return UNUSED, negative_errno(ppoll((struct pollfd *)a[0], (nfds_t)a[1], (const struct timespec *)a[2], NULL));
}
DO(select) {
    return UNUSED,
           negative_errno(select((int)a[0], (fd_set *)a[1], (fd_set *)a[2], (fd_set *)a[3], (struct timeval *)a[4]));
}
DO(pselect6) {
    return UNUSED, negative_errno(pselect((int)a[0], (fd_set *)a[1], (fd_set *)a[2], (fd_set *)a[3],
                                          (const struct timespec *)a[4], NULL));
}

/* ---- which is which ---- */

lct_emulation lct_emulation_of(long number) {
    static const struct {
        long number;
        lct_emulation emulation;
    } all[] = {
#define ROW(name) {SYS_##name, do_##name},
        LCT_WORLD_MODELLED(ROW)
#undef ROW
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].number == number) return all[i].emulation;
    return NULL;
}
