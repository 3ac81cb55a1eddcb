/* Room for one value, whose users wait for it to be full or empty with one condition variable of our own. */
#ifndef SUBJECTS_MAILBOX_H
#define SUBJECTS_MAILBOX_H

#include <stdbool.h>

#include "futex_cond.h"

struct mailbox {
    pthread_mutex_t lock;
    struct futex_cond changed;
    bool full;
    long value;
};

static inline void mailbox_init(struct mailbox *m) {
    pthread_mutex_init(&m->lock, NULL);
    m->full = false;
    atomic_store(&m->changed.signals, 0);
}

static inline void mailbox_enq(struct mailbox *m, long value) {
    pthread_mutex_lock(&m->lock);
    while (m->full) futex_cond_wait(&m->changed, &m->lock);
    m->full = true;
    m->value = value;
    futex_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
}

/* Waits for a value; true, like the others. */
static inline bool mailbox_deq(struct mailbox *m, long *value) {
    pthread_mutex_lock(&m->lock);
    while (!m->full) futex_cond_wait(&m->changed, &m->lock);
    m->full = false;
    *value = m->value;
    futex_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
    return true;
}

#endif
