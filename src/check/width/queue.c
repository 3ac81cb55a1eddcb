/* Queues in lockstep.
 *
 * What a queue holds between two operations says nothing that the operations done so far do not say: the i-th removal
 * returns what the i-th addition put.  So we do not search for an order of all operations, with the contents of the
 * queue as the state, but for two sequences, additions and removals, that are extended together: each step takes an
 * addition and a removal of one value.
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
 * A removal that returned EMPTY, z, stands at some place between two steps, and orders all that was taken before itself
 * and itself before all that is not taken.  With S the latest call of all that is taken, the conditions come down to
 * S < m and the interval of z meeting (S, m).  It is taken as soon as that holds: having it later helps nobody.  Nothing
 * called after the return of an untaken z is taken.
 *
 * Pending operations may be left out; those of one kind and value are interchangeable but for their calls, so the
 * first called is used first.  Two pending ones are never paired: leave out both.  To take another step before a pair
 * with a pending operation is allowed as long as that step does not have to wait for the completed operation of the
 * pair, e or d, and if it has to wait for it, then also for whatever of its kind returned earlier.  So such pairs can
 * be put off until something waits for them, and then e, or d, is the one of its kind that is due to return first.
 * How many pending removals were used follows from the number of operations taken; which pending additions were
 * follows, too, unless there are pending removals.  Then it is a part of the configuration, and fewer are better.
 *
 * Of concurrent additions of one value the one that returns first is taken first, and so for removals: exchange them.
 * If only one addition and one removal of a value are left they belong together, and as soon as they can be taken they
 * are, without trying anything else: the conditions are about pairs of steps, and having this one first takes some
 * away.  Both of this needs care with a z in sight, since a removal taken early may be called late: it must have been
 * called before m, or before every z that is left.
 *
 * Cost: with k operations open at once, at most n 4^k configurations and k^2 time for each of them; linear in n if the
 * values are distinct.
 */
#include <assert.h>
#include <string.h>

#include "check/width/lane.h"
#include "check/width/width.h"

/* One step: an addition and a removal; or something that found the queue empty (`add` is LC_NO_MOVE); or, in the end,
 * an addition that stays (`remove` is LC_NO_MOVE). */
typedef struct step {
    uint32_t add, remove;
} step;

/* Where there was something to choose. */
typedef struct frame {
    uint32_t at[3];   /* where the lanes were */
    uint32_t steps;   /* how many were taken */
    uint32_t choices; /* where those of this frame begin */
    uint32_t latest, used;
} frame;

typedef struct lockstep {
    lc_width *w;
    lc_budget *budget;
    const lc_move *moves;
    const lc_moved *values;
    union {
        struct {
            lc_lane adds, removes, empties;
        };
        lc_lane lanes[3];
    };
    uint32_t words; /* of the masks of all lanes */

    /* The configuration. */
    uint32_t latest;      /* S: the latest call of what is taken, + 1 */
    uint32_t helpers;     /* pending removals used */
    uint32_t used;        /* pending additions used, as a multiset; only kept up if it does not follow from the rest */
    bool counted;         /* it does not */
    uint32_t *left_add;   /* per value: additions left, */
    uint32_t *left_remove; /* completed removals left, */
    uint32_t *used_add;   /* pending additions used */

    LC_VEC(step) steps;
    LC_VEC(step) choices; /* of all frames, the best of each frame last */
    LC_VEC(frame) frames;
    LC_VEC(uint64_t) masks; /* per frame */
    LC_VEC(uint64_t) key;
    lc_configs configs;
    lc_multisets sets;
} lockstep;

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* ---- taking and undoing steps ---- */

static void take(lockstep *q, step s) {
    const lc_move *removal = &q->moves[s.remove];
    if (s.add == LC_NO_MOVE) {
        lc_lane_take(&q->empties, s.remove);
    } else {
        const lc_move *addition = &q->moves[s.add];
        q->left_add[addition->value]--;
        if (lc_move_pends(addition)) {
            q->used_add[addition->value]++;
            if (q->counted) q->used = lc_multiset_add(&q->sets, q->used, addition->value);
        } else {
            lc_lane_take(&q->adds, s.add);
        }
        if (lc_move_pends(removal)) {
            q->helpers++;
        } else {
            q->left_remove[removal->value]--;
            lc_lane_take(&q->removes, s.remove);
        }
        if (addition->call >= q->latest) q->latest = addition->call + 1;
        if (removal->call >= q->latest) q->latest = removal->call + 1;
    }
    (void)lc_push(q->budget, &q->steps, s);
}

static void undo_counts(lockstep *q, step s) {
    if (s.add == LC_NO_MOVE) return;
    const lc_move *addition = &q->moves[s.add], *removal = &q->moves[s.remove];
    q->left_add[addition->value]++;
    if (lc_move_pends(addition)) q->used_add[addition->value]--;
    if (lc_move_pends(removal)) q->helpers--;
    else q->left_remove[removal->value]++;
}

static void restore(lockstep *q, const frame *f) {
    while (q->steps.count > f->steps) undo_counts(q, q->steps.at[--q->steps.count]);
    const uint64_t *masks = q->masks.at + (size_t)(f - q->frames.at) * q->words;
    for (int i = 0; i < 3; i++) {
        lc_lane_restore(&q->lanes[i], f->at[i], masks);
        masks += q->lanes[i].words;
    }
    q->latest = f->latest;
    q->used = f->used;
}

static bool save(lockstep *q, uint32_t choices) {
    frame f = {.steps = q->steps.count, .choices = choices, .latest = q->latest, .used = q->used};
    if (!lc_reserve(q->budget, &q->masks, (q->frames.count + 1) * q->words)) return false;
    uint64_t *masks = q->masks.at + (size_t)q->frames.count * q->words;
    for (int i = 0; i < 3; i++) {
        const lc_lane *l = &q->lanes[i];
        f.at[i] = l->at;
        if (l->words) memcpy(masks, l->taken.at, l->words * sizeof *masks);
        masks += l->words;
    }
    return lc_push(q->budget, &q->frames, f);
}

/* ---- what can be done in a configuration ---- */

/* Takes what found the queue empty and may have done so now. */
static void take_empties(lockstep *q) {
    lc_lane *l = &q->empties;
    uint32_t until = least(lc_lane_end(&q->adds), lc_lane_end(&q->removes));
    if (until < q->latest) return;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t w = 0; w < l->words && !again; w++)
            for (uint64_t rest = lc_lane_rest(l, w); rest; rest &= rest - 1) {
                uint32_t move = lc_lane_move(l, w, rest);
                if (q->moves[move].call > until) continue;
                take(q, (step){LC_NO_MOVE, move});
                again = true; /* the lane has moved on */
                break;
            }
    }
}

/* The bounds on calls. */
typedef struct bounds {
    uint32_t add, remove; /* of the next addition and removal */
    uint32_t calm;        /* removals called before may be preferred (see above) */
} bounds;

static bounds find_bounds(const lockstep *q) {
    uint32_t adds = lc_lane_end(&q->adds), removes = lc_lane_end(&q->removes), empties = lc_lane_end(&q->empties);
    uint32_t first_empty = LC_NEVER;
    for (uint32_t w = 0; w < q->empties.words; w++)
        for (uint64_t rest = lc_lane_rest(&q->empties, w); rest; rest &= rest - 1)
            first_empty = least(first_empty, q->moves[lc_lane_move(&q->empties, w, rest)].call);
    return (bounds){.add = least(least(adds, removes), empties),
                    .remove = least(removes, empties),
                    .calm = first_empty > adds ? first_empty : adds};
}

/* The addition of this value that can be taken and returns first. */
static uint32_t find_add(const lockstep *q, uint32_t value, const bounds *b) {
    uint32_t best = LC_NO_MOVE;
    for (uint32_t w = 0; w < q->adds.words; w++)
        for (uint64_t rest = lc_lane_rest(&q->adds, w); rest; rest &= rest - 1) {
            uint32_t move = lc_lane_move(&q->adds, w, rest);
            const lc_move *it = &q->moves[move];
            if (it->value != value || it->call > b->add) continue;
            if (best == LC_NO_MOVE || it->end < q->moves[best].end) best = move;
        }
    return best;
}

/* The pending addition of this value that comes next, if it can be taken. */
static uint32_t find_pending_add(const lockstep *q, uint32_t value, const bounds *b) {
    const lc_moved *v = &q->values[value];
    if (q->used_add[value] == v->pending) return LC_NO_MOVE;
    uint32_t move = q->w->moves.adders.at[v->adders + q->used_add[value]];
    return q->moves[move].call < b->add ? move : LC_NO_MOVE;
}

/* Is there a removal of the same value that can be taken first? */
static bool another_first(const lockstep *q, const lc_move *removal, const bounds *b) {
    uint32_t until = least(b->remove, b->calm);
    for (uint32_t w = 0; w < q->removes.words; w++)
        for (uint64_t rest = lc_lane_rest(&q->removes, w); rest; rest &= rest - 1) {
            const lc_move *it = &q->moves[lc_lane_move(&q->removes, w, rest)];
            if (it->value == removal->value && it->end < removal->end && it->call < until) return true;
        }
    return false;
}

/* A step with a pending operation; the completed one is the one that is due. */
static void offer_pending(lockstep *q, const bounds *b) {
    uint32_t add = lc_lane_due(&q->adds), remove = lc_lane_due(&q->removes);
    const lc_moves *all = &q->w->moves;
    if (add != LC_NO_MOVE && q->moves[add].call < b->add && q->helpers < all->removers.count) {
        uint32_t value = q->moves[add].value, helper = all->removers.at[q->helpers];
        if (q->moves[helper].call < b->remove && q->left_add[value] > q->left_remove[value])
            (void)lc_push(q->budget, &q->choices, (step){add, helper});
    }
    if (remove != LC_NO_MOVE && q->moves[remove].call < b->remove) {
        uint32_t helper = find_pending_add(q, q->moves[remove].value, b);
        if (helper != LC_NO_MOVE) (void)lc_push(q->budget, &q->choices, (step){helper, remove});
    }
}

/* Keeps the choices from `first` on sorted so that the removal that returns first is tried first. */
static void offer(lockstep *q, uint32_t first, step s) {
    if (!lc_push(q->budget, &q->choices, s)) return;
    uint32_t i = q->choices.count - 1;
    for (; i > first && q->moves[q->choices.at[i - 1].remove].end < q->moves[s.remove].end; i--)
        q->choices.at[i] = q->choices.at[i - 1];
    q->choices.at[i] = s;
}

/* Adds what can be done now to the choices. */
static void find_choices(lockstep *q) {
    uint32_t none = q->choices.count;
    bounds b = find_bounds(q);
    offer_pending(q, &b);
    uint32_t first = q->choices.count;
    for (uint32_t w = 0; w < q->removes.words; w++)
        for (uint64_t rest = lc_lane_rest(&q->removes, w); rest; rest &= rest - 1) {
            uint32_t remove = lc_lane_move(&q->removes, w, rest);
            const lc_move *it = &q->moves[remove];
            if (it->call > b.remove || another_first(q, it, &b)) continue;
            uint32_t add = find_add(q, it->value, &b);
            bool alone = q->left_add[it->value] == 1 && q->left_remove[it->value] == 1;
            if (alone && add == LC_NO_MOVE) add = find_pending_add(q, it->value, &b);
            if (add == LC_NO_MOVE) continue;
            if (alone && it->call < b.calm) {
                q->choices.count = none;
                (void)lc_push(q->budget, &q->choices, (step){add, remove});
                return;
            }
            if (!lc_move_pends(&q->moves[add])) offer(q, first, (step){add, remove});
        }
}

/* ---- the search ---- */

/* Was nobody here before?  Only the first time it is worth going on. */
static bool is_new(lockstep *q) {
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
static bool worth_remembering(const lockstep *q, uint32_t choices) {
    enum { NOW_AND_THEN = 16 };
    return choices > 1 || (q->frames.count && lc_mix(q->adds.at, q->removes.at) % NOW_AND_THEN == 0);
}

/* The next choice of the latest frame that has one; with the last one the frame is done with. */
static bool go_back(lockstep *q) {
    if (!q->frames.count) return false;
    frame *f = &q->frames.at[q->frames.count - 1];
    assert(q->choices.count > f->choices);
    restore(q, f);
    step s = q->choices.at[--q->choices.count];
    if (q->choices.count == f->choices) q->frames.count--;
    take(q, s);
    return true;
}

static lc_outcome search(lockstep *q) {
    for (;;) {
        take_empties(q);
        if (lc_lane_done(&q->removes) && lc_lane_done(&q->empties)) return LC_HOLDS;
        q->w->visited++;
        if (lc_width_stopped(q->w, 1)) return LC_HALTED;
        uint32_t before = q->choices.count;
        find_choices(q);
        uint32_t choices = q->choices.count - before;
        if (choices && worth_remembering(q, choices) && !is_new(q)) choices = 0;
        if (choices == 1) {
            step s = q->choices.at[--q->choices.count];
            take(q, s);
        } else {
            if (choices == 0) q->choices.count = before;
            else if (!save(q, before)) return LC_HALTED;
            if (!go_back(q)) return LC_VIOLATED;
        }
    }
}

/* ---- the order ---- */

/* The steps between two places where the queue was empty, as one sequence.  Each operation has a point, the latest call
 * of all that must not come after it, and the points of additions and those of removals ascend: so they are merged. */
static void merge(lockstep *q, uint32_t from, uint32_t to, uint32_t *point, uint32_t *points) {
    uint32_t added = *point, removed = *point;
    uint32_t i = from, j = from;
    while (i < to || (j < to && q->steps.at[j].remove != LC_NO_MOVE)) {
        uint32_t next_add = LC_NEVER, next_remove = LC_NEVER;
        if (i < to) {
            uint32_t call = q->moves[q->steps.at[i].add].call;
            next_add = call > added ? call : added;
        }
        if (j < i && q->steps.at[j].remove != LC_NO_MOVE) {
            uint32_t call = q->moves[q->steps.at[j].remove].call;
            next_remove = call > removed ? call : removed;
            if (points[j] > next_remove) next_remove = points[j];
        }
        if (next_add <= next_remove) {
            points[i] = added = next_add;
            lc_width_place(q->w, q->steps.at[i++].add);
        } else {
            removed = next_remove;
            lc_width_place(q->w, q->steps.at[j++].remove);
        }
    }
    *point = added > removed ? added : removed;
}

static bool place_all(lockstep *q) {
    for (uint32_t i = 0; i < q->adds.calls.count; i++)
        if (!lc_lane_took(&q->adds, q->adds.calls.at[i]))
            if (!lc_push(q->budget, &q->steps, (step){q->adds.calls.at[i], LC_NO_MOVE})) return false;
    size_t size = (q->steps.count + 1) * sizeof(uint32_t);
    uint32_t *points = lc_allocate(q->budget, size), from = 0, point = 0;
    if (!points) return false;
    for (uint32_t i = 0; i < q->steps.count; i++) {
        if (q->steps.at[i].add != LC_NO_MOVE) continue;
        merge(q, from, i, &point, points);
        uint32_t call = q->moves[q->steps.at[i].remove].call;
        if (call > point) point = call;
        lc_width_place(q->w, q->steps.at[i].remove);
        from = i + 1;
    }
    merge(q, from, q->steps.count, &point, points);
    lc_release(q->budget, points, size);
    return !lc_exhausted(q->budget);
}

/* ---- */

static bool start(lockstep *q) {
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

lc_outcome lc_width_queue(lc_width *w) {
    lc_moves *m = &w->moves;
    lockstep q = {.w = w, .budget = w->budget, .moves = m->list.at, .values = m->values.at, .used = LC_EMPTY_MULTISET};
    lc_configs_init(&q.configs, w->budget);
    lc_multisets_init(&q.sets, w->budget);
    lc_outcome outcome = start(&q) ? search(&q) : LC_HALTED;
    if (outcome == LC_HOLDS && !place_all(&q)) outcome = LC_HALTED;
    for (int i = 0; i < 3; i++) lc_lane_free(&q.lanes[i]);
    size_t count = m->values.count ? m->values.count : 1;
    lc_release(w->budget, q.left_add, 3 * count * sizeof *q.left_add);
    lc_vec_free(w->budget, &q.steps);
    lc_vec_free(w->budget, &q.choices);
    lc_vec_free(w->budget, &q.frames);
    lc_vec_free(w->budget, &q.masks);
    lc_vec_free(w->budget, &q.key);
    lc_configs_free(&q.configs);
    lc_multisets_free(&q.sets);
    return outcome;
}
