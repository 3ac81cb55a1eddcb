/* What is said about how much was tried. */
#include <string.h>

#include "tap.h"
#include "tester/driver/coverage.h"

static lcd_coverage c;

static const lct_stage_name dpor = {.kind = LCT_DOES_DPOR}, pct = {.kind = LCT_DOES_PCT},
                            serial = {.kind = LCT_DOES_SERIAL}, two_rounds = {.kind = LCT_DOES_ROUNDS, .bound = 2},
                            other_heap = {.kind = LCT_DOES_DPOR, .heap = LCT_HEAP_FIFO};
static lct_stage_name bounded(uint32_t bound) { return (lct_stage_name){.kind = LCT_DOES_BOUNDED, .bound = bound}; }

static void stage(uint64_t scenario, uint64_t number, lct_stage_name name, bool complete, uint64_t cut) {
    lcd_msg_stage s = {
        .scenario = scenario, .number = number, .name = name, .executions = 10, .cut = cut, .complete = complete};
    lcd_coverage_stage(&c, &s);
}

static void says(const char *words, const char *name, const char *when) {
    lince_text w = {0}, n = {0};
    lcd_coverage_words(&w, &c);
    lcd_coverage_name(&n, &c);
    expect(strcmp(lc_text(&w), words) == 0 && strcmp(lc_text(&n), name) == 0, "%s: %s (%s)", when, lc_text(&w),
           lc_text(&n));
    lc_text_free(&w);
    lc_text_free(&n);
    lcd_coverage_free(&c);
    lcd_coverage_init(&c);
}

static void spells(lct_stage_name name, const char *words) {
    lince_text text = {0};
    lcd_stage_words(&text, lct_stage_unpack(lct_stage_pack(name)));
    expect(strcmp(lc_text(&text), words) == 0, "a stage is called %s", lc_text(&text));
    lc_text_free(&text);
}

static const lct_stage_name graphs = {.kind = LCT_DOES_GRAPH, .memory = LCT_MEMORY_RC11, .bound = UINT32_MAX},
                            old_value = {.kind = LCT_DOES_GRAPH, .memory = LCT_MEMORY_RC11, .bound = 1},
                            tso = {.kind = LCT_DOES_GRAPH, .memory = LCT_MEMORY_TSO, .bound = UINT32_MAX},
                            sc_graphs = {.kind = LCT_DOES_GRAPH, .bound = UINT32_MAX},
                            walks = {.kind = LCT_DOES_RANDOM, .memory = LCT_MEMORY_RC11};

/* Under the models that are weaker than sequential consistency. */
static void says_weak(const char *words, const char *weak, const char *name, const char *when) {
    lince_text w = {0};
    lcd_coverage_weak_words(&w, &c);
    expect(strcmp(lc_text(&w), weak) == 0, "%s: %s", when, lc_text(&w));
    lc_text_free(&w);
    says(words, name, when);
}

static void scenarios(uint64_t all, uint64_t tried, bool sampled, uint64_t complete) {
    c.scenarios = (lcd_msg_scenarios){.all = all, .tried = tried, .sampled = sampled, .complete = complete};
}

static void check_weak(void) {
    stage(0, 1, dpor, true, 0);
    stage(0, 2, graphs, true, 0);
    says_weak("all interleavings", "; under rc11: 10 execution graphs, all there are", "exhaustive", "both to the end");
    stage(0, 1, dpor, true, 0);
    stage(0, 2, graphs, false, 0);
    says_weak("all interleavings", "; under rc11: 10 execution graphs, a part of them", "partial",
              "the weaker one not to its end");
    stage(0, 1, dpor, true, 0);
    stage(0, 2, graphs, true, 4);
    says_weak(
        "all interleavings",
        "; under rc11: 10 execution graphs, a part of them, because 4 executions were too long (does a loop write in "
        "every round?)",
        "partial", "graphs were cut");
    stage(0, 1, dpor, false, 0);
    stage(0, 2, graphs, true, 0);
    says_weak("a part of the interleavings", "; under rc11: 10 execution graphs, all there are", "partial",
              "schedules not to their end");
    stage(0, 1, dpor, true, 0);
    stage(0, 2, old_value, true, 0);
    stage(0, 3, graphs, false, 0);
    says_weak("all interleavings", "; under rc11: 10 execution graphs, all with up to 1 old value", "partial",
              "graphs with few old values");
    for (uint64_t i = 0; i < 3; i++) stage(i, 1, dpor, true, 0), stage(i, 2, graphs, true, 0);
    says_weak("all interleavings of 3 scenarios", "; under rc11: 30 execution graphs, all of the same scenarios",
              "exhaustive", "several scenarios");
    for (uint64_t i = 0; i < 3; i++) stage(i, 1, dpor, true, 0), stage(i, 2, graphs, i < 2, 0);
    says_weak("all interleavings of 3 scenarios", "; under rc11: 30 execution graphs, complete for 2 of 3 scenarios",
              "partial", "not all to the end");
    for (uint64_t i = 0; i < 2; i++) stage(i, 2, graphs, true, 0), stage(i, 0, serial, true, 0);
    says_weak("", "under rc11: 20 execution graphs, all of 2 scenarios", "exhaustive",
              "what is weaker has all executions of what is stronger");
    stage(0, 2, graphs, true, 0);
    says_weak("", "under rc11: 10 execution graphs, all there are", "exhaustive", "one scenario, one model");
    stage(0, 1, dpor, true, 0);
    stage(0, 2, walks, false, 0);
    says_weak("all interleavings", "; under rc11: 10 executions, sampled", "sampled", "random walks");
    stage(0, 1, dpor, true, 0);
    stage(0, 2, graphs, true, 0);
    stage(0, 3, tso, true, 0);
    says_weak("all interleavings",
              "; under tso: 10 execution graphs, all there are; under rc11: 10 execution graphs, all there are",
              "exhaustive", "two models");
    stage(0, 1, sc_graphs, true, 0);
    says_weak("all execution graphs", "", "exhaustive", "graphs instead of schedules");
    stage(0, 1, sc_graphs, true, 0);
    stage(0, 2, dpor, true, 0);
    says_weak("all interleavings", "", "exhaustive", "graphs besides schedules");
}

static void check_totals(void) {
    lcd_stage_total total;
    lcd_msg_stage s = {.name = graphs, .executions = 7, .redundant = 3, .blocked = 2, .complete = true};
    lcd_coverage_stage(&c, &s);
    lcd_coverage_stage(&c, &s);
    stage(0, 1, old_value, true, 0);
    expect(lcd_coverage_graphs(&c, LCT_MEMORY_RC11, &total) && total.executions == 14 && total.blocked == 4,
           "graphs of the last stage, of all workers");
    expect(!lcd_coverage_graphs(&c, LCT_MEMORY_TSO, &total), "no graphs of another model");
    expect(lcd_coverage_executions(&c, 100) == 14, "where there are only graphs, those of the last stage count");
    stage(0, 2, dpor, true, 5);
    expect(lcd_coverage_executions(&c, 100) == 100, "else all executions");
    expect(lcd_coverage_cut(&c) == 5, "graphs cover no executions that schedules cut off");
    expect(lcd_coverage_is_complete(&c, LCT_MEMORY_RC11) && !lcd_coverage_is_complete(&c, LCT_MEMORY_SC) &&
               !lcd_coverage_is_complete(&c, LCT_MEMORY_TSO),
           "which models are complete");
    expect(lcd_coverage_is_proven(&c, LCT_MEMORY_RC11, 0) && !lcd_coverage_is_proven(&c, LCT_MEMORY_RC11, 1) &&
               !lcd_coverage_is_proven(&c, LCT_MEMORY_SC, 0),
           "and for which scenario");
}

/* ---- nothing was run ---- */

static void ran(uint64_t scenario, lct_stage_name name, uint64_t executions, uint64_t blocked, uint64_t excluded) {
    lcd_coverage_stage(&c, &(lcd_msg_stage){.scenario = scenario,
                                            .number = 2,
                                            .name = name,
                                            .executions = executions,
                                            .redundant = blocked,
                                            .blocked = blocked,
                                            .excluded = excluded,
                                            .complete = true});
}

static void again(void) {
    lcd_coverage_free(&c);
    lcd_coverage_init(&c);
}

static void check_vacuous(void) {
    expect(lcd_coverage_is_vacuous(&c, false), "without a scenario nothing is checked");
    ran(0, dpor, 3, 0, 0);
    ran(1, dpor, 0, 2, 2);
    expect(!lcd_coverage_is_vacuous(&c, false), "lince_assume may exclude all executions of a scenario");
    ran(2, dpor, 0, 2, 1);
    expect(lcd_coverage_is_vacuous(&c, false) && !lcd_coverage_is_vacuous(&c, true), "but nothing else may");
    expect(!lcd_coverage_is_complete(&c, LCT_MEMORY_SC) && !lcd_coverage_is_proven(&c, LCT_MEMORY_SC, 2),
           "and no stage without executions is a proof");
    again();
    ran(0, graphs, 0, 0, 0);
    stage(0, 0, serial, true, 0);
    expect(lcd_coverage_is_vacuous(&c, false), "serial executions are not what was to be explored");
    again();
    stage(0, 0, serial, true, 0);
    expect(!lcd_coverage_is_vacuous(&c, false), "unless nothing else was");
    again();
}

/* ---- a test that grows ---- */

static void size(uint32_t threads, uint32_t calls, uint64_t all, bool sampled) {
    lcd_coverage_size(&c, &(lcd_msg_size){.threads = threads, .calls = calls, .all = all, .sampled = sampled});
}

/* A scenario with these threads, each of as many calls. */
static void shape(uint64_t number, unsigned threads, unsigned calls, bool complete) {
    char text[200] = "";
    for (unsigned i = 0; i < threads; i++) {
        if (i) strcat(text, "| ");
        for (unsigned k = 0; k < calls; k++) strcat(text, "op() ");
    }
    lcd_coverage_scenario(&c, number, lc_span_of(text));
    stage(number, 8, dpor, complete, 0);
}

/* One scenario of 1x1, one of 2x1, one of 2x2; then one of 3x1. */
static void grown(bool first, bool usual) {
    size(2, 1, 2, false);
    shape(0, 1, 1, true);
    shape(1, 2, 1, first);
    size(2, 2, 3, false);
    shape(2, 2, 2, usual);
}

static void check_sizes(void) {
    grown(true, true);
    says("all interleavings of 2x2 threads x calls", "exhaustive", "two sizes, one in the other");
    grown(true, true);
    size(3, 1, 3, false);
    shape(3, 3, 1, true);
    size(2, 3, 63, false);
    for (uint64_t i = 4; i < 64; i++) shape(i, 2, 3, i < 16);
    expect(lcd_coverage_has_size(&c) && lcd_coverage_is_claimed(&c, 3) && !lcd_coverage_is_claimed(&c, 5),
           "scenarios of sizes that are complete");
    says("all interleavings of 2x2 and 3x1 threads x calls, 12 of 60 scenarios of 2x3", "exhaustive",
         "the budget ends in the midst of a size");
    grown(true, true);
    size(3, 1, 3, false);
    shape(3, 3, 1, true);
    size(2, 4, 4, false);
    shape(4, 2, 4, true);
    size(4, 1, 4, false);
    shape(5, 4, 1, true);
    size(3, 3, 6, false);
    shape(7, 3, 2, true);
    shape(6, 3, 3, true);
    says("all interleavings of 2x4, 4x1 and 3x3 threads x calls", "exhaustive", "three sizes");
    grown(true, false);
    size(3, 1, UINT64_MAX, true);
    shape(3, 3, 1, true);
    says("all interleavings of 2x1 threads x calls, 0 of 1 scenario of 2x2, 1 of very many scenarios of 3x1",
         "exhaustive", "the usual size is not complete");
    grown(false, true);
    expect(!lcd_coverage_has_size(&c), "no size is complete");
    says("a part of the interleavings, complete for 1 of 2 scenarios of 2x1, 2 of 3 scenarios of 2x2", "partial",
         "not even the first");
    size(2, 1, 5, false);
    shape(0, 2, 1, true);
    says("a part of the interleavings, complete for 1 of 5 scenarios of 2x1", "partial", "some were not begun");
    grown(true, true);
    lcd_coverage_unjudged(&c, 2);
    says("all interleavings of 2x1 threads x calls, 0 of 1 scenario of 2x2", "exhaustive",
         "a history without an answer");
    grown(true, true);
    for (uint64_t i = 0; i < 3; i++) stage(i, 2, graphs, i < 2, 0);
    size(3, 1, 3, false);
    shape(3, 3, 1, false);
    stage(3, 1, graphs, false, 0);
    says_weak("all interleavings of 2x2 threads x calls, 0 of 1 scenario of 3x1",
              "; under rc11: 40 execution graphs, complete for 2 of 3 scenarios", "partial",
              "graphs of the sizes that are complete");
    grown(true, true);
    stage(2, 3, dpor, false, 4);
    expect(lcd_coverage_cut(&c) == 0, "of a scenario that is complete nothing was cut");
    lcd_coverage_free(&c);
    lcd_coverage_init(&c);
}

int main(void) {
    lcd_coverage_init(&c);
    says("a part of the interleavings", "partial", "nothing was done");
    stage(0, 1, bounded(0), true, 0);
    stage(0, 8, dpor, true, 0);
    says("all interleavings", "exhaustive", "reduction came to its end");
    stage(0, 1, bounded(0), true, 0);
    stage(0, 2, bounded(1), true, 0);
    stage(0, 8, dpor, false, 0);
    says("all interleavings with up to 1 preemption", "bounded:1", "reduction did not");
    stage(0, 8, dpor, true, 0);
    stage(0, 8, dpor, false, 0);
    says("a part of the interleavings", "partial", "one worker came to its end, another did not");
    stage(0, 8, dpor, true, 3);
    says("a part of the interleavings", "partial", "executions were cut");
    stage(0, 8, dpor, true, 0);
    stage(1, 1, bounded(0), true, 0);
    scenarios(2, 2, false, 0);
    says("all interleavings with up to 0 preemptions of 2 scenarios", "bounded:0", "the worst scenario counts");
    stage(0, 8, dpor, true, 0);
    scenarios(5, 5, false, 0);
    says("a part of the interleavings of 5 scenarios", "partial", "those that were not begun count");
    stage(0, 32, pct, false, 0);
    says("coverage: sampled", "sampled", "a sample");
    stage(0, 8, two_rounds, true, 0);
    says("all interleavings in up to 2 rounds", "rounds:2", "rounds");
    stage(0, 8, other_heap, true, 0);
    says("a part of the interleavings", "partial", "another heap is no proof");
    stage(0, 8, serial, true, 0);
    says("all serial executions", "serial", "serial");
    lcd_coverage_scenario(&c, 0,
                          lc_span_of("push(1) push(2); pop() | push(3) pop() pop() | pop(); pop() pop() pop() pop()"));
    lcd_coverage_scenario(&c, 1, lc_span_of("pop() | pop()"));
    stage(0, 8, dpor, true, 0);
    stage(1, 8, dpor, true, 0);
    scenarios(2, 2, false, 0);
    says("all interleavings of 2 scenarios up to 3 threads x 3 calls", "exhaustive", "how large scenarios are");
    lcd_coverage_scenario(&c, 0, lc_span_of("pop() | pop()"));
    stage(0, 8, dpor, true, 0);
    stage(1, 8, dpor, true, 0);
    scenarios(1234567, 2, true, 3);
    says("all interleavings of 2 scenarios up to 2 threads x 1 call, a sample of 1,234,567 with all of up to 3 calls",
         "sampled", "some scenarios of many");
    check_weak();
    check_vacuous();
    check_totals();
    lcd_coverage_free(&c);
    lcd_coverage_init(&c);
    check_sizes();
    lcd_coverage_free(&c);
    spells(graphs, "rc11: graphs");
    spells(old_value, "rc11: graphs with up to 1 old value");
    spells(sc_graphs, "graphs");
    spells(dpor, "dpor");
    spells(bounded(1), "1 preemption");
    spells(bounded(2), "2 preemptions");
    spells(two_rounds, "2 rounds");
    spells(other_heap, "heap fifo: dpor");
    return tap_end();
}
