/* Formulas to automata, after Couvreur (On-the-fly verification of linear temporal logic, FM 1999): a state is a set of
 * formulas that hold from here on, and its edges come from rewriting their conjunction until every part is about this
 * letter or about the rest of the word:
 *
 *     a U b  =  b  or  a and next(a U b), which promises b
 *     a R b  =  a and b  or  b and next(a R b)
 *
 * There is a mark for each until; an edge has it unless it makes the until's promise, so a run in which a promise is
 * put off forever is not accepted.
 *
 * Edges that require more than another one (more of the letter, more of the rest, more promises) are left out: a state
 * with fewer formulas can follow one with more edge by edge, with at least its marks, so nothing is lost.
 */
#include "model/ltl/buchi.h"

#include <string.h>

/* More than this is too large: it would take longer than people wait. */
enum { FORMS_MAX = 64, TERMS_MAX = 1 << 12, STATES_MAX = 1 << 14, WORK_MAX = 1 << 26 };

typedef struct term {
    uint64_t yes, no;  /* about this letter */
    uint64_t next;     /* formulas that hold of the rest, as bits of the builder's */
    uint64_t promises; /* marks the edge will not have */
    uint64_t done;     /* untils and releases already rewritten */
} term;

typedef struct builder {
    const lcm_forms *forms;
    lcm_buchi *automaton;
    lc_budget *budget;
    uint64_t events;         /* atoms of which at most one holds */
    uint32_t bit[FORMS_MAX]; /* the formula each bit stands for */
    uint32_t bit_count;      /* untils, releases, and the operands of next */
    uint32_t untils[FORMS_MAX];
    uint32_t until_count;
    LC_VEC(term) terms; /* of the state at hand */
    LC_VEC(uint64_t) states;
    lc_map64 numbers;
    uint64_t work;
    bool too_large;
} builder;

/* The formulas still to be rewritten; ends of such lists are shared between branches. */
typedef struct todo {
    uint32_t form;
    const struct todo *rest;
} todo;

static uint64_t bit_among(builder *b, uint32_t list[FORMS_MAX], uint32_t *count, uint32_t form) {
    uint32_t i = 0;
    while (i < *count && list[i] != form) i++;
    if (i == FORMS_MAX) {
        b->too_large = true;
        return 0;
    }
    if (i == *count) list[(*count)++] = form;
    return (uint64_t)1 << i;
}

static uint64_t bit_of(builder *b, uint32_t form) { return bit_among(b, b->bit, &b->bit_count, form); }

static void spend(builder *b, uint32_t work) {
    b->work += work;
    if (b->work > WORK_MAX) b->too_large = true;
}

/* A conjunction behind a next is taken apart, so that equal demands look equal. */
static uint64_t bits_of(builder *b, uint32_t form) {
    lcm_form of = lcm_form_get(b->forms, form);
    spend(b, 1);
    if (of.kind == LCM_F_AND && !b->too_large) return bits_of(b, of.a) | bits_of(b, of.b);
    return of.kind == LCM_F_TRUE ? 0 : bit_of(b, form);
}

static bool covers(const term *x, const term *y) {
    return !(x->yes & ~y->yes) && !(x->no & ~y->no) && !(x->next & ~y->next) && !(x->promises & ~y->promises);
}

static void add_term(builder *b, const term *t) {
    uint32_t kept = 0;
    spend(b, b->terms.count);
    for (uint32_t i = 0; i < b->terms.count; i++)
        if (covers(&b->terms.at[i], t)) return;
    for (uint32_t i = 0; i < b->terms.count; i++)
        if (!covers(t, &b->terms.at[i])) b->terms.at[kept++] = b->terms.at[i];
    b->terms.count = kept;
    if (kept >= TERMS_MAX) b->too_large = true;
    else (void)lc_push(b->budget, &b->terms, *t);
}

static void rewrite(builder *b, const todo *todo_list, term t) {
    while (todo_list && !b->too_large) {
        spend(b, 1);
        uint32_t form = todo_list->form;
        const todo *rest = todo_list->rest;
        lcm_form of = lcm_form_get(b->forms, form);
        uint64_t self = 0;
        if (of.kind == LCM_F_UNTIL || of.kind == LCM_F_RELEASE) {
            self = bit_of(b, form);
            if (t.done & self) {
                todo_list = rest;
                continue;
            }
            t.done |= self;
        }
        term other = t;
        todo right = {of.b, rest}, left = {of.a, rest}, all = {of.a, &right};
        switch ((lcm_form_kind)of.kind) {
        case LCM_F_FALSE: return;
        case LCM_F_TRUE: todo_list = rest; continue;
        case LCM_F_YES:
            t.yes |= (uint64_t)1 << of.a;
            if (t.yes & t.no || __builtin_popcountll(t.yes & b->events) > 1) return;
            todo_list = rest;
            continue;
        case LCM_F_NO:
            t.no |= (uint64_t)1 << of.a;
            if (t.yes & t.no) return;
            todo_list = rest;
            continue;
        case LCM_F_AND: rewrite(b, &all, t); return;
        case LCM_F_OR:
            rewrite(b, &left, t);
            rewrite(b, &right, t);
            return;
        case LCM_F_NEXT:
            if (of.a == LCM_FORM_FALSE) return;
            t.next |= bits_of(b, of.a);
            todo_list = rest;
            continue;
        case LCM_F_UNTIL:
            rewrite(b, &right, t);
            other.next |= self;
            other.promises |= bit_among(b, b->untils, &b->until_count, form);
            rewrite(b, &left, other);
            return;
        case LCM_F_RELEASE:
            rewrite(b, &all, t);
            other.next |= self;
            rewrite(b, &right, other);
            return;
        }
    }
    if (!todo_list && !b->too_large) add_term(b, &t);
}

static uint32_t state_of(builder *b, uint64_t demands) {
    uint32_t number = lc_map64_get(&b->numbers, demands);
    if (number != LC_NOT_MAPPED) return number;
    if (b->states.count == STATES_MAX) b->too_large = true;
    else if (lc_push(b->budget, &b->states, demands)) lc_map64_put(&b->numbers, demands, b->states.count - 1);
    return b->states.count - 1;
}

static void add_edges(builder *b, uint64_t demands) {
    todo list[FORMS_MAX];
    uint32_t count = 0;
    for (uint64_t left = demands; left; left &= left - 1, count++)
        list[count] = (todo){b->bit[__builtin_ctzll(left)], count > 0 ? &list[count - 1] : NULL};
    b->terms.count = 0;
    rewrite(b, count > 0 ? &list[count - 1] : NULL, (term){0});
    for (uint32_t i = 0; i < b->terms.count && !b->too_large; i++) {
        const term *t = &b->terms.at[i];
        lcm_buchi_edge edge = {t->yes, t->no, ~t->promises, state_of(b, t->next)};
        (void)lc_push(b->budget, &b->automaton->edges, edge);
    }
}

void lcm_buchi_make(lcm_buchi *a, const lcm_forms *forms, uint32_t form, bool (*goes_on)(void *), void *context,
                    lc_budget *budget) {
    *a = (lcm_buchi){.budget = budget, .sure = UINT32_MAX};
    builder *b = lc_allocate(budget, sizeof *b);
    if (!b) return;
    *b = (builder){.forms = forms, .automaton = a, .budget = budget};
    for (uint32_t i = 0; i < forms->event_count; i++) b->events |= (uint64_t)1 << (forms->condition_count + i);
    lc_map64_init(&b->numbers, budget);
    (void)state_of(b, form == LCM_FORM_FALSE ? bit_of(b, form) : bits_of(b, form));
    for (uint32_t s = 0; s < b->states.count && !b->too_large && !lc_exhausted(budget) && goes_on(context); s++) {
        (void)lc_push(budget, &a->first, a->edges.count);
        add_edges(b, b->states.at[s]);
    }
    (void)lc_push(budget, &a->first, a->edges.count);
    a->too_large = b->too_large;
    a->marks = b->until_count == 64 ? UINT64_MAX : ((uint64_t)1 << b->until_count) - 1;
    for (uint32_t i = 0; i < a->edges.count; i++) a->edges.at[i].marks &= a->marks;
    a->state_count = b->states.count;
    bool whole = !a->too_large && a->first.count == a->state_count + 1 && !lc_exhausted(budget);
    lc_map64_free(&b->numbers);
    lc_vec_free(budget, &b->states);
    lc_vec_free(budget, &b->terms);
    lc_release(budget, b, sizeof *b);
    if (whole) lcm_buchi_reduce(a);
    if (!whole || lc_exhausted(budget)) a->state_count = 0;
}

void lcm_buchi_free(lcm_buchi *a) {
    lc_vec_free(a->budget, &a->first);
    lc_vec_free(a->budget, &a->edges);
}
