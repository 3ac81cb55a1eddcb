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
    bool runs;   /* only the main thread reads it */
    bool is_due; /* the last text has been shown */
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
void lcc_progress_in_lines(void) { in_lines = true; }

void lcc_start_progress(lc_progress *p, bool quiet) {
    if (in_lines && !quiet) lc_progress_start_lines(p, stderr);
    else lc_progress_start(p, quiet ? NULL : stderr);
}

/* ---- showing it ---- */

static void wait_a_tick(void) {
    enum { TICK = 100000000 }; /* nanoseconds */
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += TICK;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&spinner.over_now, &spinner.lock, &until);
}

static void *show_line(void *unused) {
    (void)unused;
    pthread_mutex_lock(&spinner.lock);
    while (!spinner.over) {
        wait_a_tick();
        if (!spinner.over && lc_progress_tick(&spinner.line))
            lc_progress_show(&spinner.line, "%s, %.0f s", lc_text(&spinner.what), lc_now() - spinner.since);
        __atomic_store_n(&spinner.is_due, true, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&spinner.lock);
    return NULL;
}

/* Signals are for the main thread, which may be waiting. */
static bool start_thread(void) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool runs = pthread_create(&spinner.thread, NULL, show_line, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return runs;
}

void lcc_spinner_start(const char *format, ...) {
    va_list args;
    lcc_spinner_stop();
    lcc_start_progress(&spinner.line, false);
    if (!spinner.line.active) return;
    va_start(args, format);
    lc_text_clear(&spinner.what);
    lc_text_vprintf(&spinner.what, format, args);
    va_end(args);
    spinner.since = lc_now();
    spinner.over = false;
    spinner.runs = start_thread();
}

bool lcc_spinner_runs(void *unused) {
    (void)unused;
    return spinner.runs;
}

bool lcc_spinner_is_due(void) { return spinner.runs && __atomic_load_n(&spinner.is_due, __ATOMIC_RELAXED); }

void lcc_spinner_set(double since, const char *format, ...) {
    va_list args;
    if (!spinner.runs) return;
    pthread_mutex_lock(&spinner.lock);
    va_start(args, format);
    lc_text_clear(&spinner.what);
    lc_text_vprintf(&spinner.what, format, args);
    va_end(args);
    spinner.since = since;
    __atomic_store_n(&spinner.is_due, false, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&spinner.lock);
}

void lcc_print_meanwhile(const lince_text *lines, void *unused) {
    (void)unused;
    pthread_mutex_lock(&spinner.lock);
    if (spinner.runs) lc_progress_erase(&spinner.line);
    fwrite(lc_text(lines), 1, lines->length, stderr);
    pthread_mutex_unlock(&spinner.lock);
}

void lcc_spinner_stop(void) {
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
