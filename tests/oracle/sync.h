/* Synchronization linearizability and progressibility, by their definitions (Lawrence and Lowe, "Synchronization:
 * Specification and Testing", definitions 1-4 and 7-9): a reference for what Lince finds. */
#ifndef LC_TESTS_ORACLE_SYNC_H
#define LC_TESTS_ORACLE_SYNC_H

#include "generate.h"

/* Is there a sequence of synchronizations, each within the intervals of all who take part, that is legal and gives what
 * was returned?  With progress also: one after which everybody who synchronized has returned, and nobody who is still
 * open could go on.  Nothing is expected of operations that crashed. */
bool sync_holds(const history *, bool progress);
/* Is this such a sequence?  The first `ends[0]` operations of `order` met, then those up to `ends[1]`, ...  NULL, or
 * what is wrong with it. */
const char *sync_witness_fault(const history *, bool progress, const unsigned *order, int count, const unsigned *ends,
                               int groups);
/* Of an object without state: is there anybody whom the operation could have met, whatever else they did? */
bool sync_could_meet(const history *, int op);

/* Some operations that may synchronize, in this order. */
typedef struct group {
    int members[MOST_TOGETHER], count;
} group;

/* What may come of it, whatever they returned. */
typedef struct meetings {
    int count;
    struct {
        state after;
        value results[MOST_TOGETHER];
    } at[MOST_ITEMS];
} meetings;
void sync_meet(const history *, const state *objects, const group *, meetings *);
int sync_most_together(const history *, int object);

/* What is tested; the last has no name. */
extern const scenario sync_scenarios[];
/* About half of these histories are synchronization-linearizable. */
void sync_generate(const scenario *, uint64_t seed, history *);

/* Histories whose verdict is known; the last has no text. */
typedef struct sync_known {
    const char *what, *scenario, *text;
    bool holds, progresses;
} sync_known;
extern const sync_known sync_knowns[];
const scenario *sync_scenario(const char *name); /* NULL: there is none of this name */

meet_function sync_channel, sync_filter_channel, sync_counter_channel, sync_timeout_channel, sync_closeable_channel,
    sync_broadcast, sync_exchanger, sync_timeout_exchanger, sync_men_women, sync_two_families, sync_one_family,
    sync_abc, sync_barrier, sync_sum, sync_min, sync_max, sync_enrollable_barrier, sync_terminating_queue, sync_relay;

/* The objects with one deliberate mistake each; the last has no model. */
typedef struct sync_mutant {
    const char *model, *mistake;
    meet_function *meet;
    int together; /* 0: as many as in the right one */
} sync_mutant;
extern const sync_mutant sync_mutants[];

#endif
