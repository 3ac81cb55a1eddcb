/* A thread's own state in a run. */
#ifndef LC_TARGET_STRESS_SELF_H
#define LC_TARGET_STRESS_SELF_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "target/explore/record.h"

typedef struct lct_actor {
    bool known;       /* it has a number */
    bool busy;        /* in the midst of an operation */
    unsigned number;  /* 0: the main thread */
    uint64_t random;  /* state of its random numbers */
    uint64_t last;    /* its last stamp */
    uint32_t steps;   /* instructions until it is interrupted; 0: it is not to be */
    uint32_t traps;   /* instructions until that is given up */
    uintptr_t target; /* where its operation begins: those before do not count; 0: it has begun */
    unsigned more;    /* results of the operation besides its return value */
    int64_t results[LCT_VALUES];
} lct_actor;

extern __thread lct_actor lct_s __attribute__((visibility("hidden"), tls_model("initial-exec")));

void lct_self_become(unsigned number);

/* record.c: calls and returns of the thread's operations; `code`: where they begin. */
void lct_run_call(unsigned name, unsigned count, const int64_t *values, uintptr_t code);
void lct_run_return(unsigned count, const int64_t *values, uintptr_t pc); /* pc 0: its function returned */

struct lct_run_plan;

/* fail.c: the run ends with a failure (an lct_failure of control.h). */
_Noreturn void lct_run_fail(int kind, uintptr_t pc, uintptr_t address, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void lct_run_catch(void); /* signals become failures */
_Noreturn void lct_run_signal(int signal, siginfo_t *, void *context);

/* step.c: the thread is interrupted within the next instructions from the target on. */
void lct_step_init(void);
void lct_step_begin(uintptr_t target);
void lct_step_end(void);  /* its operation is over, so it is not */
void lct_step_wait(void); /* for other threads that are about to be, a little */

/* shake.c: makes runs differ. */
/* How this run of about so many operations is to be disturbed. */
void lct_shake_choose(const struct lct_run_plan *, unsigned operations);
void lct_shake_call(void);   /* before an operation */
bool lct_shake_within(void); /* is it to be interrupted? */
uint64_t lct_shake_random(void);

/* run.c */
extern bool lct_running __attribute__((visibility("hidden")));    /* this is the process of a run */
extern bool lct_setting_up __attribute__((visibility("hidden"))); /* and the test's setup is running */
struct lct_test;
struct lct_scenario;
typedef struct lct_run_plan {
    pid_t parent;
    uint64_t seed;
    unsigned processors; /* so many threads can run at the same time */
    bool no_steps;       /* threads are not interrupted between instructions */
    bool wakes;          /* condition variables may wake up by themselves */
} lct_run_plan;
_Noreturn void lct_run(const struct lct_test *, const struct lct_scenario *, const lct_run_plan *);

#endif
