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
} spinner = {.lock = PTHREAD_MUTEX_INITIALIZER, .over_now = PTHREAD_COND_INITIALIZER};

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
    pthread_cond_timedwait(&spinner.over_now, &spinner.lock, &until);
}

static void *tell(void *unused) {
    (void)unused;
    pthread_mutex_lock(&spinner.lock);
    while (!spinner.over) {
        nap();
        if (!spinner.over && lc_progress_tick(&spinner.line))
            lc_progress_show(&spinner.line, "%s, %.0f s", lc_text(&spinner.what), lc_now() - spinner.since);
        __atomic_store_n(&spinner.asks, true, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&spinner.lock);
    return NULL;
}

/* Signals are for the main thread, which may be waiting. */
static bool start_telling(void) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool runs = pthread_create(&spinner.thread, NULL, tell, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return runs;
}

void lcc_busy(const char *format, ...) {
    va_list args;
    lcc_idle();
    lcc_start_progress(&spinner.line, false);
    if (!spinner.line.active) return;
    va_start(args, format);
    lc_text_clear(&spinner.what);
    lc_text_vprintf(&spinner.what, format, args);
    va_end(args);
    spinner.since = lc_now();
    spinner.over = false;
    spinner.runs = start_telling();
}

bool lcc_is_busy(void *unused) {
    (void)unused;
    return spinner.runs;
}

bool lcc_busy_asks(void) { return spinner.runs && __atomic_load_n(&spinner.asks, __ATOMIC_RELAXED); }

void lcc_busy_say(double since, const char *format, ...) {
    va_list args;
    if (!spinner.runs) return;
    pthread_mutex_lock(&spinner.lock);
    va_start(args, format);
    lc_text_clear(&spinner.what);
    lc_text_vprintf(&spinner.what, format, args);
    va_end(args);
    spinner.since = since;
    __atomic_store_n(&spinner.asks, false, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&spinner.lock);
}

void lcc_say_meanwhile(const lince_text *lines, void *unused) {
    (void)unused;
    pthread_mutex_lock(&spinner.lock);
    if (spinner.runs) lc_progress_erase(&spinner.line);
    fwrite(lc_text(lines), 1, lines->length, stderr);
    pthread_mutex_unlock(&spinner.lock);
}

void lcc_idle(void) {
    if (!spinner.runs) return;
    pthread_mutex_lock(&spinner.lock);
    spinner.over = true;
    pthread_cond_signal(&spinner.over_now);
    pthread_mutex_unlock(&spinner.lock);
    pthread_join(spinner.thread, NULL);
    lc_progress_end(&spinner.line);
    lc_text_free(&spinner.what);
    spinner.runs = false;
}
