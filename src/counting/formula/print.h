/* Formulas as text that reads back as the same formula (parse.h). */
#ifndef LC_COUNTING_FORMULA_PRINT_H
#define LC_COUNTING_FORMULA_PRINT_H

#include "counting/formula/formula.h"

/* Broken into lines of about `width` columns, each after the first indented by `indent` or more; no line break at the
 * end.  Width 0: everything in one line. */
void lc_formula_print(lince_text *, const lc_scope *, const lc_formula *, unsigned width, unsigned indent);

/* A label: `deq() => 1`. */
void lc_constant_print(lince_text *, const lc_constant *);

#endif
