/* lince check: verdicts on recorded histories. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <lince/lince.h>

#include "base/clock.h"
#include "base/progress.h"
#include "cli/check_options.h"
#include "cli/cli.h"
#include "formats/formats.h"
#include "report/report.h"

typedef struct session {
    const lc_check_settings *settings;
    lc_style style;
    lince_specs *specs;
    const volatile int *interrupt;
    lc_progress progress;
    double started; /* the file being checked: its time-out counts reading, too */
    lc_tally tally;
    int status;

    const char *path; /* of that file */

    /* The history being checked. */
    const lince_history *history;
    bool several; /* histories in this file */
    bool told;    /* its verdict has been printed */
} session;

static void put(lince_text *t) {
    lc_put(t);
    fflush(stdout);
    lc_text_free(t);
}

/* ---- while the check runs ---- */

static bool timed_out(const session *s) {
    return s->settings->timeout > 0 && lc_now() - s->started >= s->settings->timeout;
}

/* While a file is read: is it time to stop? */
static bool stop_reading(void *context) {
    session *s = context;
    if (lc_progress_tick(&s->progress))
        lc_progress_show(&s->progress, "%s: reading, %.0f s", s->path, lc_now() - s->started);
    return *s->interrupt || timed_out(s);
}

static void tick(void *context) {
    session *s = context;
    if (lc_progress_tick(&s->progress))
        lc_progress_show(&s->progress, "%s: %zu operations, %.0f s", s->history->file,
                         lince_history_operations(s->history), lc_now() - s->started);
}

/* A violation is told at once, before it is explained; anything else is told with its numbers when all is done. */
static void verdict_known(void *context, const lince_result *so_far) {
    session *s = context;
    lc_progress_erase(&s->progress);
    s->told = so_far->verdict == LINCE_VERDICT_VIOLATION && !s->settings->json && !s->settings->quiet;
    if (!s->told) return;
    lince_text t = {0};
    lc_report_verdict(&t, &s->style, s->history, so_far, s->several);
    put(&t);
}

/* ---- one history ---- */

static void report(session *s, const lince_history *h, const lince_result *r) {
    const lc_check_settings *o = s->settings;
    if (o->quiet) return;
    lince_text t = {0};
    if (o->json) {
        lc_report_json(&t, h, h->number, r);
    } else {
        if (!s->told) lc_report_verdict(&t, &s->style, h, r, s->several);
        lc_report_violation(&t, &s->style, h, r);
        if (o->witness) lc_report_witness(&t, &s->style, h, r);
        if (o->verbose) lc_report_statistics(&t, &s->style, r);
    }
    put(&t);
}

static int exit_of(lince_verdict v) {
    return v == LINCE_VERDICT_OK ? LC_EXIT_OK : v == LINCE_VERDICT_VIOLATION ? LC_EXIT_VIOLATION : LC_EXIT_UNKNOWN;
}

static lince_check_options options_of(session *s) {
    const lc_check_settings *o = s->settings;
    return (lince_check_options){
        .criterion = (lince_criterion)o->criterion,
        .max_memory = o->max_memory,
        .jobs = o->jobs,
        .fail_returns = o->fail_returns.at,
        .fail_returns_count = o->fail_returns.count,
        .interrupt = s->interrupt,
        .thorough = o->thorough,
        .no_explanation = o->no_explanation,
        .no_partition = o->no_partition,
        .no_pure = o->no_pure,
        .no_eager = o->no_eager,
        .no_symmetry = o->no_symmetry,
        .no_dominance = o->no_dominance,
        .no_key_independence = o->no_key_independence,
        .no_memo = o->no_memo,
        .on_verdict = verdict_known,
        .on_tick = tick,
        .context = s,
    };
}

/* What is left of a limit that covers the whole of something; never 0, which would mean no limit. */
static size_t rest_of(size_t limit, size_t used) { return limit == 0 ? 0 : limit > used ? limit - used : 1; }

static lince_status check_history(session *s, lince_history *h, lince_error *error) {
    lince_check_options options = options_of(s);
    if (s->settings->timeout > 0) {
        double left = s->started + s->settings->timeout - lc_now();
        options.timeout = left > 0 ? left : 1e-9;
    }
    options.max_memory = rest_of(s->settings->max_memory, lince_history_memory(h));
    if (s->settings->init) {
        options.init = lc_parse_value(lince_history_values(h), s->settings->init, error);
        if (options.init == LINCE_NO_VALUE) return LINCE_BAD_INPUT;
    }
    s->history = h;
    s->told = false;
    lince_result *r = NULL;
    lince_status status = lince_check(h, s->specs, &options, &r, error);
    lc_progress_erase(&s->progress);
    if (status != LINCE_DONE) return status;
    report(s, h, r);
    lc_tally_add(&s->tally, lince_result_verdict(r));
    s->status = lc_worse_exit(s->status, exit_of(lince_result_verdict(r)));
    lince_result_free(r);
    return LINCE_DONE;
}

/* A history that could not be read to its end within the limits has a verdict, too. */
static void report_unread(session *s, lince_status why, uint32_t number) {
    lince_history *unread = lc_history_new(s->path, NULL);
    char no_spec[] = ""; /* what the history names was not read either */
    lince_result r = {.verdict = LINCE_VERDICT_UNKNOWN,
                      .spec = no_spec,
                      .why_unknown = why == LINCE_OUT_OF_MEMORY ? LINCE_REASON_MEMORY
                                     : *s->interrupt            ? LINCE_REASON_INTERRUPT
                                                                : LINCE_REASON_TIMEOUT,
                      .criterion = (lince_criterion)s->settings->criterion,
                      .algorithm = "search",
                      .seconds = lc_now() - s->started};
    lc_progress_erase(&s->progress);
    s->told = false;
    if (unread) {
        unread->number = number;
        report(s, unread, &r);
    }
    lince_history_free(unread);
    lc_tally_add(&s->tally, LINCE_VERDICT_UNKNOWN);
    s->status = lc_worse_exit(s->status, LC_EXIT_UNKNOWN);
}

/* ---- one file ---- */

/* A history as it came in, or why it did not. */
typedef struct incoming {
    lince_status status;
    lince_history *history;
    lince_error error;
    double seconds; /* it took to read */
} incoming;

static incoming read_next(session *s, lince_reader *reader) {
    incoming in = {.status = LINCE_END};
    s->started = lc_now();
    in.status = lince_reader_next(reader, &in.history, &in.error);
    in.seconds = lc_now() - s->started;
    return in;
}

/* Reads one history ahead, to know whether the file holds several.  Each has the whole time-out for itself. */
static incoming check_histories(session *s, lince_reader *reader, uint32_t *number) {
    incoming in = read_next(s, reader);
    for (*number = 1; in.status == LINCE_DONE && !*s->interrupt; ++*number) {
        incoming next = read_next(s, reader);
        s->several = *number > 1 || next.status != LINCE_END;
        s->started = lc_now() - in.seconds;
        in.status = check_history(s, in.history, &in.error);
        lince_history_free(in.history);
        in.history = NULL;
        if (in.status != LINCE_DONE) {
            lince_history_free(next.history);
            break;
        }
        in = next;
    }
    return in;
}

static void check_file(session *s, const char *path) {
    const lc_check_settings *o = s->settings;
    const lince_read_options options = {.format = (lince_format)o->format,
                                        .independent = o->independent,
                                        .max_memory = o->max_memory,
                                        .stop = stop_reading,
                                        .context = s};
    lince_reader *reader = NULL;
    incoming last = {.status = LINCE_DONE};
    uint32_t number = 1; /* of the history that `last` is about */
    s->path = path;
    s->started = lc_now();
    last.status = lince_reader_open(&reader, path, &options, &last.error);
    if (last.status == LINCE_DONE) last = check_histories(s, reader, &number);
    lince_history_free(last.history);
    lince_reader_close(reader);
    if (last.status == LINCE_OUT_OF_MEMORY || last.status == LINCE_STOPPED) report_unread(s, last.status, number);
    else if (last.status == LINCE_BAD_INPUT)
        s->status = lc_worse_exit(s->status, lc_report_failure(last.status, &last.error));
}

/* ---- the command ---- */

static bool add_specs(session *s) {
    lince_error error = {0};
    s->specs = lince_specs_new();
    lince_status status = s->specs ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < s->settings->spec.count && status == LINCE_DONE; i++)
        status = lince_specs_add(s->specs, s->settings->spec.at[i], &error);
    if (status != LINCE_DONE) s->status = lc_report_failure(status, &error);
    return status == LINCE_DONE;
}

/* A wrong --init is said once, before any file is looked at. */
static bool init_is_a_value(session *s) {
    if (!s->settings->init) return true;
    lince_error error = {.message = "out of memory"};
    lince_values *pool = lince_values_new();
    bool good = pool && lc_parse_value(pool, s->settings->init, &error) != LINCE_NO_VALUE;
    lince_values_free(pool);
    if (!good) s->status = lc_complain("--init: %s", error.message);
    return good;
}

static void run(session *s, const lc_words *files) {
    s->style = lc_output_style();
    s->interrupt = lc_catch_interrupts();
    lc_progress_start(&s->progress, s->settings->quiet ? NULL : stderr);
    for (uint32_t i = 0; i < files->count && !*s->interrupt; i++) check_file(s, files->at[i]);
    lc_progress_end(&s->progress);
    if (*s->interrupt) s->status = lc_worse_exit(s->status, LC_EXIT_UNKNOWN);
    bool many = s->tally.ok + s->tally.violation + s->tally.unknown > 1;
    if (many && !s->settings->json && !s->settings->quiet) {
        lince_text t = {0};
        lc_report_summary(&t, &s->style, &s->tally);
        put(&t);
    }
}

int lc_cmd_check(int argc, char **argv) {
    lc_check_settings settings = {0};
    lc_words operands = {0};
    session s = {.settings = &settings, .status = LC_EXIT_OK};
    if (lc_read_options(argc, argv, &settings, &operands, &s.status)) {
        if (operands.count == 0) s.status = lc_complain("check: name a FILE to check, or - for standard input");
        else if (init_is_a_value(&s) && add_specs(&s)) run(&s, &operands);
        lince_specs_free(s.specs);
    }
    lc_options_free(&lc_check_set, &settings, &operands);
    return s.status;
}
