#include "tester/driver/explore.h"

#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "target/explore/control.h"

#define PATIENCE 0.1 /* seconds between two ticks */

static lince_status on_end(lcd_exploration *x, const lcd_msg_end *msg, lince_error *error) {
    if (msg->end < LCT_WORKER_MISTAKE) {
        if (msg->end != LCT_WORKER_DONE && x->ending == LCD_ENDED) x->ending = LCD_ENDED_SPENT;
        return LINCE_DONE;
    }
    if (x->found) return LINCE_DONE; /* it was reported already */
    /* A description may have several mistakes, a line each. */
    x->bad_scenario = msg->end == LCT_WORKER_BAD_SCENARIO;
    lc_text_clear(&x->words);
    lc_text_add(&x->words, msg->why.at, msg->why.length);
    size_t first = 0;
    while (first < msg->why.length && msg->why.at[first] != '\n') first++;
    return lc_fail(error, "%.*s", (int)first, msg->why.at);
}

/* Passes a message on.  False: it is nonsense. */
static bool pass_on(lcd_exploration *x, const lcd_received *received, lince_status *status, lince_error *error) {
    const lcd_listener *l = x->listener;
    union {
        lcd_msg_test test;
        lcd_msg_history history;
        lcd_msg_failure failure;
        lcd_msg_stage stage;
        lcd_msg_scenarios scenarios;
        lcd_msg_size size;
        lcd_msg_step step;
        lcd_msg_thread thread;
        lcd_msg_leak leak;
        lcd_msg_weaker weaker;
        lcd_msg_end end;
    } msg;
    lc_span text;
    uint64_t number;
#define PASS(to, well_formed, ...)                                                                                     \
    if (!(well_formed)) return false;                                                                                  \
    if (l->to) *status = l->to(x, __VA_ARGS__, error);                                                                 \
    return true
    switch ((enum lct_message)received->kind) {
    case LCT_MSG_TEST: PASS(test, lcd_msg_as_test(received->msg, &msg.test), &msg.test);
    case LCT_MSG_SCENARIO: PASS(scenario, lcd_msg_as_scenario(received->msg, &number, &text), number, text);
    case LCT_MSG_HISTORY: PASS(history, lcd_msg_as_history(received->msg, &x->room, &msg.history), &msg.history);
    case LCT_MSG_FAILURE: PASS(failure, lcd_msg_as_failure(received->msg, &x->room, &msg.failure), &msg.failure);
    case LCT_MSG_STAGE: PASS(stage, lcd_msg_as_stage(received->msg, &msg.stage), &msg.stage);
    case LCT_MSG_WARNING: PASS(warning, lcd_msg_as_text(received->msg, &text), text);
    case LCT_MSG_STEP: PASS(step, lcd_msg_as_step(received->msg, &msg.step), &msg.step);
    case LCT_MSG_THREAD: PASS(thread, lcd_msg_as_thread(received->msg, &msg.thread), &msg.thread);
    case LCT_MSG_LEAK: PASS(leak, lcd_msg_as_leak(received->msg, &msg.leak), &msg.leak);
    case LCT_MSG_WEAKER: PASS(weaker, lcd_msg_as_weaker(received->msg, &msg.weaker), &msg.weaker);
    case LCT_MSG_VERSIONS: PASS(versions, lcd_msg_as_versions(received->msg, &x->versions), &x->versions);
    case LCT_MSG_GRAPH: PASS(graph, lcd_msg_as_text(received->msg, &text), text);
    case LCT_MSG_SCENARIOS: PASS(scenarios, lcd_msg_as_scenarios(received->msg, &msg.scenarios), &msg.scenarios);
    case LCT_MSG_SIZE: PASS(size, lcd_msg_as_size(received->msg, &msg.size), &msg.size);
    case LCT_MSG_END:
        if (!lcd_msg_as_end(received->msg, &msg.end)) return false;
        *status = on_end(x, &msg.end, error);
        return true;
    }
#undef PASS
    return false;
}

/* Of the processor, by the thread that judges what workers send. */
static double own_time(void) {
    struct timespec now;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0 ? (double)now.tv_sec + (double)now.tv_nsec / 1e9 : 0;
}

/* Is it time to end, and why? */
static void heed_limits(lcd_exploration *x) {
    if (x->ending != LCD_ENDED) return;
    if (x->interrupt && lc_is_interrupted(x->interrupt)) x->ending = LCD_ENDED_INTERRUPT;
    else if (x->deadline > 0 && lc_now() >= x->deadline) x->ending = LCD_ENDED_TIME;
    else if (x->budget > 0 && lcd_workers_processor_time(x->workers) + own_time() - x->began >= x->budget)
        x->ending = LCD_ENDED_BUDGET;
    else return;
    lcd_workers_stop(x->workers);
}

static double until_next(const lcd_exploration *x) {
    double left = x->deadline > 0 && x->ending == LCD_ENDED ? x->deadline - lc_now() : PATIENCE;
    return left < 0.001 ? 0.001 : left < PATIENCE ? left : PATIENCE;
}

/* When one worker has died, the other workers are no longer informed about each other. */
static void on_death(lcd_exploration *x, const lcd_received *received) {
    if (x->ending == LCD_ENDED_DEATH) return;
    x->ending = LCD_ENDED_DEATH;
    x->death = *received;
    if (x->plan.cramped && received->death == LCD_DEATH_THREADS) *x->plan.cramped = true;
    lcd_workers_stop(x->workers);
}

static lince_status listen(lcd_exploration *x, lince_error *error) {
    lince_status status = LINCE_DONE;
    double ticked = 0;
    while (status == LINCE_DONE) {
        lcd_received received;
        heed_limits(x);
        lcd_worker_event event = lcd_workers_receive(x->workers, until_next(x), &received);
        if (event == LCD_WORKERS_ENDED) break;
        if (event == LCD_WORKER_DEATH) on_death(x, &received);
        else if (event == LCD_WORKER_MESSAGE && !pass_on(x, &received, &status, error)) {
            if (x->room.cut) status = LINCE_OUT_OF_MEMORY;
            else lcd_workers_reject(x->workers);
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
    x->began = own_time();
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
    lcd_msg_room_free(&x->room);
    lcd_msg_versions_free(&x->versions);
}

void lcd_exploration_found(lcd_exploration *x, const lcd_execution_place *place) {
    x->found = true;
    if (place) lcd_workers_stop_after(x->workers, place);
}
