/* Objects without state whose operations take a step alone or in pairs: a matching in the graph of those that can have
 * met (Lawrence and Lowe, sections 7.3 and 7.4), in polynomial time.
 *
 * A part holds if and only if a matching covers all operations that returned and cannot have done so alone: the pairs
 * are the synchronizations (stateless.h).  Operations that did not return may be covered or not.
 *
 * Where operations are of two sides and the history is right, the algorithm of Hopcroft and Karp confirms that
 * (bipartite.c).  Else, as in the sweep, operations are given partners in the order of their returns, and of the free
 * candidates the one that returns first is taken.  Mostly that is all; where it fails, other operations change partners
 * (blossom.c).
 */
#include "check/sync/bipartite.h"
#include "check/sync/blossom.h"

static bool take_free_partner(lc_stateless *s, const lc_sync_graph *g, uint32_t x) {
    for (uint32_t k = g->from.at[x]; k < g->from.at[x + 1]; k++) {
        uint32_t y = g->to.at[k];
        if (s->ops.at[y].mate != LC_ALONE) continue;
        s->ops.at[x].mate = y;
        s->ops.at[y].mate = x;
        return true;
    }
    return false;
}

static lc_outcome match_all(lc_blossom *b) {
    lc_stateless *s = b->s;
    for (uint32_t place = 0; place < s->part->event_count; place++) {
        uint32_t x = s->note[lc_event_op(s->part->events[place])];
        if (s->ops.at[x].ends != place || !b->g->required.at[x]) continue;
        if (lc_grouping_stopped(s, b->work++)) return LC_HALTED;
        if (s->ops.at[x].mate != LC_ALONE || take_free_partner(s, b->g, x)) continue;
        lc_outcome outcome = lc_blossom_cover(b, x);
        if (outcome == LC_VIOLATED) return lc_fails_at(s, x);
        if (outcome != LC_HOLDS) return outcome;
    }
    return lc_put_pairs(s);
}

lc_outcome lc_matching(lc_stateless *s) {
    if (s->most > 2) return lc_not_for_me(s, "more than two operations take a step together");
    for (uint32_t i = 0; i < s->ops.count; i++) s->ops.at[i].mate = LC_ALONE;
    lc_sync_graph g;
    lc_blossom b = {.s = s};
    bool forget = s->space.forget;
    s->space.forget = true; /* everything worth storing is stored in the graph */
    lc_outcome outcome = lc_graph_build(&g, s);
    if (outcome == LC_HOLDS) outcome = lc_bipartite(s, &g);
    if (outcome == LC_HOLDS) outcome = lc_put_pairs(s);
    else if (outcome == LC_UNDECIDED)
        outcome = lc_blossom_init(&b, s, &g) ? match_all(&b) : lc_halt_grouping(s, LC_NO_MEMORY);
    s->space.forget = forget;
    lc_blossom_free(&b);
    lc_graph_free(&g, s->budget);
    return outcome;
}
