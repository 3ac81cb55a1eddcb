/* Stacks: last in, first out.
 *
 * Theorem (after Abdulla et al. 2025, where a history is peeled in the same way).  Call an instant free if no cover
 * contains it (elements.h).  Mark the operations that can take effect at a free instant.  Once both operations of an
 * element are marked take its cover away, by which more instants become free.  A history of a stack with distinct
 * values is linearizable iff every element was added once before it was removed, every removal that found nothing has
 * an instant that is free from the beginning, and in the end no cover is left.  (Elements that stay are removed at an
 * additional instant after the last one, which is free.)
 *
 * Why.  If covers are left, look at some that follow each other without a gap, from the first addition at L to the last
 * removal at H, both next to free instants.  In any order one of these elements comes before and leaves after all the
 * rest, or they would fall into two groups with a gap between them.  It must have been added before L and removed after
 * H, so both its operations were marked.  Contradiction.  Conversely let x, whose second operation is marked at step k,
 * come at the last instant of its addition, and leave at the first one of its removal, among those that were free by
 * step k.  If y, finished at an earlier step, came or left strictly in between, it did so at an instant that was free
 * by then and is neither in x's addition nor in its removal, hence in x's cover, which was still there.  Contradiction;
 * so y comes and leaves both before, both after, or around x: they nest.  Elements without a cover come and go at once.
 *
 * A tree over the instants counts covers and finds free instants, another one finds the operations that contain an
 * instant.  Time O(n log n).
 */
#include <assert.h>
#include <string.h>

#include "check/poly/instants.h"

enum { ADD_MARKED = 1, REMOVE_MARKED = 2, FINISHED = 3 };
enum { TAKEN = 1 << 30 }; /* covers put over an instant that was found free, so that it is not found again */
#define NO_OWNER UINT32_MAX

typedef struct peeling {
    lc_poly *p;
    lc_elements *e;
    uint32_t instants; /* also stands for the additional one after the last */
    uint32_t left;     /* elements with a cover that are not finished */
    lc_cover_tree covers;
    lc_instant_set free; /* the instants found free so far */
    uint32_t *owner;     /* per instant: the element whose operation is called there and that operation's role;
                          * LC_NOBODY: the element comes and goes at this instant; NO_OWNER: no relevant element */
    uint32_t *until; /* a tree of maxima over the instants: before which one the operation called there takes effect,
                        0: none that matters, or it is marked */
    uint32_t size;   /* of that tree */
    uint32_t *comes, *leaves; /* per element: at which instant, once it is finished */
    uint8_t *mark;            /* per element */
} peeling;

/* ---- which operations contain an instant ---- */

static void forget(peeling *s, uint32_t instant) {
    uint32_t node = instant + s->size;
    s->until[node] = 0;
    for (node /= 2; node; node /= 2) {
        uint32_t left = s->until[2 * node], right = s->until[2 * node + 1], most = left > right ? left : right;
        if (s->until[node] == most) break;
        s->until[node] = most;
    }
}

/* The first call not after an instant whose operation may take effect after it; LC_NEVER: none. */
static uint32_t find_containing(const peeling *s, uint32_t instant) {
    uint32_t node = 1;
    if (s->until[node] <= instant) return LC_NEVER;
    while (node < s->size) node = s->until[2 * node] > instant ? 2 * node : 2 * node + 1;
    return node - s->size <= instant ? node - s->size : LC_NEVER;
}

/* ---- peeling ---- */

static void finish(peeling *s, uint32_t number) {
    const lc_element *x = &s->e->at.at[number];
    s->left--;
    lc_covers_add(&s->covers, x->added, x->leaving, -1);
    s->comes[number] = lc_instants_until(&s->free, x->added - 1);
    s->leaves[number] = lc_instants_from(&s->free, x->leaving < s->instants ? x->leaving : s->instants);
    assert(s->comes[number] >= x->called && s->leaves[number] < x->gone);
}

static void mark(peeling *s, uint32_t number, uint8_t how) {
    assert(!(s->mark[number] & how));
    s->mark[number] |= how;
    if (s->mark[number] == FINISHED) finish(s, number);
}

static void make_free(peeling *s, uint32_t instant) {
    lc_covers_add(&s->covers, instant, instant + 1, TAKEN);
    lc_instants_put(&s->free, instant);
    for (uint32_t call; (call = find_containing(s, instant)) != LC_NEVER;) {
        uint32_t note = s->owner[call];
        forget(s, call);
        mark(s, lc_which(note), lc_who_is(note) == LC_ADDS ? ADD_MARKED : REMOVE_MARKED);
    }
}

/* Removals that did not return, and those that never came, can take effect at the additional instant; so can additions
 * that returned after the last call. */
static void begin(peeling *s) {
    lc_instants_put(&s->free, s->instants);
    for (uint32_t i = 0; i < s->e->at.count; i++) {
        const lc_element *x = &s->e->at.at[i];
        if (x->called != LC_NEVER && !lc_has_cover(x)) s->owner[x->leaving] = i << 2 | LC_NOBODY;
        if (!lc_has_cover(x)) continue;
        bool returned = x->remove != LC_NO_OP && x->gone <= s->instants;
        if (x->added >= s->instants) {
            s->mark[i] = FINISHED;
            s->comes[i] = s->leaves[i] = s->instants;
            continue;
        }
        s->left++;
        s->owner[x->called] = i << 2 | LC_ADDS;
        s->until[s->size + x->called] = x->added;
        if (returned) {
            s->owner[x->leaving] = i << 2 | LC_REMOVES;
            s->until[s->size + x->leaving] = x->gone;
        } else {
            mark(s, i, REMOVE_MARKED);
        }
    }
    for (uint32_t node = s->size - 1; node; node--) {
        uint32_t left = s->until[2 * node], right = s->until[2 * node + 1];
        s->until[node] = left > right ? left : right;
    }
}

static lc_outcome peel(peeling *s) {
    lc_elements *e = s->e;
    for (uint32_t i = 0; i < e->empties.count; i++) {
        e->empties.at[i].place = lc_covers_gap(&s->covers, e->empties.at[i].called, e->empties.at[i].returned);
        if (e->empties.at[i].place == LC_NEVER) return lc_blame_empty(s->p, e, &e->empties.at[i]);
    }
    /* all of these at once, so that no element finished with one of them is inside at another */
    for (uint32_t i = 0; i < e->empties.count; i++) lc_instants_put(&s->free, e->empties.at[i].place);
    for (uint32_t i = 0; i < e->empties.count; i++)
        if (i == 0 || e->empties.at[i].place != e->empties.at[i - 1].place) make_free(s, e->empties.at[i].place);
    for (uint32_t steps = 0, instant; s->left; steps++) {
        if (lc_poly_stopped(s->p, steps)) return LC_HALTED;
        instant = lc_covers_gap(&s->covers, 0, s->instants);
        if (instant == LC_NEVER) return LC_VIOLATED;
        make_free(s, instant);
    }
    return LC_HOLDS;
}

/* ---- the violation ---- */

static bool is_unfinished(const void *context, const lc_element *x) {
    const peeling *s = context;
    return s->mark[x - s->e->at.at] != FINISHED;
}

static void put_crossing(lc_poly *p, const lc_element *x, const lc_element *y) {
    lc_poly_explain_op(p, x->add);
    lc_poly_explain(p, " returned before ");
    lc_poly_explain_op(p, y->add);
    lc_poly_explain(p, " was called, and that returned before ");
    lc_poly_explain_op(p, x->remove);
    lc_poly_explain(p, " was called, which took the former although the latter lay above it");
    if (y->remove == LC_NO_OP) return lc_poly_explain(p, " and was still inside");
    lc_poly_explain(p, ": ");
    lc_poly_explain_op(p, y->remove);
    lc_poly_explain(p, " was called only afterwards");
}

static void put_chain(lc_poly *p, const lc_chain *chain) {
    lc_poly_explain(p, "of the elements added by ");
    for (uint32_t i = 0; i < chain->count; i++) {
        if (i) lc_poly_explain(p, i + 1 == chain->count ? " and " : ", ");
        lc_poly_explain_op(p, chain->at[i]->add);
    }
    lc_poly_explain(
        p,
        " one is inside at every moment, so one of them lies below all the other ones as long as these are there, "
        "but none was added early enough and removed late enough");
}

/* The first covers that are left and follow each other without a gap, and of these the fewest that do. */
static lc_outcome blame_what_is_left(peeling *s) {
    lc_poly *p = s->p;
    uint32_t low = LC_NEVER, high;
    for (uint32_t i = 0; i < s->e->at.count; i++) {
        const lc_element *x = &s->e->at.at[i];
        if (lc_has_cover(x) && is_unfinished(s, x) && x->added < low) low = x->added;
    }
    high = lc_instants_from(&s->free, low);
    lc_chain chain = {0};
    bool covered = lc_cover_between(p, s->e, low, high, is_unfinished, s, &chain);
    assert(covered || lc_exhausted(p->budget));
    (void)covered;
    lc_poly_name(p, "not last in, first out");
    for (uint32_t i = 0; i < chain.count; i++) lc_blame_element(p, chain.at[i]);
    if (chain.count == 2) put_crossing(p, chain.at[0], chain.at[1]);
    else put_chain(p, &chain);
    lc_vec_free(p->budget, &chain);
    return lc_exhausted(p->budget) ? lc_poly_halt(p, LC_NO_MEMORY) : LC_VIOLATED;
}

/* ---- the order ---- */

/* At each instant: an element without a cover that comes and goes there, those that leave, removals that find nothing,
 * those that come, of which the ones that stay longer come first. */
static bool emit(peeling *s) {
    lc_poly *p = s->p;
    const lc_elements *e = s->e;
    size_t bytes = ((size_t)s->instants + 1) * sizeof(uint32_t), each = ((size_t)e->at.count + 1) * sizeof(uint32_t);
    uint32_t *coming = lc_allocate(p->budget, bytes), *leaving = lc_allocate(p->budget, bytes);
    uint32_t *next = lc_allocate(p->budget, each), *stack = lc_allocate(p->budget, each), height = 0, empty = 0;
    bool fine = coming && leaving && next && stack;
    if (fine) {
        memset(coming, 0xff, bytes);
        memset(leaving, 0xff, bytes);
    }
    for (uint32_t x = 0; fine && x < e->at.count; x++) {
        if (!lc_has_cover(&e->at.at[x])) continue;
        next[x] = leaving[s->leaves[x]];
        leaving[s->leaves[x]] = x;
    }
    for (uint32_t t = 0; fine && t <= s->instants; t++)
        for (uint32_t x = leaving[t], after; x != LC_NEVER; x = after) {
            after = next[x];
            next[x] = coming[s->comes[x]];
            coming[s->comes[x]] = x;
        }
    for (uint32_t t = 0; fine && t <= s->instants; t++) {
        if (t < s->instants && s->owner[t] != NO_OWNER && lc_who_is(s->owner[t]) == LC_NOBODY) {
            const lc_element *x = &e->at.at[lc_which(s->owner[t])];
            lc_poly_place(p, x->add);
            lc_poly_place(p, x->remove);
        }
        for (; height && s->leaves[stack[height - 1]] == t && t < s->instants; height--)
            lc_poly_place(p, e->at.at[stack[height - 1]].remove);
        for (; empty < e->empties.count && e->empties.at[empty].place == t; empty++)
            lc_poly_place(p, e->empties.at[empty].op);
        for (uint32_t x = coming[t]; x != LC_NEVER; x = next[x]) {
            lc_poly_place(p, e->at.at[x].add);
            stack[height++] = x;
        }
    }
    lc_release(p->budget, coming, bytes);
    lc_release(p->budget, leaving, bytes);
    lc_release(p->budget, next, each);
    lc_release(p->budget, stack, each);
    return fine;
}

static bool make_room(peeling *s) {
    lc_budget *budget = s->p->budget;
    size_t count = (size_t)s->e->at.count + 1;
    s->size = 1;
    while (s->size < s->instants) s->size *= 2;
    s->owner = lc_allocate(budget, ((size_t)s->instants + 1) * sizeof *s->owner);
    s->until = lc_allocate(budget, 2 * (size_t)s->size * sizeof *s->until);
    s->comes = lc_allocate(budget, count * sizeof *s->comes);
    s->leaves = lc_allocate(budget, count * sizeof *s->leaves);
    s->mark = lc_allocate(budget, count);
    if (!s->owner || !s->until || !s->comes || !s->leaves || !s->mark) return false;
    memset(s->owner, 0xff, ((size_t)s->instants + 1) * sizeof *s->owner);
    memset(s->until, 0, 2 * (size_t)s->size * sizeof *s->until);
    memset(s->mark, 0, count);
    return lc_covers_init(&s->covers, s->e, s->instants, true, budget) &&
           lc_instants_init(&s->free, s->instants + 1, budget);
}

static void give_back(peeling *s) {
    lc_budget *budget = s->p->budget;
    size_t count = (size_t)s->e->at.count + 1;
    lc_release(budget, s->owner, ((size_t)s->instants + 1) * sizeof *s->owner);
    lc_release(budget, s->until, 2 * (size_t)s->size * sizeof *s->until);
    lc_release(budget, s->comes, count * sizeof *s->comes);
    lc_release(budget, s->leaves, count * sizeof *s->leaves);
    lc_release(budget, s->mark, count);
    lc_covers_free(&s->covers);
    lc_instants_free(&s->free);
}

static lc_outcome decide_stack(lc_poly *p, lc_elements *e) {
    peeling s = {.p = p, .e = e, .instants = lc_to_instants(p, e)};
    bool fine = make_room(&s);
    lc_outcome outcome = LC_HALTED;
    if (fine) {
        begin(&s);
        outcome = peel(&s);
        if (outcome == LC_VIOLATED && s.left && !p->core.count) outcome = blame_what_is_left(&s);
        if (outcome == LC_HOLDS) fine = emit(&s);
    }
    give_back(&s);
    return fine ? outcome : lc_poly_halt(p, LC_NO_MEMORY);
}

/* An element added before y cannot leave while y lies on top of it. */
static bool keys_of_stack(lc_poly *p, const lc_elements *e, uint32_t *key, uint32_t *bound, uint32_t *size) {
    (void)p;
    for (uint32_t i = 0; i < e->at.count; i++) {
        key[i] = e->at.at[i].added;
        bound[i] = e->at.at[i].called;
    }
    *size = e->places;
    return true;
}

lc_outcome lc_poly_stack(lc_poly *p, const lc_part *part) {
    return lc_poly_container(p, part, decide_stack, keys_of_stack);
}
