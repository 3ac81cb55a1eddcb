// expect: ok exhaustive
// options: --strategy dpor --spec queue
/* A program with a main of its own: its interesting calls stand between lince_op_begin and lince_op_end.  The main
 * thread adds two values before the others start and removes what is left after they have ended. */
#include <lince/test.h>
#include <pthread.h>

#include "../objects/ms_queue.h"

static struct ms_queue queue;

static void enq(long value) {
    lince_op_begin("enq", value);
    ms_queue_enq(&queue, value);
    lince_op_end();
}

static void deq(void) {
    long value = lince_empty;
    lince_op_begin("deq");
    ms_queue_deq(&queue, &value);
    lince_op_end(value);
}

static void *one_adds(void *unused) {
    enq(3);
    return unused;
}

static void *other_adds_and_removes(void *unused) {
    enq(4);
    deq();
    return unused;
}

int main(void) {
    pthread_t one, other;
    ms_queue_init(&queue);
    enq(1);
    enq(2);
    pthread_create(&one, NULL, one_adds, NULL);
    pthread_create(&other, NULL, other_adds_and_removes, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    for (int i = 0; i < 3; i++) deq();
    return 0;
}
