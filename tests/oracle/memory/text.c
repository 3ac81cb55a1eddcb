/* A graph as text, in the form that oracle.c describes. */
#include "graphs.h"

static char *event_text(const graph *g, int e, char *text) {
    const event *v = &g->at[e];
    char letter = v->place < 0 ? 'F' : place_letters[v->place];
    if (v->kind == FENCES) return text + sprintf(text, "F");
    if (v->place >= FIRST_MUTEX) {
        int k = 0; /* locks before it, by the order of the mutex: each is followed by its unlock */
        for (int i = 0; i < g->position[v->kind == READ ? e + 1 : e]; i++)
            k += g->at[g->order[v->place][i]].update &&
                 g->at[g->order[v->place][i]].index >= 0; /* but for failed attempts */
        return text + sprintf(text, "%c%c@%d", v->kind == READ ? 'L' : 'u', letter, v->kind == READ ? k : k - 1);
    }
    if (v->kind == WRITE) return text + sprintf(text, "W%c@%d", letter, g->position[e]);
    const event *from = &g->at[g->source[e]];
    text += sprintf(text, "%c%c=", v->update ? 'U' : 'R', letter);
    text += from->thread ? sprintf(text, "%d.%d", from->thread, from->index) : sprintf(text, "i");
    return v->update ? text + sprintf(text, "@%d", g->position[e + 1]) : text;
}

void graph_text(const graph *g, char text[GRAPH_TEXT]) {
    char *end = text;
    for (int e = 0, thread = 1; e < g->n; e++) {
        const event *v = &g->at[e];
        for (; v->thread > thread; thread++) *end++ = ';';
        if (!v->thread || v->index < 0 || (v->update && v->kind == WRITE)) continue;
        if (end != text && end[-1] != ';') *end++ = ' ';
        end = event_text(g, e, end);
    }
    *end = 0;
}
