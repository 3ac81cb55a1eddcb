#include "tester/driver/reproduce.h"

#include <stdlib.h>
#include <string.h>

#include "report/operation.h"
#include "target/explore/control.h"
#include "tester/source/lines.h"
#include "tester/view/access_names.h"
#include "tester/view/print.h"

enum { REHEARSALS = 100 };
static const lcr_style plain = {.width = 0};

/* ---- the same? ---- */

static void put_event(lince_text *out, const lince_history *h, uint32_t event) {
    bool calls = lc_event_what(h->events.at[event]) == LC_INVOKE;
    uint32_t op = lc_event_op(h->events.at[event]);
    lcr_put_operation(out, &plain, h, op, LCR_OP_THREAD | LCR_OP_OBJECT | (calls ? 0 : LCR_OP_RESULT), 0);
    lc_text_puts(out, calls ? " is called" : " returns");
}

static bool same_event(const lince_history *a, const lince_history *b, uint32_t event) {
    lince_text x = {0}, y = {0};
    put_event(&x, a, event);
    put_event(&y, b, event);
    bool same = !strcmp(lc_text(&x), lc_text(&y));
    lc_text_free(&x);
    lc_text_free(&y);
    return same;
}

/* The first event that differs, or that only one of them has; LC_NEVER: there is none. */
static uint32_t first_difference(const lince_history *a, const lince_history *b) {
    if (!a || !b) return LC_NEVER;
    uint32_t count = a->events.count < b->events.count ? a->events.count : b->events.count;
    for (uint32_t i = 0; i < count; i++)
        if (!same_event(a, b, i)) return i;
    return a->events.count == b->events.count ? LC_NEVER : count;
}

/* The same events, and operations in the same order. */
static bool same_history(const lince_history *a, const lince_history *b) {
    if (first_difference(a, b) != LC_NEVER) return false;
    if (!a || !b || (!a->order.threads && !b->order.threads)) return true;
    uint32_t links = a->order.links.count;
    if (links != b->order.links.count) return false;
    if (links) return !memcmp(a->order.links.at, b->order.links.at, links); /* a client may have added order to one */
    for (uint32_t i = 0; i < a->ops.count; i++)
        for (uint32_t k = 0; k < a->ops.count; k++)
            if (lc_comes_before(a, i, k) != lc_comes_before(b, i, k)) return false;
    return true;
}

/* The race that was found, of the same two places; else the same failure. */
static bool same_place(const lcd_failure *a, const lcd_failure *b) {
    if (a->kind != LCT_FAILS_RACE || a->access_count < 2 || b->access_count < 2) return true;
    uint64_t a0 = a->accesses[0].pc, a1 = a->accesses[1].pc, b0 = b->accesses[0].pc, b1 = b->accesses[1].pc;
    return (a0 == b0 && a1 == b1) || (a0 == b1 && a1 == b0);
}

static bool same_failure(const lcd_failure *a, const lcd_failure *b) {
    bool waits = b->stuck && a->stuck; /* the command decides which kind of failure that is */
    if (a->kind != b->kind && !waits) return false;
    return same_place(a, b) && same_history(a->history, b->history);
}

/* ---- replaying ---- */

static void configure(lct_config *config, const lcd_failure *f) {
    config->mode = LCT_MODE_REPLAY;
    config->jobs = 1;
    config->heap = f->heap;
    config->memory = f->memory;
    config->orders = f->memory != LCT_MEMORY_SC;
    config->loops = 0;
    if (f->kind == LCT_FAILS_LIVELOCK || f->kind == LCT_FAILS_PROGRESS)
        config->loops = f->pc ? f->thread + 1 : LCT_LOOP_SEVERAL;
    config->call_steps = f->place.stage == LCT_STAGE_SERIAL;
    for (uint32_t i = 0; i < f->access_count; i++) config->race[i] = f->accesses[i].pc;
    memset(config->scenario, 0, sizeof config->scenario);
    strncpy(config->scenario, f->scenario, sizeof config->scenario - 1);
}

/* It is one execution, and Ctrl-C requests the results so far, which are this one. */
static lince_status run_again(lcd_replayed *r, const lcd_test_run *t, lct_config *config, const lcd_failure *f) {
    lcd_races races = f->races;
    races.stacks_shared = t->stacks_shared;
    lcd_workers_plan plan = {.program = t->session->program.path,
                             .config = config,
                             .schedule = {(const char *)f->schedule, f->length},
                             .races = &races,
                             .patience = t->session->settings.patience,
                             .cramped = t->session->cramped};
    lince_error inner = {0};
    configure(config, f);
    return lcd_run_replay(r, &plan, NULL, t->file, &inner);
}

/* True: the result is the same. */
static bool replay(lcd_replayed *r, const lcd_test_run *t, lct_config *config, const lcd_failure *f,
                   lince_status *status) {
    lince_status replayed = run_again(r, t, config, f);
    *status = replayed == LINCE_OUT_OF_MEMORY ? replayed : LINCE_DONE;
    return replayed == LINCE_DONE && r->ended && same_failure(&r->failure, f);
}

bool lcd_replay_failure(lcd_replayed *r, const lcd_test_run *t, lct_config *config, const lcd_failure *f) {
    if (run_again(r, t, config, f) != LINCE_DONE || !r->ended) return false;
    bool waits = r->failure.stuck && f->stuck;
    return (r->failure.kind == f->kind || waits || f->kind == LCD_FAILURE_VIOLATION) &&
           r->failure.kind != LCT_FAILS_NONDETERMINISM;
}

static void forget(lcd_replayed *r) {
    lcd_replayed_free(r);
    *r = (lcd_replayed){0};
}

/* Accesses that are not atomic are steps only where they are known to race, which they are in the replay.  A failure
 * that was found before is then seen to begin with a data race.  The race is reported instead, if it is found again. */
static bool prefers_race(lcd_test_run *t, lct_config *config, lince_status *status) {
    lcd_failure *race = &t->replayed.failure;
    if (!t->replayed.ended || race->kind != LCT_FAILS_RACE || !race->length) return false;
    free(race->scenario);
    race->scenario = strdup(t->failure->scenario);
    race->place = t->failure->place;
    if (!race->scenario) *status = LINCE_OUT_OF_MEMORY;
    if (*status != LINCE_DONE) return false;
    lcd_replayed once_more;
    bool again = replay(&once_more, t, config, race, status);
    lcd_replayed_free(&once_more);
    if (again) t->failure = race;
    return again;
}

/* ---- the difference ---- */

static bool same_step(const lcd_trace_step *a, const lcd_trace_step *b) {
    return a->step == b->step && a->thread == b->thread && a->kind == b->kind && a->address == b->address &&
           a->before == b->before && a->after == b->after && a->pc == b->pc && a->newer == b->newer &&
           !strcmp(a->text, b->text);
}

static void put_step(lince_text *out, const lcd_replayed *r, size_t at, lcd_lines *lines) {
    const lcd_trace_step *steps = r->steps.at, *s = &steps[at];
    lcd_names *names = lcd_names_new(steps, r->steps.count, lines);
    const char *call = "", *file, *function;
    int line;
    for (size_t i = 0; i < at; i++)
        if (steps[i].thread == s->thread && steps[i].kind == LCT_STEP_CALL) call = steps[i].text;
    lc_text_printf(out, s->thread ? "T%u `" : "main `", s->thread);
    if (names) lcd_step_words(out, names, steps, at, call);
    lc_text_putc(out, '`');
    if (lines && s->pc && lcd_lines_find(lines, s->pc, &file, &line, &function)) {
        const char *slash = strrchr(file, '/');
        lc_text_printf(out, " (%s:%d)", slash ? slash + 1 : file, line);
    }
    lcd_names_free(names);
}

/* Where executions of the same schedule, one after another in one process, begin to differ. */
static bool put_step_difference(lince_text *out, const lcd_replayed *first, const lcd_replayed *later,
                                lcd_lines *lines) {
    size_t i = 0, a = first->steps.count, b = later->steps.count;
    while (i < a && i < b && same_step(&first->steps.at[i], &later->steps.at[i])) i++;
    if (i == a && i == b) return false;
    uint32_t step = i < a ? first->steps.at[i].step : later->steps.at[i].step;
    if (step) lc_text_printf(out, "step %u of the replay is ", step);
    else lc_text_puts(out, "before its first step there is ");
    if (i < a) put_step(out, first, i, lines);
    else lc_text_puts(out, "not there");
    lc_text_puts(out, ", and where the schedule was run before in the same process ");
    if (i < b) put_step(out, later, i, lines);
    else lc_text_puts(out, "it is not there");
    return true;
}

static void put_event_difference(lince_text *out, const lcd_failure *found, const lcd_failure *replayed) {
    const lince_history *was = found->history, *now = replayed->history;
    uint32_t event = first_difference(was, now);
    if (event >= was->events.count) {
        lc_text_printf(out, "the failure came after event %u of the history, and the replay goes on: ", event);
        put_event(out, now, event);
        return;
    }
    lc_text_printf(out, "event %u of the history was ", event + 1);
    put_event(out, was, event);
    lc_text_puts(out, ", and in the replay ");
    if (event < now->events.count) put_event(out, now, event);
    else lc_text_puts(out, "there is none");
}

static void put_difference(lince_text *out, const lcd_test_run *t, const lcd_replayed *later, lcd_lines *lines) {
    const lcd_replayed *r = &t->replayed;
    if (put_step_difference(out, r, later, lines)) return;
    if (!r->ended) lc_text_puts(out, "it did not terminate");
    else if (r->failure.kind == LCT_FAILS_NONDETERMINISM) lc_text_puts(out, r->failure.message);
    else if (first_difference(t->failure->history, r->failure.history) != LC_NEVER)
        put_event_difference(out, t->failure, &r->failure);
    else if (!same_history(t->failure->history, r->failure.history))
        lc_text_puts(out, "it has the same events, but its operations are ordered in another way");
    else if (r->failure.kind == LCD_FAILURE_VIOLATION) lc_text_puts(out, "it has the same events, and does not fail");
    else lc_text_printf(out, "it fails in another way: %s", r->failure.message);
}

/* The test run ends with this verdict instead. */
static lince_status becomes_unknown(lcd_test_run *t, const lince_text *message, uint64_t pc) {
    lcd_failure other = {.kind = LCT_FAILS_NONDETERMINISM,
                         .pc = pc,
                         .message = strdup(lc_text(message)),
                         .scenario = strdup(t->failure->scenario ? t->failure->scenario : "")};
    bool enough = other.message && other.scenario && !message->cut;
    lcd_failure_free(&t->dead);
    t->dead = other;
    t->failure = &t->dead;
    t->verdict = LINCE_VERDICT_UNKNOWN;
    t->unsure = LCD_UNSURE_STATE;
    return enough ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status report_difference(lcd_test_run *t, lct_config *config) {
    lcd_replayed later;
    lince_status status;
    lince_text message = {0};
    config->rehearsals = REHEARSALS;
    replay(&later, t, config, t->failure, &status);
    config->rehearsals = 0;
    lcd_lines *lines = lcd_test_run_lines(t);
    lcd_print_title(&message, t, t->failure);
    lc_text_puts(&message, ", but the replay took a different path: ");
    put_difference(&message, t, &later, lines);
    lcd_replayed_free(&later);
    if (status == LINCE_DONE) status = becomes_unknown(t, &message, 0);
    lc_text_free(&message);
    return status;
}

/* ---- both ---- */

lince_status lcd_reproduce(lcd_test_run *t, lct_config *config) {
    lince_status status;
    t->strayed = !replay(&t->replayed, t, config, t->failure, &status);
    if (status != LINCE_DONE || !t->strayed) return status;
    if (t->failure == &t->shrunk.failure) {
        forget(&t->replayed);
        lcd_shrink_undo(t);
        return lcd_reproduce(t, config);
    }
    t->strayed = !prefers_race(t, config, &status);
    if (status != LINCE_DONE || !t->strayed || lcd_failure_is_limit(t->failure->kind)) return status;
    return report_difference(t, config);
}

/* ---- several ---- */

static void warn_of_dropped(const lcd_test_run *t, uint32_t dropped) {
    lince_text text = {0};
    lc_text_printf(
        &text,
        "%s: %u of the failures found did not come again when replayed and %s not reported: the test depends "
        "on state that is not restored between executions",
        t->test->name, dropped, dropped == 1 ? "is" : "are");
    if (t->session->warn) t->session->warn(lc_span_of(lc_text(&text)), t->session->context);
    lc_text_free(&text);
}

/* Behind a data race the exploration went on, so the replay of another failure goes on behind it, too. */
static bool comes_again(const lcd_test_run *t, const lct_config *config, const lcd_failure *f, lince_status *status) {
    enum { NOWHERE = 1 }; /* an address at which there is no code */
    lct_config own = *config;
    lcd_replayed replayed;
    if (f->kind != LCT_FAILS_RACE) own.race[0] = own.race[1] = NOWHERE;
    bool again = replay(&replayed, t, &own, f, status);
    lcd_replayed_free(&replayed);
    return again;
}

/* A mistake of the test, or a limit that it reaches. */
static bool is_no_failure(const lcd_failure *f) {
    return lcd_failure_is_limit(f->kind) || lcd_failure_is_mistake(f->kind);
}

/* The first that is a failure; if none is, the first. */
static const lcd_failure *first_failure(const lcd_judge *j) {
    const lcd_failure *first = NULL;
    for (uint32_t i = 0; i < j->failures.count; i++) {
        const lcd_failure *f = &j->failures.at[i];
        if (!is_no_failure(f) && (!first || lcd_place_compare(&f->place, &first->place) < 0)) first = f;
    }
    return first ? first : lcd_judge_first(j);
}

lince_status lcd_reproduce_each(lcd_test_run *t, const lct_config *config) {
    lince_status status = LINCE_DONE;
    uint32_t dropped = 0, at = 0;
    if (t->failure == &t->dead || t->judge.failures.count < 2) return status;
    while (at < t->judge.failures.count && t->judge.failures.count > 1) {
        const lcd_failure *f = &t->judge.failures.at[at];
        bool stays = is_no_failure(f) || comes_again(t, config, f, &status);
        if (status != LINCE_DONE) return status;
        if (stays) at++;
        else lcd_judge_drop(&t->judge, f), dropped++;
    }
    t->failure = first_failure(&t->judge);
    if (dropped) warn_of_dropped(t, dropped);
    return status;
}

/* `counter.hits`, or the place where a block was allocated. */
static void put_memory(lince_text *out, const lcd_failure *f, lcd_lines *lines) {
    lcd_type type;
    const char *file, *function;
    int line;
    uint64_t offset, made_at = f->access_count ? f->accesses[0].pc : 0;
    const char *symbol;
    lince_text name = {0};
    if (lines && lcd_lines_variable(lines, f->address, 0, &name, &type)) lc_text_printf(out, "`%s`: ", lc_text(&name));
    else if (lines && made_at && lcd_lines_find(lines, made_at, &file, &line, &function)) {
        const char *slash = strrchr(file, '/');
        lc_text_printf(out, "in a block allocated at %s:%d%s%s: ", slash ? slash + 1 : file, line,
                       function ? ", in " : "", function ? function : "");
    } else if (lines && (symbol = lcd_lines_symbol(lines, f->address, &offset)))
        lc_text_printf(out, "`%s`+%llu: ", symbol, (unsigned long long)offset);
    else lc_text_printf(out, "memory at %#llx: ", (unsigned long long)f->address);
    lc_text_free(&name);
}

lince_status lcd_name_impurity(lcd_test_run *t) {
    lince_text message = {0};
    lcd_lines *lines = lcd_test_run_lines(t);
    lc_text_puts(&message, "two executions of the same schedule differ: ");
    if (t->failure->address) put_memory(&message, t->failure, lines);
    lc_text_puts(&message, t->failure->message ? t->failure->message : "");
    lince_status status = becomes_unknown(t, &message, t->failure->pc);
    lc_text_free(&message);
    return status;
}
