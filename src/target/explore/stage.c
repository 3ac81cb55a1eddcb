#include "target/explore/stage.h"

#include "target/explore/graph.h"
#include "target/explore/graph_symmetry.h"
#include "target/explore/keep.h"
#include "target/explore/merge.h"
#include "target/explore/progress.h"
#include "target/explore/scenario.h"
#include "target/explore/share.h"
#include "target/runtime/heap.h"

enum {
    TASKS_WANTED = 64, /* of a stage that is shared */
    SPLIT_MAX = 40
};

typedef struct tally {
    uint64_t executions, redundant, cut;
    uint64_t blocked; /* of the redundant ones */
    uint64_t dropped; /* of the blocked ones: by lince_assume, after as many steps as a complete one */
    uint64_t stuck;   /* of the blocked ones: where that is allowed */
} tally;

static const lct_config *config(void) { return &lct_w.control->config; }

/* ---- one execution ---- */

/* A graph in which threads wait for ever, where that is allowed, is not complete. */
static bool is_blocked(void) {
    return lct_t.strategy->graphs && lct_is_allowed(lct_t.spinning ? LCT_FAILS_SPINNING : LCT_FAILS_DEADLOCK);
}

static void account(tally *count, bool serial) {
    lct_worker_progress *p = lct_w.progress;
    if (lct_r.length) __atomic_store_n(&lct_w.control->calls, 1, __ATOMIC_RELAXED);
    switch (lct_m.outcome) {
    case LCT_COMPLETE:
        count->executions++;
        lct_keep_history(serial);
        break;
    case LCT_STUCK:
        if (is_blocked()) count->redundant++, count->blocked++, count->stuck++;
        else count->executions++;
        lct_record_waiting();
        if (lct_may_wait()) lct_keep_history(serial);
        else if (!serial) lct_complain_stuck();
        break;
    case LCT_ALLOWED:
        count->executions++;
        lct_keep_history(serial);
        break;
    case LCT_FAILED: count->executions++; break;
    case LCT_TOO_LONG: count->cut++; break;
    default:
        count->redundant++;
        count->blocked += lct_g.blocked;
        count->dropped += lct_t.dropped;
    }
    p->steps += (uint64_t)lct_m.depth;
    if ((uint64_t)lct_m.depth > p->longest) p->longest = (uint64_t)lct_m.depth;
}

/* How much of the tree has been seen, if all subtrees of a node are of equal size. */
static double seen(void) {
    double part = 0, width = 1;
    for (int32_t i = 0; i < lct_m.depth && width > 1e-9; i++) {
        const lct_node *n = &lct_t.nodes[i];
        unsigned all = lct_count(n->todo | n->done), done = lct_count(n->done);
        if (all < 2) continue;
        width /= all;
        part += width * (done < all ? done : all - 1);
    }
    return part;
}

/* ---- one stage ---- */

/* Of the budget of executions. */
static uint64_t spent(const tally *count) { return count->executions + count->cut + count->dropped; }

static void show_progress(const lct_stage *s, const tally *before, const tally *now) {
    lct_worker_progress *p = lct_w.progress;
    p->executions += now->executions - before->executions;
    p->redundant += now->redundant - before->redundant;
    p->blocked += now->blocked - before->blocked;
    p->left_out += now->cut - before->cut;
    __atomic_fetch_add(&lct_w.control->executions, spent(now) - spent(before), __ATOMIC_RELAXED);
    if (s->strategy->complete)
        p->explored = s->strategy->compares_states ? 0 : seen(); /* their total number is unknown */
}

/* Those of a stage that is done again do not count. */
static void take_back(const tally *count) {
    lct_worker_progress *p = lct_w.progress;
    p->executions -= count->executions;
    p->redundant -= count->redundant;
    p->blocked -= count->blocked;
    p->left_out -= count->cut;
    __atomic_fetch_sub(&lct_w.control->executions, spent(count), __ATOMIC_RELAXED);
}

bool lct_hopeless(void) {
    uint64_t first = __atomic_load_n(&lct_w.control->first_failure, __ATOMIC_RELAXED);
    if (first && !config()->all_failures && lct_w.task + 1 >= first) return true; /* any failure here comes later */
    return lct_stopping();
}

/* Where threads go round loops, redundant executions may come without end, each with one round more than the one before
 * it.  Bounds on preemptions leave out few of them: a thread that yields is not preempted. */
static bool goes_round(const lct_stage *s, const tally *count) {
    enum { TIMES = 4, MANY = 1000 };
    if (!lct_t.cycles || s->shared) return false;
    if (s->strategy == &lct_bounded) return count->redundant >= count->executions + MANY;
    return s->tried && count->redundant / TIMES >= s->limit;
}

static bool is_allowance_spent(void) { return lct_w.allowance && lct_w.progress->steps >= lct_w.allowance; }

static enum lct_stage_result run_tree(const lct_stage *s, tally *count) {
    lct_t.bound = s->bound;
    lct_t.restricted = false;
    lct_g.shared = s->shared;
    tally shown = *count;
    uint64_t in_task = 0, task = lct_w.task, steps = lct_w.progress->steps;
    bool more = true;
    for (lct_tree_begin(s->strategy); more; more = s->strategy->next()) {
        lct_inspect_prepare(false);
        lct_stuck_begin();
        lct_tree_run(lct_scenario_body);
        if (lct_t.new_races && !s->shared && (!lct_w.failed || config()->all_failures)) {
            show_progress(s, &shown, count); /* all that will be taken back */
            return LCT_STAGE_LIMITED;
        }
        if (lct_t.gave_up) {
            show_progress(s, &shown, count);
            return LCT_STAGE_LIMITED;
        }
        /* An execution that ends before the tree is split is a task of its own. */
        bool outside = s->strategy->graphs ? lct_g.level < LCT_GRAPH_SHARED : (uint32_t)lct_m.depth <= lct_t.split;
        if (s->shared && outside && (lct_m.outcome == LCT_REDUNDANT || !lct_share_claim())) continue;
        if (s->strategy->graphs && config()->send_graphs && lct_m.outcome == LCT_COMPLETE) lct_graph_send();
        bool serial = s->strategy == &lct_serial;
        account(count, serial);
        lct_w.execution++;
        if (lct_w.task != task) {
            task = lct_w.task;
            in_task = 0;
        }
        in_task += lct_m.outcome != LCT_REDUNDANT || lct_t.dropped;
        if (((count->executions + count->redundant) & 63) == 0 || lct_w.failed) {
            show_progress(s, &shown, count);
            shown = *count;
            if (lct_hopeless()) return LCT_STAGE_INTERRUPTED;
        }
        bool spent = (s->steps && lct_w.progress->steps - steps >= s->steps) || is_allowance_spent();
        if (in_task < s->limit && !spent && !goes_round(s, count)) continue;
        if (!s->shared) {
            show_progress(s, &shown, count);
            return LCT_STAGE_LIMITED;
        }
        lct_t.unfinished = true;
        lct_tree_cut(lct_t.split); /* the next task */
        in_task = 0;
    }
    lct_progress_leave(-1);
    show_progress(s, &shown, count);
    return lct_hopeless() ? LCT_STAGE_INTERRUPTED : LCT_STAGE_ENDED;
}

static bool is_of_other_heap(const lct_stage *s) {
    return s->number >= LCT_STAGE_HEAPS && s->number < LCT_STAGE_SHARED;
}

/* The findings with another heap are not part of the coverage that the verdict states, so its stages have names of
 * their own. */
static lct_stage_name name_of(const lct_stage *s) {
    enum lct_stage_kind kind = s->strategy->kind;
    return (lct_stage_name){.kind = (uint8_t)kind,
                            .heap = (uint8_t)(is_of_other_heap(s) ? s->heap : LCT_HEAP_AUTO),
                            .memory = s->memory,
                            .bound = kind == LCT_DOES_BOUNDED || kind == LCT_DOES_GRAPH ? s->bound
                                     : kind == LCT_DOES_ROUNDS                          ? s->bound + 1
                                                                                        : 0};
}

uint8_t lct_weak_of(uint32_t memory, bool graphs) {
    static const uint8_t models[LCT_MEMORY_MODELS] = {
        [LCT_MEMORY_TSO] = LCT_WEAK_TSO, [LCT_MEMORY_RC11] = LCT_WEAK_RC11, [LCT_MEMORY_C11] = LCT_WEAK_C11};
    assert(memory < LCT_MEMORY_MODELS);
    return memory == LCT_MEMORY_SC && graphs ? LCT_WEAK_SC : models[memory];
}

static void begin_stage(const lct_stage *s) {
    lct_w.stage = s->number;
    lct_w.heap = s->heap;
    lct_heap_set_policy(s->heap);
    lct_t.call_steps = lct_t.uninstrumented || s->number == LCT_STAGE_SERIAL;
    lct_t.weak = lct_weak_of(s->memory, s->strategy->graphs);
    assert(s->strategy->clocks || s->strategy->graphs || s->number == LCT_STAGE_SERIAL);
    __atomic_store_n(&lct_w.progress->stage, lct_stage_pack(name_of(s)), __ATOMIC_RELAXED);
}

static void send_stage(const lct_stage *s, const tally *count, enum lct_stage_result result) {
    lct_stage_name name = name_of(s);
    /* A bound that left nothing out was none. */
    bool alone =
        s->strategy == &lct_bounded && !s->shared && !is_of_other_heap(s) && config()->strategy == LCT_STRATEGY_BOUNDED;
    if (alone && result == LCT_STAGE_ENDED && !lct_t.restricted) name = (lct_stage_name){.kind = LCT_DOES_EXHAUSTIVE};
    lct_send_stage(&(lct_stage_report){.scenario = lct_w.scenario,
                                       .stage = s->number,
                                       .name = name,
                                       .executions = count->executions,
                                       .redundant = count->redundant,
                                       .complete = result == LCT_STAGE_ENDED,
                                       .cut = count->cut,
                                       .blocked = count->blocked,
                                       .excluded = count->dropped + count->stuck,
                                       .symmetry = lct_symmetry_used()});
}

/* A stage that one worker does alone.  Plain accesses that turn out to race become steps, and it starts again.  A stage
 * that did not get to its end is reported only if it is `kept`: else another stage does it again. */
enum lct_stage_result lct_stage_alone(const lct_stage *s, bool kept) {
    begin_stage(s);
    lct_t.split = 0;
    for (;;) {
        tally count = {0};
        lct_w.execution = 0;
        enum lct_stage_result result = run_tree(s, &count);
        if (lct_t.new_races && result == LCT_STAGE_LIMITED) {
            take_back(&count);
            lct_promoted_apply();
            if (config()->send_graphs) lct_send_graph("again");
            continue;
        }
        if (s->whole && result == LCT_STAGE_ENDED && count.cut) result = LCT_STAGE_LIMITED;
        if (result == LCT_STAGE_LIMITED && (!kept || lct_t.gave_up)) take_back(&count);
        else send_stage(s, &count, result);
        return result;
    }
}

/* The depth at which a stage is cut into tasks: the first that gives enough of them.  Every worker finds the same
 * depth, and the same accesses that must be steps. */
static uint32_t depth_to_split(const lct_stage *s) {
    uint32_t split = 3;
    while (split < SPLIT_MAX) {
        lct_t.split = split;
        lct_t.counting = true;
        lct_t.counted = 0;
        lct_t.bound = s->bound;
        uint64_t runs = 0;
        bool more = true;
        lct_m.inspect = NULL;
        for (lct_tree_begin(s->strategy); more && !lct_t.new_races && ++runs < 100000; more = s->strategy->next())
            lct_tree_run(lct_scenario_body);
        lct_t.counting = false;
        if (lct_t.new_races) lct_promoted_apply(); /* and then it is counted again */
        else if (lct_t.counted >= TASKS_WANTED) break;
        else split++;
    }
    return split;
}

/* A stage that all workers do together. */
enum lct_stage_result lct_stage_together(const lct_stage *s) {
    begin_stage(s);
    for (;;) {
        if (!lct_share_meet()) return LCT_STAGE_INTERRUPTED;
        lct_promoted_forget();
        lct_promoted_import();
        if (lct_w.number == 0) {
            __atomic_store_n(&lct_w.control->unfinished, 0, __ATOMIC_RELAXED);
            __atomic_store_n(&lct_w.control->restricted, 0, __ATOMIC_RELAXED);
        }
        lct_merge_share();
        if (!lct_share_meet()) return LCT_STAGE_INTERRUPTED;
        lct_t.split = s->strategy->graphs ? 0 : depth_to_split(s);
        lct_t.unfinished = false;
        tally count = {0};
        enum lct_stage_result result = run_tree(s, &count);
        if (result != LCT_STAGE_ENDED || lct_t.unfinished || lct_t.mistaken || (s->whole && count.cut))
            __atomic_store_n(&lct_w.control->unfinished, 1, __ATOMIC_RELAXED);
        if (lct_t.restricted) __atomic_store_n(&lct_w.control->restricted, 1, __ATOMIC_RELAXED);
        if (lct_t.new_races) lct_promoted_publish();
        if (result == LCT_STAGE_INTERRUPTED) {
            send_stage(s, &count, result);
            return result;
        }
        if (!lct_share_meet()) {
            send_stage(s, &count, LCT_STAGE_INTERRUPTED);
            return LCT_STAGE_INTERRUPTED;
        }
        bool again = lct_promoted_import();
        if (again) {
            take_back(&count);
            continue;
        }
        result = __atomic_load_n(&lct_w.control->unfinished, __ATOMIC_RELAXED) ? LCT_STAGE_LIMITED : LCT_STAGE_ENDED;
        if (result == LCT_STAGE_LIMITED) take_back(&count); /* the next round does it again, and more */
        else send_stage(s, &count, result);
        return result;
    }
}
