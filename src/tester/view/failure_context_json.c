/* Details of a failure as JSON. */
#include "target/explore/control.h"
#include "tester/view/failure_context.h"
#include "tester/view/failure_context_parts.h"

static void write_place(lcr_writer *w, const char *file, int line, const char *function) {
    lcr_field_text(w, "file", file);
    lcr_field_int(w, "line", line);
    lcr_field_text(w, "function", function);
}

static void write_stack(lcr_writer *w, const lcd_failure_context *d, const lcd_trace_step *s) {
    const char *file, *function;
    int line;
    lcr_field_open(w, "stack", '[');
    for (unsigned i = 0; s && lcd_failure_context_frame(d, s, i, &file, &line, &function); i++) {
        lcr_write_open(w, '{');
        write_place(w, file, line, function);
        lcr_write_close(w, '}');
    }
    lcr_write_close(w, ']');
}

static void write_owners(lcr_writer *w, const lcd_failure_context *d, const lcd_trace_step *s) {
    lcr_field_open(w, "by", '[');
    for (lcd_thread_set left = lcd_blocked_by(s); left;) {
        unsigned thread = lcd_take_thread(&left);
        lcr_write_open(w, '{');
        lcr_field_count(w, "thread", thread);
        write_stack(w, d, lcd_blocked_has_object(s) ? lcd_failure_context_taken(d, thread, s->address) : NULL);
        lcr_write_close(w, '}');
    }
    lcr_write_close(w, ']');
}

static void write_blocked(lcr_writer *w, const lcd_failure_context *d, size_t step) {
    const lcd_trace_step *s = &d->steps[step];
    lince_text name = {0};
    if (lcd_blocked_has_object(s)) lcd_names_location(d->names, &name, step);
    lcr_write_open(w, '{');
    lcr_field_count(w, "thread", s->thread);
    lcr_field_text(w, "for", s->text);
    lcr_field_text(w, "name", name.length ? lc_text(&name) : NULL);
    write_owners(w, d, s);
    write_stack(w, d, s);
    lcr_write_close(w, '}');
    w->out->cut |= name.cut;
    lc_text_free(&name);
}

/* The block that a failure is about follows the failure; the block that a thread waits for follows the thread. */
static void write_block(lcr_writer *w, const lcd_failure_context *d, size_t failure) {
    lcr_write_key(w, "block");
    if (failure + 1 >= d->count || d->steps[failure + 1].kind != LCT_STEP_MADE) {
        lcr_write_null(w);
        return;
    }
    lcr_write_open(w, '{');
    lcr_field_count(w, "size", d->steps[failure + 1].size);
    for (size_t i = failure + 1; i < d->count; i++) {
        const lcd_trace_step *s = &d->steps[i];
        if (s->kind != LCT_STEP_MADE && s->kind != LCT_STEP_FREED) continue;
        lcr_write_key(w, s->kind == LCT_STEP_MADE ? "allocated" : "freed");
        lcr_write_open(w, '{');
        lcr_field_count(w, "thread", s->thread);
        write_stack(w, d, lcd_failure_context_call(d, s));
        lcr_write_close(w, '}');
    }
    lcr_write_close(w, '}');
}

void lcd_failure_context_json(lcr_writer *w, const lcd_trace_step *steps, size_t count, lcd_lines *lines) {
    lcd_failure_context d;
    if (!lcd_failure_context_begin(&d, steps, count, lines)) {
        w->out->cut = true;
        return;
    }
    size_t failure = count;
    for (size_t i = 0; i < count; i++)
        if (steps[i].kind == LCT_STEP_FAILURE) failure = i;
    write_stack(w, &d, failure < count ? &steps[failure] : NULL);
    write_block(w, &d, failure);
    lcr_field_open(w, "waiting", '[');
    for (size_t i = 0; i < count; i++)
        if (steps[i].kind == LCT_STEP_BLOCKED) write_blocked(w, &d, i);
    lcr_write_close(w, ']');
    unsigned circle[LCD_CIRCLE], length = lcd_failure_context_circle(&d, circle);
    lcr_field_open(w, "circle", '[');
    for (unsigned i = 0; i < length; i++) lcr_write_count(w, circle[i]);
    lcr_write_close(w, ']');
    lcd_failure_context_end(&d);
}
