/* The worker: the process in which the code under test is explored. */
#ifndef LC_TARGET_EXPLORE_WORKER_H
#define LC_TARGET_EXPLORE_WORKER_H

#include "target/explore/control.h"
#include "target/explore/message.h"
#include "target/explore/tree.h"

typedef struct lct_worker {
    lct_control *control;
    unsigned number; /* which worker this is */
    lct_worker_progress *progress;
    const lct_test *test;
    uint32_t scenario; /* where it is */
    char text[4096];   /* of the scenario */
    uint32_t stage;
    uint64_t task;      /* the current one, counted over all stages */
    uint64_t execution; /* within the task */
    uint32_t heap;      /* the current policy */
    uint32_t claim;     /* of the operations, an lct_claim */
    bool failed;        /* something was found */
    bool rehearsing;    /* failures are not reported */
    uint64_t allowance; /* stages end when so many steps were taken; 0: no limit */
} lct_worker;

extern lct_worker lct_w __attribute__((visibility("hidden")));

/* Why a failure of this kind may be a false alarm; NULL: it is none. */
const char *lct_doubt_about(int kind);
void lct_worker_report_failure(int kind, uintptr_t pc, uintptr_t address, const char *message);
/* Has the command given up the execution at this very step?  An lct_given_up_kind. */
unsigned lct_worker_given_up(void);
/* Is everything to end: because the command requests it, or because the budget is spent? */
bool lct_stopping(void);
/* Which execution the current one is; the path in it is made anew by each call. */
lct_identity lct_current_identity(void);

/* prepare.c: runs the body of a test and returns the description that it gives; runs the setup and takes the image that
 * every execution starts from.  False: the setup failed, and the failure was reported. */
const lct_test *lct_prepare_test(unsigned index);
void lct_prepare_list(void (*visit)(const lct_test *)); /* all tests, each from the memory that constructors left */
bool lct_prepare_setup(void);

/* plan.c: explores the test in all ways that were requested.  `*why`: the text of LCT_MSG_END, or NULL. */
enum lct_worker_end lct_plan_run(const char **why);

/* guided.c: is there an execution to go by in this candidate? */
bool lct_guided_find(uint32_t scenario);

/* replay.c: runs the execution of the control block and sends its steps.  `*why` as above. */
enum lct_worker_end lct_replay_run(const char **why);

/* debug.c */
void lct_send_threads(void);                 /* where all of them stand */
void lct_debug_begin(void);                  /* the debugger, if there is one, sets where it wants to stop */
void lct_debug_failure(const char *message); /* a failure: it stops there in any case */
void lct_debug_step_begins(void);            /* the current thread begins its step, which may be where to stop */
/* inspect.c: memory and locks that an execution leaves behind. */
void lct_inspect_scenario(void);       /* a new one begins */
void lct_inspect_prepare(bool always); /* an execution begins, which may be looked at, or is */

/* stuck.c, about an execution in which no thread can go on. */
enum lct_completeness lct_how_complete(void); /* the history is */
bool lct_may_wait(void);                      /* does the test allow it: are there only operations that wait? */
/* A thread loops forever, or several do (LCT_THREADS), in these words; true: that is how they wait, and none can go
 * on. */
bool lct_waits_round(unsigned thread, const char *words);
/* The failure that the execution is if the specification does not let operations wait; NULL: the test declares that
 * they may, or none waits. */
const lct_failure_report *lct_stuck_report(void);
void lct_stuck_begin(void);    /* an execution begins */
void lct_complain_stuck(void); /* reports it */
void lct_trace_stuck(void);    /* reports the waiting threads and their objects */

/* trace.c */
enum { LCT_FRAMES = 24 };
/* The pcs of `pc` and its callers in the code under test, by the chain of frame pointers on a stack; their number. */
size_t lct_callers(uintptr_t pc, const void *innermost, uintptr_t low, uintptr_t high, uintptr_t *frames);
/* The effect of the current step; how many lines there are so far. */
void lct_trace_step(uint8_t shown, uintptr_t address, uint32_t size, uint64_t before, uint64_t after, uintptr_t pc,
                    const char *text);
uint64_t lct_trace_length(void);
void lct_trace_failure(const char *message, uintptr_t pc, uintptr_t address);
void lct_trace_block(uintptr_t address); /* of the heap: where it was allocated, and freed */
void lct_trace_flush(void);              /* sends the steps that have not been sent yet */

#endif
