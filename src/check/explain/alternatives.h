/* The results that an operation could have returned instead. */
#ifndef LC_CHECK_EXPLAIN_ALTERNATIVES_H
#define LC_CHECK_EXPLAIN_ALTERNATIVES_H

#include "check/explain/minimize.h"
#include "check/search/linearize.h"

/* Different results, of which there are not too many. */
typedef struct lc_alternatives_list {
    const lince_values *from; /* where the results' values come from */
    lince_values *values;     /* where they are kept */
    LC_VEC(lince_results) all;
    bool too_many;
} lc_alternatives_list;

/* Adds one to a list, which is given as `void *` because specifications report results so. */
void lc_alternatives_note(void *list, const lince_results *);
/* `1, 2 or EMPTY`, ordered; NULL: there are none.  To be freed. */
char *lc_alternatives_words(lc_alternatives_list *);

/* Another part that must hold with the result as well. */
typedef struct lc_also {
    lc_decide *decide;
    void *context;
    const lc_part *part;
} lc_also;

/* The results of a completed operation with which its (violated) part would hold, as text: `1, 2 or EMPTY`.  NULL:
 * there are none or, if `known` is false, a limit was reached before they were found.  `also` may be NULL.  To be
 * freed. */
char *lc_alternatives(lc_search *, const lc_part *, uint32_t op, const lc_also *also, bool *known);

#endif
