/* Stacks: last in, first out, also with operations that look at the top.
 *
 * Theorem (after Abdulla et al. 2025, where a history is peeled in the same way).  Call an instant free if no cover
 * contains it (elements.h), and alone with x if only that of x does.  Mark the additions and removals that can take
 * effect at a free instant, and the looks at x that can do so at one that is free or alone with x.  Once all operations
 * of an element are marked take its cover away, by which more instants become free or alone.  A history of a stack with
 * distinct values is linearizable iff every element was added once before it was seen or removed, and seen before it
 * was removed, every operation that found nothing has an instant that is free from the beginning, and in the end no
 * cover is left.  (Elements that stay are removed at an additional instant after the last one, which is free, but not
 * seen there.)
 *
 * Why.  If covers are left, take any order that explains the history, and of the elements with these covers one that
 * lies inside no other one's stay.  It was added, seen and removed when none of the other ones was inside: one that was
 * inside when it was added or removed would contain its stay, and so would one that was inside when it was seen, since
 * that lay below.  So all its operations were marked.  Contradiction.  Conversely let x, the last operation of which is
 * marked at step k, come at the last instant of its addition, and leave at the first one of its removal, among those
 * that were free by step k.  Looks at it that are marked at an instant outside its cover take effect right after it
 * comes or right before it leaves, whichever is nearer.  If y, finished at an earlier step, came or left strictly in
 * between, it did so at an instant that was free by then and is neither in x's addition nor in its removal, hence in
 * x's cover, which was still there.  Contradiction; so y comes and leaves both before, both after, or around x: they
 * nest.  And if z, finished at a later step, was inside at an instant at which x is seen in its cover, then that
 * instant, free by then, is neither in z's addition nor in its removal, hence in z's cover; but it was alone with x.
 * Elements without a cover come and go at once.
 *
 * A tree over the instants counts covers and finds free instants, a second one those alone with an element, and trees
 * over the operations find those that contain an instant.  Time O(n log n).
 */
#include <assert.h>
#include <string.h>

#include "check/poly/stack_parts.h"

enum { TAKEN = 1 << 28 }; /* covers put over an instant that was found, so that it is not found again */

/* ---- which element is alone at an instant ---- */

static void add_from(lc_peeling *s, uint32_t instant, uint32_t number) {
    for (uint32_t i = instant + 1; i <= s->instants; i += i & -i) s->sole[i] ^= number;
}

/* Puts a cover there, or takes it away. */
static void change_sole(lc_peeling *s, uint32_t number) {
    const lc_element *x = &s->e->at.at[number];
    add_from(s, x->added, number);
    if (x->leaving < s->instants) add_from(s, x->leaving, number);
}

static uint32_t sole_at(const lc_peeling *s, uint32_t instant) {
    uint32_t number = 0;
    for (uint32_t i = instant + 1; i; i -= i & -i) number ^= s->sole[i];
    return number;
}

/* ---- peeling ---- */

/* Those in between take effect at instants that are free from now on. */
static void place_looks(lc_peeling *s, uint32_t number) {
    const lc_element *x = &s->e->at.at[number];
    for (uint32_t i = x->looks; i != LC_NO_LOOK; i = s->e->looks.at[i].earlier) {
        lc_look *look = &s->e->looks.at[i];
        if (look->place < x->added) look->place = s->comes[number];
        else if (look->place >= x->leaving) look->place = s->leaves[number];
        else lc_instants_put(&s->free, look->place);
    }
}

static void finish(lc_peeling *s, uint32_t number) {
    const lc_element *x = &s->e->at.at[number];
    s->left--;
    s->finished[s->count++] = number;
    lc_covers_add(&s->covers, x->added, x->leaving, -1);
    s->comes[number] = lc_instants_until(&s->free, x->added - 1);
    s->leaves[number] = lc_instants_from(&s->free, x->leaving < s->instants ? x->leaving : s->instants);
    assert(s->comes[number] >= x->called && s->leaves[number] < x->gone);
    if (!lc_peel_has_looks(s)) return;
    lc_covers_add(&s->all_but_one, x->added, x->leaving, -1);
    change_sole(s, number);
    place_looks(s, number);
}

static void mark(lc_peeling *s, uint32_t number, uint8_t how) {
    assert(!(s->mark[number] & how));
    s->mark[number] |= how;
    if (lc_peel_is_finished(s, number)) finish(s, number);
}

/* Where a look is among those by elements. */
static uint32_t place_by_element(const lc_peeling *s, uint32_t which) {
    uint32_t element = s->e->looks.at[which].element, low = s->begin[element], high = s->begin[element + 1];
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->by_element[middle] <= which) low = middle;
        else high = middle;
    }
    return low;
}

/* `i`: its place among those by elements. */
static void mark_look(lc_peeling *s, uint32_t i, uint32_t instant) {
    lc_look *look = &s->e->looks.at[s->by_element[i]];
    lc_spans_forget(&s->looks, s->by_element[i]);
    lc_spans_forget(&s->looks_at_each, i);
    look->place = instant;
    s->unseen[look->element]--;
    if (lc_peel_is_finished(s, look->element)) finish(s, look->element);
}

static void make_free(lc_peeling *s, uint32_t instant) {
    lc_covers_add(&s->covers, instant, instant + 1, TAKEN);
    if (lc_peel_has_looks(s)) lc_covers_add(&s->all_but_one, instant, instant + 1, TAKEN);
    lc_instants_put(&s->free, instant);
    for (uint32_t call; (call = lc_spans_after(&s->moves, 0, instant)) <= instant;) {
        uint32_t note = s->owner[call];
        lc_spans_forget(&s->moves, call);
        mark(s, lc_which(note), lc_who_is(note) == LC_ADDS ? LC_ADD_MARKED : LC_REMOVE_MARKED);
    }
    for (uint32_t i = 0; lc_peel_has_looks(s) && (i = lc_spans_after(&s->looks, 0, instant)) != LC_NEVER;) {
        if (s->e->looks.at[i].called > instant) break;
        mark_look(s, place_by_element(s, i), instant);
    }
}

static void be_alone(lc_peeling *s, uint32_t instant) {
    uint32_t x = sole_at(s, instant), end = s->begin[x + 1];
    lc_covers_add(&s->all_but_one, instant, instant + 1, TAKEN);
    for (uint32_t i = s->begin[x]; (i = lc_spans_after(&s->looks_at_each, i, instant)) < end;) {
        if (s->e->looks.at[s->by_element[i]].called > instant) break;
        mark_look(s, i, instant);
    }
}

/* Removals that did not return, and those that never came, can take effect at the additional instant; so can additions
 * that returned after the last call. */
static void begin(lc_peeling *s) {
    lc_instants_put(&s->free, s->instants);
    for (uint32_t i = 0; i < s->e->at.count; i++) {
        const lc_element *x = &s->e->at.at[i];
        if (x->called != LC_NEVER && !lc_has_cover(x)) s->owner[x->leaving] = lc_note(LC_NOBODY, i);
        if (!lc_has_cover(x)) continue;
        bool returned = x->remove != LC_NO_OP && x->gone <= s->instants;
        if (x->added >= s->instants) {
            s->mark[i] = LC_BOTH_MARKED;
            s->comes[i] = s->leaves[i] = s->instants;
            s->finished[s->count++] = i;
            for (uint32_t k = x->looks; k != LC_NO_LOOK; k = s->e->looks.at[k].earlier)
                s->e->looks.at[k].place = s->instants;
            continue;
        }
        s->left++;
        s->owner[x->called] = lc_note(LC_ADDS, i);
        lc_spans_put(&s->moves, x->called, x->added);
        if (lc_peel_has_looks(s)) change_sole(s, i);
        for (uint32_t k = lc_peel_has_looks(s) ? s->begin[i] : 0; lc_peel_has_looks(s) && k < s->begin[i + 1]; k++) {
            const lc_look *look = &s->e->looks.at[s->by_element[k]];
            s->unseen[i]++;
            lc_spans_put(&s->looks, s->by_element[k], look->returned);
            lc_spans_put(&s->looks_at_each, k, look->returned);
        }
        if (returned) {
            s->owner[x->leaving] = lc_note(LC_REMOVES, i);
            lc_spans_put(&s->moves, x->leaving, x->gone);
        } else {
            mark(s, i, LC_REMOVE_MARKED);
        }
    }
    lc_spans_ready(&s->moves);
    if (!lc_peel_has_looks(s)) return;
    lc_spans_ready(&s->looks);
    lc_spans_ready(&s->looks_at_each);
}

static lc_outcome peel(lc_peeling *s) {
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
        if ((instant = lc_covers_gap(&s->covers, 0, s->instants)) != LC_NEVER) make_free(s, instant);
        else if (lc_peel_has_looks(s) && (instant = lc_covers_gap(&s->all_but_one, 0, s->instants)) != LC_NEVER)
            be_alone(s, instant);
        else return LC_VIOLATED;
    }
    return LC_HOLDS;
}

/* ---- all of it ---- */

/* The looks at each element come one after the other; each element lists them from the last to the first. */
static void sort_by_element(lc_peeling *s) {
    uint32_t end = 0;
    for (uint32_t x = 0; x < s->e->at.count; x++) {
        s->begin[x] = end;
        for (uint32_t i = s->e->at.at[x].looks; i != LC_NO_LOOK; i = s->e->looks.at[i].earlier) end++;
        uint32_t at = end;
        for (uint32_t i = s->e->at.at[x].looks; i != LC_NO_LOOK; i = s->e->looks.at[i].earlier) s->by_element[--at] = i;
    }
    s->begin[s->e->at.count] = end;
}

static size_t elements_of(const lc_peeling *s) { return (size_t)s->e->at.count + 1; }

static bool make_room_for_looks(lc_peeling *s) {
    lc_budget *budget = s->p->budget;
    uint32_t count = s->e->looks.count;
    s->by_element = lc_allocate(budget, count * sizeof *s->by_element);
    s->begin = lc_allocate(budget, elements_of(s) * sizeof *s->begin);
    s->sole = lc_allocate(budget, ((size_t)s->instants + 1) * sizeof *s->sole);
    if (!s->by_element || !s->begin || !s->sole) return false;
    memset(s->sole, 0, ((size_t)s->instants + 1) * sizeof *s->sole);
    sort_by_element(s);
    if (!lc_covers_init(&s->all_but_one, s->e, s->instants, true, budget)) return false;
    lc_covers_add(&s->all_but_one, 0, s->instants, -1);
    return lc_spans_init(&s->looks, count, budget) && lc_spans_init(&s->looks_at_each, count, budget);
}

static bool make_room(lc_peeling *s) {
    lc_budget *budget = s->p->budget;
    size_t count = elements_of(s);
    s->owner = lc_allocate(budget, ((size_t)s->instants + 1) * sizeof *s->owner);
    s->comes = lc_allocate(budget, count * sizeof *s->comes);
    s->leaves = lc_allocate(budget, count * sizeof *s->leaves);
    s->unseen = lc_allocate(budget, count * sizeof *s->unseen);
    s->finished = lc_allocate(budget, count * sizeof *s->finished);
    s->mark = lc_allocate(budget, count);
    if (!s->owner || !s->comes || !s->leaves || !s->unseen || !s->finished || !s->mark) return false;
    memset(s->owner, 0xff, ((size_t)s->instants + 1) * sizeof *s->owner);
    memset(s->unseen, 0, count * sizeof *s->unseen);
    memset(s->mark, 0, count);
    return lc_covers_init(&s->covers, s->e, s->instants, true, budget) &&
           lc_instants_init(&s->free, s->instants + 1, budget) && lc_spans_init(&s->moves, s->instants, budget) &&
           (!lc_peel_has_looks(s) || make_room_for_looks(s));
}

static void give_back(lc_peeling *s) {
    lc_budget *budget = s->p->budget;
    size_t count = elements_of(s);
    lc_release(budget, s->owner, ((size_t)s->instants + 1) * sizeof *s->owner);
    lc_release(budget, s->comes, count * sizeof *s->comes);
    lc_release(budget, s->leaves, count * sizeof *s->leaves);
    lc_release(budget, s->unseen, count * sizeof *s->unseen);
    lc_release(budget, s->finished, count * sizeof *s->finished);
    lc_release(budget, s->mark, count);
    lc_release(budget, s->by_element, s->e->looks.count * sizeof *s->by_element);
    lc_release(budget, s->begin, count * sizeof *s->begin);
    lc_release(budget, s->sole, ((size_t)s->instants + 1) * sizeof *s->sole);
    lc_covers_free(&s->covers);
    lc_covers_free(&s->all_but_one);
    lc_instants_free(&s->free);
    lc_spans_free(&s->moves);
    lc_spans_free(&s->looks);
    lc_spans_free(&s->looks_at_each);
}

static lc_outcome decide_stack(lc_poly *p, lc_elements *e) {
    lc_peeling s = {.p = p, .e = e, .instants = lc_to_instants(p, e)};
    bool fine = make_room(&s);
    lc_outcome outcome = LC_HALTED;
    if (fine) {
        begin(&s);
        outcome = peel(&s);
        if (outcome == LC_VIOLATED && s.left && !p->core.count) outcome = lc_peel_blame(&s);
        if (outcome == LC_HOLDS) fine = lc_peel_order(&s);
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
