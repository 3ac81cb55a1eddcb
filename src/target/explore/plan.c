/* What is tried in which order.
 *
 * First every scenario is looked at by one worker: a few preemptions, where most errors show in the shortest
 * executions, then reduction, which for small scenarios ends with a proof; for the smallest at once, without bounds.
 * Then the scenarios that were too large for that are shared by all workers, with more executions each time round,
 * until all are done or the budget is spent.  How far each stage goes is counted in executions, never measured in time,
 * so that what is found does not depend on the machine.
 */
#include <stdio.h>

#include "target/explore/balance.h"
#include "target/explore/purity.h"
#include "target/explore/share.h"
#include "target/explore/stage.h"
#include "target/runtime/heap.h"

enum {
    QUICK_BOUNDED = 4000,      /* executions of the first look at a scenario, for each number of preemptions */
    QUICK = 5000,              /* and by the strategy that is to see everything */
    QUICK_STATES = 1 << 17,    /* states, where they are what counts, */
    MOST_STATES = 1 << 22,     /* and in the end */
    QUICK_SERIAL = 200,        /* of the serial stage, if only some are wanted */
    SMALL = 200,               /* if reduction needs no more to see everything, there is no need for bounds */
    SAMPLES_OTHERWISE = 100000 /* of a sampling strategy that is not told how many */
};

static const lc_scenario *scenario_now LC_STATE = NULL;

static const lc_config *config(void) { return &lc_w.control->config; }

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

/* ---- one scenario ---- */

static const lc_strategy *wanted(void) {
    switch (config()->strategy) {
    case LC_STRATEGY_BOUNDED: return &lc_bounded;
    case LC_STRATEGY_ROUNDS: return &lc_rounds;
    case LC_STRATEGY_PCT: return &lc_pct;
    case LC_STRATEGY_RANDOM: return &lc_random;
    case LC_STRATEGY_SERIAL: return &lc_serial;
    case LC_STRATEGY_EXHAUSTIVE: return &lc_exhaustive;
    case LC_STRATEGY_STATES: return &lc_states;
    default: return &lc_dpor;
    }
}

/* Is it worth a try whether reduction soon sees everything?  Not if there is code that is not seen, because what is
 * left out depends on what is. */
static bool may_be_small(void) {
    return config()->strategy == LC_STRATEGY_DEFAULT && !config()->look && !config()->unseen;
}

static uint32_t first_heap(void) {
    uint32_t heap = config()->heap;
    return heap == LC_HEAP_AUTO || heap == LC_HEAP_ALL ? LC_HEAP_LIFO : heap;
}

/* Preemptions are tried one after another, unless a number is asked for. */
static enum lc_stage_result bounded_alone(uint32_t least, uint32_t most, uint64_t limit, bool kept) {
    enum lc_stage_result result = LC_STAGE_ENDED;
    lc_t.restricted = true;
    for (uint32_t bound = least; bound <= most && result == LC_STAGE_ENDED && lc_t.restricted; bound++)
        result = lc_stage_alone(&(lc_stage){.number = LC_STAGE_BOUNDED + (bound < 6 ? bound : 6),
                                            .strategy = &lc_bounded,
                                            .bound = bound,
                                            .heap = first_heap(),
                                            .limit = limit},
                                kept);
    return result;
}

static enum lc_stage_result other_heap(lc_stage s, const lc_strategy *strategy) {
    bool all = config()->heap == LC_HEAP_ALL;
    if (!all && may_be_small()) {
        s.strategy = &lc_dpor;
        s.limit = SMALL;
        s.whole = true;
        enum lc_stage_result result = lc_stage_alone(&s, false);
        if (result != LC_STAGE_LIMITED) return result;
        s.whole = false;
    }
    s.strategy = all ? strategy : &lc_bounded;
    s.bound = config()->preemptions < 2 ? config()->preemptions : 2;
    s.limit = quick(all ? QUICK : QUICK_BOUNDED);
    return lc_stage_alone(&s, true);
}

/* With other heaps, where it makes a difference. */
static enum lc_stage_result other_heaps(const lc_strategy *strategy) {
    bool all = config()->heap == LC_HEAP_ALL;
    if (!lc_heap.frees || (!all && config()->heap != LC_HEAP_AUTO)) return LC_STAGE_ENDED;
    enum lc_stage_result result = LC_STAGE_ENDED;
    static const uint32_t heaps[] = {LC_HEAP_SHARED, LC_HEAP_FIFO, LC_HEAP_NEVER};
    for (unsigned i = 0; i < (all ? 3 : 2) && result != LC_STAGE_INTERRUPTED; i++)
        result = other_heap((lc_stage){.number = LC_STAGE_HEAPS + i, .heap = heaps[i]}, strategy);
    return result == LC_STAGE_INTERRUPTED ? LC_STAGE_INTERRUPTED : LC_STAGE_ENDED;
}

/* What the object does when nobody interferes: what it may do at all, if nothing else says so.  Threads are interrupted
 * between operations only.  But threads that the test wrote itself may call none: then they would be interrupted
 * everywhere, for the sake of nothing.  So one execution says whether they do, and if others do after all it is made up
 * for at the end. */
static enum lc_stage_result run_serially(bool sure) {
    lc_stage s = {.number = LC_STAGE_SERIAL, .strategy = &lc_serial, .heap = first_heap(), .limit = 1};
    if (!sure && !lc_w.test->op_count) {
        if (lc_stage_alone(&s, false) == LC_STAGE_INTERRUPTED) return LC_STAGE_INTERRUPTED;
        if (!__atomic_load_n(&lc_w.control->calls, __ATOMIC_RELAXED)) return LC_STAGE_ENDED;
    }
    s.limit = config()->serial_first == LC_SERIAL_ALL ? UINT64_MAX : QUICK_SERIAL;
    enum lc_stage_result result = lc_stage_alone(&s, true);
    __atomic_store_n(&lc_w.control->serially, 1, __ATOMIC_RELAXED);
    return result;
}

/* As another execution went, where there is one to go by. */
static enum lc_stage_result run_guided(void) {
    if (!*lc_w.control->candidates || !lc_guided_find(lc_w.scenario)) return LC_STAGE_ENDED;
    enum lc_stage_result result = lc_stage_alone(
        &(lc_stage){
            .number = LC_STAGE_GUIDED, .strategy = &lc_guided, .heap = config()->guide_heap, .limit = UINT64_MAX},
        true);
    lc_racy_forget();
    return result;
}

static enum lc_stage_result run_main(const lc_strategy *strategy, uint64_t limit, bool whole) {
    return lc_stage_alone(&(lc_stage){.number = strategy == &lc_serial ? LC_STAGE_SERIAL : LC_STAGE_MAIN,
                                      .strategy = strategy,
                                      .bound = config()->rounds ? config()->rounds - 1 : 1,
                                      .heap = first_heap(),
                                      .limit = limit,
                                      .whole = whole,
                                      .tried = strategy == &lc_dpor && may_be_small()},
                          false);
}

/* Which plain accesses race depends on more than the state: if it matters, all of them are steps. */
static enum lc_stage_result run_states(uint32_t number, uint32_t most) {
    bool all_plain = lc_m.all_plain;
    lc_stage s = {.number = number,
                  .strategy = &lc_states,
                  .bound = most,
                  .heap = first_heap(),
                  .limit = UINT64_MAX,
                  .whole = true};
    enum lc_stage_result result = lc_stage_alone(&s, false);
    if (result == LC_STAGE_LIMITED && lc_t.gave_up && lc_t.shadows_matter && !all_plain) {
        lc_m.all_plain = true;
        result = lc_stage_alone(&s, false);
        lc_m.all_plain = all_plain;
    }
    return result;
}

/* Reduction has not seen everything: by loops whose rounds write, perhaps, with few states but very many executions. */
static enum lc_stage_result states_instead(void) {
    if (!lc_t.cycles || has_bit(lc_w.control->cyclic, lc_w.scenario)) return LC_STAGE_LIMITED;
    set_bit(lc_w.control->cyclic, lc_w.scenario);
    return run_states(LC_STAGE_MAIN, QUICK_STATES);
}

/* No preemption, then 1 and 2, unless a scenario is so small that reduction sees everything before that.
 * LC_STAGE_LIMITED: there is more to see. */
static enum lc_stage_result few_preemptions(void) {
    enum lc_stage_result result = bounded_alone(0, 0, quick(QUICK_BOUNDED), true);
    if (result != LC_STAGE_ENDED) return result;
    bool more = lc_t.restricted, asked = may_be_small();
    if (asked) result = run_main(&lc_dpor, SMALL, true);
    if (asked && result == LC_STAGE_LIMITED) result = states_instead();
    if (result == LC_STAGE_INTERRUPTED || (asked && result == LC_STAGE_ENDED)) return result;
    if (more) result = bounded_alone(1, 2, quick(QUICK_BOUNDED), true);
    return result == LC_STAGE_INTERRUPTED ? result : LC_STAGE_LIMITED;
}

static enum lc_stage_result first_look(void) {
    lc_racy_forget();
    lc_heap.frees = false;
    if (config()->serial_first && run_serially(false) == LC_STAGE_INTERRUPTED) return LC_STAGE_INTERRUPTED;
    if (run_guided() == LC_STAGE_INTERRUPTED) return LC_STAGE_INTERRUPTED;
    const lc_strategy *strategy = wanted();
    if (strategy == &lc_bounded) {
        bool open = config()->preemptions == UINT32_MAX;
        enum lc_stage_result result = bounded_alone(0, open ? 64 : config()->preemptions, quick(QUICK), false);
        return result == LC_STAGE_INTERRUPTED || other_heaps(strategy) == LC_STAGE_INTERRUPTED ? LC_STAGE_INTERRUPTED
                                                                                               : result;
    }
    enum lc_stage_result result = LC_STAGE_LIMITED;
    if (config()->strategy == LC_STRATEGY_DEFAULT) result = few_preemptions();
    if (strategy == &lc_states) result = run_states(LC_STAGE_MAIN, MOST_STATES);
    else if (result == LC_STAGE_LIMITED) result = run_main(strategy, quick(QUICK), false);
    if (result == LC_STAGE_LIMITED && may_be_small()) result = states_instead();
    if (result == LC_STAGE_INTERRUPTED || other_heaps(strategy) == LC_STAGE_INTERRUPTED) return LC_STAGE_INTERRUPTED;
    return result;
}

/* ---- all scenarios ---- */

static char *problem(void) {
    static char text[LC_SCENARIO_ERROR] LC_STATE = "";
    return text;
}

/* Says if the scenario leaves something behind. */
static void weigh(void) {
    unsigned adds, removes;
    char text[LC_SCENARIO_TEXT + 200];
    if (config()->balanced != LC_BALANCE_WARN || *lc_w.control->candidates) return;
    if (!lc_balance_count(lc_w.test, scenario_now, &adds, &removes) || adds <= removes) return;
    snprintf(text, sizeof text,
             "the scenario `%s` adds %u time%s and removes %u time%s: what is left in the object is not looked at",
             lc_w.text, adds, adds == 1 ? "" : "s", removes, removes == 1 ? "" : "s");
    lc_say_warning(text);
}

static bool each_scenario(bool (*visit)(uint32_t number, void *context), void *context) {
    const char *candidates = lc_w.control->candidates;
    bool fine = *candidates
                    ? lc_scenarios_choose(lc_w.test, candidates, problem(), LC_SCENARIO_ERROR)
                    : lc_scenarios_start(lc_w.test, config()->scenario, config()->seed, problem(), LC_SCENARIO_ERROR);
    if (!fine) return false;
    uint32_t number = 0;
    const lc_scenario *scenario;
    while (number < LC_SCENARIOS && (scenario = lc_scenarios_next())) {
        lc_w.scenario = number;
        lc_w.progress->scenario = number;
        lc_scenario_print(lc_w.test, scenario, lc_w.text, sizeof lc_w.text);
        lc_scenario_use(lc_w.test, scenario);
        scenario_now = scenario;
        if (!visit(number, context)) return false;
        number++;
    }
    lc_w.progress->scenarios = number;
    return true;
}

static bool look(uint32_t number, void *unused) {
    (void)unused;
    if (lc_hopeless()) return false;
    if (!lc_share_claim()) return true;
    lc_say_scenario(number, lc_w.text);
    if (!lc_purity_check(scenario_now)) return false;
    lc_inspect_scenario();
    weigh();
    enum lc_stage_result result = first_look();
    lc_racy_publish();
    if (result == LC_STAGE_LIMITED) set_bit(lc_w.control->large, number);
    return result != LC_STAGE_INTERRUPTED;
}

typedef struct round_of_all {
    unsigned number;
    uint64_t limit;
    bool left; /* some scenario is not finished */
} round_of_all;

/* One worker goes through the states, and the others wait. */
static enum lc_stage_result states_by_one(uint32_t number, const round_of_all *round) {
    uint64_t most = round->limit < MOST_STATES ? round->limit * (QUICK_STATES / QUICK) : MOST_STATES;
    if (!lc_share_meet()) return LC_STAGE_INTERRUPTED; /* all know by now that it is large */
    if (lc_share_claim()) {
        lc_racy_forget();
        lc_racy_import();
        enum lc_stage_result result =
            run_states(LC_STAGE_SHARED + round->number, most < MOST_STATES ? (uint32_t)most : MOST_STATES);
        if (result == LC_STAGE_INTERRUPTED) return result;
        if (result == LC_STAGE_ENDED) clear_bit(lc_w.control->large, number);
    }
    if (!lc_share_meet()) return LC_STAGE_INTERRUPTED;
    return has_bit(lc_w.control->large, number) ? LC_STAGE_LIMITED : LC_STAGE_ENDED;
}

static bool look_closer(uint32_t number, void *context) {
    round_of_all *round = context;
    if (!has_bit(lc_w.control->large, number)) return true;
    lc_say_scenario(number, lc_w.text);
    if (has_bit(lc_w.control->cyclic, number)) {
        enum lc_stage_result result = states_by_one(number, round);
        if (result != LC_STAGE_LIMITED) return result == LC_STAGE_ENDED;
    }
    const lc_strategy *strategy = wanted() == &lc_states ? &lc_dpor : wanted(); /* there were too many of them */
    bool bounded = strategy == &lc_bounded, open = config()->preemptions == UINT32_MAX;
    uint32_t preemptions = open ? round->number + 2 : config()->preemptions;
    lc_stage s = {.number = strategy == &lc_serial ? LC_STAGE_SERIAL : LC_STAGE_SHARED + round->number,
                  .strategy = strategy,
                  .heap = first_heap(),
                  .limit = round->limit,
                  .shared = true,
                  .bound = bounded            ? preemptions
                           : config()->rounds ? config()->rounds - 1
                                              : 1};
    if (bounded && !open) s.limit = UINT64_MAX;
    enum lc_stage_result result = lc_stage_together(&s);
    if (result == LC_STAGE_INTERRUPTED) return false;
    bool more = open && __atomic_load_n(&lc_w.control->restricted, __ATOMIC_RELAXED);
    bool finished = result == LC_STAGE_ENDED && !(bounded && more);
    if (finished) clear_bit(lc_w.control->large, number);
    else round->left = true;
    return true;
}

static bool sample(uint32_t number, void *context) {
    uint64_t most = *(uint64_t *)context;
    lc_say_scenario(number, lc_w.text);
    if (!lc_purity_check(scenario_now)) return false;
    lc_inspect_scenario();
    lc_racy_import();
    if (config()->serial_first && lc_share_claim() && run_serially(false) == LC_STAGE_INTERRUPTED) return false;
    lc_stage s = {.number = LC_STAGE_SAMPLED,
                  .strategy = config()->strategy == LC_STRATEGY_PCT ? &lc_pct : &lc_random,
                  .bound = config()->depth,
                  .heap = first_heap(),
                  .limit = LC_SAMPLES};
    for (uint64_t done = 0; done < most; done += LC_SAMPLES) {
        if (lc_hopeless()) return false;
        if (!lc_share_claim()) continue;
        if (most - done < s.limit) s.limit = most - done;
        if (lc_stage_alone(&s, true) == LC_STAGE_INTERRUPTED) return false;
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
    return run_serially(true) != LC_STAGE_INTERRUPTED;
}

static bool run_all(void) {
    if (!explore()) return false;
    if (!config()->serial_first || lc_w.test->op_count) return true;
    if (!lc_share_meet()) return false; /* all know whether anybody met a call */
    if (!lc_w.control->calls || lc_w.control->serially) return true;
    return each_scenario(look_serially, NULL);
}

enum lc_worker_end lc_plan_run(const char **why) {
    *why = NULL;
    if (!each_scenario(first_scenario, NULL)) {
        *why = problem();
        return LC_WORKER_BAD_SCENARIO;
    }
    tell_scenarios();
    if (run_all() && lc_purity_check_end()) return LC_WORKER_DONE;
    if (lc_w.failed) return LC_WORKER_FOUND;
    return lc_stopping() ? LC_WORKER_STOPPED : LC_WORKER_SPENT;
}
