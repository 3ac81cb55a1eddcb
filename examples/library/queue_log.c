/* Is this queue correct?  Two threads log what they do with it, and the library judges the log.  With `broken` the
 * queue lets go of its lock between reading the first element and removing it: that would go wrong once in a while, so
 * the main thread holds up the two until both have read.
 *
 *     $ queue_log
 *     ok: an order explains all 402 operations
 *     $ queue_log broken
 *     violation: no order explains these operations
 *       main: enq(1)
 *       T1: deq() = 1
 *       T2: deq() = 1
 *
 * To build it: cc queue_log.c $(pkg-config --cflags --libs lince) -pthread */
#include <lince/lince.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static int items[512], head, tail, broken;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t has_read, may_remove;
static lince_history *history; /* the log; its lock is not the queue's, so that it lets operations overlap */
static char shown[512][32];    /* each operation by its number in the history */

static int enqueue(int value) {
    pthread_mutex_lock(&lock);
    items[tail++] = value;
    return pthread_mutex_unlock(&lock);
}

static int dequeue(void) { /* it is never empty: the threads put back what they take */
    pthread_mutex_lock(&lock);
    int value = items[head];
    if (broken) {
        pthread_mutex_unlock(&lock);
        sem_post(&has_read), sem_wait(&may_remove);
        pthread_mutex_lock(&lock);
    }
    head++;
    pthread_mutex_unlock(&lock);
    return value;
}

/* Logs an operation before it begins and again after it has ended: enq(added), or deq() if that is 0. */
static int run(const char *thread, int added) {
    pthread_mutex_lock(&log_lock);
    char *text = shown[lince_history_operations(history)];
    lince_value value = lince_int(lince_history_values(history), added);
    lince_invoke(history, thread, NULL, added ? "enq" : "deq", &value, added ? 1 : 0, NULL);
    pthread_mutex_unlock(&log_lock);
    int removed = added ? enqueue(added) : dequeue();
    snprintf(text, sizeof *shown, added ? "%s: enq(%d)" : "%s: deq() = %d", thread, added + removed);
    pthread_mutex_lock(&log_lock);
    value = lince_int(lince_history_values(history), removed);
    lince_return(history, thread, &value, added ? 0 : 1, NULL);
    pthread_mutex_unlock(&log_lock);
    return removed;
}

static void *work(void *thread) {
    for (int i = broken ? 99 : 0; i < 100; i++) run(thread, run(thread, 0));
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t threads[2];
    lince_specs *specs = lince_specs_new();
    lince_result *result = NULL;
    lince_error error = {.message = "out of memory"};
    size_t count;
    broken = argc > 1 && argv[1][0] == 'b';
    history = lince_history_new();
    sem_init(&has_read, 0, 0), sem_init(&may_remove, 0, 0);
    run("main", 1), run("main", 2);
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, i ? "T2" : "T1");
        if (broken) sem_wait(&has_read);
    }
    if (broken) sem_post(&may_remove), sem_post(&may_remove);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
