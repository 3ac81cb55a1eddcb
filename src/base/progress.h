/* A progress line: one line on a terminal with the progress of long work, erased when the work is done.
 *
 *     lc_progress p;
 *     lc_progress_start(&p, stderr);
 *     while (work) {
 *         ...
 *         if (lc_progress_tick(&p)) lc_progress_show(&p, "%u of %u operations", done, all);
 *     }
 *     lc_progress_end(&p);
 *
 * Short work never shows it: the first line comes after a second, then at most ten a second.  A tick costs a decrement;
 * it looks at the clock about every ten milliseconds, however often or rarely it is called.
 *
 * On a terminal at the other end of a pipe, where no line can be erased, it prints whole lines instead: after five
 * seconds, and then ever more rarely.
 */
#ifndef LC_BASE_PROGRESS_H
#define LC_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct lc_progress {
    FILE *to;
    bool active; /* there is a terminal, or there are to be lines */
    bool lines;  /* whole ones */
    bool shown;  /* there is a line to erase */
    int fd;
    uint32_t ticks_left, stride; /* before the clock is read again */
    double asked, next, started; /* last reading of the clock; earliest time of the next line; start */
} lc_progress;

/* `to` NULL, or anything but a terminal, gives a progress line that never appears. */
void lc_progress_start(lc_progress *, FILE *to);
void lc_progress_start_lines(lc_progress *, FILE *to); /* also if it is no terminal */
bool lc_progress_due(lc_progress *);
void lc_progress_show(lc_progress *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Erases the line; also to be called before something else is written to the terminal. */
void lc_progress_erase(lc_progress *);
void lc_progress_end(lc_progress *);

static inline bool lc_progress_tick(lc_progress *p) { return p->active && --p->ticks_left == 0 && lc_progress_due(p); }

#endif
