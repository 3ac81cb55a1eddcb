/* Condition variables for the other files here. */
#ifndef LC_TARGET_RUNTIME_SYNC_COND_H
#define LC_TARGET_RUNTIME_SYNC_COND_H

#include <pthread.h>

#include "target/runtime/sync/sync.h"

int lc_cond_wait(void *cond, pthread_mutex_t *, const lc_deadline *, const char *function, uintptr_t pc);
int lc_cond_signal(void *cond, bool all, const char *function, uintptr_t pc);
void lc_cond_make(void *cond, clockid_t);
int lc_cond_destroy(void *cond, const char *function, uintptr_t pc);

#endif
