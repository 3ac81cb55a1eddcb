/* Threads, their own values, their end, C11's words for all of it; time and random numbers; the end of the program. */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "sync_support.h"

static int a, b, c;
static pthread_t t, u;

static void *nothing(void *argument) { return argument; }

/* ---- threads ---- */

static void *adds_one(void *argument) {
    __atomic_add_fetch(&a, 1, __ATOMIC_SEQ_CST);
    return (void *)((intptr_t)argument + 1);
}

static void joined(void) {
    void *x, *y;
    pthread_create(&t, NULL, adds_one, (void *)10);
    pthread_create(&u, NULL, adds_one, (void *)20);
    pthread_join(t, &x);
    pthread_join(u, &y);
    outcome((intptr_t)x + (intptr_t)y + a);
}

static void detached(void) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attributes, adds_one, NULL);
    pthread_join(t, NULL);
}

static void joined_twice(void) {
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, NULL);
    pthread_join(t, NULL);
}

static void detached_later(void) {
    pthread_create(&t, NULL, adds_one, NULL);
    outcome(pthread_detach(t));
}

static void *is_itself(void *other) {
    if (pthread_equal(pthread_self(), t)) a |= 1;
    if (pthread_equal(pthread_self(), *(pthread_t *)other)) a |= 2;
    return NULL;
}

static void selves(void) {
    static pthread_t me;
    me = pthread_self();
    pthread_create(&t, NULL, is_itself, &me);
    pthread_join(t, NULL);
    outcome(10 * a + (pthread_self() == me && me != 0 && me != t) + (pthread_join(me, NULL) == EDEADLK));
}

static void too_many(void) {
    pthread_t many[20];
    for (int i = 0; i < 20; i++) pthread_create(&many[i], NULL, nothing, NULL);
}

static void *leaves(void *unused) {
    (void)unused;
    a = 1;
    pthread_exit((void *)5);
}

static void left(void) {
    void *result;
    pthread_create(&t, NULL, leaves, NULL);
    pthread_join(t, &result);
    outcome((intptr_t)result);
}

static void first_leaves(void) {
    pthread_create(&t, NULL, adds_one, NULL);
    outcome(3);
    pthread_exit(NULL);
}

static void cleans(void *digit) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    b = b * 10 + (int)(intptr_t)digit;
    pthread_mutex_unlock(&lock);
}

static void leaves_here(int deep) {
    pthread_cleanup_push(cleans, (void *)3);
    sched_yield();
    if (deep) pthread_exit(NULL);
    pthread_cleanup_pop(0);
}

static void *leaves_from_within(void *deep) {
    pthread_cleanup_push(cleans, (void *)1);
    pthread_cleanup_push(cleans, (void *)2);
    leaves_here(deep != NULL);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(0);
    return NULL;
}

static void cleaned_up(void) {
    pthread_create(&t, NULL, leaves_from_within, (void *)1);
    pthread_join(t, NULL);
    outcome(b);
}

static void cleaned_up_by_two(void) {
    pthread_create(&t, NULL, leaves_from_within, NULL);
    pthread_create(&u, NULL, leaves_from_within, (void *)1);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    outcome(b);
}

static void *waits(void *unused) {
    while (!__atomic_load_n(&a, __ATOMIC_SEQ_CST)) sched_yield();
    return unused;
}

static void tried_join(void) {
    pthread_create(&t, NULL, waits, NULL);
    int error = pthread_tryjoin_np(t, NULL);
    __atomic_store_n(&a, 1, __ATOMIC_SEQ_CST);
    struct timespec end = {0, 0};
    int late = pthread_timedjoin_np(t, NULL, &end);
    if (late == ETIMEDOUT) pthread_join(t, NULL);
    outcome((error == EBUSY) + 10 * (late == ETIMEDOUT));
}

static void cancelled(void) {
    pthread_create(&t, NULL, nothing, NULL);
    pthread_cancel(t);
}

static void harmless(void) {
    int old;
    struct sched_param parameters;
    pthread_attr_t attributes;
    void *low;
    size_t size;
    long wrong = pthread_setname_np(pthread_self(), "name") || pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) ||
                 pthread_getschedparam(pthread_self(), &old, &parameters) ||
                 pthread_getattr_np(pthread_self(), &attributes);
    wrong |= pthread_attr_getstack(&attributes, &low, &size) || (char *)&old < (char *)low ||
             (char *)&old >= (char *)low + size;
    sigset_t all;
    sigfillset(&all);
    wrong |= pthread_sigmask(SIG_BLOCK, &all, NULL);
    outcome(wrong);
}

/* ---- values of each thread's own ---- */

static pthread_key_t key;
static int destroyed;

static void destroy(void *value) {
    __atomic_add_fetch(&destroyed, (int)(intptr_t)value, __ATOMIC_SEQ_CST);
    if ((intptr_t)value > 1) pthread_setspecific(key, (void *)((intptr_t)value - 1)); /* once more */
}

static void *has_value(void *value) {
    if (pthread_getspecific(key)) a = 1;
    pthread_setspecific(key, value);
    sched_yield();
    if (pthread_getspecific(key) != value) a = 1;
    return NULL;
}

static void keys(void) {
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, (void *)100);
    pthread_create(&t, NULL, has_value, (void *)1);
    pthread_create(&u, NULL, has_value, (void *)2);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    outcome(1000 * a + 10 * destroyed + (pthread_getspecific(key) == (void *)100));
    pthread_key_delete(key);
}

static void key_after_delete(void) {
    pthread_key_t first, second;
    pthread_key_create(&first, NULL);
    pthread_setspecific(first, &first);
    pthread_key_delete(first);
    pthread_key_create(&second, NULL);
    outcome(first == second && !pthread_getspecific(second) && pthread_setspecific(77, NULL) == EINVAL);
}

static __thread int own = 7;

static void *has_own(void *unused) {
    own++;
    sched_yield();
    own++;
    if (own != 9) a = 1;
    errno = (int)(intptr_t)unused;
    sched_yield();
    if (errno != (int)(intptr_t)unused) a = 1;
    return NULL;
}

static void thread_local_variables(void) {
    pthread_create(&t, NULL, has_own, (void *)1);
    pthread_create(&u, NULL, has_own, (void *)2);
    own = 20;
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    outcome(100 * a + own);
}

/* ---- C11 ---- */

static mtx_t m;
static cnd_t cond;
static once_flag flag = ONCE_FLAG_INIT;
static tss_t tss;

static void count_once(void) { b++; }

static int c11_thread(void *argument) {
    call_once(&flag, count_once);
    tss_set(tss, argument);
    mtx_lock(&m);
    a++;
    cnd_signal(&cond);
    mtx_unlock(&m);
    return tss_get(tss) == argument ? -3 : 0;
}

static void c11(void) {
    thrd_t x, y;
    int p, q;
    mtx_init(&m, mtx_plain);
    cnd_init(&cond);
    tss_create(&tss, NULL);
    thrd_create(&x, c11_thread, &x);
    thrd_create(&y, c11_thread, &y);
    mtx_lock(&m);
    while (a < 2) cnd_wait(&cond, &m);
    mtx_unlock(&m);
    thrd_join(x, &p);
    thrd_join(y, &q);
    cnd_destroy(&cond);
    mtx_destroy(&m);
    outcome(p == -3 && q == -3 && b == 1 && thrd_equal(thrd_current(), thrd_current()));
}

static int c11_timed(void *unused) {
    (void)unused;
    struct timespec end;
    timespec_get(&end, TIME_UTC);
    end.tv_sec++;
    switch (mtx_timedlock(&m, &end)) {
    case thrd_success: mtx_unlock(&m); return 1;
    case thrd_timedout: return 2;
    default: return 3;
    }
}

static int c11_try(void *unused) {
    (void)unused;
    switch (mtx_trylock(&m)) {
    case thrd_success: mtx_unlock(&m); thrd_exit(1);
    case thrd_busy: thrd_exit(2);
    default: thrd_exit(3);
    }
}

static void c11_tries(void) {
    thrd_t x, y;
    int p, q;
    mtx_init(&m, mtx_timed | mtx_recursive);
    thrd_create(&x, c11_timed, NULL);
    thrd_create(&y, c11_try, NULL);
    thrd_join(x, &p);
    thrd_join(y, &q);
    outcome(10 * p + q);
}

/* ---- time ---- */

static void sleeps(void) {
    struct timespec before, after, ms = {0, 1000000};
    struct timeval tv = {0, 1000};
    clock_gettime(CLOCK_MONOTONIC, &before);
    time_t day = time(NULL);
    sleep(3600);
    usleep(1000);
    nanosleep(&ms, NULL);
    clock_nanosleep(CLOCK_MONOTONIC, 0, &ms, NULL);
    thrd_sleep(&ms, NULL);
    poll(NULL, 0, 1);
    select(0, NULL, NULL, NULL, &tv);
    clock_gettime(CLOCK_MONOTONIC, &after);
    long ms_passed = (after.tv_sec - before.tv_sec) * 1000 + (after.tv_nsec - before.tv_nsec) / 1000000;
    struct timespec until = {after.tv_sec + 100, 0};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    clock_gettime(CLOCK_MONOTONIC, &after);
    gettimeofday(&tv, NULL);
    outcome(ms_passed == 3600006 && after.tv_sec == until.tv_sec && time(NULL) - day >= 3600 &&
            tv.tv_sec >= day + 3600 && clock() > 0);
}

static void *sleeps_long(void *unused) {
    sleep(10);
    a = (int)time(NULL);
    return unused;
}

/* Time passes for all where one sleeps, and never seems to go back. */
static void slept_elsewhere(void) {
    time_t before = time(NULL);
    pthread_create(&t, NULL, sleeps_long, NULL);
    time_t meanwhile = time(NULL);
    pthread_join(t, NULL);
    bool slept = meanwhile - before == 10; /* or not yet */
    outcome((slept || meanwhile == before) + (time(NULL) >= a) + (a - before == 10));
}

static void waits_for_time(void) {
    time_t end = time(NULL) + 1;
    while (time(NULL) < end) {}
    outcome(1);
}

/* ---- random numbers ---- */

static void draws(void) {
    srand(1);
    int x = rand();
    srand(1);
    unsigned char bytes[16];
    memset(bytes, 0, sizeof bytes);
    long wrong = x != rand() || x < 0 || rand() == rand() || getrandom(bytes, sizeof bytes, 0) != sizeof bytes ||
                 getentropy(bytes + 8, 8) || drand48() >= 1 || lrand48() < 0;
    outcome(wrong);
}

static void *draws_one(void *unused) {
    __atomic_add_fetch(&a, rand() % 1000, __ATOMIC_SEQ_CST);
    return unused;
}

static void same_every_time(void) {
    pthread_create(&t, NULL, draws_one, NULL);
    pthread_create(&u, NULL, draws_one, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    outcome(a == c || !c);
}

static void chooses(void) { outcome(10 * rand() + (int)random()); }

/* ---- the end ---- */

static void exits_well(void) {
    outcome(1);
    exit(0);
}

static void exits_badly(void) { exit(3); }

static void *exits(void *unused) {
    (void)unused;
    exit(0);
}

static void exits_in_the_middle(void) {
    pthread_create(&t, NULL, exits, NULL);
    pthread_join(t, NULL);
}

static void asserts(void) { assert(a == 1); }
static void aborts(void) { abort(); }
/* Each thread has handled its signal when raise returns, also while others are in the handler. */
static atomic_int handled, in_time;
static _Thread_local volatile int of_mine;
static void handles(int signal) {
    if (signal == SIGUSR1) of_mine++;
    handled++;
}
static void *raises_handled(void *nothing) {
    of_mine = 0;
    raise(SIGUSR1);
    in_time += of_mine;
    return nothing;
}
static void handlers(void) {
    pthread_t other;
    handled = in_time = 0;
    signal(SIGUSR1, handles);
    pthread_create(&other, NULL, raises_handled, NULL);
    raises_handled(NULL);
    pthread_join(other, NULL);
    outcome(10 * handled + in_time);
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    signal(SIGUSR1, SIG_DFL);
}

static void raises(void) { raise(SIGTERM); }
static void kills(void) { kill(getpid(), SIGKILL); }
static void forks(void) { fork(); }
static void runs(void) { (void)!system("true"); }
static void registers(void) { outcome(atexit(aborts)); }

/* ---- crashes ---- */

static volatile int *volatile pointer;
static volatile int zero;

static void null_pointer(void) { *pointer = 1; }
static void wild_pointer(void) { outcome(*(volatile int *)0x123456789000); }
static void impossible_pointer(void) { outcome(*(volatile int *)0x8123456789abcdef); }
static void divides(void) { outcome(1000 / zero); }
static void traps(void) { __builtin_trap(); }
static void in_libc(void) { outcome((long)strlen((const char *)pointer)); }

static int recurse(int n) {
    volatile char room[1000];
    room[0] = (char)n;
    return n < 0 ? 0 : recurse(n + 1) + room[0];
}

static void overflows(void) { outcome(recurse(0)); }
static void in_atomic(void) { outcome(__atomic_fetch_add((int *)pointer, 1, __ATOMIC_SEQ_CST)); }

__attribute__((noinline)) static void loops(void) {
    for (volatile int i = 0;; i++) {}
}

static void *loops_in_thread(void *unused) {
    loops();
    return unused;
}

static void endless(void) {
    pthread_create(&t, NULL, loops_in_thread, NULL);
    pthread_join(t, NULL);
}

/* The first thing a thread does is to start another. */
static void *counts(void *unused) {
    (void)unused;
    __atomic_fetch_add(&a, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

static void *starts_at_once(void *unused) {
    (void)unused;
    pthread_t mine;
    pthread_create(&mine, NULL, counts, NULL);
    pthread_join(mine, NULL);
    return NULL;
}

static void families(void) {
    pthread_t other;
    a = 0;
    pthread_create(&t, NULL, starts_at_once, NULL);
    pthread_create(&other, NULL, starts_at_once, NULL);
    pthread_join(t, NULL);
    pthread_join(other, NULL);
    outcome(a);
}

/* ---- what the setup did ---- */

static void setup(void) {
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, (void *)50);
    own = 60;
}

/* One function, and one place on the stack, with and without a handler. */
static void *leaves_with(void *handler) {
    pthread_cleanup_push(cleans, (void *)4);
    if (handler) pthread_exit(NULL);
    pthread_cleanup_pop(0);
    pthread_exit(NULL);
}

static void bare_and_not(void) {
    for (intptr_t i = 0; i < 4; i++) {
        pthread_create(&t, NULL, leaves_with, (void *)(i & 1));
        pthread_join(t, NULL);
    }
    outcome(b);
}

static void after_setup(void) {
    pthread_key_t another;
    long was = (intptr_t)pthread_getspecific(key);
    pthread_setspecific(key, (void *)51);
    pthread_key_create(&another, NULL);
    pthread_create(&t, NULL, has_value, (void *)1);
    pthread_join(t, NULL);
    outcome(was + 1000 * (another == key + 1) + 10000 * a);
}

int main(void) {
    begin_tests();
    comes_out("threads", joined, "34");
    comes_out("threads that start others at once", families, "2");
    comes_out("join of a detached thread", detached, "misuse");
    comes_out("join of a thread that was joined", joined_twice, "misuse");
    comes_out("detach", detached_later, "0");
    comes_out("who is who", selves, "12");
    reduced_comes_out("too many threads", too_many, "limit");
    comes_out("pthread_exit", left, "5");
    comes_out("pthread_exit of the first thread", first_leaves, "3");
    comes_out("cleaning up", cleaned_up, "321");
    comes_out("cleaning up while another comes and goes", cleaned_up_by_two, "2321 3212 3221");
    comes_out("with something to clean up and without", bare_and_not, "44");
    comes_out("join that does not wait", tried_join, "1 11");
    comes_out("cancel", cancelled, "unsupported");
    happened_in(cancelled);
    comes_out("what has no effect", harmless, "0");
    comes_out("values of threads", keys, "41");
    comes_out("a key used again", key_after_delete, "1");
    reduced_comes_out("thread-local variables", thread_local_variables, "20");
    comes_out("C11 threads", c11, "1");
    comes_out("C11 locks that are tried", c11_tries, "11 12 21");
    comes_out("sleeping", sleeps, "1");
    comes_out("sleeping elsewhere", slept_elsewhere, "3");
    comes_out("waiting for a time", waits_for_time, "1");
    comes_out("random numbers", draws, "0");
    comes_out("random numbers of threads", same_every_time, "1");
    allow_random(3);
    comes_out("random numbers as choices", chooses, "0 1 2 10 11 12 20 21 22");
    allow_random(0);
    comes_out("exit at the end", exits_well, "1");
    comes_out("exit with an error", exits_badly, "exit");
    happened_in(exits_badly);
    message_has("exit(3)");
    comes_out("exit in the middle", exits_in_the_middle, "exit");
    message_has("while other threads were running");
    comes_out("assert", asserts, "assertion");
    happened_in(asserts);
    message_has("a == 1");
    comes_out("abort", aborts, "crash");
    comes_out("raise", raises, "crash");
    message_has("SIGTERM");
    comes_out("raise, with a handler", handlers, "22");
    comes_out("kill", kills, "crash");
    comes_out("fork", forks, "unsupported");
    comes_out("system", runs, "unsupported");
    comes_out("atexit", registers, "0");
    comes_out("a null pointer", null_pointer, "crash");
    happened_in(null_pointer);
    message_has("null pointer");
    comes_out("a wild pointer", wild_pointer, "crash");
    happened_in(wild_pointer);
    message_has("read at address 0x123456789000");
    comes_out("an impossible pointer", impossible_pointer, "crash");
    comes_out("a division by zero", divides, "crash");
    message_has("division by zero");
    comes_out("a trap", traps, "crash");
    happened_in(traps);
    comes_out("a crash in libc", in_libc, "crash");
    happened_in(in_libc);
    comes_out("a crash in an atomic access", in_atomic, "crash");
    happened_in(in_atomic);
    comes_out("a stack overflow", overflows, "crash");
    message_has("stack");
    reduced_comes_out("an endless loop", endless, "endless");
    message_has("on and on");
    happened_in(loops);
    prepared_comes_out("what the setup left", setup, after_setup, "1050");
    return end_tests();
}
