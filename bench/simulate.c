/* Threads at work: at every step one of them, drawn at random, goes on by one event. */
#include <stdlib.h>
#include <string.h>

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
    uint32_t hung; /* operations that were called never to return */
} team;

/* ---- operations that take effect out of turn ---- */

/* `moved` operations are always held back, so that each may come as many places too early; the eldest goes when it
 * would else be more than that too late.  No two are due at once, for no two came at once. */
static void release(simulation *s) {
    uint32_t at = s->effects + 1 >= s->held[0].place + s->moved ? 0 : below(s, s->held_count);
    s->object->act(s, &s->ops[s->held[at].op]);
    s->effects++;
    memmove(&s->held[at], &s->held[at + 1], (--s->held_count - at) * sizeof *s->held);
}

/* False: it has to wait. */
static bool take_effect(simulation *s, operation *o) {
    if (!s->moved) return s->object->act(s, o);
    s->held[s->held_count] = (held){.op = (uint32_t)(o - s->ops), .place = s->effects + s->held_count + 1};
    if (s->held_count++ == s->moved) release(s);
    return true;
}

/* ---- threads ---- */

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

/* Its effect comes before, after, or never.  A lock would be lost for good to a thread that does not know that it has
 * it, so there the effect always comes first. */
static void crash(simulation *s, team *all, thread *t) {
    operation *o = &s->ops[t->op];
    if (!o->took_effect && (s->object->capacity || below(s, 3) == 0)) {
        if (!take_effect(s, o)) return;
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
    else if (!o->took_effect) o->took_effect = take_effect(s, o);
    else {
        record(s, t->op, true);
        t->op = NEVER;
    }
    return true;
}

static void wake_ghost(simulation *s, team *all) {
    uint32_t pick = below(s, all->ghost_count);
    operation *o = &s->ops[all->ghosts[pick]];
    o->took_effect = take_effect(s, o);
    all->ghosts[pick] = all->ghosts[--all->ghost_count];
}

/* One more thread, which is not heard of again; its effect comes later or never.  It never gets a lock. */
static void hang(simulation *s, team *all) {
    operation o = {.thread = s->threads + all->hung++, .end = NEVER, .result = NOTHING};
    if (!s->object->choose(s, &o)) return;
    s->ops[s->op_count] = o;
    record(s, s->op_count, false);
    if (s->object->capacity) s->reserved--;
    else if (below(s, 2)) all->ghosts[all->ghost_count++] = s->op_count;
    s->op_count++;
}

/* Hanging operations are spread evenly. */
static bool time_to_hang(const simulation *s, const team *all) {
    uint64_t next = (uint64_t)s->operations * (all->hung + 1) / ((uint64_t)s->pending + 1);
    return all->hung < s->pending && s->op_count >= next && s->op_count < s->operations;
}

static void run(simulation *s, team *all) {
    while (all->count) {
        if (time_to_hang(s, all)) hang(s, all);
        uint32_t pick = below(s, all->count);
        if (!advance(s, all, all->unfinished[pick])) all->unfinished[pick] = all->unfinished[--all->count];
        if (all->ghost_count && below(s, 10) == 0) wake_ghost(s, all);
    }
    while (s->held_count) release(s);
}

/* The values of a set that are added once are keys of their own, and lookups look one further. */
static size_t cell_count(const simulation *s) {
    size_t once = s->object->keyed && !s->values ? (size_t)s->operations + 2 : 0;
    return once > s->keys ? once : s->keys;
}

static bool allocate(simulation *s, team *all) {
    *all = (team){.threads = calloc(s->threads, sizeof *all->threads),
                  .unfinished = calloc(s->threads, sizeof *all->unfinished),
                  .count = s->threads,
                  .ghosts = calloc((s->crashes ? s->operations : s->pending) + 1, sizeof *all->ghosts)};
    bool written_once = s->object->distinct && !s->values;
    s->ops = calloc(s->operations, sizeof *s->ops);
    s->events = calloc(s->operations, 2 * sizeof *s->events);
    s->items = calloc(s->operations, sizeof *s->items);
    s->cells = calloc(cell_count(s), sizeof *s->cells);
    s->holds = calloc((size_t)s->threads + s->pending, sizeof *s->holds);
    s->adders = written_once ? calloc(most_values(s), sizeof *s->adders) : NULL;
    s->window = calloc((size_t)s->relaxed + 1, sizeof *s->window);
    s->held = calloc((size_t)s->moved + 1, sizeof *s->held);
    return s->window && s->held && all->threads && all->unfinished && all->ghosts && s->ops && s->events && s->items &&
           s->cells && s->holds && (s->adders || !written_once);
}

bool simulate(simulation *s) {
    team all;
    bool good = allocate(s, &all);
    for (uint32_t i = 0; good && i < s->threads; i++) {
        all.threads[i].op = NEVER;
        all.unfinished[i] = i;
    }
    for (size_t i = 0; good && i < cell_count(s); i++) s->cells[i] = NIL;
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
    free(s->adders);
    free(s->window);
    free(s->held);
}
