/* What is tried in which order.
 *
 * First every scenario is looked at by one worker: a few preemptions, where most errors show in the shortest
 * executions, then reduction, which for small scenarios ends with a proof.  Then the scenarios that were too large for
 * that are shared by all workers, with more executions each time round, until all are done or the budget is spent.  How
 * far each stage goes is counted in executions, never measured in time, so that what is found does not depend on the
 * machine.
 */
#include <stdio.h>
#include <string.h>

#include "explore/progress.h"
#include "explore/scenario.h"
#include "explore/share.h"
#include "explore/worker.h"
#include "runtime/heap.h"

enum {
    QUICK_BOUNDED = 4000, /* executions of the first look at a scenario, for each number of preemptions */
    QUICK_SERIAL = 200,   /* executions, if only some are wanted */
    QUICK = 5000,         /* and by the strategy that is to see everything */
    TASKS_WANTED = 64,    /* of a stage that is shared */
    SPLIT_MAX = 40,
    SAMPLES_OTHERWISE = 100000 /* of a sampling strategy that is not told how many */
};

/* The numbers of stages order what is found in them. */
enum {
    STAGE_SERIAL = LC_STAGE_SERIAL,
    STAGE_GUIDED,
    STAGE_BOUNDED,
    STAGE_MAIN = 9,
    STAGE_HEAPS,
    STAGE_SHARED = 16,
    STAGE_SAMPLED = 32
};

typedef struct stage {
    uint32_t number;
    const lc_strategy *strategy;
    uint32_t bound;
    uint32_t heap;
    uint64_t limit; /* executions (of each task, if it is shared) */
    bool shared;
} stage;

typedef struct tally {
    uint64_t executions, redundant, cut;
} tally;

enum result { ENDED, LIMITED, INTERRUPTED };

static const lc_config *config(void) { return &lc_w.control->config; }

/* Executions of a stage of the first look. */
static uint64_t quick(uint64_t usual) { return config()->look ? config()->look : usual; }

/* ---- one execution -------------------------------------------------------------------------------------------------
 */

static void keep_history(bool serial) {
    lc_digest digest = lc_record_digest();
    digest.a += ((uint64_t)lc_w.scenario << 2 | (uint64_t)(lc_how_complete() == LC_ALL_WAIT) << 1 | serial) *
                0x9e3779b97f4a7c15u; /* of each scenario and kind its own */
    if (!lc_record_is_new(digest)) return;
    lc_identity identity = lc_current_identity();
    lc_say_history(serial, lc_how_complete(), &identity, lc_r.log, lc_r.length);
    lc_w.progress->histories++;
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

/* ---- one stage
 * ------------------------------------------------------------------------------------------------------- */

static void show_progress(const stage *s, const tally *before, const tally *now) {
    lc_standing *p = lc_w.progress;
    p->executions += now->executions - before->executions;
    p->redundant += now->redundant - before->redundant;
    p->left_out += now->cut - before->cut;
    uint64_t ran = now->executions + now->cut - before->executions - before->cut;
    __atomic_fetch_add(&lc_w.control->executions, ran, __ATOMIC_RELAXED);
    if (s->strategy->complete) p->explored = seen();
}

/* Those of a stage that is done again do not count. */
static void take_back(const tally *count) {
    lc_standing *p = lc_w.progress;
    p->executions -= count->executions;
    p->redundant -= count->redundant;
    p->left_out -= count->cut;
    __atomic_fetch_sub(&lc_w.control->executions, count->executions + count->cut, __ATOMIC_RELAXED);
}

static bool hopeless(void) {
    uint64_t first = __atomic_load_n(&lc_w.control->first_failure, __ATOMIC_RELAXED);
    if (first && !config()->all_failures && lc_w.task + 1 >= first) return true; /* what could be found comes later */
    return lc_stopping();
}

static enum result run_tree(const stage *s, tally *count) {
    lc_t.bound = s->bound;
    lc_t.restricted = false;
    tally shown = *count;
    uint64_t in_task = 0, task = lc_w.task;
    bool more = true;
    for (lc_tree_begin(s->strategy); more; more = s->strategy->next()) {
        lc_inspect_prepare(false);
        lc_tree_run(lc_scenario_body);
        if (lc_t.new_races && !s->shared && (!lc_w.failed || config()->all_failures)) {
            show_progress(s, &shown, count); /* all that will be taken back */
            return LIMITED;
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
            if (hopeless()) return INTERRUPTED;
        }
        if (in_task < s->limit) continue;
        if (!s->shared) {
            show_progress(s, &shown, count);
            return LIMITED;
        }
        lc_t.unfinished = true;
        lc_tree_cut(lc_t.split); /* the next task */
        in_task = 0;
    }
    lc_progress_leave(-1);
    show_progress(s, &shown, count);
    return hopeless() ? INTERRUPTED : ENDED;
}

static const char *name_of(const stage *s, char *text, size_t size) {
    if (s->strategy == &lc_bounded) snprintf(text, size, "%u preemption%s", s->bound, s->bound == 1 ? "" : "s");
    else if (s->strategy == &lc_rounds) snprintf(text, size, "%u round%s", s->bound + 1, s->bound ? "s" : "");
    else snprintf(text, size, "%s", s->strategy->name);
    return text;
}

static void begin_stage(const stage *s) {
    lc_w.stage = s->number;
    lc_w.heap = s->heap;
    lc_heap_set_policy(s->heap);
    lc_t.call_steps = lc_t.unseen || s->number == STAGE_SERIAL;
    assert(s->strategy->clocks || s->number == STAGE_SERIAL);
    char text[64];
    memcpy(lc_w.progress->stage, name_of(s, text, sizeof text), sizeof text);
}

static void tell_stage(const stage *s, const tally *count, enum result result) {
    char text[64];
    name_of(s, text, sizeof text);
    /* A bound that left nothing out was none. */
    bool alone = s->strategy == &lc_bounded && !s->shared && config()->strategy == LC_STRATEGY_BOUNDED;
    if (alone && result == ENDED && !lc_t.restricted) snprintf(text, sizeof text, "exhaustive");
    lc_say_stage(&(lc_stage_report){.scenario = lc_w.scenario,
                                    .stage = s->number,
                                    .name = text,
                                    .executions = count->executions,
                                    .redundant = count->redundant,
                                    .complete = result == ENDED,
                                    .cut = count->cut});
}

/* A stage that one worker does alone.  Plain accesses that turn out to race become steps, and it starts again.  What
 * did not get to its end is told only if it is `kept`: else another stage does it again. */
static enum result run_alone(const stage *s, bool kept) {
    begin_stage(s);
    lc_t.split = 0;
    for (;;) {
        tally count = {0};
        lc_w.execution = 0;
        enum result result = run_tree(s, &count);
        if (lc_t.new_races && result == LIMITED) {
            take_back(&count);
            lc_racy_apply();
            continue;
        }
        if (result == LIMITED && !kept) take_back(&count);
        else tell_stage(s, &count, result);
        return result;
    }
}

/* The depth at which a stage is cut into tasks: the first that gives enough of them.  Every worker finds the same. */
static uint32_t depth_to_split(const stage *s) {
    for (uint32_t split = 3; split < SPLIT_MAX; split++) {
        lc_t.split = split;
        lc_t.counting = true;
        lc_t.counted = 0;
        lc_t.bound = s->bound;
        uint64_t runs = 0;
        bool more = true;
        lc_m.inspect = NULL;
        for (lc_tree_begin(s->strategy); more && ++runs < 100000; more = s->strategy->next())
            lc_tree_run(lc_scenario_body);
        lc_t.counting = false;
        if (lc_t.counted >= TASKS_WANTED) return split;
    }
    return SPLIT_MAX;
}

/* A stage that all workers do together. */
static enum result run_together(const stage *s) {
    begin_stage(s);
    for (;;) {
        if (!lc_share_meet()) return INTERRUPTED;
        lc_racy_forget();
        lc_racy_import();
        if (lc_w.number == 0) {
            __atomic_store_n(&lc_w.control->unfinished, 0, __ATOMIC_RELAXED);
            __atomic_store_n(&lc_w.control->restricted, 0, __ATOMIC_RELAXED);
        }
        if (!lc_share_meet()) return INTERRUPTED;
        lc_t.split = depth_to_split(s);
        lc_t.unfinished = false;
        tally count = {0};
        enum result result = run_tree(s, &count);
        if (result != ENDED || lc_t.unfinished) __atomic_store_n(&lc_w.control->unfinished, 1, __ATOMIC_RELAXED);
        if (lc_t.restricted) __atomic_store_n(&lc_w.control->restricted, 1, __ATOMIC_RELAXED);
        if (lc_t.new_races) lc_racy_publish();
        if (result == INTERRUPTED) {
            tell_stage(s, &count, result);
            return result;
        }
        if (!lc_share_meet()) {
            tell_stage(s, &count, INTERRUPTED);
            return INTERRUPTED;
        }
        bool again = lc_racy_import();
        if (again) {
            take_back(&count);
            continue;
        }
        result = __atomic_load_n(&lc_w.control->unfinished, __ATOMIC_RELAXED) ? LIMITED : ENDED;
        if (result == LIMITED) take_back(&count); /* the next round does it again, and more */
        else tell_stage(s, &count, result);
        return result;
    }
}

/* ---- one scenario
 * ---------------------------------------------------------------------------------------------------- */

static const lc_strategy *wanted(void) {
    switch (config()->strategy) {
    case LC_STRATEGY_BOUNDED: return &lc_bounded;
    case LC_STRATEGY_ROUNDS: return &lc_rounds;
    case LC_STRATEGY_PCT: return &lc_pct;
    case LC_STRATEGY_RANDOM: return &lc_random;
    case LC_STRATEGY_SERIAL: return &lc_serial;
    case LC_STRATEGY_EXHAUSTIVE: return &lc_exhaustive;
    default: return &lc_dpor;
    }
}

static uint32_t first_heap(void) {
    uint32_t heap = config()->heap;
    return heap == LC_HEAP_AUTO || heap == LC_HEAP_ALL ? LC_HEAP_LIFO : heap;
}

/* Preemptions are tried one after another, unless a number is asked for. */
static enum result bounded_alone(uint32_t most, uint64_t limit, bool kept) {
    enum result result = ENDED;
    lc_t.restricted = true;
    for (uint32_t bound = 0; bound <= most && result == ENDED && lc_t.restricted; bound++)
        result = run_alone(&(stage){.number = STAGE_BOUNDED + (bound < 6 ? bound : 6),
                                    .strategy = &lc_bounded,
                                    .bound = bound,
                                    .heap = first_heap(),
                                    .limit = limit},
                           kept);
    return result;
}

/* With other heaps, where it makes a difference. */
static enum result other_heaps(const lc_strategy *strategy) {
    bool all = config()->heap == LC_HEAP_ALL;
    if (!lc_heap.frees || (!all && config()->heap != LC_HEAP_AUTO)) return ENDED;
    enum result result = ENDED;
    static const uint32_t heaps[] = {LC_HEAP_SHARED, LC_HEAP_FIFO, LC_HEAP_NEVER};
    for (unsigned i = 0; i < (all ? 3 : 2) && result != INTERRUPTED; i++)
        result = run_alone(&(stage){.number = STAGE_HEAPS + i,
                                    .strategy = all ? strategy : &lc_bounded,
                                    .bound = config()->preemptions < 2 ? config()->preemptions : 2,
                                    .heap = heaps[i],
                                    .limit = quick(all ? QUICK : QUICK_BOUNDED)},
                           true);
    return result == INTERRUPTED ? INTERRUPTED : ENDED;
}

/* What the object does when nobody interferes: what it may do at all, if nothing else says so.  Threads are interrupted
 * between operations only.  But threads that the test wrote itself may call none: then they would be interrupted
 * everywhere, for the sake of nothing.  So one execution says whether they do, and if others do after all it is made up
 * for at the end. */
static enum result run_serially(bool sure) {
    stage s = {.number = STAGE_SERIAL, .strategy = &lc_serial, .heap = first_heap(), .limit = 1};
    if (!sure && !lc_w.test->op_count) {
        if (run_alone(&s, false) == INTERRUPTED) return INTERRUPTED;
        if (!__atomic_load_n(&lc_w.control->calls, __ATOMIC_RELAXED)) return ENDED;
    }
    s.limit = config()->serial_first == LC_SERIAL_ALL ? UINT64_MAX : QUICK_SERIAL;
    enum result result = run_alone(&s, true);
    __atomic_store_n(&lc_w.control->serially, 1, __ATOMIC_RELAXED);
    return result;
}

/* As another execution went, where there is one to go by. */
static enum result run_guided(void) {
    if (!*lc_w.control->candidates || !lc_guided_find(lc_w.scenario)) return ENDED;
    enum result result = run_alone(
        &(stage){.number = STAGE_GUIDED, .strategy = &lc_guided, .heap = config()->guide_heap, .limit = UINT64_MAX},
        true);
    lc_racy_forget();
    return result;
}

static enum result first_look(void) {
    lc_racy_forget();
    lc_heap.frees = false;
    if (config()->serial_first && run_serially(false) == INTERRUPTED) return INTERRUPTED;
    if (run_guided() == INTERRUPTED) return INTERRUPTED;
    const lc_strategy *strategy = wanted();
    if (strategy == &lc_bounded) {
        bool open = config()->preemptions == UINT32_MAX;
        enum result result = bounded_alone(open ? 64 : config()->preemptions, quick(QUICK), false);
        return result == INTERRUPTED || other_heaps(strategy) == INTERRUPTED ? INTERRUPTED : result;
    }
    if (config()->strategy == LC_STRATEGY_DEFAULT && bounded_alone(2, quick(QUICK_BOUNDED), true) == INTERRUPTED)
        return INTERRUPTED;
    enum result result = run_alone(&(stage){.number = strategy == &lc_serial ? STAGE_SERIAL : STAGE_MAIN,
                                            .strategy = strategy,
                                            .bound = config()->rounds ? config()->rounds - 1 : 1,
                                            .heap = first_heap(),
                                            .limit = quick(QUICK)},
                                   false);
    if (result == INTERRUPTED || other_heaps(strategy) == INTERRUPTED) return INTERRUPTED;
    return result;
}

/* ---- all scenarios
 * ------------------------------------------------------------------------------------------------------ */

static char *problem(void) {
    static char text[LC_SCENARIO_ERROR] LC_STATE = "";
    return text;
}

static bool each_scenario(bool (*visit)(uint32_t number, void *context), void *context) {
    const char *candidates = lc_w.control->candidates;
    if (*candidates) lc_scenarios_choose(lc_w.test, candidates);
    else if (!lc_scenarios_start(lc_w.test, config()->scenario, config()->seed, problem(), LC_SCENARIO_ERROR))
        return false;
    uint32_t number = 0;
    const lc_scenario *scenario;
    while (number < LC_SCENARIOS && (scenario = lc_scenarios_next())) {
        lc_w.scenario = number;
        lc_w.progress->scenario = number;
        lc_scenario_print(lc_w.test, scenario, lc_w.text, sizeof lc_w.text);
        lc_scenario_use(lc_w.test, scenario);
        if (!visit(number, context)) return false;
        number++;
    }
    lc_w.progress->scenarios = number;
    return true;
}

static bool look(uint32_t number, void *unused) {
    (void)unused;
    if (hopeless()) return false;
    if (!lc_share_claim()) return true;
    lc_say_scenario(number, lc_w.text);
    lc_inspect_scenario();
    enum result result = first_look();
    lc_racy_publish();
    if (result == LIMITED)
        __atomic_fetch_or(&lc_w.control->large[number / 64], (uint64_t)1 << number % 64, __ATOMIC_RELAXED);
    return result != INTERRUPTED;
}

typedef struct round_of_all {
    unsigned number;
    uint64_t limit;
    bool left; /* some scenario is not finished */
} round_of_all;

static bool look_closer(uint32_t number, void *context) {
    round_of_all *round = context;
    uint64_t bit = (uint64_t)1 << number % 64;
    if (!(__atomic_load_n(&lc_w.control->large[number / 64], __ATOMIC_RELAXED) & bit)) return true;
    lc_say_scenario(number, lc_w.text);
    const lc_strategy *strategy = wanted();
    enum result result = ENDED;
    bool bounded = strategy == &lc_bounded;
    uint32_t low = config()->preemptions == UINT32_MAX ? round->number + 2 : config()->preemptions;
    stage s = {.number = strategy == &lc_serial ? STAGE_SERIAL : STAGE_SHARED + round->number,
               .strategy = strategy,
               .heap = first_heap(),
               .limit = round->limit,
               .shared = true,
               .bound = bounded            ? low
                        : config()->rounds ? config()->rounds - 1
                                           : 1};
    if (bounded && config()->preemptions != UINT32_MAX) s.limit = UINT64_MAX;
    result = run_together(&s);
    if (result == INTERRUPTED) return false;
    bool more = config()->preemptions == UINT32_MAX && __atomic_load_n(&lc_w.control->restricted, __ATOMIC_RELAXED);
    bool finished = result == ENDED && !(bounded && more);
    if (finished) __atomic_fetch_and(&lc_w.control->large[number / 64], ~bit, __ATOMIC_RELAXED);
    else round->left = true;
    return true;
}

static bool sample(uint32_t number, void *context) {
    uint64_t most = *(uint64_t *)context;
    lc_say_scenario(number, lc_w.text);
    lc_inspect_scenario();
    lc_racy_import();
    if (config()->serial_first && lc_share_claim() && run_serially(false) == INTERRUPTED) return false;
    stage s = {.number = STAGE_SAMPLED,
               .strategy = config()->strategy == LC_STRATEGY_PCT ? &lc_pct : &lc_random,
               .bound = config()->depth,
               .heap = first_heap(),
               .limit = LC_SAMPLES};
    for (uint64_t done = 0; done < most; done += LC_SAMPLES) {
        if (hopeless()) return false;
        if (!lc_share_claim()) continue;
        if (most - done < s.limit) s.limit = most - done;
        if (run_alone(&s, true) == INTERRUPTED) return false;
    }
    return true;
}

static bool first_scenario(uint32_t number, void *unused) {
    (void)number, (void)unused;
    return true;
}

static void tell_scenarios(void) {
    if (lc_w.number) return;
    lc_scenario_counts c = lc_scenarios_count();
    lc_say_scenarios(c.all, c.given, c.sampled, c.complete);
}

/* How many scenarios are too large for one worker. */
static uint64_t large_ones(void) {
    uint64_t count = 0;
    for (unsigned i = 0; i < LC_SCENARIOS / 64; i++)
        count += (uint64_t)__builtin_popcountll(__atomic_load_n(&lc_w.control->large[i], __ATOMIC_RELAXED));
    return count;
}

static bool explore(void) {
    if (wanted() == &lc_pct || wanted() == &lc_random) {
        uint64_t most = config()->max_executions == UINT64_MAX ? SAMPLES_OTHERWISE : config()->max_executions;
        lc_scenario_counts c = lc_scenarios_count();
        most = most / (c.given ? c.given : 1);
        if (!most) most = 1;
        return each_scenario(sample, &most);
    }
    if (!each_scenario(look, NULL)) return false;
    if (config()->look) return true;
    if (!lc_share_meet()) return false;
    for (round_of_all round = {.limit = QUICK};; round.number++) {
        round.left = false;
        if (large_ones() < 2) round.limit = UINT64_MAX / 8; /* there is nothing to save effort for */
        if (!lc_share_meet()) return false;                 /* all have counted the same */
        if (!each_scenario(look_closer, &round)) return false;
        if (!round.left) return true;
        if (round.limit < UINT64_MAX / 8) round.limit *= 4;
    }
}

static bool look_serially(uint32_t number, void *unused) {
    (void)unused;
    if (!lc_share_claim()) return true;
    lc_say_scenario(number, lc_w.text);
    return run_serially(true) != INTERRUPTED;
}

static bool run_all(void) {
    if (!explore()) return false;
    if (!config()->serial_first || lc_w.test->op_count) return true;
    if (!lc_share_meet()) return false; /* all know whether anybody met a call */
    if (!lc_w.control->calls || lc_w.control->serially) return true;
    return each_scenario(look_serially, NULL);
}

const char *lc_plan_run(void) {
    if (!each_scenario(first_scenario, NULL)) return problem();
    tell_scenarios();
    if (run_all()) return NULL;
    if (lc_w.failed) return "a failure was found";
    return lc_stopping() ? "stopped" : "the budget is spent";
}
