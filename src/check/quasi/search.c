/* Quasi linearizability by search (definition 4 of Zhang, Chattopadhyay and Wang's Round-Up paper): is there an order
 * of the operations that real time allows and one that the specification allows, such that no operation is further from
 * its place, counted among the methods of a set, than the set's factor?
 *
 * The paper writes down all orders that real time allows, then all permutations of each.  We grow both orders together
 * and remember the configurations we have been in, as for linearizability (see linearize.c):
 *
 * 1. The legal order is extended by one operation after the other, each a step of the specification.  An operation can
 *    come next if its place would be in the window of line.h; it must, if its window ends there.
 *
 * 2. The real order follows.  Its next operation is mostly clear; else it is chosen when the legal order is so far
 *    ahead that all candidates are known (see orders.c).
 *
 * 3. A configuration determines the future: it is the state, which operations are in which order, and for those
 *    between the orders until which place they must enter the real one; if real time demands that earlier anyway, that
 *    place is written down instead, which makes configurations equal that differ only in irrelevant places.  How it
 *    was reached does not matter, so each is visited once.
 *
 * 4. Some operations need not be tried, because another one can do as well (see elements.c).
 *
 * 5. Pending operations may take part or not.  When all other operations are in the legal order it may end.
 *
 * Cost.  With one set of all methods, a factor K and at most w operations open at a time, the operations that are in
 * one order but not in the other, or can come next, are among some 2K + 2w that follow each other in time, and K at
 * most are between the orders.  So for fixed K, w and number of states there is a fixed number of configurations an
 * operation, and the time is linear in the length of the history.  With several sets, or operations in none, places are
 * counted separately: one set may be far ahead of another in the legal order, operations in no set may be anywhere in
 * it.  Then the number of configurations may grow with a power of the length for each set, and exponentially with the
 * operations in none, as long as the specification does not keep them together.
 */
#include "check/quasi/search.h"

#include "check/quasi/search_parts.h"

enum { PATIENCE = 256 };

void lc_quasi_search_init(lc_quasi_search *q, lc_binding *b, const lc_limits *limits, lc_budget *budget) {
    *q = (lc_quasi_search){.budget = budget, .binding = b, .meter = lc_meter_of(budget, limits)};
    lc_space_init(&q->space, b, budget);
    lc_quasi_line_init(&q->line, budget);
    lc_quasi_elements_init(&q->elements, budget);
    lc_quasi_orders_init(&q->orders, budget);
    lc_intern_init(&q->seen, budget);
}

void lc_quasi_search_free(lc_quasi_search *q) {
    lc_space_free(&q->space);
    lc_quasi_line_free(&q->line);
    lc_quasi_elements_free(&q->elements);
    lc_quasi_orders_free(&q->orders);
    for (uint32_t i = 0; i < LC_QUASI_GUESSES; i++) lc_vec_free(q->budget, &q->guide.due[i]);
    lc_vec_free(q->budget, &q->path);
    lc_vec_free(q->budget, &q->choices);
    lc_intern_free(&q->seen);
    lc_vec_free(q->budget, &q->words);
    lc_vec_free(q->budget, &q->excerpt);
    if (q->inner) {
        lc_quasi_search_free(q->inner);
        lc_release(q->budget, q->inner, sizeof *q->inner);
    }
}

lc_quasi_search *lc_quasi_search_new(lc_binding *b, const lc_limits *limits, lc_budget *budget) {
    lc_quasi_search *q = lc_allocate(budget, sizeof *q);
    if (q) lc_quasi_search_init(q, b, limits, budget);
    return q;
}

bool lc_quasi_begin(lc_quasi_search *q, const lc_part *part, const lc_factors *factors) {
    q->part = *part;
    lc_space_reset(&q->space, q->binding->objects.at[part->object].instance);
    return lc_quasi_line_build(&q->line, part, q->binding, factors) &&
           lc_quasi_elements_build(&q->elements, &q->line, q->binding);
}

/* ---- the search ---- */

typedef enum arrival { DEAD_END, AT_A_CHOICE, AT_THE_END } arrival;

/* After one of the orders has grown. */
static arrival arrive(lc_quasi_search *q, uint32_t state) {
    lc_quasi_settle(&q->orders);
    if (q->ended && q->orders.real.count == q->orders.legal.count) return AT_THE_END;
    if (!lc_quasi_hopeful(&q->orders) || lc_quasi_has_gone_astray(q) || !lc_quasi_visit(q, state)) return DEAD_END;
    return lc_quasi_query(q, state, 0) ? AT_A_CHOICE : DEAD_END;
}

/* The next thing to try at a frame for the real order. */
static arrival choose_real(lc_quasi_search *q, lc_quasi_frame *f) {
    if (f->next < f->count) {
        lc_quasi_append_real(&q->orders, q->choices.at[f->first + f->next++]);
        return arrive(q, f->state);
    }
    f->next++;
    /* Not now: perhaps there will be a better one when another set has moved on. */
    return lc_quasi_query(q, f->state, f->set + 1u) ? AT_A_CHOICE : DEAD_END;
}

static arrival choose_legal(lc_quasi_search *q, lc_quasi_frame *f) {
    for (; f->next < f->count; f->next++, f->outcome = 0) {
        uint32_t op = q->choices.at[f->first + f->next];
        if (op == LC_NONE) {
            q->ended = true;
            f->next++;
            return arrive(q, f->state);
        }
        lc_next next = lc_space_next(&q->space, f->state, q->line.ops.at[op].label);
        if (f->outcome == lc_next_count(&q->space, next)) continue;
        uint32_t state = lc_next_state(&q->space, next, f->outcome++);
        lc_quasi_append_legal(&q->orders, op);
        return arrive(q, state);
    }
    return DEAD_END;
}

static bool is_spent(const lc_quasi_search *q, const lc_quasi_frame *f) {
    bool may_wait = f->set != LC_QUASI_LEGAL && !q->line.complete && q->line.disjoint;
    return f->next >= f->count + may_wait;
}

static bool must_halt(lc_quasi_search *q) {
    q->halt = lc_meter_read(&q->meter, q->visited, (q->visited + q->cut) % PATIENCE == 0);
    return q->halt != LC_GO_ON;
}

/* ---- getting on ---- */

/* A search that made a mistake comes back to it only after it has tried everything that followed, and an element in the
 * wrong turn shows only when it is removed.  So a restless search that does not get any further jumps back, first a
 * little and then more, and follows another guess from there.  It may have needed the orders it leaves out: it can find
 * an answer, but not refute one. */
enum { CALM = 256, FIRST_JUMP = 16 };

static void note_progress(lc_quasi_search *q) {
    lc_quasi_guide *g = &q->guide;
    if (q->orders.legal.count <= g->deepest) return;
    g->deepest = q->orders.legal.count;
    g->since = q->visited;
    if (g->deepest > g->trouble) g->attempts = 0;
}

/* Back to where the legal order was so long, at most. */
static bool jump_back(lc_quasi_search *q, uint32_t length) {
    uint32_t state = UINT32_MAX;
    while (q->path.count && (state == UINT32_MAX || q->path.at[q->path.count - 1].legal >= length)) {
        const lc_quasi_frame *f = &q->path.at[--q->path.count];
        lc_quasi_cut(&q->orders, f->legal, f->real);
        q->orders.high = f->high;
        q->ended = f->ended;
        q->choices.count = f->first;
        state = f->state;
    }
    lc_intern_clear(&q->seen);
    return state != UINT32_MAX && lc_quasi_query(q, state, 0);
}

/* Try differently.  False: that did not help either. */
static bool try_differently(lc_quasi_search *q) {
    lc_quasi_guide *g = &q->guide;
    enum { MOST_ATTEMPTS = 128, PER_JUMP = 2 * LC_QUASI_GUESSES };
    if (++g->attempts > MOST_ATTEMPTS) return false;
    uint32_t jump = FIRST_JUMP << g->attempts / PER_JUMP;
    if (jump / 2 > g->deepest) return false; /* that was all of it */
    g->trouble = g->deepest + jump;
    g->which = (g->which + 1) % g->count;
    g->spread = g->attempts % PER_JUMP < g->count ? 0 : jump;
    g->seed++;
    g->since = q->visited;
    return jump_back(q, g->deepest > jump ? g->deepest - jump : 0);
}

/* Everything that can be reached from one initial state. */
static lc_outcome explore(lc_quasi_search *q, uint32_t initial) {
    lc_quasi_cut(&q->orders, 0, 0);
    q->orders.high = 0;
    q->ended = false;
    q->path.count = q->choices.count = 0;
    arrival a = arrive(q, initial);
    while (a != AT_THE_END) {
        if (must_halt(q)) return LC_HALTED;
        note_progress(q);
        if (q->guide.restless && (!q->path.count || q->visited - q->guide.since > CALM) && !try_differently(q)) {
            q->halt = LC_SPENT;
            return LC_HALTED;
        }
        if (!q->path.count) return LC_VIOLATED;
        lc_quasi_frame *f = &q->path.at[q->path.count - 1];
        lc_quasi_cut(&q->orders, f->legal, f->real);
        q->orders.high = f->high;
        q->ended = f->ended;
        q->choices.count = f->first + f->count;
        if (is_spent(q, f)) {
            q->choices.count = f->first;
            q->path.count--;
            continue;
        }
        a = f->set == LC_QUASI_LEGAL ? choose_legal(q, f) : choose_real(q, f);
    }
    return LC_HOLDS;
}

lc_outcome lc_quasi_explore(lc_quasi_search *q, bool restless) {
    lc_outcome outcome = LC_VIOLATED;
    lc_intern_clear(&q->seen);
    q->halt = LC_GO_ON;
    q->guide.restless = restless;
    q->guide.deepest = q->guide.attempts = q->guide.trouble = q->guide.which = q->guide.spread = 0;
    q->guide.since = q->visited;
    q->guide.seed = 1;
    lc_next initial = lc_space_start(&q->space);
    for (uint32_t i = 0; i < lc_next_count(&q->space, initial) && outcome == LC_VIOLATED; i++)
        outcome = explore(q, lc_next_state(&q->space, initial, i));
    return outcome;
}
