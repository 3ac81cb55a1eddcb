// expect: violation
// options: --spec queue
/* A program with a main of its own, with the array queue that says EMPTY although a value is there. */
#include <lince/test.h>
#include <pthread.h>

#include "../objects/iqueue.h"

static struct iqueue queue;

static void *add_and_remove(void *argument) {
    long value = *(long *)argument;
    lince_op_begin("enq", value);
    iqueue_enq(&queue, value);
    lince_op_end();
    value = lince_empty;
    lince_op_begin("deq");
    if (!iqueue_deq(&queue, &value)) value = lince_empty;
    lince_op_end(value);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    long values[2] = {1, 2};
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add_and_remove, &values[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
