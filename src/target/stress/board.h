/* The record of a run for the worker: memory that both share.
 *
 * The worker forks a process for each run, so that every run finds everything as it was before the first: variables,
 * heap, threads, libraries.  Its threads' records are here, also if that process crashes.  Each has a log of its own
 * and shares no cache line with another, so that recording disturbs no other thread.
 */
#ifndef LC_TARGET_STRESS_BOARD_H
#define LC_TARGET_STRESS_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "target/explore/describe.h"
#include "target/explore/record.h"

enum {
    LCT_RUN_THREADS = 64,  /* of one run */
    LCT_RUN_EVENTS = 2048, /* of one thread */
    LCT_RUN_NAMES = 256,   /* of operations, of one test */
    LCT_RUN_MESSAGE = 480
};

typedef struct lct_run_event {
    uint64_t at; /* see stamp.h */
    uint16_t name;
    bool returns;
    uint8_t count;
    int64_t values[LCT_VALUES];
} lct_run_event;

/* Written by its thread alone; `count` after the event it counts. */
typedef struct lct_run_log {
    uint32_t count;
    uint32_t begun, ended; /* the thread has */
    uint32_t resident;     /* started by the setup, or by such a thread: it may outlive all operations */
    lct_run_event events[LCT_RUN_EVENTS];
} __attribute__((aligned(4096))) lct_run_log;

enum lct_run_state { LCT_RUN_GOES_ON, LCT_RUN_COMPLETE, LCT_RUN_FAILED, LCT_RUN_DROPPED };

typedef struct lct_board {
    uint32_t state;        /* an lct_run_state; the worker sleeps on it */
    uint32_t thread_count; /* numbers given out, that of the main thread among them */
    uint64_t began, ended; /* before and after everything the run writes down */
    /* The failure; the first thread to claim it reports it. */
    uint32_t claimed, kind, thread;
    uint64_t pc, address;
    char message[LCT_RUN_MESSAGE];
    /* Names of operations stay from one run to the next. */
    uint32_t name_count, naming;
    void *values; /* the table of value.h */
    char names[LCT_RUN_NAMES][LCT_OP_NAME + 1];
    lct_run_log logs[LCT_RUN_THREADS];
} lct_board;

extern lct_board *lct_b __attribute__((visibility("hidden")));

void lct_board_make(void);
void lct_board_clear(void); /* for the next run */

/* The number of a name, which is copied; LCT_RUN_NAMES: it is too long, or there are too many. */
unsigned lct_board_name(const char *);

/* Has it begun, and not ended? */
bool lct_board_alive(unsigned thread);
/* Is the thread in the midst of an operation?  How many are? */
bool lct_board_in_operation(unsigned thread);
const char *lct_board_operation(unsigned thread); /* which */
unsigned lct_board_open(void);
/* Calls and returns so far. */
uint64_t lct_board_events(void);

#endif
