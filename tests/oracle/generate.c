/* Half of the histories come from a simulation: correct objects are called by threads, and each operation takes effect
 * at one moment between its call and its return.  These are linearizable, until some of them are damaged: a result is
 * changed, an event moved, or all threads are interleaved anew (which leaves them sequentially consistent).  In the
 * other half everything is random.  Values come from tiny domains, so that results fit by chance often enough.
 */
#include "generator.h"

#include <assert.h>
#include <string.h>

static value draw_string(generator *g, int letters) {
    value s = STRING;
    for (int i = 0; i < letters; i++) s = oracle_concat(s, STRING + 1 + below(g, 2));
    return s;
}

/* So many strings that are different and fit into a value one after the other; each has three letters. */
enum { PIECES = 6, BITS = 3 };

static value piece(int number) {
    value s = STRING;
    for (int bit = 0; bit < BITS; bit++) s = oracle_concat(s, STRING + 1 + (number >> bit & 1));
    return s;
}

/* Pieces that have been written, or will be. */
static value draw_pieces(generator *g) {
    value s = STRING;
    int count = 1 + chance(g, 50) + chance(g, 20), number = below(g, g->values + 1);
    for (int i = 0; i < count; i++) {
        s = oracle_concat(s, piece(number % PIECES));
        number = chance(g, 70) ? number + 1 : below(g, PIECES);
    }
    return s;
}

/* A value of the kind that a method's table names by a letter. */
static value draw(generator *g, char kind) {
    switch (kind) {
    case 'r': return chance(g, 25) ? g->h->init : 1 + below(g, g->values + g->distinct);
    case 'e': return chance(g, 30) ? EMPTY : 1 + below(g, g->values + g->distinct);
    case 'b': return chance(g, 50) ? TRUE : FALSE;
    case 'k': return below(g, g->keys);
    case 'p': return 1 + below(g, 2);
    case 'n': return below(g, 4) - 1;
    case 's':
        if (g->distinct) return piece(g->values++ % PIECES);
        return draw_string(g, chance(g, 10) ? 0 : 1);
    case 'l': return below(g, g->values + 1);
    case 'i': return 1 + below(g, 3);
    case 'c': return 1 + below(g, 3);
    case 'm': return (1 + below(g, g->values)) * (1 + chance(g, 30)) + chance(g, 30);
    case 'o': return chance(g, 30) ? NONE : 1 + below(g, g->values);
    case 'x': return chance(g, 30) ? CLOSED : 1 + below(g, g->values);
    case 'y': return chance(g, 30) ? CLOSED : NOTHING;
    case 't':
        if (g->distinct && chance(g, 65)) return draw_pieces(g);
        return chance(g, 35) ? g->h->init : draw_string(g, 1 + chance(g, 25));
    case '\0': return NOTHING;
    default:
        assert(kind == 'v');
        if (g->distinct) return ++g->values;
        return 1 + below(g, g->values);
    }
}

/* Of a map whose values grow: mostly gets, puts and appends, and no more pieces than there are. */
static int choose_for_log(generator *g, int method) {
    enum { GET, PUT, APPEND };
    if (g->values >= PIECES) return GET;
    return chance(g, 97) ? (chance(g, 45) ? GET : chance(g, 75) ? APPEND : PUT) : method;
}

/* Some operation; it is not yet in the history. */
op oracle_draw_call(generator *g, int thread) {
    op o = {.thread = thread, .object = below(g, g->h->object_count)};
    const model *m = g->h->objects[o.object].model;
    int total = 0;
    for (int i = 0; i < 6; i++) total += m->methods[i].weight;
    int pick = below(g, total);
    while ((pick -= m->methods[o.method].weight) >= 0) o.method++;
    if (g->distinct && !strcmp(m->name, "map")) o.method = choose_for_log(g, o.method);
    for (int i = 0; m->methods[o.method].takes[i]; i++) o.args[i] = draw(g, m->methods[o.method].takes[i]);
    return o;
}

value oracle_draw_result(generator *g, const op *o) {
    const char *gives = oracle_method(g->h, o)->gives;
    value first = draw(g, gives[0]);
    return gives[0] && gives[1] ? oracle_pair(first, draw(g, gives[1])) : first;
}

/* The simulation. */

typedef struct simulation {
    state objects[MOST_OBJECTS];
    struct {
        bool called, took_effect;
        int op;
        value result;
    } threads[4];
    int ghosts[MOST_OPS]; /* crashed operations that have not taken effect, but may */
    int ghost_count;
} simulation;

static bool enabled(const history *h, const simulation *s, const op *o, outcomes *out) {
    out->count = 0;
    h->objects[o->object].model->step(&s->objects[o->object], o->method, o->args, out);
    return out->count > 0;
}

static bool take_effect(generator *g, simulation *s, const op *o, value *result) {
    outcomes out;
    if (!enabled(g->h, s, o, &out)) return false;
    int pick = below(g, out.count);
    s->objects[o->object] = out.at[pick].after;
    *result = out.at[pick].result;
    return true;
}

static void call_something(generator *g, simulation *s, int t) {
    outcomes out;
    op o = oracle_draw_call(g, t);
    /* What is not enabled may wait for ever and leave nothing to look at, so mostly choose something else. */
    for (int i = 0; i < 4 && !enabled(g->h, s, &o, &out); i++) o = oracle_draw_call(g, t);
    s->threads[t].op = oracle_invoke(g->h, t, o.object, o.method, o.args);
    s->threads[t].called = true;
    s->threads[t].took_effect = false;
    g->calls--;
}

static void end(generator *g, simulation *s, int t, what how) {
    oracle_end(g->h, s->threads[t].op, how, s->threads[t].result);
    s->threads[t].called = false;
}

/* One thread does one thing. */
static void advance(generator *g, simulation *s, int t) {
    if (!s->threads[t].called) {
        if (g->calls) call_something(g, s, t);
    } else if (chance(g, g->crashes)) {
        if (!s->threads[t].took_effect) s->ghosts[s->ghost_count++] = s->threads[t].op;
        end(g, s, t, CRASH);
    } else if (s->threads[t].took_effect) {
        end(g, s, t, RETURN);
    } else if (chance(g, 5)) {
        end(g, s, t, FAIL);
    } else {
        s->threads[t].took_effect = take_effect(g, s, &g->h->ops[s->threads[t].op], &s->threads[t].result);
    }
}

static void simulate(generator *g) {
    simulation s = {0};
    for (int i = 0; i < g->h->object_count; i++) g->h->objects[i].model->start(&s.objects[i], g->h->init);
    for (int round = 0; round < 120 && (g->calls || !chance(g, 7)); round++) {
        advance(g, &s, below(g, g->threads));
        if (s.ghost_count && chance(g, 10)) {
            value ignored;
            int pick = below(g, s.ghost_count);
            if (take_effect(g, &s, &g->h->ops[s.ghosts[pick]], &ignored)) s.ghosts[pick] = s.ghosts[--s.ghost_count];
        }
    }
}

/* Damage. */

static void change_result(generator *g, op *o) {
    if (!oracle_returned(g->h, o)) return;
    value old = o->result;
    for (int i = 0; i < 5 && o->result == old; i++) o->result = oracle_draw_result(g, o);
}

static void change_call(generator *g, op *o) {
    op other = oracle_draw_call(g, o->thread);
    o->object = other.object;
    o->method = other.method;
    memcpy(o->args, other.args, sizeof o->args);
    if (oracle_returned(g->h, o)) o->result = oracle_draw_result(g, o);
}

static void return_after_all(generator *g, int number) {
    op *o = &g->h->ops[number];
    if (o->end == NEVER) {
        oracle_end(g->h, number, RETURN, oracle_draw_result(g, o));
    } else if (!oracle_returned(g->h, o)) {
        g->h->events[o->end].what = RETURN;
        o->result = oracle_draw_result(g, o);
    }
}

/* Between an operation's call and its return its thread does nothing, so either can be moved towards the other. */
static void shorten(generator *g, const op *o) {
    if (o->end == NEVER || o->end == o->call + 1) return;
    event *events = g->h->events;
    int stay = o->call + 1 + below(g, o->end - o->call - 1);
    if (chance(g, 50)) {
        event moved = events[o->end];
        memmove(&events[stay + 1], &events[stay], (size_t)(o->end - stay) * sizeof *events);
        events[stay] = moved;
    } else {
        event moved = events[o->call];
        memmove(&events[o->call], &events[o->call + 1], (size_t)(stay - o->call) * sizeof *events);
        events[stay] = moved;
    }
    oracle_renumber(g->h);
}

/* Every thread does the same as before, but their relative speed changes. */
static void interleave_anew(generator *g) {
    history old = *g->h;
    bool taken[MOST_EVENTS] = {0};
    for (int count = 0; count < old.event_count;) {
        int thread = below(g, g->threads), i = 0;
        while (i < old.event_count && (taken[i] || old.ops[old.events[i].op].thread != thread)) i++;
        if (i == old.event_count) continue;
        taken[i] = true;
        g->h->events[count++] = old.events[i];
    }
    oracle_renumber(g->h);
}

void oracle_damage(generator *g) {
    int number = below(g, g->h->op_count);
    switch (below(g, 10)) {
    case 0:
    case 1:
    case 2: interleave_anew(g); break;
    case 3:
    case 4: shorten(g, &g->h->ops[number]); break;
    case 5: return_after_all(g, number); break;
    case 6: change_call(g, &g->h->ops[number]); break;
    default: change_result(g, &g->h->ops[number]); break;
    }
}

/* Anything at all. */
void oracle_improvise(generator *g) {
    int open[MOST_THREADS] = {-1, -1, -1, -1, -1};
    for (int round = 0; round < 60 && (g->calls || !chance(g, 10)); round++) {
        int t = below(g, g->threads);
        if (open[t] < 0 && !g->calls) continue;
        if (open[t] < 0) {
            op o = oracle_draw_call(g, t);
            open[t] = oracle_invoke(g->h, t, o.object, o.method, o.args);
            g->calls--;
        } else {
            what how = chance(g, g->crashes) ? CRASH : chance(g, 8) ? FAIL : RETURN;
            oracle_end(g->h, open[t], how, oracle_draw_result(g, &g->h->ops[open[t]]));
            open[t] = -1;
        }
    }
}

void oracle_begin(const scenario *s, history *h) {
    *h = (history){.init = s->init};
    for (; h->object_count < MOST_OBJECTS && s->objects[h->object_count].model; h->object_count++)
        h->objects[h->object_count] =
            (history_object){s->objects[h->object_count].object, oracle_model(s->objects[h->object_count].model)};
}

void oracle_generate(const scenario *s, uint64_t seed, history *h) {
    generator g = {.random = seed * 0xd1342543de82ef95u, .h = h};
    oracle_begin(s, h);
    g.values = chance(&g, 20) ? 6 : chance(&g, 10) ? 1 : 2 + below(&g, 2);
    g.keys = 1 + below(&g, 3);
    g.crashes = chance(&g, 20) ? 30 : 6;
    g.distinct = s->distinct;
    if (s->distinct) {
        g.values = 0;
        if (chance(&g, 50)) g.crashes = 0;
    }
    g.threads = 2 + below(&g, 3);
    if (chance(&g, 50)) {
        g.calls = 4 + below(&g, 7);
        simulate(&g);
        if (chance(&g, s->correct)) return;
        do oracle_damage(&g);
        while (chance(&g, 40));
    } else {
        g.calls = 3 + below(&g, s->most - 2);
        oracle_improvise(&g);
    }
}
