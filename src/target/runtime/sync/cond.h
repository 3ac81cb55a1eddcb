/* Condition variables for the other files here. */
#ifndef LC_TARGET_RUNTIME_SYNC_COND_H
#define LC_TARGET_RUNTIME_SYNC_COND_H

#include <pthread.h>

#include "target/runtime/sync/sync.h"

int lct_cond_wait(void *cond, pthread_mutex_t *, const lct_deadline *, const char *function, uintptr_t pc);
int lct_cond_signal(void *cond, bool all, const char *function, uintptr_t pc);
void lct_cond_make(void *cond, clockid_t);
int lct_cond_destroy(void *cond, const char *function, uintptr_t pc);

#endif
