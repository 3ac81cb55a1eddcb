# The closed world: system calls of the code under test are modelled, harmless or refused (src/target/runtime/world).
#
# Signals that a program sends to itself do what they would do.  Before, dispositions were those that the command had set
# for its workers: raise(SIGTERM) did nothing.
= signals.c
#define _GNU_SOURCE
#include <lince/test.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int handled, last;
static void handle(int s) { handled++; last = s; }
static void info(int s, siginfo_t *i, void *c) { (void)s, (void)c; handled++; last = i->si_value.sival_int; }
static sigset_t usr1(void) { sigset_t s; sigemptyset(&s); sigaddset(&s, SIGUSR1); return s; }

static void default_term(void) { raise(SIGTERM); }
static void default_kill(void) { kill(getpid(), SIGUSR2); }
static void default_chld(void) { raise(SIGCHLD); kill(getpid(), SIGURG); }
static void ignored(void) { signal(SIGTERM, SIG_IGN); raise(SIGTERM); kill(getpid(), SIGTERM); pthread_kill(pthread_self(), SIGTERM); }
static void handler(void) {
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
    lince_assert(handled == 1 && last == SIGUSR1);
    kill(getpid(), SIGUSR1);
    pthread_kill(pthread_self(), SIGUSR1);
    lince_assert(handled == 3);
    struct sigaction with = {.sa_sigaction = info, .sa_flags = SA_SIGINFO | SA_RESETHAND};
    sigaction(SIGUSR2, &with, NULL);
    sigqueue(getpid(), SIGUSR2, (union sigval){.sival_int = 42});
    lince_assert(handled == 4 && last == 42);
    struct sigaction now;
    sigaction(SIGUSR2, NULL, &now);
    lince_assert(now.sa_handler == SIG_DFL);
}
static void blocked(void) {
    sigset_t s = usr1(), p;
    signal(SIGUSR1, handle);
    pthread_sigmask(SIG_BLOCK, &s, NULL);
    raise(SIGUSR1);
    kill(getpid(), SIGUSR1);
    sigpending(&p);
    lince_assert(!handled && sigismember(&p, SIGUSR1));
    pthread_sigmask(SIG_UNBLOCK, &s, NULL);
    lince_assert(handled == 2);
}
static void blocked_default(void) {
    sigset_t s = usr1();
    pthread_sigmask(SIG_BLOCK, &s, NULL);
    raise(SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &s, NULL);
}
static void waited(void) {
    sigset_t s = usr1();
    int got;
    sigprocmask(SIG_BLOCK, &s, NULL);
    raise(SIGUSR1);
    lince_assert(sigwait(&s, &got) == 0 && got == SIGUSR1);
    struct timespec none = {0, 0};
    lince_assert(sigtimedwait(&s, NULL, &none) == -1);
}
LINCE_TEST(default_term) { lince_test_thread(default_term); }
LINCE_TEST(default_kill) { lince_test_thread(default_kill); }
LINCE_TEST(default_chld) { lince_test_thread(default_chld); }
LINCE_TEST(ignored) { lince_test_thread(ignored); }
LINCE_TEST(handler) { lince_test_thread(handler); }
LINCE_TEST(blocked) { lince_test_thread(blocked); }
LINCE_TEST(blocked_default) { lince_test_thread(blocked_default); }
LINCE_TEST(waited) { lince_test_thread(waited); }

/* Between threads. */
static pthread_t receiver;
static atomic_int ready, go;
static void setup(void) { sigset_t s = usr1(); sigprocmask(SIG_BLOCK, &s, NULL); signal(SIGUSR1, handle); }
static void suspends(void) {
    sigset_t none;
    sigemptyset(&none);
    receiver = pthread_self();
    ready = 1;
    while (!handled) sigsuspend(&none);
}
static void sends(void) {
    if (ready) pthread_kill(receiver, SIGUSR1);
    else { while (!ready) ; pthread_kill(receiver, SIGUSR1); }
}
static void pauses(void) {
    sigset_t s = usr1();
    receiver = pthread_self();
    pthread_sigmask(SIG_UNBLOCK, &s, NULL);
    ready = 1;
    pause();
}
static void takes(void) { sigset_t s = usr1(); int got; sigwait(&s, &got); go++; }
static void gives(void) { kill(getpid(), SIGUSR1); }
static void gone(void) { lince_assert(go == 1 && !handled); }
LINCE_TEST(suspended) { lince_test_setup(setup); lince_test_thread(suspends); lince_test_thread(sends); }
LINCE_TEST(paused) { lince_test_setup(setup); lince_test_thread(pauses); lince_test_thread(sends); }
LINCE_TEST(taken) { lince_test_setup(setup); lince_test_thread(takes); lince_test_thread(gives); lince_test_finally(gone); }
LINCE_TEST(taken_twice) { lince_test_setup(setup); lince_test_thread(takes); lince_test_thread(takes); lince_test_thread(gives); }
static void nothing(void) { ready = 1; }
static void open_setup(void) { signal(SIGUSR1, handle); }
LINCE_TEST(anybody) { lince_test_setup(open_setup); lince_test_thread(gives); lince_test_thread(nothing); }
static void faults(void) { signal(SIGSEGV, handle); *(volatile int *)8 = 1; }
LINCE_TEST(faults) { lince_test_thread(faults); }
$ lince test --no-shrink signals.c | grep -e '^signals.c: ' -e '^[0-9]'
signals.c: default_term: violation — a crash: the thread sent itself signal 15 (SIGTERM), which ends the program (1 execution, 0 histories, {time})
signals.c: default_kill: violation — a crash: the program sent itself signal 12 (SIGUSR2), which ends the program (1 execution, 0 histories, {time})
signals.c: default_chld: ok — no failure: 2 executions, 0 histories, all interleavings ({time})
signals.c: ignored: ok — no failure: 2 executions, 0 histories, all interleavings ({time})
signals.c: handler: ok — no failure: 2 executions, 0 histories, all interleavings ({time})
signals.c: blocked: ok — no failure: 2 executions, 0 histories, all interleavings ({time})
signals.c: blocked_default: violation — a crash: the thread sent itself signal 10 (SIGUSR1), which ends the program (1 execution, 0 histories, {time})
signals.c: waited: ok — no failure: 2 executions, 0 histories, all interleavings ({time})
signals.c: suspended: ok — no failure: 6 executions, 0 histories, all interleavings ({time})
signals.c: paused: unknown — this cannot be tested: pthread_kill was called: the signal interrupts another thread at any instruction, which is not modelled; a thread that blocks it and takes it with sigwait or sigsuspend is (4 executions, 0 histories, {time})
signals.c: taken: ok — no failure: 4 executions, 0 histories, all interleavings ({time})
signals.c: taken_twice: violation — a deadlock: no thread can go on: T2 waits for a signal (1 execution, 0 histories, {time})
signals.c: anybody: unknown — this cannot be tested: kill was called: several threads do not block the signal, and it interrupts any of them at any instruction, which is not modelled; raise, and a signal that all other threads block, are (1 execution, 0 histories, {time})
signals.c: faults: unknown — this cannot be tested: the test handles signal 11 (SIGSEGV) itself, which is modelled where the program sends it, but not where the processor does (1 execution, 0 histories, {time})
7 ok, 4 violations, 3 unknown
? 0

# Calls that the code makes by way of libc, of libraries or by itself, and that would leave something in the kernel, wait
# there, or differ each time: unknown, with the name of the call and its place.
= refused.c
#define _GNU_SOURCE
#include <fcntl.h>
#include <lince/test.h>
#include <mqueue.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <syslog.h>
#include <unistd.h>
static long by_instruction(long n, long a, long b, long c) {
    long r;
    __asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return r;
}
#define TEST(name, ...) static void do_##name(void) { __VA_ARGS__; } LINCE_TEST(name) { lince_test_thread(do_##name); }
TEST(forks, if (fork() == 0) _exit(0))
TEST(forks_itself, by_instruction(SYS_fork, 0, 0, 0))
TEST(waits, wait(NULL))
TEST(connects, socket(AF_INET, SOCK_STREAM, 0))
TEST(logs, syslog(LOG_INFO, "hello"))
TEST(writes, FILE *f = fopen("left", "w"); if (f) fclose(f))
TEST(writes_itself, by_instruction(SYS_open, (long)"left", O_CREAT | O_WRONLY, 0600))
TEST(removes, unlink("left"))
TEST(devices, open("/dev/urandom", O_RDONLY))
TEST(alarms, alarm(1))
TEST(ticks, struct itimerval t = {{1, 0}, {1, 0}}; setitimer(ITIMER_REAL, &t, NULL))
TEST(timers, timerfd_create(CLOCK_MONOTONIC, 0))
TEST(signals, sigset_t s; sigemptyset(&s); signalfd(-1, &s, 0))
TEST(queues, mq_open("/q", O_CREAT | O_RDWR, 0600, NULL))
TEST(shares, shmget(IPC_PRIVATE, 4096, 0600))
TEST(waits_for_ever, by_instruction(SYS_inotify_init1, 0, 0, 0))
TEST(unheard_of, by_instruction(SYS_kcmp, 0, 0, 0))
TEST(ends, by_instruction(SYS_exit_group, 3, 0, 0))
$ lince test --no-shrink refused.c 2>/dev/null | grep -e '^refused.c: ' -e '(refused.c:[0-9]*)$' -e '^[0-9]'
refused.c: forks: unknown — this cannot be tested: fork was called: a test is one process, or its executions could not be repeated (1 execution, 0 histories, {time})
    repeated (refused.c:23)
refused.c: forks_itself: unknown — this cannot be tested: fork was called: a test is one process, or its executions could not be repeated (1 execution, 0 histories, {time})
    repeated (refused.c:24)
refused.c: waits: unknown — this cannot be tested: wait was called: a test is one process, or its executions could not be repeated (1 execution, 0 histories, {time})
    repeated (refused.c:25)
refused.c: connects: unknown — this cannot be tested: socket was called: it talks to the world outside, which is not restored; pipes and socketpair are modelled (1 execution, 0 histories, {time})
    pipes and socketpair are modelled (refused.c:26)
refused.c: logs: unknown — this cannot be tested: syslog was called: it talks to the world outside, which is not restored; pipes and socketpair are modelled (1 execution, 0 histories, {time})
    pipes and socketpair are modelled (refused.c:27)
refused.c: writes: unknown — this cannot be tested: fopen was called: its changes to files are not put back before the next execution; the setup may do it (1 execution, 0 histories, {time})
    execution; the setup may do it (refused.c:28)
refused.c: writes_itself: unknown — this cannot be tested: open was called: its changes to files are not put back before the next execution; the setup may do it (1 execution, 0 histories, {time})
    execution; the setup may do it (refused.c:29)
refused.c: removes: unknown — this cannot be tested: unlink was called: its changes to files are not put back before the next execution; the setup may do it (1 execution, 0 histories, {time})
    execution; the setup may do it (refused.c:30)
refused.c: devices: unknown — this cannot be tested: open was called: random numbers of the kernel differ each time; getrandom is modelled (1 execution, 0 histories, {time})
    is modelled (refused.c:31)
refused.c: alarms: unknown — this cannot be tested: alarm was called: signals and notifications by timers are not modelled; sleeping and waiting with a time-out are (1 execution, 0 histories, {time})
    sleeping and waiting with a time-out are (refused.c:32)
refused.c: ticks: unknown — this cannot be tested: setitimer was called: signals and notifications by timers are not modelled; sleeping and waiting with a time-out are (1 execution, 0 histories, {time})
    modelled; sleeping and waiting with a time-out are (refused.c:33)
refused.c: timers: unknown — this cannot be tested: timerfd_create was called: signals and notifications by timers are not modelled; sleeping and waiting with a time-out are (1 execution, 0 histories, {time})
    modelled; sleeping and waiting with a time-out are (refused.c:34)
refused.c: signals: unknown — this cannot be tested: signalfd was called: signals are not modelled as files; sigwait and sigsuspend are (1 execution, 0 histories, {time})
    sigsuspend are (refused.c:35)
refused.c: queues: unknown — this cannot be tested: mq_open was called: message queues of POSIX are not modelled; those of System V (msgget) and pipes are (1 execution, 0 histories, {time})
    System V (msgget) and pipes are (refused.c:36)
refused.c: shares: unknown — this cannot be tested: shmget was called: memory shared between processes is not restored; mmap is (1 execution, 0 histories, {time})
    is (refused.c:37)
refused.c: waits_for_ever: unknown — this cannot be tested: inotify_init1 was called: events of the file system and of the kernel are not modelled (1 execution, 0 histories, {time})
    not modelled (refused.c:38)
refused.c: unheard_of: unknown — this cannot be tested: the system call with number 312 was made: it is not modelled (1 execution, 0 histories, {time})
    (refused.c:39)
refused.c: ends: violation — the program ended in the middle: the system call exit_group(3) was called while other threads were running (1 execution, 0 histories, {time})
    (refused.c:40)
0 ok, 1 violation, 17 unknown
? 0

# What is harmless, and what is put back before each execution: descriptors that are left open, where a file is read,
# files without names, what the setup leaves in files.
= harmless.c
#define _GNU_SOURCE
#include <fcntl.h>
#include <lince/test.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
static atomic_int x;
static int file;
static FILE *stream;
static void setup(void) {
    FILE *f = fopen("made", "w");
    fputs("abcdef", f);
    fclose(f);
    file = open("made", O_RDONLY);
    stream = fopen("made", "r");
}
static void opens(void) {
    int fd = open("made", O_RDONLY), first = x++ ? -1 : fd;
    char bytes[2] = "";
    lince_assert(fd >= 0 && fd < 20 && read(fd, bytes, 1) == 1 && *bytes == 'a');
    lince_assert(first < 0 || first < 10);
}
static void reads(void) {
    char bytes[3] = "";
    lince_assert(read(file, bytes, 2) == 2 && bytes[0] == 'a' && bytes[1] == 'b');
    x++;
}
static void own(void) {
    int fd = memfd_create("own", 0);
    lince_assert(fd >= 0 && ftruncate(fd, 10) == 0 && write(fd, "x", 1) == 1 && close(fd) == 0);
    x++;
}
static void looks(void) {
    struct stat info;
    lince_assert(stat("made", &info) == 0 && info.st_size == 6 && sysconf(_SC_NPROCESSORS_ONLN) > 0);
    printf("%d\n", (int)getpid());
    fflush(stdout);
    FILE *none = fopen("/dev/null", "w");
    fputs("x", none);
    fclose(none);
    x++;
}
static void streams(void) { lince_assert(fgetc(stream) == 'a'); }
LINCE_TEST(streams) { lince_test_setup(setup); lince_test_thread(streams); }
LINCE_TEST(opens) { lince_test_setup(setup); lince_test_thread(opens); lince_test_thread(opens); }
LINCE_TEST(reads) { lince_test_setup(setup); lince_test_thread(reads); lince_test_thread(looks); }
LINCE_TEST(own) { lince_test_setup(setup); lince_test_thread(own); lince_test_thread(own); }
LINCE_TEST(looks) { lince_test_setup(setup); lince_test_thread(looks); lince_test_thread(looks); }
static void overwrites(void) { if (write(open("made", O_WRONLY), "z", 1) < 0) x++; }
LINCE_TEST(overwrites) { lince_test_setup(setup); lince_test_thread(overwrites); }
static void closes(void) { close(file); }
LINCE_TEST(closes) { lince_test_setup(setup); lince_test_thread(closes); }
$ lince test --no-shrink --jobs 1 --strategy exhaustive harmless.c | grep -e '^harmless.c: ' -e '^[0-9]'
harmless.c: streams: unknown — this cannot be tested: read was called: it fills a stream that the setup opened, of which libc keeps the bytes read ahead; open it in the operation, or read it with read (1 execution, 0 histories, {time})
harmless.c: opens: ok — no failure: 2 executions, 0 histories, all interleavings ({time})
harmless.c: reads: ok — no failure: 6 executions, 0 histories, all interleavings ({time})
harmless.c: own: ok — no failure: 6 executions, 0 histories, all interleavings ({time})
harmless.c: looks: ok — no failure: 6 executions, 0 histories, all interleavings ({time})
harmless.c: overwrites: unknown — this cannot be tested: open was called: its changes to files are not put back before the next execution; the setup may do it (1 execution, 0 histories, {time})
harmless.c: closes: unknown — this cannot be tested: close was called: every execution starts with this file, which must stay open (1 execution, 0 histories, {time})
4 ok, 0 violations, 3 unknown
? 0

# A call that waits, and nothing else: told where it would have been waited for ever.
= waits.c
#define _GNU_SOURCE
#include <lince/test.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int x;
static int twice(void) { return atomic_fetch_add(&x, 1) == 1; }
static int pauses(void) { return twice() ? pause() : 0; }
static int by_number(void) { return twice() ? (int)syscall(SYS_pause) : 0; }
static int polls(void) { return twice() ? poll(0, 0, -1) : 0; }
static int operates(void) {
    struct sembuf b = {0, -1, 0};
    return twice() ? semop(semget(IPC_PRIVATE, 1, 0600), &b, 1) : 0;
}
static int tries(void) {
    struct sembuf b = {0, -1, IPC_NOWAIT};
    return twice() ? semop(semget(IPC_PRIVATE, 1, 0600), &b, 1) : 0;
}
static int in_time(void) {
    struct sembuf b = {0, -1, 0};
    struct timespec t = {1, 0};
    return twice() ? semtimedop(semget(IPC_PRIVATE, 1, 0600), &b, 1, &t) : 0;
}
#define TEST(name) LINCE_TEST(name) { lince_test_op(#name, name); lince_test_scenario(#name "() | " #name "()"); }
TEST(pauses)
TEST(by_number)
TEST(polls)
TEST(operates)
TEST(tries)
TEST(in_time)
$ lince test --no-shrink waits.c | grep -e '^waits.c: ' -e '^[0-9]'
waits.c: pauses: violation — a deadlock: no thread can go on: T2 waits in pauses for a signal (3 executions, 0 histories, {time})
waits.c: by_number: violation — a deadlock: no thread can go on: T2 waits in by_number for a signal (3 executions, 0 histories, {time})
waits.c: polls: violation — a deadlock: no thread can go on: T2 waits in polls for a signal (3 executions, 0 histories, {time})
waits.c: operates: violation — a deadlock: no thread can go on: T2 waits in operates for a semaphore (3 executions, 0 histories, {time})
waits.c: tries: ok — linearizable: 6 executions, 4 histories, all interleavings ({time})
waits.c: in_time: ok — linearizable: 6 executions, 4 histories, all interleavings ({time})
2 ok, 4 violations, 0 unknown
? 0

# A pipe that nobody reads any more: SIGPIPE, or an error where it is ignored.
= broken.c
#include <errno.h>
#include <lince/test.h>
#include <signal.h>
#include <unistd.h>
static void breaks(void) {
    int ends[2];
    lince_assert(pipe(ends) == 0 && close(ends[0]) == 0);
    lince_assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
}
static void ignores(void) { signal(SIGPIPE, SIG_IGN); breaks(); }
LINCE_TEST(breaks) { lince_test_thread(breaks); }
LINCE_TEST(ignores) { lince_test_thread(ignores); }
$ lince test --no-shrink broken.c | grep -e '^broken.c: ' -e '^[0-9]'
broken.c: breaks: violation — a crash: the thread sent itself signal 13 (SIGPIPE), which ends the program (1 execution, 0 histories, {time})
broken.c: ignores: ok — no failure: 2 executions, 0 histories, all interleavings ({time})
1 ok, 1 violation, 0 unknown
? 0

# Containers that do not allow the filter: the functions of libc are still what they are, and it is told.
= container.c
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv) {
    struct sock_filter forbids[] = {{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr)},
                                    {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_seccomp},
                                    {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EPERM},
                                    {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}};
    struct sock_fprog filter = {4, forbids};
    if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) return 9;
    execvp(argv[1], argv + 1);
    return 9;
}
$ ${CC:-cc} container.c -o container; for t in connects alarms; do ./container lince test --no-shrink --filter $t refused.c; done 2>&1 | grep -e '^lince' -e '^refused.c: '
lince: warning: the kernel does not let this program filter its system calls (seccomp): those that instructions or libraries make themselves are not seen
refused.c: connects: unknown — this cannot be tested: socket was called: it talks to the world outside, which is not restored; pipes and socketpair are modelled (1 execution, 0 histories, {time})
lince: warning: the kernel does not let this program filter its system calls (seccomp): those that instructions or libraries make themselves are not seen
refused.c: alarms: unknown — this cannot be tested: alarm was called: signals and notifications by timers are not modelled; sleeping and waiting with a time-out are (1 execution, 0 histories, {time})
? 0
= raw_fork.c
#include <lince/test.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int x;
static long by_instruction(long n, long a) {
    long r;
    __asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(0), "d"(0) : "rcx", "r11", "memory");
    return r;
}
static void forks(void) { by_instruction(SYS_fork, 0); x++; }
static void counts(void) { x++; x++; }
LINCE_TEST(both_go_on) { lince_test_thread(forks); lince_test_thread(counts); }
static void crashes(void) { if (by_instruction(SYS_fork, 0) == 0) *(volatile int *)8 = 1; x++; }
LINCE_TEST(child_crashes) { lince_test_thread(crashes); lince_test_thread(counts); }
static void sleeps(void) { if (by_instruction(SYS_fork, 0) == 0) for (;;) by_instruction(SYS_pause, 0); x++; }
LINCE_TEST(child_sleeps) { lince_test_thread(sleeps); lince_test_thread(counts); }
static void ends(void) { if (by_instruction(SYS_fork, 0) == 0) by_instruction(SYS_exit_group, 3); x++; }
LINCE_TEST(child_ends) { lince_test_thread(ends); lince_test_thread(counts); }
static void fails(void) { x++; lince_assert(by_instruction(SYS_fork, 0) == 0); }
LINCE_TEST(parent_fails) { lince_test_thread(fails); }
static void setup(void) { by_instruction(SYS_fork, 0); }
LINCE_TEST(in_setup) { lince_test_setup(setup); lince_test_thread(counts); }
LINCE_TEST(none) { lince_test_thread(counts); lince_test_thread(counts); }
$ ./container lince test --no-shrink raw_fork.c 2>/dev/null | grep -e '^raw_fork.c: ' -e '^[0-9]'
raw_fork.c: both_go_on: unknown — this cannot be tested: a second process was made: a test is one process, or its executions could not be repeated (1 execution, 0 histories, {time})
raw_fork.c: child_crashes: unknown — this cannot be tested: a second process was made: a test is one process, or its executions could not be repeated (1 execution, 0 histories, {time})
raw_fork.c: child_sleeps: unknown — this cannot be tested: a second process was made: a test is one process, or its executions could not be repeated (1 execution, 0 histories, {time})
raw_fork.c: child_ends: unknown — this cannot be tested: a second process was made: a test is one process, or its executions could not be repeated (1 execution, 0 histories, {time})
raw_fork.c: parent_fails: unknown — this cannot be tested: a second process was made: a test is one process, or its executions could not be repeated (1 execution, 0 histories, {time})
raw_fork.c: in_setup: unknown — this cannot be tested: a second process was made: a test is one process, or its executions could not be repeated (0 executions, 0 histories, {time})
raw_fork.c: none: ok — no failure: 8 executions, 0 histories, all interleavings ({time})
1 ok, 0 violations, 6 unknown
? 0
$ lince test --json --filter default_chld signals.c | grep -o '"system_calls_filtered":[a-z]*'; ./container lince test --json --filter default_chld signals.c 2>/dev/null | grep -o '"system_calls_filtered":[a-z]*'
"system_calls_filtered":true
"system_calls_filtered":false
? 0

# A body may take long; one that never ends is no sign of life.
= silent.c
#include <lince/test.h>
static void nothing(void) {}
LINCE_TEST(silent) {
    static volatile int on = 1;
    lince_test_thread(nothing);
    while (on) {}
}
$ lince test --patience 1 silent.c; echo $?
lince: silent.c: the program has shown no sign of life for 1 s (--patience gives it more) before it could list its tests
3
? 0
