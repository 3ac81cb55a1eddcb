#include "tester/view/step_graph.h"

#include <stdlib.h>

#include "base/vec.h"
#include "target/explore/control.h"

/* Bytes that are accessed together, with the writes to them: in modification order, the newest last. */
typedef struct location {
    uint64_t address, size;
    LC_VEC(int32_t) writes;
    bool mixed; /* parts of it are accessed in other ways: nothing is known about the writes */
} location;

typedef struct node {
    int32_t source, next; /* as in step_graph.h */
    int32_t before;       /* the step of the same thread before it */
} node;

struct lcd_step_graph {
    const lcd_trace_step *steps;
    size_t count;
    node *nodes;
    LC_VEC(location) locations;
};

/* ---- steps ---- */

static bool is_access(const lcd_trace_step *s) { return s->kind <= LCT_STEP_CAS_FAILED && s->size && s->size <= 16; }

static bool reads(const lcd_trace_step *s) { return s->kind != LCT_STEP_WRITE && s->kind != LCT_STEP_STORE; }

static bool writes(const lcd_trace_step *s) {
    return s->kind != LCT_STEP_READ && s->kind != LCT_STEP_LOAD && s->kind != LCT_STEP_CAS_FAILED;
}

static bool has_order(const lcd_trace_step *s, int a, int b) {
    return s->order == (uint32_t)a + 1 || s->order == (uint32_t)b + 1 || s->order == __ATOMIC_ACQ_REL + 1 ||
           s->order == __ATOMIC_SEQ_CST + 1;
}

static bool releases(const lcd_trace_step *s) { return has_order(s, __ATOMIC_RELEASE, __ATOMIC_RELEASE); }
static bool acquires(const lcd_trace_step *s) { return has_order(s, __ATOMIC_ACQUIRE, __ATOMIC_CONSUME); }

/* ---- building ---- */

static location *location_of(lcd_step_graph *g, const lcd_trace_step *s) {
    location *found = NULL;
    bool mixed = false;
    for (uint32_t i = 0; i < g->locations.count; i++) {
        location *l = &g->locations.at[i];
        if (l->address == s->address && l->size == s->size) found = l;
        else if (l->address < s->address + s->size && s->address < l->address + l->size) mixed = l->mixed = true;
    }
    if (!found) {
        if (!lc_push(NULL, &g->locations, (location){.address = s->address, .size = s->size})) return NULL;
        found = &g->locations.at[g->locations.count - 1];
    }
    found->mixed |= mixed;
    return found;
}

/* Another object begins there. */
static void forget(lcd_step_graph *g, const lcd_trace_step *s) {
    for (uint32_t i = 0; i < g->locations.count; i++) {
        location *l = &g->locations.at[i];
        if (l->address < s->address || l->address >= s->address + s->size) continue;
        l->writes.count = 0;
        l->mixed = false;
    }
}

static bool add_access(lcd_step_graph *g, size_t step) {
    const lcd_trace_step *s = &g->steps[step];
    location *l = location_of(g, s);
    if (!l) return false;
    uint32_t count = l->writes.count, at = s->newer < count ? count - s->newer : 0;
    if (reads(s) && at > 0) g->nodes[step].source = l->writes.at[at - 1];
    if (!writes(s)) return true;
    if (!lc_push(NULL, &l->writes, 0)) return false;
    for (uint32_t i = count; i > at; i--) l->writes.at[i] = l->writes.at[i - 1];
    l->writes.at[at] = (int32_t)step;
    return true;
}

static void link_writes(lcd_step_graph *g) {
    for (uint32_t i = 0; i < g->locations.count; i++) {
        const location *l = &g->locations.at[i];
        for (uint32_t k = 0; !l->mixed && k + 1 < l->writes.count; k++)
            g->nodes[l->writes.at[k]].next = l->writes.at[k + 1];
    }
}

/* Where accesses overlap in part, the source of a read is not known. */
static void forget_mixed(lcd_step_graph *g) {
    for (size_t i = 0; i < g->count; i++) {
        if (!is_access(&g->steps[i])) continue;
        const location *l = location_of(g, &g->steps[i]);
        if (l && l->mixed) g->nodes[i].source = LCD_NO_STEP;
    }
}

static bool build(lcd_step_graph *g) {
    LC_VEC(int32_t) last = {0}; /* of each thread */
    bool done = true;
    for (size_t i = 0; done && i < g->count; i++) {
        const lcd_trace_step *s = &g->steps[i];
        while (done && last.count <= s->thread) done = lc_push(NULL, &last, LCD_NO_STEP);
        if (!done) break;
        g->nodes[i] = (node){.source = LCD_NO_STEP, .next = LCD_NO_STEP, .before = last.at[s->thread]};
        last.at[s->thread] = (int32_t)i;
        if (s->kind == LCT_STEP_MALLOC) forget(g, s);
        if (is_access(s)) done = add_access(g, i);
    }
    lc_vec_free(NULL, &last);
    if (!done) return false;
    link_writes(g);
    forget_mixed(g);
    return true;
}

lcd_step_graph *lcd_step_graph_new(const lcd_trace_step *steps, size_t count) {
    lcd_step_graph *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    *g = (lcd_step_graph){.steps = steps, .count = count, .nodes = calloc(count + 1, sizeof *g->nodes)};
    if (g->nodes && build(g)) return g;
    lcd_step_graph_free(g);
    return NULL;
}

void lcd_step_graph_free(lcd_step_graph *g) {
    if (!g) return;
    for (uint32_t i = 0; i < g->locations.count; i++) lc_vec_free(NULL, &g->locations.at[i].writes);
    lc_vec_free(NULL, &g->locations);
    free(g->nodes);
    free(g);
}

int32_t lcd_step_graph_source(const lcd_step_graph *g, size_t step) { return g->nodes[step].source; }
int32_t lcd_step_graph_next(const lcd_step_graph *g, size_t step) { return g->nodes[step].next; }

/* ---- synchronization ---- */

static bool is_fenced_before(const lcd_step_graph *g, int32_t write) {
    for (int32_t i = g->nodes[write].before; i >= 0; i = g->nodes[i].before)
        if (g->steps[i].kind == LCT_STEP_FENCE && releases(&g->steps[i])) return true;
    return false;
}

/* Of its own, or as part of the release sequence of the write that it has read. */
static bool is_release(const lcd_step_graph *g, int32_t write) {
    for (int32_t i = write; i >= 0; i = g->nodes[i].source) {
        if (!g->steps[i].order || !writes(&g->steps[i])) return false; /* a plain write */
        if (releases(&g->steps[i]) || is_fenced_before(g, i)) return true;
        if (!reads(&g->steps[i])) return false;
    }
    return false;
}

/* With a fence that comes before step `end` of the same thread. */
static bool is_acquire(const lcd_step_graph *g, size_t read, size_t end) {
    if (acquires(&g->steps[read])) return true;
    for (size_t i = read + 1; i < end; i++)
        if (g->steps[i].thread == g->steps[read].thread && g->steps[i].kind == LCT_STEP_FENCE && acquires(&g->steps[i]))
            return true;
    return false;
}

bool lcd_step_graph_synchronizes(const lcd_step_graph *g, size_t step) {
    int32_t source = g->nodes[step].source;
    return source >= 0 && g->steps[source].thread != g->steps[step].thread && is_release(g, source) &&
           is_acquire(g, step, step + 1);
}

/* ---- the missing link ---- */

/* For each step, the read or the step of the same thread by which `from` reached it; LCD_NO_STEP: it did not. */
static int32_t *reached_from(const lcd_step_graph *g, size_t from, size_t to) {
    int32_t *by = malloc(g->count * sizeof *by);
    for (size_t i = 0; by && i < g->count; i++) {
        const node *n = &g->nodes[i];
        by[i] = i == from ? (int32_t)i : LCD_NO_STEP;
        if (i <= from || i > to) continue;
        /* Reads first: a link between threads matters most. */
        if (n->before >= (int32_t)from && by[n->before] != LCD_NO_STEP) by[i] = n->before;
        else if (n->source >= (int32_t)from && by[n->source] != LCD_NO_STEP) by[i] = n->source;
    }
    return by;
}

static bool is_too_weak(const lcd_step_graph *g, int32_t write, int32_t read, size_t end, lcd_weak_link *link) {
    bool atomic = g->steps[write].order && g->steps[read].order;
    if (!atomic || g->steps[write].thread == g->steps[read].thread) return false;
    bool release = is_release(g, write);
    if (release && is_acquire(g, (size_t)read, end)) return false;
    *link = (lcd_weak_link){.write = (size_t)write, .read = (size_t)read, .by_write = !release};
    return true;
}

bool lcd_step_graph_weak_link(const lcd_step_graph *g, size_t from, size_t to, lcd_weak_link *link) {
    if (from >= to || to >= g->count) return false;
    int32_t *by = reached_from(g, from, to);
    bool found = false, handed_on = false;
    size_t end = to; /* where the path leaves the thread of the read */
    for (int32_t i = (int32_t)to; by && by[i] != LCD_NO_STEP && i != (int32_t)from; i = by[i]) {
        if (by[i] == g->nodes[i].before) {
            handed_on = false;
            continue;
        }
        int32_t write = by[i], source = g->nodes[write].source;
        if (!handed_on) found |= is_too_weak(g, write, i, end, link);
        /* A read-modify-write that is all that the path has of its thread hands on the release that it reads. */
        handed_on = by[write] == source && source != g->nodes[write].before && is_release(g, source);
        end = (size_t)write;
    }
    free(by);
    return found;
}
