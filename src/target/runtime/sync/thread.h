/* Threads for the other files of the runtime. */
#ifndef LC_TARGET_RUNTIME_SYNC_THREAD_H
#define LC_TARGET_RUNTIME_SYNC_THREAD_H

#include <pthread.h>

#include "target/runtime/sync/sync.h"

/* The pthread_self of a thread: the address of its record. */
static inline pthread_t lc_thread_id(unsigned number) { return (pthread_t)&lc_m.threads[number]; }

/* And back; a failure if there is no such thread. */
unsigned lc_thread_number(pthread_t, const char *function, uintptr_t pc);

void lc_threads_begin(void);
void lc_threads_new(unsigned number);
struct lc_tape;
void lc_threads_save(struct lc_tape *);
void lc_threads_load(struct lc_tape *);

int lc_thread_create(pthread_t *, const pthread_attr_t *, void *(*start)(void *), void *argument, const char *function,
                     uintptr_t pc);
int lc_thread_await(pthread_t, void **result, const char *function, uintptr_t pc);
int lc_thread_detach(pthread_t, const char *function, uintptr_t pc);
/* The current thread is done: a step if another thread checks whether it has ended. */
void lc_thread_ends(void);
_Noreturn void lc_thread_leave(void *result, uintptr_t pc);

#endif
