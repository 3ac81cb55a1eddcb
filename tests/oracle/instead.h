/* Is it true what operations could have returned instead? */
#ifndef LC_TESTS_ORACLE_INSTEAD_H
#define LC_TESTS_ORACLE_INSTEAD_H

#include "coherent.h"

/* Each result listed for an operation of the conflict, put in place of its own, must make the failing prefix of the
 * object (and key) that is blamed correct, or the conflict where the explanation is about that alone (`apart`); and no
 * result that is not listed may do so.  Without a failing prefix the whole history counts.  `sharper`: the criterion
 * sees more of a shorter history.  NULL, or the first fault found. */
const char *oracle_instead_fault(const history *, const lc_violation *, oracle_criterion *, const void *context,
                                 bool sharper);

/* The next value of `0, 2 or 4`; false at the end, and at words that are no plain value. */
bool oracle_next_alternative(const char **text, value *);

/* The operations of the object (and key) that is blamed, up to the end of the failing prefix; if the criterion is
 * `sharper`, all operations, as it is evaluated after every return, and those that failed were open at earlier ones.
 * `number[i]` is the new number of operation i. */
history oracle_blamed_prefix(const history *, const lc_violation *, bool sharper, int *number);

#endif
