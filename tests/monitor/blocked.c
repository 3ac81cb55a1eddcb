/* A thread is blocked inside an operation for ever, and others go on: what is wrong is told all the same, and what the
 * blocked one returns is compared when it does. */
#include <lince/monitor.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <time.h>

#include "tap.h"

enum { PATIENCE = 2000 /* rounds of 10 ms, for what takes a hundred or two */ };

static lince_monitor *m;
static int get, put;
static sem_t inside, go_on;
static long its_result;

static void *block(void *unused) {
    lince_call(m, get, 1);
    sem_post(&inside);
    while (sem_wait(&go_on)) continue;
    lince_return(m, its_result);
    return unused;
}

static void store(long key, long value) {
    lince_call(m, put, key, value);
    lince_return(m);
}

static void begin(pthread_t *blocked) {
    m = lince_monitor_new(&(lince_monitor_options){.spec = "map", .quiet = true}, NULL);
    get = lince_monitor_method(m, "get");
    put = lince_monitor_method(m, "put");
    store(1, 5);
    pthread_create(blocked, NULL, block, NULL);
    while (sem_wait(&inside)) continue;
    store(1, 6);
}

static void end(pthread_t blocked, long result) {
    its_result = result;
    sem_post(&go_on);
    pthread_join(blocked, NULL);
}

/* Another key is used so seldom that no number of events is reached, and so often that it is never silent. */
static bool wait_for_violation(void) {
    lince_monitor_figures f;
    for (int i = 0; i < PATIENCE; i++) {
        lince_monitor_read(m, &f);
        if (f.violated) return true;
        store(2, i);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

int main(void) {
    pthread_t blocked;
    sem_init(&inside, 0, 0);
    sem_init(&go_on, 0, 0);
    begin(&blocked);
    lince_call(m, get, 1);
    lince_return(m, 7); /* nobody put that there */
    expect(wait_for_violation(), "told while somebody is blocked");
    end(blocked, 6);
    expect(!lince_monitor_free(m, NULL), "and at the end");
    static const struct {
        long result;
        bool right;
    } cases[] = {{5, true}, {6, true}, {7, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lince_monitor_figures f;
        begin(&blocked);
        lince_monitor_flush(m);
        end(blocked, cases[i].result);
        bool right = lince_monitor_free(m, &f);
        expect(right == cases[i].right && !f.not_at_all, "a blocked thread that returns %ld: %s", cases[i].result,
               cases[i].right ? "right" : "wrong");
    }
    return tap_end();
}
