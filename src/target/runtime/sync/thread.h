/* Threads for the other files of the runtime. */
#ifndef LC_TARGET_RUNTIME_SYNC_THREAD_H
#define LC_TARGET_RUNTIME_SYNC_THREAD_H

#include <pthread.h>

#include "target/runtime/sync/sync.h"

/* The pthread_self of a thread: the address of its record. */
static inline pthread_t lct_thread_id(unsigned number) { return (pthread_t)&lct_m.threads[number]; }

/* And back; a failure if there is no such thread. */
unsigned lct_thread_number(pthread_t, const char *function, uintptr_t pc);

void lct_threads_begin(void);
void lct_threads_new(unsigned number);
struct lct_tape;
void lct_threads_save(struct lct_tape *);
void lct_threads_load(struct lct_tape *);

int lct_thread_create(pthread_t *, const pthread_attr_t *, void *(*start)(void *), void *argument, const char *function,
                      uintptr_t pc);
int lct_thread_await(pthread_t, void **result, const char *function, uintptr_t pc);
int lct_thread_detach(pthread_t, const char *function, uintptr_t pc);
/* The current thread is done: a step if another thread checks whether it has ended. */
void lct_thread_ends(void);
_Noreturn void lct_thread_leave(void *result, uintptr_t pc, const void *frame);

#endif
