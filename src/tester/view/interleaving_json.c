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

static void put_address(lc_writer *w, const char *key, uint64_t address) {
    char digits[32];
    snprintf(digits, sizeof digits, "%#" PRIx64, address);
    lc_write_key(w, key);
    lc_write_text(w, digits); /* as a number it would lose its last digits in most programs */
}

static void put_place(lc_writer *w, const char *file, int line, const char *function) {
    lc_write_key(w, "file");
    lc_write_text(w, file);
    lc_field_int(w, "line", line);
    lc_field_text(w, "function", function);
}

void lc_frames_json(lc_writer *w, const char *key, const lc_trace_step *s, lc_lines *lines) {
    lc_field_open(w, key, '[');
    for (size_t i = 0; lines && i < s->frame_count; i++) {
        const char *file, *function;
        int line;
        for (unsigned depth = 0; lc_lines_inlined(lines, s->frames[i], depth, &file, &line, &function); depth++) {
            lc_write_open(w, '{');
            put_place(w, file, line, function);
            lc_write_close(w, '}');
        }
    }
    lc_write_close(w, ']');
}

/* More for the page: the steps of a history, and places as in the drawing. */
typedef struct more {
    lc_step_places *places;
    lc_step_owners *owners;
} more;

/* A variable that a step touches, with what it holds before and after. */
static void put_cells(lc_writer *w, lc_names *names, const lc_trace_step *s, size_t step, const char *name) {
    bool value = name && s->kind <= LC_STEP_CAS_FAILED && s->size && s->size <= 16 && !s->no_value;
    bool writes = s->kind != LC_STEP_READ && s->kind != LC_STEP_LOAD && s->kind != LC_STEP_CAS_FAILED;
    lince_text text = {0};
    lc_write_key(w, "cells");
    lc_write_open(w, '[');
    if (value) {
        lc_write_open(w, '[');
        lc_write_text(w, name);
        lc_names_value(names, &text, step, s->before);
        lc_write_text(w, lc_text(&text));
        lc_text_clear(&text);
        lc_names_value(names, &text, step, writes ? s->after : s->before);
        lc_write_text(w, lc_text(&text));
        lc_write_close(w, ']');
    }
    lc_write_close(w, ']');
    w->out->cut |= text.cut;
    lc_text_free(&text);
}

static void put_more(lc_writer *w, lc_names *names, const lc_trace_step *s, size_t step, const char *name,
                     const more *m) {
    uint32_t op = lc_step_owner(m->owners, s);
    put_cells(w, names, s, step, name);
    lc_write_key(w, "op");
    if (op == LC_NEVER) lc_write_null(w);
    else lc_write_count(w, op);
}

static void put_step(lc_writer *w, lc_names *names, const lc_trace_step *steps, size_t step, const char *words,
                     const char *name, lc_lines *lines, const more *m) {
    const lc_trace_step *s = &steps[step];
    const char *file, *function;
    int line;
    lc_write_open(w, '{');
    lc_field_count(w, "step", s->step);
    lc_field_count(w, "thread", s->thread);
    lc_field_text(w, "kind", lc_step_name(s->kind));
    lc_field_text(w, "text", words);
    if (s->racing) lc_field_bool(w, "racing", true);
    if (name) {
        put_address(w, "address", s->address);
        lc_field_text(w, "name", name);
        lc_field_count(w, "size", s->size);
    }
    if (s->kind <= LC_STEP_CAS_FAILED) {
        put_address(w, "before", s->before);
        put_address(w, "after", s->after);
    }
    if (m ? lc_step_places_find(m->places, s, &file, &line, &function)
          : lc_step_place(lines, s, &file, &line, &function))
        put_place(w, file, line, function);
    if (s->frame_count && !m) lc_frames_json(w, "frames", s, lines);
    if (m) put_more(w, names, s, step, name, m);
    lc_write_close(w, '}');
}

static void put_steps(lince_text *out, const lc_trace_step *steps, size_t count, lc_lines *lines, const more *m) {
    lc_writer w = {.out = out};
    lc_names *names = lc_names_new(steps, count, lines);
    LC_VEC(const char *) calls = {0}; /* per thread, what it is doing */
    lince_text words = {0}, name = {0};
    lc_write_open(&w, '[');
    for (size_t i = 0; names && i < count; i++) {
        const lc_trace_step *s = &steps[i];
        if (lc_step_is_detail(s->kind)) continue;
        while (calls.count <= s->thread)
            if (!lc_push(NULL, &calls, NULL)) break;
        const char **call = s->thread < calls.count ? &calls.at[s->thread] : NULL;
        if (call && s->kind == LC_STEP_CALL) *call = s->text;
        lc_text_clear(&words);
        lc_text_clear(&name);
        lc_step_words(&words, names, steps, i, call ? *call : NULL);
        if (lc_step_has_location(s)) lc_names_location(names, &name, i);
        put_step(&w, names, steps, i, lc_text(&words), name.length ? lc_text(&name) : NULL, lines, m);
        if (call && s->kind == LC_STEP_RETURN) *call = NULL;
    }
    lc_write_close(&w, ']');
    if (!names) out->cut = true;
    lc_vec_free(NULL, &calls);
    lc_text_free(&words);
    lc_text_free(&name);
    lc_names_free(names);
}

void lc_columns_json(lince_text *out, const lc_trace_step *steps, size_t count, lc_lines *lines) {
    put_steps(out, steps, count, lines, NULL);
}

void lc_columns_page(lince_text *out, const lc_trace_step *steps, size_t count, lc_lines *lines,
                     const lince_history *h) {
    more m = {lc_step_places_new(lines, steps, count), lc_step_owners_new(h)};
    if (m.places && m.owners) put_steps(out, steps, count, lines, &m);
    else out->cut = true;
    lc_step_places_free(m.places);
    lc_step_owners_free(m.owners);
}
