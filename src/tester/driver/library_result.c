#include <stdlib.h>
#include <string.h>

#include "check/result.h"
#include "target/explore/control.h"
#include "tester/driver/library.h"
#include "tester/driver/weaker.h"
#include "tester/source/lines.h"
#include "tester/view/access_names.h"
#include "tester/view/access_objects.h"
#include "tester/view/failure_context.h"
#include "tester/view/print.h"
#include "tester/view/step_places.h"

/* The public kinds are those of the tester, behind the violation. */
_Static_assert(LINCE_FAILURE_CRASH == LCT_FAILS_CRASH + 1 && LINCE_FAILURE_MISUSE == LCT_FAILS_MISUSE + 1 &&
                   LINCE_FAILURE_LIVELOCK == LCT_FAILS_LIVELOCK + 1 && LINCE_FAILURE_DATA_RACE == LCT_FAILS_RACE + 1 &&
                   LINCE_FAILURE_DEATH == LCT_FAILURES + 1,
               "kinds of failures");
_Static_assert((int)LINCE_TEST_STEP_CAS_FAILED == LCT_STEP_CAS_FAILED &&
                   (int)LINCE_TEST_STEP_RETURN == LCT_STEP_RETURN && (int)LINCE_TEST_STEP_TIMEOUT == LCT_STEP_TIMEOUT &&
                   (int)LINCE_TEST_STEP_FAILURE == LCT_STEP_FAILURE,
               "kinds of steps");
_Static_assert((int)LINCE_COVERAGE_SAMPLED == LCD_COVER_SAMPLED && (int)LINCE_COVERAGE_BOUNDED == LCD_COVER_BOUNDED &&
                   (int)LINCE_COVERAGE_ALL == LCD_COVER_ALL,
               "coverage");

lcd_test_result *lcd_test_result_new(void) {
    lcd_test_result *r = calloc(1, sizeof *r);
    if (r) lc_arena_init(&r->memory, NULL);
    return r;
}

void lince_test_result_free(lince_test_result *shown) {
    lcd_test_result *r = (lcd_test_result *)shown;
    if (!r) return;
    for (uint32_t i = 0; i < r->histories.count; i++) lince_history_free(r->histories.at[i]);
    for (uint32_t i = 0; i < r->results.count; i++) lince_result_free(r->results.at[i]);
    lc_vec_free(NULL, &r->histories);
    lc_vec_free(NULL, &r->results);
    lc_vec_free(NULL, &r->tests);
    lc_arena_free(&r->memory);
    free(r);
}

/* ---- texts ---- */

static const char *keep_bytes(lcd_test_result *r, const char *bytes, size_t length) {
    char *copy = lc_arena_take(&r->memory, length + 1);
    r->cut |= !copy;
    if (!copy) return NULL;
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

static const char *keep(lcd_test_result *r, const char *text) {
    return text ? keep_bytes(r, text, strlen(text)) : NULL;
}

/* Frees it; NULL: it is empty. */
static const char *keep_text(lcd_test_result *r, lince_text *text) {
    const char *copy = text->length ? keep_bytes(r, lc_text(text), text->length) : NULL;
    r->cut |= text->cut;
    lc_text_free(text);
    return copy;
}

/* ---- the interleaving ---- */

typedef struct stepping {
    lcd_test_result *result;
    lcd_names *names;
    lcd_step_places *places;
    LC_VEC(const char *) calls; /* by thread, the operation it is in; NULL: none */
} stepping;

static const char **call_of(stepping *w, unsigned thread) {
    while (w->calls.count <= thread)
        if (!lc_push(NULL, &w->calls, NULL)) return NULL;
    return &w->calls.at[thread];
}

static lince_test_step step_of(stepping *w, const lcd_trace_step *steps, size_t at) {
    const lcd_trace_step *s = &steps[at];
    lince_text words = {0}, object = {0};
    const char *file, *function, **call = call_of(w, s->thread);
    int line;
    if (call && s->kind == LCT_STEP_CALL) *call = keep(w->result, s->text);
    lcd_step_words(&words, w->names, steps, at, call ? *call : NULL);
    if (lcd_step_has_location(s)) lcd_names_location(w->names, &object, at);
    lince_test_step step = {.number = s->step,
                            .thread = s->thread,
                            .kind = (lince_test_step_kind)s->kind,
                            .operation = call ? *call : NULL,
                            .text = keep_text(w->result, &words),
                            .object = keep_text(w->result, &object)};
    if (lcd_step_places_find(w->places, s, &file, &line, &function)) {
        step.file = keep(w->result, file);
        step.line = line;
        step.function = keep(w->result, function);
    }
    if (call && s->kind == LCT_STEP_RETURN) *call = NULL;
    w->result->cut |= !call;
    return step;
}

static void take_steps(lcd_test_result *r, lince_test_failure *f, const lcd_replayed *replayed, lcd_lines *lines) {
    const lcd_trace_step *steps = replayed->steps.at;
    size_t count = replayed->steps.count;
    stepping w = {
        .result = r, .names = lcd_names_new(steps, count, lines), .places = lcd_step_places_new(lines, steps, count)};
    lince_test_step *all = lc_arena_take(&r->memory, (count + 1) * sizeof *all);
    bool enough = all && w.names && w.places;
    for (size_t i = 0; i < count && enough; i++)
        if (!lcd_step_is_detail(steps[i].kind)) all[f->step_count++] = step_of(&w, steps, i);
    f->steps = all;
    r->cut |= !enough;
    lcd_names_free(w.names);
    lcd_step_places_free(w.places);
    lc_vec_free(NULL, &w.calls);
}

/* ---- failures ---- */

static lince_failure_kind kind_of(const lcd_failure *f) {
    if (f->kind == LCD_FAILURE_VIOLATION) return LINCE_FAILURE_VIOLATION;
    return f->kind == LCD_FAILURE_DEATH ? LINCE_FAILURE_DEATH : (lince_failure_kind)(f->kind + 1);
}

/* The history becomes that of the result. */
static const lince_history *take_history(lcd_test_result *r, lcd_failure *f) {
    if (!f->history || !lc_push(NULL, &r->histories, f->history)) return NULL;
    lince_history *h = f->history;
    f->history = NULL;
    return h;
}

static lince_test_failure failure_of(lcd_test_result *r, const lcd_test_run *t, lcd_failure *f, lcd_lines *lines) {
    const char *file, *function;
    int line;
    lince_text title = {0};
    lcd_print_title(&title, t, f);
    lince_test_failure failure = {.kind = kind_of(f),
                                  .name = lcd_failure_name(f->kind),
                                  .message = keep_text(r, &title),
                                  .scenario = keep(r, f->scenario),
                                  .history = take_history(r, f)};
    if (f->pc && lines && lcd_failure_has_place(f->kind) && lcd_lines_find(lines, f->pc, &file, &line, &function)) {
        failure.file = keep(r, file);
        failure.line = line;
    }
    return failure;
}

static void take_result(lcd_test_result *r, lcd_test_run *t, lince_test_failure *failure) {
    if (!t->result || !lc_push(NULL, &r->results, t->result)) return;
    failure->result = t->result;
    t->result = NULL;
}

/* The failure that is explained, and all the other failures. */
static void take_failures(lcd_test_result *r, lcd_test_run *t, lince_test_verdict *v, lcd_lines *lines) {
    lince_test_failure *all = lc_arena_take(&r->memory, (t->judge.failures.count + 1u) * sizeof *all);
    r->cut |= !all;
    if (!t->failure || !all) return;
    lcd_failure *first = (lcd_failure *)t->failure; /* the test run is ours, and ends */
    all[v->failure_count++] = failure_of(r, t, first, lines);
    if (t->replayed.steps.count) take_steps(r, all, &t->replayed, lines);
    all->trace = keep(r, t->trace);
    all->replay = t->replay.length ? keep(r, lc_text(&t->replay)) : NULL;
    take_result(r, t, all);
    for (uint32_t i = 0; i < t->judge.failures.count; i++) {
        lcd_failure *f = &t->judge.failures.at[i];
        if (f != t->failure && f != t->shrunk.from) all[v->failure_count++] = failure_of(r, t, f, lines);
    }
    v->failures = all;
}

/* ---- verdicts ---- */

static const lince_test_verdict *add(lcd_test_result *r, lince_test_verdict v) {
    if (!lc_push(NULL, &r->tests, v)) {
        r->cut = true;
        return NULL;
    }
    return &r->tests.at[r->tests.count - 1];
}

static lince_test_verdict verdict_of(lcd_test_result *r, const lcd_test_run *t) {
    lince_text headline = {0};
    uint64_t bound;
    lcd_print_essence(&headline, t);
    lcd_cover cover = lcd_coverage_of(&t->coverage, &bound);
    return (lince_test_verdict){.test = keep(r, t->test->name),
                                .file = keep(r, t->file),
                                .verdict = t->verdict,
                                .unknown_reason = lcd_unsure_name(t->unsure),
                                .headline = keep_text(r, &headline),
                                .specification = t->spec.length ? keep(r, lc_text(&t->spec)) : NULL,
                                .criterion = t->criterion,
                                .factors = keep(r, t->factors),
                                .executions = t->view.executions,
                                .redundant = t->view.redundant,
                                .histories = t->judge.judged,
                                .violations = t->judge.violating,
                                .scenarios = t->coverage.met,
                                .seconds = t->seconds,
                                .coverage = (lince_test_coverage)cover,
                                .bound = cover == LCD_COVER_BOUNDED || cover == LCD_COVER_ROUNDS ? bound : 0};
}

const lince_test_verdict *lcd_test_result_add(lcd_test_result *r, lcd_test_run *t, uint32_t number) {
    lince_text json = {0};
    bool needed = t->failure || t->leaks.count || t->weaker.count;
    lcd_lines *lines = needed ? lcd_test_run_lines(t) : NULL;
    lince_test_verdict v = verdict_of(r, t);
    r->cut |= !lcd_weaker_find(t, lines);
    lcd_print_json(&json, t, number, lines);
    v.json = keep_text(r, &json);
    take_failures(r, t, &v, lines);
    return add(r, v);
}

const lince_test_verdict *lcd_test_result_add_unknown(lcd_test_result *r, const lcd_tested *test, const char *file,
                                                      lcd_unsure why, const char *error) {
    lince_test_verdict v = {.test = keep(r, test->name),
                            .file = keep(r, *test->file ? test->file : file),
                            .verdict = LINCE_VERDICT_UNKNOWN,
                            .unknown_reason = lcd_unsure_name(why),
                            .error = keep(r, error)};
    return add(r, v);
}

void lcd_test_result_settle(lcd_test_result *r) {
    bool violated = false, known = r->tests.count > 0;
    for (uint32_t i = 0; i < r->tests.count; i++) {
        violated |= r->tests.at[i].verdict == LINCE_VERDICT_VIOLATION;
        known &= r->tests.at[i].verdict != LINCE_VERDICT_UNKNOWN;
    }
    r->shown = (lince_test_result){.verdict = violated ? LINCE_VERDICT_VIOLATION
                                              : known  ? LINCE_VERDICT_OK
                                                       : LINCE_VERDICT_UNKNOWN,
                                   .tests = r->tests.at,
                                   .test_count = r->tests.count};
}
