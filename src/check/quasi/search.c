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
 * ahead that all candidates are known (see orders.c).
 *
 * 3. A configuration is what decides about the future: the state, which operations are in which order, and for those
 *    between the orders until which place they must enter the real one; if real time demands that earlier anyway, that
 *    place is written down instead, which makes configurations equal that differ only in what does not matter.  How it
 *    was reached does not matter, so each is visited once.
 *
 * 4. Some operations need not be tried, because another one can do as well (see elements.c).
 *
 * 5. Pending operations may take part or not.  When all others are in the legal order it may end.
 *
 * Cost.  With one set of all methods, a factor K and at most w operations open at a time, the operations that are in
 * one order but not in the other, or can come next, are among some 2K + 2w that follow each other in time, and K at
 * most are between the orders.  So for fixed K, w and number of states there is a fixed number of configurations an
 * operation, and the time is linear in the length of the history.  With several sets, or operations in none, places are
 * counted separately: one set may be far ahead of another in the legal order, operations in no set may be anywhere in
 * it.  Then the number of configurations may grow with a power of the length for each set, and exponentially with what
 * is in none, as long as the specification does not keep them together.
 */
#include "check/quasi/search.h"

#include <assert.h>
#include <string.h>

#include "check/quasi/excerpt.h"

enum { PATIENCE = 256, LEGAL = LC_FACTOR_SETS };

void lc_quasi_search_init(lc_quasi_search *q, lc_binding *b, const lc_limits *limits, lc_budget *budget) {
    *q = (lc_quasi_search){.budget = budget, .binding = b, .limits = *limits, .allowance = UINT64_MAX};
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

/* ---- configurations ---- */

static void write_word(lc_quasi_search *q, uint32_t word) { q->words.at[q->words.count++] = word; }

/* Which operations are in an order: how many at the beginning, and then bits. */
static void write_members(lc_quasi_search *q, uint32_t low, uint8_t which) {
    const uint8_t *where = q->orders.where.at;
    write_word(q, low);
    for (uint32_t i = low; i < q->orders.high; i += 32) {
        uint32_t bits = 0;
        for (uint32_t k = 0; k < 32 && i + k < q->orders.high; k++) bits |= (uint32_t) !!(where[i + k] & which) << k;
        write_word(q, bits);
    }
}

/* The place before which it must not enter the real order, 0 if that cannot happen: where the legal order does not wait
 * for the real one it may be further ahead than the factor. */
static uint32_t not_before(const lc_quasi_orders *o, uint32_t op, uint32_t set) {
    uint64_t place = lc_quasi_place(o, op, set), next = (uint64_t)o->real_count[set] + 1;
    uint32_t earliest = lc_quasi_range_of(o->line, op, set)->earliest;
    if (earliest > next) next = earliest;
    return place > next + o->most[set] ? (uint32_t)place - o->most[set] : 0;
}

/* Those between the orders, by their calls, with their deadlines. */
static void write_deadlines(lc_quasi_search *q) {
    const lc_quasi_orders *o = &q->orders;
    for (uint32_t i = o->low_real, left = o->between.count; left; i++) {
        if ((o->where.at[i] & (LC_IN_LEGAL | LC_IN_REAL)) != LC_IN_LEGAL || !q->line.ops.at[i].sets) continue;
        left--;
        for (uint32_t d = 0; d < q->line.set_count; d++)
            if (q->line.ops.at[i].sets >> d & 1) {
                write_word(q, lc_quasi_deadline(o, i, d));
                if (!q->line.complete) write_word(q, not_before(o, i, d));
            }
    }
}

/* Is this configuration new? */
static bool visit(lc_quasi_search *q, uint32_t state) {
    const lc_quasi_orders *o = &q->orders;
    uint32_t low = o->low_legal < o->low_real ? o->low_legal : o->low_real;
    uint32_t most = 6 + 2 * ((o->high - low) / 32 + 1) + 2 * o->between.count * q->line.set_count;
    q->words.count = 0;
    if (!lc_reserve(q->budget, &q->words, most)) return false;
    write_word(q, state);
    write_word(q, (o->legal.count << 1) | q->ended);
    write_members(q, o->low_legal, LC_IN_LEGAL);
    write_members(q, o->low_real, LC_IN_REAL);
    write_deadlines(q);
    uint32_t known = q->seen.items.count;
    bool fresh = q->forgets || lc_intern_add(&q->seen, q->words.at, q->words.count * sizeof *q->words.at) == known;
    q->visited += fresh;
    q->cut += !fresh;
    return fresh;
}

/* ---- choices ---- */

/* When to try an operation, as the guess goes. */
static uint64_t due(const lc_quasi_search *q, uint32_t op) {
    const lc_quasi_guide *g = &q->guide;
    uint64_t place = g->due[g->which].at[op];
    return g->spread ? 2 * place + lc_mix(op, g->seed) % g->spread : 2 * place;
}

static bool before_in_turn(const lc_quasi_search *q, uint32_t x, uint32_t y) {
    uint64_t a = due(q, x), b = due(q, y);
    return a != b ? a < b : x < y;
}

/* Into the choices from `first` on, in the order they are to be tried. */
static void put_choice(lc_quasi_search *q, uint32_t first, uint32_t op) {
    if (!lc_push(q->budget, &q->choices, op)) return;
    uint32_t i = q->choices.count - 1;
    for (; i > first && before_in_turn(q, op, q->choices.at[i - 1]); i--) q->choices.at[i] = q->choices.at[i - 1];
    q->choices.at[i] = op;
}

/* Where sets are counted separately one may run far ahead of the others in the legal order, though there is mostly no
 * need to.  A restless search stays near the order of time: how far it may go from it. */
static uint32_t slack(const lc_quasi_search *q) {
    uint32_t largest = 0;
    for (uint32_t d = 0; d < q->line.set_count; d++)
        if (q->orders.most[d] > largest) largest = q->orders.most[d];
    return largest < LC_FACTOR_MOST / 4 ? 2 * largest + 16 : LC_FACTOR_MOST / 2;
}

/* Has an operation been left behind? */
static bool has_gone_astray(const lc_quasi_search *q) {
    const lc_quasi_orders *o = &q->orders;
    if (!q->guide.restless || q->line.complete) return false;
    for (uint32_t d = 0; d < q->line.set_count; d++) {
        const lc_quasi_set *s = &q->line.sets[d];
        if (o->set_legal[d] == s->returns.count) continue;
        if (o->legal.count > q->line.ops.at[s->returns.at[o->set_legal[d]]].ends + slack(q)) return true;
    }
    return false;
}

/* May an operation come next in the legal order, as far as its windows go? */
static bool in_time(const lc_quasi_search *q, uint32_t op) {
    if (q->guide.restless && !q->line.complete && q->line.ops.at[op].before > q->orders.legal.count + slack(q))
        return false;
    for (uint32_t d = 0; d < q->line.set_count; d++)
        if (q->line.ops.at[op].sets >> d & 1 &&
            lc_quasi_range_of(&q->line, op, d)->earliest > (uint64_t)q->orders.legal_count[d] + 1 + q->orders.most[d])
            return false;
    return true;
}

static void list_candidates(lc_quasi_search *q, uint32_t first, uint32_t set, uint32_t next_removal) {
    const lc_quasi_orders *o = &q->orders;
    bool rest = set == q->line.set_count;
    const lc_quasi_set *s = rest ? &q->line.rest : &q->line.sets[set];
    for (uint32_t i = o->first_unused[set]; i < s->ops.count; i++) {
        uint32_t op = s->ops.at[i];
        if (lc_quasi_in(o, op, LC_IN_LEGAL)) continue;
        if (!rest && (uint32_t)__builtin_ctz(q->line.ops.at[op].sets) != set) continue; /* it was listed before */
        if (!in_time(q, op)) {
            if (q->line.disjoint) break; /* those called later are even earlier */
            continue;
        }
        if (!lc_quasi_needless(&q->elements, o, next_removal, op)) put_choice(q, first, op);
    }
}

static bool push_frame(lc_quasi_search *q, uint32_t state, uint8_t set, uint32_t first, uint32_t next_removal) {
    const lc_quasi_orders *o = &q->orders;
    return lc_push(q->budget, &q->path,
                   (lc_quasi_frame){.state = state,
                                    .legal = o->legal.count,
                                    .real = o->real.count,
                                    .high = o->high,
                                    .first = first,
                                    .count = q->choices.count - first,
                                    .next_removal = next_removal,
                                    .set = set,
                                    .ended = q->ended});
}

static bool is_legal(lc_quasi_search *q, uint32_t state, uint32_t op) {
    return lc_next_count(&q->space, lc_space_next(&q->space, state, q->line.ops.at[op].label)) > 0;
}

/* An element that ought to be removed but is behind others makes the removal urgent of the one that is first, because
 * nothing else gets it out of the way. */
static void hurry(lc_quasi_search *q, uint32_t state, uint32_t first) {
    const lc_quasi_elements *e = &q->elements;
    uint32_t behind = LC_NONE;
    for (uint32_t i = first; i < q->choices.count; i++) {
        uint32_t op = q->choices.at[i], element = e->removed.at[op];
        if (element == LC_NONE || !lc_quasi_in(&q->orders, e->at.at[element].add, LC_IN_LEGAL)) continue;
        if (!is_legal(q, state, op)) {
            if (behind == LC_NONE) behind = i;
            continue;
        }
        if (behind == LC_NONE) return;
        memmove(q->choices.at + behind + 1, q->choices.at + behind, (i - behind) * sizeof *q->choices.at);
        q->choices.at[behind] = op;
        return;
    }
}

/* What comes next in the legal order; that it ends here is written LC_NONE, and tried first. */
static bool ask_legal(lc_quasi_search *q, uint32_t state) {
    uint32_t first = q->choices.count, next_removal = q->path.count ? q->path.at[q->path.count - 1].next_removal : 0;
    if (q->elements.tracked) next_removal = lc_quasi_next_removal(&q->elements, &q->orders, next_removal);
    if (!q->orders.to_come && !lc_push(q->budget, &q->choices, LC_NONE)) return false;
    first = q->choices.count; /* what is put in now is sorted */
    for (uint32_t d = 0; d <= q->line.set_count; d++) list_candidates(q, first, d, next_removal);
    if (q->elements.tracked) hurry(q, state, first);
    if (!q->orders.to_come) first--;
    return push_frame(q, state, LEGAL, first, next_removal);
}

/* Is it time to choose the next of a set in the real order? */
static bool is_time(const lc_quasi_search *q, uint32_t set) {
    const lc_quasi_orders *o = &q->orders;
    if (q->ended) return o->between.count;
    return q->line.disjoint && (uint64_t)o->legal_count[set] > (uint64_t)o->real_count[set] + o->most[set];
}

/* Candidates for the real order: the one with the nearest deadline first. */
static void sort_front(lc_quasi_search *q, uint32_t first, uint32_t set) {
    for (uint32_t i = first + 1; i < q->choices.count; i++) {
        uint32_t x = q->choices.at[i], k = i;
        uint32_t deadline = lc_quasi_deadline(&q->orders, x, set);
        for (; k > first && lc_quasi_deadline(&q->orders, q->choices.at[k - 1], set) > deadline; k--)
            q->choices.at[k] = q->choices.at[k - 1];
        q->choices.at[k] = x;
    }
}

/* The next question, from this set on.  False: there is no answer to it, or memory is out. */
static bool ask(lc_quasi_search *q, uint32_t state, uint32_t set) {
    uint32_t sets = q->line.disjoint ? q->line.set_count : 1;
    for (uint32_t d = set; d < sets; d++) {
        if (!is_time(q, d)) continue;
        uint32_t first = q->choices.count;
        if (!lc_quasi_front(&q->orders, d, &q->choices)) return false;
        if (q->line.disjoint) sort_front(q, first, d);
        if (q->choices.count > first)
            return push_frame(q, state, (uint8_t)d, first,
                              q->path.count ? q->path.at[q->path.count - 1].next_removal : 0);
        if (q->line.complete) return false;
    }
    return !q->ended && ask_legal(q, state);
}

/* ---- the search ---- */

typedef enum arrival { DEAD_END, AT_A_CHOICE, AT_THE_END } arrival;

/* After one of the orders has grown. */
static arrival arrive(lc_quasi_search *q, uint32_t state) {
    lc_quasi_settle(&q->orders);
    if (q->ended && q->orders.real.count == q->orders.legal.count) return AT_THE_END;
    if (!lc_quasi_hopeful(&q->orders) || has_gone_astray(q) || !visit(q, state)) return DEAD_END;
    return ask(q, state, 0) ? AT_A_CHOICE : DEAD_END;
}

/* The next thing to try at a frame for the real order. */
static arrival choose_real(lc_quasi_search *q, lc_quasi_frame *f) {
    if (f->next < f->count) {
        lc_quasi_append_real(&q->orders, q->choices.at[f->first + f->next++]);
        return arrive(q, f->state);
    }
    f->next++;
    /* Not now: perhaps there will be a better one when another set has moved on. */
    return ask(q, f->state, f->set + 1u) ? AT_A_CHOICE : DEAD_END;
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
    bool may_wait = f->set != LEGAL && !q->line.complete && q->line.disjoint;
    return f->next >= f->count + may_wait;
}

static bool must_halt(lc_quasi_search *q) {
    if (lc_exhausted(q->budget)) q->halt = LC_NO_MEMORY;
    else if (q->visited >= q->allowance) q->halt = LC_SPENT;
    else if ((q->visited + q->cut) % PATIENCE == 0) q->halt = lc_limits_reached(&q->limits);
    return q->halt != LC_GO_ON;
}

/* ---- getting on ---- */

/* A search that made a mistake comes back to it only after it has tried everything that followed, and an element in the
 * wrong turn shows only when it is removed.  So a restless search that does not get any further jumps back, first a
 * little and then more, and follows another guess from there.  What it leaves out it may have needed: it can find an
 * answer, but not refute one. */
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
    return state != UINT32_MAX && ask(q, state, 0);
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
        a = f->set == LEGAL ? choose_legal(q, f) : choose_real(q, f);
    }
    return LC_HOLDS;
}

/* From all initial states. */
static lc_outcome explore_all(lc_quasi_search *q, bool restless) {
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

/* Guesses that assume all of what is allowed, or a share of it: those that move operations as little as possible may be
 * better than those that use all of it. */
static bool foresee(lc_quasi_search *q) {
    lc_quasi_guide *g = &q->guide;
    lc_quasi_clash clash;
    g->count = 0;
    for (uint32_t eighths = 8; g->count < LC_QUASI_GUESSES; eighths--) {
        uint32_t most[LC_FACTOR_SETS];
        for (uint32_t d = 0; d < q->line.set_count; d++)
            most[d] = (uint32_t)((uint64_t)q->orders.most[d] * eighths / 8);
        if (g->count && lc_quasi_clashes(&q->elements, most, &clash)) break;
        if (!lc_reserve(q->budget, &g->due[g->count], q->line.ops.count + 1) ||
            !lc_quasi_foresee(&q->elements, most, g->due[g->count].at))
            return false;
        g->count++;
        if (!(q->elements.fifo || q->elements.lifo) || !eighths) break;
    }
    return true;
}

bool lc_quasi_begin(lc_quasi_search *q, const lc_part *part, const lc_factors *factors) {
    q->part = *part;
    lc_space_reset(&q->space, q->binding->objects.at[part->object].instance);
    return lc_quasi_line_build(&q->line, part, q->binding, factors) &&
           lc_quasi_elements_build(&q->elements, &q->line, q->binding);
}

/* What is allowed, or less of it.  False: it is plain that this is not enough. */
static bool allow(lc_quasi_search *q, const uint32_t *most, uint32_t cap) {
    lc_quasi_clash clash;
    for (uint32_t d = 0; d < q->line.set_count; d++) q->orders.most[d] = most[d] < cap ? most[d] : cap;
    return !lc_quasi_clashes(&q->elements, q->orders.most, &clash);
}

enum { SMALL = 64 }; /* a short history is searched through at once */

/* A restless search with what is allowed now. */
static lc_outcome search_restlessly(lc_quasi_search *q) {
    if (q->line.ops.count <= SMALL) return LC_UNDECIDED;
    lc_outcome outcome = foresee(q) ? explore_all(q, true) : LC_HALTED;
    bool gave_up = outcome == LC_HALTED && q->halt == LC_SPENT && q->visited < q->allowance;
    return gave_up ? LC_UNDECIDED : outcome;
}

/* What moves operations less than is allowed is also an answer, and the fewer places there are to go to the less a
 * search goes astray.  So the search is asked with smaller factors first, up to all that is allowed: restlessly, and
 * then thoroughly in rounds, each with more patience than the one before. */
typedef struct ladder {
    uint32_t most[LC_FACTOR_SETS]; /* what is allowed */
    uint32_t largest;
    uint32_t refuted; /* caps on it up to this one are not enough */
} ladder;

static ladder ladder_of(const lc_quasi_search *q) {
    ladder l = {.largest = 0};
    memcpy(l.most, q->orders.most, sizeof l.most);
    for (uint32_t d = 0; d < q->line.set_count; d++) l.largest = l.most[d] > l.largest ? l.most[d] : l.largest;
    if (l.largest > q->line.ops.count) l.largest = q->line.ops.count;
    return l;
}

static lc_outcome climb_restlessly(lc_quasi_search *q, ladder *l) {
    lc_outcome outcome = LC_UNDECIDED;
    for (uint32_t cap = 1; cap < l->largest && q->line.ops.count > SMALL && outcome == LC_UNDECIDED; cap *= 2)
        if (allow(q, l->most, cap)) outcome = search_restlessly(q);
        else l->refuted = cap;
    memcpy(q->orders.most, l->most, sizeof l->most);
    return outcome == LC_UNDECIDED ? search_restlessly(q) : outcome;
}

/* One step of a round.  LC_UNDECIDED: patience came to an end. */
static lc_outcome try_thoroughly(lc_quasi_search *q, uint64_t patience) {
    uint64_t allowance = q->allowance;
    if (allowance > q->visited && allowance - q->visited > patience) q->allowance = q->visited + patience;
    lc_outcome outcome = foresee(q) ? explore_all(q, false) : LC_HALTED;
    bool impatient = outcome == LC_HALTED && q->halt == LC_SPENT && q->allowance < allowance;
    q->allowance = allowance;
    return impatient ? LC_UNDECIDED : outcome;
}

static lc_outcome climb_thoroughly(lc_quasi_search *q, ladder *l) {
    enum { FIRST = 4000, MORE = 8 };
    lc_outcome outcome = LC_UNDECIDED;
    for (uint64_t patience = FIRST; outcome == LC_UNDECIDED; patience *= MORE) {
        for (uint32_t cap = l->refuted + 1; cap < l->largest && outcome == LC_UNDECIDED; cap *= 2) {
            if (allow(q, l->most, cap)) outcome = try_thoroughly(q, patience);
            if (outcome != LC_VIOLATED) continue;
            l->refuted = cap;
            outcome = LC_UNDECIDED;
        }
        memcpy(q->orders.most, l->most, sizeof l->most);
        if (outcome == LC_UNDECIDED) outcome = try_thoroughly(q, patience);
    }
    return outcome;
}

/* The search that led here could not get any further: perhaps nobody can. */
static lc_outcome refute(lc_quasi_search *q, const lc_factors *factors, uint32_t sought) {
    uint32_t around = q->guide.deepest;
    if (q->line.ops.count <= SMALL) return LC_UNDECIDED;
    if (lc_quasi_refute(q, factors, sought, around)) return LC_VIOLATED;
    q->excerpt.count = 0;
    return LC_UNDECIDED;
}

typedef enum effort { QUICKLY, AT_LENGTH, THOROUGHLY } effort;

static lc_outcome decide(lc_quasi_search *q, const lc_factors *factors, uint32_t sought, effort pains) {
    lc_quasi_clash clash;
    q->halt = LC_GO_ON;
    q->excerpt.count = 0;
    lc_outcome outcome = LC_HALTED;
    if (lc_quasi_orders_begin(&q->orders, &q->line, factors, sought)) {
        if (lc_quasi_clashes(&q->elements, q->orders.most, &clash)) return LC_VIOLATED;
        ladder l = ladder_of(q);
        outcome = LC_UNDECIDED;
        if (pains == AT_LENGTH) outcome = climb_restlessly(q, &l);
        else if (pains == QUICKLY) outcome = search_restlessly(q);
        if (outcome == LC_UNDECIDED && pains != THOROUGHLY) outcome = refute(q, factors, sought);
        if (outcome == LC_UNDECIDED && pains == AT_LENGTH && q->line.ops.count > SMALL)
            outcome = climb_thoroughly(q, &l);
        else if (outcome == LC_UNDECIDED && pains != QUICKLY) outcome = foresee(q) ? explore_all(q, false) : LC_HALTED;
    }
    if (lc_exhausted(q->budget)) {
        q->halt = LC_NO_MEMORY;
        return LC_HALTED;
    }
    return outcome;
}

lc_outcome lc_quasi_decide(lc_quasi_search *q, const lc_factors *factors, uint32_t sought) {
    return decide(q, factors, sought, AT_LENGTH);
}

lc_outcome lc_quasi_decide_thoroughly(lc_quasi_search *q, const lc_factors *factors, uint32_t sought) {
    return decide(q, factors, sought, THOROUGHLY);
}

lc_outcome lc_quasi_decide_quickly(lc_quasi_search *q, const lc_factors *factors, uint32_t sought) {
    return decide(q, factors, sought, QUICKLY);
}
