/* A few operations that are not quasi linearizable already. */
#ifndef LC_CHECK_QUASI_EXCERPT_H
#define LC_CHECK_QUASI_EXCERPT_H

#include "check/quasi/search.h"

/* Looks for them around a place in the legal order that the search could not get beyond.  True: there are some, so the
 * whole is not quasi linearizable either; they are in `excerpt`. */
bool lc_quasi_refute(lc_quasi_search *, const lc_factors *, uint32_t sought, uint32_t around);
/* The same where it is plain that the whole is not. */
void lc_quasi_show_clash(lc_quasi_search *, const lc_factors *, uint32_t sought);

#endif
