/* Shared by the checkers of a monitor: operations as they are watched, and the interface of a checker.
 *
 * An operation here belongs to no history; it is kept as long as it is needed.  Arguments and results are payloads (one
 * value, or a tuple) in the monitor's pool, which is renewed from time to time: owners of values are called then.
 */
#ifndef LC_MONITOR_WATCH_H
#define LC_MONITOR_WATCH_H

#include "history/history.h"
#include "monitor/online.h"
#include "monitor/slot_names.h"

#define LCO_OPEN UINT64_MAX /* the end of an operation that has not ended */

typedef enum lco_fortune { LCO_IS_OPEN, LCO_HAS_RETURNED, LCO_HAS_CRASHED, LCO_HAS_FAILED } lco_fortune;

typedef struct lco_watched {
    uint64_t call, end; /* numbers of its events */
    uint32_t slot, method;
    lince_value args, results; /* payloads; the second LINCE_NO_VALUE before it returned */
    lco_fortune fortune;
    bool alone; /* when it ends: no other operation was open at any time between its call and its end */
    bool lost;  /* when it crashed: only its end was not seen, and it will have ended when a gap is over */
} lco_watched;
typedef LC_VEC(lco_watched) lco_watched_list;

/* From an old pool to a new one. */
typedef struct lco_renewal {
    lince_values *to;
    const lince_values *from;
    uint64_t *asked; /* number of calls of lco_renewed: the cost */
} lco_renewal;
lince_value lco_renewed(const lco_renewal *, lince_value); /* LINCE_NO_VALUE is unchanged */

/* The part of a watch that every checker can use. */
typedef struct lco_watch {
    lc_budget budget;
    lco_online_options options;
    const lc_instance *instance;
    lince_values *values;
    lco_online_covered covered;
    lco_online_violation violation; /* `reason` not NULL: there is one */
    uint64_t events;                /* so far */
    uint64_t gap;                   /* how many came before the last gap */
    lco_slot_names_list names;
    bool crashed;            /* an operation has, and may take effect at any time from then on */
    bool crashes_lost;       /* the same, but which operations is unknown */
    bool from_beginning;     /* the recent ones are all there were since the object was in its initial state */
    lco_watched_list recent; /* a ring of operations as they ended, the newest at `newest` */
    uint32_t newest;
    uint64_t
        settled; /* of a violation: up to this event the crashed operations that it is not about have taken effect */
    const char *lacking; /* of a violation without operations that are enough: why there are none */
} lco_watch;

/* Reports a violation, the first one.  `after` is the event; `about` are operations that it takes to see it, in any
 * order, to which the recent ones are added.  `enough` (NULL: there are none) are operations that stand for all that
 * there were, and violate the specification by themselves: the excerpt, where the recent ones do not. */
void lco_watch_violated(lco_watch *, bool exact, uint64_t after, const char *reason, const lco_watched_list *about,
                        const lco_watched_list *enough);
static inline bool lco_watch_is_violated(const lco_watch *w) { return w->violation.reason; }
void lco_watch_forget_violation(lco_watch *);
/* `deq() -> 5 by T1`, for reasons. */
/* The key that it is about; LINCE_NO_VALUE: the object has none. */
lince_value lco_watched_key(const lco_watch *, const lco_watched *);
void lco_watched_print(lince_text *, const lco_watch *, const lco_watched *);
/* Why the element that this operation removed was not inside, and which operations show it. */
void lco_watched_missing(lince_text *, const lco_watch *, const lco_watched *, lco_watched_list *about);

/* A history of these operations, in any order.  NULL: out of memory.  `numbers` (may be NULL) gets the number of each
 * event. */
typedef LC_VEC(uint64_t) lco_serial_list;
lince_history *lco_watched_history(const lco_watch *, const lco_watched_list *, lco_serial_list *numbers);

/* A way to check.  The operation that an event is about is valid during the call only. */
typedef struct lco_checker {
    void *(*make)(lco_watch *); /* NULL: out of memory */
    void (*free)(void *);
    bool (*call)(void *, const lco_watched *); /* false: it is at a loss, and has done nothing */
    void (*end)(void *, const lco_watched *);  /* however it did */
    void (*gap)(void *);                       /* nothing is open, nothing is known */
    void (*reset)(void *);                     /* nothing is open, the object is in its initial state */
    void (*flush)(void *);
    void (*remind)(void *, double now); /* judges events that have waited for long enough */
    /* Values move.  False: this checker cannot, and all values stay. */
    bool (*renew)(void *, const lco_renewal *);
} lco_checker;

extern const lco_checker
    lco_by_windows; /* containers, and objects without state whose operations wait for each other */
extern const lco_checker lco_by_frontier; /* all other objects whose operations take effect one by one */
extern const lco_checker lco_by_classes;  /* queues and stacks, by counting */
extern const lco_checker lco_by_fifo;     /* queues and bags, quickly */

/* When the last checker cannot continue, its state passes to the first. */
typedef struct lco_inheritance {
    lco_watched_list ops; /* that matter, in any order */
    uint32_t open;        /* how many are */
    bool strangers;       /* there may be values inside whose addition was not seen */
    bool complete;        /* they explain exactly the same events as all operations so far */
} lco_inheritance;
bool lco_fifo_hand_over(const void *state, lco_inheritance *); /* false: out of memory */
bool lco_fifo_has_strangers(const void *state);
bool lco_windows_take_over(void *state, const lco_inheritance *);
/* An operation that crashes may have removed any element, which stays unknown: that is for windows. */
bool lco_fifo_can_end(const void *state, const lco_watched *);
/* All is known and nothing is inside: the quick one can go on. */
bool lco_windows_are_idle(const void *state);

/* Is it a container whose elements come and go, and nothing else? */
bool lco_is_container(const lince_spec *);
/* Did it return that there is nothing? */
bool lco_finds_nothing(const lco_watch *, const lco_watched *);
/* Is a container empty after this operation, if no other operation was open? */
bool lco_finds_empty(const lco_watch *, const lco_watched *);
/* Is the state of anything else known then, but for what those do who crashed? */
bool lco_shows_state(const lco_watch *, const lco_watched *);
/* Does the operation lead there by itself? */
bool lco_is_setter(const lco_watch *, const lco_watched *);
/* Is it the initial state? */
bool lco_shows_initial(const lco_watch *, const lco_watched *);
/* Else: the operation that leads there from the initial state. */
lco_watched lco_revealing_op_of(const lco_watch *, const lco_watched *);

#endif
