#include "cli/check/answer.h"

#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "check/tuning.h"
#include "cli/check/excerpt.h"
#include "cli/check/keys.h"
#include "cli/cli.h"
#include "history/values.h"
#include "report/html.h"
#include "report/report.h"

/* A check in progress. */
typedef struct asking {
    lcc_answer *answer;
    const lcc_check_run *run;
    const lince_history *history;
    const lcc_effort *effort;
    bool told; /* its line belongs to the thread that prints it */
} asking;

/* A violation is reported at once, before it is explained; anything else is reported with its numbers when all is
 * done. */
static void verdict_known(void *context, const lince_result *so_far) {
    asking *a = context;
    const lcc_check_settings *o = a->run->settings;
    if (so_far->verdict != LINCE_VERDICT_VIOLATION || o->json || o->quiet) return;
    lcr_report_verdict(&a->answer->line, &a->run->style, a->history, so_far, a->answer->several);
    a->told = true;
    if (a->effort->told) a->effort->told(a->effort->context);
}

static void tick(void *context) {
    asking *a = context;
    a->effort->tick(a->effort->context);
}

/* The conflict alone, if it is known; NULL: it is not. */
static lince_history *cut_conflict(const lcc_check_run *run, const lince_history *h, const lince_result *r) {
    lince_history *excerpt = NULL;
    lince_text comments = {0};
    lince_error error = {0};
    if (!r->violation || !r->violation->conflict.count) return NULL;
    lince_status status = lcc_excerpt_cut(&excerpt, &comments, run->specs, h, r, &error);
    lc_text_free(&comments);
    if (status == LINCE_DONE) return excerpt;
    lince_history_free(excerpt);
    return NULL;
}

static void add_section(lcc_answer *answer, const lcc_check_run *run, const lince_history *h, const lince_result *r) {
    bool well = r->verdict == LINCE_VERDICT_OK;
    lcr_html_checked_history c = {.history = h, .result = r, .several = answer->several, .left_out = lcc_html_left_out};
    if (!run->settings->html) return;
    lince_history *excerpt = cut_conflict(run, h, r);
    if (excerpt) c.left_out = lcc_html_cut_short;
    c.excerpt = excerpt;
    lcr_html_checked(&answer->brief, &c);
    lince_history_free(excerpt);
    if (h->ops.count > LCC_HTML_OPS_MOST) return;
    if (well && atomic_load_explicit(&run->page->full, memory_order_relaxed)) return; /* it would not be taken */
    lince_value *keys = lcc_keys_of(h, run->specs);
    c.left_out = NULL;
    c.keys = keys;
    lcr_html_checked(&answer->section, &c);
    free(keys);
}

static void report(lcc_answer *answer, const lcc_check_run *run, const lince_history *h, const lince_result *r,
                   bool told) {
    const lcc_check_settings *o = run->settings;
    answer->verdict = r->verdict;
    answer->seconds = r->seconds;
    if (o->junit) {
        const lcr_style plain = {.width = 100};
        lcr_report_verdict(&answer->plain, &plain, h, r, answer->several);
        lcr_report_violation(&answer->plain, &plain, h, r);
    }
    add_section(answer, run, h, r);
    if (o->quiet) return;
    if (o->json) {
        lcr_report_json(&answer->line, h, h->number, r);
        return;
    }
    if (!told) lcr_report_verdict(&answer->line, &run->style, h, r, answer->several);
    lcr_report_violation(&answer->explanation, &run->style, h, r);
    if (o->witness) lcr_report_witness(&answer->details, &run->style, h, r);
    if (o->verbose) lcr_report_statistics(&answer->details, &run->style, r);
}

/* The rest of a limit that covers several parts of the work; never 0, which would mean no limit. */
static size_t rest_of(size_t limit, size_t used) { return limit == 0 ? 0 : limit > used ? limit - used : 1; }

static lince_check_options options_of(asking *a) {
    const lcc_check_settings *o = a->run->settings;
    lince_check_options options = {
        .criterion = (lince_criterion)o->criterion.index,
        .factors = o->criterion.with,
        .progress = o->progress,
        .algorithm = (lince_algorithm)o->algorithm,
        .max_memory = rest_of(o->max_memory, lince_history_memory(a->history)),
        .jobs = a->effort->jobs,
        .fail_returns = o->fail_returns.at,
        .fail_returns_count = o->fail_returns.count,
        .interrupt = a->run->interrupt,
        .thorough = o->thorough,
        .no_explanation = o->no_explanation || (o->quiet && !o->explain && !o->junit && !o->html),
        .on_verdict = verdict_known,
        .on_tick = a->effort->tick ? tick : NULL,
        .context = a,
    };
    if (o->timeout > 0) {
        double left = a->effort->started + o->timeout - lc_now();
        options.timeout = left > 0 ? left : 1e-9;
    }
    return options;
}

static lc_tuning tuning_of(const lcc_check_settings *o) {
    return (lc_tuning){
        .no_pure = o->no_pure,
        .no_eager = o->no_eager,
        .no_symmetry = o->no_symmetry,
        .no_dominance = o->no_dominance,
        .no_key_independence = o->no_key_independence,
        .no_memo = o->no_memo,
        .no_partition = o->no_partition,
    };
}

static void refuse(lcc_answer *answer, const lince_error *error) {
    answer->refused = true;
    answer->error = *error;
}

static void add_excerpt(lcc_answer *answer, const lcc_check_run *run, const lince_history *h, const lince_result *r) {
    lince_error error = {0};
    if (!run->settings->explain || r->verdict != LINCE_VERDICT_VIOLATION) return;
    lince_status status = lcc_excerpt_write(&answer->excerpt, run->specs, h, r, answer->several, &error);
    if (status == LINCE_DONE) return;
    lc_text_clear(&answer->excerpt);
    answer->excerpt.cut = status == LINCE_OUT_OF_MEMORY;
    answer->error = error;
}

void lcc_answer_history(lcc_answer *answer, const lcc_check_run *run, lince_history *h, const lcc_effort *effort) {
    lince_error error = {0};
    asking a = {answer, run, h, effort, false};
    lince_check_options options = options_of(&a);
    lc_tuning tuning = tuning_of(run->settings);
    lince_status status = LINCE_DONE;
    if (run->settings->init) {
        options.init = lc_parse_value(lince_history_values(h), run->settings->init, &error);
        if (options.init == LINCE_NO_VALUE) status = LINCE_BAD_INPUT;
    }
    lc_note_mute(h, run->specs);
    lince_result *r = NULL;
    if (status == LINCE_DONE) status = lc_check_tuned(h, run->specs, &options, &tuning, effort->team, &r, &error);
    if (status == LINCE_DONE) {
        report(answer, run, h, r, a.told);
        add_excerpt(answer, run, h, r);
        lince_result_free(r);
    } else if (status == LINCE_BAD_INPUT) refuse(answer, &error);
    else lcc_answer_unread(answer, run, h->file, status, lc_now() - effort->started);
}

void lcc_answer_unread(lcc_answer *answer, const lcc_check_run *run, const char *path, lince_status why,
                       double seconds) {
    assert(why == LINCE_OUT_OF_MEMORY || why == LINCE_STOPPED);
    lince_history *unread = lc_history_new(path, NULL);
    char no_spec[] = ""; /* the specification that the history names was not read either */
    lince_result r = {.verdict = LINCE_VERDICT_UNKNOWN,
                      .spec = no_spec,
                      .why_unknown = why == LINCE_OUT_OF_MEMORY          ? LINCE_REASON_MEMORY
                                     : lc_is_interrupted(run->interrupt) ? LINCE_REASON_INTERRUPT
                                                                         : LINCE_REASON_TIMEOUT,
                      .criterion = (lince_criterion)run->settings->criterion.index,
                      .algorithm = "search",
                      .seconds = seconds};
    answer->verdict = LINCE_VERDICT_UNKNOWN;
    if (unread) {
        unread->number = answer->number;
        report(answer, run, unread, &r, false);
    } else answer->line.cut = true;
    lince_history_free(unread);
}

void lcc_answer_free(lcc_answer *answer) {
    lc_text_free(&answer->line);
    lc_text_free(&answer->details);
    lc_text_free(&answer->explanation);
    lc_text_free(&answer->excerpt);
    lc_text_free(&answer->plain);
    lc_text_free(&answer->section);
    lc_text_free(&answer->brief);
}

size_t lcc_answer_size(const lcc_answer *answer) {
    return sizeof *answer + answer->line.room + answer->details.room + answer->explanation.room + answer->excerpt.room +
           answer->plain.room + answer->section.room + answer->brief.room;
}
