/* A formula as an expression of C over an array of counters, quantifiers spelled out over all labels there are. */
#ifndef LC_EMIT_EXPRESSION_H
#define LC_EMIT_EXPRESSION_H

#include "base/intern.h"
#include "emit/labels.h"

/* Counters are written PREFIX_N(LABEL, from, to).  Sums of them are written s0, s1, ...: their numbers in `sums`, where
 * their texts are.  False: the formula names a label the object does not have, and `unknown` is that constant; or the
 * expression would be longer than `limit` characters, and it is NULL. */
bool lc_expression_print(lince_text *, lc_intern *sums, const lc_emit_labels *, const char *prefix, const lc_scope *,
                         const lc_formula *, size_t limit, const lc_constant **unknown);

#endif
