/* A grammar whose letters carry steps.
 *
 * A history of length k puts its operations into the steps 0 to k.  Of a word of the kernel only the step of each of
 * its letters matters, and steps only grow along the word.  So the grammar is intersected with the automaton that
 * numbers the steps: a node is a symbol with the range of steps its letters may have, and each rule of the grammar
 * becomes one for each way to divide the range among its symbols.
 *
 * How many letters of each kind a word has in each step, and nothing else about it, follows from how often each rule is
 * used (Verma, Seidl and Schwentick's "On the complexity of equational Horn clauses", 2005).  Numbers of uses come from
 * a derivation iff each node is produced as often as it is consumed, the first one once more, and every node that is
 * consumed can be reached from the first by rules that are used.
 *
 * The last condition causes many cases.  It is void where a node can be visited for nothing: if some node that is
 * visited anyway can be derived from itself, by rules without letters, in a way that visits the other one.
 */
#ifndef LC_COUNTING_GRAMMAR_STEPS_H
#define LC_COUNTING_GRAMMAR_STEPS_H

#include "counting/grammar/grammar.h"

typedef struct lc_step_letter {
    uint32_t letter, step;
} lc_step_letter;

typedef struct lc_step_rule {
    uint32_t left;
    uint32_t node_count, letter_count;
    const uint32_t *nodes;
    const lc_step_letter *letters;
} lc_step_rule;

typedef struct lc_steps {
    lc_budget *budget;
    lc_arena arena;
    uint32_t length;
    uint32_t node_count; /* the first is 0 */
    LC_VEC(lc_step_rule) rules;
    uint64_t *leads;  /* a matrix of bits: from the one comes the other and nothing else, perhaps */
    uint64_t *erased; /* a set: derives the empty word */
} lc_steps;

enum { LC_MOST_NODES = 600, LC_MOST_STEP_RULES = 20000 };

/* False: out of memory, or, without a mark on the budget, too large.  Afterwards it is to be freed in any case. */
bool lc_steps_make(lc_steps *, const lc_grammar *, uint32_t length, lc_budget *);
void lc_steps_free(lc_steps *);

/* Adds to these nodes all that can be visited for nothing when these are. */
void lc_steps_visit(const lc_steps *, bool *visited);

#endif
