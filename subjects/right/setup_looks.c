// expect: ok exhaustive
// options: --filter look
// expect: ok exhaustive
// options: --filter try
// expect: ok exhaustive
// options: --filter await
/* A setup that looks at the same variables for long, without a change to any, and comes to an end; and one that waits
 * in a loop for a thread, which comes. */
#include <lince/test.h>

#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 20000 };

static atomic_int cells[4] = {1, 2, 3, 4};
static long sum;
static atomic_int ready, misses;

static void look(void) {
    for (int i = 0; i < ROUNDS; i++) sum += cells[i % 4];
}
static void try(void) {
    for (int i = 0, other = 0; i < ROUNDS; i++, other = 0)
        if (!atomic_compare_exchange_strong(&cells[0], &other, 1)) sum++;
}
static void *prepare(void *unused) {
    for (int i = 0; i < 20; i++) misses++;
    ready = 1;
    return unused;
}
static void await(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, prepare, NULL);
    while (!ready) continue;
    pthread_join(thread, NULL);
}
static void count(void) { cells[0]++; }

LINCE_TEST(look) {
    lince_test_setup(look);
    lince_test_thread(count);
    lince_test_thread(count);
}
LINCE_TEST(try) {
    lince_test_setup(try);
    lince_test_thread(count);
    lince_test_thread(count);
}
LINCE_TEST(await) {
    lince_test_setup(await);
    lince_test_thread(count);
    lince_test_thread(count);
}
