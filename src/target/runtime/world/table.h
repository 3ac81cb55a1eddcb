/* Every system call there is, and its treatment when the code under test makes it.
 *
 *   HARMLESS  it is executed: it neither waits, nor leaves anything in the kernel, nor returns a result that differs
 * from one execution to the next MODELLED  the runtime does it in place of the kernel, as steps of the execution, or
 * decides by its arguments whether it is harmless (emulate.c) SETUP     it changes files: executed while the setup of
 * the test runs, refused in executions, which it would make depend on each other REFUSED   the verdict is `unknown`,
 * with the call and its place; the last column is the reason
 *
 * A call that is not listed is refused.  The manual page has the same lists; tests/runtime/world_table checks that.
 *
 * Numbers are those of the headers of libc; some calls do not exist on every processor, or are younger than the
 * headers. */
#ifndef LC_TARGET_RUNTIME_WORLD_TABLE_H
#define LC_TARGET_RUNTIME_WORLD_TABLE_H

#define LCT_WHY_PROCESS  "a test is one process, or its executions could not be repeated"
#define LCT_WHY_SOCKET   "it talks to the world outside, which is not restored; pipes and socketpair are modelled"
#define LCT_WHY_TIMER    "signals and notifications by timers are not modelled; sleeping and waiting with a time-out are"
#define LCT_WHY_SIGNALFD "signals are not modelled as files; sigwait and sigsuspend are"
#define LCT_WHY_SHARED   "memory shared between processes is not restored; mmap is"
#define LCT_WHY_CLOCK    "it reads the real time, which differs each time; clock_gettime is modelled"
#define LCT_WHY_QUEUE    "message queues of POSIX are not modelled; those of System V (msgget) and pipes are"
#define LCT_WHY_ASYNC    "the work that it starts goes on by itself in the kernel; read and write are modelled"
#define LCT_WHY_FILES    "its changes to files are not put back before the next execution; the setup may do it"
#define LCT_WHY_SYSTEM   "it changes the system, or the kernel's treatment of the process"
#define LCT_WHY_WATCH    "events of the file system and of the kernel are not modelled"

/* clang-format off */
#define LCT_WORLD_HARMLESS(X)                                                                                          \
    X(access) X(arch_prctl) X(capget) X(clock_getres) X(faccessat) X(faccessat2) X(fstat) X(fstatfs) X(get_mempolicy)  \
    X(get_robust_list) X(getcpu) X(getcwd) X(getdents) X(getdents64) X(getegid) X(geteuid) X(getgid) X(getgroups)      \
    X(getpgid) X(getpgrp) X(getpid) X(getppid) X(getpriority) X(getresgid) X(getresuid) X(getrlimit) X(getsid)         \
    X(getuid) X(getxattr) X(fadvise64) X(fgetxattr) X(lgetxattr) X(listxattr) X(flistxattr) X(llistxattr) X(lstat) X(madvise)       \
    X(mbind) X(membarrier) X(mincore) X(mlock) X(mlock2) X(mlockall) X(msync) X(munlock) X(munlockall) X(newfstatat)   \
    X(readahead) X(readlink) X(readlinkat) X(restart_syscall) X(rseq) X(rt_sigreturn) X(sched_get_priority_max)                     \
    X(sched_get_priority_min) X(sched_getaffinity) X(sched_getattr) X(sched_getparam) X(sched_getscheduler)            \
    X(sched_setaffinity) X(set_mempolicy) X(set_robust_list) X(set_tid_address) X(stat) X(statfs) X(statx) X(sysinfo) X(uname)

/* Each has a function in emulate.c. */
#define LCT_WORLD_MODELLED(X)                                                                                          \
    X(alarm) X(brk) X(clock_gettime) X(clock_nanosleep) X(close) X(close_range) X(creat) X(dup) X(dup2) X(dup3)        \
    X(epoll_create) X(epoll_create1) X(epoll_ctl) X(epoll_pwait) X(epoll_wait) X(eventfd) X(eventfd2) X(exit)          \
    X(exit_group) X(fcntl) X(flock) X(ftruncate) X(futex) X(getrandom) X(gettid) X(gettimeofday) X(ioctl) X(kill)      \
    X(lseek) X(memfd_create) X(mmap) X(mprotect) X(mremap) X(msgctl) X(msgget) X(msgrcv) X(msgsnd) X(munmap)           \
    X(nanosleep) X(open) X(openat) X(pause) X(pipe) X(pipe2) X(pkey_mprotect) X(poll) X(ppoll) X(prctl) X(pread64)     \
    X(preadv) X(prlimit64) X(pselect6) X(pwrite64) X(read) X(readv) X(recvfrom) X(rt_sigaction) X(rt_sigpending)       \
    X(rt_sigprocmask) X(rt_sigqueueinfo) X(rt_sigsuspend) X(rt_sigtimedwait) X(rt_tgsigqueueinfo) X(sched_yield)       \
    X(select) X(semctl) X(semget) X(semop) X(semtimedop) X(sendto) X(setitimer) X(setrlimit) X(sigaltstack)            \
    X(socketpair) X(tgkill) X(time) X(timer_delete) X(tkill) X(write) X(writev)

#define LCT_WORLD_SETUP(X)                                                                                             \
    X(chdir) X(chmod) X(chown) X(copy_file_range) X(fallocate) X(fchdir) X(fchmod) X(fchmodat) X(fchown) X(fchownat)   \
    X(fdatasync) X(fsetxattr) X(fsync) X(futimesat) X(lchown) X(link) X(linkat) X(lsetxattr) X(mkdir) X(mkdirat)       \
    X(mknod) X(mknodat) X(pwritev) X(rename) X(renameat) X(renameat2) X(rmdir) X(sendfile) X(setxattr) X(splice)       \
    X(symlink) X(symlinkat) X(sync) X(sync_file_range) X(syncfs) X(tee) X(truncate) X(umask) X(unlink) X(unlinkat)     \
    X(utime) X(utimensat) X(utimes) X(vmsplice)

#define LCT_WORLD_REFUSED(X)                                                                                           \
    X(accept, SOCKET) X(accept4, SOCKET) X(acct, SYSTEM) X(bind, SOCKET) X(bpf, SYSTEM) X(capset, SYSTEM)              \
    X(chroot, SYSTEM) X(clock_adjtime, SYSTEM) X(clock_settime, SYSTEM) X(clone, PROCESS) X(clone3, PROCESS)           \
    X(connect, SOCKET) X(execve, PROCESS) X(execveat, PROCESS) X(fanotify_init, WATCH) X(fork, PROCESS)                \
    X(futex_waitv, SYSTEM) X(getitimer, TIMER) X(getpeername, SOCKET) X(getrusage, CLOCK) X(getsockname, SOCKET)       \
    X(getsockopt, SOCKET) X(inotify_add_watch, WATCH) X(inotify_init, WATCH) X(inotify_init1, WATCH)                   \
    X(io_cancel, ASYNC) X(io_destroy, ASYNC) X(io_getevents, ASYNC) X(io_setup, ASYNC) X(io_submit, ASYNC)             \
    X(io_uring_enter, ASYNC) X(io_uring_register, ASYNC) X(io_uring_setup, ASYNC) X(listen, SOCKET) X(mount, SYSTEM)   \
    X(mq_getsetattr, QUEUE) X(mq_notify, QUEUE) X(mq_open, QUEUE) X(mq_timedreceive, QUEUE)                            \
    X(mq_timedsend, QUEUE) X(mq_unlink, QUEUE) X(perf_event_open, SYSTEM) X(personality, SYSTEM)                       \
    X(pidfd_getfd, PROCESS) X(pidfd_open, PROCESS) X(pidfd_send_signal, PROCESS) X(process_vm_readv, PROCESS)          \
    X(process_vm_writev, PROCESS) X(ptrace, PROCESS) X(reboot, SYSTEM) X(recvmmsg, SOCKET) X(recvmsg, SOCKET)          \
    X(sched_rr_get_interval, CLOCK) X(sched_setattr, SYSTEM) X(sched_setparam, SYSTEM) X(sched_setscheduler, SYSTEM)   \
    X(seccomp, SYSTEM) X(sendmmsg, SOCKET) X(sendmsg, SOCKET) X(setgid, SYSTEM) X(setgroups, SYSTEM)                   \
    X(setpgid, PROCESS) X(setpriority, SYSTEM) X(setsid, PROCESS) X(setsockopt, SOCKET) X(setuid, SYSTEM)              \
    X(shmat, SHARED) X(shmctl, SHARED) X(shmdt, SHARED) X(shmget, SHARED) X(shutdown, SOCKET)                          \
    X(signalfd, SIGNALFD) X(signalfd4, SIGNALFD) X(socket, SOCKET) X(timer_create, TIMER)            \
    X(timer_getoverrun, TIMER) X(timer_gettime, TIMER) X(timer_settime, TIMER) X(timerfd_create, TIMER)                \
    X(timerfd_gettime, TIMER) X(timerfd_settime, TIMER) X(times, CLOCK) X(umount2, SYSTEM) X(unshare, PROCESS)         \
    X(userfaultfd, SYSTEM) X(vfork, PROCESS) X(wait4, PROCESS) X(waitid, PROCESS)
/* clang-format on */

/* Calls that not every processor or every version of the headers has. */
#include "target/runtime/world/absent.h"

#endif
