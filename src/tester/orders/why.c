/* The missing link of an execution: from the newest store that a load did not read to that load, or from one access of
 * a data race to the other, the way of program order and reads-from with the fewest reads-from; and the first store and
 * load on it that do not synchronize.  Had all of them synchronized, the store would happen before the load.
 *
 * If there is no such way, releases and acquires cannot order the two, however strong: happens-before is part of
 * program order and reads-from.
 */
#include "tester/orders/why.h"

#include <stdlib.h>
#include <string.h>

#include "target/explore/control.h"
#include "tester/driver/reproduce.h"
#include "tester/orders/event_graph.h"
#include "tester/source/lines.h"
#include "tester/view/access_names.h"
#include "tester/view/print.h"
#include "tester/view/step_places.h"

/* ---- the way ---- */

enum { NEVER = INT32_MAX, LINK = 1000 /* as dear as so many steps of a thread */ };

typedef struct way {
    const lcd_event_graph *g;
    int32_t *cost, *before; /* of each event, from the first one on */
} way;

static bool follows_in_program(const lcd_event_graph *g, uint32_t a, uint32_t b) {
    if (a >= b || g->events.at[a].thread != g->events.at[b].thread) return false;
    for (uint32_t i = a + 1; i < b; i++)
        if (g->events.at[i].thread == g->events.at[a].thread) return false;
    return true;
}

static int32_t cost_between(const lcd_event_graph *g, uint32_t a, uint32_t b) {
    if (follows_in_program(g, a, b)) return 1;
    bool reads = g->events.at[b].kind == LCD_EVENT_LOAD || g->events.at[b].kind == LCD_EVENT_UPDATE;
    if (reads && g->events.at[b].source == (int32_t)a) return LINK;
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (g->edges.at[i].before == (int32_t)a && g->edges.at[i].after == (int32_t)b) return LINK;
    return NEVER;
}

/* Bellman and Ford; graphs are small. */
static bool find_way(way *w, const lcd_event_graph *g, int32_t from, int32_t to) {
    uint32_t n = g->events.count;
    bool changed = true;
    *w = (way){.g = g, .cost = malloc(n * sizeof *w->cost), .before = malloc(n * sizeof *w->before)};
    if (!w->cost || !w->before) return false;
    for (uint32_t i = 0; i < n; i++) w->cost[i] = NEVER, w->before[i] = LCD_NO_EVENT;
    w->cost[from] = 0;
    while (changed) {
        changed = false;
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; b < n && w->cost[a] != NEVER; b++) {
                int32_t more = cost_between(g, a, b);
                if (more == NEVER || w->cost[a] + more >= w->cost[b]) continue;
                w->cost[b] = w->cost[a] + more;
                w->before[b] = (int32_t)a;
                changed = true;
            }
    }
    return w->cost[to] != NEVER;
}

/* ---- the link ---- */

static bool acquires(unsigned o) {
    return o == __ATOMIC_CONSUME || o == __ATOMIC_ACQUIRE || (o >= __ATOMIC_ACQ_REL && o < LCD_PLAIN);
}
static bool releases(unsigned o) { return o >= __ATOMIC_RELEASE && o < LCD_PLAIN; }

static bool is_between(const lcd_event_graph *g, uint32_t i, uint32_t a, uint32_t b) {
    return g->events.at[i].thread == g->events.at[a].thread && a < i && i < b;
}

static bool has_fence(const lcd_event_graph *g, uint32_t a, uint32_t b, bool (*has)(unsigned)) {
    for (uint32_t i = 0; i < g->events.count; i++)
        if (g->events.at[i].kind == LCD_EVENT_FENCE && has(g->events.at[i].order) && is_between(g, i, a, b))
            return true;
    return false;
}

/* The events of the way, from its beginning. */
static uint32_t unfold(const way *w, int32_t to, int32_t *path) {
    uint32_t count = 0;
    for (int32_t e = to; e >= 0; e = w->before[e]) path[count++] = e;
    for (uint32_t i = 0; i < count / 2; i++) {
        int32_t e = path[i];
        path[i] = path[count - 1 - i];
        path[count - 1 - i] = e;
    }
    return count;
}

typedef struct finder {
    lcd_why *why;
    const lcd_replayed *r;
    const lcd_event_graph *g;
    lcd_lines *lines;
} finder;

static lcd_why_step describe(const finder *f, uint32_t step) {
    const lcd_trace_step *s = &f->r->steps.at[step];
    lcd_why_step d = {.thread = s->thread, .step = s->step, .order = s->order};
    const char *function;
    if (!f->lines || !lcd_step_place(f->lines, s, &d.file, &d.line, &function)) d.file = NULL;
    return d;
}

static void describe_link(const finder *f, const int32_t *path, uint32_t i, uint32_t count) {
    const lcd_event_graph *g = f->g;
    lcd_why *y = f->why;
    const lcd_event *store = &g->events.at[path[i]], *load = &g->events.at[path[i + 1]];
    uint32_t first = (uint32_t)path[0], end = i + 2 < count ? (uint32_t)path[count - 1] : (uint32_t)path[i + 1];
    bool own = g->events.at[first].thread == store->thread;
    y->link = true;
    y->store = describe(f, store->step);
    y->load = describe(f, load->step);
    y->no_release = !releases(store->order) && !has_fence(g, own ? first : 0, (uint32_t)path[i], releases);
    y->no_acquire = !acquires(load->order) && !has_fence(g, (uint32_t)path[i + 1], end, acquires);
}

static void find_link(const finder *f, const way *w, int32_t to, const lcd_happens *h) {
    int32_t *path = malloc(w->g->events.count * sizeof *path);
    uint32_t count = path ? unfold(w, to, path) : 0;
    for (uint32_t i = 0; i + 1 < count && !f->why->link; i++) {
        const lcd_event *e = &w->g->events.at[path[i + 1]];
        bool reads = e->kind <= LCD_EVENT_UPDATE && e->kind != LCD_EVENT_STORE && e->source == path[i];
        if (!reads || e->thread == w->g->events.at[path[i]].thread) continue;
        bool ordered = lcd_is_related(h, h->happens, path[0], path[i + 1]);
        for (uint32_t k = i + 2; k < count && !ordered && w->g->events.at[path[k]].thread == e->thread; k++)
            ordered = lcd_is_related(h, h->happens, path[0], path[k]);
        if (!ordered && w->g->events.at[path[i]].step != UINT32_MAX) describe_link(f, path, i, count);
    }
    free(path);
}

/* ---- the two that are not ordered ---- */

static bool writes(const lcd_trace_step *s) {
    return s->kind == LCT_STEP_WRITE || (s->kind >= LCT_STEP_STORE && s->kind <= LCT_STEP_CAS);
}

/* The last load of an old value, and the newest value then. */
static bool find_stale(const finder *f, uint32_t *from, uint32_t *to) {
    const lcd_replayed *r = f->r;
    for (uint32_t i = r->steps.count; i-- > 0;) {
        const lcd_trace_step *s = &r->steps.at[i];
        bool reads = s->kind == LCT_STEP_READ || s->kind == LCT_STEP_LOAD || s->kind == LCT_STEP_CAS_FAILED;
        if (!reads || !s->newer || !s->newest_step) continue;
        for (uint32_t k = i; k-- > 0;)
            if (r->steps.at[k].step == s->newest_step && writes(&r->steps.at[k])) {
                *from = k;
                *to = i;
                return true;
            }
    }
    return false;
}

static void find_between(const finder *f, uint32_t first, uint32_t second, unsigned model) {
    lcd_why *y = f->why;
    int32_t from = lcd_graph_event_of(f->g, first), to = lcd_graph_event_of(f->g, second);
    way w;
    lcd_happens h;
    if (from < 0 || to < 0) return;
    y->from = describe(f, first);
    y->to = describe(f, second);
    y->chain = find_way(&w, f->g, from, to);
    if (y->chain && lcd_graph_happens(&h, f->g, model)) {
        find_link(f, &w, to, &h);
        lcd_happens_free(&h);
    }
    free(w.cost);
    free(w.before);
}

/* If nothing leads from one access of a race to the other, perhaps it is there only because of an old value. */
static void find_pair(const finder *f, unsigned model) {
    lcd_why *y = f->why;
    uint32_t first, second;
    y->race = f->g->race[0] >= 0;
    if (y->race) find_between(f, (uint32_t)f->r->accesses[0], (uint32_t)f->r->accesses[1], model);
    if (y->link || !find_stale(f, &first, &second)) return;
    y->stale = true;
    find_between(f, first, second, model);
}

/* A data race of an interleaving is replayed under rc11, where it reads the same, for its versions. */
static const lcd_replayed *with_versions(lcd_replayed *own, lcd_test_run *t, const lct_config *config) {
    const lcd_failure *f = t->failure;
    if (f->memory != LCT_MEMORY_SC) return t->replayed.versions.versions.count ? &t->replayed : NULL;
    if (f->kind != LCT_FAILS_RACE) return NULL;
    lcd_failure copy = *f;
    lct_config again = *config;
    copy.memory = LCT_MEMORY_RC11;
    copy.access_count = 0; /* any race will do: under rc11 an allocation races where a write did */
    again.orders = 1;
    return lcd_replay_failure(own, t, &again, &copy) ? own : NULL;
}

void lcd_why_find(lcd_why *y, lcd_test_run *t, const lct_config *config) {
    lcd_replayed own = {0};
    lcd_event_graph g;
    *y = (lcd_why){.memory = t->failure->memory};
    const lcd_replayed *r = with_versions(&own, t, config);
    if (r) {
        unsigned model = t->failure->memory == LCT_MEMORY_RC11 ? LCT_MEMORY_RC11 : LCT_MEMORY_C11;
        bool enough = true;
        if (lcd_graph_of_steps(&g, r, NULL, config) && lcd_graph_exists(&g, t->failure->memory, &enough)) {
            y->known = true;
            for (unsigned m = 0; m < LCT_MEMORY_MODELS && enough; m++)
                if (lcd_graph_exists(&g, m, &enough)) y->models |= 1u << m;
            find_pair(&(finder){y, r, &g, lcd_test_run_lines(t)}, model);
        }
        lcd_event_graph_free(&g);
    }
    if (t->failure->memory == LCT_MEMORY_SC && t->failure->kind == LCT_FAILS_RACE) lcd_replayed_free(&own);
}

/* ---- words ---- */

static void put_models(lince_text *out, const lcd_why *y) {
    bool tso = y->models >> LCT_MEMORY_TSO & 1, sc = y->models >> LCT_MEMORY_SC & 1;
    bool rc11 = y->models >> LCT_MEMORY_RC11 & 1, c11 = y->models >> LCT_MEMORY_C11 & 1;
    if (sc || y->memory == LCT_MEMORY_TSO) return;
    lc_text_puts(out, tso ? " x86 allows this execution, too (tso)."
                          : " x86 does not allow this execution (tso); other processors and compilers may.");
    if (rc11 && !c11) lc_text_puts(out, " The release sequences of C11 forbid it, those of C++20 do not.");
}

void lcd_why_print(lince_text *out, const lcd_why *y) {
    if (!y->known) return;
    put_models(out, y);
}

static void write_step(lcr_writer *w, const char *key, const lcd_why_step *s, bool there) {
    if (!there) {
        lcr_field_null(w, key);
        return;
    }
    lcr_field_open(w, key, '{');
    lcr_field_count(w, "thread", s->thread);
    lcr_field_count(w, "step", s->step);
    lcr_field_text(w, "file", s->file);
    if (s->file) lcr_field_int(w, "line", s->line);
    else lcr_field_null(w, "line");
    lcr_field_text(w, "order", lcd_step_order(s->order));
    lcr_write_close(w, '}');
}

void lcd_why_json(lcr_writer *w, const lcd_why *y) {
    if (!y->known) {
        lcr_field_null(w, "why");
        return;
    }
    lcr_field_open(w, "why", '{');
    lcr_field_open(w, "models", '[');
    for (unsigned m = 0; m < LCT_MEMORY_MODELS; m++)
        if (y->models >> m & 1) lcr_write_text(w, lcd_memory_name(m));
    lcr_write_close(w, ']');
    write_step(w, "newer", &y->from, y->stale);
    write_step(w, "stale", &y->to, y->stale);
    lcr_field_bool(w, "chain", y->chain);
    write_step(w, "store", &y->store, y->link);
    write_step(w, "load", &y->load, y->link);
    lcr_field_bool(w, "no_release", y->no_release);
    lcr_field_bool(w, "no_acquire", y->no_acquire);
    lcr_write_close(w, '}');
}
