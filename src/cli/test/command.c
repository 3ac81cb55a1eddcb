/* lince test: compiles tests, explores them, and reports the results.  Here is its command line; run.c does the rest.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/test/run.h"
#include "tester/trace/trace_replay.h"

/* Arguments behind `--` are for the compiler; the rest ends there. */
static bool split_arguments(lcc_test_run *r, int *argc, char **argv, char ***own) {
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

static bool options_agree(lcc_test_run *r) {
    const lcd_test_settings *o = &r->session.settings;
    lince_error error = {0};
    const char *wrong = o->gdb && !o->replay                            ? "--gdb is for --replay"
                        : o->step && !o->replay                         ? "--step is for --replay"
                        : o->junit && o->json && !strcmp(o->junit, "-") ? "--junit - and --json exclude each other"
                        : o->junit && o->list                           ? "--junit and --list exclude each other"
                        : o->junit && o->replay                         ? "--junit and --replay exclude each other"
                        : o->html && o->list                            ? "--html and --list exclude each other"
                        : o->html && o->step                            ? "--html and --step exclude each other"
                                                                        : lcc_html_conflict(o->html, o->json, o->junit);
    if (!wrong && lcd_test_session_check(&r->session, &error) != LINCE_DONE) wrong = error.message;
    if (lcc_html_is_output(o->html)) r->session.settings.quiet = true;
    if (wrong) lcc_test_worsen(r, lcc_complain("%s", wrong));
    return !wrong;
}

static bool out_of_memory(lcc_test_run *r) {
    lcc_test_worsen(r, lcc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0}));
    return false;
}

static bool find_sources(lcc_test_run *r, const lc_words *operands) {
    lcd_session *s = &r->session;
    lince_error error = {0};
    for (uint32_t i = 0; i < operands->count; i++)
        if (!lc_push(NULL, &s->sources.files, operands->at[i])) return out_of_memory(r);
    if (s->settings.replay && !(r->trace = lcd_replay_read(s->settings.replay, &error))) {
        lcc_test_worsen(r, lcc_report_error(&error));
        return false;
    }
    if (r->trace && !operands->count) {
        lince_status status = lcd_replay_sources(r->trace, s->settings.replay, &s->sources, &error);
        if (status == LINCE_OUT_OF_MEMORY) return out_of_memory(r);
        if (status != LINCE_DONE) lcc_test_worsen(r, lcc_report_error(&error));
        if (status != LINCE_DONE) return false;
    }
    if (!s->sources.files.count)
        lcc_test_worsen(r, lcc_complain("test: name a FILE to test; 'lince help first-test' shows how to write one"));
    return s->sources.files.count;
}

/* Opens a file that is written while tests run; nothing if there is no path.  False: it cannot be done. */
static bool open_output(lcc_test_run *r, lc_atomic_file *output, const char *path, FILE **file) {
    lince_error error = {0};
    if (!path) return true;
    if (lc_atomic_file_begin(output, path, &error) != LINCE_DONE) lcc_test_worsen(r, lcc_report_error(&error));
    *file = output->file;
    return *file;
}

static void close_output(lcc_test_run *r, lc_atomic_file *output) {
    lince_error error = {0};
    if (!output->file) return;
    if (r->status == LCC_EXIT_USAGE && ftell(output->file) == 0) lc_atomic_file_drop(output); /* nothing was run */
    else if (lc_atomic_file_end(output, &error) != LINCE_DONE) lcc_test_worsen(r, lcc_report_error(&error));
}

static void write_junit(lcc_test_run *r) {
    const char *path = r->session.settings.junit;
    if (!path) return;
    lince_text text = {0};
    lince_error error = {0};
    lcr_junit_print(&text, &r->junit, r->began);
    lince_status status = text.cut ? LINCE_OUT_OF_MEMORY : lc_write_file(path, &text, &error);
    if (status != LINCE_DONE) lcc_test_worsen(r, lcc_report_failure(status, &error));
    lc_text_free(&text);
}

static void go(lcc_test_run *r) {
    lcd_session *s = &r->session;
    lince_error error = {0};
    if (!open_output(r, &r->histories, s->settings.histories, &s->histories)) return;
    if (!open_output(r, &r->graphs, s->settings.graphs_to, &s->graphs)) {
        close_output(r, &r->histories);
        return;
    }
    r->began = time(NULL);
    s->style = lcc_output_style(s->settings.ascii, s->settings.width, s->settings.color);
    s->interrupt = lcc_catch_interrupts();
    lcc_test_listen(r);
    s->trace_written = &r->trace_written;
    lince_status status = lcd_test_session_open(s, &error);
    lcc_start_progress(&r->progress, s->settings.quiet);
    if (status == LINCE_DONE) lcc_test_program(r);
    else lcc_test_fail(r, NULL, status, &error);
    lc_progress_end(&r->progress);
    close_output(r, &r->histories);
    close_output(r, &r->graphs);
    write_junit(r);
    lcr_junit_free(&r->junit);
    lcc_test_worsen(r, lcc_html_file_finish(&r->page));
    lcc_html_file_free(&r->page);
    lcd_test_session_close(s);
}

/* Is this a flag that people give to compilers?  None of ours looks like that. */
static bool is_for_compilers(const char *argument) {
    if (argument[0] != '-' || !argument[1]) return false;
    if (argument[1] == 'l') return argument[2 + strspn(argument + 2, "hqv")];
    return strchr("DILOUWfgm", argument[1]) || !strcmp(argument, "-pthread") || !strncmp(argument, "-std=c", 6) ||
           !strncmp(argument, "-std=gnu", 8);
}

static bool without_flags(lcc_test_run *r, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!is_for_compilers(argv[i])) continue;
        r->status = lcc_complain("%s is for the compiler: write such flags at the end, behind '--'", argv[i]);
        return false;
    }
    return true;
}

int lcc_cmd_test(int argc, char **argv) {
    lcc_test_run r = {.status = LCC_EXIT_OK};
    lc_words operands = {0};
    char **own = NULL;
    int all = argc;
    if (!split_arguments(&r, &argc, argv, &own))
        r.status = lcc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0});
    else {
        if (without_flags(&r, argc, own) && lcc_read_options(argc, own, &r.session.settings, &operands, &r.status) &&
            options_agree(&r) && find_sources(&r, &operands) &&
            lcc_outputs_ready(&lcd_test_set, &r.session.settings, &r.session.sources.files, &r.status)) {
            lcc_html_file_begin(&r.page, r.session.settings.html, &r.session.sources.files, all, argv);
            go(&r);
            const lcd_test_settings *o = &r.session.settings;
            if (!o->quiet && !o->json && !o->html) lcc_suggest_page(r.status, &r.session.style, all, argv);
        }
        lc_options_free(&lcd_test_set, &r.session.settings, &operands);
    }
    lcd_replay_free(r.trace);
    lc_vec_free(NULL, &r.session.sources.files);
    lc_vec_free(NULL, &r.session.sources.flags);
    lc_text_free(&r.warnings);
    free(own);
    return r.status;
}
