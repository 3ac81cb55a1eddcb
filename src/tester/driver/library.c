/* lince_test_run: the options of <lince/tester.h> become those of a session, whose reports become events. */
#include "tester/driver/library.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "target/explore/control.h"
#include "tester/driver/program_run.h"
#include "tester/view/print.h"

_Static_assert((int)LINCE_STRATEGY_BOUNDED == LCT_STRATEGY_BOUNDED &&
                   (int)LINCE_STRATEGY_SERIAL == LCT_STRATEGY_SERIAL &&
                   (int)LINCE_STRATEGY_STRESS == LCT_STRATEGY_STRESS,
               "strategies");

typedef struct library_run {
    lince_test_options options;
    lcd_session session;
    lc_words operands; /* none */
    lcd_test_result *result;
    lince_text warned; /* warnings, each once */
    bool trace_written;
    lince_status status; /* the first that is no verdict, with its error */
    lince_error *error;
} library_run;

/* ---- options ---- */

static lince_status read_options(lince_test_options *own, const lince_test_options *given, lince_error *error) {
    if (given && given->size < sizeof given->size)
        return lc_fail(error, "lince_test_run: the size of the options is not set: see LINCE_TEST_OPTIONS_INIT");
    return lc_take_sized(own, sizeof *own, sizeof own->size, given, "lince_test_options", error);
}

static bool add_words(lc_words *list, const char *const *words, size_t count) {
    bool enough = true;
    for (size_t i = 0; i < count && enough; i++) enough = lc_push(NULL, list, words[i]);
    return enough;
}

/* Numbers of which 0 stands for the default. */
static void set(unsigned *to, uint32_t number) {
    if (number) *to = number;
}

static unsigned memory_of(lince_test_memory memory) {
    return memory == LINCE_TEST_MEMORY_AUTO ? LCT_MEMORY_AUTO : (unsigned)memory - LINCE_TEST_MEMORY_SC;
}
_Static_assert(LINCE_TEST_MEMORY_TSO - LINCE_TEST_MEMORY_SC == LCT_MEMORY_TSO &&
                   LINCE_TEST_MEMORY_C11 - LINCE_TEST_MEMORY_SC == LCT_MEMORY_C11,
               "memory models");

static lince_status settle(library_run *r, const char *file, lince_error *error) {
    const lince_test_options *o = &r->options;
    lcd_test_settings *s = &r->session.settings;
    char command[] = "test", option[] = "--criterion";
    char *argv[] = {command, o->criterion ? option : NULL, (char *)o->criterion, NULL};
    lince_status status = lc_options_read(&lcd_test_set, s, &r->operands, o->criterion ? 3 : 1, argv, error);
    if (status != LINCE_DONE) return status;
    if ((unsigned)o->memory > LINCE_TEST_MEMORY_C11)
        return lc_fail(error, "lince_test_run: there is no memory model %u", (unsigned)o->memory);
    s->filter = o->filter;
    s->init = o->init;
    s->golden = o->golden;
    s->reference = o->reference;
    s->scenario = o->scenario;
    s->trace = o->trace;
    s->strategy = (unsigned)o->strategy;
    s->memory = memory_of(o->memory);
    s->graphs = o->graphs;
    s->fix = o->fix;
    s->relax = o->relax;
    if (o->limit_preemptions) s->preemptions = o->preemptions;
    set(&s->rounds, o->rounds);
    set(&s->depth, o->depth);
    set(&s->spurious, o->spurious);
    set(&s->random_choices, o->random_choices);
    set(&s->seed, o->seed);
    set(&s->max_steps, o->max_steps);
    set(&s->jobs, o->jobs);
    if (o->max_executions) s->max_executions = o->max_executions == LINCE_TEST_NO_LIMIT ? 0 : o->max_executions;
    if (o->shrink > 0) s->shrink = o->shrink;
    s->timeout = o->timeout;
    s->max_memory = o->max_memory;
    s->leaks = o->leaks;
    s->all_failures = o->all_failures;
    s->no_shrink = o->no_shrink;
    s->first_failure = true; /* a result has room for one */
    lcd_sources *sources = &r->session.sources;
    sources->home = o->home;
    bool enough = lc_push(NULL, &sources->files, file) && add_words(&sources->files, o->files, o->file_count) &&
                  add_words(&sources->flags, o->flags, o->flag_count) && add_words(&s->spec, o->specs, o->spec_count) &&
                  (!o->allow || lc_push(NULL, &s->allow, o->allow));
    status = enough ? lcd_test_session_check(&r->session, error) : LINCE_OUT_OF_MEMORY;
    if (o->budget != 0) r->session.budget = o->budget > 0 ? o->budget : 0;
    return status;
}

/* ---- events ---- */

static void send(const library_run *r, const lince_test_event *event) {
    if (r->options.on_event) r->options.on_event(r->options.context, event);
}

/* A text need not end with a zero. */
static void send_text(const library_run *r, lince_test_event_kind kind, lc_span span) {
    lince_text text = {0};
    lc_text_add(&text, span.at, span.length);
    send(r, &(lince_test_event){.kind = kind, .text = lc_text(&text)});
    lc_text_free(&text);
}

static void on_tick(const lcd_workers_view *v, const char *test, void *context) {
    lince_text stage = {0};
    if (v->staged) lcd_stage_words(&stage, v->stage);
    send(context, &(lince_test_event){.kind = LINCE_TEST_PROGRESS,
                                      .test = test,
                                      .text = stage.length ? lc_text(&stage) : NULL,
                                      .executions = v->executions,
                                      .histories = v->histories,
                                      .scenario = v->scenario,
                                      .scenarios = v->scenarios,
                                      .done = v->explored});
    lc_text_free(&stage);
}

static void on_tick_shrinking(const lcd_test_run *t, void *context) {
    send(context, &(lince_test_event){.kind = LINCE_TEST_PROGRESS,
                                      .test = t->test->name,
                                      .executions = t->view.executions,
                                      .histories = t->judge.judged,
                                      .candidates = t->shrunk.candidates});
}

static void on_working(const char *what, void *context) {
    if (what) send(context, &(lince_test_event){.kind = LINCE_TEST_PROGRESS, .text = what});
}

static void on_warning(lc_span text, void *context) {
    library_run *r = context;
    lince_text line = {0};
    lc_text_add(&line, text.at, text.length);
    lc_text_putc(&line, '\n');
    bool again = strstr(lc_text(&r->warned), lc_text(&line)) != NULL;
    if (!again) lc_text_puts(&r->warned, lc_text(&line));
    lc_text_free(&line);
    if (!again) send_text(r, LINCE_TEST_WARNING, text);
}

static void on_mistake(lc_span text, void *context) { send_text(context, LINCE_TEST_MISTAKE, text); }

static void on_compiler(const lince_text *lines, void *context) {
    send(context, &(lince_test_event){.kind = LINCE_TEST_COMPILER, .text = lc_text(lines)});
}

/* ---- the results of the tests ---- */

static void keep_error(library_run *r, lince_status status, const lince_error *error) {
    if (r->status != LINCE_DONE) return;
    r->status = status;
    if (r->error) *r->error = *error;
}

static void send_verdict(const library_run *r, const lince_test_verdict *v) {
    if (!v) return;
    for (size_t i = 0; i < v->failure_count; i++)
        send(r, &(lince_test_event){.kind = LINCE_TEST_FAILURE, .test = v->test, .failure = &v->failures[i]});
    send(r, &(lince_test_event){.kind = LINCE_TEST_VERDICT, .test = v->test, .verdict = v});
}

static void begins(const lcd_tested *test, void *context) {
    send(context, &(lince_test_event){.kind = LINCE_TEST_STARTED, .test = test->name});
}

static void judged(lcd_test_run *t, uint32_t number, void *context) {
    library_run *r = context;
    if (t->unsaved.message[0]) on_warning(lc_span_of(t->unsaved.message), r);
    send_verdict(r, lcd_test_result_add(r->result, t, number));
}

static void add_unknown(library_run *r, const lcd_tested *test, lcd_unsure why, const char *error) {
    send_verdict(r, lcd_test_result_add_unknown(r->result, test, r->session.sources.files.at[0], why, error));
}

static void skipped(const lcd_tested *test, void *context) { add_unknown(context, test, LCD_UNSURE_INTERRUPT, NULL); }

static void failed(const lcd_tested *test, lince_status status, const lince_error *error, void *context) {
    library_run *r = context;
    bool stopped = status == LINCE_STOPPED;
    keep_error(r, status, error);
    if (test) add_unknown(r, test, stopped ? LCD_UNSURE_INTERRUPT : LCD_SURE, stopped ? NULL : error->message);
}

static void unnamed(void *context) {
    library_run *r = context;
    lince_error error = {0};
    keep_error(r, lc_fail(&error, "no test is called '%s'", r->options.filter), &error);
}

/* ---- running ---- */

static lince_status run(library_run *r, const char *file, lince_error *error) {
    static const volatile int never = 0;
    static const lcd_run_listener listener = {
        .begins = begins, .judged = judged, .skipped = skipped, .unnamed = unnamed, .failed = failed};
    lcd_session *s = &r->session;
    lince_status status = settle(r, file, error);
    if (status != LINCE_DONE) return status;
    s->interrupt = r->options.interrupt ? r->options.interrupt : &never;
    s->trace_written = &r->trace_written;
    s->command_word = "lince";
    s->tick = on_tick;
    s->tick_shrinking = on_tick_shrinking;
    s->working = on_working;
    s->warn = on_warning;
    s->mistake = on_mistake;
    s->context = r;
    lcd_child_printer before = lcd_child_print_by(
        (lcd_child_printer){.print = on_compiler, .context = r, .plain = true, .interrupt = s->interrupt});
    status = lcd_test_session_open(s, error);
    if (status == LINCE_DONE) lcd_run_program(s, NULL, &listener, r);
    lcd_child_print_by(before);
    lcd_test_result_settle(r->result);
    if (status == LINCE_DONE) status = r->result->cut ? LINCE_OUT_OF_MEMORY : r->status;
    lcd_test_session_close(s);
    return status;
}

lince_status lince_test_run(const char *file, const lince_test_options *options, lince_test_result **result,
                            lince_error *error) {
    library_run r = {.error = error};
    if (error) *error = (lince_error){.line = 0};
    if (!result) return lc_fail_missing(error, "lince_test_run", "place for the result");
    *result = NULL;
    if (!file) return lc_fail_missing(error, "lince_test_run", "file");
    lince_status status = read_options(&r.options, options, error);
    if (status != LINCE_DONE) return status;
    r.result = lcd_test_result_new();
    if (!r.result) return LINCE_OUT_OF_MEMORY;
    *result = &r.result->shown;
    status = run(&r, file, error);
    lc_options_free(&lcd_test_set, &r.session.settings, &r.operands);
    lc_vec_free(NULL, &r.session.sources.files);
    lc_vec_free(NULL, &r.session.sources.flags);
    lc_text_free(&r.warned);
    return status;
}
