/* The steps possible in a configuration of a queue: see queue.c for why these, and only these. */
#include "check/bounded_width/lockstep.h"

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Until when they must have been called. */
typedef struct bounds {
    uint32_t add, remove; /* the operations taken next */
    uint32_t prefer;      /* a removal that may be preferred to other ones, even if an EMPTY is still to come */
} bounds;

static bounds find_bounds(const lc_lockstep *q) {
    uint32_t adds = lc_lane_end(&q->adds), removes = lc_lane_end(&q->removes), empties = lc_lane_end(&q->empties);
    uint32_t first_empty = LC_NEVER;
    for (uint32_t w = 0; w < q->empties.words; w++)
        for (uint64_t rest = lc_lane_rest(&q->empties, w); rest; rest &= rest - 1)
            first_empty = least(first_empty, q->moves[lc_lane_move(&q->empties, w, rest)].call);
    return (bounds){.add = least(least(adds, removes), empties),
                    .remove = least(removes, empties),
                    .prefer = first_empty > adds ? first_empty : adds};
}

/* The addition of this value that can be taken and returns first. */
static uint32_t find_add(const lc_lockstep *q, uint32_t value, const bounds *b) {
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
static uint32_t find_pending_add(const lc_lockstep *q, uint32_t value, const bounds *b) {
    const lc_moved *v = &q->all->values.at[value];
    if (q->used_add[value] == v->pending) return LC_NO_MOVE;
    uint32_t move = q->all->adders.at[v->adders + q->used_add[value]];
    return q->moves[move].call < b->add ? move : LC_NO_MOVE;
}

/* Is there a removal of the same value that can be taken first? */
static bool another_first(const lc_lockstep *q, const lc_move *removal, const bounds *b) {
    uint32_t until = least(b->remove, b->prefer);
    for (uint32_t w = 0; w < q->removes.words; w++)
        for (uint64_t rest = lc_lane_rest(&q->removes, w); rest; rest &= rest - 1) {
            const lc_move *it = &q->moves[lc_lane_move(&q->removes, w, rest)];
            if (it->value == removal->value && it->end < removal->end && it->call < until) return true;
        }
    return false;
}

/* Pairs with a pending operation; the completed one is that which is due. */
static void offer_pending(lc_lockstep *q, const bounds *b) {
    uint32_t add = lc_lane_due(&q->adds), remove = lc_lane_due(&q->removes);
    if (add != LC_NO_MOVE && q->moves[add].call < b->add && q->helpers < q->all->removers.count) {
        uint32_t value = q->moves[add].value, helper = q->all->removers.at[q->helpers];
        if (q->moves[helper].call < b->remove && q->left_add[value] > q->left_remove[value])
            (void)lc_push(q->budget, &q->choices, (lc_pair){add, helper});
    }
    if (remove != LC_NO_MOVE && q->moves[remove].call < b->remove) {
        uint32_t helper = find_pending_add(q, q->moves[remove].value, b);
        if (helper != LC_NO_MOVE) (void)lc_push(q->budget, &q->choices, (lc_pair){helper, remove});
    }
}

/* Keeps the choices from `first` on sorted so that the removal that returns first is tried first. */
static void offer(lc_lockstep *q, uint32_t first, lc_pair pair) {
    if (!lc_push(q->budget, &q->choices, pair)) return;
    uint32_t i = q->choices.count - 1;
    for (; i > first && q->moves[q->choices.at[i - 1].remove].end < q->moves[pair.remove].end; i--)
        q->choices.at[i] = q->choices.at[i - 1];
    q->choices.at[i] = pair;
}

void lc_lockstep_choices(lc_lockstep *q) {
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
            if (alone && it->call < b.prefer) {
                q->choices.count = none;
                (void)lc_push(q->budget, &q->choices, (lc_pair){add, remove});
                return;
            }
            if (!lc_move_pends(&q->moves[add])) offer(q, first, (lc_pair){add, remove});
        }
}
