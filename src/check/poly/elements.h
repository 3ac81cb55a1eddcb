/* The elements of a container, each with the operation that added it and the one that removed it.
 *
 * Where each value is added at most once, a value is an element, and when it was inside is known up to the intervals of
 * two operations.  All that the deciders for containers need is in four numbers an element.  A place is the number of
 * an event in the part; "at place i" means in the moment just after that event and before the next.
 */
#ifndef LC_CHECK_POLY_ELEMENTS_H
#define LC_CHECK_POLY_ELEMENTS_H

#include "check/poly/poly.h"

typedef struct lc_element {
    uint32_t add, remove; /* operations of the history; LC_NO_OP: none */
    uint32_t called;      /* the call of its addition; LC_NEVER: the element plays no part */
    uint32_t added;       /* the event before which it was certainly added: the first return of its operations */
    uint32_t leaving;     /* the last call of its operations; LC_NEVER: it stays */
    uint32_t gone;        /* the event before which it was certainly removed; the number of events: its removal did not
                             return; LC_NEVER: it stays */
    uint32_t seen;        /* the first return of a look at it; LC_NEVER: there is none */
    uint32_t looked;      /* the last call of a look at it; 0: there is none */
    uint32_t looks;       /* the look at it that was called last; LC_NO_LOOK: there is none */
} lc_element;
#define LC_ABSENT_ELEMENT                                                                                              \
    ((lc_element){LC_NO_OP, LC_NO_OP, LC_NEVER, LC_NEVER, LC_NEVER, LC_NEVER, LC_NEVER, 0, LC_NO_LOOK})
#define LC_NO_ELEMENT UINT32_MAX

/* An operation that returned an element and left it where it was: the next one to be removed. */
typedef struct lc_look {
    uint32_t op, called, returned;
    uint32_t element;
    uint32_t earlier; /* the look at the same element that was called before; LC_NO_LOOK: there is none */
    uint32_t place;   /* where it takes effect, once that is known */
} lc_look;
#define LC_NO_LOOK UINT32_MAX

/* An element is certainly inside from `added` on until `leaving`: its cover.  It can be empty; then the element can
 * come and go at once, at the place `leaving`, without an effect on other operations. */
static inline bool lc_has_cover(const lc_element *x) { return x->called != LC_NEVER && x->added < x->leaving; }

/* A removal or a look that found nothing. */
typedef struct lc_empty {
    uint32_t op, called, returned;
    uint32_t place; /* where it can have found nothing, once that is known */
} lc_empty;

/* A removal that did not return: it may have removed anything, or nothing. */
typedef struct lc_pending {
    uint32_t op, called;
    uint32_t guess; /* the element it returns later on in the history; or LC_NO_ELEMENT */
} lc_pending;

typedef struct lc_elements {
    const lc_part *part;
    uint32_t places; /* events of the part */
    LC_VEC(lc_element) at;
    LC_VEC(lc_look) looks; /* by their calls, as all below */
    LC_VEC(lc_empty) empties;
    LC_VEC(lc_pending) pending;
    bool repeated; /* some values are added more than once; they are left out */
} lc_elements;

/* The role of an operation of the part, as noted in lc_poly.note. */
typedef enum lc_who { LC_ADDS, LC_REMOVES, LC_LOOKS, LC_FINDS_EMPTY, LC_NOBODY } lc_who;
enum { LC_WHO_BITS = 3, LC_MOST_NOTED = UINT32_MAX >> LC_WHO_BITS };
static inline uint32_t lc_note(lc_who who, uint32_t which) { return which << LC_WHO_BITS | (uint32_t)who; }
static inline lc_who lc_who_is(uint32_t note) { return (lc_who)(note & ((1u << LC_WHO_BITS) - 1)); }
/* The number of an element that is added or removed, of a look, or of an operation that finds nothing. */
static inline uint32_t lc_which(uint32_t note) { return note >> LC_WHO_BITS; }

/* The element whose operation an event belongs to; NULL: none. */
static inline lc_element *lc_element_of(const lc_poly *p, const lc_elements *e, uint32_t place) {
    uint32_t note = p->note[lc_event_op(e->part->events[place])];
    if (lc_who_is(note) <= LC_REMOVES) return &e->at.at[lc_which(note)];
    return lc_who_is(note) == LC_LOOKS ? &e->at.at[e->looks.at[lc_which(note)].element] : NULL;
}

/* The look at an element that returned first. */
const lc_look *lc_first_look(const lc_elements *, const lc_element *);

/* LC_HOLDS, or the violation by one element alone.  Elements that pending removals may have removed count as not
 * removed.  To be freed either way. */
lc_outcome lc_elements_gather(lc_poly *, lc_elements *, const lc_part *);
void lc_elements_free(lc_elements *, lc_budget *);

/* A way to decide once the elements are known and each removal has one.  It may overwrite the places in them. */
typedef lc_outcome lc_decide_elements(lc_poly *, lc_elements *);

/* An element x cannot leave while y is inside, and was not removed before, if its key is below y's bound.  Fills in
 * both for each element that plays a part, and a number above all keys.  False: out of memory. */
typedef bool lc_keys_of(lc_poly *, const lc_elements *, uint32_t *key, uint32_t *bound, uint32_t *size);

/* Finds the elements and decides, as far as repeated values and pending removals allow (pending.c).  NULL: elements
 * never hinder each other. */
lc_outcome lc_poly_container(lc_poly *, const lc_part *, lc_decide_elements *, lc_keys_of *);

/* An element and the pending removal that is assumed to have taken it. */
typedef struct lc_taking {
    uint32_t element, pending;
} lc_taking;
typedef LC_VEC(lc_taking) lc_takings;

/* Gives each element that must have been taken to a pending removal.  False: there is none for it, or memory is out. */
bool lc_take_forced(lc_poly *, const lc_elements *, lc_keys_of *, lc_takings *);

/* Blames the operations of an element that determine its places. */
bool lc_blame_element(lc_poly *, const lc_elements *, const lc_element *);
/* The same and a look at it. */
bool lc_blame_look(lc_poly *, const lc_elements *, const lc_look *);

/* The fewest covers that leave no moment uncovered from one place to another, in the order of time, of the elements
 * that are eligible.  They are appended to `chain`, which stays as it was if there is a gap. */
typedef bool lc_eligible(const void *context, const lc_element *);
typedef LC_VEC(const lc_element *) lc_chain;
bool lc_cover_between(lc_poly *, const lc_elements *, uint32_t from, uint32_t to, lc_eligible *, const void *context,
                      lc_chain *);

/* Blames them, with a sentence that names them and, if it is but one, the reason why it was inside. */
void lc_blame_chain(lc_poly *, const lc_elements *, const lc_chain *);

/* The violation that a removal finds nothing while something is inside. */
lc_outcome lc_blame_empty(lc_poly *, const lc_elements *, const lc_empty *);

#endif
