/* Quasi factors: by how many places operations may be moved (definition 3 of Zhang, Chattopadhyay and Wang's "Round-Up:
 * runtime checking quasi linearizability of concurrent data structures").
 *
 * A factor belongs to a set of methods and bounds how far each of their operations may be from its place, counted among
 * the operations of that set alone.  Methods in no set may be anywhere.  Sets may overlap.
 */
#ifndef LC_CHECK_QUASI_FACTORS_H
#define LC_CHECK_QUASI_FACTORS_H

#include <lince/error.h>

#include "base/text.h"
#include "history/history.h"
#include "spec/spec.h"

#define LC_FACTOR_SETS    8
#define LC_FACTOR_MOST    1000000000u /* no history is as long as that */
#define LC_NOTHING_SOUGHT UINT32_MAX

typedef struct lc_factor {
    const char *names; /* `deq` or `enq,deq`, of `length`; NULL: all methods */
    size_t length;
    uint32_t most;
} lc_factor;

typedef struct lc_factors {
    lc_factor at[LC_FACTOR_SETS];
    uint32_t count;
    uint32_t sought;                /* the set whose smallest factor is sought, or LC_NOTHING_SOUGHT */
    const lince_spec *const *specs; /* of all objects that it is about; see lc_factors_of */
    size_t spec_count;
} lc_factors;

/* `2`, `deq=2,enq=0`, `{enq,deq}=3,size=0`, `min`, `min(deq)`, `enq=0,deq=min`.  It points into the text. */
lince_status lc_factors_parse(lc_factors *, const char *text, lince_error *);

/* The sets that a row of this table belongs to, a bit each.  A name that is only an alias here has no meaning if
 * another object has an operation of that name: `pop` of a stack has nothing to do with a queue beside it. */
uint32_t lc_factors_of(const lc_factors *, const lince_spec *, uint32_t row);
/* A name that is in none of these tables; its length is 0 if there is no such name. */
lc_span lc_factors_unknown(const lc_factors *, const lince_spec *const *, size_t count);

/* `2`, or `deq=2,enq=0`, with another factor for the set that is sought (LC_FACTOR_MOST: `min`). */
void lc_factors_print(lince_text *, const lc_factors *, uint32_t sought);

#endif
