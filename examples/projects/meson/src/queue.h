/* A first-in first-out queue of numbers, for any number of threads. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdbool.h>

struct queue;

struct queue *queue_new(void); /* NULL: out of memory */
void queue_free(struct queue *);

bool queue_put(struct queue *, long value);   /* false: out of memory */
bool queue_take(struct queue *, long *value); /* false: it is empty */

#endif
