/* A thread of the run, as it knows itself. */
#ifndef LC_STRESS_SELF_H
#define LC_STRESS_SELF_H

#include <stdbool.h>
#include <stdint.h>

#include "explore/record.h"

typedef struct lc_actor {
    bool known;      /* it has a number */
    bool busy;       /* in the midst of an operation */
    unsigned number; /* 0: what runs alone */
    uint64_t random; /* state of its random numbers */
    uint64_t last;   /* its last stamp */
    unsigned more;   /* results of the operation besides what it returns */
    int64_t results[LC_VALUES];
} lc_actor;

extern __thread lc_actor lc_s __attribute__((visibility("hidden"), tls_model("initial-exec")));

/* Threads that nobody has numbered get a number when they first call something of ours. */
void lc_self_know(void);
void lc_self_become(unsigned number);

/* record.c: calls and returns of the thread's operations. */
void lc_run_call(unsigned name, unsigned count, const int64_t *values);
void lc_run_return(unsigned count, const int64_t *values);

/* fail.c: the run ends with a failure (an lc_failure of control.h). */
_Noreturn void lc_run_fail(int kind, uintptr_t pc, uintptr_t address, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void lc_run_catch(void); /* signals become failures */

/* shake.c: what makes runs differ. */
/* How this run is to be disturbed; `wakes`: condition variables may wake up by themselves. */
void lc_shake_choose(uint64_t seed, bool wakes);
void lc_shake_call(void); /* before an operation */
void lc_shake_sync(void); /* before and after a call that synchronises */
uint64_t lc_shake_random(void);

/* run.c */
extern bool lc_running __attribute__((visibility("hidden"))); /* this is the process of a run */
struct lc_test;
struct lc_scenario;
_Noreturn void lc_run(const struct lc_test *, const struct lc_scenario *, uint64_t seed, bool wakes);

#endif
