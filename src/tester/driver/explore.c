#include "tester/driver/explore.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "target/explore/control.h"

#define PATIENCE 0.1 /* seconds between two ticks */

static lince_status hear_end(lcd_exploration *x, const lcd_said_end *said, lince_error *error) {
    if (said->end < LCT_WORKER_MISTAKE) {
        if (said->end != LCT_WORKER_DONE && x->ending == LCD_ENDED) x->ending = LCD_ENDED_SPENT;
        return LINCE_DONE;
    }
    if (x->found) return LINCE_DONE; /* it was reported already */
    /* A description may have several mistakes, a line each. */
    x->bad_scenario = said->end == LCT_WORKER_BAD_SCENARIO;
    lc_text_clear(&x->words);
    lc_text_add(&x->words, said->why.at, said->why.length);
    size_t first = 0;
    while (first < said->why.length && said->why.at[first] != '\n') first++;
    return lc_fail(error, "%.*s", (int)first, said->why.at);
}

/* Passes a message on.  False: it is nonsense. */
static bool pass_on(lcd_exploration *x, const lcd_heard *heard, lince_status *status, lince_error *error) {
    const lcd_listener *l = x->listener;
    union {
        lcd_said_test test;
        lcd_said_history history;
        lcd_said_failure failure;
        lcd_said_stage stage;
        lcd_said_scenarios scenarios;
        lcd_said_step step;
        lcd_said_thread thread;
        lcd_said_loss loss;
        lcd_said_weaker weaker;
        lcd_said_end end;
    } said;
    lc_span text;
    uint64_t number;
#define PASS(to, well_formed, ...)                                                                                     \
    if (!(well_formed)) return false;                                                                                  \
    if (l->to) *status = l->to(x, __VA_ARGS__, error);                                                                 \
    return true
    switch ((enum lct_message)heard->kind) {
    case LCT_MSG_TEST: PASS(test, lcd_said_as_test(heard->said, &said.test), &said.test);
    case LCT_MSG_SCENARIO: PASS(scenario, lcd_said_as_scenario(heard->said, &number, &text), number, text);
    case LCT_MSG_HISTORY: PASS(history, lcd_said_as_history(heard->said, &x->room, &said.history), &said.history);
    case LCT_MSG_FAILURE: PASS(failure, lcd_said_as_failure(heard->said, &x->room, &said.failure), &said.failure);
    case LCT_MSG_STAGE: PASS(stage, lcd_said_as_stage(heard->said, &said.stage), &said.stage);
    case LCT_MSG_WARNING: PASS(warning, lcd_said_as_text(heard->said, &text), text);
    case LCT_MSG_STEP: PASS(step, lcd_said_as_step(heard->said, &said.step), &said.step);
    case LCT_MSG_THREAD: PASS(thread, lcd_said_as_thread(heard->said, &said.thread), &said.thread);
    case LCT_MSG_LEAK: PASS(loss, lcd_said_as_loss(heard->said, &said.loss), &said.loss);
    case LCT_MSG_WEAKER: PASS(weaker, lcd_said_as_weaker(heard->said, &said.weaker), &said.weaker);
    case LCT_MSG_GRAPH: PASS(graph, lcd_said_as_text(heard->said, &text), text);
    case LCT_MSG_SCENARIOS: PASS(scenarios, lcd_said_as_scenarios(heard->said, &said.scenarios), &said.scenarios);
    case LCT_MSG_END:
        if (!lcd_said_as_end(heard->said, &said.end)) return false;
        *status = hear_end(x, &said.end, error);
        return true;
    }
#undef PASS
    return false;
}

/* Is it time to end, and why? */
static void heed_limits(lcd_exploration *x) {
    if (x->ending != LCD_ENDED) return;
    if (x->interrupt && lc_is_interrupted(x->interrupt)) x->ending = LCD_ENDED_INTERRUPT;
    else if (x->deadline > 0 && lc_now() >= x->deadline) x->ending = LCD_ENDED_TIME;
    else return;
    lcd_workers_stop(x->workers);
}

static double until_next(const lcd_exploration *x) {
    double left = x->deadline > 0 && x->ending == LCD_ENDED ? x->deadline - lc_now() : PATIENCE;
    return left < 0.001 ? 0.001 : left < PATIENCE ? left : PATIENCE;
}

/* When one worker has died, the other workers are no longer informed about each other. */
static void hear_death(lcd_exploration *x, const lcd_heard *heard) {
    if (x->ending == LCD_ENDED_DEATH) return;
    x->ending = LCD_ENDED_DEATH;
    x->death = *heard;
    if (x->plan.cramped && heard->death == LCD_DEATH_THREADS) *x->plan.cramped = true;
    lcd_workers_stop(x->workers);
}

static lince_status listen(lcd_exploration *x, lince_error *error) {
    lince_status status = LINCE_DONE;
    double ticked = 0;
    while (status == LINCE_DONE) {
        lcd_heard heard;
        heed_limits(x);
        lcd_news_kind news = lcd_workers_listen(x->workers, until_next(x), &heard);
        if (news == LCD_HEARD_ALL) break;
        if (news == LCD_HEARD_DEATH) hear_death(x, &heard);
        else if (news == LCD_HEARD_MESSAGE && !pass_on(x, &heard, &status, error)) {
            if (x->room.cut) status = LINCE_OUT_OF_MEMORY;
            else lcd_workers_disbelieve(x->workers);
        }
        double now = lc_now();
        if (x->listener->tick && now - ticked >= PATIENCE) {
            ticked = now;
            lcd_workers_look(x->workers, &x->view);
            x->listener->tick(x, &x->view);
        }
    }
    return status;
}

lince_status lcd_explore(lcd_exploration *x, lince_error *error) {
    double started = lc_now();
    lince_status status = lcd_workers_start(&x->workers, &x->plan, error);
    if (status == LINCE_DONE) status = listen(x, error);
    if (x->workers) x->tls = lcd_workers_tls(x->workers);
    if (x->workers && status == LINCE_DONE) {
        lcd_workers_look(x->workers, &x->view);
        x->stacks_shared = lcd_workers_stacks_shared(x->workers);
    }
    if (x->found && x->ending != LCD_ENDED_DEATH && x->ending != LCD_ENDED_TIME && x->ending != LCD_ENDED_INTERRUPT)
        x->ending = LCD_ENDED_FOUND;
    lcd_workers_free(x->workers);
    x->workers = NULL;
    x->seconds = lc_now() - started;
    return status;
}

void lcd_exploration_free(lcd_exploration *x) {
    lc_text_free(&x->words);
    lcd_said_room_free(&x->room);
}

void lcd_exploration_found(lcd_exploration *x, const lcd_execution_place *place) {
    x->found = true;
    if (place) lcd_workers_stop_after(x->workers, place);
}
