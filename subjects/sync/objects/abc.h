/* Three kinds of threads meet, one of each kind, and each learns who the other two are.  They come in the order A, B, C
 * and leave in the same order; then it is the next A's turn.
 *
 * Mistakes, by macro:
 *     ABC_LATE     A looks who the others are when it has already told B to leave: the next meeting may have begun
 *     ABC_FORGETS  C passes on the turn only if it sees an A waiting: an A that comes a moment later waits for ever */
#ifndef SUBJECTS_ABC_H
#define SUBJECTS_ABC_H

#include <semaphore.h>
#include <stdatomic.h>

struct abc {
    sem_t a_comes, b_comes, c_comes, a_leaves, b_leaves, c_leaves;
    _Atomic long a, b, c; /* atomic, so that the mistake is not found as a data race */
    _Atomic int waiting;  /* A who wait for their turn; for the mistake only */
};

static inline void abc_init(struct abc *m) {
    sem_init(&m->a_comes, 0, 1);
    sem_init(&m->b_comes, 0, 0);
    sem_init(&m->c_comes, 0, 0);
    sem_init(&m->a_leaves, 0, 0);
    sem_init(&m->b_leaves, 0, 0);
    sem_init(&m->c_leaves, 0, 0);
    m->waiting = 0;
}

static inline void abc_a(struct abc *m, long id, long *b, long *c) {
#ifdef ABC_FORGETS
    m->waiting++;
    sem_wait(&m->a_comes);
    m->waiting--;
#else
    sem_wait(&m->a_comes);
#endif
    m->a = id;
    sem_post(&m->b_comes);
    sem_wait(&m->a_leaves);
#ifdef ABC_LATE
    sem_post(&m->b_leaves);
    *b = m->b, *c = m->c;
#else
    *b = m->b, *c = m->c;
    sem_post(&m->b_leaves);
#endif
}

static inline void abc_b(struct abc *m, long id, long *a, long *c) {
    sem_wait(&m->b_comes);
    m->b = id;
    sem_post(&m->c_comes);
    sem_wait(&m->b_leaves);
    *a = m->a, *c = m->c;
    sem_post(&m->c_leaves);
}

static inline void abc_c(struct abc *m, long id, long *a, long *b) {
    sem_wait(&m->c_comes);
    m->c = id;
    sem_post(&m->a_leaves);
    sem_wait(&m->c_leaves);
    *a = m->a, *b = m->b;
#ifdef ABC_FORGETS
    if (!m->waiting) return;
#endif
    sem_post(&m->a_comes);
}

#endif
