/* Threads and their operations: events on their way to the checkers. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "follow/run.h"

/* ---- threads ---- */

static void count_event(lcf_object *o, uint32_t line) {
    uint32_t at = (uint32_t)(o->events++ % LCF_LINES_KEPT);
    if (at < o->lines.count) o->lines.at[at] = line;
    else if (at == o->lines.count) (void)lc_push(NULL, &o->lines, line); /* else it will not be known */
    o->unflushed = true;
}

uint32_t lcf_slot_take(lcf_run *w, const char *name) {
    lcf_slot fresh = {.name = strdup(name)};
    if (!fresh.name) return LC_NEVER;
    if (w->free_slots.count) {
        uint32_t slot = w->free_slots.at[--w->free_slots.count];
        fresh.generation = w->slots.at[slot].generation + 1;
        fresh.calls = w->slots.at[slot].calls;
        w->slots.at[slot] = fresh;
        return slot;
    }
    fresh.generation = 1;
    if (lc_reserve(NULL, &w->free_slots, w->slots.count + 1) && lc_push(NULL, &w->slots, fresh))
        return w->slots.count - 1;
    free(fresh.name);
    return LC_NEVER;
}

static void end_unchecked(lcf_slot *s) {
    lcf_namespace *space = s->unchecked;
    s->unchecked = NULL;
    space->unchecked--;
    lcf_namespace_settle(space);
}

static void crash_unchecked(lcf_slot *s) {
    s->unchecked->crashed++;
    s->unchecked->crashed_unknown++;
    end_unchecked(s);
}

void lcf_slot_crash(lcf_run *w, uint32_t slot, bool lost) {
    lcf_object *o = w->slots.at[slot].open;
    if (w->slots.at[slot].unchecked) crash_unchecked(&w->slots.at[slot]);
    if (!o) return;
    if (lost) lco_online_lose(o->online, slot);
    else lco_online_crash(o->online, slot);
    count_event(o, 0);
    o->open--;
    o->space->crashed++;
    w->slots.at[slot].open = NULL;
}

void lcf_slot_leave(lcf_run *w, uint32_t slot) {
    lcf_slot *s = &w->slots.at[slot];
    lcf_slot_crash(w, slot, false);
    free(s->name);
    s->name = NULL;
    w->free_slots.at[w->free_slots.count++] = slot; /* there is room */
}

/* ---- events ---- */

/* Introduces the thread to the checker. */
static bool introduce(lcf_run *w, lcf_object *o, uint32_t slot) {
    while (o->named.count <= slot)
        if (!lc_push(NULL, &o->named, 0)) return false;
    if (o->named.at[slot] == w->slots.at[slot].generation) return true;
    lco_online_name(o->online, slot, w->slots.at[slot].name);
    o->named.at[slot] = w->slots.at[slot].generation;
    return true;
}

/* If the checker has no memory for them, it records that. */
static void copy_values(lcf_object *o, const lince_history *h, lc_payload_parts *parts) {
    lince_values *to = lco_online_values(o->online);
    for (size_t i = 0; i < parts->count; i++) parts->at[i] = lc_value_copy(to, &h->values, parts->at[i]);
}

static lince_status refused(const lince_history *h, uint32_t line, const lince_error *why, lince_error *error) {
    return lc_fail_at(error, h->file, line, "%s", why->message);
}

lince_status lcf_object_call(lcf_run *w, lcf_object *o, uint32_t slot, const lince_history *h, const lc_op *op,
                             uint32_t row, lince_error *error) {
    lince_error why = {0};
    lc_payload_parts args;
    assert(!w->slots.at[slot].open && !w->slots.at[slot].unchecked);
    lince_status status = lc_split_args(h, op, &o->instance->spec->methods[row], &args, error);
    if (status != LINCE_DONE) return status;
    if (o->space->desynchronized) {
        w->slots.at[slot].unchecked = o->space;
        w->slots.at[slot].calls++;
        o->space->unchecked++;
        return LINCE_DONE;
    }
    if (!introduce(w, o, slot)) return LINCE_OUT_OF_MEMORY;
    copy_values(o, h, &args);
    if (!lco_online_call(o->online, slot, row, args.at, (uint32_t)args.count, &why))
        return refused(h, op->call_line, &why, error);
    w->slots.at[slot].open = o;
    w->slots.at[slot].calls++;
    o->open++;
    count_event(o, op->call_line);
    return LINCE_DONE;
}

static lince_status give_return(lcf_object *o, uint32_t slot, const lince_history *h, const lc_op *op,
                                const lince_method *m, bool failed, lince_error *error) {
    lince_error why = {0};
    lc_payload_parts args, results = {.at = {LINCE_FALSE}, .count = 1};
    bool known = true;
    lince_status status = failed ? LINCE_DONE : lc_split_args(h, op, m, &args, error);
    if (!failed && status == LINCE_DONE) status = lc_split_results(h, op, m, &args, &results, &known, error);
    if (status != LINCE_DONE) return status;
    if (!known) { /* nothing follows from its end without a result: it may as well be under way */
        lco_online_crash(o->online, slot);
        return LINCE_DONE;
    }
    copy_values(o, h, &results);
    if (!lco_online_return(o->online, slot, results.at, (uint32_t)results.count, &why))
        return refused(h, op->end_line, &why, error);
    return LINCE_DONE;
}

lince_status lcf_object_end(lcf_run *w, uint32_t slot, const lince_history *h, const lc_op *op, uint32_t row,
                            lc_event_kind kind, lince_error *error) {
    lcf_object *o = w->slots.at[slot].open;
    if (w->slots.at[slot].unchecked) {
        w->settled.operations += kind != LC_FAIL;
        w->settled.not_at_all += kind != LC_FAIL;
        if (kind == LC_CRASH) crash_unchecked(&w->slots.at[slot]);
        else end_unchecked(&w->slots.at[slot]);
    }
    if (!o) return LINCE_DONE;
    const lince_method *m = &o->instance->spec->methods[row];
    bool ran = kind == LC_FAIL && m->results_max &&
               lc_fail_returns(h, op, m, w->options.fail_returns, w->options.fail_returns_count);
    lince_status status = LINCE_DONE;
    if (kind == LC_RETURN || ran) status = give_return(o, slot, h, op, m, ran, error);
    else if (kind == LC_CRASH) lco_online_crash(o->online, slot);
    else lco_online_fail(o->online, slot);
    if (status != LINCE_DONE) return status;
    w->slots.at[slot].open = NULL;
    o->open--;
    o->space->crashed += kind == LC_CRASH;
    count_event(o, op->end_line);
    lcf_object_look(w, o);
    return LINCE_DONE;
}
