/* Tarjan: Depth-first search and linear graph algorithms, SIAM Journal on Computing 1(2), 1972. */
#include "target/explore/components.h"

typedef struct visit {
    uint32_t number; /* in the order of the search; 0: not met yet */
    uint32_t low;    /* the least number that is known to be reached from it and to belong to the same component */
    uint32_t edge;   /* the next one to follow */
    bool settled;    /* its component is known */
    bool leads;      /* to an end, or out of its component */
} visit;

typedef struct search {
    const lct_state_graph *graph;
    visit *visits;
    uint32_t *path, *open; /* the nodes of the current path; those that are not settled */
    uint32_t path_count, open_count, met;
} search;

uint64_t lct_components_room(uint32_t count) { return (count + 1ull) * (sizeof(visit) + 2 * sizeof(uint32_t)); }

static void enter(search *s, uint32_t node) {
    s->met++;
    s->visits[node] =
        (visit){.number = s->met, .low = s->met, .edge = s->graph->first[node], .leads = s->graph->ends[node]};
    s->path[s->path_count++] = node;
    s->open[s->open_count++] = node;
}

static uint32_t marks_of(const lct_state_graph *g, uint32_t node) {
    uint32_t marks = 0;
    for (uint32_t i = g->first[node]; i < g->first[node + 1]; i++) marks |= g->edges[i] & LCT_EDGE_MARK;
    return marks;
}

/* Settles the component whose first node this is, and returns its smallest one. */
static uint32_t settle(search *s, uint32_t node) {
    uint32_t least = node, marks = 0, member;
    do {
        member = s->open[--s->open_count];
        s->visits[member].settled = true;
        if (member < least) least = member;
        marks |= marks_of(s->graph, member); /* if there is no way out, they are all within it */
    } while (member != node);
    return least | marks;
}

/* All edges of the last node on the path were followed.  Its component, if that is all and has no end; 0: it is not. */
static uint32_t leave(search *s) {
    uint32_t node = s->path[--s->path_count], found = 0;
    visit *v = &s->visits[node], *before = s->path_count ? &s->visits[s->path[s->path_count - 1]] : NULL;
    if (v->low == v->number) {
        uint32_t least = settle(s, node);
        if (!v->leads) found = least;
        v->leads = true; /* for those that lead here */
    } else if (before && v->low < before->low) before->low = v->low;
    if (before) before->leads |= v->leads;
    return found;
}

static void follow(search *s, visit *v, uint32_t to) {
    const visit *other = &s->visits[to];
    if (!other->number) enter(s, to);
    else if (other->settled) v->leads = true;
    else if (other->number < v->low) v->low = other->number;
}

uint32_t lct_components_without_end(const lct_state_graph *graph, uint32_t *found, void *memory) {
    search s = {.graph = graph, .visits = memory};
    s.path = (uint32_t *)(s.visits + graph->count + 1);
    s.open = s.path + graph->count + 1;
    uint32_t count = 0;
    for (uint32_t i = 0; i <= graph->count; i++) s.visits[i] = (visit){0};
    for (uint32_t root = 1; root <= graph->count; root++) {
        if (!s.visits[root].number) enter(&s, root);
        while (s.path_count) {
            uint32_t node = s.path[s.path_count - 1];
            visit *v = &s.visits[node];
            if (v->edge < graph->first[node + 1]) follow(&s, v, graph->edges[v->edge++] & ~LCT_EDGE_MARK);
            else {
                uint32_t component = leave(&s);
                if (component) found[count++] = component;
            }
        }
    }
    return count;
}
