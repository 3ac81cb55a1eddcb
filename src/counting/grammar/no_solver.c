/* Stands in for z3.c where Z3 is not installed. */
#include "counting/grammar/solver.h"

bool lc_solver_exists(void) { return false; }
lc_solver *lc_solver_new(uint32_t variables, const lc_limits *limits) { return (void)variables, (void)limits, NULL; }
void lc_solver_free(lc_solver *s) { (void)s; }
void lc_solver_add(lc_solver *s, const lc_literal *literals, uint32_t count) { (void)s, (void)literals, (void)count; }
uint32_t lc_solver_name(lc_solver *s, lc_literal literal) { return (void)s, (void)literal, 0; }
lc_reply lc_solver_check(lc_solver *s, const uint32_t *assumed, uint32_t count) {
    return (void)s, (void)assumed, (void)count, LC_DONT_KNOW;
}
int64_t lc_solver_value(const lc_solver *s, uint32_t variable) { return (void)s, (void)variable, 0; }
bool lc_solver_blamed(const lc_solver *s, uint32_t name) { return (void)s, (void)name, true; }
