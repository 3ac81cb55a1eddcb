/* Whether the executions of a worker get on, seen from outside.
 *
 * The steps of a worker's machine are in shared memory (target/explore/control.h), its processor time comes from the
 * kernel.  The worker takes no part, so that watching changes nothing there: a call that waits is not interrupted, and
 * the code under test cannot detect it.  Only an execution that is given up gets a signal, which ends it.
 *
 * Processor time is decisive, so that a machine that is busy with other things does no harm; a process that sleeps in
 * the kernel takes none, and is measured by the clock.  On virtual machines processor time was seen to go back, and to
 * jump: between two looks no more of it counts than time has passed, and no less than nothing. */
#ifndef LC_TESTER_DRIVER_WATCH_H
#define LC_TESTER_DRIVER_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "target/explore/control.h"

typedef struct lcd_watched_worker {
    uint64_t epoch; /* where its execution was */
    int32_t depth;
    uint64_t work;          /* executions and steps that were counted */
    double ran, slept;      /* for how long it has been there: seconds of the processor, and of sleep */
    double processor;       /* the time of the processor when it was last looked at */
    bool in_code, given_up; /* given_up: its end was reported */
} lcd_watched_worker;

typedef struct lcd_look {
    bool moved;      /* something has happened since the last look */
    bool works;      /* the code under test runs, and will be given up if that goes on for too long */
    bool asleep;     /* it waits in the kernel */
    double used;     /* seconds of the processor since then */
    bool should_end; /* it got a request to stop, and continues in the midst of something */
} lcd_look;

/* Seconds of the processor that a process has taken; 0: it is not there. */
double lcd_processor_time(pid_t);
/* `since` seconds after the last look; `stopping`: the command has requested an end. */
lcd_look lcd_watch(lcd_watched_worker *, lct_control *, uint32_t worker, pid_t, double since, bool stopping);

#endif
