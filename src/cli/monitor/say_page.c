/* What `lince monitor` says, as sections of the page. */
#include <string.h>

#include "cli/monitor/dump.h"
#include "cli/monitor/say.h"
#include "report/report.h"
#include "report/words.h"

enum { GAPS_MOST = 100 };

static const lc_style plain = {.width = 0};

static void put_place(lince_text *t, const char *file, unsigned long line) {
    lc_put_clean(t, &plain, file, strlen(file));
    if (line) lc_text_printf(t, ":%lu", line);
}

static void add_notes(lc_notes *notes, const lc_lookout *w, const lc_object *o, const lc_online_violation *v,
                      const lince_result *r) {
    lince_text text = {0};
    if (r) lc_notes_explain(notes, v->history, r->violation);
    else if (v->history) {
        lc_text_puts(&text, "These are the last operations; by themselves they say little about what went wrong.");
        lc_notes_add(notes, &text);
    }
    if (!w->settings.dump || !strcmp(w->settings.dump, "-") || w->violations > 1) return;
    lc_text_puts(&text, r ? "To see it again: " : "The recent operations: ");
    lc_dump_command(&text, lc_command_word(), w, o, r != NULL);
    lc_notes_add(notes, &text);
}

void lc_say_page_now(lc_lookout *w) {
    lince_error error = {0};
    double began = lc_now();
    if (!w->page.path || !lc_pace_is_due(&w->page_pace, began) || lc_html_is_output(w->settings.html)) return;
    lince_status status = lc_html_file_show(&w->page, &error);
    lc_pace_wrote(&w->page_pace, began, lc_now());
    if (status == LINCE_DONE) return;
    w->status = lc_worse_exit(w->status, lc_report_failure(status, &error));
    w->page.path = NULL; /* once is enough */
}

void lc_say_page_violation(lc_lookout *w, const lc_object *o, unsigned long line, const lc_online_violation *v,
                           const lince_result *r) {
    if (!w->page.path) return;
    lince_text title = {0}, result = {0}, headline = {0}, summary = {0}, reason = {0}, section = {0}, brief = {0};
    lc_notes notes = {0};
    put_place(&title, w->name, line);
    lc_say_json_violation(&result, w, o, line, v, r);
    lc_say_put_wrong(&headline, &plain, w, o, v, r);
    lc_say_put_whose(&summary, &plain, w, o);
    if (r) lc_put_reason(&reason, &plain, r->violation);
    else {
        lc_put_clean(&reason, &plain, v->reason, strlen(v->reason));
        lc_text_putc(&reason, '.');
    }
    add_notes(&notes, w, o, v, r);
    lc_html_section s = {.kind = "monitor",
                         .title = lc_text(&title),
                         .result = &result,
                         .headline = lc_text(&headline),
                         .summary = lc_text(&summary),
                         .reason = lc_text(&reason),
                         .notes = &notes,
                         .history = v->history,
                         .found = r};
    lc_html_section_write(&section, &s);
    s.history = NULL;
    lc_html_section_write(&brief, &s);
    section.cut |= title.cut || headline.cut || summary.cut || reason.cut;
    lc_html_file_choose(&w->page, &section, &brief, false);
    lc_notes_free(&notes);
    lc_text_free(&title);
    lc_text_free(&result);
    lc_text_free(&headline);
    lc_text_free(&summary);
    lc_text_free(&reason);
    w->page_pace.stale = true;
    lc_say_page_now(w);
}

void lc_say_page_gap(lc_lookout *w, const char *file, unsigned long line, const char *why) {
    lince_text t = {0};
    if (!w->page.path || w->page_gaps.count >= GAPS_MOST) return;
    put_place(&t, file, line);
    lc_text_puts(&t, ": gap: ");
    lc_put_clean(&t, &plain, why, strlen(why));
    lc_notes_add(&w->page_gaps, &t);
}

void lc_say_page_summary(lc_lookout *w, const lc_online_covered *c, lince_verdict verdict) {
    if (!w->page.path) return;
    lince_text result = {0}, headline = {0}, summary = {0}, section = {0};
    lc_say_json_summary(&result, w, c, verdict);
    lc_say_put_outcome(&headline, &plain, w, verdict);
    lc_say_put_effort(&summary, w, c, verdict);
    lc_html_section_write(&section, &(lc_html_section){.kind = "monitor",
                                                       .title = w->name,
                                                       .result = &result,
                                                       .headline = lc_text(&headline),
                                                       .summary = lc_text(&summary),
                                                       .notes = &w->page_gaps});
    section.cut |= headline.cut || summary.cut;
    lc_html_file_add(&w->page, &section);
    lc_text_free(&result);
    lc_text_free(&headline);
    lc_text_free(&summary);
}

void lc_say_page_end(lc_lookout *w) {
    if (w->page.path && !w->page.sections) {
        lince_text section = {0};
        lc_html_failed(&section, "monitor", w->name, "it could not be followed to its end", "no verdict");
        lc_html_file_add(&w->page, &section);
    }
    w->status = lc_worse_exit(w->status, lc_html_file_finish(&w->page));
    lc_html_file_free(&w->page);
    lc_notes_free(&w->page_gaps);
}
