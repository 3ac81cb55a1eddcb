// expect: ok exhaustive
/* Leader and follower: one of two workers waits for an item while it holds the lock that the other one waits for.  At
 * rest both wait, and that is no deadlock. */
#include <lince/test.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lead = PTHREAD_MUTEX_INITIALIZER;
static sem_t items;
static atomic_int done;

static void *serve(void *nothing) {
    for (;;) {
        pthread_mutex_lock(&lead);
        sem_wait(&items);
        pthread_mutex_unlock(&lead);
        atomic_fetch_add(&done, 1);
    }
    return nothing;
}

static void make(void) {
    sem_init(&items, 0, 0);
    for (int i = 0; i < 2; i++) {
        pthread_t worker;
        pthread_create(&worker, NULL, serve, NULL);
        pthread_detach(worker);
    }
}

static void submit(void) { sem_post(&items); }
static void check(void) { lince_assert(done == 2); } /* they are given the time to finish */

LINCE_TEST(resident_leader) {
    lince_test_setup(make);
    lince_test_op("submit", submit);
    lince_test_finally(check);
    lince_test_scenario("submit() | submit()");
}
