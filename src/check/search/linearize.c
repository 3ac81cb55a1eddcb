/* Linearizability by search.
 *
 * Some threads called operations of an object, and each operation took effect at one instant between its call and its
 * return.  Is there an order of these instants that the specification allows?  That is the question of Wing and Gong
 * (1993).  It is answered by a depth-first search with a memory of visited configurations (Lowe 2017, Horn and Kroening
 * 2015).
 *
 * The search walks along the returns of a history, such as this one of a queue:
 *
 *     T1    ├── enq(1) ──┤    ├──────── deq() → 2 ───────┤
 *     T2        ├─────────── enq(2) ───────────┤
 *     returns            ①                     ②         ③
 *
 * Before ① enq(1) must have taken effect, so let it: the queue holds 1.  Before ② there must be enq(2): 1 2.  Before ③
 * there must be deq, but it would return 1.  Back to the last choice: deq before enq(2) would return 1 as well.  Back
 * to the first: enq(2) before enq(1), and the queue holds 2 1.  At ② nothing is left to be done, and at ③ deq returns
 * 2: the history is linearizable, in the order enq(2), enq(1), deq.
 *
 * So a configuration is: the next return, the set of open operations that have been linearized, and the state.  These
 * observations make the search short:
 *
 * 1. Just in time.  An operation need only be linearized when some return demands it: when x is about to return and is
 *    not yet linearized, some operations open at that moment are linearized, and x last of them.  Any linearization can
 *    be rearranged so without breaking it: cut it after each x at whose return x is the last one missing.
 *
 * 2. An operation that changes no state (a read, a failed removal) is linearized as soon as it is legal.  If a
 *    solution has it later, taking it out there and putting it here leaves every other step as it was.
 *
 * 3. Operations with different keys commute (unless touching intervals tie them to each other).  When x must return,
 *    operations of other keys that a solution puts before x can all be moved behind it, so they need not be tried
 *    now.  (The candidates depend on the configuration alone, not on the path to it, so this reduction and the memory
 *    of visited configurations do not disturb each other.)
 *
 * 4. From an unbounded container an element is removed as soon as that is legal, if there is only one of its value:
 *    removals of other elements can neither get past it nor do they miss it (see eager.c).
 *
 * 5. Of open operations with equal calls and equal results, the one that returns first is linearized first.  If a
 *    solution takes another one now, exchange the two: both stay within their intervals.
 *
 * 6. Pending operations, which never return, may be dropped.  Equal ones are counted, not distinguished; one that
 *    would not change the state is not used; a configuration is pruned if another, equal otherwise, was reached with
 *    fewer of them (see configs.h).
 *
 * 7. Quiescent moments need no special treatment: nothing is open there, so each state in which the object can be at
 *    such a moment is one configuration, and its continuations are searched once.
 *
 * Cost: every configuration is visited once, and each visit tries at most as many operations as are open.  With bounded
 * concurrency and few states the number of configurations, and so the time, is linear in the length of the history.
 *
 * To read on, begin at the end, with `explore`: it arrives at a configuration, goes on as far as there is nothing to
 * choose, and chooses.
 */
#include "check/search/linearize.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"

/* Between two looks at the clock: configurations visited, and returns passed where there was nothing to choose. */
enum { PATIENCE = 256, LONG_WAY = 4096 };

/* Nearly always 64 operations are open at most, and the set of the linearized ones is one word.  So the search exists
 * twice: all its parts are inlined into a version with a constant number of words, and one with a variable number. */
#define INLINE static inline __attribute__((always_inline))

/* The working configuration: this, the position on the timeline, and the mask of open operations that are
 * linearized. */
typedef struct here {
    uint32_t state;
    uint32_t used;      /* the linearized pending operations: a multiset of their classes */
    uint64_t mask_hash; /* kept up to date as the mask changes */
} here;

/* Each frame of the path has a mask; the working one is on top of them. */
INLINE uint64_t *top_mask(lc_search *s, uint32_t words) { return s->masks.at + (size_t)s->path.count * words; }

INLINE bool is_linearized(const uint64_t *mask, uint32_t slot, uint32_t words) {
    return words == 1 ? mask[0] >> slot & 1 : lc_bit(mask, slot);
}

INLINE void linearize(lc_search *s, here *h, uint64_t *mask, uint32_t slot) {
    assert(lc_bit(s->place.open.at, slot) && !lc_bit(mask, slot));
    lc_set_bit(mask, slot);
    h->mask_hash += lc_slot_key(slot);
    (void)lc_push(s->budget, &s->order, s->place.occupant.at[slot]); /* out of memory is noticed by must_halt */
}

INLINE void forget(here *h, uint64_t *mask, uint32_t slot) {
    lc_clear_bit(mask, slot);
    h->mask_hash -= lc_slot_key(slot);
}

/* Who is about to return? */
INLINE uint32_t returning(const lc_search *s) { return s->line.returns.at[s->place.at].op; }

static const lc_label *label_of(const lc_search *s, uint32_t line_op) {
    return &s->binding->labels.at[s->line.ops.at[line_op].label];
}

/* Has a limit been reached?  Then `halt` is the limit.  `look` at the clock now, not just now and then. */
static bool must_halt(lc_search *s, bool look) {
    s->halt = lc_meter_read(&s->meter, s->visited, look || s->visited % PATIENCE == 0);
    return s->halt != LC_GO_ON;
}

/* ---- going on while there is nothing to choose ---- */

/* An operation that touches its thread's previous one in an instant waits for it. */
INLINE bool must_wait(const lc_search *s, const uint64_t *mask, uint32_t line_op, uint32_t words) {
    if (!s->line.after.count || s->line.after.at[line_op] == LC_NO_OP) return false;
    uint32_t before = s->line.after.at[line_op], slot = s->line.ops.at[before].slot;
    bool open = slot != LC_NO_SLOT && s->place.occupant.at[slot] == before && lc_bit(s->place.open.at, slot);
    return open && !is_linearized(mask, slot, words);
}

/* Linearizes operations that change nothing and are legal (observation 2).  False: the specification is wrong about
 * itself. */
INLINE bool take_pure(lc_search *s, here *h, uint64_t *mask, uint32_t words, bool *took) {
    *took = false;
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t rest = s->place.open.at[w] & s->place.pure.at[w] & ~mask[w]; rest; rest &= rest - 1) {
            uint32_t slot = w * 64 + lc_lowest(rest), op = s->place.occupant.at[slot];
            if (must_wait(s, mask, op, words)) continue;
            lc_next next = lc_space_next(&s->space, h->state, s->line.ops.at[op].label);
            if (next == LC_NO_STEP) continue;
            if (next != lc_next_one(h->state)) return false;
            linearize(s, h, mask, slot);
            *took = true;
        }
    return true;
}

/* Remove one element that can be removed (observation 4). */
INLINE bool take_eager(lc_search *s, here *h, uint64_t *mask, uint32_t words) {
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t rest = s->place.open.at[w] & s->place.eager.at[w] & ~mask[w]; rest; rest &= rest - 1) {
            uint32_t slot = w * 64 + lc_lowest(rest), op = s->place.occupant.at[slot];
            lc_next next = lc_space_next(&s->space, h->state, s->line.ops.at[op].label);
            if (lc_next_count(&s->space, next) != 1 || must_wait(s, mask, op, words)) continue;
            h->state = lc_next_state(&s->space, next, 0);
            linearize(s, h, mask, slot);
            return true;
        }
    return false;
}

/* Both, until neither finds anything. */
INLINE bool take_what_is_free(lc_search *s, here *h, uint64_t *mask, uint32_t words) {
    bool again; /* something was taken that may have let another go: a tied one, or one that waited for this state */
    do {
        bool took;
        if (!take_pure(s, h, mask, words, &took)) return false;
        again = (took && s->line.after.count) || (s->place.with_eager && take_eager(s, h, mask, words));
    } while (again);
    return true;
}

typedef enum arrival { AT_THE_END, AT_A_CHOICE, NOTHING_NEW, WRONG_SPEC } arrival;

/* From a configuration that was just reached, go on up to a return that demands a choice, and remember it. */
INLINE arrival arrive(lc_search *s, here *h, uint32_t words) {
    uint64_t *mask = top_mask(s, words);
    for (;;) {
        if (!take_what_is_free(s, h, mask, words)) return WRONG_SPEC;
        if (s->place.at == s->line.returns.count) return AT_THE_END;
        uint32_t slot = s->line.ops.at[returning(s)].slot;
        if (!is_linearized(mask, slot, words)) break;
        forget(h, mask, slot);
        lc_cursor_forward(&s->place);
        if (s->place.at % LONG_WAY == 0 && must_halt(s, true)) return NOTHING_NEW;
    }
    s->visited++;
    const lc_multisets *sets = s->tuning.no_dominance ? NULL : &s->sets;
    if (lc_configs_visit(&s->configs, s->place.at, h->state, mask, h->mask_hash, h->used, sets)) return AT_A_CHOICE;
    s->cut++;
    return NOTHING_NEW;
}

/* ---- choosing the next operation ----
 *
 * A frame of the path stands for a configuration with a choice.  Its candidates are numbered: the favourite, the
 * returning operation, every slot (those two left out), every class of pending operations. */

enum { FAVOURITE, RETURNING, FIRST_SLOT };

INLINE bool is_class(const lc_search *s, uint32_t candidate) { return candidate >= FIRST_SLOT + s->line.slots; }
INLINE uint32_t class_of(const lc_search *s, uint32_t candidate) { return candidate - FIRST_SLOT - s->line.slots; }
INLINE uint32_t slot_of(const lc_search *s, const lc_frame *f) {
    if (f->candidate == FAVOURITE) return f->favourite;
    return f->candidate == RETURNING ? s->line.ops.at[returning(s)].slot : f->candidate - FIRST_SLOT;
}

/* The open operation that foresight (see branch_order.c) would have before the one that returns: an earlier addition
 * before an addition, anything earlier before a removal. */
INLINE uint32_t favourite(const lc_search *s, const uint64_t *mask, uint32_t words) {
    uint32_t x = returning(s), best = x;
    const uint32_t *rank = s->line.rank.at;
    if (s->line.rank.count && rank[x] != LC_UNRANKED)
        for (uint32_t w = 0; w < words; w++)
            for (uint64_t rest = s->place.open.at[w] & ~s->place.pure.at[w] & ~mask[w]; rest; rest &= rest - 1) {
                uint32_t op = s->place.occupant.at[w * 64 + lc_lowest(rest)];
                if (rank[op] < rank[best] && (rank[x] % 2 || rank[op] % 2 == 0)) best = op;
            }
    return s->line.ops.at[best].slot;
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
        for (uint64_t rest = s->place.open.at[w] & ~mask[w]; rest; rest &= rest - 1) {
            const lc_line_op *other = &ops[s->place.occupant.at[w * 64 + lc_lowest(rest)]];
            if (other->label == ops[line_op].label && other->ends < ops[line_op].ends) return true;
        }
    return false;
}

/* The label of a class, if some of its operations have been called and not all of those are used. */
INLINE uint32_t class_label(const lc_search *s, const lc_frame *f, uint32_t x) {
    uint32_t class = class_of(s, f->candidate), label = s->line.classes.at[class].label;
    if (!s->place.available.at[class]) return LC_NO_LABEL;
    if (!concerns(s, label_of(s, x), &s->binding->labels.at[label])) return LC_NO_LABEL;
    return lc_multiset_count(&s->sets, f->used, class) < s->place.available.at[class] ? label : LC_NO_LABEL;
}

/* The label of a frame's current candidate; LC_NO_LABEL: it is none, or need not be tried. */
INLINE uint32_t candidate_label(const lc_search *s, const lc_frame *f, const uint64_t *mask, uint32_t words) {
    uint32_t x = returning(s);
    if (is_class(s, f->candidate)) return class_label(s, f, x);
    uint32_t slot = slot_of(s, f), op = s->place.occupant.at[slot];
    if (f->candidate > FAVOURITE && slot == f->favourite) return LC_NO_LABEL;
    if (f->candidate > RETURNING && op == x) return LC_NO_LABEL;
    if (!lc_bit(s->place.open.at, slot) || is_linearized(mask, slot, words)) return LC_NO_LABEL;
    if (must_wait(s, mask, op, words)) return LC_NO_LABEL;
    if (op != x) {
        if (lc_bit(s->place.pure.at, slot)) return LC_NO_LABEL; /* it would have been taken, were it legal */
        if (!concerns(s, label_of(s, x), label_of(s, op))) return LC_NO_LABEL;
        if (another_first(s, mask, op, words)) return LC_NO_LABEL;
    }
    return s->line.ops.at[op].label;
}

/* Make the frame's current candidate, which leads to this state, a part of the working configuration. */
INLINE void take(lc_search *s, const lc_frame *f, uint32_t state, here *h, uint32_t words) {
    uint64_t *mask = top_mask(s, words);
    memcpy(mask, mask - words, words * sizeof *mask);
    *h = (here){.state = state, .used = f->used, .mask_hash = f->mask_hash};
    if (is_class(s, f->candidate)) {
        uint32_t class = class_of(s, f->candidate);
        uint32_t member = s->line.classes.at[class].members.at[lc_multiset_count(&s->sets, f->used, class)];
        h->used = lc_multiset_add(&s->sets, f->used, class);
        (void)lc_push(s->budget, &s->order, member);
    } else linearize(s, h, mask, slot_of(s, f));
}

/* The next thing to try from the top frame.  False: there is nothing left. */
INLINE bool choose(lc_search *s, here *h, uint32_t words) {
    lc_frame *f = &s->path.at[s->path.count - 1];
    const uint64_t *mask = top_mask(s, words) - words;
    lc_cursor_back(&s->place, f->at_return);
    s->order.count = f->order;
    uint32_t candidates = FIRST_SLOT + s->line.slots + s->line.class_count;
    for (; f->candidate < candidates; f->candidate++, f->outcome = 0) {
        uint32_t label = candidate_label(s, f, mask, words);
        if (label == LC_NO_LABEL) continue;
        lc_next next = lc_space_next(&s->space, f->state, label);
        while (f->outcome < lc_next_count(&s->space, next)) {
            uint32_t state = lc_next_state(&s->space, next, f->outcome++);
            if (state == f->state && is_class(s, f->candidate)) continue; /* a pending one for nothing */
            take(s, f, state, h, words);
            return true;
        }
    }
    return false;
}

/* ---- the search ---- */

INLINE bool push_frame(lc_search *s, const here *h, uint32_t words) {
    lc_frame frame = {.at_return = s->place.at,
                      .state = h->state,
                      .used = h->used,
                      .order = s->order.count,
                      .favourite = favourite(s, top_mask(s, words), words),
                      .mask_hash = h->mask_hash};
    return lc_push(s->budget, &s->path, frame) &&
           lc_reserve(s->budget, &s->masks, (uint64_t)(s->path.count + 1) * words);
}

/* Everything that can be reached from one initial state. */
INLINE lc_outcome explore(lc_search *s, uint32_t initial, uint32_t words) {
    lc_cursor_back(&s->place, 0);
    s->path.count = s->order.count = 0;
    if (!lc_reserve(s->budget, &s->masks, words)) return LC_HALTED;
    memset(s->masks.at, 0, words * sizeof *s->masks.at);
    here h = {.state = initial, .used = LC_EMPTY_MULTISET};
    do {
        arrival a = arrive(s, &h, words);
        if (must_halt(s, false)) return LC_HALTED;
        if (a == WRONG_SPEC) return LC_WRONG_SPEC;
        if (a == AT_THE_END) {
            assert(h.mask_hash == 0 || s->line.after.count); /* the open operations are pending, and tied to another */
            s->end_state = h.state;
            return LC_HOLDS;
        }
        if (a == AT_A_CHOICE && !push_frame(s, &h, words)) return LC_HALTED;
        while (s->path.count && !choose(s, &h, words)) s->path.count--;
    } while (s->path.count);
    return LC_VIOLATED;
}

/* Does every operation have a key, with nothing else to tie them to each other? */
static bool is_keyed(const lc_search *s) {
    if (s->tuning.no_key_independence || s->line.after.count) return false;
    for (uint32_t i = 0; i < s->line.ops.count; i++)
        if (label_of(s, i)->key == LINCE_NO_VALUE) return false;
    return true;
}

/* Lay the part out, and stand before its first return. */
static bool start(lc_search *s, const lc_part *part) {
    if (!lc_timeline_build(&s->line, part, s->binding)) return false;
    s->keyed = is_keyed(s);
    s->place.with_pure = !s->tuning.no_pure;
    s->place.with_eager = !s->tuning.no_eager && s->line.eager.count;
    return lc_cursor_start(&s->place, &s->line, s->binding);
}

lc_outcome lc_linearize(lc_search *s, const lc_part *part) {
    s->halt = LC_GO_ON;
    lc_space_reset(&s->space, s->binding->objects.at[part->object].instance);
    lc_multisets_reset(&s->sets);
    lc_outcome outcome = start(s, part) ? LC_VIOLATED : LC_HALTED;
    uint32_t words = s->place.open.count;
    lc_configs_reset(&s->configs, words, s->line.class_count > 0);
    lc_next initial = lc_space_start(&s->space);
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

void lc_search_init(lc_search *s, lc_binding *binding, const lc_tuning *tuning, const lc_limits *limits,
                    lc_budget *budget) {
    *s = (lc_search){.budget = budget, .binding = binding, .tuning = *tuning, .meter = lc_meter_of(budget, limits)};
    lc_space_init(&s->space, binding, budget);
    s->space.forget = tuning->no_memo;
    lc_timeline_init(&s->line, budget);
    lc_configs_init(&s->configs, budget);
    lc_multisets_init(&s->sets, budget);
    s->place.budget = budget;
}

void lc_search_free(lc_search *s) {
    lc_space_free(&s->space);
    lc_timeline_free(&s->line);
    lc_configs_free(&s->configs);
    lc_multisets_free(&s->sets);
    lc_cursor_free(&s->place);
    lc_vec_free(s->budget, &s->path);
    lc_vec_free(s->budget, &s->masks);
    lc_vec_free(s->budget, &s->order);
}
