#include "tester/trace/step_view.h"

#include <inttypes.h>
#include <string.h>

#include "report/words.h"
#include "report/writer.h"
#include "target/explore/control.h"
#include "tester/source/source_text.h"
#include "tester/view/access_names.h"

/* The next steps of the threads are named like the steps that were taken, as if they had been taken. */
typedef struct view {
    LC_VEC(lcd_trace_step) steps;
    lcd_names *names;
    uint32_t first; /* of the steps they are about to take */
    bool cut;
} view;

static void open_view(view *v, const lcd_step_view *l) {
    const lcd_replayed *r = l->replayed;
    *v = (view){.first = r->steps.count};
    for (uint32_t i = 0; i < r->steps.count; i++) v->cut |= !lc_push(NULL, &v->steps, r->steps.at[i]);
    for (uint32_t i = 0; i < r->threads.count; i++) {
        lcd_trace_step next = r->threads.at[i].next;
        next.text = ""; /* its operation adds nothing to the step */
        v->cut |= !lc_push(NULL, &v->steps, next);
    }
    v->names = v->cut ? NULL : lcd_names_new(v->steps.at, v->steps.count, l->lines);
    v->cut |= !v->names;
}

static void close_view(view *v) {
    lcd_names_free(v->names);
    lc_vec_free(NULL, &v->steps);
}

/* ---- for people ---- */

static void put_frame(lince_text *out, const lcr_style *style, lcd_listings *listings, const char *file, int line,
                      const char *function) {
    size_t start = out->length, length;
    const char *slash = strrchr(file, '/'), *source = lcd_listing_line(listings, file, line, &length);
    lc_text_puts(out, "      ");
    lcr_put_clean(out, style, function, strlen(function));
    lcr_pad(out, start, 26);
    lc_text_puts(out, "  ");
    if (slash) file = slash + 1;
    lcr_put_clean(out, style, file, strlen(file));
    lc_text_printf(out, ":%d", line);
    if (source) {
        lcr_pad(out, start, 48);
        lc_text_puts(out, "  ");
        lcr_colour_on(out, style, LCR_DIM);
        lcr_put_short(out, style, source, length, 60);
        lcr_colour_off(out, style, LCR_DIM);
    }
    lc_text_putc(out, '\n');
}

static void put_stack(lince_text *out, const lcr_style *style, lcd_listings *listings, const lcd_trace_step *s,
                      lcd_lines *lines) {
    const char *file, *function;
    int line;
    for (size_t i = 0; lines && i < s->frame_count; i++)
        for (unsigned depth = 0; lcd_lines_inlined(lines, s->frames[i], depth, &file, &line, &function); depth++)
            if (!lcd_lines_is_system(file)) put_frame(out, style, listings, file, line, function);
}

static void put_thread(lince_text *out, const lcr_style *style, view *v, uint32_t i, const lcd_thread_view *thread) {
    static const char *const words[] = {[LCT_THREAD_READY] = "next",
                                        [LCT_THREAD_WAITS] = "waits for",
                                        [LCT_THREAD_ENDED] = "has ended",
                                        [LCT_THREAD_FAILED] = "failed after"};
    lince_text name = {0}, intent = {0};
    if (thread->next.thread) lc_text_printf(&name, "T%u", thread->next.thread);
    else lc_text_puts(&name, "main");
    lc_text_puts(out, "  ");
    lcr_paint(out, style, LCR_CYAN, lc_text(&name));
    if (*thread->next.text) {
        lc_text_puts(out, " in ");
        lcr_put_clean(out, style, thread->next.text, strlen(thread->next.text));
    }
    lc_text_printf(out, ": %s", words[thread->state]);
    if (thread->state != LCT_THREAD_ENDED) {
        lcd_step_intent(&intent, v->names, v->steps.at, v->first + i);
        lc_text_putc(out, ' ');
        lcr_put_clean(out, style, lc_text(&intent), intent.length);
    }
    lc_text_putc(out, '\n');
    lc_text_free(&name);
    lc_text_free(&intent);
}

void lcd_print_look(lince_text *out, const lcr_style *style, const lcd_step_view *l) {
    const lcd_replayed *r = l->replayed;
    lcd_listings listings = {0};
    view v;
    open_view(&v, l);
    lcr_put_clean(out, style, l->file, strlen(l->file));
    lc_text_puts(out, ": ");
    lcr_put_clean(out, style, l->test, strlen(l->test));
    lc_text_printf(out, ": after step %" PRIu64 " of %" PRIu64 "\n\n", l->step, l->steps);
    lcd_report_numbered(out, style, r->steps.at, r->steps.count, l->lines, lcr_style_width(style));
    lc_text_putc(out, '\n');
    for (uint32_t i = 0; !v.cut && i < r->threads.count; i++) {
        put_thread(out, style, &v, i, &r->threads.at[i]);
        if (r->threads.at[i].state != LCT_THREAD_ENDED)
            put_stack(out, style, &listings, &r->threads.at[i].next, l->lines);
    }
    out->cut |= v.cut;
    lcd_listings_free(&listings);
    close_view(&v);
}

/* ---- for programs ---- */

static void write_thread(lcr_writer *w, view *v, uint32_t i, const lcd_thread_view *thread, lcd_lines *lines) {
    static const char *const states[] = {[LCT_THREAD_READY] = "ready",
                                         [LCT_THREAD_WAITS] = "waits",
                                         [LCT_THREAD_ENDED] = "ended",
                                         [LCT_THREAD_FAILED] = "failed"};
    lince_text intent = {0};
    bool ended = thread->state == LCT_THREAD_ENDED;
    if (!ended) lcd_step_intent(&intent, v->names, v->steps.at, v->first + i);
    lcr_write_open(w, '{');
    lcr_field_count(w, "thread", thread->next.thread);
    lcr_field_text(w, "state", states[thread->state]);
    lcr_field_text(w, "operation", *thread->next.text ? thread->next.text : NULL);
    lcr_field_text(w, "kind", ended ? NULL : lcd_step_name(thread->next.kind));
    lcr_field_text(w, "next", ended ? NULL : lc_text(&intent));
    lcd_frames_json(w, "frames", &thread->next, ended ? NULL : lines);
    lcr_write_close(w, '}');
    lc_text_free(&intent);
}

void lcd_print_look_json(lince_text *out, const lcd_step_view *l) {
    const lcd_replayed *r = l->replayed;
    lcr_writer w = {.out = out};
    view v;
    open_view(&v, l);
    lcr_write_open(&w, '{');
    lcr_field_text(&w, "file", l->file);
    lcr_field_text(&w, "test", l->test);
    lcr_field_count(&w, "step", l->step);
    lcr_field_count(&w, "steps", l->steps);
    lcr_write_key(&w, "interleaving");
    lcd_interleaving_json(out, r->steps.at, r->steps.count, l->lines);
    w.comma = true;
    lcr_field_open(&w, "threads", '[');
    for (uint32_t i = 0; !v.cut && i < r->threads.count; i++) write_thread(&w, &v, i, &r->threads.at[i], l->lines);
    lcr_write_close(&w, ']');
    lcr_write_close(&w, '}');
    lc_text_putc(out, '\n');
    out->cut |= v.cut;
    close_view(&v);
}
