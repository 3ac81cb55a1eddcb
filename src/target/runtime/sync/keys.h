/* pthread_key_create and related functions: for the other files of the runtime. */
#ifndef LC_TARGET_RUNTIME_SYNC_KEYS_H
#define LC_TARGET_RUNTIME_SYNC_KEYS_H

#include <pthread.h>

#include "target/runtime/sync/sync.h"

void lct_keys_init(void);
void lct_keys_mark(void);
void lct_keys_begin(void);
void lct_keys_thread(unsigned number);
struct lct_tape;
void lct_keys_save(struct lct_tape *);
void lct_keys_load(struct lct_tape *);
void lct_keys_thread_end(void);

void *const *lct_keys_values(unsigned thread, uint32_t *count);

int lct_key_create(unsigned *key, void (*destructor)(void *), uintptr_t pc);
int lct_key_delete(unsigned key, uintptr_t pc);
void *lct_key_get(unsigned key);
int lct_key_set(unsigned key, const void *value);

#endif
