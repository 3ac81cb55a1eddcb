/* The split of an operation's raw payloads by its row of the table. */
#ifndef LC_SPEC_PAYLOAD_H
#define LC_SPEC_PAYLOAD_H

#include "history/history.h"
#include "spec/spec.h"

typedef struct lc_payload_parts {
    lince_value at[LINCE_ARGS_MAX > LINCE_RESULTS_MAX ? LINCE_ARGS_MAX : LINCE_RESULTS_MAX];
    size_t count; /* may exceed the room of `at`: then it is too large for any method */
} lc_payload_parts;

static inline bool lc_takes(const lince_method *m, size_t count) {
    return count >= m->args_min && count <= m->args_max;
}

/* The arguments of an operation, and the results of one that returned; `known` turns false where the history does not
 * contain them.  The error of LINCE_BAD_INPUT contains the expected number. */
lince_status lc_split_args(const lince_history *, const lc_op *, const lince_method *, lc_payload_parts *args,
                           lince_error *);
lince_status lc_split_results(const lince_history *, const lc_op *, const lince_method *, const lc_payload_parts *args,
                              lc_payload_parts *results, bool *known, lince_error *);

/* Does a `fail` of this operation mean that it returned false, as it does for these methods? */
bool lc_fail_returns(const lince_history *, const lc_op *, const lince_method *, const char *const *methods,
                     size_t count);

/* Refusals: the object has no specification, or its specification has no such operation. */
lince_status lc_no_spec(const lince_history *, const lc_op *, lince_error *);
lince_status lc_no_such_method(const lince_history *, const lc_op *, const lince_spec *, lince_error *);

#endif
