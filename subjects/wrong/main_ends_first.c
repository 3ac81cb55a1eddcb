// expect: failure assertion
// options: --strategy dpor
/* main ends and keeps the lock that a thread still waits for.  The thread could have been first. */
#include <lince/test.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *look(void *nothing) {
    pthread_mutex_lock(&lock);
    lince_assert(ready);
    return nothing;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
    pthread_detach(thread);
    pthread_mutex_lock(&lock);
    ready = 1;
    return 0;
}
