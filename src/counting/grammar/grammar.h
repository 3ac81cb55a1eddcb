/* Context-free grammars of kernels: the sequential histories of an atomic object as words over operation labels.
 *
 *     # a lock
 *     mutex: Free   -> Free Free | Take Held unlock() | ;
 *            Take   -> lock() | trylock() => true ;
 *            Held   -> Held trylock() => false | ;
 *
 * The name at the beginning is for readers and may be left out.  The first rule's symbol is where derivations begin.
 * Symbols that are followed by parentheses are operations, with arguments and, behind =>, results, several of them in
 * parentheses; all remaining ones must have a rule.  Rules end with a semicolon, alternatives are separated by bars,
 * and an alternative may be empty.
 *
 * A sequential object that can do a word can do its prefixes, so the kernel is the set of all prefixes of the words
 * that the grammar derives, unless `exactly` stands behind the name: `counter exactly: ...`.
 */
#ifndef LC_COUNTING_GRAMMAR_GRAMMAR_H
#define LC_COUNTING_GRAMMAR_GRAMMAR_H

#include <lince/error.h>

#include "counting/formula/formula.h"

/* Operations with labels that may stand for each other everywhere are one letter. */
typedef struct lc_symbol {
    bool letter;
    uint32_t number;
} lc_symbol;

typedef struct lc_rule {
    uint32_t left;
    uint32_t count;
    const lc_symbol *right;
} lc_rule;

typedef struct lc_grammar {
    lc_budget *budget;
    lc_arena arena;
    bool exactly;
    LC_VEC(lc_constant) labels;
    LC_VEC(uint32_t) letters;   /* of each label */
    LC_VEC(const char *) names; /* of the symbols that have rules */
    LC_VEC(lc_rule) rules;
    uint32_t letter_count;
    uint32_t start;
    unsigned long line; /* where its rules begin */
} lc_grammar;

/* Limits of a kernel's grammar; far more than derivations can handle. */
enum { LC_MOST_LABELS = 64, LC_MOST_RULES = 500, LC_MOST_RIGHT = 64 };

/* Reads a grammar; `file` is for messages and may be NULL.  Afterwards it is to be freed, also on failure. */
lince_status lc_grammar_parse(lc_grammar *, const char *text, size_t size, const char *file, lc_budget *,
                              lince_error *);
void lc_grammar_free(lc_grammar *);

/* Building blocks: NULL or false when memory is out. */
bool lc_grammar_add(lc_grammar *, uint32_t left, const lc_symbol *right, uint32_t count); /* each rule once */
uint32_t lc_grammar_symbol(lc_grammar *, const char *name); /* a new one; UINT32_MAX: out of memory */

/* Makes it fit for use: prefixes, letters, without rules that lead nowhere, recursion at the ends written as
 * repetition.  `file` is for messages.  Fails if it derives no word at all. */
lince_status lc_grammar_prepare(lc_grammar *, const char *file, lince_error *);

/* Its part in repeat.c.  False: out of memory. */
bool lc_grammar_repeat(lc_grammar *);

#endif
