/* Atomic objects whose kernel, the set of their sequential histories, is a context-free language.
 *
 * After Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects", section 8: for such
 * an object and any length k there is an operation counting formula that is true of a history of length k or less iff
 * it is linearizable.  Theirs comes from Parikh's theorem; see counts.h for the constraints and derive.h
 * for how they become a formula.
 *
 * Kernels are written as grammars (grammar.h); some are built in.  Their alphabets are finite: an operation that
 * returned with a label that is not in the alphabet makes a history illegal, but a formula, which counts only the
 * labels that it names, does not detect it.  A pending operation of that kind never matters.
 */
#ifndef LC_COUNTING_GRAMMAR_KERNEL_H
#define LC_COUNTING_GRAMMAR_KERNEL_H

#include <lince/error.h>

#include "base/clock.h"
#include "counting/formula/formula.h"

typedef struct lc_kernel lc_kernel;

/* A kernel from a grammar's text; `file` is for messages and may be NULL. */
lince_status lc_kernel_parse(lc_kernel **, const char *text, size_t size, const char *file, lince_error *);
/* One that is built in: `mutex`, `rwlock`, `semaphore:n=2`, `bounded-counter:max=2`. */
bool lc_kernel_is_builtin(const char *name); /* of that name, with any parameters */
lince_status lc_kernel_builtin(lc_kernel **, const char *name, lince_error *);
void lc_kernel_free(lc_kernel *);

/* The text of a built-in kernel's grammar, for people; the result of lc_kernel_builtin without the rest. */
lince_status lc_kernel_text(lince_text *, const char *name, lince_error *);

/* The common properties of histories up to the scope's length that do not belong to the kernel: a disjunction, each
 * part of it a kind of violation, with label constants and without quantifiers.  Needs a solver (lc_solver_exists).
 * LINCE_BAD_INPUT: there is none; LINCE_STOPPED: it took too long or became too large. */
lince_status lc_kernel_violations(const lc_formula **, lc_scope *, const lc_kernel *, const lc_limits *, lince_error *);

#endif
