/* Atomic objects whose kernel, the set of their sequential histories, is a context-free language.
 *
 * After Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects", section 8: for such
 * an object and any length k there is an operation counting formula that is true of a history of length k or less iff
 * it is linearizable.  Theirs comes from Parikh's theorem; see kernel/counts.h for the constraints and kernel/derive.h
 * for how they become a formula.
 *
 * Kernels are written as grammars (kernel/grammar.h); some are built in.  Their alphabets are finite: an operation that
 * returned with a label that is not in the alphabet makes a history illegal, but a formula, which counts only what it
 * names, does not see it.  A pending operation of that kind never matters.
 */
#ifndef LC_LOGIC_KERNEL_H
#define LC_LOGIC_KERNEL_H

#include <lince/error.h>

#include "base/clock.h"
#include "logic/formula.h"

typedef struct lc_kernel lc_kernel;

/* A kernel from a grammar's text; `file` is for messages and may be NULL. */
lince_status lc_kernel_parse(lc_kernel **, const char *text, size_t size, const char *file, lince_error *);
/* One that is built in: `mutex`, `rwlock`, `semaphore:n=2`, `bounded-counter:max=2`. */
bool lc_kernel_is_builtin(const char *name); /* of that name, whatever its parameters */
lince_status lc_kernel_builtin(lc_kernel **, const char *name, lince_error *);
void lc_kernel_free(lc_kernel *);

/* The text of a built-in kernel's grammar, for people; the result of lc_kernel_builtin without the rest. */
lince_status lc_kernel_text(lince_text *, const char *name, lince_error *);
const char *lc_kernel_name(const lc_kernel *); /* "": none */
bool lc_kernel_is_prefix_closed(const lc_kernel *);

/* Labels are numbers: first those of operations that returned, then those of pending ones. */
#define LC_NO_LABEL UINT32_MAX
uint32_t lc_kernel_label_count(const lc_kernel *); /* of both */
/* `results` is NULL in a pending one's. */
lc_constant lc_kernel_label_at(const lc_kernel *, uint32_t label);
uint32_t lc_kernel_label(const lc_kernel *, const lc_constant *); /* LC_NO_LABEL: not in the alphabet */

/* The formula for histories up to the scope's length, with label constants and without quantifiers.  Needs a solver
 * (lc_solver_exists).  LINCE_BAD_INPUT: there is none; LINCE_STOPPED: it took too long or became too large; then
 * lc_kernel_allows still decides one history after the other. */
lince_status lc_kernel_formula(const lc_formula **, lc_scope *, const lc_kernel *, const lc_limits *, lince_error *);

/* So many operations with this label have the interval [from, to]; of pending ones `to` does not matter.  A label
 * LC_NO_LABEL is for operations that returned otherwise than the alphabet knows. */
typedef struct lc_kernel_count {
    uint32_t label, from, to;
    uint64_t count;
} lc_kernel_count;

typedef enum lc_kernel_verdict { LC_KERNEL_ALLOWS, LC_KERNEL_FORBIDS, LC_KERNEL_UNKNOWN } lc_kernel_verdict;

/* Does a history with these counts belong to the kernel?  By the solver, without deriving a formula. */
lc_kernel_verdict lc_kernel_solves(const lc_kernel *, const lc_kernel_count *, uint32_t count, uint32_t length,
                                   const lc_limits *);
/* The same by a search for a word, which needs no solver but time that grows fast with the number of operations. */
lc_kernel_verdict lc_kernel_searches(const lc_kernel *, const lc_kernel_count *, uint32_t count, uint32_t length,
                                     const lc_limits *);
/* By whatever is there. */
lc_kernel_verdict lc_kernel_allows(const lc_kernel *, const lc_kernel_count *, uint32_t count, uint32_t length,
                                   const lc_limits *);

#endif
