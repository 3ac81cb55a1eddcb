#define _GNU_SOURCE /* pipe2, memfd_create */
#include "tester/driver/start.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "target/explore/control.h"

/* The memory that the program itself may take besides the tables that its limit is for: libraries, stacks,
 * snapshots. */
#define OWN_MEMORY ((size_t)384 << 20)

static void set_limit(int what, rlim_t most) {
    struct rlimit limit;
    if (getrlimit(what, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max < most ? limit.rlim_max : most;
    (void)setrlimit(what, &limit);
}

/* Descriptors that are inherited; 0: a call failed, and errno has the reason. */
static bool place_descriptors(int block, int messages, bool loud) {
    int nothing = open("/dev/null", O_RDWR);
    return nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
           dup2(loud ? STDERR_FILENO : nothing, STDOUT_FILENO) >= 0 && (loud || dup2(nothing, STDERR_FILENO) >= 0) &&
           dup2(block, LCT_CONTROL_FD) >= 0 && dup2(messages, LCT_MESSAGES_FD) >= 0 &&
           (nothing <= STDERR_FILENO || close(nothing) == 0);
}

/* In the new process.  Comes back only if something cannot be done. */
static void become(const lcd_start *s, pid_t parent) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1); /* it has died already */
    /* A signal that ends all processes at once is meant for the command, which requests the results so far. */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    set_limit(RLIMIT_CORE, 0);
    if (s->memory) set_limit(RLIMIT_DATA, s->memory + OWN_MEMORY);
    /* Libraries and stacks lie at the same addresses in every worker, where that can be had. */
    int persona = personality(0xffffffff);
    if (persona != -1) (void)personality((unsigned long)persona | ADDR_NO_RANDOMIZE);
    if (!place_descriptors(s->block, s->messages, s->loud)) return;
    /* A symbol that the loader resolves at the first call of a function would be forgotten at the end of each
     * execution. */
    (void)setenv("LD_BIND_NOW", "1", 1);
    execl(s->program, s->program, (char *)NULL);
}

lince_status lcd_start_worker(const lcd_start *s, pid_t *pid, lince_error *error) {
    int report[2], why = 0;
    pid_t parent = getpid();
    if (pipe2(report, O_CLOEXEC) != 0) return lc_fail(error, "cannot make a pipe: %s", strerror(errno));
    *pid = fork();
    if (*pid == 0) {
        become(s, parent);
        why = errno;
        if (write(report[1], &why, sizeof why) < 0) {}
        _exit(127);
    }
    int failed = *pid < 0 ? errno : 0;
    close(report[1]);
    ssize_t count;
    while (!failed && (count = read(report[0], &why, sizeof why)) < 0 && errno == EINTR) {}
    close(report[0]);
    if (!failed && why) {
        failed = why;
        while (waitpid(*pid, NULL, 0) < 0 && errno == EINTR) {}
    }
    return failed ? lc_fail(error, "cannot run %s: %s", s->program, strerror(failed)) : LINCE_DONE;
}

/* The script of gdb is in a file without a name, which gdb inherits; -1: there can be none. */
static int teach(void) {
    const char *text = lcd_debugger_script;
    int file = memfd_create("lince.py", 0);
    for (size_t left = strlen(text); file >= 0 && left;) {
        ssize_t count = write(file, text, left);
        if (count < 0) return -1;
        text += count;
        left -= (size_t)count;
    }
    return file;
}

lince_status lcd_start_debugger(const char *program, int block, unsigned step, lince_error *error) {
    int nobody = open("/dev/null", O_WRONLY), script = teach(); /* the output of the program is discarded */
    if (nobody < 0 || script < 0 || dup2(block, LCT_CONTROL_FD) < 0 || dup2(nobody, LCT_MESSAGES_FD) < 0)
        return lc_fail(error, "cannot prepare for gdb: %s", strerror(errno));
    char source[64], start[64];
    snprintf(source, sizeof source, "python exec(open('/dev/fd/%d').read())", script);
    snprintf(start, sizeof start, "lince-goto %u", step ? step : 1);
    (void)setenv("LD_BIND_NOW", "1", 1);
    execlp("gdb", "gdb", "-q", "-ex", source, "-ex", start, "--args", program, (char *)NULL);
    return lc_fail(error, "cannot run gdb: %s", strerror(errno));
}
