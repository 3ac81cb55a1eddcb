/* Do src/tester/orders and the axioms of this folder give the same answers?
 *
 *     memory-agree COUNT SEED [FILE...]   TAP: about the graphs of random programs, and of the programs in files
 *
 * Each graph that the search over a program tries, consistent or not, is compared as it is, and with other orders and
 * more fences (change.h). */
#include <stdlib.h>
#include <string.h>

#include "../../tap.h"
#include "graphs.h"
#include "target/explore/control.h"
#include "tester/orders/change.h"

enum { ASKED = 4 /* models that both know */, PER_PROGRAM = 200 };
static const unsigned models[ASKED] = {
    [SC] = LCT_MEMORY_SC, [TSO] = LCT_MEMORY_TSO, [RC11] = LCT_MEMORY_RC11, [C11] = LCT_MEMORY_C11};

static struct {
    uint64_t random;
    long graphs, allowed[ASKED], forbidden[ASKED], wrong, races, ordered, wrong_races;
    int of_program;
} t;

static unsigned below(unsigned n) {
    t.random = t.random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(t.random >> 33) % n;
}

static uint8_t order_of(ordering o) {
    static const uint8_t orders[ORDERS] = {
        [NON_ATOMIC] = LCD_PLAIN,     [RELAXED] = __ATOMIC_RELAXED, [ACQUIRE] = __ATOMIC_ACQUIRE,
        [RELEASE] = __ATOMIC_RELEASE, [ACQ_REL] = __ATOMIC_ACQ_REL, [SEQ_CST] = __ATOMIC_SEQ_CST};
    return orders[o];
}

/* The two halves of a read-modify-write have the parts of its order. */
static uint8_t order_of_update(const event *read, const event *write) {
    if (read->order == SEQ_CST) return __ATOMIC_SEQ_CST;
    bool acquires = read->order == ACQUIRE, releases = write->order == RELEASE;
    return acquires && releases ? __ATOMIC_ACQ_REL
           : acquires           ? __ATOMIC_ACQUIRE
           : releases           ? __ATOMIC_RELEASE
                                : __ATOMIC_RELAXED;
}

/* `number`: of each event of the one graph in the other one; initial writes are none there. */
static void convert(lcd_event_graph *out, const graph *g, int number[MOST_EVENTS]) {
    lcd_event_graph_init(out);
    for (int e = 0, n = 0; e < g->n; e++) {
        const event *v = &g->at[e];
        bool second = v->update && v->kind == WRITE;
        number[e] = v->thread == 0 ? LCD_NO_EVENT : second ? n - 1 : n++;
        if (v->thread == 0 || second) continue;
        lcd_event x = {.order = order_of(v->order),
                       .thread = (uint32_t)v->thread,
                       .location = (uint32_t)v->place,
                       .locked = v->locked,
                       .source = LCD_NO_EVENT,
                       .older = LCD_NO_EVENT};
        x.kind = v->kind == FENCES ? LCD_EVENT_FENCE
                 : v->update       ? LCD_EVENT_UPDATE
                 : v->kind == READ ? LCD_EVENT_LOAD
                                   : LCD_EVENT_STORE;
        if (v->update) x.order = order_of_update(v, &g->at[e + 1]);
        if (!lc_push(NULL, &out->events, x)) abort();
    }
    for (int e = 0; e < g->n; e++) {
        const event *v = &g->at[e];
        if (v->thread == 0) continue;
        lcd_event *x = &out->events.at[number[e]];
        if (v->kind == READ) x->source = number[g->source[e]];
        if (v->kind == WRITE) x->older = number[g->order[v->place][g->position[e] - 1]];
    }
}

/* ---- the same graph with stronger orders, and more fences ---- */

static ordering ordering_of(uint8_t order) {
    for (ordering o = RELAXED; o < ORDERS; o++)
        if (order_of(o) == order) return o;
    abort();
}

/* A read-modify-write gets the parts of an order that fit its halves. */
static ordering part_of(const event *v, ordering o) {
    bool read = v->kind == READ;
    if (!v->update || o == SEQ_CST || o == RELAXED) return o;
    if (o == ACQ_REL) return read ? ACQUIRE : RELEASE;
    return (o == ACQUIRE) == read ? o : RELAXED;
}

/* The change in the one form: orders of events and fences around them, by the event that a site is. */
static void apply(graph *g, const lcd_sites *sites, const lcd_change *c, const int *number) {
    static graph old;
    int moved[MOST_EVENTS];
    old = *g;
    g->n = 0;
    for (int e = 0; e < old.n; e++) {
        const event *v = &old.at[e];
        uint32_t site = number[e] < 0 ? LCD_NO_SITE : (uint32_t)number[e];
        bool second = v->update && v->kind == WRITE, first = v->update && v->kind == READ;
        event fence = {.thread = v->thread, .index = -1, .kind = FENCES, .place = -1};
        uint8_t before = LCD_NO_ORDER, after = LCD_NO_ORDER;
        if (site != LCD_NO_SITE && !second) before = lcd_change_order(c, sites, site, LCD_SLOT_BEFORE);
        if (site != LCD_NO_SITE && !first) after = lcd_change_order(c, sites, site, LCD_SLOT_AFTER);
        if (before != LCD_NO_ORDER) fence.order = ordering_of(before), g->at[g->n++] = fence;
        moved[e] = g->n;
        g->at[g->n] = *v;
        uint8_t order = site == LCD_NO_SITE ? LCD_NO_ORDER : lcd_change_order(c, sites, site, LCD_SLOT_ORDER);
        if (v->order != NON_ATOMIC && order != LCD_NO_ORDER) g->at[g->n].order = part_of(v, ordering_of(order));
        g->n++;
        if (after != LCD_NO_ORDER) fence.order = ordering_of(after), g->at[g->n++] = fence;
    }
    nothing(&g->sb, g->n);
    for (int x = 0; x < g->n; x++)
        for (int y = x + 1; y < g->n; y++)
            if (g->at[x].thread == g->at[y].thread || g->at[x].thread == 0) relate(&g->sb, x, y);
    for (int e = 0; e < old.n; e++) {
        g->source[moved[e]] = old.at[e].kind == READ ? moved[old.source[e]] : 0;
        g->position[moved[e]] = old.position[e];
    }
    for (int l = 0; l < PLACES; l++)
        for (int i = 0; i < old.writes[l]; i++) g->order[l][i] = moved[old.order[l][i]];
}

static lcd_site_kind site_kind(const lcd_event *e) {
    return e->kind == LCD_EVENT_LOAD    ? LCD_SITE_LOAD
           : e->kind == LCD_EVENT_STORE ? LCD_SITE_STORE
           : e->kind == LCD_EVENT_FENCE ? LCD_SITE_FENCE
                                        : LCD_SITE_UPDATE;
}

/* Each event is a site of its own; some get a stronger order or a fence. */
static void draw_change(lcd_event_graph *x, lcd_sites *sites, lcd_change *c, int room) {
    *c = (lcd_change){.count = 0};
    for (uint32_t i = 0; i < x->events.count; i++) {
        lcd_event *e = &x->events.at[i];
        bool fixed = e->order == LCD_PLAIN || (e->kind <= LCD_EVENT_UPDATE && e->location >= FIRST_PLAIN);
        lcd_site site = {.kind = (uint8_t)site_kind(e), .order = e->order, .failure = LCD_NO_ORDER};
        e->site = i;
        if (!lc_push(NULL, &sites->at, site)) abort();
        for (lcd_slot slot = 0; slot < LCD_SLOTS && !fixed; slot++) {
            uint8_t orders[6];
            if (slot == LCD_SLOT_FAILURE || below(4) || (slot >= LCD_SLOT_BEFORE && room-- <= 0)) continue;
            unsigned count = lcd_orders_of(site_kind(e), slot, orders);
            lcd_change_add(c, (lcd_change_item){i, (uint8_t)slot, orders[below(count)]});
        }
    }
}

static void compare_races(lcd_event_graph *x, const graph *g, const int *number, model m) {
    bool racy = false, enough;
    for (int a = 0; a < g->n; a++)
        for (int b = 0; b < a; b++) {
            const event *v = &g->at[a], *w = &g->at[b];
            bool pair =
                v->place == w->place && v->place >= FIRST_PLAIN && v->place < FIRST_MUTEX && v->thread && w->thread;
            if (!pair || v->thread == w->thread || (v->kind != WRITE && w->kind != WRITE)) continue;
            x->race[0] = number[a];
            x->race[1] = number[b];
            racy |= lcd_graph_exists(x, models[m], &enough);
            if (!enough) abort();
        }
    x->race[0] = x->race[1] = LCD_NO_EVENT;
    t.races += racy;
    t.ordered += !racy;
    t.wrong_races += racy != axioms_race(g, m);
}

static void compare(lcd_event_graph x, const graph *g, const int *number, unsigned allowed) {
    for (int m = 0; m < ASKED; m++) {
        bool enough, answer = lcd_graph_exists(&x, models[m], &enough);
        if (!enough) abort();
        *(answer ? &t.allowed[m] : &t.forbidden[m]) += 1;
        if (answer != (allowed >> m & 1)) {
            char text[GRAPH_TEXT];
            graph_text(g, text);
            if (t.wrong++ < 5) printf("# %s: %s is %sallowed\n", text, model_names[m], answer ? "" : "not ");
        }
        if (answer && number) compare_races(&x, g, number, (model)m);
    }
    t.graphs++;
}

static void judged(const graph *g, unsigned allowed) {
    static const readings usual = {.unlock_stores = false};
    for (int e = 0; e < g->n; e++)
        if (g->at[e].place >= FIRST_MUTEX) return; /* objects are related by other means there (graph_of_steps.c) */
    if (t.of_program++ > PER_PROGRAM) return;
    lcd_event_graph x, other;
    lcd_sites sites = {0};
    lcd_change c;
    int number[MOST_EVENTS];
    convert(&x, g, number);
    compare(x, g, number, allowed);
    draw_change(&x, &sites, &c, MOST_EVENTS - g->n);
    graph changed = *g;
    apply(&changed, &sites, &c, number);
    if (!lcd_change_graph(&other, &x, &sites, &c)) abort();
    compare(other, &changed, NULL, axioms_allow(&changed, (1u << ASKED) - 1, &usual));
    lcd_event_graph_free(&x);
    lcd_event_graph_free(&other);
    lcd_sites_free(&sites);
}

static void compare_graphs_of(const program *p) {
    const readings how = {.judged = judged};
    found f;
    t.of_program = 0;
    graphs_find(p, (1u << ASKED) - 1, &how, 20 * PER_PROGRAM, &f);
    graphs_free(&f);
}

/* Litmus tests have the rare cases, such as those in which readings of the model differ. */
static bool compare_file(const char *path) {
    static program p;
    char line[4096];
    FILE *f = fopen(path, "r");
    if (!f) return perror(path), false;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (*line && *line != '#' && !program_read(&p, line)) compare_graphs_of(&p);
    }
    fclose(f);
    return true;
}

int main(int argc, char **argv) {
    uint64_t count = argc > 2 ? strtoull(argv[1], NULL, 10) : 400;
    t.random = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t seed = t.random;
    static program p;
    for (uint64_t number = 0; number < count; number++) {
        program_draw(&p, seed, number, (taste){.plain = number % 2, .loops = number % 5 == 1});
        compare_graphs_of(&p);
    }
    for (int i = 3; i < argc; i++)
        if (!compare_file(argv[i])) return 2;
    expect(!t.wrong, "%ld graphs: %ld answers differ", t.graphs, t.wrong);
    for (int m = 0; m < ASKED; m++)
        expect(t.allowed[m] > t.graphs / 20 && t.forbidden[m] > t.graphs / 20, "%s: %ld allowed, %ld forbidden",
               model_names[m], t.allowed[m], t.forbidden[m]);
    expect(!t.wrong_races && t.races && t.ordered, "%ld graphs with races, %ld without: %ld answers differ", t.races,
           t.ordered, t.wrong_races);
    return tap_end();
}
