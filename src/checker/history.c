/* One history: its check, and the answer that the front end makes of the result. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "check/result.h"
#include "checker/run.h"
#include "history/values.h"
#include "spec/specs.h"

/* A check in progress. */
typedef struct checking {
    lck_answer *answer;
    const lck_run *run;
    const lince_history *history;
    const lck_effort *effort;
    bool announced; /* a part of the answer belongs to the thread that shows it */
} checking;

/* A violation is announced before it is explained; every other verdict comes with its numbers at the end. */
static void verdict_known(void *context, const lince_result *so_far) {
    checking *c = context;
    if (so_far->verdict != LINCE_VERDICT_VIOLATION) return;
    if (!c->run->front->violated(c->run, c->answer, c->history, so_far)) return;
    c->announced = true;
    if (c->effort->announced) c->effort->announced(c->effort->context);
}

static void tick(void *context) {
    const checking *c = context;
    if (c->effort->tick) c->effort->tick(c->effort->context);
    if (c->run->look) c->run->look(c->run);
}

/* The rest of a limit that covers several parts of the work; never 0, which would mean no limit. */
static size_t rest_of(size_t limit, size_t used) { return limit == 0 ? 0 : limit > used ? limit - used : 1; }

static lince_check_options options_of(checking *c) {
    lince_check_options options = c->run->check;
    options.max_memory = rest_of(options.max_memory, lince_history_memory(c->history));
    options.jobs = c->effort->jobs;
    options.on_verdict = verdict_known;
    options.on_tick = c->effort->tick || c->run->look ? tick : NULL;
    options.context = c;
    if (options.timeout > 0) {
        double left = c->effort->started + options.timeout - lc_now();
        options.timeout = left > 0 ? left : 1e-9;
    }
    return options;
}

static void refuse(lck_answer *answer, const lince_error *error) {
    answer->refused = true;
    answer->error = *error;
}

static void finish(lck_answer *answer, const lck_run *run, lince_history **h, lince_result *r, bool announced) {
    answer->verdict = r->verdict;
    answer->seconds = r->seconds;
    run->front->checked(run, answer, h, &r, announced);
    lince_result_free(r);
}

void lck_check_history(lck_answer *answer, const lck_run *run, lince_history **history, const lck_effort *effort) {
    lince_history *h = *history;
    lince_error error = {0};
    checking c = {answer, run, h, effort, false};
    lince_check_options options = options_of(&c);
    lince_status status = LINCE_DONE;
    if (run->init) {
        options.init = lc_parse_value(lince_history_values(h), run->init, &error);
        if (options.init == LINCE_NO_VALUE) status = LINCE_BAD_INPUT;
    }
    lc_note_mute(h, run->specs);
    lince_result *r = NULL;
    if (status == LINCE_DONE) status = lc_check_tuned(h, run->specs, &options, &run->tuning, effort->ranks, &r, &error);
    if (status == LINCE_DONE) finish(answer, run, history, r, c.announced);
    else if (status == LINCE_BAD_INPUT) refuse(answer, &error);
    else lck_answer_unread(answer, run, h->file, status, lc_now() - effort->started);
}

void lck_answer_unread(lck_answer *answer, const lck_run *run, const char *path, lince_status why, double seconds) {
    assert(why == LINCE_OUT_OF_MEMORY || why == LINCE_STOPPED);
    lince_history *unread = lc_history_new(path, NULL);
    lince_result *r = calloc(1, sizeof *r);
    char *no_spec = strdup(""); /* the specification that the history names was not read either */
    answer->verdict = LINCE_VERDICT_UNKNOWN;
    if (unread && r && no_spec) {
        *r = (lince_result){.verdict = LINCE_VERDICT_UNKNOWN,
                            .spec = no_spec,
                            .why_unknown = why == LINCE_OUT_OF_MEMORY                ? LINCE_REASON_MEMORY
                                           : lc_is_interrupted(run->check.interrupt) ? LINCE_REASON_INTERRUPT
                                                                                     : LINCE_REASON_TIMEOUT,
                            .criterion = run->check.criterion,
                            .algorithm = "search",
                            .seconds = seconds};
        unread->number = answer->number;
        finish(answer, run, &unread, r, false);
    } else {
        answer->cut = true;
        free(no_spec);
        free(r);
    }
    lince_history_free(unread);
}
