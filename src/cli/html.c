#include "cli/html.h"

#include <inttypes.h>
#include <string.h>

#include "cli/check/excerpt.h"
#include "cli/cli.h"
#include "report/html.h"

/* Bytes. */
#define LARGEST    ((size_t)256 << 20)
#define WELL_MOST  ((size_t)32 << 20)
#define BRIEF_MOST ((size_t)16 << 20)

const char lcc_html_left_out[] = "The history is left out, because the page would become too large for a browser.";

const char lcc_html_cut_short[] =
    "Only the operations that conflict are here, because the page would become too large for a browser.";

/* `a.hist`, `a.hist and 2 more`. */
static void put_title(lince_text *out, const lc_words *files) {
    bool piped = !files->count || !strcmp(files->at[0], "-");
    lc_text_puts(out, piped ? "standard input" : files->at[0]);
    if (files->count > 1) lc_text_printf(out, " and %u more", files->count - 1);
}

void lcc_html_file_begin(lcc_html_file *f, const char *path, const lc_words *files, int count, char **words) {
    f->path = path;
    if (!path) return;
    f->kind = count ? words[0] : "check";
    lince_text command = {0}, title = {0};
    lcc_put_shell_word(&command, lcc_command_word());
    for (int i = 0; i < count; i++) {
        lc_text_putc(&command, ' ');
        lcc_put_shell_word(&command, words[i]);
    }
    put_title(&title, files);
    lcr_html_begin(&f->text, lc_text(&title), lc_text(&command));
    f->text.cut |= command.cut || title.cut;
    lc_text_free(&title);
    lc_text_free(&command);
}

void lcc_html_file_add(lcc_html_file *f, lince_text *section) {
    if (f->path) lcr_html_add(&f->text, section, !f->sections++);
    lc_text_free(section);
}

/* Is there room for the history?  A single history may be large. */
static bool is_drawn(lcc_html_file *f, const lince_text *section, bool well) {
    if (f->text.length + section->length > LARGEST) return false;
    if (!well) return true;
    if (f->well + section->length > WELL_MOST && f->sections) {
        atomic_store_explicit(&f->full, true, memory_order_relaxed);
        return false;
    }
    f->well += section->length;
    return true;
}

void lcc_html_file_choose(lcc_html_file *f, lince_text *section, lince_text *brief, bool well) {
    bool full = well && atomic_load_explicit(&f->full, memory_order_relaxed);
    if (f->path && section->length && !full && is_drawn(f, section, well)) {
        lcc_html_file_add(f, section);
    } else if (f->path && f->brief + brief->length <= BRIEF_MOST) {
        f->brief += brief->length;
        lcc_html_file_add(f, brief);
    } else if (well) f->omitted_well++;
    else f->omitted_wrong++;
    if (section->cut) f->text.cut = true;
    lc_text_free(section);
    lc_text_free(brief);
}

/* Histories that are not even listed are counted at the end. */
static void add_rest(lcc_html_file *f) {
    lince_text summary = {0}, note = {0}, section = {0}, result = {0};
    lcr_notes notes = {0};
    uint64_t well = f->omitted_well, wrong = f->omitted_wrong;
    if (!well && !wrong) return;
    if (f->unjudged) lc_text_printf(&summary, "%" PRIu64 " more", well);
    else {
        if (well) lc_text_printf(&summary, "%" PRIu64 " ok", well);
        if (wrong) lc_text_printf(&summary, "%s%" PRIu64 " not ok", well ? ", " : "", wrong);
        lc_text_printf(&result, "{\"verdict\":\"%s\"}", wrong ? "unknown" : "ok");
    }
    lc_text_puts(&note, "There are more than fit on a page: these are only counted.");
    lcr_notes_add(&notes, &note);
    lcr_html_section_write(
        &section,
        &(lcr_html_section){
            .kind = f->kind, .title = "and others", .result = &result, .summary = lc_text(&summary), .notes = &notes});
    lcr_notes_free(&notes);
    lc_text_free(&summary);
    lc_text_free(&result);
    lcc_html_file_add(f, &section);
}

lince_status lcc_html_file_show(lcc_html_file *f, lince_error *error) {
    size_t length = f->text.length;
    lcr_html_end(&f->text);
    lince_status status = f->text.cut ? LINCE_OUT_OF_MEMORY : lc_write_file(f->path, &f->text, error);
    f->text.length = length; /* the end is written again */
    return status;
}

lince_status lcc_html_file_write(lcc_html_file *f, lince_error *error) {
    if (!f->path) return LINCE_DONE;
    add_rest(f);
    return lcc_html_file_show(f, error);
}

int lcc_html_file_finish(lcc_html_file *f) {
    lince_error error = {0};
    lince_status status = lcc_html_file_write(f, &error);
    return status == LINCE_DONE ? LCC_EXIT_OK : lcc_report_failure(status, &error);
}

void lcc_html_file_free(lcc_html_file *f) { lc_text_free(&f->text); }

bool lcc_html_is_output(const char *html) { return html && !strcmp(html, "-"); }

const char *lcc_html_conflict(const char *html, bool json, const char *junit) {
    if (!lcc_html_is_output(html)) return NULL;
    return json                           ? "--html - and --json exclude each other"
           : junit && !strcmp(junit, "-") ? "--html - and --junit - exclude each other"
                                          : NULL;
}
