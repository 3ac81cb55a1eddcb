// expect: ok exhaustive
/* The setup maps memory and starts the thread that works on it, which every execution does again. */
#define _GNU_SOURCE
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER, answered = PTHREAD_COND_INITIALIZER;
static int jobs, done;
static atomic_long *count;

static void *serve(void *unused) {
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!jobs) pthread_cond_wait(&asked, &lock);
        jobs--;
        done++;
        atomic_fetch_add(count, 1);
        pthread_cond_broadcast(&answered);
    }
    return unused;
}

static void setup(void) {
    pthread_t server;
    count = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&server, NULL, serve, NULL);
    pthread_detach(server);
}

static void inc(void) {
    pthread_mutex_lock(&lock);
    int mine = done + ++jobs;
    pthread_cond_signal(&asked);
    while (done < mine) pthread_cond_wait(&answered, &lock);
    pthread_mutex_unlock(&lock);
}

static long get(void) { return atomic_load(count); }

LINCE_TEST(resident_mapped) {
    lince_test_spec("counter");
    lince_test_setup(setup);
    lince_test_op("inc", inc);
    lince_test_op("get", get);
}
