// expect: ok exhaustive
// options: --strategy dpor --spec counter
/* Threads, mutexes and condition variables of C11, in a program with a main of its own. */
#include <lince/test.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static int value, ended;

static int work(void *unused) {
    (void)unused;
    lince_op_begin("fetch_add", 1);
    mtx_lock(&lock);
    int old = value++;
    mtx_unlock(&lock);
    lince_op_end(old);
    mtx_lock(&lock);
    ended++;
    cnd_signal(&changed);
    mtx_unlock(&lock);
    return old;
}

int main(void) {
    thrd_t threads[2];
    int result, sum = 0;
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    for (int i = 0; i < 2; i++) thrd_create(&threads[i], work, NULL);
    mtx_lock(&lock);
    while (ended < 2) cnd_wait(&changed, &lock);
    mtx_unlock(&lock);
    for (int i = 0; i < 2; i++) {
        thrd_join(threads[i], &result);
        sum += result;
    }
    lince_assert(sum == 1);
    return 0;
}
