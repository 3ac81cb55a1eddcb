/* A state is one of the system below and a word more: 1 for "running in circles from here on".
 *
 * Which states are in a loop of hidden steps is computed on demand, by Tarjan's algorithm on the states reachable by
 * hidden steps (Depth-first search and linear graph algorithms, 1972), and kept.
 */
#include "model/divergence/divergent.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { CIRCLES = UINT32_MAX }; /* the action of the step that stands for a loop */

typedef struct vertex {
    uint32_t index, low; /* index 0: not met yet */
    bool on_stack, loops;
} vertex;

struct lcm_divergent {
    lcm_lts lts; /* first */
    const lcm_lts *below;
    lc_budget *budget;
    pthread_mutex_t lock; /* of all that follows */
    lc_intern states;
    LC_VEC(vertex) vertices;
    LC_VEC(uint32_t) stack;
    uint32_t met;
};

typedef struct divergent_walker {
    lcm_walker base;
    lc_budget *budget;
    lcm_walker *below;
    lcm_moves moves;
} divergent_walker;

static lcm_divergent *self(const lcm_walker *w) { return (lcm_divergent *)(uintptr_t)(const void *)w->lts; }
static divergent_walker *walker_of(lcm_walker *w) { return (divergent_walker *)(void *)w; }

/* ---- loops of hidden steps ---- */

typedef struct frame {
    uint32_t vertex, first_child, next_child; /* children[first_child ...] up to those of the frame above */
} frame;

typedef struct search {
    lcm_divergent *d;
    divergent_walker *w;
    LC_VEC(frame) frames;
    LC_VEC(uint32_t) children;
} search;

static uint32_t vertex_of(lcm_divergent *d, const uint32_t *state) {
    uint32_t number = lc_intern_add(&d->states, state, d->below->words * sizeof *state);
    if (number == d->vertices.count && !lc_push(d->budget, &d->vertices, (vertex){0})) return LC_NOT_INTERNED;
    return number;
}

static bool enter(search *s, uint32_t number) {
    lcm_divergent *d = s->d;
    vertex *v = &d->vertices.at[number];
    v->index = v->low = ++d->met;
    v->on_stack = true;
    uint32_t first = s->children.count;
    lcm_moves *moves = &s->w->moves;
    lcm_moves_clear(moves);
    d->below->next(s->w->below, lc_intern_get(&d->states, number)->bytes, moves);
    for (uint32_t i = 0; i < moves->at.count; i++) {
        if (moves->at.at[i].label != LCM_TAU) continue;
        uint32_t child = vertex_of(d, lcm_moves_state(moves, i));
        if (child == LC_NOT_INTERNED || !lc_push(d->budget, &s->children, child)) return false;
        if (child == number) d->vertices.at[number].loops = true;
    }
    return lc_push(d->budget, &d->stack, number) && lc_push(d->budget, &s->frames, (frame){number, first, first});
}

/* Leaves the last vertex of a component when it is done: more than one, and they are in a loop. */
static void leave(search *s) {
    lcm_divergent *d = s->d;
    frame f = s->frames.at[--s->frames.count];
    vertex *v = &d->vertices.at[f.vertex];
    s->children.count = f.first_child;
    if (s->frames.count) {
        vertex *parent = &d->vertices.at[s->frames.at[s->frames.count - 1].vertex];
        if (v->low < parent->low) parent->low = v->low;
    }
    if (v->low != v->index) return;
    bool several = d->stack.at[d->stack.count - 1] != f.vertex;
    uint32_t member;
    do {
        member = d->stack.at[--d->stack.count];
        d->vertices.at[member].on_stack = false;
        d->vertices.at[member].loops |= several;
    } while (member != f.vertex);
}

static bool is_in_loop(lcm_divergent *d, divergent_walker *w, const uint32_t *state) {
    search s = {.d = d, .w = w};
    uint32_t root = vertex_of(d, state);
    bool fine = root != LC_NOT_INTERNED;
    if (fine && !d->vertices.at[root].index) fine = enter(&s, root);
    while (fine && s.frames.count) {
        frame *f = &s.frames.at[s.frames.count - 1];
        if (f->next_child == s.children.count) {
            leave(&s);
            continue;
        }
        uint32_t child = s.children.at[f->next_child++];
        vertex *v = &d->vertices.at[f->vertex], *c = &d->vertices.at[child];
        if (!c->index) fine = enter(&s, child);
        else if (c->on_stack && c->index < v->low) v->low = c->index;
    }
    lc_vec_free(d->budget, &s.frames);
    lc_vec_free(d->budget, &s.children);
    return fine && d->vertices.at[root].loops;
}

/* ---- the transition system ---- */

static lcm_walker *open_divergent(const lcm_lts *lts, lc_budget *budget) {
    const lcm_lts *below = ((const lcm_divergent *)(const void *)lts)->below;
    divergent_walker *w = lc_allocate(budget, sizeof *w);
    if (!w) return NULL;
    *w = (divergent_walker){.base = {.lts = lts}, .budget = budget, .below = below->open(below, budget)};
    lcm_moves_init(&w->moves, below->words, budget);
    if (w->below) return &w->base;
    lc_release(budget, w, sizeof *w);
    return NULL;
}

static void close_divergent(lcm_walker *walker) {
    divergent_walker *w = walker_of(walker);
    w->below->lts->close(w->below);
    lcm_moves_free(&w->moves);
    lc_release(w->budget, w, sizeof *w);
}

static void init_divergent(lcm_walker *w, uint32_t *state) {
    const lcm_lts *below = self(w)->below;
    below->init(walker_of(w)->below, state);
    state[below->words] = 0;
}

static void next_divergent(lcm_walker *walker, const uint32_t *state, lcm_moves *out) {
    divergent_walker *w = walker_of(walker);
    lcm_divergent *d = self(walker);
    uint32_t words = d->below->words;
    bool hidden = false;
    if (state[words]) return;
    lcm_moves_clear(&w->moves);
    d->below->next(w->below, state, &w->moves);
    for (uint32_t i = 0; i < w->moves.at.count; i++) {
        uint32_t *to = lcm_moves_add(out, w->moves.at.at[i]);
        if (!to) return;
        memcpy(to, lcm_moves_state(&w->moves, i), words * sizeof *to);
        to[words] = 0;
        hidden |= w->moves.at.at[i].label == LCM_TAU;
    }
    out->failure = w->moves.failure;
    if (!hidden) return;
    pthread_mutex_lock(&d->lock);
    bool loops = is_in_loop(d, w, state);
    pthread_mutex_unlock(&d->lock);
    uint32_t *to = loops ? lcm_moves_add(out, (lcm_move){.label = LCM_TAU, .action = CIRCLES}) : NULL;
    if (!to) return;
    memcpy(to, state, words * sizeof *to);
    to[words] = 1;
}

static bool holds(lcm_walker *w, const uint32_t *state, uint32_t condition) {
    bool found = self(w)->below->holds(walker_of(w)->below, state, condition);
    w->no_value = walker_of(w)->below->no_value;
    return found;
}

static void print_actor(lcm_walker *w, const uint32_t *state, const lcm_move *move, lince_text *out) {
    if (move->action != CIRCLES) self(w)->below->print_actor(walker_of(w)->below, state, move, out);
}

static void print_move(lcm_walker *w, const uint32_t *state, const lcm_move *move, lince_text *out) {
    if (move->action == CIRCLES) lc_text_puts(out, "and so on");
    else self(w)->below->print_move(walker_of(w)->below, state, move, out);
}

static void print_state(lcm_walker *w, const uint32_t *before, const uint32_t *state, lince_text *out) {
    self(w)->below->print_state(walker_of(w)->below, before, state, out);
}

lcm_divergent *lcm_divergent_make(const lcm_lts *below, lc_budget *budget) {
    lcm_divergent *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->lts = (lcm_lts){.words = below->words + 1,
                       .alphabet = below->alphabet,
                       .open = open_divergent,
                       .close = close_divergent,
                       .init = init_divergent,
                       .next = next_divergent,
                       .holds = below->holds ? holds : NULL,
                       .print_actor = print_actor,
                       .print_move = print_move,
                       .print_state = print_state};
    d->below = below;
    d->budget = budget;
    pthread_mutex_init(&d->lock, NULL);
    lc_intern_init(&d->states, budget);
    return d;
}

void lcm_divergent_free(lcm_divergent *d) {
    if (!d) return;
    lc_intern_free(&d->states);
    lc_vec_free(d->budget, &d->vertices);
    lc_vec_free(d->budget, &d->stack);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

const lcm_lts *lcm_divergent_lts(const lcm_divergent *d) { return &d->lts; }

/* ---- runs ---- */

/* A shortest way by hidden steps from the last state of the path back to it, appended to the path. */
typedef struct link {
    uint32_t from; /* in the list of those met */
    lcm_move move;
} link;

static void append_loop(lcm_divergent *d, lcm_path *path) {
    uint32_t words = d->below->words, back = UINT32_MAX, start = path->moves.count;
    lcm_walker *w = d->below->open(d->below, d->budget);
    lc_intern met; /* numbers are places in `links` */
    LC_VEC(link) links = {0};
    lcm_moves moves;
    lc_intern_init(&met, d->budget);
    lcm_moves_init(&moves, words, d->budget);
    const uint32_t *last = lcm_path_state(path, start);
    bool fine = w && lc_intern_add(&met, last, words * sizeof *last) == 0 && lc_push(d->budget, &links, (link){0});
    lcm_move closing = {0};
    for (uint32_t i = 0; fine && i < links.count && back == UINT32_MAX; i++) {
        lcm_moves_clear(&moves);
        d->below->next(w, lc_intern_get(&met, i)->bytes, &moves);
        for (uint32_t k = 0; fine && k < moves.at.count && back == UINT32_MAX; k++) {
            if (moves.at.at[k].label != LCM_TAU) continue;
            uint32_t number = lc_intern_add(&met, lcm_moves_state(&moves, k), words * sizeof(uint32_t));
            if (number == 0) {
                back = i;
                closing = moves.at.at[k];
            } else if (number == links.count) fine = lc_push(d->budget, &links, (link){i, moves.at.at[k]});
            else fine = number != LC_NOT_INTERNED;
        }
    }
    LC_VEC(uint32_t) way = {0}; /* backwards */
    for (uint32_t i = back; fine && back != UINT32_MAX && i; i = links.at[i].from) fine = lc_push(d->budget, &way, i);
    if (fine && back != UINT32_MAX && lc_reserve(NULL, &path->states, path->states.count + (way.count + 1) * words)) {
        for (uint32_t i = way.count + 1; i-- > 0;) {
            uint32_t number = i ? way.at[i - 1] : 0;
            memcpy(path->states.at + path->states.count, lc_intern_get(&met, number)->bytes, words * sizeof(uint32_t));
            path->states.count += words;
            (void)lc_push(NULL, &path->moves, i ? links.at[number].move : closing);
        }
        path->loop = start;
    }
    lc_vec_free(d->budget, &way);
    lc_vec_free(d->budget, &links);
    lcm_moves_free(&moves);
    lc_intern_free(&met);
    if (w) d->below->close(w);
}

void lcm_divergent_translate(lcm_divergent *d, lcm_finding *f) {
    lcm_path *path = &f->path;
    uint32_t words = d->below->words, count = path->states.count / (words + 1);
    assert(!f->by_specification || count == 0);
    assert(path->states.count % (words + 1) == 0);
    bool circles = count && path->states.at[path->states.count - 1];
    for (uint32_t i = 0; i < count; i++)
        memmove(path->states.at + (size_t)i * words, path->states.at + (size_t)i * (words + 1),
                words * sizeof(uint32_t));
    path->words = words;
    path->states.count = count * words;
    if (!circles) return;
    path->moves.count--;
    path->states.count -= words;
    f->reason = LCM_R_DIVERGENCE;
    append_loop(d, path);
}
