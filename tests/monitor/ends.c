/* Programs that end, fork or are restricted in the middle of something.  Each is a process of its own, made before
 * there is any monitor; if it hangs, an alarm kills it. */
#define _GNU_SOURCE
#include <errno.h>
#include <lince/monitor.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

static char said[4096]; /* by the last of them, on standard error */

/* How it ended: its exit status, or minus the signal. */
static int run(void program(void)) {
    int ends[2], status;
    fflush(stdout);
    if (pipe(ends)) abort();
    pid_t child = fork();
    if (!child) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        alarm(20);
        program();
        exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], said + length, sizeof said - 1 - length)) > 0;) length += (size_t)got;
    said[length] = 0;
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static lince_monitor *m;

static void make(lince_monitor_options options) {
    options.spec = "queue";
    m = lince_monitor_new(&options, NULL);
}

static void add(long value) {
    lince_call(m, lince_monitor_method(m, "enq"), value);
    lince_return(m);
}

/* What is removed was never there. */
static void err(void) {
    lince_call(m, lince_monitor_method(m, "deq"));
    lince_return(m, 5);
}

/* ---- functions that are told a violation, and what they do ---- */

static void leave(void *context, const lince_monitor_violation *v) {
    (void)context, (void)v;
    exit(3);
}

static void exit_while_told(void) {
    make((lince_monitor_options){.on_violation = leave});
    err();
    for (;;) pause();
}

static void exit_while_polling(void) {
    make((lince_monitor_options){.on_violation = leave, .no_thread = true});
    err();
    for (;;) lince_monitor_flush(m);
}

static void ask(void *context, const lince_monitor_violation *v) {
    (void)context, (void)v;
    lince_monitor_figures figures;
    lince_monitor_read(m, &figures);
    bool fine = figures.violated && !lince_monitor_poll(m) && !lince_monitor_flush(m) && !lince_monitor_free(m, NULL);
    _exit(fine ? 4 : 5);
}

static void ask_while_told(void) {
    make((lince_monitor_options){.on_violation = ask});
    err();
    for (;;) pause();
}

/* ---- cancelled while it tells ---- */

static void *poll_cancelled(void *unused) {
    err();
    pthread_cancel(pthread_self());
    for (;;) {
        lince_monitor_flush(m);
        pthread_testcancel();
    }
    return unused;
}

static void cancel_while_telling(void) {
    pthread_t thread;
    make((lince_monitor_options){.no_thread = true});
    if (pthread_create(&thread, NULL, poll_cancelled, NULL)) abort();
    pthread_join(thread, NULL);
    exit(lince_monitor_free(m, NULL) ? 1 : 0);
}

/* ---- a child goes on ---- */

static void go_on_in_child(void) {
    make((lince_monitor_options){0});
    pid_t child = fork();
    if (!child) {
        err();
        err();
        exit(0);
    }
    waitpid(child, NULL, 0);
}

static void begin_in_child(void) {
    make((lince_monitor_options){0});
    add(1);
    pid_t child = fork();
    if (!child) {
        make((lince_monitor_options){.name = "its own"});
        err();
        exit(lince_monitor_free(m, NULL) ? 1 : 0);
    }
    int status;
    waitpid(child, &status, 0);
    add(2);
    exit(status || !lince_monitor_free(m, NULL));
}

/* ---- a filter that comes later ---- */

static void be_filtered(void) {
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {sizeof steps / sizeof *steps, steps};
    make((lince_monitor_options){.no_thread = true});
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program)) exit(77);
    err();
    exit(lince_monitor_free(m, NULL) ? 0 : 1);
}

int main(void) {
    expect(run(exit_while_told) == 3 && strstr(said, "there was a violation"), "who is told may exit");
    expect(run(exit_while_polling) == 3 && strstr(said, "there was a violation"), "also where the program polls");
    expect(run(ask_while_told) == 4 && strstr(said, "not from on_violation"), "and ask, but free nothing");
    expect(run(cancel_while_telling) == 0 && strstr(said, "violation of"), "who is cancelled tells it first");
    expect(run(go_on_in_child) == 0, "a child goes on");
    const char *told = strstr(said, "this process was forked");
    expect(told && !strstr(told + 1, "this process was forked"), "and is told once that nobody judges");
    expect(run(begin_in_child) == 0 && strstr(said, "its own: violation"), "it may have monitors of its own");
    int filtered = run(be_filtered);
    if (filtered == 77) expect(true, "# SKIP filters are not allowed here");
    else expect(filtered == 0 && strstr(said, "refuses membarrier"), "without barriers nothing is judged");
    return tap_end();
}
