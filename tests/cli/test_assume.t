# lince_assume drops executions: they are no failures, and count as blocked.  The other threads of the execution go on.

# The number of executions that are left, and of blocked ones.
= assume.c
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void write_x(void) { atomic_store(&x, 1); }
/* One of two. */
static void wants_one(void) { lince_assume(atomic_load(&x) == 1); }
LINCE_TEST(one_of_two) { lince_test_thread(wants_one); lince_test_thread(write_x); }
/* Each of three increments could be the last one. */
static void wants_last(void) { lince_assume(atomic_fetch_add(&x, 1) == 2); }
static void increment(void) { atomic_fetch_add(&x, 1); }
LINCE_TEST(two_of_six) { lince_test_thread(wants_last); lince_test_thread(increment); lince_test_thread(increment); }
/* The failure is in the executions that are dropped. */
static void hides(void) { int a = atomic_load(&x); lince_assume(a != 1); lince_assert(a != 1); }
LINCE_TEST(hidden) { lince_test_thread(hides); lince_test_thread(write_x); }
static void keeps(void) { int a = atomic_load(&x); lince_assume(a == 1); lince_assert(a != 1); }
LINCE_TEST(kept) { lince_test_thread(keeps); lince_test_thread(write_x); }
/* The first thread stops when it is alone, and the second one has yet to show that it could have read another value. */
static void twice(void) { lince_assume(atomic_load(&x)); lince_assert(!atomic_load(&y)); }
static void both(void) { atomic_store(&x, 1); atomic_store(&y, 1); }
LINCE_TEST(later_step) { lince_test_thread(twice); lince_test_thread(both); }
/* A lock that is not released: the other thread could have been first. */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void holds(void) { pthread_mutex_lock(&m); lince_assume(atomic_load(&x)); atomic_store(&y, 1); pthread_mutex_unlock(&m); }
static void waits(void) { pthread_mutex_lock(&m); atomic_store(&x, 1); pthread_mutex_unlock(&m); }
LINCE_TEST(lock) { lince_test_thread(holds); lince_test_thread(waits); }
static void fails(void) { pthread_mutex_lock(&m); lince_assert(atomic_load(&y)); pthread_mutex_unlock(&m); }
LINCE_TEST(lock_fails) { lince_test_thread(holds); lince_test_thread(fails); lince_test_thread(write_x); }
= count.sh
lince test --json --no-shrink --jobs 1 "$@" assume.c |
    sed 's/.*"test":"\([^"]*\)".*"verdict":"\([^"]*\)".*"executions":\([0-9]*\),.*"blocked":\([0-9]*\),"steps".*/\1 \2 \3 \4/' |
    awk '$2 == "violation" { print $1, $2; next } { print }'
$ sh count.sh --strategy dpor --memory sc
one_of_two ok 1 1
two_of_six ok 2 4
hidden ok 1 1
kept violation
later_step violation
lock ok 1 1
lock_fails violation
? 0

# Execution graphs, schedules without reduction, preemptions and states have the same verdicts.
$ sh count.sh --strategy dpor --memory sc > dpor; sh count.sh --memory sc --graphs | diff dpor - && sh count.sh --memory c11 | diff dpor -
? 0
$ for s in exhaustive bounded states; do sh count.sh --strategy $s --memory sc | cut -d ' ' -f 1,2 > other; cut -d ' ' -f 1,2 dpor | diff - other; done
? 0

# Samples have the same failures, and end although nothing but dropped executions is left.
$ for s in random pct stress; do sh count.sh --strategy $s --max-executions 500 --filter hidden | cut -d ' ' -f 1,2; done; sh count.sh --strategy random --max-executions 500 --filter kept; sh count.sh --strategy pct --max-executions 500 --memory rc11 --filter lock_fails
hidden ok
hidden ok
hidden ok
kept violation
lock_fails violation
? 0

# In a model the operation cannot happen in this state.
= model.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int count;
static void take(void) {
    for (int c;;)
        if ((c = atomic_load(&count)) && atomic_compare_exchange_strong(&count, &c, c - 1)) return;
}
static void give(void) { atomic_fetch_add(&count, 1); }
static long model;
static void model_take(void) { lince_assume(model); model--; }
static void model_give(void) { model++; }
LINCE_TEST(semaphore) {
    lince_test_op("take", take);
    lince_test_op("give", give);
    lince_test_model(&model, sizeof model);
    lince_test_model_op("take", model_take);
    lince_test_model_op("give", model_give);
    lince_test_scenario("take() | give()");
}
$ lince test --memory sc model.c | grep -o "semaphore: ok"
semaphore: ok
? 0

# Where every execution is dropped, the verdict states it.  Where none comes to its end for another reason, it is no `ok`.
= nothing.c
#include <lince/test.h>
static void never(void) { lince_assume(0); }
static void other(void) {}
LINCE_TEST(nothing) { lince_test_thread(never); lince_test_thread(other); }
$ for way in "--strategy dpor" "--strategy random" --graphs; do lince test --memory sc $way nothing.c; done
nothing.c: nothing: ok — no failure: 0 executions, because lince_assume excludes all, 0 histories, all interleavings ({any})
nothing.c: nothing: ok — no failure: 0 executions, because lince_assume excludes all, 0 histories, a part of the interleavings ({any})
nothing.c: nothing: ok — no failure: 0 executions, because lince_assume excludes all, 0 histories, all execution graphs ({any})
? 0
