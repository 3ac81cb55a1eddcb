/* States folded into 64 bits, without loss.
 *
 * After Laarman, van de Pol and Weber, Parallel recursive state compression for free (SPIN 2011): the words of a state
 * are the leaves of a binary tree; an inner node is a pair of its children's numbers, and equal pairs are kept once.
 * The rest of a state is the pair at the root, its key.  A step changes few words, so that folding a successor looks up
 * only the nodes above those.
 *
 * The pairs of each node are counted from 0 and kept by themselves, in as few bytes as their children need, so that
 * keys stay narrow.  A word at the root would be kept whole in every key.  Where it has few values, it gets a node of
 * its own that numbers them.
 *
 * Several threads fold at once.  The numbers of pairs, and with them the keys, depend on the threads' timing: keys
 * distinguish states, and nothing else may depend on them.
 */
#ifndef LC_MODEL_SEARCH_TREE_H
#define LC_MODEL_SEARCH_TREE_H

#include <pthread.h>

#include "base/vec.h"

/* Where a node finds its children among the values of a state: first its words, then its nodes, children before
 * parents.  Both are the same: it has only one, a word. */
typedef struct lcm_tree_node {
    uint32_t left, right;
} lcm_tree_node;

/* How pairs are kept. */
typedef enum lcm_tree_form {
    LCM_TREE_SINGLE, /* one word */
    LCM_TREE_BRIEF,  /* 16 bits for each child */
    LCM_TREE_FULL    /* 32 bits */
} lcm_tree_form;

/* The pairs of one node, by their numbers. */
typedef struct lcm_tree_part {
    _Atomic uint32_t *slots; /* a pair's number + 1, and above that bits of its hash */
    uint32_t slot_count, number_mask;
    lcm_tree_form form;
    void *pairs;
    uint32_t room;  /* for so many pairs */
    uint32_t limit; /* how many there may be before it must grow */
    atomic_uint count;
} lcm_tree_part;

typedef struct lcm_tree {
    lc_budget *budget;
    uint32_t words, threads;
    uint32_t inner;        /* nodes below the root */
    lcm_tree_node *plan;   /* inner + 1 of them, the root last; none for states of one word */
    lcm_tree_part *parts;  /* of the inner ones */
    pthread_rwlock_t lock; /* held for reading between enter and leave, for writing while a part grows */
} lcm_tree;

/* How many nodes a tree has at most, with its root. */
static inline uint32_t lcm_tree_most_nodes(uint32_t words) { return words + 1; }
/* With a plan of so many nodes; 0: each node in the middle of its words.  `threads` fold at once, at most.  False: out
 * of memory; free it nevertheless. */
bool lcm_tree_init(lcm_tree *, uint32_t words, const lcm_tree_node *plan, uint32_t nodes, uint32_t threads,
                   lc_budget *);
void lcm_tree_free(lcm_tree *);

/* A thread enters before it folds and unfolds, and leaves now and then so that parts can grow. */
void lcm_tree_enter(lcm_tree *);
void lcm_tree_leave(lcm_tree *);

/* Recent lookups of a thread: most of them are repeated soon, and the table is far away. */
enum { LCM_TREE_REMEMBERED = 4096 };
typedef struct lcm_tree_memo {
    struct {
        uint64_t pair;
        uint32_t node; /* + 1; 0: none */
        uint32_t number;
    } at[LCM_TREE_REMEMBERED];
} lcm_tree_memo;

/* The values of a state: its words, then the numbers of its inner nodes.  There is room for those of any plan. */
static inline uint32_t lcm_tree_values(uint32_t words) { return words + lcm_tree_most_nodes(words) - 1; }
/* `values` has the words; the rest is filled in.  Parts that equal `near`, the values of another state (NULL: none),
 * are copied from there.  `memo` may be NULL.  False: out of memory. */
bool lcm_tree_fold(lcm_tree *, uint32_t *values, const uint32_t *near, lcm_tree_memo *memo, uint64_t *key);
void lcm_tree_unfold(const lcm_tree *, uint64_t key, uint32_t *values);

/* Two trees that differ only in the words at the root that are numbered: the second takes over the needed nodes of the
 * first, and then translates keys.  False: out of memory. */
void lcm_tree_take_over(lcm_tree *old, lcm_tree *new);
bool lcm_tree_translate(const lcm_tree *old, lcm_tree *new, lcm_tree_memo *, uint64_t *key);

/* One more than the largest number of a value; 0: it is a word. */
static inline uint32_t lcm_tree_count(const lcm_tree *t, uint32_t value) {
    return value < t->words ? 0 : atomic_load_explicit(&t->parts[value - t->words].count, memory_order_relaxed);
}
size_t lcm_tree_bytes(const lcm_tree *); /* depends on the numbers of pairs alone */

#endif
