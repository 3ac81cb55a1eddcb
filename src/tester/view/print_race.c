/* The two accesses of a data race: the kind, the variable and the place of each, with its callers. */
#include <string.h>

#include "report/words.h"
#include "target/explore/control.h"
#include "tester/view/access_names.h"
#include "tester/view/interleaving_sheet.h"
#include "tester/view/print.h"

enum { INDENT = 2, DEEPER = 4, FRAMES = 12 /* of a stack that are shown */ };

/* The accesses: with names and stacks if the execution was run again. */
typedef struct race {
    const lcd_trace_step *at[2];
    lcd_names *names; /* NULL: not known */
    size_t steps[2];
} race;

static bool look(race *r, const lcd_test_run *t, lcd_lines *lines) {
    *r = (race){0};
    if (!t->failure || t->failure->access_count < 2) return false;
    bool again = t->replayed.failure.access_count == 2 && t->replayed.steps.count;
    const lcd_failure *f = again ? &t->replayed.failure : t->failure;
    for (int i = 0; i < 2; i++) {
        r->at[i] = &f->accesses[i];
        r->steps[i] = t->replayed.accesses[i];
    }
    if (again) r->names = lcd_names_new(t->replayed.steps.at, t->replayed.steps.count, lines);
    return true;
}

static const char *kind_of(const lcd_trace_step *s) {
    switch (s->kind) {
    case LCT_STEP_READ: return "read";
    case LCT_STEP_WRITE: return "write";
    case LCT_STEP_FREE: return "free";
    case LCT_STEP_LOAD: return "load";
    case LCT_STEP_STORE: return "store";
    default: return "modify";
    }
}

static bool is_atomic(const lcd_trace_step *s) {
    return s->kind != LCT_STEP_READ && s->kind != LCT_STEP_WRITE && s->kind != LCT_STEP_FREE;
}

/* A block is freed as a whole, and not its first member. */
static void put_name(lince_text *out, const race *r, int side) {
    const lcd_trace_step *s = r->at[side];
    if (!r->names) return;
    if (s->kind == LCT_STEP_FREE) lcd_names_object(r->names, out, r->steps[side], s->address);
    else lcd_names_location(r->names, out, r->steps[side]);
}

/* ---- for people ---- */

static void put_place(lince_text *out, const lcr_style *style, const char *file, int line, const char *function) {
    const char *slash = strrchr(file, '/');
    lince_text place = {0}, both = {0};
    lc_text_printf(&place, "%s:%d", slash ? slash + 1 : file, line);
    lc_text_printf(&both, "%-20s  %s", lc_text(&place), function ? function : "");
    lc_text_repeat(out, " ", DEEPER);
    lcr_put_short(out, style, lc_text(&both), both.length, lcr_style_width(style) - DEEPER);
    lc_text_putc(out, '\n');
    out->cut |= place.cut | both.cut;
    lc_text_free(&place);
    lc_text_free(&both);
}

/* Functions of the compiler's and the system's headers are of no interest to the reader. */
static void put_stack(lince_text *out, const lcr_style *style, const lcd_trace_step *s, lcd_lines *lines) {
    uint64_t alone = s->pc;
    const uint64_t *frames = s->frame_count ? s->frames : &alone;
    size_t count = s->frame_count ? s->frame_count : 1, shown = 0;
    for (size_t i = 0; lines && i < count; i++) {
        const char *file, *function;
        int line;
        for (unsigned depth = 0; lcd_lines_inlined(lines, frames[i], depth, &file, &line, &function); depth++)
            if (!lcd_lines_is_system(file) && shown++ < FRAMES) put_place(out, style, file, line, function);
    }
}

static void put_access(lince_text *out, const lcr_style *style, const race *r, int side, lcd_lines *lines) {
    const lcd_trace_step *s = r->at[side];
    char room[16];
    lince_text words = {0};
    lc_text_printf(&words, "%s: %s ", lcd_sheet_thread(s->thread, room, sizeof room), kind_of(s));
    put_name(&words, r, side);
    lc_text_printf(&words, "%s(%llu byte%s%s)", r->names ? " " : "", (unsigned long long)s->size,
                   s->size == 1 ? "" : "s",
                   s->kind == LCT_STEP_FREE ? ""
                   : is_atomic(s)           ? ", atomic"
                                            : ", not atomic");
    lc_text_repeat(out, " ", INDENT);
    lcr_put_short(out, style, lc_text(&words), words.length, lcr_style_width(style) - INDENT);
    lc_text_putc(out, '\n');
    put_stack(out, style, s, lines);
    lc_text_free(&words);
}

/* Reads led from the one to the other, and did not order them. */
static void put_weak_link(lince_text *out, const race *r, const lcd_test_run *t) {
    size_t from = r->steps[0] < r->steps[1] ? r->steps[0] : r->steps[1], to = r->steps[0] + r->steps[1] - from;
    lince_text words = {0};
    if (r->names && lcd_weak_link_words(&words, "", r->names, t->replayed.steps.at, from, to)) {
        lc_text_puts(&words, ".");
        lcd_print_remedy(&words, t);
        lc_text_putc(out, '\n');
        lcr_put_wrapped(out, &t->session->style, lc_text(&words), INDENT, 0);
    }
    lc_text_free(&words);
}

void lcd_print_race(lince_text *out, const lcd_test_run *t, lcd_lines *lines) {
    race r;
    if (!look(&r, t, lines)) return;
    bool accesses = t->failure->kind == LCT_FAILS_RACE; /* else they are operations, which the steps show */
    if (accesses) lc_text_putc(out, '\n');
    for (int i = 0; i < 2 && accesses; i++) put_access(out, &t->session->style, &r, i, lines);
    put_weak_link(out, &r, t);
    lcd_names_free(r.names);
}

void lcd_print_race_places(lince_text *out, const lcd_failure *f, lcd_lines *lines) {
    for (uint32_t i = 0; lines && i < f->access_count; i++) {
        const char *file, *function;
        int line;
        if (!lcd_step_place(lines, &f->accesses[i], &file, &line, &function)) return;
        const char *slash = strrchr(file, '/');
        lc_text_printf(out, "%s%s:%d", i ? " and " : " (", slash ? slash + 1 : file, line);
        if (i) lc_text_putc(out, ')');
    }
}

/* Did a load read a value that was not the newest?  Code that is not seen may have ordered the newer one before it. */
static bool reads_old_value(const lcd_replayed *r) {
    for (size_t i = 0; i < r->steps.count; i++)
        if (r->steps.at[i].newer) return true;
    return false;
}

const char *lcd_print_doubt(const lcd_test_run *t) {
    const lcd_failure *f = t->failure;
    if (!f || f->doubt || !t->session->program.warnings.length) return f ? f->doubt : NULL;
    if (f->kind == LCT_FAILS_RACE) return "the two may be ordered by code that cannot be seen, which the warnings name";
    if (!lcd_failure_is_limit(f->kind) && reads_old_value(&t->replayed))
        return "code that cannot be seen, which the warnings name, may order newer values before a load of an old one";
    return NULL;
}

/* ---- for programs ---- */

static void write_place(lcr_writer *w, const char *file, int line, const char *function) {
    lcr_field_text(w, "file", file);
    lcr_write_key(w, "line");
    if (file) lcr_write_int(w, line);
    else lcr_write_null(w);
    lcr_field_text(w, "function", function);
}

static void write_access(lcr_writer *w, const race *r, int side, lcd_lines *lines) {
    const lcd_trace_step *s = r->at[side];
    const char *file = NULL, *function = NULL;
    int line = 0;
    lince_text name = {0};
    put_name(&name, r, side);
    lcr_write_open(w, '{');
    lcr_field_count(w, "thread", s->thread);
    lcr_field_text(w, "kind", kind_of(s));
    lcr_field_bool(w, "atomic", is_atomic(s));
    lcr_field_text(w, "name", name.length ? lc_text(&name) : NULL);
    lcr_field_count(w, "size", s->size);
    if (!lcd_step_place(lines, s, &file, &line, &function)) file = function = NULL;
    write_place(w, file, line, function);
    lcd_frames_json(w, "stack", s, lines);
    lcr_write_close(w, '}');
    lc_text_free(&name);
}

void lcd_print_race_json(lcr_writer *w, const lcd_test_run *t, lcd_lines *lines) {
    race r;
    if (t->failure && t->failure->kind != LCT_FAILS_RACE) return;
    if (!look(&r, t, lines)) return;
    lcr_field_open(w, "accesses", '[');
    for (int i = 0; i < 2; i++) write_access(w, &r, i, lines);
    lcr_write_close(w, ']');
    lcd_names_free(r.names);
}
