#include "follow/report.h"

#include "base/error.h"
#include "base/interrupt.h"
#include "follow/excerpt.h"

static void send(lcf_run *w, const lince_follow_event *event) {
    if (w->options.on_event) w->options.on_event(w->options.context, event);
    if (!w->ending && lc_is_interrupted(w->interrupt)) w->over = true; /* the callback may have set it */
}

void lcf_report(lcf_run *w, lince_follow_event_kind kind, const char *file) {
    send(w, &(lince_follow_event){.kind = kind, .file = file});
}

/* ---- violations ---- */

/* The line of the return after which it was certain; 0: too long ago, or several clients have lines of their own. */
static unsigned long line_of(const lcf_run *w, const lcf_object *o, const lco_online_violation *v) {
    if (w->clients || v->event >= o->events || o->events - v->event > LCF_LINES_KEPT) return 0;
    uint32_t at = (uint32_t)(v->event % LCF_LINES_KEPT);
    return at < o->lines.count ? o->lines.at[at] : 0;
}

void lcf_report_violation(lcf_run *w, const lcf_object *o) {
    const lco_online_violation *v = lco_online_violated(o->online);
    lcf_numbers related = {0};
    w->violations++;
    lcf_report(w, LINCE_FOLLOW_EXPLAINING, w->name);
    lince_result *r = lcf_excerpt_judge(w, o, v);
    lcf_excerpt_related(&related, o, v);
    const lince_follow_violation shown = {.object = *o->name ? o->name : NULL,
                                          .specification = o->instance->name,
                                          .criterion = lcf_object_criterion(o),
                                          .exact = v->exact,
                                          .length = w->length,
                                          .file = w->name,
                                          .line = line_of(w, o, v),
                                          .history = o->space->history,
                                          .histories = w->histories,
                                          .operations = lco_online_coverage(o->online)->operations,
                                          .reason = v->reason,
                                          .excerpt = v->history,
                                          .result = r,
                                          .lacking = r ? NULL : v->lacking,
                                          .related = related.at,
                                          .related_count = related.count,
                                          .memory = lco_online_memory(o->online)};
    send(w, &(lince_follow_event){
                .kind = LINCE_FOLLOW_VIOLATION, .file = shown.file, .line = shown.line, .violation = &shown});
    lc_vec_free(NULL, &related);
    lince_result_free(r);
}

/* ---- other events ---- */

void lcf_report_gap(lcf_run *w, const char *file, unsigned long line, const char *why) {
    send(w, &(lince_follow_event){.kind = LINCE_FOLLOW_GAP, .file = file, .line = line, .text = why});
}

void lcf_report_note(lcf_run *w, const char *file, const char *note) {
    send(w, &(lince_follow_event){.kind = LINCE_FOLLOW_NOTE, .file = file, .text = note});
}

void lcf_report_failure(lcf_run *w, lince_status status, const lince_error *error) {
    bool worse = w->failure == LINCE_DONE || (w->failure == LINCE_OUT_OF_MEMORY && status == LINCE_BAD_INPUT);
    if (worse) {
        w->failure = status;
        w->error = *error;
    }
    w->over = true;
    send(w, &(lince_follow_event){.kind = LINCE_FOLLOW_ERROR, .file = w->name, .status = status, .error = error});
}

void lcf_report_out_of_memory(lcf_run *w) { lcf_report_failure(w, LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0}); }

/* ---- counts ---- */

void lcf_report_totals(lcf_run *w, lince_follow_event_kind kind) {
    lince_follow_result totals;
    lcf_run_total(w, &totals);
    send(w, &(lince_follow_event){.kind = kind, .file = w->name, .totals = &totals});
}
