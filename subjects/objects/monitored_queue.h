/* A queue in a ring under a mutex that records its operations for a monitor, as a program in production does.  Under
 * `lince test` recording is no step, and the test judges the histories.
 *
 * Mistake, by macro:
 *     MONITORED_QUEUE_PEEKS  deq looks whether the queue is empty before it takes the mutex, and does not look again */
#ifndef SUBJECTS_MONITORED_QUEUE_H
#define SUBJECTS_MONITORED_QUEUE_H

#include <lince/monitor.h>
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { MONITORED_ROOM = 8 };

static pthread_mutex_t monitored_lock = PTHREAD_MUTEX_INITIALIZER;
static long monitored_items[MONITORED_ROOM];
static _Atomic unsigned monitored_head, monitored_tail;
static lince_monitor *monitored_by;
static int monitored_enq, monitored_deq; /* numbers of methods */

static void monitored_start(void) {
    monitored_by = lince_monitor_new(&(lince_monitor_options){.spec = "queue"}, NULL);
    monitored_enq = lince_monitor_method(monitored_by, "enq");
    monitored_deq = lince_monitor_method(monitored_by, "deq");
    if (!monitored_by || monitored_enq < 0 || monitored_deq < 0) abort();
}

static void monitored_queue_enq(long value) {
    lince_call(monitored_by, monitored_enq, value);
    pthread_mutex_lock(&monitored_lock);
    monitored_items[monitored_tail % MONITORED_ROOM] = value;
    monitored_tail++;
    pthread_mutex_unlock(&monitored_lock);
    lince_return(monitored_by);
}

static long monitored_queue_deq(void) {
    long value = lince_empty;
    lince_call(monitored_by, monitored_deq);
#ifdef MONITORED_QUEUE_PEEKS
    bool there = monitored_head != monitored_tail;
    pthread_mutex_lock(&monitored_lock);
#else
    pthread_mutex_lock(&monitored_lock);
    bool there = monitored_head != monitored_tail;
#endif
    if (there) value = monitored_items[monitored_head++ % MONITORED_ROOM];
    pthread_mutex_unlock(&monitored_lock);
    lince_return(monitored_by, value);
    return value;
}

LINCE_TEST(monitored_queue) {
    lince_test_spec("queue");
    lince_test_setup(monitored_start);
    lince_test_op("enq", monitored_queue_enq, lince_unique);
    lince_test_op("deq", monitored_queue_deq);
}

#endif
