/* Is what Lince says about a verdict on synchronization objects true? */
#ifndef LC_TESTS_ORACLE_SYNC_CLAIMS_H
#define LC_TESTS_ORACLE_SYNC_CLAIMS_H

#include "subject.h"
#include "sync.h"

/* The specifications of a scenario; NULL with the reason on standard error if Lince refuses. */
lince_specs *sync_lince_specs(const scenario *);

/* NULL, or what is wrong. */
const char *sync_claims_fault(const history *, bool progress, const lince_result *);

#endif
