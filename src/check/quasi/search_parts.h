/* Shared by the files of the search. */
#ifndef LC_CHECK_QUASI_SEARCH_PARTS_H
#define LC_CHECK_QUASI_SEARCH_PARTS_H

#include "check/quasi/search.h"

enum { LC_QUASI_LEGAL = LC_FACTOR_SETS }; /* the `set` of a frame that extends the legal order */

/* Is this configuration new? */
bool lc_quasi_visit(lc_quasi_search *, uint32_t state);

/* Makes a frame for the next question: for the real order, from this set on, or for the legal order.  False: there is
 * no answer to it, or memory is out. */
bool lc_quasi_query(lc_quasi_search *, uint32_t state, uint32_t set);
/* Has a restless search left an operation behind? */
bool lc_quasi_has_gone_astray(const lc_quasi_search *);

/* Searches from all initial states, guided and with the factors of the orders.  Restlessly it may give up: LC_HALTED,
 * for lack of allowance, though there is some left. */
lc_outcome lc_quasi_explore(lc_quasi_search *, bool restless);

#endif
