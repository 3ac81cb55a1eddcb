// expect: failure limit
/* More threads than there can be. */
#include <lince/test.h>
#include <pthread.h>

static void *nothing(void *argument) { return argument; }

int main(void) {
    pthread_t threads[200];
    for (int i = 0; i < 200; i++) pthread_create(&threads[i], NULL, nothing, NULL);
    for (int i = 0; i < 200; i++) pthread_join(threads[i], NULL);
    return 0;
}
