/* lince model --dot: the reachable states as a graph for Graphviz.
 *
 * Steps between the same two states share an arrow.  Small graphs show the values of the variables in the states;
 * larger ones show them at the pointer.
 */
#include <string.h>

#include "cli/model/look.h"

enum { SMALL = 120 };

typedef struct drawing {
    const lcc_model_view *view;
    const lcv_graph *graph;
    lince_text *out;
} drawing;

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

static void put_state(const drawing *d, uint32_t i, bool stuck) {
    lince_text text = {0};
    bool ended = stuck && d->graph->after_tick.at[i];
    d->view->at.lts->print_state(d->view->at.walker, NULL, lcv_graph_state(d->graph, i), &text);
    lc_text_printf(d->out, "  s%u [label=\"", i);
    if (d->graph->states.items.count <= SMALL && text.length) put_broken(d->out, lc_text(&text));
    else lc_text_printf(d->out, "%u", i);
    lc_text_puts(d->out, "\", tooltip=\"");
    put_quoted(d->out, lc_text(&text));
    lc_text_puts(d->out, ended   ? "\", peripheries=2"
                         : stuck ? "\", color=\"#cf2b25\", fillcolor=\"#ffdcd9\", penwidth=2"
                                 : "\"");
    lc_text_puts(d->out, "];\n");
    lc_text_free(&text);
}

static void put_label(const drawing *d, const lcv_edge *e) {
    lince_text text = {0};
    d->view->at.lts->print_move(d->view->at.walker, lcv_graph_state(d->graph, e->from), &e->move, &text);
    if (e->move.label == LCM_TAU) lc_text_putc(d->out, '(');
    put_quoted(d->out, lc_text(&text));
    if (e->move.label == LCM_TAU) lc_text_putc(d->out, ')');
    lc_text_free(&text);
}

/* Edges of one origin and end; returns how many there are. */
static uint32_t put_edges(const drawing *d, uint32_t first) {
    const lcv_edge *e = &d->graph->edges.at[first];
    uint32_t count = 0;
    bool hidden = true;
    lc_text_printf(d->out, "  s%u -> s%u [label=\"", e->from, e->to);
    for (; first + count < d->graph->edges.count && e[count].from == e->from && e[count].to == e->to; count++) {
        if (count) lc_text_puts(d->out, "\\n");
        put_label(d, &e[count]);
        if (e[count].move.label != LCM_TAU) hidden = false;
    }
    lc_text_puts(d->out, hidden ? "\", style=dashed, color=\"#8a939c\", fontcolor=\"#8a939c\"];\n" : "\"];\n");
    return count;
}

static void put_graph(const drawing *d) {
    lc_text_puts(d->out, "digraph \"");
    put_quoted(d->out, d->view->name);
    lc_text_puts(d->out,
                 "\" {\n"
                 "  graph [fontname=\"sans-serif\", labelloc=t, label=\"");
    put_quoted(d->out, d->view->name);
    if (d->graph->cut) lc_text_printf(d->out, " (the first %u states)", d->graph->states.items.count);
    lc_text_puts(d->out,
                 "\"];\n"
                 "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#eaf1fb\", color=\"#4a7fc9\", "
                 "fontname=\"monospace\", fontsize=10];\n"
                 "  edge [fontname=\"monospace\", fontsize=9, color=\"#444c56\", arrowsize=0.7];\n"
                 "  start [shape=point, label=\"\"];\n"
                 "  start -> s0;\n");
    uint32_t e = 0;
    for (uint32_t i = 0; i < d->graph->states.items.count; i++) {
        /* Where the graph is cut, a state without arrows may have some. */
        bool stuck = !d->graph->cut && (e == d->graph->edges.count || d->graph->edges.at[e].from != i);
        put_state(d, i, stuck);
        while (e < d->graph->edges.count && d->graph->edges.at[e].from == i) e += put_edges(d, e);
    }
    lc_text_puts(d->out, "}\n");
}

lince_status lcc_model_dot(lince_text *out, lcc_model_view *view, uint32_t most, lcc_model_graph *counts) {
    lcv_graph graph;
    *counts = (lcc_model_graph){0};
    if (!lcv_view_open(&view->at)) return LINCE_OUT_OF_MEMORY;
    lcv_graph_make(&graph, &view->at, most);
    if (!graph.failed) put_graph(&(drawing){.view = view, .graph = &graph, .out = out});
    *counts = (lcc_model_graph){
        .states = graph.states.items.count, .edges = graph.edges.count, .cut = graph.cut, .failure = graph.failure};
    bool failed = graph.failed || out->cut;
    lcv_graph_free(&graph);
    lcv_view_close(&view->at);
    return failed ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
}
