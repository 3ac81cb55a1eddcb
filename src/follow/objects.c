/* Objects and their checkers. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "follow/report.h"
#include "follow/run.h"

#define BETWEEN_REMINDERS 0.25 /* seconds */

/* ---- checkers ---- */

static lince_status start_checker(lcf_run *w, lcf_object *o, lince_error *error) {
    const lco_online_options options = {
        .instance = o->instance,
        .init = w->init,
        .length = w->length,
        .unique = w->options.unique,
        .classes = w->options.classes,
        .window = w->options.window,
        .recent = LCF_RECENT,
        .max_memory = w->options.max_memory,
        .limits = &w->limits,
    };
    o->events = o->gaps = o->gone = 0;
    o->named.count = o->lines.count = 0;
    o->reported = o->unflushed = false;
    w->meet |= lcf_object_criterion(o) == LINCE_SYNC;
    return lco_online_new(&o->online, &options, error);
}

static void stop_checker(lcf_run *w, lcf_object *o) {
    lcf_object_add_coverage(o, &w->settled);
    lco_online_free(o->online);
    o->online = NULL;
}

/* The end of operations under way will not be seen: for the checker they have crashed. */
static void crash_open(lcf_run *w, lcf_object *o) {
    for (uint32_t i = 0; i < w->slots.count && o->open; i++)
        if (w->slots.at[i].open == o) lcf_slot_crash(w, i, true);
    assert(!o->open);
}

static void free_instance(lcf_object *o) {
    if (o->owned) lc_instance_free(&o->own);
    o->owned = false;
}

static void free_object(lcf_run *w, lcf_object *o) {
    crash_open(w, o);
    stop_checker(w, o);
    free_instance(o);
    lc_vec_free(NULL, &o->named);
    lc_vec_free(NULL, &o->lines);
    free(o->name);
    free(o);
}

/* ---- namespaces ---- */

lcf_namespace *lcf_namespace_new(lcf_run *w) {
    lcf_namespace *space = calloc(1, sizeof *space);
    if (!space || !lc_push(NULL, &w->namespaces, space)) {
        free(space);
        return NULL;
    }
    lc_intern_init(&space->names, NULL);
    space->history = ++w->histories;
    return space;
}

void lcf_namespace_free(lcf_run *w, lcf_namespace *space) {
    for (uint32_t i = 0; i < space->objects.count; i++) free_object(w, space->objects.at[i]);
    lc_vec_free(NULL, &space->objects);
    lc_intern_free(&space->names);
    for (uint32_t i = 0; i < w->namespaces.count; i++)
        if (w->namespaces.at[i] == space) w->namespaces.at[i] = w->namespaces.at[--w->namespaces.count];
    free(space);
}

/* The violation that the checker has found, if it has.  A specification that cannot be evaluated ends everything. */
static void look(lcf_run *w, lcf_object *o) {
    lince_error error;
    if (lc_instance_failed(o->instance, &error)) {
        if (!w->over) lcf_report_failure(w, LINCE_BAD_INPUT, &error);
        return;
    }
    if (o->reported || !lco_online_violated(o->online)) return;
    o->reported = true;
    lcf_report_violation(w, o);
    if (!w->options.keep_going) w->over = true;
}

static void flush(lcf_run *w, lcf_object *o) {
    if (!o->unflushed) return;
    o->unflushed = false;
    lco_online_flush(o->online);
    look(w, o);
}

static void give_gap(lcf_object *o) {
    lco_online_gap(o->online);
    o->gaps++;
}

/* A new checker after a violation.  With `desynchronized` the object stays as it is, and nothing is known any more of
 * its state. */
static void start_over(lcf_run *w, lcf_object *o, bool desynchronized) {
    lince_error error = {0};
    stop_checker(w, o);
    lince_status status = start_checker(w, o, &error);
    if (status != LINCE_DONE) lcf_report_failure(w, status, &error); /* it could before, so memory is out */
    else if (desynchronized) give_gap(o);
}

void lcf_object_look(lcf_run *w, lcf_object *o) {
    look(w, o);
    /* Operations that crashed may take effect later, and a new checker would miss that. */
    if (o->reported && !o->open && !o->space->crashed && !w->over) start_over(w, o, true);
}

/* Judges the events so far, before it no longer matters. */
static void end_all(lcf_run *w, lcf_namespace *space) {
    for (uint32_t i = 0; i < space->objects.count; i++) crash_open(w, space->objects.at[i]);
    for (uint32_t i = 0; i < space->objects.count && !w->over; i++) flush(w, space->objects.at[i]);
}

void lcf_namespace_reset(lcf_run *w, lcf_namespace *space) {
    end_all(w, space);
    if (w->over) return;
    space->history = ++w->histories;
    space->has_gap = space->desynchronized = false;
    space->awaited = 0;
    for (uint32_t i = 0; i < w->slots.count; i++)
        if (w->slots.at[i].unchecked == space) w->slots.at[i].unchecked = NULL;
    space->unchecked = space->crashed = space->crashed_unknown = 0;
    for (uint32_t i = 0; i < space->objects.count && !w->over; i++) {
        lcf_object *o = space->objects.at[i];
        if (o->reported) start_over(w, o, false);
        else {
            lco_online_reset(o->online);
            o->gone = lco_online_coverage(o->online)->operations;
        }
    }
}

void lcf_namespace_settle(lcf_namespace *space) {
    if (!space->awaited && !space->unchecked && !space->crashed_unknown) space->desynchronized = false;
}

/* Operations under way go on, but the checkers do not see their ends. */
static void detach_open(lcf_run *w, lcf_namespace *space) {
    for (uint32_t i = 0; i < w->slots.count; i++) {
        const lcf_object *o = w->slots.at[i].open;
        if (!o || o->space != space) continue;
        lcf_slot_crash(w, i, true);
        space->crashed--; /* that is only how the checker sees it */
        w->slots.at[i].unchecked = space;
        space->unchecked++;
    }
}

void lcf_namespace_gap(lcf_run *w, lcf_namespace *space) {
    w->gaps++;
    space->has_gap = space->desynchronized = true;
    detach_open(w, space);
    end_all(w, space);
    for (uint32_t i = 0; i < space->objects.count && !w->over; i++) {
        lcf_object *o = space->objects.at[i];
        if (o->reported) space->crashed_unknown += space->crashed; /* a new checker does not have them */
        if (o->reported) start_over(w, o, true);
        else give_gap(o);
    }
}

void lcf_run_flush(lcf_run *w) {
    for (uint32_t i = 0; i < w->namespaces.count; i++)
        for (uint32_t j = 0; j < w->namespaces.at[i]->objects.count && !w->over; j++)
            flush(w, w->namespaces.at[i]->objects.at[j]);
}

/* An operation under way in an object whose operations meet may have met any other; as long as further events may come,
 * nothing is concluded from that. */
void lcf_run_end(lcf_run *w) {
    for (uint32_t i = 0; i < w->namespaces.count; i++)
        for (uint32_t j = 0; j < w->namespaces.at[i]->objects.count; j++) {
            lcf_object *o = w->namespaces.at[i]->objects.at[j];
            if (lcf_object_criterion(o) == LINCE_SYNC) crash_open(w, o);
        }
    lcf_run_flush(w);
}

/* Where one object is busy all the time, another one is checked, too.  There may be many of them. */
void lcf_run_remind(lcf_run *w, double now) {
    if (now < w->reminded + BETWEEN_REMINDERS) return;
    w->reminded = now;
    for (uint32_t i = 0; i < w->namespaces.count; i++)
        for (uint32_t j = 0; j < w->namespaces.at[i]->objects.count && !w->over; j++) {
            lcf_object *o = w->namespaces.at[i]->objects.at[j];
            if (!o->unflushed) continue;
            lco_online_remind(o->online, now);
            look(w, o);
        }
}

void lcf_run_free(lcf_run *w) {
    while (w->namespaces.count) lcf_namespace_free(w, w->namespaces.at[0]);
    for (uint32_t i = 0; i < w->slots.count; i++) free(w->slots.at[i].name);
    lc_vec_free(NULL, &w->slots);
    lc_vec_free(NULL, &w->free_slots);
    lc_vec_free(NULL, &w->namespaces);
}

/* ---- which object ---- */

static lince_status set_instance(lcf_run *w, lcf_object *o, const lc_instance *instance, const lince_history *h,
                                 const lc_op *op, lince_error *error) {
    lince_error why = {0};
    free_instance(o);
    o->instance = instance;
    o->history = o->space->history;
    bool given = w->given && lc_specs_find(w->given, lc_object_name(h, op)) == instance;
    lince_status status = LINCE_DONE;
    if (!given) { /* the stream may end before the object does */
        status = lc_instance_parse(&o->own, instance->name, NULL, 0, &why);
        o->owned = status == LINCE_DONE;
        o->instance = &o->own;
    }
    if (status == LINCE_DONE) status = start_checker(w, o, &why);
    if (status == LINCE_BAD_INPUT) return lc_fail_at(error, h->file, op->call_line, "%s", why.message);
    return status;
}

static lince_status new_object(lcf_run *w, lcf_namespace *space, const lc_instance *instance, const lince_history *h,
                               const lc_op *op, lcf_object **out, lince_error *error) {
    lc_span name = lc_object_name(h, op);
    lcf_object *o = calloc(1, sizeof *o);
    if (o) o->name = strndup(name.at, name.length);
    if (!o || !o->name || !lc_push(NULL, &space->objects, o)) {
        if (o) free(o->name);
        free(o);
        return LINCE_OUT_OF_MEMORY;
    }
    o->space = space;
    lince_status status = set_instance(w, o, instance, h, op, error);
    if (status == LINCE_DONE && space->has_gap) give_gap(o);
    if (status == LINCE_DONE && lc_intern_add(&space->names, name.at, name.length) == LC_NOT_INTERNED)
        status = LINCE_OUT_OF_MEMORY;
    if (status != LINCE_DONE) {
        space->objects.count--;
        free_object(w, o);
        return status;
    }
    *out = o;
    return LINCE_DONE;
}

lince_status lcf_run_object(lcf_run *w, lcf_namespace *space, const lince_history *h, const lc_op *op,
                            const lince_specs *named, lcf_object **out, lince_error *error) {
    lc_span name = lc_object_name(h, op);
    const lc_instance *instance = w->given ? lc_specs_find(w->given, name) : NULL;
    if (!instance && named) instance = lc_specs_find(named, name);
    uint32_t number = lc_intern_find(&space->names, name.at, name.length);
    lcf_object *o = number == LC_NOT_INTERNED ? NULL : space->objects.at[number];
    if (!instance && !o) return lc_no_spec(h, op, error);
    if (!o) return new_object(w, space, instance, h, op, out, error);
    *out = o;
    if (!instance || !strcmp(instance->name, o->instance->name)) return LINCE_DONE;
    if (o->history == space->history)
        return lc_fail_at(error, h->file, op->call_line, "this object is a %s here, but a %s before", instance->name,
                          o->instance->name);
    stop_checker(w, o);
    w->mixed = true;
    return set_instance(w, o, instance, h, op, error);
}

lince_criterion lcf_object_criterion(const lcf_object *o) {
    return lc_spec_is_sync(o->instance->spec) ? LINCE_SYNC : LINCE_LINEARIZABLE;
}
