/* Objects for synchronization used as they must not be, each beside the same in order. */
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#include "sync_support.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t b;
static sem_t s;
static int ready;

static void with_thread(void *(*start)(void *), void (*meanwhile)(void)) {
    pthread_t t;
    pthread_create(&t, NULL, start, NULL);
    if (meanwhile) meanwhile();
    pthread_join(t, NULL);
    outcome(0);
}

/* ---- condition variables ---- */

static void *waits_until_ready(void *unused) {
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

static void make_ready(void) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
}

static void destroy_condition(void) { pthread_cond_destroy(&c); }

/* Who was woken still needs the mutex. */
static void make_ready_and_destroy_mutex(void) {
    make_ready();
    pthread_mutex_destroy(&m);
}

static void waits_in_order(void) { with_thread(waits_until_ready, make_ready); }
static void condition_gone(void) { with_thread(waits_until_ready, destroy_condition); }
static void mutex_gone(void) { with_thread(waits_until_ready, make_ready_and_destroy_mutex); }

/* ---- locks for readers ---- */

static void *reads(void *unused) {
    pthread_rwlock_rdlock(&rw);
    pthread_rwlock_unlock(&rw);
    return unused;
}

static void *gives_back(void *unused) {
    pthread_rwlock_unlock(&rw);
    return unused;
}

static void destroy_lock(void) { pthread_rwlock_destroy(&rw); }

static void destroyed_lock(void) { with_thread(reads, destroy_lock); }
static void lock_of_others(void) {
    pthread_rwlock_rdlock(&rw);
    with_thread(gives_back, NULL);
}
static void lock_in_order(void) {
    with_thread(reads, NULL);
    pthread_rwlock_destroy(&rw);
}

/* ---- barriers ---- */

static void *arrives(void *unused) {
    pthread_barrier_wait(&b);
    return unused;
}

static void arrive(void) { pthread_barrier_wait(&b); }
static void destroy_barrier(void) {
    arrive();
    pthread_barrier_destroy(&b);
}
static void destroy_early(void) { pthread_barrier_destroy(&b); }

static void barrier_of(unsigned count, void (*meanwhile)(void)) {
    pthread_barrier_init(&b, NULL, count);
    with_thread(arrives, meanwhile);
}
static void barrier_in_order(void) { barrier_of(2, destroy_barrier); }
static void barrier_gone(void) { barrier_of(2, destroy_early); }
static void no_barrier(void) { with_thread(arrives, NULL); }

/* ---- semaphores ---- */

static void *takes(void *unused) {
    sem_wait(&s);
    return unused;
}

static void post(void) { sem_post(&s); }
static void destroy_semaphore(void) { sem_destroy(&s); }

static void semaphore_in_order(void) {
    sem_init(&s, 0, 0);
    with_thread(takes, post);
    sem_destroy(&s);
}
static void semaphore_gone(void) {
    sem_init(&s, 0, 0);
    with_thread(takes, destroy_semaphore);
}
static void semaphore_full(void) {
    sem_init(&s, 0, INT_MAX);
    sem_post(&s);
    outcome(0);
}
static void semaphore_nearly_full(void) {
    sem_init(&s, 0, INT_MAX - 1);
    sem_post(&s);
    outcome(0);
}
static void semaphore_of_garbage(void) {
    sem_t *fresh = malloc(sizeof *fresh);
    sem_post(fresh);
    outcome(0);
}

int main(void) {
    begin_tests();
    comes_out("waiting for a condition", waits_in_order, "0");
    comes_out("a condition that is destroyed while a thread waits", condition_gone, "misuse");
    comes_out("a mutex that is destroyed while a thread wakes up", mutex_gone, "0 misuse");

    comes_out("a reader-writer lock", lock_in_order, "0");
    comes_out("a reader-writer lock that is destroyed", destroyed_lock, "0 misuse");
    comes_out("a reader-writer lock that another thread gives back", lock_of_others, "misuse");
    message_has("T1 does not have the lock");

    comes_out("a barrier that is destroyed after its round", barrier_in_order, "0");
    comes_out("a barrier that is destroyed before", barrier_gone, "misuse");
    comes_out("a barrier that was never initialized", no_barrier, "misuse");

    comes_out("a semaphore", semaphore_in_order, "0");
    comes_out("a semaphore that is destroyed", semaphore_gone, "misuse");
    comes_out("a semaphore that can be posted once more", semaphore_nearly_full, "0");
    comes_out("and one that cannot", semaphore_full, "misuse");
    message_has("largest value");
    comes_out("a semaphore that was never initialized", semaphore_of_garbage, "misuse");
    return end_tests();
}
