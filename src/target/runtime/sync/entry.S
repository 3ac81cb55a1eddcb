/* Functions that try something, or take an object that a loop may give back and take again, before they go on in C as
 * lct_call_NAME: like the entry points of ../entry.S they save the state of their caller, because a loop that tries
 * until it succeeds is one that waits.
 */
#include "target/runtime/note.inc"

#if defined __x86_64__ || defined __aarch64__

.macro CALL name
    NOTE \name, lct_call_\name
.endm

    .text
    CALL pthread_mutex_lock
    CALL pthread_mutex_trylock
    CALL pthread_spin_trylock
    CALL pthread_rwlock_wrlock
    CALL pthread_rwlock_tryrdlock
    CALL pthread_rwlock_trywrlock
    CALL pthread_tryjoin_np
    CALL mtx_lock
    CALL mtx_trylock
    CALL sem_trywait
    CALL sem_getvalue
    CALL read
    CALL recv
    CALL semop
    CALL msgrcv
#endif

    .section .note.GNU-stack, "", %progbits
