/* Men and women pair off, with semaphores.  A man whose turn it is says who he is; a woman comes, and he passes on the
 * turn when he has seen who she is.
 *
 * Mistake, by macro:
 *     MEN_WOMEN_EARLY  the woman passes on the turn: the next man takes the signal that was for the last one, and with
 *                      it his woman */
#ifndef SUBJECTS_MEN_WOMEN_SEMAPHORES_H
#define SUBJECTS_MEN_WOMEN_SEMAPHORES_H

#include <semaphore.h>
#include <stdatomic.h>

struct men_women {
    sem_t turn, man_there, woman_there;
    _Atomic long man, woman; /* atomic, so that the mistake is not found as a data race */
};

static inline void men_women_init(struct men_women *m) {
    sem_init(&m->turn, 0, 1);
    sem_init(&m->man_there, 0, 0);
    sem_init(&m->woman_there, 0, 0);
}

static inline long men_women_man(struct men_women *m, long id) {
    sem_wait(&m->turn);
    m->man = id;
    sem_post(&m->man_there);
    sem_wait(&m->woman_there);
    long partner = m->woman;
#ifndef MEN_WOMEN_EARLY
    sem_post(&m->turn);
#endif
    return partner;
}

static inline long men_women_woman(struct men_women *m, long id) {
    sem_wait(&m->man_there);
    m->woman = id;
    long partner = m->man;
    sem_post(&m->woman_there);
#ifdef MEN_WOMEN_EARLY
    sem_post(&m->turn);
#endif
    return partner;
}

#endif
