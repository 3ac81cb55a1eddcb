/* What signals ask for: two within a second are one request, a later one ends the process. */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "tap.h"

enum { NOT_INTERRUPTED = 10, INTERRUPTED, TOO_LATE };

/* A child that gets these signals one after another, the last one after so many seconds; how it ended: an exit status,
 * or minus the signal. */
static int ending(const int *signals, double last_after, bool catches) {
    fflush(stdout);
    pid_t pid = fork();
    if (!pid) {
        lcc_end_cleanly();
        if (catches) lcc_catch_interrupts();
        double started = lc_now();
        for (int i = 0; signals[i]; i++) {
            while (!signals[i + 1] && lc_now() - started < last_after)
                nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
            if (!last_after && lc_now() - started > 0.5) _exit(TOO_LATE);
            raise(signals[i]);
        }
        _exit(lc_interrupted() ? INTERRUPTED : NOT_INTERRUPTED);
    }
    int how;
    if (waitpid(pid, &how, 0) != pid) return NOT_INTERRUPTED;
    return WIFEXITED(how) ? WEXITSTATUS(how) : -WTERMSIG(how);
}

/* A machine that is so busy that a second passes between two raises shows nothing: it is tried again. */
static int at_once(const int *signals) {
    int how;
    do how = ending(signals, 0, true);
    while (how == TOO_LATE);
    return how;
}

int main(void) {
    static const int kinds[] = {SIGINT, SIGTERM, SIGHUP};
    expect(ending((const int[]){0}, 0, true) == NOT_INTERRUPTED, "no signal, no request");
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            expect(at_once((const int[]){kinds[i], 0}) == INTERRUPTED, "signal %d is a request", kinds[i]);
            expect(at_once((const int[]){kinds[i], kinds[k], 0}) == INTERRUPTED, "%d and %d at once are one request",
                   kinds[i], kinds[k]);
        }
    expect(at_once((const int[]){SIGINT, SIGINT, SIGTERM, SIGINT, SIGHUP, 0}) == INTERRUPTED, "and so are five");
    for (int i = 0; i < 2; i++) {
        expect(ending((const int[]){kinds[i], kinds[i], kinds[i], 0}, 1.05, true) == -kinds[i],
               "%d more than a second later ends the process", kinds[i]);
        expect(ending((const int[]){kinds[i], 0}, 0, false) == -kinds[i], "%d before it is caught ends the process",
               kinds[i]);
    }
    return tap_end();
}
