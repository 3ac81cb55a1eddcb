/* All that may have happened so far, as a set: for objects whose operations take effect one by one.
 *
 * The frontier is the set of configurations that explain everything up to now: a state, and which of the open
 * operations have taken effect.  When an operation returns, every configuration in which it has not yet taken effect
 * lets it do so now, after any open operations (Lowe's "Testing for linearizability", 2017, calls that just in time);
 * configurations in which that is impossible are dropped, and when none is left there is no linearization.  It is the
 * search that check/search/linearize.c makes, breadth first, so that nothing before now need be kept.
 *
 * An operation whose result is not known yet may take effect with any result that the specification gives it.  The
 * configuration remembers which (answers.h), and when the operation returns, those that remember another one are
 * dropped.  If that becomes too many, the answers are dropped: operations that have taken effect by then may return
 * anything.  From there on the frontier is *loose*: it may contain configurations that cannot be, so that it can miss a
 * violation and still reports none that is not there.  Operations that return to a loose frontier are counted as
 * checked in part.  It is exact again when an operation shows the state.  How many configurations are too many depends
 * on how fast events come: some always are allowed, more on credit, which is given from time to time.
 *
 * Invariant.  Unless it is adrift or loose, the frontier is the set of configurations after all linearizations of the
 * events so far, but for those that another one covers (crashed.h).  So the set is empty exactly if the events so far
 * have no linearization, and `exactly` counts on that.  Adrift, nothing is known of the state.
 *
 * Operations that crashed never return.  They leave their seats and are counted (crashed.h).
 */
#ifndef LC_MONITOR_FRONTIER_H
#define LC_MONITOR_FRONTIER_H

#include "base/map64.h"
#include "monitor/answers.h"
#include "monitor/crashed.h"

enum { LC_MOST_CONFIGURATIONS = 1 << 16 };

typedef struct lc_configuration {
    uint64_t effective; /* which of those in a seat have taken effect: a bit each */
    uint32_t state;
    uint32_t answers; /* results of operations that have taken effect and whose ends have not been seen */
    uint32_t spent;   /* of those that crashed */
} lc_configuration;

/* An operation that is open. */
typedef struct lc_seat {
    lc_watched op; /* LC_IS_OPEN: its end has not been seen */
    bool taken;
    bool forgotten; /* its result in configurations where it has taken effect */
} lc_seat;

/* Where an excerpt can begin; see frontier_base.c. */
typedef struct lc_base {
    bool known;
    uint32_t state;
    uint64_t event;
    lc_watched_list log; /* operations that ended since, unless they failed */
    lc_kinds crashed;    /* as they were then */
} lc_base;

typedef struct lc_frontier {
    lince_value key;    /* or LINCE_NO_VALUE */
    bool rests;         /* it belongs to no key now */
    bool adrift;        /* the state is not known */
    bool crowded;       /* more operations are open than there are seats: until none is */
    bool alone;         /* no other operation came since the open one was called */
    bool loose;         /* there may be configurations that cannot be */
    bool loose_crashes; /* likewise when the state will be known: some that crashed have taken effect, and which is lost
                         */
    uint32_t open;
    LC_VEC(lc_configuration) at;
    LC_VEC(lc_seat) seats;
    lc_kinds crashed;
    uint64_t settled; /* when it was last found that some of them had taken effect */
    lc_base base;
} lc_frontier;

/* An outcome of a step. */
typedef struct lc_outcome_kept {
    uint32_t state;
    lince_value results;
} lc_outcome_kept;

/* A configuration that was reached, in a chain of those that differ in their spent operations. */
typedef struct lc_reached {
    lc_configuration c;
    uint64_t needed_by; /* one that crashed came last, for the sake of those in these seats; or LC_ANYBODY */
    uint32_t next;      /* or UINT32_MAX */
    bool beaten;        /* another one spent less */
} lc_reached;
#define LC_ANYBODY UINT64_MAX

/* Shared by the frontiers of one object. */
typedef struct lc_frontiers {
    lc_watch *watch;
    lc_runner runner;
    bool adrift; /* so is every frontier that begins */
    lc_intern states, answers;
    lc_map64 resting; /* unused keys and their states, where these differ from the initial state */
    lc_spendings spendings;
    uint32_t states_kept, answers_kept, spendings_kept; /* when they were sorted out last */
    lc_intern seen;          /* while an operation takes effect, as all below: configurations without their spent
                              * operations */
    LC_VEC(uint32_t) chains; /* the first of each */
    LC_VEC(lc_reached) reached;
    uint32_t compared; /* pairs of them */
    LC_VEC(lc_configuration) after;
    LC_VEC(lc_outcome_kept) emitted;
    LC_VEC(lince_value) row, wanted;
    bool with_results; /* they matter */
    uint32_t credit;   /* configurations with answers that may be looked at beyond a few */
    uint32_t most;     /* configurations on the way of one operation; more, and the state is lost */
    uint64_t bytes;    /* of states */
    uint64_t bytes_kept;
} lc_frontiers;

void lc_frontiers_init(lc_frontiers *, lc_watch *);
void lc_frontiers_free(lc_frontiers *);
/* Forgets states that none of these frontiers has, when they have become many. */
void lc_frontiers_tidy(lc_frontiers *, lc_frontier *at, uint32_t count);

/* All values of these frontiers, if it is known where they are. */
bool lc_frontiers_can_renew(const lc_frontiers *);
void lc_frontiers_renew(lc_frontiers *, lc_frontier *at, uint32_t count, const lc_renewal *);
void lc_frontiers_credit(lc_frontiers *); /* about once a second */

/* A frontier without a key becomes that of this one; and an unused one gives its key back.  False: it is more than a
 * state.  False: more is known of it than a state. */
void lc_frontier_wake(lc_frontiers *, lc_frontier *, lince_value key);
bool lc_frontier_rest(lc_frontiers *, lc_frontier *);
void lc_frontiers_tidy_resting(lc_frontiers *, lc_intern *states); /* those it has move there */
uint32_t lc_frontiers_moved(lc_intern *to, const lc_intern *from, uint32_t number);

void lc_frontier_begin(lc_frontiers *, lc_frontier *); /* in the initial state */
void lc_frontier_free(lc_frontiers *, lc_frontier *);
/* No operation is open, and only the crashed operations are known.  False: there are none. */
bool lc_frontier_outlasts_gap(lc_frontiers *, lc_frontier *);
void lc_frontier_call(lc_frontiers *, lc_frontier *, const lc_watched *);
/* Violations and covered operations are reported to the watch. */
void lc_frontier_return(lc_frontiers *, lc_frontier *, const lc_watched *);
void lc_frontier_crash(lc_frontiers *, lc_frontier *, const lc_watched *);
void lc_frontier_fail(lc_frontiers *, lc_frontier *, const lc_watched *); /* it did not happen after all */

/* Lets operations take effect until the one in this seat has: the configurations after that are in `after`.  False:
 * there are more than `most` on the way. */
bool lc_frontier_reach(lc_frontiers *, const lc_frontier *, uint32_t seat, uint32_t most);
/* Is it remembered what the one in this seat would return? */
bool lc_frontier_is_answered(const lc_frontiers *, const lc_seat *);
/* Each configuration is kept once, and only if no other is the same and spent less. */
void lc_frontier_keep_least(lc_frontiers *, lc_frontier *);
/* The initial states of the object, in `emitted`. */
void lc_frontier_start(lc_frontiers *);
/* The outcomes of one operation in a state, in `emitted`. */
void lc_frontier_step(lc_frontiers *, uint32_t from, const lc_watched *, bool with_results);
/* Do its states consist of values? */
bool lc_frontier_holds_values(const lc_frontiers *);

void lc_base_free(lc_frontiers *, lc_base *);
/* The frontier is as it is now; all that is open, or will be called, was or is called at this event or later. */
void lc_base_begin(lc_frontiers *, lc_frontier *, uint64_t event);
/* An operation returned or crashed, and its seat is free. */
void lc_base_end(lc_frontiers *, lc_frontier *, const lc_watched *);
/* Operations that violate the specification by themselves, if the frontier is found empty now.  False: none are known,
 * and `lacking` of the watch has the reason. */
bool lc_base_excerpt(lc_frontiers *, const lc_frontier *, lc_watched_list *);
/* Operations that lead from the initial state to this one, and to no other.  False: none were found. */
bool lc_setup_of(lc_frontiers *, uint32_t state, lince_value key, lc_watched_list *);
/* Reports that the operation in this seat could not return its result: nothing can be reached. */
void lc_frontier_tell(lc_frontiers *, lc_frontier *, uint32_t seat);
/* The same of one that has failed: the results of further operations cannot be explained without it. */
void lc_frontier_tell_failed(lc_frontiers *, const lc_frontier *, uint32_t seat);

#endif
