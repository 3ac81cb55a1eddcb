#include "tester/driver/replay.h"

#include <string.h>

#include "target/explore/control.h"

static const char *keep_text(lc_arena *memory, lc_span text) {
    char *copy = lc_arena_take(memory, text.length + 1);
    if (!copy) return NULL;
    memcpy(copy, text.at, text.length);
    copy[text.length] = '\0';
    return copy;
}

static const uint64_t *keep_frames(lc_arena *memory, const uint64_t *frames, uint32_t count) {
    uint64_t *copy = lc_arena_take(memory, count * sizeof *copy + 1);
    if (copy) memcpy(copy, frames, count * sizeof *copy);
    return copy;
}

static lince_status on_step(lcd_exploration *x, const lcd_msg_step *msg, lince_error *error) {
    (void)error;
    lcd_replayed *r = x->context;
    const uint64_t *frames = keep_frames(&r->memory, msg->frames, msg->frame_count);
    lcd_trace_step step = {.step = msg->step,
                           .thread = msg->thread,
                           .kind = msg->kind,
                           .address = msg->address,
                           .size = msg->size,
                           .before = msg->before,
                           .after = msg->after,
                           .pc = msg->pc,
                           .text = keep_text(&r->memory, msg->text),
                           .frames = frames,
                           .frame_count = msg->frame_count,
                           .order = msg->order,
                           .newer = msg->newer,
                           .newest_step = msg->newest_step,
                           .more = msg->more,
                           .is_volatile = msg->is_volatile};
    return frames && step.text && lc_push(NULL, &r->steps, step) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status on_thread(lcd_exploration *x, const lcd_msg_thread *msg, lince_error *error) {
    (void)error;
    lcd_replayed *r = x->context;
    lcd_thread_view view = {.state = msg->state,
                            .next = {.thread = msg->thread,
                                     .kind = msg->kind,
                                     .address = msg->address,
                                     .size = msg->size,
                                     .pc = msg->pc,
                                     .text = keep_text(&r->memory, msg->call),
                                     .frames = keep_frames(&r->memory, msg->frames, msg->frame_count),
                                     .frame_count = msg->frame_count}};
    return view.next.text && view.next.frames && lc_push(NULL, &r->threads, view) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

/* The result: the first report counts. */
static lince_status on_history(lcd_exploration *x, const lcd_msg_history *msg, lince_error *error) {
    (void)error;
    lcd_replayed *r = x->context;
    if (r->ended) return LINCE_DONE;
    r->ended = true;
    lince_history *history;
    lince_error unused;
    if (lcd_msg_to_history(msg, r->file, &history, &unused) != LINCE_DONE) return LINCE_OUT_OF_MEMORY;
    return lcd_failure_from_history(&r->failure, msg, history) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status on_failure(lcd_exploration *x, const lcd_msg_failure *msg, lince_error *error) {
    (void)error;
    lcd_replayed *r = x->context;
    if (r->ended) return LINCE_DONE;
    r->ended = true;
    x->found = true;
    return lcd_failure_from_message(&r->failure, msg, r->file) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status on_versions(lcd_exploration *x, lcd_msg_versions *versions, lince_error *error) {
    (void)error;
    lcd_replayed *r = x->context;
    lcd_msg_versions_free(&r->versions);
    r->versions = *versions;
    *versions = (lcd_msg_versions){0};
    return LINCE_DONE;
}

/* ---- the accesses of a data race ---- */

static bool is_access(const lcd_trace_step *s, const lcd_trace_step *access) {
    return s->kind != LCT_STEP_FAILURE && s->thread == access->thread && s->pc == access->pc &&
           s->address == access->address;
}

/* An access that is no step was not reported.  It stands where it happened; but if the call of the operation it belongs
 * to was reported later, with the operation's first step, behind that. */
static size_t place_of(const lcd_replayed *r, const lcd_trace_step *access) {
    size_t count = r->steps.count, at = access->after < count ? access->after : count;
    for (size_t i = at; i < count; i++) {
        const lcd_trace_step *s = &r->steps.at[i];
        if (s->kind == LCT_STEP_FAILURE) return at < i ? at : i;
        if (s->thread == access->thread) return s->kind == LCT_STEP_CALL ? i + 1 : at;
    }
    return at;
}

/* The step that is the access, made if there is none. */
static bool find_access(lcd_replayed *r, const lcd_trace_step *access, size_t *found) {
    size_t from = access->after ? access->after - 1 : 0;
    for (size_t i = from; i < r->steps.count && i < from + 3; i++)
        if (is_access(&r->steps.at[i], access)) {
            *found = i;
            return true;
        }
    size_t at = place_of(r, access);
    if (!lc_push(NULL, &r->steps, *access)) return false;
    memmove(&r->steps.at[at + 1], &r->steps.at[at], (r->steps.count - 1 - at) * sizeof *r->steps.at);
    r->steps.at[at] = *access;
    r->steps.at[at].after = 0; /* it is no value */
    *found = at;
    return true;
}

static bool show_race(lcd_replayed *r) {
    const lcd_failure *f = &r->failure;
    if (f->access_count < 2) return true;
    if (!find_access(r, &f->accesses[1], &r->accesses[1])) return false;
    uint32_t between = r->steps.count;
    if (!find_access(r, &f->accesses[0], &r->accesses[0])) return false;
    bool moved = r->steps.count > between && r->accesses[0] <= r->accesses[1];
    if (moved) r->accesses[1]++;
    for (int i = 0; i < 2; i++) r->steps.at[r->accesses[i]].racing = true;
    return true;
}

lince_status lcd_run_replay(lcd_replayed *r, const lcd_workers_plan *plan, const volatile int *interrupt,
                            const char *file, lince_error *error) {
    static const lcd_listener listener = {
        .step = on_step, .thread = on_thread, .history = on_history, .failure = on_failure, .versions = on_versions};
    *r = (lcd_replayed){.file = file};
    lc_arena_init(&r->memory, NULL);
    lcd_exploration x = {.plan = *plan, .listener = &listener, .context = r, .interrupt = interrupt};
    lince_status status = lcd_explore(&x, error);
    if (x.ending == LCD_ENDED_DEATH) {
        r->died = true;
        r->death = x.death;
    } else if (x.ending == LCD_ENDED_INTERRUPT && status == LINCE_DONE) status = LINCE_STOPPED;
    r->tls = x.tls;
    lcd_exploration_free(&x);
    if (status == LINCE_DONE && !show_race(r)) status = LINCE_OUT_OF_MEMORY;
    return status;
}

void lcd_replayed_free(lcd_replayed *r) {
    lc_vec_free(NULL, &r->steps);
    lc_vec_free(NULL, &r->threads);
    lc_arena_free(&r->memory);
    lcd_msg_versions_free(&r->versions);
    lcd_failure_free(&r->failure);
}
