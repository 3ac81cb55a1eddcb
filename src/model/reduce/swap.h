/* Does it make no difference to a system if two numbers of a kind change places?
 *
 * A process that is written for each value of an index, `[]v:{1..3}@P(v)`, is compiled for each of them: its numbers
 * stand in the code, and it has locations of its own.  So an exchange of numbers takes locations to locations as well.
 * The mapping is guessed: locations are distinguished by the actions possible there, and after that, once as it is
 * written and once with the numbers exchanged (partition refinement, by hashes).  Then it is proved, word by word.
 *
 * *Why it makes no difference.*  Let h exchange a and b in all fields of the kind, and take each location to its
 * partner.  Every action of a location has one at its partner whose code is the same but for a and b where they are of
 * the kind, and for partners where it sets locations.  Run both, one from a state s and one from h(s).  By induction
 * over the instructions the contents of the stacks differ by h just where they are of the kind, for a kind that is not
 * plain is only copied and compared for equality, and h is one to one.  So both are possible or none, they lead to
 * states s' and h(s'), and their labels differ just in numbers that are of the kind.  The first state is its own
 * partner, and so is every condition and every set of events.  So h is an automorphism: also of the reduced system when
 * orders of steps are left out, for partners are both ample or both not.
 */
#ifndef LC_MODEL_REDUCE_SWAP_H
#define LC_MODEL_REDUCE_SWAP_H

#include "model/compile/kinds.h"

typedef struct lcm_swap {
    const lcm_kinds *kinds;
    const lcm_system_kinds *sk;
    lcm_kind kind; /* that stands for itself */
    int32_t a, b;
} lcm_swap;

static inline int32_t lcm_swapped(const lcm_swap *x, int32_t n) { return n == x->a ? x->b : n == x->b ? x->a : n; }

/* Data shared by all exchanges in a system: the hashes of its locations. */
typedef struct lcm_swap_marks {
    LC_VEC(uint64_t) marks;
    uint32_t rounds;
} lcm_swap_marks;
bool lcm_swap_mark(lcm_swap_marks *, const lcm_system_kinds *, lc_budget *); /* false: memory is out */

/* `partner` is filled in for all locations, by lcm_place_of.  `first` are the fields of the first state.  False: it
 * makes a difference, for all that can be seen here, or memory is out. */
bool lcm_swap_find(const lcm_swap *, const lcm_swap_marks *, const int32_t *first, uint32_t *partner);

#endif
