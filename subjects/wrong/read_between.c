// expect: failure assertion
// options: --strategy dpor
/* Whoever has read the other's sign believes that the writer who follows is the last to write.  But the other, who gave
 * the lock back in between, comes back and reads what was written.  Two readers give the lock back in any order; only
 * the writer, who comes after both, depends on it. */
#include <lince/test.h>

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { SIGN = 1, WRITTEN = 2 };

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_uchar state, sign;
static bool saw_sign, saw_written;

static void begin(void) { sign = SIGN; }

static void give_signs(void) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    for (int i = 0; i < 2; i++) {
        pthread_rwlock_rdlock(&lock);
        saw_written = atomic_fetch_or(&state, sign) == WRITTEN;
        pthread_rwlock_unlock(&lock);
    }
}

static void write_last(void) {
    pthread_rwlock_rdlock(&lock);
    state = 0;
    saw_sign = state == SIGN;
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    state = WRITTEN;
    pthread_rwlock_unlock(&lock);
}

static void was_last(void) { assert(!(saw_sign && saw_written && state == (WRITTEN | SIGN))); }

LINCE_TEST(signs) {
    lince_test_op("begin", begin);
    lince_test_op("give_signs", give_signs);
    lince_test_op("write_last", write_last);
    lince_test_op("was_last", was_last);
    lince_test_scenario("; begin() | give_signs() | write_last(); was_last()");
}
