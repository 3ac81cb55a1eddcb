/* Identical processes: one state for all that differ only in who is who.
 *
 * Paper: Liu, Chen, Liu, Sun, section 4.2; Emerson, Trefler: From asymmetry to full symmetry (CHARME 1999).  Some slots
 * of a system are alike if exchanging any two of them, together with the variables that belong to them and the number
 * that their events carry, changes nothing.  Of all the states that arise so only one is looked at: that in which their
 * parts are sorted.
 *
 * The events of processes tell who they are, so a specification must follow: a step carries a *turn*, the permutation
 * that sorted the state it leads to, and the specification's states are turned alike (lcm_lts.turn).  A run through
 * sorted states is turned back before it is told (lcm_symmetry_tell).
 */
#ifndef LC_MODEL_SYMMETRY_H
#define LC_MODEL_SYMMETRY_H

#include "model/finding.h"
#include "model/system_parts.h"

#define LCM_ALIKE_MAX 6 /* processes: 720 permutations */

/* Does the first number of an event say which of the processes it is? */
enum { LCM_NAMES_NOBODY, LCM_NAMES_NO_PROCESS, LCM_NAMES_PROCESS };

typedef struct lcm_symmetry {
    lcm_lts lts; /* first: the sorted view */
    lcm_system *system;
    uint32_t count, each; /* processes that are alike, fields of each */
    uint32_t slots[LCM_ALIKE_MAX];
    bool numbered; /* some of their events carry these numbers first: those whose names have LCM_NAMES_PROCESS */
    int32_t numbers[LCM_ALIKE_MAX];
    uint8_t *names; /* for each name of the alphabet */
    uint32_t name_count;
    uint32_t *fields; /* count x each: fields[i * each + k] are exchanged with each other */
    uint32_t turns;
    uint8_t (*turn)[LCM_ALIKE_MAX]; /* turn t takes what process i has to process turn[t][i]; 0 is the identity */
} lcm_symmetry;

/* NULL: no two processes are alike, or memory is out.  A specification can only follow where the events carry numbers,
 * or where there is none. */
lcm_symmetry *lcm_symmetry_find(lcm_system *, lc_budget *);
void lcm_symmetry_free(lcm_symmetry *, lc_budget *);

/* What a label becomes; LCM_NO_LABEL: out of memory. */
lcm_label lcm_symmetry_label(const lcm_symmetry *, uint32_t turn, lcm_label);

/* What was found in the sorted view becomes what there is to say of the system itself. */
void lcm_symmetry_tell(const lcm_symmetry *, lcm_finding *);

/* Between symmetry.c and alike.c. */
bool lcm_find_alike(lcm_symmetry *, const int32_t *first, uint32_t *room);

#endif
