/* One function in several threads at the same time. */
#ifndef LC_TESTS_LIBRARY_CONCURRENT_H
#define LC_TESTS_LIBRARY_CONCURRENT_H

#include <pthread.h>
#include <stdlib.h>

#include "tap.h"

/* `run` returns its argument if the verdict was right, else NULL. */
static void expect_in_threads(void *(*run)(void *), void *argument) {
    enum { THREADS = 3 };
    pthread_t threads[THREADS];
    int right = 0;
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, run, argument) != 0) exit(99);
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        right += result != NULL;
    }
    expect(right == THREADS, "%d of several threads at the same time have their verdict", right);
}

#endif
