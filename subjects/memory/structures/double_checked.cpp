// models:                          sc         tso        rc11       c11
// expect:                          ok         ok         ok         ok
// expect: RELAXED_DATA             ok         ok         ok         ok
// expect: WEAK=STORE               data-race  data-race  data-race  data-race
// expect: WEAK=STORE RELAXED_DATA  ok         ok         assertion  assertion
// expect: WEAK=LOAD                data-race  data-race  data-race  data-race
// expect: WEAK=LOAD RELAXED_DATA   ok         ok         assertion  assertion
/* Double-checked locking: the flag is looked at without the lock first.
 *
 * STORE, LOAD: the flag is set, or looked at, by a relaxed operation: the object is seen unfinished. Repair:
 * release and acquire. */
#include <pthread.h>

#include "weak.h"

enum { NONE, STORE, LOAD };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic<bool> made;
static DATA(int) object;

static void use() {
    if (!made.load(AT(LOAD, acquire))) {
        pthread_mutex_lock(&lock);
        if (!made.load(memory_order_relaxed)) {
            data_put(object, 1);
            made.store(true, AT(STORE, release));
        }
        pthread_mutex_unlock(&lock);
    }
    lince_assert(data_get(object) == 1);
}

LINCE_TEST(double_checked) {
    lince_test_thread(use);
    lince_test_thread(use);
}
