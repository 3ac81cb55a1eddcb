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
typedef struct lcc_query {
    const char *name, *meaning; /* meaning NULL: the user knows */
    lc_scope scope;
    const lc_formula *formula;
} lcc_query;

typedef struct lcc_formula_run {
    lcc_formula_settings settings;
    const char *spec_text; /* NULL: histories name theirs */
    lince_specs *specs;
    uint32_t length;
    const volatile int *interrupt;
    char *own; /* the user's formula, or grammar */
    size_t own_length;
    const char *own_name; /* for messages: a file, "formula" or "grammar" */
} lcc_formula_run;

/* The formulas to evaluate on an object; freed with the vector.  LINCE_BAD_INPUT: there are none, or one cannot be
 * made, with the reason in the error. */
typedef LC_VEC(lcc_query *) lcc_queries;
lince_status lcc_queries_add(lcc_queries *, const lcc_formula_run *, const lc_instance *, const lc_limits *,
                             lc_budget *, lince_error *);
void lcc_queries_free(lcc_queries *, lc_budget *);

/* Evaluates on all histories of a file and prints the results.  Returns the exit status. */
int lcc_formula_check(const lcc_formula_run *, const char *path);

#endif
