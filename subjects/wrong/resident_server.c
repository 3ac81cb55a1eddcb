// expect: violation
// expect: violation
// options: --strategy states
/* The server of right/resident_server.c, which says too early that it has an answer. */
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { CLIENTS = 3 };

static atomic_bool asked[CLIENTS];
static atomic_int answers[CLIENTS];
static int counter;

static void *serve(void *nothing) {
    for (;;)
        for (int i = 0; i < CLIENTS; i++)
            if (atomic_load(&asked[i])) {
                atomic_store(&asked[i], false);
                atomic_store(&answers[i], counter++);
            }
    return nothing;
}

static void make(void) {
    pthread_t server;
    pthread_create(&server, NULL, serve, NULL);
}

static int fetch_inc(void) {
    int me = lince_thread_number();
    atomic_store(&asked[me], true);
    while (atomic_load(&asked[me])) {}
    return atomic_load(&answers[me]);
}

static int model;
static int model_fetch_inc(void) { return model++; }

LINCE_TEST(resident_server) {
    lince_test_setup(make);
    lince_test_op("fetch_inc", fetch_inc);
    lince_test_model(&model, sizeof model);
    lince_test_model_op("fetch_inc", model_fetch_inc);
    lince_test_scenario("fetch_inc() | fetch_inc()");
    lince_test_scenario("fetch_inc(); fetch_inc() | fetch_inc(); fetch_inc()");
}
