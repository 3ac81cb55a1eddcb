#include "tester/driver/program_run.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "history/values.h"
#include "target/explore/control.h"
#include "tester/driver/further.h"
#include "tester/oracle/sync_roles.h"
#include "tester/trace/trace_replay.h"

typedef struct run {
    lcd_session *session;
    bool cramped; /* see the session */
    const struct lcd_trace *trace;
    const lcd_run_listener *listener;
    void *context;
} run;

/* ---- options ---- */

/* Options without meaning where threads are real; NULL: none of them is set. */
static const char *not_for_stress(const lcd_test_settings *o) {
    if (o->strategy != LCT_STRATEGY_STRESS) return NULL;
    return o->replay  ? "--replay and --strategy stress exclude each other: its threads are not controlled"
           : o->trace ? "--trace and --strategy stress exclude each other: there are no steps to write down"
           : o->preemptions != LC_UNSAID
               ? "--preemptions and --strategy stress exclude each other: they are not counted"
           : o->claim          ? "--claim and --strategy stress exclude each other: it takes a controlled scheduler"
           : o->leaks          ? "--leaks and --strategy stress exclude each other: it takes a controlled heap"
           : o->random_choices ? "--random-choices and --strategy stress exclude each other: they are not enumerated"
           : o->memory != LCT_MEMORY_AUTO
               ? "--memory and --strategy stress exclude each other: real threads have the machine's memory"
           : o->sync ? "--sync and --strategy stress exclude each other: real threads have the machine's memory"
           : o->fix || o->relax
               ? "--fix, --relax and --strategy stress exclude each other: real threads have the machine's memory"
           : o->graphs || o->graphs_to
               ? "--graphs and --strategy stress exclude each other: runs of real threads are no execution graphs"
           : o->reference ? "--reference and --strategy stress exclude each other: name a --spec, or a --golden object"
                          : NULL;
}

static const char *conflict(const lcd_test_settings *o) {
    enum { LONGEST_SCENARIO = 4095 };
    return o->golden && o->reference           ? "--golden and --reference exclude each other"
           : o->golden && o->spec.count        ? "--golden and --spec exclude each other"
           : o->reference && o->spec.count     ? "--reference and --spec exclude each other"
           : o->replay && o->list              ? "--replay and --list exclude each other"
           : o->replay && (o->fix || o->relax) ? "--replay excludes --fix and --relax: they explore"
           : o->relax && o->memory == LCT_MEMORY_SC
               ? "--relax and --memory sc exclude each other: where all executions are sequentially consistent, no "
                 "memory order is needed"
           : o->sync > LCD_SYNC_NONE && (o->memory == LCT_MEMORY_SC || o->memory == LCT_MEMORY_TSO)
               ? "--sync is judged under rc11 and c11, so values and all exclude --memory sc and tso"
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

/* As the option gives it, else the environment. */
static lince_status read_budget(lcd_session *s, lince_error *error) {
    enum { USUAL = 10 };
    const char *option = s->settings.budget, *text = option ? option : getenv("LINCE_BUDGET");
    s->budget = USUAL;
    if (!text || (!option && !*text) || lc_read_seconds(text, &s->budget)) return LINCE_DONE;
    return lc_fail(error, "%s: '%s' is not a number of seconds", option ? "--budget" : "LINCE_BUDGET", text);
}

lince_status lcd_test_session_check(lcd_session *s, lince_error *error) {
    const char *wrong = conflict(&s->settings);
    lince_error inner = {0};
    if (wrong) return lc_fail(error, "%s", wrong);
    lince_status status = check_init(s->settings.init, error);
    if (status == LINCE_DONE) status = read_budget(s, error);
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

static lince_status build(run *r, lince_error *error) {
    lcd_session *s = r->session;
    lcd_session_works(s, "%s: compiling", s->sources.files.at[0]);
    lince_status status = lcd_build_program(&s->program, &s->sources, error);
    lcd_session_rests(s);
    if (lc_is_interrupted(s->interrupt)) status = LINCE_STOPPED; /* and the compiler with it */
    if (status != LINCE_DONE) return status;
    warn_uninstrumented(s);
    if (r->listener->built) r->listener->built(r->context);
    if (r->trace) warn_of_changes(r);
    return LINCE_DONE;
}

/* A test has more threads than the runtime has room for: the program is linked with the larger one. */
static lince_status rebuild(run *r, lince_error *error) {
    lcd_session *s = r->session;
    s->sources.many = true;
    r->cramped = false;
    lcd_program_free(&s->program);
    return build(r, error);
}

/* The same while tests run.  Reports keep all facts about them, but for numbers that the runtime chooses. */
static lince_status enlarge(run *r, lince_error *error) {
    lcd_session *s = r->session;
    lcd_tested_list again = {0};
    lince_status status = rebuild(r, error);
    if (status == LINCE_DONE) status = lcd_list_tests(s, &s->program, &again, error);
    for (uint32_t i = 0; i < again.count && i < s->tests.count; i++)
        s->tests.at[i].first_unique = again.at[i].first_unique;
    lcd_tested_list_free(&again);
    return status;
}

/* Where the files end to which a test run adds. */
typedef struct outputs {
    long histories, graphs; /* -1: there is none, or it cannot be cut */
} outputs;

static outputs take_outputs(const lcd_session *s) {
    return (outputs){s->histories ? ftell(s->histories) : -1, s->graphs ? ftell(s->graphs) : -1};
}

static void cut(FILE *file, long length) {
    if (length < 0 || fflush(file) != 0 || ftruncate(fileno(file), length) != 0) return;
    (void)fseek(file, length, SEEK_SET);
}

static void put_back(const lcd_session *s, const outputs *o) {
    cut(s->histories, o->histories);
    cut(s->graphs, o->graphs);
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

static lince_status try_once(const run *r, lcd_test_run *t, const lcd_tested *test, lince_error *error) {
    const lcd_session *s = r->session;
    return r->trace ? lcd_replay_test(t, s, test, r->trace, s->settings.replay, error)
                    : lcd_run_test(t, s, test, error);
}

/* With the larger runtime it starts over: as if there had been nothing before. */
static lince_status try_cramped(run *r, lcd_test_run *t, const lcd_tested *test, const outputs *before,
                                lince_error *error) {
    lcd_test_run_free(t);
    *t = (lcd_test_run){.session = r->session, .test = test};
    *error = (lince_error){0};
    put_back(r->session, before);
    lince_status status = enlarge(r, error);
    return status == LINCE_DONE ? try_once(r, t, test, error) : status;
}

/* False: there was an interrupt. */
static bool try_one(run *r, uint32_t number) {
    lcd_test_run t;
    lince_error error = {0};
    const lcd_session *s = r->session;
    const lcd_tested *test = &s->tests.at[number];
    outputs before = take_outputs(s);
    if (r->listener->begins) r->listener->begins(test, r->context);
    lince_status status = try_once(r, &t, test, &error);
    if (t.cramped && !s->sources.many) status = try_cramped(r, &t, test, &before, &error);
    bool looked = t.looked || t.astray.length;
    if (status != LINCE_DONE) report_error(r, test, status, &error);
    else if (looked && r->listener->looked) r->listener->looked(&t, r->context);
    else if (!looked && r->listener->judged) {
        lcd_further further = {.count = 0};
        lcd_test_run *all = r->trace ? &t : lcd_explore_further(&further, &t);
        r->listener->judged(all, number + 1, r->context);
        lcd_further_free(&further);
    }
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

/* ---- all of it ---- */

void lcd_run_program(lcd_session *s, const struct lcd_trace *trace, const lcd_run_listener *listener, void *context) {
    run r = {.session = s, .trace = trace, .listener = listener, .context = context};
    lince_error error = {0};
    s->cramped = &r.cramped;
    if (trace && lcd_replay_has_many(trace)) s->sources.many = true;
    lince_status status = build(&r, &error);
    if (status == LINCE_DONE) status = lcd_list_tests(s, &s->program, &s->tests, &error);
    if (r.cramped && !s->sources.many) {
        lcd_tested_list_free(&s->tests);
        status = rebuild(&r, &error);
        if (status == LINCE_DONE) status = lcd_list_tests(s, &s->program, &s->tests, &error);
    }
    if (status == LINCE_DONE) try_all(&r);
    else report_error(&r, NULL, status, &error);
    s->cramped = NULL;
}
