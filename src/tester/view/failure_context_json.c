/* Details of a failure as JSON. */
#include "target/explore/control.h"
#include "tester/view/failure_context.h"
#include "tester/view/failure_context_parts.h"

static void write_place(lc_writer *w, const char *file, int line, const char *function) {
    lc_field_text(w, "file", file);
    lc_field_int(w, "line", line);
    lc_field_text(w, "function", function);
}

static void write_stack(lc_writer *w, const lc_details *d, const lc_trace_step *s) {
    const char *file, *function;
    int line;
    lc_field_open(w, "stack", '[');
    for (unsigned i = 0; s && lc_details_frame(d, s, i, &file, &line, &function); i++) {
        lc_write_open(w, '{');
        write_place(w, file, line, function);
        lc_write_close(w, '}');
    }
    lc_write_close(w, ']');
}

static void write_owners(lc_writer *w, const lc_details *d, const lc_trace_step *s) {
    lc_field_open(w, "by", '[');
    for (unsigned left = lc_blocked_by(s); left; left &= left - 1) {
        unsigned thread = (unsigned)__builtin_ctz(left);
        lc_write_open(w, '{');
        lc_field_count(w, "thread", thread);
        write_stack(w, d, lc_blocked_has_object(s) ? lc_details_taken(d, thread, s->address) : NULL);
        lc_write_close(w, '}');
    }
    lc_write_close(w, ']');
}

static void write_blocked(lc_writer *w, const lc_details *d, size_t step) {
    const lc_trace_step *s = &d->steps[step];
    lince_text name = {0};
    if (lc_blocked_has_object(s)) lc_names_location(d->names, &name, step);
    lc_write_open(w, '{');
    lc_field_count(w, "thread", s->thread);
    lc_field_text(w, "for", s->text);
    lc_field_text(w, "name", name.length ? lc_text(&name) : NULL);
    write_owners(w, d, s);
    write_stack(w, d, s);
    lc_write_close(w, '}');
    w->out->cut |= name.cut;
    lc_text_free(&name);
}

/* Of a failure the block it is about is told right after it, of those who wait each after the one who waits. */
static void write_block(lc_writer *w, const lc_details *d, size_t failure) {
    lc_write_key(w, "block");
    if (failure + 1 >= d->count || d->steps[failure + 1].kind != LC_STEP_MADE) {
        lc_write_null(w);
        return;
    }
    lc_write_open(w, '{');
    lc_field_count(w, "size", d->steps[failure + 1].size);
    for (size_t i = failure + 1; i < d->count; i++) {
        const lc_trace_step *s = &d->steps[i];
        if (s->kind != LC_STEP_MADE && s->kind != LC_STEP_FREED) continue;
        lc_write_key(w, s->kind == LC_STEP_MADE ? "allocated" : "freed");
        lc_write_open(w, '{');
        lc_field_count(w, "thread", s->thread);
        write_stack(w, d, lc_details_call(d, s));
        lc_write_close(w, '}');
    }
    lc_write_close(w, '}');
}

void lc_details_json(lc_writer *w, const lc_trace_step *steps, size_t count, lc_lines *lines) {
    lc_details d;
    if (!lc_details_begin(&d, steps, count, lines)) {
        w->out->cut = true;
        return;
    }
    size_t failure = count;
    for (size_t i = 0; i < count; i++)
        if (steps[i].kind == LC_STEP_FAILURE) failure = i;
    write_stack(w, &d, failure < count ? &steps[failure] : NULL);
    write_block(w, &d, failure);
    lc_field_open(w, "waiting", '[');
    for (size_t i = 0; i < count; i++)
        if (steps[i].kind == LC_STEP_BLOCKED) write_blocked(w, &d, i);
    lc_write_close(w, ']');
    unsigned circle[LC_CIRCLE], length = lc_details_circle(&d, circle);
    lc_field_open(w, "circle", '[');
    for (unsigned i = 0; i < length; i++) lc_write_count(w, circle[i]);
    lc_write_close(w, ']');
    lc_details_end(&d);
}
