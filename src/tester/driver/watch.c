#define _GNU_SOURCE /* clock_getcpuclockid */
#include "tester/driver/watch.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define ENDLESS      0.5  /* seconds of the processor without a step */
#define BLOCKED      10.0 /* seconds of sleep */
#define ALONE_FACTOR 10   /* the work of a thread alone (preparation) takes no steps, and may take longer */
#define LAST         0.1  /* seconds that it may run on, or sleep, when everything is to end */

double lcd_processor_time(pid_t pid) {
    clockid_t clock;
    struct timespec now;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &now) != 0) return 0;
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* `123 (name) S 1 ...` */
static bool is_asleep(pid_t pid) {
    char path[40], text[256];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "re");
    if (!file) return false;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *end = strrchr(text, ')');
    return end && end[1] == ' ' && (end[2] == 'S' || end[2] == 'D');
}

/* Where the execution is. */
typedef struct pulse {
    uint64_t epoch, work;
    int32_t depth;
    bool in_code, alone;
} pulse;

static pulse pulse_of(const lct_control *c, uint32_t worker) {
    const lct_worker_progress *p = &c->progress[worker];
    const unsigned char *machine = c->machines[worker];
    uint32_t at_epoch = __atomic_load_n(&p->at_epoch, __ATOMIC_ACQUIRE);
    pulse now = {.work = __atomic_load_n(&p->steps, __ATOMIC_RELAXED) +
                         __atomic_load_n(&p->executions, __ATOMIC_RELAXED) +
                         __atomic_load_n(&p->redundant, __ATOMIC_RELAXED)};
    if (!at_epoch) return now;
    const uint32_t all[] = {at_epoch, p->at_depth, p->at_in_code, p->at_watching};
    for (int i = 0; i < 4; i++)
        if (all[i] > LCT_MACHINE_BYTES - sizeof(uint64_t)) return now; /* the program has overwritten it */
    now.epoch = __atomic_load_n((const uint64_t *)(machine + at_epoch), __ATOMIC_RELAXED);
    now.depth = __atomic_load_n((const int32_t *)(machine + p->at_depth), __ATOMIC_RELAXED);
    now.in_code = __atomic_load_n(machine + p->at_in_code, __ATOMIC_RELAXED);
    now.alone = !__atomic_load_n(machine + p->at_watching, __ATOMIC_RELAXED);
    return now;
}

static void give_up(lcd_watched_worker *w, lct_worker_progress *p, pid_t pid, enum lct_given_up_kind why) {
    w->given_up = true;
    p->given_up_epoch = w->epoch;
    p->given_up_depth = w->depth;
    __atomic_store_n(&p->given_up, why, __ATOMIC_RELEASE);
    kill(pid, LCT_WATCH_SIGNAL);
}

/* Workers take their places in the order in which they start; those that have not reported theirs are only counted. */
static uint32_t place_of(const lct_control *c, uint32_t worker, pid_t pid) {
    for (uint32_t i = 0; i < LCT_JOBS_MAX; i++)
        if (__atomic_load_n(&c->progress[i].at_epoch, __ATOMIC_ACQUIRE) && c->progress[i].pid == pid) return i;
    return worker;
}

lcd_look lcd_watch(lcd_watched_worker *w, lct_control *c, uint32_t worker, pid_t pid, double since, bool stopping) {
    worker = place_of(c, worker, pid);
    pulse now = pulse_of(c, worker);
    if (c->progress[worker].pid != pid) now.in_code = false;
    double processor = lcd_processor_time(pid), used = processor - w->processor;
    if (used < 0) used = 0;
    if (used > since) used = since;
    lcd_look look = {.used = used, .asleep = is_asleep(pid)};
    look.moved = now.epoch != w->epoch || now.depth != w->depth || now.in_code != w->in_code || now.work != w->work;
    if (look.moved) w->ran = w->slept = 0, w->given_up = false;
    else if (look.asleep && used < since / 100) w->slept += since;
    else w->ran += used;
    w->epoch = now.epoch;
    w->depth = now.depth;
    w->in_code = now.in_code;
    w->work = now.work;
    w->processor = processor;
    look.works = now.in_code && used > 0 && !w->given_up;
    if (!now.in_code || look.moved || w->given_up) return look;
    int factor = now.alone ? ALONE_FACTOR : 1;
    look.should_end = stopping && (w->ran >= LAST || w->slept >= LAST);
    if (w->ran >= ENDLESS * factor) give_up(w, &c->progress[worker], pid, LCT_GIVEN_UP_ENDLESS);
    else if (w->slept >= BLOCKED) give_up(w, &c->progress[worker], pid, LCT_GIVEN_UP_BLOCKED);
    return look;
}
