/* Threads at work: at every step one of them, drawn at random, goes on by one event. */
#include <stdlib.h>

#include "simulation.h"

/* splitmix64 */
static uint64_t next_random(simulation *s) {
    uint64_t z = s->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t below(simulation *s, uint32_t bound) { return (uint32_t)((next_random(s) >> 32) * bound >> 32); }

typedef struct thread {
    uint32_t op; /* its open operation, or NEVER */
    bool will_crash;
} thread;

typedef struct team {
    thread *threads;
    uint32_t *unfinished; /* threads that have something to do */
    uint32_t count;
    uint32_t *ghosts; /* crashed operations that may still take effect */
    uint32_t ghost_count;
} team;

static void record(simulation *s, uint32_t op, bool end) {
    if (end) s->ops[op].end = s->event_count;
    else s->ops[op].call = s->event_count;
    s->events[s->event_count++] = op * 2 + end;
}

/* False: the thread is done. */
static bool call(simulation *s, team *all, uint32_t t) {
    operation o = {.thread = t, .end = NEVER, .result = NOTHING};
    if (s->op_count == s->operations || !s->object->choose(s, &o)) return false;
    s->ops[s->op_count] = o;
    all->threads[t] = (thread){.op = s->op_count++, .will_crash = s->crashes && below(s, 100) < s->crashes};
    record(s, all->threads[t].op, false);
    return true;
}

/* Its effect comes before, after, or never.  A mutex would be lost for good to a thread that does not know that it has
 * it, so there the effect always comes first. */
static void crash(simulation *s, team *all, thread *t) {
    operation *o = &s->ops[t->op];
    if (!o->took_effect && (s->holds[o->thread] || o->method == LOCK || o->method == TRYLOCK || below(s, 3) == 0)) {
        if (!s->object->act(s, o)) return;
        o->took_effect = true;
    }
    o->crashed = true;
    record(s, t->op, true);
    if (!o->took_effect && below(s, 2)) all->ghosts[all->ghost_count++] = t->op;
    t->op = NEVER;
}

static bool advance(simulation *s, team *all, uint32_t number) {
    thread *t = &all->threads[number];
    if (t->op == NEVER) return call(s, all, number);
    operation *o = &s->ops[t->op];
    if (t->will_crash) crash(s, all, t);
    else if (!o->took_effect) o->took_effect = s->object->act(s, o);
    else {
        record(s, t->op, true);
        t->op = NEVER;
    }
    return true;
}

static void wake_ghost(simulation *s, team *all) {
    uint32_t pick = below(s, all->ghost_count);
    operation *o = &s->ops[all->ghosts[pick]];
    o->took_effect = s->object->act(s, o);
    all->ghosts[pick] = all->ghosts[--all->ghost_count];
}

static void run(simulation *s, team *all) {
    while (all->count) {
        uint32_t pick = below(s, all->count);
        if (!advance(s, all, all->unfinished[pick])) all->unfinished[pick] = all->unfinished[--all->count];
        if (all->ghost_count && below(s, 10) == 0) wake_ghost(s, all);
    }
}

bool simulate(simulation *s) {
    team all = {.threads = calloc(s->threads, sizeof *all.threads),
                .unfinished = calloc(s->threads, sizeof *all.unfinished),
                .count = s->threads,
                .ghosts = calloc(s->operations, sizeof *all.ghosts)};
    s->ops = calloc(s->operations, sizeof *s->ops);
    s->events = calloc(s->operations, 2 * sizeof *s->events);
    s->items = calloc(s->operations, sizeof *s->items);
    s->cells = calloc(s->keys, sizeof *s->cells);
    s->holds = calloc(s->threads, sizeof *s->holds);
    bool good = all.threads && all.unfinished && all.ghosts && s->ops && s->events && s->items && s->cells && s->holds;
    for (uint32_t i = 0; good && i < s->threads; i++) {
        all.threads[i].op = NEVER;
        all.unfinished[i] = i;
    }
    for (uint32_t i = 0; good && i < s->keys; i++) s->cells[i] = NIL;
    if (good) run(s, &all);
    free(all.threads);
    free(all.unfinished);
    free(all.ghosts);
    return good;
}

void simulation_free(simulation *s) {
    free(s->ops);
    free(s->events);
    free(s->items);
    free(s->cells);
    free(s->holds);
}
