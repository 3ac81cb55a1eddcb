#include "tester/shrink/attempt.h"

#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "target/explore/control.h"
#include "tester/oracle/choose_oracle.h"

enum { LOOK = 1000 }; /* executions by each strategy to find the properties of the failure to preserve */

bool lcd_attempt_is_late(lcd_attempts *s) {
    s->over |= lc_now() >= s->deadline || lc_is_interrupted(s->test_run->session->interrupt);
    return s->over;
}

/* ---- exploring ---- */

bool lcd_attempt(lcd_attempts *s, lcd_test_run *t, lct_config *config, bool simplest) {
    lcd_scenario_candidates candidates = {{lc_text(&s->texts), s->texts.length},
                                          {lc_text(&s->guides), s->guides.length}};
    lince_error error = {0};
    lcd_test_run_borrow(t, s->test_run, s->deadline);
    t->judge.simplest = simplest;
    bool stuck = s->now->stuck && s->now->kind != LCD_FAILURE_VIOLATION;
    t->judge.smaller = true;
    t->judge.wanted = s->now->kind == LCD_FAILURE_VIOLATION ? LCD_JUDGE_VIOLATIONS
                      : stuck                               ? LCD_JUDGE_BLOCKED
                                                            : LCD_JUDGE_FAILURES;
    t->judge.kind = stuck ? s->now->kind + 1 : 0;
    lince_status status = s->texts.cut ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
    if (status == LINCE_DONE) status = lcd_oracle_fill(t, config, candidates.texts, s->deadline, &error);
    if (status == LINCE_DONE && t->unsure == LCD_SURE)
        status = lcd_test_run_explore(t, config, &candidates, s->deadline, &error);
    bool ended = status == LINCE_DONE && (t->unsure == LCD_SURE || t->unsure == LCD_UNSURE_STEPS);
    bool other = t->failure && t->failure->kind != s->now->kind &&
                 (t->failure->kind == LCD_FAILURE_DEATH || t->failure->place.stage != LCT_STAGE_SERIAL);
    s->over |= !ended || other;
    return !other && (t->failure || !s->over);
}

void lcd_attempt_take(lcd_attempts *s, lcd_test_run *t) {
    lcd_test_run *outer = s->test_run;
    lcd_failure *found = NULL;
    for (uint32_t i = 0; i < t->judge.failures.count; i++)
        if (&t->judge.failures.at[i] == t->failure) found = &t->judge.failures.at[i];
    if (!found) return;
    lcd_failure_free(&outer->shrunk.failure);
    outer->shrunk.failure = *found;
    outer->stacks_shared = t->stacks_shared;
    *found = (lcd_failure){0};
    s->now = outer->failure = &outer->shrunk.failure;
}

void lcd_attempt_list(lcd_attempts *s, const char *scenario) {
    lc_text_clear(&s->guides);
    lc_text_clear(&s->texts);
    lc_text_puts(&s->texts, scenario);
    lc_text_putc(&s->texts, '\0');
}

/* ---- failing in the same way ---- */

static bool overlaps(const lcd_failure *f) {
    int open = 0;
    for (uint32_t i = 0; f->history && i < f->history->events.count; i++) {
        open += lc_event_what(f->history->events.at[i]) == LC_INVOKE ? 1 : -1;
        if (open > 1) return true;
    }
    return false;
}

/* Is there an execution of a scenario in which all goes on to the end? */
static bool completes(lcd_attempts *s, const char *scenario) {
    lct_config config = s->config;
    lcd_test_run t;
    config.wanted = LCT_WANTED_HISTORIES;
    config.serial_first = LCT_SERIAL_LATER;
    config.look = LOOK;
    config.jobs = 1;
    lcd_attempt_list(s, scenario);
    bool complete = lcd_attempt(s, &t, &config, false) && t.judge.complete;
    lcd_test_run_free_found(&t);
    return complete;
}

void lcd_attempt_find_way(lcd_attempts *s) {
    const char *scenario = s->now->scenario;
    if (s->now->kind == LCT_FAILS_DEADLOCK || s->now->kind == LCT_FAILS_SPINNING) s->completes = completes(s, scenario);
    if (lcd_attempt_is_late(s) || (!overlaps(s->now) && !s->now->preemptions)) return;
    lct_config config = s->config;
    lcd_test_run t;
    config.look = LOOK;
    config.jobs = 1;
    config.serial_first = LCT_SERIAL_SOME;
    lcd_attempt_list(s, scenario);
    bool found = lcd_attempt(s, &t, &config, false) && t.failure;
    if (!found || t.failure->place.stage != LCT_STAGE_SERIAL) {
        const lcd_failure *f = found ? t.failure : s->now;
        s->config.serial_first = LCT_SERIAL_SOME;
        s->overlaps = overlaps(f);
        s->preempts = s->completes && f->preemptions;
        if (found && f->memory == s->now->memory && lcd_failure_simpler(f, s->now)) lcd_attempt_take(s, &t);
    }
    lcd_test_run_free_found(&t);
}

bool lcd_attempt_alike(lcd_attempts *s, const lcd_failure *f) {
    bool serial = f->place.stage == LCT_STAGE_SERIAL;
    if (f->memory != s->now->memory) return false;
    if (f->kind != s->now->kind || (serial && s->config.serial_first == LCT_SERIAL_SOME)) return false;
    if ((s->overlaps && !overlaps(f)) || (s->preempts && !f->preemptions)) return false;
    return !s->completes || completes(s, f->scenario);
}

/* ---- the guides of candidates ---- */

static bool put_number(lcd_attempts *s, uint16_t number) {
    if (s->guides.length / sizeof number >= LCT_GUIDES) return false;
    lc_text_add(&s->guides, (const char *)&number, sizeof number);
    return !s->guides.cut;
}

/* Where a call of the current scenario is now: 0, it is gone or runs alone. */
static uint16_t place_of(const lcd_ast *ast, unsigned thread, unsigned call) {
    uint32_t number = 0;
    uint8_t part = 0;
    for (uint32_t i = 0; i < ast->calls.count; i++, number++) {
        const lcd_ast_call *c = &ast->calls.at[i];
        if (c->part != part) number = 0;
        part = c->part;
        if (c->was_in == thread && c->was == call && part != LCD_PART_BEFORE && part != LCD_PART_AFTER)
            return (uint16_t)(part << 8 | number);
    }
    return 0;
}

void lcd_attempt_guide(lcd_attempts *s, const lcd_ast *ast) {
    size_t start = s->guides.length;
    uint32_t next = 0, step = 0;
    int call[UINT8_MAX + 1];
    uint16_t count = 0;
    for (unsigned i = 0; i <= UINT8_MAX; i++) call[i] = -1;
    if (!put_number(s, 0)) return;
    for (size_t i = 0; i < s->now->length; i++) {
        unsigned thread = s->now->schedule[i];
        if (thread >= 0x80) continue; /* a choice */
        if (next < s->now->begins.count && s->now->begins.at[next] == step) call[thread]++, next++;
        step++;
        uint16_t place = thread && call[thread] >= 0 ? place_of(ast, thread, (unsigned)call[thread]) : 0;
        if (!place) continue;
        if (count == UINT16_MAX || !put_number(s, place)) { /* it goes without */
            s->guides.length = start + sizeof count;
            return;
        }
        count++;
    }
    memcpy(s->guides.at + start, &count, sizeof count);
}
