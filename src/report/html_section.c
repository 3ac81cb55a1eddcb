/* A section of the page: the results for one history, test or assertion, and the page put together of them. */
#include <stdlib.h>
#include <string.h>

#include "report/html.h"
#include "report/report.h"
#include "report/words.h"

static const lcr_style plain = {.width = 0};

void lcr_notes_add(lcr_notes *notes, lince_text *text) {
    bool kept = text->length && !text->cut && lc_push(NULL, notes, text->at);
    if (!kept) lc_text_free(text);
    *text = (lince_text){0};
}

void lcr_notes_free(lcr_notes *notes) {
    for (uint32_t i = 0; i < notes->count; i++) free(notes->at[i]);
    lc_vec_free(NULL, notes);
}

void lcr_notes_explain(lcr_notes *notes, const lince_history *h, const lc_violation *v) {
    lince_text text = {0};
    lcr_put_failing_event(&text, &plain, h, v);
    lcr_notes_add(notes, &text);
    lcr_put_formula(&text, &plain, v);
    lcr_notes_add(notes, &text);
    lcr_put_excess(&text, v);
    lcr_notes_add(notes, &text);
}

/* Sentences are made for lines of text, where some blanks are glue. */
static void write_sentence(lcr_writer *w, const char *text) {
    if (!text || !strchr(text, LCR_GLUE)) {
        lcr_write_text(w, text);
        return;
    }
    lince_text loose = {0};
    lc_text_puts(&loose, text);
    for (size_t i = 0; i < loose.length; i++)
        if (loose.at[i] == LCR_GLUE) loose.at[i] = ' ';
    lcr_write_text(w, lc_text(&loose));
    w->out->cut |= loose.cut;
    lc_text_free(&loose);
}

static void write_member(lcr_writer *w, const char *key, const char *text) {
    lcr_write_key(w, key);
    write_sentence(w, text);
}

static void write_json(lcr_writer *w, const char *key, const lince_text *json) {
    lcr_write_key(w, key);
    lcr_write_raw(w, json);
}

void lcr_html_section_write(lince_text *out, const lcr_html_section *s) {
    lcr_writer w = {.out = out};
    lcr_write_open(&w, '{');
    write_member(&w, "kind", s->kind);
    write_member(&w, "title", s->title);
    write_json(&w, "result", s->result);
    write_member(&w, "headline", s->headline);
    write_member(&w, "summary", s->summary ? s->summary : "");
    write_member(&w, "reason", s->reason);
    lcr_write_key(&w, "notes");
    lcr_write_open(&w, '[');
    for (uint32_t i = 0; s->notes && i < s->notes->count; i++) write_sentence(&w, s->notes->at[i]);
    lcr_write_close(&w, ']');
    lcr_write_key(&w, "history");
    if (s->history) lcr_html_history(&w, s->history, s->found, s->keys);
    else lcr_write_null(&w);
    write_json(&w, "steps", s->steps);
    if (s->sources) write_json(&w, "sources", s->sources);
    write_json(&w, "model_steps", s->model_steps);
    if (s->model_start) write_json(&w, "model_start", s->model_start);
    lcr_write_key(&w, "loop");
    if (s->model_steps && s->loop != LC_NEVER) lcr_write_count(&w, s->loop);
    else lcr_write_null(&w);
    lcr_write_close(&w, '}');
}

/* Notes the parts that are absent. */
static void note_absence(lcr_notes *notes, const lince_history *h, const char *left_out) {
    lince_text text = {0};
    if (left_out) {
        lc_text_puts(&text, left_out);
        lcr_notes_add(notes, &text);
    } else if (h->remarks.left_out) {
        lc_text_puts(&text, "Not all remarks and times of the file are here: there are too many.");
        lcr_notes_add(notes, &text);
    }
}

/* All operations of an excerpt conflict. */
static bool blame_all(lc_violation *v, const lince_history *excerpt, const lc_violation *from) {
    bool same = excerpt->ops.count == from->conflict.count;
    *v = (lc_violation){.culprit = LC_NEVER, .apart = from->apart};
    for (uint32_t i = 0; i < excerpt->ops.count; i++) {
        lc_conflict_op op = {.op = i};
        if (same) op.pending = from->conflict.at[i].pending, op.instead = from->conflict.at[i].instead;
        if (!lc_push(NULL, &v->conflict, op)) return false;
    }
    return true;
}

void lcr_html_checked(lince_text *out, const lcr_html_checked_history *c) {
    const lince_result *r = c->result;
    lc_violation conflict = {.culprit = LC_NEVER};
    const lince_result excerpted = {.verdict = LINCE_VERDICT_VIOLATION, .violation = &conflict};
    const lince_history *excerpt = c->left_out && r->violation ? c->excerpt : NULL;
    const lince_history *h = c->history;
    lince_text title = {0}, result = {0}, headline = {0}, effort = {0}, reason = {0};
    lcr_notes notes = {0};
    lcr_put_source(&title, &plain, h, c->several);
    lcr_report_json_short(&result, h, h->number, r);
    lcr_put_headline(&headline, &plain, r);
    lcr_put_effort(&effort, r);
    if (r->violation) {
        lcr_put_reason(&reason, &plain, r->violation);
        lcr_notes_explain(&notes, h, r->violation);
    }
    note_absence(&notes, h, c->left_out);
    out->cut |= title.cut || headline.cut || effort.cut || reason.cut;
    if (excerpt && !blame_all(&conflict, excerpt, r->violation)) out->cut = true;
    lcr_html_section_write(out, &(lcr_html_section){.kind = "check",
                                                    .title = lc_text(&title),
                                                    .result = &result,
                                                    .headline = lc_text(&headline),
                                                    .summary = lc_text(&effort),
                                                    .reason = reason.length ? lc_text(&reason) : NULL,
                                                    .notes = &notes,
                                                    .history = c->left_out ? excerpt : h,
                                                    .found = excerpt ? &excerpted : r,
                                                    .keys = c->left_out ? NULL : c->keys});
    lc_vec_free(NULL, &conflict.conflict);
    lcr_notes_free(&notes);
    lc_text_free(&title);
    lc_text_free(&result);
    lc_text_free(&headline);
    lc_text_free(&effort);
    lc_text_free(&reason);
}

void lcr_html_failed(lince_text *out, const char *kind, const char *title, const char *why, const char *summary) {
    lcr_html_section_write(out, &(lcr_html_section){.kind = kind, .title = title, .headline = why, .summary = summary});
}

void lcr_html_shown(lince_text *out, const lince_history *h, bool several, const char *left_out) {
    lince_text title = {0}, extent = {0};
    lcr_notes notes = {0};
    note_absence(&notes, h, left_out);
    lcr_put_source(&title, &plain, h, several);
    lcr_put_extent(&extent, h);
    out->cut |= title.cut || extent.cut;
    lcr_html_section_write(out, &(lcr_html_section){.kind = "show",
                                                    .title = lc_text(&title),
                                                    .summary = lc_text(&extent),
                                                    .notes = &notes,
                                                    .history = left_out ? NULL : h});
    lcr_notes_free(&notes);
    lc_text_free(&title);
    lc_text_free(&extent);
}

/* In JSON, < stands in strings alone, and can be written in another way there. */
void lcr_html_add(lince_text *page, const lince_text *section, bool first) {
    const char *at = lc_text(section), *end = at + section->length;
    if (!first) lc_text_puts(page, ",\n");
    while (at < end) {
        const char *stop = memchr(at, '<', (size_t)(end - at));
        lc_text_add(page, at, (size_t)((stop ? stop : end) - at));
        if (stop) lc_text_puts(page, "\\u003c");
        at = stop ? stop + 1 : end;
    }
    page->cut |= section->cut;
}
