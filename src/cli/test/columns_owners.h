/* Which operations of a history the steps of its execution belong to. */
#ifndef LC_CLI_TEST_COLUMNS_OWNERS_H
#define LC_CLI_TEST_COLUMNS_OWNERS_H

#include "cli/test/columns.h"
#include "history/history.h"

typedef struct lc_step_owners lc_step_owners;

lc_step_owners *lc_step_owners_new(const lince_history *); /* the history may be NULL; NULL: out of memory */
void lc_step_owners_free(lc_step_owners *);
/* To be asked once for each step, in their order.  LC_NEVER: it is none's, or not known. */
uint32_t lc_step_owner(lc_step_owners *, const lc_trace_step *);

#endif
