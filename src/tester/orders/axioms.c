/* The axioms of the memory models, on relations as rows of bits.
 *
 * RC11 is that of Lahav, Vafeiadis, Kang, Hur and Dreyer (Repairing Sequential Consistency in C/C++11, PLDI 2017), with
 * the release sequences of C++20; C11 has those of C11.  TSO and SC are acyclicity of the order that each preserves,
 * with reads-from, modification order and reads-before.  That sb and rf have no cycle, and that nothing stands between
 * the halves of a read-modify-write, holds for every graph that a program was run to.
 *
 * A read-modify-write is one event here and two in the paper; both of its halves would have the same edges to other
 * events.  tests/oracle/memory compares the answers with those of a checker that is written by the paper.
 */
#include <stdlib.h>
#include <string.h>

#include "target/explore/control.h"
#include "tester/orders/event_graph.h"

typedef uint64_t word;
typedef word *relation; /* `count` rows of `words` */

typedef struct basis {
    const lcd_event_graph *g;
    const lcd_event *at;
    uint32_t n, words;
    size_t bytes;           /* of a relation */
    relation program, base; /* program order alone, and with the other edges */
    relation rf, mo, rb, eco;
    relation sync, hb;
    relation scb, psc, r; /* room */
} basis;

void lcd_event_graph_init(lcd_event_graph *g) { *g = (lcd_event_graph){.race = {LCD_NO_EVENT, LCD_NO_EVENT}}; }

void lcd_event_graph_free(lcd_event_graph *g) {
    lc_vec_free(NULL, &g->events);
    lc_vec_free(NULL, &g->edges);
}

/* ---- relations ---- */

static word *row(const basis *b, relation r, uint32_t a) { return r + (size_t)a * b->words; }
static bool has(const basis *b, relation r, uint32_t x, uint32_t y) { return row(b, r, x)[y / 64] >> (y % 64) & 1; }
static void relate(const basis *b, relation r, uint32_t x, uint32_t y) { row(b, r, x)[y / 64] |= (word)1 << (y % 64); }

static void add(const basis *b, word *to, const word *more) {
    for (uint32_t w = 0; w < b->words; w++) to[w] |= more[w];
}
static void clear(const basis *b, relation r) { memset(r, 0, b->bytes); }
static void copy(const basis *b, relation to, relation from) { memcpy(to, from, b->bytes); }
static void unite(const basis *b, relation to, relation more) {
    for (size_t i = 0; i < (size_t)b->n * b->words; i++) to[i] |= more[i];
}
static void close_over(const basis *b, relation r) {
    for (uint32_t k = 0; k < b->n; k++)
        for (uint32_t a = 0; a < b->n; a++)
            if (has(b, r, a, k)) add(b, row(b, r, a), row(b, r, k));
}
static bool is_irreflexive(const basis *b, relation r) {
    for (uint32_t a = 0; a < b->n; a++)
        if (has(b, r, a, a)) return false;
    return true;
}
static bool is_acyclic(const basis *b, relation r) { /* which is changed */
    close_over(b, r);
    return is_irreflexive(b, r);
}

/* ---- events ---- */

static bool reads(const lcd_event *e) { return e->kind == LCD_EVENT_LOAD || e->kind == LCD_EVENT_UPDATE; }
static bool writes(const lcd_event *e) { return e->kind == LCD_EVENT_STORE || e->kind == LCD_EVENT_UPDATE; }
static bool accesses(const lcd_event *e) { return e->kind <= LCD_EVENT_UPDATE; }
static bool acquires(const lcd_event *e) {
    return e->order == __ATOMIC_ACQUIRE || e->order == __ATOMIC_CONSUME || e->order == __ATOMIC_ACQ_REL ||
           e->order == __ATOMIC_SEQ_CST;
}
static bool releases(const lcd_event *e) {
    return e->order == __ATOMIC_RELEASE || e->order == __ATOMIC_ACQ_REL || e->order == __ATOMIC_SEQ_CST;
}
static bool is_fence(const lcd_event *e) { return e->kind == LCD_EVENT_FENCE; }
static bool is_sc(const lcd_event *e) { return e->order == __ATOMIC_SEQ_CST && e->kind != LCD_EVENT_OTHER; }
static bool same_place(const lcd_event *x, const lcd_event *y) {
    return accesses(x) && accesses(y) && x->location == y->location;
}

/* ---- the relations of the graph ---- */

static bool allocate(basis *b, const lcd_event_graph *g) {
    relation *all[] = {&b->program, &b->base, &b->rf,  &b->mo,  &b->rb, &b->eco,
                       &b->sync,    &b->hb,   &b->scb, &b->psc, &b->r};
    enum { COUNT = sizeof all / sizeof *all };
    b->g = g;
    b->at = g->events.at;
    b->n = g->events.count;
    b->words = (b->n + 63) / 64;
    b->bytes = (size_t)b->n * b->words * sizeof(word);
    word *memory = calloc(COUNT, b->bytes + 1);
    if (!memory) return false;
    for (size_t i = 0; i < COUNT; i++) *all[i] = memory + i * (b->bytes / sizeof(word));
    return true;
}

static void free_basis(basis *b) { free(b->program); }

static void relate_program(basis *b) {
    for (uint32_t y = 0; y < b->n; y++)
        for (uint32_t x = y; x-- > 0;) {
            if (b->at[x].thread != b->at[y].thread) continue;
            for (uint32_t a = 0; a <= x; a++)
                if (a == x || has(b, b->program, a, x)) relate(b, b->program, a, y);
            break;
        }
    copy(b, b->base, b->program);
    for (uint32_t i = 0; i < b->g->edges.count; i++)
        relate(b, b->base, (uint32_t)b->g->edges.at[i].before, (uint32_t)b->g->edges.at[i].after);
}

static void relate_accesses(basis *b) {
    for (uint32_t e = 0; e < b->n; e++) {
        if (reads(&b->at[e]) && b->at[e].source >= 0) relate(b, b->rf, (uint32_t)b->at[e].source, e);
        if (writes(&b->at[e]) && b->at[e].older >= 0) relate(b, b->mo, (uint32_t)b->at[e].older, e);
    }
    close_over(b, b->mo);
    for (uint32_t e = 0; e < b->n; e++) {
        if (!reads(&b->at[e])) continue;
        int32_t source = b->at[e].source;
        if (source >= 0) add(b, row(b, b->rb, e), row(b, b->mo, (uint32_t)source));
        for (uint32_t w = 0; w < b->n && source < 0; w++)
            if (writes(&b->at[w]) && same_place(&b->at[w], &b->at[e])) relate(b, b->rb, e, w);
        row(b, b->rb, e)[e / 64] &= ~((word)1 << (e % 64)); /* a read-modify-write comes right after its source */
    }
    copy(b, b->eco, b->rf);
    unite(b, b->eco, b->mo);
    unite(b, b->eco, b->rb);
    close_over(b, b->eco);
}

/* ---- happens-before ---- */

/* All that acquires by this read synchronizes with `from`. */
static void synchronize(basis *b, uint32_t from, uint32_t read) {
    if (acquires(&b->at[read])) relate(b, b->sync, from, read);
    for (uint32_t f = 0; f < b->n; f++)
        if (is_fence(&b->at[f]) && acquires(&b->at[f]) && has(b, b->program, read, f)) relate(b, b->sync, from, f);
}

/* The release sequence that begins with this write has been read. */
static void synchronize_with(basis *b, uint32_t head, uint32_t read) {
    if (b->at[head].order == LCD_PLAIN) return;
    if (releases(&b->at[head])) synchronize(b, head, read);
    for (uint32_t f = 0; f < b->n; f++)
        if (is_fence(&b->at[f]) && releases(&b->at[f]) && has(b, b->program, f, head)) synchronize(b, f, read);
}

/* The sequences that this write belongs to: its own, and those that its thread began earlier, in C11. */
static void synchronize_by(basis *b, uint32_t write, uint32_t read, bool c11) {
    if (b->at[write].order == LCD_PLAIN) return;
    synchronize_with(b, write, read);
    for (uint32_t w = 0; c11 && w < b->n; w++)
        if (writes(&b->at[w]) && same_place(&b->at[w], &b->at[write]) && has(b, b->program, w, write))
            synchronize_with(b, w, read);
}

static void relate_happens(basis *b, bool c11) {
    clear(b, b->sync);
    for (uint32_t e = 0; e < b->n; e++) {
        if (!reads(&b->at[e]) || b->at[e].order == LCD_PLAIN) continue;
        for (int32_t w = b->at[e].source; w >= 0; w = b->at[w].source) {
            synchronize_by(b, (uint32_t)w, e, c11);
            if (b->at[w].kind != LCD_EVENT_UPDATE) break;
        }
    }
    copy(b, b->hb, b->base);
    unite(b, b->hb, b->sync);
    close_over(b, b->hb);
}

/* hb is irreflexive, and so is hb ; eco. */
static bool is_coherent(const basis *b) {
    if (!is_irreflexive(b, b->hb)) return false;
    for (uint32_t x = 0; x < b->n; x++)
        for (uint32_t y = 0; y < b->n; y++)
            if (has(b, b->hb, x, y) && has(b, b->eco, y, x)) return false;
    return true;
}

/* ---- the order of sequentially consistent events ---- */

/* scb = sb, or sb|≠loc ; hb ; sb|≠loc, or hb|loc, or mo, or rb */
static void relate_scb(basis *b) {
    copy(b, b->scb, b->base);
    unite(b, b->scb, b->mo);
    unite(b, b->scb, b->rb);
    clear(b, b->r); /* hb ; sb|≠loc */
    for (uint32_t y = 0; y < b->n; y++)
        for (uint32_t z = 0; z < b->n; z++)
            if (has(b, b->base, y, z) && !same_place(&b->at[y], &b->at[z]))
                for (uint32_t x = 0; x < b->n; x++)
                    if (has(b, b->hb, x, y)) relate(b, b->r, x, z);
    for (uint32_t x = 0; x < b->n; x++)
        for (uint32_t y = 0; y < b->n; y++) {
            if (has(b, b->base, x, y) && !same_place(&b->at[x], &b->at[y])) add(b, row(b, b->scb, x), row(b, b->r, y));
            if (has(b, b->hb, x, y) && same_place(&b->at[x], &b->at[y])) relate(b, b->scb, x, y);
        }
}

/* May `x` come after the sc event `e` by scb: it is the event itself, or e is a fence that happens before it? */
static bool follows(const basis *b, uint32_t e, uint32_t x) {
    return x == e || (is_fence(&b->at[e]) && has(b, b->hb, e, x));
}
static bool precedes(const basis *b, uint32_t x, uint32_t e) {
    return x == e || (is_fence(&b->at[e]) && has(b, b->hb, x, e));
}

static void relate_left(const basis *b, uint32_t e, word *to) { /* the scb successors of e */
    for (uint32_t x = 0; x < b->n; x++)
        if (follows(b, e, x)) add(b, to, row(b, b->scb, x));
}

/* [F] ; hb ; eco ; hb ; [F] and [F] ; hb ; [F] */
static void relate_fences(basis *b, uint32_t e) {
    word *far = row(b, b->r, e);
    memset(far, 0, b->words * sizeof *far);
    for (uint32_t x = 0; x < b->n; x++)
        if (has(b, b->hb, e, x)) add(b, far, row(b, b->eco, x));
    for (uint32_t f = 0; f < b->n; f++) {
        if (!is_fence(&b->at[f]) || !is_sc(&b->at[f])) continue;
        bool related = has(b, b->hb, e, f);
        for (uint32_t y = 0; y < b->n && !related; y++) related = far[y / 64] >> (y % 64) & 1 && has(b, b->hb, y, f);
        if (related) relate(b, b->psc, e, f);
    }
}

static bool has_sc_order(basis *b) {
    uint32_t count = 0;
    for (uint32_t e = 0; e < b->n; e++) count += is_sc(&b->at[e]);
    if (count < 2) return true;
    relate_scb(b);
    clear(b, b->psc);
    for (uint32_t e = 0; e < b->n; e++) {
        if (!is_sc(&b->at[e])) continue;
        word *far = row(b, b->r, e);
        memset(far, 0, b->words * sizeof *far);
        relate_left(b, e, far);
        for (uint32_t f = 0; f < b->n; f++)
            for (uint32_t y = 0; y < b->n && is_sc(&b->at[f]); y++)
                if (far[y / 64] >> (y % 64) & 1 && precedes(b, y, f)) {
                    relate(b, b->psc, e, f);
                    break;
                }
        if (is_fence(&b->at[e])) relate_fences(b, e);
    }
    return is_acyclic(b, b->psc);
}

/* ---- SC and TSO ---- */

static bool is_sc_graph(basis *b) {
    copy(b, b->r, b->base);
    unite(b, b->r, b->rf);
    unite(b, b->r, b->mo);
    unite(b, b->r, b->rb);
    return is_acyclic(b, b->r);
}

/* The store buffer of its thread is empty when the event is over. */
static bool drains(const lcd_event *e) {
    if (e->locked || e->kind == LCD_EVENT_UPDATE || e->drains) return true;
    return e->order == __ATOMIC_SEQ_CST && (e->kind == LCD_EVENT_STORE || e->kind == LCD_EVENT_FENCE);
}

/* Is the store before the load for other threads, too? */
static bool is_preserved(const basis *b, uint32_t store, uint32_t load) {
    if (b->at[load].locked || b->at[load].kind == LCD_EVENT_UPDATE || drains(&b->at[store])) return true;
    for (uint32_t e = 0; e < b->n; e++)
        if (drains(&b->at[e]) && has(b, b->program, store, e) && has(b, b->program, e, load)) return true;
    return false;
}

static bool is_tso_graph(basis *b) {
    copy(b, b->r, b->eco);
    for (uint32_t x = 0; x < b->n; x++)
        for (uint32_t y = 0; y < b->n; y++)
            if (has(b, b->base, x, y) && same_place(&b->at[x], &b->at[y])) relate(b, b->r, x, y);
    if (!is_acyclic(b, b->r)) return false;
    clear(b, b->r);
    for (uint32_t x = 0; x < b->n; x++)
        for (uint32_t y = 0; y < b->n; y++) {
            bool program = has(b, b->program, x, y);
            if (has(b, b->base, x, y) && !program) relate(b, b->r, x, y); /* threads and locks drain */
            if (has(b, b->rf, x, y) && b->at[x].thread != b->at[y].thread) relate(b, b->r, x, y);
            if (!program || is_fence(&b->at[x]) || is_fence(&b->at[y])) continue;
            bool may_swap = b->at[x].kind == LCD_EVENT_STORE && b->at[y].kind == LCD_EVENT_LOAD;
            if (!may_swap || is_preserved(b, x, y)) relate(b, b->r, x, y);
        }
    unite(b, b->r, b->mo);
    unite(b, b->r, b->rb);
    return is_acyclic(b, b->r);
}

/* ---- the answers ---- */

/* Accesses that race under SC and TSO are those of C11, whose release sequences are the longer ones. */
static bool races(basis *b, unsigned model) {
    int32_t x = b->g->race[0], y = b->g->race[1];
    if (x == LCD_NO_EVENT) return true;
    relate_happens(b, model != LCT_MEMORY_RC11);
    return !has(b, b->hb, (uint32_t)x, (uint32_t)y) && !has(b, b->hb, (uint32_t)y, (uint32_t)x);
}

static bool exists(basis *b, unsigned model) {
    relate_program(b);
    relate_accesses(b);
    if (model == LCT_MEMORY_SC) return is_sc_graph(b) && races(b, model);
    if (model == LCT_MEMORY_TSO) return is_tso_graph(b) && races(b, model);
    relate_happens(b, model == LCT_MEMORY_C11);
    return is_coherent(b) && has_sc_order(b) && races(b, model);
}

bool lcd_graph_exists(const lcd_event_graph *g, unsigned model, bool *enough) {
    basis b;
    *enough = allocate(&b, g);
    if (!*enough) return false;
    bool answer = exists(&b, model);
    free_basis(&b);
    return answer;
}

bool lcd_graph_happens(lcd_happens *h, const lcd_event_graph *g, unsigned model) {
    basis b;
    *h = (lcd_happens){0};
    if (!allocate(&b, g)) return false;
    relate_program(&b);
    relate_accesses(&b);
    relate_happens(&b, model == LCT_MEMORY_C11);
    *h = (lcd_happens){b.n, b.words, b.base, b.sync, b.hb, b.program};
    return true;
}

void lcd_happens_free(lcd_happens *h) { free(h->memory); }
