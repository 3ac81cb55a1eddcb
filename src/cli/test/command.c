/* lince test: compiles tests, explores them, and tells what it finds. */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/progress.h"
#include "cli/cli.h"
#include "cli/html.h"
#include "cli/test/again.h"
#include "cli/test/losses.h"
#include "cli/test/stand.h"
#include "cli/test/tell.h"
#include "explore/control.h"
#include "formats/formats.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/report.h"

typedef struct run {
    lc_session session;
    lc_progress progress;
    lince_text told; /* warnings, each once */
    bool trace_written;
    lc_draft histories;
    int status;
    lc_tally tally;
    double started;
    struct lc_trace *trace; /* of --replay */
    lc_junit junit;
    lc_html_file page;
    time_t began;
} run;

static void worsen(run *r, int status) { r->status = lc_worse_exit(r->status, status); }

static void put(run *r, lince_text *text) {
    lc_progress_erase(&r->progress);
    if (!r->session.settings.quiet) lc_put(text);
    fflush(stdout); /* what is known is to be seen while the rest takes its time */
    if (text->cut) worsen(r, lc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0}));
    lc_text_free(text);
}

/* A case that did not come to a verdict; `test` NULL: what all tests need did not. */
static void note_error(run *r, const lc_tested *test, const char *type, const char *message) {
    const char *file = test && *test->file ? test->file : r->session.sources.files.at[0];
    bool skipped = !strcmp(type, "skipped");
    if (r->page.path) {
        lince_text title = {0}, section = {0};
        lc_text_printf(&title, "%s%s%s", file, test ? ": " : "", test ? test->name : "");
        lc_html_failed(&section, "test", lc_text(&title), message, "not tested");
        lc_html_file_add(&r->page, &section);
        lc_text_free(&title);
    }
    if (!r->session.settings.junit) return;
    lc_junit_add(&r->junit, &(lc_junit_case){.file = file,
                                             .name = test ? test->name : "build",
                                             .kind = skipped ? LC_JUNIT_SKIPPED : LC_JUNIT_ERROR,
                                             .type = skipped ? NULL : type,
                                             .message = message});
}

static void fail(run *r, const lc_tested *test, lince_status status, const lince_error *error) {
    lc_progress_erase(&r->progress);
    if (status == LINCE_STOPPED) {
        worsen(r, LC_EXIT_UNKNOWN);
        note_error(r, test, "unknown", "interrupted");
    } else {
        worsen(r, lc_report_failure(status, error));
        note_error(r, test, "error", error->message[0] ? error->message : "out of memory");
        r->tally.errors++;
    }
}

/* ---- while others work ---- */

static void warn(lc_span text, void *context) {
    run *r = context;
    lince_text line = {0};
    lc_text_printf(&line, "lince: warning: %.*s\n", (int)text.length, text.at);
    if (!r->session.settings.quiet && !strstr(lc_text(&r->told), lc_text(&line))) {
        lc_idle();
        lc_progress_erase(&r->progress);
        fflush(stdout);
        fputs(lc_text(&line), stderr);
        lc_text_puts(&r->told, lc_text(&line));
    }
    lc_text_free(&line);
}

/* `queue: 224,768 executions (146 k/s), 85 histories, scenario 3 of 12, dpor: 8 % done` */
static void tick(const lc_workers_view *v, const char *test, void *context) {
    run *r = context;
    if (!lc_progress_tick(&r->progress)) return;
    double seconds = lc_now() - r->started;
    lince_text line = {0};
    lc_text_printf(&line, "%s: ", test);
    lc_put_number(&line, v->executions);
    double rate = seconds > 0 ? (double)v->executions / seconds : 0;
    bool slow = rate < 1e4; /* real threads */
    lc_text_printf(&line, " executions (%.0f%s/s), ", slow ? rate : rate / 1e3, slow ? "" : " k");
    lc_put_number(&line, v->histories);
    lc_text_puts(&line, " histories");
    if (v->scenarios > 1) lc_text_printf(&line, ", scenario %u of %u", v->scenario + 1, v->scenarios);
    if (*v->stage) lc_text_printf(&line, ", %s", v->stage);
    if (v->explored > 0.001) lc_text_printf(&line, ": %.3g %% done", v->explored * 100);
    lc_progress_show(&r->progress, "%s", lc_text(&line));
    lc_text_free(&line);
}

/* `queue: shrinking what was found: 45 candidates, 3 s (Ctrl-C shows it as it is)` */
static void tick_shrinking(const lc_trial *t, void *context) {
    run *r = context;
    if (!lc_progress_tick(&r->progress)) return;
    uint32_t tried = t->shrunk.candidates;
    lc_progress_show(&r->progress, "%s: shrinking what was found: %u candidate%s, %.0f s (Ctrl-C shows it as it is)",
                     t->test->name, tried, tried == 1 ? "" : "s", lc_now() - r->started);
}

/* ---- one test ---- */

static int exit_of(const lc_trial *t) {
    if (t->flaw && lc_flaw_is_mistake(t->flaw->kind)) return LC_EXIT_USAGE;
    return t->verdict == LINCE_VERDICT_OK          ? LC_EXIT_OK
           : t->verdict == LINCE_VERDICT_VIOLATION ? LC_EXIT_VIOLATION
                                                   : LC_EXIT_UNKNOWN;
}

static void tell(run *r, const lc_trial *t, uint32_t number) {
    lince_text text = {0};
    const lc_test_settings *o = &r->session.settings;
    bool steps = t->replayed.steps.count;
    bool shown = t->flaw || steps || t->losses.count;
    lc_lines *lines = shown && (!o->quiet || o->junit || o->html) ? lc_lines_open(r->session.program.path) : NULL;
    lc_lines_set_own(lines, &t->replayed.own);
    if (o->json) lc_tell_json(&text, t, number, lines);
    else {
        lc_tell_verdict(&text, t);
        lc_tell_flaw(&text, t, lines);
        if (steps && !t->flaw)
            lc_report_columns(&text, &r->session.style, t->replayed.steps.at, t->replayed.steps.count, lines,
                              lc_style_width(&r->session.style));
        if (o->verbose) lc_tell_statistics(&text, t);
    }
    put(r, &text);
    if (o->junit) lc_tell_junit(&r->junit, t, lines);
    if (o->html) {
        lince_text section = {0};
        lc_tell_section(&section, t, number, lines);
        lc_html_file_add(&r->page, &section);
    }
    if (!o->json) lc_tell_losses(t, lines, warn, r);
    lc_lines_close(lines);
    lc_tally_add(&r->tally, t->verdict);
    worsen(r, exit_of(t));
    if (t->unsaved.message[0] && o->trace) worsen(r, lc_report_error(&t->unsaved));
    else if (t->unsaved.message[0]) warn(lc_span_of(t->unsaved.message), r); /* nobody asked for it */
}

/* An execution that was only looked at, or that is not the one it should be. */
static void tell_look(run *r, const lc_trial *t) {
    const lc_session *s = &r->session;
    lince_text text = {0};
    lc_lines *lines = s->settings.quiet ? NULL : lc_lines_open(s->program.path);
    lc_lines_set_own(lines, &t->replayed.own);
    lc_look look = {.file = t->file,
                    .test = t->test->name,
                    .step = t->looked,
                    .steps = lc_again_steps(r->trace),
                    .replayed = &t->replayed,
                    .lines = lines};
    if (t->astray.length && t->replayed.steps.count) look.step = t->replayed.steps.at[t->replayed.steps.count - 1].step;
    if (s->settings.json) lc_tell_look_json(&text, &look);
    else lc_tell_look(&text, &s->style, &look);
    put(r, &text);
    lc_lines_close(lines);
    if (t->astray.length) note_error(r, t->test, "error", lc_text(&t->astray));
    if (t->astray.length) worsen(r, lc_complain("%s: %s", s->settings.replay, lc_text(&t->astray)));
}

static bool try_one(run *r, uint32_t number) {
    lc_trial t;
    lince_error error = {0};
    const lc_session *s = &r->session;
    const lc_tested *test = &s->tests.at[number];
    r->started = lc_now();
    lince_status status =
        r->trace ? lc_try_again(&t, s, test, r->trace, s->settings.replay, &error) : lc_try(&t, s, test, &error);
    if (status == LINCE_DONE && (t.looked || t.astray.length)) tell_look(r, &t);
    else if (status == LINCE_DONE) tell(r, &t, number + 1);
    else fail(r, test, status, &error);
    lc_trial_free(&t);
    return !lc_is_interrupted(s->interrupt);
}

/* ---- which tests ---- */

static bool is_wanted(const run *r, const lc_tested *t) {
    if (r->trace) return strcmp(t->name, lc_again_test(r->trace)) == 0;
    const char *filter = r->session.settings.filter;
    return !filter || fnmatch(filter, t->name, 0) == 0;
}

static void complain_of_none(run *r) {
    lince_text names = {0};
    for (uint32_t i = 0; i < r->session.tests.count; i++)
        lc_text_printf(&names, "%s%s", i ? ", " : "", r->session.tests.at[i].name);
    note_error(r, NULL, "error", "there is no test of this name");
    worsen(r, r->trace
                  ? lc_complain("there is no test called '%s', only %s", lc_again_test(r->trace), lc_text(&names))
                  : lc_complain("no test is called '%s'; there are %s", r->session.settings.filter, lc_text(&names)));
    lc_text_free(&names);
}

static void try_all(run *r) {
    const lc_session *s = &r->session;
    uint32_t wanted = 0;
    bool more = true;
    for (uint32_t i = 0; i < s->tests.count; i++) {
        if (!is_wanted(r, &s->tests.at[i])) continue;
        wanted++;
        if (!more) note_error(r, &s->tests.at[i], "skipped", "interrupted before it began");
        else if (s->settings.list) {
            lince_text line = {0};
            if (s->settings.json) lc_tell_test_json(&line, &s->tests.at[i]);
            else lc_tell_test(&line, &s->tests.at[i]);
            put(r, &line);
        } else more = try_one(r, i);
    }
    if (!wanted) complain_of_none(r);
    if (wanted < 2 || s->settings.list || s->settings.json || s->settings.quiet) return;
    lince_text summary = {0};
    lc_report_summary(&summary, &s->style, &r->tally);
    put(r, &summary);
}

/* ---- the program ---- */

static void tell_warnings(run *r) {
    const char *line = lc_text(&r->session.program.warnings);
    while (*line) {
        size_t length = strcspn(line, "\n");
        warn((lc_span){line, length}, r);
        line += length + (line[length] == '\n');
    }
}

static void tell_changes(run *r) {
    lince_text text = {0};
    if (lc_again_changes(&text, r->trace, &r->session.program)) {
        lc_text_puts(&text, "; it is followed as long as its steps are the same");
        warn((lc_span){lc_text(&text), text.length}, r);
    }
    lc_text_free(&text);
}

static void test_program(run *r) {
    lc_session *s = &r->session;
    lince_error error = {0};
    if (!s->settings.quiet) lc_busy("%s: compiling", s->sources.files.at[0]);
    lince_status status = lc_build_program(&s->program, &s->sources, &error);
    lc_idle();
    if (lc_is_interrupted(s->interrupt)) status = LINCE_STOPPED; /* and the compiler with us */
    if (status == LINCE_DONE) {
        tell_warnings(r);
        if (s->settings.keep && !s->settings.json) {
            lince_text line = {0};
            lc_text_printf(&line, "program: %s\n", s->program.path);
            put(r, &line);
        }
        if (r->trace) tell_changes(r);
        status = lc_list_tests(s, &s->program, &s->tests, &error);
    }
    if (status == LINCE_DONE) try_all(r);
    else fail(r, NULL, status, &error);
}

/* ---- the command line ---- */

/* What stands behind `--` is for the compiler; the rest ends there. */
static bool split_arguments(run *r, int *argc, char **argv, char ***own) {
    int count = *argc;
    *own = calloc((size_t)count + 1, sizeof **own);
    bool enough = *own;
    *argc = 0;
    for (int i = 0, flags = 0; i < count && enough; i++) {
        if (flags) enough = lc_push(NULL, &r->session.sources.flags, argv[i]);
        else if (i && strcmp(argv[i], "--") == 0) flags = 1;
        else (*own)[(*argc)++] = argv[i];
    }
    return enough;
}

static bool init_is_a_value(run *r) {
    const char *init = r->session.settings.init;
    if (!init) return true;
    lince_error error = {.message = "out of memory"};
    lince_values *pool = lince_values_new();
    bool good = pool && lc_parse_value(pool, init, &error) != LINCE_NO_VALUE;
    lince_values_free(pool);
    if (!good) worsen(r, lc_complain("--init: %s", error.message));
    return good;
}

static bool kinds_exist(run *r) {
    const lc_words *lists = &r->session.settings.allow;
    lince_error error = {0};
    for (uint32_t i = 0; i < lists->count; i++)
        if (!lc_flaw_allow(&r->session.allowed, lists->at[i], &error)) {
            worsen(r, lc_complain("--allow: %s", error.message));
            return false;
        }
    return true;
}

/* What has no meaning where nobody controls the threads; NULL: nothing of it was asked for. */
static const char *not_for_stress(const lc_test_settings *o) {
    if (o->strategy != LC_STRATEGY_STRESS) return NULL;
    return o->replay  ? "--replay and --strategy stress exclude each other: nobody controls its threads"
           : o->trace ? "--trace and --strategy stress exclude each other: there are no steps to write down"
           : o->preemptions != LC_UNSAID ? "--preemptions and --strategy stress exclude each other: nobody counts them"
           : o->claim          ? "--claim and --strategy stress exclude each other: it takes a controlled scheduler"
           : o->leaks          ? "--leaks and --strategy stress exclude each other: it takes a controlled heap"
           : o->random_choices ? "--random-choices and --strategy stress exclude each other: nobody tries all"
           : o->reference ? "--reference and --strategy stress exclude each other: name a --spec, or a --golden object"
                          : NULL;
}

static bool options_agree(run *r) {
    enum { LONGEST_SCENARIO = 4095 };
    const lc_test_settings *o = &r->session.settings;
    const char *wrong = o->gdb && !o->replay                            ? "--gdb is for --replay"
                        : o->step && !o->replay                         ? "--step is for --replay"
                        : o->junit && o->json && !strcmp(o->junit, "-") ? "--junit - and --json exclude each other"
                        : o->junit && o->list                           ? "--junit and --list exclude each other"
                        : o->junit && o->replay                         ? "--junit and --replay exclude each other"
                        : o->html && o->list                            ? "--html and --list exclude each other"
                        : o->html && o->step                            ? "--html and --step exclude each other"
                        : o->golden && o->reference                     ? "--golden and --reference exclude each other"
                        : o->golden && o->spec.count                    ? "--golden and --spec exclude each other"
                        : o->reference && o->spec.count                 ? "--reference and --spec exclude each other"
                        : o->replay && o->list                          ? "--replay and --list exclude each other"
                        : o->replay && o->filter                        ? "--replay and --filter exclude each other"
                        : o->scenario && strlen(o->scenario) > LONGEST_SCENARIO ? "--scenario: this is too long"
                                                                                : not_for_stress(o);
    if (!wrong) wrong = lc_html_conflict(o->html, o->json, o->junit);
    if (lc_html_is_output(o->html)) r->session.settings.quiet = true;
    if (wrong) worsen(r, lc_complain("%s", wrong));
    return !wrong && init_is_a_value(r) && kinds_exist(r);
}

static bool find_sources(run *r, const lc_words *operands) {
    lc_session *s = &r->session;
    lince_error error = {0};
    for (uint32_t i = 0; i < operands->count; i++)
        if (!lc_push(NULL, &s->sources.files, operands->at[i])) return false;
    if (s->settings.replay && !(r->trace = lc_again_read(s->settings.replay, &error))) {
        worsen(r, lc_report_error(&error));
        return false;
    }
    if (r->trace && !operands->count && !lc_again_sources(r->trace, &s->sources)) return false;
    if (!s->sources.files.count)
        worsen(r, lc_complain("test: name a FILE to test; 'lince help first-test' tells how to write one"));
    return s->sources.files.count;
}

/* Where histories are written; nothing if that is not asked for.  False: it cannot be done. */
static bool open_histories(run *r) {
    lc_session *s = &r->session;
    lince_error error = {0};
    if (!s->settings.histories) return true;
    if (lc_draft_begin(&r->histories, s->settings.histories, &error) != LINCE_DONE) worsen(r, lc_report_error(&error));
    s->histories = r->histories.file;
    return s->histories;
}

static void close_histories(run *r) {
    lince_error error = {0};
    if (!r->histories.file) return;
    if (r->status == LC_EXIT_USAGE && ftell(r->histories.file) == 0) lc_draft_drop(&r->histories); /* nothing was run */
    else if (lc_draft_end(&r->histories, &error) != LINCE_DONE) worsen(r, lc_report_error(&error));
}

static void write_junit(run *r) {
    const char *path = r->session.settings.junit;
    if (!path) return;
    lince_text text = {0};
    lince_error error = {0};
    lc_junit_print(&text, &r->junit, r->began);
    lince_status status = text.cut ? LINCE_OUT_OF_MEMORY : lc_write_file(path, &text, &error);
    if (status != LINCE_DONE) worsen(r, lc_report_failure(status, &error));
    lc_text_free(&text);
}

static void go(run *r) {
    lc_session *s = &r->session;
    lince_error error = {0};
    if (!open_histories(r)) return;
    r->began = time(NULL);
    s->style = lc_output_style(s->settings.ascii, s->settings.width, s->settings.color);
    s->interrupt = lc_catch_interrupts();
    s->jobs = lc_session_jobs(&s->settings);
    s->tick = tick;
    s->tick_shrinking = tick_shrinking;
    s->warn = warn;
    s->context = r;
    s->trace_written = &r->trace_written;
    s->sources.cache = &s->cache;
    s->sources.stress = s->settings.strategy == LC_STRATEGY_STRESS;
    lince_status status = lc_cache_open(&s->cache, &error);
    lc_start_progress(&r->progress, s->settings.quiet);
    if (status == LINCE_DONE) test_program(r);
    else fail(r, NULL, status, &error);
    lc_progress_end(&r->progress);
    close_histories(r);
    write_junit(r);
    lc_junit_free(&r->junit);
    worsen(r, lc_html_file_finish(&r->page));
    lc_html_file_free(&r->page);
    lc_tested_list_free(&s->tests);
    lc_program_free(&s->program);
    lc_cache_close(&s->cache, s->settings.keep);
}

/* Is this a flag that people give to compilers?  None of ours looks like that. */
static bool is_for_compilers(const char *argument) {
    if (argument[0] != '-' || !argument[1]) return false;
    if (argument[1] == 'l') return argument[2 + strspn(argument + 2, "hqv")];
    return strchr("DILOUWfgm", argument[1]) || !strcmp(argument, "-pthread") || !strncmp(argument, "-std=c", 6) ||
           !strncmp(argument, "-std=gnu", 8);
}

static bool without_flags(run *r, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!is_for_compilers(argv[i])) continue;
        r->status = lc_complain("%s is for the compiler: write such flags at the end, behind '--'", argv[i]);
        return false;
    }
    return true;
}

int lc_cmd_test(int argc, char **argv) {
    run r = {.status = LC_EXIT_OK};
    lc_words operands = {0};
    char **own = NULL;
    int all = argc;
    if (!split_arguments(&r, &argc, argv, &own))
        r.status = lc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0});
    else {
        if (without_flags(&r, argc, own) && lc_read_options(argc, own, &r.session.settings, &operands, &r.status) &&
            options_agree(&r) && find_sources(&r, &operands) &&
            lc_outputs_ready(&lc_test_set, &r.session.settings, &r.session.sources.files, &r.status)) {
            lc_html_file_begin(&r.page, r.session.settings.html, r.session.sources.files.at[0], all, argv);
            go(&r);
            const lc_test_settings *o = &r.session.settings;
            if (!o->quiet && !o->json && !o->html) lc_suggest_page(r.status, &r.session.style, all, argv);
        }
        lc_options_free(&lc_test_set, &r.session.settings, &operands);
    }
    lc_again_free(r.trace);
    lc_vec_free(NULL, &r.session.sources.files);
    lc_vec_free(NULL, &r.session.sources.flags);
    lc_text_free(&r.told);
    free(own);
    return r.status;
}
