/* Random histories of synchronization objects.
 *
 * Half of them come from a simulation: threads call, those who can meet do so at some moment, and return some time
 * later.  Mostly that goes on until nobody can do anything, which is progress; then something is spoilt or not.  In the
 * other half everything is random, with tiny domains.
 */
#include <string.h>

#include "generator.h"
#include "sync.h"

typedef struct simulation {
    state objects[MOST_OBJECTS];
    int open[MOST_THREADS]; /* by thread: the operation that is open; -1: none */
    unsigned waiting;       /* operations that have not synchronized; those that crashed among them */
    value results[MOST_OPS];
} simulation;

/* ---- who meets ---- */

typedef struct choice {
    generator *g;
    simulation *s;
    int with; /* must take part; -1: anybody */
    unsigned among;
    int seen; /* so many so far, of which each is chosen with equal probability */
    group best;
} choice;

static void consider(choice *c, const group *g) {
    meetings m;
    sync_meet(c->g->h, c->s->objects, g, &m);
    for (int i = 0; i < g->count && c->with >= 0; i++)
        if (g->members[i] == c->with) break;
        else if (i + 1 == g->count) return;
    if (m.count && below(c->g, ++c->seen) == 0) c->best = *g;
}

static void extend(choice *c, group *g) {
    const history *h = c->g->h;
    if (g->count) consider(c, g);
    if (g->count && g->count == sync_most_together(h, h->ops[g->members[0]].object)) return;
    for (int i = 0; i < h->op_count; i++) {
        bool twice = false;
        for (int k = 0; k < g->count; k++) twice = twice || g->members[k] == i;
        if (twice || !(c->among & 1u << i)) continue;
        g->members[g->count++] = i;
        extend(c, g);
        g->count--;
    }
}

/* Some who can meet, `with` among them; false if there are none. */
static bool choose(generator *g, simulation *s, int with, unsigned among, group *chosen) {
    choice c = {.g = g, .s = s, .with = with, .among = among};
    group none = {.count = 0};
    extend(&c, &none);
    *chosen = c.best;
    return c.seen;
}

static bool synchronize(generator *g, simulation *s, int with, unsigned among) {
    group who;
    meetings m;
    if (!choose(g, s, with, among, &who)) return false;
    sync_meet(g->h, s->objects, &who, &m);
    int pick = below(g, m.count);
    s->objects[g->h->ops[who.members[0]].object] = m.at[pick].after;
    for (int i = 0; i < who.count; i++) {
        s->waiting &= ~(1u << who.members[i]);
        s->results[who.members[i]] = m.at[pick].results[i];
    }
    return true;
}

/* Those whose threads wait; nobody knows about the crashed ones. */
static unsigned still_there(const simulation *s) {
    unsigned there = 0;
    for (int t = 0; t < MOST_THREADS; t++)
        if (s->open[t] >= 0) there |= 1u << s->open[t];
    return there & s->waiting;
}

/* ---- what threads do ---- */

static void call_something(generator *g, simulation *s, int t) {
    group who;
    for (int i = 0;; i++) {
        history before = *g->h;
        op o = oracle_draw_call(g, t);
        int number = oracle_invoke(g->h, t, o.object, o.method, o.args);
        s->waiting |= 1u << number;
        s->open[t] = number;
        /* Those who find nobody may wait for ever, so do not have too many of them. */
        if (i == 3 || chance(g, 40) || choose(g, s, number, still_there(s), &who)) break;
        *g->h = before;
    }
    g->calls--;
}

static void end(generator *g, simulation *s, int t, what how) {
    int number = s->open[t];
    oracle_end(g->h, number, how, s->results[number]);
    if (how == FAIL) s->waiting &= ~(1u << number);
    s->open[t] = -1;
}

static void advance(generator *g, simulation *s, int t) {
    int number = s->open[t];
    if (number < 0) {
        if (g->calls) call_something(g, s, t);
    } else if (chance(g, g->crashes)) {
        end(g, s, t, CRASH);
    } else if (!(s->waiting & 1u << number)) {
        end(g, s, t, RETURN);
    } else if (chance(g, 3)) {
        end(g, s, t, FAIL);
    } else {
        (void)synchronize(g, s, number, chance(g, 15) ? s->waiting : still_there(s));
    }
}

/* Until nobody can do anything. */
static void come_to_rest(generator *g, simulation *s) {
    while (synchronize(g, s, -1, still_there(s)))
        ;
    for (int t = 0; t < g->threads; t++)
        if (s->open[t] >= 0 && !(s->waiting & 1u << s->open[t])) end(g, s, t, RETURN);
}

static void simulate(generator *g) {
    simulation s = {.open = {-1, -1, -1, -1, -1}};
    for (int i = 0; i < g->h->object_count; i++) g->h->objects[i].model->start(&s.objects[i], g->h->init);
    for (int round = 0; round < 80 && (g->calls || !chance(g, 10)); round++) advance(g, &s, below(g, g->threads));
    if (chance(g, 75)) come_to_rest(g, &s);
}

/* ---- damage ---- */

/* Somebody has not returned after all. */
static void lose_return(generator *g) {
    history old = *g->h;
    int number = below(g, old.op_count);
    if (!oracle_returned(&old, &old.ops[number])) return;
    bool last = true;
    for (int i = number + 1; i < old.op_count; i++) last = last && old.ops[i].thread != old.ops[number].thread;
    g->h->ops[number].result = NOTHING;
    if (!last) {
        g->h->events[old.ops[number].end].what = CRASH;
        return;
    }
    int ignored[MOST_OPS];
    *g->h = oracle_part(&old, (1u << old.op_count) - 1, 1u << number, ignored);
    g->h->ops[number].result = NOTHING;
}

void sync_generate(const scenario *s, uint64_t seed, history *h) {
    generator g = {.random = seed * 0xd1342543de82ef95u, .h = h};
    oracle_begin(s, h);
    g.values = chance(&g, 15) ? 5 : 1 + below(&g, 3);
    g.keys = 1 + below(&g, 3);
    g.crashes = chance(&g, 25) ? 0 : chance(&g, 20) ? 25 : 5;
    g.distinct = s->distinct;
    if (s->distinct) g.values = 0;
    g.threads = 2 + below(&g, 4);
    if (chance(&g, 60)) {
        g.calls = 3 + below(&g, 6);
        simulate(&g);
        if (chance(&g, s->correct)) return;
        do chance(&g, 20) ? lose_return(&g) : oracle_damage(&g);
        while (chance(&g, 30));
    } else {
        g.calls = 2 + below(&g, s->most - 1);
        oracle_improvise(&g);
    }
}
