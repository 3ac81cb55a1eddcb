/* lince monitor: follows a stream of events while it is being written, and reports the first violation at once.
 * lince_follow does the work; the command has its options, and words for its events.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sys/resource.h>

#include <lince/lince.h>

#include "base/clock.h"
#include "base/error.h"
#include "cli/monitor/print.h"
#include "follow/library.h"
#include "lang/object.h"
#include "report/junit.h"

enum { USUAL_LENGTH = 2 };

/* ---- events ---- */

static void on_progress(lcc_monitor *w, const lince_follow_result *c) {
    lcc_monitor_page_now(w);
    if (w->has_line && !lcc_spinner_runs(NULL)) lcc_spinner_start("%s", w->name); /* a report was printed */
    if (lcc_spinner_is_due())
        lcc_spinner_set(w->started, "%s: %llu operations, %llu gap%s, %llu violation%s", w->name,
                        (unsigned long long)c->operations, (unsigned long long)c->gaps, c->gaps == 1 ? "" : "s",
                        (unsigned long long)w->violations, w->violations == 1 ? "" : "s");
    /* A stream without an end is not followed without a reader. */
    if (lcc_output_lost() && !w->settings.once) lc_interrupt();
}

static void on_error(lcc_monitor *w, const lince_follow_event *event) {
    w->status = lcc_worse_exit(w->status, lcc_report_failure(event->status, event->error));
    w->failed = true;
}

static void on_event(void *context, const lince_follow_event *event) {
    lcc_monitor *w = context;
    switch (event->kind) {
    case LINCE_FOLLOW_OPENED: break;
    case LINCE_FOLLOW_EXPLAINING: lcc_spinner_set(w->started, "%s: explaining a violation", w->name); break;
    case LINCE_FOLLOW_VIOLATION: lcc_monitor_print_violation(w, event->violation); break;
    case LINCE_FOLLOW_GAP: lcc_monitor_print_gap(w, event->file, event->line, event->text); break;
    case LINCE_FOLLOW_NOTE: lcc_monitor_print_note(w, event->file, event->text); break;
    case LINCE_FOLLOW_ERROR: on_error(w, event); break;
    case LINCE_FOLLOW_PROGRESS: on_progress(w, event->totals); break;
    case LINCE_FOLLOW_STATISTICS: lcc_monitor_print_statistics(w, event->totals); break;
    }
}

/* ---- the command ---- */

static bool fail(lcc_monitor *w, int status) {
    w->status = status;
    return false;
}

static bool set_criterion(lcc_monitor *w) {
    const lcc_monitor_settings *o = &w->settings;
    w->refine = o->criterion.index == 1;
    w->length = o->length == LC_UNSAID ? USUAL_LENGTH : o->length;
    if (!w->refine) return true;
    if (o->length != LC_UNSAID) return fail(w, lcc_complain("--length and --criterion refine:K exclude each other"));
    char *end;
    unsigned long k = strtoul(o->criterion.with, &end, 10);
    if (*end || *o->criterion.with < '0' || *o->criterion.with > '9' || k > 1000)
        return fail(
            w, lcc_complain("--criterion refine:%s: write a number of steps, such as refine:2", o->criterion.with));
    w->length = (uint32_t)k;
    return true;
}

static bool check_init(lcc_monitor *w) {
    lince_error error = {.message = "out of memory"};
    lince_value init;
    if (!w->settings.init || lcf_init_read(&init, w->settings.init, &error) == LINCE_DONE) return true;
    return fail(w, lcc_complain("--init: %s", error.message));
}

static bool set_specs(lcc_monitor *w) {
    lince_error error = {0};
    w->given = lcm_specs_new();
    lince_status status = w->given ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < w->settings.spec.count && status == LINCE_DONE; i++)
        status = lince_specs_add(w->given, w->settings.spec.at[i], &error);
    return status == LINCE_DONE || fail(w, lcc_report_failure(status, &error));
}

static bool options_agree(lcc_monitor *w, const lc_words *operands) {
    const lcc_monitor_settings *o = &w->settings;
    const char *wrong = operands->count > 1    ? "monitor: name one FILE, unix:PATH, or - for standard input"
                        : o->follow && o->once ? "--follow and --once exclude each other"
                        : o->json && o->dump && !strcmp(o->dump, "-")   ? "--dump - and --json exclude each other"
                        : o->json && o->junit && !strcmp(o->junit, "-") ? "--junit - and --json exclude each other"
                        : o->dump && !strcmp(o->dump, "-") && lcc_html_is_output(o->html)
                            ? "--dump - and --html - exclude each other"
                            : lcc_html_conflict(o->html, o->json, o->junit);
    if (lcc_html_is_output(o->html)) w->settings.quiet = true;
    return !wrong || fail(w, lcc_complain("%s", wrong));
}

static void write_junit(lcc_monitor *w, time_t began) {
    if (!w->settings.junit) return;
    lcr_junit junit = {0};
    lince_text text = {0};
    lince_error error = {0};
    bool ok = w->status == LCC_EXIT_OK, violation = w->violations > 0;
    lcr_junit_add(&junit, &(lcr_junit_case){.file = w->name,
                                            .name = "monitor",
                                            .kind = ok          ? LCR_JUNIT_PASSED
                                                    : violation ? LCR_JUNIT_FAILURE
                                                                : LCR_JUNIT_ERROR,
                                            .seconds = lc_now() - w->started,
                                            .type = violation ? "violation" : "unknown",
                                            .message = ok          ? NULL
                                                       : violation ? "a violation"
                                                                   : "no answer"});
    lcr_junit_print(&text, &junit, began);
    lince_status status = text.cut ? LINCE_OUT_OF_MEMORY : lc_write_file(w->settings.junit, &text, &error);
    if (status != LINCE_DONE) w->status = lcc_worse_exit(w->status, lcc_report_failure(status, &error));
    lc_text_free(&text);
    lcr_junit_free(&junit);
}

/* As many clients as the system allows; by default it allows a thousand files. */
static void allow_many(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &files);
}

static lince_follow_options options_of(lcc_monitor *w) {
    const lcc_monitor_settings *s = &w->settings;
    lince_follow_options o = LINCE_FOLLOW_OPTIONS_INIT;
    o.format = (lince_format)s->format;
    o.criterion = w->refine ? LINCE_REFINE : LINCE_LINEARIZABLE;
    o.has_length = true;
    o.length = w->length;
    o.window = s->window;
    o.classes = s->classes;
    o.unique = s->unique;
    o.follow = s->follow;
    o.once = s->once;
    o.keep_going = s->keep_going;
    o.skip_bad_lines = s->skip_bad_lines;
    o.separate = s->separate;
    o.allow_empty = s->allow_empty;
    o.init = s->init;
    o.fail_returns = s->fail_returns.at;
    o.fail_returns_count = s->fail_returns.count;
    o.timeout = s->timeout;
    o.max_memory = s->max_memory;
    o.jobs = s->jobs;
    o.statistics = s->stats;
    o.interrupt = lcc_catch_interrupts();
    o.on_event = on_event;
    o.context = w;
    return o;
}

static void run(lcc_monitor *w, const char *path) {
    lince_error error;
    lince_follow_result *result;
    w->name = path;
    w->style = lcc_output_style(w->settings.ascii, w->settings.width, w->settings.color);
    const lince_follow_options options = options_of(w);
    if (!w->settings.quiet) lcc_spinner_start("%s", path);
    w->has_line = lcc_spinner_runs(NULL);
    if (!strncmp(path, LCF_UNIX, strlen(LCF_UNIX))) allow_many();
    lince_status status = lince_follow(path, w->given, &options, &result, &error);
    lcc_spinner_stop();
    if (result && status != LINCE_BAD_INPUT) lcc_monitor_print_summary(w, result);
    if (status != LINCE_DONE && !w->failed) w->status = lcc_worse_exit(w->status, lcc_report_failure(status, &error));
    lince_follow_result_free(result);
}

int lcc_cmd_monitor(int argc, char **argv) {
    lcc_monitor w = {.status = LCC_EXIT_OK, .started = lc_now(), .stats_printed = lc_now()};
    lc_words operands = {0};
    time_t began = time(NULL);
    if (lcc_read_options(argc, argv, &w.settings, &operands, &w.status) && options_agree(&w, &operands) &&
        set_criterion(&w) && check_init(&w) && set_specs(&w) &&
        lcc_outputs_ready(&lcc_monitor_set, &w.settings, &operands, &w.status)) {
        const char *path = operands.count ? operands.at[0] : "-";
        lcc_html_file_begin(&w.page, w.settings.html, &operands, argc, argv);
        run(&w, path);
        write_junit(&w, began);
        lcc_monitor_page_end(&w);
        /* Input that came by a pipe or a socket is gone. */
        bool again = operands.count && strncmp(path, LCF_UNIX, strlen(LCF_UNIX)) != 0;
        if (again && !w.settings.quiet && !w.settings.json && !w.settings.html)
            lcc_suggest_page(w.status, &w.style, argc, argv);
    }
    lince_specs_free(w.given);
    lc_options_free(&lcc_monitor_set, &w.settings, &operands);
    return w.status;
}
