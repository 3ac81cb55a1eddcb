/* lince model --dot: the reachable states as a graph for Graphviz.
 *
 * Steps between the same two states share an arrow.  Small graphs show the values of the variables in the states;
 * larger ones show them at the pointer.
 */
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "cli/model/look.h"

enum { SMALL = 120 };

typedef struct edge {
    uint32_t from, to;
    lcm_move move;
} edge;

typedef struct drawing {
    lcc_model_view *view;
    lcc_model_graph *graph;
    lince_text *out;
    lc_intern states;
    LC_VEC(edge) edges;
    LC_VEC(uint8_t) after_tick; /* per state: only a process that has ended is here */
    lcm_moves moves;
    bool failed; /* out of memory */
} drawing;

static const uint32_t *state_of(const drawing *d, uint32_t i) { return lc_intern_get(&d->states, i)->bytes; }

/* The number of a state; LC_NOT_INTERNED: there are too many already, or memory is out. */
static uint32_t number_of(drawing *d, const uint32_t *state, uint32_t most, bool ended) {
    size_t size = d->view->lts->words * sizeof *state;
    uint32_t number = lc_intern_find(&d->states, state, size);
    if (number != LC_NOT_INTERNED) return number;
    if (d->states.items.count >= most) {
        d->graph->cut = true;
        return LC_NOT_INTERNED;
    }
    number = lc_intern_add(&d->states, state, size);
    if (number == LC_NOT_INTERNED || !lc_push(NULL, &d->after_tick, ended)) d->failed = true;
    return number;
}

static void expand(drawing *d, uint32_t from, uint32_t most) {
    lcm_moves_clear(&d->moves);
    d->view->lts->next(d->view->walker, state_of(d, from), &d->moves);
    if (d->moves.failure.failed && !d->graph->failure.failed) d->graph->failure = d->moves.failure;
    for (uint32_t i = 0; i < d->moves.at.count && !d->failed; i++) {
        lcm_move move = d->moves.at.at[i];
        uint32_t to = number_of(d, lcm_moves_state(&d->moves, i), most, move.label == LCM_TICK);
        if (to != LC_NOT_INTERNED && !lc_push(NULL, &d->edges, (edge){from, to, move})) d->failed = true;
    }
}

/* Breadth first, so that the states left out are those far away.  False: to be done again with wider states. */
static bool explore(drawing *d, uint32_t most) {
    const lcm_lts *lts = d->view->lts;
    uint32_t *first = calloc(lts->words, sizeof *first);
    lc_intern_init(&d->states, NULL);
    lcm_moves_init(&d->moves, lts->words, NULL);
    *d->graph = (lcc_model_graph){0};
    d->edges.count = d->after_tick.count = 0;
    d->failed = !first;
    if (first) {
        lts->init(d->view->walker, first);
        number_of(d, first, most, false);
    }
    free(first);
    for (uint32_t i = 0; i < d->states.items.count && !d->failed; i++) {
        expand(d, i, most);
        if (!d->moves.failure.failed || !lcc_view_widen(d->view, &d->moves.failure)) continue;
        lcm_moves_free(&d->moves);
        lc_intern_free(&d->states);
        d->failed = !lcc_view_open(d->view);
        return d->failed;
    }
    return true;
}

static int by_ends(const void *a, const void *b) {
    const edge *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    if (x->to != y->to) return x->to < y->to ? -1 : 1;
    return x->move.action != y->move.action ? (x->move.action < y->move.action ? -1 : 1) : 0;
}

/* Inside a quoted string of DOT. */
static void put_quoted(lince_text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') lc_text_putc(out, '\\');
        lc_text_putc(out, *text);
    }
}

/* `x = 1, y = 2`, one below the other. */
static void put_broken(lince_text *out, const char *text) {
    unsigned depth = 0;
    for (; *text; text++) {
        if (strchr("[({", *text)) depth++;
        else if (strchr("])}", *text) && depth) depth--;
        if (!depth && !strncmp(text, ", ", 2)) lc_text_puts(out, "\\n"), text++;
        else put_quoted(out, (char[]){*text, '\0'});
    }
}

static void put_state(drawing *d, uint32_t i, bool stuck) {
    lince_text text = {0};
    bool ended = stuck && d->after_tick.at[i];
    d->view->lts->print_state(d->view->walker, NULL, state_of(d, i), &text);
    lc_text_printf(d->out, "  s%u [label=\"", i);
    if (d->states.items.count <= SMALL && text.length) put_broken(d->out, lc_text(&text));
    else lc_text_printf(d->out, "%u", i);
    lc_text_puts(d->out, "\", tooltip=\"");
    put_quoted(d->out, lc_text(&text));
    lc_text_puts(d->out, ended   ? "\", peripheries=2"
                         : stuck ? "\", color=\"#cf2b25\", fillcolor=\"#ffdcd9\", penwidth=2"
                                 : "\"");
    lc_text_puts(d->out, "];\n");
    lc_text_free(&text);
}

static void put_label(drawing *d, const edge *e) {
    lince_text text = {0};
    d->view->lts->print_move(d->view->walker, state_of(d, e->from), &e->move, &text);
    if (e->move.label == LCM_TAU) lc_text_putc(d->out, '(');
    put_quoted(d->out, lc_text(&text));
    if (e->move.label == LCM_TAU) lc_text_putc(d->out, ')');
    lc_text_free(&text);
}

/* Edges of one origin and end; returns how many there are. */
static uint32_t put_edges(drawing *d, uint32_t first) {
    const edge *e = &d->edges.at[first];
    uint32_t count = 0;
    bool hidden = true;
    lc_text_printf(d->out, "  s%u -> s%u [label=\"", e->from, e->to);
    for (; first + count < d->edges.count && e[count].from == e->from && e[count].to == e->to; count++) {
        if (count) lc_text_puts(d->out, "\\n");
        put_label(d, &e[count]);
        if (e[count].move.label != LCM_TAU) hidden = false;
    }
    lc_text_puts(d->out, hidden ? "\", style=dashed, color=\"#8a939c\", fontcolor=\"#8a939c\"];\n" : "\"];\n");
    return count;
}

static void put_graph(drawing *d) {
    lc_text_puts(d->out, "digraph \"");
    put_quoted(d->out, d->view->name);
    lc_text_puts(d->out,
                 "\" {\n"
                 "  graph [fontname=\"sans-serif\", labelloc=t, label=\"");
    put_quoted(d->out, d->view->name);
    if (d->graph->cut) lc_text_printf(d->out, " (the first %u states)", d->states.items.count);
    lc_text_puts(d->out,
                 "\"];\n"
                 "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#eaf1fb\", color=\"#4a7fc9\", "
                 "fontname=\"monospace\", fontsize=10];\n"
                 "  edge [fontname=\"monospace\", fontsize=9, color=\"#444c56\", arrowsize=0.7];\n"
                 "  start [shape=point, label=\"\"];\n"
                 "  start -> s0;\n");
    if (d->edges.count) qsort(d->edges.at, d->edges.count, sizeof *d->edges.at, by_ends);
    uint32_t e = 0;
    for (uint32_t i = 0; i < d->states.items.count; i++) {
        /* Where the graph is cut, a state without arrows may have some. */
        bool stuck = !d->graph->cut && (e == d->edges.count || d->edges.at[e].from != i);
        put_state(d, i, stuck);
        while (e < d->edges.count && d->edges.at[e].from == i) e += put_edges(d, e);
    }
    lc_text_puts(d->out, "}\n");
}

lince_status lcc_model_dot(lince_text *out, lcc_model_view *view, uint32_t most, lcc_model_graph *graph) {
    drawing d = {.view = view, .graph = graph, .out = out};
    if (!lcc_view_open(view)) return LINCE_OUT_OF_MEMORY;
    while (!explore(&d, most)) continue;
    if (!d.failed) put_graph(&d);
    graph->states = d.states.items.count;
    graph->edges = d.edges.count;
    lcm_moves_free(&d.moves);
    lc_intern_free(&d.states);
    lc_vec_free(NULL, &d.edges);
    lc_vec_free(NULL, &d.after_tick);
    lcc_view_close(view);
    return d.failed || out->cut ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
}
