/* Queues in lockstep.
 *
 * The contents of a queue between two operations follow from the operations done so far: the i-th removal returns the
 * value of the i-th addition.  So we do not search for an order of all operations, with the contents of the queue as
 * the state, but for two sequences, additions and removals, that are extended together: each step takes an addition and
 * a removal of one value.
 *
 * Theorem.  Let e1 e2 ... ep be additions and d1 d2 ... dq removals, q <= p, di of the value of ei, so that all
 * completed operations occur, and let [c, r] be the interval of an operation (r is infinite if it is pending).  There
 * is an order of all of them that respects real time, the two sequences and ei before di, if and only if
 *     c(ei) < r(ej) for i < j,    c(di) < r(dj) for i < j,    c(ei) < r(dj) for i <= j.
 * For an order that is to contain a given partial order exists iff points can be given to the operations, each in its
 * interval, that do not descend along the partial order; and they can iff no operation is called after one returned
 * that must not come before it: take as the point of x the latest call of all that must not come after x.  The three
 * conditions list the pairs that the sequences order.
 *
 * Read step by step: with m the earliest return of all completed additions and removals that are not taken, and n that
 * of the removals alone, the next addition must have been called before m and the next removal before n.  Nothing else
 * counts, so a configuration is the set of additions and the set of removals taken, both of them down-sets of their
 * real-time orders.  When all completed removals are taken the additions left over stay in the queue.
 *
 * A removal that returned EMPTY, z, stands at some place between two steps, and orders all operations taken before
 * itself and itself before all that are not taken.  With S the latest call of all that are taken, the conditions come
 * down to S < m and the interval of z meeting (S, m).  It is taken as soon as that holds: having it later helps no
 * other operation.  Nothing called after the return of an untaken z is taken.
 *
 * Pending operations may be left out; those of one kind and value are interchangeable but for their calls, so the first
 * called is used first.  Two pending ones are never paired: leave out both.  To take another step before a pair with a
 * pending operation is allowed as long as that step does not have to wait for the completed operation of the pair, e or
 * d, and if it has to wait for it, then also for every operation of its kind that returned earlier.  So such pairs can
 * be put off until something waits for them, and then e, or d, is the one of its kind that is due to return first.  How
 * many pending removals were used follows from the number of operations taken; which pending additions were follows,
 * too, unless there are pending removals.  Then it is a part of the configuration, and fewer are better.
 *
 * Of concurrent additions of one value the one that returns first is taken first, and so for removals: exchange them.
 * If only one addition and one removal of a value are left they belong together, and as soon as they can be taken they
 * are, without trying anything else: the conditions are about pairs of steps, and having this one first takes some
 * away.  Both need care with a z in sight, since a removal taken early may be called late: it must have been called
 * before m, or before every z that is left.
 *
 * Cost: with k operations open at once, at most n 4^k configurations and time k^2 for each of them.  With distinct
 * values there is nothing to choose except where an EMPTY or a pending removal is in sight, and nothing to remember.
 */
#include <assert.h>
#include <string.h>

#include "check/bounded_width/lockstep.h"

/* ---- taking and undoing ---- */

static void take(lc_lockstep *q, lc_pair pair) {
    (void)lc_push(q->budget, &q->pairs, pair);
    if (pair.add == LC_NO_MOVE) {
        lc_lane_take(&q->empties, pair.remove);
        return;
    }
    const lc_move *add = &q->moves[pair.add], *remove = &q->moves[pair.remove];
    q->left_add[add->value]--;
    if (lc_move_pends(add)) {
        q->used_add[add->value]++;
        if (q->counted) q->used = lc_multiset_add(&q->sets, q->used, add->value);
    } else {
        lc_lane_take(&q->adds, pair.add);
    }
    if (lc_move_pends(remove)) {
        q->helpers++;
    } else {
        q->left_remove[remove->value]--;
        lc_lane_take(&q->removes, pair.remove);
    }
    if (add->call >= q->latest) q->latest = add->call + 1;
    if (remove->call >= q->latest) q->latest = remove->call + 1;
}

static void undo_counts(lc_lockstep *q, lc_pair pair) {
    if (pair.add == LC_NO_MOVE) return;
    const lc_move *add = &q->moves[pair.add], *remove = &q->moves[pair.remove];
    q->left_add[add->value]++;
    if (lc_move_pends(add)) q->used_add[add->value]--;
    if (lc_move_pends(remove)) q->helpers--;
    else q->left_remove[remove->value]++;
}

/* An EMPTY that may have been returned before `until`; LC_NO_MOVE: there is none. */
static uint32_t next_empty(const lc_lane *l, uint32_t until) {
    for (uint32_t w = 0; w < l->words; w++)
        for (uint64_t rest = lc_lane_rest(l, w); rest; rest &= rest - 1) {
            uint32_t move = lc_lane_move(l, w, rest);
            if (l->moves[move].call < until) return move;
        }
    return LC_NO_MOVE;
}

static void take_empties(lc_lockstep *q) {
    uint32_t adds = lc_lane_end(&q->adds), removes = lc_lane_end(&q->removes), until = adds < removes ? adds : removes;
    if (until < q->latest) return;
    for (uint32_t move; (move = next_empty(&q->empties, until)) != LC_NO_MOVE;) take(q, (lc_pair){LC_NO_MOVE, move});
}

static void restore(lc_lockstep *q, const lc_fork *f) {
    while (q->pairs.count > f->pairs) undo_counts(q, q->pairs.at[--q->pairs.count]);
    const uint64_t *masks = q->masks.at + (size_t)(f - q->forks.at) * q->words;
    for (int i = 0; i < 3; i++) {
        lc_lane_restore(&q->lanes[i], f->at[i], masks);
        masks += q->lanes[i].words;
    }
    q->latest = f->latest;
    q->used = f->used;
}

static bool save(lc_lockstep *q, uint32_t choices) {
    lc_fork f = {.pairs = q->pairs.count, .choices = choices, .latest = q->latest, .used = q->used};
    if (!lc_reserve(q->budget, &q->masks, (uint64_t)(q->forks.count + 1) * q->words)) return false;
    uint64_t *masks = q->masks.at + (size_t)q->forks.count * q->words;
    for (int i = 0; i < 3; i++) {
        const lc_lane *l = &q->lanes[i];
        f.at[i] = l->at;
        if (l->words) memcpy(masks, l->taken.at, l->words * sizeof *masks);
        masks += l->words;
    }
    return lc_push(q->budget, &q->forks, f);
}

/* ---- the search ---- */

/* Is this configuration new?  Only the first time it is worth going on. */
static bool is_new(lc_lockstep *q) {
    uint64_t hash = 0;
    q->key.count = 0;
    for (int i = 0; i < 3; i++)
        for (uint32_t w = 0; w < q->lanes[i].words; w++) (void)lc_push(q->budget, &q->key, q->lanes[i].taken.at[w]);
    (void)lc_push(q->budget, &q->key, q->empties.at);
    if (lc_exhausted(q->budget)) return false;
    for (uint32_t w = 0; w < q->key.count; w++)
        for (uint64_t rest = q->key.at[w]; rest; rest &= rest - 1) hash += lc_slot_key(w * 64 + lc_lowest(rest));
    return lc_configs_visit(&q->configs, q->adds.at, q->removes.at, q->key.at, hash, q->used, &q->sets);
}

/* Where there is nothing to choose there is nothing to remember, except now and then, so that ways that have met do
 * not stay together for long. */
static bool worth_remembering(const lc_lockstep *q, uint32_t choices) {
    enum { NOW_AND_THEN = 16 };
    return choices > 1 || (q->forks.count && lc_mix(q->adds.at, q->removes.at) % NOW_AND_THEN == 0);
}

/* The next choice of the latest fork; with its last one the fork is done with. */
static bool go_back(lc_lockstep *q) {
    if (!q->forks.count) return false;
    lc_fork *f = &q->forks.at[q->forks.count - 1];
    assert(q->choices.count > f->choices);
    restore(q, f);
    lc_pair pair = q->choices.at[--q->choices.count];
    if (q->choices.count == f->choices) q->forks.count--;
    take(q, pair);
    return true;
}

static lc_outcome search(lc_lockstep *q) {
    for (;;) {
        take_empties(q);
        if (lc_lane_done(&q->removes) && lc_lane_done(&q->empties)) return LC_HOLDS;
        q->w->visited++;
        if (lc_bounded_width_stopped(q->w, 1)) return LC_HALTED;
        uint32_t before = q->choices.count;
        lc_lockstep_choices(q);
        uint32_t choices = q->choices.count - before;
        if (choices && worth_remembering(q, choices) && !is_new(q)) choices = 0;
        if (choices == 1) {
            take(q, q->choices.at[--q->choices.count]);
        } else {
            if (choices == 0) q->choices.count = before;
            else if (!save(q, before)) return LC_HALTED;
            if (!go_back(q)) return LC_VIOLATED;
        }
    }
}

/* ---- */

static bool start(lc_lockstep *q) {
    lc_moves *m = &q->w->moves;
    bool built = lc_lane_build(&q->adds, m, 1u << LC_ADDS, q->budget);
    built = lc_lane_build(&q->removes, m, 1u << LC_REMOVES, q->budget) && built;
    built = lc_lane_build(&q->empties, m, 1u << LC_FINDS_NONE, q->budget) && built;
    size_t count = m->values.count ? m->values.count : 1;
    q->left_add = lc_allocate(q->budget, 3 * count * sizeof *q->left_add);
    if (!built || !q->left_add) return false;
    q->left_remove = q->left_add + count;
    q->used_add = q->left_remove + count;
    for (uint32_t v = 0; v < m->values.count; v++) {
        q->left_add[v] = m->values.at[v].added;
        q->left_remove[v] = m->values.at[v].removed;
        q->used_add[v] = 0;
    }
    for (int i = 0; i < 3; i++) q->words += q->lanes[i].words;
    q->counted = m->removers.count && m->adders.count;
    lc_configs_reset(&q->configs, q->words + 1, q->counted);
    return true;
}

lc_outcome lc_bounded_width_queue(lc_bounded_width *w) {
    lc_moves *m = &w->moves;
    lc_lockstep q = {.w = w, .budget = w->budget, .all = m, .moves = m->list.at, .used = LC_EMPTY_MULTISET};
    lc_configs_init(&q.configs, w->budget);
    lc_multisets_init(&q.sets, w->budget);
    lc_outcome outcome = start(&q) ? search(&q) : LC_HALTED;
    if (outcome == LC_HOLDS && !lc_lockstep_interleave(&q)) outcome = LC_HALTED;
    for (int i = 0; i < 3; i++) lc_lane_free(&q.lanes[i]);
    size_t count = m->values.count ? m->values.count : 1;
    lc_release(w->budget, q.left_add, 3 * count * sizeof *q.left_add);
    lc_vec_free(w->budget, &q.pairs);
    lc_vec_free(w->budget, &q.choices);
    lc_vec_free(w->budget, &q.forks);
    lc_vec_free(w->budget, &q.masks);
    lc_vec_free(w->budget, &q.key);
    lc_configs_free(&q.configs);
    lc_multisets_free(&q.sets);
    return outcome;
}
