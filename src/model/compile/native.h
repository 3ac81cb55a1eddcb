/* Native code for a compiled system: the same steps in the same order as the interpreter's, many times faster.
 *
 * The system is written as C (native_text.c), compiled by the caller's maker, and loaded.  That takes longer than most
 * searches, so it happens in the background once a search has lasted for a while; walkers go over to native code when
 * it is there, in the middle of a search, which shows in nothing but the time.  Where there is no compiler, or it
 * fails, the interpreter goes on.
 */
#ifndef LC_MODEL_COMPILE_NATIVE_H
#define LC_MODEL_COMPILE_NATIVE_H

#include <stdatomic.h>

#include "base/text.h"
#include "model/compile/system.h"

/* The compiler of native code. */
typedef struct lcm_native_maker {
    /* The path of a shared object made from this text, to be freed by the caller; NULL: there is none, and `why` has
     * the reason.  `anew`: the one it gave the last time is of no use.  When `stop` is set the result is not wanted any
     * more. */
    char *(*make)(void *context, const lince_text *text, bool anew, const atomic_bool *stop, lince_text *why);
    void *context;
    double delay;                  /* seconds before it begins */
    bool waits;                    /* the search waits for it, */
    double deadline;               /* but not beyond this time of lc_now (0: as long as it takes), */
    const volatile int *interrupt; /* nor when this is set (NULL: never) */
} lcm_native_maker;

/* Begins (lcm_system_make does, if its wish names a maker), for as long as the system lives or until lcm_native_end.
 * After lcm_system_widen it begins again. */
void lcm_native_begin(lcm_system *, const lcm_native_maker *);
/* Waits until native code is there, or is known not to come; whether it is there. */
bool lcm_native_wait(lcm_system *);
/* The system is not walked meanwhile. */
void lcm_native_end(lcm_system *);
/* For people: the result, in one line; nothing if it has not begun or is not done. */
void lcm_native_describe(lcm_system *, lince_text *);

#endif
