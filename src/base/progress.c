#include "base/progress.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/utf8.h"

#define FIRST_AFTER   1.0
#define BETWEEN_LINES 0.1
#define BETWEEN_ASKS  0.01
#define MOST_TICKS    4096 /* between two looks at the clock, should the work suddenly become slow */
#define WHOLE_AFTER   5.0  /* seconds, for lines that stay */
#define WHOLE_MOST    60.0

void lc_progress_start(lc_progress *p, FILE *to) {
    *p = (lc_progress){.to = to, .fd = to ? fileno(to) : -1, .ticks_left = 1, .stride = 1};
    const char *kind = getenv("TERM");
    p->active = p->fd >= 0 && isatty(p->fd) && kind && *kind && strcmp(kind, "dumb") != 0;
    if (!p->active) return;
    p->asked = lc_now();
    p->next = p->asked + FIRST_AFTER;
}

void lc_progress_start_lines(lc_progress *p, FILE *to) {
    double now = lc_now();
    *p = (lc_progress){.to = to, .fd = -1, .ticks_left = 1, .stride = 1, .active = true, .lines = true};
    p->asked = p->started = now;
    p->next = now + WHOLE_AFTER;
}

/* The longer it takes, the less is new. */
static double until_next_line(double seconds) {
    return seconds / 4 < WHOLE_AFTER ? WHOLE_AFTER : seconds / 4 < WHOLE_MOST ? seconds / 4 : WHOLE_MOST;
}

static void show_line(lc_progress *p, const char *text) {
    double now = lc_now();
    fprintf(p->to, "lince: %s\n", text); /* in one piece: it has no buffer, or it has room */
    fflush(p->to);
    p->next = now + until_next_line(now - p->started);
}

bool lc_progress_due(lc_progress *p) {
    assert(p->active);
    double now = lc_now(), since = now - p->asked;
    if (since < BETWEEN_ASKS / 2 && p->stride < MOST_TICKS) p->stride *= 2;
    else if (since > BETWEEN_ASKS * 2 && p->stride > 1) p->stride /= 2;
    p->asked = now;
    p->ticks_left = p->stride;
    return now >= p->next;
}

static void rewrite_line(lc_progress *p, const lince_text *line) {
    /* The last column stays free: many terminals wrap when it is written. */
    const char *text = lc_text(line), *end = lc_utf8_fitting(text, text + line->length, lc_terminal_width(p->fd) - 1);
    fprintf(p->to, "\r%.*s\033[K", (int)(end - text), text);
    fflush(p->to);
    p->shown = true;
    p->next = lc_now() + BETWEEN_LINES;
}

void lc_progress_show(lc_progress *p, const char *format, ...) {
    if (!p->active) return;
    lince_text line = {0};
    va_list args;
    va_start(args, format);
    lc_text_vprintf(&line, format, args);
    va_end(args);
    if (p->lines) show_line(p, lc_text(&line));
    else rewrite_line(p, &line);
    lc_text_free(&line);
}

void lc_progress_erase(lc_progress *p) {
    if (!p->shown) return;
    fputs("\r\033[K", p->to);
    fflush(p->to);
    p->shown = false;
}

void lc_progress_end(lc_progress *p) {
    lc_progress_erase(p);
    p->active = false;
}
