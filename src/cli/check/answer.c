#include "cli/check/answer.h"

#include <stdlib.h>

#include "check/result.h"
#include "checker/keys.h"
#include "cli/check/excerpt.h"
#include "cli/cli.h"
#include "report/html.h"
#include "report/report.h"

/* A violation is printed at once, before it is explained. */
static bool violated(const lck_run *work, lck_answer *about, const lince_history *h, const lince_result *so_far) {
    const lcc_check_run *run = work->context;
    lcc_answer *answer = (lcc_answer *)about;
    if (run->settings->json || run->settings->quiet) return false;
    lcr_report_verdict(&answer->line, &run->style, h, so_far, about->several);
    return true;
}

/* The conflict alone, if it is known; NULL: it is not. */
static lince_history *cut_conflict(const lcc_check_run *run, const lince_history *h, const lince_result *r) {
    lck_excerpt excerpt;
    lince_history *cut = NULL;
    lince_error error = {0};
    if (!r->violation || !r->violation->conflict.count) return NULL;
    if (lck_excerpt_cut(&excerpt, run->work.specs, h, r, &error) == LINCE_DONE) {
        cut = excerpt.history;
        excerpt.history = NULL;
    }
    lck_excerpt_free(&excerpt);
    return cut;
}

static void add_section(lcc_answer *answer, const lcc_check_run *run, const lince_history *h, const lince_result *r) {
    bool well = r->verdict == LINCE_VERDICT_OK;
    lcr_html_checked_history c = {
        .history = h, .result = r, .several = answer->about.several, .left_out = lcc_html_left_out};
    if (!run->settings->html) return;
    lince_history *excerpt = cut_conflict(run, h, r);
    if (excerpt) c.left_out = lcc_html_cut_short;
    c.excerpt = excerpt;
    lcr_html_checked(&answer->brief, &c);
    lince_history_free(excerpt);
    if (h->ops.count > LCC_HTML_OPS_MOST) return;
    if (well && atomic_load_explicit(&run->page->full, memory_order_relaxed)) return; /* it would not be taken */
    lince_value *keys = lck_keys_of(h, run->work.specs);
    c.left_out = NULL;
    c.keys = keys;
    lcr_html_checked(&answer->section, &c);
    free(keys);
}

static void explain(lince_text *out, const lcr_style *style, const lince_history *h, const lince_result *r) {
    lcr_report_violation(out, style, h, r);
    lcr_report_undecided(out, style, r);
    if (!r->violation || !h->order.threads) return;
    lc_text_putc(out, '\n');
    lcr_report_partial_order(out, style, h, false);
}

static void report(lcc_answer *answer, const lcc_check_run *run, const lince_history *h, const lince_result *r,
                   bool announced) {
    const lcc_check_settings *o = run->settings;
    if (o->junit) {
        const lcr_style plain = {.width = 100};
        lcr_report_verdict(&answer->plain, &plain, h, r, answer->about.several);
        explain(&answer->plain, &plain, h, r);
    }
    add_section(answer, run, h, r);
    if (o->quiet) return;
    if (o->json) {
        lcr_report_json(&answer->line, h, h->number, r);
        return;
    }
    if (!announced) lcr_report_verdict(&answer->line, &run->style, h, r, answer->about.several);
    explain(&answer->explanation, &run->style, h, r);
    if (o->witness) lcr_report_witness(&answer->details, &run->style, h, r);
    if (o->verbose) lcr_report_statistics(&answer->details, &run->style, r);
}

static void add_excerpt(lcc_answer *answer, const lcc_check_run *run, const lince_history *h, const lince_result *r) {
    lince_error error = {0};
    if (!run->settings->explain || r->verdict != LINCE_VERDICT_VIOLATION) return;
    lince_status status = lcc_excerpt_write(&answer->excerpt, run->work.specs, h, r, answer->about.several, &error);
    if (status == LINCE_DONE) return;
    lc_text_clear(&answer->excerpt);
    answer->excerpt.cut = status == LINCE_OUT_OF_MEMORY;
    answer->about.error = error;
}

static void checked(const lck_run *work, lck_answer *about, lince_history **h, lince_result **r, bool announced) {
    const lcc_check_run *run = work->context;
    lcc_answer *answer = (lcc_answer *)about;
    report(answer, run, *h, *r, announced);
    add_excerpt(answer, run, *h, *r);
}

static void announce(lck_answer *to, lck_answer *from) {
    lcc_answer *answer = (lcc_answer *)from;
    ((lcc_answer *)to)->line = answer->line;
    answer->line = (lince_text){0};
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

static void clear(lck_answer *about) { lcc_answer_free((lcc_answer *)about); }

static size_t bytes(const lck_answer *about) {
    const lcc_answer *answer = (const lcc_answer *)about;
    return sizeof *answer + answer->line.room + answer->details.room + answer->explanation.room + answer->excerpt.room +
           answer->plain.room + answer->section.room + answer->brief.room;
}

/* ---- the settings of a run ---- */

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

static lince_check_options options_of(const lcc_check_settings *o, const volatile int *interrupt) {
    return (lince_check_options){
        .criterion = (lince_criterion)o->criterion.index,
        .factors = o->criterion.with,
        .progress = o->progress,
        .algorithm = (lince_algorithm)o->algorithm,
        .timeout = o->timeout,
        .max_memory = o->max_memory,
        .fail_returns = o->fail_returns.at,
        .fail_returns_count = o->fail_returns.count,
        .interrupt = interrupt,
        .thorough = o->thorough,
        .no_explanation = o->no_explanation || (o->quiet && !o->explain && !o->junit && !o->html),
    };
}

void lcc_check_run_settle(lcc_check_run *run, const lince_specs *specs, const volatile int *interrupt) {
    static const lck_front front = {.size = sizeof(lcc_answer),
                                    .violated = violated,
                                    .checked = checked,
                                    .announce = announce,
                                    .clear = clear,
                                    .bytes = bytes};
    const lcc_check_settings *o = run->settings;
    run->work = (lck_run){.check = options_of(o, interrupt),
                          .read = {.format = (lince_format)o->format,
                                   .independent = o->independent,
                                   .allow_empty = o->allow_empty,
                                   .max_memory = o->max_memory,
                                   .remarks = o->html},
                          .tuning = tuning_of(o),
                          .init = o->init,
                          .specs = specs,
                          .front = &front,
                          .context = run};
}
