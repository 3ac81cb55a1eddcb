/* The progress line: when it appears, and that it leaves nothing behind. */
#define _GNU_SOURCE
#include "base/progress.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "tap.h"

typedef struct pair {
    int far;
    FILE *near;
} pair;

static pair open_terminal(void) {
    pair p = {.far = posix_openpt(O_RDWR | O_NOCTTY)};
    if (p.far < 0 || grantpt(p.far) != 0 || unlockpt(p.far) != 0) return p;
    p.near = fopen(ptsname(p.far), "r+");
    fcntl(p.far, F_SETFL, O_NONBLOCK);
    return p;
}

/* What arrived at the far end so far. */
static size_t received(pair p, char *buffer, size_t size) {
    size_t length = 0;
    ssize_t n;
    while (length + 1 < size && (n = read(p.far, buffer + length, size - 1 - length)) > 0) length += (size_t)n;
    buffer[length] = '\0';
    return length;
}

static void test_silence(pair p) {
    char got[1000];
    lc_progress progress;
    lc_progress_start(&progress, p.near);
    double start = lc_now();
    bool due = false;
    while (lc_now() < start + 0.3) {
        bool asked = lc_progress_tick(&progress);
        due |= asked && lc_now() < start + 0.9; /* a busy machine may make it long work */
    }
    lc_progress_end(&progress);
    expect(!due && received(p, got, sizeof got) == 0, "short work shows nothing");
}

static void test_line(pair p) {
    char got[10000];
    lc_progress progress;
    lc_progress_start(&progress, p.near);
    double start = lc_now(), first = 0, last = start, stalled = 0; /* while others had the processor */
    unsigned lines = 0, ticks = 0;
    while (lc_now() < start + 1.6 || lines < 2) {
        double now = lc_now();
        if (!first && now - last > 0.001) stalled += now - last;
        last = now;
        ticks++;
        if (!lc_progress_tick(&progress)) continue;
        if (!first) first = lc_now() - start;
        lc_progress_show(&progress, "%s %u", "step", ++lines);
    }
    size_t before = received(p, got, sizeof got);
    expect(first >= 1 && first < 1.3 + stalled, "the first line comes after a second (%.2f)", first);
    expect(lines >= 2 && lines <= 10 * (lc_now() - start - 1) + 1, "then at most ten a second (%u)", lines);
    expect(before && strncmp(got, "\rstep 1\033[K", 10) == 0, "a line overwrites the one before");
    lc_progress_end(&progress);
    received(p, got, sizeof got);
    expect(strcmp(got, "\r\033[K") == 0, "the end erases it");
    expect(!lc_progress_tick(&progress), "after the end there is no more");
}

static void test_width(pair p) {
    char got[1000];
    lc_progress progress;
    setenv("COLUMNS", "8", 1);
    lc_progress_start(&progress, p.near);
    lc_progress_show(&progress, "%s", "naïve approach");
    received(p, got, sizeof got);
    expect(strcmp(got, "\rnaïve a\033[K") == 0, "a line is cut before the last column");
    lc_progress_end(&progress);
    received(p, got, sizeof got);
    unsetenv("COLUMNS");
}

static void test_rare_ticks(pair p) {
    char got[1000];
    lc_progress progress;
    lc_progress_start(&progress, p.near);
    bool due = false;
    for (int i = 0; i < 6 && !due; i++) {
        usleep(220000);
        due = lc_progress_tick(&progress);
    }
    expect(due, "five ticks a second are enough");
    lc_progress_end(&progress);
    received(p, got, sizeof got);
}

/* For a terminal that is elsewhere. */
static void test_lines(void) {
    lc_progress progress;
    char got[100];
    FILE *file = tmpfile();
    lc_progress_start_lines(&progress, file);
    double start = lc_now();
    expect(progress.active && progress.next > start + 4 && progress.next <= start + 5,
           "the first line comes after a while");
    lc_progress_show(&progress, "step %u", 1);
    double soon = progress.next - lc_now();
    progress.started -= 1000;
    lc_progress_show(&progress, "step %u", 2);
    double later = progress.next - lc_now();
    lc_progress_end(&progress);
    rewind(file);
    got[fread(got, 1, sizeof got - 1, file)] = '\0';
    expect(strcmp(got, "lince: step 1\nlince: step 2\n") == 0, "lines are whole, and stay");
    expect(soon <= 5 && later <= 60 && later > 50, "and come ever more rarely (%.1f, %.1f)", soon, later);
    fclose(file);
}

static void test_no_terminal(void) {
    lc_progress progress;
    FILE *file = tmpfile();
    lc_progress_start(&progress, file);
    lc_progress_show(&progress, "nobody sees this");
    lc_progress_end(&progress);
    fseek(file, 0, SEEK_END);
    expect(ftell(file) == 0, "a file gets no progress line");
    fclose(file);
    lc_progress_start(&progress, NULL);
    expect(!lc_progress_tick(&progress), "nor does nobody");
}

int main(void) {
    setenv("TERM", "xterm", 1);
    test_lines();
    test_no_terminal();
    pair p = open_terminal();
    if (!p.near) {
        tap_skip("no pseudo-terminals here");
        return tap_end();
    }
    test_silence(p);
    test_line(p);
    test_width(p);
    test_rare_ticks(p);
    setenv("TERM", "dumb", 1);
    lc_progress progress;
    lc_progress_start(&progress, p.near);
    expect(!progress.active, "a dumb terminal cannot erase, so it gets none");
    fclose(p.near);
    return tap_end();
}
