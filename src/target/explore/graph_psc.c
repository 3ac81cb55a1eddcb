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
 * The graph without the current step has no cycle, and happens-before does not leave that step.  So an edge of psc is
 * new only if it goes to the step, or if it goes *through* it: it begins there, or in a fence that happens before it,
 * goes on by mo, rb or eco to newer writes and their readers, and ends in one of these, or in a fence after them.  All
 * such edges begin in each of a few sources and end in each of a few targets; the edges by eco alone begin in the
 * fences alone.  There is a new cycle if and only if old edges, and then one to the step, lead from a target to a
 * source.
 */
#include "target/explore/graph_acts.h"
#include "target/runtime/order_parts.h"

static struct {
    lct_row *psc; /* of each act: those after it, if they are known */
    uint32_t *asked, question;
} q LCT_STATE = {0};

/* ---- relations ---- */

static bool is_at_one(const lct_act *a, const lct_act *b) {
    return !a->fence && !b->fence && a->location == b->location && a->location != LCT_ACT_OBJECT;
}

/* By modification order and reads-from: a write comes before all later ones and the readers of itself and of those, a
 * read before all writes later than the one it read. */
static bool is_eco(const lct_act *a, const lct_act *b) {
    if (!is_at_one(a, b)) return false;
    if (a->write && ((b->write && a->write < b->write) || (b->read && a->write <= b->read))) return true;
    return a->read && ((b->write && a->read < b->write) || (b->read && a->read < b->read));
}

/* mo | rb. */
static bool is_overwritten(const lct_act *a, const lct_act *b) {
    if (!is_at_one(a, b) || !b->write) return false;
    return (a->write && a->write < b->write) || (a->read && a->read < b->write);
}

/* ---- old edges ---- */

/* The acts after the first one of those apart are after all of them: these are of one thread. */
static const lct_row *after_apart(uint32_t i) {
    for (uint32_t w = i / 64; w < lct_acts.words; w++)
        if (lct_acts.apart[i].word[w])
            return &lct_acts.hb[w * 64 + (uint32_t)__builtin_ctzll(lct_acts.apart[i].word[w])];
    return NULL;
}

static void add_scb(uint32_t i, lct_row *scb) {
    const lct_act *a = &lct_acts.at[i];
    const lct_row *middle = after_apart(i);
    if (middle) LCT_EACH_ACT(k, middle) lct_row_add(scb, &lct_acts.apart[k]);
    for (uint32_t k = 0; k < lct_acts.count; k++) {
        const lct_act *b = &lct_acts.at[k];
        if (k > i && (a->thread == b->thread || (is_at_one(a, b) && lct_row_has(&lct_acts.hb[i], k))))
            lct_row_set(scb, k);
        else if (is_overwritten(a, b)) lct_row_set(scb, k);
    }
}

static void add_eco(const lct_act *a, lct_row *eco) {
    for (uint32_t k = 0; k < lct_acts.count; k++)
        if (is_eco(a, &lct_acts.at[k])) lct_row_set(eco, k);
}

/* Those of seq_cst in which an edge ends that has come to these by scb. */
static void add_ends(const lct_row *scb, lct_row *ends) {
    for (uint32_t w = 0; w < lct_acts.words; w++) ends->word[w] |= scb->word[w] & lct_acts.sc.word[w];
    LCT_EACH_ACT(f, &lct_acts.fences) {
        if (lct_rows_meet(scb, &lct_acts.hb_before[f])) lct_row_set(ends, f);
    }
}

/* The same by eco. */
static void add_far_ends(const lct_row *eco, lct_row *ends) {
    LCT_EACH_ACT(f, &lct_acts.fences) {
        if (lct_rows_meet(eco, &lct_acts.hb_before[f])) lct_row_set(ends, f);
    }
}

static const lct_row *psc_of(uint32_t i) {
    lct_row *psc = &q.psc[i];
    if (q.asked[i] == q.question) return psc;
    q.asked[i] = q.question;
    lct_row scb, far;
    lct_row_clear(&scb), lct_row_clear(psc);
    add_scb(i, &scb);
    if (lct_acts.at[i].fence) {
        lct_row_clear(&far);
        LCT_EACH_ACT(k, &lct_acts.hb[i]) {
            add_scb(k, &scb);
            add_eco(&lct_acts.at[k], &far);
        }
        add_far_ends(&far, psc);
        for (uint32_t w = 0; w < lct_acts.words; w++) psc->word[w] |= lct_acts.hb[i].word[w] & lct_acts.fences.word[w];
    }
    add_ends(&scb, psc);
    return psc;
}

/* Goes on from acts that were met to all after them. */
static void reach(lct_row *met, lct_row *left) {
    for (uint32_t w = 0; w < lct_acts.words;) {
        if (!left->word[w]) {
            w++;
            continue;
        }
        uint32_t i = w * 64 + (uint32_t)__builtin_ctzll(left->word[w]);
        left->word[w] &= left->word[w] - 1;
        const lct_row *next = psc_of(i);
        for (uint32_t k = 0; k < lct_acts.words; k++) {
            uint64_t more = next->word[k] & ~met->word[k];
            met->word[k] |= more;
            left->word[k] |= more;
            if (more && k < w) w = k;
        }
    }
}

/* ---- the current step ---- */

static bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }

/* It is done to this candidate. */
static lct_act step_at(const lct_weak_access *now, uint32_t candidate) {
    const lct_version *v = &lct_versions.at[candidate];
    bool compares = now->kind == LCT_WEAK_COMPARE,
         fails = compares && lct_version_bytes(candidate, now->low, now->size) != now->expected;
    assert(v->location == now->location);
    uint64_t above = v->newer ? lct_versions.at[v->newer].rank : v->rank + 2, between = v->rank + (above - v->rank) / 2;
    bool taken = now->kind != LCT_WEAK_STORE && v->flags & LCT_VERSION_TAKEN; /* it only revisits, see graph.h */
    bool writes = now->kind != LCT_WEAK_LOAD && !fails;
    lct_act a = {.thread = lct_m.current,
                 .location = now->location,
                 .tick = lct_order.threads[lct_m.current].tick,
                 .read = now->kind == LCT_WEAK_STORE ? 0 : v->rank,
                 .write = writes && !taken ? between : 0,
                 .both = writes && now->kind != LCT_WEAK_STORE,
                 .sc = (fails ? now->failure : now->order) == __ATOMIC_SEQ_CST,
                 .hb = lct_order.threads[lct_m.current].now};
    if (a.read && v->sync >= 0 && acquires(fails ? now->failure : now->order))
        a.hb = lct_clock_join(a.hb, lct_order.published[v->sync]);
    return a;
}

/* The acts from which scb leads to the step. */
static void find_before(const lct_act *now, const lct_row *past, lct_row *before) {
    lct_row own;
    lct_row_clear(&own);
    for (uint32_t i = 0; i < lct_acts.count; i++)
        if (lct_act_is_apart(&lct_acts.at[i], now)) lct_row_set(&own, i);
    for (uint32_t i = 0; i < lct_acts.count; i++) {
        const lct_act *a = &lct_acts.at[i];
        const lct_row *middle = after_apart(i);
        if (a->thread == now->thread || (is_at_one(a, now) && lct_row_has(past, i)) || is_overwritten(a, now) ||
            (middle && lct_rows_meet(middle, &own)) ||
            (lct_g.genmc && now->both && lct_rows_meet(&lct_acts.apart[i], past)))
            lct_row_set(before, i);
    }
}

/* Does an old edge, or one to the step, lead from one of these to it? */
static bool leads_to(const lct_row *met, const lct_act *now, const lct_row *past) {
    lct_row before;
    lct_row_clear(&before);
    find_before(now, past, &before);
    if (lct_rows_meet(met, &before)) return true;
    for (uint32_t w = 0; w < lct_acts.words; w++)
        for (uint64_t left = met->word[w] & lct_acts.fences.word[w]; left; left &= left - 1)
            if (lct_rows_meet(&lct_acts.hb[w * 64 + (uint32_t)__builtin_ctzll(left)], &before)) return true;
    return false;
}

static bool closes_cycle(const lct_act *now) {
    lct_row past, sources, newer, far, met, left;
    lct_row_clear(&past), lct_row_clear(&sources), lct_row_clear(&newer), lct_row_clear(&met);
    for (uint32_t i = 0; i < lct_acts.count; i++)
        if (lct_act_is_hb(&lct_acts.at[i], now)) lct_row_set(&past, i);
    for (uint32_t w = 0; w < lct_acts.words; w++) sources.word[w] = past.word[w] & lct_acts.fences.word[w];
    bool fenced = lct_rows_meet(&sources, &sources);
    if (!fenced && !now->sc) return false;
    for (uint32_t i = 0; i < lct_acts.count; i++)
        if (is_overwritten(now, &lct_acts.at[i])) lct_row_set(&newer, i);
    add_ends(&newer, &met);
    left = met;
    reach(&met, &left);
    if (lct_rows_meet(&met, &sources) || (now->sc && leads_to(&met, now, &past))) return true;
    if (!fenced) return false;
    lct_row_clear(&far);
    add_eco(now, &far);
    add_far_ends(&far, &left);
    lct_row_add(&met, &left);
    reach(&met, &left);
    return lct_rows_meet(&met, &sources);
}

/* ---- the question ---- */

static uint32_t count_sc(const lct_weak_access *now) {
    uint32_t count = now->order == __ATOMIC_SEQ_CST;
    for (int32_t i = 0; i < lct_m.depth - 1; i++) {
        const lct_graph_step *s = &lct_g.at[i];
        count += s->order == __ATOMIC_SEQ_CST && s->kind >= LCT_GRAPH_LOAD && s->kind <= LCT_GRAPH_UPDATE;
    }
    for (uint32_t i = 0; i < lct_g.fence_count; i++) count += lct_g.fences[i].order == __ATOMIC_SEQ_CST;
    return count;
}

static void need_room(void) {
    if (q.psc) return;
    q.psc = lct_reserve(LCT_ACTS * sizeof *q.psc);
    q.asked = lct_reserve(LCT_ACTS * sizeof *q.asked);
}

uint64_t lct_graph_psc(const lct_weak_access *now, uint64_t ages) {
    if (ages <= 1 || count_sc(now) < 2) return ages;
    need_room();
    lct_acts_catch_up((uint32_t)lct_m.depth - 1);
    q.question++;
    for (uint32_t age = 1; age < now->count; age++) {
        if (!(ages >> age & 1)) continue;
        lct_act a = step_at(now, now->candidates[age]);
        if (closes_cycle(&a)) ages &= ~((uint64_t)1 << age);
    }
    return ages;
}
