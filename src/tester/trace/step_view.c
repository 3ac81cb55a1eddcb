#include "tester/trace/step_view.h"

#include <inttypes.h>
#include <string.h>

#include "report/words.h"
#include "report/writer.h"
#include "target/explore/control.h"
#include "tester/source/source_text.h"
#include "tester/view/access_names.h"

/* What threads are about to do is named like what was done: as if these were the next steps. */
typedef struct view {
    LC_VEC(lc_trace_step) steps;
    lc_names *names;
    uint32_t first; /* of what they are about to do */
    bool cut;
} view;

static void open_view(view *v, const lc_step_view *l) {
    const lc_replayed *r = l->replayed;
    *v = (view){.first = r->steps.count};
    for (uint32_t i = 0; i < r->steps.count; i++) v->cut |= !lc_push(NULL, &v->steps, r->steps.at[i]);
    for (uint32_t i = 0; i < r->threads.count; i++) {
        lc_trace_step next = r->threads.at[i].next;
        next.text = ""; /* the operation it is in says nothing about the step */
        v->cut |= !lc_push(NULL, &v->steps, next);
    }
    v->names = v->cut ? NULL : lc_names_new(v->steps.at, v->steps.count, l->lines);
    v->cut |= !v->names;
}

static void close_view(view *v) {
    lc_names_free(v->names);
    lc_vec_free(NULL, &v->steps);
}

/* ---- for people ---- */

static void put_frame(lince_text *out, const lc_style *style, lc_listings *listings, const char *file, int line,
                      const char *function) {
    size_t start = out->length, length;
    const char *slash = strrchr(file, '/'), *source = lc_listing_line(listings, file, line, &length);
    lc_text_puts(out, "      ");
    lc_put_clean(out, style, function, strlen(function));
    lc_pad(out, start, 26);
    lc_text_puts(out, "  ");
    if (slash) file = slash + 1;
    lc_put_clean(out, style, file, strlen(file));
    lc_text_printf(out, ":%d", line);
    if (source) {
        lc_pad(out, start, 48);
        lc_text_puts(out, "  ");
        lc_colour_on(out, style, LC_DIM);
        lc_put_short(out, style, source, length, 60);
        lc_colour_off(out, style, LC_DIM);
    }
    lc_text_putc(out, '\n');
}

static void put_stack(lince_text *out, const lc_style *style, lc_listings *listings, const lc_trace_step *s,
                      lc_lines *lines) {
    const char *file, *function;
    int line;
    for (size_t i = 0; lines && i < s->frame_count; i++)
        for (unsigned depth = 0; lc_lines_inlined(lines, s->frames[i], depth, &file, &line, &function); depth++)
            if (!lc_lines_is_system(file)) put_frame(out, style, listings, file, line, function);
}

static void put_thread(lince_text *out, const lc_style *style, view *v, uint32_t i, const lc_stand *stand) {
    static const char *const words[] = {[LC_THREAD_READY] = "next",
                                        [LC_THREAD_WAITS] = "waits for",
                                        [LC_THREAD_ENDED] = "has ended",
                                        [LC_THREAD_FAILED] = "failed after"};
    lince_text name = {0}, intent = {0};
    if (stand->next.thread) lc_text_printf(&name, "T%u", stand->next.thread);
    else lc_text_puts(&name, "main");
    lc_text_puts(out, "  ");
    lc_paint(out, style, LC_CYAN, lc_text(&name));
    if (*stand->next.text) {
        lc_text_puts(out, " in ");
        lc_put_clean(out, style, stand->next.text, strlen(stand->next.text));
    }
    lc_text_printf(out, ": %s", words[stand->state]);
    if (stand->state != LC_THREAD_ENDED) {
        lc_step_intent(&intent, v->names, v->steps.at, v->first + i);
        lc_text_putc(out, ' ');
        lc_put_clean(out, style, lc_text(&intent), intent.length);
    }
    lc_text_putc(out, '\n');
    lc_text_free(&name);
    lc_text_free(&intent);
}

void lc_tell_look(lince_text *out, const lc_style *style, const lc_step_view *l) {
    const lc_replayed *r = l->replayed;
    lc_listings listings = {0};
    view v;
    open_view(&v, l);
    lc_put_clean(out, style, l->file, strlen(l->file));
    lc_text_puts(out, ": ");
    lc_put_clean(out, style, l->test, strlen(l->test));
    lc_text_printf(out, ": after step %" PRIu64 " of %" PRIu64 "\n\n", l->step, l->steps);
    lc_report_numbered(out, style, r->steps.at, r->steps.count, l->lines, lc_style_width(style));
    lc_text_putc(out, '\n');
    for (uint32_t i = 0; !v.cut && i < r->threads.count; i++) {
        put_thread(out, style, &v, i, &r->threads.at[i]);
        if (r->threads.at[i].state != LC_THREAD_ENDED)
            put_stack(out, style, &listings, &r->threads.at[i].next, l->lines);
    }
    out->cut |= v.cut;
    lc_listings_free(&listings);
    close_view(&v);
}

/* ---- for programs ---- */

static void write_thread(lc_writer *w, view *v, uint32_t i, const lc_stand *stand, lc_lines *lines) {
    static const char *const states[] = {[LC_THREAD_READY] = "ready",
                                         [LC_THREAD_WAITS] = "waits",
                                         [LC_THREAD_ENDED] = "ended",
                                         [LC_THREAD_FAILED] = "failed"};
    lince_text intent = {0};
    bool ended = stand->state == LC_THREAD_ENDED;
    if (!ended) lc_step_intent(&intent, v->names, v->steps.at, v->first + i);
    lc_write_open(w, '{');
    lc_field_count(w, "thread", stand->next.thread);
    lc_field_text(w, "state", states[stand->state]);
    lc_field_text(w, "operation", *stand->next.text ? stand->next.text : NULL);
    lc_field_text(w, "kind", ended ? NULL : lc_step_name(stand->next.kind));
    lc_field_text(w, "next", ended ? NULL : lc_text(&intent));
    lc_frames_json(w, "frames", &stand->next, ended ? NULL : lines);
    lc_write_close(w, '}');
    lc_text_free(&intent);
}

void lc_tell_look_json(lince_text *out, const lc_step_view *l) {
    const lc_replayed *r = l->replayed;
    lc_writer w = {.out = out};
    view v;
    open_view(&v, l);
    lc_write_open(&w, '{');
    lc_field_text(&w, "file", l->file);
    lc_field_text(&w, "test", l->test);
    lc_field_count(&w, "step", l->step);
    lc_field_count(&w, "steps", l->steps);
    lc_write_key(&w, "interleaving");
    lc_columns_json(out, r->steps.at, r->steps.count, l->lines);
    w.comma = true;
    lc_field_open(&w, "threads", '[');
    for (uint32_t i = 0; !v.cut && i < r->threads.count; i++) write_thread(&w, &v, i, &r->threads.at[i], l->lines);
    lc_write_close(&w, ']');
    lc_write_close(&w, '}');
    lc_text_putc(out, '\n');
    out->cut |= v.cut;
    close_view(&v);
}
