#include "tester/view/step_places.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

/* A line of the user from which so many different places of a library are reached is not the line to report. */
enum { MANY = 3 };

typedef struct spot {
    const char *file, *function;
    int line;
} spot;

/* A line of the user, and places that are reached from there in one file of a library. */
typedef struct reached {
    spot user;
    const char *file;
    int lines[MANY];
    unsigned count;
} reached;

struct lcd_step_places {
    lcd_lines *lines;
    LC_VEC(reached) reached;
};

/* ---- the calls that led to a step, from the inside out ---- */

typedef struct chain {
    lcd_lines *lines;
    const lcd_trace_step *step;
    size_t frame; /* 0: the step itself */
    unsigned depth;
} chain;

static bool next(chain *c, spot *s) {
    for (; c->frame <= c->step->frame_count; c->frame++, c->depth = 0) {
        uint64_t pc = c->frame ? c->step->frames[c->frame - 1] : c->step->pc;
        if (lcd_lines_inlined(c->lines, pc, c->depth++, &s->file, &s->line, &s->function)) return true;
    }
    return false;
}

static bool user_spot(lcd_lines *lines, const lcd_trace_step *step, spot *s) {
    chain c = {.lines = lines, .step = step};
    while (next(&c, s))
        if (!lcd_lines_is_system(s->file)) return true;
    return false;
}

/* Of the header that the user's code calls into, the innermost line: its own helpers are passed, other headers are not.
 */
static bool library_spot(lcd_lines *lines, const lcd_trace_step *step, spot *s) {
    const char *entered = NULL;
    chain c = {.lines = lines, .step = step};
    while (next(&c, s) && lcd_lines_is_system(s->file))
        if (!lcd_lines_is_standard(s->file)) entered = s->file;
    if (!entered) return false;
    c = (chain){.lines = lines, .step = step};
    while (next(&c, s))
        if (!strcmp(s->file, entered)) return true;
    return false;
}

/* ---- which of them is wanted ---- */

static bool same_spot(const spot *a, const spot *b) { return a->line == b->line && !strcmp(a->file, b->file); }

static bool note(lcd_step_places *p, const spot *user, const spot *library) {
    reached *r = NULL;
    for (uint32_t i = 0; i < p->reached.count && !r; i++)
        if (same_spot(&p->reached.at[i].user, user) && !strcmp(p->reached.at[i].file, library->file))
            r = &p->reached.at[i];
    if (!r) {
        if (!lc_push(NULL, &p->reached, (reached){.user = *user, .file = library->file})) return false;
        r = &p->reached.at[p->reached.count - 1];
    }
    for (unsigned i = 0; i < r->count; i++)
        if (r->lines[i] == library->line) return true;
    if (r->count < MANY) r->lines[r->count++] = library->line;
    return true;
}

static bool is_wanted(const lcd_step_places *p, const char *file) {
    for (uint32_t i = 0; i < p->reached.count; i++)
        if (p->reached.at[i].count == MANY && !strcmp(p->reached.at[i].file, file)) return true;
    return false;
}

lcd_step_places *lcd_step_places_new(lcd_lines *lines, const lcd_trace_step *steps, size_t count) {
    lcd_step_places *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->lines = lines;
    for (size_t i = 0; lines && i < count; i++) {
        spot user, library;
        if (!steps[i].pc || !user_spot(lines, &steps[i], &user) || !library_spot(lines, &steps[i], &library)) continue;
        if (note(p, &user, &library)) continue;
        lcd_step_places_free(p);
        return NULL;
    }
    return p;
}

void lcd_step_places_free(lcd_step_places *p) {
    if (p) lc_vec_free(NULL, &p->reached);
    free(p);
}

static bool find_line(const spot *s, const char **file, int *line, const char **function) {
    *file = s->file;
    *line = s->line;
    *function = s->function;
    return true;
}

bool lcd_step_place(lcd_lines *lines, const lcd_trace_step *step, const char **file, int *line, const char **function) {
    spot s;
    if (!lines || !step->pc) return false;
    if (user_spot(lines, step, &s)) return find_line(&s, file, line, function);
    return lcd_lines_find(lines, step->pc, file, line, function);
}

bool lcd_step_places_find(lcd_step_places *p, const lcd_trace_step *step, const char **file, int *line,
                          const char **function) {
    if (!p->lines || !step->pc) return false;
    spot user, library;
    bool in_library = library_spot(p->lines, step, &library), in_user = user_spot(p->lines, step, &user);
    if (in_library && (!in_user || is_wanted(p, library.file))) return find_line(&library, file, line, function);
    return lcd_step_place(p->lines, step, file, line, function);
}
