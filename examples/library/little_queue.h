/* The queue that queue_log.c puts to the test: an array and a mutex.
 *
 * With `broken` set, dequeue lets go of the mutex between reading the first element and removing it.  That would go
 * wrong once in a while; a thread that has read therefore posts a semaphore, and waits for another one to remove. */
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>

typedef struct little_queue {
    pthread_mutex_t mutex;
    int items[512], head, tail;
    bool broken;
    sem_t has_read, may_remove;
} little_queue;

static void start_queue(little_queue *q, bool broken) {
    pthread_mutex_init(&q->mutex, NULL);
    sem_init(&q->has_read, 0, 0);
    sem_init(&q->may_remove, 0, 0);
    q->broken = broken;
}

static void enqueue(little_queue *q, int value) {
    pthread_mutex_lock(&q->mutex);
    q->items[q->tail++] = value;
    pthread_mutex_unlock(&q->mutex);
}

/* The queue must not be empty. */
static int dequeue(little_queue *q) {
    pthread_mutex_lock(&q->mutex);
    int value = q->items[q->head];
    if (q->broken) {
        pthread_mutex_unlock(&q->mutex);
        sem_post(&q->has_read);
        sem_wait(&q->may_remove);
        pthread_mutex_lock(&q->mutex);
    }
    q->head++;
    pthread_mutex_unlock(&q->mutex);
    return value;
}
