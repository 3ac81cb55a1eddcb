/* Operation counting logic: properties of a history that depend on the numbers of its operations.
 *
 * After Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects", section 6.1.  A
 * history of length k (history/interval.h) is a multiset of labels with intervals [i, j], 0 <= i <= j <= k
 * (history/counting.h).  #(x, i, j) is the number of operations with the label x and the interval [i, j]; formulas
 * compare sums of such numbers, test properties of labels, and quantify over the labels that occur.  Three things are
 * added: the total inside an interval, a sum that is needed all the time, and divisibility, which Presburger arithmetic
 * cannot do without; and counting all labels of an element at once, see lc_group.
 *
 * Formulas are trees in an arena; their maker owns the arena.  Variables and label constants are numbers in tables of
 * the formula's scope.
 */
#ifndef LC_COUNTING_FORMULA_FORMULA_H
#define LC_COUNTING_FORMULA_FORMULA_H

#include "base/text.h"
#include "base/vec.h"

/* A label constant, `deq() => 1`, in text, because a formula belongs to no history. */
typedef struct lc_constant {
    const char *method;
    const char *args;    /* the text between the parentheses: `1, 2` */
    const char *results; /* `1`; "": none; NULL: it has not returned */
} lc_constant;

/* The labels that are counted: a variable or a label constant, by its number in the scope; or all labels that have to
 * do with the element it is about.  The latter are sums that first-order logic cannot express: an addition that has
 * returned and one that has not have different labels, and a statement about a value must not depend on that. */
typedef enum lc_group {
    LC_ITSELF,
    LC_ADDING,   /* all that add its element, whether they have returned or not */
    LC_REMOVING, /* all that removed its element */
    LC_TAKING,   /* all removals that have not returned: they may have removed it */
} lc_group;

typedef struct lc_subject {
    bool constant;
    uint32_t number;
    lc_group group;
} lc_subject;

/* times * #(of, from, to), or times * total(of, from, to): all with an interval inside [from, to]. */
typedef struct lc_count_of {
    int64_t times;
    bool total;
    lc_subject of;
    uint32_t from, to;
} lc_count_of;

/* A sum. */
typedef struct lc_term {
    int64_t number;
    const lc_count_of *counts;
    uint32_t count;
} lc_term;

typedef enum lc_formula_kind {
    LC_F_TRUE,
    LC_F_FALSE,
    LC_F_AT_MOST,   /* left <= right */
    LC_F_EQUAL,     /* left = right */
    LC_F_DIVIDES,   /* `modulus` divides left */
    LC_F_PREDICATE, /* something about labels alone, or a relation that is spelled out for each length */
    LC_F_NOT,
    LC_F_AND,
    LC_F_OR,
    LC_F_EXISTS, /* for some label that occurs */
} lc_formula_kind;

/* Predicates of labels. */
#define LC_PREDICATES(X)                                                                                               \
    X(adds, 1, "it adds an element, and has returned or not")                                                          \
    X(removes, 1, "it removed an element, and which one is known")                                                     \
    X(empty, 1, "it found nothing to remove")                                                                          \
    X(pending, 1, "it has not returned")                                                                               \
    X(same, 2, "both are about the same element")                                                                      \
    X(match, 2, "the first adds the value that the second removed: adds(x), removes(y) and same(x, y)")                \
    X(before, 2, "there are operations of both, and each of the first is before each of the second")                   \
    X(peeks, 1, "it saw an element without removing it, and which one is known")                                       \
    X(takes, 1, "it removes an element if there is one, and has not returned")
typedef enum lc_predicate {
#define X(name, arity, meaning) LC_P_##name,
    LC_PREDICATES(X)
#undef X
} lc_predicate;
#define X(name, arity, meaning) +1
enum { LC_PREDICATE_ARITY_MAX = 2, LC_PREDICATE_COUNT = 0 LC_PREDICATES(X) };
#undef X
uint32_t lc_predicate_arity(lc_predicate);
const char *lc_predicate_name(lc_predicate);

typedef struct lc_formula lc_formula;
struct lc_formula {
    lc_formula_kind kind;
    lc_term left, right;
    int64_t modulus;
    lc_predicate predicate;
    lc_subject about[LC_PREDICATE_ARITY_MAX];
    uint32_t variable; /* of LC_F_EXISTS */
    const lc_formula *const *of;
    uint32_t count; /* of `of`: 1 for NOT and EXISTS */
};

/* The meaning of the numbers in a formula, and the owner of its parts. */
typedef struct lc_scope {
    lc_arena arena;
    uint32_t length;               /* k: intervals end there */
    LC_VEC(const char *) names;    /* of the variables */
    LC_VEC(lc_constant) constants; /* each once */
} lc_scope;

void lc_scope_init(lc_scope *, uint32_t length, lc_budget *);
void lc_scope_free(lc_scope *);
uint32_t lc_scope_variable(lc_scope *, const char *name);    /* a new one, different from all others' names */
uint32_t lc_scope_constant(lc_scope *, const lc_constant *); /* new or old; the texts are copied */

/* Making formulas.  NULL stands for one that could not be made because memory ran out, and formulas made of NULL are
 * NULL.  AND and OR of nothing, constants and double negations are simplified away. */
const lc_formula *lc_true(lc_scope *, bool);
const lc_formula *lc_at_most(lc_scope *, lc_term left, lc_term right);
const lc_formula *lc_equal(lc_scope *, lc_term left, lc_term right);
const lc_formula *lc_divides(lc_scope *, int64_t modulus, lc_term);
const lc_formula *lc_holds(lc_scope *, lc_predicate, const lc_subject *about);
const lc_formula *lc_not(lc_scope *, const lc_formula *);
const lc_formula *lc_and(lc_scope *, const lc_formula *const *, uint32_t count);
const lc_formula *lc_or(lc_scope *, const lc_formula *const *, uint32_t count);
const lc_formula *lc_exists(lc_scope *, uint32_t variable, const lc_formula *);        /* not quantified inside again */
lc_term lc_term_make(lc_scope *, int64_t number, const lc_count_of *, uint32_t count); /* copies; equal counts merge */

#endif
