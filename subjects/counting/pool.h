/* Memory that is used again, what was given back first before all else: `malloc` and `free` of what is included after
 * this.  To give something back twice, or to read it afterwards, is no error of its own here; what comes of it shows in
 * the results. */
#ifndef SUBJECTS_COUNTING_POOL_H
#define SUBJECTS_COUNTING_POOL_H

#include <lince/test.h>
#include <stdlib.h>

enum { POOL_BLOCKS = 16 };

static struct {
    int count;
    void *at[POOL_BLOCKS];
    size_t size[POOL_BLOCKS];
} pool;

static void *pool_take(size_t size) {
    void *found = NULL;
    lince_atomic_begin(&pool, sizeof pool);
    for (int i = 0; i < pool.count; i++) {
        if (found) {
            pool.at[i - 1] = pool.at[i];
            pool.size[i - 1] = pool.size[i];
        } else if (pool.size[i] == size) found = pool.at[i];
    }
    if (found) pool.count--;
    lince_atomic_end();
    return found ? found : malloc(size);
}

__attribute__((unused)) static void pool_give(void *block, size_t size) {
    lince_atomic_begin(&pool, sizeof pool);
    lince_assert(pool.count < POOL_BLOCKS);
    pool.at[pool.count] = block;
    pool.size[pool.count++] = size;
    lince_atomic_end();
}

#define malloc(size) pool_take(size)
#define free(block)  pool_give((block), sizeof *(block))

#endif
