/* Interchangeable values: one state for all that differ only in which value is which.
 *
 * Paper: Ip, Dill: Better verification through symmetry (Formal Methods in System Design, 1996); Lazic, Roscoe: data
 * independence.  `[]v:{1..3}@push.v -> ...` draws values that are only stored, copied, compared and returned.  Then any
 * permutation of them takes runs to runs (proof in swap.h), of the specification as well as of the implementation, so
 * one of them represents all.  Of all states that arise so only one is visited: that in which the values are numbered
 * in the order in which they are met in the fields.
 *
 * Values form *groups*: those of one kind (kinds.h) any two of which can be exchanged.  A *turn* is a permutation of
 * each group.  A step carries the turn that was applied to the state it leads to, as in symmetry.h, and the
 * specification is turned alike: also where a value is held only by the specification, for a turn is a permutation of
 * the whole group.
 *
 * Exchangeable numbers are not declared but found, in three steps: the kinds of everything that holds numbers; for two
 * numbers that are written in the code, as often one as the other, the proof that exchanging them makes no difference;
 * and the tables of the effect of permutations on locations, for a location may represent a value.
 */
#ifndef LC_MODEL_REDUCE_VALUES_H
#define LC_MODEL_REDUCE_VALUES_H

#include <lince/value.h>

#include "model/compile/kinds.h"
#include "model/reduce/permute.h"

enum { LCM_VALUE_GROUPS_MAX = 4, LCM_VALUE_SYSTEMS_MAX = 2 };
#define LCM_NO_GROUP UINT8_MAX
#define LCM_UNNAMED  UINT8_MAX

typedef struct lcm_value_group {
    lcm_kind kind;
    uint32_t count;
    int32_t at[LCM_PERMUTED_MAX];
    uint32_t turns; /* count! */
    uint32_t step;  /* in the number of a turn of all groups */
    uint8_t turn[720][LCM_PERMUTED_MAX];
    uint32_t *where[LCM_VALUE_SYSTEMS_MAX]; /* for each turn, for each location of a system: the location it becomes */
    /* For each location the numbers of the values it stands for, LCM_UNNAMED behind the last. */
    uint8_t (*held[LCM_VALUE_SYSTEMS_MAX])[LCM_PERMUTED_MAX + 1];
} lcm_value_group;

/* A field that holds values of a group wherever its slot is. */
typedef struct lcm_value_field {
    uint32_t field;
    uint8_t group;
} lcm_value_field;

typedef struct lcm_value_system {
    lcm_system_kinds kinds;
    LC_VEC(uint8_t) group;          /* of each kind of the system's own, from that of its first variable on */
    LC_VEC(lcm_value_field) fields; /* of variables and channels */
    LC_VEC(uint32_t) sets;          /* the first fields of sets of values, whose elements stay in ascending order */
    LC_VEC(uint32_t) orbit;         /* of each location: the smallest it can become */
} lcm_value_system;

typedef struct lcm_values {
    lc_budget *budget;
    lcm_alphabet *alphabet;
    lcm_kinds kinds;
    uint32_t system_count;
    lcm_value_system systems[LCM_VALUE_SYSTEMS_MAX]; /* implementation, specification */
    uint32_t group_count;
    lcm_value_group *groups[LCM_VALUE_GROUPS_MAX];
    uint32_t turns;
} lcm_values;

/* NULL: no two values can be exchanged, or memory is out.  The specification is another system, or an object, or there
 * is none.  Fields of both get room for all values of a group. */
struct lcm_linear;
lcm_values *lcm_values_find(lcm_system *, lcm_system *specification, const struct lcm_linear *, lc_budget *);
void lcm_values_free(lcm_values *);
uint32_t lcm_values_merged(const lcm_values *); /* number of values that can be exchanged with other values */

/* Their use in the implementation.  The first group of this kind, or LCM_NO_GROUP. */
uint8_t lcm_values_group(const lcm_values *, lcm_kind);
bool lcm_values_may_hold(const lcm_values *, uint32_t field);
bool lcm_values_same_slots(const lcm_values *, uint32_t slot, uint32_t other);

/* Between values.c and values_groups.c. */
static inline uint32_t lcm_values_places(const lcm_values *v, uint32_t system) {
    return v->systems[system].kinds.registers.count;
}
bool lcm_values_find_groups(lcm_values *); /* false: memory is out */
void lcm_values_free_group(lcm_values *, lcm_value_group *);

/* ---- turning: values_turn.c ---- */

void lcm_values_state(const lcm_values *, uint32_t system, uint32_t turn, uint32_t *state);
lcm_label lcm_values_label(const lcm_values *, uint32_t turn, lcm_label); /* LCM_NO_LABEL: memory is out */
/* A value that a variable of the object holds. */
lince_value lcm_values_value(const lcm_values *, uint32_t turn, uint32_t variable, lince_values *, lince_value);
uint32_t lcm_values_back(const lcm_values *, uint32_t turn);                   /* undoes it */
uint32_t lcm_values_then(const lcm_values *, uint32_t turn, uint32_t another); /* both, one after the other */

/* ---- naming: values get the numbers 0, 1, ... of their group as they are met ---- */

typedef struct lcm_naming {
    uint8_t name[LCM_VALUE_GROUPS_MAX][LCM_PERMUTED_MAX];
    uint8_t used[LCM_VALUE_GROUPS_MAX];
} lcm_naming;

void lcm_naming_init(lcm_naming *);
void lcm_naming_meet(const lcm_values *, lcm_naming *, const uint32_t *state, uint32_t field);
/* Of two fields of one state that may change places: which comes first, as far as the names determine? */
int lcm_naming_compare(const lcm_values *, const lcm_naming *, const uint32_t *state, uint32_t field, uint32_t other);
uint32_t lcm_naming_turn(const lcm_values *, lcm_naming *);

#endif
