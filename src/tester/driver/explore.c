#include "tester/driver/explore.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "target/explore/control.h"

#define PATIENCE 0.1 /* seconds between two ticks */

static lince_status hear_end(lc_exploration *x, const lc_said_end *said, lince_error *error) {
    if (said->end < LC_WORKER_MISTAKE) {
        if (said->end != LC_WORKER_DONE && x->ending == LC_ENDED) x->ending = LC_ENDED_SPENT;
        return LINCE_DONE;
    }
    if (x->found) return LINCE_DONE; /* it was told already */
    /* A description may have several mistakes, a line each. */
    x->bad_scenario = said->end == LC_WORKER_BAD_SCENARIO;
    lc_text_clear(&x->words);
    lc_text_add(&x->words, said->why.at, said->why.length);
    size_t first = 0;
    while (first < said->why.length && said->why.at[first] != '\n') first++;
    return lc_fail(error, "%.*s", (int)first, said->why.at);
}

/* Passes a message on.  False: it is nonsense. */
static bool pass_on(lc_exploration *x, const lc_heard *heard, lince_status *status, lince_error *error) {
    const lc_listener *l = x->listener;
    union {
        lc_said_test test;
        lc_said_history history;
        lc_said_failure failure;
        lc_said_stage stage;
        lc_said_scenarios scenarios;
        lc_said_step step;
        lc_said_thread thread;
        lc_said_loss loss;
        lc_said_weaker weaker;
        lc_said_end end;
    } said;
    lc_span text;
    uint64_t number;
#define PASS(to, well_formed, ...)                                                                                     \
    if (!(well_formed)) return false;                                                                                  \
    if (l->to) *status = l->to(x, __VA_ARGS__, error);                                                                 \
    return true
    switch ((enum lc_message)heard->kind) {
    case LC_SAYS_TEST: PASS(test, lc_said_as_test(heard->said, &said.test), &said.test);
    case LC_SAYS_SCENARIO: PASS(scenario, lc_said_as_scenario(heard->said, &number, &text), number, text);
    case LC_SAYS_HISTORY: PASS(history, lc_said_as_history(heard->said, &x->room, &said.history), &said.history);
    case LC_SAYS_FAILURE: PASS(failure, lc_said_as_failure(heard->said, &x->room, &said.failure), &said.failure);
    case LC_SAYS_STAGE: PASS(stage, lc_said_as_stage(heard->said, &said.stage), &said.stage);
    case LC_SAYS_WARNING: PASS(warning, lc_said_as_text(heard->said, &text), text);
    case LC_SAYS_STEP: PASS(step, lc_said_as_step(heard->said, &said.step), &said.step);
    case LC_SAYS_THREAD: PASS(thread, lc_said_as_thread(heard->said, &said.thread), &said.thread);
    case LC_SAYS_LOSS: PASS(loss, lc_said_as_loss(heard->said, &said.loss), &said.loss);
    case LC_SAYS_WEAKER: PASS(weaker, lc_said_as_weaker(heard->said, &said.weaker), &said.weaker);
    case LC_SAYS_SCENARIOS: PASS(scenarios, lc_said_as_scenarios(heard->said, &said.scenarios), &said.scenarios);
    case LC_SAYS_END:
        if (!lc_said_as_end(heard->said, &said.end)) return false;
        *status = hear_end(x, &said.end, error);
        return true;
    }
#undef PASS
    return false;
}

/* Is it time to end, and why? */
static void heed_limits(lc_exploration *x) {
    if (x->ending != LC_ENDED) return;
    if (x->interrupt && lc_is_interrupted(x->interrupt)) x->ending = LC_ENDED_INTERRUPT;
    else if (x->deadline > 0 && lc_now() >= x->deadline) x->ending = LC_ENDED_TIME;
    else return;
    lc_workers_stop(x->workers);
}

static double until_next(const lc_exploration *x) {
    double left = x->deadline > 0 && x->ending == LC_ENDED ? x->deadline - lc_now() : PATIENCE;
    return left < 0.001 ? 0.001 : left < PATIENCE ? left : PATIENCE;
}

/* When one worker has died, the others do not know about each other any more. */
static void hear_death(lc_exploration *x, const lc_heard *heard) {
    if (x->ending == LC_ENDED_DEATH) return;
    x->ending = LC_ENDED_DEATH;
    x->death = *heard;
    lc_workers_stop(x->workers);
}

static lince_status listen(lc_exploration *x, lince_error *error) {
    lince_status status = LINCE_DONE;
    double ticked = 0;
    while (status == LINCE_DONE) {
        lc_heard heard;
        heed_limits(x);
        lc_news_kind news = lc_workers_listen(x->workers, until_next(x), &heard);
        if (news == LC_HEARD_ALL) break;
        if (news == LC_HEARD_DEATH) hear_death(x, &heard);
        else if (news == LC_HEARD_MESSAGE && !pass_on(x, &heard, &status, error)) {
            if (x->room.cut) status = LINCE_OUT_OF_MEMORY;
            else lc_workers_disbelieve(x->workers);
        }
        double now = lc_now();
        if (x->listener->tick && now - ticked >= PATIENCE) {
            ticked = now;
            lc_workers_look(x->workers, &x->view);
            x->listener->tick(x, &x->view);
        }
    }
    return status;
}

lince_status lc_explore(lc_exploration *x, lince_error *error) {
    double started = lc_now();
    lince_status status = lc_workers_start(&x->workers, &x->plan, error);
    if (status == LINCE_DONE) status = listen(x, error);
    if (x->workers) x->own = lc_workers_own(x->workers);
    if (x->workers && status == LINCE_DONE) {
        lc_workers_look(x->workers, &x->view);
        x->stacks_shared = lc_workers_stacks_shared(x->workers);
    }
    if (x->found && x->ending != LC_ENDED_DEATH && x->ending != LC_ENDED_TIME && x->ending != LC_ENDED_INTERRUPT)
        x->ending = LC_ENDED_FOUND;
    lc_workers_free(x->workers);
    x->workers = NULL;
    x->seconds = lc_now() - started;
    return status;
}

void lc_exploration_free(lc_exploration *x) {
    lc_text_free(&x->words);
    lc_said_room_free(&x->room);
}

void lc_exploration_found(lc_exploration *x, const lc_execution_place *place) {
    x->found = true;
    if (place) lc_workers_stop_after(x->workers, place);
}
