/* Linearizability by search.
 *
 * The question of Wing and Gong (1993): is there an order of the operations, compatible with their intervals, that the
 * specification allows?  We answer it by a depth-first search over configurations with a memory of those visited (Lowe
 * 2017, Horn and Kroening 2015), shaped by these observations:
 *
 * 1. Just in time.  An operation need only be linearised when some return demands it: when x is about to return and is
 *    not yet linearised, some operations open at that moment are linearised, and x last of them.  Any linearisation can
 *    be rearranged so without breaking it: cut it after each x at whose return x is the last one missing.  So the
 *    search walks along the returns, and a configuration is (next return, linearised open operations, state).
 *
 * 2. An operation that changes no state (a read, a failed removal) is linearised as soon as it is legal.  If a solution
 *    has it later, taking it out there and putting it here leaves every other step as it was.
 *
 * 3. Operations with different keys commute (unless touching intervals tie them to each other).  When x must return,
 *    operations of other keys that a solution puts before x can all be moved behind it, so they need not be tried
 *    now.  (The candidates depend on the configuration alone, not on the path to it, so this reduction and the memory
 *    of visited configurations do not disturb each other.)
 *
 * 4. From an unbounded container an element is removed as soon as that is legal, if there is only one of its value: the
 *    others can neither get past it nor do they miss it (see eager.c).
 *
 * 5. Of open operations that do the same and return the same, the one that returns first is linearised first.  If a
 *    solution takes another one now, exchange the two: both stay within their intervals.
 *
 * 6. Pending operations may be dropped.  Equal ones are counted, not told apart; one that would not change the state is
 *    not used; a configuration is cut if another, equal otherwise, got there with fewer of them (see configs.h).
 *
 * 7. Quiescent moments need no special treatment: the mask is empty there, so each state in which the object can be at
 *    such a moment is one configuration, and what follows it is searched once.
 *
 * Cost: every configuration is visited once, and each visit tries at most as many operations as are open.  With bounded
 * concurrency and few states the number of configurations, and so the time, is linear in the length of the history.
 */
#include "check/linearize.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"

/* Between two looks at the clock: configurations visited, and returns passed where there was nothing to choose. */
enum { PATIENCE = 256, LONG_WAY = 4096 };

void lc_search_init(lc_search *s, lc_binding *binding, const lc_tuning *tuning, const lc_limits *limits,
                    lc_budget *budget) {
    *s = (lc_search){
        .budget = budget, .binding = binding, .tuning = *tuning, .limits = *limits, .allowance = UINT64_MAX};
    lc_space_init(&s->space, binding, budget);
    s->space.forget = tuning->no_memo;
    lc_timeline_init(&s->line, budget);
    lc_configs_init(&s->configs, budget);
    lc_multisets_init(&s->sets, budget);
}

void lc_search_free(lc_search *s) {
    lc_space_free(&s->space);
    lc_timeline_free(&s->line);
    lc_configs_free(&s->configs);
    lc_multisets_free(&s->sets);
    lc_vec_free(s->budget, &s->occupant);
    lc_vec_free(s->budget, &s->open);
    lc_vec_free(s->budget, &s->pure);
    lc_vec_free(s->budget, &s->eager);
    lc_vec_free(s->budget, &s->available);
    lc_vec_free(s->budget, &s->path);
    lc_vec_free(s->budget, &s->masks);
    lc_vec_free(s->budget, &s->order);
}

static const lc_label *label_of(const lc_search *s, uint32_t line_op) {
    return &s->binding->labels.at[s->line.ops.at[line_op].label];
}

/* ---- moving along the time line ---- */

static void put_bit(uint64_t *set, uint32_t slot, bool on) {
    if (on) lc_set_bit(set, slot);
    else lc_clear_bit(set, slot);
}

static void occupy(lc_search *s, uint32_t line_op, uint32_t slot) {
    const lc_label *label = label_of(s, line_op);
    s->occupant.at[slot] = line_op;
    lc_set_bit(s->open.at, slot);
    put_bit(s->pure.at, slot, label->pure && !s->tuning.no_pure);
    put_bit(s->eager.at, slot, s->eager_ones && lc_bit(s->line.eager.at, line_op));
}

static void call(lc_search *s, uint32_t line_op) {
    const lc_line_op *op = &s->line.ops.at[line_op];
    if (op->slot == LC_NO_SLOT) s->available.at[op->previous]++;
    else occupy(s, line_op, op->slot);
}

static void uncall(lc_search *s, uint32_t line_op) {
    const lc_line_op *op = &s->line.ops.at[line_op];
    if (op->slot == LC_NO_SLOT) {
        s->available.at[op->previous]--;
        return;
    }
    if (op->previous != LC_NO_OP) occupy(s, op->previous, op->slot);
    lc_clear_bit(s->open.at, op->slot);
}

/* How many operations have been called before return r (after the last one: all). */
static uint32_t called_before(const lc_search *s, uint32_t r) {
    return r < s->line.returns.count ? s->line.returns.at[r].calls_before : s->line.ops.count;
}

/* Past the next return, with the calls that follow it. */
static void forward(lc_search *s) {
    uint32_t from = called_before(s, s->at);
    lc_clear_bit(s->open.at, s->line.ops.at[s->line.returns.at[s->at].op].slot);
    s->at++;
    for (uint32_t i = from; i < called_before(s, s->at); i++) call(s, i);
    if (s->at > s->furthest) s->furthest = s->at;
}

static void back_to(lc_search *s, uint32_t r) {
    while (s->at > r) {
        uint32_t until = called_before(s, s->at - 1);
        for (uint32_t i = called_before(s, s->at); i > until; i--) uncall(s, i - 1);
        s->at--;
        uint32_t returning = s->line.returns.at[s->at].op;
        occupy(s, returning, s->line.ops.at[returning].slot);
    }
}

/* Room for this part, and the place before its first return. */
static bool start(lc_search *s, uint32_t words) {
    s->occupant.count = s->open.count = s->pure.count = s->eager.count = s->available.count = 0;
    for (uint32_t i = 0; i < s->line.slots; i++)
        if (!lc_push(s->budget, &s->occupant, LC_NO_OP)) return false;
    for (uint32_t i = 0; i < words; i++)
        if (!lc_push(s->budget, &s->open, 0) || !lc_push(s->budget, &s->pure, 0) || !lc_push(s->budget, &s->eager, 0))
            return false;
    for (uint32_t i = 0; i < s->line.class_count; i++)
        if (!lc_push(s->budget, &s->available, 0)) return false;
    s->eager_ones = !s->tuning.no_eager && s->line.eager.count;
    s->keyed = !s->tuning.no_key_independence && !s->line.after.count;
    for (uint32_t i = 0; i < s->line.ops.count && s->keyed; i++) s->keyed = label_of(s, i)->key != LINCE_NO_VALUE;
    s->at = s->furthest = 0;
    for (uint32_t i = 0; i < called_before(s, 0); i++) call(s, i);
    return true;
}

/* Has a limit been reached?  Then `halt` says which.  `look` at the clock now, not just now and then. */
static bool must_halt(lc_search *s, bool look) {
    if (lc_exhausted(s->budget)) s->halt = LC_NO_MEMORY;
    else if (s->visited >= s->allowance) s->halt = LC_SPENT;
    else if (look || s->visited % PATIENCE == 0) s->halt = lc_limits_reached(&s->limits);
    return s->halt != LC_GO_ON;
}

/* ---- one configuration ----
 *
 * The working configuration is `here` with the mask on top of `masks`.  The functions below are inlined into two
 * versions of the search, one of which knows that masks have one word. */

#define INLINE static inline __attribute__((always_inline))

typedef struct here {
    uint32_t state, used;
    uint64_t mask_hash;
} here;

INLINE uint64_t *top_mask(lc_search *s, uint32_t words) { return s->masks.at + (size_t)s->path.count * words; }

INLINE bool linearised(const uint64_t *mask, uint32_t slot, uint32_t words) {
    return words == 1 ? mask[0] >> slot & 1 : lc_bit(mask, slot);
}

/* An operation that touches its thread's previous one in an instant waits for it. */
INLINE bool must_wait(const lc_search *s, const uint64_t *mask, uint32_t line_op, uint32_t words) {
    if (!s->line.after.count || s->line.after.at[line_op] == LC_NO_OP) return false;
    uint32_t before = s->line.after.at[line_op], slot = s->line.ops.at[before].slot;
    bool open = slot != LC_NO_SLOT && s->occupant.at[slot] == before && lc_bit(s->open.at, slot);
    return open && !linearised(mask, slot, words);
}

/* Linearise what changes nothing and is legal (observation 2).  False: the specification is wrong about itself. */
INLINE bool take_pure(lc_search *s, here *h, uint64_t *mask, uint32_t words, bool *took) {
    *took = false;
    for (uint32_t w = 0; w < words; w++) {
        for (uint64_t rest = s->open.at[w] & s->pure.at[w] & ~mask[w]; rest; rest &= rest - 1) {
            uint32_t slot = w * 64 + lc_lowest(rest), op = s->occupant.at[slot];
            if (must_wait(s, mask, op, words)) continue;
            lc_next next = lc_space_next(&s->space, h->state, s->line.ops.at[op].label);
            if (next == LC_NO_STEP) continue;
            if (next != h->state + 1) return false;
            lc_set_bit(mask, slot);
            h->mask_hash += lc_slot_key(slot);
            (void)lc_push(s->budget, &s->order, op);
            *took = true;
        }
    }
    return true;
}

/* Remove what can be removed (observation 4). */
INLINE bool take_eager(lc_search *s, here *h, uint64_t *mask, uint32_t words) {
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t rest = s->open.at[w] & s->eager.at[w] & ~mask[w]; rest; rest &= rest - 1) {
            uint32_t slot = w * 64 + lc_lowest(rest), op = s->occupant.at[slot];
            lc_next next = lc_space_next(&s->space, h->state, s->line.ops.at[op].label);
            if (lc_next_count(&s->space, next) != 1 || must_wait(s, mask, op, words)) continue;
            h->state = lc_next_state(&s->space, next, 0);
            h->mask_hash += lc_slot_key(slot);
            lc_set_bit(mask, slot);
            (void)lc_push(s->budget, &s->order, op);
            return true;
        }
    return false;
}

typedef enum arrival { AT_THE_END, AT_A_CHOICE, NOTHING_NEW, WRONG_SPEC } arrival;

/* From a configuration that was just reached, go on as far as there is nothing to choose, then remember it. */
INLINE arrival arrive(lc_search *s, here *h, uint32_t words) {
    uint64_t *mask = top_mask(s, words);
    for (;;) {
        bool took; /* something that may have let another go: a tied one, or one that waited for this state */
        do {
            if (!take_pure(s, h, mask, words, &took)) return WRONG_SPEC;
            took = (took && s->line.after.count) || (s->eager_ones && take_eager(s, h, mask, words));
        } while (took);
        if (s->at == s->line.returns.count) return AT_THE_END;
        uint32_t slot = s->line.ops.at[s->line.returns.at[s->at].op].slot;
        if (!linearised(mask, slot, words)) break;
        lc_clear_bit(mask, slot);
        h->mask_hash -= lc_slot_key(slot);
        forward(s);
        if (s->at % LONG_WAY == 0 && must_halt(s, true)) return NOTHING_NEW;
    }
    s->visited++;
    const lc_multisets *sets = s->tuning.no_dominance ? NULL : &s->sets;
    if (lc_configs_visit(&s->configs, s->at, h->state, mask, h->mask_hash, h->used, sets)) return AT_A_CHOICE;
    s->cut++;
    return NOTHING_NEW;
}

/* The open operation that foresight (see rank.c) would have before the one that returns: an earlier addition before an
 * addition, anything earlier before a removal. */
INLINE uint32_t favourite(const lc_search *s, const uint64_t *mask, uint32_t words) {
    uint32_t x = s->line.returns.at[s->at].op, best = x;
    const uint32_t *rank = s->line.rank.at;
    if (s->line.rank.count && rank[x] != LC_UNRANKED)
        for (uint32_t w = 0; w < words; w++)
            for (uint64_t rest = s->open.at[w] & ~s->pure.at[w] & ~mask[w]; rest; rest &= rest - 1) {
                uint32_t op = s->occupant.at[w * 64 + lc_lowest(rest)];
                if (rank[op] < rank[best] && (rank[x] % 2 || rank[op] % 2 == 0)) best = op;
            }
    return s->line.ops.at[best].slot;
}

INLINE bool push_frame(lc_search *s, const here *h, uint32_t words) {
    lc_frame frame = {.at_return = s->at,
                      .state = h->state,
                      .used = h->used,
                      .order = s->order.count,
                      .favourite = favourite(s, top_mask(s, words), words),
                      .mask_hash = h->mask_hash};
    return lc_push(s->budget, &s->path, frame) && lc_reserve(s->budget, &s->masks, (s->path.count + 1) * words);
}

/* May the operation or class with this label matter for the return of x (observation 3)? */
static bool concerns(const lc_search *s, const lc_label *x, const lc_label *other) {
    return !s->keyed || x->key == other->key;
}

/* Is an open operation with the same label due to return before this one (observation 5)? */
INLINE bool another_first(const lc_search *s, const uint64_t *mask, uint32_t line_op, uint32_t words) {
    if (s->tuning.no_symmetry || s->line.after.count) return false; /* tied ones are not free to change places */
    const lc_line_op *ops = s->line.ops.at;
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t rest = s->open.at[w] & ~mask[w]; rest; rest &= rest - 1) {
            const lc_line_op *other = &ops[s->occupant.at[w * 64 + lc_lowest(rest)]];
            if (other->label == ops[line_op].label && other->ends < ops[line_op].ends) return true;
        }
    return false;
}

/* Candidates are numbered: the favourite, the returning operation, every slot (those two left out), every class. */
enum { FAVOURITE, RETURNING, FIRST_SLOT };
INLINE bool is_class(const lc_search *s, uint32_t candidate) { return candidate >= FIRST_SLOT + s->line.slots; }
INLINE uint32_t class_of(const lc_search *s, uint32_t candidate) { return candidate - FIRST_SLOT - s->line.slots; }
INLINE uint32_t slot_of(const lc_search *s, const lc_frame *f) {
    uint32_t returning = s->line.ops.at[s->line.returns.at[f->at_return].op].slot;
    return f->candidate == FAVOURITE ? f->favourite : f->candidate == RETURNING ? returning : f->candidate - FIRST_SLOT;
}

/* The label of a frame's current candidate; LC_NO_LABEL: not one now. */
INLINE uint32_t candidate_label(const lc_search *s, const lc_frame *f, const uint64_t *mask, uint32_t words) {
    uint32_t x = s->line.returns.at[f->at_return].op;
    if (is_class(s, f->candidate)) {
        uint32_t class = class_of(s, f->candidate), label = s->line.classes.at[class].label;
        if (!s->available.at[class] || !concerns(s, label_of(s, x), &s->binding->labels.at[label])) return LC_NO_LABEL;
        return lc_multiset_count(&s->sets, f->used, class) < s->available.at[class] ? label : LC_NO_LABEL;
    }
    uint32_t slot = slot_of(s, f), op = s->occupant.at[slot];
    if (f->candidate > FAVOURITE && slot == f->favourite) return LC_NO_LABEL;
    if (f->candidate > RETURNING && op == x) return LC_NO_LABEL;
    if (!lc_bit(s->open.at, slot) || linearised(mask, slot, words)) return LC_NO_LABEL;
    if (op != x && (lc_bit(s->pure.at, slot) || !concerns(s, label_of(s, x), label_of(s, op)))) return LC_NO_LABEL;
    if (must_wait(s, mask, op, words)) return LC_NO_LABEL;
    if (op != x && another_first(s, mask, op, words)) return LC_NO_LABEL;
    return s->line.ops.at[op].label;
}

/* Linearise the frame's current candidate, which leads to this state. */
INLINE void linearise(lc_search *s, const lc_frame *f, uint32_t state, here *h, uint32_t words) {
    uint64_t *mask = top_mask(s, words);
    memcpy(mask, mask - words, words * sizeof *mask);
    *h = (here){.state = state, .used = f->used, .mask_hash = f->mask_hash};
    uint32_t op;
    if (is_class(s, f->candidate)) {
        uint32_t class = class_of(s, f->candidate);
        op = s->line.classes.at[class].members.at[lc_multiset_count(&s->sets, f->used, class)];
        h->used = lc_multiset_add(&s->sets, f->used, class);
    } else {
        uint32_t slot = slot_of(s, f);
        op = s->occupant.at[slot];
        lc_set_bit(mask, slot);
        h->mask_hash += lc_slot_key(slot);
    }
    (void)lc_push(s->budget, &s->order, op);
}

/* The next thing to try from the top frame.  False: there is nothing left. */
INLINE bool choose(lc_search *s, here *h, uint32_t words) {
    lc_frame *f = &s->path.at[s->path.count - 1];
    const uint64_t *mask = top_mask(s, words) - words;
    back_to(s, f->at_return);
    s->order.count = f->order;
    uint32_t candidates = FIRST_SLOT + s->line.slots + s->line.class_count;
    for (; f->candidate < candidates; f->candidate++, f->outcome = 0) {
        uint32_t label = candidate_label(s, f, mask, words);
        if (label == LC_NO_LABEL) continue;
        lc_next next = lc_space_next(&s->space, f->state, label);
        while (f->outcome < lc_next_count(&s->space, next)) {
            uint32_t state = lc_next_state(&s->space, next, f->outcome++);
            if (state == f->state && is_class(s, f->candidate)) continue; /* a pending one for nothing */
            linearise(s, f, state, h, words);
            return true;
        }
    }
    return false;
}

/* Everything that can be reached from one initial state. */
INLINE lc_outcome explore(lc_search *s, uint32_t initial, uint32_t words) {
    back_to(s, 0);
    s->path.count = s->order.count = 0;
    if (!lc_reserve(s->budget, &s->masks, words)) return LC_HALTED;
    memset(s->masks.at, 0, words * sizeof *s->masks.at);
    here h = {.state = initial, .used = LC_EMPTY_MULTISET};
    do {
        arrival a = arrive(s, &h, words);
        if (must_halt(s, false)) return LC_HALTED;
        if (a == WRONG_SPEC) return LC_WRONG_SPEC;
        if (a == AT_THE_END) {
            s->end_state = h.state;
            return LC_HOLDS;
        }
        if (a == AT_A_CHOICE && !push_frame(s, &h, words)) return LC_HALTED;
        while (s->path.count && !choose(s, &h, words)) s->path.count--;
    } while (s->path.count);
    return LC_VIOLATED;
}

lc_outcome lc_linearize(lc_search *s, const lc_part *part) {
    s->halt = LC_GO_ON;
    lc_space_reset(&s->space, s->binding->objects.at[part->object].instance);
    lc_multisets_reset(&s->sets);
    bool built = lc_timeline_build(&s->line, part, s->binding);
    uint32_t words = (uint32_t)lc_word_count(s->line.slots ? s->line.slots : 1);
    lc_configs_reset(&s->configs, words, s->line.class_count > 0);
    lc_next initial = lc_space_start(&s->space);
    lc_outcome outcome = LC_VIOLATED;
    if (!built || !start(s, words)) outcome = LC_HALTED;
    for (uint32_t i = 0; i < lc_next_count(&s->space, initial) && outcome == LC_VIOLATED; i++) {
        uint32_t state = lc_next_state(&s->space, initial, i);
        outcome = words == 1 ? explore(s, state, 1) : explore(s, state, words);
    }
    if (lc_exhausted(s->budget)) {
        s->halt = LC_NO_MEMORY;
        return LC_HALTED;
    }
    return outcome;
}
