/* What Lince says about quasi linearizability besides the verdict. */
#ifndef LC_TESTS_ORACLE_QUASI_CLAIMS_H
#define LC_TESTS_ORACLE_QUASI_CLAIMS_H

#include <lince/lince.h>

#include "quasi.h"

/* Are the witness and the places in it, or the conflict, the reason and what would be enough, what they should be?
 * NULL, or what is wrong.  `thorough`: it had all the time it wanted, so it must know what is enough. */
const char *quasi_claims_fault(const history *, const quasi_factors *, bool thorough, const lince_result *);

#endif
