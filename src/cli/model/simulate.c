/* lince model --simulate: steps through a model at a terminal, or by a script on standard input. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/model/look.h"
#include "report/operation.h"
#include "report/words.h"

enum { ACTOR_MOST = 30, RANDOM_MOST = 100000 };

typedef struct simulation {
    lcc_model_view *view;
    bool terminal; /* the user sees the text he types */
    uint64_t random;
    lcv_walk walk;
} simulation;

/* ---- the display ---- */

static size_t actor_width(simulation *s, const uint32_t *from, const lcm_move *move, size_t widest) {
    lince_text text = {0};
    s->view->at.lts->print_actor(s->view->at.walker, from, move, &text);
    size_t width = lcr_columns(lc_text(&text));
    lc_text_free(&text);
    return width > widest && width <= ACTOR_MOST ? width : widest;
}

static void put_step(simulation *s, lince_text *out, uint32_t number, size_t width, const uint32_t *from,
                     const lcm_move *move, const uint32_t *to) {
    const lcr_style *style = &s->view->style;
    const lcm_lts *lts = s->view->at.lts;
    lince_text line = {0}, text = {0};
    lcr_colour colour = move->label == LCM_TAU ? LCR_DIM : LCR_PLAIN;
    lc_text_printf(&line, "%3u  ", number);
    lcr_colour_on(&line, style, LCR_CYAN);
    size_t start = line.length;
    lts->print_actor(s->view->at.walker, from, move, &line);
    lcr_pad(&line, start, width);
    lcr_colour_off(&line, style, LCR_CYAN);
    lc_text_puts(&line, "  ");
    lts->print_move(s->view->at.walker, from, move, &text);
    lcr_colour_on(&line, style, colour);
    lc_text_printf(&line, move->label == LCM_TAU ? "(%s)" : "%s", lc_text(&text));
    lcr_colour_off(&line, style, colour);
    lcr_glue(&line, 0);
    lc_text_clear(&text);
    lts->print_state(s->view->at.walker, from, to, &text);
    if (text.length) lc_text_printf(&line, "  %s %s", lcr_style_glyphs(style)->arrow, lc_text(&text));
    lcr_put_wrapped(out, style, lc_text(&line), 0, 5);
    lc_text_free(&line);
    lc_text_free(&text);
}

static void put_state(simulation *s, lince_text *out) {
    lince_text line = {0}, text = {0};
    s->view->at.lts->print_state(s->view->at.walker, NULL, lcv_walk_end(&s->walk), &text);
    lc_text_puts(&line, "after ");
    lc_put_count(&line, s->walk.taken.count, "step");
    if (text.length) lc_text_printf(&line, ": %s", lc_text(&text));
    lcr_put_wrapped(out, &s->view->style, lc_text(&line), 0, 2);
    lc_text_free(&line);
    lc_text_free(&text);
}

static bool ended(const simulation *s) {
    return s->walk.taken.count && s->walk.taken.at[s->walk.taken.count - 1].label == LCM_TICK;
}

static void put_choices(simulation *s, lince_text *out) {
    const lcm_failure *f = &s->walk.moves.failure;
    size_t width = 0;
    put_state(s, out);
    for (uint32_t i = 0; i < s->walk.moves.at.count; i++)
        width = actor_width(s, lcv_walk_end(&s->walk), &s->walk.moves.at.at[i], width);
    for (uint32_t i = 0; i < s->walk.moves.at.count; i++)
        put_step(s, out, i + 1, width, lcv_walk_end(&s->walk), &s->walk.moves.at.at[i],
                 lcm_moves_state(&s->walk.moves, i));
    if (f->failed) {
        lc_text_puts(out, "  !  ");
        s->view->at.lts->print_actor(s->view->at.walker, lcv_walk_end(&s->walk), &f->move, out);
        lc_text_puts(out, "  ");
        s->view->at.lts->print_move(s->view->at.walker, lcv_walk_end(&s->walk), &f->move, out);
        lc_text_printf(out, "  cannot be taken: %s:%u: %s\n", s->view->file, f->line, f->message);
    } else if (!s->walk.moves.at.count) {
        lc_text_puts(out, ended(s) ? "The process has ended.\n" : "Nothing can happen any more: a deadlock.\n");
    }
}

static void put_trace(simulation *s, lince_text *out) {
    size_t width = 0;
    for (uint32_t i = 0; i < s->walk.taken.count; i++)
        width = actor_width(s, lcv_walk_state(&s->walk, i), &s->walk.taken.at[i], width);
    for (uint32_t i = 0; i < s->walk.taken.count; i++)
        put_step(s, out, i + 1, width, lcv_walk_state(&s->walk, i), &s->walk.taken.at[i],
                 lcv_walk_state(&s->walk, i + 1));
    if (!s->walk.taken.count) lc_text_puts(out, "Nothing has happened yet.\n");
}

static const char help[] =
    "  N           take step N of the list\n"
    "  random [N]  take a step, or N of them, at random\n"
    "  back [N]    take back a step, or N of them\n"
    "  restart     take back all of them\n"
    "  trace       show the steps taken\n"
    "  state       show the state and the possible steps\n"
    "  quit        end; so does the end of the input\n"
    "Words may be cut to their first letters.\n";

/* ---- the commands ---- */

static uint64_t next_random(simulation *s) { /* Marsaglia's xorshift, times a constant */
    s->random ^= s->random >> 12;
    s->random ^= s->random << 25;
    s->random ^= s->random >> 27;
    return s->random * 0x2545F4914F6CDD1Du >> 33;
}

static void random_steps(simulation *s, unsigned long count) {
    if (count > RANDOM_MOST) count = RANDOM_MOST;
    while (count-- && s->walk.moves.at.count && !s->walk.failed)
        lcv_walk_step(&s->walk, (uint32_t)(next_random(s) % s->walk.moves.at.count));
}

static bool is_word(const char *typed, size_t length, const char *word) {
    return length && length <= strlen(word) && !strncmp(typed, word, length);
}

/* False: it is over. */
static bool obey(simulation *s, const char *line, lince_text *out) {
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t\r\n");
    const char *rest = line + length + strspn(line + length, " \t");
    unsigned long number = isdigit((unsigned char)*line) ? strtoul(line, NULL, 10) : 0;
    unsigned long times = isdigit((unsigned char)*rest) ? strtoul(rest, NULL, 10) : 1;
    bool show = true;
    if (!length) show = true;
    else if (isdigit((unsigned char)*line) && number >= 1 && number <= s->walk.moves.at.count)
        lcv_walk_step(&s->walk, (uint32_t)number - 1);
    else if (is_word(line, length, "quit") || is_word(line, length, "exit")) return false;
    else if (is_word(line, length, "random")) random_steps(s, times);
    else if (is_word(line, length, "back")) lcv_walk_back(&s->walk, times);
    else if (length > 2 && is_word(line, length, "restart")) lcv_walk_back(&s->walk, UINT32_MAX);
    else if (!is_word(line, length, "state")) {
        show = false;
        if (is_word(line, length, "trace")) put_trace(s, out);
        else if (is_word(line, length, "help") || is_word(line, length, "?")) lc_text_puts(out, help);
        else if (isdigit((unsigned char)*line)) lc_text_printf(out, "There is no step %lu here.\n", number);
        else {
            lc_text_puts(out, "What is '");
            lcr_put_short(out, &s->view->style, line, length, 30);
            lc_text_puts(out, "'? Type a number, or help.\n");
        }
    }
    if (show && !s->walk.failed) put_choices(s, out);
    return !s->walk.failed;
}

static void show(lince_text *out) {
    lcc_put(out);
    lc_text_clear(out);
    fflush(stdout);
}

int lcc_model_simulate(lcc_model_view *view, FILE *in, uint64_t seed) {
    simulation s = {.view = view, .terminal = isatty(fileno(in)), .random = seed * 2 + 1};
    lince_text out = {0};
    char *line = NULL;
    size_t room = 0;
    if (!lcv_view_open(&view->at)) return lcc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0});
    for (int i = 0; i < 8; i++) next_random(&s);
    lcv_walk_begin(&s.walk, &view->at);
    if (!s.walk.failed) put_choices(&s, &out);
    while (!s.walk.failed) {
        lc_text_puts(&out, "> ");
        show(&out);
        ssize_t length = getline(&line, &room, in);
        if (length < 0) {
            lc_text_puts(&out, "\n");
            break;
        }
        if (!s.terminal) lc_text_printf(&out, "%s%s", line, line[length - 1] == '\n' ? "" : "\n");
        if (!obey(&s, line, &out)) break;
    }
    show(&out);
    int status = s.walk.failed ? lcc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0}) : LCC_EXIT_OK;
    free(line);
    lc_text_free(&out);
    lcv_walk_free(&s.walk);
    lcv_view_close(&view->at);
    return status;
}
