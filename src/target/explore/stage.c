#include "target/explore/stage.h"

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
} tally;

static const lc_config *config(void) { return &lc_w.control->config; }

/* ---- one execution ---- */

static void keep_history(bool serial) {
    lc_digest digest = lc_record_digest();
    digest.a += ((uint64_t)lc_w.scenario << 2 | (uint64_t)(lc_how_complete() == LC_ALL_WAIT) << 1 | serial) *
                0x9e3779b97f4a7c15u; /* of each scenario and kind its own */
    if (!lc_digest_is_new(digest) && !config()->no_deduplication) return;
    lc_identity identity = lc_current_identity();
    lc_say_history(serial, lc_how_complete(), lc_stuck_report(), &identity, lc_r.log, lc_r.length);
    lc_w.progress->histories++;
}

void lc_keep_stuck(void) {
    lc_m.outcome = LC_STUCK;
    lc_record_waiting();
    keep_history(false);
}

static void account(tally *count, bool serial) {
    lc_standing *p = lc_w.progress;
    if (lc_r.length) __atomic_store_n(&lc_w.control->calls, 1, __ATOMIC_RELAXED);
    switch (lc_m.outcome) {
    case LC_COMPLETE:
        count->executions++;
        keep_history(serial);
        break;
    case LC_STUCK:
        count->executions++;
        lc_record_waiting();
        if (lc_may_wait()) keep_history(serial);
        else if (!serial) lc_complain_stuck();
        break;
    case LC_ALLOWED:
        count->executions++;
        keep_history(serial);
        break;
    case LC_FAILED: count->executions++; break;
    case LC_TOO_LONG: count->cut++; break;
    default: count->redundant++;
    }
    p->steps += (uint64_t)lc_m.depth;
    if ((uint64_t)lc_m.depth > p->longest) p->longest = (uint64_t)lc_m.depth;
}

/* How much of the tree has been seen, if all subtrees of a node are of equal size. */
static double seen(void) {
    double part = 0, width = 1;
    for (int32_t i = 0; i < lc_m.depth && width > 1e-9; i++) {
        const lc_node *n = &lc_t.nodes[i];
        unsigned all = (unsigned)__builtin_popcount(n->todo | n->done), done = (unsigned)__builtin_popcount(n->done);
        if (all < 2) continue;
        width /= all;
        part += width * (done < all ? done : all - 1);
    }
    return part;
}

/* ---- one stage ---- */

static void show_progress(const lc_stage *s, const tally *before, const tally *now) {
    lc_standing *p = lc_w.progress;
    p->executions += now->executions - before->executions;
    p->redundant += now->redundant - before->redundant;
    p->left_out += now->cut - before->cut;
    uint64_t ran = now->executions + now->cut - before->executions - before->cut;
    __atomic_fetch_add(&lc_w.control->executions, ran, __ATOMIC_RELAXED);
    if (s->strategy->complete)
        p->explored = s->strategy->knows_states ? 0 : seen(); /* how many there are nobody knows */
}

/* Those of a stage that is done again do not count. */
static void take_back(const tally *count) {
    lc_standing *p = lc_w.progress;
    p->executions -= count->executions;
    p->redundant -= count->redundant;
    p->left_out -= count->cut;
    __atomic_fetch_sub(&lc_w.control->executions, count->executions + count->cut, __ATOMIC_RELAXED);
}

bool lc_hopeless(void) {
    uint64_t first = __atomic_load_n(&lc_w.control->first_failure, __ATOMIC_RELAXED);
    if (first && !config()->all_failures && lc_w.task + 1 >= first) return true; /* what could be found comes later */
    return lc_stopping();
}

/* Where threads go round loops, redundant executions may come without end, each with one round more than the one before
 * it.  Bounds on preemptions leave out few of them: a thread that yields is not preempted. */
static bool goes_round(const lc_stage *s, const tally *count) {
    enum { TIMES = 4, MANY = 1000 };
    if (!lc_t.cycles || s->shared) return false;
    if (s->strategy == &lc_bounded) return count->redundant >= count->executions + MANY;
    return s->tried && count->redundant / TIMES >= s->limit;
}

static enum lc_stage_result run_tree(const lc_stage *s, tally *count) {
    lc_t.bound = s->bound;
    lc_t.restricted = false;
    tally shown = *count;
    uint64_t in_task = 0, task = lc_w.task;
    bool more = true;
    for (lc_tree_begin(s->strategy); more; more = s->strategy->next()) {
        lc_inspect_prepare(false);
        lc_stuck_begin();
        lc_tree_run(lc_scenario_body);
        if (lc_t.new_races && !s->shared && (!lc_w.failed || config()->all_failures)) {
            show_progress(s, &shown, count); /* all that will be taken back */
            return LC_STAGE_LIMITED;
        }
        if (lc_t.gave_up) {
            show_progress(s, &shown, count);
            return LC_STAGE_LIMITED;
        }
        /* An execution that ends before the tree is split is a task of its own. */
        if (s->shared && (uint32_t)lc_m.depth <= lc_t.split && (lc_m.outcome == LC_REDUNDANT || !lc_share_claim()))
            continue;
        bool serial = s->strategy == &lc_serial;
        account(count, serial);
        lc_w.execution++;
        if (lc_w.task != task) {
            task = lc_w.task;
            in_task = 0;
        }
        in_task += lc_m.outcome != LC_REDUNDANT;
        if (((count->executions + count->redundant) & 63) == 0 || lc_w.failed) {
            show_progress(s, &shown, count);
            shown = *count;
            if (lc_hopeless()) return LC_STAGE_INTERRUPTED;
        }
        if (in_task < s->limit && !goes_round(s, count)) continue;
        if (!s->shared) {
            show_progress(s, &shown, count);
            return LC_STAGE_LIMITED;
        }
        lc_t.unfinished = true;
        lc_tree_cut(lc_t.split); /* the next task */
        in_task = 0;
    }
    lc_progress_leave(-1);
    show_progress(s, &shown, count);
    return lc_hopeless() ? LC_STAGE_INTERRUPTED : LC_STAGE_ENDED;
}

static bool is_of_other_heap(const lc_stage *s) { return s->number >= LC_STAGE_HEAPS && s->number < LC_STAGE_SHARED; }

/* What another heap shows is not what the verdict says was covered, so its stages must not be taken for others. */
static lc_stage_name name_of(const lc_stage *s) {
    enum lc_stage_kind kind = s->strategy->kind;
    return (lc_stage_name){.kind = (uint8_t)kind,
                           .heap = (uint8_t)(is_of_other_heap(s) ? s->heap : LC_HEAP_AUTO),
                           .bound = kind == LC_DOES_BOUNDED  ? s->bound
                                    : kind == LC_DOES_ROUNDS ? s->bound + 1
                                                             : 0};
}

static void begin_stage(const lc_stage *s) {
    lc_w.stage = s->number;
    lc_w.heap = s->heap;
    lc_heap_set_policy(s->heap);
    lc_t.call_steps = lc_t.unseen || s->number == LC_STAGE_SERIAL;
    assert(s->strategy->clocks || s->number == LC_STAGE_SERIAL);
    __atomic_store_n(&lc_w.progress->stage, lc_stage_pack(name_of(s)), __ATOMIC_RELAXED);
}

static void tell_stage(const lc_stage *s, const tally *count, enum lc_stage_result result) {
    lc_stage_name name = name_of(s);
    /* A bound that left nothing out was none. */
    bool alone =
        s->strategy == &lc_bounded && !s->shared && !is_of_other_heap(s) && config()->strategy == LC_STRATEGY_BOUNDED;
    if (alone && result == LC_STAGE_ENDED && !lc_t.restricted) name = (lc_stage_name){.kind = LC_DOES_EXHAUSTIVE};
    lc_say_stage(&(lc_stage_report){.scenario = lc_w.scenario,
                                    .stage = s->number,
                                    .name = name,
                                    .executions = count->executions,
                                    .redundant = count->redundant,
                                    .complete = result == LC_STAGE_ENDED,
                                    .cut = count->cut});
}

/* A stage that one worker does alone.  Plain accesses that turn out to race become steps, and it starts again.  What
 * did not get to its end is told only if it is `kept`: else another stage does it again. */
enum lc_stage_result lc_stage_alone(const lc_stage *s, bool kept) {
    begin_stage(s);
    lc_t.split = 0;
    for (;;) {
        tally count = {0};
        lc_w.execution = 0;
        enum lc_stage_result result = run_tree(s, &count);
        if (lc_t.new_races && result == LC_STAGE_LIMITED) {
            take_back(&count);
            lc_racy_apply();
            continue;
        }
        if (s->whole && result == LC_STAGE_ENDED && count.cut) result = LC_STAGE_LIMITED;
        if (result == LC_STAGE_LIMITED && !kept) take_back(&count);
        else tell_stage(s, &count, result);
        return result;
    }
}

/* The depth at which a stage is cut into tasks: the first that gives enough of them.  Every worker finds the same, also
 * of what must be steps. */
static uint32_t depth_to_split(const lc_stage *s) {
    uint32_t split = 3;
    while (split < SPLIT_MAX) {
        lc_t.split = split;
        lc_t.counting = true;
        lc_t.counted = 0;
        lc_t.bound = s->bound;
        uint64_t runs = 0;
        bool more = true;
        lc_m.inspect = NULL;
        for (lc_tree_begin(s->strategy); more && !lc_t.new_races && ++runs < 100000; more = s->strategy->next())
            lc_tree_run(lc_scenario_body);
        lc_t.counting = false;
        if (lc_t.new_races) lc_racy_apply(); /* and then it is counted again */
        else if (lc_t.counted >= TASKS_WANTED) break;
        else split++;
    }
    return split;
}

/* A stage that all workers do together. */
enum lc_stage_result lc_stage_together(const lc_stage *s) {
    begin_stage(s);
    for (;;) {
        if (!lc_share_meet()) return LC_STAGE_INTERRUPTED;
        lc_racy_forget();
        lc_racy_import();
        if (lc_w.number == 0) {
            __atomic_store_n(&lc_w.control->unfinished, 0, __ATOMIC_RELAXED);
            __atomic_store_n(&lc_w.control->restricted, 0, __ATOMIC_RELAXED);
        }
        if (!lc_share_meet()) return LC_STAGE_INTERRUPTED;
        lc_t.split = depth_to_split(s);
        lc_t.unfinished = false;
        tally count = {0};
        enum lc_stage_result result = run_tree(s, &count);
        if (result != LC_STAGE_ENDED || lc_t.unfinished || lc_t.mistaken)
            __atomic_store_n(&lc_w.control->unfinished, 1, __ATOMIC_RELAXED);
        if (lc_t.restricted) __atomic_store_n(&lc_w.control->restricted, 1, __ATOMIC_RELAXED);
        if (lc_t.new_races) lc_racy_publish();
        if (result == LC_STAGE_INTERRUPTED) {
            tell_stage(s, &count, result);
            return result;
        }
        if (!lc_share_meet()) {
            tell_stage(s, &count, LC_STAGE_INTERRUPTED);
            return LC_STAGE_INTERRUPTED;
        }
        bool again = lc_racy_import();
        if (again) {
            take_back(&count);
            continue;
        }
        result = __atomic_load_n(&lc_w.control->unfinished, __ATOMIC_RELAXED) ? LC_STAGE_LIMITED : LC_STAGE_ENDED;
        if (result == LC_STAGE_LIMITED) take_back(&count); /* the next round does it again, and more */
        else tell_stage(s, &count, result);
        return result;
    }
}
