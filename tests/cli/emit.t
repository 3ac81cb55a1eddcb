# A monitor is complete C: it can be included and used as it is.
= right.c
#include <stdio.h>
#include "queue.h"

int main(void) {
    int first = lince_m_enq_call(1), second = lince_m_deq_call();
    lince_m_enq_return(first);
    lince_m_deq_return(second, 1);
    second = lince_m_deq_call();
    lince_m_deq_return_empty(second);
    puts("nothing to complain about");
    return 0;
}

= wrong.c
#include "queue.h"

int main(void) {
    int slot = lince_m_enq_call(1);
    lince_m_enq_return(slot);
    slot = lince_m_deq_call();
    lince_m_deq_return_empty(slot);
    return 0;
}

$ lince emit --monitor queue --k 1 -o queue.h
? 0

$ cc -std=c99 -Wall -Wextra -Werror right.c -o right && ./right
nothing to complain about
? 0

# The assertion says what is wrong.
$ cc -std=c99 -Wall -Wextra -Werror wrong.c -o wrong && (./wrong; true) 2>&1 | grep -o 'Assertion.*'
Assertion `it_is_empty_when_EMPTY_is_returned' failed.
? 0

# With k = 0 nothing is known about what was before what, and EMPTY may have come first.
$ lince emit --monitor queue -k 0 -o queue.h && cc wrong.c -o wrong && ./wrong
? 0

# Several monitors in one program, and functions that are not seen outside.
= two.c
#define LINCE_MONITOR_API static
#define LINCE_MONITOR_ATOMIC_BEGIN() (void)0
#define LINCE_MONITOR_ATOMIC_END() (void)0
#include "lock.h"
#include "pair.h"

int main(void) {
    int outer = door_lock_call(), inner = keys_wait_call();
    keys_wait_return(inner);
    door_lock_return(outer);
    door_unlock_return(door_unlock_call());
    keys_post_return(keys_post_call());
    keys_trywait_return(keys_trywait_call(), 1);
    door_trylock_return(door_trylock_call(), 1);
    door_reset();
    keys_reset();
    return 0;
}

$ lince emit --monitor mutex --prefix door -o lock.h && lince emit --monitor semaphore:n=2 --prefix keys -o pair.h
? 0

$ cc -std=c99 -Wall -Wextra -Werror two.c -o two && ./two
? 0

# What is open at once is limited, and said so.
= many.c
#include "queue.h"

int main(void) {
    lince_m_enq_call(1);
    lince_m_enq_call(2);
    lince_m_enq_call(3);
    return 0;
}

$ lince emit --monitor queue --slots 2 -o queue.h && cc many.c -o many && (./many; true) 2>&1 | grep -o 'Assertion.*'
Assertion `there_is_room_for_more_operations' failed.
? 0

$ lince emit --monitor queue --slots 3 -o queue.h && cc many.c -o many && ./many
? 0

# With threads: a queue under a lock, and the same if one value is overwritten.
= threads.c
#include <pthread.h>
#include "queue.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long at[4000];
static int first, last, lost;

static void enq(long v) {
    int slot = lince_m_enq_call(v);
    pthread_mutex_lock(&lock);
    at[last] = v;
    if (!LOSES || last != 500 || lost++) last++;
    pthread_mutex_unlock(&lock);
    lince_m_enq_return(slot);
}

static void deq(void) {
    int slot = lince_m_deq_call(), found;
    long v = 0;
    pthread_mutex_lock(&lock);
    found = first < last;
    if (found) v = at[first++];
    pthread_mutex_unlock(&lock);
    if (found) lince_m_deq_return(slot, v);
    else lince_m_deq_return_empty(slot);
}

static void *work(void *base) {
    long i;
    for (i = 0; i < 1000; i++) {
        enq((long)base + i % 2);
        if (i % 8 > 2) deq();
    }
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, (void *)2);
    work((void *)0);
    pthread_join(other, 0);
    while (first < last) deq();
    deq();
    return 0;
}

$ lince emit --monitor queue -k 2 --values 4 -o queue.h && cc -pthread -DLOSES=0 threads.c -o threads && ./threads
? 0

$ cc -pthread -DLOSES=1 threads.c -o threads && (./threads; true) 2>&1 | grep -o 'Assertion.*'
Assertion `it_is_empty_when_EMPTY_is_returned' failed.
? 0

# Verifiers have their own words.
$ printf '#define LINCE_MONITOR_SVCOMP\n#include "queue.h"\n' | cc -E -I. -x c - | grep -c '__VERIFIER_assert(first_in_first_out)'
1
? 0

$ printf '#define __CPROVER\n#include "queue.h"\n' | cc -E -I. -x c - | grep -c '__CPROVER_atomic_begin();'
2
? 0

# A test of Lince whose only judge is a monitor: see subjects/counting.
$ mkdir monitors && lince emit --monitor stack --k 1 --values 4 > monitors/stack_1.h
? 0

$ lince test --quiet $SOURCE/subjects/counting/right/treiber_pop.c -- -I.
? 0

$ lince test $SOURCE/subjects/counting/wrong/treiber_pop.c -- -I. | head -1 | grep -o 'assertion `.* hold'
assertion `what_is_removed_was_added` does not hold
? 0

# What is wrong is said.
$ lince emit
lince: emit: name a specification: --monitor SPEC, such as --monitor queue
? 2

$ lince emit queue
lince: emit: 'queue' is too much; the object is named by --monitor
? 2

$ lince emit --monitor que
lince: {any}
? 2

$ lince emit --monitor barrier:n=2
lince: there is no monitor for barrier:n=2; there are monitors for queue, stack, bag, deque, pqueue, set, mutex, semaphore:n=N and register
? 2

$ lince emit --monitor queue:capacity=2
lince: there is no monitor for queue:capacity=2; there are monitors for queue, stack, bag, deque, pqueue, set, mutex, semaphore:n=N and register
? 2

$ lince emit --monitor queue --k 7
lince: --k 7: more than 6 steps are too many to spell out
? 2

$ lince emit --monitor queue --values 17
lince: --values 17: more than 16 are too many; map values to classes with LINCE_MONITOR_CLASS
? 2

$ lince emit --monitor queue --slots 0
lince: --slots 0: give a number from 1 to 64
? 2

$ lince emit --monitor queue --prefix 1st
lince: --prefix 1st: give a name as in C, of 40 characters at most
? 2

$ lince emit --monitor set --k 5 --values 16
lince: the assertions of set with --k 5 and --values 16 are too long; choose smaller numbers
? 2
