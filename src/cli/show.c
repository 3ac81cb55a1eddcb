/* lince show: draws a history, or prints it in another format. */
#include <stdio.h>
#include <unistd.h>

#include <lince/history.h>

#include "cli/cli.h"
#include "cli/html.h"
#include "cli/show_options.h"
#include "report/html.h"
#include "report/report.h"

/* The words of --format, in the order of the table. */
enum { DRAWING, HIST, JSONL, EDN };
static const lince_format written_as[] = {LINCE_FORMAT_AUTO, LINCE_FORMAT_HIST, LINCE_FORMAT_JSONL, LINCE_FORMAT_EDN};

typedef LC_VEC(lince_history *) histories;

/* All of the file, or the history selected, before anything is printed: a malformed file prints nothing. */
static lince_status read_all(const char *path, const lcc_show_settings *s, histories *all, lince_error *error) {
    const lince_read_options options = {.format = (lince_format)s->input_format,
                                        .independent = s->independent,
                                        .allow_empty = s->allow_empty,
                                        .remarks = s->format == DRAWING};
    lince_reader *reader = NULL;
    lince_history *history;
    unsigned number = 0;
    lcc_spinner_start("%s: reading", path);
    lince_status status = lince_reader_open(&reader, path, &options, error);
    while (status == LINCE_DONE && (status = lince_reader_next(reader, &history, error)) == LINCE_DONE) {
        number++;
        if (s->history && number != s->history) lince_history_free(history);
        else if (!lc_push(NULL, all, history)) {
            lince_history_free(history);
            status = LINCE_OUT_OF_MEMORY;
        }
    }
    lince_reader_close(reader);
    lcc_spinner_stop();
    if (status != LINCE_END) return status;
    if (all->count == 0 && s->history) {
        snprintf(error->message, sizeof error->message, "%s: there is no history %u, only %u", path, s->history,
                 number);
        return LINCE_BAD_INPUT;
    }
    return LINCE_DONE;
}

static lince_status draw(const histories *all, const lcc_show_settings *s) {
    const lcr_style style = lcc_output_style(s->ascii, s->width, s->color);
    for (uint32_t i = 0; i < all->count; i++) {
        lince_text drawing = {0};
        if (i > 0) lc_text_putc(&drawing, '\n');
        lcc_spinner_start("%s: drawing", all->at[i]->file);
        lcr_report_show(&drawing, &style, all->at[i], all->count > 1 || s->history);
        lcc_put(&drawing);
        bool cut = drawing.cut;
        lc_text_free(&drawing);
        if (cut) return LINCE_OUT_OF_MEMORY;
    }
    return LINCE_DONE;
}

static lince_status convert(const histories *all, unsigned format, lince_error *error) {
    if (!isatty(STDOUT_FILENO)) lcc_spinner_start("%s: writing", all->count ? all->at[0]->file : "");
    for (uint32_t i = 0; i < all->count; i++) {
        if (i > 0) puts("---");
        lince_status status = lince_history_write(all->at[i], written_as[format], stdout, error);
        if (status != LINCE_DONE) return status;
    }
    return LINCE_DONE;
}

static lince_status draw_svg(const histories *all, const char *path, lince_error *error) {
    lince_text picture = {0};
    lcc_spinner_start("%s: drawing", all->at[0]->file);
    lcr_report_svg(&picture, all->at[0], NULL);
    lince_status status = picture.cut ? LINCE_OUT_OF_MEMORY : lc_write_file(path, &picture, error);
    lc_text_free(&picture);
    return status;
}

/* The command is as it was given, for the page to show where it comes from. */
typedef struct order {
    const lcc_show_settings *settings;
    const lc_words *files; /* one */
    int argc;
    char **argv;
} order;

static lince_status make_page(const histories *all, const order *o, lince_error *error) {
    lcc_html_file page = {0};
    lcc_html_file_begin(&page, o->settings->html, o->files, o->argc, o->argv);
    page.unjudged = true;
    lcc_spinner_start("%s: making the page", o->files->at[0]);
    for (uint32_t i = 0; i < all->count; i++) {
        lince_text section = {0}, brief = {0};
        bool several = all->count > 1 || o->settings->history;
        lcr_html_shown(&brief, all->at[i], several, lcc_html_left_out);
        if (all->at[i]->ops.count <= LCC_HTML_OPS_MOST) lcr_html_shown(&section, all->at[i], several, NULL);
        lcc_html_file_choose(&page, &section, &brief, true);
    }
    lince_status status = lcc_html_file_write(&page, error);
    lcc_html_file_free(&page);
    return status;
}

static lince_status show(const order *o, lince_error *error) {
    const lcc_show_settings *s = o->settings;
    const char *path = o->files->at[0];
    histories all = {0};
    lince_status status = read_all(path, s, &all, error);
    bool one_only = s->svg || s->format == JSONL || s->format == EDN;
    if (status == LINCE_DONE && one_only && all.count != 1) {
        snprintf(error->message, sizeof error->message,
                 "%s holds %u histories, and this shows one; choose it with --history N", path, all.count);
        status = LINCE_BAD_INPUT;
    }
    if (status == LINCE_DONE)
        status = s->html                ? make_page(&all, o, error)
                 : s->svg               ? draw_svg(&all, s->svg, error)
                 : s->format == DRAWING ? draw(&all, s)
                                        : convert(&all, s->format, error);
    for (uint32_t i = 0; i < all.count; i++) lince_history_free(all.at[i]);
    lc_vec_free(NULL, &all);
    return status;
}

int lcc_cmd_show(int argc, char **argv) {
    lcc_show_settings settings = {0};
    lc_words operands = {0};
    int status = LCC_EXIT_OK;
    if (lcc_read_options(argc, argv, &settings, &operands, &status)) {
        lince_error error = {0};
        if (operands.count != 1) status = lcc_complain("show: name one FILE, or - for standard input");
        else if (settings.svg && settings.format != DRAWING)
            status = lcc_complain("--svg and --format exclude each other");
        else if (settings.html && settings.format != DRAWING)
            status = lcc_complain("--html and --format exclude each other");
        else if (settings.html && settings.svg) status = lcc_complain("--html and --svg exclude each other");
        else if (lcc_outputs_ready(&lcc_show_set, &settings, &operands, &status)) {
            lince_status shown = show(&(order){&settings, &operands, argc, argv}, &error);
            if (shown != LINCE_DONE) status = lcc_report_failure(shown, &error);
        }
    }
    lc_options_free(&lcc_show_set, &settings, &operands);
    return status;
}
