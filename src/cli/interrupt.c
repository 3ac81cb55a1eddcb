/* Ctrl-C requests the results so far; a signal that ends the program at once leaves no unfinished files behind. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/cleanup.h"
#include "cli/cli.h"

static volatile sig_atomic_t first; /* the signal received; 0: none */
/* When the first request came, in nanoseconds of the monotonic clock; or one of these.  One variable holds all of it,
 * because two signals may be handled by two threads at the same time. */
enum { NOT_CAUGHT = -1, NOT_YET = 0 };
static int64_t requested = NOT_CAUGHT;
static volatile sig_atomic_t works_for_files;

/* Signals that request an end. */
static const int requests[] = {SIGINT, SIGTERM, SIGHUP};
enum { REQUESTS = sizeof requests / sizeof *requests };

/* As if the signal had not been caught: it comes again, and takes effect as soon as the handler returns. */
static void end(int number) {
    lc_clean_up();
    signal(number, SIG_DFL);
    raise(number);
}

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec + 1; /* never NOT_YET */
}

/* timeout(1) sends its signal to the process and then to the process group, systemd sends SIGTERM and then SIGHUP, a
 * terminal that is closed sends SIGHUP after Ctrl-C: a second signal within a second is the same request.  A later one
 * is a second request, and ends the process. */
static void on_request(int number) {
    const int64_t same_request = 1000000000;
    int before = errno;
    int64_t at = NOT_YET, current = now();
    if (__atomic_compare_exchange_n(&requested, &at, current, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        first = number;
        lc_interrupt();
    } else if (at == NOT_CAUGHT || current - at > same_request) end(number);
    errno = before;
}

/* The reader of the output has gone. */
static void on_pipe(int number) {
    int before = errno;
    if (!works_for_files) end(number);
    errno = before;
}

/* The time of the processor that was allowed is used up.  More follow, one a second, until it is no longer allowed. */
static void on_limit(int number) {
    (void)number;
    lc_interrupt();
}

static void handle(int number, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
    sigemptyset(&action.sa_mask);
    /* A signal that is ignored, as under nohup, stays so. */
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(number, &action, NULL);
}

void lcc_end_cleanly(void) {
    for (size_t i = 0; i < REQUESTS; i++) handle(requests[i], on_request);
    handle(SIGPIPE, on_pipe);
    handle(SIGQUIT, end);
}

void lcc_work_for_files(void) { works_for_files = true; }

void lcc_end_unread(bool gone) {
    struct sigaction now;
    int number = gone ? SIGPIPE : first;
    if (number && sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_IGN) end(number);
}

const volatile int *lcc_catch_interrupts(void) {
    __atomic_store_n(&requested, NOT_YET, __ATOMIC_RELAXED);
    handle(SIGXCPU, on_limit);
    return &lc_interrupt_flag;
}
