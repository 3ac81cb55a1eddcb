/* The keys that specifications split their objects by. */
#ifndef LC_CHECKER_KEYS_H
#define LC_CHECKER_KEYS_H

#include "spec/specs.h"

/* One for each operation, LINCE_NO_VALUE where there is none; to be freed.  NULL: no operation has one. */
lince_value *lck_keys_of(const lince_history *, const lince_specs *given);

#endif
