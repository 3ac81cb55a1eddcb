/* Binary operators: how they are written and how tightly they bind.  For the parser and the printer. */
#ifndef LC_LANG_OPERATORS_H
#define LC_LANG_OPERATORS_H

#include "lang/syntax.h"

enum { LCM_BINDS_LOOSEST = 1, LCM_BINDS_COMPARISON = 3, LCM_BINDS_ADDITIVE = 9, LCM_BINDS_UNARY = 11 };

typedef struct lcm_operator_row {
    const char *text; /* NULL ends the table */
    lcm_operator op;
    unsigned binds;
} lcm_operator_row;

extern const lcm_operator_row lcm_operator_rows[];

/* Functions of sequences, of objects only. */
typedef struct lcm_function_row {
    const char *name; /* NULL ends the table */
    lcm_operator op;
    uint32_t arity;
} lcm_function_row;

extern const lcm_function_row lcm_function_rows[];

/* Queries of channels, `call(cfull, c)`. */
typedef struct lcm_question_row {
    const char *name;
    lcm_operator op;
} lcm_question_row;

extern const lcm_question_row lcm_question_rows[];

#endif
