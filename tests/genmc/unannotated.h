/* Included by GenMC before a program: the annotations of compare-and-swaps, by which GenMC leaves out executions, are
 * without effect, as they are for `lince test` (genmc.h). */
#include <genmc.h>

#undef __VERIFIER_final_CAS
#undef __VERIFIER_helped_CAS
#undef __VERIFIER_helping_CAS
#define __VERIFIER_final_CAS(cas) (cas)
#define __VERIFIER_helped_CAS(cas)                                                                                     \
    do {                                                                                                               \
        cas;                                                                                                           \
    } while (0)
#define __VERIFIER_helping_CAS(cas)                                                                                    \
    do {                                                                                                               \
        cas;                                                                                                           \
    } while (0)
