/* One execution again, step by step. */
#ifndef LC_TESTER_DRIVER_REPLAY_H
#define LC_TESTER_DRIVER_REPLAY_H

#include "tester/driver/explore.h"
#include "tester/driver/failure.h"
#include "tester/view/interleaving_view.h"

/* Where a thread stands. */
typedef struct lc_stand {
    uint32_t state;     /* an lc_thread_state */
    lc_trace_step next; /* its next step; the text is the operation it is in, or empty */
} lc_stand;

typedef struct lc_replayed {
    LC_VEC(lc_trace_step) steps;
    LC_VEC(lc_stand) threads; /* if requested */
    lc_arena memory;          /* of texts and frames */
    bool ended; /* there is a flaw: the execution, with its history, as a violation or as the failure it is */
    lc_flaw flaw;
    lc_heard death; /* if the process died */
    bool died;
    size_t accesses[2]; /* of a data race: which steps they are */
    const char *file;   /* the file name in its history */
    lc_own_places own;  /* for lc_lines_set_own */
} lc_replayed;

/* Runs the execution of the plan, whose mode is that of replaying.  The error of LINCE_BAD_INPUT has the reason why it
 * is impossible.  In any case the result is to be freed. */
lince_status lc_run_replay(lc_replayed *, const lc_workers_plan *, const volatile int *interrupt, const char *file,
                           lince_error *);
void lc_replayed_free(lc_replayed *);

#endif
