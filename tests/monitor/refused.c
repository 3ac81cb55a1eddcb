/* What the system refuses is not guessed: memory to look at the logs of more threads. */
#include <lince/monitor.h>
#include <pthread.h>
#include <stdlib.h>

#include "tap.h"

enum { THREADS = 8 };

static bool refuses_memory;

/* Once. */
extern void *__libc_realloc(void *, size_t);
__attribute__((visibility("default"))) void *realloc(void *block, size_t size) {
    if (!refuses_memory) return __libc_realloc(block, size);
    refuses_memory = false;
    return NULL;
}

static lince_monitor *m;
static int put, get;
static pthread_barrier_t all_there, over;

static void add(int64_t value) {
    lince_call(m, put, value);
    lince_return(m);
}

static void take(int64_t value) {
    lince_call(m, get);
    lince_return(m, value);
}

static void *another(void *number) {
    add((intptr_t)number);
    pthread_barrier_wait(&all_there);
    pthread_barrier_wait(&over);
    return NULL;
}

/* There is no memory to look at the logs of some threads, which have added what others remove. */
static void test_memory(void) {
    pthread_t threads[THREADS];
    m = lince_monitor_new(&(lince_monitor_options){.spec = "bag", .no_thread = true, .quiet = true}, NULL);
    put = lince_monitor_method(m, "put");
    get = lince_monitor_method(m, "take");
    pthread_barrier_init(&all_there, NULL, THREADS + 1);
    pthread_barrier_init(&over, NULL, THREADS + 1);
    add(1);
    expect(lince_monitor_flush(m), "nothing is wrong so far");
    for (intptr_t i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, another, (void *)(i + 2))) abort();
    pthread_barrier_wait(&all_there);
    take(1);
    for (int64_t i = 0; i < THREADS; i++) take(i + 2);
    refuses_memory = true;
    lince_monitor_poll(m);
    expect(!refuses_memory, "there was no memory for the others");
    pthread_barrier_wait(&over);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    lince_monitor_figures figures;
    expect(lince_monitor_free(m, &figures), "what they have added is not taken for something that nobody added");
    expect(figures.gaps, "it is a gap");
}

int main(void) {
    test_memory();
    return tap_end();
}
