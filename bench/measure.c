/* What a command costs:
 *
 *     measure [-n TIMES] [-s SECONDS] [-k SECONDS] [-o FILE] COMMAND [ARGUMENT...]
 *
 * Runs it up to TIMES times, but not again once SECONDS have passed (-s), and prints one line:
 *
 *     cpu 0.0123 wall 0.0140 memory 1572864 status 0 runs 5
 *
 * the least user and system CPU time and the least wall-clock time of all runs, in seconds; the most memory that was
 * resident, in bytes; the exit status (128 + the signal that ended it).  The command's standard output goes to FILE
 * (default: nowhere).  A run that takes longer than -k SECONDS is killed.
 *
 * This is a program of its own, without a shell, because the system counts what a process had resident before `exec`
 * as the command's: a child of anything larger would show the size of its parent.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct cost {
    double cpu, wall;
    long kilobytes;
    int status;
} cost;

static volatile sig_atomic_t child; /* for the alarm */

static void kill_child(int signal) {
    (void)signal;
    if (child > 0) kill(child, SIGKILL);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

static void fail(const char *what) {
    fprintf(stderr, "measure: %s: %s\n", what, strerror(errno));
    exit(125);
}

static void become(char **command, const char *output) {
    int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (out < 0 || dup2(out, STDOUT_FILENO) < 0) {
        fprintf(stderr, "measure: %s: %s\n", output, strerror(errno));
        _exit(125);
    }
    close(out);
    execvp(command[0], command);
    fprintf(stderr, "measure: %s: %s\n", command[0], strerror(errno));
    _exit(127);
}

static cost run(char **command, const char *output, unsigned longest) {
    struct rusage usage;
    int status;
    double start = now();
    pid_t pid = fork();
    if (pid < 0) fail("fork");
    if (pid == 0) become(command, output);
    child = (sig_atomic_t)pid;
    alarm(longest);
    while (wait4(pid, &status, 0, &usage) < 0)
        if (errno != EINTR) fail("wait4");
    child = 0;
    alarm(0);
    return (cost){.cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime),
                  .wall = now() - start,
                  .kilobytes = usage.ru_maxrss,
                  .status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status)};
}

int main(int argc, char **argv) {
    int times = 1;
    unsigned longest = 0;
    double enough = 1e9;
    const char *output = "/dev/null";
    for (int c; (c = getopt(argc, argv, "+n:s:k:o:")) != -1;) switch (c) {
        case 'n': times = atoi(optarg); break;
        case 's': enough = atof(optarg); break;
        case 'k': longest = (unsigned)atoi(optarg); break;
        case 'o': output = optarg; break;
        default: return 125;
        }
    if (optind == argc || times < 1) {
        fputs("usage: measure [-n TIMES] [-s SECONDS] [-k SECONDS] [-o FILE] COMMAND [ARGUMENT...]\n", stderr);
        return 125;
    }
    struct sigaction action = {.sa_handler = kill_child};
    sigaction(SIGALRM, &action, NULL);

    double start = now();
    cost least = run(argv + optind, output, longest);
    int runs = 1;
    for (; runs < times && now() - start < enough; runs++) {
        cost next = run(argv + optind, output, longest);
        if (next.cpu < least.cpu) least.cpu = next.cpu;
        if (next.wall < least.wall) least.wall = next.wall;
        if (next.kilobytes > least.kilobytes) least.kilobytes = next.kilobytes;
        if (next.status > least.status) least.status = next.status;
    }
    printf("cpu %.6f wall %.6f memory %lld status %d runs %d\n", least.cpu, least.wall,
           (long long)least.kilobytes * 1024, least.status, runs);
    return 0;
}
