/* A thread's own state in a run. */
#ifndef LC_TARGET_STRESS_SELF_H
#define LC_TARGET_STRESS_SELF_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "target/explore/record.h"

typedef struct lc_actor {
    bool known;       /* it has a number */
    bool busy;        /* in the midst of an operation */
    unsigned number;  /* 0: the main thread */
    uint64_t random;  /* state of its random numbers */
    uint64_t last;    /* its last stamp */
    uint32_t steps;   /* instructions until it is interrupted; 0: it is not to be */
    uint32_t traps;   /* instructions until that is given up */
    uintptr_t target; /* where its operation begins: those before do not count; 0: it has begun */
    unsigned more;    /* results of the operation besides its return value */
    int64_t results[LC_VALUES];
} lc_actor;

extern __thread lc_actor lc_s __attribute__((visibility("hidden"), tls_model("initial-exec")));

void lc_self_become(unsigned number);

/* record.c: calls and returns of the thread's operations; `code`: where they begin. */
void lc_run_call(unsigned name, unsigned count, const int64_t *values, uintptr_t code);
void lc_run_return(unsigned count, const int64_t *values, uintptr_t pc); /* pc 0: its function returned */

struct lc_run_plan;

/* fail.c: the run ends with a failure (an lc_failure of control.h). */
_Noreturn void lc_run_fail(int kind, uintptr_t pc, uintptr_t address, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void lc_run_catch(void); /* signals become failures */
_Noreturn void lc_run_signal(int signal, siginfo_t *, void *context);

/* step.c: the thread is interrupted within the next instructions from the target on. */
void lc_step_init(void);
void lc_step_begin(uintptr_t target);
void lc_step_end(void);  /* its operation is over, so it is not */
void lc_step_wait(void); /* for other threads that are about to be, a little */

/* shake.c: makes runs differ. */
/* How this run of about so many operations is to be disturbed. */
void lc_shake_choose(const struct lc_run_plan *, unsigned operations);
void lc_shake_call(void);   /* before an operation */
bool lc_shake_within(void); /* is it to be interrupted? */
uint64_t lc_shake_random(void);

/* run.c */
extern bool lc_running __attribute__((visibility("hidden")));    /* this is the process of a run */
extern bool lc_setting_up __attribute__((visibility("hidden"))); /* and the test's setup is running */
struct lc_test;
struct lc_scenario;
typedef struct lc_run_plan {
    pid_t parent;
    uint64_t seed;
    unsigned processors; /* so many threads can run at the same time */
    bool no_steps;       /* threads are not interrupted between instructions */
    bool wakes;          /* condition variables may wake up by themselves */
} lc_run_plan;
_Noreturn void lc_run(const struct lc_test *, const struct lc_scenario *, const lc_run_plan *);

#endif
