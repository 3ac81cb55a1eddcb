#include "cli/monitor/excerpt.h"

#include <stdlib.h>
#include <string.h>

#include <lince/check.h>

#include "lang/object.h"
#include "monitor/watch.h"
#include "report/report.h"
#include "report/words.h"

enum { SECONDS_TO_EXPLAIN = 10, DRAWN_MOST = 24 };

static const lince_method *method_of(const lcc_object *o, const lince_history *h, const lc_op *op) {
    lc_span name = lc_method_name(h, op);
    uint32_t row = lc_spec_method(o->instance->spec, name.at, name.length);
    return row == LC_NO_METHOD ? NULL : &o->instance->spec->methods[row];
}

/* The part of a payload, counted from 1, or from the end as -1; LINCE_NO_VALUE: there is none. */
static lince_value part(const lince_history *h, lince_value payload, int number) {
    size_t count;
    if (payload == LINCE_NO_VALUE) return LINCE_NO_VALUE;
    const lince_value *items = lc_payload_items(&h->values, &payload, &count);
    size_t index = number < 0 ? count - 1 : (size_t)number - 1;
    return index < count ? items[index] : LINCE_NO_VALUE;
}

static lince_value key_of(const lcc_object *o, const lince_history *h, const lc_op *op) {
    const lince_method *m = method_of(o, h, op);
    return m && m->key ? part(h, op->args, m->key) : LINCE_NO_VALUE;
}

/* ---- does it stand for all that happened? ---- */

static bool adds(const lcc_object *o, const lince_history *h, lince_value value) {
    for (uint32_t i = 0; i < h->ops.count; i++) {
        const lince_method *m = method_of(o, h, &h->ops.at[i]);
        if (m && m->role == LINCE_ROLE_ADD && part(h, h->ops.at[i].args, -1) == value) return true;
    }
    return false;
}

/* Is everything that is taken in the conflict also added in the excerpt? */
static bool is_closed(const lcc_object *o, const lince_history *h, const lc_violation *v) {
    for (uint32_t i = 0; i < v->conflict.count; i++) {
        const lc_op *op = &h->ops.at[v->conflict.at[i].op];
        const lince_method *m = method_of(o, h, op);
        lince_value value = part(h, op->results, 1);
        if (!m || m->role == LINCE_ROLE_ADD || value == LINCE_NO_VALUE || value == m->pure_result) continue;
        if (!adds(o, h, value)) return false;
    }
    return true;
}

static bool is_all(const lcc_object *o) {
    const lco_online_covered *c = lco_online_coverage(o->online);
    return c->operations - o->gone <= LCC_RECENT && !c->gaps;
}

/* Is the excerpt wrong for the reason that the whole history is?  An excerpt begins in the middle, as a rule, where the
 * object was not in its initial state.  That does no harm to containers, unless elements that were inside then take
 * part, or the conflict ends where everything did. */
static bool explains_all(const lcc_object *o, const lco_online_violation *found, const lc_violation *v) {
    const lince_history *h = found->history;
    if (!lco_is_container(o->instance->spec)) return is_all(o);
    return is_closed(o, h, v) || v->prefix_events == h->events.count;
}

/* If the excerpt is not the whole history, the reason is that of the checker, which saw all of it: a value that no
 * operation wrote in the excerpt may have been written before. */
static void say_as_seen(lc_violation *v, const char *reason) {
    lince_text key = {0};
    if (v->key) lc_text_printf(&key, "key %s: ", v->key);
    if (key.length && !strncmp(reason, lc_text(&key), key.length)) reason += key.length;
    lc_text_free(&key);
    free(v->reason);
    v->reason = strdup(reason);
    v->pattern = NULL;
}

lince_result *lcc_excerpt_judge(const lcc_lookout *w, const lcc_object *o, const lco_online_violation *v) {
    lince_error error = {0};
    lince_result *r = NULL;
    lince_specs *specs = v->history ? lcm_specs_new() : NULL;
    /* Ctrl-C is how monitoring usually ends, and a violation found in the end is explained all the same. */
    bool ending = lc_is_interrupted(w->interrupt);
    const lince_check_options options = {.timeout = SECONDS_TO_EXPLAIN,
                                         .interrupt = ending ? NULL : w->interrupt,
                                         .max_memory = w->settings.max_memory,
                                         .jobs = w->settings.jobs ? w->settings.jobs : 1,
                                         .init = w->init};
    bool fine = specs && lince_specs_add(specs, o->instance->name, &error) == LINCE_DONE &&
                lince_check(v->history, specs, &options, &r, &error) == LINCE_DONE;
    lince_specs_free(specs);
    bool wrong = fine && r->verdict == LINCE_VERDICT_VIOLATION && r->violation;
    bool explained = wrong && explains_all(o, v, r->violation);
    if (explained || (wrong && v->whole)) {
        if (!explained) say_as_seen(r->violation, v->reason);
        return r;
    }
    lince_result_free(r);
    return NULL;
}

/* ---- drawing histories that cannot be explained better ---- */

/* Operations on other keys are unrelated to the last events. */
static void keep_key(lcr_shown_list *shown, const lcc_object *o, const lince_history *h) {
    if (!h->events.count) return;
    lince_value key = key_of(o, h, &h->ops.at[lc_event_op(h->events.at[h->events.count - 1])]);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < shown->count; i++)
        if (key == LINCE_NO_VALUE || key_of(o, h, &h->ops.at[shown->at[i].op]) == key) shown->at[kept++] = shown->at[i];
    shown->count = kept;
}

static void draw(lince_text *t, const lcc_lookout *w, const lcc_object *o, const lince_history *h) {
    lcr_shown_list shown = {0};
    lcr_show_all(&shown, h);
    keep_key(&shown, o, h);
    uint32_t first = shown.count > DRAWN_MOST ? shown.count - DRAWN_MOST : 0;
    lc_text_puts(t, "\n  The last operations:\n\n");
    const lcr_drawing drawing = {.ops = shown.at + first, .count = shown.count - first, .indent = 4};
    if (shown.count) lcr_draw_timeline(t, &w->style, h, &drawing);
    lc_vec_free(NULL, &shown);
}

void lcc_excerpt_explain(lince_text *t, const lcc_lookout *w, const lcc_object *o, const lco_online_violation *v,
                         const lince_result *r) {
    if (r) {
        lcr_report_violation(t, &w->style, v->history, r);
        return;
    }
    lince_text reason = {0};
    lcr_put_clean(&reason, &w->style, v->reason, strlen(v->reason));
    lc_text_putc(&reason, '.');
    lcr_put_wrapped(t, &w->style, lc_text(&reason), 2, 0);
    lc_text_free(&reason);
    if (v->history) draw(t, w, o, v->history);
}
