/* The steps of an execution as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "base/text.h"
#include "base/vec.h"
#include "report/writer.h"
#include "target/explore/control.h"
#include "tester/view/access_names.h"
#include "tester/view/access_objects.h"
#include "tester/view/failure_context.h"
#include "tester/view/step_owners.h"
#include "tester/view/step_places.h"

static void put_address(lcr_writer *w, const char *key, uint64_t address) {
    char digits[32];
    snprintf(digits, sizeof digits, "%#" PRIx64, address);
    lcr_write_key(w, key);
    lcr_write_text(w, digits); /* as a number it would lose its last digits in most programs */
}

static void put_place(lcr_writer *w, const char *file, int line, const char *function) {
    lcr_write_key(w, "file");
    lcr_write_text(w, file);
    lcr_field_int(w, "line", line);
    lcr_field_text(w, "function", function);
}

void lcd_frames_json(lcr_writer *w, const char *key, const lcd_trace_step *s, lcd_lines *lines) {
    lcr_field_open(w, key, '[');
    for (size_t i = 0; lines && i < s->frame_count; i++) {
        const char *file, *function;
        int line;
        for (unsigned depth = 0; lcd_lines_inlined(lines, s->frames[i], depth, &file, &line, &function); depth++) {
            lcr_write_open(w, '{');
            put_place(w, file, line, function);
            lcr_write_close(w, '}');
        }
    }
    lcr_write_close(w, ']');
}

/* More for the page: the steps of a history, places as in the drawing, and the execution graph. */
typedef struct more {
    lcd_step_places *places;
    lcd_step_owners *owners;
    LC_VEC(uint32_t) index; /* of each step, among those of the page */
} more;

static bool number_steps(more *m, const lcd_trace_step *steps, size_t count) {
    uint32_t index = 0;
    for (size_t i = 0; i < count; i++) {
        if (!lc_push(NULL, &m->index, index)) return false;
        index += !lcd_step_is_detail(steps[i].kind);
    }
    return true;
}

/* The write that it reads, whether the two synchronize, and the write that comes next in modification order. */
static void put_edges(lcr_writer *w, const lcd_step_graph *g, size_t step, const more *m) {
    int32_t source = lcd_step_graph_source(g, step), next = lcd_step_graph_next(g, step);
    if (source >= 0) lcr_field_count(w, "reads", m->index.at[source]);
    if (lcd_step_graph_synchronizes(g, step)) lcr_field_bool(w, "synchronizes", true);
    if (next >= 0) lcr_field_count(w, "next", m->index.at[next]);
}

/* A variable that a step touches, with its value before and after.  A value that is not its newest one is not in
 * memory.
 */
static void put_cells(lcr_writer *w, lcd_names *names, const lcd_trace_step *s, size_t step, const char *name) {
    bool value = name && s->kind <= LCT_STEP_CAS_FAILED && s->size && s->size <= 16 && !s->no_value && !s->newer;
    bool writes = s->kind != LCT_STEP_READ && s->kind != LCT_STEP_LOAD && s->kind != LCT_STEP_CAS_FAILED;
    lince_text text = {0};
    lcr_write_key(w, "cells");
    lcr_write_open(w, '[');
    if (value) {
        lcr_write_open(w, '[');
        lcr_write_text(w, name);
        lcd_names_value(names, &text, step, s->before);
        lcr_write_text(w, lc_text(&text));
        lc_text_clear(&text);
        lcd_names_value(names, &text, step, writes ? s->after : s->before);
        lcr_write_text(w, lc_text(&text));
        lcr_write_close(w, ']');
    }
    lcr_write_close(w, ']');
    w->out->cut |= text.cut;
    lc_text_free(&text);
}

static void put_more(lcr_writer *w, lcd_names *names, const lcd_trace_step *s, size_t step, const char *name,
                     const more *m) {
    uint32_t op = lcd_step_owner(m->owners, s);
    put_cells(w, names, s, step, name);
    lcr_write_key(w, "op");
    if (op == LC_NEVER) lcr_write_null(w);
    else lcr_write_count(w, op);
    if (lcd_names_graph(names)) put_edges(w, lcd_names_graph(names), step, m);
}

static void put_step(lcr_writer *w, lcd_names *names, const lcd_trace_step *steps, size_t step, const char *words,
                     const char *name, lcd_lines *lines, const more *m) {
    const lcd_trace_step *s = &steps[step];
    const char *file, *function;
    int line;
    lcr_write_open(w, '{');
    lcr_field_count(w, "step", s->step);
    lcr_field_count(w, "thread", s->thread);
    lcr_field_text(w, "kind", lcd_step_name(s->kind));
    lcr_field_text(w, "text", words);
    if (s->racing) lcr_field_bool(w, "racing", true);
    if (s->order) lcr_field_text(w, "order", lcd_step_order(s->order));
    if (s->newer) {
        lcr_field_count(w, "newer", s->newer);
        lcr_write_key(w, "newest_step");
        if (s->newest_step) lcr_write_count(w, s->newest_step);
        else lcr_write_null(w);
    }
    if (name) {
        put_address(w, "address", s->address);
        lcr_field_text(w, "name", name);
        lcr_field_count(w, "size", s->size);
    }
    if (s->kind <= LCT_STEP_CAS_FAILED) {
        put_address(w, "before", s->before);
        put_address(w, "after", s->after);
    }
    if (m ? lcd_step_places_find(m->places, s, &file, &line, &function)
          : lcd_step_place(lines, s, &file, &line, &function))
        put_place(w, file, line, function);
    if (s->frame_count && !m) lcd_frames_json(w, "frames", s, lines);
    if (m) put_more(w, names, s, step, name, m);
    lcr_write_close(w, '}');
}

static void put_steps(lince_text *out, const lcd_trace_step *steps, size_t count, lcd_lines *lines, const more *m) {
    lcr_writer w = {.out = out};
    lcd_names *names = lcd_names_new(steps, count, lines);
    LC_VEC(const char *) calls = {0}; /* per thread, its call */
    lince_text words = {0}, name = {0};
    lcr_write_open(&w, '[');
    for (size_t i = 0; names && i < count; i++) {
        const lcd_trace_step *s = &steps[i];
        if (lcd_step_is_detail(s->kind)) continue;
        while (calls.count <= s->thread)
            if (!lc_push(NULL, &calls, NULL)) break;
        const char **call = s->thread < calls.count ? &calls.at[s->thread] : NULL;
        if (call && s->kind == LCT_STEP_CALL) *call = s->text;
        lc_text_clear(&words);
        lc_text_clear(&name);
        lcd_step_words(&words, names, steps, i, call ? *call : NULL);
        if (lcd_step_has_location(s)) lcd_names_location(names, &name, i);
        put_step(&w, names, steps, i, lc_text(&words), name.length ? lc_text(&name) : NULL, lines, m);
        if (call && s->kind == LCT_STEP_RETURN) *call = NULL;
    }
    lcr_write_close(&w, ']');
    if (!names) out->cut = true;
    lc_vec_free(NULL, &calls);
    lc_text_free(&words);
    lc_text_free(&name);
    lcd_names_free(names);
}

void lcd_interleaving_json(lince_text *out, const lcd_trace_step *steps, size_t count, lcd_lines *lines) {
    put_steps(out, steps, count, lines, NULL);
}

void lcd_interleaving_page(lince_text *out, const lcd_trace_step *steps, size_t count, lcd_lines *lines,
                           const lince_history *h) {
    more m = {lcd_step_places_new(lines, steps, count), lcd_step_owners_new(h), {0}};
    if (m.places && m.owners && number_steps(&m, steps, count)) put_steps(out, steps, count, lines, &m);
    else out->cut = true;
    lcd_step_places_free(m.places);
    lcd_step_owners_free(m.owners);
    lc_vec_free(NULL, &m.index);
}
