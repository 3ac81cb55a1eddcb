// expect: ok exhaustive
// options: --strategy exhaustive --no-data-races
// executions: 10
/* A lock that is made by plain writes while others run.  Who takes it comes after these writes, and knows no less of
 * their thread than before: `value` is read after it was written, and neither is a step. */
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
    pthread_mutex_t lock;
    int value;
} node;

static _Atomic(node *) published;
atomic_int stage; /* not static: clang would leave out what nobody reads */

static void *make(void *unused) {
    atomic_store(&stage, 1);
    node *n = malloc(sizeof *n);
    n->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    atomic_store(&stage, 2);
    n->value = 7;
    atomic_store(&published, n);
    return unused;
}

int main(void) {
    pthread_t maker;
    pthread_create(&maker, NULL, make, NULL);
    node *n = atomic_load(&published);
    if (n) {
        pthread_mutex_lock(&n->lock);
        lince_assert(n->value == 7);
        pthread_mutex_unlock(&n->lock);
    }
    pthread_join(maker, NULL);
    free(atomic_load(&published));
}
