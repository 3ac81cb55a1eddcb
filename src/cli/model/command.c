/* lince model: checks the assertions of a model, or lets the user look at it. */
#include <stdio.h>
#include <stdlib.h>
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
                        : standard && o->simulate ? "--simulate reads what you type: name a FILE with the model"
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

/* `-D NAME=NUMBER` */
static bool read_override(lcc_model_session *s, const char *text, lcm_override *override) {
    char *name = strdup(text), *equals = name ? strchr(name, '=') : NULL, *end = NULL;
    long number = equals ? strtol(equals + 1, &end, 10) : 0;
    if (equals) *equals = '\0';
    override->name = name;
    if (equals && equals > name && end > equals + 1 && !*end && number >= INT32_MIN && number <= INT32_MAX) {
        override->number = (int32_t)number;
        return true;
    }
    return lcc_session_fail(s, lcc_complain("-D %s: write NAME=NUMBER, such as -D N=3", text));
}

static bool were_used(lcc_model_session *s, const lcm_override *overrides, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!overrides[i].used)
            return lcc_session_fail(s, lcc_complain("-D %s=%d: %s has no '#define %s'", overrides[i].name,
                                                    (int)overrides[i].number, s->model.file, overrides[i].name));
    return true;
}

static void show_place(const lcc_model_session *s, lcm_place place) {
    const lcr_style style = lcc_output_style(s->settings.ascii, s->settings.width, s->settings.color);
    lince_text text = {0};
    lcc_model_put_place(&text, &(lcr_style){.ascii = style.ascii, .width = style.width}, &s->model, place);
    fputs(lc_text(&text), stderr);
    lc_text_free(&text);
}

/* Nothing is wrong, so the verdicts follow. */
static void tell_remarks(const lcc_model_session *s) {
    for (uint32_t i = 0; i < s->model.remarks.count && !s->settings.quiet; i++) {
        const lcm_remark *r = &s->model.remarks.at[i];
        (void)lcc_complain("%s:%u: column %u: %s", s->model.file, r->place.line, r->place.column, r->text);
        show_place(s, r->place);
    }
}

static bool read_with(lcc_model_session *s, const char *path, lcm_override *overrides, uint32_t count) {
    lince_error error = {0};
    lcm_place place;
    lince_status status = lcm_model_read_with(&s->model, path, overrides, count, &error);
    bool told = !s->ranks || s->ranks->rank == 0;
    if (status == LINCE_DONE) {
        if (told) tell_remarks(s);
        return were_used(s, overrides, count);
    }
    int code = lcc_report_failure(status, &error);
    if (status == LINCE_BAD_INPUT && told && lcm_error_place(&error, &place)) show_place(s, place);
    return lcc_session_fail(s, code);
}

static bool read_model(lcc_model_session *s, const char *path) {
    const lc_words *defines = &s->settings.define;
    lcm_override *overrides = calloc(defines->count + 1, sizeof *overrides);
    bool good = overrides || lcc_session_fail(s, lcc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0}));
    for (uint32_t i = 0; good && i < defines->count; i++) good = read_override(s, defines->at[i], &overrides[i]);
    good = good && read_with(s, path, overrides, defines->count);
    for (uint32_t i = 0; overrides && i < defines->count; i++) free((char *)overrides[i].name);
    free(overrides);
    return good;
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
    const lcm_ranks *team = &s->ranks->searchers;
    uint64_t own = this_one ? lc_hash_bytes(s->model.text, s->model.length) : 0, first = own;
    lcm_ranks_any(team, team->rank == 0, &first, sizeof first);
    bool none = !lcm_ranks_any(team, !this_one || own != first, &(char){0}, 1);
    if (this_one && !none)
        lcc_session_fail(
            s, lcc_complain("%s: another rank cannot begin: is the same file there on its machine?", s->model.file));
    return none;
}

/* Those of the first rank, which writes. */
static bool outputs_ready(lcc_model_session *s, const lc_words *operands) {
    return (s->ranks && s->ranks->rank != 0) || lcc_outputs_ready(&lcc_model_set, &s->settings, operands, &s->status);
}

static void run(lcc_model_session *s) {
    s->style = lcc_output_style(s->settings.ascii, s->settings.width, s->settings.color);
    if (s->ranks) {
        /* mpirun gives each process a terminal of its own, which is not that of the user. */
        s->style.colour = s->settings.color == LCC_COLOUR_ALWAYS;
        if (!s->settings.width) s->style.width = lc_terminal_width(-1);
    }
    if (s->settings.list) lcc_session_list(s);
    else if (s->settings.simulate || s->settings.dot) lcc_session_look(s);
    else if (!s->model.assertions.count) {
        lcc_session_worsen(
            s, lcc_complain("%s: there is nothing to check: write '#assert Process() deadlockfree;' or the like",
                            s->model.file));
    } else {
        s->interrupt = lcc_catch_interrupts();
        if (s->ranks && s->ranks->rank != 0) lcc_session_serve(s);
        else lcc_session_check(s);
    }
}

int lcc_cmd_model(int argc, char **argv) { return lcc_model(argc, argv, NULL); }

int lcc_model(int argc, char **argv, lcc_ranks *ranks) {
    lcc_model_session s = {.status = LCC_EXIT_OK, .ranks = ranks};
    lc_words operands = {0};
    if (lcc_read_options(argc, argv, &s.settings, &operands, &s.status) && options_agree(&s, &operands) &&
        !is_idle(&s)) {
        if (all_can(&s, outputs_ready(&s, &operands) && read_model(&s, operands.at[0]) && lcc_session_choose(&s))) {
            lcc_html_file_begin(&s.page, s.settings.list ? NULL : s.settings.html, &operands, argc, argv);
            run(&s);
            if (!ranks && !s.settings.quiet && !s.settings.json && !s.settings.html)
                lcc_suggest_page(s.status, &s.style, argc, argv);
        }
        lcm_model_free(&s.model);
    }
    free(s.chosen);
    lcc_html_file_free(&s.page);
    lcr_junit_free(&s.junit);
    lc_options_free(&lcc_model_set, &s.settings, &operands);
    return s.status;
}
