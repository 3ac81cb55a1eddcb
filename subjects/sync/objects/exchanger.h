/* An exchanger: two meet, and each gets what the other brought.  The first leaves its value and waits; the second takes
 * it, leaves its own and hands the turn to the first, who ends the meeting.
 *
 * Mistake, by macro:
 *     EXCHANGER_RESETS  the second ends the meeting and passes on the turn: a third overwrites the value before the
 *                       first has read it */
#ifndef SUBJECTS_EXCHANGER_H
#define SUBJECTS_EXCHANGER_H

#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>

struct exchanger {
    sem_t turn, met;
    bool waits;
    _Atomic long value; /* atomic, so that the mistake is not found as a data race */
};

static inline void exchanger_init(struct exchanger *e) {
    sem_init(&e->turn, 0, 1);
    sem_init(&e->met, 0, 0);
    e->waits = false;
}

static inline long exchanger_exchange(struct exchanger *e, long x) {
    long y;
    sem_wait(&e->turn);
    if (!e->waits) {
        e->waits = true;
        e->value = x;
        sem_post(&e->turn);
        sem_wait(&e->met);
        y = e->value;
#ifndef EXCHANGER_RESETS
        e->waits = false;
        sem_post(&e->turn);
#endif
    } else {
        y = e->value;
        e->value = x;
#ifdef EXCHANGER_RESETS
        e->waits = false;
        sem_post(&e->met);
        sem_post(&e->turn);
#else
        sem_post(&e->met);
#endif
    }
    return y;
}

#endif
