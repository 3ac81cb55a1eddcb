/* Formulas that hold for exactly the bad histories of a container, of length k and with distinct values.
 *
 * Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects", section 7.2, makes a
 * disjunction of all bad histories.  Here are two shorter ones, which also cover operations that found nothing, values
 * that stay, and operations that have not returned:
 *
 *   LC_BY_PATTERNS   a disjunction of all minimal ones (patterns.h), one after the other;
 *   LC_BY_STEPS      the same set folded together, as patterns.c ends: for some first and last step, each step in
 * between is in the cover of some value.  Its size is O(k^3), and quantifiers are nested twice at most.
 *
 * Both are sound for all histories: values that are added more than once are left out, and a value that a removal that
 * has not returned may have taken counts as taken.  Where it could have taken one of several values they are not
 * complete.
 */
#ifndef LC_COUNTING_PATTERNS_COMPLETE_H
#define LC_COUNTING_PATTERNS_COMPLETE_H

#include "counting/formula/families.h"
#include "counting/patterns/patterns.h"

typedef enum lc_complete_form { LC_BY_STEPS, LC_BY_PATTERNS } lc_complete_form;

/* For histories of the scope's length, which is LC_MOST_STEPS at most.  NULL: out of memory. */
const lc_formula *lc_complete_formula(lc_scope *, lc_container, lc_complete_form);

/* The same as a family; NULL: the object is none of these containers. */
const lc_family *lc_complete_family(const lc_instance *, lc_complete_form);

#endif
