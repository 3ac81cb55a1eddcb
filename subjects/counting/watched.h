/* Objects that a monitor of `lince emit` watches: each operation stands between two functions of the monitor, whose
 * assertions are the only judge.  WATCHED_QUEUE(ms_queue) makes `enq` and `deq` of ms_queue_enq and ms_queue_deq, and
 * so on.  The file of the monitor is included before. */
#ifndef SUBJECTS_COUNTING_WATCHED_H
#define SUBJECTS_COUNTING_WATCHED_H

#include <lince/test.h>

/* `...`: what is given to the functions of the object besides itself. */
#define WATCHED(kind, add, remove, ...)                                                                                \
    static struct kind object;                                                                                         \
    static void add(long value) {                                                                                      \
        int slot = lince_m_##add##_call(value);                                                                        \
        kind##_##add(&object, ##__VA_ARGS__, value);                                                                   \
        lince_m_##add##_return(slot);                                                                                  \
    }                                                                                                                  \
    static void remove(void) {                                                                                         \
        long value = 0;                                                                                                \
        int slot = lince_m_##remove##_call();                                                                          \
        if (kind##_##remove(&object, ##__VA_ARGS__, &value)) lince_m_##remove##_return(slot, value);                   \
        else lince_m_##remove##_return_empty(slot);                                                                    \
    }

#define WATCHED_QUEUE(kind)            WATCHED(kind, enq, deq)
#define WATCHED_STACK(kind)            WATCHED(kind, push, pop)
#define WATCHED_STACK_OF_THREADS(kind) WATCHED(kind, push, pop, lince_thread_number())

#endif
