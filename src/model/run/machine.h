/* Running code. */
#ifndef LC_MODEL_RUN_MACHINE_H
#define LC_MODEL_RUN_MACHINE_H

#include "model/compile/system_parts.h"
#include "model/run/collection.h"

enum { LCM_CHANGED_MAX = 48 };

typedef struct lcm_machine {
    const lcm_system *system;
    int32_t *fields; /* worked on */
    int32_t *locals;
    const int32_t *message;
    int32_t stack[LCM_STACK_MAX + 1];
    /* Which fields were written, some perhaps twice.  If there are more than LCM_CHANGED_MAX, only how many. */
    uint32_t changed[LCM_CHANGED_MAX], changed_count;
    lcm_failure failure;
    int32_t made[LCM_COLLECTION_CELLS_MAX]; /* from MAKE to KEEP */
} lcm_machine;

/* Runs from `at` to the end; the results on the stack are in stack[0 ..].  False: it failed, and `failure` has the
 * reason. */
bool lcm_run(lcm_machine *, uint32_t at);
/* Does it hold?  No code holds.  A failure counts as no, and stays. */
static inline bool lcm_run_condition(lcm_machine *m, uint32_t at) {
    return at == LCM_NO_CODE || (lcm_run(m, at) && m->stack[0] != 0);
}

#endif
