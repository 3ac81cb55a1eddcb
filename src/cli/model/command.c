/* lince model: checks the assertions of a model, or lets the user look at it. */
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/terminal.h"
#include "cli/model/session.h"
#include "cli/ranks/ranks.h"
#include "lang/lang.h"

void lcc_session_worsen(lcc_model_session *s, int status) { s->status = lcc_worse_exit(s->status, status); }

bool lcc_session_fail(lcc_model_session *s, int status) {
    lcc_session_worsen(s, status);
    return false;
}

void lcc_session_put(lcc_model_session *s, lince_text *t) {
    lcc_put(t);
    if (t->cut) lcc_session_worsen(s, lcc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0}));
    lc_text_free(t);
}

static bool options_agree(lcc_model_session *s, const lc_words *operands) {
    const lcc_model_settings *o = &s->settings;
    bool looks = o->simulate || o->dot, standard = operands->count == 1 && !strcmp(operands->at[0], "-");
    const char *wrong = operands->count != 1      ? "model: name one FILE with a model, or - for standard input"
                        : standard && o->simulate ? "--simulate reads standard input itself: name a FILE with the model"
                        : standard && s->ranks    ? "not every rank can read standard input: name a FILE with the model"
                        : looks && (o->json || o->junit || o->html) ? "--simulate and --dot give no verdicts to report"
                        : looks && o->list     ? "--list shows assertions only; leave out --simulate and --dot"
                        : o->process && !looks ? "--process goes with --simulate or --dot"
                        : o->json && o->junit && !strcmp(o->junit, "-") ? "--junit - and --json exclude each other"
                        : o->simulate && o->dot && !strcmp(o->dot, "-") ? "--simulate and --dot - exclude each other"
                                                                        : lcc_html_conflict(o->html, o->json, o->junit);
    if (lcc_html_is_output(o->html)) s->settings.quiet = true;
    return !wrong || lcc_session_fail(s, lcc_complain("%s", wrong));
}

static void show_place(const lcc_model_session *s, lcm_place place) {
    const lcr_style style = lcc_output_style(s->settings.ascii, s->settings.width, s->settings.color);
    lince_text text = {0};
    lcv_put_place(&text, &(lcr_style){.ascii = style.ascii, .width = style.width}, &s->run.model, place);
    fputs(lc_text(&text), stderr);
    lc_text_free(&text);
}

static bool is_printer(const lcc_model_session *s) { return !s->ranks || s->ranks->rank == 0; }

/* Nothing is wrong, so the verdicts follow. */
static void print_remark(void *session, const lcm_model *model, const lcm_remark *r) {
    const lcc_model_session *s = session;
    if (s->settings.quiet || !is_printer(s)) return;
    (void)lcc_complain("%s:%u: column %u: %s", model->file, r->place.line, r->place.column, r->text);
    show_place(s, r->place);
}

/* The words of --native and --fairness are in the order of the verifier's. */
static void settle(lcc_model_session *s) {
    const lcc_model_settings *o = &s->settings;
    s->run.options = (lcv_options){.asserts = o->assert.at,
                                   .assert_count = o->assert.count,
                                   .defines = o->define.at,
                                   .define_count = o->define.count,
                                   .fairness = o->fairness,
                                   .native = (lcv_native_use)o->native,
                                   .no_antichain = o->no_antichain,
                                   .choices = {.keep_dead = o->no_live_reset,
                                               .no_order_reduction = o->no_order_reduction,
                                               .no_visible_reduction = o->no_visible_reduction,
                                               .no_symmetry = o->no_symmetry,
                                               .no_value_symmetry = o->no_value_symmetry,
                                               .merge_hidden = o->hvar == 1,
                                               .no_counting = o->no_counting,
                                               .grow = o->grow},
                                   .timeout = o->timeout,
                                   .max_memory = o->max_memory,
                                   .jobs = o->jobs};
    if (s->ranks) {
        s->run.options.ranks = &s->ranks->searchers;
        s->run.options.neighbours = s->ranks->neighbours;
    }
    s->run.listener = (lcv_listener){.remark = print_remark,
                                     .begins = lcc_session_begins,
                                     .progress = lcc_session_progress,
                                     .answered = lcc_session_answered,
                                     .failed = lcc_session_failed,
                                     .context = s};
}

static bool open_model(lcc_model_session *s, const char *path) {
    lince_error error = {0};
    lcm_place place;
    settle(s);
    lince_status status = lcv_session_open(&s->run, path, &error);
    if (status == LINCE_DONE) return true;
    int code = lcc_report_failure(status, &error);
    if (status == LINCE_BAD_INPUT && is_printer(s) && lcm_error_place(&error, &place)) show_place(s, place);
    return lcc_session_fail(s, code);
}

/* Rank 0 prints all output; all of them take part in any search. */
static bool is_idle(const lcc_model_session *s) {
    const lcc_model_settings *o = &s->settings;
    return s->ranks && s->ranks->rank != 0 && (o->list || o->simulate || o->dot);
}

/* Do all ranks have the same model?  Checked if they need it. */
static bool all_can(lcc_model_session *s, bool this_one) {
    const lcc_model_settings *o = &s->settings;
    if (!s->ranks || o->list || o->simulate || o->dot) return this_one;
    const lcm_ranks *ranks = &s->ranks->searchers;
    uint64_t own = this_one ? lc_hash_bytes(s->run.model.text, s->run.model.length) : 0, first = own;
    lcm_ranks_any(ranks, ranks->rank == 0, &first, sizeof first);
    bool none = !lcm_ranks_any(ranks, !this_one || own != first, &(char){0}, 1);
    if (this_one && !none)
        lcc_session_fail(s, lcc_complain("%s: another rank cannot begin: is the same file there on its machine?",
                                         s->run.model.file));
    return none;
}

/* Those of the first rank, which writes. */
static bool outputs_ready(lcc_model_session *s, const lc_words *operands) {
    return (s->ranks && s->ranks->rank != 0) || lcc_outputs_ready(&lcc_model_set, &s->settings, operands, &s->status);
}

static void run(lcc_model_session *s) {
    lince_error error = {0};
    s->style = lcc_output_style(s->settings.ascii, s->settings.width, s->settings.color);
    if (s->ranks) {
        /* mpirun gives each process a terminal of its own, which is not that of the user. */
        s->style.colour = s->settings.color == LCC_COLOUR_ALWAYS;
        if (!s->settings.width) s->style.width = lc_terminal_width(-1);
    }
    if (s->settings.list) lcc_session_list(s);
    else if (s->settings.simulate || s->settings.dot) lcc_session_look(s);
    else if (lcv_session_has_work(&s->run, &error) != LINCE_DONE) lcc_session_worsen(s, lcc_report_error(&error));
    else {
        s->run.options.interrupt = lcc_catch_interrupts();
        if (is_printer(s)) lcc_session_check(s);
        else lcv_session_serve(&s->run);
    }
}

int lcc_cmd_model(int argc, char **argv) { return lcc_model(argc, argv, NULL); }

int lcc_model(int argc, char **argv, lcc_ranks *ranks) {
    lcc_model_session s = {.status = LCC_EXIT_OK, .ranks = ranks};
    lc_words operands = {0};
    if (lcc_read_options(argc, argv, &s.settings, &operands, &s.status) && options_agree(&s, &operands) &&
        !is_idle(&s)) {
        if (all_can(&s, outputs_ready(&s, &operands) && open_model(&s, operands.at[0]))) {
            lcc_html_file_begin(&s.page, s.settings.list ? NULL : s.settings.html, &operands, argc, argv);
            run(&s);
            if (!ranks && !s.settings.quiet && !s.settings.json && !s.settings.html)
                lcc_suggest_page(s.status, &s.style, argc, argv);
        }
        lcv_session_close(&s.run);
    }
    lcc_html_file_free(&s.page);
    lcr_junit_free(&s.junit);
    lc_options_free(&lcc_model_set, &s.settings, &operands);
    return s.status;
}
