#include "tester/shrink/attempt.h"

#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "target/explore/control.h"
#include "tester/oracle/choose_oracle.h"

enum { LOOK = 1000 }; /* executions by each strategy to find out what is kept up */

bool lc_attempt_is_late(lc_attempts *s) {
    s->over |= lc_now() >= s->deadline || lc_is_interrupted(s->trial->session->interrupt);
    return s->over;
}

/* ---- exploring ---- */

bool lc_attempt(lc_attempts *s, lc_trial *t, lc_config *config, bool simplest) {
    const lc_trial *outer = s->trial;
    lc_scenario_candidates candidates = {{lc_text(&s->texts), s->texts.length},
                                         {lc_text(&s->guides), s->guides.length}};
    lince_error error = {0};
    *t = (lc_trial){.session = outer->session,
                    .smaller_than = outer,
                    .test = outer->test,
                    .file = outer->file,
                    .criterion = outer->criterion,
                    .factors = outer->factors,
                    .counterpart = outer->counterpart,
                    .standard = outer->standard};
    lc_coverage_init(&t->coverage);
    lc_jury_init(&t->jury, outer->standard, outer->file);
    t->jury.options = outer->jury.options;
    t->jury.init = outer->jury.init;
    t->jury.deadline = s->deadline;
    t->jury.simplest = simplest;
    bool stuck = s->now->stuck && s->now->kind != LC_FLAW_VIOLATION;
    t->jury.smaller = true;
    t->jury.allowed = outer->jury.allowed;
    t->jury.wanted = s->now->kind == LC_FLAW_VIOLATION ? LC_JURY_VIOLATIONS
                     : stuck                           ? LC_JURY_BLOCKED
                                                       : LC_JURY_FAILURES;
    t->jury.kind = stuck ? s->now->kind + 1 : 0;
    lince_status status = s->texts.cut ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
    if (status == LINCE_DONE) status = lc_measure_fill(t, config, candidates.texts, s->deadline, &error);
    if (status == LINCE_DONE && t->unsure == LC_SURE)
        status = lc_trial_explore(t, config, &candidates, s->deadline, &error);
    bool ended = status == LINCE_DONE && (t->unsure == LC_SURE || t->unsure == LC_UNSURE_STEPS);
    bool other = t->flaw && t->flaw->kind != s->now->kind &&
                 (t->flaw->kind == LC_FLAW_DEATH || t->flaw->place.stage != LC_STAGE_SERIAL);
    s->over |= !ended || other;
    return !other && (t->flaw || !s->over);
}

void lc_attempt_take(lc_attempts *s, lc_trial *t) {
    lc_trial *outer = s->trial;
    lc_flaw *found = NULL;
    for (uint32_t i = 0; i < t->jury.flaws.count; i++)
        if (&t->jury.flaws.at[i] == t->flaw) found = &t->jury.flaws.at[i];
    if (!found) return;
    lc_flaw_free(&outer->shrunk.flaw);
    outer->shrunk.flaw = *found;
    outer->stacks_shared = t->stacks_shared;
    *found = (lc_flaw){0};
    s->now = outer->flaw = &outer->shrunk.flaw;
}

void lc_attempt_list(lc_attempts *s, const char *scenario) {
    lc_text_clear(&s->guides);
    lc_text_clear(&s->texts);
    lc_text_puts(&s->texts, scenario);
    lc_text_putc(&s->texts, '\0');
}

/* ---- failing in the same way ---- */

static bool overlaps(const lc_flaw *f) {
    int open = 0;
    for (uint32_t i = 0; f->history && i < f->history->events.count; i++) {
        open += lc_event_what(f->history->events.at[i]) == LC_INVOKE ? 1 : -1;
        if (open > 1) return true;
    }
    return false;
}

/* Is there an execution of a scenario in which all goes on to the end? */
static bool completes(lc_attempts *s, const char *scenario) {
    lc_config config = s->config;
    lc_trial t;
    config.wanted = LC_WANTED_HISTORIES;
    config.serial_first = LC_SERIAL_LATER;
    config.look = LOOK;
    config.jobs = 1;
    lc_attempt_list(s, scenario);
    bool complete = lc_attempt(s, &t, &config, false) && t.jury.complete;
    lc_trial_free_found(&t);
    return complete;
}

void lc_attempt_find_way(lc_attempts *s) {
    const char *scenario = s->now->scenario;
    if (s->now->kind == LC_FAILS_DEADLOCK || s->now->kind == LC_FAILS_SPINNING) s->completes = completes(s, scenario);
    if (lc_attempt_is_late(s) || (!overlaps(s->now) && !s->now->preemptions)) return;
    lc_config config = s->config;
    lc_trial t;
    config.look = LOOK;
    config.jobs = 1;
    config.serial_first = LC_SERIAL_SOME;
    lc_attempt_list(s, scenario);
    bool found = lc_attempt(s, &t, &config, false) && t.flaw;
    if (!found || t.flaw->place.stage != LC_STAGE_SERIAL) {
        const lc_flaw *f = found ? t.flaw : s->now;
        s->config.serial_first = LC_SERIAL_SOME;
        s->overlaps = overlaps(f);
        s->preempts = s->completes && f->preemptions;
        if (found && lc_flaw_simpler(f, s->now)) lc_attempt_take(s, &t);
    }
    lc_trial_free_found(&t);
}

bool lc_attempt_alike(lc_attempts *s, const lc_flaw *f) {
    bool serial = f->place.stage == LC_STAGE_SERIAL;
    if (f->kind != s->now->kind || (serial && s->config.serial_first == LC_SERIAL_SOME)) return false;
    if ((s->overlaps && !overlaps(f)) || (s->preempts && !f->preemptions)) return false;
    return !s->completes || completes(s, f->scenario);
}

/* ---- what candidates go by ---- */

static bool put_number(lc_attempts *s, uint16_t number) {
    if (s->guides.length / sizeof number >= LC_GUIDES) return false;
    lc_text_add(&s->guides, (const char *)&number, sizeof number);
    return !s->guides.cut;
}

/* Where a call of the current scenario is now: 0, it is gone or runs alone. */
static uint16_t place_of(const lc_sketch *sketch, unsigned thread, unsigned call) {
    uint32_t number = 0;
    uint8_t part = 0;
    for (uint32_t i = 0; i < sketch->calls.count; i++, number++) {
        const lc_sketch_call *c = &sketch->calls.at[i];
        if (c->part != part) number = 0;
        part = c->part;
        if (c->was_in == thread && c->was == call && part != LC_PART_BEFORE && part != LC_PART_AFTER)
            return (uint16_t)(part << 8 | number);
    }
    return 0;
}

void lc_attempt_guide(lc_attempts *s, const lc_sketch *sketch) {
    size_t start = s->guides.length;
    uint32_t next = 0, step = 0;
    int call[UINT8_MAX + 1];
    uint16_t count = 0;
    for (unsigned i = 0; i <= UINT8_MAX; i++) call[i] = -1;
    if (!put_number(s, 0)) return;
    for (size_t i = 0; i < s->now->length; i++) {
        unsigned thread = s->now->schedule[i];
        if (thread >= 0x80) continue; /* what was chosen */
        if (next < s->now->begins.count && s->now->begins.at[next] == step) call[thread]++, next++;
        step++;
        uint16_t place = thread && call[thread] >= 0 ? place_of(sketch, thread, (unsigned)call[thread]) : 0;
        if (!place) continue;
        if (count == UINT16_MAX || !put_number(s, place)) { /* it goes without */
            s->guides.length = start + sizeof count;
            return;
        }
        count++;
    }
    memcpy(s->guides.at + start, &count, sizeof count);
}
