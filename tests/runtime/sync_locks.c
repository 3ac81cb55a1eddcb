/* Mutexes of all kinds, reader-writer locks and spin locks. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sync_support.h"

static void run2(void *(*a)(void *), void *(*b)(void *)) {
    pthread_t x, y;
    pthread_create(&x, NULL, a, NULL);
    pthread_create(&y, NULL, b, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
}

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int counter, inside, most, failed;

/* ---- a counter, with and without a lock ---- */

static void *count_locked(void *unused) {
    pthread_mutex_lock(&m);
    counter++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *count_unlocked(void *unused) {
    sched_yield();
    counter++;
    return unused;
}

static void locked_counter(void) {
    run2(count_locked, count_locked);
    outcome(counter);
}

static void unlocked_counter(void) {
    run2(count_unlocked, count_unlocked);
    outcome(counter);
}

/* ---- two locks in two orders ---- */

static void *both(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    counter++;
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *both_backwards(void *unused) {
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&m);
    counter++;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&n);
    return unused;
}

static void same_order(void) {
    run2(both, both);
    outcome(counter);
}

static void other_order(void) {
    run2(both, both_backwards);
    outcome(counter);
}

enum { PHILOSOPHERS = 3 };
static pthread_mutex_t forks[PHILOSOPHERS];

static void *dine(void *number) {
    int left = (int)(long)number, right = (left + 1) % PHILOSOPHERS;
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return NULL;
}

static void philosophers(void) {
    pthread_t t[PHILOSOPHERS];
    for (int i = 0; i < PHILOSOPHERS; i++) pthread_mutex_init(&forks[i], NULL);
    for (int i = 0; i < PHILOSOPHERS; i++) pthread_create(&t[i], NULL, dine, (void *)(long)i);
    for (int i = 0; i < PHILOSOPHERS; i++) pthread_join(t[i], NULL);
    outcome(0);
}

/* ---- trying ---- */

static void *try_to_count(void *unused) {
    if (pthread_mutex_trylock(&m) == 0) {
        counter++;
        pthread_mutex_unlock(&m);
    } else failed++;
    return unused;
}

static void trying(void) {
    run2(try_to_count, count_locked);
    outcome(10 * failed + counter);
}

static struct timespec in_a_second(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_sec++;
    return t;
}

static void *count_in_time(void *unused) {
    struct timespec end = in_a_second(CLOCK_REALTIME), now;
    int error = pthread_mutex_timedlock(&m, &end);
    clock_gettime(CLOCK_REALTIME, &now);
    int late = now.tv_sec > end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec >= end.tv_nsec);
    if (error == 0) {
        counter++;
        pthread_mutex_unlock(&m);
    } else if (error == ETIMEDOUT) failed++;
    if (late != (error == ETIMEDOUT)) abort();
    return unused;
}

static void timed(void) {
    run2(count_in_time, count_locked);
    outcome(10 * failed + counter);
}

static void *count_by_clock(void *unused) {
    struct timespec end = in_a_second(CLOCK_MONOTONIC);
    if (pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &end) == 0) {
        counter++;
        pthread_mutex_unlock(&m);
    } else failed++;
    return unused;
}

static void by_clock(void) {
    run2(count_by_clock, count_by_clock);
    outcome(10 * failed + counter);
}

/* ---- kinds ---- */

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *count_twice(void *unused) {
    pthread_mutex_lock(&recursive);
    counter++;
    pthread_mutex_lock(&recursive);
    if (pthread_mutex_trylock(&recursive) != 0) abort();
    counter++;
    pthread_mutex_unlock(&recursive);
    pthread_mutex_unlock(&recursive);
    if (counter % 2) abort(); /* somebody got in between */
    pthread_mutex_unlock(&recursive);
    return unused;
}

static void recursive_kind(void) {
    run2(count_twice, count_twice);
    if (pthread_mutex_unlock(&recursive) != EPERM) abort();
    outcome(counter);
}

static void error_kind(void) {
    long wrong = 0;
    wrong |= pthread_mutex_unlock(&checked) != EPERM;
    wrong |= pthread_mutex_lock(&checked) != 0;
    wrong |= pthread_mutex_lock(&checked) != EDEADLK;
    wrong |= pthread_mutex_trylock(&checked) != EBUSY;
    wrong |= pthread_mutex_destroy(&checked) != EBUSY;
    wrong |= pthread_mutex_unlock(&checked) != 0;
    wrong |= pthread_mutex_destroy(&checked) != 0;
    outcome(wrong);
}

static void made_by_attributes(void) {
    pthread_mutexattr_t a;
    pthread_mutex_t made;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&made, &a);
    int wrong = pthread_mutex_lock(&made) || pthread_mutex_lock(&made) || pthread_mutex_unlock(&made) ||
                pthread_mutex_unlock(&made) || pthread_mutex_destroy(&made);
    outcome(wrong);
}

/* ---- wrong use ---- */

static void not_locked(void) { pthread_mutex_unlock(&m); }

static void *unlock_only(void *unused) {
    pthread_mutex_unlock(&m);
    return unused;
}

static void of_somebody_else(void) {
    pthread_mutex_lock(&m);
    pthread_t t;
    pthread_create(&t, NULL, unlock_only, NULL);
    pthread_join(t, NULL);
}

static void twice(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
}

static void destroyed(void) {
    pthread_mutex_destroy(&m);
    pthread_mutex_lock(&m);
}

static void destroyed_while_held(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_destroy(&m);
}

static void never_initialized(void) {
    pthread_mutex_t *p = malloc(sizeof *p);
    pthread_mutex_lock(p);
}

static pthread_mutex_t *on_heap;

static void *use_it(void *unused) {
    pthread_mutex_lock(on_heap);
    pthread_mutex_unlock(on_heap);
    return unused;
}

/* One thread may still be using what the other gives back. */
static void freed_too_early(void) {
    on_heap = malloc(sizeof *on_heap);
    pthread_mutex_init(on_heap, NULL);
    pthread_t t;
    pthread_create(&t, NULL, use_it, NULL);
    pthread_mutex_lock(on_heap);
    pthread_mutex_unlock(on_heap);
    free(on_heap);
    pthread_join(t, NULL);
    outcome(0);
}

/* ---- readers and writers ---- */

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void *reads(void *unused) {
    pthread_rwlock_rdlock(&rw);
    int now = __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
    if (now > most) most = now;
    if (inside >= 100) abort();
    __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
    pthread_rwlock_unlock(&rw);
    return unused;
}

static void *writes(void *unused) {
    pthread_rwlock_wrlock(&rw);
    if (__atomic_add_fetch(&inside, 100, __ATOMIC_SEQ_CST) != 100) abort();
    __atomic_sub_fetch(&inside, 100, __ATOMIC_SEQ_CST);
    pthread_rwlock_unlock(&rw);
    return unused;
}

static void two_readers(void) {
    run2(reads, reads);
    outcome(most);
}

static void reader_and_writer(void) {
    run2(reads, writes);
    outcome(most);
}

static void two_writers(void) {
    run2(writes, writes);
    outcome(most);
}

static void *tries_to_write(void *unused) {
    if (pthread_rwlock_trywrlock(&rw) == 0) {
        if (inside) abort();
        counter++;
        pthread_rwlock_unlock(&rw);
    } else failed++;
    return unused;
}

static void *tries_to_read(void *unused) {
    struct timespec end = in_a_second(CLOCK_REALTIME);
    int error = pthread_rwlock_timedrdlock(&rw, &end);
    if (error == 0) {
        counter++;
        pthread_rwlock_unlock(&rw);
    } else if (error == ETIMEDOUT) failed++;
    return unused;
}

static void try_against_reader(void) {
    run2(tries_to_write, reads);
    outcome(10 * failed + counter);
}

static void try_against_writer(void) {
    run2(tries_to_read, writes);
    outcome(10 * failed + counter);
}

static void tries_of_both_kinds(void) {
    run2(tries_to_read, tries_to_write);
    outcome(10 * failed + counter);
}

static void three(void) {
    pthread_t t;
    pthread_create(&t, NULL, reads, NULL);
    run2(reads, writes);
    pthread_join(t, NULL);
    outcome(most);
}

static void upgrade(void) {
    pthread_rwlock_rdlock(&rw);
    pthread_rwlock_wrlock(&rw);
}

static void unlock_unheld(void) { pthread_rwlock_unlock(&rw); }

static void recursive_reading(void) {
    long wrong = pthread_rwlock_rdlock(&rw) || pthread_rwlock_rdlock(&rw) || pthread_rwlock_unlock(&rw);
    wrong |= pthread_rwlock_trywrlock(&rw) != EBUSY;
    wrong |= pthread_rwlock_unlock(&rw) || pthread_rwlock_wrlock(&rw);
    wrong |= pthread_rwlock_rdlock(&rw) != EDEADLK || pthread_rwlock_wrlock(&rw) != EDEADLK;
    wrong |= pthread_rwlock_unlock(&rw) || pthread_rwlock_destroy(&rw);
    outcome(wrong);
}

/* ---- spinning ---- */

static pthread_spinlock_t s;

static void *count_spinning(void *unused) {
    pthread_spin_lock(&s);
    counter++;
    pthread_spin_unlock(&s);
    return unused;
}

static void *count_spinning_or_not(void *unused) {
    if (pthread_spin_trylock(&s) == 0) {
        counter++;
        pthread_spin_unlock(&s);
    } else failed++;
    return unused;
}

static void spin(void) {
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    run2(count_spinning, count_spinning);
    outcome(counter);
}

static void spin_try(void) {
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    run2(count_spinning_or_not, count_spinning_or_not);
    outcome(10 * failed + counter);
}

int main(void) {
    begin_tests();
    comes_out("a counter under a mutex", locked_counter, "2");
    comes_out("a counter without", unlocked_counter, "1 2");
    comes_out("two mutexes in the same order", same_order, "2");
    comes_out("two mutexes in different orders", other_order, "2 stuck");
    comes_out("philosophers", philosophers, "0 stuck");
    comes_out("trylock", trying, "2 11");
    comes_out("timedlock", timed, "2 11");
    comes_out("clocklock", by_clock, "2 11");
    comes_out("a recursive mutex", recursive_kind, "4");
    comes_out("an error-checking mutex", error_kind, "0");
    comes_out("a mutex with attributes", made_by_attributes, "0");
    comes_out("unlock of a free mutex", not_locked, "misuse");
    message_has("pthread_mutex_unlock: the mutex is not locked");
    comes_out("unlock of another thread's mutex", of_somebody_else, "misuse");
    message_has("T1 gives back a mutex that main has");
    comes_out("a mutex locked twice", twice, "deadlock");
    message_has("waits for itself");
    comes_out("a mutex that was destroyed", destroyed, "misuse");
    message_has("has been destroyed");
    comes_out("a mutex destroyed while it is locked", destroyed_while_held, "misuse");
    comes_out("a mutex that was never initialized", never_initialized, "misuse");
    message_has("never initialized");
    comes_out("a mutex that is freed too early", freed_too_early, "0 use-after-free");

    comes_out("two readers", two_readers, "1 2");
    comes_out("a reader and a writer", reader_and_writer, "1");
    comes_out("two writers", two_writers, "0");
    comes_out("a writer that tries, and a reader", try_against_reader, "1 10");
    comes_out("a reader that waits for a time, and a writer", try_against_writer, "1 10");
    comes_out("a reader and a writer that try", tries_of_both_kinds, "2 11");
    reduced_comes_out("two readers and a writer", three, "1 2");
    comes_out("a reader that wants to write", upgrade, "deadlock");
    comes_out("unlock of a free reader-writer lock", unlock_unheld, "misuse");
    comes_out("reading several times over", recursive_reading, "0");

    comes_out("a spin lock", spin, "2");
    comes_out("a spin lock that is tried", spin_try, "2 11");
    return end_tests();
}
