#include "model/run/hidden.h"

#include <string.h>

#include "base/intern.h"
#include "model/compile/system_parts.h"

struct lcm_hidden {
    lcm_lts lts;
    const lcm_lts *whole;
    lc_budget *budget;
    uint32_t *visible;      /* of each word, the bits that are no hidden variable's */
    lc_intern met;          /* visible states, and for each of them */
    LC_VEC(uint32_t) first; /* the words of the state that was found first */
};

typedef struct hiding_walker {
    lcm_walker base;
    lcm_hidden *h;
    lcm_walker *inner;
    lc_budget *budget;
    uint32_t *words, *before; /* of one state each */
} hiding_walker;

bool lcm_hides_variables(const lcm_model *m) {
    for (uint32_t i = 0; i < m->variables.count; i++)
        if (m->variables.at[i].hidden) return true;
    return false;
}

static hiding_walker *walker_of(lcm_walker *w) { return (hiding_walker *)(void *)w; }

/* Turns a state into its visible part, and remembers the state if none of this visible part was met before. */
static void hide(lcm_hidden *h, uint32_t *words) {
    uint32_t count = h->lts.words, before = h->met.items.count;
    uint32_t first = h->first.count;
    if (!lc_reserve(h->budget, &h->first, first + count)) return; /* the budget is spent: the search gives up */
    memcpy(h->first.at + first, words, count * sizeof *words);
    for (uint32_t i = 0; i < count; i++) words[i] &= h->visible[i];
    if (lc_intern_add(&h->met, words, count * sizeof *words) == before) h->first.count = first + count;
}

static const uint32_t *whole(const lcm_hidden *h, const uint32_t *state) {
    uint32_t count = h->lts.words, number = lc_intern_find(&h->met, state, count * sizeof *state);
    return number == LC_NOT_INTERNED ? state : h->first.at + (size_t)number * count;
}

static void close_hidden(lcm_walker *walker) {
    hiding_walker *w = walker_of(walker);
    size_t size = w->h->lts.words * sizeof *w->words;
    if (w->inner) w->h->whole->close(w->inner);
    if (w->words) lc_release(w->budget, w->words, size);
    if (w->before) lc_release(w->budget, w->before, size);
    lc_release(w->budget, w, sizeof *w);
}

static lcm_walker *open_hidden(const lcm_lts *lts, lc_budget *budget) {
    lcm_hidden *h = (lcm_hidden *)(uintptr_t)(const void *)lts;
    hiding_walker *w = lc_allocate(budget, sizeof *w);
    if (!w) return NULL;
    *w = (hiding_walker){.base = {.lts = lts}, .h = h, .budget = budget};
    w->inner = h->whole->open(h->whole, budget);
    w->words = lc_allocate(budget, lts->words * sizeof *w->words);
    w->before = lc_allocate(budget, lts->words * sizeof *w->before);
    if (w->inner && w->words && w->before) return &w->base;
    close_hidden(&w->base);
    return NULL;
}

static void init_hidden(lcm_walker *walker, uint32_t *state) {
    hiding_walker *w = walker_of(walker);
    w->h->whole->init(w->inner, state);
    hide(w->h, state);
}

static void next_hidden(lcm_walker *walker, const uint32_t *state, lcm_moves *out) {
    hiding_walker *w = walker_of(walker);
    memcpy(w->words, whole(w->h, state), w->h->lts.words * sizeof *w->words);
    w->h->whole->next(w->inner, w->words, out);
    for (uint32_t i = 0; i < out->at.count; i++) hide(w->h, lcm_moves_state(out, i));
}

static bool holds_hidden(lcm_walker *walker, const uint32_t *state, uint32_t condition) {
    hiding_walker *w = walker_of(walker);
    bool holds = w->h->whole->holds(w->inner, whole(w->h, state), condition);
    walker->no_value = w->inner->no_value;
    return holds;
}

static int32_t value_hidden(lcm_walker *walker, const uint32_t *state, uint32_t condition) {
    hiding_walker *w = walker_of(walker);
    int32_t value = w->h->whole->value(w->inner, whole(w->h, state), condition);
    walker->no_value = w->inner->no_value;
    return value;
}

static void print_actor(lcm_walker *walker, const uint32_t *state, const lcm_move *move, lince_text *out) {
    hiding_walker *w = walker_of(walker);
    w->h->whole->print_actor(w->inner, whole(w->h, state), move, out);
}

static void print_move(lcm_walker *walker, const uint32_t *state, const lcm_move *move, lince_text *out) {
    hiding_walker *w = walker_of(walker);
    w->h->whole->print_move(w->inner, whole(w->h, state), move, out);
}

static void print_state(lcm_walker *walker, const uint32_t *before, const uint32_t *state, lince_text *out) {
    hiding_walker *w = walker_of(walker);
    if (before) memcpy(w->before, whole(w->h, before), w->h->lts.words * sizeof *w->before);
    w->h->whole->print_state(w->inner, before ? w->before : NULL, whole(w->h, state), out);
}

static void find_visible(lcm_hidden *h, const lcm_system *s) {
    for (uint32_t i = 0; i < h->lts.words; i++) h->visible[i] = UINT32_MAX;
    for (uint32_t i = 0; i < s->fields.count; i++) {
        const lcm_field *f = &s->fields.at[i];
        if (f->kind == LCM_F_VARIABLE && s->model->variables.at[f->owner].hidden)
            h->visible[f->word] &= ~(f->bits ? f->mask << f->shift : 0);
    }
}

lcm_hidden *lcm_hidden_make(const lcm_system *s, lc_budget *budget) {
    lcm_hidden *h = lc_allocate(budget, sizeof *h);
    if (!h) return NULL;
    const lcm_lts *lts = lcm_system_lts(s);
    *h = (lcm_hidden){.lts = *lts, .whole = lts, .budget = budget};
    h->visible = lc_allocate(budget, lts->words * sizeof *h->visible);
    lc_intern_init(&h->met, budget);
    h->lts.open = open_hidden, h->lts.close = close_hidden;
    h->lts.init = init_hidden, h->lts.next = next_hidden;
    h->lts.after = NULL, h->lts.forgive = NULL, h->lts.turn = NULL;
    h->lts.holds = holds_hidden, h->lts.value = value_hidden;
    h->lts.print_actor = print_actor, h->lts.print_move = print_move, h->lts.print_state = print_state;
    if (h->visible) find_visible(h, s);
    if (h->visible) return h;
    lcm_hidden_free(h, budget);
    return NULL;
}

void lcm_hidden_free(lcm_hidden *h, lc_budget *budget) {
    if (!h) return;
    if (h->visible) lc_release(budget, h->visible, h->lts.words * sizeof *h->visible);
    lc_intern_free(&h->met);
    lc_vec_free(budget, &h->first);
    lc_release(budget, h, sizeof *h);
}

const lcm_lts *lcm_hidden_lts(const lcm_hidden *h) { return &h->lts; }
