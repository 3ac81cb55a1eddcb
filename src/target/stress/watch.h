/* Watching the process of a run until it has ended, or is known never to.
 *
 * A run is *stuck* if each of its threads sleeps in a futex, without a time limit: then no thread is left that could
 * wake them.  That is found out by reading their states in the system (/proc) twice.  A look sees of one thread after
 * the other that it sleeps, in which call, and how often it had gone to sleep by then; if the second look sees the
 * same, each has slept all the time from its first to its second, so at one instant between the looks all of them did.
 * This takes no time limit of ours, and a machine under load makes no difference: a thread that waits for a processor
 * does not sleep.  A sleep on purpose has a time limit, and is none of these.
 *
 * Where the system does not show in which call a thread sleeps, a run is given up if all have slept, without ever
 * waking up, for a time that the user may choose; that is a guess, and reported as one.
 *
 * A run that is not stuck but gets nowhere is given up after a while: a few seconds of processor time, or more of the
 * clock if it does not even want to run, without the call or the return of an operation.
 */
#ifndef LC_TARGET_STRESS_WATCH_H
#define LC_TARGET_STRESS_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum lct_run_end {
    LCT_END_COMPLETE,
    LCT_END_FAILED,  /* the board has the failure */
    LCT_END_DROPPED, /* by lince_assume */
    LCT_END_STUCK,
    LCT_END_ASLEEP, /* presumably stuck: the system does not show why the threads wait */
    LCT_END_BUSY,   /* it ran and ran, and no operation was called or returned */
    LCT_END_IDLE,   /* it slept, with time limits, and the same */
    LCT_END_EXIT,   /* it ended in the middle, with exit status `status` */
    LCT_END_SIGNAL, /* it was ended by signal `status` */
    LCT_END_STOPPED /* by us, because everything is to end */
} lct_run_end;

typedef struct lct_run_watch {
    uint64_t stuck_after; /* ns */
    uint64_t idle_after;  /* ns; 0: LCT_IDLE_SECONDS */
    bool (*stops)(void);  /* is everything to end? */
    void (*lives)(void);  /* called from time to time, when a run takes long */
    int status;           /* the result */
} lct_run_watch;

enum { LCT_BUSY_SECONDS = 2, LCT_IDLE_SECONDS = 10 };

lct_run_end lct_watch_run(lct_run_watch *, pid_t);
/* Kills the process and its group, which are all that the run has started, and waits for it.  To be called once the
 * board has been read. */
void lct_watch_end(pid_t);

#endif
