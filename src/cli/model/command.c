/* lince model: checks the assertions of a model, or lets the user look at it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/model/session.h"
#include "lang/lang.h"

void lc_session_worsen(lc_model_session *s, int status) { s->status = lc_worse_exit(s->status, status); }

bool lc_session_fail(lc_model_session *s, int status) {
    lc_session_worsen(s, status);
    return false;
}

void lc_session_put(lc_model_session *s, lince_text *t) {
    lc_progress_erase(&s->progress);
    lc_put(t);
    if (t->cut) lc_session_worsen(s, lc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0}));
    lc_text_free(t);
}

static bool options_agree(lc_model_session *s, const lc_words *operands) {
    const lc_model_settings *o = &s->settings;
    bool looks = o->simulate || o->dot;
    const char *wrong = operands->count != 1                        ? "model: name one FILE with a model"
                        : looks && (o->json || o->junit || o->html) ? "--simulate and --dot give no verdicts to report"
                        : looks && o->list     ? "--list shows assertions only; leave out --simulate and --dot"
                        : o->process && !looks ? "--process goes with --simulate or --dot"
                        : o->json && o->junit && !strcmp(o->junit, "-") ? "--junit - and --json exclude each other"
                        : o->json && o->html && !strcmp(o->html, "-")   ? "--html - and --json exclude each other"
                        : o->simulate && o->dot && !strcmp(o->dot, "-") ? "--simulate and --dot - exclude each other"
                                                                        : NULL;
    return !wrong || lc_session_fail(s, lc_complain("%s", wrong));
}

static bool read_model(lc_model_session *s, const char *path) {
    lince_error error = {0};
    lince_status status = lcm_model_read(&s->model, path, &error);
    if (status == LINCE_DONE) return true;
    int code = lc_report_failure(status, &error);
    uint32_t column = lc_error_column(&error);
    if (s->model.text && error.line && column) {
        lince_text text = {0};
        lcm_model_show_place(&text, s->model.text, s->model.length, (lcm_place){(uint32_t)error.line, column});
        fputs(lc_text(&text), stderr);
        lc_text_free(&text);
    }
    return lc_session_fail(s, code);
}

static void run(lc_model_session *s) {
    s->style = lc_output_style();
    if (s->settings.list) lc_session_list(s);
    else if (s->settings.simulate || s->settings.dot) lc_session_look(s);
    else if (!s->model.assertions.count) {
        lc_session_worsen(
            s, lc_complain("%s: there is nothing to check: write '#assert Process() deadlockfree;' or the like",
                           s->model.file));
    } else {
        s->interrupt = lc_catch_interrupts();
        lc_session_check(s);
    }
}

int lc_cmd_model(int argc, char **argv) {
    lc_model_session s = {.status = LC_EXIT_OK};
    lc_words operands = {0};
    if (lc_read_options(argc, argv, &s.settings, &operands, &s.status) && options_agree(&s, &operands)) {
        if (read_model(&s, operands.at[0]) && lc_session_choose(&s)) run(&s);
        lcm_model_free(&s.model);
    }
    free(s.chosen);
    lc_text_free(&s.page);
    lc_junit_free(&s.junit);
    lc_options_free(&lc_model_set, &s.settings, &operands);
    return s.status;
}
