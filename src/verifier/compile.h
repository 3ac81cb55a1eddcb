/* Compiling models to machine code with the user's compiler. */
#ifndef LC_VERIFIER_COMPILE_H
#define LC_VERIFIER_COMPILE_H

#include <pthread.h>

#include "model/compile/native.h"
#include "tester/toolchain/cache.h"

/* For as long as models are searched: compiled code may lie in a directory that is deleted at the end. */
typedef struct lcv_compiler {
    pthread_mutex_t lock;
    lcd_cache cache;
    bool opened;
    double limit; /* seconds that a compilation may take */
} lcv_compiler;

void lcv_compiler_init(lcv_compiler *);
void lcv_compiler_free(lcv_compiler *); /* after all systems it compiled for */
/* The text as a shared object, from the cache if it was compiled before: the argument of lcm_native_begin.  `always`:
 * at once, and the search waits for it; else when a search has lasted for a while. */
lcm_native_maker lcv_compiler_maker(lcv_compiler *, bool always);

#endif
