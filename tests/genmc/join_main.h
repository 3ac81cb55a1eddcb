/* Included before a program: its `main` becomes a function of another name, and the `main` here runs that function and
 * joins all threads that are not joined yet.  GenMC executes threads to their ends although `main` has returned; under
 * Lince the program ends with its `main`.
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

enum { GENMC_THREADS = 64 };

/* The threads that a thread has created, in a row of its own, so that no two threads write to one place.  A thread of
 * these programs is joined by its creator. */
static struct genmc_children {
    int count;
    struct {
        pthread_t thread;
        bool joined;
    } of[GENMC_THREADS];
} genmc_children[GENMC_THREADS];

static inline int genmc_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                               void *argument) {
    struct genmc_children *children = &genmc_children[lince_thread_number()];
    int result = pthread_create(thread, attributes, start, argument);
    if (!result) children->of[children->count++].thread = *thread;
    return result;
}

static inline int genmc_join(pthread_t thread, void **value) {
    struct genmc_children *children = &genmc_children[lince_thread_number()];
    for (int i = 0; i < children->count; i++)
        if (pthread_equal(children->of[i].thread, thread)) children->of[i].joined = true;
    return pthread_join(thread, value);
}

int genmc_main();

#ifdef __cplusplus
#define GENMC_NO_RESULT nullptr
#else
#define GENMC_NO_RESULT (void **)0
#endif

/* A row is complete once its thread has been joined, and threads are numbered in the order of their creation. */
int main(void) {
    genmc_main();
    for (int t = 0, threads = 1; t < threads; t++) {
        threads += genmc_children[t].count;
        for (int i = 0; i < genmc_children[t].count; i++)
            if (!genmc_children[t].of[i].joined) pthread_join(genmc_children[t].of[i].thread, GENMC_NO_RESULT);
    }
    return 0; /* GenMC does not look at the result */
}

#define pthread_create genmc_create
#define pthread_join   genmc_join
#define main           genmc_main

#endif
