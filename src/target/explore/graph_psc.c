/* The partial order of sequentially consistent operations of RC11 (PLDI 2017, figure 1).
 *
 *     scb  = sb | (sb\loc ; hb ; sb\loc) | hb on one location | mo | rb
 *     psc  = ([sc] | [sc fence];hb?) ; scb ; ([sc] | hb?;[sc fence])
 *          | [sc fence] ; (hb | hb;eco;hb) ; [sc fence]
 *
 * must have no cycle; sb\loc is program order between different locations.  A step that reads the newest version and
 * writes the newest one has no edge that leaves it, so this is checked only for older ones.  With fewer than two
 * operations of seq_cst there is no cycle.
 *
 * Positions in modification order are compared by rank.  Relations are rows of bits.
 */
#include <string.h>

#include "target/explore/graph.h"
#include "target/runtime/order_parts.h"

enum { MOST = 1 << 12, WORDS = MOST / 64 };

typedef struct row {
    uint64_t word[WORDS];
} row;

typedef struct act {
    lct_clock hb;
    uint64_t read, write; /* ranks; 0: it does not */
    uint32_t location;    /* 0: a fence */
    uint32_t place;       /* in its thread */
    int16_t tick;
    uint8_t thread;
    bool sc, fence;
} act;

static struct {
    act *at;
    row *hb, *hb_before, *apart; /* apart: sb\loc */
    row *psc;
    uint32_t count, words;
    uint32_t *sc, sc_count;
} p LCT_STATE = {0};

enum { OBJECT = UINT32_MAX };

static void set(row *r, uint32_t i) { r->word[i / 64] |= (uint64_t)1 << i % 64; }
static void add(row *to, const row *from) {
    for (uint32_t i = 0; i < p.words; i++) to->word[i] |= from->word[i];
}
static bool meets(const row *a, const row *b) {
    for (uint32_t i = 0; i < p.words; i++)
        if (a->word[i] & b->word[i]) return true;
    return false;
}
static bool has(const row *r, uint32_t i) { return r->word[i / 64] >> i % 64 & 1; }
static void clear(row *r) { memset(r->word, 0, p.words * sizeof *r->word); }

/* to |= the rows of all that are in `which`. */
static void add_rows(row *to, const row *which, const row *rows) {
    for (uint32_t w = 0; w < p.words; w++)
        for (uint64_t left = which->word[w]; left; left &= left - 1)
            add(to, &rows[w * 64 + (uint32_t)__builtin_ctzll(left)]);
}

/* ---- the acts ---- */

static act *next_act(void) {
    if (p.count == MOST) lct_stop(LCT_TOO_LONG);
    act *a = &p.at[p.count++];
    *a = (act){0};
    return a;
}

static uint32_t count_sc(const lct_weak_access *now) {
    uint32_t count = now->order == __ATOMIC_SEQ_CST;
    for (int32_t i = 0; i < lct_m.depth - 1; i++) {
        const lct_graph_step *s = &lct_g.at[i];
        count += s->order == __ATOMIC_SEQ_CST && s->kind >= LCT_GRAPH_LOAD && s->kind <= LCT_GRAPH_UPDATE;
    }
    for (uint32_t i = 0; i < lct_g.fence_count; i++) count += lct_g.fences[i].order == __ATOMIC_SEQ_CST;
    return count;
}

static void add_step(uint32_t step) {
    const lct_graph_step *s = &lct_g.at[step];
    assert(step < lct_g.finished);
    if (s->kind < LCT_GRAPH_LOAD) return;
    act *a = next_act();
    a->hb = s->hb;
    a->tick = s->tick;
    a->thread = s->thread;
    a->place = (uint32_t)s->number << 16;
    a->location = s->kind == LCT_GRAPH_OBJECT ? OBJECT : s->location;
    if (s->kind == LCT_GRAPH_OBJECT) return;
    a->sc = s->order == __ATOMIC_SEQ_CST;
    if (s->kind != LCT_GRAPH_STORE) a->read = s->source_rank;
    if (s->kind != LCT_GRAPH_LOAD) a->write = s->rank;
    assert(a->location && (a->read || a->write));
}

static void add_fence(uint32_t i) {
    const lct_graph_fence *f = &lct_g.fences[i];
    act *a = next_act();
    a->hb = f->hb;
    a->tick = f->tick;
    a->thread = f->thread;
    a->place = (uint32_t)f->number << 16 | (i + 1);
    a->fence = true;
    a->sc = f->order == __ATOMIC_SEQ_CST;
}

/* The current step; the version that it reads follows (give). */
static act *add_now(const lct_weak_access *now) {
    act *a = next_act();
    a->thread = lct_m.current;
    a->place = (uint32_t)lct_t.steps[lct_m.current] << 16;
    a->location = now->location;
    a->sc = now->order == __ATOMIC_SEQ_CST;
    a->tick = lct_order.threads[lct_m.current].tick;
    return a;
}

static bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }

/* It is done to this candidate. */
static void give(act *a, const lct_weak_access *now, uint32_t candidate) {
    const lct_version *v = &lct_versions.at[candidate];
    bool compares = now->kind == LCT_WEAK_COMPARE,
         fails = compares && lct_version_bytes(candidate, now->low, now->size) != now->expected;
    assert(v->location == now->location);
    uint64_t above = v->newer ? lct_versions.at[v->newer].rank : v->rank + 2, between = v->rank + (above - v->rank) / 2;
    a->read = now->kind == LCT_WEAK_STORE ? 0 : v->rank;
    bool taken = now->kind != LCT_WEAK_STORE && v->flags & LCT_VERSION_TAKEN; /* it only revisits, see graph.h */
    a->write = now->kind == LCT_WEAK_LOAD || fails || taken ? 0 : between;
    a->sc = (fails ? now->failure : now->order) == __ATOMIC_SEQ_CST;
    a->hb = lct_order.threads[lct_m.current].now;
    if (a->read && v->sync >= 0 && acquires(fails ? now->failure : now->order))
        a->hb = lct_clock_join(a->hb, lct_order.published[v->sync]);
}

/* ---- relations ---- */

static bool is_hb(const act *a, const act *b) {
    if (a->thread == b->thread) return a->place < b->place;
    return lct_clock_at(&b->hb, a->thread) >= a->tick;
}

static bool differs(const act *a, const act *b) { return a->fence || b->fence || a->location != b->location; }

static bool is_sb(const act *a, const act *b) { return a->thread == b->thread && a->place < b->place; }

/* By modification order and reads-from: a write comes before all later ones and the readers of itself and of those, a
 * read before all writes later than the one it read. */
static bool is_eco(const act *a, const act *b) {
    if (a == b || a->fence || b->fence || a->location != b->location || a->location == OBJECT) return false;
    if (a->write && ((b->write && a->write < b->write) || (b->read && a->write <= b->read))) return true;
    return a->read && ((b->write && a->read < b->write) || (b->read && a->read < b->read));
}

/* mo | rb. */
static bool is_overwritten(const act *a, const act *b) {
    if (a == b || a->fence || b->fence || a->location != b->location || a->location == OBJECT || !b->write)
        return false;
    return (a->write && a->write < b->write) || (a->read && a->read < b->write);
}

static void relate(uint32_t i, uint32_t k) {
    const act *a = &p.at[i], *b = &p.at[k];
    if (is_hb(a, b)) set(&p.hb[i], k), set(&p.hb_before[k], i);
    if (is_sb(a, b) && (lct_g.genmc || differs(a, b))) set(&p.apart[i], k);
}

static void relate_all(void) {
    assert(p.count && p.count <= MOST);
    p.words = (p.count + 63) / 64;
    for (uint32_t i = 0; i < p.count; i++) clear(&p.hb[i]), clear(&p.hb_before[i]), clear(&p.apart[i]);
    for (uint32_t i = 0; i < p.count; i++)
        for (uint32_t k = 0; k < p.count; k++)
            if (i != k) relate(i, k);
    /* A read-modify-write is two events, one before the other, but of one location. */
    for (uint32_t i = 0; i < p.count && lct_g.genmc; i++)
        if (p.at[i].read && p.at[i].write) set(&p.apart[i], i);
}

static void scb_of(uint32_t i, row *scb) {
    row middle, end;
    clear(&middle);
    clear(&end);
    add_rows(&middle, &p.apart[i], p.hb);
    add_rows(&end, &middle, p.apart);
    add(scb, &end);
    for (uint32_t k = 0; k < p.count; k++) {
        const act *a = &p.at[i], *b = &p.at[k];
        bool here = !a->fence && !b->fence && a->location == b->location && a->location != OBJECT;
        if (is_sb(a, b) || (here && has(&p.hb[i], k)) || is_overwritten(a, b)) set(scb, k);
    }
}

static void eco_of(uint32_t i, row *eco) {
    for (uint32_t k = 0; k < p.count; k++)
        if (is_eco(&p.at[i], &p.at[k])) set(eco, k);
}

static void each(const row *which, void (*visit)(uint32_t, row *), row *to) {
    for (uint32_t w = 0; w < p.words; w++)
        for (uint64_t left = which->word[w]; left; left &= left - 1)
            visit(w * 64 + (uint32_t)__builtin_ctzll(left), to);
}

/* The operations of seq_cst that come after number `i` of them. */
static void psc_of(uint32_t i, row *psc) {
    uint32_t a = p.sc[i];
    row scb, far;
    clear(&scb);
    clear(&far);
    scb_of(a, &scb);
    if (p.at[a].fence) {
        each(&p.hb[a], scb_of, &scb);
        each(&p.hb[a], eco_of, &far);
    }
    clear(psc);
    for (uint32_t k = 0; k < p.sc_count; k++) {
        uint32_t b = p.sc[k];
        bool fence = p.at[b].fence;
        if (has(&scb, b) || (fence && meets(&scb, &p.hb_before[b]))) set(psc, k);
        else if (fence && p.at[a].fence && (has(&p.hb[a], b) || meets(&far, &p.hb_before[b]))) set(psc, k);
    }
}

static bool has_cycle(void) {
    p.sc_count = 0;
    for (uint32_t i = 0; i < p.count; i++)
        if (p.at[i].sc) p.sc[p.sc_count++] = i;
    for (uint32_t i = 0; i < p.sc_count; i++) psc_of(i, &p.psc[i]);
    for (uint32_t k = 0; k < p.sc_count; k++)
        for (uint32_t i = 0; i < p.sc_count; i++)
            if (has(&p.psc[i], k)) add(&p.psc[i], &p.psc[k]);
    for (uint32_t i = 0; i < p.sc_count; i++)
        if (has(&p.psc[i], i)) return true;
    return false;
}

static void need_room(void) {
    if (p.at) return;
    p.at = lct_reserve(MOST * sizeof *p.at);
    p.hb = lct_reserve(MOST * sizeof *p.hb);
    p.hb_before = lct_reserve(MOST * sizeof *p.hb_before);
    p.apart = lct_reserve(MOST * sizeof *p.apart);
    p.psc = lct_reserve(MOST * sizeof *p.psc);
    p.sc = lct_reserve(MOST * sizeof *p.sc);
}

uint64_t lct_graph_psc(const lct_weak_access *now, uint64_t ages) {
    if (count_sc(now) < 2) return ages;
    need_room();
    p.count = 0;
    for (int32_t i = 0; i < lct_m.depth - 1; i++) add_step((uint32_t)i);
    for (uint32_t i = 0; i < lct_g.fence_count; i++) add_fence(i);
    act *a = add_now(now);
    for (uint32_t age = 1; age < now->count; age++) {
        if (!(ages >> age & 1)) continue;
        give(a, now, now->candidates[age]);
        relate_all();
        if (has_cycle()) ages &= ~((uint64_t)1 << age);
    }
    return ages;
}
