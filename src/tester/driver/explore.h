/* One exploration: workers are started, their messages are read until they end and passed on. */
#ifndef LC_TESTER_DRIVER_EXPLORE_H
#define LC_TESTER_DRIVER_EXPLORE_H

#include "tester/driver/workers.h"

/* Why it ended. */
typedef enum lc_ending {
    LC_ENDED,       /* all was done */
    LC_ENDED_SPENT, /* the budget of executions was spent */
    LC_ENDED_TIME,
    LC_ENDED_INTERRUPT,
    LC_ENDED_FOUND, /* a failure was found, and everything before it was done */
    LC_ENDED_DEATH, /* a worker died */
} lc_ending;

typedef struct lc_exploration lc_exploration;

/* Callbacks for messages; NULL: ignored.  A status other than LINCE_DONE ends everything, with the error. */
typedef struct lc_listener {
    lince_status (*test)(lc_exploration *, const lc_said_test *, lince_error *);
    lince_status (*scenario)(lc_exploration *, uint64_t number, lc_span text, lince_error *);
    lince_status (*scenarios)(lc_exploration *, const lc_said_scenarios *, lince_error *);
    lince_status (*history)(lc_exploration *, const lc_said_history *, lince_error *);
    lince_status (*failure)(lc_exploration *, const lc_said_failure *, lince_error *);
    lince_status (*stage)(lc_exploration *, const lc_said_stage *, lince_error *);
    lince_status (*step)(lc_exploration *, const lc_said_step *, lince_error *);
    lince_status (*thread)(lc_exploration *, const lc_said_thread *, lince_error *);
    lince_status (*loss)(lc_exploration *, const lc_said_loss *, lince_error *);
    lince_status (*weaker)(lc_exploration *, const lc_said_weaker *, lince_error *);
    lince_status (*warning)(lc_exploration *, lc_span text, lince_error *);
    void (*tick)(lc_exploration *, const lc_workers_view *); /* ten times a second or more often */
} lc_listener;

struct lc_exploration {
    lc_workers_plan plan;
    const lc_listener *listener;
    void *context;                 /* the listener's */
    double deadline;               /* on lc_now's clock; 0: none */
    const volatile int *interrupt; /* NULL: none */
    /* The result. */
    lc_ending ending;
    lc_workers_view view; /* at the end */
    double seconds;
    bool stacks_shared; /* see lc_races */
    lc_own_places own;
    bool found;
    lc_heard death;    /* of LC_ENDED_DEATH */
    lince_text words;  /* the mistakes of the test, where a worker ended because of them ... */
    bool bad_scenario; /* ... or that of the scenario that was given */
    lc_workers *workers;
    lc_said_room room;
};

/* LINCE_BAD_INPUT: there is no statement about the program, with the reason in the error.  In any case it is to be
 * freed. */
lince_status lc_explore(lc_exploration *, lince_error *);
void lc_exploration_free(lc_exploration *);

/* For listeners: there is a failure at this place, and only the part before it is worth doing.  NULL: something was
 * found, and everything is to go on. */
void lc_exploration_found(lc_exploration *, const lc_execution_place *);

#endif
