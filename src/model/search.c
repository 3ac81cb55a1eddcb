/* The rounds of a search, from its first pair to its answer. */
#include "model/search.h"

#include <assert.h>

#include "model/halt.h"
#include "model/spec_path.h"

static void free_search(lcm_search *s) {
    lcm_pool_stop(s);
    lcm_workers_free(s);
    for (uint32_t i = 0; i < LCM_SHARDS; i++) {
        lcm_table_free(&s->shards[i].table);
        lcm_trail_free(&s->shards[i].trail, s->budget);
        lc_vec_free(s->budget, &s->shards[i].outbox.at);
    }
    lc_vec_free(s->budget, &s->runs);
    lcm_tree_free(s->tree);
}

/* Which nodes are roots' children depends on who came first; how many nodes there are does not. */
void lcm_search_give_widths(lcm_search *s) {
    uint32_t left = 0, right = 0, nodes = atomic_load(&s->tree->count);
    for (uint32_t i = 0; i < s->worker_count; i++)
        left |= s->workers[i].widest_left, right |= s->workers[i].widest_right;
    uint32_t words = s->lts->words;
    if (words > 1 && s->tree->plan[words - 2].left >= words) left = nodes;
    if (words > 1 && s->tree->plan[words - 2].right >= words) right = nodes;
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

/* What each shard expands in this round; how many pairs these are.  0: the level is done. */
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

static bool next_level(lcm_search *s) {
    bool more = false;
    for (uint32_t i = 0; i < LCM_SHARDS; i++) {
        lcm_shard *shard = &s->shards[i];
        if (shard->table.count > shard->level_end) more = true;
        shard->level_end = shard->table.count;
    }
    return more;
}

static void expand(lcm_worker *w, uint32_t shard) { lcm_search_expand(w, shard); }
static void take_in(lcm_worker *w, uint32_t shard) { lcm_search_take_in(w->search, shard); }

static void gather_spots(lcm_search *s) {
    lcm_spot best = {0};
    for (uint32_t i = 0; i < s->worker_count; i++) {
        if (lcm_spot_before(&s->workers[i].spot, &best)) best = s->workers[i].spot;
        s->workers[i].spot.found = false;
    }
    /* Of what is equally good that of the earlier round is told. */
    if (best.found && (!s->spot.found || best.rank < s->spot.rank)) s->spot = best;
}

/* Narrow levels are many: what is empty is not looked at by everybody. */
static void list_senders(lcm_search *s) {
    s->sender_count = 0;
    for (uint32_t i = 0; i < LCM_SHARDS; i++)
        if (s->shards[i].outbox.at.count > 0) s->senders[s->sender_count++] = (uint8_t)i;
}

static void fill_figures(const lcm_search *s, lcm_figures *f, uint64_t *waiting) {
    *f = (lcm_figures){.depth = s->depth, .store_bytes = lcm_tree_bytes(s->tree) + s->runs.count * sizeof *s->runs.at};
    *waiting = 0;
    for (uint32_t i = 0; i < LCM_SHARDS; i++) {
        const lcm_shard *shard = &s->shards[i];
        f->states += shard->states;
        f->pairs += shard->table.count;
        f->pruned += shard->pruned;
        f->store_bytes += lcm_table_bytes(&shard->table) + lcm_trail_bytes(&shard->trail);
        *waiting += shard->table.count - shard->to;
    }
    for (uint32_t i = 0; i < s->worker_count; i++) f->transitions += s->workers[i].transitions;
    if (!s->specified) return;
    f->specification_states = lcm_store_count(&s->normal.store);
    f->normal_states = s->normal.sets.count;
}

static void tell_progress(const lcm_search *s, double *told) {
    double now;
    if (!s->limits->progress || (now = lc_now()) < *told + 0.1) return;
    *told = now;
    lcm_figures figures;
    uint64_t waiting;
    fill_figures(s, &figures, &waiting);
    s->limits->progress(s->limits->progress_context, &figures, waiting);
}

/* Could there be something shorter on the rest of the level than what was found?  Only what is in a state, not in a
 * step. */
static bool may_be_shorter(const lcm_search *s) {
    return s->spot.rank > 0 && !(s->goal == LCM_GOAL_REFINES && s->semantics == LCM_TRACES);
}

/* Until something is found, everything was seen, or a limit is reached. */
static void go_round(lcm_search *s) {
    enum { FEW = 256 }; /* pairs, for which waking others is not worth while */
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
        gather_spots(s);
        if (s->spot.found) {
            if (!may_be_shorter(s)) return;
            s->only_look = true;
        }
        if (atomic_load(&s->halted) || lcm_halted(s->limits, s->budget)) {
            atomic_store(&s->halted, true);
            return;
        }
        if (s->only_look) continue;
        lcm_search_give_widths(s);
        list_senders(s);
        lcm_workers_fit(s);
        lcm_pool_run(s, take_in, count < FEW);
        lcm_search_reshape(s);
        tell_progress(s, &told);
    }
}

static void answer(lcm_search *s, lcm_finding *out) {
    uint64_t waiting;
    fill_figures(s, &out->figures, &waiting);
    bool halted = atomic_load(&s->halted) || lc_exhausted(s->budget);
    out->answer = s->goal == LCM_GOAL_REACH ? LCM_FAILS : LCM_HOLDS;
    out->reason = s->goal == LCM_GOAL_REACH ? LCM_R_NOT_REACHED : LCM_R_NONE;
    if (s->spot.found) {
        out->answer = s->spot.answer;
        out->reason = s->spot.reason;
        out->by_specification = s->spot.by_specification;
        if (lcm_search_tell(s, out)) return;
        lcm_figures figures = out->figures;
        lcm_finding_free(out);
        out->figures = figures;
        lcm_search_lost(s);
        halted = true;
    }
    if (!halted) return;
    out->answer = LCM_UNDECIDED;
    out->reason = lcm_halt_reason(s->limits, s->budget);
}

static void search(lcm_search *s, lcm_finding *out) {
    s->tree = &s->trees[0];
    bool ready = lcm_tree_init(s->tree, s->lts->words, s->budget) && lcm_workers_make(s) && lcm_pool_start(s);
    for (uint32_t i = 0; i < LCM_SHARDS; i++) {
        lcm_table_init(&s->shards[i].table, s->budget);
        s->shards[i].table.drops = s->antichain;
        s->shards[i].table.first_slots = 64 + i / 4; /* so that they do not all grow at once */
    }
    uint32_t set = !ready ? LCM_NO_SET : s->specified ? lcm_normal_first(&s->normal) : LCM_GOING_ON;
    if (ready && set == LCM_NO_SET && s->normal.broken != LCM_NOT_STORED) {
        out->answer = LCM_BROKEN;
        out->by_specification = true;
        out->failure = s->normal.failure;
        lcm_spec_path(&s->normal, s->normal.broken, &out->path);
    } else if (ready && set != LCM_NO_SET && s->specified && lcm_sets_get(&s->normal.sets, set)->diverges) {
        uint64_t waiting; /* it allows everything */
        out->answer = LCM_HOLDS;
        fill_figures(s, &out->figures, &waiting);
    } else if (ready && set != LCM_NO_SET && put_first(s, set)) {
        go_round(s);
        answer(s, out);
    } else {
        out->answer = LCM_UNDECIDED;
        if (!lcm_halted(s->limits, s->budget)) lcm_search_lost(s);
        out->reason = lcm_halt_reason(s->limits, s->budget);
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
    atomic_init(&s->halted, false);
}

void lcm_search_refines(const lcm_lts *implementation, const lcm_lts *specification, lcm_semantics semantics,
                        const lcm_search_limits *limits, lcm_finding *out) {
    lcm_search s;
    start(&s, implementation, LCM_GOAL_REFINES, limits);
    s.semantics = semantics;
    s.specified = true;
    s.antichain = limits->antichain;
    if (lcm_normal_init(&s.normal, specification, semantics, limits, s.budget)) {
        search(&s, out);
    } else {
        out->answer = LCM_UNDECIDED;
        out->reason = LCM_R_MEMORY;
    }
    lcm_normal_free(&s.normal);
}

static void search_alone(const lcm_lts *lts, lcm_goal goal, uint32_t condition, const lcm_search_limits *limits,
                         lcm_finding *out) {
    lcm_search s;
    start(&s, lts, goal, limits);
    s.condition = condition;
    search(&s, out);
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
