/* Brute force: runs x reads-from x modification orders, compared with the axioms.  A partial choice is given up early
 * only for reasons that hold in every model: a value that no write has, a cycle of sb and rf, two read-modify-writes
 * that read one write, a location that is not sequentially consistent by itself. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "graphs.h"

enum { MOST_ORDERS = 5000 }; /* modification orders of one place */

typedef struct orders {
    int count;
    uint8_t at[MOST_ORDERS][MOST_EVENTS];
} orders;

typedef struct search {
    const program *p;
    unsigned models;
    const readings *how;
    long most;
    found *found;
    runs threads[MOST_THREADS];
    const run *chosen[MOST_THREADS];
    uint32_t offers[MOST_THREADS + 1][PLACES]; /* values that the threads from this one on can write */
    graph g;
    int reader[MOST_EVENTS]; /* the read-modify-write that reads a write; -1 */
    orders orders[PLACES];
} search;

/* ---- the results ---- */

static bool has_outcome(const search *s) {
    for (int i = 0; i < s->p->parts; i++) {
        const condition *o = &s->p->outcome[i];
        int last = o->thread ? 0 : s->g.order[o->target][s->g.writes[o->target] - 1];
        int value = o->thread ? s->chosen[o->thread - 1]->registers[o->target] : s->g.at[last].value;
        if (value != o->value) return false;
    }
    return s->p->parts > 0;
}

static void keep(search *s, model m, const char *text) {
    found *f = s->found;
    if (f->count[m] == f->room[m]) {
        f->room[m] = 2 * f->room[m] + 16;
        f->graphs[m] = realloc(f->graphs[m], (size_t)f->room[m] * sizeof *f->graphs[m]);
        if (!f->graphs[m]) abort();
    }
    f->graphs[m][f->count[m]++] = strdup(text);
    f->reached[m] += has_outcome(s);
}

static int last_value(const graph *g, int place) {
    return g->writes[place] ? g->at[g->order[place][g->writes[place] - 1]].value : 0;
}

static bool is_complete(const search *s) {
    for (int t = 0; t < s->p->threads; t++)
        if (s->chosen[t]->waits) return false;
    return true;
}

/* No thread that waits could go on if it looked again, at what was written last. */
static bool hangs(const search *s) {
    const graph *g = &s->g;
    for (int t = 0, e = 0; t < s->p->threads; t++) {
        const instruction *i = s->chosen[t]->waits;
        if (!i) continue;
        for (e = g->n - 1; e >= 0 && g->at[e].thread > t + 1;) e--; /* its last event, if it has one */
        if (i->place < ATOMICS ? g->at[g->source[e]].value != last_value(g, i->place)
                               : !graphs_waits_for(i->code, last_value(g, i->place)))
            return false;
    }
    return true;
}

static void judge(search *s, bool plain) {
    if (++s->found->tried > s->most) s->found->too_large = true;
    bool complete = is_complete(s);
    if (!complete && !hangs(s) && !plain) return;
    unsigned allowed = axioms_allow(&s->g, s->models, s->how);
    if (s->how->judged) s->how->judged(&s->g, allowed);
    if (!allowed) return;
    if (!complete) {
        for (int m = 0; m < MODELS; m++) {
            if (!(allowed >> m & 1)) continue;
            if (hangs(s)) s->found->hangs[m] = true;
            if (plain && !s->found->racy[m]) s->found->racy[m] = axioms_race(&s->g, (model)m);
        }
        return;
    }
    char text[GRAPH_TEXT];
    graph_text(&s->g, text);
    for (int m = 0; m < MODELS; m++) {
        if (!(allowed >> m & 1)) continue;
        keep(s, (model)m, text);
        if (plain && !s->found->racy[m]) s->found->racy[m] = axioms_race(&s->g, (model)m);
    }
}

/* ---- modification orders ---- */

/* Accesses of one place in program order must see it change in that order. */
static bool coherent_alone(const graph *g, int place) {
    for (int a = 0; a < g->n; a++) {
        if (g->at[a].place != place) continue;
        int before = g->position[g->at[a].kind == READ ? g->source[a] : a];
        for (int b = a + 1; b < g->n; b++) {
            if (g->at[b].place != place || !related(&g->sb, a, b)) continue;
            int after = g->position[g->at[b].kind == READ ? g->source[b] : b];
            if (g->at[b].kind == READ ? after < before : after <= before) return false;
        }
    }
    return true;
}

static void arrange(search *s, int place, events left) {
    graph *g = &s->g;
    int count = g->writes[place], last = count ? g->order[place][count - 1] : -1;
    if (!left && coherent_alone(g, place)) {
        orders *o = &s->orders[place];
        if (o->count == MOST_ORDERS) s->found->too_large = true;
        else {
            for (int i = 0; i < count; i++) o->at[o->count][i] = (uint8_t)g->order[place][i];
            o->count++;
        }
    }
    for (events next = left; next && !s->found->too_large; next &= next - 1) {
        int w = __builtin_ctzll(next);
        if (last >= 0 && s->reader[last] >= 0 && s->reader[last] + 1 != w) continue;
        if (g->at[w].update && g->source[w - 1] != last) continue;
        bool early = false; /* an earlier write of its thread is still to come */
        for (events other = left & ~one(w); other; other &= other - 1)
            early = early || related(&g->sb, __builtin_ctzll(other), w);
        if (early) continue;
        g->order[place][count] = w;
        g->position[w] = count;
        g->writes[place] = count + 1;
        arrange(s, place, left & ~one(w));
        g->writes[place] = count;
    }
}

static void combine_orders(search *s, int place, bool plain) {
    graph *g = &s->g;
    if (s->found->too_large) return;
    if (place == PLACES) {
        judge(s, plain);
        return;
    }
    if (!s->orders[place].count) { /* nothing is written there */
        combine_orders(s, place + 1, plain);
        return;
    }
    for (int i = 0; i < s->orders[place].count; i++) {
        for (int k = 0; k < g->writes[place]; k++) {
            g->order[place][k] = s->orders[place].at[i][k];
            g->position[g->order[place][k]] = k;
        }
        combine_orders(s, place + 1, plain);
    }
}

static void find_orders(search *s) {
    bool plain = false;
    int writes[PLACES] = {0};
    for (int l = 0; l < PLACES; l++) {
        events left = 0;
        for (int e = 0; e < s->g.n; e++)
            if (s->g.at[e].place == l && s->g.at[e].kind == WRITE) left |= one(e), writes[l]++;
        s->orders[l].count = 0;
        s->g.writes[l] = 0;
        if (!left) continue;
        plain = plain || (l >= FIRST_PLAIN && l < FIRST_MUTEX);
        arrange(s, l, left);
        if (!s->orders[l].count) return;
    }
    memcpy(s->g.writes, writes, sizeof writes);
    combine_orders(s, 0, plain);
}

/* ---- reads-from ---- */

/* The thread itself overwrote it before it reads, or writes it afterwards. */
static bool out_of_date(const graph *g, int w, int r) {
    if (related(&g->sb, r, w)) return true;
    for (int e = 0; e < r; e++)
        if (g->at[e].kind == WRITE && g->at[e].place == g->at[w].place && related(&g->sb, w, e) &&
            related(&g->sb, e, r))
            return true;
    return false;
}

static void find_sources(search *s, int r, const relation *before) {
    graph *g = &s->g;
    while (r < g->n && g->at[r].kind != READ) r++;
    if (r == g->n) {
        find_orders(s);
        return;
    }
    for (int w = 0; w < g->n && !s->found->too_large; w++) {
        const event *v = &g->at[w];
        if (v->kind != WRITE || v->place != g->at[r].place || v->value != g->at[r].value) continue;
        if ((g->at[r].update && s->reader[w] >= 0) || out_of_date(g, w, r) || related(before, r, w)) continue;
        relation now = *before; /* closed: all that is before w is before r, and all after r */
        for (int e = 0; e < g->n; e++)
            if (e == w || related(before, e, w)) now.row[e] |= before->row[r] | one(r);
        g->source[r] = w;
        if (g->at[r].update) s->reader[w] = r;
        find_sources(s, r + 1, &now);
        if (g->at[r].update) s->reader[w] = -1;
    }
}

/* ---- a run of each thread ---- */

static void add(graph *g, event e) { g->at[g->n++] = e; }

/* The halves have the parts of the order that fit them. */
static void add_update(graph *g, event e, const step *at) {
    bool acquires = at->order == ACQUIRE || at->order == ACQ_REL,
         releases = at->order == RELEASE || at->order == ACQ_REL;
    e.kind = READ;
    e.value = at->read;
    e.order = at->order == SEQ_CST || at->order == NON_ATOMIC ? at->order : acquires ? ACQUIRE : RELAXED;
    add(g, e);
    e.kind = WRITE;
    e.value = at->written;
    e.order = at->order == SEQ_CST || at->order == NON_ATOMIC ? at->order : releases ? RELEASE : RELAXED;
    add(g, e);
}

static void add_thread(graph *g, int thread, const run *r) {
    for (int i = 0, index = 0; i < r->count; i++) {
        const step *at = &r->at[i];
        bool hidden = at->order == NON_ATOMIC || at->hidden;
        event e = {.thread = thread,
                   .index = hidden ? -1 : index,
                   .kind = at->kind,
                   .order = at->order,
                   .place = at->place,
                   .value = at->kind == READ ? at->read : at->written,
                   .update = at->kind == UPDATE,
                   .locked = at->locked,
                   .role = at->role};
        index += !hidden;
        if (at->kind == UPDATE) add_update(g, e, at);
        else add(g, e);
    }
}

static void find_graphs(search *s) {
    graph *g = &s->g;
    uint32_t used = 0;
    g->n = 0;
    for (int t = 0; t < s->p->threads; t++)
        for (int i = 0; i < s->chosen[t]->count; i++)
            if (s->chosen[t]->at[i].place >= 0) used |= 1u << s->chosen[t]->at[i].place;
    for (int i = 0; i < s->p->parts; i++) /* its end is of interest although it may not be accessed */
        if (!s->p->outcome[i].thread) used |= 1u << s->p->outcome[i].target;
    for (int l = 0; l < PLACES; l++)
        if (used >> l & 1) add(g, (event){.thread = 0, .kind = WRITE, .order = NON_ATOMIC, .place = l});
    int size = g->n;
    for (int t = 0; t < s->p->threads; t++)
        for (int i = 0; i < s->chosen[t]->count; i++) size += s->chosen[t]->at[i].kind == UPDATE ? 2 : 1;
    if (size > MOST_EVENTS) {
        s->found->too_large = true;
        return;
    }
    for (int t = 0; t < s->p->threads; t++) add_thread(g, t + 1, s->chosen[t]);
    nothing(&g->sb, g->n);
    for (int a = 0; a < g->n; a++)
        for (int b = a + 1; b < g->n; b++)
            if (g->at[a].thread == g->at[b].thread || g->at[a].thread == 0) relate(&g->sb, a, b);
    for (int e = 0; e < g->n; e++) s->reader[e] = -1;
    find_sources(s, 0, &g->sb);
}

/* Every value that is read so far, and not written so far, may still be written. */
static bool supplied(const uint32_t *reads, const uint32_t *writes, const uint32_t *more) {
    for (int l = 0; l < PLACES; l++)
        if (reads[l] & ~(writes[l] | more[l])) return false;
    return true;
}

static void choose_runs(search *s, int t, const uint32_t *reads, const uint32_t *writes) {
    if (t == s->p->threads) {
        find_graphs(s);
        return;
    }
    assert(t < MOST_THREADS);
    for (int i = 0; i < s->threads[t].count && !s->found->too_large; i++) {
        const run *r = &s->threads[t].at[i];
        uint32_t reads_now[PLACES], writes_now[PLACES];
        for (int l = 0; l < PLACES; l++) {
            reads_now[l] = reads[l] | r->reads[l];
            writes_now[l] = writes[l] | r->writes[l];
        }
        s->chosen[t] = r;
        if (supplied(reads_now, writes_now, s->offers[t + 1])) choose_runs(s, t + 1, reads_now, writes_now);
    }
}

/* ---- all of it ---- */

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Plain accesses are not in the text: graphs that differ in these alone are one. */
static void sort(found *f, int m) {
    if (f->count[m]) qsort(f->graphs[m], (size_t)f->count[m], sizeof *f->graphs[m], by_text);
    int kept = 0;
    for (int i = 0; i < f->count[m]; i++) {
        if (kept && !strcmp(f->graphs[m][kept - 1], f->graphs[m][i])) free(f->graphs[m][i]);
        else f->graphs[m][kept++] = f->graphs[m][i];
    }
    f->count[m] = kept;
}

void graphs_find(const program *p, unsigned models, const readings *how, long most, found *f) {
    static search s;
    *f = (found){.too_large = false};
    s.p = p;
    s.models = models;
    s.how = how;
    s.most = most;
    s.found = f;
    double combinations = 1;
    f->too_large = !runs_of(p, s.threads);
    for (int t = 0; t < p->threads && !f->too_large; t++) combinations *= s.threads[t].count;
    if (f->too_large || combinations > MOST_COMBINATIONS) {
        f->too_large = true;
        return;
    }
    memset(s.offers, 0, sizeof s.offers);
    for (int t = p->threads - 1; t >= 0; t--)
        for (int l = 0; l < PLACES; l++) {
            s.offers[t][l] = s.offers[t + 1][l];
            for (int i = 0; i < s.threads[t].count; i++) s.offers[t][l] |= s.threads[t].at[i].writes[l];
        }
    uint32_t reads[PLACES] = {0}, writes[PLACES];
    for (int l = 0; l < PLACES; l++) writes[l] = 1; /* the initial value */
    choose_runs(&s, 0, reads, writes);
    for (int m = 0; m < MODELS; m++) sort(f, m);
}

void graphs_free(found *f) {
    for (int m = 0; m < MODELS; m++) {
        for (int i = 0; i < f->count[m]; i++) free(f->graphs[m][i]);
        free(f->graphs[m]);
    }
}

bool graphs_included(const found *f, model m, const found *in, model n) {
    int k = 0;
    for (int i = 0; i < f->count[m]; i++, k++) {
        while (k < in->count[n] && strcmp(in->graphs[n][k], f->graphs[m][i]) < 0) k++;
        if (k == in->count[n] || strcmp(in->graphs[n][k], f->graphs[m][i]) != 0) return false;
    }
    return true;
}
