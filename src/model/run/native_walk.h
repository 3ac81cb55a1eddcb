/* Native code that is loaded, and walking with it: between system.c and native.c. */
#ifndef LC_MODEL_RUN_NATIVE_WALK_H
#define LC_MODEL_RUN_NATIVE_WALK_H

#include "model/compile/native_face.h"
#include "model/run/walk.h"

typedef struct lcm_native {
    void *library;
    lcm_native_next_function *next;
    lcm_native_holds_function *holds;
    uint32_t *labels; /* of each action */
    uint32_t met;     /* actions that compute their labels */
} lcm_native;

/* NULL: it cannot be loaded, and `why` has the reason. */
lcm_native *lcm_native_load(const lcm_system *, const char *path, lince_text *why);
void lcm_native_unload(lcm_native *);

/* The steps of a state.  False: the interpreter must be used, and nothing was added. */
bool lcm_native_next(lcm_system_walker *, const lcm_native *, const uint32_t *state, lcm_moves *);
void lcm_native_close(lcm_system_walker *);

/* While the layout of states changes there is none; then it begins again. */
void lcm_native_suspend(lcm_system *);
void lcm_native_resume(lcm_system *);

#endif
