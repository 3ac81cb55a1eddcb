/* Shared by the files of `lince formula`. */
#ifndef LC_CLI_FORMULA_H
#define LC_CLI_FORMULA_H

#include <lince/check.h>

#include "base/clock.h"
#include "cli/formula_options.h"
#include "counting/formula/evaluate.h"
#include "counting/formula/families.h"
#include "spec/specs.h"

/* A requested formula. */
typedef struct lc_asked {
    const char *name, *meaning; /* meaning NULL: the user knows */
    lc_scope scope;
    const lc_formula *formula;
} lc_asked;

typedef struct lc_formula_run {
    lc_formula_settings settings;
    const char *spec_text; /* NULL: histories name theirs */
    lince_specs *specs;
    uint32_t length;
    const volatile int *interrupt;
    char *own; /* the user's formula, or grammar */
    size_t own_length;
    const char *own_name; /* for messages: a file, "formula" or "grammar" */
} lc_formula_run;

/* The formulas to evaluate on an object; freed with the vector.  LINCE_BAD_INPUT: there are none, or one cannot be
 * made, with the reason in the error. */
typedef LC_VEC(lc_asked *) lc_all_asked;
lince_status lc_ask(lc_all_asked *, const lc_formula_run *, const lc_instance *, const lc_limits *, lc_budget *,
                    lince_error *);
void lc_all_asked_free(lc_all_asked *, lc_budget *);

/* Evaluates on all histories of a file and prints the results.  Returns the exit status. */
int lc_formula_check(const lc_formula_run *, const char *path);

#endif
