#define _GNU_SOURCE /* pipe2, close_range */
#include "tester/toolchain/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The words before those of the compiler: the program, this one, and the process that the guard must not outlive. */
enum { PROGRAM, WORD, PARENT, REST };
static const char word[] = "guard a compiler";

/* The guard writes here why the compiler cannot be started: not one of the low numbers, which may be inherited. */
enum { REPORT_FD = 197 };

static const char SELF[] = "/proc/self/exe";

/* Sent by the kernel at the death of the command; compilers are interrupted by other signals. */
enum { ORPHANED = SIGUSR1 };

/* ---- in the guard ---- */

/* Programs that do not check whether they are guards must not be started as such: each would start another one, and so
 * on. */
static bool can_guard;

bool lcd_is_guard(int argc, char **argv) {
    can_guard = true;
    return argc > REST && strcmp(argv[WORD], word) == 0;
}

static void kill_group(int signal) {
    (void)signal;
    kill(0, SIGKILL);
}

static void fails(int error) {
    if (write(REPORT_FD, &error, sizeof error) < 0) {}
    _exit(127);
}

/* Signals for the group are for the compiler: the guard waits for its end, however it handles them. */
static void outlive_requests(void) {
    static const int requests[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) signal(requests[i], SIG_IGN);
}

int lcd_guard(char **argv) {
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before); /* none comes between the start of the compiler and outlive_requests */
    signal(ORPHANED, kill_group);
    (void)prctl(PR_SET_PDEATHSIG, ORPHANED);
    if (getppid() != (pid_t)atol(argv[PARENT])) _exit(1); /* it has died already */
    (void)fcntl(REPORT_FD, F_SETFD, FD_CLOEXEC);
    pid_t compiler = fork();
    if (compiler < 0) fails(errno);
    if (compiler == 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        execvp(argv[REST], argv + REST);
        fails(errno);
    }
    outlive_requests();
    for (int fd = 0; fd <= STDERR_FILENO; fd++) close(fd); /* the ends of pipes are the compiler's alone */
    close(REPORT_FD);
    sigset_t orphaned;
    sigemptyset(&orphaned);
    sigaddset(&orphaned, ORPHANED);
    sigprocmask(SIG_UNBLOCK, &orphaned, NULL);
    int how;
    while (waitpid(compiler, &how, 0) < 0)
        if (errno != EINTR) _exit(127);
    _exit(WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how));
}

/* ---- in the command ---- */

/* The words of the guard's command line; the caller frees the vector, and `parent` is part of it. */
static char **guarded(char **argv, char *parent) {
    size_t count = 0;
    while (argv[count]) count++;
    char **all = malloc((REST + count + 1) * sizeof *all);
    if (!all) return NULL;
    all[PROGRAM] = argv[0]; /* as lists of processes show it */
    all[WORD] = (char *)word;
    all[PARENT] = parent;
    memcpy(all + REST, argv, (count + 1) * sizeof *all);
    return all;
}

/* Why the compiler could not be started; 0: it was. */
static int read_report(int fd) {
    int error = 0;
    while (read(fd, &error, sizeof error) < 0 && errno == EINTR) {}
    return error;
}

static int spawn_in_group(pid_t *pid, const char *program, posix_spawn_file_actions_t *actions, char **argv,
                          char **environment) {
    posix_spawnattr_t how;
    int failed = posix_spawnattr_init(&how);
    if (failed) return failed;
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&how, 0);
    failed = posix_spawnp(pid, program, actions, &how, argv, environment);
    posix_spawnattr_destroy(&how);
    return failed;
}

static int spawn_guard(pid_t *pid, posix_spawn_file_actions_t *actions, char **argv, char **environment, int report) {
    int failed = posix_spawn_file_actions_adddup2(actions, report, REPORT_FD);
    return failed ? failed : spawn_in_group(pid, SELF, actions, argv, environment);
}

int lcd_guard_spawn(pid_t *pid, posix_spawn_file_actions_t *actions, char **argv, char **environment) {
    char parent[24];
    int report[2];
    if (!can_guard || access(SELF, X_OK) != 0) return spawn_in_group(pid, argv[0], actions, argv, environment);
    snprintf(parent, sizeof parent, "%ld", (long)getpid());
    if (pipe2(report, O_CLOEXEC) != 0) return errno;
    /* dup2 of a descriptor onto itself would leave it to be closed. */
    int end = report[1] == REPORT_FD ? fcntl(report[1], F_DUPFD_CLOEXEC, REPORT_FD + 1) : report[1];
    char **words = end < 0 ? NULL : guarded(argv, parent);
    int failed = words ? spawn_guard(pid, actions, words, environment, end) : ENOMEM;
    free(words);
    if (end >= 0 && end != report[1]) close(end);
    close(report[1]);
    if (!failed && (failed = read_report(report[0]))) /* the guard has ended */
        while (waitpid(*pid, NULL, 0) < 0 && errno == EINTR) {}
    close(report[0]);
    return failed;
}
