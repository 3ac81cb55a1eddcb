/* One execution again, step by step. */
#ifndef LC_TESTER_DRIVER_REPLAY_H
#define LC_TESTER_DRIVER_REPLAY_H

#include "tester/driver/explore.h"
#include "tester/driver/failure.h"
#include "tester/view/interleaving_view.h"

/* Where a thread stands. */
typedef struct lcd_thread_view {
    uint32_t state;      /* an lct_thread_state */
    lcd_trace_step next; /* its next step; the text is the operation it is in, or empty */
} lcd_thread_view;

typedef struct lcd_replayed {
    LC_VEC(lcd_trace_step) steps;
    LC_VEC(lcd_thread_view) threads; /* if requested */
    lc_arena memory;                 /* of texts and frames */
    bool ended; /* there is a failure: the execution, with its history, as a violation or as the failure it is */
    lcd_failure failure;
    lcd_received death; /* if the process died */
    bool died;
    size_t accesses[2];        /* of a data race: which steps they are */
    lcd_msg_versions versions; /* if requested: of a weak memory model */
    const char *file;          /* the file name in its history */
    lct_tls_places tls;        /* for lcd_lines_set_tls */
} lcd_replayed;

/* Runs the execution of the plan, whose mode is that of replaying.  The error of LINCE_BAD_INPUT has the reason why it
 * is impossible.  In any case the result is to be freed. */
lince_status lcd_run_replay(lcd_replayed *, const lcd_workers_plan *, const volatile int *interrupt, const char *file,
                            lince_error *);
void lcd_replayed_free(lcd_replayed *);

#endif
