#define _GNU_SOURCE
#include "target/stress/watch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "target/explore/digest.h"
#include "target/stress/board.h"

enum { SHORTEST = 300000, LONGEST = 20000000 }; /* ns between looks */

static uint64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ---- one look ---- */

/* A small file below the directory of a thread; false: it cannot be read. */
static bool read_file(int directory, const char *thread, const char *name, char *text, size_t size) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", thread, name);
    int file = openat(directory, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t length = read(file, text, size - 1);
    close(file);
    text[length > 0 ? length : 0] = 0;
    return length > 0;
}

/* The result of a look at a process. */
typedef enum sight {
    RUNS,    /* a thread runs, or waits for a processor */
    AWAKE,   /* no thread runs, but one sleeps with a time limit, or in another call */
    SOMEHOW, /* all sleep, but of some it is not known how */
    FOR_EVER /* all sleep in futexes without a time limit */
} sight;

/* `202 0x7f.. 0x80 0x2 0x0 ...`: the call and its arguments.  A thread that is not asleep has none. */
static sight in_which_call(int directory, const char *thread) {
    char text[256];
    unsigned long long given[4];
    long number;
    if (!read_file(directory, thread, "syscall", text, sizeof text)) return SOMEHOW;
    if (sscanf(text, "%ld %llx %llx %llx %llx", &number, &given[0], &given[1], &given[2], &given[3]) != 5) return AWAKE;
    int what = (int)given[1] & FUTEX_CMD_MASK;
    bool waits =
        what == FUTEX_WAIT || what == FUTEX_WAIT_BITSET || what == FUTEX_LOCK_PI || what == FUTEX_WAIT_REQUEUE_PI;
    return number == SYS_futex && waits && !given[3] ? FOR_EVER : AWAKE;
}

/* Its state, as a letter, and how often it has gone to sleep. */
static char state_of(int directory, const char *thread, uint64_t *times) {
    char text[4096];
    if (!read_file(directory, thread, "status", text, sizeof text)) return '?';
    const char *state = strstr(text, "\nState:\t"), *count = strstr(text, "\nvoluntary_ctxt_switches:\t");
    if (!state || !count) return '?';
    *times = strtoull(count + strlen("\nvoluntary_ctxt_switches:\t"), NULL, 10);
    return state[strlen("\nState:\t")];
}

/* `*sleeps` is a number that changes when one of them has been awake. */
static sight look_at(pid_t pid, uint64_t *sleeps) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *threads = opendir(path);
    *sleeps = 0;
    if (!threads) return AWAKE;
    sight least = FOR_EVER;
    for (struct dirent *entry; least != RUNS && (entry = readdir(threads));) {
        if (entry->d_name[0] == '.') continue;
        uint64_t times = 0;
        char state = state_of(dirfd(threads), entry->d_name, &times);
        if (state == 'Z' || state == 'X') continue; /* it has ended, and other threads have not */
        sight how = state == 'R' ? RUNS : state == 'S' ? in_which_call(dirfd(threads), entry->d_name) : AWAKE;
        if (how < least) least = how;
        *sleeps = lct_digest_mix(*sleeps + strtoull(entry->d_name, NULL, 10), times);
    }
    closedir(threads);
    return least;
}

/* ---- until the end ---- */

typedef struct state {
    pid_t pid;
    bool quiet;  /* it has not run since the last time */
    sight sleep; /* of the last look */
    uint64_t sleeps, since;
    uint64_t cpu;                            /* of the process, up to the last time */
    uint64_t events, events_since, cpu_then; /* calls and returns, when their number last changed */
} state;

/* ns of processor time of all its threads. */
static uint64_t cpu_of(pid_t pid) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
    return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

static bool is_stuck(const lct_run_watch *w, state *s, uint64_t now, lct_run_end *end) {
    uint64_t sleeps;
    sight sleep = look_at(s->pid, &sleeps);
    bool same = sleep > AWAKE && sleep == s->sleep && sleeps == s->sleeps;
    if (!same) s->since = now;
    s->sleep = sleep;
    s->sleeps = sleeps;
    *end = sleep == FOR_EVER ? LCT_END_STUCK : LCT_END_ASLEEP;
    return same && (sleep == FOR_EVER || now - s->since >= w->stuck_after);
}

static bool gets_nowhere(const lct_run_watch *w, state *s, uint64_t now, lct_run_end *end) {
    uint64_t events = lct_board_events();
    if (events != s->events || !s->events_since) {
        s->events = events;
        s->events_since = now;
        s->cpu_then = s->cpu;
    }
    bool busy = s->cpu > s->cpu_then && s->cpu - s->cpu_then >= LCT_BUSY_SECONDS * (uint64_t)1000000000u;
    uint64_t idle_after = w->idle_after ? w->idle_after : LCT_IDLE_SECONDS * (uint64_t)1000000000u;
    bool idle = now - s->events_since >= idle_after && s->sleep != RUNS;
    *end = busy ? LCT_END_BUSY : LCT_END_IDLE;
    return busy || idle;
}

/* Looking at threads takes long, so only threads that have done nothing since the last look are examined. */
static void note_quiet(state *s) {
    uint64_t cpu = cpu_of(s->pid);
    s->quiet = cpu == s->cpu;
    s->cpu = cpu;
    if (!s->quiet) s->sleep = RUNS;
}

/* It stays to be waited for, so that its number and that of its group are not used again. */
static bool has_died(pid_t pid, int *status, lct_run_end *end) {
    siginfo_t how = {0};
    if (waitid(P_PID, (id_t)pid, &how, WEXITED | WNOHANG | WNOWAIT) != 0 || how.si_pid != pid) return false;
    *end = how.si_code == CLD_EXITED ? LCT_END_EXIT : LCT_END_SIGNAL;
    *status = how.si_status;
    return true;
}

static lct_run_end end_of(uint32_t outcome) {
    if (outcome == LCT_RUN_DROPPED) return LCT_END_DROPPED;
    return outcome == LCT_RUN_COMPLETE ? LCT_END_COMPLETE : LCT_END_FAILED;
}

void lct_watch_end(pid_t pid) {
    if (kill(-pid, SIGKILL) != 0) kill(pid, SIGKILL); /* it has not made its group yet */
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
}

lct_run_end lct_watch_run(lct_run_watch *w, pid_t pid) {
    state s = {.pid = pid};
    lct_run_end end;
    for (uint64_t pause = SHORTEST;;) {
        struct timespec limit = {.tv_nsec = (long)pause};
        syscall(SYS_futex, &lct_b->state, FUTEX_WAIT, LCT_RUN_GOES_ON, &limit, NULL, 0);
        uint32_t outcome = __atomic_load_n(&lct_b->state, __ATOMIC_ACQUIRE);
        if (outcome != LCT_RUN_GOES_ON) return end_of(outcome);
        if (has_died(pid, &w->status, &end)) {
            outcome = __atomic_load_n(&lct_b->state, __ATOMIC_ACQUIRE); /* it may just have reported */
            return outcome == LCT_RUN_GOES_ON ? end : end_of(outcome);
        }
        uint64_t now = clock_now();
        if (w->stops()) return LCT_END_STOPPED;
        note_quiet(&s);
        if ((s.quiet && is_stuck(w, &s, now, &end)) || gets_nowhere(w, &s, now, &end)) return end;
        w->lives();
        if (s.sleep > AWAKE) pause = SHORTEST;
        else if (pause < LONGEST) pause += pause / 4;
    }
}
