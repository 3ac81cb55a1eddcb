/* The path to the finding of a search, and the report about its end. */
#include <assert.h>
#include <string.h>

#include "model/search/spec_path.h"
#include "model/wire/wire.h"

typedef struct place {
    uint32_t shard, index;
} place;

/* The state of a pair, and the ordinal of the one that led to it: its owner sends both to all ranks.  False, for all:
 * there is no memory for that. */
static bool look_at(lcm_search *s, place at, uint64_t *ordinal, uint32_t *values) {
    const lcm_shard *shard = &s->shards[at.shard];
    uint32_t size = s->lts->words * (uint32_t)sizeof *values;
    bool well = true, owns = lcm_owns(s, at.shard);
    if (owns) {
        *ordinal = lcm_trail_get(&shard->trail, at.index);
        lcm_tree_enter(s->tree);
        lcm_tree_unfold(s->tree, lcm_table_get(&shard->table, at.index).key, values);
        lcm_tree_leave(s->tree);
    }
    if (!s->ranks) return true;
    for (uint32_t i = 0; i < s->ranks->size && owns; i++) {
        lcm_remote_rank *remote = &s->wire->remotes[i];
        well = well && lcm_wire_begin(s, remote) && lcm_put(s->budget, &remote->out, *ordinal) &&
               lcm_put_bytes(s->budget, &remote->out, values, size);
    }
    lcm_search_meet(s, LCM_MEET_WAY, well ? LCM_R_NONE : LCM_R_MEMORY, (lcm_spot){0});
    if (s->agreed.halt != LCM_R_NONE) return false;
    lcm_reader *in = &s->wire->remotes[lcm_owner(s, at.shard)].in;
    *ordinal = lcm_get(in);
    memcpy(values, lcm_get_bytes(in, size), size);
    return true;
}

static bool push_state(lcm_path *p, const uint32_t *state) {
    if (!lc_reserve(NULL, &p->states, p->states.count + p->words)) return false;
    memcpy(p->states.at + p->states.count, state, p->words * sizeof *state);
    p->states.count += p->words;
    return true;
}

/* From the spot back to the first pair.  Ordinals only decrease on the way, so one look at the runs from their end is
 * enough to turn them into places. */
static bool go_back(lcm_search *s, lcm_path *way) {
    uint32_t ends[LCM_SHARDS], run = s->runs.count;
    uint64_t end = s->ordinals;
    bool well = true; /* other ranks may have the memory, and go on */
    for (uint32_t i = 0; i < LCM_SHARDS; i++) ends[i] = s->shards[i].to;
    place at = {s->spot.shard, s->spot.index};
    for (;;) {
        uint64_t ordinal;
        if (!look_at(s, at, &ordinal, s->workers[0].values)) return false;
        well = well && push_state(way, s->workers[0].values);
        if (at.shard == s->root_shard && at.index == 0) return well;
        uint32_t shard, count;
        for (;; run--) {
            assert(run > 0);
            shard = s->runs.at[run - 1] >> 16, count = s->runs.at[run - 1] & 0xffff;
            if (ordinal >= end - count) break;
            end -= count;
            ends[shard] -= count;
        }
        at = (place){shard, ends[shard] - (uint32_t)(end - ordinal)};
    }
}

static bool list_states(lcm_search *s, lcm_path *path) {
    lcm_path way = {.words = path->words};
    bool well = go_back(s, &way);
    for (uint32_t i = way.states.count / way.words; well && i-- > 0;) well = push_state(path, lcm_path_state(&way, i));
    lc_vec_free(NULL, &way.states);
    return well;
}

/* The set at the spot, in the numbers of this process. */
static bool learn_set(lcm_search *s) {
    if (!s->ranks || !s->specified) return true;
    uint32_t owner = lcm_owner(s, s->spot.shard);
    bool well = true;
    for (uint32_t i = 0; i < s->ranks->size && owner == s->ranks->rank; i++)
        well = well && lcm_wire_put_set(s, &s->wire->remotes[i], s->spot.set) &&
               lcm_wire_end_sets(s, &s->wire->remotes[i]);
    lcm_search_meet(s, LCM_MEET_SPOT, well ? LCM_R_NONE : LCM_R_MEMORY, (lcm_spot){0});
    if (s->agreed.halt != LCM_R_NONE) return false;
    lcm_remote_rank *remote = &s->wire->remotes[owner];
    if (!lcm_wire_get_sets(s, remote)) return false;
    s->spot.set = remote->sets.at[s->spot.set];
    return true;
}

/* A way to go so many steps along the states, and the set that the specification is in then.  A state may lead to the
 * next by several steps, which the specification may distinguish. */
typedef struct option {
    uint32_t set, before; /* the option it goes on from */
    lcm_move move;
} option;
typedef LC_VEC(option) options;

static void query_steps(lcm_worker *w, const uint32_t *state) {
    lcm_moves_clear(&w->moves);
    w->search->lts->next(w->walker, state, &w->moves);
}

static bool add_option(options *all, uint32_t layer, option new) {
    for (uint32_t i = layer; i < all->count; i++)
        if (all->at[i].set == new.set) return true;
    return lc_push(NULL, all, new);
}

/* The options after one more step; those before are [from, to). */
static bool go_on(lcm_worker *w, const lcm_path *path, uint32_t step, options *all, uint32_t from, uint32_t to) {
    const uint32_t *next = lcm_path_state(path, step + 1);
    query_steps(w, lcm_path_state(path, step));
    for (uint32_t o = from; o < to; o++)
        for (uint32_t i = 0; i < w->moves.at.count; i++) {
            if (memcmp(lcm_moves_state(&w->moves, i), next, path->words * sizeof *next) != 0) continue;
            uint32_t set = lcm_search_follow(w->search, w, all->at[o].set, &w->moves.at.at[i]);
            if (set == LCM_NO_SET) return false;
            if (set != LCM_NOTHING && !add_option(all, to, (option){set, o, w->moves.at.at[i]})) return false;
        }
    return true;
}

static bool list_moves(lcm_search *s, lcm_path *path) {
    uint32_t steps = path->states.count / path->words - 1, from = 0;
    options all = {0};
    uint32_t first = s->specified ? lcm_normal_first(&s->normal) : LCM_GOING_ON;
    bool well = first != LCM_NO_SET && lc_push(NULL, &all, (option){.set = first, .before = UINT32_MAX});
    for (uint32_t i = 0; well && i < steps; i++) {
        uint32_t to = all.count;
        well = go_on(&s->workers[0], path, i, &all, from, to);
        from = to;
    }
    uint32_t last = UINT32_MAX;
    for (uint32_t o = from; well && o < all.count; o++)
        if (all.at[o].set == s->spot.set) last = o;
    well = well && last != UINT32_MAX && (steps == 0 || lc_reserve(NULL, &path->moves, steps));
    for (uint32_t i = steps; well && i-- > 0; last = all.at[last].before) path->moves.at[i] = all.at[last].move;
    if (well) path->moves.count = steps;
    lc_vec_free(NULL, &all);
    return well;
}

static void list_allowed(lcm_search *s, lcm_finding *out) {
    lcm_label_list labels = {0};
    lcm_normal_labels(&s->normal, s->spot.set, &labels, NULL);
    out->allowed.at = labels.at, out->allowed.count = labels.count, out->allowed.room = labels.room;
    lcm_labels_sort(s->lts->alphabet, out->allowed.at, &out->allowed.count);
}

static void list_offered(lcm_worker *w, lcm_finding *out) {
    for (uint32_t i = 0; i < w->moves.at.count; i++) lc_push(NULL, &out->allowed, w->moves.at.at[i].label);
    lcm_labels_sort(w->search->lts->alphabet, out->allowed.at, &out->allowed.count);
}

/* An object's specification has no steps that a model names: the path ends with the call or return that is not allowed
 * at all.  Several workers may have met such steps, so this one is followed once more for its own message. */
static bool blame_step(lcm_search *s, lcm_worker *w, lcm_finding *out) {
    lcm_path *path = &out->path;
    const lcm_lts *object = s->normal.lts;
    object->forgive(s->normal.walker);
    if (lcm_search_follow(s, w, s->spot.set, &w->moves.at.at[s->spot.move]) != LCM_NO_SET) return false;
    out->failure = (lcm_failure){.failed = true, .move.label = LCM_NO_LABEL};
    out->by_specification = false;
    return lc_push(NULL, &path->moves, w->moves.at.at[s->spot.move]) &&
           push_state(path, lcm_moves_state(&w->moves, s->spot.move));
}

/* The specification fails when it is to follow the last step: its own way there takes the place of the path.  Where it
 * was turned on the way there is no path: a caller that wants one searches without turns. */
static bool blame_specification(lcm_search *s, lcm_worker *w, lcm_finding *out) {
    lcm_path *path = &out->path;
    if (s->normal.lts->forgive) return blame_step(s, w, out);
    if (!lc_push(NULL, &path->moves, w->moves.at.at[s->spot.move])) return false;
    if (lcm_search_follow(s, w, s->spot.set, &w->moves.at.at[s->spot.move]) != LCM_NO_SET) return false;
    if (s->normal.broken == LCM_NOT_STORED) return false;
    out->failure = s->normal.failure;
    if (s->normal.lts->turn) {
        path->moves.count = path->states.count = 0;
        return true;
    }
    return lcm_spec_path(&s->normal, s->normal.broken, path);
}

/* It is not a step that fails but the condition that has no value. */
static bool blame_condition(const lcm_search *s, lcm_worker *w, lcm_finding *out) {
    if (s->goal != LCM_GOAL_REACH) return false;
    const uint32_t *state = lcm_path_state(&out->path, out->path.moves.count);
    if (s->lts->holds(w->walker, state, s->condition) && s->best != LCM_ANY)
        (void)s->lts->value(w->walker, state, LCM_VALUE);
    if (!w->walker->no_value) return false;
    out->failure = *w->walker->no_value;
    out->failure.move.label = LCM_NO_LABEL;
    return true;
}

static bool reconstruct_end(lcm_search *s, lcm_worker *w, lcm_finding *out) {
    lcm_path *path = &out->path;
    query_steps(w, lcm_path_state(path, path->moves.count));
    if (s->spot.answer == LCM_BROKEN) {
        if (s->spot.by_specification) return blame_specification(s, w, out);
        out->failure = w->moves.failure;
        return out->failure.failed || blame_condition(s, w, out);
    }
    switch (s->spot.reason) {
    case LCM_R_TRACE:
        list_allowed(s, out);
        return lc_push(NULL, &path->moves, w->moves.at.at[s->spot.move]) &&
               push_state(path, lcm_moves_state(&w->moves, s->spot.move));
    case LCM_R_REFUSAL: list_offered(w, out); return true;
    case LCM_R_DIVERGENCE: return lcm_diverge_show(w->walker, path);
    default: return true;
    }
}

/* Have all ranks completed the report?  Where the specification fails, each rank may have reached another state of it,
 * and all ranks take the failure of rank 0. */
static bool reconstruct_alike(lcm_search *s, lcm_finding *out, bool told) {
    if (!s->ranks) return told;
    lcm_failure *f = &out->failure;
    for (uint32_t i = 0; i < s->ranks->size && s->ranks->rank == 0; i++)
        told = told && lcm_wire_begin(s, &s->wire->remotes[i]) &&
               lcm_put_bytes(s->budget, &s->wire->remotes[i].out, f, sizeof *f);
    lcm_search_meet(s, LCM_MEET_TOLD, told ? LCM_R_NONE : LCM_R_MEMORY, (lcm_spot){0});
    if (s->agreed.halt != LCM_R_NONE) return false;
    lcm_failure first;
    memcpy(&first, lcm_get_bytes(&s->wire->remotes[0].in, sizeof first), sizeof first);
    first.whose = f->whose;
    first.move = f->move;
    *f = first;
    return true;
}

bool lcm_search_reconstruct(lcm_search *s, lcm_finding *out) {
    lcm_pool_stop(s);
    /* The search adds no more pairs; the memory of its slots and outboxes is available for the rest, even if memory was
     * out. */
    for (uint32_t i = 0; i < LCM_SHARDS; i++) {
        lcm_table_free_slots(&s->shards[i].table);
        lc_vec_free(s->budget, &s->shards[i].outbox.at);
    }
    bool exhausted = atomic_exchange(&s->budget->exhausted, false);
    out->path.words = s->lts->words;
    lcm_worker *w = &s->workers[0];
    lcm_moves_free(&w->moves);
    lcm_moves_init(&w->moves, s->lts->words, NULL);
    if (s->spot.by_specification && s->normal.lts->forgive) s->normal.lts->forgive(s->normal.walker);
    bool listed = list_states(s, &out->path), learnt = learn_set(s);
    bool told = reconstruct_alike(s, out, listed && learnt && list_moves(s, &out->path) && reconstruct_end(s, w, out));
    if (exhausted) atomic_store(&s->budget->exhausted, true);
    return told;
}
