/* The reader-writer lock of glibc since 2.25, reduced: one writer at a time, readers are preferred.
 *
 * The lock is in a phase of reading or of writing.  Who finds the lock free in the other phase changes it; else a
 * reader waits until the phase of writing ends and a writer until that of reading does.  `users` holds everything;
 * `writing` is the phase once more, for sleepers, with a bit that says that there are some.  Mistakes, by macro, both
 * of them glibc's bug 23844: PHASE_RWLOCK_READS   trying to read begins a phase of reading without waking those who
 * wait for it PHASE_RWLOCK_WRITES  trying to write sets `writing` though it is set, and wipes out the bit: nobody wakes
 * them */
#ifndef SUBJECTS_PHASE_RWLOCK_H
#define SUBJECTS_PHASE_RWLOCK_H

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PHASE_WRITING  1u /* users: the phase, */
#define PHASE_WRITER   2u /* a writer, */
#define PHASE_READER   4u /* and one reader */
#define PHASE_SLEEPERS 2u /* writing: 0 or 1, and this */

struct phase_rwlock {
    atomic_uint users, writing;
};

static inline void phase_is(struct phase_rwlock *l, unsigned writing) {
    if (atomic_exchange(&l->writing, writing) & PHASE_SLEEPERS)
        syscall(SYS_futex, &l->writing, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/* Waits for the phase: first for the word, then until it can be seen among the users, and once more for the word. */
static inline void phase_wait(struct phase_rwlock *l, unsigned writing) {
    for (bool ready = false;; ready = (atomic_load(&l->users) & PHASE_WRITING) == writing) {
        unsigned now = atomic_load(&l->writing), asleep = (1 - writing) | PHASE_SLEEPERS;
        while ((now | PHASE_SLEEPERS) == asleep) {
            if (now == asleep || atomic_compare_exchange_weak(&l->writing, &now, asleep)) {
                syscall(SYS_futex, &l->writing, FUTEX_WAIT_PRIVATE, asleep, NULL, NULL, 0);
                now = atomic_load(&l->writing);
            }
        }
        if (ready) return;
    }
}

static inline void phase_rdlock(struct phase_rwlock *l) {
    unsigned users = atomic_fetch_add(&l->users, PHASE_READER) + PHASE_READER;
    if (!(users & PHASE_WRITING)) return;
    while (users & PHASE_WRITING && !(users & PHASE_WRITER))
        if (atomic_compare_exchange_weak(&l->users, &users, users & ~PHASE_WRITING)) {
            phase_is(l, 0);
            return;
        }
    phase_wait(l, 0); /* whoever begins the phase says so */
}

static inline bool phase_tryrdlock(struct phase_rwlock *l) {
    unsigned users = atomic_load(&l->users);
    do
        if (users & PHASE_WRITING && users & PHASE_WRITER) return false;
    while (!atomic_compare_exchange_weak(&l->users, &users, (users & ~PHASE_WRITING) + PHASE_READER));
#ifdef PHASE_RWLOCK_READS
    if (users & PHASE_WRITING) atomic_store(&l->writing, 0);
#else
    if (users & PHASE_WRITING) phase_is(l, 0);
#endif
    return true;
}

/* The last reader hands over to a writer that waits. */
static inline void phase_rdunlock(struct phase_rwlock *l) {
    unsigned users = atomic_load(&l->users), left;
    do {
        left = users - PHASE_READER;
        if (left == PHASE_WRITER) left |= PHASE_WRITING;
    } while (!atomic_compare_exchange_weak(&l->users, &users, left));
    if (left & PHASE_WRITING) phase_is(l, 1);
}

static inline void phase_wrlock(struct phase_rwlock *l) {
    unsigned users;
    while ((users = atomic_fetch_or(&l->users, PHASE_WRITER)) & PHASE_WRITER) {} /* other writers */
    if (users & PHASE_WRITING) return;
    users |= PHASE_WRITER;
    while (users == PHASE_WRITER)
        if (atomic_compare_exchange_weak(&l->users, &users, PHASE_WRITER | PHASE_WRITING)) {
            atomic_store(&l->writing, 1);
            return;
        }
    phase_wait(l, 1); /* for the last reader */
}

static inline bool phase_trywrlock(struct phase_rwlock *l) {
    unsigned users = atomic_load(&l->users);
    do
        if (users & ~PHASE_WRITING) return false;
    while (!atomic_compare_exchange_weak(&l->users, &users, PHASE_WRITER | PHASE_WRITING));
#ifndef PHASE_RWLOCK_WRITES
    if (!(users & PHASE_WRITING))
#endif
        atomic_store(&l->writing, 1);
    return true;
}

/* Hands over to readers that wait; if there are none the phase stays. */
static inline void phase_wrunlock(struct phase_rwlock *l) {
    unsigned users = atomic_load(&l->users), left;
    do left = users < PHASE_READER ? PHASE_WRITING : users & ~(PHASE_WRITER | PHASE_WRITING);
    while (!atomic_compare_exchange_weak(&l->users, &users, left));
    if (users >= PHASE_READER) phase_is(l, 0);
}

#endif
