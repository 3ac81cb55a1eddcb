/* Objects and their checkers. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "cli/monitor/lookout.h"
#include "cli/monitor/say.h"

#define BETWEEN_REMINDERS 0.25 /* seconds */

/* ---- checkers ---- */

static lince_status start_checker(lc_lookout *w, lc_object *o, lince_error *error) {
    const lc_online_options options = {
        .instance = o->instance,
        .init = w->init,
        .length = w->length,
        .unique = w->settings.unique,
        .classes = w->settings.classes,
        .window = w->settings.window,
        .recent = LC_RECENT,
        .max_memory = w->settings.max_memory,
        .limits = &w->limits,
    };
    o->events = o->gaps = o->gone = 0;
    o->named.count = o->lines.count = 0;
    o->told = o->unjudged = false;
    w->meet |= lc_object_criterion(o) == LINCE_SYNC;
    return lc_online_new(&o->online, &options, error);
}

static void add_coverage(lc_online_covered *to, const lc_object *o) {
    if (!o->online) return;
    const lc_online_covered *c = lc_online_coverage(o->online);
    to->operations += c->operations;
    to->exactly += c->exactly;
    to->in_part += c->in_part;
    to->by_length += c->by_length;
    to->not_at_all += c->not_at_all;
    to->windows += c->windows;
    to->gaps += c->gaps - o->gaps; /* memory was out */
}

static void stop_checker(lc_lookout *w, lc_object *o) {
    add_coverage(&w->settled, o);
    lc_online_free(o->online);
    o->online = NULL;
}

/* What is under way will not be heard of again: for the checker it has crashed. */
static void crash_open(lc_lookout *w, lc_object *o) {
    for (uint32_t i = 0; i < w->slots.count && o->open; i++)
        if (w->slots.at[i].open == o) lc_slot_crash(w, i, true);
    assert(!o->open);
}

static void free_instance(lc_object *o) {
    if (o->owned) lc_instance_free(&o->own);
    o->owned = false;
}

static void free_object(lc_lookout *w, lc_object *o) {
    crash_open(w, o);
    stop_checker(w, o);
    free_instance(o);
    lc_vec_free(NULL, &o->named);
    lc_vec_free(NULL, &o->lines);
    free(o->name);
    free(o);
}

/* ---- worlds ---- */

lc_world *lc_world_new(lc_lookout *w) {
    lc_world *world = calloc(1, sizeof *world);
    if (!world || !lc_push(NULL, &w->worlds, world)) {
        free(world);
        return NULL;
    }
    lc_intern_init(&world->names, NULL);
    world->history = ++w->histories;
    return world;
}

void lc_world_free(lc_lookout *w, lc_world *world) {
    for (uint32_t i = 0; i < world->objects.count; i++) free_object(w, world->objects.at[i]);
    lc_vec_free(NULL, &world->objects);
    lc_intern_free(&world->names);
    for (uint32_t i = 0; i < w->worlds.count; i++)
        if (w->worlds.at[i] == world) w->worlds.at[i] = w->worlds.at[--w->worlds.count];
    free(world);
}

/* What the checker has found, if it has.  A specification that cannot be evaluated ends everything. */
static void look(lc_lookout *w, lc_object *o) {
    lince_error error;
    if (lc_instance_failed(o->instance, &error)) {
        if (!w->over) w->status = lc_worse_exit(w->status, lc_report_error(&error));
        w->over = true;
        return;
    }
    if (o->told || !lc_online_violated(o->online)) return;
    o->told = true;
    lc_say_violation(w, o);
    if (!w->settings.keep_going) w->over = true;
}

static void flush(lc_lookout *w, lc_object *o) {
    if (!o->unjudged) return;
    o->unjudged = false;
    lc_online_flush(o->online);
    look(w, o);
}

static void give_gap(lc_object *o) {
    lc_online_gap(o->online);
    o->gaps++;
}

/* A new checker after a violation.  With `adrift` the object stays as it is, and nothing is known any more of its
 * state. */
static void start_over(lc_lookout *w, lc_object *o, bool adrift) {
    lince_error error = {0};
    stop_checker(w, o);
    lince_status status = start_checker(w, o, &error);
    if (status != LINCE_DONE) { /* it could before, so memory is out */
        w->status = lc_worse_exit(w->status, lc_report_failure(status, &error));
        w->over = true;
    } else if (adrift) give_gap(o);
}

void lc_object_look(lc_lookout *w, lc_object *o) {
    look(w, o);
    /* Operations that crashed may take effect later, and a new checker would not know. */
    if (o->told && !o->open && !o->world->crashed && !w->over) start_over(w, o, true);
}

/* Judges what there is, before nothing of it matters any more. */
static void end_all(lc_lookout *w, lc_world *world) {
    for (uint32_t i = 0; i < world->objects.count; i++) crash_open(w, world->objects.at[i]);
    for (uint32_t i = 0; i < world->objects.count && !w->over; i++) flush(w, world->objects.at[i]);
}

void lc_world_reset(lc_lookout *w, lc_world *world) {
    end_all(w, world);
    if (w->over) return;
    world->history = ++w->histories;
    world->torn = world->adrift = false;
    world->awaited = 0;
    for (uint32_t i = 0; i < w->slots.count; i++)
        if (w->slots.at[i].unseen == world) w->slots.at[i].unseen = NULL;
    world->unseen = world->crashed = world->obscure = 0;
    for (uint32_t i = 0; i < world->objects.count && !w->over; i++) {
        lc_object *o = world->objects.at[i];
        if (o->told) start_over(w, o, false);
        else {
            lc_online_reset(o->online);
            o->gone = lc_online_coverage(o->online)->operations;
        }
    }
}

void lc_world_settle(lc_world *world) {
    if (!world->awaited && !world->unseen && !world->obscure) world->adrift = false;
}

/* Those who are under way go on, but the checkers do not hear of them again. */
static void lose_sight(lc_lookout *w, lc_world *world) {
    for (uint32_t i = 0; i < w->slots.count; i++) {
        const lc_object *o = w->slots.at[i].open;
        if (!o || o->world != world) continue;
        lc_slot_crash(w, i, true);
        world->crashed--; /* that is only how the checker sees it */
        w->slots.at[i].unseen = world;
        world->unseen++;
    }
}

void lc_world_gap(lc_lookout *w, lc_world *world) {
    w->gaps++;
    world->torn = world->adrift = true;
    lose_sight(w, world);
    end_all(w, world);
    for (uint32_t i = 0; i < world->objects.count && !w->over; i++) {
        lc_object *o = world->objects.at[i];
        if (o->told) world->obscure += world->crashed; /* a new checker does not know of them */
        if (o->told) start_over(w, o, true);
        else give_gap(o);
    }
}

void lc_lookout_flush(lc_lookout *w) {
    for (uint32_t i = 0; i < w->worlds.count; i++)
        for (uint32_t j = 0; j < w->worlds.at[i]->objects.count && !w->over; j++)
            flush(w, w->worlds.at[i]->objects.at[j]);
}

/* Who is under way in an object whose operations meet may have met anybody; as long as something may come, nothing is
 * concluded from that. */
void lc_lookout_end(lc_lookout *w) {
    for (uint32_t i = 0; i < w->worlds.count; i++)
        for (uint32_t j = 0; j < w->worlds.at[i]->objects.count; j++) {
            lc_object *o = w->worlds.at[i]->objects.at[j];
            if (lc_object_criterion(o) == LINCE_SYNC) crash_open(w, o);
        }
    lc_lookout_flush(w);
}

/* Where one object is busy all the time, another one is asked too.  There may be many of them. */
void lc_lookout_remind(lc_lookout *w, double now) {
    if (now < w->reminded + BETWEEN_REMINDERS) return;
    w->reminded = now;
    for (uint32_t i = 0; i < w->worlds.count; i++)
        for (uint32_t j = 0; j < w->worlds.at[i]->objects.count && !w->over; j++) {
            lc_object *o = w->worlds.at[i]->objects.at[j];
            if (!o->unjudged) continue;
            lc_online_remind(o->online, now);
            look(w, o);
        }
}

void lc_lookout_covered(const lc_lookout *w, lc_online_covered *all) {
    *all = w->settled;
    for (uint32_t i = 0; i < w->worlds.count; i++)
        for (uint32_t j = 0; j < w->worlds.at[i]->objects.count; j++) add_coverage(all, w->worlds.at[i]->objects.at[j]);
    all->gaps += w->gaps;
}

size_t lc_lookout_memory(const lc_lookout *w) {
    size_t bytes = 0;
    for (uint32_t i = 0; i < w->worlds.count; i++)
        for (uint32_t j = 0; j < w->worlds.at[i]->objects.count; j++)
            bytes += lc_online_memory(w->worlds.at[i]->objects.at[j]->online);
    return bytes;
}

/* ---- which object ---- */

static lince_status set_instance(lc_lookout *w, lc_object *o, const lc_instance *instance, const lince_history *h,
                                 const lc_op *op, lince_error *error) {
    lince_error why = {0};
    free_instance(o);
    o->instance = instance;
    o->history = o->world->history;
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

static lince_status new_object(lc_lookout *w, lc_world *world, const lc_instance *instance, const lince_history *h,
                               const lc_op *op, lc_object **out, lince_error *error) {
    lc_span name = lc_object_name(h, op);
    lc_object *o = calloc(1, sizeof *o);
    if (o) o->name = strndup(name.at, name.length);
    if (!o || !o->name || !lc_push(NULL, &world->objects, o)) {
        if (o) free(o->name);
        free(o);
        return LINCE_OUT_OF_MEMORY;
    }
    o->world = world;
    lince_status status = set_instance(w, o, instance, h, op, error);
    if (status == LINCE_DONE && world->torn) give_gap(o);
    if (status == LINCE_DONE && lc_intern_add(&world->names, name.at, name.length) == LC_NOT_INTERNED)
        status = LINCE_OUT_OF_MEMORY;
    if (status != LINCE_DONE) {
        world->objects.count--;
        free_object(w, o);
        return status;
    }
    *out = o;
    return LINCE_DONE;
}

lince_status lc_lookout_object(lc_lookout *w, lc_world *world, const lince_history *h, const lc_op *op,
                               const lince_specs *named, lc_object **out, lince_error *error) {
    lc_span name = lc_object_name(h, op);
    const lc_instance *instance = w->given ? lc_specs_find(w->given, name) : NULL;
    if (!instance && named) instance = lc_specs_find(named, name);
    uint32_t number = lc_intern_find(&world->names, name.at, name.length);
    lc_object *o = number == LC_NOT_INTERNED ? NULL : world->objects.at[number];
    if (!instance && !o) return lc_no_spec(h, op, error);
    if (!o) return new_object(w, world, instance, h, op, out, error);
    *out = o;
    if (!instance || !strcmp(instance->name, o->instance->name)) return LINCE_DONE;
    if (o->history == world->history)
        return lc_fail_at(error, h->file, op->call_line, "this object is a %s here, but a %s before", instance->name,
                          o->instance->name);
    stop_checker(w, o);
    w->mixed = true;
    return set_instance(w, o, instance, h, op, error);
}

lince_criterion lc_object_criterion(const lc_object *o) {
    return lc_spec_is_sync(o->instance->spec) ? LINCE_SYNC : LINCE_LINEARIZABLE;
}

lince_criterion lc_lookout_criterion(const lc_lookout *w) { return w->meet ? LINCE_SYNC : LINCE_LINEARIZABLE; }
