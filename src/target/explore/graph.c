/* The walk over all graphs: see graph.h. */
#include "target/explore/graph.h"

#include <string.h>

#include "target/explore/graph_acts.h"
#include "target/explore/graph_symmetry.h"
#include "target/explore/share.h"
#include "target/explore/worker.h"
#include "target/runtime/explorer.h"
#include "target/runtime/order_parts.h"

lct_graph lct_g LCT_STATE = {0};

enum { REVISITS = LCT_ROOM(1 << 18), FENCES = 1 << 14, SAVED = LCT_ROOM(1 << 18), FRAMES = 1 << 14 };

/* The steps that a revisit has replaced, to come back. */
typedef struct frame {
    uint32_t base, count; /* they were from here on, and so many */
    uint32_t saved;       /* where they are */
    uint32_t outer;       /* the base of the frame around it */
    uint32_t revisits;    /* records in use */
} frame;

static struct {
    frame *frames;
    uint32_t frame_count;
    lct_graph_step *saved;
    uint32_t saved_count;
} f LCT_STATE = {0};

void lct_graph_init(uint32_t max_depth) {
    lct_g.at = lct_reserve((max_depth + LCT_THREADS) * sizeof *lct_g.at);
    lct_g.revisits = lct_reserve(REVISITS * sizeof *lct_g.revisits);
    lct_g.fences = lct_reserve(FENCES * sizeof *lct_g.fences);
    f.frames = lct_reserve(FRAMES * sizeof *f.frames);
    f.saved = lct_reserve(SAVED * sizeof *f.saved);
}

void lct_graph_cut(uint32_t depth) {
    assert(lct_t.nodes[depth].fences <= lct_g.fence_count);
    if (lct_g.finished > depth) lct_g.finished = depth;
    lct_acts_cut(depth);
    lct_g.fence_count = lct_t.nodes[depth].fences;
}

void lct_graph_clear(void) {
    lct_g.finished = lct_g.fence_count = 0;
    lct_acts_cut(0);
}

static void start(void) {
    lct_g.length = lct_g.valid = lct_g.base = lct_g.finished = 0;
    lct_g.revisit_count = lct_g.fence_count = 0;
    lct_g.level = 0;
    lct_g.some_passed = false;
    f.frame_count = f.saved_count = 0;
}

/* ---- the place of a step in the graph ---- */

/* Which past is computed. */
typedef enum past_kind {
    EXPLORED, /* the one by which graphs are explored, with twins (graph_symmetry.c) */
    OWN       /* that of the graph */
} past_kind;

static void join(lct_clock *past, int32_t step, past_kind kind) {
    if (step < 0) return;
    assert((uint32_t)step < lct_g.finished); /* else its past is not known yet */
    const lct_graph_step *s = &lct_g.at[step];
    *past = lct_clock_join(*past, kind == OWN ? s->own_past : s->past);
}

static void join_threads(lct_clock *past, const lct_step_event *e, uint32_t step, past_kind kind) {
    for (unsigned t = 0; t < lct_m.thread_count; t++)
        if (t != e->thread && (e->after_all || e->address >= LCT_THREADS || e->address == t))
            join(past, lct_graph_last_before(t, step), kind);
}

static void join_version(lct_clock *past, uint32_t version, past_kind kind) {
    if (version) join(past, lct_versions.at[version].step, kind);
}

/* The last operation on just the same bytes comes after all before it. */
static void join_objects(lct_clock *past, uint32_t step, past_kind kind) {
    const lct_step_event *e = &lct_t.events[step];
    for (uint32_t i = step; i-- > 0;) {
        if (lct_g.at[i].kind != LCT_GRAPH_OBJECT || !lct_graph_same_object(i, step)) continue;
        join(past, (int32_t)i, kind);
        if (lct_t.events[i].address == e->address && lct_t.events[i].size == e->size) return;
    }
}

static void join_bytes(lct_clock *past, const lct_step_event *e, uint32_t step, past_kind kind) {
    for (uint32_t i = 0; i < step; i++) {
        const lct_step_event *x = &lct_t.events[i];
        if (lct_g.at[i].kind == LCT_GRAPH_OBJECT && x->address < e->after + e->after_size &&
            e->after < x->address + x->size)
            join(past, (int32_t)i, kind);
    }
}

/* An atomic access that no instruction performs: the library does it under a lock, and it has no versions. */
static bool is_wide(const lct_step_event *e) {
    bool atomic = e->shown >= LCT_STEP_LOAD && e->shown <= LCT_STEP_CAS_FAILED;
    return atomic && (e->size > 16 || (e->size & (e->size - 1)) || e->address % e->size);
}

/* An atomic access in which the execution ended has done nothing. */
static uint8_t kind_of(const lct_step_event *e) {
    if (is_wide(e)) return LCT_GRAPH_OBJECT;
    if (e->shown <= LCT_STEP_CAS_FAILED) return LCT_GRAPH_OTHER;
    if (e->access == LCT_LOCAL) return e->values ? LCT_GRAPH_CHOICE : LCT_GRAPH_OTHER;
    return e->access == LCT_JOIN || e->access == LCT_END ? LCT_GRAPH_OTHER : LCT_GRAPH_OBJECT;
}

static void note_hb(lct_graph_step *s) {
    if (s->known_hb) return;
    s->known_hb = true;
    s->hb = lct_order.threads[s->thread].now;
}

static lct_clock past_of(const lct_graph_step *s, const lct_step_event *e, uint32_t step, past_kind kind) {
    lct_clock past = {0};
    join(&past, e->before >= 0 ? e->before : lct_t.born[e->thread], kind);
    if (s->kind >= LCT_GRAPH_LOAD && s->kind <= LCT_GRAPH_UPDATE) join_version(&past, lct_versions.source[step], kind);
    if (s->kind == LCT_GRAPH_OBJECT) join_objects(&past, step, kind);
    if (e->access == LCT_JOIN || e->after_all) join_threads(&past, e, step, kind);
    if (e->after_step >= 0) join(&past, e->after_step, kind);
    if (e->after) join_bytes(&past, e, step, kind);
    if (kind == EXPLORED) join(&past, s->twin, kind);
    return lct_clock_with(past, e->thread, e->number);
}

/* Total store order: see graph_model.c. */
static void note_buffer(lct_graph_step *s, const lct_step_event *e, uint32_t step) {
    const lct_graph_step *before = e->before >= 0 ? &lct_g.at[e->before] : NULL;
    bool drains = s->locked || s->kind == LCT_GRAPH_OBJECT || e->access == LCT_JOIN ||
                  (s->kind == LCT_GRAPH_STORE && s->order == __ATOMIC_SEQ_CST);
    s->last_load = s->kind == LCT_GRAPH_LOAD || drains ? (int32_t)step : before ? before->last_load : -1;
    s->last_store = s->kind == LCT_GRAPH_STORE || drains ? (int32_t)step : before ? before->last_store : -1;
    s->drained = drains || s->fenced ? s->last_store : before ? before->drained : -1;
}

/* The step has been taken: all that it does is known. */
static void finish(uint32_t step) {
    lct_graph_step *s = &lct_g.at[step];
    const lct_step_event *e = &lct_t.events[step];
    assert(step == lct_g.finished && s->thread == e->thread && e->number > 0);
    s->number = e->number;
    s->choice = lct_m.choices[step];
    if (s->kind == LCT_GRAPH_OTHER) s->kind = kind_of(e);
    s->past = past_of(s, e, step, EXPLORED);
    s->own_past = lct_symmetry_used() ? past_of(s, e, step, OWN) : s->past;
    assert(e->before < 0 || lct_graph_in(&s->past, &lct_g.at[e->before]));
    note_hb(s);
    note_buffer(s, e, step);
    s->same = lct_symmetry_is_same(step);
    bool first = s->how == LCT_GRAPH_FREE;
    if (first) s->values = e->values;
    if (s->revisits_due && s->how == LCT_GRAPH_REVISITED) {
        s->write_stamp = ++lct_g.clock;
        s->revisits = lct_g.revisit_count;
        s->revisit_count = 0;
        s->revisits_due = s->kind == LCT_GRAPH_UPDATE;
    }
    if (first || s->revisits_due) s->revisit_level = lct_g.level;
    if ((first || s->revisits_due) && lct_t.strategy->graphs) lct_graph_find_revisits(step);
    s->revisits_due = false;
    if (s->how != LCT_GRAPH_REVISITED) s->how = LCT_GRAPH_BY_RANK;
}

static void finish_steps(uint32_t until) {
    for (; lct_g.finished < until; lct_g.finished++) finish(lct_g.finished);
}

/* ---- choosing ---- */

static lct_mask bit(unsigned thread) { return lct_bit(thread); }

/* The end of the program is put off until no other thread can go on: their failures count. */
static unsigned next_thread(lct_mask enabled) {
    lct_mask others = enabled;
    for (lct_mask left = enabled; left; left &= (lct_mask)(left - 1)) {
        unsigned t = lct_first(left);
        if (lct_m.threads[t].pending.access == LCT_END) others &= (lct_mask)~bit(t);
    }
    return lct_first(others ? others : enabled);
}

static void begin_step(uint32_t depth, unsigned thread, bool fresh) {
    lct_graph_step *s = &lct_g.at[depth];
    if (fresh) {
        *s = (lct_graph_step){.passed = LCT_GRAPH_NONE, .thread = (uint8_t)thread};
        s->stamp = s->write_stamp = ++lct_g.clock;
        s->level = s->revisit_level = lct_g.level;
        s->revisits = lct_g.revisit_count; /* read-modify-writes may come before it is finished */
    }
    s->tick = lct_order.threads[thread].tick; /* a step that releases ends it */
    s->twin = lct_symmetry_twin(thread, depth);
    s->known_hb = false;
    s->kind = LCT_GRAPH_OTHER;
    s->fenced = false;
}

/* The revisited step cannot be taken now, such as one that wants a lock which the step before has taken: it will come
 * later, and not before that step. */
static void pass_over(uint32_t depth) {
    assert(depth);
    lct_graph_step *by = &lct_g.at[depth - 1];
    assert(by->passed == LCT_GRAPH_NONE);
    by->passed = lct_g.at[depth].thread;
    by->passed_number = (int16_t)(lct_t.steps[by->passed] + 1);
    by->pair = false;
    lct_g.some_passed = true;
    lct_g.length = depth;
}

static int choose(uint32_t depth, lct_node *node) {
    finish_steps(depth);
    if (depth < lct_g.length && lct_g.at[depth].how == LCT_GRAPH_REVISITED &&
        !(node->enabled & bit(lct_g.at[depth].thread)))
        pass_over(depth);
    bool fresh = depth >= lct_g.length;
    lct_mask waiting = fresh ? lct_symmetry_waiting(node->enabled, depth) : 0;
    if (waiting == node->enabled) lct_g.blocked++;
    if (waiting == node->enabled) return -1;
    /* It cannot come before the step that it revisits. */
    if (!fresh && !(node->enabled & bit(lct_g.at[depth].thread)))
        return lct_g.at[depth].pair ? -1 : (lct_diverged(depth), -1);
    unsigned thread = fresh ? next_thread(node->enabled & (lct_mask)~waiting) : lct_g.at[depth].thread;
    begin_step(depth, thread, fresh);
    lct_symmetry_compare(depth);
    if (!fresh && lct_m.threads[thread].pending.values) lct_m.choices[depth] = lct_g.at[depth].choice;
    return (int)thread;
}

/* ---- versions ---- */

static unsigned by_rank(const lct_graph_step *s, const lct_weak_access *a, uint64_t *rank) {
    if (a->kind != LCT_WEAK_LOAD) *rank = s->rank;
    for (uint32_t i = 0; i < a->count; i++) {
        uint64_t there = lct_versions.at[a->candidates[i]].rank;
        if (a->kind == LCT_WEAK_STORE ? there < s->rank : there == s->source_rank) return i;
    }
    lct_diverged((uint32_t)lct_m.depth - 1);
}

static unsigned revisited(const lct_weak_access *a) {
    uint32_t wanted = lct_versions.result[lct_m.depth - 2];
    for (uint32_t i = 0; i < a->count; i++)
        if (a->candidates[i] == wanted &&
            (!i || lct_symmetry_permitted(&lct_g.at[lct_m.depth - 1], a, lct_graph_allowed(a)) >> i & 1))
            return i;
    lct_stop(LCT_REDUNDANT); /* it must not be read there */
}

/* A read-modify-write does not write after a version that another one has taken. */
static uint64_t taken_ages(const lct_weak_access *a) {
    uint64_t ages = 0;
    if (a->kind != LCT_WEAK_UPDATE && a->kind != LCT_WEAK_COMPARE) return 0;
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t version = a->candidates[i];
        bool writes = a->kind == LCT_WEAK_UPDATE || lct_version_bytes(version, a->low, a->size) == a->expected;
        if (writes && lct_versions.at[version].flags & LCT_VERSION_TAKEN) ages |= (uint64_t)1 << i;
    }
    return ages;
}

uint64_t lct_graph_permitted(const lct_weak_access *a) {
    return a->count > 1 ? lct_graph_allowed(a) & ~taken_ages(a) : 1;
}

static unsigned try_all(lct_graph_step *s, const lct_weak_access *a, uint32_t step) {
    uint64_t ages = a->count > 1 ? lct_symmetry_permitted(s, a, lct_graph_allowed(a)) : 1;
    uint64_t taken = a->count > 1 ? taken_ages(a) & ages : 0;
    if (s->how == LCT_GRAPH_FREE && taken) lct_graph_add_taken(step, a, taken);
    assert(ages & 1); /* the newest version is always permitted */
    ages &= ~taken;
    if (!ages) lct_stop(LCT_REDUNDANT);
    unsigned age = (unsigned)__builtin_ctzll(ages);
    s->ages = ages & (ages - 1);
    return age;
}

unsigned lct_graph_choose_version(const lct_weak_access *a, uint64_t *rank) {
    uint32_t step = (uint32_t)lct_m.depth - 1;
    lct_graph_step *s = &lct_g.at[step];
    unsigned age;
    assert(a->count && a->count <= LCT_CANDIDATES_MOST);
    if (lct_t.strategy != &lct_graphs) {
        age = lct_t.strategy->choose_version ? lct_t.strategy->choose_version(a) : lct_m.choices[step];
        if (age >= a->count) lct_diverged(step);
    } else switch ((enum lct_graph_how)s->how) {
        case LCT_GRAPH_BY_AGE:
            age = s->choice;
            if (age >= a->count) lct_diverged(step);
            break;
        case LCT_GRAPH_BY_RANK: age = by_rank(s, a, rank); break;
        case LCT_GRAPH_REVISITED: age = revisited(a); break;
        default: age = try_all(s, a, step);
        }
    assert(age < a->count);
    lct_m.choices[step] = (uint8_t)age;
    s->source_rank = lct_versions.at[a->candidates[age]].rank;
    return age;
}

void lct_graph_version_accessed(const lct_weak_access *a) {
    uint32_t step = (uint32_t)lct_m.depth - 1;
    lct_graph_step *s = &lct_g.at[step];
    static const uint8_t kinds[] = {[LCT_WEAK_LOAD] = LCT_GRAPH_LOAD,
                                    [LCT_WEAK_STORE] = LCT_GRAPH_STORE,
                                    [LCT_WEAK_UPDATE] = LCT_GRAPH_UPDATE,
                                    [LCT_WEAK_COMPARE] = LCT_GRAPH_UPDATE,
                                    [LCT_WEAK_OBJECT] = LCT_GRAPH_OBJECT};
    assert(s->thread == lct_m.current && a->kind <= LCT_WEAK_OBJECT);
    s->kind = kinds[a->kind];
    s->order = a->order & 7;
    s->locked = a->locked;
    s->location = a->location;
    uint32_t result = lct_versions.result[step];
    assert(!result || lct_versions.at[result].step == (int32_t)step);
    if (result) s->rank = lct_versions.at[result].rank;
    assert(!result || s->tick == lct_versions.at[result].tick);
    note_hb(s);
}

static void append_fence(lct_graph_fence fence) {
    if (lct_g.fence_count == FENCES) lct_stop(LCT_TOO_LONG);
    lct_g.fences[lct_g.fence_count++] = fence;
}

void lct_graph_fenced(int order) {
    if (lct_m.depth && lct_g.at[lct_m.depth - 1].thread == lct_m.current) note_hb(&lct_g.at[lct_m.depth - 1]);
    const lct_thread_clocks *now = &lct_order.threads[lct_m.current];
    /* The clocks that it acquires count for it already. */
    lct_clock hb =
        order == __ATOMIC_RELEASE || order == __ATOMIC_RELAXED ? now->now : lct_clock_join(now->now, now->seen);
    append_fence((lct_graph_fence){.hb = hb,
                                   .number = lct_t.steps[lct_m.current],
                                   .tick = now->tick,
                                   .thread = lct_m.current,
                                   .order = (uint8_t)order});
    int32_t last = lct_t.last[lct_m.current];
    if (order == __ATOMIC_SEQ_CST && last >= 0) lct_g.at[last].fenced = true;
}

/* Creating a thread is an event of both, which orders what is before it and behind it for psc as well, although there
 * may be no other event between; and the kernel drains the buffer.  Nothing comes before the threads of a test. */
void lct_graph_thread_started(unsigned thread) {
    int32_t last = lct_t.last[lct_m.current];
    if (!lct_m.weak || last < 0) return;
    lct_g.at[last].fenced = true;
    const lct_thread_clocks *now = &lct_order.threads[lct_m.current];
    lct_graph_fence mark = {.hb = now->now, .tick = now->tick, .thread = lct_m.current, .order = LCT_GRAPH_CREATION};
    mark.number = lct_t.steps[lct_m.current];
    append_fence(mark);
    mark.thread = (uint8_t)thread;
    mark.tick = 1; /* as lct_order_born sets it */
    mark.number = 0;
    append_fence(mark);
}

void lct_graph_merge_bytes(uintptr_t address) {
    lct_promote_block(address);
    lct_stop(LCT_REDUNDANT);
}

void lct_graph_leave(uintptr_t pc, uintptr_t address, const char *what) {
    if (lct_w.control->config.memory != LCT_MEMORY_AUTO)
        lct_machine_fail(LCT_FAILS_UNSUPPORTED, pc, address,
                         "%s, which has no place in an execution graph; --memory sc without --graphs explores "
                         "interleavings",
                         what);
    lct_t.gave_up = true;
    lct_stop(LCT_REDUNDANT);
}

/* ---- going on ---- */

/* The next execution: the first `length` steps are prescribed, and from step `changed` on they differ. */
static bool run(uint32_t changed, uint32_t length) {
    assert(lct_g.base <= changed && changed < length);
    lct_g.length = length;
    if (lct_g.valid > changed) lct_g.valid = changed;
    const lct_graph_step *s = &lct_g.at[lct_g.valid];
    uint8_t choice = s->choice, thread = s->thread;
    lct_tree_branch(lct_g.valid, thread, choice);
    begin_step(lct_g.valid, thread, false);
    return true;
}

static void push_frame(uint32_t base, uint32_t end) {
    uint32_t count = end - base;
    assert(base < end); /* below the base of the current frame, too */
    if (f.frame_count == FRAMES || f.saved_count + count > SAVED)
        lct_machine_fail(LCT_FAILS_LIMIT, 0, 0, "executions are too long to explore all their graphs");
    f.frames[f.frame_count++] = (frame){
        .base = base, .count = count, .saved = f.saved_count, .outer = lct_g.base, .revisits = lct_g.revisit_count};
    memcpy(&f.saved[f.saved_count], &lct_g.at[base], count * sizeof *lct_g.at);
    f.saved_count += count;
    lct_g.base = base;
}

/* The index of the last step that has come back. */
static uint32_t pop_frame(void) {
    assert(f.frame_count);
    const frame *last = &f.frames[--f.frame_count];
    assert(last->base == lct_g.base && last->saved + last->count == f.saved_count);
    memcpy(&lct_g.at[last->base], &f.saved[last->saved], last->count * sizeof *lct_g.at);
    f.saved_count = last->saved;
    lct_g.base = last->outer;
    lct_g.revisit_count = last->revisits;
    if (lct_g.valid > last->base) lct_g.valid = last->base;
    return last->base + last->count - 1;
}

static lct_graph_step kept(const lct_graph_step *s) {
    lct_graph_step k = *s;
    k.level = k.revisit_level = lct_g.level;
    k.ages = 0;
    k.revisits = lct_g.revisit_count;
    k.revisit_count = 0;
    k.values = 0; /* other choices belong to the frame below */
    k.how = LCT_GRAPH_BY_RANK;
    k.pair = k.waits = false;
    return k;
}

/* Step `writer` revisits one. */
static bool revisit(uint32_t writer) {
    lct_graph_step *w = &lct_g.at[writer];
    assert(w->revisit_count && w->revisits + w->revisit_count <= REVISITS);
    lct_graph_revisit r = lct_g.revisits[w->revisits + --w->revisit_count];
    lct_g.revisit_count = w->revisits + w->revisit_count;
    uint32_t base = (uint32_t)r.step, to = base;
    assert(base < writer && !lct_graph_in(&r.past, &lct_g.at[base]));
    push_frame(base, writer + 1);
    const lct_graph_step *saved = &f.saved[f.saved_count - (writer + 1 - base)];
    for (uint32_t i = base + 1; i < writer; i++)
        if (lct_graph_in(&r.past, &saved[i - base])) lct_g.at[to++] = kept(&saved[i - base]);
    lct_graph_step by = kept(&saved[writer - base]);
    if (by.kind == LCT_GRAPH_STORE) by.how = LCT_GRAPH_REVISITS;
    by.pair = true;
    if (r.source_rank) by.source_rank = r.source_rank, by.rank = 0;
    lct_g.at[to++] = by;
    lct_graph_step read = kept(&saved[0]);
    read.how = LCT_GRAPH_REVISITED;
    read.revisits_due = true;
    lct_g.at[to++] = read;
    assert(to <= writer + 1); /* a revisit drops steps and adds none */
    return run(base, to);
}

/* Is the part of the graphs that begins at this level for this worker to explore? */
static bool is_mine(uint8_t level) {
    lct_g.level = level < LCT_GRAPH_SHARED ? (uint8_t)(level + 1) : LCT_GRAPH_SHARED;
    return !lct_g.shared || level + 1 != LCT_GRAPH_SHARED || lct_share_claim();
}

/* Another choice of this step. */
static bool go_on_at(uint32_t step) {
    lct_graph_step *s = &lct_g.at[step];
    while (s->revisit_count && !is_mine(s->revisit_level)) s->revisit_count--;
    lct_g.revisit_count = s->revisits + s->revisit_count;
    if (s->revisit_count) return revisit(step);
    while (s->ages && !is_mine(s->level)) s->ages &= s->ages - 1;
    if (s->ages) {
        s->choice = (uint8_t)__builtin_ctzll(s->ages);
        s->ages &= s->ages - 1;
        s->how = LCT_GRAPH_BY_AGE;
        s->revisits_due = s->kind != LCT_GRAPH_STORE; /* these revisit the same reads from wherever they stand */
        if (s->pair) lct_g.at[step + 1].revisits_due = true;
        return run(step, step + 1 + s->pair);
    }
    while (s->choice + 1u < s->values && s->kind == LCT_GRAPH_CHOICE) {
        s->choice++;
        if (!is_mine(s->level)) continue;
        return run(step, step + 1);
    }
    return false;
}

void lct_graph_follow(uint32_t depth, unsigned thread) {
    finish_steps(depth);
    begin_step(depth, thread, true);
}

void lct_graph_finish(void) { finish_steps((uint32_t)lct_m.depth); }

/* A thread that waits at the end, for a lock that is not released any more or the like, could have come before the
 * operations of other threads on the object.  So its next step revisits these, and is not taken here.  The number of
 * such steps, which stand behind the path. */
static uint32_t add_waiting(uint32_t end) {
    uint32_t at = end;
    for (lct_mask left = lct_m.waiting; left; left &= (lct_mask)(left - 1)) {
        const lct_step_event *e = lct_tree_expect(at, lct_first(left));
        if (kind_of(e) != LCT_GRAPH_OBJECT) continue;
        lct_g.at[at] = (lct_graph_step){.passed = LCT_GRAPH_NONE,
                                        .thread = e->thread,
                                        .number = e->number,
                                        .kind = LCT_GRAPH_OBJECT,
                                        .how = LCT_GRAPH_BY_RANK,
                                        .waits = true,
                                        .twin = lct_symmetry_twin(e->thread, at),
                                        .level = lct_g.level,
                                        .revisit_level = lct_g.level,
                                        .stamp = ++lct_g.clock,
                                        .write_stamp = lct_g.clock,
                                        .revisits = lct_g.revisit_count};
        lct_graph_find_revisits(at++);
    }
    return at - end;
}

static bool next(void) {
    uint32_t last = (uint32_t)lct_m.depth;
    finish_steps(last);
    lct_g.valid = last;
    bool ended = lct_m.outcome != LCT_TOO_LONG && (lct_m.outcome != LCT_REDUNDANT || lct_g.blocked);
    if (ended && lct_m.waiting) last += add_waiting(last);
    for (;;) {
        while (last > lct_g.base)
            if (go_on_at(--last)) return true;
        if (!f.frame_count) return false;
        last = pop_frame() + 1;
    }
}

/* Has another thread changed the object of this step since? */
static bool is_object_changed(uint32_t step) {
    for (uint32_t i = step + 1; i < (uint32_t)lct_m.depth; i++)
        if (lct_g.at[i].kind == LCT_GRAPH_OBJECT && lct_t.events[i].access != LCT_READ &&
            lct_t.events[i].thread != lct_t.events[step].thread && lct_graph_same_object(i, step))
            return true;
    return false;
}

/* The value that the step has read is that of the newest version, too: those between are of other spinning threads, or
 * of the thread itself. */
static bool reads_newest_value(uint32_t step) {
    const lct_step_event *e = &lct_t.events[step];
    uint32_t source = lct_versions.source[step];
    if (!source || !lct_versions.at[source].newer) return true;
    uint32_t newest = lct_versions.locations[lct_versions.at[source].location].newest;
    return lct_version_bytes(source, e->address, e->size) == lct_version_bytes(newest, e->address, e->size);
}

/* Would a thread that goes round a loop find there again what it has found?  `since`: where it was before in the same
 * state. */
static bool finds_the_same(unsigned thread) {
    const lct_spin *spin = &lct_t.spins[lct_t.spin_of[thread]];
    for (int32_t i = lct_t.last[thread]; i >= spin->since; i = lct_t.events[i].before) {
        if (!reads_newest_value((uint32_t)i)) return false;
        if (lct_g.at[i].kind == LCT_GRAPH_OBJECT && is_object_changed((uint32_t)i)) return false;
    }
    return true;
}

bool lct_graph_hangs(void) {
    lct_graph_finish();
    for (lct_mask left = lct_t.spinning; left; left &= (lct_mask)(left - 1))
        if (!finds_the_same(lct_first(left))) return false;
    return true;
}

const lct_strategy lct_graphs = {
    .kind = LCT_DOES_GRAPH, .complete = true, .graphs = true, .start = start, .choose = choose, .next = next};
