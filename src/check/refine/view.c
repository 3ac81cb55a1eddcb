#include "check/refine/view.h"

#include <assert.h>

/* ---- which events belong where ---- */

static bool has_failed(const lc_binding *b, uint32_t op) {
    return lc_op_outcome(b->history, &b->history->ops.at[op]) == LC_FAIL && b->label_of.at[op] == LC_NO_LABEL;
}

/* Before an operation fails it may have happened, like any that is pending. */
static bool label_failed(lc_views *v) {
    lc_binding *b = v->binding;
    for (uint32_t op = 0; op < b->label_of.count; op++) {
        if (!has_failed(b, op) || !lc_push(v->budget, &v->failed, op)) continue;
        uint32_t label = lc_failed_label(b, op);
        if (label == LC_NO_LABEL) return false;
        b->label_of.at[op] = label;
    }
    return !lc_exhausted(v->budget);
}

static bool is_among(const lc_views *v, uint32_t op) {
    return v->failed.count && lc_op_outcome(v->binding->history, &v->binding->history->ops.at[op]) == LC_FAIL;
}

/* Failed operations belong to the part of their object and key, if there is one. */
static bool place_failed(lc_views *v) {
    const lc_binding *b = v->binding;
    lc_map64 parts;
    lc_map64_init(&parts, v->budget);
    for (uint32_t i = 0; i < v->at.count; i++) {
        const lc_part *part = &v->at.at[i].part;
        lc_map64_put(&parts, (uint64_t)part->object << 32 | part->key, i);
    }
    for (uint32_t i = 0; i < v->failed.count; i++) {
        const lc_label *label = &b->labels.at[b->label_of.at[v->failed.at[i]]];
        uint32_t part = lc_map64_get(&parts, (uint64_t)label->object << 32 | label->key);
        if (part == LC_NOT_MAPPED) part = lc_map64_get(&parts, (uint64_t)label->object << 32 | LINCE_NO_VALUE);
        v->part_of.at[v->failed.at[i]] = part; /* LC_NOT_MAPPED is LC_NO_PART: there is no other operation */
    }
    lc_map64_free(&parts);
    return !lc_exhausted(v->budget);
}

bool lc_views_init(lc_views *v, lc_binding *b, const lc_parts *parts, uint32_t k, lc_budget *budget) {
    *v = (lc_views){.budget = budget, .binding = b, .k = k};
    const lince_history *h = b->history;
    bool fine = lc_reserve(budget, &v->part_of, h->ops.count + 1) && lc_reserve(budget, &v->step, h->events.count + 1);
    for (uint32_t i = 0; fine && i < h->ops.count; i++) fine = lc_push(budget, &v->part_of, LC_NO_PART);
    for (uint32_t i = 0; fine && i < h->events.count; i++) fine = lc_push(budget, &v->step, 0);
    for (uint32_t i = 0; fine && i < b->objects.count; i++) fine = lc_push(budget, &v->steps, (lc_object_steps){0});
    for (uint32_t i = 0; fine && i < parts->parts.count; i++) {
        const lc_part *part = &parts->parts.at[i];
        fine = lc_push(budget, &v->at, (lc_view){.part = *part});
        for (uint32_t e = 0; e < part->event_count; e++) v->part_of.at[lc_event_op(part->events[e])] = i;
    }
    return fine && label_failed(v) && place_failed(v);
}

void lc_views_free(lc_views *v) {
    for (uint32_t i = 0; i < v->failed.count; i++) v->binding->label_of.at[v->failed.at[i]] = LC_NO_LABEL;
    for (uint32_t i = 0; i < v->at.count; i++) {
        lc_vec_free(v->budget, &v->at.at[i].places);
        lc_vec_free(v->budget, &v->at.at[i].calls);
        lc_vec_free(v->budget, &v->at.at[i].returns);
        if (v->at.at[i].watched) lc_condense_free(&v->at.at[i].condense);
    }
    lc_vec_free(v->budget, &v->at);
    lc_vec_free(v->budget, &v->part_of);
    lc_vec_free(v->budget, &v->step);
    lc_vec_free(v->budget, &v->steps);
    lc_vec_free(v->budget, &v->failed);
    lc_vec_free(v->budget, &v->events);
}

bool lc_views_watch(lc_views *v, uint32_t part) {
    lc_view *view = &v->at.at[part];
    assert(!v->now);
    view->watched = true;
    return lc_condense_init(&view->condense, v->binding, &view->part, v->budget);
}

/* ---- steps ---- */

/* A failed operation ends in nothing; one whose failure means that it returned `false` has returned. */
static bool returns(const lc_views *v, lc_event e) {
    return lc_event_what(e) == LC_RETURN || (lc_event_what(e) == LC_FAIL && !is_among(v, lc_event_op(e)));
}

static void count_step(lc_views *v, uint32_t place) {
    lc_event e = v->binding->history->events.at[place];
    lc_object_steps *s = &v->steps.at[lc_object_of(v->binding, lc_event_op(e))];
    if (lc_event_what(e) == LC_INVOKE) {
        s->length += s->returned;
        s->returned = false;
    } else if (returns(v, e)) {
        s->returned = true;
    }
    v->step.at[place] = s->length;
}

/* It has failed by now. */
static bool is_over(const lc_views *v, uint32_t op) {
    return is_among(v, op) && v->binding->history->ops.at[op].end < v->now;
}

/* An operation has not happened after all, and no step began with it. */
static void count_again(lc_views *v, uint32_t object) {
    const lc_binding *b = v->binding;
    v->steps.at[object] = (lc_object_steps){0};
    for (uint32_t i = 0; i < v->now; i++) {
        uint32_t op = lc_event_op(b->history->events.at[i]);
        if (lc_object_of(b, op) != object) continue;
        if (is_over(v, op)) v->step.at[i] = v->steps.at[object].length; /* nothing, but steps ascend */
        else count_step(v, i);
    }
    for (uint32_t i = 0; i < v->at.count; i++) {
        lc_view *view = &v->at.at[i];
        if (view->part.object != object) continue;
        view->old = view->calls.count = view->returns.count = 0;
        if (view->watched) (void)lc_condense_again(&view->condense);
    }
}

bool lc_views_step(lc_views *v, uint32_t *part) {
    const lc_binding *b = v->binding;
    uint32_t place = v->now++;
    lc_event e = b->history->events.at[place];
    uint32_t op = lc_event_op(e);
    lc_view *view = v->part_of.at[op] == LC_NO_PART ? NULL : &v->at.at[v->part_of.at[op]];
    count_step(v, place);
    *part = view && view->watched ? v->part_of.at[op] : LC_NO_PART;
    if (lc_event_what(e) == LC_FAIL && is_among(v, op)) {
        count_again(v, lc_object_of(b, op));
        if (*part != LC_NO_PART) view->touched = true;
        return false;
    }
    if (*part != LC_NO_PART && lc_event_what(e) != LC_CRASH) {
        (void)lc_push(v->budget, &view->places, place);
        view->seen = view->places.count;
    }
    return returns(v, e);
}

/* ---- the view itself ---- */

static lc_event event_at(const lc_views *v, uint32_t place) {
    lc_event e = v->binding->history->events.at[place];
    return lc_make_event(lc_event_op(e), lc_event_what(e) == LC_INVOKE ? LC_INVOKE : LC_RETURN);
}

/* Takes over the events that have become old since. */
static bool grow_old(lc_views *v, lc_view *view) {
    uint32_t length = v->steps.at[view->part.object].length;
    uint32_t until = length > v->k ? length - v->k : 0;
    for (; view->old < view->seen && v->step.at[view->places.at[view->old]] <= until; view->old++) {
        lc_event e = event_at(v, view->places.at[view->old]);
        if (is_over(v, lc_event_op(e))) continue;
        bool call = lc_event_what(e) == LC_INVOKE;
        if (call ? !lc_push(v->budget, &view->calls, e) : !lc_push(v->budget, &view->returns, e)) return false;
    }
    return lc_condense_old(&view->condense, &view->calls, &view->returns);
}

lc_part lc_views_look(lc_views *v, uint32_t number) {
    lc_view *view = &v->at.at[number];
    lc_part part = view->part;
    part.events = NULL;
    v->events.count = 0;
    uint32_t most = view->calls.count + view->returns.count + view->seen - view->old + 1;
    if (!grow_old(v, view) || !lc_reserve(v->budget, &v->events, most)) return part;
    for (uint32_t i = 0; i < view->calls.count; i++) v->events.at[v->events.count++] = view->calls.at[i];
    for (uint32_t i = 0; i < view->returns.count; i++) v->events.at[v->events.count++] = view->returns.at[i];
    for (uint32_t i = view->old; i < view->seen; i++) {
        lc_event e = event_at(v, view->places.at[i]);
        if (!is_over(v, lc_event_op(e))) v->events.at[v->events.count++] = e;
    }
    part.events = v->events.at;
    part.event_count = v->events.count;
    view->touched = false;
    return part;
}

bool lc_views_left_out(const lc_views *v, uint32_t op, uint32_t part) {
    return is_over(v, op) && v->part_of.at[op] == part;
}
