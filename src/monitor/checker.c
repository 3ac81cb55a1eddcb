/* The checker: a thread that sleeps as long as there is little to do.
 *
 * Rounds cost some microseconds and are worth it for a good number of events, so the pause between two grows as long as
 * few come and shrinks when many do.  A burst cannot overrun a sleeping checker: a thread that has filled a quarter of
 * its log wakes it.
 */
#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "monitor/monitor.h"

#define SHORTEST 400000l   /* nanoseconds */
#define LONGEST  20000000l /* the same */

enum { STACK = 2 << 20 };

static void pause_for(lince_monitor *m, long nanoseconds) {
    struct timespec time = {0, nanoseconds};
    __atomic_store_n(&m->asleep, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&m->stop, __ATOMIC_SEQ_CST))
        syscall(SYS_futex, &m->asleep, FUTEX_WAIT_PRIVATE, 1, &time, NULL, 0);
    __atomic_store_n(&m->asleep, 0, __ATOMIC_RELAXED);
}

static void *check(void *context) {
    lince_monitor *m = context;
    long pause = SHORTEST;
    while (!__atomic_load_n(&m->stop, __ATOMIC_ACQUIRE)) {
        lco_monitor_enter(m);
        uint64_t most = lco_monitor_round(m);
        if (!most && pause == LONGEST && !m->flushed) { /* nothing has come for a while */
            lco_online_flush(m->online);
            lco_monitor_look(m);
            m->flushed = true;
        }
        lco_monitor_leave(m);
        if (most > m->buffer / 8) {
            pause = SHORTEST;
            continue;
        }
        pause = most > m->buffer / 32 ? pause / 2 : pause * 2;
        pause = pause < SHORTEST ? SHORTEST : pause > LONGEST ? LONGEST : pause;
        pause_for(m, pause);
    }
    return NULL;
}

/* Where threads of the program are to have small stacks, that of the one that judges is as large as usual. */
static int start_thread(lince_monitor *m) {
    pthread_attr_t attributes;
    size_t size = 0;
    int reason = pthread_attr_init(&attributes);
    if (reason) return reason;
    (void)pthread_attr_getstacksize(&attributes, &size);
    if (size < STACK) (void)pthread_attr_setstacksize(&attributes, STACK);
    reason = pthread_create(&m->checker, &attributes, check, m);
    pthread_attr_destroy(&attributes);
    return reason;
}

int lco_checker_start(lince_monitor *m) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the program's own threads */
    m->has_checker = true;
    int reason = start_thread(m);
    if (reason) m->has_checker = false;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return reason;
}

bool lco_checker_stop(lince_monitor *m) {
    if (!m->has_checker) return true;
    if (pthread_equal(m->checker, pthread_self())) return false;
    __atomic_store_n(&m->stop, 1, __ATOMIC_SEQ_CST);
    lco_monitor_wake(m);
    pthread_join(m->checker, NULL);
    m->has_checker = false;
    return true;
}

/* The first round sees all that was recorded before, but a return whose thread has not stored its stamp yet is left for
 * the next; and events are a grain away from being judged. */
void lco_monitor_drain(lince_monitor *m) {
    for (int i = 0; i < 3; i++) {
        uint64_t until = lc_stamp_read() + 2 * m->grain;
        for (uint64_t now = 0; now < until && !(now && lc_stamp_leapt(until, now));) now = lc_stamp_read();
        lco_monitor_round(m);
    }
    lco_online_flush(m->online);
    lco_monitor_look(m);
    m->flushed = true;
}
