#include "tester/driver/program_run.h"

#include <fnmatch.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "history/values.h"
#include "target/explore/control.h"
#include "tester/trace/trace_replay.h"

typedef struct run {
    lcd_session *session;
    const struct lcd_trace *trace;
    const lcd_run_listener *listener;
    void *context;
} run;

/* ---- options ---- */

/* Options without meaning where threads are real; NULL: none of them is set. */
static const char *not_for_stress(const lcd_test_settings *o) {
    if (o->strategy != LCT_STRATEGY_STRESS) return NULL;
    return o->replay  ? "--replay and --strategy stress exclude each other: nobody controls its threads"
           : o->trace ? "--trace and --strategy stress exclude each other: there are no steps to write down"
           : o->preemptions != LC_UNSAID ? "--preemptions and --strategy stress exclude each other: nobody counts them"
           : o->claim          ? "--claim and --strategy stress exclude each other: it takes a controlled scheduler"
           : o->leaks          ? "--leaks and --strategy stress exclude each other: it takes a controlled heap"
           : o->random_choices ? "--random-choices and --strategy stress exclude each other: nobody tries all"
           : o->memory != LCT_MEMORY_AUTO
               ? "--memory and --strategy stress exclude each other: real threads have the machine's memory"
           : o->graphs || o->graphs_to
               ? "--graphs and --strategy stress exclude each other: runs of real threads are no execution graphs"
           : o->reference ? "--reference and --strategy stress exclude each other: name a --spec, or a --golden object"
                          : NULL;
}

static const char *conflict(const lcd_test_settings *o) {
    enum { LONGEST_SCENARIO = 4095 };
    return o->golden && o->reference                               ? "--golden and --reference exclude each other"
           : o->golden && o->spec.count                            ? "--golden and --spec exclude each other"
           : o->reference && o->spec.count                         ? "--reference and --spec exclude each other"
           : o->replay && o->list                                  ? "--replay and --list exclude each other"
           : o->replay && o->filter                                ? "--replay and --filter exclude each other"
           : o->scenario && strlen(o->scenario) > LONGEST_SCENARIO ? "--scenario: this is too long"
                                                                   : not_for_stress(o);
}

static lince_status check_init(const char *init, lince_error *error) {
    lince_error inner = {.message = "out of memory"};
    if (!init) return LINCE_DONE;
    lince_values *pool = lince_values_new();
    bool good = pool && lc_parse_value(pool, init, &inner) != LINCE_NO_VALUE;
    lince_values_free(pool);
    return good ? LINCE_DONE : lc_fail(error, "--init: %s", inner.message);
}

lince_status lcd_test_session_check(lcd_session *s, lince_error *error) {
    const char *wrong = conflict(&s->settings);
    lince_error inner = {0};
    if (wrong) return lc_fail(error, "%s", wrong);
    lince_status status = check_init(s->settings.init, error);
    for (uint32_t i = 0; i < s->settings.allow.count && status == LINCE_DONE; i++)
        if (!lcd_failure_allow(&s->allowed, s->settings.allow.at[i], &inner))
            status = lc_fail(error, "--allow: %s", inner.message);
    return status;
}

lince_status lcd_test_session_open(lcd_session *s, lince_error *error) {
    s->jobs = lcd_session_jobs(&s->settings);
    s->sources.cache = &s->cache;
    s->sources.stress = s->settings.strategy == LCT_STRATEGY_STRESS;
    return lcd_cache_open(&s->cache, error);
}

void lcd_test_session_close(lcd_session *s) {
    lcd_tested_list_free(&s->tests);
    lcd_program_free(&s->program);
    lcd_cache_close(&s->cache, s->settings.keep);
}

/* ---- tests ---- */

static bool is_wanted(const run *r, const lcd_tested *t) {
    if (r->trace) return strcmp(t->name, lcd_replay_test_name(r->trace)) == 0;
    const char *filter = r->session->settings.filter;
    return !filter || fnmatch(filter, t->name, 0) == 0;
}

static void report_error(run *r, const lcd_tested *test, lince_status status, const lince_error *error) {
    if (r->listener->failed) r->listener->failed(test, status, error, r->context);
}

/* False: there was an interrupt. */
static bool try_one(run *r, uint32_t number) {
    lcd_test_run t;
    lince_error error = {0};
    const lcd_session *s = r->session;
    const lcd_tested *test = &s->tests.at[number];
    if (r->listener->begins) r->listener->begins(test, r->context);
    lince_status status = r->trace ? lcd_replay_test(&t, s, test, r->trace, s->settings.replay, &error)
                                   : lcd_run_test(&t, s, test, &error);
    bool looked = t.looked || t.astray.length;
    if (status != LINCE_DONE) report_error(r, test, status, &error);
    else if (looked && r->listener->looked) r->listener->looked(&t, r->context);
    else if (!looked && r->listener->judged) r->listener->judged(&t, number + 1, r->context);
    lcd_test_run_free(&t);
    return !lc_is_interrupted(s->interrupt);
}

static void try_all(run *r) {
    const lcd_session *s = r->session;
    const lcd_run_listener *l = r->listener;
    bool more = true, any = false;
    for (uint32_t i = 0; i < s->tests.count; i++) {
        const lcd_tested *test = &s->tests.at[i];
        if (!is_wanted(r, test)) continue;
        any = true;
        if (!more) {
            if (l->skipped) l->skipped(test, r->context);
        } else if (s->settings.list) {
            if (l->listed) l->listed(test, r->context);
        } else more = try_one(r, i);
    }
    if (!any && l->unnamed) l->unnamed(r->context);
}

/* ---- the program ---- */

static void warn_uninstrumented(const lcd_session *s) {
    const char *line = lc_text(&s->program.warnings);
    while (*line && s->warn) {
        size_t length = strcspn(line, "\n");
        s->warn((lc_span){line, length}, s->context);
        line += length + (line[length] == '\n');
    }
}

static void warn_of_changes(const run *r) {
    const lcd_session *s = r->session;
    lince_text text = {0};
    if (lcd_replay_changes(&text, r->trace, &s->program)) {
        lc_text_puts(&text, "; it is followed as long as its steps are the same");
        if (s->warn) s->warn((lc_span){lc_text(&text), text.length}, s->context);
    }
    lc_text_free(&text);
}

void lcd_run_program(lcd_session *s, const struct lcd_trace *trace, const lcd_run_listener *listener, void *context) {
    run r = {s, trace, listener, context};
    lince_error error = {0};
    lcd_session_works(s, "%s: compiling", s->sources.files.at[0]);
    lince_status status = lcd_build_program(&s->program, &s->sources, &error);
    lcd_session_rests(s);
    if (lc_is_interrupted(s->interrupt)) status = LINCE_STOPPED; /* and the compiler with it */
    if (status == LINCE_DONE) {
        warn_uninstrumented(s);
        if (listener->built) listener->built(context);
        if (trace) warn_of_changes(&r);
        status = lcd_list_tests(s, &s->program, &s->tests, &error);
    }
    if (status == LINCE_DONE) try_all(&r);
    else report_error(&r, NULL, status, &error);
}
