/* Included before a program: its `main` becomes a function of another name, and the `main` here runs that function and
 * ends its own thread.  So threads that are not joined run to their ends, as they do under GenMC; under Lince the
 * program would end with its `main`.
 */
#ifndef LINCE_TESTS_JOIN_MAIN_H
#define LINCE_TESTS_JOIN_MAIN_H

#include <pthread.h>
#include <stdbool.h>
#ifndef __cplusplus
#include <stdatomic.h>
#endif

#include <lince/test.h>

/* GenMC executes a signal fence as a thread fence, and Linux's lock among its programs is free of data races only
 * because of that. */
#ifndef __cplusplus
#undef atomic_signal_fence
#define atomic_signal_fence(order) atomic_thread_fence(order)
#endif

/* An execution in which the condition is false is blocked and counted as such.  `run` defines GENMC_ASSUME where Lince
 * can do so, and skips the programs that need it otherwise.  It is the type of the argument: int in programs that
 * declare the function themselves, otherwise _Bool, because some give it a pointer. */
#if defined GENMC_ASSUME && !defined __cplusplus
void __VERIFIER_assume(GENMC_ASSUME);
void __VERIFIER_assume(GENMC_ASSUME condition) { lince_assume(condition); }
#endif

int genmc_main();

int main(void) {
    genmc_main(); /* GenMC does not look at the result */
    pthread_exit(0);
}

#define main genmc_main

#endif
