/* The order of the operations of a stack whose elements nest. */
#include <string.h>

#include "check/poly/stack_parts.h"

typedef struct emission {
    lc_peeling *s;
    uint32_t *coming, *leaving; /* per instant: an element, then `next` of it, LC_NEVER: no more */
    uint32_t *next, *stack;     /* per element */
    uint32_t *seen, *then;      /* per instant, per look: the looks that take effect between comings and leavings */
    uint32_t height, empty;
} emission;

static void put_looks_at(const emission *m, uint32_t x, uint32_t instant) {
    const lc_elements *e = m->s->e;
    for (uint32_t i = e->at.at[x].looks; i != LC_NO_LOOK; i = e->looks.at[i].earlier)
        if (e->looks.at[i].place == instant) lc_poly_place(m->s->p, e->looks.at[i].op);
}

/* In the order of their calls, before which some of them may have returned. */
static void put_all_looks(const emission *m, uint32_t x) {
    const lc_peeling *s = m->s;
    for (uint32_t i = lc_peel_has_looks(s) ? s->begin[x] : 0; lc_peel_has_looks(s) && i < s->begin[x + 1]; i++)
        lc_poly_place(s->p, s->e->looks.at[s->by_element[i]].op);
}

/* Of two elements that come at the same instant the one that leaves first is to come last; if both leave at the same
 * one, the one that was finished last, which may have been seen. */
static void sort_elements(emission *m) {
    const lc_peeling *s = m->s;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t x = s->finished[i];
        m->next[x] = m->leaving[s->leaves[x]];
        m->leaving[s->leaves[x]] = x;
    }
    for (uint32_t t = 0; t <= s->instants; t++)
        for (uint32_t x = m->leaving[t], after; x != LC_NEVER; x = after) {
            after = m->next[x];
            m->next[x] = m->coming[s->comes[x]];
            m->coming[s->comes[x]] = x;
        }
}

static void sort_looks(emission *m) {
    const lc_peeling *s = m->s;
    for (uint32_t i = 0; i < s->e->looks.count; i++) {
        const lc_look *look = &s->e->looks.at[i];
        if (!lc_has_cover(&s->e->at.at[look->element])) continue;
        if (look->place == s->comes[look->element] || look->place == s->leaves[look->element]) continue;
        m->then[i] = m->seen[look->place];
        m->seen[look->place] = i;
    }
}

/* An element without a cover that comes and goes there, those that leave, looks and removals that find nothing, those
 * that come, of which the ones that stay longer come first. */
static void emit_instant(emission *m, uint32_t t) {
    const lc_peeling *s = m->s;
    const lc_elements *e = s->e;
    lc_poly *p = s->p;
    if (t < s->instants && s->owner[t] != LC_NO_OWNER && lc_who_is(s->owner[t]) == LC_NOBODY) {
        const lc_element *x = &e->at.at[lc_which(s->owner[t])];
        lc_poly_place(p, x->add);
        put_all_looks(m, lc_which(s->owner[t]));
        lc_poly_place(p, x->remove);
    }
    for (uint32_t x; m->height && s->leaves[x = m->stack[m->height - 1]] == t && t < s->instants; m->height--) {
        put_looks_at(m, x, t);
        lc_poly_place(p, e->at.at[x].remove);
    }
    for (uint32_t i = lc_peel_has_looks(s) ? m->seen[t] : LC_NEVER; i != LC_NEVER; i = m->then[i])
        lc_poly_place(p, e->looks.at[i].op);
    for (; m->empty < e->empties.count && e->empties.at[m->empty].place == t; m->empty++)
        lc_poly_place(p, e->empties.at[m->empty].op);
    for (uint32_t x = m->coming[t]; x != LC_NEVER; x = m->next[x]) {
        lc_poly_place(p, e->at.at[x].add);
        put_looks_at(m, x, t);
        m->stack[m->height++] = x;
    }
}

bool lc_peel_order(lc_peeling *s) {
    lc_budget *budget = s->p->budget;
    size_t instants = (size_t)s->instants + 1, elements = (size_t)s->e->at.count + 1, looks = s->e->looks.count;
    size_t bytes = (2 * instants + 2 * elements + (looks ? instants + looks : 0)) * sizeof(uint32_t);
    uint32_t *room = lc_allocate(budget, bytes);
    if (!room) return false;
    memset(room, 0xff, bytes);
    emission m = {.s = s, .coming = room, .leaving = room + instants, .next = room + 2 * instants};
    m.stack = m.next + elements;
    m.seen = m.stack + elements;
    m.then = m.seen + instants;
    sort_elements(&m);
    sort_looks(&m);
    for (uint32_t t = 0; t <= s->instants; t++) emit_instant(&m, t);
    lc_release(budget, room, bytes);
    return true;
}
