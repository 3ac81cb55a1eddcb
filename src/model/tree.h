/* States folded into 64 bits, without loss.
 *
 * After Laarman, van de Pol and Weber, Parallel recursive state compression for free (SPIN 2011): the words of a state
 * are the leaves of a balanced binary tree; an inner node is a pair of its children's numbers, and equal pairs are kept
 * once.  What is left of a state is the pair at the root, its key.  A step changes few words, so that folding a
 * successor looks up only the nodes above those.
 *
 * Several threads fold at once.  The numbers of nodes, and with them the keys, depend on who came first: keys tell
 * states apart, and nothing else may depend on them.
 */
#ifndef LC_MODEL_TREE_H
#define LC_MODEL_TREE_H

#include <pthread.h>

#include "base/vec.h"

/* Where a node finds its children among the values of a state: first its words, then its nodes, children before
 * parents. */
typedef struct lcm_tree_node {
    uint32_t left, right;
} lcm_tree_node;

#define LCM_TREE_THREADS 256 /* that fold at once, at most */

typedef struct lcm_tree {
    lc_budget *budget;
    uint32_t words, inner; /* inner nodes below the root */
    lcm_tree_node *plan;   /* inner + 1 of them, the root last; none for states of one word */
    pthread_rwlock_t lock; /* held for reading between enter and leave, for writing while the table grows */
    _Atomic uint32_t *slots;
    uint32_t slot_count;
    LC_VEC(uint64_t *) chunks; /* the pairs by their numbers */
    atomic_uint count;
    uint32_t limit; /* how many nodes may be added before the table must grow */
} lcm_tree;

bool lcm_tree_init(lcm_tree *, uint32_t words, lc_budget *); /* false: out of memory; free it nevertheless */
void lcm_tree_free(lcm_tree *);

/* A thread enters before it folds and unfolds, and leaves now and then so that the table can grow. */
void lcm_tree_enter(lcm_tree *);
void lcm_tree_leave(lcm_tree *);

/* What a thread has looked up lately: most of it is asked for again soon, and the table is far away. */
enum { LCM_TREE_REMEMBERED = 4096 };
typedef struct lcm_tree_memo {
    struct {
        uint64_t pair;
        uint32_t number; /* + 1; 0: none */
    } at[LCM_TREE_REMEMBERED];
} lcm_tree_memo;

/* The values of a state: its words, then what its inner nodes are numbered. */
static inline uint32_t lcm_tree_values(const lcm_tree *t) { return t->words + t->inner; }
/* `values` has the words; the rest is filled in.  What equals `near`, the values of another state (NULL: none), is
 * taken from there.  `memo` may be NULL.  False: out of memory. */
bool lcm_tree_fold(lcm_tree *, uint32_t *values, const uint32_t *near, lcm_tree_memo *memo, uint64_t *key);
void lcm_tree_unfold(const lcm_tree *, uint64_t key, uint32_t *values);

size_t lcm_tree_bytes(const lcm_tree *); /* depends on the number of nodes alone */

#endif
