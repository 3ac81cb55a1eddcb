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

void lc_progress_start(lc_progress *p, FILE *to) {
    *p = (lc_progress){.to = to, .fd = to ? fileno(to) : -1, .ticks_left = 1, .stride = 1};
    const char *kind = getenv("TERM");
    p->active = p->fd >= 0 && isatty(p->fd) && kind && *kind && strcmp(kind, "dumb") != 0;
    if (!p->active) return;
    p->asked = lc_now();
    p->next = p->asked + FIRST_AFTER;
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

void lc_progress_show(lc_progress *p, const char *format, ...) {
    if (!p->active) return;
    lince_text line = {0};
    va_list args;
    va_start(args, format);
    lc_text_vprintf(&line, format, args);
    va_end(args);
    /* The last column stays free: many terminals wrap when it is written. */
    const char *text = lc_text(&line), *end = lc_utf8_fitting(text, text + line.length, lc_terminal_width(p->fd) - 1);
    fprintf(p->to, "\r%.*s\033[K", (int)(end - text), text);
    fflush(p->to);
    lc_text_free(&line);
    p->shown = true;
    p->next = lc_now() + BETWEEN_LINES;
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
