/* A progress line for work that cannot report its progress at any time: a thread of its own shows the current activity,
 * and for how long. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "base/progress.h"
#include "cli/cli.h"

static struct {
    bool runs; /* only the main thread reads it */
    bool asks; /* the last text has been shown */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t over_now;
    bool over;
    lince_text what;
    double since;
    lc_progress line;
} busy = {.lock = PTHREAD_MUTEX_INITIALIZER, .over_now = PTHREAD_COND_INITIALIZER};

/* ---- where there is a line ---- */

static bool in_lines;
void lcc_tell_progress_in_lines(void) { in_lines = true; }

void lcc_start_progress(lc_progress *p, bool quiet) {
    if (in_lines && !quiet) lc_progress_start_lines(p, stderr);
    else lc_progress_start(p, quiet ? NULL : stderr);
}

/* ---- showing it ---- */

static void nap(void) {
    enum { NAP = 100000000 }; /* nanoseconds */
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += NAP;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&busy.over_now, &busy.lock, &until);
}

static void *tell(void *unused) {
    (void)unused;
    pthread_mutex_lock(&busy.lock);
    while (!busy.over) {
        nap();
        if (!busy.over && lc_progress_tick(&busy.line))
            lc_progress_show(&busy.line, "%s, %.0f s", lc_text(&busy.what), lc_now() - busy.since);
        __atomic_store_n(&busy.asks, true, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&busy.lock);
    return NULL;
}

/* Signals are for the main thread, which may be waiting. */
static bool start_telling(void) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool runs = pthread_create(&busy.thread, NULL, tell, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return runs;
}

void lcc_busy(const char *format, ...) {
    va_list args;
    lcc_idle();
    lcc_start_progress(&busy.line, false);
    if (!busy.line.active) return;
    va_start(args, format);
    lc_text_clear(&busy.what);
    lc_text_vprintf(&busy.what, format, args);
    va_end(args);
    busy.since = lc_now();
    busy.over = false;
    busy.runs = start_telling();
}

bool lcc_is_busy(void *unused) {
    (void)unused;
    return busy.runs;
}

bool lcc_busy_asks(void) { return busy.runs && __atomic_load_n(&busy.asks, __ATOMIC_RELAXED); }

void lcc_busy_say(double since, const char *format, ...) {
    va_list args;
    if (!busy.runs) return;
    pthread_mutex_lock(&busy.lock);
    va_start(args, format);
    lc_text_clear(&busy.what);
    lc_text_vprintf(&busy.what, format, args);
    va_end(args);
    busy.since = since;
    __atomic_store_n(&busy.asks, false, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&busy.lock);
}

void lcc_say_meanwhile(const lince_text *lines, void *unused) {
    (void)unused;
    pthread_mutex_lock(&busy.lock);
    if (busy.runs) lc_progress_erase(&busy.line);
    fwrite(lc_text(lines), 1, lines->length, stderr);
    pthread_mutex_unlock(&busy.lock);
}

void lcc_idle(void) {
    if (!busy.runs) return;
    pthread_mutex_lock(&busy.lock);
    busy.over = true;
    pthread_cond_signal(&busy.over_now);
    pthread_mutex_unlock(&busy.lock);
    pthread_join(busy.thread, NULL);
    lc_progress_end(&busy.line);
    lc_text_free(&busy.what);
    busy.runs = false;
}
