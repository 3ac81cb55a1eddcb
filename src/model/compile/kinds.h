/* Kinds of numbers: which of them can only ever be copied, compared and seen.
 *
 * Everything in a model that holds a number belongs to a *kind*: variables (an array is one), registers of a location,
 * values of messages, numbers behind the name of an event, variables of an object.  Where a number goes from one to
 * another, or two are tested for equality, they are of one kind (union-find).  A kind that takes part in anything else
 * (sums, order, subscripts, conditions by themselves) is *plain*.  Of a kind that is not plain only equality can be
 * observed, among its numbers and with a number that is written in the model: Ip and Dill: Better verification through
 * symmetry (1996), whose scalarsets have to be declared; here they are found.
 *
 * A number that is written somewhere belongs to the kind of the numbers it meets there; `literal` has the kind.
 */
#ifndef LC_MODEL_COMPILE_KINDS_H
#define LC_MODEL_COMPILE_KINDS_H

#include "model/compile/system_parts.h"

typedef uint32_t lcm_kind;
#define LCM_NO_KIND UINT32_MAX

/* A number of a kind that stands outside of any process: it is unchanged. */
typedef struct lcm_fixed {
    lcm_kind kind;
    int32_t number;
} lcm_fixed;

/* A range that must not distinguish numbers: either all or none of them are in it. */
typedef struct lcm_kind_range {
    lcm_kind kind;
    int32_t low, high;
} lcm_kind_range;

typedef struct lcm_kinds {
    lc_budget *budget;
    bool lost; /* memory ran out: nothing is known */
    LC_VEC(lcm_kind) above;
    LC_VEC(uint8_t) plain; /* of those that are their own */
    uint32_t names;        /* of the alphabet; kinds 0 to names * LCM_LABEL_MAX are those of their numbers */
    LC_VEC(lcm_fixed) fixed;
    LC_VEC(lcm_kind_range) ranges;
    lcm_kind object; /* the first variable of the object that is the specification; LCM_NO_KIND: there is none */
} lcm_kinds;

/* Of one system. */
typedef struct lcm_system_kinds {
    lcm_system *system;
    lcm_kind variable;          /* of the first; the rest follow */
    LC_VEC(lcm_kind) message;   /* of each channel: of its first value */
    LC_VEC(uint32_t) place;     /* of each slot: where its locations are in all that follows */
    LC_VEC(lcm_kind) registers; /* of each location: of its first register */
    LC_VEC(lcm_kind) literal;   /* of each word of code that is a number; LCM_NO_KIND */
} lcm_system_kinds;

void lcm_kinds_init(lcm_kinds *, uint32_t names, lc_budget *);
void lcm_kinds_free(lcm_kinds *);
lcm_kind lcm_kinds_add(lcm_kinds *, uint32_t count); /* so many new ones */
lcm_kind lcm_kind_of(const lcm_kinds *, lcm_kind);   /* the one that stands for it */
void lcm_kind_join(lcm_kinds *, lcm_kind, lcm_kind);
void lcm_kinds_settle(lcm_kinds *); /* nothing is joined any more */
void lcm_kind_spoil(lcm_kinds *, lcm_kind);
void lcm_kind_fix(lcm_kinds *, lcm_kind, int32_t number);
static inline lcm_kind lcm_label_kind(uint32_t name, uint32_t number) { return name * LCM_LABEL_MAX + number; }

/* A system, code and all: kinds_code.c. */
void lcm_kinds_system(lcm_kinds *, lcm_system_kinds *, lcm_system *);
/* Kinds from the text: kinds_model.c. */
void lcm_kinds_model(lcm_kinds *, const lcm_system_kinds *);
void lcm_system_kinds_free(lcm_system_kinds *, lc_budget *);
/* Of a field, where the slot whose register it may be is at this location; LCM_NO_KIND: it is no number. */
lcm_kind lcm_field_kind_at(const lcm_system_kinds *, uint32_t field, uint32_t location);
/* Where a location is among all. */
static inline uint32_t lcm_place_of(const lcm_system_kinds *k, uint32_t slot, uint32_t location) {
    return k->place.at[slot] + location;
}

/* The specification of an object, and the effects of its operations: kinds_object.c. */
struct lcm_linear;
void lcm_kinds_linear(lcm_kinds *, const struct lcm_linear *);

#endif
