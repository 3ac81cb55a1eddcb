/* The interface of GenMC's test programs, for `lince test`: this file is found before GenMC's header of the same name.
 *
 * Annotations that only reduce GenMC's state space are dropped, as are the blocks that GenMC may leave out
 * (__VERIFIER_optional).  Of hazard pointers only the load that protects remains; a retired block is never freed.
 */
#ifndef LINCE_TESTS_GENMC_H
#define LINCE_TESTS_GENMC_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <lince/test.h>

#define __VERIFIER_optional(block) ((void)0)
#define genmc_statement(code)                                                                                          \
    do {                                                                                                               \
        code;                                                                                                          \
    } while (0)
#define __VERIFIER_local_write(store)     genmc_statement(store)
#define __VERIFIER_final_write(store)     genmc_statement(store)
#define __VERIFIER_helped_CAS(cas)        genmc_statement(cas)
#define __VERIFIER_helping_CAS(cas)       genmc_statement(cas)
#define __VERIFIER_final_CAS(cas)         (cas)
#define __VERIFIER_speculative_read(read) (read)
#define __VERIFIER_confirming_read(read)  (read)
#define __VERIFIER_confirming_CAS(cas)    (cas)

/* A round of a marked loop that does not end it blocks the thread, as in a loop that Lince recognizes by itself. */
#define __VERIFIER_loop_begin()        ((void)0)
#define __VERIFIER_spin_start()        ((void)0)
#define __VERIFIER_spin_end(condition) ((void)(condition))

typedef struct genmc_hazard {
    char unused;
} __VERIFIER_hp_t;
static __VERIFIER_hp_t genmc_hazard;
#define __VERIFIER_hp_alloc()                  (&genmc_hazard)
#define __VERIFIER_hp_protect(hazard, address) ((void)(hazard), __atomic_load_n((void **)(address), __ATOMIC_ACQUIRE))
#define __VERIFIER_hp_clear(hazard)            ((void)(hazard))
#define __VERIFIER_hp_free(hazard)             ((void)(hazard))
#define __VERIFIER_hp_retire(block)            ((void)(block))

/* The calls of the programs for linearizability, with GENMC_HISTORY as operations of Lince's queue or stack: the value
 * of a removal from an empty one is 0.  The calls of `main`, which are before and after all threads, are none. */
static inline void genmc_method_begin(const char *name, long value) {
    if (!strcmp(name, "enqueue")) lince_op_begin("enq", value);
    else if (!strcmp(name, "push")) lince_op_begin("push", value);
    else if (!strcmp(name, "dequeue")) lince_op_begin("deq");
    else if (!strcmp(name, "pop")) lince_op_begin("pop");
}
static inline void genmc_method_end(const char *name, long value) {
    if (!strcmp(name, "enqueue") || !strcmp(name, "push")) lince_op_end();
    else if (!strcmp(name, "dequeue") || !strcmp(name, "pop")) lince_op_end(value ? value : lince_empty);
}
#ifdef GENMC_HISTORY
#define __VERIFIER_method_begin(name, value) genmc_method_begin(name, value)
#define __VERIFIER_method_end(name, value)   genmc_method_end(name, value)
#else
#define __VERIFIER_method_begin(name, value) ((void)(value))
#define __VERIFIER_method_end(name, value)   ((void)(value))
#endif

typedef pthread_t __VERIFIER_thread_t;
static inline pthread_t __VERIFIER_spawn(void *(*start)(void *), void *argument) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, start, argument)) abort();
    return thread;
}
#define __VERIFIER_spawn_symmetric(start, argument, thread) ((void)(thread), __VERIFIER_spawn(start, argument))
static inline void *__VERIFIER_join(pthread_t thread) {
    void *result;
    pthread_join(thread, &result);
    return result;
}
#define __VERIFIER_join_symmetric(thread) ((void)__VERIFIER_join(thread))

#endif
