/* An answer as a section of the page: its steps with their changes, and calls and returns as a history. */
#include <stdlib.h>
#include <string.h>

#include "check/result.h"
#include "report/html.h"
#include "report/report.h"
#include "report/words.h"
#include "verifier/print/print.h"

static const lcr_style plain = {.width = 0};

/* ---- which operations the steps belong to ---- */

/* Calls and returns are the history's events, in their order.  Any other step belongs to the call that its process is
 * executing. */
typedef struct ownership {
    const lcm_verification *run;
    const lince_history *history; /* NULL: nothing is known */
    uint32_t events;              /* met so far */
    struct {
        const char *process;
        uint32_t op;
    } * open; /* operations under way, room for as many as there are */
    uint32_t open_count;
} ownership;

static ownership own(const lcm_verification *run, const lince_history *h) {
    ownership o = {.run = run};
    if (h) o.open = calloc((size_t)h->ops.count + 1, sizeof *o.open);
    if (o.open) o.history = h;
    return o;
}

static uint32_t find_open(const ownership *o, const char *process) {
    uint32_t i = 0;
    while (i < o->open_count && strcmp(o->open[i].process, process)) i++;
    return i;
}

static bool is_event(const ownership *o, uint32_t step) {
    const lcm_path *path = &o->run->finding.path;
    return step < path->moves.count && lcm_linear_is_event(o->run->linear.specification, path->moves.at[step].label);
}

/* The operation of the next step; LC_NEVER: none. */
static uint32_t owner_of(ownership *o, const lcv_step *s, uint32_t step) {
    if (!o->history) return LC_NEVER;
    uint32_t place = find_open(o, s->process);
    if (!is_event(o, step)) return place < o->open_count ? o->open[place].op : LC_NEVER;
    lc_event event = o->history->events.at[o->events++];
    uint32_t op = lc_event_op(event);
    if (lc_event_what(event) == LC_INVOKE) {
        if (place == o->open_count) o->open_count++;
        o->open[place].process = s->process;
        o->open[place].op = op;
    } else if (place < o->open_count) o->open[place] = o->open[--o->open_count];
    return op;
}

/* ---- steps ---- */

static void write_pairs(lcr_writer *w, const char *key, const char *changes) {
    lcv_change c;
    if (key) lcr_write_key(w, key);
    lcr_write_open(w, '[');
    while (lcv_change_next(&changes, &c)) {
        lcr_write_open(w, '[');
        lcr_write_string(w, c.name, c.name_length);
        if (c.value) lcr_write_string(w, c.value, c.value_length);
        else lcr_write_null(w);
        lcr_write_close(w, ']');
    }
    lcr_write_close(w, ']');
}

static void write_steps(lince_text *out, const lcv_answer *a, const lince_history *h) {
    lcr_writer w = {.out = out};
    const lcv_steps *steps = &a->steps;
    ownership o = own(a->run, h);
    lcr_write_open(&w, '[');
    for (uint32_t i = 0; i < steps->at.count; i++) {
        const lcv_step *s = &steps->at.at[i];
        uint32_t op = owner_of(&o, s, i);
        lcr_write_open(&w, '{');
        lcr_write_key(&w, "process");
        lcr_write_text(&w, s->process);
        lcr_write_key(&w, "event");
        lcr_write_text(&w, s->event);
        write_pairs(&w, "changes", s->changes);
        lcr_write_key(&w, "hidden");
        lcr_write_bool(&w, s->hidden);
        lcr_write_key(&w, "op");
        if (op == LC_NEVER) lcr_write_null(&w);
        else lcr_write_count(&w, op);
        lcr_write_close(&w, '}');
    }
    lcr_write_close(&w, ']');
    out->cut |= steps->cut;
    free(o.open);
}

/* ---- the rest ---- */

static void add_notes(lcr_notes *notes, const lcv_answer *a, bool expect) {
    const lc_violation *v = lcv_answer_conflict(a);
    lince_text text = {0};
    if (a->broken) lcv_put_place(&text, &plain, a->model, a->place);
    lcr_notes_add(notes, &text);
    if (v) {
        lcv_put_sentence(&text, &plain, a);
        lcr_notes_add(notes, &text);
        lcr_notes_explain(notes, a->run->history, v);
    }
    if (!a->steps.at.count && a->steps.first && *a->steps.first) {
        lc_text_puts(&text, "At the beginning: ");
        lcr_put_clean(&text, &plain, a->steps.first, strlen(a->steps.first));
        lcr_notes_add(notes, &text);
    }
    if (expect) lcv_put_expectation(&text, a);
    lcr_notes_add(notes, &text);
}

void lcv_print_section(lince_text *out, const lcv_answer *a, bool expect) {
    lince_text result = {0}, headline = {0}, summary = {0}, reason = {0}, steps = {0}, start = {0};
    lcr_notes notes = {0};
    const lince_history *h = a->run->history && a->run->history->ops.count ? a->run->history : NULL;
    const lc_violation *v = lcv_answer_conflict(a);
    lcv_print_json(&result, a);
    lcv_put_outcome(&headline, &plain, a);
    lcv_put_effort(&summary, a);
    lc_text_printf(&summary, "; line %u", a->assertion->place.line);
    if (v) lcr_put_reason(&reason, &plain, v);
    else lcv_put_sentence(&reason, &plain, a);
    if (a->steps.at.count) {
        lcr_writer w = {.out = &start};
        write_steps(&steps, a, h);
        write_pairs(&w, NULL, a->steps.first);
    }
    add_notes(&notes, a, expect);
    out->cut |= headline.cut || summary.cut || reason.cut;
    lcr_html_section_write(out, &(lcr_html_section){.kind = "model",
                                                    .title = lcv_assertion_text(a->assertion),
                                                    .result = &result,
                                                    .headline = lc_text(&headline),
                                                    .summary = lc_text(&summary),
                                                    .reason = reason.length ? lc_text(&reason) : NULL,
                                                    .notes = &notes,
                                                    .model_steps = &steps,
                                                    .model_start = &start,
                                                    .loop = a->steps.loop,
                                                    .history = h,
                                                    .found = v ? a->judged : NULL});
    lcr_notes_free(&notes);
    lc_text_free(&result);
    lc_text_free(&headline);
    lc_text_free(&summary);
    lc_text_free(&reason);
    lc_text_free(&steps);
    lc_text_free(&start);
}
