#include "tester/trace/trace_replay.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "check/result.h"
#include "tester/oracle/choose_oracle.h"
#include "tester/trace/sign.h"
#include "tester/trace/trace.h"
#include "tester/view/access_names.h"

/* ---- traces ---- */

lcd_trace *lcd_replay_read(const char *path, lince_error *error) {
    lcd_trace *trace = malloc(sizeof *trace);
    if (!trace) {
        lc_fail(error, "out of memory");
        return NULL;
    }
    lince_status status = lcd_trace_read(trace, path, error);
    if (status == LINCE_DONE) return trace;
    if (status == LINCE_OUT_OF_MEMORY) lc_fail(error, "out of memory");
    lcd_replay_free(trace);
    return NULL;
}

void lcd_replay_free(lcd_trace *trace) {
    if (trace) lcd_trace_free(trace);
    free(trace);
}

/* The flags are printed apart from the advice: a command that is ready to be copied would be copied unread. */
static lince_status refuse(const lcd_trace *trace, const char *path, lince_error *error) {
    lcd_args files = {0}, flags = {0};
    lince_text text = {0};
    for (uint32_t i = 0; i < trace->files.count; i++) lcd_args_add(&files, trace->files.at[i]);
    for (uint32_t i = 0; i < trace->flags.count; i++) lcd_args_add(&flags, trace->flags.at[i]);
    lc_text_puts(&text,
                 "this trace was not written by you in this place, so the files to compile and run must be "
                 "named behind it");
    if (files.list.count) {
        lc_text_puts(&text, "; it is of ");
        lcd_args_print(&text, &files);
    }
    if (flags.list.count) {
        lc_text_puts(&text, ", compiled with flags, of which those that you trust belong behind '--': ");
        lcd_args_print(&text, &flags);
    }
    lc_fail_at(error, path, 0, "%s", lc_text(&text));
    lc_text_free(&text);
    lcd_args_free(&files);
    lcd_args_free(&flags);
    return LINCE_BAD_INPUT;
}

lince_status lcd_replay_sources(const lcd_trace *trace, const char *path, lcd_sources *sources, lince_error *error) {
    bool enough = true;
    if (!lcd_trace_is_own(trace)) return refuse(trace, path, error);
    for (uint32_t i = 0; i < trace->files.count && enough; i++)
        enough = lc_push(NULL, &sources->files, trace->files.at[i]);
    for (uint32_t i = 0; i < trace->flags.count && enough; i++)
        enough = lc_push(NULL, &sources->flags, trace->flags.at[i]);
    return enough ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

const char *lcd_replay_test_name(const lcd_trace *trace) { return trace->config.test; }

uint64_t lcd_replay_steps(const lcd_trace *trace) { return lcd_trace_steps(trace); }

bool lcd_replay_has_many(const lcd_trace *trace) { return trace->config.many; }

/* ---- changes since the trace ---- */

static const lcd_source_file *find_source(const lcd_source_list *list, const char *path) {
    for (uint32_t i = 0; i < list->count; i++)
        if (!strcmp(list->at[i].path, path)) return &list->at[i];
    return NULL;
}

/* Those of one list that are not in the other, or are not the same there. */
static uint32_t put_changed(lince_text *out, const lcd_source_list *list, const lcd_source_list *other, bool missing) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const lcd_source_file *s = &list->at[i], *o = find_source(other, s->path);
        if (missing ? o != NULL : o && o->hash == s->hash) continue;
        lc_text_printf(out, "%s%s", out->length ? ", " : "", s->path);
        count++;
    }
    return count;
}

bool lcd_replay_changes(lince_text *out, const lcd_trace *trace, const lcd_program *program) {
    if (trace->program == program->fingerprint || (!trace->program && !trace->sources.count)) return false;
    lince_text names = {0};
    uint32_t count = put_changed(&names, &trace->sources, &program->sources, false) +
                     put_changed(&names, &program->sources, &trace->sources, true);
    bool known = trace->sources.count && program->sources.count;
    if (!trace->program && (!known || !count)) {
        lc_text_free(&names);
        return false;
    }
    lc_text_puts(out, "the program has changed since the trace was written");
    if (known && count) lc_text_printf(out, ": %s", lc_text(&names));
    else if (known) lc_text_puts(out, ", but not its sources: other flags, another compiler or another Lince");
    lc_text_free(&names);
    return true;
}

/* ---- running one ---- */

/* The histories the object may have in this scenario. */
static lince_status find_measure(lcd_test_run *t, const lct_config *config, double started, lince_error *error) {
    lct_config own = *config;
    own.mode = LCT_MODE_EXPLORE;
    own.heap = LCT_HEAP_AUTO;
    lince_status status = lcd_oracle_fill(t, &own, (lc_span){"", 0}, lcd_test_run_deadline(t, started), error);
    if (status == LINCE_DONE && lcd_oracle_kind_of(t->oracle) == LCD_ORACLE_ITSELF)
        status = lcd_oracle_run_serially(t, &own, lcd_test_run_deadline(t, started), error);
    return status == LINCE_DONE && t->unsure != LCD_SURE
               ? lc_fail(error, "there was no time to compute the permitted results")
               : status;
}

static lince_status run(lcd_test_run *t, lct_config *config, const lcd_trace *trace, lince_error *error) {
    const lcd_session *s = t->session;
    config->mode = LCT_MODE_REPLAY;
    config->jobs = 1;
    lcd_races races = {.stacks_shared = trace->stacks_shared};
    for (uint32_t i = 0; i < trace->places.count; i++)
        if (!lc_push(NULL, &races.places, trace->places.at[i])) return LINCE_OUT_OF_MEMORY;
    lcd_workers_plan plan = {.program = s->program.path,
                             .config = config,
                             .schedule = {(const char *)trace->schedule.at, trace->schedule.count},
                             .races = &races,
                             .loud = true,
                             .patience = s->settings.patience,
                             .cramped = s->cramped};
    lince_status status = s->settings.gdb ? lcd_workers_debug(&plan, s->settings.step, error)
                                          : lcd_run_replay(&t->replayed, &plan, s->interrupt, t->file, error);
    lc_vec_free(NULL, &races.places);
    return status;
}

/* The execution that ran, as a violation if it is one, or as the failure it ended in. */
static lince_status judge(lcd_test_run *t, const lct_config *config, double started, lince_error *error) {
    lcd_failure *f = &t->replayed.failure;
    free(f->scenario);
    f->scenario = strdup(config->scenario);
    if (!f->scenario) return LINCE_OUT_OF_MEMORY;
    if (f->kind != LCD_FAILURE_VIOLATION) {
        t->failure = f;
        return LINCE_DONE;
    }
    lince_verdict verdict;
    t->judge.judged = 1;
    t->judge.operations = f->history->ops.count;
    lince_status status = find_measure(t, config, started, error);
    if (status == LINCE_DONE) status = lcd_judge_explain(&t->judge, f, &verdict, &t->result, error);
    if (status == LINCE_DONE && verdict == LINCE_VERDICT_VIOLATION) t->failure = f;
    bool waits = status == LINCE_DONE && verdict == LINCE_VERDICT_OK && f->stuck;
    if (waits) status = lcd_judge_waiting(&t->judge, f, true, &verdict, error);
    if (status == LINCE_DONE && verdict == LINCE_VERDICT_UNKNOWN)
        t->unsure = lcd_test_run_doubt(t, t->result ? lince_result_reason(t->result) : LINCE_REASON_NONE);
    if (status == LINCE_DONE && waits && verdict == LINCE_VERDICT_VIOLATION) t->failure = f;
    return status;
}

static void put_event(lince_text *out, unsigned thread, unsigned kind) {
    if (thread) lc_text_printf(out, "T%u: %s", thread, lcd_step_name(kind));
    else lc_text_printf(out, "main: %s", lcd_step_name(kind));
}

/* Does the execution match the trace?  Where it takes a different path the steps end, and the reason is reported.  The
 * steps behind the last event are unknown: the schedule may have been made longer. */
static void compare(lcd_test_run *t, const lcd_trace *trace) {
    lcd_replayed *r = &t->replayed;
    if (!lcd_trace_is_followed(trace)) return;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const lcd_trace_event *e = &trace->events.at[i];
        const lcd_trace_step *s = i < r->steps.count ? &r->steps.at[i] : NULL;
        if (s && s->step == e->step && s->thread == e->thread && s->kind == e->kind) continue;
        if (!s && t->looked && e->step > t->looked) return;
        lc_text_printf(&t->astray, "step %u is not that of the trace, which has ", e->step);
        put_event(&t->astray, e->thread, e->kind);
        lc_text_puts(&t->astray, s ? "; now it is " : "; now nothing follows");
        if (s) put_event(&t->astray, s->thread, s->kind);
        r->steps.count = s ? i + 1 : r->steps.count;
        lince_text why = {0};
        if (!lcd_replay_changes(&why, trace, &t->session->program))
            lc_text_puts(&why, "the test depends on something that is not restored between executions");
        lc_text_printf(&t->astray, " (%s)", lc_text(&why));
        lc_text_free(&why);
        return;
    }
}

/* The same trace with the events as they were now. */
static lince_status write_again(lcd_test_run *t, const lct_config *config, const lcd_trace *old) {
    lcd_trace trace;
    lcd_trace_init(&trace);
    lcd_trace_from_config(&trace, config);
    trace.stacks_shared = old->stacks_shared;
    bool enough = lcd_trace_set_schedule(&trace, old->schedule.at, old->schedule.count) &&
                  lcd_trace_set_places(&trace, old->places.at, old->places.count);
    lince_status status =
        enough ? lcd_test_run_write(t, &trace, t->session->settings.trace, &t->unsaved) : LINCE_OUT_OF_MEMORY;
    lcd_trace_free(&trace);
    return status == LINCE_BAD_INPUT ? LINCE_DONE : status;
}

static lince_status conclude(lcd_test_run *t, const lct_config *config, const lcd_trace *trace, const char *path,
                             double started, lince_error *error) {
    uint64_t stop = config->stop_after, steps = lcd_trace_steps(trace);
    if (t->replayed.died) return lcd_test_run_death(t, &t->replayed.death, error);
    if (stop) t->looked = stop < steps ? stop : steps;
    compare(t, trace);
    lince_status status = LINCE_DONE;
    if (t->astray.length) return status;
    if (!stop && t->session->settings.trace) status = write_again(t, config, trace);
    if (status != LINCE_DONE || stop) return status;
    if (t->replayed.ended) return judge(t, config, started, error);
    return lc_fail_at(error, path, 0, "the execution did not terminate");
}

lince_status lcd_replay_test(lcd_test_run *t, const lcd_session *s, const lcd_tested *test, const lcd_trace *trace,
                             const char *path, lince_error *error) {
    double started = lc_now();
    lct_config config;
    lcd_configure(&config, s, test);
    lcd_trace_to_config(trace, &config);
    lcd_configure_room(&config, &s->program, config.strategy);
    config.stop_after = s->settings.gdb ? 0 : s->settings.step;
    config.debugged = s->settings.gdb;
    config.orders = config.memory != LCT_MEMORY_SC;
    lince_status status = lcd_test_run_prepare(t, s, test, started, error);
    lcd_test_run_imply(t, &config);
    t->judge.allowed = config.allowed;
    if (status == LINCE_DONE) status = run(t, &config, trace, error);
    t->cramped = lcd_session_is_cramped(s);
    if (status != LINCE_DONE || t->cramped) return status;
    t->trace = strdup(path);
    t->view.executions = 1;
    lcd_replay_command(&t->replay, s, path);
    status = conclude(t, &config, trace, path, started, error);
    if (status == LINCE_DONE && t->failure && config.orders && !t->astray.length) lcd_why_find(&t->why, t, &config);
    lcd_test_run_settle(t, started);
    return status;
}

/* ---- the trace for a later replay ---- */

/* Tests of the same name in different places do not share it. */
char *lcd_replay_path(const lcd_session *s, const lcd_tested *test, const char *kind) {
    lince_text place = {0}, name = {0};
    for (uint32_t i = 0; i < s->sources.files.count; i++) {
        char *real = realpath(s->sources.files.at[i], NULL);
        lc_text_puts(&place, real ? real : s->sources.files.at[i]);
        free(real);
    }
    for (const char *c = test->name; *c; c++) lc_text_putc(&name, *c == '/' ? '_' : *c);
    lc_text_printf(&name, "-%08x", (unsigned)lc_hash_bytes(lc_text(&place), place.length));
    if (kind) lc_text_printf(&name, "-%s", kind);
    lc_text_puts(&name, ".trace");
    char *path = name.cut ? NULL : lcd_cache_file(&s->cache, "traces", name.at);
    lc_text_free(&place);
    lc_text_free(&name);
    return path;
}

static void add_option(lcd_args *a, const char *name, const char *value) {
    if (!value) return;
    lcd_args_add(a, name);
    lcd_args_add(a, value);
}

static void print_command(lince_text *t, const lcd_session *s, const char *option, const char *value,
                          const char *filter) {
    const lcd_test_settings *o = &s->settings;
    lcd_args a = {0};
    lcd_args_add(&a, s->command_word);
    lcd_args_add(&a, "test");
    for (uint32_t i = 0; i < o->spec.count; i++) add_option(&a, "--spec", o->spec.at[i]);
    lince_text criterion = {0};
    if (o->criterion.index != LC_UNSAID) {
        lc_criterion_print(&criterion, (lince_criterion)o->criterion.index, o->criterion.with);
        add_option(&a, "--criterion", lc_text(&criterion));
    }
    add_option(&a, "--init", o->init);
    add_option(&a, "--golden", o->golden);
    add_option(&a, "--reference", o->reference);
    add_option(&a, "--filter", filter);
    add_option(&a, option, value);
    for (uint32_t i = 0; i < s->sources.files.count; i++) lcd_args_add(&a, s->sources.files.at[i]);
    if (s->sources.flags.count) lcd_args_add(&a, "--");
    for (uint32_t i = 0; i < s->sources.flags.count; i++) lcd_args_add(&a, s->sources.flags.at[i]);
    lcd_args_print(t, &a);
    lcd_args_free(&a);
    lc_text_free(&criterion);
}

void lcd_replay_command(lince_text *t, const lcd_session *s, const char *path) {
    print_command(t, s, "--replay", path, NULL);
}

void lcd_replay_explore(lince_text *t, const lcd_session *s, const lcd_tested *test, const char *scenario) {
    print_command(t, s, "--scenario", scenario, s->tests.count > 1 ? test->name : NULL);
}
