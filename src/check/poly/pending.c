/* Removals that did not return.
 *
 * Such a removal may have taken any element without a completed removal, or none.  Once an element is assigned to each,
 * the deciders for containers go ahead as if it returned after everything else.
 *
 * First try the later results of the removals, if the history goes on; then the elements that must have been taken
 * (forced.c).  If that does not explain the part, let them take nothing and look at the operations to blame.  If no
 * element is among them that stays inside, then nothing can help, since all the rest is certain: leaving out the
 * elements that are not to blame, with their removals, keeps a correct history correct.  Otherwise one of those
 * elements must have been taken by a removal that did not return.  Count how many must have been taken at least; if
 * there are not so many removals, nothing can help either.  Else try each element with each removal, and so on with the
 * operations to blame then.  If all of that fails, the part is violated, and all that was to blame on the way together
 * with these removals shows it.
 *
 * The number of attempts is exponential in the number of such removals that took something, at worst.  Mostly there is
 * but one element to choose, and the removal called first will do, because a later one has no possibility that it
 * lacks.
 */
#include <string.h>

#include "check/poly/elements.h"

enum { FEW_ATTEMPTS = 8, MOST_TAKEN = 16 };

typedef struct taking {
    lc_poly *p;
    lc_elements *e; /* as gathered */
    lc_decide_elements *decide;
    uint32_t attempts, most;  /* so far, and how many there may be */
    lc_takings taken;         /* the removal assumed to have taken each element */
    LC_VEC(uint32_t) dropped; /* elements that may have been taken, at any time: they are left out */
    LC_VEC(uint32_t) blamed;  /* operations, by all attempts; an operation may be there several times */
    lince_text reason;        /* of the first attempt */
    const char *pattern;
} taking;

/* One attempt, with the assignment `taken`. */
static lc_outcome attempt(taking *t) {
    lc_poly *p = t->p;
    lc_elements e = *t->e;
    size_t bytes = ((size_t)e.at.count + 1) * sizeof *e.at.at;
    p->order.count = p->core.count = 0;
    lc_text_clear(&p->reason);
    e.at.at = lc_allocate(p->budget, bytes);
    if (!e.at.at) return lc_poly_halt(p, LC_NO_MEMORY);
    if (e.at.count) memcpy(e.at.at, t->e->at.at, e.at.count * sizeof *e.at.at);
    for (uint32_t i = 0; i < e.pending.count; i++) p->note[e.pending.at[i].op] = LC_NOBODY;
    for (uint32_t i = 0; i < t->taken.count; i++) {
        lc_element *x = &e.at.at[t->taken.at[i].element];
        const lc_pending *pending = &e.pending.at[t->taken.at[i].pending];
        x->remove = pending->op;
        x->leaving = pending->called > x->called ? pending->called : x->called;
        if (x->leaving < x->looked) x->leaving = x->looked;
        x->gone = e.places;
        p->note[pending->op] = lc_note(LC_REMOVES, t->taken.at[i].element);
    }
    for (uint32_t i = 0; i < t->dropped.count; i++) e.at.at[t->dropped.at[i]] = LC_ABSENT_ELEMENT;
    lc_outcome outcome = t->decide(p, &e);
    lc_release(p->budget, e.at.at, bytes);
    t->attempts++;
    p->work += e.places;
    return outcome;
}

/* ---- first attempt: as it turned out later ---- */

static bool take_guesses(taking *t) {
    t->taken.count = 0;
    for (uint32_t i = 0; i < t->e->pending.count; i++) {
        uint32_t guess = t->e->pending.at[i].guess;
        if (guess == LC_NO_ELEMENT || t->e->at.at[guess].called == LC_NEVER) continue;
        if (t->e->at.at[guess].remove != LC_NO_OP) continue;
        if (!lc_push(t->p->budget, &t->taken, (lc_taking){guess, i})) return false;
    }
    return t->taken.count > 0;
}

/* ---- then: one after the other ---- */

static bool is_taken(const taking *t, uint32_t element) {
    for (uint32_t i = 0; i < t->taken.count; i++)
        if (t->taken.at[i].element == element) return true;
    return false;
}

static bool takes_something(const taking *t, uint32_t pending) {
    for (uint32_t i = 0; i < t->taken.count; i++)
        if (t->taken.at[i].pending == pending) return true;
    return false;
}

/* The next element to blame, from `from` on, that stays inside as things are; LC_NO_ELEMENT: none. */
static uint32_t next_stayer(const taking *t, uint32_t *from, uint32_t end) {
    while (*from < end) {
        uint32_t note = t->p->note[t->blamed.at[(*from)++]];
        if (lc_who_is(note) != LC_ADDS) continue;
        if (t->e->at.at[lc_which(note)].remove == LC_NO_OP && !is_taken(t, lc_which(note))) return lc_which(note);
    }
    return LC_NO_ELEMENT;
}

/* Notes the operations that the latest attempt blames; returns where they begin. */
static uint32_t note_blamed(taking *t) {
    uint32_t first = t->blamed.count;
    for (uint32_t i = 0; i < t->p->core.count; i++) (void)lc_push(t->p->budget, &t->blamed, t->p->core.at[i]);
    if (!t->pattern) {
        t->pattern = t->p->pattern;
        lc_text_puts(&t->reason, lc_text(&t->p->reason));
    }
    return first;
}

/* How much must have been taken at least?  Leave out the elements that stay and are to blame, as if they had been taken
 * at any suitable time, and look at the operations to blame then: each time a further removal must have taken an
 * element.  LC_VIOLATED if that is more than there are removals, or if taking does not help; LC_HOLDS: that is not
 * sure. */
static lc_outcome count_takers(taking *t) {
    lc_outcome outcome;
    for (uint32_t takers = 0;; takers++) {
        if (t->attempts >= t->most) return LC_HOLDS;
        outcome = attempt(t);
        if (outcome != LC_VIOLATED) break;
        uint32_t i = note_blamed(t), end = t->blamed.count, dropped = t->dropped.count;
        for (uint32_t element; (element = next_stayer(t, &i, end)) != LC_NO_ELEMENT;)
            (void)lc_push(t->p->budget, &t->dropped, element);
        if (lc_exhausted(t->p->budget)) return lc_poly_halt(t->p, LC_NO_MEMORY);
        if (t->dropped.count == dropped || takers == t->e->pending.count) break;
    }
    t->dropped.count = 0;
    return outcome;
}

static lc_outcome try_all(taking *t, bool *too_late);

/* The latest attempt failed because of the operations blamed from `first` on: some of their elements must have been
 * taken. */
static lc_outcome let_someone_take(taking *t, uint32_t first, uint32_t end) {
    for (uint32_t i = first, element; (element = next_stayer(t, &i, end)) != LC_NO_ELEMENT;) {
        bool too_late = false;
        for (uint32_t pending = 0; pending < t->e->pending.count && !too_late; pending++) {
            if (takes_something(t, pending)) continue;
            if (t->taken.count >= MOST_TAKEN || t->attempts >= t->most) return LC_UNDECIDED;
            if (!lc_push(t->p->budget, &t->taken, (lc_taking){element, pending})) return LC_UNDECIDED;
            lc_outcome outcome = try_all(t, &too_late);
            t->taken.count--;
            if (outcome != LC_VIOLATED) return outcome;
        }
    }
    return LC_VIOLATED;
}

/* Are only certain operations to blame, and the element that was taken last?  Then it was taken too late, and those
 * called later would be no better. */
static bool only_last_is_blamed(const taking *t, uint32_t first) {
    for (uint32_t i = first; i < t->blamed.count; i++) {
        uint32_t note = t->p->note[t->blamed.at[i]], number = lc_which(note);
        if (lc_who_is(note) == LC_ADDS && t->e->at.at[number].remove == LC_NO_OP &&
            (!t->taken.count || number != t->taken.at[t->taken.count - 1].element))
            return false;
    }
    return t->taken.count > 0;
}

/* At most MOST_TAKEN deep. */
static lc_outcome try_all(taking *t, bool *too_late) {
    lc_poly *p = t->p;
    lc_outcome outcome = attempt(t);
    if (outcome != LC_VIOLATED) return outcome;
    uint32_t first = note_blamed(t);
    if (lc_exhausted(p->budget)) return lc_poly_halt(p, LC_NO_MEMORY);
    *too_late = only_last_is_blamed(t, first);
    return let_someone_take(t, first, t->blamed.count);
}

/* All that was blamed, each once, and the removals that did not help. */
static lc_outcome conclude(taking *t) {
    lc_poly *p = t->p;
    p->core.count = 0;
    lc_text_clear(&p->reason);
    lc_text_puts(&p->reason, lc_text(&t->reason));
    if (t->attempts > 1) lc_poly_explain(p, ", which operations that did not return cannot have changed");
    p->pattern = t->pattern;
    for (uint32_t i = 0; i < t->e->pending.count && t->attempts > 1; i++)
        (void)lc_push(p->budget, &t->blamed, t->e->pending.at[i].op);
    for (uint32_t i = 0; i < t->blamed.count; i++) p->note[t->blamed.at[i]] = false;
    for (uint32_t i = 0; i < t->blamed.count; i++) {
        if (p->note[t->blamed.at[i]]) continue;
        p->note[t->blamed.at[i]] = true;
        lc_poly_blame(p, t->blamed.at[i]);
    }
    return lc_exhausted(p->budget) ? lc_poly_halt(p, LC_NO_MEMORY) : LC_VIOLATED;
}

static void forget_blamed(taking *t) {
    t->taken.count = t->attempts = t->blamed.count = t->dropped.count = 0;
    t->pattern = NULL;
    lc_text_clear(&t->reason);
}

/* If the guesses fail, mostly one of them is wrong: do without those that are to blame.  Not finding an order in this
 * way does not mean anything. */
static lc_outcome try_guesses(taking *t) {
    if (!take_guesses(t)) return LC_VIOLATED;
    lc_outcome outcome = attempt(t);
    if (outcome != LC_VIOLATED) return outcome;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->taken.count; i++) {
        bool blamed = false;
        for (uint32_t k = 0; k < t->p->core.count; k++)
            blamed |= t->p->core.at[k] == t->e->pending.at[t->taken.at[i].pending].op;
        if (!blamed) t->taken.at[kept++] = t->taken.at[i];
    }
    if (kept == t->taken.count) return LC_VIOLATED;
    t->taken.count = kept;
    t->most = t->attempts + (FEW_ATTEMPTS < t->p->most_attempts ? FEW_ATTEMPTS : t->p->most_attempts);
    bool ignored;
    return try_all(t, &ignored);
}

/* The number of attempts: the more, the shorter the part; and where very many may have taken an element, trying all
 * assignments never ends. */
static uint32_t worth_trying(const taking *t) {
    enum { EVENTS = 20000000, LEAST = 8, HOPELESS = 64 };
    uint32_t most = EVENTS / (t->e->places + 1) + LEAST;
    if (t->e->pending.count > HOPELESS) most = LEAST;
    return most < t->p->most_attempts ? most : t->p->most_attempts;
}

static lc_outcome decide_with_pending(lc_poly *p, lc_elements *e, lc_decide_elements *decide, lc_keys_of *keys_of) {
    taking t = {.p = p, .e = e, .decide = decide};
    lc_outcome outcome = p->only_try ? LC_UNDECIDED : try_guesses(&t);
    if ((outcome == LC_VIOLATED || outcome == LC_UNDECIDED) && !p->only_try)
        outcome = lc_take_forced(p, e, keys_of, &t.taken) ? attempt(&t) : LC_VIOLATED;
    if (outcome == LC_VIOLATED || outcome == LC_UNDECIDED) {
        t.most = worth_trying(&t);
        forget_blamed(&t);
        bool ignored;
        outcome = count_takers(&t);
        if (outcome == LC_HOLDS) {
            forget_blamed(&t);
            outcome = try_all(&t, &ignored);
        }
        if (outcome == LC_VIOLATED) outcome = conclude(&t);
        else if (outcome == LC_UNDECIDED)
            outcome = lc_poly_not_for_me(p, "too many operations that did not return may have removed something");
    }
    lc_vec_free(p->budget, &t.blamed);
    lc_vec_free(p->budget, &t.taken);
    lc_vec_free(p->budget, &t.dropped);
    lc_text_free(&t.reason);
    return outcome;
}

lc_outcome lc_poly_container(lc_poly *p, const lc_part *part, lc_decide_elements *decide, lc_keys_of *keys_of) {
    lc_elements e;
    lc_outcome outcome = lc_elements_gather(p, &e, part);
    if (outcome == LC_HOLDS) outcome = e.pending.count ? decide_with_pending(p, &e, decide, keys_of) : decide(p, &e);
    if (outcome == LC_HOLDS && e.repeated) outcome = lc_poly_not_for_me(p, lc_poly_repeated);
    lc_elements_free(&e, p->budget);
    return outcome;
}
