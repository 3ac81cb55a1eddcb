# Annotations for race detectors have their meaning: orders that they state, locks, fibers, and accesses that they except.
= ann.c
#include <lince/test.h>
#include <stdatomic.h>
void AnnotateHappensBefore(const char *, int, const volatile void *);
void AnnotateHappensAfter(const char *, int, const volatile void *);
void AnnotateIgnoreReadsBegin(const char *, int);
void AnnotateIgnoreReadsEnd(const char *, int);
void AnnotateBenignRaceSized(const char *, int, const volatile void *, size_t, const char *);
void __tsan_mutex_pre_lock(void *, unsigned);
void __tsan_mutex_post_lock(void *, unsigned, int);
int __tsan_mutex_pre_unlock(void *, unsigned);
void __tsan_mutex_post_unlock(void *, unsigned);
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned);
void __tsan_destroy_fiber(void *);
void __tsan_switch_to_fiber(void *, unsigned);

static atomic_int ready;
static int data;
static void send(void) {
    data = 1;
    if (BEFORE) AnnotateHappensBefore(__FILE__, __LINE__, &ready);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
}
static void receive(void) {
    if (!atomic_load_explicit(&ready, memory_order_relaxed)) return;
    AnnotateHappensAfter(__FILE__, __LINE__, &ready);
    lince_assert(data == 1);
}
LINCE_TEST(message) { lince_test_thread(send); lince_test_thread(receive); }

static int counter;
static void look(void) {
    if (BEFORE) AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    (void)*(volatile int *)&counter;
    if (*&counter > 1) data = 0;
    if (BEFORE) AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
}
static void count(void) { counter++; }
LINCE_TEST(reads) { lince_test_thread(look); lince_test_thread(count); }

static int hits;
static void hit(void) { hits++; }
static void setup(void) { if (BEFORE) AnnotateBenignRaceSized(__FILE__, __LINE__, &hits, sizeof hits, "a statistic"); }
LINCE_TEST(benign) { lince_test_setup(setup); lince_test_thread(hit); lince_test_thread(hit); }

static atomic_int word;
static int inside;
static void locked(void) {
    __tsan_mutex_pre_lock(&word, 0);
    while (atomic_exchange_explicit(&word, 1, memory_order_relaxed)) continue;
    if (BEFORE) __tsan_mutex_post_lock(&word, 0, 0);
    inside++;
    (void)__tsan_mutex_pre_unlock(&word, 0);
    atomic_store_explicit(&word, 0, memory_order_relaxed);
    __tsan_mutex_post_unlock(&word, 0);
}
LINCE_TEST(lock) { lince_test_thread(locked); lince_test_thread(locked); }

static atomic_int turn;
static void *shared_fiber;
static int local;
static void make(void) { shared_fiber = __tsan_create_fiber(0); }
static void first(void) {
    void *self = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(shared_fiber, 0);
    local++;
    __tsan_switch_to_fiber(self, BEFORE ? 0 : 1);
    atomic_store_explicit(&turn, 1, memory_order_relaxed);
}
static void second(void) {
    if (!atomic_load_explicit(&turn, memory_order_relaxed)) return;
    void *self = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(shared_fiber, BEFORE ? 0 : 1);
    local++;
    __tsan_switch_to_fiber(self, 0);
}
LINCE_TEST(fibers) { lince_test_setup(make); lince_test_thread(first); lince_test_thread(second); }
$ lince test --memory sc ann.c -- -DBEFORE=1 | grep -o '^ann.c: [a-z]*: ok\|.* ok, .*'
ann.c: message: ok
ann.c: reads: ok
ann.c: benign: ok
ann.c: lock: ok
ann.c: fibers: ok
5 ok, 0 violations, 0 unknown
? 0
$ lince test ann.c -- -DBEFORE=1 | tail -1
5 ok, 0 violations, 0 unknown
? 0

# Half of each is not enough.
$ lince test --memory sc ann.c -- -DBEFORE=0 | grep -o '^ann.c: [a-z]*: violation — data race\|.* ok, .*'
ann.c: message: violation — data race
ann.c: reads: violation — data race
ann.c: benign: violation — data race
ann.c: lock: violation — data race
ann.c: fibers: violation — data race
0 ok, 5 violations, 0 unknown
? 0

# An annotation holds for the executions in which it is made.
= some.c
#include <lince/test.h>
#include <stdatomic.h>
void AnnotateBenignRaceSized(const char *, int, const volatile void *, size_t, const char *);
static atomic_int ready;
int raced;
static void first(void) { raced = 1, ready = 1; }
static void second(void) {
    if (ready) AnnotateBenignRaceSized(__FILE__, __LINE__, &raced, sizeof raced, "ordered anyway");
    raced = 2;
}
LINCE_TEST(some) { lince_test_thread(first); lince_test_thread(second); }
$ lince test --memory sc --strategy dpor some.c | grep -o '^some.c: [a-z]*: violation — data race'
some.c: some: violation — data race
? 0
$ lince test --memory sc --strategy bounded some.c | grep -o '^some.c: [a-z]*: violation — data race'
some.c: some: violation — data race
? 0
