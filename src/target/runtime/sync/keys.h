/* pthread_key_create and related functions: for the other files of the runtime. */
#ifndef LC_TARGET_RUNTIME_SYNC_KEYS_H
#define LC_TARGET_RUNTIME_SYNC_KEYS_H

#include <pthread.h>

#include "target/runtime/sync/sync.h"

void lc_keys_init(void);
void lc_keys_mark(void);
void lc_keys_begin(void);
void lc_keys_thread(unsigned number);
struct lc_tape;
void lc_keys_save(struct lc_tape *);
void lc_keys_load(struct lc_tape *);
void lc_keys_thread_end(void);

void *const *lc_keys_values(unsigned thread, uint32_t *count);

int lc_key_create(unsigned *key, void (*destructor)(void *), uintptr_t pc);
int lc_key_delete(unsigned key, uintptr_t pc);
void *lc_key_get(unsigned key);
int lc_key_set(unsigned key, const void *value);

#endif
