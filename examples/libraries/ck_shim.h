/* With CK_USE_CC_BUILTINS Concurrency Kit leaves its atomics to the compiler, all but the compare-and-swap of two
 * words, which some of its objects need.  Here it is; include this before the object's own header. */
#ifndef CK_SHIM_H
#define CK_SHIM_H

#include <ck_pr.h>

#if CK_USE_CC_BUILTINS
#include <string.h>

#define CK_F_PR_CAS_PTR_2
#define CK_F_PR_CAS_PTR_2_VALUE

/* `old` receives what was there, also if that is where `expected` stands. */
static inline bool ck_pr_cas_ptr_2_value(void *target, void *expected, void *desired, void *old) {
    __extension__ unsigned __int128 before, after;
    memcpy(&before, expected, sizeof before);
    memcpy(&after, desired, sizeof after);
    bool done = __atomic_compare_exchange_n((__typeof__(before) *)target, &before, after, 0, __ATOMIC_SEQ_CST,
                                            __ATOMIC_SEQ_CST);
    memcpy(old, &before, sizeof before);
    return done;
}

static inline bool ck_pr_cas_ptr_2(void *target, void *expected, void *desired) {
    __extension__ unsigned __int128 old;
    return ck_pr_cas_ptr_2_value(target, expected, desired, &old);
}
#endif

#endif
