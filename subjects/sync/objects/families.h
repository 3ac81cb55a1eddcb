/* Threads that pair off, with a different partner each time: those of one family with each other, those of two families
 * with those of the other.  Whoever finds a partner who waits tells it who it is and hands over the turn; whoever finds
 * none waits.
 *
 * Mistakes, by macro:
 *     FAMILIES_LATE   who waited reads who its partner is when it has passed on the turn, and others have met by then
 *     FAMILIES_SHORT  the turn is passed on after each look at somebody: two look at each other before either waits */
#ifndef SUBJECTS_FAMILIES_H
#define SUBJECTS_FAMILIES_H

#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { FAMILIES_PEOPLE = 4 };

struct families {
    sem_t turn, chosen[FAMILIES_PEOPLE];
    bool waits[FAMILIES_PEOPLE], met[FAMILIES_PEOPLE][FAMILIES_PEOPLE];
    _Atomic int partner; /* of who was chosen last; atomic, so that the mistake is not found as a data race */
};

static inline void families_init(struct families *f) {
    sem_init(&f->turn, 0, 1);
    for (int i = 0; i < FAMILIES_PEOPLE; i++) {
        sem_init(&f->chosen[i], 0, 0);
        f->waits[i] = false;
        for (int k = 0; k < FAMILIES_PEOPLE; k++) f->met[i][k] = false;
    }
}

/* Somebody from `first` on, before `end`. */
static inline int families_meet(struct families *f, int me, int first, int end) {
    sem_wait(&f->turn);
    for (int other = first; other < end; other++) {
        if (f->waits[other] && !f->met[me][other]) {
            f->waits[other] = false;
            f->met[me][other] = f->met[other][me] = true;
            f->partner = me;
            sem_post(&f->chosen[other]);
            return other;
        }
#ifdef FAMILIES_SHORT
        sem_post(&f->turn);
        sem_wait(&f->turn);
#endif
    }
    f->waits[me] = true;
    sem_post(&f->turn);
    sem_wait(&f->chosen[me]);
#ifdef FAMILIES_LATE
    sem_post(&f->turn);
    return f->partner;
#else
    int partner = f->partner;
    sem_post(&f->turn);
    return partner;
#endif
}

#endif
