/* Deciding a part in polynomial time.
 *
 * The search works for any object and may take exponential time.  For the most common objects there are faster
 * algorithms, as long as the values determine which operations belong together: each element is added once, each value
 * written once.  A decider is for one object.  It traverses the events of a part a few times, never runs the
 * specification, and ends with one of three answers: the part holds, with an order; it is violated, with a few
 * operations that show it; or the decider does not apply, with the reason.
 */
#ifndef LC_CHECK_POLY_POLY_H
#define LC_CHECK_POLY_POLY_H

#include "base/meter.h"
#include "check/search/linearize.h"

enum { LC_POLY_SCRATCHES = 6, LC_POLY_ATTEMPTS = 200 };

typedef struct lc_poly {
    lc_budget *budget;
    const lc_binding *binding;
    const lc_part *part; /* that is being decided */
    lc_limits limits;
    lc_halt halt; /* after LC_HALTED */
    /* The most attempts at determining the effects of pending operations, before the part is left undecided. */
    uint32_t most_attempts;
    uint64_t work; /* events processed so far, in such attempts */
    bool only_try; /* neither guess nor reckon with deadlines first: to test the attempts on their own */

    /* After LC_UNDECIDED: why, in a few words that follow "because". */
    const char *why_not;

    /* After LC_HOLDS: operations of the history in an order that explains the part.  Pending ones that take no effect
     * are left out. */
    LC_VEC(uint32_t) order;

    /* After LC_VIOLATED: operations of the history that violate the specification by themselves, in any order and each
     * once; and the reason. */
    LC_VEC(uint32_t) core;
    lince_text reason;   /* one sentence, no full stop */
    const char *pattern; /* its name */

    /* Scratch, per operation of the history: notes of a decider for its next visit of the operation.  Valid only for
     * operations of the part at hand that have been written to. */
    uint32_t *note;
    size_t note_count;
    LC_VEC(uint32_t) scratch[LC_POLY_SCRATCHES]; /* free for use by deciders; they keep their memory */
} lc_poly;

void lc_poly_init(lc_poly *, const lc_binding *, const lc_limits *, lc_budget *);
void lc_poly_free(lc_poly *);

/* LC_HOLDS, LC_VIOLATED, LC_UNDECIDED or LC_HALTED.  It changes nothing outside of the lc_poly, so that several
 * threads, each with its own, can decide parts of one binding. */
lc_outcome lc_poly_decide(lc_poly *, const lc_part *);

/* Why a decider does not apply that needs values to be added, or written, once. */
extern const char lc_poly_repeated[];

/* ---- for the deciders ---- */

/* One decider.  When it is called `note` has room for every operation, `order`, `core` and `reason` are empty. */
typedef lc_outcome lc_decider(lc_poly *, const lc_part *);
lc_decider lc_poly_queue, lc_poly_stack, lc_poly_pqueue, lc_poly_bag; /* containers.c */
/* Registers, and keys of a map: one of those that follow. */
lc_decider lc_poly_cell;
lc_decider lc_poly_register, lc_poly_chain, lc_poly_log; /* only read and written; with cas; with append */
lc_decider lc_poly_set, lc_poly_mutex;                   /* toggle.c */
lc_decider lc_poly_counter, lc_poly_counter_mixed, lc_poly_semaphore;

/* Ends a decider: it does not apply.  `why` is a string constant. */
lc_outcome lc_poly_not_for_me(lc_poly *, const char *why);
/* Ends a decider whose memory is out, or one that met a limit. */
lc_outcome lc_poly_halt(lc_poly *, lc_halt);
/* Is it time to stop?  Cheap enough to be called at every event. */
bool lc_poly_limit_reached(lc_poly *);
static inline bool lc_poly_stopped(lc_poly *p, uint32_t event) {
    enum { PATIENCE = 1 << 14 };
    return event % PATIENCE == PATIENCE - 1 && lc_poly_limit_reached(p);
}

/* For the sentence: `enq(1) by T1`, `deq() → 2 by T2`. */
void lc_poly_explain(lc_poly *, const char *text);
void lc_poly_explain_op(lc_poly *, uint32_t op);
/* The pattern of which the violation is an instance, in a few words. */
static inline void lc_poly_name(lc_poly *p, const char *pattern) { p->pattern = pattern; }
/* Notes an operation as one of the core. */
bool lc_poly_blame(lc_poly *, uint32_t op);
/* Puts an operation next in the order. */
static inline bool lc_poly_place(lc_poly *p, uint32_t op) { return lc_push(p->budget, &p->order, op); }

#endif
