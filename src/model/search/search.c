/* The rounds of a search, from its first pair to its answer. */
#include <assert.h>

#include "model/search/halt.h"
#include "model/search/spec_path.h"
#include "model/wire/wire.h"

static void free_search(lcm_search *s) {
    lcm_pool_stop(s);
    lcm_workers_free(s);
    for (uint32_t i = 0; i < LCM_SHARDS; i++) {
        lcm_table_free(&s->shards[i].table);
        lcm_trail_free(&s->shards[i].trail, s->budget);
        lc_vec_free(s->budget, &s->shards[i].outbox.at);
    }
    lc_vec_free(s->budget, &s->runs);
    lcm_wire_close(s);
    lcm_tree_free(s->tree);
}

/* The number that a pair receives depends on the order of arrival; how many there are does not. */
void lcm_search_give_widths(lcm_search *s) {
    uint32_t left = 0, right = 0;
    for (uint32_t i = 0; i < s->worker_count; i++)
        left |= s->workers[i].widest_left, right |= s->workers[i].widest_right;
    if (s->lts->words > 1) {
        lcm_tree_node root = s->tree->plan[s->tree->inner];
        uint32_t lefts = lcm_tree_count(s->tree, root.left), rights = lcm_tree_count(s->tree, root.right);
        left = lefts ? lefts - 1 : left;
        right = rights ? rights - 1 : right;
    }
    uint32_t sets = s->specified ? s->normal.sets.count : LCM_ENDED;
    s->widths = (lcm_widths){(uint8_t)lcm_bits(left), (uint8_t)lcm_bits(right), (uint8_t)lcm_bits(sets << 1 | 1)};
}

/* The first pair. */
static bool put_first(lcm_search *s, uint32_t set) {
    lcm_worker *w = &s->workers[0];
    s->lts->init(w->walker, w->values);
    s->root_shard = lcm_shard_of(w->values, s->lts->words);
    lcm_shard *shard = &s->shards[s->root_shard];
    uint64_t key;
    if (!lcm_owns(s, s->root_shard)) return true;
    lcm_tree_enter(s->tree);
    bool well = lcm_tree_fold(s->tree, w->values, NULL, NULL, &key);
    lcm_tree_leave(s->tree);
    if (!well) return false;
    w->widest_left = (uint32_t)(key >> 32), w->widest_right = (uint32_t)key;
    lcm_search_give_widths(s);
    if (!lcm_table_widen(&shard->table, s->widths)) return false;
    lcm_search_insert(s, shard, (lcm_record){key, set << 1}, 0);
    return !lc_exhausted(s->budget);
}

/* Chooses the pairs that each shard expands in this round; returns their number.  0: the level is done. */
static uint32_t choose_batches(lcm_search *s) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < LCM_SHARDS; i++) {
        lcm_shard *shard = &s->shards[i];
        shard->from = shard->to;
        uint32_t left = shard->level_end - shard->from, count = left < s->batch ? left : s->batch;
        shard->to += count;
        shard->first_ordinal = s->ordinals;
        if (count > 0) lc_push(s->budget, &s->runs, i << 16 | count);
        s->ordinals += count;
        sum += count;
    }
    return sum;
}

/* All threads and ranks stop when one does. */
static bool must_stop(lcm_search *s) {
    if (s->agreed.halt == LCM_R_NONE) return false;
    atomic_store(&s->halted, true);
    return true;
}

/* A message that did not arrive counts as time that is up. */
static lcm_reason reason_of_stop(const lcm_search *s) {
    lcm_reason reason = lcm_halt_reason(&s->meter);
    return reason == LCM_R_NONE ? LCM_R_TIME : reason;
}

/* Time that is up now does not matter if this was all. */
static bool next_level(lcm_search *s) {
    bool more = false, stopped = atomic_load(&s->halted) || lc_exhausted(s->budget);
    lcm_search_meet(s, LCM_MEET_LEVEL, stopped ? reason_of_stop(s) : LCM_R_NONE, (lcm_spot){0});
    if (must_stop(s)) return false;
    for (uint32_t i = 0; i < LCM_SHARDS; i++) {
        lcm_shard *shard = &s->shards[i];
        if (s->agreed.counts[i] > shard->level_end) more = true;
        shard->level_end = s->agreed.counts[i];
    }
    return more;
}

static void expand(lcm_worker *w, uint32_t shard) {
    if (lcm_owns(w->search, shard)) lcm_search_expand(w, shard);
}
static void insert_shard(lcm_worker *w, uint32_t shard) {
    if (lcm_owns(w->search, shard)) lcm_search_insert_shard(w->search, shard);
}

/* The best of this process in this round. */
static lcm_spot gather_spots(lcm_search *s) {
    lcm_spot best = {0};
    for (uint32_t i = 0; i < s->worker_count; i++) {
        if (lcm_spot_before(&s->workers[i].spot, &best)) best = s->workers[i].spot;
        s->workers[i].spot.found = false;
    }
    return best;
}

/* Combines the results of all ranks in this round.  Among equally good findings the one of the earlier round is
 * reported. */
static void end_half(lcm_search *s) {
    lcm_spot best = gather_spots(s);
    if (s->ranks && !s->only_look) lcm_wire_send(s);
    bool stopped = atomic_load(&s->halted) || lcm_halted(&s->meter);
    lcm_search_meet(s, LCM_MEET_ROUND, stopped ? reason_of_stop(s) : LCM_R_NONE, best);
    best = s->agreed.spot;
    bool better = best.rank < s->spot.rank || (best.rank == s->spot.rank && best.cost < s->spot.cost);
    if (best.found && (!s->spot.found || better)) s->spot = best;
    if (s->limits->most_pairs && s->agreed.figures.pairs > s->limits->most_pairs) {
        lcm_search_lost(s);
        s->agreed.halt = LCM_R_MEMORY;
    }
}

/* Narrow levels are many: only shards whose outbox is not empty are visited. */
static void list_senders(lcm_search *s) {
    s->sender_count = 0;
    for (uint32_t i = 0; i < LCM_SHARDS; i++)
        if (s->shards[i].outbox.at.count > 0) s->senders[s->sender_count++] = (uint8_t)i;
}

static void report_progress(lcm_search *s, double *told) {
    double now;
    if (!s->limits->progress || (now = lc_now()) < *told + 0.1) return;
    *told = now;
    if (!s->ranks) lcm_search_meet(s, LCM_MEET_ROUND, LCM_R_NONE, (lcm_spot){0}); /* as it is by now */
    s->limits->progress(s->limits->progress_context, &s->agreed.figures, s->agreed.waiting);
}

/* Was something found that ends the search?  Of the best that is known only when everything was seen. */
static bool is_over(const lcm_search *s) {
    return s->spot.found && !(s->best != LCM_ANY && s->spot.reason == LCM_R_REACHED);
}

/* Could there be something shorter on the rest of the level than what was found?  Only a finding in a state, not in a
 * step. */
static bool may_be_shorter(const lcm_search *s) {
    return s->spot.rank > LCM_SPOT_IN_STATE && !(s->goal == LCM_GOAL_REFINES && s->semantics == LCM_TRACES);
}

/* Until something is found, everything was seen, or a limit is reached. */
static void go_round(lcm_search *s) {
    enum { FEW = 256 }; /* pairs, for which waking other threads is not worth while */
    double told = lc_now();
    next_level(s);
    for (;;) {
        uint32_t count = choose_batches(s);
        if (count == 0) {
            if (s->only_look || !next_level(s)) return;
            s->depth++;
            continue;
        }
        lcm_pool_run(s, expand, count < FEW);
        end_half(s);
        if (is_over(s) && !may_be_shorter(s)) return;
        s->only_look = is_over(s);
        if (must_stop(s)) return;
        if (s->only_look) continue;
        if (s->ranks) lcm_wire_receive(s);
        lcm_search_give_widths(s);
        list_senders(s);
        lcm_workers_fit(s);
        lcm_pool_run(s, insert_shard, count < FEW);
        lcm_search_reshape(s);
        report_progress(s, &told);
    }
}

/* Rank 0 counts the sets of the specification: it receives all sets there are. */
static void gather_sets(lcm_search *s) {
    lcm_remote_rank *first = &s->wire->remotes[0];
    bool exhausted = atomic_exchange(&s->budget->exhausted, false), well = true;
    for (uint32_t set = 1; s->ranks->rank != 0 && set <= s->normal.sets.count && well; set++)
        well = lcm_wire_put_set(s, first, set);
    if (s->ranks->rank != 0 && !(well && lcm_wire_end_sets(s, first))) first->out.count = 0;
    lcm_search_meet(s, LCM_MEET_FIGURES, LCM_R_NONE, (lcm_spot){0});
    for (uint32_t i = 1; s->ranks->rank == 0 && i < s->ranks->size; i++)
        (void)lcm_wire_get_sets(s, &s->wire->remotes[i]);
    atomic_store(&s->budget->exhausted, exhausted);
}

static void give_figures(lcm_search *s, lcm_finding *out, bool halted) {
    if (s->ranks && s->specified && !halted) gather_sets(s);
    lcm_search_meet(s, LCM_MEET_FIGURES, LCM_R_NONE, (lcm_spot){0});
    out->figures = s->agreed.figures;
}

static void answer(lcm_search *s, lcm_finding *out) {
    bool halted = atomic_load(&s->halted);
    lcm_reason halt = s->agreed.halt;
    if (s->ranks) lcm_wire_forget_sets(s);
    give_figures(s, out, halted);
    out->answer = s->goal == LCM_GOAL_REACH ? LCM_FAILS : LCM_HOLDS;
    out->reason = s->goal == LCM_GOAL_REACH ? LCM_R_NOT_REACHED : LCM_R_NONE;
    if (s->spot.found && s->best != LCM_ANY) {
        out->has_best = s->spot.reason == LCM_R_REACHED;
        out->best = lcm_value_of(s, s->spot.cost);
    }
    if (s->spot.found && !(halted && out->has_best)) {
        out->answer = s->spot.answer;
        out->reason = s->spot.reason;
        out->by_specification = s->spot.by_specification;
        if (lcm_search_reconstruct(s, out)) return;
        lcm_figures figures = out->figures;
        lcm_finding_free(out);
        out->figures = figures;
        lcm_search_lost(s);
        halted = true;
        halt = LCM_R_MEMORY;
    }
    if (!halted) return;
    out->answer = LCM_UNDECIDED;
    out->reason = halt;
}

/* The ranks begin together, and only if all are ready and see the same. */
static bool begin(lcm_search *s, bool ready) {
    const uint32_t sight[] = {s->lts->words,
                              s->goal,
                              s->semantics,
                              s->antichain,
                              s->condition,
                              s->best,
                              s->specified ? s->normal.lts->words : 0};
    if (!ready && !lcm_halted(&s->meter)) lcm_search_lost(s);
    lcm_search_meet(s, lc_hash_bytes(sight, sizeof sight) << 8 | LCM_MEET_START, ready ? LCM_R_NONE : reason_of_stop(s),
                    (lcm_spot){0});
    return s->agreed.halt == LCM_R_NONE;
}

/* `specified`: there is memory for the specification, if there is one. */
static void search(lcm_search *s, bool specified, lcm_finding *out) {
    s->tree = &s->trees[0];
    if (s->ranks) lcm_wire_open(s);
    bool ready = specified && lcm_tree_init(s->tree, s->lts->words, NULL, 0, lcm_search_threads(s), s->budget) &&
                 lcm_workers_make(s) && lcm_pool_start(s);
    for (uint32_t i = 0; i < LCM_SHARDS; i++) {
        lcm_table_init(&s->shards[i].table, s->budget);
        s->shards[i].table.drops = s->antichain;
        s->shards[i].table.first_slots = 64 + i / 4; /* so that they do not all grow at once */
    }
    uint32_t set = !ready ? LCM_NO_SET : s->specified ? lcm_normal_first(&s->normal) : LCM_GOING_ON;
    bool broken = ready && set == LCM_NO_SET && s->normal.broken != LCM_NOT_STORED;
    bool chaos = set != LCM_NO_SET && s->specified && lcm_sets_get(&s->normal.sets, set)->diverges;
    ready = broken || chaos || (set != LCM_NO_SET && put_first(s, set));
    if (!begin(s, ready)) {
        out->answer = LCM_UNDECIDED;
        out->reason = s->agreed.halt;
    } else if (broken) {
        out->answer = LCM_BROKEN;
        out->by_specification = true;
        out->failure = s->normal.failure;
        /* An object's specification has no steps that a model names. */
        if (!s->normal.lts->forgive) lcm_spec_path(&s->normal, s->normal.broken, &out->path);
    } else if (chaos) { /* it allows everything */
        out->answer = LCM_HOLDS;
        give_figures(s, out, true);
    } else {
        go_round(s);
        answer(s, out);
    }
    free_search(s);
}

static void start(lcm_search *s, const lcm_lts *lts, lcm_goal goal, const lcm_search_limits *limits) {
    memset(s, 0, sizeof *s);
    s->lts = lts;
    s->goal = goal;
    s->limits = limits;
    s->batch = limits->batch && limits->batch < LCM_BATCH ? limits->batch : LCM_BATCH;
    lc_budget_init(&s->own_budget, 0);
    s->budget = limits->budget ? limits->budget : &s->own_budget;
    s->meter = lcm_meter_of(limits, s->budget);
    atomic_init(&s->halted, false);
    s->ranks = limits->ranks && limits->ranks->size > 1 ? limits->ranks : NULL;
}

void lcm_search_refines(const lcm_lts *implementation, const lcm_lts *specification, lcm_semantics semantics,
                        const lcm_search_limits *limits, lcm_finding *out) {
    lcm_search s;
    start(&s, implementation, LCM_GOAL_REFINES, limits);
    s.semantics = semantics;
    s.specified = true;
    s.antichain = limits->antichain;
    search(&s, lcm_normal_init(&s.normal, specification, semantics, limits, s.budget), out);
    lcm_normal_free(&s.normal);
}

static void search_alone(const lcm_lts *lts, lcm_goal goal, uint32_t condition, const lcm_search_limits *limits,
                         lcm_finding *out) {
    lcm_search s;
    start(&s, lts, goal, limits);
    s.condition = condition;
    search(&s, true, out);
}

void lcm_search_deadlock(const lcm_lts *lts, const lcm_search_limits *limits, lcm_finding *out) {
    search_alone(lts, LCM_GOAL_DEADLOCK, 0, limits, out);
}

void lcm_search_termination(const lcm_lts *lts, const lcm_search_limits *limits, lcm_finding *out) {
    search_alone(lts, LCM_GOAL_TERMINATION, 0, limits, out);
}

void lcm_search_reach(const lcm_lts *lts, uint32_t condition, const lcm_search_limits *limits, lcm_finding *out) {
    assert(lts->holds);
    search_alone(lts, LCM_GOAL_REACH, condition, limits, out);
}

void lcm_search_best(const lcm_lts *lts, lcm_best best, const lcm_search_limits *limits, lcm_finding *out) {
    lcm_search s;
    assert(lts->holds && lts->value);
    start(&s, lts, LCM_GOAL_REACH, limits);
    s.best = best;
    search(&s, true, out);
}
