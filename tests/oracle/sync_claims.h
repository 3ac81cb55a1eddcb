/* Is what Lince says about a verdict on synchronisation objects true? */
#ifndef LC_TESTS_ORACLE_SYNC_CLAIMS_H
#define LC_TESTS_ORACLE_SYNC_CLAIMS_H

#include "subject.h"
#include "sync.h"

/* NULL, or what is wrong. */
const char *sync_claims_fault(const history *, bool progress, const lince_result *);

#endif
