/* The reports of `lince monitor`, as sections of the page. */
#include <string.h>

#include "base/clock.h"
#include "cli/monitor/dump.h"
#include "cli/monitor/print.h"
#include "report/report.h"
#include "report/words.h"

enum { GAPS_MOST = 100 };

static const lcr_style plain = {.width = 0};

static void put_place(lince_text *t, const char *file, unsigned long line) {
    lcr_put_clean(t, &plain, file, strlen(file));
    if (line) lc_text_printf(t, ":%lu", line);
}

static void add_notes(lcr_notes *notes, const lcc_monitor *w, const lince_follow_violation *v) {
    const lince_result *r = v->result;
    lince_text text = {0};
    if (r) lcr_notes_explain(notes, v->excerpt, r->violation);
    else if (v->excerpt) {
        lc_text_puts(&text, "These are the last operations; by themselves they explain little of the violation.");
        lcr_notes_add(notes, &text);
    }
    if (!w->settings.dump || !strcmp(w->settings.dump, "-") || w->violations > 1) return;
    lc_text_puts(&text, r ? "To see it again: " : "The recent operations: ");
    lcc_dump_command(&text, lcc_command_word(), w, v);
    lcr_notes_add(notes, &text);
}

void lcc_monitor_page_now(lcc_monitor *w) {
    lince_error error = {0};
    double began = lc_now();
    if (!w->page.path || !lcc_pace_is_due(&w->page_pace, began) || lcc_html_is_output(w->settings.html)) return;
    lince_status status = lcc_html_file_show(&w->page, &error);
    lcc_pace_wrote(&w->page_pace, began, lc_now());
    if (status == LINCE_DONE) return;
    w->status = lcc_worse_exit(w->status, lcc_report_failure(status, &error));
    w->page.path = NULL; /* once is enough */
}

void lcc_monitor_page_violation(lcc_monitor *w, const lince_follow_violation *v) {
    const lince_result *r = v->result;
    if (!w->page.path) return;
    lince_text title = {0}, result = {0}, headline = {0}, summary = {0}, reason = {0}, section = {0}, brief = {0};
    lcr_notes notes = {0};
    put_place(&title, v->file, v->line);
    lcc_monitor_json_violation(&result, w, v);
    lcc_monitor_put_wrong(&headline, &plain, v);
    lcc_monitor_put_whose(&summary, &plain, v);
    if (r) lcr_put_reason(&reason, &plain, r->violation);
    else {
        lcr_put_clean(&reason, &plain, v->reason, strlen(v->reason));
        lc_text_putc(&reason, '.');
    }
    add_notes(&notes, w, v);
    lcr_html_section s = {.kind = "monitor",
                          .title = lc_text(&title),
                          .result = &result,
                          .headline = lc_text(&headline),
                          .summary = lc_text(&summary),
                          .reason = lc_text(&reason),
                          .notes = &notes,
                          .history = v->excerpt,
                          .found = r};
    lcr_html_section_write(&section, &s);
    s.history = NULL;
    lcr_html_section_write(&brief, &s);
    section.cut |= title.cut || headline.cut || summary.cut || reason.cut;
    lcc_html_file_choose(&w->page, &section, &brief, false);
    lcr_notes_free(&notes);
    lc_text_free(&title);
    lc_text_free(&result);
    lc_text_free(&headline);
    lc_text_free(&summary);
    lc_text_free(&reason);
    w->page_pace.stale = true;
    lcc_monitor_page_now(w);
}

void lcc_monitor_page_gap(lcc_monitor *w, const char *file, unsigned long line, const char *why) {
    lince_text t = {0};
    if (!w->page.path || w->page_gaps.count >= GAPS_MOST) return;
    put_place(&t, file, line);
    lc_text_puts(&t, ": gap: ");
    lcr_put_clean(&t, &plain, why, strlen(why));
    lcr_notes_add(&w->page_gaps, &t);
}

void lcc_monitor_page_summary(lcc_monitor *w, const lince_follow_result *totals) {
    if (!w->page.path) return;
    lince_text result = {0}, headline = {0}, summary = {0}, section = {0};
    lcc_monitor_json_summary(&result, w, totals);
    lcc_monitor_put_outcome(&headline, &plain, totals);
    lcc_monitor_put_effort(&summary, w, totals);
    lcr_html_section_write(&section, &(lcr_html_section){.kind = "monitor",
                                                         .title = w->name,
                                                         .result = &result,
                                                         .headline = lc_text(&headline),
                                                         .summary = lc_text(&summary),
                                                         .notes = &w->page_gaps});
    section.cut |= headline.cut || summary.cut;
    lcc_html_file_add(&w->page, &section);
    lc_text_free(&result);
    lc_text_free(&headline);
    lc_text_free(&summary);
}

void lcc_monitor_page_end(lcc_monitor *w) {
    if (w->page.path && !w->page.sections) {
        lince_text section = {0};
        lcr_html_failed(&section, "monitor", w->name, "it could not be followed to its end", "no verdict");
        lcc_html_file_add(&w->page, &section);
    }
    w->status = lcc_worse_exit(w->status, lcc_html_file_finish(&w->page));
    lcc_html_file_free(&w->page);
    lcr_notes_free(&w->page_gaps);
}
