/* A part laid out for the search.
 *
 * The search moves along the returns of a part.  Between two returns some operations are called; each that will return
 * gets a slot for as long as it is open, so a set of open operations is a mask as wide as the concurrency, not as the
 * history.  Operations that never return would hold a slot forever: those with equal labels are interchangeable and are
 * kept as a class of which only the number matters.
 */
#ifndef LC_CHECK_SEARCH_TIMELINE_H
#define LC_CHECK_SEARCH_TIMELINE_H

#include "base/map64.h"
#include "check/driver/parts.h"

#define LC_NO_OP    UINT32_MAX
#define LC_NO_SLOT  UINT32_MAX
#define LC_UNRANKED UINT32_MAX

typedef struct lc_line_op {
    uint32_t op; /* number in the history; ascending, since both are by call order */
    uint32_t label;
    uint32_t slot;     /* LC_NO_SLOT: it belongs to a class */
    uint32_t previous; /* the operation that had the slot before (LC_NO_OP: none), or the class */
    uint32_t ends;     /* which return is its own; LC_NEVER: it has none */
} lc_line_op;

typedef struct lc_line_return {
    uint32_t op;           /* which line operation returns */
    uint32_t calls_before; /* how many line operations have been called by then */
} lc_line_return;

typedef struct lc_class {
    uint32_t label;
    bool crashed;             /* with `crashed_apart`: its operations crashed, those of the other classes still wait */
    LC_VEC(uint32_t) members; /* line operations, by call order */
} lc_class;

typedef struct lc_timeline {
    lc_budget *budget;
    bool keep_pure;     /* also pending operations that change nothing, because other operations may wait for them */
    bool crashed_apart; /* pending operations that crashed make classes of their own */
    LC_VEC(lc_line_op) ops;
    LC_VEC(lc_line_return) returns;
    LC_VEC(lc_class) classes;
    uint32_t class_count; /* of `classes` in use; the rest keep their memory */
    lc_map64 class_of;    /* label, and whether it crashed, to class */
    uint32_t slots;
    LC_VEC(uint64_t) eager; /* the operations that lc_timeline_eager found, as bits; or empty */
    LC_VEC(uint32_t) rank;  /* per op: see lc_timeline_rank; else empty */
    LC_VEC(uint32_t)
    occupant;               /* while laying out: the occupant of each slot, LC_NO_OP: none now, `previous` has the
                             * last */
    LC_VEC(uint64_t) taken; /* while laying out: the slots in use */
    LC_VEC(uint32_t)
    after; /* if any operations touch in one instant: per op, the line operation it follows, or
              LC_NO_OP; else empty */
} lc_timeline;

void lc_timeline_init(lc_timeline *, lc_budget *);
/* Where the object hands out elements in the order of their coming, or the reverse, later removals indicate in which
 * order concurrent operations probably took effect.  Fills in `rank`: the lower, the earlier; even for additions, odd
 * for removals, LC_UNRANKED for the rest. */
bool lc_timeline_rank(lc_timeline *, const lc_binding *);
/* Finds removals that may be linearized as soon as they are legal. */
bool lc_timeline_eager(lc_timeline *, const lc_binding *);
/* Operations without a return in the part are pending: their results elsewhere are ignored and count as unknown, for
 * which the binding may need new labels.  False: out of memory. */
bool lc_timeline_build(lc_timeline *, const lc_part *, lc_binding *);
void lc_timeline_free(lc_timeline *);

#endif
