/* Exploring a test: the reports of the workers are read and judged as they arrive; at the end the verdict is the
 * failure, or the reason why there is no verdict. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "target/explore/control.h"
#include "tester/driver/test_run.h"

/* ---- listening ---- */

/* A failure ends the exploration of everything that comes after it, unless all failures are wanted. */
static void found(lcd_exploration *x, const lcd_test_run *t, const lcd_execution_place *place) {
    lcd_exploration_found(x, t->judge.all ? NULL : place);
}

static lince_status on_scenario(lcd_exploration *x, uint64_t number, lc_span text, lince_error *error) {
    (void)error;
    lcd_test_run *t = x->context;
    enum { MOST = 1 << 20 };
    lcd_coverage_scenario(&t->coverage, number, text);
    while (t->scenarios.count <= number && number < MOST)
        if (!lc_push(NULL, &t->scenarios, NULL)) return LINCE_OUT_OF_MEMORY;
    if (number < MOST && !t->scenarios.at[number]) t->scenarios.at[number] = strndup(text.at, text.length);
    return LINCE_DONE;
}

static lince_status on_scenarios(lcd_exploration *x, const lcd_msg_scenarios *msg, lince_error *error) {
    (void)error;
    lcd_test_run *t = x->context;
    t->coverage.scenarios = *msg;
    return LINCE_DONE;
}

/* Its processor time is limited from now on. */
static lince_status on_size(lcd_exploration *x, const lcd_msg_size *msg, lince_error *error) {
    (void)error;
    lcd_test_run *t = x->context;
    x->budget = t->session->budget;
    return lcd_coverage_size(&t->coverage, msg) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

/* A history of this scenario was judged: if there was no answer, the scenario is not complete. */
static void note_unjudged(lcd_test_run *t, uint64_t scenario, bool unknown_before) {
    if (t->judge.unknown) lcd_coverage_unjudged(&t->coverage, scenario);
    t->judge.unknown |= unknown_before;
}

static lince_status on_history(lcd_exploration *x, const lcd_msg_history *msg, lince_error *error) {
    lcd_test_run *t = x->context;
    bool wrong, unknown = t->judge.unknown;
    lince_error inner = {0};
    t->judge.unknown = false;
    lince_status status = lcd_judge_history(&t->judge, msg, &wrong, &inner);
    note_unjudged(t, msg->execution.place.scenario, unknown);
    if (wrong) found(x, t, &msg->execution.place);
    if (status == LINCE_BAD_INPUT && inner.line && *inner.file) { /* it is about another file, such as a model's */
        *error = inner;
        return status;
    }
    return status == LINCE_BAD_INPUT ? lc_fail_at(error, t->file, 0, "%s: %s", t->test->name, inner.message) : status;
}

static lince_status on_failure(lcd_exploration *x, const lcd_msg_failure *msg, lince_error *error) {
    lcd_test_run *t = x->context;
    bool wrong;
    lince_error inner = {0};
    lince_status status = lcd_judge_failure(&t->judge, msg, &wrong, &inner);
    if (wrong) found(x, t, &msg->history.execution.place);
    return status == LINCE_BAD_INPUT ? lc_fail_at(error, t->file, 0, "%s: %s", t->test->name, inner.message) : status;
}

/* Once the serial executions of a scenario are complete, its other histories can be judged. */
static lince_status on_stage(lcd_exploration *x, const lcd_msg_stage *msg, lince_error *error) {
    lcd_test_run *t = x->context;
    if (!lcd_coverage_stage(&t->coverage, msg)) return LINCE_OUT_OF_MEMORY;
    bool serial = msg->name.kind == LCT_DOES_SERIAL && msg->name.heap == LCT_HEAP_AUTO;
    if (!serial || lcd_oracle_kind_of(t->oracle) != LCD_ORACLE_ITSELF || msg->scenario >= t->scenarios.count)
        return LINCE_DONE;
    const char *text = t->scenarios.at[msg->scenario];
    bool wrong, unknown = t->judge.unknown;
    lcd_execution_place place;
    t->judge.unknown = false;
    lince_status status = lcd_judge_complete(&t->judge, lc_span_of(text ? text : ""), &wrong, &place, error);
    note_unjudged(t, msg->scenario, unknown);
    if (wrong) found(x, t, &place);
    return status;
}

/* That the file cannot be written shows when it is closed. */
static lince_status on_graph(lcd_exploration *x, lc_span text, lince_error *error) {
    (void)error;
    const lcd_test_run *t = x->context;
    const char *model = lcd_memory_name(x->plan.config->memory);
    if (t->session->graphs)
        fprintf(t->session->graphs, "%s %s %.*s\n", t->test->name, model, (int)text.length, text.at);
    return LINCE_DONE;
}

static lince_status on_warning(lcd_exploration *x, lc_span text, lince_error *error) {
    (void)error;
    const lcd_test_run *t = x->context;
    if (t->session->warn) t->session->warn(text, t->session->context);
    return LINCE_DONE;
}

/* If several workers report the same place, in any order, the maximum is kept. */
static lince_status on_leak(lcd_exploration *x, const lcd_msg_leak *msg, lince_error *error) {
    (void)error;
    lcd_test_run *t = x->context;
    for (uint32_t i = 0; i < t->leaks.count; i++) {
        lcd_msg_leak *old = &t->leaks.at[i];
        if (old->kind != msg->kind || old->pc != msg->pc) continue;
        if (msg->count > old->count) *old = *msg;
        return LINCE_DONE;
    }
    return lc_push(NULL, &t->leaks, *msg) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status on_weaker(lcd_exploration *x, const lcd_msg_weaker *msg, lince_error *error) {
    (void)error;
    lcd_test_run *t = x->context;
    for (uint32_t i = 0; i < t->weaker.count; i++) {
        const lcd_msg_weaker *old = &t->weaker.at[i];
        if (old->pc == msg->pc && old->kind == msg->kind && old->order == msg->order) return LINCE_DONE;
    }
    return lc_push(NULL, &t->weaker, *msg) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static void tick(lcd_exploration *x, const lcd_workers_view *view) {
    const lcd_test_run *t = x->context;
    const lcd_session *s = t->session;
    if (t->smaller_than && s->tick_shrinking) s->tick_shrinking(t->smaller_than, s->context);
    else if (s->tick) s->tick(view, t->test->name, s->context);
}

static const lcd_listener listener = {.scenario = on_scenario,
                                      .scenarios = on_scenarios,
                                      .size = on_size,
                                      .history = on_history,
                                      .failure = on_failure,
                                      .stage = on_stage,
                                      .leak = on_leak,
                                      .weaker = on_weaker,
                                      .warning = on_warning,
                                      .graph = on_graph,
                                      .tick = tick};

/* ---- exploring ---- */

double lcd_test_run_deadline(const lcd_test_run *t, double started) {
    double limit = t->session->settings.timeout;
    return limit > 0 ? started + limit : 0;
}

/* The process died, and only the work it was doing is known. */
lince_status lcd_test_run_death(lcd_test_run *t, const lcd_received *death, lince_error *error) {
    const char *scenario = death->scenario < t->scenarios.count ? t->scenarios.at[death->scenario] : NULL;
    const char *in = scenario ? " in the scenario " : "";
    switch (death->death) {
    case LCD_DEATH_KILLED: t->unsure = LCD_UNSURE_KILLED; return LINCE_DONE;
    case LCD_DEATH_MEMORY: t->unsure = LCD_UNSURE_MEMORY; return LINCE_DONE;
    case LCD_DEATH_SIGNAL:
        t->dead = (lcd_failure){
            .kind = LCD_FAILURE_DEATH, .message = strdup(death->why), .scenario = strdup(scenario ? scenario : "")};
        t->failure = &t->dead;
        return t->dead.message && t->dead.scenario ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    case LCD_DEATH_THREADS: t->unsure = LCD_UNSURE_ROOM; return LINCE_DONE;
    case LCD_DEATH_SILENCE: t->unsure = LCD_UNSURE_SILENCE; return LINCE_DONE;
    case LCD_DEATH_EXIT:
    case LCD_DEATH_NONSENSE: break;
    }
    return lc_fail_at(error, t->file, 0, "%s: %s%s%s", t->test->name, death->why, in, scenario ? scenario : "");
}

lcd_unsure lcd_test_run_doubt(const lcd_test_run *t, lince_reason reason) {
    switch (reason) {
    case LINCE_REASON_TIMEOUT: return LCD_UNSURE_TIME;
    case LINCE_REASON_INTERRUPT: return LCD_UNSURE_INTERRUPT;
    case LINCE_REASON_NONE:
        if (lcd_oracle_count(t->oracle).partial) return LCD_UNSURE_PARTIAL;
        return lcd_oracle_count(t->oracle).unanswered ? LCD_UNSURE_ORDERS : LCD_UNSURE_TIME;
    case LINCE_REASON_MEMORY: break;
    }
    return LCD_UNSURE_MEMORY;
}

/* A test that grows has a verdict once its first size is complete: the coverage states what else is.  An interrupt is
 * an answer to a user who wants none. */
static bool is_settled_by_size(const lcd_test_run *t, const lcd_exploration *x) {
    bool ended = x->ending != LCD_ENDED_INTERRUPT;
    if (x->ending == LCD_ENDED_DEATH) ended = x->death.death == LCD_DEATH_KILLED || x->death.death == LCD_DEATH_MEMORY;
    return ended && lcd_coverage_has_size(&t->coverage);
}

/* There was no room for a larger size. */
static bool is_beyond_size(const lcd_test_run *t) {
    return t->failure && lcd_failure_is_limit(t->failure->kind) && t->coverage.sizes.count &&
           lcd_coverage_has_size(&t->coverage) && !lcd_coverage_is_claimed(&t->coverage, t->failure->place.scenario);
}

static lince_status conclude(lcd_test_run *t, const lcd_exploration *x, lince_error *error) {
    if (t->judge.free && t->session->warn)
        t->session->warn(lc_span_of("no operation returns when it runs alone: name a specification, or nothing but "
                                    "failures is found"),
                         t->session->context);
    t->failure = lcd_judge_first(&t->judge);
    if (is_beyond_size(t)) t->failure = NULL;
    if (t->failure) return LINCE_DONE;
    if (t->parties > 1 && t->judge.judged && !t->judge.returned && t->session->warn)
        t->session->warn(lc_span_of("no operation returned in any execution: are there as many threads as it takes to "
                                    "meet, and operations that can?"),
                         t->session->context);
    uint32_t strategy = x->plan.config->strategy;
    bool stress = strategy == LCT_STRATEGY_STRESS;
    bool samples = strategy == LCT_STRATEGY_PCT || strategy == LCT_STRATEGY_RANDOM || stress;
    t->vacuous = lcd_coverage_is_vacuous(&t->coverage, samples);
    if (is_settled_by_size(t, x)) return LINCE_DONE;
    switch (x->ending) {
    case LCD_ENDED_TIME:
        if (!stress || !x->view.executions) t->unsure = LCD_UNSURE_TIME; /* time is as good a budget as any */
        break;
    case LCD_ENDED_INTERRUPT: t->unsure = LCD_UNSURE_INTERRUPT; break;
    case LCD_ENDED_SPENT:
        if (!samples) t->unsure = LCD_UNSURE_EXECUTIONS;
        break;
    case LCD_ENDED_DEATH: return lcd_test_run_death(t, &x->death, error);
    case LCD_ENDED_BUDGET: t->unsure = LCD_UNSURE_BUDGET; break;
    case LCD_ENDED:
        if (t->coverage.sizes.count && !t->judge.unknown && !lcd_coverage_cut(&t->coverage))
            t->unsure = LCD_UNSURE_BUDGET;
        break;
    case LCD_ENDED_FOUND: break;
    }
    if (t->unsure == LCD_SURE && !samples && lcd_coverage_cut(&t->coverage)) t->unsure = LCD_UNSURE_STEPS;
    if (t->vacuous && (t->unsure == LCD_SURE || t->unsure == LCD_UNSURE_BUDGET)) t->unsure = LCD_UNSURE_NOTHING;
    /* If the time is the budget, a history that could not be judged in it counts as not tried. */
    bool late = stress && x->ending == LCD_ENDED_TIME && t->judge.why_unknown == LINCE_REASON_TIMEOUT;
    if (t->unsure == LCD_SURE && t->judge.unknown && !late) t->unsure = lcd_test_run_doubt(t, t->judge.why_unknown);
    return LINCE_DONE;
}

/* The mistakes of the test, a line each; the last one becomes the error. */
static void report_mistakes(const lcd_test_run *t, const lcd_exploration *x, lince_error *error) {
    const char *words = lc_text(&x->words);
    const char *scenario = x->bad_scenario && t->session->settings.scenario ? "--scenario: " : "";
    for (size_t length = strcspn(words, "\n"); words[length] && words[length + 1]; length = strcspn(words, "\n")) {
        const lcd_session *s = t->session;
        if (s->mistake) s->mistake((lc_span){words, length}, s->context);
        words += length + 1;
    }
    lc_fail(error, "%s%.*s", scenario, (int)strcspn(words, "\n"), words);
}

lince_status lcd_test_run_explore(lcd_test_run *t, lct_config *config, const lcd_scenario_candidates *candidates,
                                  double deadline, lince_error *error) {
    const lcd_session *s = t->session;
    bool alone = lcd_oracle_kind_of(t->oracle) == LCD_ORACLE_ITSELF;
    if (config->strategy == LCT_STRATEGY_STRESS) alone = lcd_oracle_kind_of(t->oracle) == LCD_ORACLE_GOLDEN;
    if (alone && t->judge.wanted != LCD_JUDGE_FAILURES) config->serial_first = LCT_SERIAL_ALL;
    lcd_exploration x = {.plan = {.program = s->program.path,
                                  .config = config,
                                  .candidates = candidates ? candidates->texts : (lc_span){"", 0},
                                  .guides = candidates ? candidates->guides : (lc_span){"", 0},
                                  .memory = config->memory_bytes,
                                  .patience = s->settings.patience,
                                  .cramped = s->cramped},
                         .listener = &listener,
                         .context = t,
                         .deadline = deadline,
                         .interrupt = s->interrupt};
    lince_error inner = {0};
    lince_status status = lcd_explore(&x, &inner);
    t->view = x.view;
    t->stacks_shared = x.stacks_shared;
    if (status == LINCE_DONE) status = conclude(t, &x, &inner);
    if (status == LINCE_BAD_INPUT && x.words.length) report_mistakes(t, &x, error);
    else if (status == LINCE_BAD_INPUT) *error = inner;
    lcd_exploration_free(&x);
    return status;
}
