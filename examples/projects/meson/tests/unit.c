/* An ordinary unit test: one thread. */
#include "queue.h"

#include <stdio.h>

int main(void) {
    struct queue *q = queue_new();
    long value = 0;
    bool good = q && !queue_take(q, &value) && queue_put(q, 1) && queue_put(q, 2) && queue_take(q, &value) &&
                value == 1 && queue_take(q, &value) && value == 2 && !queue_take(q, &value);
    if (q) queue_free(q);
    puts(good ? "ok" : "the queue is wrong");
    return !good;
}
