#include "follow/stream.h"

#include <stdlib.h>
#include <string.h>

#include "follow/report.h"

enum { FEW_OPS = 1 << 12, FEW_THREADS = 1 << 12, LITTLE_MEMORY = 1 << 24, LATELY = 10000 };

/* ---- beginnings and ends ---- */

static void out_of_memory(lcf_stream *s) { lcf_report_out_of_memory(s->run); }

/* Is this about the last operation in its slot?  Else that was forgotten in a gap, and the slot used again. */
static bool is_last(const lcf_stream *s, const lcf_held *held) {
    return held->slot != LC_NEVER && s->run->slots.at[held->slot].calls == held->calls;
}

/* Is its slot the one that its thread uses next? */
static bool is_current(const lcf_stream *s, const lcf_held *held) {
    return s->slot_of.at[s->history->ops.at[held->op].thread] == held->slot + 1;
}

static void leave_slots(lcf_stream *s) {
    for (uint32_t i = 0; i < s->held.count; i++) { /* slots that their threads gave up for other threads */
        const lcf_held *held = &s->held.at[i];
        if (is_last(s, held) && !is_current(s, held)) lcf_slot_leave(s->run, held->slot);
    }
    for (uint32_t t = 0; t < s->slot_of.count; t++)
        if (s->slot_of.at[t]) lcf_slot_leave(s->run, s->slot_of.at[t] - 1);
    s->held.count = s->slot_of.count = s->targets.count = s->last_event_of.count = 0;
}

/* An empty history in place of the old one. */
static bool begin_history(lcf_stream *s) {
    lince_history *fresh = lc_history_new(s->name, NULL);
    if (!fresh) return false;
    if (s->history) {
        leave_slots(s);
        lince_history_free(s->history);
    }
    s->history = fresh;
    s->most_ops = FEW_OPS;
    s->most_memory = LITTLE_MEMORY;
    return true;
}

/* A thread that is active, or was not long ago, may be active in a gap. */
static bool await_all(lcf_stream *s) {
    const lince_history *h = s->history;
    for (uint32_t t = 0; t < h->threads.items.count; t++) {
        bool lately =
            t < s->last_event_of.count && s->last_event_of.at[t] && s->events - s->last_event_of.at[t] < LATELY;
        if ((h->open.at[t] || lately) && !lcf_awaited_add(&s->awaited, s->space, lc_intern_get(&h->threads, t)))
            return false;
    }
    return true;
}

/* The thread that was named last in the history occurred for the first time in it.  False: it was not awaited. */
static bool note_thread(lcf_stream *s) {
    const lc_intern *threads = &s->history->threads;
    return lcf_awaited_remove(&s->awaited, s->space, lc_intern_get(threads, threads->items.count - 1));
}

lcf_stream *lcf_stream_new(lcf_run *w, lcf_namespace *space, const char *name, uint32_t client) {
    lcf_stream *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    *s = (lcf_stream){.run = w, .space = space, .name = strdup(name), .client = client};
    lcf_awaited_init(&s->awaited);
    s->feed = lc_feed_new(w->options.format);
    if (!s->name || !s->feed || !begin_history(s)) {
        lcf_stream_free(s);
        return NULL;
    }
    return s;
}

void lcf_stream_free(lcf_stream *s) {
    if (!s) return;
    lcf_awaited_stop(&s->awaited, s->space);
    if (s->history) leave_slots(s);
    lince_history_free(s->history);
    lince_specs_free(s->named);
    lc_feed_free(s->feed);
    lcf_lines_free(&s->lines);
    lc_vec_free(NULL, &s->targets);
    lc_vec_free(NULL, &s->slot_of);
    lc_vec_free(NULL, &s->held);
    lc_vec_free(NULL, &s->last_event_of);
    lcf_awaited_free(&s->awaited);
    free(s->name);
    free(s);
}

/* `spec` lines stand before events, so the first event shows that they are complete. */
static lince_status adopt_specs(lcf_stream *s, lince_error *error) {
    lince_history *h = s->history;
    h->may_introduce = false;
    if (!h->specs.count) return LINCE_DONE;
    lince_specs *named = NULL;
    lince_status status = lc_specs_of_history(&named, h, error);
    if (status != LINCE_DONE) {
        lince_specs_free(named);
        return status;
    }
    lince_specs_free(s->named);
    s->named = named;
    s->targets.count = 0;
    lc_history_forget_specs(h);
    return LINCE_DONE;
}

static void complain(lcf_stream *s, const lince_error *error) { lcf_report_failure(s->run, LINCE_BAD_INPUT, error); }

static void gap_at(lcf_stream *s, unsigned long line, const char *why) {
    lince_error error = {0};
    lcf_report_gap(s->run, s->name, line, why);
    lince_status status = adopt_specs(s, &error);
    if (status == LINCE_BAD_INPUT) complain(s, &error);
    lcf_namespace_gap(s->run, s->space);
    uint32_t crashed = s->space->crashed, crashed_unknown = s->space->crashed_unknown;
    if (status == LINCE_OUT_OF_MEMORY || !await_all(s) || !begin_history(s)) {
        out_of_memory(s);
        return;
    }
    s->space->crashed = crashed; /* operations under way are awaited */
    s->space->crashed_unknown = crashed_unknown;
    s->history->torn = true;
    lcf_namespace_settle(s->space);
}

void lcf_stream_gap(lcf_stream *s, const char *why) { gap_at(s, s->lines.number, why); }

void lcf_stream_new_file(lcf_stream *s) {
    lcf_lines_restart(&s->lines);
    s->history->may_introduce = true;
}

void lcf_stream_new_writer(lcf_stream *s) {
    lcf_lines_restart(&s->lines);
    if (!begin_history(s)) out_of_memory(s);
}

/* ---- forgetting ---- */

/* The operations of a history, all of them open, in a new one; their slots in the order of the operations, which is
 * that of the new threads. */
static bool copy_open(const lcf_stream *s, lince_history *fresh, uint32_t *slots) {
    const lince_history *h = s->history;
    fresh->jepsen = h->jepsen;
    fresh->json = h->json;
    fresh->failed_cas_ran = h->failed_cas_ran;
    fresh->torn = h->torn;
    for (uint32_t i = 0; i < h->ops.count; i++) {
        const lc_op *op = &h->ops.at[i];
        lince_value args = lc_value_copy(&fresh->values, &h->values, op->args);
        if (lc_history_invoke(fresh, op->call_line, lc_thread_name(h, op), lc_object_name(h, op), lc_method_name(h, op),
                              args, NULL) != LINCE_DONE)
            return false;
        slots[i] = s->slot_of.at[op->thread];
    }
    return true;
}

/* Threads that do nothing lose their slots, and their names are forgotten. */
static bool forget_names(lcf_stream *s) {
    lince_history *h = s->history, *fresh = lc_history_new(s->name, NULL);
    uint32_t *slots = malloc((h->ops.count + 1) * sizeof *slots);
    bool fine = fresh && slots && copy_open(s, fresh, slots);
    if (fine) {
        for (uint32_t t = 0; t < s->slot_of.count; t++)
            if (s->slot_of.at[t] && !h->open.at[t]) lcf_slot_leave(s->run, s->slot_of.at[t] - 1);
        for (uint32_t i = 0; i < h->ops.count; i++) s->last_event_of.at[i] = s->events;
        s->last_event_of.count = h->ops.count;
        s->slot_of.count = h->ops.count; /* there were more threads */
        memcpy(s->slot_of.at, slots, h->ops.count * sizeof *slots);
        s->targets.count = 0;
        s->history = fresh;
    }
    lince_history_free(fine ? h : fresh);
    free(slots);
    return fine;
}

static void forget(lcf_stream *s) {
    lince_history *h = s->history;
    if ((h->ops.count < s->most_ops && lince_history_memory(h) < s->most_memory) || s->held.count) return;
    bool fine = lc_history_forget(h);
    if (fine && h->threads.items.count > FEW_THREADS && h->threads.items.count / 4 > h->ops.count)
        fine = forget_names(s);
    s->most_ops = s->history->ops.count + FEW_OPS;
    s->most_memory = lince_history_memory(s->history) + LITTLE_MEMORY;
    if (!fine) out_of_memory(s);
}

/* ---- events ---- */

static lince_status target_of(lcf_stream *s, const lc_op *op, lcf_target *out, lince_error *error) {
    while (s->targets.count <= op->method)
        if (!lc_push(NULL, &s->targets, (lcf_target){0})) return LINCE_OUT_OF_MEMORY;
    lcf_target *t = &s->targets.at[op->method];
    if (!t->object || t->history != t->object->history) {
        lcf_object *object;
        lince_status status = lcf_run_object(s->run, s->space, s->history, op, s->named, &object, error);
        if (status != LINCE_DONE) return status;
        lc_span name = lc_method_name(s->history, op);
        uint32_t row = lc_spec_method(object->instance->spec, name.at, name.length);
        if (row == LC_NO_METHOD) return lc_no_such_method(s->history, op, object->instance->spec, error);
        *t = (lcf_target){object, row, object->history};
    }
    *out = *t;
    return LINCE_DONE;
}

static uint32_t new_slot(lcf_stream *s, const lc_op *op, uint32_t lane) {
    lc_span thread = lc_thread_name(s->history, op);
    lince_text name = {0};
    lc_text_add(&name, thread.at, thread.length);
    if (s->client) lc_text_printf(&name, "@%u", s->client);
    if (lane) lc_text_printf(&name, "+%u", lane);
    uint32_t slot = name.cut ? LC_NEVER : lcf_slot_take(s->run, lc_text(&name));
    lc_text_free(&name);
    return slot;
}

/* The slot of the thread that begins this operation.  If the end of its last one is still held back, the two overlap as
 * far as is known, and need a slot each. */
static uint32_t slot_for(lcf_stream *s, const lc_op *op) {
    while (s->slot_of.count <= op->thread)
        if (!lc_push(NULL, &s->slot_of, 0)) return LC_NEVER;
    uint32_t *slot = &s->slot_of.at[op->thread];
    if (*slot && !s->run->slots.at[*slot - 1].open && !s->run->slots.at[*slot - 1].unchecked) return *slot - 1;
    uint32_t fresh = new_slot(s, op, *slot ? ++s->lanes : 0); /* no two have the same name */
    if (fresh != LC_NEVER) *slot = fresh + 1;
    return fresh;
}

static lince_status begin(lcf_stream *s, const lc_op *op, lince_error *error) {
    lcf_target t;
    lince_status status = target_of(s, op, &t, error);
    if (status != LINCE_DONE) return status;
    uint32_t slot = slot_for(s, op);
    if (slot == LC_NEVER) return LINCE_OUT_OF_MEMORY;
    return lcf_object_call(s->run, t.object, slot, s->history, op, t.row, error);
}

static lince_status end(lcf_stream *s, uint32_t number, lc_event_kind kind, uint64_t hold, lince_error *error) {
    const lc_op *op = &s->history->ops.at[number];
    lcf_target t;
    lince_status status = target_of(s, op, &t, error);
    if (status != LINCE_DONE) return status;
    uint32_t slot = s->slot_of.at[op->thread] - 1;
    if (!hold) return lcf_object_end(s->run, slot, s->history, op, t.row, kind, error);
    lcf_held held = {number, slot, s->run->slots.at[slot].calls, t.row, kind, hold};
    return lc_push(NULL, &s->held, held) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status take_event(lcf_stream *s, uint64_t hold, lince_error *error) {
    lc_event event = s->history->events.at[s->history->events.count - 1];
    uint32_t op = lc_event_op(event);
    lince_status status = adopt_specs(s, error);
    if (status != LINCE_DONE) return status;
    s->run->events++;
    uint32_t thread = s->history->ops.at[op].thread;
    while (s->last_event_of.count <= thread)
        if (!lc_push(NULL, &s->last_event_of, 0)) return LINCE_OUT_OF_MEMORY;
    s->last_event_of.at[thread] = ++s->events;
    return lc_event_what(event) == LC_INVOKE ? begin(s, &s->history->ops.at[op], error)
                                             : end(s, op, lc_event_what(event), hold, error);
}

static void next_history(lcf_stream *s) {
    lcf_stream_release(s, UINT64_MAX);
    if (s->run->over) return;
    lince_error error = {0};
    lince_status status = adopt_specs(s, &error);
    if (status == LINCE_BAD_INPUT) complain(s, &error);
    else lcf_namespace_reset(s->run, s->space);
    if (!s->run->over && (status != LINCE_DONE || !begin_history(s))) out_of_memory(s);
}

/* A line that cannot be parsed: its event is lost. */
static void bad_line(lcf_stream *s, unsigned long line, const lince_error *error) {
    if (s->run->options.skip_bad_lines) {
        gap_at(s, line, error->message);
        return;
    }
    lcf_run_flush(s->run); /* a violation that came before is reported */
    if (s->run->over) return;
    complain(s, error);
}

static void use_line(lcf_stream *s, const lc_line *line, uint64_t hold) {
    lince_error error = {0};
    lc_fed fed;
    uint32_t events = s->history->events.count, threads = s->history->threads.items.count;
    lince_status status = lc_feed_line(s->feed, s->history, line, &fed, &error);
    bool event = status == LINCE_DONE && s->history->events.count > events;
    bool new_thread = status == LINCE_DONE && s->history->threads.items.count > threads;
    bool crashed_unknown = new_thread && !event && s->history->passed == LC_CRASH;
    s->space->crashed += crashed_unknown;
    s->space->crashed_unknown += crashed_unknown;
    bool unknown_thread = new_thread && !note_thread(s) && !event;
    if (event) status = take_event(s, hold, &error);
    if (status == LINCE_OUT_OF_MEMORY) out_of_memory(s);
    else if (status != LINCE_DONE) bad_line(s, line->number, &error);
    else if (fed == LC_FED_SEPARATOR) next_history(s);
    else if (unknown_thread && !s->space->desynchronized)
        gap_at(s, line->number, "an operation ended here whose call is missing");
    else if (fed == LC_FED_GAP) gap_at(s, line->number, "the stream marks missing events here");
    else forget(s);
}

void lcf_stream_use(lcf_stream *s, uint64_t hold) {
    lc_line line;
    while (!s->run->over && lcf_lines_next(&s->lines, &line)) use_line(s, &line, hold);
}

static lince_status release(lcf_stream *s, lcf_held *held, lince_error *error) {
    if (!is_last(s, held)) return LINCE_DONE;
    const lc_op *op = &s->history->ops.at[held->op];
    lince_status status = lcf_object_end(s->run, held->slot, s->history, op, held->row, held->kind, error);
    if (!is_current(s, held)) lcf_slot_leave(s->run, held->slot);
    held->slot = LC_NEVER;
    return status;
}

void lcf_stream_release(lcf_stream *s, uint64_t round) {
    uint32_t i = 0;
    while (i < s->held.count && s->held.at[i].round <= round && !s->run->over) {
        lcf_held *held = &s->held.at[i++];
        lince_error error = {0};
        uint32_t line = s->history->ops.at[held->op].end_line;
        lince_status status = release(s, held, &error);
        if (status == LINCE_OUT_OF_MEMORY) out_of_memory(s);
        else if (status != LINCE_DONE) {
            bad_line(s, line, &error);
            i = s->held.count; /* they may be gone */
        }
    }
    s->held.count -= i;
    if (s->held.count) memmove(s->held.at, s->held.at + i, s->held.count * sizeof *s->held.at);
}
