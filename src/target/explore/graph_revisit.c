/* Which reads a write revisits: see graph.h. */
#include <pthread.h>

#include "target/explore/graph.h"

enum { REVISITS = LCT_ROOM(1 << 18) };

/* May step `writer`, whose past is this, drop the steps that would have to be dropped? */
typedef struct question {
    uint32_t writer;
    lct_clock past;
} question;

static const lct_graph_step *at(int32_t step) { return &lct_g.at[step]; }

/* Had a step of this stamp been added by then, or is it in the past of the writer? */
static bool is_earlier(const question *q, uint64_t by, int32_t step, uint64_t stamp) {
    return stamp <= by || lct_graph_in(&q->past, at(step));
}

/* Is there an earlier version beyond this one, but for the step's own? */
static bool has_newer(const question *q, uint64_t by, const lct_graph_step *e, uint32_t version) {
    for (uint32_t i = lct_versions.at[version].newer; i; i = lct_versions.at[i].newer) {
        assert(lct_versions.at[i].rank > lct_versions.at[version].rank);
        int32_t step = lct_versions.at[i].step;
        if (step < 0 || step == (int32_t)q->writer || at(step) == e) continue;
        if (is_earlier(q, by, step, at(step)->write_stamp)) return true;
    }
    return false;
}

static bool is_read_earlier(const question *q, uint64_t by, uint32_t version) {
    for (int32_t i = lct_versions.at[version].reader; i >= 0; i = lct_versions.next_reader[i])
        if (i != (int32_t)q->writer && is_earlier(q, by, i, at(i)->stamp)) return true;
    return false;
}

/* The step reads a version that was there, and the newest of these. */
static bool reads_newest(const question *q, const lct_graph_step *e, uint32_t version) {
    int32_t step = lct_versions.at[version].step;
    if (step >= 0 && !is_earlier(q, e->stamp, step, at(step)->write_stamp)) return false;
    return !has_newer(q, e->stamp, e, version);
}

static bool is_newest(const question *q, const lct_graph_step *e, uint32_t version) {
    return !is_read_earlier(q, e->write_stamp, version) && !has_newer(q, e->write_stamp, e, version);
}

/* The operations on an object stand in the order of the path. */
static bool is_last_of_object(const question *q, uint32_t step) {
    const lct_graph_step *e = at((int32_t)step);
    for (uint32_t i = 0; i < (uint32_t)lct_m.depth; i++) {
        if (i == step || i == q->writer || lct_g.at[i].kind != LCT_GRAPH_OBJECT || !lct_graph_same_object(i, step))
            continue;
        if (is_earlier(q, e->stamp, (int32_t)i, at((int32_t)i)->stamp) != (i < step)) return false;
    }
    return true;
}

static bool is_maximal(const question *q, uint32_t step) {
    const lct_graph_step *e = &lct_g.at[step];
    uint32_t source = lct_versions.source[step], result = lct_versions.result[step];
    if (e->passed != LCT_GRAPH_NONE) return false; /* the step that was passed over reads from it */
    switch ((enum lct_graph_kind)e->kind) {
    case LCT_GRAPH_CHOICE: return !e->choice;
    case LCT_GRAPH_LOAD: return reads_newest(q, e, source);
    case LCT_GRAPH_STORE: return is_newest(q, e, result);
    case LCT_GRAPH_UPDATE: return reads_newest(q, e, source) && is_newest(q, e, result);
    case LCT_GRAPH_OBJECT: return is_last_of_object(q, step);
    default: return true;
    }
}

static bool may_revisit(const question *q, uint32_t read) {
    uint64_t stamp = lct_g.at[read].stamp;
    if (!is_maximal(q, read)) return false;
    for (uint32_t i = 0; i < q->writer; i++)
        if (lct_g.at[i].stamp > stamp && !lct_g.at[i].waits && !lct_graph_in(&q->past, &lct_g.at[i]) &&
            !is_maximal(q, i))
            return false;
    return true;
}

static void add(const question *q, uint32_t read, uint64_t source_rank) {
    lct_graph_step *w = &lct_g.at[q->writer];
    assert(read < q->writer);
    if (lct_graph_in(&q->past, &lct_g.at[read]) || !may_revisit(q, read)) return;
    if (lct_g.revisit_count == REVISITS) lct_stop(LCT_TOO_LONG);
    lct_g.revisits[lct_g.revisit_count++] =
        (lct_graph_revisit){.past = q->past, .source_rank = source_rank, .step = (int32_t)read};
    w->revisit_count++;
}

/* A step may read several versions under another name: each reader of a version once. */
static void revisit_readers(const question *q, uint32_t version) {
    for (int32_t i = lct_versions.at[version].reader; i >= 0; i = lct_versions.next_reader[i])
        if (i != (int32_t)q->writer) add(q, (uint32_t)i, 0);
}

static void revisit_location(const question *q) {
    uint32_t own = lct_versions.result[q->writer];
    assert(own && lct_versions.at[own].step == (int32_t)q->writer);
    for (uint32_t i = lct_versions.locations[lct_versions.at[own].location].newest; i; i = lct_versions.at[i].older)
        if (i != own) revisit_readers(q, i);
}

/* The past of the current step without the version that it reads. */
static lct_clock program_past(uint32_t step) {
    const lct_step_event *e = &lct_t.events[step];
    lct_clock past = {0};
    int32_t before = e->before >= 0 ? e->before : lct_t.born[e->thread];
    if (before >= 0) past = lct_g.at[before].past;
    if (lct_g.at[step].twin >= 0) past = lct_clock_join(past, lct_g.at[lct_g.at[step].twin].past);
    return lct_clock_with(past, e->thread, e->number);
}

/* Before this step of the path nothing is to be revisited: the step was passed over there. */
static uint32_t passed_at(uint32_t step) {
    const lct_step_event *e = &lct_t.events[step];
    if (!lct_g.some_passed) return 0;
    for (uint32_t i = step; i-- > 0;)
        if (lct_g.at[i].passed == e->thread && lct_g.at[i].passed_number == e->number) return i + 1;
    return 0;
}

/* Is this step dropped if the writer revisits `read`? */
static bool is_dropped(const question *q, uint32_t step, uint32_t read) {
    return lct_g.at[step].stamp > lct_g.at[read].stamp && !lct_graph_in(&q->past, &lct_g.at[step]);
}

static bool operates_on(uint32_t step, uint32_t other) {
    return lct_g.at[other].kind == LCT_GRAPH_OBJECT && !lct_g.at[other].waits && lct_graph_same_object(other, step);
}

/* Are all operations on the object from this one on dropped, but for the revisited one? */
static bool all_dropped(const question *q, uint32_t from, uint32_t read) {
    for (uint32_t i = from; i < q->writer; i++)
        if (i != read && operates_on(q->writer, i) && !is_dropped(q, i, read)) return false;
    return true;
}

/* The past of the object before operation `from` of it.  An operation on just the same bytes comes after all before it.
 */
static lct_clock past_of_object(uint32_t step, uint32_t from) {
    lct_clock past = {0};
    const lct_step_event *e = &lct_t.events[step];
    for (uint32_t i = from; i-- > 0;) {
        if (!operates_on(step, i)) continue;
        past = lct_clock_join(past, lct_g.at[i].past);
        if (lct_t.events[i].address == e->address && lct_t.events[i].size == e->size) break;
    }
    return past;
}

/* The last operation of a thread on the object before this step of the path; -1: there is none. */
static int32_t last_operation(unsigned thread, uint32_t step, uint32_t from) {
    int32_t i = lct_graph_last_before(thread, from);
    while (i >= 0 && !operates_on(step, (uint32_t)i)) i = lct_t.events[i].before;
    return i;
}

/* The step by which a reader that has a lock since this step gives it back; -1: there is none.  It is an operation on
 * another byte of the lock (rwlock.c); that of a mutex or a semaphore, which a step of this kind has failed to take, is
 * not. */
static int32_t return_of(uint32_t taken, uint32_t end) {
    const lct_step_event *e = &lct_t.events[taken];
    if (e->access != LCT_SHARE || e->size != 1) return -1;
    for (uint32_t i = taken + 1; i < end; i++) {
        const lct_step_event *x = &lct_t.events[i];
        if (x->thread == e->thread && x->access == LCT_RELEASE && x->address > e->address &&
            x->address - e->address < sizeof(pthread_rwlock_t))
            return (int32_t)i;
    }
    return -1;
}

/* A writer that takes the lock before operation `from` comes after the readers that have it there give it back. */
static void join_returns(question *q, uint32_t from) {
    if (lct_t.events[q->writer].access != LCT_ACQUIRE) return;
    for (unsigned t = 0; t < lct_m.thread_count; t++) {
        int32_t taken = last_operation(t, q->writer, from);
        int32_t returned = taken >= 0 ? return_of((uint32_t)taken, q->writer) : -1;
        if (returned >= 0) q->past = lct_clock_join(q->past, lct_g.at[returned].past);
    }
}

/* An operation on an object could have come before each earlier one; but before one that is in its own past no other
 * place is left. */
static void revisit_object(uint32_t step) {
    lct_clock own = program_past(step);
    uint32_t from = passed_at(step);
    for (uint32_t i = step; i-- > from;) {
        if (!operates_on(step, i)) continue;
        if (lct_graph_in(&own, &lct_g.at[i])) break;
        question q = {.writer = step, .past = lct_clock_join(own, past_of_object(step, i))};
        join_returns(&q, i);
        for (uint32_t read = i; read < step; read++)
            if (operates_on(step, read) && all_dropped(&q, i, read)) add(&q, read, 0);
    }
}

void lct_graph_find_revisits(uint32_t step) {
    const lct_graph_step *s = &lct_g.at[step];
    if (s->kind == LCT_GRAPH_STORE || s->kind == LCT_GRAPH_UPDATE)
        revisit_location(&(question){.writer = step, .past = s->past});
    else if (s->kind == LCT_GRAPH_OBJECT) revisit_object(step);
}

/* The step reads a version that another read-modify-write has taken.  Both may not write: that one is revisited, or
 * dropped. */
static void revisit_past_taker(const question *q, const lct_version *version) {
    assert(version->flags & LCT_VERSION_TAKEN && version->newer);
    uint32_t taker = (uint32_t)lct_versions.at[version->newer].step;
    assert(taker < q->writer && lct_g.at[taker].kind == LCT_GRAPH_UPDATE);
    for (uint32_t i = lct_versions.locations[version->location].newest; i; i = lct_versions.at[i].older)
        for (int32_t k = lct_versions.at[i].reader; k >= 0; k = lct_versions.next_reader[k])
            if ((uint32_t)k == taker || is_dropped(q, taker, (uint32_t)k)) add(q, (uint32_t)k, version->rank);
}

void lct_graph_add_taken(uint32_t step, const lct_weak_access *a, uint64_t ages) {
    lct_clock own = program_past(step);
    for (; ages; ages &= ages - 1) {
        const lct_version *version = &lct_versions.at[a->candidates[__builtin_ctzll(ages)]];
        question q = {.writer = step, .past = own};
        if (version->step >= 0) q.past = lct_clock_join(own, lct_g.at[version->step].past);
        revisit_past_taker(&q, version);
    }
}
