/* Mutexes for the other files here. */
#ifndef LC_TARGET_RUNTIME_SYNC_MUTEX_H
#define LC_TARGET_RUNTIME_SYNC_MUTEX_H

#include <pthread.h>

#include "target/runtime/sync/sync.h"

int lct_mutex_lock(pthread_mutex_t *, const char *function, uintptr_t pc);
int lct_mutex_try(pthread_mutex_t *, const char *function, uintptr_t pc);
int lct_mutex_timed(pthread_mutex_t *, lct_deadline, const char *function, uintptr_t pc);
int lct_mutex_unlock(pthread_mutex_t *, const char *function, uintptr_t pc);
int lct_mutex_destroy(pthread_mutex_t *, const char *function, uintptr_t pc);
void lct_mutex_make(pthread_mutex_t *, int kind);

/* For conditions: the mutex is let go and taken again, one level of it. */
bool lct_mutex_is_mine(const pthread_mutex_t *);
bool lct_mutex_is_free_for(const pthread_mutex_t *, unsigned thread); /* it may still have other levels of it */
/* The result of taking it: of a robust mutex it may be an error, and ENOTRECOVERABLE that it was not taken. */
int lct_mutex_taken_by(pthread_mutex_t *, unsigned thread);
/* Complains of a mutex that is none. */
void lct_mutex_check(const pthread_mutex_t *, const char *function, uintptr_t pc);
lct_mask lct_mutex_owner(const pthread_mutex_t *); /* 0: none */

/* Robust mutexes, see robust.c.  The bit is glibc's. */
enum { LCT_MUTEX_ROBUST = 16 };
static inline bool lct_is_robust(const pthread_mutex_t *m) { return m->__data.__kind & LCT_MUTEX_ROBUST; }
int lct_robust_taken(pthread_mutex_t *, unsigned thread); /* 0, EOWNERDEAD or ENOTRECOVERABLE */
void lct_robust_given_back(pthread_mutex_t *, unsigned thread);
const char *lct_robust_name(int error, const char *function); /* for a trace */
/* The current thread, which has it, is about to end. */
void lct_mutex_orphan(pthread_mutex_t *, const char *function, uintptr_t pc);

#endif
