/* Components that cannot be left and have no end: compared with what can be reached from each node, on random graphs.
 */
#include "target/explore/components.h"

#include <stdlib.h>

#include "../tap.h"

enum { NODES = 12, EDGES = 40 };

static struct {
    uint32_t count, first[NODES + 2], edges[EDGES];
    bool ends[NODES + 1];
    bool reaches[NODES + 1][NODES + 1];
} g;

static uint32_t below(uint32_t bound) { return (uint32_t)rand() % bound; }

static void make(void) {
    uint32_t edges = 0;
    g.count = 1 + below(NODES);
    uint32_t most = below(4);
    for (uint32_t i = 1; i <= g.count; i++) {
        g.first[i] = edges;
        g.ends[i] = below(8) == 0;
        for (uint32_t n = below(most + 1); n && edges < EDGES; n--)
            g.edges[edges++] = (1 + below(g.count)) | (below(6) ? 0 : LCT_EDGE_MARK);
    }
    g.first[g.count + 1] = edges;
}

static void find_reachable(void) {
    for (uint32_t i = 1; i <= g.count; i++)
        for (uint32_t j = 1; j <= g.count; j++) g.reaches[i][j] = i == j;
    for (uint32_t round = 0; round < g.count; round++)
        for (uint32_t i = 1; i <= g.count; i++)
            for (uint32_t e = g.first[i]; e < g.first[i + 1]; e++)
                for (uint32_t j = 1; j <= g.count; j++) g.reaches[i][j] |= g.reaches[g.edges[e] & ~LCT_EDGE_MARK][j];
}

/* Is `node` the smallest of a component from which everything leads back, and nothing to an end?  *marked: an edge is.
 */
static bool is_found(uint32_t node, bool *marked) {
    *marked = false;
    for (uint32_t j = 1; j <= g.count; j++) {
        if (!g.reaches[node][j]) continue;
        if (!g.reaches[j][node] || g.ends[j] || j < node) return false;
        for (uint32_t e = g.first[j]; e < g.first[j + 1]; e++) *marked |= g.edges[e] & LCT_EDGE_MARK;
    }
    return true;
}

static bool agrees(uint32_t *all) {
    uint32_t found[NODES + 1], expected = 0;
    lct_state_graph graph = {.count = g.count, .first = g.first, .edges = g.edges, .ends = g.ends};
    void *memory = malloc(lct_components_room(g.count));
    if (!memory) return false;
    uint32_t count = lct_components_without_end(&graph, found, memory);
    free(memory);
    for (uint32_t node = 1; node <= g.count; node++) {
        bool marked, seen = false;
        if (!is_found(node, &marked)) continue;
        expected++;
        for (uint32_t i = 0; i < count; i++) seen |= found[i] == (node | (marked ? LCT_EDGE_MARK : 0));
        if (!seen) return false;
    }
    *all += count;
    return count == expected;
}

int main(void) {
    enum { GRAPHS = 50000 };
    uint32_t wrong = 0, all = 0;
    srand(1);
    for (unsigned i = 0; i < GRAPHS; i++) {
        make();
        find_reachable();
        wrong += !agrees(&all);
    }
    expect(!wrong, "%d random graphs, %u components without end, %u wrong", GRAPHS, all, wrong);
    expect(all > GRAPHS / 2, "many have one");
    return tap_end();
}
