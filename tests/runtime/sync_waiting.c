/* Condition variables, semaphores, barriers and once. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

#include "sync_support.h"

static pthread_t ids[4];
static int started;

static void go(void *(*start)(void *), long argument) {
    pthread_create(&ids[started++], NULL, start, (void *)argument);
}

static void wait_all(void) {
    for (int i = 0; i < started; i++) pthread_join(ids[i], NULL);
}

static struct timespec soon(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_nsec += 1000000;
    if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
    return t;
}

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, awake, timeouts, order;

/* ---- condition variables ---- */

static void *waits_properly(void *unused) {
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    awake++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *signals_properly(void *unused) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *signals_after_unlock(void *unused) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
    return unused;
}

static void *waits_without_looking(void *unused) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    awake++;
    pthread_mutex_unlock(&m);
    return unused;
}

/* The mistake: between looking and waiting somebody may set it. */
static void *looks_outside(void *unused) {
    if (!__atomic_load_n(&ready, __ATOMIC_SEQ_CST)) {
        pthread_mutex_lock(&m);
        pthread_cond_wait(&c, &m);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *signals_without_lock(void *unused) {
    __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
    pthread_cond_signal(&c);
    return unused;
}

static void *broadcasts(void *unused) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

static void proper(void) {
    go(waits_properly, 0), go(signals_properly, 0);
    wait_all();
    outcome(awake);
}

static void proper_after_unlock(void) {
    go(waits_properly, 0), go(signals_after_unlock, 0);
    wait_all();
    outcome(awake);
}

static void lost(void) {
    go(waits_without_looking, 0), go(signals_properly, 0);
    wait_all();
    outcome(awake);
}

static void lost_outside(void) {
    go(looks_outside, 0), go(signals_without_lock, 0);
    wait_all();
    outcome(ready);
}

static void two_waiters_one_signal(void) {
    go(waits_properly, 0), go(waits_properly, 0), go(signals_properly, 0);
    wait_all();
    outcome(awake);
}

static void two_waiters_broadcast(void) {
    go(waits_properly, 0), go(waits_properly, 0), go(broadcasts, 0);
    wait_all();
    outcome(awake);
}

/* Which of two waiters a signal wakes. */
static void *waits_for_turn(void *digit) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    order = order * 10 + (int)(long)digit;
    pthread_mutex_unlock(&m);
    return NULL;
}

static void *signals_twice(void *unused) {
    pthread_cond_signal(&c);
    pthread_cond_signal(&c);
    return unused;
}

static void two_turns(void) {
    go(waits_for_turn, 1), go(waits_for_turn, 2), go(signals_twice, 0);
    wait_all();
    outcome(order);
}

/* A signal wakes one, and what it left undone the other one does not see. */
static void *takes_one(void *unused) {
    pthread_mutex_lock(&m);
    if (!ready) pthread_cond_wait(&c, &m); /* must be `while` */
    ready--;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *gives_one(void *unused) {
    pthread_mutex_lock(&m);
    ready++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

static void if_instead_of_while(void) {
    ready = 0;
    go(takes_one, 0), go(takes_one, 0), go(gives_one, 0), go(gives_one, 0);
    wait_all();
    outcome(ready);
}

static void *waits_for_a_time(void *unused) {
    struct timespec end = soon(CLOCK_REALTIME);
    pthread_mutex_lock(&m);
    if (!ready) {
        int error = pthread_cond_timedwait(&c, &m, &end);
        if (error == ETIMEDOUT) timeouts++;
        else if (error) abort();
        else awake++;
    }
    pthread_mutex_unlock(&m);
    return unused;
}

static void timed(void) {
    go(waits_for_a_time, 0), go(signals_properly, 0);
    wait_all();
    outcome(10 * timeouts + awake);
}

static void timed_alone(void) {
    waits_for_a_time(NULL);
    outcome(10 * timeouts + awake);
}

/* It wakes one of two; if that one's time is over first, it wakes the other. */
static void timed_and_not(void) {
    go(waits_for_a_time, 0), go(waits_without_looking, 0), go(signals_without_lock, 0);
    wait_all();
    outcome(10 * timeouts + awake);
}

/* However often its time is over, it waits again. */
static void *waits_patiently(void *unused) {
    pthread_mutex_lock(&m);
    while (!ready) {
        struct timespec end = soon(CLOCK_REALTIME);
        pthread_cond_timedwait(&c, &m, &end);
    }
    awake++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void patient(void) {
    go(waits_patiently, 0), go(signals_properly, 0);
    wait_all();
    outcome(awake);
}

static void patient_in_vain(void) {
    go(waits_patiently, 0);
    wait_all();
}

static void *tries_until_it_works(void *unused) {
    while (pthread_mutex_trylock(&m)) sched_yield();
    awake++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void tries_again(void) {
    go(tries_until_it_works, 0), go(tries_until_it_works, 0);
    wait_all();
    outcome(awake);
}

static void *tries_three_times(void *unused) {
    for (int i = 0; i < 3; i++) {
        if (pthread_mutex_trylock(&m)) continue;
        awake++;
        pthread_mutex_unlock(&m);
        break;
    }
    return unused;
}

static void gives_up(void) {
    go(tries_three_times, 0), go(tries_three_times, 0);
    wait_all();
    outcome(awake);
}

static void monotonic(void) {
    pthread_condattr_t a;
    pthread_cond_t made;
    pthread_condattr_init(&a);
    pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
    pthread_cond_init(&made, &a);
    struct timespec end = soon(CLOCK_MONOTONIC), now;
    pthread_mutex_lock(&m);
    int error = pthread_cond_timedwait(&made, &m, &end);
    clock_gettime(CLOCK_MONOTONIC, &now);
    pthread_mutex_unlock(&m);
    outcome(error == ETIMEDOUT && now.tv_sec == end.tv_sec && now.tv_nsec - end.tv_nsec < 10000000 &&
            now.tv_nsec >= end.tv_nsec && pthread_cond_destroy(&made) == 0);
}

static void *tries(void *unused) {
    if (pthread_mutex_trylock(&m) == 0) {
        order = 1;
        pthread_mutex_unlock(&m);
    } else order = 2;
    return unused;
}

/* Waiting gives the mutex back, which others can notice. */
static void wait_against_try(void) {
    go(waits_without_looking, 0), go(tries, 0);
    pthread_join(ids[1], NULL);
    while (!awake) { /* until it waits, and then some */
        pthread_mutex_lock(&m);
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
        if (awake) break;
        pthread_join(ids[0], NULL); /* may be stuck if the signal was too early */
    }
    outcome(order);
}

static void wait_without_mutex(void) { pthread_cond_wait(&c, &m); }

static void *waits_with_another(void *unused) {
    static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&other);
    pthread_cond_wait(&c, &other);
    return unused;
}

static void two_mutexes(void) {
    go(waits_without_looking, 0), go(waits_with_another, 0);
    wait_all();
}

static void destroyed_too_early(void) {
    go(waits_properly, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_cond_destroy(&c);
    wait_all();
    outcome(awake);
}

/* As POSIX allows: everybody has been woken. */
static void destroyed_in_time(void) {
    pthread_cond_t *made = malloc(sizeof *made);
    pthread_cond_init(made, NULL);
    go(waits_properly, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    if (pthread_cond_destroy(&c)) abort();
    wait_all();
    pthread_cond_destroy(made);
    free(made);
    outcome(awake);
}

static void *waits_once(void *unused) {
    pthread_mutex_lock(&m);
    if (!ready) pthread_cond_wait(&c, &m);
    if (!ready) order = 1; /* woken for nothing */
    awake++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void for_nothing(void) {
    go(waits_once, 0), go(signals_properly, 0);
    wait_all();
    outcome(10 * order + awake);
}

static void two_for_nothing(void) {
    go(waits_once, 0), go(waits_once, 0), go(broadcasts, 0);
    wait_all();
    outcome(10 * order + awake);
}

static void never_signalled(void) {
    go(waits_properly, 0);
    wait_all();
    outcome(awake);
}

/* ---- semaphores ---- */

static sem_t s;
static int a, b;

static void *enters(void *unused) {
    sem_wait(&s);
    int now = __atomic_add_fetch(&a, 1, __ATOMIC_SEQ_CST);
    if (now > b) b = now;
    __atomic_sub_fetch(&a, 1, __ATOMIC_SEQ_CST);
    sem_post(&s);
    return unused;
}

static void room_for_one(void) {
    sem_init(&s, 0, 1);
    go(enters, 0), go(enters, 0);
    wait_all();
    outcome(b);
}

static void room_for_two(void) {
    sem_init(&s, 0, 2);
    go(enters, 0), go(enters, 0);
    wait_all();
    outcome(b);
}

static void *stores_and_posts(void *value) {
    __atomic_store_n(&a, (int)(long)value, __ATOMIC_SEQ_CST);
    sem_post(&s);
    return NULL;
}

static void *waits_and_loads(void *unused) {
    sem_wait(&s);
    b = __atomic_load_n(&a, __ATOMIC_SEQ_CST);
    return unused;
}

static void one_post(void) {
    sem_init(&s, 0, 0);
    go(stores_and_posts, 1), go(waits_and_loads, 0);
    wait_all();
    outcome(b);
}

/* The wait need not come after the post: there was one before. */
static void post_not_needed(void) {
    sem_init(&s, 0, 1);
    go(stores_and_posts, 1), go(waits_and_loads, 0);
    wait_all();
    outcome(b);
}

static void either_post(void) {
    sem_init(&s, 0, 0);
    go(stores_and_posts, 1), go(stores_and_posts, 2), go(waits_and_loads, 0);
    wait_all();
    int left;
    sem_getvalue(&s, &left);
    outcome(10 * left + b);
}

static void *waits_twice(void *unused) {
    sem_wait(&s);
    sem_wait(&s);
    b = __atomic_load_n(&a, __ATOMIC_SEQ_CST);
    return unused;
}

static void both_posts(void) {
    sem_init(&s, 0, 0);
    go(stores_and_posts, 1), go(stores_and_posts, 2), go(waits_twice, 0);
    wait_all();
    outcome(b);
}

static void too_few_posts(void) {
    sem_init(&s, 0, 0);
    go(stores_and_posts, 1), go(waits_twice, 0);
    wait_all();
    outcome(b);
}

static void *tries_semaphore(void *unused) {
    if (sem_trywait(&s) == 0) order = 1;
    else order = errno == EAGAIN ? 2 : 3;
    return unused;
}

static void *times_semaphore(void *unused) {
    struct timespec end = soon(CLOCK_REALTIME);
    if (sem_timedwait(&s, &end) == 0) order = 1;
    else order = errno == ETIMEDOUT ? 2 : 3;
    return unused;
}

static void semaphore_tried(void) {
    sem_init(&s, 0, 0);
    go(tries_semaphore, 0), go(stores_and_posts, 1);
    wait_all();
    outcome(order);
}

static void semaphore_timed(void) {
    sem_init(&s, 0, 0);
    go(times_semaphore, 0), go(stores_and_posts, 1);
    wait_all();
    outcome(order);
}

static void *looks_at_value(void *unused) {
    sem_getvalue(&s, &order);
    return unused;
}

static void value_seen(void) {
    sem_init(&s, 0, 1);
    go(looks_at_value, 0), go(enters, 0);
    wait_all();
    outcome(order);
}

/* ---- barriers ---- */

static pthread_barrier_t barrier;
static int arrived, serial, early;

static void *meets(void *unused) {
    for (int round = 1; round <= 2; round++) {
        __atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST);
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            __atomic_add_fetch(&serial, 1, __ATOMIC_SEQ_CST);
        if (__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) < 2 * round) early = 1;
    }
    return unused;
}

static void two_rounds(void) {
    pthread_barrier_init(&barrier, NULL, 2);
    go(meets, 0), go(meets, 0);
    wait_all();
    outcome(100 * early + 10 * serial + (pthread_barrier_destroy(&barrier) == 0));
}

static void *meets_once(void *number) {
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial = (int)(long)number;
    return NULL;
}

static void who_is_last(void) {
    pthread_barrier_init(&barrier, NULL, 3);
    go(meets_once, 1), go(meets_once, 2), go(meets_once, 3);
    wait_all();
    outcome(serial);
}

static void one_too_few(void) {
    pthread_barrier_init(&barrier, NULL, 3);
    go(meets_once, 1), go(meets_once, 2);
    wait_all();
    outcome(serial);
}

/* ---- once ---- */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int times;

static void initialize(void) {
    times++;
    sched_yield();
    a = 7;
}

static void *uses(void *unused) {
    pthread_once(&once, initialize);
    if (a != 7) early = 1;
    return unused;
}

static void done_once(void) {
    go(uses, 0), go(uses, 0), go(uses, 0);
    wait_all();
    outcome(10 * early + times);
}

static void *says_who(void *number) {
    pthread_once(&once, initialize);
    if (__atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST) == 1) order = (int)(long)number;
    return NULL;
}

static void first_of_two(void) {
    go(says_who, 1), go(says_who, 2);
    wait_all();
    outcome(order);
}

static void notes_who(void) { order = (int)(pthread_self() == ids[0] ? 1 : pthread_self() == ids[1] ? 2 : 3); }

static void *may_do_it(void *unused) {
    pthread_once(&once, notes_who);
    return unused;
}

static void who_does_it(void) {
    go(may_do_it, 0), go(may_do_it, 0), go(may_do_it, 0);
    wait_all();
    outcome(order);
}

static void within_itself_too(void) { pthread_once(&once, initialize); }
static void within_itself(void) { pthread_once(&once, within_itself_too); }

int main(void) {
    begin_tests();
    comes_out("wait and signal", proper, "1");
    comes_out("wait, and signal after unlocking", proper_after_unlock, "1");
    comes_out("a signal that is lost", lost, "1 stuck");
    comes_out("a signal that is lost between looking and waiting", lost_outside, "1 stuck");
    comes_out("one signal for two", two_waiters_one_signal, "2 stuck");
    comes_out("a broadcast for two", two_waiters_broadcast, "2");
    comes_out("a signal wakes either", two_turns, "12 21 stuck");
    reduced_comes_out("if instead of while", if_instead_of_while, "0");
    comes_out("a wait with a time", timed, "0 1 10");
    comes_out("a wait with a time, alone", timed_alone, "10");
    comes_out("a wait with a time, and one without", timed_and_not, "1 11 stuck");
    reduced_comes_out("waits with a time, over and over", patient, "1");
    reduced_comes_out("waits with a time, over and over, in vain", patient_in_vain, "stuck");
    reduced_comes_out("trying until it works", tries_again, "2");
    comes_out("trying three times", gives_up, "1 2");
    comes_out("a wait by another clock", monotonic, "1");
    comes_out("waiting gives the mutex back", wait_against_try, "1 2 stuck");
    comes_out("a wait without the mutex", wait_without_mutex, "misuse");
    comes_out("waits with two mutexes", two_mutexes, "misuse");
    comes_out("destroyed while somebody waits", destroyed_too_early, "1 misuse");
    comes_out("destroyed when all have been woken", destroyed_in_time, "1");
    allow_spurious(0);
    comes_out("no wake-up for nothing", for_nothing, "1");
    comes_out("never signalled", never_signalled, "stuck");
    allow_spurious(1);
    comes_out("wake-ups for nothing", for_nothing, "1 11");
    reduced_comes_out("wake-ups of two for nothing", two_for_nothing, "2 12");
    comes_out("never signalled, woken for nothing", never_signalled, "stuck");
    allow_spurious(0);

    comes_out("room for one", room_for_one, "1");
    comes_out("room for two", room_for_two, "1 2");
    comes_out("one post", one_post, "1");
    comes_out("a post that is not needed", post_not_needed, "0 1");
    comes_out("either of two posts", either_post, "11 12");
    comes_out("both posts", both_posts, "1 2");
    comes_out("too few posts", too_few_posts, "stuck");
    comes_out("a semaphore that is tried", semaphore_tried, "1 2");
    comes_out("a semaphore with a time", semaphore_timed, "1 2");
    comes_out("the value of a semaphore", value_seen, "0 1");

    comes_out("two rounds of a barrier", two_rounds, "21");
    comes_out("the last at a barrier", who_is_last, "1 2 3");
    comes_out("one too few at a barrier", one_too_few, "stuck");

    comes_out("once", done_once, "1");
    comes_out("once, by anybody", who_does_it, "1 2 3");
    comes_out("after once", first_of_two, "1 2");
    comes_out("once within itself", within_itself, "deadlock");
    return end_tests();
}
