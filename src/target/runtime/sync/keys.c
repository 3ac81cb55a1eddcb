/* Values of each thread's own: pthread_key_create, pthread_setspecific and so on.
 *
 * They are not part of the program's memory, so they are put back here: the values that the test's setup left are
 * copied, and copied back before an execution if the last one changed anything. */
#include "target/runtime/sync/keys.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "target/runtime/snapshot.h"

enum { KEYS = 256, ROUNDS = PTHREAD_DESTRUCTOR_ITERATIONS };

typedef struct table {
    uint32_t count; /* keys up to here may be in use */
    bool used[KEYS];
    void (*destructor[KEYS])(void *);
    void *values[LCT_THREADS][KEYS];
} table;

static struct {
    table *now, *marked;
    bool changed;
} keys LCT_STATE = {0};

void lct_keys_init(void) {
    if (keys.now) return; /* a constructor needed it already, and its keys are to stay */
    keys.now = lct_reserve(sizeof *keys.now);
    keys.marked = lct_reserve(sizeof *keys.marked);
}

/* Values that exist before the first call of this kind come from constructors. */
static table *current(void) {
    if (!keys.now) lct_keys_init();
    return keys.now;
}

static void copy(table *to, const table *from, uint32_t count) {
    to->count = from->count;
    memcpy(to->used, from->used, count * sizeof *to->used);
    memcpy(to->destructor, from->destructor, count * sizeof *to->destructor);
    memcpy(to->values[0], from->values[0], count * sizeof *to->values[0]);
}

void lct_keys_mark(void) {
    copy(keys.marked, current(), KEYS);
    keys.changed = false;
}

void lct_keys_begin(void) {
    if (!keys.changed) return;
    uint32_t count = keys.now->count > keys.marked->count ? keys.now->count : keys.marked->count;
    copy(keys.now, keys.marked, count);
    keys.changed = false;
}

void lct_keys_save(lct_tape *tape) {
    const table *k = keys.now;
    lct_tape_put(tape, &k->count, sizeof k->count);
    if (!k->count) return;
    lct_tape_put(tape, k->used, k->count * sizeof *k->used);
    lct_tape_put(tape, k->destructor, k->count * sizeof *k->destructor);
    for (unsigned t = 0; t < lct_m.thread_count; t++) lct_tape_put(tape, k->values[t], k->count * sizeof *k->values[t]);
}

void lct_keys_load(lct_tape *tape) {
    table *k = keys.now;
    uint32_t had = k->count;
    lct_tape_get(tape, &k->count, sizeof k->count);
    for (uint32_t i = k->count; i < had; i++) k->used[i] = false;
    if (!k->count) return;
    lct_tape_get(tape, k->used, k->count * sizeof *k->used);
    lct_tape_get(tape, k->destructor, k->count * sizeof *k->destructor);
    for (unsigned t = 0; t < lct_m.thread_count; t++) lct_tape_get(tape, k->values[t], k->count * sizeof *k->values[t]);
}

/* (Even memset of nothing is slow where nothing was ever written: a masked store to a page that is not there.) */
void lct_keys_thread(unsigned number) {
    for (uint32_t i = 0; i < keys.now->count; i++) keys.now->values[number][i] = NULL;
}

void *const *lct_keys_values(unsigned thread, uint32_t *count) {
    const table *k = current();
    *count = k->count;
    return k->values[thread];
}

/* A destructor may set values again; as POSIX has it, this is repeated a few times. */
void lct_keys_thread_end(void) {
    table *k = current();
    if (!k->count) return;
    void **values = k->values[lct_m.current];
    for (int round = 0; round < ROUNDS; round++) {
        bool any = false;
        for (uint32_t i = 0; i < k->count; i++) {
            void *value = values[i];
            if (!value || !k->used[i] || !k->destructor[i]) continue;
            values[i] = NULL;
            any = true;
            k->destructor[i](value);
        }
        if (!any) break;
    }
}

/* Keys are numbered in the order they are made, so that order matters. */
int lct_key_create(unsigned *key, void (*destructor)(void *), uintptr_t pc) {
    table *k = current();
    lct_act(LCT_WRITE, LCT_STEP_NOTE, k, 1, pc);
    uint32_t i = 0;
    while (i < k->count && k->used[i]) i++;
    if (i == KEYS) return EAGAIN;
    keys.changed = true;
    if (i == k->count) k->count++;
    k->used[i] = true;
    k->destructor[i] = destructor;
    for (unsigned t = 0; t < LCT_THREADS; t++) k->values[t][i] = NULL;
    *key = i;
    return 0;
}

int lct_key_delete(unsigned key, uintptr_t pc) {
    table *k = current();
    lct_act(LCT_WRITE, LCT_STEP_NOTE, k, 1, pc);
    if (key >= k->count || !k->used[key]) return EINVAL;
    keys.changed = true;
    k->used[key] = false;
    return 0;
}

void *lct_key_get(unsigned key) {
    const table *k = current();
    return key < k->count && k->used[key] ? k->values[lct_me()][key] : NULL;
}

int lct_key_set(unsigned key, const void *value) {
    lct_has_effect();
    table *k = current();
    if (key >= k->count || !k->used[key]) return EINVAL;
    if (lct_me() == 0) keys.changed = true; /* those of other threads are cleared when they start */
    k->values[lct_me()][key] = (void *)(uintptr_t)value;
    return 0;
}

/* ---- pthread_key_* ---- */

LCT_REPLACES int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    return lct_key_create(key, destructor, LCT_CALLER);
}

LCT_REPLACES int pthread_key_delete(pthread_key_t key) { return lct_key_delete(key, LCT_CALLER); }
LCT_REPLACES void *pthread_getspecific(pthread_key_t key) { return lct_key_get(key); }
LCT_REPLACES int pthread_setspecific(pthread_key_t key, const void *value) { return lct_key_set(key, value); }
