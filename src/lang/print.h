/* Shared by the files of the printer. */
#ifndef LC_LANG_PRINT_H
#define LC_LANG_PRINT_H

#include "lang/lang.h"

typedef struct lcm_printer {
    lince_text *to;
    const lcm_model *model;
    const lcm_definition *definition; /* whose slots these are; NULL: none */
    const lcm_together *together; /* the operations among which a `return` gives the position; NULL: one operation */
} lcm_printer;

void lcm_print_expr(const lcm_printer *, const lcm_expr *, unsigned binds); /* in parentheses if it binds less */
void lcm_print_exprs(const lcm_printer *, uint32_t count, lcm_expr *const *, const char *between);
void lcm_print_block(const lcm_printer *, const lcm_statement *);
void lcm_print_event(const lcm_printer *, const lcm_event *);
void lcm_print_slot(const lcm_printer *, uint32_t slot);
void lcm_print_indices(const lcm_printer *, uint32_t count, const lcm_index *);
void lcm_print_process(const lcm_printer *, const lcm_process *, unsigned level); /* the same */

#endif
