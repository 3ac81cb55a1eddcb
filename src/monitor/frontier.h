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

enum { LCO_MOST_CONFIGURATIONS = 1 << 16 };

typedef struct lco_configuration {
    uint64_t effective; /* which of those in a seat have taken effect: a bit each */
    uint32_t state;
    uint32_t answers; /* results of operations that have taken effect and whose ends have not been seen */
    uint32_t spent;   /* of those that crashed */
} lco_configuration;

/* An operation that is open. */
typedef struct lco_seat {
    lco_watched op; /* LCO_IS_OPEN: its end has not been seen */
    bool taken;
    bool forgotten; /* its result in configurations where it has taken effect */
} lco_seat;

/* Where an excerpt can begin; see frontier_base.c. */
typedef struct lco_base {
    bool known;
    uint32_t state;
    uint64_t event;
    lco_watched_list log; /* operations that ended since, unless they failed */
    lco_kinds crashed;    /* as they were then */
} lco_base;

typedef struct lco_frontier {
    lince_value key;    /* or LINCE_NO_VALUE */
    bool rests;         /* it belongs to no key now */
    bool adrift;        /* the state is not known */
    bool crowded;       /* more operations are open than there are seats: until none is */
    bool alone;         /* no other operation came since the open one was called */
    bool loose;         /* there may be configurations that cannot be */
    bool loose_crashes; /* likewise when the state will be known: some that crashed have taken effect, and which is lost
                         */
    uint32_t open;
    LC_VEC(lco_configuration) at;
    LC_VEC(lco_seat) seats;
    lco_kinds crashed;
    uint64_t settled; /* when it was last found that some of them had taken effect */
    lco_base base;
} lco_frontier;

/* An outcome of a step. */
typedef struct lco_outcome_kept {
    uint32_t state;
    lince_value results;
} lco_outcome_kept;

/* A configuration that was reached, in a chain of those that differ in their spent operations. */
typedef struct lco_reached {
    lco_configuration c;
    uint64_t needed_by; /* one that crashed came last, for the sake of those in these seats; or LCO_ANYBODY */
    uint32_t next;      /* or UINT32_MAX */
    bool beaten;        /* another one spent less */
} lco_reached;
#define LCO_ANYBODY UINT64_MAX

/* Shared by the frontiers of one object. */
typedef struct lco_frontiers {
    lco_watch *watch;
    lc_runner runner;
    bool adrift; /* so is every frontier that begins */
    lc_intern states, answers;
    lc_map64 idle; /* unused keys and their states, where these differ from the initial state */
    lco_spendings spendings;
    uint32_t states_kept, answers_kept, spendings_kept; /* when they were sorted out last */
    lc_intern seen;          /* while an operation takes effect, as all below: configurations without their spent
                              * operations */
    LC_VEC(uint32_t) chains; /* the first of each */
    LC_VEC(lco_reached) reached;
    uint32_t compared; /* pairs of them */
    LC_VEC(lco_configuration) after;
    LC_VEC(lco_outcome_kept) emitted;
    LC_VEC(lince_value) row, wanted;
    bool with_results; /* they matter */
    uint32_t credit;   /* configurations with answers that may be looked at beyond a few */
    uint32_t most;     /* configurations on the way of one operation; more, and the state is lost */
    uint64_t bytes;    /* of states */
    uint64_t bytes_kept;
} lco_frontiers;

void lco_frontiers_init(lco_frontiers *, lco_watch *);
void lco_frontiers_free(lco_frontiers *);
/* Forgets states that none of these frontiers has, when they have become many. */
void lco_frontiers_tidy(lco_frontiers *, lco_frontier *at, uint32_t count);

/* All values of these frontiers, if it is known where they are. */
bool lco_frontiers_can_renew(const lco_frontiers *);
void lco_frontiers_renew(lco_frontiers *, lco_frontier *at, uint32_t count, const lco_renewal *);
void lco_frontiers_credit(lco_frontiers *); /* about once a second */

/* A frontier without a key becomes that of this one; and an unused one gives its key back.  False: it is more than a
 * state.  False: more is known of it than a state. */
void lco_frontier_wake(lco_frontiers *, lco_frontier *, lince_value key);
bool lco_frontier_rest(lco_frontiers *, lco_frontier *);
void lco_frontiers_prune_idle(lco_frontiers *, lc_intern *states); /* those it has move there */
uint32_t lco_frontiers_moved(lc_intern *to, const lc_intern *from, uint32_t number);

void lco_frontier_begin(lco_frontiers *, lco_frontier *); /* in the initial state */
void lco_frontier_free(lco_frontiers *, lco_frontier *);
/* No operation is open, and only the crashed operations are known.  False: there are none. */
bool lco_frontier_outlasts_gap(lco_frontiers *, lco_frontier *);
void lco_frontier_call(lco_frontiers *, lco_frontier *, const lco_watched *);
/* Violations and covered operations are reported to the watch. */
void lco_frontier_return(lco_frontiers *, lco_frontier *, const lco_watched *);
void lco_frontier_crash(lco_frontiers *, lco_frontier *, const lco_watched *);
void lco_frontier_fail(lco_frontiers *, lco_frontier *, const lco_watched *); /* it did not happen after all */

/* Lets operations take effect until the one in this seat has: the configurations after that are in `after`.  False:
 * there are more than `most` on the way. */
bool lco_frontier_reach(lco_frontiers *, const lco_frontier *, uint32_t seat, uint32_t most);
/* Is it remembered what the one in this seat would return? */
bool lco_frontier_is_answered(const lco_frontiers *, const lco_seat *);
/* Each configuration is kept once, and only if no other is the same and spent less. */
void lco_frontier_keep_least(lco_frontiers *, lco_frontier *);
/* The initial states of the object, in `emitted`. */
void lco_frontier_start(lco_frontiers *);
/* The outcomes of one operation in a state, in `emitted`. */
void lco_frontier_step(lco_frontiers *, uint32_t from, const lco_watched *, bool with_results);
/* Do its states consist of values? */
bool lco_frontier_holds_values(const lco_frontiers *);

void lco_base_free(lco_frontiers *, lco_base *);
/* The frontier is as it is now; all that is open, or will be called, was or is called at this event or later. */
void lco_base_begin(lco_frontiers *, lco_frontier *, uint64_t event);
/* An operation returned or crashed, and its seat is free. */
void lco_base_end(lco_frontiers *, lco_frontier *, const lco_watched *);
/* Operations that violate the specification by themselves, if the frontier is found empty now.  False: none are known,
 * and `lacking` of the watch has the reason. */
bool lco_base_excerpt(lco_frontiers *, const lco_frontier *, lco_watched_list *);
/* Operations that lead from the initial state to this one, and to no other.  False: none were found. */
bool lco_setup_of(lco_frontiers *, uint32_t state, lince_value key, lco_watched_list *);
/* Reports that the operation in this seat could not return its result: nothing can be reached. */
void lco_frontier_report(lco_frontiers *, lco_frontier *, uint32_t seat);
/* The same of one that has failed: the results of further operations cannot be explained without it. */
void lco_frontier_report_failed(lco_frontiers *, const lco_frontier *, uint32_t seat);

#endif
