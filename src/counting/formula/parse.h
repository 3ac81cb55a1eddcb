/* Formulas as text.
 *
 *     exists x, y. match(x, y) and before(y, x)        quantifiers reach as far as they can; also forall
 *     not, and, or, true, false                        in this order of precedence
 *     adds(x), same(x, y) ...                          the predicates of formula.h
 *     total(x, 0, k) + 3 * #(x, 0, 1) - 2 >= 1         also <= < = != >, and `2 divides ...`
 *     #(enq(1), 0, 0), #(deq() => 1, 0, k)             a label: returned nothing, returned 1
 *     #(deq() => pending, 0, k)                        has not returned; several results, `=> (1, 2)`
 *     total(adding(x), 0, k), removing(x), taking(x)   all labels of an element, see lc_group
 *     some i in 0..k-1. F, all i in ..., sum i in ...  spelled out here and now, because k is known
 *     let begun(x, i) = total(x, 0, k) - total(x, i + 1, k);
 *     // up to the end of the line
 *
 * k is the length.  Variables stand alone and labels have parentheses, so they cannot be confused; a method whose name
 * is not one, or is a word of this language, is written in quotes: `"push-front"(1)`.  Nothing lies inside an interval
 * that ends before it begins.
 */
#ifndef LC_COUNTING_FORMULA_PARSE_H
#define LC_COUNTING_FORMULA_PARSE_H

#include <lince/error.h>

#include "counting/formula/formula.h"

/* Makes the formula in `scope`, whose length is k.  Errors are about `file`, with line and column. */
lince_status lc_formula_parse(const lc_formula **, lc_scope *, const char *file, const char *text, size_t length,
                              lince_error *);

/* Is this a word of the language, and so not a name for a variable or, without quotes, a method? */
bool lc_formula_reserved(const char *name, size_t length);

/* The words before the bracket of counted groups, by lc_group; NULL for LC_ITSELF. */
extern const char *const lc_group_names[];

#endif
