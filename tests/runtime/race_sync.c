/* What orders accesses and what does not: each way of synchronizing, used rightly and wrongly. */
#include <lince/test.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sync_support.h"

static long data, copy[2];
static unsigned char bytes[8];
static struct { unsigned a : 4, b : 4; } bits;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t semaphore;
static atomic_int flag;
static volatile int loose;
static _Thread_local long own;
static long *_Atomic shared;
static long asm_word;

typedef void *(*function)(void *);

static void both(function f, function g) {
    pthread_t a, b;
    pthread_create(&a, NULL, f, NULL);
    pthread_create(&b, NULL, g, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

/* clang-format off */
#define THREAD(name, ...) static void *name(void *unused) { (void)unused; __VA_ARGS__ return NULL; }
#define BODY(name, ...) static void name(void) { __VA_ARGS__; }
#define LOOK(at) do { volatile long seen = at; (void)seen; } while (0)

/* ---- locks ---- */

THREAD(plain, data++;)
THREAD(look, if (data) data = 0;)
THREAD(locked, pthread_mutex_lock(&mutex), data++, pthread_mutex_unlock(&mutex);)
THREAD(tries, if (!pthread_mutex_trylock(&mutex)) data++, pthread_mutex_unlock(&mutex);)
THREAD(tries_in_vain, if (!pthread_mutex_trylock(&mutex)) pthread_mutex_unlock(&mutex); data++;)
THREAD(timed,
    struct timespec soon = {1, 0};
    if (!pthread_mutex_timedlock(&mutex, &soon)) data++, pthread_mutex_unlock(&mutex););
THREAD(spins, pthread_spin_lock(&spin), data++, pthread_spin_unlock(&spin);)
THREAD(writes, pthread_rwlock_wrlock(&rwlock), data++, pthread_rwlock_unlock(&rwlock);)
THREAD(reads, pthread_rwlock_rdlock(&rwlock); copy[0] = 0; LOOK(data); pthread_rwlock_unlock(&rwlock);)
THREAD(reads_only, pthread_rwlock_rdlock(&rwlock); LOOK(data); pthread_rwlock_unlock(&rwlock);)
THREAD(writes_as_reader, pthread_rwlock_rdlock(&rwlock), data++, pthread_rwlock_unlock(&rwlock);)
BODY(no_lock, both(plain, plain))
BODY(one_locks, both(locked, look))
BODY(both_lock, both(locked, locked))
BODY(both_try, both(locked, tries))
BODY(tried_in_vain, both(locked, tries_in_vain))
BODY(both_timed, both(locked, timed))
BODY(both_spin, pthread_spin_init(&spin, 0), both(spins, spins))
BODY(one_spins, pthread_spin_init(&spin, 0), both(spins, plain))
BODY(write_and_read, both(writes, reads_only))
BODY(read_and_write, both(reads, reads))
BODY(write_as_readers, both(writes_as_reader, reads_only))

/* ---- waiting ---- */

THREAD(posts, data = 1, sem_post(&semaphore);)
THREAD(posts_early, sem_post(&semaphore), data = 1;)
THREAD(waits, sem_wait(&semaphore), data = 2;)
BODY(post_and_wait, sem_init(&semaphore, 0, 0), both(posts, waits))
BODY(post_too_early, sem_init(&semaphore, 0, 0), both(posts_early, waits))
THREAD(arrives, copy[0] = 1, pthread_barrier_wait(&barrier); LOOK(copy[1]);)
THREAD(arrives_too, copy[1] = 1, pthread_barrier_wait(&barrier); LOOK(copy[0]);)
THREAD(arrives_first, pthread_barrier_wait(&barrier), copy[1] = 1;)
BODY(before_a_barrier, pthread_barrier_init(&barrier, NULL, 2), both(arrives, arrives_too))
BODY(after_a_barrier, pthread_barrier_init(&barrier, NULL, 2), both(arrives, arrives_first))

static void make(void) { data = 7; }
THREAD(uses, pthread_once(&once, make); LOOK(data);)
THREAD(uses_alone, LOOK(data);)
BODY(made_once, both(uses, uses))
BODY(made_unasked, both(uses, uses_alone))
THREAD(signals, pthread_mutex_lock(&mutex), data = 1, pthread_mutex_unlock(&mutex), pthread_cond_signal(&cond);)
THREAD(awaits,
    pthread_mutex_lock(&mutex); while (!data) pthread_cond_wait(&cond, &mutex); pthread_mutex_unlock(&mutex);
    data = 2;);
THREAD(signals_flag, data = 1, atomic_store_explicit(&flag, 1, memory_order_relaxed), pthread_cond_signal(&cond);)
THREAD(awaits_flag,
    struct timespec soon = {1, 0}; pthread_mutex_lock(&mutex);
    if (!atomic_load(&flag)) pthread_cond_timedwait(&cond, &mutex, &soon); pthread_mutex_unlock(&mutex);
    if (atomic_load(&flag)) data = 2;);
BODY(signalled, both(signals, awaits))
BODY(signal_alone, both(signals_flag, awaits_flag))

/* ---- threads ---- */

static void starts_plain(void) {
    pthread_t t;
    pthread_create(&t, NULL, plain, NULL);
    pthread_join(t, NULL);
}
BODY(created_late, data = 1; starts_plain(); data = 2)
BODY(one_after_another, starts_plain(); starts_plain(); starts_plain())
static void created_early(void) {
    pthread_t t;
    pthread_create(&t, NULL, plain, NULL);
    data = 1;
    pthread_join(t, NULL);
}

/* ---- memory ---- */

THREAD(first_byte, bytes[0]++;)
THREAD(second_byte, bytes[1]++;)
THREAD(all_bytes, uint64_t value = 7; memcpy(bytes, &value, sizeof bytes);)
THREAD(first_bits, bits.a++;)
THREAD(second_bits, bits.b++;)
THREAD(thread_local_one, own++;)
BODY(other_bytes, memset(bytes, 0, sizeof bytes), both(first_byte, second_byte))
BODY(same_bytes, both(second_byte, all_bytes))
BODY(other_bits, both(first_bits, second_bits))
BODY(own_ones, both(thread_local_one, thread_local_one))
THREAD(gives, long *p = malloc(sizeof *p); *p = 1; atomic_store_explicit(&shared, p, memory_order_release);)
THREAD(gives_relaxed, long *p = malloc(sizeof *p); *p = 1; atomic_store_explicit(&shared, p, memory_order_relaxed);)
THREAD(takes, long *p = atomic_load_explicit(&shared, memory_order_acquire); if (p) ++*p, free(p);)
BODY(given, both(gives, takes))
BODY(given_relaxed, both(gives_relaxed, takes))
/* The same thread, and hence the same arena, uses the block again. */
THREAD(takes_and_uses, long *p = atomic_load(&shared); if (p) ++*p, free(p), p = malloc(sizeof *p), *p = 3, free(p);)
BODY(used_again, both(gives, takes_and_uses))
/* A variable on another thread's stack. */
THREAD(lends, long mine = 1; atomic_store(&shared, &mine); while (!atomic_load(&flag)) {} data = mine;)
THREAD(borrows, long *p = atomic_load(&shared); if (p) *p = 2; atomic_store(&flag, 1);)
THREAD(borrows_relaxed,
    long *p = atomic_load(&shared); if (p) *p = 2; atomic_store_explicit(&flag, 1, memory_order_relaxed););
BODY(lent, both(lends, borrows))
BODY(lent_relaxed, both(lends, borrows_relaxed))

/* ---- atomics in disguise ---- */

THREAD(loosely, loose++;)
BODY(loose_ones, both(loosely, loosely))
THREAD(at_once, lince_atomic_begin(&asm_word, sizeof asm_word); asm_word++; lince_atomic_end();)
THREAD(not_at_once, asm_word++;)
BODY(one_region, both(at_once, at_once))
BODY(region_and_plain, both(at_once, not_at_once))
THREAD(atomic_one, atomic_fetch_add(&flag, 1);)
THREAD(plain_one, *(int *)&flag = 0;)
BODY(atomic_and_plain, both(atomic_one, plain_one))
/* clang-format on */

static void expect_race(const char *name, void (*body)(void), unsigned expected) {
    unsigned found = races_in(body, false);
    fact(found == (expected ? 22 : 0), name);
}

int main(void) {
    begin_tests();
#define RACES(body)    expect_race("a race: " #body, body, true)
#define NO_RACES(body) expect_race("no race: " #body, body, false)
    RACES(no_lock), RACES(one_locks), NO_RACES(both_lock), NO_RACES(both_try), RACES(tried_in_vain);
    NO_RACES(both_timed), NO_RACES(both_spin), RACES(one_spins), NO_RACES(write_and_read), RACES(read_and_write);
    RACES(write_as_readers), NO_RACES(post_and_wait), RACES(post_too_early), NO_RACES(before_a_barrier);
    RACES(after_a_barrier), NO_RACES(made_once), RACES(made_unasked), NO_RACES(signalled), RACES(signal_alone);
    NO_RACES(created_late), RACES(created_early), NO_RACES(one_after_another);
    NO_RACES(other_bytes), RACES(same_bytes), RACES(other_bits);
    NO_RACES(own_ones), NO_RACES(given), RACES(given_relaxed), NO_RACES(used_again), NO_RACES(lent);
    RACES(lent_relaxed), NO_RACES(loose_ones), NO_RACES(one_region), RACES(region_and_plain), RACES(atomic_and_plain);
    return end_tests();
}
