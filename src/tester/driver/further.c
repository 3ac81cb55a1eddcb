#include "tester/driver/further.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "target/explore/control.h"

/* Processor time for a test that grows; the first answer had its budget. */
static const double BUDGET = 2;
static const double SHORTEST = 0.05; /* of a time limit, what is worth beginning with */

/* The lower the more serious; 0: the test cannot go on with it, or what comes after it means nothing. */
static unsigned weight_of(uint32_t kind) {
    switch (kind) {
    case LCT_FAILS_USE_AFTER_FREE:
    case LCT_FAILS_DOUBLE_FREE:
    case LCT_FAILS_BAD_FREE:
    case LCT_FAILS_OVERFLOW: return 1;
    case LCT_FAILS_RACE: return 2;
    case LCT_FAILS_MISUSE: return 3;
    case LCT_FAILS_LEAK: return 5;
    default: return 0;
    }
}

static unsigned rank_of(const lcd_test_run *t) {
    enum { OTHER = 4, NONE = 6 };
    if (t->verdict != LINCE_VERDICT_VIOLATION) return NONE;
    unsigned weight = weight_of(t->failure->kind);
    return weight ? weight : OTHER;
}

static bool goes_on(const lcd_test_run *t) {
    const lcd_test_settings *o = &t->session->settings;
    bool printed = !o->quiet || o->junit || o->html;
    return t->verdict == LINCE_VERDICT_VIOLATION && !t->strayed && weight_of(t->failure->kind) &&
           o->strategy != LCT_STRATEGY_STRESS && !o->all_failures && !o->first_failure && printed &&
           !lc_is_interrupted(t->session->interrupt);
}

/* Under weak memory values that race may be old, and all that comes of it is the doing of the race: after one,
 * interleavings show whether there is more to repair.  For the same reason synchronization is not judged then. */
static void configure(lcd_session *s, const lcd_test_run *last) {
    lcd_test_settings *o = &s->settings;
    s->found |= UINT64_C(1) << last->failure->kind;
    s->allowed |= s->found;
    if (last->failure->kind == LCT_FAILS_RACE) {
        s->allowed |= UINT64_C(1) << LCT_FAILS_SYNC;
        if (o->memory == LCT_MEMORY_AUTO) o->memory = LCT_MEMORY_SC;
    }
    o->fix = o->relax = false;
    s->histories = s->graphs = NULL; /* they are those of the first exploration */
    if (s->budget > BUDGET) s->budget = BUDGET;
}

/* False: there is no further answer. */
static bool explore(lcd_further *f, const lcd_test_run *last, double deadline) {
    lince_error error = {0};
    double left = deadline > 0 ? deadline - lc_now() : 0; /* 0: there is no limit */
    if (f->count == LCD_FURTHER_MOST || !goes_on(last) || (deadline > 0 && left < SHORTEST)) return false;
    if (!(f->at[f->count] = calloc(1, sizeof *f->at[0]))) return false;
    lcd_session *s = &f->at[f->count]->session;
    lcd_test_run *t = &f->at[f->count++]->run;
    *s = *last->session;
    configure(s, last);
    s->settings.timeout = left;
    if (lcd_run_test(t, s, last->test, &error) == LINCE_DONE && !t->cramped) return true;
    lcd_test_run_free(t);
    free(f->at[--f->count]);
    return false;
}

/* Puts one behind all that are as serious. */
static lcd_test_run *insert(lcd_test_run *list, lcd_test_run *t) {
    if (!list || rank_of(t) < rank_of(list)) {
        t->further = list;
        return t;
    }
    lcd_test_run *last = list;
    while (last->further && rank_of(last->further) <= rank_of(t)) last = last->further;
    t->further = last->further;
    last->further = t;
    return list;
}

lcd_test_run *lcd_explore_further(lcd_further *f, lcd_test_run *first) {
    double limit = first->session->settings.timeout;
    double deadline = limit > 0 ? lc_now() - first->seconds + limit : 0;
    lcd_test_run *list = first, *last = first;
    f->count = 0;
    while (explore(f, last, deadline)) {
        last = &f->at[f->count - 1]->run;
        list = insert(list, last);
    }
    return list;
}

void lcd_further_free(lcd_further *f) {
    for (uint32_t i = 0; i < f->count; i++) {
        lcd_test_run_free(&f->at[i]->run);
        free(f->at[i]);
    }
    f->count = 0;
}
