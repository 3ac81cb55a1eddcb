#include "tester/oracle/orders.h"

#include <stdlib.h>
#include <string.h>

#include "check/result.h"

enum {
    ROOM = 60000,         /* bytes for orders that are run at once, see LCT_CANDIDATES */
    ORDERS = 1 << 16,     /* that are run to judge the histories of one scenario */
    MORE_ORDERS = 1 << 12 /* to explain a violation, which can be done without */
};

/* One history being judged. */
typedef struct judgement {
    lcd_orders *orders;
    lcd_golden *golden;
    uint64_t *ran;
    uint64_t most; /* orders to be run, in all */
    const lince_history *history;
    lince_specs *specs;
} judgement;

static bool on_run(void *receiver, const lince_history *h) { return lcd_golden_add(receiver, h); }

static lince_status run(const judgement *t, const lince_text *texts, bool *complete, lince_error *error) {
    if (texts->cut) return LINCE_OUT_OF_MEMORY;
    return t->orders->run(t->orders->context, (lc_span){lc_text(texts), texts->length}, on_run, t->golden, complete,
                          error);
}

/* This is likely to answer any question, and the next ones, too. */
static lince_status run_all(const judgement *t, lince_text *texts, bool *complete, lince_error *error) {
    lince_status status = run(t, texts, complete, error);
    lc_text_free(texts);
    return status;
}

/* Answers some questions of the last check.  `*answered`: that was possible. */
static lince_status answer(const judgement *t, bool *answered, lince_error *error) {
    const lcd_orders *o = t->orders;
    lince_text texts = {0};
    size_t count = 0;
    lince_status status = LINCE_DONE;
    if (o->run && !*t->ran) lcd_golden_all_runs(t->golden, t->history, &o->callable, ROOM, &texts, &count);
    if (count) {
        *t->ran += count;
        return run_all(t, &texts, answered, error);
    }
    if (o->run && *t->ran < t->most) lcd_golden_runs(t->golden, t->history, &o->callable, true, ROOM, &texts, &count);
    *t->ran += count;
    *answered = count;
    if (count) status = run(t, &texts, answered, error);
    if (status == LINCE_DONE && *answered) count = lcd_golden_settle(t->golden, count, false);
    lc_text_clear(&texts);
    /* A run in which something waits or fails is given up, but it may have answered the question before. */
    while (status == LINCE_DONE && *answered && count) {
        size_t now;
        lcd_golden_runs(t->golden, t->history, &o->callable, false, ROOM, &texts, &now);
        now = now < count ? now : count;
        status = run(t, &texts, answered, error);
        if (status == LINCE_DONE && *answered) lcd_golden_settle(t->golden, now, true);
        count -= now;
        lc_text_clear(&texts);
    }
    lc_text_free(&texts);
    return status;
}

/* A check for the smallest factor does not end at the first factor found. */
static bool is_settled(const lince_result *r) {
    return r->verdict == LINCE_VERDICT_UNKNOWN || (r->verdict == LINCE_VERDICT_OK && !r->quasi.sought);
}

static lince_status check_once(judgement *t, const lince_check_options *options, lince_result **result,
                               lince_error *error) {
    lcd_golden_questions(t->golden, true);
    lince_result_free(*result);
    *result = NULL;
    lince_specs_free(t->specs);
    t->specs = lince_specs_new();
    if (!t->specs) return LINCE_OUT_OF_MEMORY;
    lince_status status = lcd_golden_specify_orders(t->golden, t->specs, error);
    if (status != LINCE_DONE) return status;
    return lc_check_tuned(t->history, t->specs, options, &t->orders->tuning, NULL, result, error);
}

/* Checks until no question is left.  `*open`: some are left, and no run can answer them. */
static lince_status check(judgement *t, const lince_check_options *options, lince_result **result, bool *open,
                          lince_error *error) {
    bool answered = true;
    *open = false;
    while (answered) {
        lince_status status = check_once(t, options, result, error);
        if (status != LINCE_DONE) return status;
        if (is_settled(*result) || !lcd_golden_questions(t->golden, false)) return status;
        status = answer(t, &answered, error);
        if (status != LINCE_DONE) return status;
    }
    *open = true;
    return LINCE_DONE;
}

/* An explanation by orders some of which were not tried may be wrong. */
static void say_less(lince_result *r) {
    lc_violation *v = r->violation;
    lince_text reason = {0};
    if (!v) return;
    lc_text_printf(&reason, "no order that time allows is within %s of one in which they ran one after another",
                   r->with);
    free(v->reason);
    v->reason = strdup(lc_text(&reason));
    v->conflict.count = 0;
    v->culprit = LC_NEVER;
    r->quasi.enough = LINCE_NO_FACTOR;
    r->quasi.never = false;
    lc_text_free(&reason);
}

lince_status lcd_orders_judge(lcd_orders *o, lcd_golden *golden, uint64_t *ran, const lince_history *h,
                              const lince_check_options *options, lince_verdict *verdict, lince_result **result,
                              lince_error *error) {
    judgement t = {.orders = o, .golden = golden, .ran = ran, .most = ORDERS, .history = h};
    lince_check_options plain = *options;
    plain.no_explanation = true;
    bool open = false;
    lince_status status = check(&t, &plain, result, &open, error);
    *verdict = status == LINCE_DONE ? lince_result_verdict(*result) : LINCE_VERDICT_UNKNOWN;
    if (open) { /* there may be an order that allows it, or a smaller factor */
        o->unanswered = true;
        *verdict = LINCE_VERDICT_UNKNOWN;
    }
    if (*verdict == LINCE_VERDICT_VIOLATION && !options->no_explanation) {
        t.most = *ran + MORE_ORDERS;
        status = check(&t, options, result, &open, error);
        if (status == LINCE_DONE && open) say_less(*result);
    }
    lince_specs_free(t.specs);
    return status;
}
