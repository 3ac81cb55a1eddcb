/* The order of the stages.
 *
 * First every scenario is looked at by one worker: no preemptions, then reduction, which for small scenarios ends with
 * a proof, and if it does not end a few preemptions, where most errors show in the shortest executions.  Then the
 * scenarios that were too large for that are shared by all workers, with more executions each time round, until all are
 * done or the limit is reached.  How far each stage goes is counted in executions and steps, never measured in time, so
 * that the findings do not depend on the machine.
 *
 * A test that declares no size is explored size by size (sizes.h).  There every scenario is explored by one worker
 * alone, with more steps each time round, and how many steps workers have taken is added up where all of them meet:
 * the sizes that are complete when the budget is spent do not depend on their number.
 */
#include <stdio.h>

#include "target/explore/balance.h"
#include "target/explore/plan.h"
#include "target/explore/purity.h"
#include "target/explore/share.h"
#include "target/explore/sizes.h"
#include "target/explore/stage.h"
#include "target/runtime/heap.h"
#include "target/runtime/weaker.h"

enum {
    QUICK_BOUNDED = 4000,      /* executions of the first look at a scenario, for each number of preemptions */
    QUICK = 5000,              /* and by the strategy that is to see everything */
    QUICK_GRAPHS = 40000,      /* execution graphs; a multiple of QUICK */
    QUICK_STATES = 1 << 17,    /* states, where states are counted, */
    MOST_STATES = 1 << 22,     /* and in the end */
    QUICK_SERIAL = 200,        /* of the serial stage, if only some are wanted */
    SMALL = 200,               /* if reduction needs no more to see everything, */
    MEDIUM = 2000,             /* or no more than that, there is no need for bounds */
    STEPS_EACH = 500,          /* of an execution: a stage takes no more steps than its executions of that length */
    SAMPLES_OTHERWISE = 100000 /* of a sampling strategy without a given number */
};

static const lct_scenario *scenario_now LCT_STATE = NULL;

static const lct_config *config(void) { return &lct_w.control->config; }

static void set_bit(uint64_t *bits, uint32_t i) {
    __atomic_fetch_or(&bits[i / 64], (uint64_t)1 << i % 64, __ATOMIC_RELAXED);
}
static void clear_bit(uint64_t *bits, uint32_t i) {
    __atomic_fetch_and(&bits[i / 64], ~((uint64_t)1 << i % 64), __ATOMIC_RELAXED);
}
static bool has_bit(const uint64_t *bits, uint32_t i) {
    return __atomic_load_n(&bits[i / 64], __ATOMIC_RELAXED) >> i % 64 & 1;
}

/* Executions of a stage of the first look. */
static uint64_t quick(uint64_t usual) { return config()->look ? config()->look : usual; }

/* Where threads go round loops, executions may be given up without end, and these count by their steps. */
static uint64_t steps_of(uint64_t limit) { return limit < UINT64_MAX / STEPS_EACH ? limit * STEPS_EACH : 0; }

/* ---- one scenario ---- */

static const lct_strategy *wanted(void) {
    switch (config()->strategy) {
    case LCT_STRATEGY_BOUNDED: return &lct_bounded;
    case LCT_STRATEGY_ROUNDS: return &lct_rounds;
    case LCT_STRATEGY_PCT: return &lct_pct;
    case LCT_STRATEGY_RANDOM: return &lct_random;
    case LCT_STRATEGY_SERIAL: return &lct_serial;
    case LCT_STRATEGY_EXHAUSTIVE: return &lct_exhaustive;
    case LCT_STRATEGY_STATES: return &lct_states;
    default: return &lct_dpor;
    }
}

/* Is it worth a try whether reduction soon sees everything?  Not if there is uninstrumented code, because reduction
 * prunes by the code that is seen. */
static bool may_be_small(void) {
    return config()->strategy == LCT_STRATEGY_DEFAULT && !config()->look && !config()->uninstrumented;
}

static uint32_t first_heap(void) {
    uint32_t heap = config()->heap;
    return heap == LCT_HEAP_AUTO || heap == LCT_HEAP_ALL ? LCT_HEAP_LIFO : heap;
}

/* Preemptions are tried one after another, unless a number is given. */
static enum lct_stage_result bounded_alone(uint32_t least, uint32_t most, uint64_t limit, bool kept) {
    enum lct_stage_result result = LCT_STAGE_ENDED;
    lct_t.restricted = true;
    for (uint32_t bound = least; bound <= most && result == LCT_STAGE_ENDED && lct_t.restricted; bound++)
        result = lct_stage_alone(&(lct_stage){.number = LCT_STAGE_BOUNDED + (bound < 6 ? bound : 6),
                                              .strategy = &lct_bounded,
                                              .bound = bound,
                                              .heap = first_heap(),
                                              .limit = limit,
                                              .steps = steps_of(limit)},
                                 kept);
    return result;
}

static enum lct_stage_result other_heap(lct_stage s, const lct_strategy *strategy, bool proven) {
    bool all = config()->heap == LCT_HEAP_ALL;
    if (!all && proven && may_be_small()) {
        s.strategy = &lct_dpor;
        s.limit = QUICK;
        s.steps = steps_of(QUICK);
        s.whole = true;
        enum lct_stage_result result = lct_stage_alone(&s, false);
        if (result != LCT_STAGE_LIMITED) return result;
        s.whole = false;
    }
    s.strategy = all ? strategy : &lct_bounded;
    s.bound = config()->preemptions < 2 ? config()->preemptions : 2;
    s.limit = quick(all ? QUICK : QUICK_BOUNDED);
    s.steps = steps_of(s.limit);
    return lct_stage_alone(&s, true);
}

/* With other heaps, where it makes a difference.  `proven`: reduction terminates with the first one. */
static enum lct_stage_result other_heaps(const lct_strategy *strategy, bool proven) {
    bool all = config()->heap == LCT_HEAP_ALL;
    if (!lct_heap.frees || (!all && config()->heap != LCT_HEAP_AUTO)) return LCT_STAGE_ENDED;
    enum lct_stage_result result = LCT_STAGE_ENDED;
    static const uint32_t heaps[] = {LCT_HEAP_SHARED, LCT_HEAP_FIFO, LCT_HEAP_NEVER};
    for (unsigned i = 0; i < (all ? 3 : 2) && result != LCT_STAGE_INTERRUPTED; i++)
        result = other_heap((lct_stage){.number = LCT_STAGE_HEAPS + i, .heap = heaps[i]}, strategy, proven);
    return result == LCT_STAGE_INTERRUPTED ? LCT_STAGE_INTERRUPTED : LCT_STAGE_ENDED;
}

/* Of a test that grows: without all of its serial executions, of which there may be very many, no history of a scenario
 * can be judged. */
static bool defines_results(void) { return lct_w.allowance && config()->serial_first == LCT_SERIAL_ALL; }

/* The behaviour of the object without interference: all that is allowed, if there is no other specification.  Threads
 * are interrupted between operations only.  But threads that the test wrote itself may call none: then they would be
 * interrupted everywhere, for the sake of nothing.  So one execution shows whether they do, and if calls occur later
 * after all, that is compensated for at the end. */
static enum lct_stage_result run_serially(bool sure) {
    lct_stage s = {.number = LCT_STAGE_SERIAL, .strategy = &lct_serial, .heap = first_heap(), .limit = 1};
    if (!sure && !lct_w.test->op_count) {
        if (lct_stage_alone(&s, false) == LCT_STAGE_INTERRUPTED) return LCT_STAGE_INTERRUPTED;
        if (!__atomic_load_n(&lct_w.control->calls, __ATOMIC_RELAXED)) return LCT_STAGE_ENDED;
    }
    s.limit = config()->serial_first == LCT_SERIAL_ALL ? UINT64_MAX : QUICK_SERIAL;
    enum lct_stage_result result = lct_stage_alone(&s, !defines_results());
    __atomic_store_n(&lct_w.control->serially, 1, __ATOMIC_RELAXED);
    return result;
}

/* As another execution went, where there is one to go by. */
static enum lct_stage_result run_guided(void) {
    if (!*lct_w.control->candidates || !lct_guided_find(lct_w.scenario)) return LCT_STAGE_ENDED;
    enum lct_stage_result result = lct_stage_alone(
        &(lct_stage){
            .number = LCT_STAGE_GUIDED, .strategy = &lct_guided, .heap = config()->guide_heap, .limit = UINT64_MAX},
        true);
    lct_promoted_forget();
    return result;
}

static enum lct_stage_result run_main(const lct_strategy *strategy, uint64_t limit, bool whole) {
    return lct_stage_alone(&(lct_stage){.number = strategy == &lct_serial ? LCT_STAGE_SERIAL : LCT_STAGE_MAIN,
                                        .strategy = strategy,
                                        .bound = config()->rounds ? config()->rounds - 1 : 1,
                                        .heap = first_heap(),
                                        .limit = limit,
                                        .steps = steps_of(limit),
                                        .whole = whole,
                                        .tried = strategy == &lct_dpor && may_be_small()},
                           false);
}

/* Which plain accesses race depends on more than the state: if it matters, all of them are steps. */
static enum lct_stage_result run_states(uint32_t number, uint32_t most) {
    bool all_plain = lct_m.all_plain;
    lct_stage s = {.number = number,
                   .strategy = &lct_states,
                   .bound = most,
                   .heap = first_heap(),
                   .limit = UINT64_MAX,
                   .whole = true};
    enum lct_stage_result result = lct_stage_alone(&s, false);
    if (result == LCT_STAGE_LIMITED && lct_t.gave_up && lct_t.shadows_matter && !all_plain) {
        lct_m.all_plain = true;
        result = lct_stage_alone(&s, false);
        lct_m.all_plain = all_plain;
    }
    return result;
}

/* Reduction has not seen everything: by loops whose rounds write, perhaps, with few states but very many executions. */
static enum lct_stage_result states_instead(void) {
    if (!lct_t.cycles || has_bit(lct_w.control->cyclic, lct_w.scenario)) return LCT_STAGE_LIMITED;
    set_bit(lct_w.control->cyclic, lct_w.scenario);
    return run_states(LCT_STAGE_MAIN, QUICK_STATES);
}

/* No preemption, then 1 and 2, unless a scenario is so small that reduction sees everything before that.
 * LCT_STAGE_LIMITED: there is more to see. */
static enum lct_stage_result few_preemptions(void) {
    enum lct_stage_result result = bounded_alone(0, 0, quick(QUICK_BOUNDED), true);
    if (result != LCT_STAGE_ENDED) return result;
    bool more = lct_t.restricted, asked = may_be_small();
    if (asked) result = run_main(&lct_dpor, SMALL, true);
    if (asked && result == LCT_STAGE_LIMITED) {
        bool cyclic = lct_t.cycles;
        result = states_instead();
        if (result == LCT_STAGE_LIMITED && !cyclic) result = run_main(&lct_dpor, MEDIUM, true);
    }
    if (result == LCT_STAGE_INTERRUPTED || (asked && result == LCT_STAGE_ENDED)) return result;
    if (more) result = bounded_alone(1, 2, quick(QUICK_BOUNDED), true);
    return result == LCT_STAGE_INTERRUPTED ? result : LCT_STAGE_LIMITED;
}

/* Every execution graph of the scenario under a memory model. */
static lct_stage graph_stage(uint32_t memory, uint64_t limit) {
    return (lct_stage){.number = LCT_STAGE_GRAPHS + memory,
                       .strategy = &lct_graphs,
                       .memory = (uint8_t)memory,
                       .bound = UINT32_MAX,
                       .heap = first_heap(),
                       .limit = limit,
                       .whole = true};
}

static enum lct_stage_result run_graphs(uint32_t memory, uint64_t limit) {
    lct_stage s = graph_stage(memory, limit);
    return lct_stage_alone(&s, false);
}

/* Schedules are explored: executions are sequentially consistent. */
static bool explores_schedules(void) {
    uint32_t memory = config()->memory;
    return memory == LCT_MEMORY_AUTO || (memory == LCT_MEMORY_SC && !config()->graphs);
}

/* Are the execution graphs of a model explored?  TSO is the model of accesses that only x86 gives a meaning, RC11 that
 * of orders weaker than seq_cst. */
static bool explores_graphs(uint32_t model) {
    const uint32_t natives = 1u << LCT_WEAKER_VOLATILE_LOAD | 1u << LCT_WEAKER_VOLATILE_STORE |
                             1u << LCT_WEAKER_ASSEMBLY_LOAD | 1u << LCT_WEAKER_ASSEMBLY_STORE;
    uint32_t memory = config()->memory;
    if (memory == LCT_MEMORY_SC) return model == LCT_MEMORY_SC && config()->graphs;
    if (memory != LCT_MEMORY_AUTO) return model == memory;
    if (config()->strategy != LCT_STRATEGY_DEFAULT || config()->look) return false; /* schedules are wanted */
    if (model == LCT_MEMORY_TSO) return lct_weaker_executed() & natives;
    return model == LCT_MEMORY_RC11 && (lct_weaker_executed() & ~natives || config()->sync > LCT_SYNC_VALUES);
}

/* Schedules, or before graphs only the serial ones. */
static enum lct_stage_result first_look(void) {
    lct_promoted_forget();
    lct_heap.frees = false;
    enum lct_stage_result serially = config()->serial_first ? run_serially(false) : LCT_STAGE_ENDED;
    if (serially == LCT_STAGE_INTERRUPTED) return serially;
    if (serially == LCT_STAGE_LIMITED && defines_results()) return LCT_STAGE_ENDED; /* it is not complete for good */
    if (!explores_schedules()) return LCT_STAGE_ENDED;
    if (run_guided() == LCT_STAGE_INTERRUPTED) return LCT_STAGE_INTERRUPTED;
    const lct_strategy *strategy = wanted();
    if (strategy == &lct_bounded) {
        bool open = config()->preemptions == UINT32_MAX;
        enum lct_stage_result result = bounded_alone(0, open ? 64 : config()->preemptions, quick(QUICK), false);
        return result == LCT_STAGE_INTERRUPTED || other_heaps(strategy, false) == LCT_STAGE_INTERRUPTED
                   ? LCT_STAGE_INTERRUPTED
                   : result;
    }
    enum lct_stage_result result = LCT_STAGE_LIMITED;
    if (config()->strategy == LCT_STRATEGY_DEFAULT) result = few_preemptions();
    if (strategy == &lct_states) result = run_states(LCT_STAGE_MAIN, MOST_STATES);
    else if (result == LCT_STAGE_LIMITED) result = run_main(strategy, quick(QUICK), false);
    if (result == LCT_STAGE_LIMITED && may_be_small()) result = states_instead();
    if (result == LCT_STAGE_INTERRUPTED) return result;
    bool proven = result == LCT_STAGE_ENDED;
    return other_heaps(strategy, proven) == LCT_STAGE_INTERRUPTED ? LCT_STAGE_INTERRUPTED : result;
}

/* ---- all scenarios ---- */

static char *problem(void) {
    static char text[LCT_SCENARIO_ERROR] LCT_STATE = "";
    return text;
}

/* Reports if the scenario leaves something behind. */
static void weigh(void) {
    unsigned adds, removes;
    char text[LCT_SCENARIO_TEXT + 200];
    if (config()->balanced != LCT_BALANCE_WARN || *lct_w.control->candidates) return;
    if (!lct_balance_count(lct_w.test, scenario_now, &adds, &removes) || adds <= removes) return;
    snprintf(text, sizeof text,
             "the scenario `%s` adds %u time%s and removes %u time%s: elements that stay in the object are not checked",
             lct_w.text, adds, adds == 1 ? "" : "s", removes, removes == 1 ? "" : "s");
    lct_send_warning(text);
}

/* Of a test that grows: the current size. */
static struct {
    const lct_size *sizes; /* NULL: it has not begun to */
    unsigned number;
    uint32_t first;
} growth LCT_STATE = {0};

static bool start_scenarios(void) {
    const char *candidates = lct_w.control->candidates;
    if (growth.sizes) {
        lct_scenarios_start_size(lct_w.test, growth.sizes, growth.number, config()->seed);
        return true;
    }
    return *candidates
               ? lct_scenarios_choose(lct_w.test, candidates, problem(), LCT_SCENARIO_ERROR)
               : lct_scenarios_start(lct_w.test, config()->scenario, config()->seed, problem(), LCT_SCENARIO_ERROR);
}

void lct_plan_set_size(const lct_size *sizes, unsigned number, uint32_t first) {
    growth.sizes = sizes;
    growth.number = number;
    growth.first = first;
    (void)start_scenarios(); /* so that they can be counted */
}

bool lct_plan_each(lct_visit *visit, void *context, uint32_t *end) {
    if (!start_scenarios()) return false;
    uint32_t number = growth.first;
    const lct_scenario *scenario;
    while (number < LCT_SCENARIOS && (scenario = lct_scenarios_next())) {
        lct_w.scenario = number;
        lct_w.progress->scenario = number;
        lct_scenario_print(lct_w.test, scenario, lct_w.text, sizeof lct_w.text);
        lct_scenario_use(lct_w.test, scenario);
        scenario_now = scenario;
        if (!visit(number, context)) return false;
        number++;
    }
    lct_w.progress->scenarios = number;
    if (end) *end = number;
    return true;
}

static bool each_scenario(lct_visit *visit, void *context) { return lct_plan_each(visit, context, NULL); }

/* The only scenario is explored at once, or soon shared by all workers: the work of the first look is done again.
 */
static uint64_t first_graphs(void) {
    if (lct_scenarios_count().given != 1) return QUICK_GRAPHS;
    return config()->jobs < 2 ? UINT64_MAX : QUICK_GRAPHS / 10;
}

/* Beside the schedules of `auto` the graphs of a scenario get a part of the steps that are left, so that a
 * test whose schedules are complete ends soon.  The verdict states how many there were. */
static enum lct_stage_result run_graphs_beside(uint32_t memory) {
    static uint64_t left LCT_STATE = 30000000;
    enum { PART = 6, LEAST = 20000, GROWS = 50 };
    uint64_t before = lct_w.progress->steps, most = left / PART > LEAST ? left / PART : LEAST;
    if (growth.sizes) { /* the same for each scenario, so that it does not depend on the number of workers */
        most = config()->grow_steps / GROWS + 1;
        lct_w.allowance = before + most;
    }
    lct_stage s = graph_stage(memory, quick(UINT64_MAX));
    s.steps = most;
    enum lct_stage_result result = lct_stage_alone(&s, true);
    uint64_t used = lct_w.progress->steps - before;
    left -= used < left ? used : left;
    return result == LCT_STAGE_INTERRUPTED ? result : LCT_STAGE_ENDED;
}

bool lct_plan_look(uint32_t number, void *unused) {
    (void)unused;
    if (lct_hopeless()) return false;
    if (!lct_share_claim()) return true;
    lct_send_scenario(number, lct_w.text);
    if (!lct_purity_check(scenario_now)) return false;
    lct_inspect_scenario();
    weigh();
    enum lct_stage_result result = first_look();
    if (result == LCT_STAGE_LIMITED) set_bit(lct_w.control->large, number);
    for (uint32_t model = 0; model < LCT_MEMORY_MODELS && result != LCT_STAGE_INTERRUPTED; model++) {
        if (!explores_graphs(model)) continue;
        result =
            config()->memory == LCT_MEMORY_AUTO ? run_graphs_beside(model) : run_graphs(model, quick(first_graphs()));
        if (result == LCT_STAGE_LIMITED) set_bit(lct_w.control->graphs_left[model], number);
    }
    lct_promoted_publish();
    return result != LCT_STAGE_INTERRUPTED;
}

/* ---- after the first look ---- */

static bool is_large(uint32_t number) { return has_bit(lct_w.control->large, number); }

bool lct_plan_is_left(uint32_t number) {
    bool left = is_large(number);
    for (uint32_t model = 0; model < LCT_MEMORY_MODELS; model++)
        left |= has_bit(lct_w.control->graphs_left[model], number);
    return left;
}

/* Schedules, by reduction, or where loops write by states. */
static enum lct_stage_result deepen_schedules(uint32_t number, lct_stage *s) {
    bool cyclic = has_bit(lct_w.control->cyclic, number);
    enum lct_stage_result result = cyclic ? run_states(s->number, MOST_STATES) : LCT_STAGE_LIMITED;
    if (result == LCT_STAGE_LIMITED) result = lct_stage_alone(s, false);
    if (result == LCT_STAGE_ENDED) clear_bit(lct_w.control->large, number);
    return result;
}

bool lct_plan_deepen(uint32_t number, unsigned round, uint64_t steps) {
    lct_send_scenario(number, lct_w.text);
    lct_promoted_forget();
    enum lct_stage_result result = LCT_STAGE_ENDED;
    if (is_large(number))
        result = deepen_schedules(number, &(lct_stage){.number = LCT_STAGE_SHARED + round,
                                                       .strategy = &lct_dpor,
                                                       .bound = 1,
                                                       .heap = first_heap(),
                                                       .limit = UINT64_MAX,
                                                       .steps = steps,
                                                       .whole = true});
    for (uint32_t model = 0; model < LCT_MEMORY_MODELS && result != LCT_STAGE_INTERRUPTED; model++) {
        if (!has_bit(lct_w.control->graphs_left[model], number)) continue;
        lct_stage s = graph_stage(model, UINT64_MAX);
        s.steps = steps;
        result = lct_stage_alone(&s, false);
        if (result == LCT_STAGE_ENDED) clear_bit(lct_w.control->graphs_left[model], number);
    }
    return result != LCT_STAGE_INTERRUPTED;
}

typedef struct round_of_all {
    unsigned number;
    uint64_t limit;
    bool left; /* some scenario is not finished */
} round_of_all;

/* One worker enumerates the states, and the other workers wait. */
static enum lct_stage_result states_by_one(uint32_t number, const round_of_all *round) {
    uint64_t most = round->limit < MOST_STATES ? round->limit * (QUICK_STATES / QUICK) : MOST_STATES;
    if (!lct_share_meet()) return LCT_STAGE_INTERRUPTED; /* all workers have learnt by now that it is large */
    if (lct_share_claim()) {
        lct_promoted_forget();
        lct_promoted_import();
        enum lct_stage_result result =
            run_states(LCT_STAGE_SHARED + round->number, most < MOST_STATES ? (uint32_t)most : MOST_STATES);
        if (result == LCT_STAGE_INTERRUPTED) return result;
        if (result == LCT_STAGE_ENDED) clear_bit(lct_w.control->large, number);
    }
    if (!lct_share_meet()) return LCT_STAGE_INTERRUPTED;
    return has_bit(lct_w.control->large, number) ? LCT_STAGE_LIMITED : LCT_STAGE_ENDED;
}

/* All workers explore the graphs of the only scenario that is left. */
static enum lct_stage_result graphs_by_all(uint32_t model, uint32_t number) {
    lct_stage s = graph_stage(model, UINT64_MAX);
    s.shared = true;
    enum lct_stage_result result = lct_stage_together(&s);
    if (result == LCT_STAGE_ENDED) clear_bit(lct_w.control->graphs_left[model], number);
    return result;
}

/* One worker explores the graphs, and the other workers wait. */
static enum lct_stage_result graphs_by_one(uint32_t model, uint32_t number, const round_of_all *round) {
    uint64_t *left = lct_w.control->graphs_left[model];
    uint64_t limit = round->limit < UINT64_MAX / 64 ? round->limit * (QUICK_GRAPHS / QUICK) : UINT64_MAX;
    if (!lct_share_meet()) return LCT_STAGE_INTERRUPTED;
    if (lct_share_claim()) {
        lct_promoted_forget();
        lct_promoted_import();
        enum lct_stage_result result = run_graphs(model, limit);
        if (result == LCT_STAGE_INTERRUPTED) return result;
        if (result == LCT_STAGE_ENDED) clear_bit(left, number);
    }
    if (!lct_share_meet()) return LCT_STAGE_INTERRUPTED;
    return has_bit(left, number) ? LCT_STAGE_LIMITED : LCT_STAGE_ENDED;
}

static bool look_closer(uint32_t number, void *context) {
    round_of_all *round = context;
    for (uint32_t model = 0; model < LCT_MEMORY_MODELS; model++) {
        if (!has_bit(lct_w.control->graphs_left[model], number)) continue;
        lct_send_scenario(number, lct_w.text);
        bool last = round->limit >= UINT64_MAX / 8;
        enum lct_stage_result result = last ? graphs_by_all(model, number) : graphs_by_one(model, number, round);
        if (result == LCT_STAGE_INTERRUPTED) return false;
        round->left |= result == LCT_STAGE_LIMITED;
    }
    if (!has_bit(lct_w.control->large, number)) return true;
    lct_send_scenario(number, lct_w.text);
    if (has_bit(lct_w.control->cyclic, number)) {
        enum lct_stage_result result = states_by_one(number, round);
        if (result != LCT_STAGE_LIMITED) return result == LCT_STAGE_ENDED;
    }
    const lct_strategy *strategy = wanted() == &lct_states ? &lct_dpor : wanted(); /* there were too many of them */
    bool bounded = strategy == &lct_bounded, open = config()->preemptions == UINT32_MAX;
    uint32_t preemptions = open ? round->number + 2 : config()->preemptions;
    lct_stage s = {.number = strategy == &lct_serial ? LCT_STAGE_SERIAL : LCT_STAGE_SHARED + round->number,
                   .strategy = strategy,
                   .heap = first_heap(),
                   .limit = round->limit,
                   .shared = true,
                   .bound = bounded            ? preemptions
                            : config()->rounds ? config()->rounds - 1
                                               : 1};
    if (bounded && !open) s.limit = UINT64_MAX;
    enum lct_stage_result result = lct_stage_together(&s);
    if (result == LCT_STAGE_INTERRUPTED) return false;
    bool more = open && __atomic_load_n(&lct_w.control->restricted, __ATOMIC_RELAXED);
    bool finished = result == LCT_STAGE_ENDED && !(bounded && more);
    if (finished) clear_bit(lct_w.control->large, number);
    else round->left = true;
    return true;
}

/* Schedules of sequential consistency, unless a weaker model is chosen. */
static uint32_t sampled_model(void) { return explores_schedules() ? LCT_MEMORY_SC : config()->memory; }

static const lct_strategy *sampling(void) {
    if (config()->strategy != LCT_STRATEGY_PCT) return &lct_random;
    return sampled_model() == LCT_MEMORY_SC ? &lct_pct : &lct_pct_weak;
}

static bool sample(uint32_t number, void *context) {
    uint64_t most = *(uint64_t *)context;
    lct_send_scenario(number, lct_w.text);
    if (!lct_purity_check(scenario_now)) return false;
    lct_inspect_scenario();
    lct_promoted_import();
    if (config()->serial_first && lct_share_claim() && run_serially(false) == LCT_STAGE_INTERRUPTED) return false;
    lct_stage s = {.number = LCT_STAGE_SAMPLED,
                   .strategy = sampling(),
                   .memory = (uint8_t)sampled_model(),
                   .bound = config()->depth,
                   .heap = first_heap(),
                   .limit = LCT_SAMPLES};
    for (uint64_t done = 0; done < most; done += LCT_SAMPLES) {
        if (lct_hopeless()) return false;
        if (!lct_share_claim()) continue;
        if (most - done < s.limit) s.limit = most - done;
        if (lct_stage_alone(&s, true) == LCT_STAGE_INTERRUPTED) return false;
    }
    return true;
}

static bool first_scenario(uint32_t number, void *unused) {
    (void)number, (void)unused;
    return true;
}

static void send_scenario_counts(void) {
    if (lct_w.number) return;
    lct_scenario_counts c = lct_scenarios_count();
    lct_send_scenarios(c.all, c.given, c.sampled, c.complete);
}

/* How many scenarios are too large for one worker. */
static uint64_t large_ones(void) {
    const lct_control *c = lct_w.control;
    uint64_t count = 0;
    for (unsigned i = 0; i < LCT_SCENARIOS / 64; i++) {
        uint64_t large = __atomic_load_n(&c->large[i], __ATOMIC_RELAXED);
        for (unsigned model = 0; model < LCT_MEMORY_MODELS; model++)
            large |= __atomic_load_n(&c->graphs_left[model][i], __ATOMIC_RELAXED);
        count += (uint64_t)__builtin_popcountll(large);
    }
    return count;
}

static bool explore(void) {
    if (wanted() == &lct_pct || wanted() == &lct_random) {
        uint64_t most = config()->max_executions == UINT64_MAX ? SAMPLES_OTHERWISE : config()->max_executions;
        lct_scenario_counts c = lct_scenarios_count();
        most = most / (c.given ? c.given : 1);
        if (!most) most = 1;
        return each_scenario(sample, &most);
    }
    if (lct_grows()) return lct_grow();
    if (!each_scenario(lct_plan_look, NULL)) return false;
    if (config()->look) return true;
    if (!lct_share_meet()) return false;
    for (round_of_all round = {.limit = QUICK};; round.number++) {
        round.left = false;
        if (large_ones() < 2) round.limit = UINT64_MAX / 8; /* there is nothing to save effort for */
        if (!lct_share_meet()) return false;                /* all have counted the same */
        if (!each_scenario(look_closer, &round)) return false;
        if (!round.left) return true;
        if (round.limit < UINT64_MAX / 8) round.limit *= 4;
    }
}

static bool look_serially(uint32_t number, void *unused) {
    (void)unused;
    if (!lct_share_claim()) return true;
    lct_send_scenario(number, lct_w.text);
    return run_serially(true) != LCT_STAGE_INTERRUPTED;
}

static bool run_all(void) {
    if (!explore()) return false;
    if (!config()->serial_first || lct_w.test->op_count) return true;
    if (!lct_share_meet()) return false; /* all workers have learnt whether one of them met a call */
    if (!lct_w.control->calls || lct_w.control->serially) return true;
    return each_scenario(look_serially, NULL);
}

enum lct_worker_end lct_plan_run(const char **why) {
    *why = NULL;
    if (!each_scenario(first_scenario, NULL)) {
        *why = problem();
        return LCT_WORKER_BAD_SCENARIO;
    }
    if (!lct_grows()) send_scenario_counts();
    if (run_all() && lct_purity_check_end()) return LCT_WORKER_DONE;
    if (lct_w.failed) return LCT_WORKER_FOUND;
    return lct_stopping() ? LCT_WORKER_STOPPED : LCT_WORKER_SPENT;
}
