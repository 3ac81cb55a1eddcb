/* Mutexes for the other files here. */
#ifndef LC_TARGET_RUNTIME_SYNC_MUTEX_H
#define LC_TARGET_RUNTIME_SYNC_MUTEX_H

#include <pthread.h>

#include "target/runtime/sync/sync.h"

int lc_mutex_lock(pthread_mutex_t *, const char *function, uintptr_t pc);
int lc_mutex_try(pthread_mutex_t *, const char *function, uintptr_t pc);
int lc_mutex_timed(pthread_mutex_t *, lc_deadline, const char *function, uintptr_t pc);
int lc_mutex_unlock(pthread_mutex_t *, const char *function, uintptr_t pc);
int lc_mutex_destroy(pthread_mutex_t *, const char *function, uintptr_t pc);
void lc_mutex_make(pthread_mutex_t *, int kind);

/* For conditions: the mutex is let go and taken again, one level of it. */
bool lc_mutex_is_mine(const pthread_mutex_t *);
bool lc_mutex_is_free_for(const pthread_mutex_t *, unsigned thread); /* it may still have other levels of it */
/* The result of taking it: of a robust mutex it may be an error, and ENOTRECOVERABLE that it was not taken. */
int lc_mutex_taken_by(pthread_mutex_t *, unsigned thread);
/* Complains of a mutex that is none. */
void lc_mutex_check(const pthread_mutex_t *, const char *function, uintptr_t pc);
lc_mask lc_mutex_owner(const pthread_mutex_t *); /* 0: none */

/* Robust mutexes, see robust.c.  The bit is glibc's. */
enum { LC_MUTEX_ROBUST = 16 };
static inline bool lc_is_robust(const pthread_mutex_t *m) { return m->__data.__kind & LC_MUTEX_ROBUST; }
int lc_robust_taken(pthread_mutex_t *, unsigned thread); /* 0, EOWNERDEAD or ENOTRECOVERABLE */
void lc_robust_given_back(pthread_mutex_t *, unsigned thread);
const char *lc_robust_name(int error, const char *function); /* for a trace */
/* The current thread, which has it, is about to end. */
void lc_mutex_orphan(pthread_mutex_t *, const char *function, uintptr_t pc);

#endif
