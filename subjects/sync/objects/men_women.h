/* Men and women pair off, with a lock and a condition variable.  A man says that he is there, a woman comes to him, he
 * looks who she is and makes room for the next.
 *
 * Mistakes, by macro:
 *     MEN_WOMEN_SIGNAL  one is woken where all should be, and it may be one who has nothing to do
 *     MEN_WOMEN_SLOTS   another design, with a slot for a man and a slot for a woman that know nothing of each other: a
 *                       second man finds the woman who has already gone to the first one */
#ifndef SUBJECTS_MEN_WOMEN_H
#define SUBJECTS_MEN_WOMEN_H

#include <pthread.h>
#include <stdbool.h>

enum men_women_stage { MEN_WOMEN_NOBODY, MEN_WOMEN_MAN, MEN_WOMEN_BOTH };

struct men_women {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum men_women_stage stage;
    bool man_there, woman_there;
    long man, woman;
};

static inline void men_women_init(struct men_women *m) {
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->changed, NULL);
    m->stage = MEN_WOMEN_NOBODY;
    m->man_there = m->woman_there = false;
}

#ifndef MEN_WOMEN_SLOTS

static inline void men_women_becomes(struct men_women *m, enum men_women_stage stage) {
    m->stage = stage;
#ifdef MEN_WOMEN_SIGNAL
    pthread_cond_signal(&m->changed);
#else
    pthread_cond_broadcast(&m->changed);
#endif
}

static inline void men_women_await(struct men_women *m, enum men_women_stage stage) {
    while (m->stage != stage) pthread_cond_wait(&m->changed, &m->lock);
}

static inline long men_women_man(struct men_women *m, long id) {
    pthread_mutex_lock(&m->lock);
    men_women_await(m, MEN_WOMEN_NOBODY);
    m->man = id;
    men_women_becomes(m, MEN_WOMEN_MAN);
    men_women_await(m, MEN_WOMEN_BOTH);
    long partner = m->woman;
    men_women_becomes(m, MEN_WOMEN_NOBODY);
    pthread_mutex_unlock(&m->lock);
    return partner;
}

static inline long men_women_woman(struct men_women *m, long id) {
    pthread_mutex_lock(&m->lock);
    men_women_await(m, MEN_WOMEN_MAN);
    m->woman = id;
    long partner = m->man;
    men_women_becomes(m, MEN_WOMEN_BOTH);
    pthread_mutex_unlock(&m->lock);
    return partner;
}

#else

static inline long men_women_slots(struct men_women *m, bool *mine, long *my_id, long id, bool *theirs,
                                   long *their_id) {
    pthread_mutex_lock(&m->lock);
    while (*mine) pthread_cond_wait(&m->changed, &m->lock);
    *mine = true;
    *my_id = id;
    pthread_cond_broadcast(&m->changed);
    while (!*theirs) pthread_cond_wait(&m->changed, &m->lock);
    *theirs = false;
    long partner = *their_id;
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
    return partner;
}

static inline long men_women_man(struct men_women *m, long id) {
    return men_women_slots(m, &m->man_there, &m->man, id, &m->woman_there, &m->woman);
}

static inline long men_women_woman(struct men_women *m, long id) {
    return men_women_slots(m, &m->woman_there, &m->woman, id, &m->man_there, &m->man);
}

#endif
#endif
