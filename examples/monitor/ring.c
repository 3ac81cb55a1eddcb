/* A program that watches its own queue.  A thread fills a ring that has room for four jobs, and forgets that it may be
 * full: the fifth job takes the place of the first.
 *
 *     $ cc -pthread -o ring ring.c $(pkg-config --cflags --libs lince-monitor)
 *     $ ./ring 4
 *     lince: jobs: no violation; 5 operations, 5 of them checked exactly; no gap
 *     $ ./ring 5 2>&1 | fold -s -w 100 | sed 's, *$,,'
 *     lince: jobs: violation of linearizability: not first in, first out: enq(1) by T1 returned before
 *     enq(5) by T1 was called, yet deq() → 5 by T1 returned while the former was still inside; the
 *     recent history is in jobs.hist
 *     lince: jobs: there was a violation; 6 operations, 6 of them checked exactly; no gap
 *     $ grep -c . jobs.hist
 *     14
 */
#include <lince/monitor.h>
#include <pthread.h>
#include <stdlib.h>

static long ring[4];
static unsigned head, tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static lince_monitor *jobs;
static int enq, deq; /* numbers of methods, looked up once */

static void add(long job) {
    lince_call(jobs, enq, job); /* from any thread, before anything of the operation happens */
    pthread_mutex_lock(&lock);
    ring[tail++ % 4] = job;
    pthread_mutex_unlock(&lock);
    lince_return(jobs); /* when all of it has happened */
}

static long take(void) {
    lince_call(jobs, deq);
    pthread_mutex_lock(&lock);
    long job = head != tail ? ring[head++ % 4] : lince_empty;
    pthread_mutex_unlock(&lock);
    lince_return(jobs, job);
    return job;
}

static void *produce(void *count) {
    for (long i = 1; i <= (long)count; i++) add(i);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t producer;
    lince_monitor_options options = {.spec = "queue", .name = "jobs", .unique = true, .dump = "jobs.hist"};
    jobs = lince_monitor_new(&options, NULL);
    enq = lince_monitor_method(jobs, "enq");
    deq = lince_monitor_method(jobs, "deq");
    pthread_create(&producer, NULL, produce, (void *)(argc > 1 ? atol(argv[1]) : 4));
    pthread_join(producer, NULL);
    take();
    return !lince_monitor_free(jobs, NULL);
}
