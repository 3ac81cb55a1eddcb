/* Asking Lince, through its public interface, about a history of the oracle. */
#ifndef LC_TESTS_ORACLE_SUBJECT_H
#define LC_TESTS_ORACLE_SUBJECT_H

#include <lince/lince.h>

#include "generate.h"

/* Both NULL with the reason on standard error if Lince refuses; to be freed by the caller. */
lince_specs *oracle_lince_specs(const scenario *);
/* The same with the initial value as a parameter. */
lince_specs *oracle_lince_specs_init(const scenario *);
lince_history *oracle_lince_history(const history *);
/* The same by way of a file with one operation a line, which has times. */
lince_history *oracle_lince_timed(const history *);
void oracle_print_timed(FILE *, const history *);
lince_value oracle_lince_value(lince_values *, value);
/* One event; the names of the threads begin with `group`. */
lince_status oracle_feed(lince_history *, const history *, const event *, const char *group, lince_error *);

/* Are the witness, or the violation's conflict, prefix and alternatives what they should be?  NULL, or what is wrong.
 */
const char *oracle_explanation_fault(const history *, criterion, const lince_result *);

#endif
