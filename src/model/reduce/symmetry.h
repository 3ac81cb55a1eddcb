/* Identical processes and interchangeable values: one state for all that differ only in the identities of processes and
 * values.
 *
 * Paper: Liu, Chen, Liu, Sun, section 4.2; Emerson, Trefler: From asymmetry to full symmetry (CHARME 1999).  Some slots
 * of a system are alike if exchanging any two of them, together with the variables that belong to them and the number
 * that their events carry, changes nothing.  Of all the states that arise so only one is looked at: that in which their
 * parts are sorted.  values.h does the same for values.  Both at once: first the values that are not held by these
 * processes are named; the processes are sorted by the names so far; and the remaining values are named in the order of
 * the processes.  Any representative of these states would be correct; this choice only gains more.
 *
 * Events contain process numbers and values, so a specification must follow: a step carries a *turn*, the permutations
 * that were applied to the state it leads to, and the specification's states are turned alike (lcm_lts.turn).  A run
 * through sorted states is turned back before it is reported (lcm_symmetry_reconstruct).
 */
#ifndef LC_MODEL_REDUCE_SYMMETRY_H
#define LC_MODEL_REDUCE_SYMMETRY_H

#include "model/compile/system_parts.h"
#include "model/finding.h"
#include "model/reduce/values.h"

#define LCM_ALIKE_MAX LCM_PERMUTED_MAX

/* Is the first number of an event the number of a process? */
enum { LCM_NAMES_NOBODY, LCM_NAMES_NO_PROCESS, LCM_NAMES_PROCESS };

typedef struct lcm_symmetry_wish {
    lcm_system *system;
    bool traces;               /* its events matter: one of these, which follows it, */
    lcm_system *specification; /* or NULL */
    struct lcm_linear *linear; /* likewise */
    bool no_processes, no_values;
} lcm_symmetry_wish;

typedef struct lcm_symmetry {
    lcm_lts lts; /* first: the sorted view */
    lcm_system *system;
    uint32_t count, each; /* processes that are alike (0: none are), fields of each */
    uint32_t slots[LCM_ALIKE_MAX];
    bool numbered; /* some of their events carry these numbers first: those whose names have LCM_NAMES_PROCESS */
    int32_t numbers[LCM_ALIKE_MAX];
    uint8_t *names; /* for each name of the alphabet */
    uint32_t name_count;
    uint32_t *fields;               /* count x each: fields[i * each + k] are exchanged with each other */
    uint32_t turns;                 /* of processes */
    uint8_t (*turn)[LCM_ALIKE_MAX]; /* turn t maps process i to process turn[t][i]; 0 is the identity */
    lcm_values *values; /* NULL: none can be exchanged.  Turn t of them and turn p of processes are p + turns * t */
    LC_VEC(uint32_t) shared; /* fields that may hold values and belong to none of the processes */
    lcm_system *specification;
    struct lcm_linear *linear;
} lcm_symmetry;

/* NULL: no two processes are alike and no two values, or memory is out.  As long as there is one the specification
 * follows its turns.  A specification can only follow processes that are numbered, and only a linearizable one does. */
lcm_symmetry *lcm_symmetry_find(const lcm_symmetry_wish *, lc_budget *);
void lcm_symmetry_free(lcm_symmetry *, lc_budget *);

/* The image of a label; LCM_NO_LABEL: out of memory. */
lcm_label lcm_symmetry_label(const lcm_symmetry *, uint32_t turn, lcm_label);
/* The image of a value that a variable of the object holds. */
lince_value lcm_symmetry_value(const lcm_symmetry *, uint32_t turn, uint32_t variable, lince_values *, lince_value);

/* Translates a finding in the sorted view into one of the system itself.  False: a step of the specification fails, and
 * the path to it is only reported without symmetry. */
bool lcm_symmetry_reconstruct(const lcm_symmetry *, lcm_finding *);

/* Between symmetry.c and alike.c. */
bool lcm_find_alike(lcm_symmetry *, const int32_t *first, uint32_t *room);

/* Turning a run back: symmetry_reconstruct.c. */
bool lcm_symmetry_rearrange(const lcm_symmetry *, const uint32_t *from, const uint8_t *p, uint32_t *to, uint32_t *field,
                            int32_t *value);
lcm_label lcm_symmetry_relabel(const lcm_symmetry *, lcm_label, const uint8_t *p);

#endif
