/* From pairs to an order.
 *
 * Each operation has a point in time, the latest call of all that must not come after it (see the theorem in queue.c).
 * Between two EMPTYs the points of the additions ascend, and so do those of the removals: merge them.  That an addition
 * comes before its removal need not enter into the points of the removals, if additions go first where points are
 * equal.
 */
#include "check/bounded_width/lockstep.h"

static uint32_t greatest(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* The pairs taken between two EMPTYs, the first of them at `*point`, which becomes the last point. */
static void merge(lc_lockstep *q, uint32_t from, uint32_t to, uint32_t *point) {
    const lc_pair *pairs = q->pairs.at;
    uint32_t added = *point, removed = *point, i = from, j = from;
    for (;;) {
        bool removal_left = j < i && pairs[j].remove != LC_NO_MOVE;
        if (i == to && !removal_left) break;
        uint32_t next_add = i < to ? greatest(added, q->moves[pairs[i].add].call) : LC_NEVER;
        uint32_t next_remove = removal_left ? greatest(removed, q->moves[pairs[j].remove].call) : LC_NEVER;
        if (next_add <= next_remove) {
            added = next_add;
            lc_bounded_width_place(q->w, pairs[i++].add);
        } else {
            removed = next_remove;
            lc_bounded_width_place(q->w, pairs[j++].remove);
        }
    }
    *point = greatest(added, removed);
}

bool lc_lockstep_interleave(lc_lockstep *q) {
    for (uint32_t i = 0; i < q->adds.calls.count; i++) {
        uint32_t add = q->adds.calls.at[i];
        if (lc_lane_took(&q->adds, add)) continue;
        if (!lc_push(q->budget, &q->pairs, (lc_pair){add, LC_NO_MOVE})) return false;
    }
    uint32_t from = 0, point = 0;
    for (uint32_t i = 0; i < q->pairs.count; i++) {
        uint32_t empty = q->pairs.at[i].remove;
        if (q->pairs.at[i].add != LC_NO_MOVE) continue;
        merge(q, from, i, &point);
        point = greatest(point, q->moves[empty].call);
        lc_bounded_width_place(q->w, empty);
        from = i + 1;
    }
    merge(q, from, q->pairs.count, &point);
    return !lc_exhausted(q->budget);
}
