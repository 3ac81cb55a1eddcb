/* A buffer of fixed size that makes producers and consumers wait, with a lock and condition variables.
 *
 * Mistakes, by macro:
 *     BOUNDED_BUFFER_IF   waiting once is taken to mean that there is something: another consumer may have been faster
 *     BOUNDED_BUFFER_ONE  producers and consumers wait for one condition and wake up one waiter: it may be of the
 *                         wrong kind, and the signal is lost */
#ifndef SUBJECTS_BOUNDED_BUFFER_H
#define SUBJECTS_BOUNDED_BUFFER_H

#include <pthread.h>
#include <stdbool.h>

#ifndef BOUNDED_BUFFER_SIZE
#define BOUNDED_BUFFER_SIZE 1
#endif

#ifdef BOUNDED_BUFFER_IF
#define wait_while if
#else
#define wait_while while
#endif

struct bounded_buffer {
    pthread_mutex_t lock;
    pthread_cond_t not_empty, not_full;
    unsigned first, count;
    long slots[BOUNDED_BUFFER_SIZE];
};

#ifdef BOUNDED_BUFFER_ONE
#define not_full not_empty
#endif

static inline void bounded_buffer_init(struct bounded_buffer *b) {
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->not_empty, NULL);
    pthread_cond_init(&b->not_full, NULL);
    b->first = b->count = 0;
}

static inline void bounded_buffer_enq(struct bounded_buffer *b, long value) {
    pthread_mutex_lock(&b->lock);
    wait_while(b->count == BOUNDED_BUFFER_SIZE) pthread_cond_wait(&b->not_full, &b->lock);
    b->slots[(b->first + b->count++) % BOUNDED_BUFFER_SIZE] = value;
    pthread_cond_signal(&b->not_empty);
    pthread_mutex_unlock(&b->lock);
}

/* Waits for a value; true, like the others. */
static inline bool bounded_buffer_deq(struct bounded_buffer *b, long *value) {
    pthread_mutex_lock(&b->lock);
    wait_while(b->count == 0) pthread_cond_wait(&b->not_empty, &b->lock);
    *value = b->slots[b->first];
    b->first = (b->first + 1) % BOUNDED_BUFFER_SIZE;
    b->count--;
    pthread_cond_signal(&b->not_full);
    pthread_mutex_unlock(&b->lock);
    return true;
}

#endif
