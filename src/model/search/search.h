/* The search of a system, alone or together with a specification: breadth-first, by several threads, and always the
 * same one.
 *
 * A pair is a state of the system and the set of states that the specification may be in by then.  Pairs are spread
 * over a fixed number of shards by a hash of the state's words, so that all pairs of a state are in one shard, in the
 * order in which they were found; a level of the search is a range of each shard.
 *
 * The search goes in rounds.  In the first half of a round a batch of each shard's pairs is expanded; their successors
 * go to the shard's outbox, sorted by destination.  In the second half each shard inserts the pairs that the outboxes
 * have for it, in the order of the shards of origin.  A thread has a shard to itself in both halves, and that order
 * decides everything that matters: the result does not depend on the number of threads or the assignment of shards.
 *
 * Shards share nothing: an outbox is all that passes between them.  So they may belong to several processes (wire.h),
 * each of which has the shards whose number, divided by how many they are, leaves its rank.  They all have the progress
 * of each shard, take the same decisions, and reach the same answer.
 */
#ifndef LC_MODEL_SEARCH_SEARCH_H
#define LC_MODEL_SEARCH_SEARCH_H

#include "base/meter.h"
#include "model/divergence/diverge.h"
#include "model/search/normal.h"
#include "model/search/trail.h"
#include "model/wire/bytes.h"
#include "model/wire/ranks.h"

enum { LCM_SHARDS = 64, LCM_BATCH = 1024 };
enum { LCM_VALUE = 1 }; /* the condition whose value is to be the best */

typedef enum lcm_goal { LCM_GOAL_REFINES, LCM_GOAL_DEADLOCK, LCM_GOAL_TERMINATION, LCM_GOAL_REACH } lcm_goal;

/* Without a specification the set encodes whether the last step was a termination. */
enum { LCM_GOING_ON = 1, LCM_ENDED = 2 };

typedef struct lcm_candidate {
    uint64_t key;
    uint32_t set;
    uint32_t origin; /* which pair of the batch leads here */
} lcm_candidate;
typedef LC_VEC(lcm_candidate) lcm_candidates;

/* The successors of a batch of one shard: `for_shard[d]` to `for_shard[d + 1]` belong to shard d. */
typedef struct lcm_outbox {
    lcm_candidates at;
    uint32_t for_shard[LCM_SHARDS + 1];
    /* With several processes: pairs of other ranks, as bytes for each rank, and the bytes received from the shard's
     * owner. */
    lcm_bytes *mail;
    lcm_reader came;
} lcm_outbox;

typedef struct lcm_shard {
    lcm_table table; /* pairs: number is 2 * set, + 1 for all but the first pair of a state; set 0: left out */
    lcm_trail trail;
    uint32_t from, to;      /* the batch of this round; all before is expanded */
    uint32_t level_end;     /* where the next level begins */
    uint64_t first_ordinal; /* of the batch */
    uint64_t states, pruned;
    lcm_outbox outbox;
} lcm_shard;

/* Where the search ended.  Those of a lower rank are better: nothing shorter can be found behind them.  A finding in a
 * state itself is one step shorter than one in a step from it.  In a search for the best, a candidate for the best
 * state does not end the search, and any spot that does is reported instead.  A call before the last operation has
 * returned, or a return without a call, comes before anything: with it the calls of the model mean nothing. */
typedef enum lcm_spot_rank {
    LCM_SPOT_MISUSED,
    LCM_SPOT_IN_STATE,
    LCM_SPOT_BROKEN,
    LCM_SPOT_IN_STEP,
    LCM_SPOT_SO_FAR
} lcm_spot_rank;

typedef struct lcm_spot {
    bool found;
    uint8_t rank; /* an lcm_spot_rank */
    lcm_answer answer;
    lcm_reason reason;
    bool by_specification;
    uint32_t shard, index, set;
    uint32_t move; /* LCM_R_TRACE, by_specification: of the last state */
    uint32_t cost; /* LCM_R_REACHED, where the best is looked for: the smaller, the better */
} lcm_spot;

/* A question to the specification, and the answer. */
typedef struct lcm_answered {
    uint32_t set, label, to;
} lcm_answered;

typedef struct lcm_worker {
    struct lcm_search *search;
    pthread_t thread;
    lcm_walker *walker;
    lcm_moves moves;
    uint32_t *values, *next_values; /* of the state that is expanded, and of one it leads to */
    lcm_candidates found;
    LC_VEC(uint8_t) shards; /* where those found belong */
    LC_VEC(uint32_t) words; /* of pairs of other processes, whose keys are positions here */
    LC_VEC(lcm_label) offered;
    lcm_diverge diverge;
    lcm_tree_memo memo;
    lcm_spot spot;
    uint64_t transitions;
    uint32_t widest_left, widest_right; /* halves of keys */
    lcm_answered *after;                /* recent answers of the specification, by a hash of the question */
    uint32_t after_count;               /* a power of two; more when there are more sets */
} lcm_worker;

/* Data that all processes have. */
typedef struct lcm_agreed {
    uint64_t what;   /* it is about, see wire.h */
    lcm_reason halt; /* one of them cannot go on; LCM_R_NONE: all can */
    lcm_spot spot;   /* the best of this round */
    lcm_figures figures;
    uint64_t waiting;
    uint32_t counts[LCM_SHARDS]; /* pairs */
} lcm_agreed;

typedef struct lcm_search {
    const lcm_lts *lts;
    lcm_goal goal;
    lcm_semantics semantics;
    lcm_best best; /* LCM_GOAL_REACH: any state, or one where condition 1 has the smallest or the largest value */
    uint32_t condition, batch;
    const lcm_search_limits *limits;
    lc_meter meter;
    lc_budget *budget, own_budget;
    lcm_normal normal;
    bool specified, antichain;
    lcm_tree trees[2], *tree, *old_tree; /* the one in use, and the one before while it is replaced */
    bool same_nodes;                     /* they differ in which words are numbered */
    uint64_t reshape_at;                 /* pairs */
    lcm_shard shards[LCM_SHARDS];
    uint8_t senders[LCM_SHARDS]; /* whose outboxes are not empty, in order */
    uint32_t sender_count;
    LC_VEC(uint32_t) runs; /* the expansion in order: shard << 16 | number */
    uint64_t ordinals;     /* how many in all */
    uint32_t root_shard, depth;
    lcm_widths widths;
    lcm_spot spot;
    bool only_look; /* something was found: is there something shorter on this level? */
    atomic_bool halted;
    lcm_worker *workers;
    uint32_t worker_count;
    struct lcm_pool *pool;
    const lcm_ranks *ranks; /* NULL: alone */
    struct lcm_wire *wire;  /* between them */
    lcm_agreed agreed;
} lcm_search;

static inline uint32_t lcm_owner(const lcm_search *s, uint32_t shard) { return s->ranks ? shard % s->ranks->size : 0; }
static inline bool lcm_owns(const lcm_search *s, uint32_t shard) {
    return !s->ranks || lcm_owner(s, shard) == s->ranks->rank;
}

/* The set after a step of the system.  LCM_NOTHING: the specification cannot do it; LCM_NO_SET: not known. */
uint32_t lcm_search_follow(lcm_search *, lcm_worker *, uint32_t set, const lcm_move *);
/* The halves of a round, for one shard. */
void lcm_search_expand(lcm_worker *, uint32_t shard);
/* The worker's findings, by destination, and in the order in which they were found. */
void lcm_search_sort_out(lcm_worker *, lcm_outbox *);
void lcm_search_insert_shard(lcm_search *, uint32_t shard);
void lcm_search_insert(lcm_search *, lcm_shard *, lcm_record, uint64_t ordinal);
/* Something had no room, not for lack of memory but of numbers: the same to the user. */
static inline void lcm_search_lost(lcm_search *s) { atomic_store(&s->budget->exhausted, true); }
/* That fold at once, at most. */
static inline uint32_t lcm_search_threads(const lcm_search *s) {
    uint32_t jobs = s->limits->jobs ? s->limits->jobs : 1;
    return jobs < LCM_SHARDS ? jobs : LCM_SHARDS;
}
/* For optional data that must not exhaust memory. */
static inline bool lcm_search_has_room(lcm_search *s, size_t size) {
    return s->budget->limit == 0 || atomic_load(&s->budget->used) + size < s->budget->limit;
}
/* Costs have the order of values, or the other one. */
static inline uint32_t lcm_cost_of(const lcm_search *s, int32_t value) {
    uint32_t cost = (uint32_t)value ^ UINT32_C(1) << 31;
    return s->best == LCM_MAX ? ~cost : cost;
}
static inline int32_t lcm_value_of(const lcm_search *s, uint32_t cost) {
    return (int32_t)((s->best == LCM_MAX ? ~cost : cost) ^ UINT32_C(1) << 31);
}

/* Is the first spot to be reported rather than the second? */
bool lcm_spot_before(const lcm_spot *, const lcm_spot *);
/* How wide the keys and numbers are that there are now. */
void lcm_search_give_widths(lcm_search *);
/* Between rounds. */
void lcm_search_reshape(lcm_search *);
/* Fills in the finding at s->spot; false: memory does not even suffice for that. */
bool lcm_search_reconstruct(lcm_search *, lcm_finding *);
static inline uint32_t lcm_shard_of(const uint32_t *words, uint32_t count) {
    return (uint32_t)(lc_hash_bytes(words, count * sizeof *words) >> 58);
}
_Static_assert(LCM_SHARDS == 1 << 6, "a shard is the first six bits of a hash");

/* False: out of memory; free them nevertheless. */
bool lcm_workers_make(lcm_search *);
void lcm_workers_free(lcm_search *);
void lcm_workers_fit(lcm_search *); /* between rounds: they remember more when there is more */

/* Calls `work` for each of the shards, by all threads. */
typedef void lcm_shard_work(lcm_worker *, uint32_t shard);
bool lcm_pool_start(lcm_search *);
void lcm_pool_run(lcm_search *, lcm_shard_work *, bool alone);
void lcm_pool_stop(lcm_search *);

#endif
