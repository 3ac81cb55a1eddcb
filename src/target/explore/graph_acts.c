#include "target/explore/graph_acts.h"

#include "target/runtime/order_parts.h"

lct_acts_state lct_acts LCT_STATE = {0};

/* In rows that were longer before. */
static void clear_from(uint32_t from) {
    uint64_t kept = ((uint64_t)1 << from % 64) - 1;
    for (uint32_t i = 0; i < from; i++)
        lct_acts.hb[i].word[from / 64] &= kept, lct_acts.apart[i].word[from / 64] &= kept;
    lct_acts.sc.word[from / 64] &= kept;
    lct_acts.fences.word[from / 64] &= kept;
}

static void relate(uint32_t k) {
    const lct_act *b = &lct_acts.at[k];
    lct_acts.words = k / 64 + 1;
    if (k % 64 == 0) clear_from(k);
    lct_row_clear(&lct_acts.hb[k]), lct_row_clear(&lct_acts.hb_before[k]), lct_row_clear(&lct_acts.apart[k]);
    for (uint32_t i = 0; i < k; i++) {
        const lct_act *a = &lct_acts.at[i];
        if (lct_act_is_hb(a, b)) lct_row_set(&lct_acts.hb[i], k), lct_row_set(&lct_acts.hb_before[k], i);
        if (lct_act_is_apart(a, b)) lct_row_set(&lct_acts.apart[i], k);
    }
    /* A read-modify-write is two events, one before the other, but of one location. */
    if (lct_g.genmc && b->both) lct_row_set(&lct_acts.apart[k], k);
    if (b->sc) lct_row_set(&lct_acts.sc, k);
    if (b->sc && b->fence) lct_row_set(&lct_acts.fences, k);
}

static void append(const lct_act *a) {
    if (lct_acts.count == LCT_ACTS) lct_stop(LCT_TOO_LONG);
    lct_acts.at[lct_acts.count] = *a;
    relate(lct_acts.count++);
}

/* The end of a thread, and the return from the join: two events, like those of its creation. */
static void append_join(const lct_graph_step *s, unsigned joined) {
    const lct_thread_clocks *end = &lct_order.threads[joined];
    append(&(lct_act){.hb = end->now, .tick = end->tick, .thread = (uint8_t)joined, .fence = true});
    append(&(lct_act){.hb = lct_clock_join(s->hb, lct_clock_with(end->now, joined, end->tick)),
                      .tick = s->tick,
                      .thread = s->thread,
                      .fence = true});
}

static void append_step(uint32_t step) {
    const lct_graph_step *s = &lct_g.at[step];
    const lct_step_event *e = &lct_t.events[step];
    assert(step < lct_g.finished);
    if (e->access == LCT_JOIN && e->address < LCT_THREADS && lct_t.born[e->address] >= 0)
        append_join(s, (unsigned)e->address);
    if (s->kind < LCT_GRAPH_LOAD) return;
    lct_act a = {.hb = s->hb, .tick = s->tick, .thread = s->thread, .location = LCT_ACT_OBJECT};
    if (s->kind != LCT_GRAPH_OBJECT) {
        a.location = s->location;
        a.sc = s->order == __ATOMIC_SEQ_CST;
        if (s->kind != LCT_GRAPH_STORE) a.read = s->source_rank;
        if (s->kind != LCT_GRAPH_LOAD) a.write = s->rank;
        a.both = a.read && a.write;
        assert(a.location && (a.read || a.write));
    }
    append(&a);
}

static void append_fences(uint32_t from, uint32_t to) {
    for (; from < to; from++) {
        const lct_graph_fence *f = &lct_g.fences[from];
        append(&(lct_act){
            .hb = f->hb, .tick = f->tick, .thread = f->thread, .fence = true, .sc = f->order == __ATOMIC_SEQ_CST});
    }
}

static void need_room(void) {
    if (lct_acts.at) return;
    lct_acts.at = lct_reserve(LCT_ACTS * sizeof *lct_acts.at);
    lct_acts.hb = lct_reserve(LCT_ACTS * sizeof *lct_acts.hb);
    lct_acts.hb_before = lct_reserve(LCT_ACTS * sizeof *lct_acts.hb_before);
    lct_acts.apart = lct_reserve(LCT_ACTS * sizeof *lct_acts.apart);
    lct_acts.before = lct_reserve(((size_t)lct_m.max_depth + 1) * sizeof *lct_acts.before);
}

void lct_acts_catch_up(uint32_t depth) {
    need_room();
    assert(lct_acts.depth <= depth && lct_t.nodes[depth].fences <= lct_g.fence_count);
    if (!lct_acts.depth) lct_acts.count = 0, append_fences(0, lct_t.nodes[0].fences);
    else if (lct_acts.count % 64) clear_from(lct_acts.count);
    for (; lct_acts.depth < depth; lct_acts.depth++) {
        append_step(lct_acts.depth);
        append_fences(lct_t.nodes[lct_acts.depth].fences, lct_t.nodes[lct_acts.depth + 1].fences);
        lct_acts.before[lct_acts.depth + 1] = lct_acts.count;
    }
    lct_acts.words = (lct_acts.count + 63) / 64;
}

void lct_acts_cut(uint32_t depth) {
    if (lct_acts.depth <= depth) return;
    lct_acts.depth = depth;
    lct_acts.count = lct_acts.before[depth]; /* of depth 0: see catch_up */
}
