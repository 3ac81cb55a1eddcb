#include "cli/monitor/explain.h"

#include <string.h>

#include "report/report.h"
#include "report/words.h"

enum { DRAWN_MOST = 24 };

/* Operations on other keys are unrelated to the last events.  Both lists are ordered by operations. */
static void keep_related(lcr_shown_list *shown, const lince_follow_violation *v) {
    uint32_t kept = 0;
    size_t at = 0;
    for (uint32_t i = 0; i < shown->count; i++) {
        while (at < v->related_count && v->related[at] < shown->at[i].op) at++;
        if (at < v->related_count && v->related[at] == shown->at[i].op) shown->at[kept++] = shown->at[i];
    }
    shown->count = kept;
}

/* A history that cannot be explained better. */
static void draw(lince_text *t, const lcr_style *style, const lince_follow_violation *v) {
    lcr_shown_list shown = {0};
    lcr_show_all(&shown, v->excerpt);
    keep_related(&shown, v);
    uint32_t first = shown.count > DRAWN_MOST ? shown.count - DRAWN_MOST : 0;
    lc_text_puts(t, "\n  The last operations:\n\n");
    const lcr_drawing drawing = {.ops = shown.at + first, .count = shown.count - first, .indent = 4};
    if (shown.count) lcr_draw_timeline(t, style, v->excerpt, &drawing);
    lc_vec_free(NULL, &shown);
}

void lcc_explain_violation(lince_text *t, const lcr_style *style, const lince_follow_violation *v) {
    if (v->result) {
        lcr_report_violation(t, style, v->excerpt, v->result);
        return;
    }
    lince_text reason = {0};
    lcr_put_clean(&reason, style, v->reason, strlen(v->reason));
    lc_text_putc(&reason, '.');
    lcr_put_wrapped(t, style, lc_text(&reason), 2, 0);
    lc_text_free(&reason);
    if (v->excerpt) draw(t, style, v);
}
